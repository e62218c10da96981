//! The answers to questions about a board: a head that all of them share, and what was found.
//!
//! The head says which board was asked about, how the work ended, and how long it took. [`Work`] reads
//! the board, takes the time and puts the head together, so that a question only adds what it found.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use tercet::deck::Unsupported;
use tercet::file::NamedBoard;
use tercet::notation::{Names, Notation};
use tercet::solver::{Limit, Options, Question};
use tercet::{Board, Card, Deck, Method};

use crate::board::{CardWriter, notation};
use crate::session::Stopwatch;
use crate::{Answered, BoardSpec, Ending, Error, Reason, Search, Seconds, Session, Status};

/// The answer to a question about a board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(rename = "{T}", extend("description" = description::<T>())))]
pub struct BoardAnswer<T, E = Ending, S = Time> {
    /// The deck.
    pub deck: Deck,
    /// The name of the board, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// How many cards the board has.
    pub size: usize,
    /// How its cards were read, if they are not written in a notation of Tercet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<String>,
    /// How the work ended; `()` if it has only one end.
    #[serde(flatten)]
    pub ending: E,
    /// What was found.
    #[serde(flatten)]
    pub found: T,
    /// How long it took; `()` if that is not measured.
    #[serde(flatten)]
    pub time: S,
}

/// The description of what was found is that of the answer.
#[cfg(feature = "schemars")]
fn description<T: schemars::JsonSchema>() -> Option<String> {
    let schema = T::json_schema(&mut schemars::SchemaGenerator::default());
    Some(schema.get("description")?.as_str()?.to_owned())
}

/// How long something took.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Time {
    /// How long it took.
    pub seconds: Seconds,
}

impl From<Time> for () {
    fn from(_: Time) {}
}

impl<T, E: Answered, S> Answered for BoardAnswer<T, E, S> {
    fn status(&self) -> Status {
        self.ending.status()
    }

    fn reason(&self) -> Option<&Reason> {
        self.ending.reason()
    }
}

/// The work on a question about a board.
pub(crate) struct Work<'a> {
    named: Cow<'a, NamedBoard>,
    asked: Option<Notation>,
    session: &'a Session,
    watch: Stopwatch,
    seconds: Option<Seconds>,
}

impl<'a> Work<'a> {
    /// Reads the board, and settles how cards are written in the answer.
    ///
    /// # Errors
    ///
    /// As [`BoardSpec::board`], and [`Code::Notation`](crate::Code::Notation).
    pub(crate) fn on(
        board: &'a BoardSpec,
        asked: Option<Notation>,
        session: &'a Session,
    ) -> Result<Self, Error> {
        let named = board.board()?;
        notation(asked, named.board.deck())?;
        Ok(Self { named, asked, session, watch: session.stopwatch(), seconds: None })
    }

    /// How cards are written.
    pub(crate) fn writer(&self) -> CardWriter<'_> {
        let (deck, spelling) = (self.deck(), self.named.spelling.as_ref());
        // The usual notation is not taken for the spelling of the board.
        let default = if spelling.is_some() { Notation::usual } else { Notation::for_deck };
        let spelling = spelling.filter(|it| self.asked.is_none() || it.are_numbers);
        CardWriter { deck, notation: self.asked.unwrap_or_else(|| default(deck)), spelling }
    }

    pub(crate) fn board(&self) -> &Board {
        &self.named.board
    }

    pub(crate) fn deck(&self) -> Deck {
        self.board().deck()
    }

    /// Reports what begins now, starts the watch, and returns the limit.
    pub(crate) fn begin(
        &mut self,
        timeout: Option<Seconds>,
        what: impl FnOnce() -> String,
    ) -> Limit {
        self.watch = self.session.start(what);
        self.session.limit(timeout)
    }

    /// Begins a search of the board: returns its method, the solver that `build` makes, such as
    /// [`Method::solver`], and the limit.
    ///
    /// # Errors
    ///
    /// As [`Search::method`].
    pub(crate) fn search<S: ?Sized>(
        &mut self,
        search: &Search,
        question: Question,
        build: fn(&Method, &Board, &Options) -> Result<Box<S>, Unsupported>,
    ) -> Result<(Method, Box<S>, Limit), Error> {
        let (method, solver) = search.build(self.session, question, self.board(), build)?;
        let limit =
            self.begin(search.timeout, || format!("{} with {}", question.in_words(), method.name));
        Ok((method, solver, limit))
    }

    /// Stops the watch: what follows is not the work that was asked for.
    pub(crate) fn end(&mut self) {
        self.took(self.watch.elapsed());
    }

    /// Sets how long the work took that was asked for.
    pub(crate) fn took(&mut self, seconds: Seconds) {
        self.seconds = Some(seconds);
    }

    /// A card as a text.
    pub(crate) fn card(&self, card: Card) -> String {
        self.writer().write(card)
    }

    /// Cards as texts.
    pub(crate) fn cards(&self, cards: &[Card]) -> Vec<String> {
        self.writer().write_all(cards)
    }

    /// Sets as texts, from the positions of their cards.
    pub(crate) fn sets(&self, positions: &[Vec<usize>]) -> Vec<Vec<String>> {
        positions.iter().map(|set| self.cards(&self.board().at(set))).collect()
    }

    /// The words for properties and values: those of the pictures, or those of the notation.
    pub(crate) fn names(&self, pictured: bool) -> Names {
        match &self.named.spelling {
            Some(spelling) if !spelling.is_pictured => Names::Numbers,
            _ if pictured => Names::Pictured,
            _ => Names::Plain,
        }
    }

    /// How the cards were read, if they are not written in a notation of Tercet.
    pub(crate) fn reading(&self) -> Option<String> {
        self.named.spelling.as_ref().map(|spelling| spelling.reading.clone())
    }

    /// The answer.
    pub(crate) fn answer<T, E, S: From<Time>>(&self, ending: E, found: T) -> BoardAnswer<T, E, S> {
        let seconds = self.seconds.unwrap_or_else(|| self.watch.elapsed());
        let NamedBoard { name, board, .. } = &*self.named;
        let (deck, size, time) = (board.deck(), board.len(), Time { seconds }.into());
        let reading = self.reading();
        BoardAnswer { deck, board: name.clone(), size, reading, ending, found, time }
    }
}
