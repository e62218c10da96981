//! Why a question has no answer: a code for programs, a message for people, and its data.

use std::any::Any;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tercet::board::BoardError;
use tercet::data::json::JsonError;
use tercet::deck::{CardError, DeckError, OutOfRange, Unsupported};
use tercet::file::{BoardProblem, ParseError, Place};
use tercet::solver::{Cannot, Reason};
use tercet::{NoAnswer, Stop};
use thiserror::Error;

/// Why a question has no answer.
///
/// The sentence says what is wrong and names no flag, field or button: each surface adds the remedy
/// in its own terms, chosen by the code.
#[derive(Clone, PartialEq, Debug, Error, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[error("{message}")]
pub struct Error {
    /// The kind of error. Codes never change their meaning.
    pub code: Code,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// The place of the error in the given text. In a list of cards, the line is the number of the
    /// card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The wrong part of the input, as it was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Further facts by name: limits, the deck, the possible choices.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub data: Map<String, Value>,
}

/// The error with this code and this message, which is formatted.
macro_rules! error {
    ($code:ident, $($message:tt)+) => {
        crate::Error::new(crate::Code::$code, format!($($message)+))
    };
}

/// The kind of error.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The request is not JSON, or does not match its schema.
    Request,
    /// The text is not UTF-8.
    NotText,
    /// A word of a board is not a card.
    NotACard,
    /// A card shows a value that its deck does not have.
    ValueOutOfRange,
    /// A card has another number of properties than its deck.
    CardWidth,
    /// A card occurs twice.
    CardTwice,
    /// A card is not in the deck.
    CardForeign,
    /// A card is not on the board.
    CardAbsent,
    /// Cards that should be a set are not a set.
    NotASet,
    /// A hand that should be set-free holds a set.
    HoldsSet,
    /// There are no cards, but some are needed.
    NoCards,
    /// A `deck` or `board` line of a board file is wrong.
    BoardLine,
    /// The text is not an instance of the problem to be reduced.
    NoInstance,
    /// The deck of a file is not the one that was asked for.
    OtherDeck,
    /// There is no such deck.
    NoSuchDeck,
    /// No board of the text has this name, or the text holds several boards and no name was given.
    NoSuchBoard,
    /// The notation cannot write the cards of the deck.
    Notation,
    /// No method has this name, or the method cannot be combined in this way.
    NoSuchMethod,
    /// The method cannot answer this question about this deck.
    MethodUnable,
    /// The method needs a program that is not available.
    MethodMissing,
    /// The time limit was reached.
    Deadline,
    /// The session was cancelled.
    Interrupted,
    /// The memory limit was reached.
    Memory,
    /// A count is 2^128 or more.
    TooMany,
    /// The question is about more than the built-in methods can work through.
    OutOfReach,
    /// The bound on the effort was reached.
    Effort,
    /// An external solver failed, or its answer is wrong.
    SolverFailed,
    /// An external solver stopped without an answer.
    SolverStopped,
    /// The text is not the output of the solver.
    NoSolution,
    /// A number is too large or too small for its purpose.
    OutOfRange,
    /// Parts of the input contradict each other.
    Conflict,
    /// No seed was given, and there is no source of fresh ones.
    NoSeed,
    /// The text is not the record of a game.
    NotARecord,
    /// The record of a game is false.
    FalseRecord,
    /// The text is not a checkpoint or part of a question, or not one of this version.
    NotAPart,
    /// The bytes are not a proof that can be read.
    NotAProof,
    /// The bytes are not a picture that can be read.
    NotAPicture,
    /// A checkpoint is damaged.
    Damaged,
    /// A checkpoint or part belongs to another question, or to other games of a simulation.
    OtherRun,
    /// Parts of a question are missing.
    Unfinished,
    /// A file cannot be read or written, or is not of the expected kind.
    File,
    /// A server refuses the request: its sender or its content is not allowed.
    Forbidden,
    /// A server has too many questions to answer: ask again later.
    Busy,
    /// A bug in Tercet: please report it.
    Bug,
}

impl Code {
    /// Whether a limit ended the work, so that the answer, if there is one, is not known.
    pub const fn is_stop(self) -> bool {
        matches!(
            self,
            Self::Deadline
                | Self::Interrupted
                | Self::Memory
                | Self::TooMany
                | Self::Effort
                | Self::SolverStopped
        )
    }
}

impl Error {
    /// An error without data.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        let (place, text, data) = (None, None, Map::new());
        Self { code, message: message.into(), place, text, data }
    }

    /// The error of work that panicked, which is a bug.
    pub fn panicked(panic: &(dyn Any + Send)) -> Self {
        let words = panic.downcast_ref::<String>().map(String::as_str);
        let words = words.or_else(|| panic.downcast_ref::<&str>().copied());
        let message = format!("a bug: {}", words.unwrap_or("a panic without a message"));
        Self::new(Code::Bug, message)
    }

    /// The error with its place.
    #[must_use]
    pub fn at(self, place: Place) -> Self {
        Self { place: Some(place), ..self }
    }

    /// The error with the offending text.
    #[must_use]
    pub fn about(self, text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..self }
    }

    /// The error with the name of its field in the request.
    #[must_use]
    pub fn of_field(self, name: &str) -> Self {
        self.with("field", name)
    }

    /// The error with the name of its file before the message.
    #[must_use]
    pub fn of(self, file: &std::path::Path) -> Self {
        Self { message: format!("{}: {}", file.display(), self.message), ..self }
    }

    /// The error of an input or output. The I/O error may wrap a stop or a more specific error.
    #[cfg(feature = "native")]
    pub(crate) fn of_io(error: std::io::Error, what: &str) -> Self {
        error
            .downcast::<Self>()
            .or_else(|error| error.downcast().map(|stop: Stop| stop.into()))
            .unwrap_or_else(|error| Self::new(Code::File, format!("{what}: {error}")))
    }

    /// The error with one more fact.
    ///
    /// # Panics
    ///
    /// If the fact cannot be JSON, such as a map whose keys are not strings.
    #[must_use]
    pub fn with(mut self, name: &str, fact: impl Serialize) -> Self {
        let fact = serde_json::to_value(fact).expect("a fact is JSON");
        self.data.insert(name.into(), fact);
        self
    }
}

