//! Two of the constraints and the end of every branch, as propagators of the solver.
//!
//! Pumpkin's element constraint keeps one property of one slot at a time, and its all-different is
//! a not-equal for every two slots; both are the slower the more properties or slots there are. A
//! propagator must be able to say why it did something. The search here does not learn from its
//! failures, so nobody asks; the reasons are given all the same, as the interface wants them.

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

/// What the propagators of one search and those who started it share.
#[derive(Debug, Default)]
pub(super) struct Shared {
    limit: Limit,
    /// Why the search is to end, once a propagator has seen that it must.
    stop: RefCell<Option<Stop>>,
    /// The cards in the slots, where they are a set that nobody has fetched yet.
    found: RefCell<Option<Vec<usize>>>,
    work: Cell<usize>,
}

impl Shared {
    /// Steps between two looks at the clock.
    const STEPS: usize = 1 << 14;

    pub(super) fn new(limit: &Limit) -> Rc<Self> {
        Rc::new(Self { limit: limit.clone(), ..Self::default() })
    }

    /// The cards in the slots of a set that was found, once.
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

    /// Notes steps of work of a propagator; says whether it must give up.
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

/// A conflict that ends the search: who started it sees from [`Shared`] that it is none.
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
