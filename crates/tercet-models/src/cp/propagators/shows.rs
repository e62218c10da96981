//! The connection between the card of a slot and its values.

use std::rc::Rc;

use pumpkin_core::predicate;
use pumpkin_core::predicates::{Predicate, PredicateConstructor};
use pumpkin_core::proof::{ConstraintTag, InferenceCode};
use pumpkin_core::propagation::{
    DomainEvents, ExplanationContext, LazyExplanation, Priority, PropagationContext, Propagator,
    PropagatorConstructor, PropagatorConstructorContext, PropagatorSpec, ReadDomains,
};
use pumpkin_core::state::PropagationStatusCP;
use pumpkin_core::variables::{DomainId, Reason};

use super::{Named, Shared, conflict, spec};

/// The cards by number, each with its values.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) properties: usize,
    pub(crate) values: Vec<u8>,
}

impl Table {
    /// The values of a card, property by property.
    fn values(&self, card: i32) -> impl Iterator<Item = i32> {
        let start = card as usize * self.properties;
        self.values[start..][..self.properties].iter().copied().map(i32::from)
    }

    fn cards(&self) -> i32 {
        (self.values.len() / self.properties) as i32
    }
}

/// The values of a slot are those of its card: one element constraint for each property, combined.
///
/// A card leaves the slot's domain when one of its values has left; for values only the bounds are
/// propagated. Takes time linear in the slot's domain and in p.
#[derive(Clone, Debug)]
pub(crate) struct Shows {
    pub(crate) card: DomainId,
    /// The value of the slot in each property.
    pub(crate) shown: Vec<DomainId>,
    pub(crate) table: Rc<Table>,
    pub(crate) shared: Rc<Shared>,
    pub(crate) tag: ConstraintTag,
    /// The least and the greatest value of the remaining cards, for each property.
    pub(crate) bounds: Vec<(i32, i32)>,
    pub(crate) reason: Vec<Predicate>,
    /// The cards to remove.
    pub(crate) gone: Vec<i32>,
}

impl PropagatorConstructor for Shows {
    type PropagatorImpl = Self;

    fn create(self, _: PropagatorConstructorContext) -> PropagatorSpec<Self> {
        let variables = [&[self.card], &self.shown[..]].concat();
        spec(self, &variables, DomainEvents::ANY_INT)
    }
}

impl Propagator for Shows {
    fn name(&self) -> &'static str {
        "Shows"
    }

    fn priority(&self) -> Priority {
        Priority::Low
    }

    fn propagate_from_scratch(&self, context: PropagationContext) -> PropagationStatusCP {
        self.clone().propagate(context)
    }

    fn propagate(&mut self, mut context: PropagationContext) -> PropagationStatusCP {
        self.bounds.fill((i32::MAX, i32::MIN));
        self.gone.clear();
        let (least, greatest) = (context.lower_bound(&self.card), context.upper_bound(&self.card));
        let (mut first, mut last) = (greatest + 1, least);
        for card in least..=greatest {
            if !context.contains(&self.card, card) {
                continue;
            }
            // `Shared` tells the caller that it is not a real conflict.
            if self.shared.is_over(self.shown.len()) {
                return Err(conflict(self.tag, Vec::new()));
            }
            let mut shown = self.shown.iter().zip(self.table.values(card));
            if shown.any(|(shown, value)| !context.contains(shown, value)) {
                self.gone.push(card);
                continue;
            }
            first = first.min(card);
            last = card;
            for ((least, greatest), value) in self.bounds.iter_mut().zip(self.table.values(card)) {
                *least = value.min(*least);
                *greatest = value.max(*greatest);
            }
        }
        // Most removed cards are beyond the first or last remaining one: two bounds cover them all.
        if first > least {
            post(&mut context, predicate![self.card >= first])?;
        }
        if last < greatest {
            post(&mut context, predicate![self.card <= last])?;
        }
        for &card in self.gone.iter().filter(|&&card| first < card && card < last) {
            post(&mut context, predicate![self.card != card])?;
        }
        for (shown, &(least, greatest)) in self.shown.iter().zip(&self.bounds) {
            let is = (context.lower_bound(shown), context.upper_bound(shown));
            if least == greatest && is != (least, least) {
                post(&mut context, shown.equality_predicate(least))?;
                continue;
            }
            if is.0 < least {
                post(&mut context, shown.lower_bound_predicate(least))?;
            }
            if is.1 > greatest {
                post(&mut context, shown.upper_bound_predicate(greatest))?;
            }
        }
        Ok(())
    }

    /// The same for every propagation: each card that was gone is gone, and each card with a value
    /// that was gone has it. The remaining cards determine the rest.
    fn lazy_explanation(&mut self, _: u64, context: ExplanationContext) -> LazyExplanation<'_> {
        let then = context.get_trail_position();
        self.reason.clear();
        for card in 0..self.table.cards() {
            if !context.contains_at_trail_position(&self.card, card, then) {
                self.reason.push(self.card.disequality_predicate(card));
                continue;
            }
            let values = self.shown.iter().zip(self.table.values(card));
            let gone = values
                .filter(|&(shown, value)| !context.contains_at_trail_position(shown, value, then));
            self.reason.extend(gone.map(|(shown, value)| shown.disequality_predicate(value)));
        }
        let inference_code = InferenceCode::new(self.tag, Named);
        LazyExplanation { predicates: &self.reason, inference_code }
    }
}

fn post(context: &mut PropagationContext, what: Predicate) -> PropagationStatusCP {
    Ok(context.post(what, Reason::DynamicLazy(0))?)
}
