//! `cp`: a slot for each card of a set.
//!
//! The model of Rubin's post of August 12, 2023, for any deck. The cards are numbered, and `a[c,f]`
//! is the value of property f on card c:
//!
//! - `x[s]` is the number of the card in slot s; no two slots have the same number;
//! - the numbers ascend, so that no set is counted twice;
//! - `y[f,s] = a[x[s],f]` is the value of property f in slot s (element);
//! - for every f, `y[f,·]` are all different or all the same.
//!
//! The solver is Pumpkin. Cards are numbered in ascending order, not in layout order. This gives
//! the second condition another meaning: the cards of a set agree in some first properties and are
//! all different in the next, so ascending numbers mean ascending values in the first property in
//! which they differ. [`Symmetry`] chooses how this is formulated:
//!
//! - `None`: only that the cards are distinct. The solver finds each set in all v! orders, of which
//!   one is visited.
//! - `Relative`: ascending numbers, as in the post (constraint 13 of the thesis is equivalent).
//! - `Rigid`: also that in the first property in which the slots differ, slot s shows value s
//!   (constraint 15). This follows from the rest, but lets the solver propagate much earlier.
//!
//! The time is exponential in v; a step of the search takes `O(n·v·p)`.
//!
//! Differences from a direct model, all for speed: the element constraints of a slot are one
//! propagator, and so are "all different or all the same"; Pumpkin's own constraints handle one
//! property at a time, and one not-equal for every two slots. The slot with the fewest remaining
//! cards is filled first. Nothing is learnt from failures, because on such small boards that costs
//! more than it saves. (With learning, all 1080 sets of (3,4) take 0.28 s by Pumpkin's table
//! constraint, 0.46 s by its element constraints and 0.18 s by clauses; this model takes 0.05 s.)
//! All sets come from one search: a last propagator records each set and refuses it, like Rubin's
//! callback; solving again after each set would traverse the same tree once for each set.
//!
//! The model is created anew for each question, since the solver cannot be used again after a
//! proof. What was proved is kept in the layout: after a deal only sets with a new card are sought.
//! The limit is checked at every decision and inside long propagations. Sets that Pumpkin claims
//! are checked by the definition.

// Numbers of cards and values are small, and the solver's integers have 32 bits.
#![allow(clippy::cast_possible_wrap)]

mod propagators;

use std::ops::ControlFlow;
use std::rc::Rc;

use pumpkin_conflict_resolvers::resolvers::NoLearningResolver;
use pumpkin_core::branching::{Brancher, BrancherEvent, SelectionContext};
use pumpkin_core::options::SolverOptions;
use pumpkin_core::predicates::{Predicate, PredicateConstructor};
use pumpkin_core::proof::ConstraintTag;
use pumpkin_core::results::SatisfactionResult;
use pumpkin_core::termination::TerminationCondition;
use pumpkin_core::variables::DomainId;
use pumpkin_core::{Solver, predicate};
use tercet::solver::{Effort, Full, Layout, Limit, Options, Stop};
use tercet::{Board, Card, Deck};

use crate::Symmetry;
use crate::model::{Claims, Formulation, Model, verified};
use propagators::{AllDifferentOrEqual, Exchange, Refusal, Shows, code};

/// The solver's name, for error messages.
const PUMPKIN: &str = "Pumpkin";

/// The method for a board, with Pumpkin. It uses the [memory](Options::memory).
pub fn pumpkin(board: &Board, symmetry: Symmetry, options: &Options) -> impl Full + use<> {
    Model::of(board, Cp::new(symmetry, options))
}

/// Formulates the board as a constraint program, anew for each question.
struct Cp {
    symmetry: Symmetry,
    memory: usize,
    decisions: u64,
}

impl Cp {
    fn new(symmetry: Symmetry, options: &Options) -> Self {
        Self { symmetry, memory: options.memory, decisions: 0 }
    }
}

impl Formulation for Cp {
    fn search(&mut self, layout: &Layout, limit: &Limit, claims: Claims) -> Result<(), Stop> {
        let (n, settled) = (layout.len(), layout.settled());
        if Program::bytes(layout.deck(), n, self.symmetry) > self.memory {
            return Err(Stop::MEMORY);
        }
        let order = numbering(layout, limit)?;
        let v = layout.deck().values();
        let new: Vec<usize> =
            (0..n).filter(|&number| settled < v || order[number] >= settled).collect();
        let cards = layout.at(&order);
        let program = Program::new(layout.deck(), &cards, &new, self.symmetry, limit)?;
        program.search(&mut self.decisions, &mut |numbers| {
            let mut positions: Vec<usize> = numbers.iter().map(|&number| order[number]).collect();
            positions.sort_unstable();
            if claims.all && !numbers.is_sorted() {
                // Without symmetry breaking the set comes in all orders; this one is skipped.
                return verified(PUMPKIN, layout, &positions).map(|()| ControlFlow::Continue(()));
            }
            (claims.claim)(PUMPKIN, &positions)
        })
    }

