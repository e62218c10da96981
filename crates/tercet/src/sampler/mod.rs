//! Random boards with a given number of sets, or set-free boards, each equally likely.
//!
//! *By classes.* Draw a class of hands with probability proportional to the number of its hands,
//! then a random symmetry, and apply it to any hand of the class. By the orbit–stabiliser theorem
//! every hand of the class is its image under the same number of symmetries, so all hands are
//! equally likely.
//!
//! For v = 3 the classes of hands with two cards fewer are enough (three fewer from 13 cards on),
//! as they are for counting ([`sets`](crate::odds::sets())). A *growth* is such a smaller hand with
//! a choice of the missing cards. Every board of k cards is the result of C(k,2) growths (or
//! C(k,3)), one for each choice of its last cards, so a random growth to a board with s sets leads
//! to a random such board. The number of growths of a class is the number of its hands times the
//! number of choices that give one of them s sets, which `symmetry/growth.rs` counts. So: draw the
//! class by this product, one of the choices, and a symmetry, which is applied to the hand and the
//! choice together. 12 cards of (3,4) take the 1658 classes of 10 cards, or 267 for set-free
//! boards.
//!
//! *By rejection.* If the classes are out of reach, whole boards are dealt until one has the
//! requested number of sets. All such boards are equally likely, but if they are rare, this takes
//! long, and if there are none, it fails after [`BoardSampler::MOST_DEALS`] deals. The choice
//! between the two ways depends on the deck and the numbers of cards and sets alone, never on time:
//! a seed always draws the same board.

mod by_classes;
#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use chacha20::ChaCha8Rng;
use num_bigint::BigUint;
use num_traits::{CheckedSub, ToPrimitive};
use rand_core::{Rng, SeedableRng};

use crate::caps;
use crate::deal::dealer::shuffle;
use crate::deal::{Dealer, in_range};
use crate::deck::{Deck, Unsupported, binomial};
use crate::solver::{Auto, Count, Limit, NoAnswer, Options, Reason, Solver, Stop};
use crate::{Board, Card};
use by_classes::{Growths, random_symmetry};

/// Draws random boards of a deck with a given number of cards and of sets.
///
/// ```
/// use tercet::Deck;
/// use tercet::sampler::BoardSampler;
/// use tercet::solver::Limit;
///
/// let limit = Limit::none();
/// let sampler = BoardSampler::free(Deck::new(3, 3)?, 9, &limit)?;
/// assert_eq!(sampler.boards(), Some(2106));
/// let (board, _) = sampler.draw(1, &limit)?;
/// assert_eq!(board.len(), 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct BoardSampler {
    deck: Deck,
    cards: usize,
    sets: u128,
    /// The classes; without them, boards are drawn by rejection.
    growths: Option<Growths>,
}

impl BoardSampler {
    /// The maximum memory of the classes, in bytes. It is part of the meaning of a seed: if the
    /// classes would take more, boards are drawn by rejection.
    pub const MEMORY: usize = 1 << 25;

    /// The maximum number of boards that are dealt to draw one by rejection.
    pub const MOST_DEALS: u64 = 10_000_000;

    /// Boards of `cards` cards without a set.
    ///
    /// # Errors
    ///
    /// Like [`sets`](Self::sets).
    pub fn free(deck: Deck, cards: usize, limit: &Limit) -> Result<Self, NoAnswer> {
        Self::sets(deck, cards, 0, limit)
    }

