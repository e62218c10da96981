//! Set-free hands by their number of cards, and conditional odds.

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::Zero;

use super::{hands, out_of_reach};
use crate::deck::{Deck, OutOfRange, Unsupported, binomial};
use crate::solver::{Limit, NoAnswer};
use crate::symmetry::{Classes, Growth, Kind};

/// The set-free hands with a given number of cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FreeRow {
    /// k: the number of cards of the hands.
    pub cards: usize,
    /// The number of hands of k cards in the deck.
    pub hands: BigUint,
    /// The number of these hands that hold no set.
    pub free: BigUint,
    /// The classes of the set-free hands, if they are known.
    pub classes: Option<FreeClasses>,
}

/// The classes of the set-free hands of k cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FreeClasses {
    /// The number of classes.
    pub classes: usize,
    /// The number of complete hands: any card that is added to them makes a set.
    pub complete: u128,
    /// The number of classes of complete hands.
    pub complete_classes: usize,
}

impl FreeRow {
    /// The set-free hands of the size that was classified last.
    pub(super) fn of(classes: &Classes) -> Self {
        let (complete, complete_classes) = classes.complete();
        let spread = FreeClasses { classes: classes.classes().len(), complete, complete_classes };
        let (cards, free) = (classes.cards(), classes.hands().into());
        Self { cards, hands: hands(classes.deck(), cards), free, classes: Some(spread) }
    }

    /// The number of hands that hold a set.
    pub fn with_set(&self) -> BigUint {
        &self.hands - &self.free
    }
}

/// The set-free hands of a deck, one row for each number of cards: from 0 up to the smallest number
/// for which every hand holds a set, or up to the size of the deck if it has no set.
///
/// The classes of a level are computed when its row is requested. Decks whose hands are not classified have
/// rows up to v cards, which follow from the number of sets alone.
///
/// An error is the last item: where the classes of the next hands do not fit `memory` bytes, as for hands of 10
/// cards of (4,3) and 2^30 bytes, or where the deck is not classified. `nth` and `skip` pass over errors, so
/// use them only where the deck is known to be within reach, as (3,4) is; [`sample`](super::sample())
/// estimates the odds of every deck.
///
/// ```
/// use tercet::Deck;
/// use tercet::odds::free_hands;
/// use tercet::solver::Limit;
///
/// let free: Result<Vec<_>, _> = free_hands(Deck::new(3, 3)?, 1 << 20, &Limit::none()).collect();
/// let free: Vec<String> = free?.iter().map(|row| row.free.to_string()).collect();
/// assert_eq!(free[4..], ["14742", "50544", "107406", "126360", "63180", "2106", "0"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn free_hands(
    deck: Deck,
    memory: usize,
    limit: &Limit,
) -> impl Iterator<Item = Result<FreeRow, NoAnswer>> {
    let classes = Classes::new(deck, Kind::Free).ok();
    let mut classes = classes.map(|classes| classes.with_memory(memory));
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let cards = next.take()?;
        let row = row(deck, classes.as_mut(), cards, limit);
        if let Ok(row) = &row {
            let more = row.free != BigUint::default() && BigUint::from(cards) < deck.size();
            next = more.then(|| cards + 1);
        }
        Some(row)
    })
}

fn row(
    deck: Deck,
    classes: Option<&mut Classes>,
    cards: usize,
    limit: &Limit,
) -> Result<FreeRow, NoAnswer> {
    let Some(classes) = classes else {
        let hands = hands(deck, cards);
        let sets = match cards.cmp(&deck.values()) {
            std::cmp::Ordering::Less => BigUint::default(),
            std::cmp::Ordering::Equal => deck.number_of_sets(),
            std::cmp::Ordering::Greater => return Err(out_of_reach(deck).into()),
        };
        return Ok(FreeRow { cards, free: &hands - sets, hands, classes: None });
    };
    if classes.cards() < cards {
        classes.advance(limit)?;
    }
    Ok(FreeRow::of(classes))
}

