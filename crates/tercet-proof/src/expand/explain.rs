//! The clauses of a refutation: which facts they need, and in which order.
//!
//! In a conflict, no card can show an item. The reason is that each card of the item is not chosen.
//! An event made this true, and has reasons in turn. All reasons are earlier, so two passes over
//! the events suffice. The first pass goes back in time and collects the facts that are needed. It
//! also notes which of them must have a clause: excluded cards, and forced cards that are needed at
//! a later level. The second pass goes forward and derives these clauses, and at the end the
//! requested one. The hints of each clause include the forced cards of its own level that have no
//! clause.

use std::io;

use super::refutation::Refutation;
use super::trail::{Event, Levels, Proved, Reason, Trail};
use super::{Hint, Lemma, Recorder};

/// A set of cards, sorted by the events that explain why they are not chosen. A card may be in it twice:
/// with the event that removed it, and with a later one that explains it more simply.
#[derive(Default)]
pub(super) struct Facts {
    /// The round in which a card was last put in, with either event.
    rounds: Vec<[u32; 2]>,
    round: u32,
    /// The cards of each event.
    of: Vec<Vec<usize>>,
    /// The events that have cards.
    touched: Vec<usize>,
}

impl Facts {
    fn new(cards: usize) -> Self {
        Self { rounds: vec![[0; 2]; cards], ..Self::default() }
    }

    /// Empties the set, and makes room for this many events.
    fn clear(&mut self, events: usize) {
        if self.of.len() < events {
            self.of.resize_with(events, Vec::new);
        }
        self.touched.drain(..).for_each(|event| self.of[event].clear());
        if self.round == u32::MAX {
            self.rounds.fill([0; 2]);
            self.round = 0;
        }
        self.round += 1;
    }

    #[inline]
    fn insert(&mut self, card: usize, event: usize, is_later: bool) {
        let round = &mut self.rounds[card][usize::from(is_later)];
        if std::mem::replace(round, self.round) != self.round {
            let cards = &mut self.of[event];
            if cards.is_empty() {
                self.touched.push(event);
            }
            cards.push(card);
        }
    }
}

/// Buffers for the derivation of clauses.
#[derive(Default)]
pub(super) struct Scratch {
    /// The facts that may need clauses.
    needed: Facts,
    /// The forced cards that must have clauses, by event.
    wanted: Vec<bool>,
    /// The facts of one clause.
    used: Facts,
    hints: Vec<Hint>,
    clause: Vec<super::Literal>,
}

impl Scratch {
    pub(super) fn new(cards: usize) -> Self {
        Self { needed: Facts::new(cards), used: Facts::new(cards), ..Self::default() }
    }
}

/// The conclusion of a clause from its assumptions.
#[derive(Clone, Copy)]
enum Says<'a> {
    /// A contradiction: the item has no candidate but those that these clauses refute, with these
    /// levels.
    Conflict(&'a [Lemma], Levels),
    /// This card is chosen.
    Chosen(usize),
    /// One of the candidates that show the item is chosen.
    Left,
    /// This card is not chosen, as it is a rival of all candidates that show the item. The clause
    /// says that one of them is chosen, if it was derived.
    NotChosen(usize, Option<Proved>),
}

/// The least number of excluded cards for which a clause says that one of the candidates is chosen.
const WORTH: usize = 2;

/// A moment of a refutation: the numbers of events and of branches before it.
#[derive(Clone, Copy)]
struct Moment {
    events: usize,
    level: usize,
}

