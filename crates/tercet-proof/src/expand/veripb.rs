//! `VeriPB`: pseudo-Boolean constraints with their hints.
//!
//! The model is that of `tercet export --to opb`: the integer program of `ip`. Its rows are
//!
//! 1. v cards are chosen;
//! 2. for each property and each of its values, the number of chosen cards that show it is 1 if the property
//!    is all different, v if it is all equal to the value, and otherwise 0;
//! 3. each property has exactly one choice: this row comes after those of its values;
//! 4. some property is all different.
//!
//! An equation is two constraints, first "at least", then "at most". Each clause follows by unit
//! propagation from fewer constraints than in the CNF: a chosen card excludes all its rivals at
//! once.
//!
//! *Weights.* The row of item q of property i is Σ x(c) = d(i) + v·s(q), over the cards c that show q: x(c) says
//! that a card is chosen, d(i) that the property is all different, and s(q) that all cards show q. If item q weighs
//! w(q), the card c weighs W(c), the sum of w(q) over its items, and property i weighs T(i), the sum over its items;
//! then the rows, each times its weight, add up to
//!
//! Σ W(c)·x(c) = Σ T(i)·d(i) + v·Σ w(q)·s(q).
//!
//! In a group d(i) is 1 in each free property and s(q) is 0 for its items, so the right side is the total weight.
//!
//! - Modulus 0: no card of the group weighs more than 0, so "at least" of this sum says that the chosen cards do
//!   not weigh less than the total; what it removes follows by unit propagation.
//! - Modulus m: it divides each W(c) of the group, but not the total. A multiple of a literal is added to either half of
//!   the sum, "at least" and "at most", wherever m does not divide the coefficient: of x(c) for cards outside the group, of
//!   s(q), and of 1 − d(i), all of which the group's assumptions make 0. Both halves are divided by m and rounded up. As
//!   the total lies between two multiples of m, the rounded halves contradict each other unless one of these
//!   literals is true: their sum is a clause that says so.
//! - Cards outside the group show a value besides an agreed one, so "at most" of the row of that value removes
//!   them from the sum.

use std::io::{self, Write};

use tercet::Board;

use super::lrat::Output;
use super::{Hint, Lemma, Literal, Recorder, Variables};

/// An output of a proof of version 3.0.
pub(super) struct VeriPb<'a, W> {
    board: &'a Board,
    variables: Variables,
    output: Output<W>,
    lemmas: Lemma,
    /// The last clause that used each constraint of the model.
    rounds: Vec<Lemma>,
}

impl<'a, W: Write> VeriPb<'a, W> {
    pub(super) fn new(board: &'a Board, output: W) -> Self {
        let (variables, output) = (Variables::of(board), Output::new(output));
        let mut veripb = Self { board, variables, output, lemmas: 0, rounds: Vec::new() };
        veripb.rounds.resize(veripb.constraints() as usize + 1, 0);
        veripb.output.text("pseudo-Boolean proof version 3.0\nf ");
        veripb.output.decimal(veripb.constraints());
        veripb.output.text(";\n");
        veripb
    }

    /// The number of constraints of the model: two for each row but the last.
    fn constraints(&self) -> u64 {
        let Variables { v, p } = self.variables;
        (2 * (1 + p * (v + 1)) + 1) as u64
    }

    /// The constraint that an item is shown at least, or at most, as often as its row says.
    fn item(&self, item: usize, at_most: bool) -> u64 {
        // Each property has a row for each of its values, and then the row of its choice.
        let row = 1 + item + item / self.variables.v;
        (2 * row + 1 + usize::from(at_most)) as u64
    }

    /// The constraint that a property has at least, or at most, one choice.
    fn choice(&self, property: usize, at_most: bool) -> u64 {
        let row = (property + 1) * (self.variables.v + 1);
        (2 * row + 1 + usize::from(at_most)) as u64
    }

    fn constraint(&self, hint: Hint) -> u64 {
        match hint {
            Hint::Shown(item) => self.item(item as usize, false),
            Hint::Rival { item, .. } => self.item(item as usize, true),
            Hint::Fits { card, property } => {
                self.item(self.item_of(card as usize, property as usize), true)
            }
            Hint::Choice(property) => self.choice(property as usize, false),
            Hint::Exclusive { property, .. } => self.choice(property as usize, true),
            Hint::SomeDifferent => self.constraints(),
            Hint::Lemma(lemma) => self.constraints() + lemma,
        }
    }

    /// Writes a hint, unless it is a constraint of the model that the clause has used already.
    fn hint(&mut self, constraint: u64) {
        if let Some(round) = self.rounds.get_mut(constraint as usize)
            && std::mem::replace(round, self.lemmas) == self.lemmas
        {
            return;
        }
        self.output.text(" ");
        self.output.decimal(constraint);
    }

    /// Adds a multiple of a constraint or, after `x` or `~x`, of a literal to a sum of some terms.
    fn add(&mut self, kind: &str, number: u64, factor: i128, terms: &mut usize) {
        if factor == 0 {
            return;
        }
        self.output.text(&format!(" {kind}{number} {factor} *"));
        self.output.text(if *terms > 0 { " +" } else { "" });
        *terms += 1;
    }

