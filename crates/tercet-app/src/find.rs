//! The sets of a board: one, all, or their number.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet::notation::{NamedBoard, Notation};
use tercet::solver::{self, PartialSets, Report, Stop};

use crate::board::{notation, write_cards};
use crate::engine;
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
    /// The maximum number of sets, the first ones; the answer counts all of them nevertheless.
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
    /// The same sets, each as the positions of its cards on the board, from 0. Left out where sets
    /// are written one by one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
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

impl From<PartialSets> for Remembered {
    fn from(PartialSets { count, bytes }: PartialSets) -> Self {
        Self { partial_sets: count.into(), bytes }
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
        asked: &engine::Method,
        report: &Report,
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
            method: Method::of(asked, report),
            ending: Ending::of(count.is_some_and(|count| count > 0), stopped)?,
            sets: positions.iter().map(write).collect(),
            positions,
            count: count.map(Whole::from),
            remembered: report.memory.map(Remembered::from),
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
        let (found, stopped) = match solver.find(&session.limit(self.search.timeout)) {
            Ok(found) => (found, None),
            Err(stop) => (None, Some(stop)),
        };
        // The set is checked by the definition before anyone sees it.
        let checked = found.inspect(|found| drop(found.set(board)));
        let positions: Vec<_> = checked.iter().map(|found| found.positions().to_vec()).collect();
        let count = stopped.is_none().then_some(positions.len() as u128);
        let outcome = Outcome { positions, count, stopped };
        Sets::new(&named, method, &solver.report(), &watch, outcome, notation)
    }
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
        let limit = session.limit(self.search.timeout);
        let mut visited = ControlFlow::Continue(());
        let (found, stopped) =
            solver::list_each(&mut *lister, most, self.search.memory(), &limit, &mut |set| {
                visited = visit(&named, set);
                visited
            });
        // A visitor may break off because the session was cancelled.
        let cancelled = || visited.is_break() && session.is_cancelled();
        let stopped = stopped.or_else(|| cancelled().then_some(Stop::Interrupted));
        let outcome = Outcome { positions: Vec::new(), count: Some(found), stopped };
        Sets::new(&named, method, &lister.report(), &watch, outcome, notation)
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
        let notation = Notation::for_deck(board.deck());
        Sets::new(&named, method, &counter.report(), &watch, outcome, notation)
    }
}
