//! Recording the sets that are found.

use std::rc::Rc;

use pumpkin_core::predicates::{Predicate, PredicateConstructor};
use pumpkin_core::proof::{ConstraintTag, InferenceCode};
use pumpkin_core::propagation::{
    DomainEvents, Priority, PropagationContext, Propagator, PropagatorConstructor,
    PropagatorConstructorContext, PropagatorSpec, ReadDomains,
};
use pumpkin_core::state::{PropagationStatusCP, PropagatorConflict};
use pumpkin_core::variables::DomainId;

use super::{Named, Shared, register, spec};

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
        let registration = register(&self.slots, DomainEvents::ASSIGN);
        spec(self, registration)
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
        let cards: Option<Vec<i32>> =
            self.slots.iter().map(|slot| context.fixed_value(slot)).collect();
        let Some(cards) = cards else { return Ok(()) };
        self.shared.found.replace(Some(cards.iter().map(|&card| card as usize).collect()));
        let reason: Vec<Predicate> = self
            .slots
            .iter()
            .zip(cards)
            .map(|(slot, card)| slot.equality_predicate(card))
            .collect();
        let inference_code = InferenceCode::new(self.tag, Named);
        Err(PropagatorConflict { conjunction: reason.into(), inference_code }.into())
    }
}