    /// Boards of `cards` cards with exactly `sets` sets.
    ///
    /// Computes the classes if they are within reach: for 12 cards of (3,4) this takes some 30 ms,
    /// for 15 cards about a second.
    ///
    /// # Errors
    ///
    /// [`NoAnswer`] for more cards than the deck has or more than
    /// [`MOST_CARDS`](crate::deal::MOST_CARDS), if no hand of this size holds this number of sets,
    /// or if the limit ended the work.
    pub fn sets(deck: Deck, cards: usize, sets: u128, limit: &Limit) -> Result<Self, NoAnswer> {
        in_range(deck, cards as u128, 0)?;
        let caps = caps::bounds(deck);
        let largest = caps.exact().and_then(BigUint::to_usize);
        let range = bounds(deck, cards, &caps.most);
        let refusal = || {
            let known = match sets {
                0 => largest.map_or_else(String::new, largest_free),
                _ => within(&range),
            };
            never(deck, cards, sets, &known)
        };
        let is_possible = range.contains(&sets);
        let is_too_large = sets == 0 && largest.is_some_and(|largest| largest < cards);
        // The classes of more than half of a deck are mostly out of reach, and finding that out takes
        // long.
        if is_too_large || !is_possible && deck.size() < (2 * cards as u128).into() {
            return Err(refusal().into());
        }
        let is_whole = deck.size() == cards.into();
        let growths = if is_whole { None } else { Growths::of(deck, cards, sets, limit)? };
        if growths.is_none() && !is_possible {
            return Err(refusal().into());
        }
        Ok(Self { deck, cards, sets, growths })
    }

    /// The number of hands from which a board is drawn; `None` if boards are drawn by rejection.
    pub fn boards(&self) -> Option<u128> {
        match &self.growths {
            Some(growths) => Some(growths.boards(self.cards)),
            None => self.is_whole_deck().then_some(1),
        }
    }

    /// The board that the seed determines, with its cards in random order, and the number of boards
    /// that were dealt until this one had the requested number of sets: 1, unless boards are drawn by
    /// rejection.
    ///
    /// # Errors
    ///
    /// [`Stop`] if none of [`MOST_DEALS`](Self::MOST_DEALS) boards has this number of sets, or if the
    /// limit ended the work.
    pub fn draw(&self, seed: u64, limit: &Limit) -> Result<(Board, u64), Stop> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        if self.is_whole_deck() {
            return Ok((self.deal(seed, limit)?, 1));
        }
        let Some(growths) = &self.growths else {
            for deal in 1..=Self::MOST_DEALS {
                let board = self.deal(random.next_u64(), limit)?;
                if self.fits(&board, limit)? {
                    return Ok((board, deal));
                }
            }
            return Err(Reason::Effort(Self::MOST_DEALS).into());
        };
        let hand = growths.draw(self.sets, &mut random, limit)?;
        let symmetry = random_symmetry(self.deck, &mut random);
        let moved = hand.iter().map(|&point| symmetry.apply(self.deck.nth(point.into())));
        let mut cards: Vec<Card> = moved.collect();
        shuffle(&mut cards, &mut random);
        Ok((self.board(&cards), 1))
    }

    /// Whether there is only one hand, so that nothing has to be searched for.
    fn is_whole_deck(&self) -> bool {
        self.deck.size() == self.cards.into()
    }

    /// A random board of this size, with any number of sets.
    fn deal(&self, seed: u64, limit: &Limit) -> Result<Board, Stop> {
        let mut watch = limit.watch();
        let dealt = Dealer::new(self.deck, seed).take(self.cards);
        let dealt: Result<Vec<Card>, Stop> =
            dealt.map(|card| watch.tick(8).map(|()| card)).collect();
        Ok(self.board(&dealt?))
    }

    fn board(&self, cards: &[Card]) -> Board {
        Board::new(self.deck, cards).expect("no card was drawn twice")
    }

    /// Whether a board holds the requested number of sets.
    fn fits(&self, board: &Board, limit: &Limit) -> Result<bool, Stop> {
        limit.check()?;
        let mut method = Auto::new(board, &Options::default());
        Ok(match self.sets {
            0 => method.find(limit)?.is_none(),
            sets => method.count(limit)? == sets,
        })
    }
}

/// The most sets that k cards of (3,4) hold, and those of (3,p) for a smaller p: `checkers/most_sets.py` proves it.
#[rustfmt::skip]
const MOST_SETS: [u128; 82] = [
    0, 0, 0, 1, 1, 2, 3, 5, 8, 12, 12, 13, 14, 16, 19, 23, 26, 30, 36, 41, 47, 54, 62, 71, 81, 92, 104, 117,
    117, 118, 119, 121, 124, 128, 131, 135, 140, 146, 152, 159, 167, 176, 186, 197, 209, 222, 231, 241, 252,
    264, 276, 289, 305, 323, 342, 357, 373, 390, 408, 427, 447, 470, 491, 513, 536, 560, 585, 611, 638, 666,
    695, 725, 756, 788, 821, 855, 890, 926, 963, 1001, 1040, 1080,
];

