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

use super::{Named, Shared, give_up, register, spec};

/// The cards by number, each with its values.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) properties: usize,
    pub(crate) values: Vec<u8>,
}

impl Table {
    fn value(&self, card: usize, property: usize) -> i32 {
        self.values[card * self.properties + property].into()
    }

    fn cards(&self) -> usize {
        self.values.len() / self.properties
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
    /// The cards to remove, each with the property that refutes it.
    pub(crate) gone: Vec<(i32, usize)>,
}

/// The explanation of a propagation of [`Shows`], packed into the number that the solver stores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Because {
    /// This card shows another value in this property.
    Card { card: usize, property: usize },
    /// Each card before (or after) this one shows a value that is gone.
    Cards { bound: i32, is_lower: bool },
    /// In this property all remaining cards show at least, at most, or exactly this value.
    Value { property: usize, bound: i32, kind: Bound },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bound {
    Least,
    Greatest,
    Only,
}

impl Because {
    fn pack(self) -> u64 {
        let (kind, property, rest) = match self {
            Self::Card { card, property } => (0, property, card as u64),
            Self::Cards { bound, is_lower } => (1 + u64::from(is_lower), 0, bound as u64),
            Self::Value { property, bound, kind } => (3 + kind as u64, property, bound as u64),
        };
        kind | (property as u64) << 3 | rest << 16
    }

    fn unpack(code: u64) -> Self {
        let (kind, property, rest) = (code & 7, (code >> 3 & 0x1fff) as usize, code >> 16);
        let value = |kind| Self::Value { property, bound: rest as i32, kind };
        match kind {
            0 => Self::Card { card: rest as usize, property },
            1 | 2 => Self::Cards { bound: rest as i32, is_lower: kind == 2 },
            3 => value(Bound::Least),
            4 => value(Bound::Greatest),
            _ => value(Bound::Only),
        }
    }
}

impl PropagatorConstructor for Shows {
    type PropagatorImpl = Self;

    fn create(self, _: PropagatorConstructorContext) -> PropagatorSpec<Self> {
        let all = std::iter::once(&self.card).chain(&self.shown);
        let registration = register(all, DomainEvents::ANY_INT);
        spec(self, registration)
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
            if self.shared.is_over(self.shown.len()) {
                return Err(give_up(self.tag));
            }
            let refuting = self.shown.iter().enumerate().position(|(property, shown)| {
                !context.contains(shown, self.table.value(card as usize, property))
            });
            if let Some(property) = refuting {
                self.gone.push((card, property));
                continue;
            }
            first = first.min(card);
            last = card;
            for (property, (least, greatest)) in self.bounds.iter_mut().enumerate() {
                let value = self.table.value(card as usize, property);
                *least = value.min(*least);
                *greatest = value.max(*greatest);
            }
        }
        // Most removed cards are beyond the first or last remaining one: two bounds cover them all.
        if first > least {
            let because = Because::Cards { bound: first, is_lower: true };
            post(&mut context, predicate![self.card >= first], because)?;
        }
        if last < greatest {
            let because = Because::Cards { bound: last, is_lower: false };
            post(&mut context, predicate![self.card <= last], because)?;
        }
        for &(card, property) in self.gone.iter().filter(|&&(card, _)| first < card && card < last)
        {
            let because = Because::Card { card: card as usize, property };
            post(&mut context, predicate![self.card != card], because)?;
        }
        for (property, shown) in self.shown.iter().enumerate() {
            let (least, greatest) = self.bounds[property];
            let is = (context.lower_bound(shown), context.upper_bound(shown));
            if least == greatest && is != (least, least) {
                let because = Because::Value { property, bound: least, kind: Bound::Only };
                post(&mut context, shown.equality_predicate(least), because)?;
                continue;
            }
            if is.0 < least {
                let because = Because::Value { property, bound: least, kind: Bound::Least };
                post(&mut context, shown.lower_bound_predicate(least), because)?;
            }
            if is.1 > greatest {
                let because = Because::Value { property, bound: greatest, kind: Bound::Greatest };
                post(&mut context, shown.upper_bound_predicate(greatest), because)?;
            }
        }
        Ok(())
    }

    fn lazy_explanation(&mut self, code: u64, context: ExplanationContext) -> LazyExplanation<'_> {
        self.reason.clear();
        match Because::unpack(code) {
            Because::Card { card, property } => {
                let value = self.table.value(card, property);
                self.reason.push(self.shown[property].disequality_predicate(value));
            }
            Because::Cards { bound, is_lower } => {
                let then = context.get_trail_position();
                let (bound, cards) = (bound as usize, self.table.cards());
                for card in if is_lower { 0..bound } else { bound + 1..cards } {
                    let values = self.shown.iter().enumerate();
                    let mut values = values.map(|(i, shown)| (shown, self.table.value(card, i)));
                    let refuting = values.find(|(shown, value)| {
                        !context.contains_at_trail_position(*shown, *value, then)
                    });
                    // A card that no value refutes was not in the slot before.
                    self.reason.push(refuting.map_or_else(
                        || self.card.disequality_predicate(card as i32),
                        |(shown, value)| shown.disequality_predicate(value),
                    ));
                }
            }
            // For the cards beyond the bound the explanation is that they are gone.
            Because::Value { property, bound, kind } => {
                let beyond = (0..self.table.cards()).filter(|&card| {
                    let value = self.table.value(card, property);
                    match kind {
                        Bound::Least => value < bound,
                        Bound::Greatest => value > bound,
                        Bound::Only => value != bound,
                    }
                });
                let gone = beyond.map(|card| self.card.disequality_predicate(card as i32));
                self.reason.extend(gone);
            }
        }
        let inference_code = InferenceCode::new(self.tag, Named);
        LazyExplanation { predicates: &self.reason, inference_code }
    }
}

fn post(
    context: &mut PropagationContext,
    what: Predicate,
    because: Because,
) -> PropagationStatusCP {
    let reason = Reason::DynamicLazy(because.pack());
    Ok(context.post(what, reason)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_survive_packing() {
        for because in [
            Because::Card { card: 0, property: 0 },
            Because::Card { card: 4_000_000, property: 127 },
            Because::Value { property: 127, bound: 255, kind: Bound::Only },
            Because::Value { property: 3, bound: 0, kind: Bound::Greatest },
            Because::Cards { bound: 0, is_lower: true },
            Because::Cards { bound: 4_000_000, is_lower: false },
        ] {
            assert_eq!(Because::unpack(because.pack()), because);
        }
    }
}
