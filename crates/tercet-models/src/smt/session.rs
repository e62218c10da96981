//! The formula in a solver, kept up to date with a board, and the exchange of commands and answers.

use std::collections::BTreeSet;
use std::fmt::Display;

use tercet::solver::{Layout, Limit, Stop, Watch};
use tercet::{Board, Card};

use super::Style;
use super::formula::{Slots, line};
use super::model::{depth, read_answer, read_slots};
use super::program::{Program, VARIABLE};
use crate::model::Said;
use crate::process::{Process, Silence, one_line};

/// A solver with the formula of a board, as far as it was sent.
pub(super) struct Session {
    program: Program,
    process: Process,
    /// The commands that were not sent yet.
    text: String,
    /// The size of all commands that were sent since the last restart, in bytes.
    sent: usize,
    slots: Slots,
    /// The most bytes of commands.
    memory: usize,
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
    /// Whether sets are forbidden, until the end of an enumeration.
    forbids: bool,
}

impl Session {
    /// Commands are sent when they reach this size in bytes.
    const PIECE: usize = 1 << 16;
    /// The maximum size of an answer in bytes, including blank lines.
    const LONGEST: usize = 1 << 20;
    /// The most letters of a name or a message.
    const WIDTH: usize = 160;

    /// Starts a solver for boards of a deck.
    pub(super) fn start(program: Program, slots: Slots, memory: usize) -> Result<Self, Stop> {
        let started = Process::start(&program.path, &program.arguments);
        let process = started.map_err(|error| {
            let what = format!("cannot be started: {error}: check its command or {VARIABLE}");
            Stop::failed(program.to_string(), what)
        })?;
        let mut session = Self {
            program,
            process,
            text: String::new(),
            sent: 0,
            slots,
            memory,
            cards: Vec::new(),
            gone: BTreeSet::new(),
            deals: 0,
            questions: 0,
            assumptions: Vec::new(),
            forbids: false,
        };
        session.begin();
        Ok(session)
    }

    /// Whether the formula is sent anew after a deal.
    fn sends_anew(&self) -> bool {
        self.slots.style == Style::Thesis
    }

    /// Sends everything that does not depend on the board.
    fn begin(&mut self) {
        // If linear arithmetic is declared, z3 tries a special procedure on the first question of a
        // session, which takes a quarter longer. A lasting session has only one first question.
        let logic = if self.sends_anew() { "ALL" } else { self.slots.logic() };
        let slots = self.slots;
        let out = self.text();
        line(out, "(set-option :print-success false)");
        line(out, "(set-option :produce-models true)");
        line(out, format_args!("(set-logic {logic})"));
        slots.declare(out);
        slots.define_choices(out);
        slots.assert_choices(out);
        slots.assert_order(out);
    }

