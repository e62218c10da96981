//! Why there is no race, or no end of it.

use tercet::deal::MOST_CARDS;
use tercet::deck::{DeckError, OutOfRange};
use tercet::file::{BoardProblem, ParseError};
use tercet::solver::Decks;
use tercet::{Deck, Stop, UnknownName};
use thiserror::Error;

use super::contestant::NoPeer;

/// Why there is no race, or no end of it.
#[derive(Debug, Error)]
pub enum RaceError {
    /// The limit of the tasks is zero.
    #[error("a limit of 0 s leaves no time for a task")]
    NoTime,
    /// A deck does not exist.
    #[error("v = {values}, p = {properties}: {error}")]
    Deck {
        /// Values per property.
        values: usize,
        /// Properties per card.
        properties: usize,
        /// The reason.
        error: DeckError,
    },
    /// A deck is smaller than a board.
    #[error("a board of {cards} cards does not fit {deck}, which has {} cards", deck.size())]
    Cards {
        /// The cards per board.
        cards: usize,
        /// The deck.
        deck: Deck,
    },
    /// The boards would take too much memory.
    #[error(
        "{boards} boards of {cards} cards are too much for a race, which takes {MOST_CARDS} cards per size"
    )]
    TooManyCards {
        /// The number of boards.
        boards: usize,
        /// The cards per board.
        cards: usize,
    },
    /// A game cannot be played.
    #[error(transparent)]
    Game(#[from] OutOfRange),
    /// A matching cannot be generated, or does not fit a board.
    #[error(transparent)]
    Matching(Stop),
    /// A text is not a board file.
    #[error("{name}: {error}")]
    File {
        /// The name of the file.
        name: String,
        /// The error, and its place.
        error: Box<ParseError<BoardProblem>>,
    },
    /// No method has this name.
    #[error(transparent)]
    UnknownMethod(#[from] UnknownName),
    /// A method lacks something that it needs.
    #[error("{method} {missing}")]
    Missing {
        /// The method.
        method: &'static str,
        /// The missing part.
        missing: String,
    },
    /// A method can answer none of the questions.
    #[error("{method} cannot answer this: it is for {decks}")]
    Unable {
        /// The method.
        method: &'static str,
        /// The decks that it suits.
        decks: Decks,
    },
    /// A file is not a program.
    #[error(transparent)]
    Peer(#[from] NoPeer),
    /// Two contestants have one name.
    #[error("two contestants are called {0}")]
    SameName(String),
    /// There are no contestants.
    #[error("no contestants")]
    NoContestants,
    /// Two contestants contradict each other.
    #[error(transparent)]
    Contradiction(Stop),
}