/// Gives each reason to stop its code.
impl From<Stop> for Error {
    fn from(stop: Stop) -> Self {
        let message = stop.to_string();
        let error = |code| Self::new(code, message);
        match stop.reason {
            Reason::Deadline => error(Code::Deadline),
            Reason::Interrupted => error(Code::Interrupted),
            Reason::Memory => error(Code::Memory),
            Reason::TooMany => error(Code::TooMany),
            Reason::Effort(_) => error(Code::Effort),
            Reason::Failed(failure) => error(Code::SolverFailed).with("solver", failure.solver),
        }
    }
}

impl From<JsonError> for Error {
    fn from(error: JsonError) -> Self {
        let wrong = Self { place: error.place, ..Self::new(Code::Request, error.to_string()) };
        if error.path.is_empty() { wrong } else { wrong.of_field(&error.path) }
    }
}

impl From<Cannot> for Error {
    fn from(why: Cannot) -> Self {
        let error = |code| Self::new(code, why.to_string());
        match &why {
            Cannot::Unsupported(_) => error(Code::OutOfReach),
            Cannot::OutOfRange(_) => error(Code::OutOfRange),
            Cannot::HoldsSet(set) => {
                let cards: Vec<String> = set.iter().map(|&card| set.deck().show(card)).collect();
                error(Code::HoldsSet).with("cards", cards)
            }
        }
    }
}

impl<F> From<NoAnswer<F>> for Error {
    fn from(error: NoAnswer<F>) -> Self {
        match error {
            NoAnswer::Cannot(why) => (*why).into(),
            NoAnswer::Stopped(stop) => stop.with(()).into(),
        }
    }
}

impl From<OutOfRange> for Error {
    fn from(error: OutOfRange) -> Self {
        Cannot::from(error).into()
    }
}

impl From<Unsupported> for Error {
    fn from(error: Unsupported) -> Self {
        Cannot::from(error).into()
    }
}

impl From<DeckError> for Error {
    fn from(error: DeckError) -> Self {
        Self::new(Code::NoSuchDeck, error.to_string())
    }
}

impl From<BoardError> for Error {
    fn from(error: BoardError) -> Self {
        let refused = |code| Self::new(code, error.to_string());
        match error {
            BoardError::Foreign(deck, _) => refused(Code::CardForeign).with("deck", deck),
            BoardError::Duplicate(deck, card) => {
                refused(Code::CardTwice).with("deck", deck).about(deck.show(card))
            }
            BoardError::Absent(deck, card) => {
                refused(Code::CardAbsent).with("deck", deck).about(deck.show(card))
            }
            BoardError::Position { position, cards } => {
                refused(Code::OutOfRange).with("position", position).with("size", cards)
            }
            BoardError::Repeated(position) => refused(Code::CardTwice).with("position", position),
        }
    }
}

impl From<CardError> for Error {
    fn from(error: CardError) -> Self {
        let refused = |code| Self::new(code, error.to_string());
        match &error {
            CardError::Letter { card, .. } => refused(Code::NotACard).about(card),
            CardError::Value { card, value, deck } => {
                refused(Code::ValueOutOfRange).about(card).with("value", value).with("deck", deck)
            }
            CardError::Width { card, found, deck } => {
                refused(Code::CardWidth).about(card).with("found", found).with("deck", deck)
            }
            CardError::Foreign { deck, .. } => refused(Code::CardForeign).with("deck", deck),
        }
    }
}

impl From<ParseError<BoardProblem>> for Error {
    fn from(ParseError { place, problem }: ParseError<BoardProblem>) -> Self {
        let message = problem.to_string();
        let error = |code| Self::new(code, &*message);
        let error = match problem {
            BoardProblem::NotText => error(Code::NotText),
            BoardProblem::NoCards => error(Code::NoCards),
            BoardProblem::NotACard(card) => error(Code::NotACard).about(card),
            BoardProblem::Card { error: why } | BoardProblem::MixedWidths(why) => {
                Self { message: message.clone(), ..why.into() }
            }
            BoardProblem::Duplicate { card, first } => {
                error(Code::CardTwice).about(card).with("first", first)
            }
            BoardProblem::Deck(_) => error(Code::NoSuchDeck),
            BoardProblem::OtherDeck { file, .. } => error(Code::OtherDeck).with("deck", file),
            BoardProblem::DeckLine
            | BoardProblem::DeckLineLate
            | BoardProblem::SecondDeckLine
            | BoardProblem::BoardLine
            | BoardProblem::SameName(_)
            | BoardProblem::SecondBoard => error(Code::BoardLine),
            BoardProblem::NotASet(_) => error(Code::NotASet),
        };
        error.at(place)
    }
}
