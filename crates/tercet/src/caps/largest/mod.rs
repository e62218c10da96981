//! Set-free hands of maximum size, with proof.
//!
//! The proofs: for one and two values by definition; for one and two properties by the theorem in
//! `constructions.rs`; for (3,3) by trying all hands, for (3,4) by counting and trying (below), for
//! (4,3) layer by layer (`layers.rs`).

mod layers;

use std::fmt;

use num_bigint::BigUint;

use super::constructions::{CAPS, cap, product};
use super::{MOST_CARDS, bounds};
use crate::caps::{Images, points, size};
use crate::solver::{Limit, Stop, Watch};
use crate::symmetry::{Classes, Kind, sets_through};
use crate::{Board, Card, Deck};

/// What is known about the largest set-free hands of a deck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Largest {
    /// The size of the largest set-free hand of which Tercet knows.
    pub least: BigUint,
    /// The source of the lower bound.
    pub least_from: &'static str,
    /// An upper bound on the size of set-free hands.
    pub most: BigUint,
    /// The source of the upper bound.
    pub most_from: &'static str,
    /// A set-free hand: one of the largest if there is a proof, otherwise the largest product of
    /// hands with a known construction. `None` for decks with more than [`MOST_CARDS`] cards, and
    /// if only bounds were asked for.
    pub hand: Option<Board>,
    /// How it was proved that no set-free hand has more cards; `None` if that was not done here.
    pub proof: Option<&'static str>,
}

impl Largest {
    /// The size of the largest set-free hands, if it is known: if the two bounds are equal.
    pub fn exact(&self) -> Option<&BigUint> {
        (self.least == self.most).then_some(&self.least)
    }

    /// Whether the hand is proved to be one of the largest.
    pub const fn is_proved(&self) -> bool {
        self.proof.is_some()
    }
}

/// The number of cards: `20 cards (by counting planes …)`, `236 to 288 cards`.
impl fmt::Display for Largest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { least, least_from, most, most_from, .. } = self;
        match (self.exact(), self.proof) {
            (Some(cards), Some(proof)) => write!(f, "{cards} cards ({proof})"),
            (Some(cards), None) => write!(f, "{cards} cards ({most_from}; not proved here)"),
            (None, _) => write!(f, "{least} to {most} cards ({least_from}; {most_from})"),
        }
    }
}

/// The largest set-free hands of a deck: bounds, a hand, and where possible a proof, which is carried
/// out by this call. (3,4) takes ten milliseconds, (4,3) half a second; the products of large decks
/// take less than a second.
///
/// ```
/// use tercet::{Deck, caps};
///
/// let largest = caps::largest(Deck::new(4, 3)?);
/// assert_eq!(largest.hand.as_ref().map(|hand| hand.len()), Some(28));
/// assert!(largest.is_proved());
/// assert_eq!(largest.to_string(), "28 cards (by exhaustive search, layer by layer)");
/// # Ok::<(), tercet::deck::DeckError>(())
/// ```
///
/// # Panics
///
/// If a proof fails, which would refute a published theorem.
pub fn largest(deck: Deck) -> Largest {
    largest_within(deck, &Limit::none()).expect("nothing limits the proof")
}

/// As [`largest`], under a limit.
///
/// # Errors
///
/// [`Stop`] with the bounds, if the limit ended the proof.
#[expect(clippy::result_large_err, reason = "the answer is as large")]
pub fn largest_within(deck: Deck, limit: &Limit) -> Result<Largest, Stop<Largest>> {
    let bounds = bounds(deck);
    match proved(deck, limit) {
        Ok(Some((hand, proof))) => Ok(Largest { hand: Some(hand), proof: Some(proof), ..bounds }),
        Ok(None) => Ok(Largest { hand: constructed(deck), ..bounds }),
        Err(stop) => Err(stop.with(bounds)),
    }
}

