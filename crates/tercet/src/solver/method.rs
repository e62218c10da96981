//! What a row of the table of methods says.

use std::fmt;

use super::decks::Decks;
use super::options::Options;
use super::{Count, Full};
use crate::board::Board;
use crate::deck::Deck;

/// How a method comes by its answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Family {
    /// Tries candidates and tests them by the rule.
    Definition,
    /// Lets some cards fix the rest and looks the rest up.
    Completion,
    /// Searches a tree.
    Search,
    /// Calculates without looking at single sets.
    Transform,
    /// States the question to somebody else's solver.
    Model,
    /// Picks another method.
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

/// What can be asked of a method.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    /// One set, or that there is none.
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

/// How a method is built, on a board of a deck that it is for.
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
    /// How it is built. To ask before whether it is for a deck, use [`solver`](Self::solver),
    /// [`enumerator`](Self::enumerator), [`counter`](Self::counter) or [`full`](Self::full).
    pub build: Build,
}

impl Method {
    /// Whether the method can answer a question about boards of a deck.
    pub fn can(&self, question: Question, deck: Deck) -> bool {
        self.answers(question) && self.decks.contains(deck)
    }

    /// Whether the method can answer a question on the decks it is for.
    pub const fn answers(&self, question: Question) -> bool {
        matches!((self.build, question), (Build::Full(_), _) | (_, Question::Count))
    }
}

impl fmt::Debug for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Method({})", self.name)
    }
}