    fn effort(&self) -> Option<Effort> {
        Some(Effort { count: self.decisions, unit: "decisions" })
    }
}

/// The positions of the cards in ascending order of cards: the first is number 0.
pub(crate) fn numbering(board: &Board, limit: &Limit) -> Result<Vec<usize>, Stop> {
    let mut order: Vec<(Card, usize)> = board.cards().iter().copied().zip(0..).collect();
    limit.watch().sort(&mut order)?;
    Ok(order.into_iter().map(|(_, position)| position).collect())
}

// The variables and constraints of a board in the solver.

/// A callback that receives the cards of a set by their numbers, and breaks off if it needs no
/// more.
type Visit<'a> = &'a mut dyn FnMut(&[usize]) -> Result<ControlFlow<()>, Stop>;

/// The constraint program for the sets among some cards.
struct Program {
    solver: Solver,
    /// x: the card in each slot.
    slots: Vec<DomainId>,
    /// y: the value in each slot, property by property.
    shown: Vec<Vec<DomainId>>,
    /// Whether the slots are all different in each property: 1 or 0.
    different: Vec<DomainId>,
    shared: Rc<Exchange>,
    tag: ConstraintTag,
}

impl Program {
    /// About the memory of the program for `cards` cards, at least v, in bytes: the solver's record
    /// of each value that a variable can lose, and a megabyte for the solver itself.
    fn bytes(deck: Deck, cards: usize, symmetry: Symmetry) -> usize {
        const NOTE: usize = 128;
        let (v, p) = (deck.values(), deck.properties());
        let left = if symmetry == Symmetry::None { cards } else { cards - v + 1 };
        (1 << 20) + cards * p + NOTE * v * (left + p)
    }

    /// The program for at least v cards in ascending order. A set must contain one of the cards
    /// with the numbers `new`.
    ///
    /// # Errors
    ///
    /// The reason to stop, from the limit.
    fn new(
        deck: Deck,
        cards: &[Card],
        new: &[usize],
        symmetry: Symmetry,
        limit: &Limit,
    ) -> Result<Self, Stop> {
        let (v, p) = (deck.values(), deck.properties());
        // By default the solver would reserve 50 MB for learnt clauses.
        let options = SolverOptions { memory_preallocated: 1, ..SolverOptions::default() };
        let mut solver = Solver::with_options(options);
        let tag = solver.new_constraint_tag();
        let last = cards.len() - 1;
        let slots = (0..v)
            .map(|slot| match symmetry {
                Symmetry::None => (0, last),
                Symmetry::Relative | Symmetry::Rigid => (slot, last + 1 + slot - v),
            })
            .map(|(first, last)| solver.new_bounded_integer(first as i32, last as i32))
            .collect();
        let most = v as i32 - 1;
        let shown =
            (0..p).map(|_| (0..v).map(|_| solver.new_bounded_integer(0, most)).collect()).collect();
        let different = (0..p).map(|_| solver.new_bounded_integer(0, 1)).collect();
        let shared = Exchange::new(limit);
        let mut program = Self { solver, slots, shown, different, shared, tag };
        program.order(symmetry);
        program.write_cards(deck, cards, limit)?;
        if new.len() < cards.len() {
            program.ask_for(new);
        }
        limit.check()?;
        Ok(program)
    }

    /// No card is in two slots, and the symmetry of the slots is broken.
    fn order(&mut self, symmetry: Symmetry) {
        if symmetry == Symmetry::None {
            let distinct = pumpkin_constraints::all_different(self.slots.clone(), self.tag);
            self.solver.add_constraint(distinct).post();
            return;
        }
        for pair in self.slots.windows(2) {
            let less = pumpkin_constraints::binary_less_than(pair[0], pair[1], self.tag);
            self.solver.add_constraint(less).post();
        }
        if symmetry == Symmetry::Rigid {
            self.order_rigidly();
        }
    }

    /// In the first property in which the slots differ, slot i shows value i.
    fn order_rigidly(&mut self) {
        let differ: Vec<Predicate> =
            self.different.iter().map(|different| different.equality_predicate(1)).collect();
        for (property, shown) in self.shown.iter().enumerate() {
            for (value, slot) in (0..).zip(shown) {
                let here = [!differ[property], slot.equality_predicate(value)];
                self.solver.add_clause([&differ[..property], &here].concat(), self.tag);
            }
        }
        self.solver.add_clause(differ, self.tag);
    }

