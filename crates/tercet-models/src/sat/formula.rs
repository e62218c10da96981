//! The clauses that say that some cards are a set, and the interface to which they are written.

use batsat::{Lit, Var};
use tercet::solver::{Limit, Stop};
use tercet::{Board, Card, Deck};

use super::Engine;

/// The parts of the formula, each by what its clauses say, as in the essay.
const ONE_CHOICE: &str = "1. In every property exactly one of the choices holds.";
const SOME_DIFFERENT: &str = "2. \"All different\" holds in at least one property.";
const NONE_TWICE: &str = "3. Where it holds, no two chosen cards show the same value,";
const EACH_SHOWN: &str = "4. and every value is shown by a chosen card.";
const FITS_CHOICE: &str =
    "5. A chosen card that shows x has \"all different\" or \"all equal to x\".";
/// Knowledge of the session: new cards, removed cards, visited sets.
const SESSION: &str = "6. Further known facts.";

/// The literal "the variable of this index is true".
pub(crate) fn positive(index: u32) -> Lit {
    Lit::new(Var::unsafe_from_idx(index), true)
}

/// A literal as in DIMACS, where variables count from 1 and a negative number negates.
pub(crate) fn number(literal: Lit) -> i32 {
    let variable = literal.var().idx().cast_signed() + 1;
    if literal.sign() { variable } else { -variable }
}

/// A receiver of clauses: a solver, or a file.
pub(crate) trait Clauses: Default {
    /// A new variable, with its meaning if it is true. If it is wanted, a search should try first that
    /// it is.
    fn variable(&mut self, is_wanted: bool, meaning: impl FnOnce() -> String) -> Lit;

    /// Adds a clause of a part: one of the literals holds.
    fn clause(&mut self, part: &'static str, literals: &[Lit]);
}

/// The formula of a board in the solver, as far as it was written.
pub(crate) struct Formula<E> {
    pub(crate) engine: E,
    deck: Deck,
    /// For each property a literal: the chosen cards are all different in it.
    different: Vec<Lit>,
    /// For each property and value a literal: the chosen cards all show this value.
    same: Vec<Lit>,
    /// For each property and value, the cards that show it.
    showing: Vec<AtMostOne>,
    /// The first cards of the layout that were written, each with its literal "is chosen".
    pub(crate) cards: Vec<(Card, Lit)>,
    /// The literal that activates the clauses that name all cards; `None` while they lack some.
    current: Option<Lit>,
    /// The number of literals of removed cards, or that were deactivated for good.
    retired: usize,
    /// About the memory of all clauses ever written, in bytes; all that there is if the learnt ones fill it.
    bytes: usize,
    /// The most memory, in bytes.
    memory: usize,
}

impl<E: Clauses> Formula<E> {
    /// The formula of the empty board, in at most `memory` bytes.
    pub(crate) fn new(deck: Deck, memory: usize) -> Self {
        let (v, p) = (deck.values(), deck.properties());
        let mut formula = Self {
            engine: E::default(),
            deck,
            different: Vec::with_capacity(p),
            same: Vec::with_capacity(v * p),
            showing: vec![AtMostOne::default(); v * p],
            cards: Vec::new(),
            current: None,
            retired: 0,
            bytes: 0,
            memory,
        };
        for property in 0..p {
            let all = |what: String| format!("property {}: all {what}", property + 1);
            let different = formula.engine.variable(true, || all("different".into()));
            let same = |value| formula.engine.variable(false, || all(format!("equal to {value}")));
            let same: Vec<Lit> = (0..v).map(same).collect();
            let mut one = AtMostOne::default();
            for &choice in same.iter().chain([&different]) {
                one.add(ONE_CHOICE, choice, None, &mut formula);
            }
            formula.clause(ONE_CHOICE, &[&same[..], &[different]].concat());
            formula.different.push(different);
            formula.same.extend(same);
        }
        formula.clause(SOME_DIFFERENT, &formula.different.clone());
        formula
    }