    /// Resets the solver and starts again.
    fn restart(&mut self) {
        line(&mut self.text, "(reset)");
        self.send();
        self.sent = 0;
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
                line(self.text(), format_args!("(assert (not {term}))"));
            }
            self.gone.insert(card);
        }
    }

    /// The position of the card in each slot, or `None` if there is no set with a card after the
    /// settled ones. Afterwards sets can be [forbidden](Self::forbid).
    pub(super) fn first(
        &mut self,
        layout: &Layout,
        limit: &Limit,
    ) -> Result<Option<Vec<usize>>, Stop> {
        self.assumptions = self.tell(layout, limit)?;
        self.solve(layout, limit)
    }

    /// Sends what is new, and returns the assumptions.
    fn tell(&mut self, layout: &Layout, limit: &Limit) -> Result<Vec<String>, Stop> {
        let new = &layout.cards()[self.cards.len()..];
        let is_large = self.bytes() > self.memory / 2;
        let is_stale = self.gone.len() > 64 + 2 * self.cards.len() || is_large;
        let returns = new.iter().any(|card| self.gone.contains(card));
        let rebuilds = self.sends_anew() && !new.is_empty();
        if self.deals > 0 && (is_stale || returns || rebuilds) {
            self.restart();
        }
        let new = &layout.cards()[self.cards.len()..];
        let mut watch = limit.watch();
        if self.sends_anew() {
            if self.deals == 0 {
                self.tell_board(new, &mut watch)?;
            }
            return Ok(Vec::new());
        }
        if self.deals == 0 || !new.is_empty() {
            self.tell_deal(new, &mut watch)?;
        }
        self.assumptions(layout, &mut watch)
    }

    /// The term that a slot holds a card.
    fn write_holds(&mut self, slot: usize, card: Card, watch: &mut Watch) -> Result<(), Stop> {
        let term = self.slots.holds(slot, card);
        line(self.text(), term);
        // A term takes about a tenth of a microsecond.
        watch.tick(4 * self.slots.deck.properties())?;
        self.check_size()
    }

    fn check_size(&self) -> Result<(), Stop> {
        if self.bytes() > self.memory { Err(Stop::MEMORY) } else { Ok(()) }
    }

    /// The constraints of the thesis that name the cards, as printed.
    fn tell_board(&mut self, cards: &[Card], watch: &mut Watch) -> Result<(), Stop> {
        for slot in 0..self.slots.deck.values() {
            line(self.text(), "(assert (or false");
            for &card in cards {
                self.write_holds(slot, card, watch)?;
            }
            line(self.text(), "))");
        }
        self.slots.assert_distinct_pairs(self.text(), watch)?;
        self.check_size()?;
        self.cards.extend(cards);
        self.deals = 1;
        Ok(())
    }

    /// Adds cards to those that a slot may hold. `m_i_d`, to be assumed, means: slot i holds a card
    /// of the first d deals.
    fn tell_deal(&mut self, new: &[Card], watch: &mut Watch) -> Result<(), Stop> {
        let before = self.deals;
        let deal = before + 1;
        if before == 0 {
            self.slots.assert_distinct(self.text());
        }
        for slot in 1..=self.slots.deck.values() {
            let out = self.text();
            line(out, format_args!("(declare-const m_{slot}_{deal} Bool)"));
            line(out, format_args!("(assert (=> m_{slot}_{deal} (or false"));
            if before > 0 {
                line(out, format_args!("m_{slot}_{before}"));
            }
            for &card in new {
                self.write_holds(slot - 1, card, watch)?;
            }
            line(self.text(), ")))");
        }
        self.cards.extend(new);
        self.deals = deal;
        Ok(())
    }

    /// Each slot holds a card on the board, and one of them a card that is not settled.
    fn assumptions(&mut self, layout: &Layout, watch: &mut Watch) -> Result<Vec<String>, Stop> {
        let slots = 1..=self.slots.deck.values();
        let mut assumptions: Vec<String> =
            slots.map(|slot| format!("m_{slot}_{}", self.deals)).collect();
        if layout.settled() > 0 {
            if self.questions > 0 {
                let before = self.questions;
                line(self.text(), format_args!("(assert (not q_{before}))"));
            }
            self.questions += 1;
            let question = format!("q_{}", self.questions);
            line(self.text(), format_args!("(declare-const {question} Bool)"));
            line(self.text(), format_args!("(assert (=> {question} (or false"));
            for &card in &layout.cards()[layout.settled()..] {
                for slot in 0..self.slots.deck.values() {
                    self.write_holds(slot, card, watch)?;
                }
            }
            line(self.text(), ")))");
            assumptions.push(question);
        }
        Ok(assumptions)
    }

    /// Forbids the found set, until [`allow`](Self::allow), and looks for another one.
    pub(super) fn next(
        &mut self,
        layout: &Layout,
        found: &[usize],
        limit: &Limit,
    ) -> Result<Option<Vec<usize>>, Stop> {
        if !self.forbids {
            line(self.text(), "(push 1)");
            self.forbids = true;
        }
        let cards = layout.at(found);
        self.slots.assert_other_set(&cards, self.text());
        self.check_size()?;
        self.solve(layout, limit)
    }

    /// Allows the forbidden sets again.
    pub(super) fn allow(&mut self) {
        if std::mem::take(&mut self.forbids) {
            line(self.text(), "(pop 1)");
        }
    }

    fn solve(&mut self, board: &Board, limit: &Limit) -> Result<Option<Vec<usize>>, Stop> {
        if self.check(limit)? { self.held(board, limit).map(Some) } else { Ok(None) }
    }

    /// Whether all that was asserted can be, and the assumptions with it.
    fn check(&mut self, limit: &Limit) -> Result<bool, Stop> {
        let question = if self.assumptions.is_empty() {
            "(check-sat)".into()
        } else {
            format!("(check-sat-assuming ({}))", self.assumptions.join(" "))
        };
        line(&mut self.text, question);
        let answer = self.answer(limit)?;
        match read_answer(&answer) {
            Ok((Said::Sat, _)) => Ok(true),
            Ok((Said::Unsat, _)) => Ok(false),
            Ok((Said::Unknown, word)) => Err(self.failed(format!("says '{word}', so it gave up"))),
            Err(why) => Err(self.failed(why)),
        }
    }

    /// The position of the card that each slot holds, after a check that succeeded.
    fn held(&mut self, board: &Board, limit: &Limit) -> Result<Vec<usize>, Stop> {
        let names: Vec<String> = self.slots.names().collect();
        line(&mut self.text, format_args!("(get-value ({}))", names.join(" ")));
        let answer = self.answer(limit)?;
        let is_refusal = answer.trim_start().starts_with("(error");
        let said = if is_refusal { read_answer(&answer).map(drop) } else { Ok(()) };
        said.and_then(|()| read_slots(board, &answer)).map_err(|why| self.failed(why))
    }

    /// The buffer of commands.
    fn text(&mut self) -> &mut String {
        if self.text.len() >= Self::PIECE {
            self.send();
        }
        &mut self.text
    }

    /// The size of the commands since the last restart, in bytes.
    fn bytes(&self) -> usize {
        self.sent + self.text.len()
    }

    fn send(&mut self) {
        self.sent += self.text.len();
        self.process.send(std::mem::take(&mut self.text));
    }

    /// Sends the buffered commands and reads one expression.
    fn answer(&mut self, limit: &Limit) -> Result<String, Stop> {
        self.send();
        let mut answer = String::new();
        let (mut open, mut bytes) = (0, 0);
        loop {
            let next = self.process.line(limit).map_err(|silence| match silence {
                Silence::Stop(stop) => stop,
                Silence::Ended(what) => self.failed(what),
            })?;
            bytes += next.len();
            if !next.trim().is_empty() {
                open += depth(&next);
                answer.push_str(&next);
                if open <= 0 {
                    return Ok(answer);
                }
            }
            if bytes > Self::LONGEST {
                return Err(self.failed("writes an answer that is too long"));
            }
        }
    }

    /// The failure of this solver; a long message is shortened to one line.
    pub(super) fn failed(&self, what: impl Display) -> Stop {
        Stop::failed(self.name(), one_line(&what.to_string(), Self::WIDTH))
    }

    /// The name of the solver, for error messages.
    pub(super) fn name(&self) -> String {
        one_line(&self.program.to_string(), Self::WIDTH)
    }
}
