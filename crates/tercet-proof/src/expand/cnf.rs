//! The numbers of the variables and clauses in the CNF of a board.
//!
//! The CNF is that of `tercet export --to dimacs`, and of `checkers/encode.py`, which generates it
//! from the rule. Here its clauses are only counted. Its parts are: in each property exactly one
//! choice holds; some property is all different; where a property is all different, at most one
//! card of each item is chosen, and at least one; and a chosen card fits the choices.
//!
//! "At most one of these" forbids each pair in a block of 32 literals. A full block has one more
//! variable, *carried*: one of its literals holds, or one of an earlier block. This variable is one
//! more literal of the next block. So the reason why a literal excludes one of a later block is a
//! chain over the carried variables between them. For an earlier block the chain runs backwards.

use std::cmp::Ordering;

use tercet::Board;

use super::{Hint, Literal, Variables};

/// The literals of a block.
const BLOCK: usize = 32;

/// Literals of which at most one holds.
#[derive(Clone, Debug, Default)]
struct AtMostOne {
    /// The first clause of each literal.
    starts: Vec<u64>,
    /// The carried variable of each full block.
    carried: Vec<u32>,
}

impl AtMostOne {
    /// Adds a literal; returns the number of its clauses, of which the first is given. A full block takes
    /// the next variable.
    fn add(&mut self, start: u64, variables: &mut u32) -> u64 {
        let (block, place) = (self.starts.len() / BLOCK, self.starts.len() % BLOCK);
        self.starts.push(start);
        let pairs = place + usize::from(block > 0);
        if place + 1 < BLOCK {
            return pairs as u64;
        }
        *variables += 1;
        self.carried.push(*variables);
        (pairs + BLOCK + usize::from(block > 0)) as u64
    }

    /// The clause that a literal does not hold together with an earlier one of its block.
    fn pair(&self, literal: usize, earlier: usize) -> u64 {
        self.starts[literal] + (earlier % BLOCK) as u64
    }

    /// The clause that a literal does not hold together with one of an earlier block.
    fn not_carried(&self, literal: usize) -> u64 {
        self.starts[literal] + (literal % BLOCK) as u64
    }

    /// The clause that a literal implies the carried variable of its block.
    fn carries(&self, literal: usize) -> u64 {
        self.carrying(literal / BLOCK) + (literal % BLOCK) as u64
    }

    /// The clause that the carried variable of the block before implies that of a block.
    fn carries_on(&self, block: usize) -> u64 {
        self.carrying(block) + BLOCK as u64
    }

    /// The first clause about the carried variable of a full block.
    fn carrying(&self, block: usize) -> u64 {
        let last = block * BLOCK + BLOCK - 1;
        self.starts[last] + (BLOCK - 1) as u64 + u64::from(block > 0)
    }

    /// The clauses by which one literal excludes another one, without those of known carried
    /// variables.
    fn excludes(&self, holds: usize, other: usize, known: &mut Known, clauses: &mut Vec<u64>) {
        let (from, to) = (holds / BLOCK, other / BLOCK);
        match from.cmp(&to) {
            Ordering::Equal => clauses.push(self.pair(holds.max(other), holds.min(other))),
            Ordering::Less => {
                for block in from..to {
                    if known.insert(self.carried[block]) {
                        let is_first = block == from;
                        let on = || self.carries_on(block);
                        clauses.push(if is_first { self.carries(holds) } else { on() });
                    }
                }
                clauses.push(self.not_carried(other));
            }
            Ordering::Greater => {
                for block in (to..from).rev() {
                    if known.insert(self.carried[block]) {
                        let is_first = block + 1 == from;
                        let on = || self.carries_on(block + 1);
                        clauses.push(if is_first { self.not_carried(holds) } else { on() });
                    }
                }
                clauses.push(self.carries(other));
            }
        }
    }
}

/// The carried variables that are known in a derivation.
#[derive(Debug)]
struct Known {
    rounds: Vec<u64>,
    round: u64,
}

