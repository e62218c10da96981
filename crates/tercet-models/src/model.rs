//! The common part of all models: the board with what was proved about it, and the answers, each
//! checked by the definition of a set. Failures of solvers are reported by their names.

#[cfg(test)]
pub(crate) mod tests;

use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};

use tercet::board::BoardError;
use tercet::solver::{Algorithm, Effort, Found, Layout, Limit, OnBoard, Report, Stop, Visit};
use tercet::{Board, Card, Set};

tercet::named! {
    /// How a model that puts the cards of a set into v slots avoids finding each set in all v!
    /// orders (Takeshita, section 3.2).
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Symmetry is "symmetry breaking" {
        /// No symmetry breaking: any order is a solution.
        None = "none",
        /// In the first property in which the cards differ, their values ascend (constraint 13).
        Relative = "relative",
        /// In the first property in which the cards differ, slot i shows value i (constraint 15).
        #[default]
        Rigid = "rigid",
    }
}

/// What a solver says of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Said {
    /// It has a solution.
    Sat,
    /// It has none.
    Unsat,
    /// The solver did not decide it.
    Unknown,
}

/// Receives the name of a solver and the ascending positions of cards that it claims to be a set. If
/// it breaks off or fails, the search must end.
type Claim<'a> = &'a mut dyn FnMut(&str, &[usize]) -> Result<ControlFlow<()>, Stop>;

/// The receiver of the sets that a solver claims.
pub(crate) struct Claims<'a> {
    /// Whether all sets are wanted; otherwise the first claim breaks off.
    pub(crate) all: bool,
    /// The receiver.
    pub(crate) claim: Claim<'a>,
}

/// A formulation of the question, with a solver.
pub(crate) trait Formulation: Send {
    /// Claims every set with a card that is not settled, once, in any order. The layout has such
    /// cards, and at least v cards.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit, another limit, or the claim ended the search.
    fn search(&mut self, layout: &Layout, limit: &Limit, claims: Claims) -> Result<(), Stop>;

    /// The effort of the solver since the method was built, if it reports one.
    fn effort(&self) -> Option<Effort> {
        None
    }

    /// Handles the removal of cards; `board` is the board without them.
    fn remove(&mut self, _: &Board) {}
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
        let claim = &mut |solver: &str, positions: &[usize]| {
            is_free = false;
            verified(solver, layout, positions)?;
            if positions.last().is_some_and(|&last| last < layout.settled()) {
                let what = "claims a set of cards after it said that they hold none";
                return Err(Stop::failed(solver, what));
            }
            Ok(visit(positions))
        };
        self.0.search(layout, limit, Claims { all, claim })?;
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

/// Checks that the cards at these ascending positions of a board are a set, as a solver claims.
///
/// # Errors
///
/// [`Stop`] with the name of the solver, if they are not a set.
pub(crate) fn verified(solver: &str, board: &Board, positions: &[usize]) -> Result<(), Stop> {
    let n = board.len();
    if positions.last().is_some_and(|&last| last >= n) {
        let what = format!("claims a set at {positions:?} of a board of {n} cards");
        return Err(Stop::failed(solver, what));
    }
    let cards = board.at(positions);
    Set::new(board.deck(), &cards).map(drop).map_err(|error| {
        let cards = board.deck().show_all(&cards);
        Stop::failed(solver, format!("claims that {cards} is a set: {}", error.0))
    })
}

/// The answer of a solver; a panic becomes its failure. After a panic it must not be asked again.
pub(crate) fn caught<T>(solver: &str, ask: impl FnOnce() -> Result<T, Stop>) -> Result<T, Stop> {
    let said = panic::catch_unwind(AssertUnwindSafe(ask));
    said.unwrap_or_else(|panic| Err(panicked(solver, &*panic)))
}

/// The failure of a solver that panicked, with the first line of its message.
pub(crate) fn panicked(solver: &str, panic: &(dyn Any + Send)) -> Stop {
    let words = panic.downcast_ref::<String>().map(String::as_str);
    let words = words.or_else(|| panic.downcast_ref::<&str>().copied());
    let line = words.and_then(|words| words.lines().next()).unwrap_or("without a message");
    Stop::failed(solver, format!("panicked: {line}"))
}