/// Bounds on the number of sets among k cards that follow from k. `free` is the most cards without a set, or a
/// larger number.
///
/// With v below 3 every v cards are a set. Else v − 1 cards are in one set at most, so that each set
/// takes v of the C(k, v−1) choices of them. For v = 3 and p ≤ 4 the maximum is known.
///
/// The m cards that are left in the deck give better bounds if they are few. Each card is in r sets,
/// so at most m·r sets hold one of them, and at least r. With v = 3 any two cards are in one set: by
/// inclusion and exclusion m·r − C(m,2) + s sets hold one, where s sets hold three, and s is bounded
/// as before.
///
/// Without a card of each set, the k cards hold none: so they hold k sets less `free`, or more.
fn bounds(deck: Deck, cards: usize, free: &BigUint) -> RangeInclusive<u128> {
    let v = deck.values();
    let small = |number: BigUint| number.to_u128().unwrap_or(u128::MAX);
    let (cards, all) = (BigUint::from(cards), deck.number_of_sets());
    if v < 3 {
        let sets = small(binomial(&cards, v));
        return sets..=sets;
    }
    let known = if v == 3 && deck.properties() <= 4 { &MOST_SETS[..] } else { &[] };
    let most = |cards: &BigUint| match cards.to_usize().and_then(|cards| known.get(cards)) {
        Some(&most) => most.into(),
        None => (binomial(cards, v - 1) / v).min(all.clone()),
    };
    let of_each = &all * v / deck.size();
    let left = deck.size() - &cards;
    let less = |number: BigUint, by: BigUint| number.checked_sub(&by).unwrap_or_default();
    let touched = &left * &of_each;
    let (least, greatest) = if v == 3 {
        let kept = &all + binomial(&left, 2);
        (less(kept.clone(), &touched + most(&left)), less(kept, touched))
    } else {
        let one = if left == BigUint::ZERO { BigUint::ZERO } else { of_each };
        (less(all.clone(), touched), less(all.clone(), one))
    };
    small(least.max(less(cards.clone(), free.clone())))..=small(greatest.min(most(&cards)))
}

/// No hand of this size holds this number of sets; `known` is what is known of such hands.
fn never(deck: Deck, cards: usize, sets: u128, known: &str) -> Unsupported {
    let (hands, why) = match sets {
        0 => ("every hand of", format!("holds a set{known}")),
        _ => ("no hand of", format!("holds exactly {}{known}", counted(sets, "set"))),
    };
    let what = format!("{hands} {} of {deck}", counted(cards as u128, "card"));
    Unsupported { what, why, deck, able: Vec::new() }
}

/// That this is the maximum size of a set-free hand.
fn largest_free(most: usize) -> String {
    format!(": the largest without one has {most}")
}

fn counted(count: u128, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// That a hand can hold exactly these numbers of sets, which ascend: in words, with consecutive
/// numbers as the first and the last.
fn exactly(numbers: impl Iterator<Item = u128>) -> String {
    let mut runs: Vec<RangeInclusive<u128>> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some(run) if run.end() + 1 == number => *run = *run.start()..=number,
            _ => runs.push(number..=number),
        }
    }
    let run = |run: &RangeInclusive<u128>| match (run.start(), run.end()) {
        (start, end) if start == end => start.to_string(),
        (start, end) => format!("{start} to {end}"),
    };
    let runs: Vec<String> = runs.iter().map(run).collect();
    format!(": it can hold {}", runs.join(", "))
}

/// That a hand can hold a number of sets in this range; it is not known which.
fn within(range: &RangeInclusive<u128>) -> String {
    match (range.start(), range.end()) {
        (least, most) if least == most => format!(": it can hold {least}"),
        (0, most) => format!(": it can hold at most {most}"),
        (least, most) => format!(": it can hold from {least} to {most}"),
    }
}
