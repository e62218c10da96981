//! The rules of a game: how many cards are dealt and when, and which set is taken.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;
use thiserror::Error;

use crate::deck::Deck;

/// The rules of a game.
///
/// All games have this in common: [`start`](Self::start) cards are dealt; a set of the board is
/// taken; when the board holds none, v more cards are dealt. The game ends when
/// [`sets`](Self::sets) sets were taken, or when the deck is empty and the board holds no set.
/// A deck with fewer cards than are to be dealt gives all it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// How many cards are dealt at first.
    pub start: usize,
    /// What is dealt after a set was taken.
    pub refill: Refill,
    /// Which set is taken.
    pub pick: Pick,
    /// After how many sets the game ends; `None` plays the deck to its end.
    pub sets: Option<u64>,
}

impl Rules {
    /// The most cards that a game can start with: they take a gigabyte.
    pub const MOST_START: usize = 1 << 22;

    /// The game of the thesis (Takeshita 2): v·p cards at first, v more at once for each set.
    pub fn thesis(deck: Deck) -> Self {
        let start = start(deck);
        Self { start, refill: Refill::AtOnce, pick: Pick::Found, sets: None }
    }

    /// The game in the shops, for any deck: v·p cards at first (12 of (3,4)), and after a set as
    /// many as are missing from so many.
    pub fn classic(deck: Deck) -> Self {
        Self { refill: Refill::UpToStart, pick: Pick::Uniform, ..Self::thesis(deck) }
    }

    /// Whether a deck can be played by these rules.
    ///
    /// # Errors
    ///
    /// [`RulesError`], where they ask for more cards or sets than the deck has.
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

/// The sets that a deck can be split into at most: `v^(p−1)`.
fn most_sets(deck: Deck) -> BigUint {
    deck.size() / deck.values()
}

/// What is dealt after a set was taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Refill {
    /// v cards, whatever lies on the board.
    AtOnce,
    /// Nothing, until the board holds no set ("delayed deletion", Takeshita 4.3.2).
    Delayed,
    /// As many cards as the board has fewer than at the start.
    UpToStart,
}

/// Which set is taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pick {
    /// The one that the method happens to find.
    Found,
    /// The first in layout order: by its first card, then by its second, and so on.
    First,
    /// Each set of the board with the same probability.
    Uniform,
}

/// Gives an enumeration the names by which users know its members.
macro_rules! named {
    ($type:ident: $($variant:ident $name:literal),+) => {
        impl $type {
            /// All of them.
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

/// Nothing has this name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{name}' is none of {}", known.join(", "))]
pub struct UnknownName {
    /// The name.
    pub name: String,
    /// The names there are.
    pub known: &'static [&'static str],
}

/// Why a deck cannot be played by some rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum RulesError {
    /// More cards are to be dealt than there are.
    #[error("a game of {deck} cannot start with {start} cards: the deck has {}", deck.size())]
    Start {
        /// The deck.
        deck: Deck,
        /// The cards to be dealt at first.
        start: usize,
    },
    /// More cards are to be dealt than memory is for.
    #[error("a game cannot start with {0} cards: at most {most} can be", most = Rules::MOST_START)]
    LargeStart(usize),
    /// More sets are to be taken than the deck can hold at once.
    #[error("no game of {deck} takes {sets} sets: its cards make at most {}", most_sets(*deck))]
    Sets {
        /// The deck.
        deck: Deck,
        /// The sets to be taken.
        sets: u64,
    },
    /// A game to no sets is over before it begins.
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
            "a game cannot start with 1073741824 cards: at most 4194304 can be"
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
        assert_eq!(unknown.to_string(), "'last' is none of found, first, uniform");
    }
}
