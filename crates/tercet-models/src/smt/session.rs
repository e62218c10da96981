//! The formula in a solver, kept up to date with a board.

use std::collections::BTreeSet;

use tercet::solver::{Layout, Limit, Stop, Watch};
use tercet::{Board, Card};

use super::formula::{Slots, line};
use super::program::Program;
use super::talk::Talk;

/// How a session follows the updates of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Updates {
    /// As in the thesis (4.3.2): removed cards are forbidden by constraint 17, and after a deal the
    /// whole formula is sent anew.
    DelayedDeletion,
    /// The session lasts for the game: dealt cards are added to the formula, and if some cards are
    /// known to hold no set, only sets with another card are sought.
    Incremental,
}

/// A solver with the formula of a board, as far as it was sent.
pub(super) struct Session {
    pub(super) talk: Talk,
    slots: Slots,
    updates: Updates,
    /// The first cards of the layout, as far as they were sent.
    cards: Vec<Card>,
    /// The removed cards, which are forbidden.
    gone: BTreeSet<Card>,
    /// The number of deals sent; the literals of the last one mean "holds one of these cards".
    deals: usize,
    /// The number of literals for "one of the cards is new".
    questions: usize,
    /// The assumptions of the current question.
    assumptions: Vec<String>,
    /// The size of the commands before the last restart, in bytes.
    bytes_before: usize,
    /// Whether sets are forbidden, until the end of an enumeration.
    forbids: bool,
}

impl Session {
    /// Starts a solver for boards of a deck.
    pub(super) fn start(program: &Program, slots: Slots, updates: Updates) -> Result<Self, Stop> {
        let mut session = Self {
            talk: Talk::start(program)?,
            slots,
            updates,
            cards: Vec::new(),
            gone: BTreeSet::new(),
            deals: 0,
            questions: 0,
            assumptions: Vec::new(),
            bytes_before: 0,
            forbids: false,
        };
        session.begin();
        Ok(session)
    }

    /// Sends everything that does not depend on the board.
    fn begin(&mut self) {
        // If linear arithmetic is declared, z3 tries a special procedure on the first question of a
        // session, which takes a quarter longer. A lasting session has only one first question.
        let logic = match self.updates {
            Updates::DelayedDeletion => "ALL",
            Updates::Incremental => self.slots.logic(),
        };
        let out = self.talk.text();
        line(out, "(set-option :print-success false)");
        line(out, "(set-option :produce-models true)");
        line(out, format_args!("(set-logic {logic})"));
        self.slots.declare(out);
        self.slots.define_choices(out);
        self.slots.assert_choices(out);
        self.slots.assert_order(out);
    }

    /// Resets the solver and starts again.
    fn restart(&mut self) {
        self.bytes_before = self.talk.bytes();
        line(self.talk.text(), "(reset)");
        self.cards.clear();
        self.gone.clear();
        (self.deals, self.questions) = (0, 0);
        self.begin();
    }

    /// Forbids removed cards (17).
    pub(super) fn remove(&mut self, is_gone: impl Fn(Card) -> bool) {
        let gone: Vec<Card> = self.cards.extract_if(.., |&mut card| is_gone(card)).collect();
        for card in gone {
            // No slot holds a card of a set that was taken (17).
            for slot in 0..self.slots.deck.values() {
                let term = self.slots.holds(slot, card);
                line(self.talk.text(), format_args!("(assert (not {term}))"));
            }
            self.gone.insert(card);
        }
    }

    /// The position of the card in each slot, or `None` if there is no set with a card after the
    /// settled ones. Afterwards sets can be [forbidden](Self::forbid).
    pub(super) fn first(
        &mut self,
        layout: &Layout,
        memory: usize,
        limit: &Limit,
    ) -> Result<Option<Vec<usize>>, Stop> {
        self.assumptions = self.tell(layout, memory, limit)?;
        self.solve(layout, limit)
    }

    /// Sends what is new, and returns the assumptions.
    fn tell(&mut self, layout: &Layout, memory: usize, limit: &Limit) -> Result<Vec<String>, Stop> {
        let new = &layout.cards()[self.cards.len()..];
        let is_stale = self.gone.len() > 64 + 2 * self.cards.len() || self.bytes() > memory / 2;
        let returns = new.iter().any(|card| self.gone.contains(card));
        let rebuilds = self.updates == Updates::DelayedDeletion && !new.is_empty();
        if self.deals > 0 && (is_stale || returns || rebuilds) {
            self.restart();
        }
        let new = &layout.cards()[self.cards.len()..];
        let mut work = Work { memory, watch: limit.watch() };
        match self.updates {
            Updates::DelayedDeletion => {
                if self.deals == 0 {
                    self.tell_board(new, &mut work, limit)?;
                }
                Ok(Vec::new())
            }
            Updates::Incremental => {
                if self.deals == 0 || !new.is_empty() {
                    self.tell_deal(new, &mut work)?;
                }
                self.assumptions(layout, &mut work)
            }
        }
    }