/// A set-free hand of maximum size, and the proof that was carried out; `None` for decks without a
/// built-in proof.
fn proved(deck: Deck, limit: &Limit) -> Result<Option<(Board, &'static str)>, Stop> {
    Ok(Some(match (deck.values(), deck.properties()) {
        (1, _) => (Board::empty(deck), "every card is a set"),
        (2, _) => (corner(deck), "any two cards are a set"),
        (_, 1) => (corner(deck), "all cards are a set"),
        (_, 2) => (corner(deck), "by Kőnig's theorem"),
        (3, 3) => {
            let small = Small::new(deck);
            let largest = small.largest(u32::MAX, 0, &mut limit.watch())?;
            (small.board(largest.expect("no cards are set-free")), "by exhaustive search")
        }
        (3, 4) => {
            assert!(no_cap_of(21, limit)?, "Pellegrino's theorem");
            let cap = cap(20).expect("a construction is known");
            (cap, "by counting planes, and exhaustive search of two layers")
        }
        (4, 3) => {
            let mut hand = corner(deck);
            while let Some(layers) = layers::hand_of(hand.len() + 1, limit)? {
                hand = stacked(deck, layers);
            }
            (hand, "by exhaustive search, layer by layer")
        }
        _ => return Ok(None),
    }))
}

/// All cards without the last value: v cards of it cannot be all different in any property. Empty
/// for v = 1.
fn corner(deck: Deck) -> Board {
    let (v, p) = (deck.values(), deck.properties());
    let Ok(line) = Deck::new(v, 1) else { unreachable!("a deck with fewer properties fits") };
    let cards: Vec<Card> = line.cards().take(v - 1).collect();
    let side = Board::new(line, &cards).expect("the cards of a deck are distinct");
    let sides = std::iter::repeat_n(&side, p - 1);
    sides.fold(side.clone(), |hand, side| product(&hand, side).expect("the deck fits"))
}

fn stacked(deck: Deck, layers: [u16; 4]) -> Board {
    let cards =
        deck.cards().enumerate().filter(|(rank, _)| layers[rank / 16] >> (rank % 16) & 1 == 1);
    Board::new(deck, cards.map(|(_, card)| card)).expect("the cards of a deck are distinct")
}

/// The largest set-free hand that is a product of hands with a known construction; `None` for decks
/// with more than [`MOST_CARDS`] cards.
fn constructed(deck: Deck) -> Option<Board> {
    usize::try_from(deck.size()).ok().filter(|&size| size <= MOST_CARDS)?;
    if deck.values() != 3 {
        return Some(corner(deck));
    }
    let mut caps: Vec<Board> = Vec::new();
    for p in 1..=deck.properties() {
        let products = (1..p).filter_map(|part| product(&caps[part - 1], &caps[p - part - 1]));
        let known = CAPS.get(p - 1).and_then(|&points| cap(points));
        caps.push(products.chain(known).max_by_key(Board::len)?);
    }
    caps.pop()
}

// No cap of AG(4,3) has 21 points.
//
// Pellegrino (1971) proved it by hand, and Davis and Maclagan (*The card game SET*, 2003) by
// counting planes. This proof counts less and leaves the remaining cases to an exhaustive search.
//
// *Counting.* Let a cap have 21 points. Each of the 40 directions has three parallel hyperplanes,
// which partition the cap, and none holds more than 9 points, the maximum of AG(3,3). Every pair
// of points lies in a common hyperplane in 13 of the directions. So the number of pairs in a
// common hyperplane, summed over all directions, is 13·210 = 2730, which is more than 68 a
// direction: some direction has at least 69 such pairs. Of all partitions of 21, only 9 + 9 + 3
// and 9 + 8 + 4 do.
//
// *Search.* All caps of 9 points of AG(3,3) are images of one another, and every affine map of a
// hyperplane extends to the space. So let the first hyperplane hold a fixed cap A of 9 points. For
// every cap B of 9 or 8 points in the second hyperplane, the third point of each line through a
// point of A and a point of B is forbidden in the last hyperplane; the points that are not
// forbidden must hold a cap of 3 or 4 points. There are 2106 + 63180 caps B, and none leaves such
// a cap.
//
// The number of caps B, the fact that no cap has 10 points, and the equivalence of all caps of 9
// points are also computed, not assumed.

const POINTS: usize = 27;

