//! Instances of k-dimensional matching, solved as boards.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet::notation::Notation;
use tercet::reduction::MatchingInstance;
use tercet::{Board, Deck, Method, solver};

use super::too_large;
use crate::board::write_cards;
use crate::cost::{Cost, Means};
use crate::question::{Answered, Question};
use crate::{AnsweredBy, Ending, Error, Search, Seconds, Session, Status};

/// A perfect matching of an instance of k-dimensional matching, found as a set of its board.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ReduceMatching {
    /// The text of the instance: a line `matching K N`, then an edge a line.
    pub instance: String,
    /// The method, with its settings and limits.
    pub search: Search,
}

/// Whether an instance has a perfect matching.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Matched {
    /// K: how many dimensions there are.
    pub dimensions: usize,
    /// N: how many elements each dimension has.
    pub elements: usize,
    /// How many edges there are.
    pub edge_count: usize,
    /// The deck of the board.
    pub deck: Deck,
    /// How many cards the board has.
    pub size: usize,
    /// The method that answered.
    #[serde(flatten)]
    pub method: AnsweredBy,
    /// The answer.
    #[serde(flatten)]
    pub ending: Ending,
    /// The edges of the matching, each as its elements, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matching: Option<Vec<Vec<usize>>>,
    /// How long the search took.
    pub seconds: Seconds,
}

impl Answered for Matched {
    fn status(&self) -> Status {
        self.ending.status()
    }
}

impl Question for ReduceMatching {
    type Answer = Matched;

    fn cost(&mut self, means: Means) -> Result<Cost, Error> {
        self.search.bound(means)?;
        Ok(Cost::search(&self.search, false))
    }

    fn ask(&self, session: &Session) -> Result<Matched, Error> {
        let instance = MatchingInstance::parse(&self.instance)?;
        let board = board(&instance)?;
        let (asked, mut solver) =
            self.search.build(session, solver::Question::Find, &board, Method::solver)?;
        session.start(|| format!("find a perfect matching with {}", asked.name));
        let watch = session.stopwatch();
        let (found, stopped) = match solver.find(&session.limit(self.search.timeout)) {
            Ok(found) => (found, None),
            Err(stop) => (None, Some(stop)),
        };
        let seconds = watch.elapsed();
        let matching = found.map(|found| {
            let set = found.set(&board);
            let edges = instance.matching(&set).expect("a set of the board is a perfect matching");
            edges.into_iter().map(|edge| instance.edges()[edge].to_vec()).collect()
        });
        Ok(Matched {
            dimensions: instance.dimensions(),
            elements: instance.elements(),
            edge_count: instance.edges().len(),
            deck: board.deck(),
            size: board.len(),
            method: AnsweredBy::of(&asked, &solver.report()),
            ending: Ending::of(matching.is_some(), stopped)?,
            matching,
            seconds,
        })
    }
}

/// The board of an instance, if its deck is not too large.
fn board(instance: &MatchingInstance) -> Result<Board, Error> {
    let (values, properties) = (instance.elements().saturating_add(1), instance.dimensions());
    instance.board().map_err(|error| too_large(&error, values, properties))
}

/// The board of an instance of k-dimensional matching.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ReduceMatchingBoard {
    /// The text of the instance: a line `matching K N`, then an edge a line.
    pub instance: String,
}

/// The board of an instance: it has a set exactly if the instance has a perfect matching.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MatchingBoard {
    /// K: how many dimensions there are.
    pub dimensions: usize,
    /// N: how many elements each dimension has.
    pub elements: usize,
    /// How many edges there are.
    pub edge_count: usize,
    /// The deck of the board.
    pub deck: Deck,
    /// How many cards the board has.
    pub size: usize,
    /// Its cards: those of the edges in their order, then the extra one.
    pub cards: Vec<String>,
}

impl Answered for MatchingBoard {}

impl Question for ReduceMatchingBoard {
    type Answer = MatchingBoard;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        // The board is as short as the request, and so is the work.
        Ok(Cost::work(None))
    }

    fn ask(&self, _: &Session) -> Result<MatchingBoard, Error> {
        let instance = MatchingInstance::parse(&self.instance)?;
        let board = board(&instance)?;
        let deck = board.deck();
        Ok(MatchingBoard {
            dimensions: instance.dimensions(),
            elements: instance.elements(),
            edge_count: instance.edges().len(),
            deck,
            size: board.len(),
            cards: write_cards(deck, Notation::for_deck(deck), board.cards()),
        })
    }
}
