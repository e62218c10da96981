//! What a row of a table of methods says, and how it is built.

use std::fmt;

use thiserror::Error;

use super::methods::METHODS;
use super::{Count, Enumerate, Options, Solver};
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
    /// How many sets there are.
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

/// How a capability of a method is built: on a board of a deck that the method suits.
pub type Build<T> = fn(&Board, &Options) -> Box<T>;

/// A row of a table of methods: of [`METHODS`], or of a table of another crate in the same style.
pub struct Method {
    /// The name, as `--method` takes it.
    pub name: &'static str,
    /// How it comes by its answer.
    pub family: Family,
    /// Who published it.
    pub source: &'static str,
    /// What it does, in a line.
    pub idea: &'static str,
    /// How its time grows with the number n of cards.
    pub complexity: &'static str,
    /// The decks it is for, in words: `any`, `v = 3`.
    pub decks: &'static str,
    /// Whether it can use more than one thread, to find and to count.
    pub threads: bool,
    /// Whether it is for a deck; says the same as [`decks`](Self::decks).
    pub suits: fn(Deck) -> bool,
    /// What it needs, is not there and can be got, in words that follow the method's name; none
    /// where it can run. For methods that start an outside program.
    pub missing: fn(&Options) -> Option<String>,
    /// Builds it to find a set, if it can; [`solver()`](Self::solver()) asks `suits` before.
    pub solver: Option<Build<dyn Solver>>,
    /// Builds it to visit all sets, if it can; [`enumerator()`](Self::enumerator()) asks `suits`
    /// before.
    pub enumerator: Option<Build<dyn Enumerate>>,
    /// Builds it to count the sets, if it can; [`counter()`](Self::counter()) asks `suits` before.
    pub counter: Option<Build<dyn Count>>,
}

impl Method {
    /// Whether the method can answer a question about boards of a deck.
    pub fn can(&self, question: Question, deck: Deck) -> bool {
        (self.suits)(deck) && self.answers(question)
    }

    /// Whether the method can answer a question on the decks it is for.
    pub fn answers(&self, question: Question) -> bool {
        match question {
            Question::Find => self.solver.is_some(),
            Question::Enumerate => self.enumerator.is_some(),
            Question::Count => self.counter.is_some(),
        }
    }

    /// The method as a [`Solver`] of a board.
    ///
    /// # Errors
    ///
    /// [`Unable`] where it cannot find sets in boards of this deck, with the methods that can.
    pub fn solver(&self, board: &Board, options: &Options) -> Result<Box<dyn Solver>, Unable> {
        self.build(self.solver, Question::Find, board, options)
    }

    /// The method as an [`Enumerate`] of a board.
    ///
    /// # Errors
    ///
    /// [`Unable`] where it cannot list the sets of boards of this deck.
    pub fn enumerator(
        &self,
        board: &Board,
        options: &Options,
    ) -> Result<Box<dyn Enumerate>, Unable> {
        self.build(self.enumerator, Question::Enumerate, board, options)
    }

    /// The method as a [`Count`] of a board.
    ///
    /// # Errors
    ///
    /// [`Unable`] where it cannot count the sets of boards of this deck.
    pub fn counter(&self, board: &Board, options: &Options) -> Result<Box<dyn Count>, Unable> {
        self.build(self.counter, Question::Count, board, options)
    }

    fn build<T: ?Sized>(
        &self,
        build: Option<Build<T>>,
        question: Question,
        board: &Board,
        options: &Options,
    ) -> Result<Box<T>, Unable> {
        let deck = board.deck();
        let build = match build {
            None => Err(Lack::Question),
            Some(_) if !(self.suits)(deck) => Err(Lack::Deck(self.decks)),
            Some(build) => (self.missing)(options).map_or(Ok(build), |what| Err(Lack::Need(what))),
        };
        let build = build.map_err(|lacks| {
            let able = METHODS.iter().filter(|other| other.can(question, deck));
            let able = able.map(|other| other.name).collect();
            Unable { method: self.name, lacks, question, deck, able }
        })?;
        Ok(build(board, options))
    }
}

impl fmt::Debug for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Method({})", self.name)
    }
}

/// The method cannot answer this question about this deck.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{method} {lacks}{}", self.instead())]
pub struct Unable {
    /// The method.
    pub method: &'static str,
    /// What it was asked.
    pub question: Question,
    /// The deck of the board.
    pub deck: Deck,
    /// The methods of [`METHODS`] that can.
    pub able: Vec<&'static str>,
    lacks: Lack,
}

impl Unable {
    /// What to do. Where something must be got first, its name and whence are said already.
    fn instead(&self) -> String {
        let Self { question, deck, able, .. } = self;
        match self.lacks {
            Lack::Need(_) => String::new(),
            Lack::Deck(_) | Lack::Question => {
                let able = names(able.iter().copied());
                format!(": to {question} of {deck} choose one of {able}")
            }
        }
    }
}

/// What a method is missing.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Lack {
    Deck(&'static str),
    Question,
    Need(String),
}

impl fmt::Display for Lack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Deck(decks) => write!(f, "is for {decks}"),
            Self::Question => f.write_str("cannot do that"),
            Self::Need(what) => f.write_str(what),
        }
    }
}

pub(super) fn names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}
