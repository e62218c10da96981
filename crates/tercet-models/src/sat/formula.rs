//! The clauses that say: these cards are a set.

use rustsat::types::Lit;
use tercet::solver::{Limit, Stop};
use tercet::{Board, Card, Deck};

use super::clauses::{Clauses, Meaning, Part};
use super::engine::Engine;

/// The formula of a board, inside the solver, as far as it was written.
pub(crate) struct Formula<E> {
    engine: E,
    deck: Deck,
    /// A literal a property: the chosen cards are all different in it.
    different: Vec<Lit>,
    /// A literal a property and value: the chosen cards all show this value.
    same: Vec<Lit>,
    /// A group a property and value: the cards that show it.
    showing: Vec<AtMostOne>,
    /// The first cards of the layout, as many as were written, each with "is chosen".
    cards: Vec<(Card, Lit)>,
    /// What switches the clauses on that name all cards; none while they lack some.
    current: Option<Lit>,
    /// How many literals stand for cards that were taken, or were switched off for good.
    retired: usize,
    /// About the bytes that all clauses took that were ever written.
    bytes: usize,
}

impl<E: Clauses> Formula<E> {
    /// The formula of the empty board.
    pub(crate) fn new(deck: Deck) -> Self {
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
        };
        for property in 0..p {
            let different = formula.engine.variable(Meaning::Different(property));
            let same = |value| formula.engine.variable(Meaning::Same(property, value));
            let same: Vec<Lit> = (0..v).map(same).collect();
            let mut one = AtMostOne::default();
            for &choice in same.iter().chain([&different]) {
                one.add(Part::OneChoice, choice, None, &mut formula);
            }
            formula.clause(Part::OneChoice, &[&same[..], &[different]].concat());
            formula.different.push(different);
            formula.same.extend(same);
        }
        formula.clause(Part::SomeDifferent, &formula.different.clone());
        formula
    }

    /// Whether most of what the solver holds may be about what is gone.
    pub(super) fn is_stale(&self, memory: usize) -> bool {
        self.retired > 64 + 2 * self.cards.len() || self.bytes > memory / 2
    }

    /// # Errors
    ///
    /// [`Stop::Memory`] if the clauses take more than so many bytes.
    pub(super) fn check(&self, memory: usize) -> Result<(), Stop> {
        if self.bytes > memory { Err(Stop::Memory) } else { Ok(()) }
    }

    /// Writes what is new of a board. A set is asked for that holds one of the cards behind the
    /// first `settled`, which have none among themselves.
    pub(super) fn write(
        &mut self,
        all: &[Card],
        settled: usize,
        memory: usize,
        limit: &Limit,
    ) -> Result<(), Stop> {
        let mut watch = limit.watch();
        while let Some(&card) = all.get(self.cards.len()) {
            watch.tick(self.deck.properties() * AtMostOne::BLOCK * 8)?;
            self.check(memory)?;
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
        self.check(memory)
    }

    /// Chosen cards are all different or show one value, and no two the same where they differ.
    fn write_card(&mut self, card: Card) {
        let chosen = self.engine.variable(Meaning::Chosen(card));
        self.cards.push((card, chosen));
        for property in 0..self.deck.properties() {
            let different = self.different[property];
            let place = property * self.deck.values() + self.deck.value(card, property);
            self.clause(Part::FitsChoice, &[!chosen, different, self.same[place]]);
            let mut group = std::mem::take(&mut self.showing[place]);
            group.add(Part::NoneTwice, chosen, Some(different), self);
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
            self.clause(Part::Session, &clause);
        }
        Ok(())
    }

    /// Every value is shown where cards differ.
    fn write_shown(&mut self, under: Option<Lit>, limit: &Limit) -> Result<(), Stop> {
        let mut watch = limit.watch();
        for property in 0..self.deck.properties() {
            watch.tick(self.cards.len() * 8)?;
            let head: Vec<Lit> =
                under.into_iter().chain([self.different[property]]).map(|lit| !lit).collect();
            let mut clauses = vec![head; self.deck.values()];
            for &(card, chosen) in &self.cards {
                clauses[self.deck.value(card, property)].push(chosen);
            }
            for clause in &clauses {
                self.clause(Part::EachShown, clause);
            }
        }
        Ok(())
    }

    /// The formula of a board that will not change, without any literal that is assumed.
    pub(crate) fn of(board: &Board) -> Self {
        let mut formula = Self::new(board.deck());
        for &card in board.cards() {
            formula.write_card(card);
        }
        formula.write_shown(None, &Limit::none()).expect("there is no limit");
        formula
    }

    /// The cards that were written, in layout order, each with "is chosen".
    pub(crate) fn cards(&self) -> &[(Card, Lit)] {
        &self.cards
    }

    /// What took the formula down.
    pub(crate) fn engine(&self) -> &E {
        &self.engine
    }

    /// Forbids the cards that are gone. One that comes back is written anew.
    pub(super) fn remove(&mut self, is_gone: impl Fn(Card) -> bool) {
        let gone: Vec<(Card, Lit)> =
            self.cards.extract_if(.., |&mut (card, _)| is_gone(card)).collect();
        for (_, chosen) in gone {
            self.retire(chosen);
        }
    }

    /// A literal under which sets can be forbidden, until it is retired.
    pub(super) fn literal(&mut self) -> Lit {
        self.engine.variable(Meaning::Switch)
    }

    /// Forbids, under a literal, to choose just these cards again.
    ///
    /// Where v > 2, v−1 cards fix the last one of a set, so every v−1 of these are forbidden: no
    /// other set holds them, and the solver sees sooner what is left.
    pub(super) fn forbid(&mut self, positions: &[usize], under: Lit) {
        let cards = positions.iter().map(|&i| self.cards[i].1);
        let clause: Vec<Lit> = [under].into_iter().chain(cards).map(|literal| !literal).collect();
        if positions.len() <= 2 {
            self.clause(Part::Session, &clause);
            return;
        }
        for card in 1..clause.len() {
            let mut others = clause.clone();
            others.swap_remove(card);
            self.clause(Part::Session, &others);
        }
    }

    /// Makes a literal false for good; the solver forgets clauses that it switched on.
    pub(super) fn retire(&mut self, literal: Lit) {
        self.clause(Part::Session, &[!literal]);
        self.retired += 1;
    }

    fn clause(&mut self, part: Part, literals: &[Lit]) {
        // Four bytes a literal and the head of the clause, and two watches of eight.
        self.bytes += 4 * literals.len() + 24;
        self.engine.clause(part, literals);
    }
}

