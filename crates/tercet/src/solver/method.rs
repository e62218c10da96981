//! A row of the table of methods: what a method is, what it can do, and how it is built.

use std::fmt;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::methods::{METHODS, ROW};
use super::{Count, Enumerate, Full, Solver};
use crate::board::Board;
use crate::deck::{Deck, Unsupported};
use crate::named;

named! {
    /// The approach of a method.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Family is "family" {
        /// Tests candidates by the definition.
        Definition = "definition",
        /// Some cards determine the rest, which is looked up.
        Completion = "completion",
        /// Searches a tree.
        Search = "search",
        /// Computes without visiting single sets.
        Transform = "transform",
        /// Formulates the question for a general-purpose solver.
        Model = "model",
        /// Chooses another method.
        Choice = "choice",
        /// Runs several methods side by side, of which the first answer counts.
        Race = "race",
    }
}

named! {
    /// A question to a method.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Question is "question" {
        /// One set, or a proof that there is none.
        #[default]
        Find = "find",
        /// All sets.
        Enumerate = "list",
        /// The number of sets.
        Count = "count",
    }
}

impl Question {
    /// The question in words: `find one set`.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Find => "find one set",
            Self::Enumerate => "list all sets",
            Self::Count => "count the sets",
        }
    }
}

/// The resources of a method. Each method uses those that apply to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The maximum number of threads, for methods that can use several. In a race each member has
    /// at least one.
    pub threads: NonZeroUsize,
    /// The maximum memory in bytes, besides the board, for methods that store partial sets or
    /// formulas. A method that would need more ends with [`Stop::MEMORY`](super::Stop::MEMORY).
    pub memory: usize,
}

impl Default for Options {
    /// One thread, 1 GiB.
    fn default() -> Self {
        Self { threads: NonZeroUsize::MIN, memory: 1 << 30 }
    }
}

/// A method: a row of the table [`METHODS`], or of a table of another crate.
///
/// ```
/// use tercet::solver::{Limit, Method, Options, Question};
/// use tercet::{Board, Deck};
///
/// let board: Board = "2RhO 2GhO 2PhO".parse()?;
/// let mut solver = Method::COVER.solver(&board, &Options::default())?;
/// assert_eq!(solver.find(&Limit::none())?.as_deref(), Some(&[0, 1, 2][..]));
/// assert!(!Method::SPECTRUM.can(Question::Find, Deck::CLASSIC));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// Whether it can only count.
    pub only_counts: bool,
    /// Whether it starts an external program, or may do so.
    pub starts_program: bool,
    /// Looks for what it needs on this machine, if it needs anything, and describes what is missing:
    /// see [`missing`](Self::missing).
    pub lacks: Option<Arc<dyn Fn() -> Option<String> + Send + Sync>>,
    /// How it is built. [`solver`](Self::solver), [`enumerator`](Self::enumerator),
    /// [`counter`](Self::counter) and [`full`](Self::full) first check that it supports the deck.
    pub build: Build,
}

/// A constructor with options of its own.
type Constructor = Arc<dyn Fn(&Board, &Options) -> Box<dyn Full> + Send + Sync>;

/// How a method is built, for a board of a supported deck.
#[derive(Clone)]
pub enum Build {
    /// A method without further options.
    Plain(fn(&Board, &Options) -> Box<dyn Full>),
    /// A method whose constructor has options of its own.
    Configured(Constructor),
}

impl Method {
    /// A method of your own: a search that supports every deck and answers every question. The
    /// other fields describe it; set those that differ.
    pub fn new(
        name: &'static str,
        build: impl Fn(&Board, &Options) -> Box<dyn Full> + Send + Sync + 'static,
    ) -> Self {
        let build = Build::Configured(Arc::new(build));
        Self { name, family: Family::Search, source: "", build, ..ROW }
    }

    /// Whether the method can answer a question about boards of a deck.
    pub fn can(&self, question: Question, deck: Deck) -> bool {
        self.answers(question) && self.decks.contains(deck)
    }

    /// Whether the method can answer a question on the decks that it supports.
    pub const fn answers(&self, question: Question) -> bool {
        !self.only_counts || matches!(question, Question::Count)
    }

    /// The component that the method lacks and how to get it, as a phrase that follows its name;
    /// `None` if it can run.
    pub fn missing(&self) -> Option<String> {
        self.lacks.as_ref().and_then(|lacks| lacks())
    }

    /// The method as a [`Solver`] of a board.
    ///
    /// # Errors
    ///
    /// [`Unsupported`] if it cannot find sets in boards of this deck, with the methods that can, or
    /// if a component is missing.
    pub fn solver(&self, board: &Board, options: &Options) -> Result<Box<dyn Solver>, Unsupported> {
        Ok(self.built(Question::Find, board, options)?)
    }

