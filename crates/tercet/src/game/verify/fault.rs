//! What can be wrong with a record.

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
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with a line of a record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Problem {
    /// The file is something else.
    #[error("this is no record of a game")]
    NoRecord,
    /// The file has no lines.
    #[error("the record is empty")]
    Empty,
    /// The check does not match the text.
    #[error("its check does not match: this line was changed, or a line before it is missing")]
    Check,
    /// The last line breaks off, and is not the beginning of an event.
    #[error("it breaks off, and is not the beginning of a line of a record")]
    Torn,
    /// There is a line after the end of the game.
    #[error("unexpected data after the end of the game: remove it")]
    Behind,
    /// The line matches its check but is no event.
    #[error("it cannot be read ({0})")]
    Unreadable(String),
    /// The record was written by a later version.
    #[error("the record is of the form '{0}', which this version does not know")]
    Schema(String),
    /// A heading in the midst of a game, or a game without one.
    #[error("a record begins with one 'begin' line, and this is not its place")]
    Begin,
    /// There is no such deck.
    #[error(transparent)]
    Deck(#[from] DeckError),
    /// The rules are none, or not for the deck.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A refill or pick that does not exist.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// A card cannot be read.
    #[error(transparent)]
    Card(#[from] notation::Problem),
    /// The rules ask for something else here.
    #[error("by the rules {due} is due here, not {found}")]
    Turn {
        /// What is due.
        due: &'static str,
        /// What the line says.
        found: &'static str,
    },
    /// Too many or too few cards were dealt.
    #[error("by the rules {due} cards are dealt here, not {found}")]
    Count {
        /// The number by the rules.
        due: usize,
        /// The number in the line.
        found: usize,
    },
    /// The dealer deals another card.
    #[error("the seed deals {} here, not {}", shown(*deck, *due), shown(*deck, *found))]
    Deal {
        /// The deck.
        deck: Deck,
        /// The card of the seed.
        due: Card,
        /// The card in the line.
        found: Card,
    },
    /// A card was dealt before.
    #[error("the card {} was dealt before", shown(*.0, *.1))]
    Again(Deck, Card),
    /// A set has a card that is not there.
    #[error("the card {} of this set is not on the board", shown(*.0, *.1))]
    Absent(Deck, Card),
    /// The cards are no set.
    #[error("not a set: {0}")]
    NotASet(String),
    /// The policy takes another set.
    #[error("the policy '{pick}' takes {} here, not {}", all_shown(*deck, due), all_shown(*deck, found))]
    Pick {
        /// The policy.
        pick: Pick,
        /// The deck.
        deck: Deck,
        /// The set by the policy.
        due: Vec<Card>,
        /// The set in the line.
        found: Vec<Card>,
    },
    /// A set was overlooked.
    #[error("the board holds a set: {}", all_shown(*.0, .1))]
    Overlooked(Deck, Vec<Card>),
    /// A count or the last board is wrong.
    #[error("{what} {due} here, not {found}")]
    Sum {
        /// What is counted.
        what: &'static str,
        /// The number by the replay.
        due: u64,
        /// The number in the line.
        found: u64,
    },
    /// The board at the end is another.
    #[error("the board at the end is another one: {}", all_shown(*deck, due))]
    Board {
        /// The deck.
        deck: Deck,
        /// The board by the replay.
        due: Vec<Card>,
    },
}

/// A card as records write it.
fn shown(deck: Deck, card: Card) -> String {
    Notation::for_deck(deck).write(deck, card)
}

fn all_shown(deck: Deck, cards: &[Card]) -> String {
    cards.iter().map(|&card| shown(deck, card)).collect::<Vec<_>>().join(" ")
}
