//! Counts of hands, cut into units.
//!
//! The classes of a first level, some thousand, are listed. Each of them is a unit: from it the hands of
//! the size that is asked for grow one by one (`symmetry/descent.rs`), and what is counted in them is added
//! up with their weights. So there is no level of classes to be kept, and the units can be shared by any
//! number of machines.

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

use super::{FreeClasses, FreeRow, Statistic, check_size, hands, out_of_reach};
use crate::caps::bounds;
use crate::deck::Unsupported;
use crate::packing::{MOST_FEW, most, most_disjoint};
use crate::solver::{Auto, Limit, NoAnswer, Options, Stop};
use crate::symmetry::{Class, Classes, Grown, Growth, Kind, Space};
use crate::{Board, Card, Deck};

/// A count of hands that is cut into units.
pub struct Counting {
    deck: Deck,
    counted: Statistic,
    /// The number of cards of the hands.
    cards: usize,
    /// The number of cards by which the hands that grow are smaller; all choices of these cards are counted
    /// together.
    more: usize,
    classes: Classes,
    /// The set-free hands of the sizes that were classified.
    rows: Vec<FreeRow>,
    /// The answer, if a formula gives it.
    known: Option<Vec<u128>>,
}

/// The number of classes that are enough for units.
const ENOUGH: usize = 1000;

/// The sums of one number of cards: the hands, their classes, and the same for complete hands.
const SUMS: usize = 4;

impl Counting {
    /// Lists the classes of the first level. For [`Statistic::Set`], the set-free hands of this size and of
    /// all smaller ones are counted, with their classes.
    ///
    /// # Errors
    ///
    /// [`NoAnswer`] if the deck is too small or too large, or a limit ended the work: that of memory if the
    /// classes of all hands on the way, which are not listed, would certainly not fit `memory` bytes. So a
    /// question that would take very long is refused at once.
    pub fn new(
        deck: Deck,
        counted: Statistic,
        cards: usize,
        memory: usize,
        limit: &Limit,
    ) -> Result<Self, NoAnswer> {
        check_size(deck, cards, 0..=deck.size_up_to_max())?;
        let (v, is_free) = (deck.values(), counted == Statistic::Set);
        let known = match counted {
            // For v = 1 every card is a set, for v = 2 every pair.
            Statistic::Sets if v <= 2 => {
                let pairs = cards.checked_mul(cards.saturating_sub(1)).map(|twice| twice / 2);
                Some(if v == 1 { cards } else { pairs.ok_or_else(|| out_of_reach(deck))? })
            }
            Statistic::Sets if deck.size() == cards.into() => {
                deck.number_of_sets().to_usize().filter(|&sets| sets <= MOST_ANSWER)
            }
            Statistic::Disjoint if v <= 2 => Some(cards / v),
            _ => None,
        };
        let known = known.map(|answer| all_alike(deck, cards, answer)).transpose()?;
        let (kind, first) = match &known {
            // The classes of a small deck stand for those that are not needed.
            Some(_) => (Kind::Free, Deck::default()),
            None => (if is_free { Kind::Free } else { Kind::Any }, deck),
        };
        let classes = Classes::new(first, kind).map_err(|_| out_of_reach(deck))?;
        let more = match counted {
            Statistic::Sets if v == 3 => Growth::cards_added(cards),
            Statistic::Disjoint if v == 3 && (2..=MOST_PAIRED).contains(&cards) => 2,
            _ => 0,
        };
        let cards = if is_free {
            bounds(deck).most.to_usize().map_or(cards, |most| cards.min(most + 1))
        } else {
            cards
        };
        let classes = classes.with_memory(memory);
        let mut counting = Self { deck, counted, cards, more, classes, rows: Vec::new(), known };
        let target = if counting.known.is_some() { 0 } else { cards - more };
        loop {
            let classes = &mut counting.classes;
            if is_free {
                counting.rows.push(FreeRow::of(classes));
            }
            if classes.cards() == target || classes.classes().is_empty() {
                return Ok(counting);
            }
            if !classes.may_reach(target) {
                return Err(Stop::MEMORY.into());
            }
            if classes.classes().len() >= ENOUGH {
                return Ok(counting);
            }
            classes.advance(limit)?;
        }
    }

