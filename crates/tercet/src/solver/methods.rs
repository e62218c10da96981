//! The table of methods: what each one is, what it can do, and how to build it.
//!
//! This is the single truth: the command line, the documentation, the tests and the races read
//! it. CONTRIBUTING.md tells how to add a row.

use std::fmt;
use std::num::NonZeroUsize;

use thiserror::Error;

use super::{Count, Enumerate, New, Solver, Update, brute};
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
    /// Picks another method.
    Choice,
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

/// What a method may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The most threads at work at once, for methods that can use more than one.
    pub threads: NonZeroUsize,
}

impl Default for Options {
    /// One thread.
    fn default() -> Self {
        Self { threads: NonZeroUsize::MIN }
    }
}

/// How a capability of a method is built, with an empty board.
type Build<T> = fn(Deck, &Options) -> Box<T>;

/// A row of the table.
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
    /// Whether it can use more than one thread.
    pub threads: bool,
    suits: fn(Deck) -> bool,
    solver: Option<Build<dyn Solver>>,
    enumerator: Option<Build<dyn Enumerate>>,
    counter: Option<Build<dyn Count>>,
}

/// All methods, from the plainest to the one that picks.
pub static METHODS: &[Method] = &[Method {
    name: "brute",
    family: Family::Definition,
    source: "all texts",
    idea: "tries every v cards by the definition",
    complexity: "C(n,v)·p",
    decks: "any",
    threads: false,
    suits: |_| true,
    solver: Some(|deck, _| Box::new(brute::Brute::new(deck))),
    enumerator: Some(|deck, _| Box::new(brute::Brute::new(deck))),
    counter: Some(|deck, _| Box::new(brute::Brute::new(deck))),
}];

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

    fn build<T: Update + ?Sized>(
        &self,
        build: Option<Build<T>>,
        question: Question,
        board: &Board,
        options: &Options,
    ) -> Result<Box<T>, Unable> {
        let deck = board.deck();
        let build = build.filter(|_| (self.suits)(deck)).ok_or_else(|| {
            let able = METHODS.iter().filter(|other| other.can(question, deck));
            Unable {
                method: self.name,
                lacks: if self.answers(question) { Lack::Deck(self.decks) } else { Lack::Question },
                question,
                deck,
                able: able.map(|other| other.name).collect(),
            }
        })?;
        let mut method = build(deck, options);
        method.add(board.cards()).expect("the cards of a board are distinct cards of its deck");
        Ok(method)
    }
}

impl fmt::Debug for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Method({})", self.name)
    }
}

/// The method of this name.
///
/// # Errors
///
/// [`UnknownMethod`], with the names there are.
pub fn method(name: &str) -> Result<&'static Method, UnknownMethod> {
    let named = METHODS.iter().find(|method| method.name == name);
    named.ok_or_else(|| UnknownMethod(name.into()))
}

/// No method has this name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no method is called '{0}': choose one of {all}", all = names(METHODS.iter().map(|method| method.name)))]
pub struct UnknownMethod(pub String);

/// The method cannot answer this question about this deck.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{method} {lacks}: to {question} of {deck} choose one of {able}", able = names(able.iter().copied()))]
pub struct Unable {
    /// The method.
    pub method: &'static str,
    /// What it was asked.
    pub question: Question,
    /// The deck of the board.
    pub deck: Deck,
    /// The methods that can.
    pub able: Vec<&'static str>,
    lacks: Lack,
}

/// What a method is missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lack {
    Deck(&'static str),
    Question,
}

impl fmt::Display for Lack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Deck(decks) => write!(f, "is for {decks}"),
            Self::Question => f.write_str("cannot do that"),
        }
    }
}

fn names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}