    /// The item that a card shows in a property.
    fn item_of(&self, card: usize, property: usize) -> usize {
        let card = self.board.cards()[card];
        property * self.variables.v + self.board.deck().value(card, property)
    }

    /// Adds the rows of the items, each times its weight and the sign. Returns the number of terms.
    fn add_rows(&mut self, sign: i128, of_item: &[i128]) -> usize {
        let mut terms = 0;
        for (item, weight) in of_item.iter().map(|weight| sign * weight).enumerate() {
            self.add("", self.item(item, weight < 0), weight.abs(), &mut terms);
        }
        terms
    }

    /// Adds one half of the sum of the rows, divided by the modulus and rounded up.
    fn add_divided(&mut self, sign: i128, modulus: i128, of_item: &[i128], of_card: &[i128]) {
        let Variables { v, p } = self.variables;
        let mut terms = self.add_rows(sign, of_item);
        let lacking = |coefficient: i128| (-sign * coefficient).rem_euclid(modulus);
        for (card, &weight) in of_card.iter().enumerate() {
            self.add("x", card as u64 + 1, lacking(weight), &mut terms);
        }
        for i in 0..p {
            let of_property = &of_item[i * v..(i + 1) * v];
            let different = self.number(self.variables.different(i) as usize);
            self.add("~x", different, lacking(of_property.iter().sum()), &mut terms);
            for (x, weight) in of_property.iter().enumerate() {
                let same = self.number(self.variables.same(i * v + x) as usize);
                self.add("x", same, lacking(-(v as i128) * weight), &mut terms);
            }
        }
        self.output.text(&format!(" {modulus} d"));
    }

    /// Removes cards outside the group from the sum, whose coefficients there are those of `of_card` or, after
    /// a division, at most 1.
    fn remove_outside(&mut self, modulus: i128, of_card: &[i128], agreed: &[Option<usize>]) {
        let mut outside = vec![0; self.variables.v * self.variables.p];
        for (card, &weight) in of_card.iter().enumerate() {
            let too_much = if modulus == 0 { weight } else { (weight % modulus).abs().min(1) };
            let mut shown = agreed.iter().enumerate().filter_map(|(property, &agreed)| {
                let (item, agreed) = (self.item_of(card, property), agreed?);
                (item != property * self.variables.v + agreed).then_some(item)
            });
            if let Some(item) = shown.next() {
                let most: &mut i128 = &mut outside[item];
                *most = too_much.max(*most);
            }
        }
        for (item, most) in outside.into_iter().enumerate() {
            self.add("", self.item(item, true), most, &mut 1);
        }
    }

    /// The number of a variable: first the cards, then the properties, then the items.
    fn number(&self, variable: usize) -> u64 {
        let Variables { v, p } = self.variables;
        let number = match variable.checked_sub(p + v * p) {
            Some(card) => card,
            None => self.board.len() + variable,
        };
        number as u64 + 1
    }
}

impl<W: Write> Recorder for VeriPb<'_, W> {
    const CAN_WEIGH: bool = true;

    fn weigh(
        &mut self,
        modulus: u32,
        weights: &[(u32, i32)],
        agreed: &[Option<usize>],
    ) -> io::Result<Lemma> {
        let modulus = i128::from(modulus);
        let mut of_item = vec![0; self.variables.v * self.variables.p];
        for &(item, weight) in weights {
            of_item[item as usize] += i128::from(weight);
        }
        let weight = |card| -> i128 {
            (0..self.variables.p).map(|property| of_item[self.item_of(card, property)]).sum()
        };
        let of_card: Vec<i128> = (0..self.board.len()).map(weight).collect();
        self.lemmas += 1;
        self.output.text("pol");
        if modulus == 0 {
            self.add_rows(1, &of_item);
        } else {
            self.add_divided(1, modulus, &of_item, &of_card);
            self.add_divided(-1, modulus, &of_item, &of_card);
            self.output.text(" +");
        }
        self.remove_outside(modulus, &of_card, agreed);
        self.output.text(";\n");
        self.output.pass()?;
        Ok(self.lemmas)
    }

    fn derive(&mut self, clause: &[Literal], hints: &[Hint]) -> io::Result<Lemma> {
        self.lemmas += 1;
        self.output.text("rup");
        for &literal in clause {
            self.output.text(if literal.is_negative() { " 1 ~x" } else { " 1 x" });
            self.output.decimal(self.number(literal.variable()));
        }
        self.output.text(" >= 1 : ~");
        // The choice of a property excludes the others, which nearly all rows need.
        for property in 0..self.variables.p {
            self.hint(self.choice(property, true));
        }
        for &hint in hints {
            self.hint(self.constraint(hint));
        }
        self.output.text(";\n");
        self.output.pass()?;
        Ok(self.lemmas)
    }

    fn delete(&mut self, lemmas: &[Lemma]) -> io::Result<()> {
        self.output.text("del id");
        let constraints = self.constraints();
        self.output.list(lemmas.iter().map(|lemma| constraints + lemma), ";\n")
    }

    fn finish(mut self, empty: Lemma) -> io::Result<u64> {
        self.output.text("output NONE;\nconclusion UNSAT : ");
        self.output.decimal(self.constraints() + empty);
        self.output.text(";\nend pseudo-Boolean proof;\n");
        self.output.finish()
    }
}
