//! The common part of all models: the board with what was proved about it, and the answers, each
//! checked by the definition of a set.

use std::ops::ControlFlow;

use tercet::board::BoardError;
use tercet::solver::{
    Count, Effort, Enumerate, Found, Layout, Limit, Report, Solver, Stop, Update, count_each,
};
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

/// A board and a formulation of the question about it.
pub(crate) struct Model<F> {
    pub(crate) layout: Layout,
    pub(crate) formulation: F,
}

impl<F: Formulation> Model<F> {
    pub(crate) fn new(board: &Board, formulation: F) -> Self {
        Self { layout: Layout::new(board), formulation }
    }

    /// Visits one set or all, until there are no more or the visitor breaks off.
    fn each(
        &mut self,
        all: bool,
        limit: &Limit,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let Self { layout, formulation } = self;
        let n = layout.len();
        if layout.settled() == n || n < layout.deck().values() {
            layout.settle(n);
            return Ok(());
        }
        limit.check()?;
        let mut is_free = true;
        formulation.search(layout, all, limit, &mut |solver, positions| {
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

impl<F: Formulation> Update for Model<F> {
    fn board(&self) -> &Board {
        self.layout.board()
    }

    fn add(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.layout.add(cards)
    }

    fn remove(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.layout.remove(cards)?;
        self.formulation.remove(self.layout.board());
        Ok(())
    }

    fn report(&self) -> Report {
        Report { effort: self.formulation.effort(), ..Report::default() }
    }
}

impl<F: Formulation> Solver for Model<F> {
    fn find(&mut self, limit: &Limit) -> Result<Option<Found>, Stop> {
        let mut found = None;
        self.each(false, limit, &mut |positions| {
            found = Some(Found::new(positions));
            ControlFlow::Break(())
        })?;
        Ok(found)
    }
}

impl<F: Formulation> Enumerate for Model<F> {
    fn for_each(
        &mut self,
        limit: &Limit,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        self.each(true, limit, visit)
    }
}

impl<F: Formulation> Count for Model<F> {
    fn count(&mut self, limit: &Limit) -> Result<u128, Stop> {
        count_each(self, limit)
    }
}