    /// The term that a slot holds a card.
    fn write_holds(&mut self, slot: usize, card: Card, work: &mut Work) -> Result<(), Stop> {
        let term = self.slots.holds(slot, card);
        line(self.talk.text(), term);
        work.done(self.slots.deck.properties(), self.bytes())
    }

    /// The constraints of the thesis that name the cards, as printed.
    fn tell_board(&mut self, cards: &[Card], work: &mut Work, limit: &Limit) -> Result<(), Stop> {
        for slot in 0..self.slots.deck.values() {
            line(self.talk.text(), "(assert (or false");
            for &card in cards {
                self.write_holds(slot, card, work)?;
            }
            line(self.talk.text(), "))");
        }
        self.slots.assert_distinct_pairs(self.talk.text(), &mut limit.watch())?;
        work.done(0, self.bytes())?;
        self.cards.extend(cards);
        self.deals = 1;
        Ok(())
    }

    /// Adds cards to those that a slot may hold. `m_i_d`, to be assumed, means: slot i holds a card
    /// of the first d deals.
    fn tell_deal(&mut self, new: &[Card], work: &mut Work) -> Result<(), Stop> {
        let before = self.deals;
        let deal = before + 1;
        if before == 0 {
            self.slots.assert_distinct(self.talk.text());
        }
        for slot in 1..=self.slots.deck.values() {
            let out = self.talk.text();
            line(out, format_args!("(declare-const m_{slot}_{deal} Bool)"));
            line(out, format_args!("(assert (=> m_{slot}_{deal} (or false"));
            if before > 0 {
                line(out, format_args!("m_{slot}_{before}"));
            }
            for &card in new {
                self.write_holds(slot - 1, card, work)?;
            }
            line(self.talk.text(), ")))");
        }
        self.cards.extend(new);
        self.deals = deal;
        Ok(())
    }

    /// Each slot holds a card on the board, and one of them a card that is not settled.
    fn assumptions(&mut self, layout: &Layout, work: &mut Work) -> Result<Vec<String>, Stop> {
        let slots = 1..=self.slots.deck.values();
        let mut assumptions: Vec<String> =
            slots.map(|slot| format!("m_{slot}_{}", self.deals)).collect();
        if layout.settled() > 0 {
            if self.questions > 0 {
                line(self.talk.text(), format_args!("(assert (not q_{}))", self.questions));
            }
            self.questions += 1;
            let question = format!("q_{}", self.questions);
            line(self.talk.text(), format_args!("(declare-const {question} Bool)"));
            line(self.talk.text(), format_args!("(assert (=> {question} (or false"));
            for &card in &layout.cards()[layout.settled()..] {
                for slot in 0..self.slots.deck.values() {
                    self.write_holds(slot, card, work)?;
                }
            }
            line(self.talk.text(), ")))");
            assumptions.push(question);
        }
        Ok(assumptions)
    }

    /// Forbids the found set, until [`allow`](Self::allow), and looks for another one.
    pub(super) fn next(
        &mut self,
        layout: &Layout,
        found: &[usize],
        memory: usize,
        limit: &Limit,
    ) -> Result<Option<Vec<usize>>, Stop> {
        if !self.forbids {
            line(self.talk.text(), "(push 1)");
            self.forbids = true;
        }
        let cards = layout.at(found);
        self.slots.assert_other_set(&cards, self.talk.text());
        Work { memory, watch: limit.watch() }.done(0, self.bytes())?;
        self.solve(layout, limit)
    }

    /// Allows the forbidden sets again.
    pub(super) fn allow(&mut self) {
        if std::mem::take(&mut self.forbids) {
            line(self.talk.text(), "(pop 1)");
        }
    }

    fn solve(&mut self, board: &Board, limit: &Limit) -> Result<Option<Vec<usize>>, Stop> {
        if !self.talk.check(&self.assumptions, limit)? {
            return Ok(None);
        }
        self.talk.slots(self.slots, board, limit).map(Some)
    }

    /// The size of the commands since the start, in bytes.
    fn bytes(&self) -> usize {
        self.talk.bytes() - self.bytes_before
    }
}

/// The limits while a long formula is written.
struct Work<'a> {
    memory: usize,
    watch: Watch<'a>,
}

impl Work<'_> {
    /// Counts `terms` written terms, and checks the total size in bytes.
    fn done(&mut self, terms: usize, bytes: usize) -> Result<(), Stop> {
        // A term takes about a tenth of a microsecond.
        self.watch.tick(4 * terms)?;
        if bytes > self.memory { Err(Stop::MEMORY) } else { Ok(()) }
    }
}