impl Refutation<'_> {
    /// Derives that the subproblem of a level has no set: after this number of events an item has
    /// no candidates, except those that the clauses of the cases refute. These assume other levels,
    /// too.
    pub(super) fn refute(
        &mut self,
        item: usize,
        events: usize,
        level: usize,
        cases: &[Lemma],
        levels: Levels,
        recorder: &mut impl Recorder,
    ) -> io::Result<Proved> {
        let now = Moment { events, level };
        let mut scratch = std::mem::take(&mut self.scratch);
        self.find_needed(&mut scratch, item, now);
        self.derive_needed(&mut scratch, now, recorder)?;
        let says = Says::Conflict(cases, levels);
        let proved = self.derive(&mut scratch, item, now, says, recorder)?;
        self.scratch = scratch;
        Ok(proved)
    }

    /// The first pass, back in time. When it comes to an event, `needed` has all cards that the event
    /// removed and whose removal a clause uses: only the conflict and later events use it.
    fn find_needed(&self, scratch: &mut Scratch, item: usize, now: Moment) {
        scratch.needed.clear(now.events);
        scratch.wanted.clear();
        scratch.wanted.resize(now.events, false);
        self.need(scratch, item, now);
        for event in (0..now.events).rev() {
            let &Event { reason, level, proved } = &self.trail.events[event];
            let needed = &scratch.needed.of[event];
            if needed.is_empty() || proved.is_some() {
                continue;
            }
            let then = Moment { events: event, level };
            match reason {
                Reason::Forced { item, .. } => self.need(scratch, item, then),
                Reason::Excluded { item } if self.lacking(needed) > 0 => {
                    self.need(scratch, item, then);
                }
                _ => {}
            }
        }
    }

    /// The second pass, forward in time. When it comes to an event, all clauses are derived that those of
    /// the event use, since these are of earlier events.
    fn derive_needed(
        &mut self,
        scratch: &mut Scratch,
        now: Moment,
        recorder: &mut impl Recorder,
    ) -> io::Result<()> {
        for event in 0..now.events {
            if scratch.needed.of[event].is_empty() {
                continue;
            }
            let &Event { reason, level, proved } = &self.trail.events[event];
            let then = Moment { events: event, level };
            match reason {
                Reason::Forced { card, item } if scratch.wanted[event] && proved.is_none() => {
                    let proved = self.derive(scratch, item, then, Says::Chosen(card), recorder)?;
                    self.trail.events[event].proved = Some(proved);
                }
                Reason::Excluded { item } => self.exclude(scratch, item, then, recorder)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Derives that the needed cards that an event excluded are not chosen: they are rivals of all
    /// candidates that show the item at that moment, or weigh too little.
    ///
    /// For k such cards, e removed cards of the item and r that are left, these clauses have k·(e + r + 1)
    /// hints. With a clause that one of those that are left is chosen, they have (e + 1) + k·(r + 1), which
    /// is less by (k − 1)·e − 1.
    fn exclude(
        &mut self,
        scratch: &mut Scratch,
        item: usize,
        then: Moment,
        recorder: &mut impl Recorder,
    ) -> io::Result<()> {
        let event = then.events;
        let count = self.lacking(&scratch.needed.of[event]);
        let is_weighed = item >= self.variables.v * self.variables.p;
        if count >= WORTH && !is_weighed && self.trail.events[event].proved.is_none() {
            let proved = self.derive(scratch, item, then, Says::Left, recorder)?;
            self.trail.events[event].proved = Some(proved);
        }
        let left = self.trail.events[event].proved;
        for place in 0..scratch.needed.of[event].len() {
            let card = scratch.needed.of[event][place];
            if self.trail.excluded[card].is_none() {
                let says = Says::NotChosen(card, left);
                let proved = self.derive(scratch, item, then, says, recorder)?;
                self.trail.excluded[card] = Some(proved);
            }
        }
        Ok(())
    }

    /// The number of excluded cards without a clause.
    fn lacking(&self, cards: &[usize]) -> usize {
        cards.iter().filter(|&&card| self.trail.excluded[card].is_none()).count()
    }

    /// Whether a card was removed before a moment.
    fn is_removed(&self, card: usize, events: usize) -> bool {
        self.trail.removed_by[card] < events
    }

    /// The cards of an item that were removed before a moment, each with the event that explains it.
    fn removed(&self, item: usize, events: usize) -> impl Iterator<Item = (usize, usize)> {
        let cards = self.cards.shown_by[item].iter().copied();
        let removed = cards.filter(move |&card| self.is_removed(card, events));
        removed.map(move |card| (card, self.trail.reason(card, events)))
    }

    /// Notes that the cards of an item that were removed before a moment are needed there.
    fn need(&self, scratch: &mut Scratch, item: usize, now: Moment) {
        for (card, event) in self.removed(item, now.events) {
            scratch.wanted[event] |= self.trail.events[event].level < now.level;
            scratch.needed.insert(card, event, event > self.trail.removed_by[card]);
        }
    }

    /// Notes that a clause uses these cards.
    fn take(&self, used: &mut Facts, item: usize, events: usize) {
        for (card, event) in self.removed(item, events) {
            used.insert(card, event, event > self.trail.removed_by[card]);
        }
    }

    /// Derives a clause from the conflict that no card can show an item at a moment.
    fn derive(
        &self,
        scratch: &mut Scratch,
        item: usize,
        now: Moment,
        says: Says,
        recorder: &mut impl Recorder,
    ) -> io::Result<Proved> {
        let Scratch { used, hints, clause, .. } = scratch;
        hints.clear();
        let (mut levels, mut condition) = (Levels::default(), self.shown(item));
        if let Says::NotChosen(_, Some(left)) = says {
            (levels, condition) = (left.levels, Hint::Lemma(left.lemma));
        } else {
            self.use_facts(used, item, now, &mut levels, hints);
        }
        clause.clear();
        clause.extend_from_slice(&self.unless);
        match says {
            Says::Conflict(cases, of_cases) => {
                levels.extend(of_cases);
                hints.extend(cases.iter().map(|&lemma| Hint::Lemma(lemma)));
            }
            Says::Chosen(card) => clause.push(self.is_chosen(card)),
            Says::Left => clause.extend(self.left(item, now).map(|card| self.is_chosen(card))),
            Says::NotChosen(card, _) => {
                clause.push(self.is_not_chosen(card));
                hints.extend(self.left(item, now).map(|rival| self.rival(card, rival)));
            }
        }
        hints.push(condition);
        clause.extend(levels.iter().map(|level| self.is_not_chosen(self.assumed(level))));
        Ok(Proved { lemma: recorder.derive(clause, hints)?, levels })
    }

    /// The hints that the removed cards of an item are not chosen, and the levels that they assume.
    fn use_facts(
        &self,
        used: &mut Facts,
        item: usize,
        now: Moment,
        levels: &mut Levels,
        hints: &mut Vec<Hint>,
    ) {
        used.clear(now.events);
        self.take(used, item, now.events);
        for event in (0..now.events).rev() {
            match &self.trail.events[event] {
                event if event.level < now.level => break,
                it if it.proved.is_some() || used.of[event].is_empty() => {}
                it => {
                    if let Reason::Forced { item, .. } = it.reason {
                        self.take(used, item, event);
                    }
                }
            }
        }
        for (event, removed) in self.trail.events[..now.events].iter().zip(&used.of) {
            if removed.is_empty() {
                continue;
            }
            let card = match (event.reason, event.proved) {
                (Reason::Assumed(card), _) => {
                    levels.insert(event.level);
                    card
                }
                (Reason::Forced { card, .. }, Some(proved)) => {
                    levels.extend(proved.levels);
                    hints.push(Hint::Lemma(proved.lemma));
                    card
                }
                (Reason::Forced { card, item }, None) => {
                    hints.push(self.shown(item));
                    card
                }
                (Reason::Excluded { .. }, _) => {
                    for &card in removed {
                        let proved = self.trail.excluded[card].expect("it was derived before");
                        levels.extend(proved.levels);
                        hints.push(Hint::Lemma(proved.lemma));
                    }
                    continue;
                }
                (Reason::Void { .. }, _) => unreachable!("nothing is left to do after it"),
            };
            hints.extend(removed.iter().map(|&rival| self.rival(card, rival)));
        }
    }

    /// The cards of an item that are left at a moment.
    fn left(&self, item: usize, now: Moment) -> impl Iterator<Item = usize> {
        let cards = self.cards.shown_by[item].iter().copied();
        cards.filter(move |&card| !self.is_removed(card, now.events))
    }

    /// The reason why a rival of a chosen card is not chosen.
    fn rival(&self, card: usize, rival: usize) -> Hint {
        let position = |card: usize| self.cards.group.cards[card] as u32;
        let item = self.cards.common(card, rival) as u32;
        Hint::Rival { item, chosen: position(card), rival: position(rival) }
    }
}

// A card that no event has removed is later than all of them.
const _: () = assert!(Trail::NEVER == usize::MAX);
