//! Boards as exact cover problems.

use std::num::NonZeroUsize;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet::Deck;
use tercet::notation::Notation;
use tercet::reduction::exact_cover::Item;
use tercet::reduction::{ExactCover, exact_covers_within};

use crate::board::write_cards;
use crate::cost::{self, Cost, Means};
use crate::question::{Answered, Question};
use crate::{BoardSpec, Code, Error, Session};

/// A board as exact cover problems, one for each agreement: the properties in which all cards of a
/// set share a value. Together, their exact covers are the sets.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ReduceCover {
    /// The board.
    pub board: BoardSpec,
    /// Only the problem with this number, counted from 1.
    pub group: Option<NonZeroUsize>,
}

/// The exact cover problems of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Covers {
    /// The deck.
    pub deck: Deck,
    /// The name of the board, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// How many cards the board has.
    pub size: usize,
    /// Its cards.
    pub cards: Vec<String>,
    /// The problems, those with the smallest agreement first.
    pub problems: Vec<CoverProblem>,
}

/// An exact cover problem. An item is a property and a value, both from 0.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CoverProblem {
    /// Its number, from 1.
    pub group: usize,
    /// The properties in which all cards of a set agree, each with its value.
    pub agreement: Vec<[usize; 2]>,
    /// The items, each of which must be covered exactly once.
    pub items: Vec<[usize; 2]>,
    /// For each option its items, as indices of `items`.
    pub options: Vec<Vec<usize>>,
    /// For each option the position of its card on the board.
    pub positions: Vec<usize>,
}

impl CoverProblem {
    fn new(group: usize, problem: &ExactCover) -> Self {
        let pairs = |items: &[Item]| items.iter().map(|item| [item.property, item.value]).collect();
        Self {
            group,
            agreement: pairs(problem.agreement()),
            items: pairs(problem.items()),
            options: problem.options().to_vec(),
            positions: problem.positions().to_vec(),
        }
    }
}

impl Answered for Covers {}

impl ReduceCover {
    /// Makes the problems one by one: `visit` gets the number of each, from 1, and the problem.
    ///
    /// # Errors
    ///
    /// Errors of `visit`, [`Code::OutOfRange`] if no problem has the number asked for, and
    /// [`Code::Interrupted`] if the session is cancelled.
    pub fn each<E: From<Error>>(
        &self,
        session: &Session,
        mut visit: impl FnMut(usize, &ExactCover) -> Result<(), E>,
    ) -> Result<(), E> {
        let board = &self.board.board()?.board;
        session.start(|| format!("comparing {} cards", board.len()));
        let limit = session.limit(None);
        let mut count = 0;
        for problem in exact_covers_within(board, &limit).map_err(Error::from)? {
            let problem = problem.map_err(Error::from)?;
            count += 1;
            match self.group.map(NonZeroUsize::get) {
                Some(group) if count < group => {}
                Some(group) => return visit(group, &problem),
                None => visit(count, &problem)?,
            }
        }
        match self.group {
            None => Ok(()),
            Some(group) => {
                let message = match count {
                    0 => "this board has no exact cover problem, so no set".into(),
                    1 => format!("this board has 1 problem: no problem has the number {group}"),
                    _ => format!("this board has {count} problems: choose from 1 to {count}"),
                };
                let error = Error::new(Code::OutOfRange, message).of_field("group");
                Err(error.with("most", count).into())
            }
        }
    }
}

impl Question for ReduceCover {
    type Answer = Covers;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        self.board.bound(cost::SMALL)?;
        Ok(Cost::work(None))
    }

    fn ask(&self, session: &Session) -> Result<Covers, Error> {
        let named = self.board.board()?;
        let (board, deck) = (&named.board, named.board.deck());
        let mut problems = Vec::new();
        self.each(session, |group, problem| {
            problems.push(CoverProblem::new(group, problem));
            Ok::<(), Error>(())
        })?;
        Ok(Covers {
            deck,
            board: named.name.clone(),
            size: board.len(),
            cards: write_cards(deck, Notation::for_deck(deck), board.cards()),
            problems,
        })
    }
}