    /// How many units there are; at least one.
    pub fn units(&self) -> u64 {
        self.classes.classes().len().max(1) as u64
    }

    /// What a unit yields: numbers that are added to those of the other units.
    ///
    /// # Errors
    ///
    /// [`Stop`] if a limit ended the work.
    pub fn count(&self, unit: u64, limit: &Limit) -> Result<Vec<BigUint>, Stop> {
        let class = usize::try_from(unit).ok().and_then(|unit| self.classes.classes().get(unit));
        let (Some(class), None) = (class, &self.known) else { return Ok(Vec::new()) };
        let (target, mut sums) = (self.cards - self.more, Vec::new());
        let mut add = |place: usize, weight: BigUint| {
            if sums.len() <= place {
                sums.resize(place + 1, BigUint::zero());
            }
            sums[place] += weight;
        };
        let visit: &mut dyn FnMut(&Grown<'_>) -> Result<(), Stop> = &mut |grown| {
            let size = grown.class.points.len();
            if self.counted == Statistic::Set && size > self.classes.cards() {
                let place = SUMS * (size - self.classes.cards() - 1);
                let shares = grown.weight * (grown.stabiliser)();
                if grown.class.extensions == 0 {
                    add(place + 2, grown.weight.clone());
                    add(place + 3, shares.clone());
                }
                add(place, grown.weight.clone());
                add(place + 1, shares);
            } else if self.counted != Statistic::Set && size == target {
                let choices = self.choices(grown.class, limit)?;
                for (place, choices) in choices.into_iter().enumerate().filter(|it| it.1 > 0) {
                    add(place, grown.weight * choices);
                }
            }
            Ok(())
        };
        self.classes.grow(class, target, limit, visit)?;
        Ok(sums)
    }

    /// The number of choices of the cards that a hand lacks, by what is counted.
    fn choices(&self, class: &Class, limit: &Limit) -> Result<Vec<u64>, Stop> {
        limit.check()?;
        if self.counted == Statistic::Sets {
            return self.classes.by_sets(class, self.more, limit);
        }
        let mut choices = vec![0; self.cards + 1];
        match self.classes.space() {
            Some(space) if self.more > 0 => {
                each_pair(space, &class.points, limit, |packed| choices[packed] += 1)?;
            }
            _ => choices[packed(self.deck, &self.classes.hand(class), limit)?] += 1,
        }
        Ok(choices)
    }

    /// The set-free hands of the sizes that were classified before the units.
    pub fn rows(&self) -> &[FreeRow] {
        &self.rows
    }

    /// All rows of set-free hands, up to the size that is asked for or the first of which there are none,
    /// from the sum of all units. `None` if it is not that.
    pub fn free(&self, sums: &[BigUint]) -> Option<Vec<FreeRow>> {
        let (mut rows, scale) = (self.rows.clone(), self.classes.scale(self.cards));
        let shares = &scale * self.classes.order();
        for cards in rows.len()..=self.cards {
            if rows.last().is_some_and(|row| row.free.is_zero()) {
                break;
            }
            let place = SUMS * (cards - self.rows.len());
            let number = |i: usize| sums.get(place + i).cloned().unwrap_or_default();
            let classes = FreeClasses {
                classes: quotient(&number(1), &shares)?.to_usize()?,
                complete: quotient(&number(2), &scale)?.to_u128()?,
                complete_classes: quotient(&number(3), &shares)?.to_usize()?,
            };
            let free = quotient(&number(0), &scale)?;
            rows.push(FreeRow {
                cards,
                hands: hands(self.deck, cards),
                free,
                classes: Some(classes),
            });
        }
        Some(rows)
    }

