//! Propagators of the model: two constraints, and one that ends a branch with a set.
//!
//! Pumpkin's element constraint handles one property of one slot, and its all-different is a
//! not-equal for every two slots; both get slower with more properties or slots. The search here does
//! not learn from failures, and writes no proof. So nobody asks for the reason of a propagation or a
//! conflict, and none is given.

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

declare_inference_label!(Named);

/// The state that the propagators of a search share with its caller.
#[derive(Debug, Default)]
pub(super) struct Exchange {
    limit: Limit,
    /// Why the search must end, once a propagator has noticed it.
    stop: RefCell<Option<Stop>>,
    /// The cards in the slots, if they are a set that was not fetched yet.
    pub(super) found: RefCell<Option<Vec<usize>>>,
    work: Cell<usize>,
}

impl Exchange {
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

/// What all propagations of the model name in place of a reason.
pub(super) fn code(tag: ConstraintTag) -> InferenceCode {
    InferenceCode::new(tag, Named)
}

fn conflict(code: &InferenceCode) -> Conflict {
    PropagatorConflict { conjunction: Vec::new().into(), inference_code: code.clone() }.into()
}

/// Makes this true, if it is not; it is a conflict if it is false.
fn post(
    context: &mut PropagationContext,
    what: Predicate,
    code: &InferenceCode,
) -> PropagationStatusCP {
    Ok(context.post(what, (Vec::new().into(), code))?)
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
    pub(crate) code: InferenceCode,
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
        let Some(&(_, value)) = fixed.first() else { return Ok(()) };
        // Two slots determine the choice; if the choice is already fixed otherwise, it is a
        // conflict.
        if let Some(&(_, other)) = fixed.get(1) {
            let is_different = i32::from(value != other);
            post(&mut context, predicate![self.different == is_different], &self.code)?;
        }
        match context.fixed_value(&self.different) {
            None => {}
            Some(0) => {
                for shown in &self.shown {
                    post(&mut context, shown.equality_predicate(value), &self.code)?;
                }
            }
            Some(_) => {
                for &(taker, value) in &fixed {
                    for shown in self.shown.iter().filter(|&&shown| shown != taker) {
                        post(&mut context, shown.disequality_predicate(value), &self.code)?;
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
    pub(crate) shared: Rc<Exchange>,
    pub(crate) code: InferenceCode,
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
        let cards = self.slots.iter().map(|slot| Some(context.fixed_value(slot)? as usize));
        let Some(cards) = cards.collect() else { return Ok(()) };
        self.shared.found.replace(Some(cards));
        Err(conflict(&self.code))
    }
}

// The connection between the card of a slot and its values.

/// The values of a card, in a table of the values of card after card.
fn values_of(table: &[u8], card: i32, properties: usize) -> impl Iterator<Item = i32> {
    table[card as usize * properties..][..properties].iter().copied().map(i32::from)
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
    /// The values of card after card, property by property.
    pub(crate) table: Rc<[u8]>,
    pub(crate) shared: Rc<Exchange>,
    pub(crate) code: InferenceCode,
    /// The least and the greatest value of the remaining cards, for each property.
    pub(crate) bounds: Vec<(i32, i32)>,
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
        let p = self.shown.len();
        self.bounds.fill((i32::MAX, i32::MIN));
        self.gone.clear();
        let (least, greatest) = (context.lower_bound(&self.card), context.upper_bound(&self.card));
        let (mut first, mut last) = (greatest + 1, least);
        for card in least..=greatest {
            if !context.contains(&self.card, card) {
                continue;
            }
            // `Exchange` tells the caller that it is not a real conflict.
            if self.shared.is_over(p) {
                return Err(conflict(&self.code));
            }
            let mut shown = self.shown.iter().zip(values_of(&self.table, card, p));
            if shown.any(|(shown, value)| !context.contains(shown, value)) {
                self.gone.push(card);
                continue;
            }
            first = first.min(card);
            last = card;
            let values = values_of(&self.table, card, p);
            for ((least, greatest), value) in self.bounds.iter_mut().zip(values) {
                *least = value.min(*least);
                *greatest = value.max(*greatest);
            }
        }
        // Most removed cards are beyond the first or last remaining one: two bounds cover them all.
        if first > least {
            post(&mut context, predicate![self.card >= first], &self.code)?;
        }
        if last < greatest {
            post(&mut context, predicate![self.card <= last], &self.code)?;
        }
        for &card in self.gone.iter().filter(|&&card| first < card && card < last) {
            post(&mut context, predicate![self.card != card], &self.code)?;
        }
        for (shown, &(least, greatest)) in self.shown.iter().zip(&self.bounds) {
            if least == greatest {
                post(&mut context, shown.equality_predicate(least), &self.code)?;
            } else {
                post(&mut context, shown.lower_bound_predicate(least), &self.code)?;
                post(&mut context, shown.upper_bound_predicate(greatest), &self.code)?;
            }
        }
        Ok(())
    }
}
