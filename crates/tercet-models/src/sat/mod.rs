//! `sat`: one Boolean variable a card.
//!
//! The formula has a literal "is chosen" for every card of the board, and for every property the
//! choices "all different" and "all equal to x", one for each value x. It says:
//!
//! 1. in every property exactly one of the choices holds;
//! 2. "all different" holds in at least one property;
//! 3. where it holds, no two chosen cards show the same value,
//! 4. and every value is shown by a chosen card;
//! 5. a chosen card that shows x has "all different" or "all equal to x".
//!
//! *No clause says that v cards are chosen, and none is needed.* By 2 there is a property in which
//! the chosen cards are all different. By 3 at most one of them, and by 4 at least one, shows each
//! of its v values; so they are v. Then in every other property either 3 makes them differ
//! pairwise, or by 1 there is one x to which 5 binds all of them. So the chosen cards are a set.
//! The other way, the cards of a set satisfy the formula with the choices that they show. For
//! v ≥ 2 there is only one way to do so: v cards are never both all different and all the same. For
//! v = 1 either choice is true of the only card, which changes nothing, since one set is told from
//! another by its cards. So v = 1 and v = 2 need no care.
//!
//! The clauses number `O(n·p)`, besides those of the choices, `O(v·p)`; only finding out about them
//! takes time that is exponential in v.
//!
//! The formula lives as long as the board. A card that is dealt adds its clauses to 3 and 5. A card
//! that is taken is forbidden by a unit clause, which lets the solver drop everything about it; one
//! that comes back gets a new variable. Only 4 names all cards, so its clauses are written again
//! after a deal, under a literal that is assumed until the next one and is then false for good.
//! After a proof that there is no set, a further clause under that literal asks for one of the new
//! cards. What the solver has learnt from 1, 2, 3 and 5 stays. When most of its variables are of
//! cards that are gone it begins anew, so a long game does not grow.
//!
//! All sets are found one after the other: each is forbidden by clauses under a literal that is
//! assumed for this enumeration, one for every v−1 of its cards, since v−1 cards fix the last. The
//! solver tries first to choose cards and to make properties differ; left to its habit of trying
//! "no" first, it takes nearly twice as long. It is `BatSat`, through `rustsat`, and asks for the
//! limit at its decisions. What it claims is checked by the rule of the game.
//!
//! With the feature `cadical` there is a second method, `sat-cadical`, with the same formula in
//! `CaDiCaL`, which needs a compiler of C++ to be built.

pub(crate) mod engine;
pub(crate) mod formula;

use std::ops::ControlFlow;

use tercet::board::BoardError;
use tercet::solver::{
    Answer, Count, Enumerate, Layout, Limit, Options, Solver, Stop, Update, count_each,
};
use tercet::{Board, Card, Set};

use crate::verify::verified;
use engine::{BatSat, Engine};
use formula::Formula;

/// The method at work on a board, with `BatSat`. Of the options it keeps to [`Options::memory`].
pub fn batsat(board: &Board, options: &Options) -> impl Solver + Enumerate + Count + use<> {
    Model::<BatSat>::new(board, options.memory)
}

/// The method at work on a board, with `CaDiCaL`. Of the options it keeps to [`Options::memory`].
#[cfg(feature = "cadical")]
pub fn cadical(board: &Board, options: &Options) -> impl Solver + Enumerate + Count + use<> {
    Model::<engine::CaDiCaL>::new(board, options.memory)
}

/// A board and its formula, on any engine.
struct Model<E> {
    layout: Layout,
    memory: usize,
    /// None before the first question, and when it would be more about old cards than new.
    formula: Option<Formula<E>>,
}

impl<E: Engine> Update for Model<E> {
    fn board(&self) -> &Board {
        self.layout.board()
    }

    fn add(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.layout.add(cards)
    }

    fn remove(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.layout.remove(cards)?;
        if let Some(formula) = &mut self.formula {
            let board = self.layout.board();
            formula.remove(|card| !board.contains(card));
        }
        Ok(())
    }
}

impl<E: Engine> Solver for Model<E> {
    fn find(&mut self, limit: &Limit) -> Answer {
        let mut found = Answer::None;
        let end = self.each(limit, &mut |set, _| {
            found = Answer::Found(set);
            ControlFlow::Break(())
        });
        end.map_or_else(Answer::Stopped, |()| found)
    }
}

impl<E: Engine> Enumerate for Model<E> {
    fn for_each(
        &mut self,
        limit: &Limit,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        self.each(limit, &mut |_, positions| visit(positions))
    }
}

impl<E: Engine> Count for Model<E> {
    fn count(&mut self, limit: &Limit) -> Result<u128, Stop> {
        count_each(self, limit)
    }
}

impl<E: Engine> Model<E> {
    fn new(board: &Board, memory: usize) -> Self {
        Self { layout: Layout::new(board), memory, formula: None }
    }

    /// Visits sets, until there is no other or the visitor breaks off.
    fn each(
        &mut self,
        limit: &Limit,
        visit: &mut dyn FnMut(Set, &[usize]) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        if self.layout.settled() == self.layout.len() {
            return Ok(());
        }
        limit.check()?;
        let memory = self.memory;
        self.formula.take_if(|formula| formula.is_stale(memory));
        let deck = self.layout.deck();
        let formula = self.formula.get_or_insert_with(|| Formula::new(deck));
        formula.write(self.layout.cards(), self.layout.settled(), memory, limit)?;

        let Some(mut positions) = formula.solve(&[], limit)? else {
            self.layout.settle(self.layout.len());
            return Ok(());
        };
        let mut forbidden = None;
        let end = loop {
            let set = match verified(E::NAME, self.layout.board(), &positions) {
                Ok(set) => set,
                Err(stop) => break Err(stop),
            };
            if visit(set, &positions).is_break() {
                break Ok(());
            }
            let under = *forbidden.get_or_insert_with(|| formula.literal());
            formula.forbid(&positions, under);
            // The solver may find one set after the other without ever asking for the limit.
            let checked = limit.check().and_then(|()| formula.check(memory));
            match checked.and_then(|()| formula.solve(&[under], limit)) {
                Ok(Some(other)) => positions = other,
                Ok(None) => break Ok(()),
                Err(stop) => break Err(stop),
            }
        };
        if let Some(under) = forbidden {
            formula.retire(under);
        }
        end
    }
}

#[cfg(test)]
mod tests;
