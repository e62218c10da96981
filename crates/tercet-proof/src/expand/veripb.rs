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
//! Weights of items are a sum of rows, each times the weight of its item. A modulus divides the coefficients of all
//! candidates, but not the constant. Those of other variables are made divisible by adding the variables, which
//! the assumptions of the group make false. Divided by the modulus, the sum is rounded up, and so is its
//! contrary; both together are a clause that one of these variables is true.

use std::io::{self, Write};

use tercet::Board;

use super::output::Output;
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
                let card = self.board.cards()[card as usize];
                let (v, property) = (self.variables.v, property as usize);
                self.item(property * v + self.board.deck().value(card, property), true)
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
        let (board, Variables { v, p }) = (self.board, self.variables);
        let (deck, modulus) = (board.deck(), i128::from(modulus));
        let mut of_item = vec![0_i128; v * p];
        for &(item, weight) in weights {
            of_item[item as usize] += i128::from(weight);
        }
        let value = |card: usize, i: usize| deck.value(board.cards()[card], i);
        let sum = |card: usize| (0..p).map(|i| of_item[i * v + value(card, i)]).sum::<i128>();
        self.lemmas += 1;
        self.output.text("pol");
        let signs = if modulus == 0 { &[1][..] } else { &[1, -1] };
        for &sign in signs {
            let mut terms = 0;
            for (item, weight) in of_item.iter().map(|weight| sign * weight).enumerate() {
                self.add("", self.item(item, weight < 0), weight.abs(), &mut terms);
            }
            if modulus == 0 {
                continue;
            }
            for card in 0..board.len() {
                let lacking = (-sign * sum(card)).rem_euclid(modulus);
                self.add("x", card as u64 + 1, lacking, &mut terms);
            }
            for i in 0..p {
                let of_property = &of_item[i * v..(i + 1) * v];
                let lacking = (-sign * of_property.iter().sum::<i128>()).rem_euclid(modulus);
                let different = self.variables.different(i) as usize;
                self.add("~x", self.number(different), lacking, &mut terms);
                for (x, weight) in of_property.iter().enumerate() {
                    let lacking = (sign * v as i128 * weight).rem_euclid(modulus);
                    let same = self.variables.same(i * v + x) as usize;
                    self.add("x", self.number(same), lacking, &mut terms);
                }
            }
            self.output.text(&format!(" {modulus} d"));
        }
        self.output.text(if modulus == 0 { "" } else { " +" });
        // Cards outside the group show a value besides an agreed one, which no chosen card shows.
        let mut outside = vec![0; v * p];
        for card in 0..board.len() {
            let too_much =
                if modulus == 0 { sum(card) } else { (sum(card) % modulus).abs().min(1) };
            let differs = |&i: &usize| agreed[i].is_some_and(|x| x != value(card, i));
            if let Some(i) = (0..p).find(differs) {
                let most: &mut i128 = &mut outside[i * v + value(card, i)];
                *most = too_much.max(*most);
            }
        }
        for (item, most) in outside.into_iter().enumerate() {
            self.add("", self.item(item, true), most, &mut 1);
        }
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
        for lemma in lemmas {
            self.output.text(" ");
            self.output.decimal(self.constraints() + lemma);
        }
        self.output.text(";\n");
        self.output.pass()
    }

    fn finish(mut self, empty: Lemma) -> io::Result<u64> {
        self.output.text("output NONE;\nconclusion UNSAT : ");
        self.output.decimal(self.constraints() + empty);
        self.output.text(";\nend pseudo-Boolean proof;\n");
        self.output.finish()
    }
}
