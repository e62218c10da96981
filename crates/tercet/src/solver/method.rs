//! The description of a method: a row of the table.

use std::fmt;

use super::decks::Decks;
use super::options::Options;
use super::{Count, Full};
use crate::board::Board;
use crate::deck::Deck;

/// The approach of a method.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Family {
    /// Tests candidates by the definition.
    Definition,
    /// Some cards determine the rest, which is looked up.
    Completion,
    /// Searches a tree.
    Search,
    /// Computes without visiting single sets.
    Transform,
    /// Formulates the question for a general-purpose solver.
    Model,
    /// Chooses another method.
    Choice,
}

impl Family {
    /// The name in one word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Definition => "definition",
            Self::Completion => "completion",
            Self::Search => "search",
            Self::Transform => "transform",
            Self::Model => "model",
            Self::Choice => "choice",
        }
    }
}

/// A question to a method.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    /// One set, or a proof that there is none.
    Find,
    /// All sets.
    Enumerate,
    /// The number of sets.
    Count,
}

impl Question {
    /// All questions.
    pub const ALL: [Self; 3] = [Self::Find, Self::Enumerate, Self::Count];

    /// The question in one word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Find => "find",
            Self::Enumerate => "list",
            Self::Count => "count",
        }
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Find => "find one set",
            Self::Enumerate => "list all sets",
            Self::Count => "count the sets",
        })
    }
}

/// How a method is built, for a board of a supported deck.
#[derive(Clone, Copy)]
pub enum Build {
    /// A method that answers every question.
    Full(fn(&Board, &Options) -> Box<dyn Full>),
    /// A method that only counts.
    Counter(fn(&Board, &Options) -> Box<dyn Count>),
}

/// A row of the table of methods, [`METHODS`](super::METHODS).
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
    /// How it is built. [`solver`](Self::solver), [`enumerator`](Self::enumerator),
    /// [`counter`](Self::counter) and [`full`](Self::full) first check that it supports the deck.
    pub build: Build,
}

impl Method {
    /// Whether the method can answer a question about boards of a deck.
    pub fn can(&self, question: Question, deck: Deck) -> bool {
        self.answers(question) && self.decks.contains(deck)
    }

    /// Whether the method can answer a question on the decks that it supports.
    pub const fn answers(&self, question: Question) -> bool {
        matches!((self.build, question), (Build::Full(_), _) | (_, Question::Count))
    }
}

impl fmt::Debug for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Method({})", self.name)
    }
}