    /// Whether most of the solver's clauses may concern removed cards.
    pub(super) fn is_stale(&self) -> bool {
        self.retired > 64 + 2 * self.cards.len() || self.bytes > self.memory / 2
    }

    /// The memory that is left for what the solver learns.
    ///
    /// # Errors
    ///
    /// [`Stop::MEMORY`] if the clauses take more than there is.
    fn room(&self) -> Result<usize, Stop> {
        self.memory.checked_sub(self.bytes).ok_or(Stop::MEMORY)
    }

    /// Writes what is new on a board. A set must contain one of the cards after the first
    /// `settled`, which hold no set.
    pub(super) fn write(
        &mut self,
        all: &[Card],
        settled: usize,
        limit: &Limit,
    ) -> Result<(), Stop> {
        let mut watch = limit.watch();
        while let Some(&card) = all.get(self.cards.len()) {
            watch.tick(self.deck.properties() * AtMostOne::BLOCK * 8)?;
            self.room()?;
            if let Some(before) = self.current.take() {
                self.retire(before);
            }
            self.write_card(card);
        }
        if self.current.is_none() {
            let current = self.literal();
            if let Err(stop) = self.write_whole(current, settled, limit) {
                self.retire(current);
                return Err(stop);
            }
            self.current = Some(current);
        }
        Ok(())
    }

    /// Chosen cards are all different or show one value; where they differ, no two are the same.
    fn write_card(&mut self, card: Card) {
        let number = self.cards.len() + 1;
        let name = || format!("card {number} ({}) is chosen", self.deck.show(card));
        let chosen = self.engine.variable(true, name);
        self.cards.push((card, chosen));
        for property in 0..self.deck.properties() {
            let different = self.different[property];
            let place = property * self.deck.values() + self.deck.value(card, property);
            self.clause(FITS_CHOICE, &[!chosen, different, self.same[place]]);
            let mut group = std::mem::take(&mut self.showing[place]);
            group.add(NONE_TWICE, chosen, Some(different), self);
            self.showing[place] = group;
        }
    }

    /// The clauses that name all cards, under a literal: every value is shown where cards differ,
    /// and one of the cards is new.
    fn write_whole(&mut self, current: Lit, settled: usize, limit: &Limit) -> Result<(), Stop> {
        self.write_shown(Some(current), limit)?;
        if settled > 0 {
            let new = self.cards[settled..].iter().map(|&(_, chosen)| chosen);
            let clause: Vec<Lit> = [!current].into_iter().chain(new).collect();
            self.clause(SESSION, &clause);
        }
        Ok(())
    }

    /// Every value is shown where cards differ.
    fn write_shown(&mut self, under: Option<Lit>, limit: &Limit) -> Result<(), Stop> {
        let mut watch = limit.watch();
        for property in 0..self.deck.properties() {
            let head: Vec<Lit> =
                under.into_iter().chain([self.different[property]]).map(|lit| !lit).collect();
            let mut clauses = vec![head; self.deck.values()];
            for &(card, chosen) in &self.cards {
                watch.tick(8)?;
                clauses[self.deck.value(card, property)].push(chosen);
            }
            for clause in &clauses {
                self.clause(EACH_SHOWN, clause);
            }
        }
        Ok(())
    }

    /// The formula of a fixed board, without assumed literals.
    pub(crate) fn of(board: &Board, limit: &Limit) -> Result<Self, Stop> {
        let mut formula = Self::new(board.deck(), usize::MAX);
        let mut watch = limit.watch();
        for &card in board.cards() {
            watch.tick(board.deck().properties() * AtMostOne::BLOCK)?;
            formula.write_card(card);
        }
        formula.write_shown(None, limit)?;
        Ok(formula)
    }

    /// Forbids removed cards. A card that comes back is written anew.
    pub(super) fn remove(&mut self, is_gone: impl Fn(Card) -> bool) {
        let gone: Vec<(Card, Lit)> =
            self.cards.extract_if(.., |&mut (card, _)| is_gone(card)).collect();
        for (_, chosen) in gone {
            self.retire(chosen);
        }
    }