/// The probability that a hand is set-free, given that a part of it is: the hand has the number of
/// cards of the row `hand`, and the part, any of its cards, that of the row `known`. `None` if
/// there is no set-free hand of the size of the part, or the part is larger than the hand.
///
/// All parts of a set-free hand are set-free, so this is the ratio of the two probabilities
/// (Norvig's last table).
pub fn given(hand: &FreeRow, known: &FreeRow) -> Option<Ratio<BigUint>> {
    let possible = !known.free.is_zero() && known.cards <= hand.cards;
    possible.then(|| Ratio::new(&hand.free * &known.hands, &known.free * &hand.hands))
}

/// The probability that the second layout of a game holds no set, for v = 3. The first layout has
/// `cards` cards and holds a set; one of its sets, each with the same probability, is replaced by v
/// new cards.
///
/// If the second layout holds no set, neither do the cards that stay. So this takes the classes of
/// set-free hands with three cards fewer. Each is combined with every set outside of it as the set
/// that was taken (the first layout then held one set more than the covers of its three cards sum
/// to) and with every choice of new cards.
///
/// # Errors
///
/// [`NoAnswer`] if v is not 3, the deck has too few cards, or a limit ended the work.
pub fn second_round(
    deck: Deck,
    cards: usize,
    memory: usize,
    limit: &Limit,
) -> Result<Ratio<BigUint>, NoAnswer> {
    if deck.values() != 3 {
        return Err(Unsupported::needs("the second layout", "v = 3", deck).into());
    }
    let most = deck.size_up_to_max().saturating_sub(3);
    let cannot = || format!("a game of {deck} has no second layout after {cards} cards");
    OutOfRange::check(cards as u128, 3..=most, cannot)?;
    let classes = Classes::new(deck, Kind::Free).map_err(|_| out_of_reach(deck))?;
    let mut classes = classes.with_memory(memory);
    classes.advance_to(cards - 3, limit)?;
    let space = classes.space().ok_or_else(|| out_of_reach(deck))?;
    let mut watch = limit.watch();
    // The number of deals without a set, by the number of sets in the first layout.
    let mut without: Vec<u128> = Vec::new();
    for class in classes.classes() {
        let growth = Growth::new(space, &class.points);
        let triples = Triples::new(&growth, |a, b| space.third(a, b));
        for (i, &a) in growth.outside().iter().enumerate() {
            for &b in &growth.outside()[..i] {
                watch.tick(1)?;
                let c = space.third(a, b);
                if c > b || growth.outside().binary_search(&c).is_err() {
                    continue;
                }
                let taken = [a, b, c];
                let sets = growth.sets_with(&taken);
                without.resize(without.len().max(sets + 1), 0);
                without[sets] += class.hands * triples.without(taken);
            }
        }
    }
    let without = without.iter().enumerate().skip(1).fold(Ratio::zero(), |sum, (sets, &ways)| {
        sum + Ratio::new(BigUint::from(ways), BigUint::from(sets))
    });
    let first = free_hands(deck, memory, limit).nth(cards).transpose()?;
    let with_set = first.as_ref().map_or_else(|| hands(deck, cards), FreeRow::with_set);
    let refills = binomial(&(deck.size() - cards), 3);
    Ok(without / (with_set * refills))
}

/// The choices of three cards that leave a hand set-free, and the number of them that contain a
/// given card or a given pair.
struct Triples {
    /// The cards that each make no set with the hand.
    free: Vec<u16>,
    all: u128,
    with: Vec<u128>,
    with_both: Vec<u128>,
}

