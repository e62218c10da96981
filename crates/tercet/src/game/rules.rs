//! The rules of a game: how many cards are dealt and when, and which set is taken.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;
use thiserror::Error;

use crate::deck::Deck;

/// The rules of a game.
///
/// All games have this in common: [`start`](Self::start) cards are dealt; a set of the board is
/// taken; if the board holds no set, v more cards are dealt. The game ends when
/// [`sets`](Self::sets) sets were taken, or when the deck is empty and the board holds no set. If
/// the deck has fewer cards than are due, all of them are dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The number of cards dealt at the start.
    pub start: usize,
    /// The deal after a set was taken.
    pub refill: Refill,
    /// Which set is taken.
    pub pick: Pick,
    /// The number of sets after which the game ends; `None` plays until the deck is used up.
    pub sets: Option<u64>,
}

impl Rules {
    /// The maximum number of cards at the start, which take a gigabyte.
    pub const MOST_START: usize = 1 << 22;

    /// The game of the thesis (Takeshita 2): v·p cards at the start, v more immediately after each
    /// set.
    pub fn thesis(deck: Deck) -> Self {
        let start = start(deck);
        Self { start, refill: Refill::AtOnce, pick: Pick::Found, sets: None }
    }

    /// The published game, for any deck: v·p cards at the start (12 for (3,4)), and after each set
    /// as many cards as are needed to reach that number again.
    pub fn classic(deck: Deck) -> Self {
        Self { refill: Refill::UpToStart, pick: Pick::Uniform, ..Self::thesis(deck) }
    }

    /// Whether a deck can be played by these rules.
    ///
    /// # Errors
    ///
    /// [`RulesError`] if they need more cards or sets than the deck has.
    pub fn check(&self, deck: Deck) -> Result<(), RulesError> {
        if BigUint::from(self.start) > deck.size() {
            return Err(RulesError::Start { deck, start: self.start });
        }
        if self.start > Self::MOST_START {
            return Err(RulesError::LargeStart(self.start));
        }
        match self.sets {
            Some(0) => Err(RulesError::NoSets),
            Some(sets) if BigUint::from(sets) > most_sets(deck) => {
                Err(RulesError::Sets { deck, sets })
            }
            _ => Ok(()),
        }
    }
}

/// v·p cards, or the whole of a smaller deck.
fn start(deck: Deck) -> usize {
    let cards = deck.values() * deck.properties();
    usize::try_from(deck.size()).map_or(cards, |size| size.min(cards))
}

/// The maximum number of sets into which a deck can be split: `v^(p−1)`.
fn most_sets(deck: Deck) -> BigUint {
    deck.size() / deck.values()
}

/// The deal after a set was taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Refill {
    /// v cards, for any number of cards on the board.
    AtOnce,
    /// Nothing, until the board holds no set ("delayed deletion", Takeshita 4.3.2).
    Delayed,
    /// As many cards as are needed to reach the number at the start again.
    UpToStart,
}

/// Which set is taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pick {
    /// Any set: the one that the method finds.
    Found,
    /// The first in layout order: by its first card, then by its second, and so on.
    First,
    /// Each set of the board with the same probability.
    Uniform,
}

/// Implements the names of an enumeration's variants, as used in records and options.
macro_rules! named {
    ($type:ident: $($variant:ident $name:literal),+) => {
        impl $type {
            /// All variants.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// The name in one word.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl FromStr for $type {
            type Err = UnknownName;

            fn from_str(name: &str) -> Result<Self, UnknownName> {
                Self::ALL.into_iter().find(|one| one.name() == name).ok_or_else(|| UnknownName {
                    name: name.into(),
                    known: &[$($name),+],
                })
            }
        }
    };
}

named!(Refill: AtOnce "at-once", Delayed "delayed", UpToStart "up-to-start");
named!(Pick: Found "found", First "first", Uniform "uniform");

/// An unknown name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{name}' is not one of {}", known.join(", "))]
pub struct UnknownName {
    /// The name.
    pub name: String,
    /// The known names.
    pub known: &'static [&'static str],
}

/// Why a deck cannot be played by some rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum RulesError {
    /// The start needs more cards than the deck has.
    #[error("a game of {deck} cannot start with {start} cards: the deck has {}", deck.size())]
    Start {
        /// The deck.
        deck: Deck,
        /// The number of cards at the start.
        start: usize,
    },
    /// The start needs more cards than the memory is made for.
    #[error("a game cannot start with {0} cards: the maximum is {most}", most = Rules::MOST_START)]
    LargeStart(usize),
    /// More sets are requested than the deck can be split into.
    #[error("no game of {deck} takes {sets} sets: its cards make at most {}", most_sets(*deck))]
    Sets {
        /// The deck.
        deck: Deck,
        /// The requested number of sets.
        sets: u64,
    },
    /// A game that ends after no sets is over before it starts.
    #[error("a game takes at least 1 set, not 0")]
    NoSets,
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn impossible_games_are_refused() {
        let deck = Deck::new(4, 3).unwrap();
        let rules = Rules::thesis(deck);
        let why = |rules: Rules| rules.check(deck).unwrap_err().to_string();
        assert_eq!(
            why(Rules { start: 65, ..rules }),
            "a game of (4,3) cannot start with 65 cards: the deck has 64"
        );
        assert_eq!(
            why(Rules { sets: Some(17), ..rules }),
            "no game of (4,3) takes 17 sets: its cards make at most 16"
        );
        assert_eq!(why(Rules { sets: Some(0), ..rules }), "a game takes at least 1 set, not 0");
        let large = Deck::new(20, 20).unwrap();
        assert_eq!(
            Rules { start: 1 << 30, ..rules }.check(large).unwrap_err().to_string(),
            "a game cannot start with 1073741824 cards: the maximum is 4194304"
        );
        assert_eq!(Rules { start: 64, sets: Some(16), ..rules }.check(deck), Ok(()));
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for pick in Pick::ALL {
            assert_eq!(pick.name().parse(), Ok(pick));
        }
        for refill in Refill::ALL {
            assert_eq!(refill.to_string().parse(), Ok(refill));
        }
        let unknown = "last".parse::<Pick>().unwrap_err();
        assert_eq!(unknown.to_string(), "'last' is not one of found, first, uniform");
    }
}
