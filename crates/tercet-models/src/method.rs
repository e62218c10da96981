//! What a row of both tables says, and how it is built.

use std::fmt;

use tercet::solver::{self, Count, Decks, Enumerate, Family, Full, Lack, Question, Solver};
use tercet::{Board, Deck};
use thiserror::Error;

use crate::options::Options;

/// A method of the library or of this crate.
#[derive(Clone)]
pub struct Method {
    /// The name.
    pub name: &'static str,
    /// How it comes by its answer.
    pub family: Family,
    /// Who published it.
    pub source: &'static str,
    /// What it does, in a line.
    pub idea: &'static str,
    /// How its time grows with the number n of cards.
    pub complexity: &'static str,
    /// The decks it is for.
    pub decks: Decks,
    /// Whether it can use more than one thread, to find and to count.
    pub threads: bool,
    /// How it is built.
    pub build: Build,
}

/// How a method is built, on a board of a deck that it is for.
#[derive(Clone, Copy)]
pub enum Build {
    /// By a row of the library's table.
    Library(&'static solver::Method),
    /// By this crate.
    Full(fn(&Board, &Options) -> Box<dyn Full>),
    /// By this crate, with something from outside.
    Outside {
        /// What is needed and not there, in words that follow the method's name.
        missing: fn(&Options) -> Option<String>,
        /// Builds the method. That something is missing may only be seen when it is asked.
        build: fn(&Board, &Options) -> Box<dyn Full>,
    },
}

impl Method {
    /// Whether the method can answer a question about boards of a deck.
    pub fn can(&self, question: Question, deck: Deck) -> bool {
        self.answers(question) && self.decks.contains(deck)
    }

    /// Whether the method can answer a question on the decks it is for.
    pub const fn answers(&self, question: Question) -> bool {
        match self.build {
            Build::Library(method) => method.answers(question),
            Build::Full(_) | Build::Outside { .. } => true,
        }
    }

    /// What the method needs, is not there and can be got, in words that follow its name; none where
    /// it can run.
    pub fn missing(&self, options: &Options) -> Option<String> {
        match self.build {
            Build::Outside { missing, .. } => missing(options),
            Build::Library(_) | Build::Full(_) => None,
        }
    }

    /// The method as a [`Solver`] of a board.
    ///
    /// # Errors
    ///
    /// [`Unable`] if it cannot find sets in boards of this deck, or lacks something.
    pub fn solver(&self, board: &Board, options: &Options) -> Result<Box<dyn Solver>, Unable> {
        match self.build {
            Build::Library(method) => Ok(method.solver(board, &options.search)?),
            _ => Ok(self.built(Question::Find, board, options)?),
        }
    }

    /// The method as an [`Enumerate`] of a board.
    ///
    /// # Errors
    ///
    /// [`Unable`] if it cannot list the sets of boards of this deck, or lacks something.
    pub fn enumerator(
        &self,
        board: &Board,
        options: &Options,
    ) -> Result<Box<dyn Enumerate>, Unable> {
        match self.build {
            Build::Library(method) => Ok(method.enumerator(board, &options.search)?),
            _ => Ok(self.built(Question::Enumerate, board, options)?),
        }
    }

    /// The method as a [`Count`] of a board.
    ///
    /// # Errors
    ///
    /// [`Unable`] if it cannot count the sets of boards of this deck, or lacks something.
    pub fn counter(&self, board: &Board, options: &Options) -> Result<Box<dyn Count>, Unable> {
        match self.build {
            Build::Library(method) => Ok(method.counter(board, &options.search)?),
            _ => Ok(self.built(Question::Count, board, options)?),
        }
    }

    /// The method with all its answers.
    ///
    /// # Errors
    ///
    /// [`Unable`] if it cannot find and list the sets of boards of this deck, or lacks something.
    pub fn full(&self, board: &Board, options: &Options) -> Result<Box<dyn Full>, Unable> {
        self.built(Question::Enumerate, board, options)
    }

    fn built(
        &self,
        question: Question,
        board: &Board,
        options: &Options,
    ) -> Result<Box<dyn Full>, Unable> {
        let build = match self.build {
            Build::Library(method) => return Ok(method.full(board, &options.search)?),
            Build::Full(build) | Build::Outside { build, .. } => build,
        };
        if !self.decks.contains(board.deck()) {
            let lack = Lack::Deck(self.decks.clone());
            return Err(solver::Unable::new(self.name, lack, question, board.deck()).into());
        }
        if let Some(what) = self.missing(options) {
            return Err(Unable::Missing { method: self.name, what });
        }
        Ok(build(board, options))
    }
}

impl From<&'static solver::Method> for Method {
    fn from(method: &'static solver::Method) -> Self {
        let &solver::Method { name, family, source, idea, complexity, ref decks, threads, .. } =
            method;
        let (decks, build) = (decks.clone(), Build::Library(method));
        Self { name, family, source, idea, complexity, decks, threads, build }
    }
}

impl fmt::Debug for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Method({})", self.name)
    }
}

/// The method cannot answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Unable {
    /// It is not for this question or deck.
    #[error(transparent)]
    Unsuited(#[from] solver::Unable),
    /// It needs something that is not there.
    #[error("{method} {what}")]
    Missing {
        /// The method.
        method: &'static str,
        /// What is missing, and where it can be got.
        what: String,
    },
}