    /// The number of hands by the number of sets, or of disjoint sets, from the sum of all units. `None` if
    /// it is not that.
    pub fn distribution(&self, sums: &[BigUint]) -> Option<Vec<u128>> {
        if let Some(known) = &self.known {
            return Some(known.clone());
        }
        let scale = self.classes.scale(self.cards - self.more);
        let scale = scale * Growth::parts(self.cards, self.more);
        sums.iter().map(|sum| quotient(sum, &scale)?.to_u128()).collect()
    }

    /// The distribution from all units, one after the other.
    fn all(&self, limit: &Limit) -> Result<Vec<u128>, NoAnswer> {
        let mut sums = Vec::new();
        for unit in 0..self.units() {
            add(&mut sums, &self.count(unit, limit)?);
        }
        Ok(self.distribution(&sums).ok_or_else(|| out_of_reach(self.deck))?)
    }
}

/// Adds what another unit has yielded.
fn add(sums: &mut Vec<BigUint>, next: &[BigUint]) {
    sums.resize(sums.len().max(next.len()), BigUint::zero());
    sums.iter_mut().zip(next).for_each(|(sum, next)| *sum += next);
}

/// The quotient, if it is whole.
fn quotient(number: &BigUint, divisor: &BigUint) -> Option<BigUint> {
    (number % divisor).is_zero().then(|| number / divisor)
}

/// For every s, from 0 up, the number of hands of `cards` cards that hold exactly s sets.
///
/// For v = 3 the classes of hands with two cards fewer are enough (three fewer from 13 cards on):
/// all choices of the missing cards are counted together (see `symmetry/growth.rs`). So 12 cards of
/// (3,4) take the 1658 classes of 10. For other v the sets of each class of hands are counted.
///
/// # Errors
///
/// [`NoAnswer`] if the deck is too small or too large, or a limit ended the work. `memory` is the
/// limit for the classes, in bytes.
///
/// ```
/// use tercet::Deck;
/// use tercet::odds::sets;
/// use tercet::solver::Limit;
///
/// let hands = sets(Deck::new(3, 2)?, 5, 1 << 20, &Limit::none())?;
/// assert_eq!(hands, [0, 72, 54]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sets(deck: Deck, cards: usize, memory: usize, limit: &Limit) -> Result<Vec<u128>, NoAnswer> {
    Counting::new(deck, Statistic::Sets, cards, memory, limit)?.all(limit)
}

/// The largest answer for which a list is made.
const MOST_ANSWER: usize = 1 << 20;

/// The list if all hands of `cards` cards have the same answer. The error means that it is too long
/// or that the number of hands exceeds 128 bits.
fn all_alike(deck: Deck, cards: usize, answer: usize) -> Result<Vec<u128>, Unsupported> {
    // C(n, k) is at least 2^min(k, n−k), so large binomials need not be computed.
    let fewer = (deck.size() - cards).min(cards.into());
    if answer > MOST_ANSWER || fewer > 128_u32.into() {
        return Err(out_of_reach(deck));
    }
    let hands = hands(deck, cards).to_u128().ok_or_else(|| out_of_reach(deck))?;
    let mut all = vec![0; answer];
    all.push(hands);
    Ok(all)
}

/// For every d, from 0 up, the number of hands of `cards` cards in which the largest number of
/// disjoint sets is d.
///
/// For v = 3 and up to 16 cards the classes of hands with two cards fewer are enough: each choice
/// of the two other cards is packed. Otherwise the classes of the hands themselves are packed one
/// by one.
///
/// # Errors
///
/// [`NoAnswer`] if the deck is too small or too large, or a limit ended the work. `memory` is the
/// limit for the classes, in bytes.
///
/// ```
/// use tercet::Deck;
/// use tercet::odds::disjoint;
/// use tercet::solver::Limit;
///
/// let hands = disjoint(Deck::new(3, 2)?, 6, 1 << 20, &Limit::none())?;
/// assert_eq!(hands, [0, 72, 12]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn disjoint(
    deck: Deck,
    cards: usize,
    memory: usize,
    limit: &Limit,
) -> Result<Vec<u128>, NoAnswer> {
    Counting::new(deck, Statistic::Disjoint, cards, memory, limit)?.all(limit)
}

