//! The terms and constraints of the formulation as SMT-LIB 2 text.
//!
//! The numbers are those of the thesis' equations. `k_i_j` is the value of property j in slot i,
//! both counted from 1 as in the thesis.

use std::fmt::{Display, Write};

use tercet::solver::{Stop, Watch};
use tercet::{Card, Deck};

use super::Style;
use crate::Symmetry;

/// Writes terms about the v slots of the cards of a set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slots {
    pub(super) deck: Deck,
    pub(super) style: Style,
    pub(super) symmetry: Symmetry,
}

impl Slots {
    fn has_bits(self) -> bool {
        self.style == Style::Bits
    }

    pub(super) fn logic(self) -> &'static str {
        if self.has_bits() { "QF_BV" } else { "QF_LIA" }
    }

    /// The names of all `k_i_j`, slot by slot.
    pub(super) fn names(self) -> impl Iterator<Item = String> {
        let properties = self.deck.properties();
        let slots = 0..self.deck.values();
        slots.flat_map(move |slot| (0..properties).map(move |property| name(slot, property)))
    }

    /// Declares the `k_i_j` (2).
    pub(super) fn declare(self, out: &mut String) {
        let vector = format!("(_ BitVec {})", self.deck.bits());
        let sort = if self.has_bits() { &*vector } else { "Int" };
        for name in self.names() {
            line(out, format_args!("(declare-const {name} {sort})"));
        }
    }

    /// Names for "all the same in property i" (4) and "all different in property i" (6).
    pub(super) fn define_choices(self, out: &mut String) {
        for property in 0..self.deck.properties() {
            let slots = self.shown(property);
            let pairs = slots.windows(2).map(|pair| format!("(= {} {})", pair[0], pair[1]));
            let same = all(pairs);
            line(out, format_args!("(define-fun same_{} () Bool {same})", property + 1));
            // `distinct` expresses (6): no two are equal.
            let different = if slots.len() < 2 { "true".into() } else { nary("distinct", &slots) };
            line(out, format_args!("(define-fun different_{} () Bool {different})", property + 1));
        }
    }

    /// In each property all different or all the same (7).
    pub(super) fn assert_choices(self, out: &mut String) {
        for i in 1..=self.deck.properties() {
            line(out, format_args!("(assert (or different_{i} same_{i}))"));
        }
    }

    /// The cards are distinct (11): any two differ in some property.
    pub(super) fn assert_distinct_pairs(
        self,
        out: &mut String,
        watch: &mut Watch,
    ) -> Result<(), Stop> {
        for one in 0..self.deck.values() {
            for other in one + 1..self.deck.values() {
                watch.tick(8 * self.deck.properties())?;
                let differ = (0..self.deck.properties()).map(|property| {
                    format!("(not (= {} {}))", name(one, property), name(other, property))
                });
                line(out, format_args!("(assert {})", any(differ)));
            }
        }
        Ok(())
    }

    /// The cards are distinct, in a shorter form: under (7) this means that they are all different
    /// in some property.
    pub(super) fn assert_distinct(self, out: &mut String) {
        if self.deck.values() > 1 {
            let differ = (1..=self.deck.properties()).map(|i| format!("(not same_{i})"));
            line(out, format_args!("(assert {})", any(differ)));
        }
    }

    /// The order of the slots (13 or 15).
    ///
    /// As printed, (15) lacks the case that all values are the same in property i, and so excludes
    /// the sets that agree in the first property. The text describes the intended constraint: slot
    /// i shows value i in the first property *in which they differ*.
    pub(super) fn assert_order(self, out: &mut String) {
        let at_most = if self.has_bits() { "bvule" } else { "<=" };
        for property in 0..self.deck.properties() {
            let slots = self.shown(property);
            let mut cases = match self.symmetry {
                Symmetry::None => return,
                Symmetry::Relative => {
                    let pairs = slots.windows(2);
                    vec![all(pairs.map(|pair| format!("({at_most} {} {})", pair[0], pair[1])))]
                }
                Symmetry::Rigid => vec![
                    all((0..self.deck.values()).map(|slot| self.shows(slot, property, slot))),
                    format!("same_{}", property + 1),
                ],
            };
            cases.extend((1..=property).map(|before| format!("(not same_{before})")));
            line(out, format_args!("(assert {})", any(cases)));
        }
    }

    /// Slot i shows value x in a property.
    fn shows(self, slot: usize, property: usize, value: usize) -> String {
        let (name, width) = (name(slot, property), self.deck.bits() as usize);
        if self.has_bits() {
            format!("(= {name} #b{value:0width$b})")
        } else {
            format!("(= {name} {value})")
        }
    }

    /// Slot i holds a card: the inner conjunction of (9).
    pub(super) fn holds(self, slot: usize, card: Card) -> String {
        all((0..self.deck.properties())
            .map(|property| self.shows(slot, property, self.deck.value(card, property))))
    }

    /// The slots do not hold the set of these cards, in the order of the slots.
    ///
    /// If the order is fixed and v−1 cards determine the last one, forbidding v−1 slots these cards
    /// is enough. Otherwise one slot must hold another card.
    pub(super) fn assert_other_set(self, cards: &[Card], out: &mut String) {
        let term = if self.symmetry == Symmetry::None {
            any((0..cards.len()).map(|slot| {
                all(cards.iter().map(|&card| format!("(not {})", self.holds(slot, card))))
            }))
        } else {
            let fixing = if cards.len() > 2 { cards.len() - 1 } else { cards.len() };
            let held = cards[..fixing].iter().enumerate();
            format!("(not {})", all(held.map(|(slot, &card)| self.holds(slot, card))))
        };
        line(out, format_args!("(assert {term})"));
    }

    /// The names of the values of the slots in a property.
    fn shown(self, property: usize) -> Vec<String> {
        (0..self.deck.values()).map(|slot| name(slot, property)).collect()
    }
}

/// The name of the value of a slot in a property, both from 0: `k_1_1` is the first.
pub(super) fn name(slot: usize, property: usize) -> String {
    format!("k_{}_{}", slot + 1, property + 1)
}

/// A line of text.
pub(super) fn line(out: &mut String, text: impl Display) {
    writeln!(out, "{text}").expect("a string takes every text");
}

/// The conjunction; `and` itself needs at least two terms.
pub(super) fn all(terms: impl IntoIterator<Item = String>) -> String {
    joined("and", "true", terms)
}

/// The disjunction.
pub(super) fn any(terms: impl IntoIterator<Item = String>) -> String {
    joined("or", "false", terms)
}

fn joined(operator: &str, empty: &str, terms: impl IntoIterator<Item = String>) -> String {
    let mut terms: Vec<String> = terms.into_iter().collect();
    match terms.len() {
        0 => empty.into(),
        1 => terms.remove(0),
        _ => nary(operator, &terms),
    }
}

fn nary(operator: &str, terms: &[String]) -> String {
    format!("({operator} {})", terms.join(" "))
}
