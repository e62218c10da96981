//! The rules of a game: how many cards are dealt and when, and which set is taken.

use chacha20::ChaCha8Rng;
use thiserror::Error;

use crate::board::{Board, BoardError};
use crate::card::Card;
use crate::deal::dealer::{between, shuffle, stream};
use crate::deck::{Deck, OutOfRange};
use crate::named;
use crate::solver::{Enumerate, Found, Full, Limit, Report, Solver, Stop, Update, flat_list, list};

/// The rules of a game.
///
/// All games have this in common: [`start`](Self::start) cards are dealt; a set of the board is
/// taken; if the board holds no set, v more cards are dealt, or more with [`Refill::Owed`]. The game
/// ends when [`sets`](Self::sets) sets were taken, or when the deck is empty and the board holds no
/// set. If the deck has fewer cards than are due, all of them are dealt. A [`Variant`] changes some of
/// this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Rules {
    /// The number of cards dealt at the start.
    pub start: usize,
    /// The deal after a set was taken.
    pub refill: Refill,
    /// Which set is taken.
    pub pick: Pick,
    /// The number of sets after which the game ends; `None` plays until the deck is used up.
    pub sets: Option<u64>,
    /// The variant of the game.
    pub variant: Variant,
}

impl Rules {
    /// The maximum number of cards at the start, which take a gigabyte.
    pub const MOST_START: usize = 1 << 22;

    /// The game of the thesis (Takeshita 2): v·p cards, or the whole of a smaller deck, at the
    /// start, v more immediately after each set.
    pub fn thesis(deck: Deck) -> Self {
        let cards = (deck.values() * deck.properties()) as u128;
        let start = deck.size_up_to_max().min(cards) as usize;
        let (refill, pick) = (Refill::AtOnce, Pick::Found);
        Self { start, refill, pick, sets: None, variant: Variant::Standard }
    }

    /// The published game, for any deck: v·p cards at the start (12 for (3,4)), and after each set
    /// the cards that are needed to reach that number again.
    pub fn classic(deck: Deck) -> Self {
        Self { refill: Refill::UpToStart, pick: Pick::Uniform, ..Self::thesis(deck) }
    }

    /// Whether a deck can be played by these rules.
    ///
    /// # Errors
    ///
    /// [`OutOfRange`] if they need more cards or sets than the deck has.
    pub fn check(&self, deck: Deck) -> Result<(), OutOfRange> {
        let (start, most) = (self.start, deck.size_up_to_max().min(Self::MOST_START as u128));
        let cannot = || format!("a game of {deck} cannot start with {start} cards");
        OutOfRange::check(start as u128, 0..=most, cannot)?;
        let v = deck.values() as u128;
        let chains = self.variant.changes().chains;
        if chains {
            // With one value, no set could hold a card of the last set and another one.
            let cannot = || format!("a chain of sets cannot be played with {v} value");
            OutOfRange::check(v, 2..=Deck::MOST_VALUES as u128, cannot)?;
        }
        let Some(sets) = self.sets else { return Ok(()) };
        // The deck cannot be split into more sets, of which those of a chain share a card.
        let shared = u128::from(chains);
        let most = (deck.size_up_to_max() - shared) / (v - shared);
        let cannot = || format!("a game of {deck} cannot end after {sets} sets");
        OutOfRange::check(sets, 1..=most, cannot)
    }
}

named! {
    /// A variant of the game, which is played with the same sets: the row of a table of
    /// [changes](Self::changes).
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Variant is "variant" {
        /// The game itself.
        #[default]
        Standard = "standard",
        /// Each set after the first holds exactly one card of the last set.
        Chain = "chain",
        /// The board is shuffled after each set.
        Shuffle = "shuffle",
        /// The cards lie face down, and v of them are turned up at a time.
        Memory = "memory",
    }
}

/// The changes of a variant: a row of the table of variants. A variant with another kind of set would
/// need a further column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Changes {
    /// Whether each set after the first holds exactly one card of the last set, whose cards stay on the
    /// board until then. "No set" then means: no such set.
    pub chains: bool,
    /// Whether the cards of the board are put in a random order after each set, and the deal after it.
    pub shuffles: bool,
    /// Whether the cards lie face down, so that v cards are turned up to see whether they are a set.
    pub hides: bool,
}

impl Variant {
    /// The table of variants.
    pub const fn changes(self) -> Changes {
        let none = Changes { chains: false, shuffles: false, hides: false };
        match self {
            Self::Standard => none,
            Self::Chain => Changes { chains: true, ..none },
            Self::Shuffle => Changes { shuffles: true, ..none },
            Self::Memory => Changes { hides: true, ..none },
        }
    }
}

/// A set does not continue the chain: it holds this number of cards of the last set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("it holds {0} cards of the last set, and a set of a chain holds exactly one")]
pub struct Unlinked(pub usize);

named! {
    /// The deal after a set was taken.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Refill is "refill" {
        /// As many cards as the set took from the board: v, and v − 1 in a chain.
        AtOnce = "at-once",
        /// Nothing, until the board holds no set ("delayed deletion", Takeshita 4.3.2).
        Delayed = "delayed",
        /// Nothing, until the board holds no set; then one card for each card that sets took since the
        /// last deal, and v if none was taken. Takeshita's program deals in this way (`find_set` in
        /// `SMTsolver.py` of `steventakeshita/IW_Spring_2017`), although the text (1.2) deals [at
        /// once](Self::AtOnce).
        Owed = "owed",
        /// As many cards as are needed to reach the number at the start again.
        UpToStart = "up-to-start",
    }
}