impl Known {
    fn insert(&mut self, variable: u32) -> bool {
        std::mem::replace(&mut self.rounds[variable as usize], self.round) != self.round
    }
}

/// The CNF of a board, counted.
#[derive(Debug)]
pub(super) struct Cnf {
    v: usize,
    p: usize,
    /// The variable in the CNF of each of [`Variables`].
    numbers: Vec<u32>,
    /// The choices of each property.
    choices: Vec<AtMostOne>,
    /// The clause that each property has a choice.
    has_choice: Vec<u64>,
    some_different: u64,
    /// The cards of each item.
    items: Vec<AtMostOne>,
    /// The place of card after card among those of each of its items.
    places: Vec<u32>,
    /// The first clauses that say that an item is shown, and that a card fits.
    shown: u64,
    fits: u64,
    /// The number of clauses.
    clauses: u64,
    known: Known,
}

impl Cnf {
    pub(super) fn new(board: &Board) -> Self {
        let (deck, Variables { v, p }) = (board.deck(), Variables::of(board));
        let (mut variables, mut next) = (0_u32, 1_u64);
        let mut numbers = vec![0; p + v * p];
        let (mut choices, mut has_choice) = (vec![AtMostOne::default(); p], Vec::new());
        for (i, choices) in choices.iter_mut().enumerate() {
            numbers[i] = variables + 1;
            (0..v).for_each(|x| numbers[p + i * v + x] = variables + 2 + x as u32);
            variables += 1 + v as u32;
            for _ in 0..=v {
                next += choices.add(next, &mut variables);
            }
            has_choice.push(next);
            next += 1;
        }
        let some_different = next;
        next += 1;
        let (mut items, mut places) = (vec![AtMostOne::default(); v * p], Vec::new());
        for &card in board.cards() {
            variables += 1;
            numbers.push(variables);
            for i in 0..p {
                let item: &mut AtMostOne = &mut items[i * v + deck.value(card, i)];
                places.push(item.starts.len() as u32);
                next += item.add(next, &mut variables);
            }
        }
        let (shown, fits) = (next, next + (v * p) as u64);
        let clauses = fits - 1 + (board.len() * p) as u64;
        let known = Known { rounds: vec![0; variables as usize + 1], round: 0 };
        Self {
            v,
            p,
            numbers,
            choices,
            has_choice,
            some_different,
            items,
            places,
            shown,
            fits,
            clauses,
            known,
        }
    }

    /// The number of clauses.
    pub(super) fn clauses(&self) -> u64 {
        self.clauses
    }

    /// The number of the variable of a literal.
    pub(super) fn variable(&self, literal: Literal) -> u64 {
        self.numbers[literal.variable()].into()
    }

    /// The numbers of the clauses of some hints; derived clauses come after those of the CNF.
    pub(super) fn explain(&mut self, hints: &[Hint], clauses: &mut Vec<u64>) {
        self.known.round += 1;
        for &hint in hints {
            match hint {
                Hint::Shown(item) => clauses.push(self.shown + u64::from(item)),
                Hint::Fits { card, property } => {
                    clauses.push(self.fits + u64::from(card) * self.p as u64 + u64::from(property));
                }
                Hint::Choice(property) => clauses.push(self.has_choice[property as usize]),
                Hint::SomeDifferent => clauses.push(self.some_different),
                Hint::Lemma(lemma) => clauses.push(self.clauses + lemma),
                Hint::Exclusive { property, holds, other } => {
                    let choices = &self.choices[property as usize];
                    choices.excludes(holds as usize, other as usize, &mut self.known, clauses);
                }
                Hint::Rival { item, chosen, rival } => {
                    let property = item as usize / self.v;
                    let place = |card: u32| self.places[card as usize * self.p + property] as usize;
                    let (holds, other) = (place(chosen), place(rival));
                    self.items[item as usize].excludes(holds, other, &mut self.known, clauses);
                }
            }
        }
    }
}
