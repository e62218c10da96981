//! The common part of all models: the board with what was proved about it, and the answers, each
//! checked by the definition of a set.

use std::ops::ControlFlow;

use tercet::board::BoardError;
use tercet::solver::{Algorithm, Effort, Found, Layout, Limit, OnBoard, Report, Stop, Visit};
use tercet::{Board, Card};

use crate::verify::verified;

/// A callback that receives the name of a solver and the ascending positions of cards that it
/// claims to be a set. If it breaks off or fails, the search must end.
pub(crate) type Claim<'a> = &'a mut dyn FnMut(&str, &[usize]) -> Result<ControlFlow<()>, Stop>;

/// A formulation of the question, with a solver.
pub(crate) trait Formulation: Send {
    /// Claims every set with a card that is not settled, once, in any order; unless `all` are
    /// wanted, the first claim breaks off. The layout has such cards, and at least v cards.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit, another limit, or the claim ended the search.
    fn search(
        &mut self,
        layout: &Layout,
        all: bool,
        limit: &Limit,
        claim: Claim<'_>,
    ) -> Result<(), Stop>;

    /// The effort of the solver since the method was built, if it reports one.
    fn effort(&self) -> Option<Effort> {
        None
    }

    /// Handles the removal of cards; `board` is the board without them.
    fn remove(&mut self, board: &Board) {
        let _ = board;
    }
}

/// A formulation as a method.
pub(crate) struct Model<F>(pub(crate) F);

impl<F: Formulation + 'static> Model<F> {
    /// The formulation of a board.
    pub(crate) fn of(board: &Board, formulation: F) -> OnBoard<Self> {
        OnBoard::new(board, Self(formulation))
    }

    /// Visits one set or all, until there are no more or the visitor breaks off.
    fn each(
        &mut self,
        layout: &mut Layout,
        all: bool,
        limit: &Limit,
        visit: Visit,
    ) -> Result<(), Stop> {
        let n = layout.len();
        if layout.settled() == n || n < layout.deck().values() {
            layout.settle(n);
            return Ok(());
        }
        limit.check()?;
        let mut is_free = true;
        self.0.search(layout, all, limit, &mut |solver, positions| {
            is_free = false;
            verified(solver, layout, positions)?;
            Ok(visit(positions))
        })?;
        if is_free {
            layout.settle(n);
        }
        Ok(())
    }
}

impl<F: Formulation + 'static> Algorithm for Model<F> {
    fn for_each(&mut self, layout: &mut Layout, limit: &Limit, visit: Visit) -> Result<(), Stop> {
        self.each(layout, true, limit, visit)
    }

    fn find(&mut self, layout: &mut Layout, limit: &Limit) -> Result<Option<Found>, Stop> {
        let mut found = None;
        self.each(layout, false, limit, &mut |positions| {
            found = Some(Found::new(positions));
            ControlFlow::Break(())
        })?;
        Ok(found)
    }

    fn remove(&mut self, layout: &mut Layout, cards: &[Card]) -> Result<(), BoardError> {
        layout.remove(cards)?;
        self.0.remove(layout);
        Ok(())
    }

    fn report(&self) -> Report {
        Report { effort: self.0.effort(), ..Report::default() }
    }
}