    /// The method as an [`Enumerate`] of a board.
    ///
    /// # Errors
    ///
    /// As for [`solver`](Self::solver).
    pub fn enumerator(
        &self,
        board: &Board,
        options: &Options,
    ) -> Result<Box<dyn Enumerate>, Unsupported> {
        Ok(self.built(Question::Enumerate, board, options)?)
    }

    /// The method as a [`Count`] of a board.
    ///
    /// # Errors
    ///
    /// As for [`solver`](Self::solver).
    pub fn counter(&self, board: &Board, options: &Options) -> Result<Box<dyn Count>, Unsupported> {
        Ok(self.built(Question::Count, board, options)?)
    }

    /// The method with all its abilities.
    ///
    /// # Errors
    ///
    /// As for [`solver`](Self::solver).
    pub fn full(&self, board: &Board, options: &Options) -> Result<Box<dyn Full>, Unsupported> {
        self.built(Question::Enumerate, board, options)
    }

    /// Checks that the method can answer a question about boards of a deck on this machine.
    ///
    /// # Errors
    ///
    /// [`Unsupported`] with the methods of [`METHODS`] that can, or with the component that is missing.
    pub fn check(&self, question: Question, deck: Deck) -> Result<(), Unsupported> {
        let unsupported = |why, able| Err(Unsupported { what: self.name.into(), why, deck, able });
        if !self.can(question, deck) {
            let why = if self.answers(question) {
                format!("needs {} to {} of {deck}", self.decks, question.in_words())
            } else {
                format!("cannot {} of {deck}", question.in_words())
            };
            let able = METHODS.iter().filter(|other| other.can(question, deck));
            return unsupported(why, able.map(|other| other.name).collect());
        }
        self.missing().map_or(Ok(()), |why| unsupported(why, Vec::new()))
    }

    /// The method for a board, of which only this question will be asked.
    pub(super) fn built(
        &self,
        question: Question,
        board: &Board,
        options: &Options,
    ) -> Result<Box<dyn Full>, Unsupported> {
        self.check(question, board.deck())?;
        Ok(match &self.build {
            Build::Plain(build) => build(board, options),
            Build::Configured(build) => build(board, options),
        })
    }
}

/// Methods are equal if they have the same name.
impl PartialEq for Method {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Method {}

/// The name.
impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

impl fmt::Debug for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Method({})", self.name)
    }
}

/// The decks whose numbers of values and properties lie in these ranges.
///
/// ```
/// use tercet::Deck;
/// use tercet::solver::Decks;
///
/// let decks = Decks { values: 3..=3, properties: 1..=16 };
/// assert_eq!(decks.to_string(), "v = 3, p ≤ 16");
/// assert!(decks.contains(Deck::CLASSIC));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decks {
    /// The range of v; it starts at 1 or more.
    pub values: RangeInclusive<usize>,
    /// The range of p; it starts at 1 or more.
    pub properties: RangeInclusive<usize>,
}

impl Decks {
    /// All decks.
    pub const ANY: Self = Self { values: 1..=usize::MAX, properties: 1..=usize::MAX };

    /// Whether a deck is in the ranges.
    pub fn contains(&self, deck: Deck) -> bool {
        self.values.contains(&deck.values()) && self.properties.contains(&deck.properties())
    }
}

/// The ranges as conditions: `any`, `v = 3`, `4 ≤ v ≤ 64`, `v = 3, p ≤ 16`.
impl fmt::Display for Decks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let condition =
            |name: &str, range: &RangeInclusive<usize>| match (range.start(), range.end()) {
                (1, &usize::MAX) => None,
                (first, last) if first == last => Some(format!("{name} = {first}")),
                (1, last) => Some(format!("{name} ≤ {last}")),
                (first, &usize::MAX) => Some(format!("{name} ≥ {first}")),
                (first, last) => Some(format!("{first} ≤ {name} ≤ {last}")),
            };
        let conditions = [condition("v", &self.values), condition("p", &self.properties)];
        let all = conditions.into_iter().flatten().collect::<Vec<String>>().join(", ");
        f.pad(if all.is_empty() { "any" } else { &all })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decks_print_their_conditions() {
        let of = |values, properties| Decks { values, properties }.to_string();
        let all = 1..=usize::MAX;
        assert_eq!(Decks::ANY.to_string(), "any");
        assert_eq!(of(4..=64, all.clone()), "4 ≤ v ≤ 64");
        assert_eq!(of(all.clone(), 2..=usize::MAX), "p ≥ 2");
        assert_eq!(of(1..=5, 7..=7), "v ≤ 5, p = 7");
        assert_eq!(format!("{:6}|", Decks { values: 3..=3, properties: all }), "v = 3 |");
    }
}