impl Triples {
    fn new(growth: &Growth, third: impl Fn(u16, u16) -> u16) -> Self {
        let outside = growth.outside().iter().copied();
        let free: Vec<u16> = outside.filter(|&point| growth.cover(point) == 0).collect();
        let n = free.len();
        let mut triples = Self { all: 0, with: vec![0; n], with_both: vec![0; n * n], free };
        for a in 0..n {
            for b in 0..a {
                let (first, second) = (triples.free[a], triples.free[b]);
                if growth.joins(first, second) {
                    continue;
                }
                for c in 0..b {
                    let last = triples.free[c];
                    if growth.joins(first, last)
                        || growth.joins(second, last)
                        || third(first, second) == last
                    {
                        continue;
                    }
                    triples.all += 1;
                    for card in [a, b, c] {
                        triples.with[card] += 1;
                    }
                    for (one, other) in [(a, b), (a, c), (b, c)] {
                        triples.with_both[one * n + other] += 1;
                    }
                }
            }
        }
        triples
    }

    /// The number of choices without any card of a set. No choice contains all three.
    fn without(&self, set: [u16; 3]) -> u128 {
        let mut places: Vec<usize> =
            set.iter().filter_map(|card| self.free.binary_search(card).ok()).collect();
        places.sort_unstable_by(|a, b| b.cmp(a));
        let with: u128 = places.iter().map(|&place| self.with[place]).sum();
        let pairs = places.iter().enumerate();
        let pairs = pairs.flat_map(|(i, &a)| places[i + 1..].iter().map(move |&b| (a, b)));
        let with_both: u128 = pairs.map(|(a, b)| self.with_both[a * self.free.len() + b]).sum();
        self.all + with_both - with
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn odds(without: &Ratio<BigUint>) -> f64 {
        use num_traits::ToPrimitive;
        let without = without.to_f64().unwrap();
        (1.0 - without) / without
    }

    /// facts that were computed independently.
    #[test]
    fn golden_conditions() {
        let limit = Limit::none();
        let rows: Result<Vec<FreeRow>, _> = free_hands(Deck::CLASSIC, usize::MAX, &limit).collect();
        let rows = rows.unwrap();
        assert!((odds(&given(&rows[12], &rows[9]).unwrap()) - 8.20138).abs() < 5e-6);
        assert!((odds(&given(&rows[15], &rows[12]).unwrap()) - 87.57500).abs() < 5e-6);
        assert_eq!(given(&rows[20], &rows[21]), None);
        assert_eq!(given(&rows[9], &rows[12]), None);
        let second = second_round(Deck::CLASSIC, 12, usize::MAX, &limit).unwrap();
        assert_eq!(second.to_string(), "396538561405044/8939045071283495");
    }

    /// By playing all games of (3,2) up to the second layout.
    #[test]
    fn second_rounds_are_those_that_can_be_played() {
        let deck = Deck::new(3, 2).unwrap();
        let third = |a: u32, b: u32| {
            let [a, b] = [a, b].map(|rank| deck.nth(rank.into()));
            deck.rank(a.third(b)) as u32
        };
        let pairs = (0..9).flat_map(|a| (0..a).map(move |b| (a, b)));
        let lines: Vec<u32> = pairs
            .filter(|&(a, b)| third(a, b) < b)
            .map(|(a, b)| 1 << a | 1 << b | 1 << third(a, b))
            .collect();
        assert_eq!(lines.len(), 12);
        for cards in 3..=6_usize {
            let (mut all, mut without) = (Ratio::zero(), Ratio::zero());
            for first in (0..1_u32 << 9).filter(|hand| hand.count_ones() as usize == cards) {
                let held: Vec<u32> =
                    lines.iter().copied().filter(|line| line & !first == 0).collect();
                for set in &held {
                    for new in
                        (0..1_u32 << 9).filter(|new| new.count_ones() == 3 && new & first == 0)
                    {
                        let second = first & !set | new;
                        let weight = Ratio::new(BigUint::from(1_u32), held.len().into());
                        all += &weight;
                        if lines.iter().all(|line| line & !second != 0) {
                            without += weight;
                        }
                    }
                }
            }
            let expected = without / all;
            assert_eq!(second_round(deck, cards, usize::MAX, &Limit::none()), Ok(expected));
        }
    }
}
