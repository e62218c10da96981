//! Building a method for a board, and the errors of methods that do not suit it.

use std::fmt;

use thiserror::Error;

use super::methods::METHODS;
use super::{Build, Count, Decks, Enumerate, Full, Method, Options, Question, Solver};
use crate::board::Board;
use crate::deck::Deck;

impl Method {
    /// The method as a [`Solver`] of a board.
    ///
    /// # Errors
    ///
    /// [`Unable`] if it cannot find sets in boards of this deck, with the methods that can.
    pub fn solver(&self, board: &Board, options: &Options) -> Result<Box<dyn Solver>, Unable> {
        Ok(self.built(Question::Find, board, options)?)
    }

    /// The method as an [`Enumerate`] of a board.
    ///
    /// # Errors
    ///
    /// [`Unable`] if it cannot list the sets of boards of this deck.
    pub fn enumerator(
        &self,
        board: &Board,
        options: &Options,
    ) -> Result<Box<dyn Enumerate>, Unable> {
        Ok(self.built(Question::Enumerate, board, options)?)
    }

    /// The method as a [`Count`] of a board.
    ///
    /// # Errors
    ///
    /// [`Unable`] if it cannot count the sets of boards of this deck.
    pub fn counter(&self, board: &Board, options: &Options) -> Result<Box<dyn Count>, Unable> {
        match self.build {
            Build::Counter(build) if self.decks.contains(board.deck()) => Ok(build(board, options)),
            _ => Ok(self.built(Question::Count, board, options)?),
        }
    }

    /// The method with all its abilities.
    ///
    /// # Errors
    ///
    /// [`Unable`] if it cannot find and list the sets of boards of this deck.
    pub fn full(&self, board: &Board, options: &Options) -> Result<Box<dyn Full>, Unable> {
        self.built(Question::Enumerate, board, options)
    }

    fn built(
        &self,
        question: Question,
        board: &Board,
        options: &Options,
    ) -> Result<Box<dyn Full>, Unable> {
        let deck = board.deck();
        let lack = match self.build {
            Build::Full(build) if self.decks.contains(deck) => return Ok(build(board, options)),
            Build::Counter(_) if question != Question::Count => Lack::Question,
            _ => Lack::Deck(self.decks.clone()),
        };
        Err(Unable::new(self.name, lack, question, deck))
    }
}

/// The method cannot answer this question about this deck.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{method} {lack}: to {question} of {deck} choose one of {}", .able.join(", "))]
pub struct Unable {
    /// The method.
    pub method: &'static str,
    /// Why it cannot answer.
    pub lack: Lack,
    /// The question.
    pub question: Question,
    /// The deck of the board.
    pub deck: Deck,
    /// The methods of [`METHODS`] that can answer.
    pub able: Vec<&'static str>,
}

impl Unable {
    /// The error of a method, with the methods of [`METHODS`] that can answer.
    pub fn new(method: &'static str, lack: Lack, question: Question, deck: Deck) -> Self {
        let able = METHODS.iter().filter(|other| other.can(question, deck));
        Self { method, lack, question, deck, able: able.map(|other| other.name).collect() }
    }
}

/// Why a method cannot answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lack {
    /// The method supports these decks only.
    Deck(Decks),
    /// The method does not answer such questions on any deck.
    Question,
}

/// A phrase that follows the name of the method.
impl fmt::Display for Lack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Deck(decks) => write!(f, "needs {decks}"),
            Self::Question => f.write_str("cannot do that"),
        }
    }
}
