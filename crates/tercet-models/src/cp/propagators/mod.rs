//! Propagators of the model: two constraints, and one that ends a branch with a set.
//!
//! Pumpkin's element constraint handles one property of one slot, and its all-different is a
//! not-equal for every two slots; both get slower with more properties or slots. A propagator must
//! be able to explain its propagations. The search here does not learn from failures, so the
//! explanations are not used, but the interface requires them.

mod shows;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use pumpkin_core::predicates::{Predicate, PredicateConstructor};
use pumpkin_core::proof::{ConstraintTag, InferenceCode};
use pumpkin_core::propagation::{
    DomainEvents, EventsToRegister, LocalId, Priority, PropagationContext, Propagator,
    PropagatorConstructor, PropagatorConstructorContext, PropagatorSpec, ReadDomains,
    RuntimeCheckers,
};
use pumpkin_core::state::{Conflict, PropagationStatusCP, PropagatorConflict};
use pumpkin_core::variables::DomainId;
use pumpkin_core::{declare_inference_label, predicate};
use tercet::solver::{Limit, Stop};

pub(super) use shows::{Shows, Table};

declare_inference_label!(Named);

/// The state that the propagators of a search share with its caller.
#[derive(Debug, Default)]
pub(super) struct Shared {
    limit: Limit,
    /// Why the search must end, once a propagator has noticed it.
    stop: RefCell<Option<Stop>>,
    /// The cards in the slots, if they are a set that was not fetched yet.
    pub(super) found: RefCell<Option<Vec<usize>>>,
    work: Cell<usize>,
}

impl Shared {
    /// The steps between two checks of the clock.
    const STEPS: usize = 1 << 14;

    pub(super) fn new(limit: &Limit) -> Rc<Self> {
        Rc::new(Self { limit: limit.clone(), ..Self::default() })
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

fn conflict(tag: ConstraintTag, reason: Vec<Predicate>) -> Conflict {
    let inference_code = InferenceCode::new(tag, Named);
    PropagatorConflict { conjunction: reason.into(), inference_code }.into()
}

/// Starts a propagator at these events of these variables.
fn spec<'a, P: Propagator>(
    propagator: P,
    variables: impl IntoIterator<Item = &'a DomainId>,
    events: DomainEvents,
) -> PropagatorSpec<P> {
    let mut registration = EventsToRegister::empty();
    for (i, variable) in (0..).zip(variables) {
        registration.add(variable, events, LocalId::from(i));
    }
    PropagatorSpec { registration, checkers: RuntimeCheckers::builder().build(), propagator }
}

/// All slots show the same value of a property, or all show different values.
///
/// Propagates when a slot's value or the choice between the two is fixed. Takes time linear in the
/// number of slots, or quadratic if they are to be different.
#[derive(Clone, Debug)]
pub(crate) struct AllDifferentOrEqual {
    /// The values in the slots.
    pub(crate) shown: Vec<DomainId>,
    /// 1 if they are to be different, 0 if equal.
    pub(crate) different: DomainId,
    pub(crate) tag: ConstraintTag,
}

impl PropagatorConstructor for AllDifferentOrEqual {
    type PropagatorImpl = Self;

    fn create(self, _: PropagatorConstructorContext) -> PropagatorSpec<Self> {
        let variables = [&self.shown[..], &[self.different]].concat();
        spec(self, &variables, DomainEvents::ASSIGN)
    }
}

impl Propagator for AllDifferentOrEqual {
    fn name(&self) -> &'static str {
        "AllDifferentOrEqual"
    }

    fn priority(&self) -> Priority {
        Priority::Medium
    }

    fn propagate_from_scratch(&self, mut context: PropagationContext) -> PropagationStatusCP {
        let fixed: Vec<(DomainId, i32)> = self
            .shown
            .iter()
            .filter_map(|&shown| Some((shown, context.fixed_value(&shown)?)))
            .collect();
        let Some(&(first, value)) = fixed.first() else { return Ok(()) };
        let code = InferenceCode::new(self.tag, Named);
        // Two slots determine the choice; if the choice is already fixed otherwise, it is a
        // conflict.
        if let Some(&(second, other)) = fixed.get(1) {
            let reason: &[_] = &[predicate![first == value], predicate![second == other]];
            let is_different = i32::from(value != other);
            let choice = predicate![self.different == is_different];
            if context.evaluate_predicate(choice) != Some(true) {
                context.post(choice, (reason.to_vec().into(), &code))?;
            }
        }
        match context.fixed_value(&self.different) {
            None => {}
            Some(0) => {
                let reason = vec![predicate![self.different == 0], predicate![first == value]];
                for shown in &self.shown {
                    let same = shown.equality_predicate(value);
                    if context.evaluate_predicate(same) != Some(true) {
                        context.post(same, (reason.clone().into(), &code))?;
                    }
                }
            }
            Some(_) => {
                for &(taker, value) in &fixed {
                    for shown in self.shown.iter().filter(|&&shown| shown != taker) {
                        if context.contains(shown, value) {
                            let reason =
                                vec![predicate![self.different == 1], predicate![taker == value]];
                            let differs = shown.disequality_predicate(value);
                            context.post(differs, (reason.into(), &code))?;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// Records the cards in the slots when all are fixed and no constraint fails, and then fails, so
/// that the search continues: one no-good for each set, in one tree.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) slots: Vec<DomainId>,
    pub(crate) shared: Rc<Shared>,
    pub(crate) tag: ConstraintTag,
}

impl PropagatorConstructor for Refusal {
    type PropagatorImpl = Self;

    fn create(self, _: PropagatorConstructorContext) -> PropagatorSpec<Self> {
        let slots = self.slots.clone();
        spec(self, &slots, DomainEvents::ASSIGN)
    }
}

impl Propagator for Refusal {
    fn name(&self) -> &'static str {
        "Refusal"
    }

    /// After all other propagators: they have accepted whatever is refused here.
    fn priority(&self) -> Priority {
        Priority::VeryLow
    }

    fn propagate_from_scratch(&self, context: PropagationContext) -> PropagationStatusCP {
        let slots = self.slots.iter();
        let cards: Option<Vec<i32>> = slots.clone().map(|it| context.fixed_value(it)).collect();
        let Some(cards) = cards else { return Ok(()) };
        self.shared.found.replace(Some(cards.iter().map(|&card| card as usize).collect()));
        let reason = slots.zip(cards).map(|(slot, card)| slot.equality_predicate(card));
        Err(conflict(self.tag, reason.collect()))
    }
}
