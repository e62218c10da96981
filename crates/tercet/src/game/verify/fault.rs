//! The faults of a record.

use thiserror::Error;

use crate::card::Card;
use crate::deck::{Deck, DeckError};
use crate::game::rules::{Pick, RulesError, UnknownName};
use crate::notation::{self, Notation};

/// A record that is false, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {problem}")]
pub struct Fault {
    /// The line, counted from 1.
    pub line: usize,
    /// The problem of the line.
    pub problem: Problem,
}

/// A problem of a line of a record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Problem {
    /// The file is not a record.
    #[error("this is not a record of a game")]
    NoRecord,
    /// The file has no lines.
    #[error("the record is empty")]
    Empty,
    /// The check does not match the text.
    #[error("its check does not match: this line was changed, or a line before it is missing")]
    Check,
    /// The last line is truncated, and is not the beginning of an event.
    #[error("it is incomplete, and not the beginning of a line of a record")]
    Truncated,
    /// There is data after the end of the game.
    #[error("unexpected data after the end of the game: remove it")]
    TrailingData,
    /// The line matches its check but is not an event.
    #[error("it cannot be read ({0})")]
    Unreadable(String),
    /// The record was written by a later version.
    #[error("the record has the format '{0}', which this version does not support")]
    Schema(String),
    /// A heading after the first line, or a game without a heading.
    #[error("a record has exactly one 'begin' line, which is its first line")]
    Begin,
    /// The deck cannot be created.
    #[error(transparent)]
    Deck(#[from] DeckError),
    /// The rules are invalid, or do not suit the deck.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A refill or pick that does not exist.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// A card cannot be read.
    #[error(transparent)]
    Card(#[from] notation::Problem),
    /// Another event must come here by the rules.
    #[error("the rules require {due} here, not {found}")]
    Turn {
        /// The expected event.
        due: &'static str,
        /// The event in the line.
        found: &'static str,
    },
    /// Too many or too few cards were dealt.
    #[error("the rules deal {due} cards here, not {found}")]
    Count {
        /// The number by the rules.
        due: usize,
        /// The number in the line.
        found: usize,
    },
    /// The dealer deals another card here.
    #[error("the seed deals {} here, not {}", shown(*deck, *due), shown(*deck, *found))]
    Deal {
        /// The deck.
        deck: Deck,
        /// The card that the seed deals.
        due: Card,
        /// The card in the line.
        found: Card,
    },
    /// A card was dealt before.
    #[error("the card {} was dealt before", shown(*.0, *.1))]
    Repeated(Deck, Card),
    /// A card of a set is not on the board.
    #[error("the card {} of this set is not on the board", shown(*.0, *.1))]
    Absent(Deck, Card),
    /// The cards are not a set.
    #[error("not a set: {0}")]
    NotASet(String),
    /// The policy takes another set here.
    #[error("the policy '{pick}' takes {} here, not {}", all_shown(*deck, due), all_shown(*deck, found))]
    Pick {
        /// The policy.
        pick: Pick,
        /// The deck.
        deck: Deck,
        /// The set that the policy takes.
        due: Vec<Card>,
        /// The set in the line.
        found: Vec<Card>,
    },
    /// The board is said to hold no set, but holds one.
    #[error("the board holds a set: {}", all_shown(*.0, .1))]
    Overlooked(Deck, Vec<Card>),
    /// A count is wrong, or the size of the last board.
    #[error("{what} {due} here, not {found}")]
    Sum {
        /// The counted quantity.
        what: &'static str,
        /// The number by the replay.
        due: u64,
        /// The number in the line.
        found: u64,
    },
    /// The board at the end differs.
    #[error("the board at the end must be {}", all_shown(*deck, due))]
    Board {
        /// The deck.
        deck: Deck,
        /// The board by the replay.
        due: Vec<Card>,
    },
}

/// A card in the notation of records.
fn shown(deck: Deck, card: Card) -> String {
    Notation::for_deck(deck).write(deck, card)
}

fn all_shown(deck: Deck, cards: &[Card]) -> String {
    cards.iter().map(|&card| shown(deck, card)).collect::<Vec<_>>().join(" ")
}