named! {
    /// Which set is taken.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Pick is "pick" {
        /// Any set: the one that the method finds.
        Found = "found",
        /// The first in layout order: by its first card, then by its second, and so on.
        First = "first",
        /// Each set of the board with the same probability.
        #[default]
        Uniform = "uniform",
    }
}

// The policies by which a set is taken, as a `Solver` on top of any method.
//
// A method finds any set, whichever comes first in its search. The other policies choose among all
// sets of the board instead, so that every method plays the same game. The choice matters: taking
// the first set in layout order leads to other boards than taking each set with the same
// probability.

/// The random stream for picks; the dealer uses stream 0 of the same seed.
const PICKS: u64 = 1;
/// The random stream for the order of the board after the first set; each further set has the next.
const ORDERS: u64 = 2;

impl Pick {
    /// A solver that takes sets by this policy. The seed determines every choice. The sets of a
    /// board may take `memory` bytes, of which [`Pick::Uniform`] stores all.
    pub fn solver(self, method: Box<dyn Full>, memory: usize, seed: u64) -> Box<dyn Solver> {
        Box::new(Picked { method, pick: self, random: picks(seed), memory })
    }
}

/// A method of whose sets one is chosen.
struct Picked {
    method: Box<dyn Full>,
    pick: Pick,
    /// The random numbers of [`Pick::Uniform`].
    random: ChaCha8Rng,
    memory: usize,
}

impl Update for Picked {
    fn board(&self) -> &Board {
        self.method.board()
    }

    fn add(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.method.add(cards)
    }

    fn remove(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.method.remove(cards)
    }

    fn report(&self) -> Report {
        self.method.report()
    }
}

impl Solver for Picked {
    fn find(&mut self, limit: &Limit) -> Result<Option<Found>, Stop> {
        match self.pick {
            Pick::Found => self.method.find(limit),
            Pick::First => {
                let listing = list(&mut *self.method, Some(1), limit);
                Ok(listing.map_err(|stop| stop.with(()))?.sets.into_iter().next())
            }
            Pick::Uniform => self.choose(|_| true, limit),
        }
    }

    fn find_linked(&mut self, last: &[Card], limit: &Limit) -> Result<Option<Found>, Stop> {
        let last = self.method.board().positions_of(last);
        self.choose(|set| set.iter().filter(|at| last.contains(at)).count() == 1, limit)
    }
}

impl Picked {
    /// One of the sets for which this holds, which are listed: a random one, or the first in layout order.
    fn choose(
        &mut self,
        may_be: impl Fn(&[usize]) -> bool,
        limit: &Limit,
    ) -> Result<Option<Found>, Stop> {
        let is_random = self.pick == Pick::Uniform;
        let index = |sets| if is_random { pick(&mut self.random, sets) } else { 0 };
        chosen(&mut *self.method, may_be, self.memory, limit, index)
    }
}

/// One of the sets of a board for which this holds: that with the index that is given for their number, in
/// layout order, so that all methods choose the same set. The sets may take `memory` bytes.
pub(super) fn chosen(
    method: &mut dyn Enumerate,
    may_be: impl Fn(&[usize]) -> bool,
    memory: usize,
    limit: &Limit,
    index: impl FnOnce(usize) -> usize,
) -> Result<Option<Found>, Stop> {
    let v = method.board().deck().values();
    // A growing vector takes its memory twice for a moment, and so do the sets while one is chosen.
    let most = memory / (4 * v * size_of::<u32>());
    let all = flat_list(method, may_be, most, limit).map_err(|stop| stop.with(()))?;
    let mut sets: Vec<&[u32]> = all.chunks(v).collect();
    if sets.is_empty() {
        return Ok(None);
    }
    let index = index(sets.len());
    let (_, &mut chosen, _) = sets.select_nth_unstable(index);
    let chosen = chosen.iter().map(|&position| position as usize);
    Ok(Some(Found::new(chosen.collect::<Vec<_>>())))
}

/// The random numbers for the picks of a seed.
pub(super) fn picks(seed: u64) -> ChaCha8Rng {
    stream(seed, PICKS)
}

/// The cards of a board in the random order that follows its set with this number, from 1. It depends on
/// the cards, but not on their order before.
pub(super) fn shuffled(seed: u64, sets: u64, cards: &[Card]) -> Vec<Card> {
    let mut cards = cards.to_vec();
    cards.sort_unstable();
    shuffle(&mut cards, &mut stream(seed, ORDERS.wrapping_add(sets - 1)));
    cards
}

/// The index of the picked set: one draw, unless there is only one set.
pub(super) fn pick(random: &mut ChaCha8Rng, sets: usize) -> usize {
    between(random, 0, sets.saturating_sub(1) as u128) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_set_is_picked_equally_often() {
        for set in 0..5 {
            let count = (0..10_000).filter(|&seed| pick(&mut picks(seed), 5) == set).count();
            // Five standard deviations.
            assert!(count.abs_diff(2_000) < 200, "{set}: {count}");
        }
    }

    #[test]
    fn the_usual_rules_suit_every_deck() {
        for (v, p) in [(1, 1), (1, 9), (2, 1), (2, 128), (3, 4), (3, 64), (256, 16)] {
            let deck = Deck::new(v, p).unwrap();
            for rules in [Rules::thesis(deck), Rules::classic(deck)] {
                assert_eq!(rules.check(deck), Ok(()), "{deck}");
            }
        }
        assert_eq!(Rules::classic(Deck::CLASSIC).start, 12);
        assert_eq!(Rules::classic(Deck::new(1, 9).unwrap()).start, 1);
    }
}