/// Whether AG(4,3) has no cap of the given size, from 19 up; also false if the proof does not work.
fn no_cap_of(points: usize, limit: &Limit) -> Result<bool, Stop> {
    let deck = Deck::new(3, 3).expect("a small deck");
    let layer = Small::new(deck);
    let mut caps = Vec::new();
    layer.for_each(LEAST, limit, |cap| caps.push(cap))?;
    let most = caps.iter().map(|&cap| size(cap)).max().unwrap_or(LEAST);
    let shares = possible_shares(points, most);
    // The proof needs a cap of maximum size first and one of the listed caps second.
    let suits = shares.iter().all(|&[first, second, _]| first == most && second >= LEAST);
    let mut classes = Classes::new(deck, Kind::Free).expect("a small space");
    classes.advance_to(most, limit)?;
    let (Some(space), [largest]) = (classes.space(), classes.classes()) else { return Ok(false) };
    if !suits {
        return Ok(false);
    }
    // The third points of the lines through one point of the first cap and any set of points.
    let reflect = largest
        .points
        .iter()
        .map(|&a| Images::new(POINTS, |point| 1 << space.third(a, point as u16)));
    let reflect: Vec<Images> = reflect.collect();
    let mut watch = limit.watch();
    for &[_, second, third] in &shares {
        for &cap in caps.iter().filter(|&&cap| size(cap) == second) {
            watch.tick(reflect.len())?;
            let forbidden = reflect.iter().fold(0, |all, point| all | point.of(cap));
            let left = !forbidden & ALL;
            if size(left) >= third && layer.largest(left, third, &mut watch)?.is_some() {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// The smallest size of the listed caps.
const LEAST: usize = 8;

const ALL: u32 = (1 << POINTS) - 1;

/// The partitions of a cap into three parallel hyperplanes, in descending order, that a direction
/// with the most pairs in a common hyperplane can have.
fn possible_shares(points: usize, most: usize) -> Vec<[usize; 3]> {
    const DIRECTIONS: usize = 40;
    const TOGETHER: usize = 13;
    let pairs = |n: usize| n * n.saturating_sub(1) / 2;
    let least = (TOGETHER * pairs(points)).div_ceil(DIRECTIONS);
    let mut shares = Vec::new();
    for first in 0..=most {
        for second in 0..=first {
            let Some(third) = points.checked_sub(first + second) else { continue };
            if third <= second && pairs(first) + pairs(second) + pairs(third) >= least {
                shares.push([first, second, third]);
            }
        }
    }
    shares
}

// All set-free hands of a deck of at most 32 cards, each a word with one bit a card.
//
// Cards are added in ascending order. A card can be added if it completes no set with cards of the
// hand. A new card forbids the last card of each set that contains it, so the forbidden cards are
// known at every step, and no hand that holds a set is visited. A branch is cut if the remaining
// cards cannot make the hand as large as required.

struct Small {
    deck: Deck,
    /// For each card the sets that contain it, without it.
    sets: Vec<Vec<u32>>,
    /// The cards that are not a set on their own.
    open: u32,
}

impl Small {
    /// A deck of at most 32 cards.
    fn new(deck: Deck) -> Self {
        assert!(deck.size() <= 32_u32.into(), "{deck} is too large for a word");
        let words = |sets: Vec<u128>| sets.into_iter().map(|set| set as u32).collect();
        let sets: Vec<Vec<u32>> = sets_through(deck).into_iter().map(words).collect();
        let open =
            sets.iter().rev().fold(0, |open, sets| open << 1 | u32::from(!sets.contains(&0)));
        Self { deck, sets, open }
    }

    /// Calls `visit` for every set-free hand with at least `least` cards.
    fn for_each(
        &self,
        least: usize,
        limit: &Limit,
        mut visit: impl FnMut(u32),
    ) -> Result<(), Stop> {
        let visit = &mut |hand| {
            visit(hand);
            least
        };
        self.walk(0, self.open, &mut { least }, &mut limit.watch(), visit)
    }

    /// A largest set-free hand among some cards, if it has at least `least` cards.
    fn largest(
        &self,
        among: u32,
        mut least: usize,
        watch: &mut Watch,
    ) -> Result<Option<u32>, Stop> {
        let mut largest = None;
        self.walk(0, self.open & among, &mut least, watch, &mut |hand| {
            largest = Some(hand);
            size(hand) + 1
        })?;
        Ok(largest)
    }

    /// Visits this hand and all hands that extend it by open cards. Each visit returns the number
    /// of cards required from then on.
    fn walk(
        &self,
        hand: u32,
        mut open: u32,
        least: &mut usize,
        watch: &mut Watch,
        visit: &mut impl FnMut(u32) -> usize,
    ) -> Result<(), Stop> {
        watch.tick(8)?;
        let cards = size(hand);
        if cards >= *least {
            *least = visit(hand);
        }
        while open != 0 && cards + size(open) >= *least {
            let card = open.trailing_zeros();
            open &= open - 1;
            let lacking = self.sets[card as usize].iter().map(|set| set & !hand);
            let forbidden = lacking.filter(|lacking| lacking.is_power_of_two());
            let forbidden = forbidden.fold(0, |all, card| all | card);
            self.walk(hand | 1 << card, open & !forbidden, least, watch, visit)?;
        }
        Ok(())
    }

    /// The hand as a board.
    fn board(&self, hand: u32) -> Board {
        let cards = points(hand).map(|card| self.deck.nth(card as u128));
        Board::new(self.deck, cards).expect("distinct cards")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caps::first_set;
    use crate::solver::Reason;

    #[test]
    fn what_is_proved_is_what_is_known() {
        #[rustfmt::skip]
        let shapes = [
            (1, 1), (1, 5), (2, 1), (2, 128), (3, 1), (3, 2), (3, 3), (3, 4), (4, 1), (4, 2), (4, 3),
            (6, 2), (256, 1), (64, 2),
        ];
        for (v, p) in shapes {
            let largest = largest(Deck::new(v, p).unwrap());
            let hand = largest.hand.as_ref().unwrap();
            assert!(largest.is_proved());
            assert_eq!(largest.exact(), Some(&hand.len().into()), "({v},{p})");
            assert_eq!(first_set(hand, &Limit::none()), Ok(None));
        }
        let five = largest(Deck::new(3, 5).unwrap());
        assert!(!five.is_proved() && five.hand.is_some_and(|hand| hand.len() == 45));
        assert_eq!(largest(Deck::new(3, 64).unwrap()).hand, None);
    }

    #[test]
    fn constructed_hands_are_free() {
        for (v, p, cards) in
            [(1, 2, 0), (2, 3, 1), (3, 6, 112), (3, 7, 236), (3, 8, 512), (4, 4, 81)]
        {
            let hand = constructed(Deck::new(v, p).unwrap()).unwrap();
            assert_eq!(hand.len(), cards);
            assert_eq!(first_set(&hand, &Limit::none()), Ok(None));
        }
        assert_eq!(constructed(Deck::new(3, 13).unwrap()), None);
        assert_eq!(constructed(Deck::new(3, 64).unwrap()), None);
    }

    /// There are caps of 20 points, so a proof that there are none would be wrong.
    #[test]
    fn twenty_one_points_are_too_many_and_twenty_are_not() {
        assert_eq!(no_cap_of(21, &Limit::none()), Ok(true));
        assert_eq!(possible_shares(21, 9), [[9, 8, 4], [9, 9, 3]]);
        assert_eq!(no_cap_of(20, &Limit::none()), Ok(false));
    }

    #[test]
    fn a_limit_stops() {
        let limit = Limit::timeout(std::time::Duration::ZERO);
        for (v, p) in [(3, 4), (4, 3)] {
            let stop = largest_within(Deck::new(v, p).unwrap(), &limit).unwrap_err();
            assert_eq!((stop.reason, stop.found.hand), (Reason::Deadline, None));
        }
    }

    fn counts(v: usize, p: usize) -> Vec<u64> {
        let mut counts = vec![0; 33];
        let small = Small::new(Deck::new(v, p).unwrap());
        let visit = |hand: u32| counts[hand.count_ones() as usize] += 1;
        small.for_each(0, &Limit::none(), visit).unwrap();
        counts.truncate(counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1));
        counts
    }

    /// The numbers of hands by size, as counted independently.
    #[test]
    fn hands_are_as_many_as_there_are() {
        assert_eq!(counts(1, 3), [1]);
        assert_eq!(counts(2, 5), [1, 32]);
        assert_eq!(counts(3, 2), [1, 9, 36, 72, 54]);
        let space = [1, 27, 351, 2808, 14742, 50544, 107_406, 126_360, 63180, 2106];
        assert_eq!(counts(3, 3), space);
        assert_eq!(counts(4, 2), [1, 16, 120, 560, 1788, 3984, 5968, 5424, 2496, 496]);
    }
}