    /// The slots show the values of their cards, all the same or all different.
    fn write_cards(&mut self, deck: Deck, cards: &[Card], limit: &Limit) -> Result<(), Stop> {
        let (v, p) = (deck.values(), deck.properties());
        let mut watch = limit.watch();
        let mut values = Vec::with_capacity(cards.len() * p);
        let mut showing = vec![0; p * v];
        for &card in cards {
            watch.tick(p)?;
            for (property, value) in deck.values_of(card).enumerate() {
                showing[property * v + value] += 1;
                values.push(value as u8);
            }
        }
        let (table, code): (Rc<[u8]>, _) = (values.into(), code(self.tag));
        for (slot, &card) in self.slots.iter().enumerate() {
            watch.tick(p)?;
            self.solver.add_propagator(Shows {
                card,
                shown: self.shown.iter().map(|shown| shown[slot]).collect(),
                table: Rc::clone(&table),
                shared: Rc::clone(&self.shared),
                code: code.clone(),
                bounds: vec![(0, 0); p],
                gone: Vec::new(),
            });
        }
        for (property, showing) in showing.chunks(v).enumerate() {
            watch.tick(v)?;
            let different = self.different[property];
            if v > 1 && showing.contains(&0) {
                // Some value is missing, so they cannot be all different.
                self.solver.add_clause([predicate![different == 0]], self.tag);
            }
            if v > 1 && showing.iter().all(|&cards| cards < v) {
                self.solver.add_clause([predicate![different == 1]], self.tag);
            }
            let shown = self.shown[property].clone();
            self.solver.add_propagator(AllDifferentOrEqual {
                shown,
                different,
                code: code.clone(),
            });
        }
        let (slots, shared) = (self.slots.clone(), Rc::clone(&self.shared));
        self.solver.add_propagator(Refusal { slots, shared, code });
        Ok(())
    }

    /// At least one slot has one of these cards.
    fn ask_for(&mut self, new: &[usize]) {
        let clause: Vec<Predicate> = self
            .slots
            .iter()
            .flat_map(|slot| new.iter().map(|&card| slot.equality_predicate(card as i32)))
            .collect();
        self.solver.add_clause(clause, self.tag);
    }

    /// Visits all sets as card numbers, slot by slot; without symmetry breaking each set in all its
    /// orders. Counts the decisions.
    ///
    /// # Errors
    ///
    /// The reason to stop, from the limit or the visitor.
    fn search(mut self, decisions: &mut u64, visit: Visit) -> Result<(), Stop> {
        let mut brancher = FewestCards { slots: self.slots, decisions };
        let mut listener = Listener { shared: &self.shared, visit, end: None };
        let is_exhausted = matches!(
            self.solver.satisfy(&mut brancher, &mut listener, &mut NoLearningResolver),
            SatisfactionResult::Unsatisfiable(..)
        );
        // Sets found by propagation alone come after the last check.
        listener.should_stop();
        match listener.end {
            Some(end) => end,
            None if is_exhausted => Ok(()),
            None => Err(Stop::failed(PUMPKIN, "gave up without a reason")),
        }
    }
}

/// Passes the sets to the visitor as they are found, and ends the search when it breaks off.
struct Listener<'a> {
    shared: &'a Exchange,
    visit: Visit<'a>,
    end: Option<Result<(), Stop>>,
}

impl TerminationCondition for Listener<'_> {
    /// Called after every decision and every failure, so after every set.
    fn should_stop(&mut self) -> bool {
        if self.end.is_none()
            && let Some(cards) = self.shared.found.take()
        {
            self.end = (self.visit)(&cards).map(ControlFlow::break_value).transpose();
        }
        if self.end.is_none()
            && let Err(stop) = self.shared.check()
        {
            self.end = Some(Err(stop));
        }
        self.end.is_some()
    }
}

/// Branches on the slot with the fewest remaining cards, and tries the first of them.
#[derive(Debug)]
struct FewestCards<'a> {
    slots: Vec<DomainId>,
    decisions: &'a mut u64,
}

impl Brancher for FewestCards<'_> {
    fn next_decision(&mut self, context: &mut SelectionContext) -> Option<Predicate> {
        let left = |slot: DomainId| {
            let (first, last) = (context.lower_bound(slot), context.upper_bound(slot));
            (first..=last).filter(|&card| context.contains(slot, card)).count()
        };
        let open = self.slots.iter().copied().filter(|&slot| !context.is_integer_fixed(slot));
        let slot = open.min_by_key(|&slot| left(slot))?;
        *self.decisions += 1;
        Some(slot.equality_predicate(context.lower_bound(slot)))
    }

    fn subscribe_to_events(&self) -> Vec<BrancherEvent> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests;
