//! Propagators of the model: two constraints, and one that ends a branch with a set.
//!
//! Pumpkin's element constraint handles one property of one slot, and its all-different is a
//! not-equal for every two slots; both get slower with more properties or slots. A propagator must
//! be able to explain its propagations. The search here does not learn from failures, so the
//! explanations are not used, but the interface requires them.

mod choice;
mod refusal;
mod shows;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use pumpkin_core::declare_inference_label;
use pumpkin_core::proof::{ConstraintTag, InferenceCode};
use pumpkin_core::propagation::{
    DomainEvents, EventsToRegister, LocalId, Propagator, PropagatorSpec, RuntimeCheckers,
};
use pumpkin_core::state::{Conflict, PropagatorConflict};
use pumpkin_core::variables::DomainId;
use tercet::solver::{Limit, Stop};

pub(super) use choice::AllDifferentOrEqual;
pub(super) use refusal::Refusal;
pub(super) use shows::{Shows, Table};

declare_inference_label!(Named);

/// The state that the propagators of a search share with its caller.
#[derive(Debug, Default)]
pub(super) struct Shared {
    limit: Limit,
    /// Why the search must end, once a propagator has noticed it.
    stop: RefCell<Option<Stop>>,
    /// The cards in the slots, if they are a set that was not fetched yet.
    found: RefCell<Option<Vec<usize>>>,
    work: Cell<usize>,
}

impl Shared {
    /// The steps between two checks of the clock.
    const STEPS: usize = 1 << 14;

    pub(super) fn new(limit: &Limit) -> Rc<Self> {
        Rc::new(Self { limit: limit.clone(), ..Self::default() })
    }

    /// The cards in the slots of a found set; returned once.
    pub(super) fn take_found(&self) -> Option<Vec<usize>> {
        self.found.take()
    }

    /// The reason to stop, if there is one.
    pub(super) fn check(&self) -> Result<(), Stop> {
        if let Some(stop) = &*self.stop.borrow() {
            return Err(stop.clone());
        }
        self.limit.check()
    }

    /// Counts steps of a propagator; returns whether it must give up.
    fn is_over(&self, steps: usize) -> bool {
        self.work.set(self.work.get() + steps);
        if self.work.get() >= Self::STEPS {
            self.work.set(0);
            if let Err(stop) = self.limit.check() {
                self.stop.replace(Some(stop));
            }
        }
        self.stop.borrow().is_some()
    }
}

/// A conflict that ends the search; [`Shared`] tells the caller that it is not a real conflict.
fn give_up(tag: ConstraintTag) -> Conflict {
    let inference_code = InferenceCode::new(tag, Named);
    PropagatorConflict { conjunction: Vec::new().into(), inference_code }.into()
}

fn register<'a>(
    variables: impl IntoIterator<Item = &'a DomainId>,
    events: DomainEvents,
) -> EventsToRegister {
    let mut registration = EventsToRegister::empty();
    for (i, variable) in (0..).zip(variables) {
        registration.add(variable, events, LocalId::from(i));
    }
    registration
}

fn spec<P: Propagator>(propagator: P, registration: EventsToRegister) -> PropagatorSpec<P> {
    PropagatorSpec { registration, checkers: RuntimeCheckers::builder().build(), propagator }
}
