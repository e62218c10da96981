//! The description of a method of either table, and how it is built.

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
    /// Its approach.
    pub family: Family,
    /// Its authors.
    pub source: &'static str,
    /// Its idea, in one line.
    pub idea: &'static str,
    /// The growth of its time with the number n of cards.
    pub complexity: &'static str,
    /// The decks that it supports.
    pub decks: Decks,
    /// Whether it can use several threads for finding and counting.
    pub threads: bool,
    /// How it is built.
    pub build: Build,
}

/// How a method is built, for a board of a supported deck.
#[derive(Clone, Copy)]
pub enum Build {
    /// By a row of the library's table.
    Library(&'static solver::Method),
    /// By this crate.
    Full(fn(&Board, &Options) -> Box<dyn Full>),
    /// By this crate, with an external component.
    Outside {
        /// The missing component, as a phrase that follows the method's name; `None` if nothing is
        /// missing.
        missing: fn(&Options) -> Option<String>,
        /// Builds the method. A missing component may be detected only at the first question.
        build: fn(&Board, &Options) -> Box<dyn Full>,
    },
}

impl Method {
    /// Whether the method can answer a question about boards of a deck.
    pub fn can(&self, question: Question, deck: Deck) -> bool {
        self.answers(question) && self.decks.contains(deck)
    }

    /// Whether the method can answer a question on the decks that it supports.
    pub const fn answers(&self, question: Question) -> bool {
        match self.build {
            Build::Library(method) => method.answers(question),
            Build::Full(_) | Build::Outside { .. } => true,
        }
    }

    /// The component that the method lacks and how to get it, as a phrase that follows its name;
    /// `None` if it can run.
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
    /// [`Unable`] if it cannot find sets in boards of this deck, or a component is missing.
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
    /// [`Unable`] if it cannot list the sets of boards of this deck, or a component is missing.
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
    /// [`Unable`] if it cannot count the sets of boards of this deck, or a component is missing.
    pub fn counter(&self, board: &Board, options: &Options) -> Result<Box<dyn Count>, Unable> {
        match self.build {
            Build::Library(method) => Ok(method.counter(board, &options.search)?),
            _ => Ok(self.built(Question::Count, board, options)?),
        }
    }

    /// The method with all its abilities.
    ///
    /// # Errors
    ///
    /// [`Unable`] if it cannot find and list the sets of boards of this deck, or a component is
    /// missing.
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

/// Why a method cannot answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Unable {
    /// It does not suit the question or the deck.
    #[error(transparent)]
    Unsuited(#[from] solver::Unable),
    /// A component is missing.
    #[error("{method} {what}")]
    Missing {
        /// The method.
        method: &'static str,
        /// The missing component, and how to get it.
        what: String,
    },
}