/// The most cards for which the number of sets, at most C(16,2)/3 = 40, fits the fast packing.
const MOST_PAIRED: usize = 16;

/// The largest number of disjoint sets among some cards.
pub(super) fn packed(deck: Deck, cards: &[Card], limit: &Limit) -> Result<usize, Stop> {
    let board = Board::new(deck, cards).expect("a hand has no card twice");
    let mut lister = Auto::new(&board, &Options::default());
    let packing = most(&mut lister, Options::default().memory, limit);
    packing.map(|packing| packing.len()).map_err(|stop| stop.with(()))
}

/// Visits the largest number of disjoint sets for each choice of two more cards.
fn each_pair(
    space: &Space,
    hand: &[u16],
    limit: &Limit,
    mut visit: impl FnMut(usize),
) -> Result<(), Stop> {
    let growth = Growth::new(space, hand);
    let place = |point: u16| hand.iter().position(|&it| it == point);
    let (first, second) = (1_u64 << hand.len(), 1_u64 << (hand.len() + 1));
    // The pairs of the hand, each with the third card of its set.
    let pairs = || {
        let pairs = (0..hand.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        pairs.map(|(i, j)| (i, j, space.third(hand[i], hand[j])))
    };
    // Each set of the hand is listed once, at the pair of its two later cards.
    let word = |cards: &[usize]| cards.iter().fold(0, |word, card| word | 1_u64 << card);
    let earlier = |(i, j, third)| place(third).filter(|&k| k < j).map(|k| word(&[i, j, k]));
    let own: Vec<u64> = pairs().filter_map(earlier).collect();
    let with = |&point: &u16| -> Vec<u64> {
        pairs().filter(|&(.., third)| third == point).map(|(i, j, _)| word(&[i, j])).collect()
    };
    let with: Vec<Vec<u64>> = growth.outside().iter().map(with).collect();
    let mut watch = limit.watch();
    let mut masks: Vec<u64> = Vec::with_capacity(MOST_FEW);
    for (i, &a) in growth.outside().iter().enumerate() {
        masks.clear();
        masks.extend(&own);
        masks.extend(with[i].iter().map(|pair| pair | first));
        let before = masks.len();
        let alone = most_disjoint(&masks);
        for (j, &b) in growth.outside()[..i].iter().enumerate() {
            let third = place(space.third(a, b));
            if with[j].is_empty() && third.is_none() {
                visit(alone);
                continue;
            }
            watch.tick(16)?;
            masks.extend(with[j].iter().map(|pair| pair | second));
            masks.extend(third.map(|third| 1 << third | first | second));
            visit(most_disjoint(&masks));
            masks.truncate(before);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn packed_one_by_one_they_are_the_same() {
        for (p, most) in [(1, 3), (2, 9), (3, 9)] {
            let deck = Deck::new(3, p).unwrap();
            for cards in 0..=most {
                let mut classes = Classes::new(deck, Kind::Any).unwrap();
                classes.advance_to(cards, &Limit::none()).unwrap();
                let mut hands = vec![0; 1];
                for class in classes.classes() {
                    let packed = packed(deck, &classes.hand(class), &Limit::none()).unwrap();
                    hands.resize(hands.len().max(packed + 1), 0);
                    hands[packed] += class.hands;
                }
                let fast = disjoint(deck, cards, usize::MAX, &Limit::none()).unwrap();
                assert_eq!(fast, hands, "{cards} cards of {deck}");
            }
        }
    }
}