    /// A literal under which sets can be forbidden, until it is retired.
    pub(super) fn literal(&mut self) -> Lit {
        self.engine.variable(false, || "a switch".into())
    }

    /// Forbids, under a literal, choosing exactly these cards again.
    ///
    /// For v > 2, v−1 cards determine the last one of a set, so every v−1 of these are forbidden:
    /// no other set contains them, and the solver propagates earlier.
    pub(super) fn forbid(&mut self, positions: &[usize], under: Lit) {
        let cards = positions.iter().map(|&i| self.cards[i].1);
        let clause: Vec<Lit> = [under].into_iter().chain(cards).map(|literal| !literal).collect();
        if positions.len() <= 2 {
            self.clause(SESSION, &clause);
            return;
        }
        for card in 1..clause.len() {
            let mut others = clause.clone();
            others.swap_remove(card);
            self.clause(SESSION, &others);
        }
    }

    /// Makes a literal false for good; the solver drops the clauses that it activated.
    pub(super) fn retire(&mut self, literal: Lit) {
        self.clause(SESSION, &[!literal]);
        self.retired += 1;
    }

    fn clause(&mut self, part: &'static str, literals: &[Lit]) {
        self.bytes += bytes(literals.len());
        self.engine.clause(part, literals);
    }
}

/// About the memory of a clause: four bytes a literal, its head, and two watches of eight bytes.
pub(super) fn bytes(literals: usize) -> usize {
    4 * literals + 24
}

impl<E: Engine> Formula<E> {
    /// The positions of cards that the solver claims to be a set, or `None`.
    ///
    /// The board must have been written, and all searches of an enumeration must get the same
    /// `more`.
    pub(super) fn solve(
        &mut self,
        more: &[Lit],
        limit: &Limit,
    ) -> Result<Option<Vec<usize>>, Stop> {
        let current = self.current.expect("the board was written");
        let gave_up = || Stop::failed(E::NAME, "gave up without a reason");
        let answer = self.engine.solve(&[&[current], more].concat(), self.room()?, limit);
        if answer == Err(Some(Stop::MEMORY)) {
            self.bytes = self.memory;
        }
        if !answer.map_err(|reason| reason.unwrap_or_else(gave_up))? {
            return Ok(None);
        }
        let is_chosen = |&position: &usize| self.engine.holds(self.cards[position].1);
        Ok(Some((0..self.cards.len()).filter(is_chosen).collect()))
    }
}

/// Literals of which at most one may hold.
///
/// Within a block every pair is forbidden. A full block is carried over to the next as one literal,
/// "one of the literals so far holds" (Sinz 2005), so that the number of clauses is linear in the
/// number of literals, and literals can be added at any time. Blocks of 12 literals make the full
/// deck of (3,4) 40 % slower.
#[derive(Clone, Default)]
struct AtMostOne {
    block: Vec<Lit>,
    carried: Option<Lit>,
}

impl AtMostOne {
    const BLOCK: usize = 32;

    /// Adds a literal; the clauses apply if `condition` holds, or always.
    fn add<E: Clauses>(
        &mut self,
        part: &'static str,
        literal: Lit,
        condition: Option<Lit>,
        formula: &mut Formula<E>,
    ) {
        let mut clause: Vec<Lit> = condition.iter().map(|&condition| !condition).collect();
        let fixed = clause.len();
        for &other in self.block.iter().chain(&self.carried) {
            clause.extend([!literal, !other]);
            formula.clause(part, &clause);
            clause.truncate(fixed);
        }
        self.block.push(literal);
        if self.block.len() == Self::BLOCK {
            let carried = formula.engine.variable(false, || {
                "an earlier one of several variables holds, of which at most one may".into()
            });
            for one in self.block.drain(..).chain(self.carried) {
                formula.clause(part, &[!one, carried]);
            }
            self.carried = Some(carried);
        }
    }
}
