//! The rule of the game in one property.

use pumpkin_core::predicate;
use pumpkin_core::predicates::PredicateConstructor;
use pumpkin_core::proof::{ConstraintTag, InferenceCode};
use pumpkin_core::propagation::{
    DomainEvents, Priority, PropagationContext, Propagator, PropagatorConstructor,
    PropagatorConstructorContext, PropagatorSpec, ReadDomains,
};
use pumpkin_core::state::PropagationStatusCP;
use pumpkin_core::variables::DomainId;

use super::{Named, register, spec};

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
        let all = self.shown.iter().chain([&self.different]);
        let registration = register(all, DomainEvents::ASSIGN);
        spec(self, registration)
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
