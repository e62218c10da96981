//! The sets of a board: one, all, or their number.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet::Board;
use tercet::notation::{NamedBoard, Notation};
use tercet::solver::{self, Held, Stop};

use crate::board::{notation, write_cards};
use crate::question::{Answered, Question};
use crate::session::Stopwatch;
use crate::{
    BoardSpec, DeckSpec, Ending, Error, Method, Name, Search, Seconds, Session, Status, Whole,
};

/// One set of a board, or that there is none.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Find {
    /// The board.
    pub board: BoardSpec,
    /// What searches.
    pub search: Search,
    /// How cards are written in the answer; the shortest notation by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<Name<Notation>>,
}

/// All sets of a board in layout order: by their first position, then by their second, and so on.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct List {
    /// The board.
    pub board: BoardSpec,
    /// Only so many sets, the first ones; the answer counts all of them nevertheless.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<NonZeroUsize>,
    /// What searches.
    pub search: Search,
    /// How cards are written in the answer; the shortest notation by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<Name<Notation>>,
}

/// The number of sets of a board.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Count {
    /// The board.
    pub board: BoardSpec,
    /// What searches.
    pub search: Search,
}

/// The sets of a board, as far as they were asked for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Sets {
    /// The deck.
    pub deck: DeckSpec,
    /// The name of the board, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// How many cards the board has.
    pub size: usize,
    /// Who answered.
    #[serde(flatten)]
    pub method: Method,
    /// The answer.
    #[serde(flatten)]
    pub ending: Ending,
    /// The sets, each as its cards in layout order.
    pub sets: Vec<Vec<String>>,
    /// The same sets, each as the positions of its cards on the board, from 0.
    pub positions: Vec<Vec<usize>>,
    /// How many sets were found, listed or not. None if a count was stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<Whole>,
    /// What the method remembers in the end, if it is one that remembers partial sets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered: Option<Remembered>,
    /// How long the search took.
    pub seconds: Seconds,
}

/// The partial sets that a method remembers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Remembered {
    /// How many: from two cards up to one fewer than a set has.
    pub partial_sets: Whole,
    /// The bytes of memory for them.
    pub bytes: usize,
}

impl From<Held> for Remembered {
    fn from(Held { partial_sets, bytes }: Held) -> Self {
        Self { partial_sets: partial_sets.into(), bytes }
    }
}

impl From<&Remembered> for Held {
    fn from(Remembered { partial_sets, bytes }: &Remembered) -> Self {
        Self { partial_sets: partial_sets.get().unwrap_or(u64::MAX), bytes: *bytes }
    }
}

impl Answered for Sets {
    fn status(&self) -> Status {
        self.ending.status()
    }
}

/// What a search came to, before it is written down.
struct Outcome {
    positions: Vec<Vec<usize>>,
    count: Option<u128>,
    stopped: Option<Stop>,
}

impl Sets {
    fn new(
        NamedBoard { name, board }: &NamedBoard,
        method: Method,
        remembered: Option<Held>,
        watch: &Stopwatch,
        Outcome { positions, count, stopped }: Outcome,
        notation: Notation,
    ) -> Result<Self, Error> {
        let deck = board.deck();
        let write = |set: &Vec<usize>| write_cards(deck, notation, &board.at(set));
        Ok(Self {
            deck: deck.into(),
            board: name.clone(),
            size: board.len(),
            method,
            ending: Ending::of(count.is_some_and(|count| count > 0), stopped)?,
            sets: positions.iter().map(write).collect(),
            positions,
            count: count.map(Whole::from),
            remembered: remembered.map(Remembered::from),
            seconds: watch.elapsed(),
        })
    }
}

impl Question for Find {
    type Answer = Sets;

    fn ask(&self, session: &Session) -> Result<Sets, Error> {
        let named = self.board.board()?;
        let board = &named.board;
        let notation = notation(self.notation, board.deck())?;
        let method = self.search.method(solver::Question::Find, board.deck())?;
        let mut solver = method.solver(board, &self.search.options()?)?;
        session.start(|| format!("{} with {}", solver::Question::Find, method.name));
        let watch = session.stopwatch();
        let (positions, stopped) = match solver.find(&session.limit(self.search.timeout)) {
            solver::Answer::Found(set) => (vec![positions(board, &set)], None),
            solver::Answer::None => (Vec::new(), None),
            solver::Answer::Stopped(stop) => (Vec::new(), Some(stop)),
        };
        let count = stopped.is_none().then_some(positions.len() as u128);
        let outcome = Outcome { positions, count, stopped };
        let by = Method::of(method, &*solver);
        Sets::new(&named, by, solver.held(), &watch, outcome, notation)
    }
}

/// The positions of the cards of a set of the board, ascending.
fn positions(board: &Board, set: &tercet::Set) -> Vec<usize> {
    let on_set = |&i: &usize| set.cards().binary_search(&board.cards()[i]).is_ok();
    (0..board.len()).filter(on_set).collect()
}

impl List {
    /// Lists the sets one by one: `visit` gets the board and the positions of a set, until it
    /// breaks off. The answer that is returned holds none of them.
    ///
    /// # Errors
    ///
    /// As [`Question::ask`].
    pub fn each(
        &self,
        session: &Session,
        visit: &mut dyn FnMut(&NamedBoard, &[usize]) -> ControlFlow<()>,
    ) -> Result<Sets, Error> {
        let named = self.board.board()?;
        let board = &named.board;
        let notation = notation(self.notation, board.deck())?;
        let method = self.search.method(solver::Question::Enumerate, board.deck())?;
        let mut lister = method.enumerator(board, &self.search.options()?)?;
        session.start(|| format!("{} with {}", solver::Question::Enumerate, method.name));
        let watch = session.stopwatch();
        let most = self.first.map(NonZeroUsize::get);
        let listing = solver::list(&mut *lister, most, &session.limit(self.search.timeout));
        let _ = listing.sets.iter().try_for_each(|set| visit(&named, set));
        let outcome =
            Outcome { positions: Vec::new(), count: Some(listing.found), stopped: listing.stopped };
        let by = Method::of(method, &*lister);
        Sets::new(&named, by, lister.held(), &watch, outcome, notation)
    }
}

impl Question for List {
    type Answer = Sets;

    fn ask(&self, session: &Session) -> Result<Sets, Error> {
        let (mut sets, mut positions) = (Vec::new(), Vec::new());
        let answer = self.each(session, &mut |NamedBoard { board, .. }, set| {
            let deck = board.deck();
            let notation =
                self.notation.map_or(Notation::for_deck(deck), |Name(notation)| notation);
            sets.push(write_cards(deck, notation, &board.at(set)));
            positions.push(set.to_vec());
            ControlFlow::Continue(())
        })?;
        Ok(Sets { sets, positions, ..answer })
    }
}

impl Question for Count {
    type Answer = Sets;

    fn ask(&self, session: &Session) -> Result<Sets, Error> {
        let named = self.board.board()?;
        let board = &named.board;
        let method = self.search.method(solver::Question::Count, board.deck())?;
        let mut counter = method.counter(board, &self.search.options()?)?;
        session.start(|| format!("{} with {}", solver::Question::Count, method.name));
        let watch = session.stopwatch();
        let counted = counter.count(&session.limit(self.search.timeout));
        let outcome =
            Outcome { positions: Vec::new(), count: counted.clone().ok(), stopped: counted.err() };
        let by = Method::of(method, &*counter);
        let notation = Notation::for_deck(board.deck());
        Sets::new(&named, by, counter.held(), &watch, outcome, notation)
    }
}