impl<E: Engine> Formula<E> {
    /// The conflicts of all searches, if the engine tells.
    pub(super) fn conflicts(&self) -> Option<u64> {
        self.engine.conflicts()
    }

    /// The positions of cards that the solver claims to be a set, or none.
    ///
    /// The board must have been written, and `more` be given to all searches of an enumeration.
    pub(super) fn solve(
        &mut self,
        more: &[Lit],
        limit: &Limit,
    ) -> Result<Option<Vec<usize>>, Stop> {
        let current = self.current.expect("the board was written");
        let gave_up = || Stop::failed(E::NAME, "gave up for no reason");
        let answer = self.engine.solve(&[&[current], more].concat(), limit);
        if !answer.map_err(|reason| reason.unwrap_or_else(gave_up))? {
            return Ok(None);
        }
        let mut chosen = Vec::with_capacity(self.deck.values());
        for (i, &(_, is_chosen)) in self.cards.iter().enumerate() {
            if self.engine.holds(is_chosen)? {
                chosen.push(i);
            }
        }
        Ok(Some(chosen))
    }
}

/// Literals of which no two may hold.
///
/// Inside a block every pair is forbidden. A full block is carried over to the next as one
/// literal, "one of those until here holds" (Sinz 2005), so that the clauses of n literals are
/// linear in n, and literals can be added at any time.
#[derive(Clone, Default)]
struct AtMostOne {
    block: Vec<Lit>,
    carried: Option<Lit>,
}

impl AtMostOne {
    const BLOCK: usize = 32;

    /// Adds a literal; the clauses count where `condition` holds, or always.
    fn add<E: Clauses>(
        &mut self,
        part: Part,
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
            let carried = formula.engine.variable(Meaning::Carried);
            for one in self.block.drain(..).chain(self.carried) {
                formula.clause(part, &[!one, carried]);
            }
            self.carried = Some(carried);
        }
    }
}
