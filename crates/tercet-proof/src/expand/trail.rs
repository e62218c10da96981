//! The candidates of a subproblem, and the events that removed the others.

use tercet::Board;
use tercet::solver::{Stop, Watch};

use super::Lemma;
use crate::Group;
use crate::check::each_of_both;
use crate::table::Table;

/// A set of levels: level 1 is the first branch. A path has at most v of them, as the assumed cards
/// show v different values, and v is at most 256.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Levels([u64; 4]);

impl Levels {
    pub(super) fn insert(&mut self, level: usize) {
        self.0[(level - 1) / 64] |= 1 << ((level - 1) % 64);
    }

    pub(super) fn remove(&mut self, level: usize) {
        self.0[(level - 1) / 64] &= !(1 << ((level - 1) % 64));
    }

    pub(super) fn contains(self, level: usize) -> bool {
        self.0[(level - 1) / 64] >> ((level - 1) % 64) & 1 == 1
    }

    pub(super) fn extend(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
    }

    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        self.0
            .into_iter()
            .enumerate()
            .flat_map(|(word, bits)| bits_of(bits).map(move |bit| 64 * word + bit + 1))
    }
}

/// The members of a word, in ascending order.
pub(super) fn bits_of(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        word = word.checked_sub(1)? & word;
        Some(bit)
    })
}

/// A derived clause, and the levels of the cards that it assumes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proved {
    pub(super) lemma: Lemma,
    pub(super) levels: Levels,
}

/// Why cards are no longer candidates. Cards are numbered within their group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// They are rivals of the card that the branch of the level assumes.
    Assumed(usize),
    /// They are rivals of the only candidate of an item.
    Forced { card: usize, item: usize },
    /// They are rivals of all candidates of an item, or weigh too little.
    Excluded { item: usize },
    /// An item has no candidate, or all weigh too little, so there is no set.
    Void { item: usize },
}

/// The removal of candidates.
#[derive(Debug)]
pub(super) struct Event {
    pub(super) reason: Reason,
    /// The number of branches before it.
    pub(super) level: usize,
    /// The clause that a forced card is chosen, if it was needed.
    pub(super) proved: Option<Proved>,
}

/// The cards of a group.
#[derive(Debug)]
pub(super) struct Cards {
    pub(super) group: Group,
    /// The cards that show each item of a free property; empty for other items.
    pub(super) shown_by: Vec<Vec<usize>>,
    pub(super) table: Table,
}

impl Cards {
    pub(super) fn new(board: &Board, group: Group, watch: &mut Watch) -> Result<Self, Stop> {
        let deck = board.deck();
        let table = Table::new(board, &group, watch)?;
        let mut shown_by = vec![Vec::new(); deck.values() * deck.properties()];
        for card in 0..table.len() {
            table.items(card).iter().for_each(|&item| shown_by[item].push(card));
        }
        Ok(Self { group, shown_by, table })
    }

    /// An item of a free property that two rivals show.
    pub(super) fn common(&self, a: usize, b: usize) -> usize {
        let mut pairs = self.table.items(a).iter().zip(self.table.items(b));
        *pairs.find(|(a, b)| a == b).expect("they are rivals").0
    }
}

/// The events that lead to a subproblem.
#[derive(Debug)]
pub(super) struct Trail {
    pub(super) candidates: Vec<u64>,
    pub(super) events: Vec<Event>,
    /// The cards that each event removed.
    removed: Vec<u64>,
    /// The event that removed each card; [`Trail::NEVER`] for candidates.
    pub(super) removed_by: Vec<usize>,
    /// The cards that were excluded, and are rivals of no card that was assumed or forced since then.
    only_excluded: Vec<u64>,
    /// The excluded cards that each event gave a second reason.
    again: Vec<u64>,
    /// The event that gave an excluded card a second reason, which is simpler.
    again_by: Vec<usize>,
    /// The clauses that excluded cards are not chosen, as far as they were needed.
    pub(super) excluded: Vec<Option<Proved>>,
}

impl Trail {
    pub(super) const NEVER: usize = usize::MAX;

    pub(super) fn new(cards: &Cards) -> Self {
        let count = cards.group.cards.len();
        Self {
            candidates: cards.table.all(),
            events: Vec::new(),
            removed: Vec::new(),
            removed_by: vec![Self::NEVER; count],
            only_excluded: vec![0; cards.table.words],
            again: Vec::new(),
            again_by: vec![Self::NEVER; count],
            excluded: vec![None; count],
        }
    }

    /// The candidates that show an item, in layout order.
    pub(super) fn showing(&self, cards: &Cards, item: usize) -> Vec<usize> {
        let mut found = Vec::new();
        each_of_both(cards.table.showing(item), &self.candidates, |card| found.push(card));
        found
    }

    /// The event before a moment that explains why a card is not chosen: the one that removed it
    /// or, if that needs a clause, one that makes it a rival of a chosen card.
    pub(super) fn reason(&self, card: usize, events: usize) -> usize {
        let again = self.again_by[card];
        if again < events && self.excluded[card].is_none() { again } else { self.removed_by[card] }
    }

    /// Removes the common rivals of some cards. An event that changes nothing is not recorded,
    /// unless a branch assumes the card.
    pub(super) fn remove(&mut self, cards: &Cards, all: &[usize], reason: Reason, level: usize) {
        let start = self.removed.len();
        self.removed.extend_from_slice(&self.candidates);
        let removed = &mut self.removed[start..];
        for &card in all {
            let rivals = cards.table.rivals(card, cards.table.words);
            removed.iter_mut().zip(rivals).for_each(|(removed, rivals)| *removed &= rivals);
        }
        self.record(cards, start, reason, level);
    }

    /// Removes all candidates but some.
    pub(super) fn leave(&mut self, cards: &Cards, kept: &[u64], reason: Reason, level: usize) {
        let start = self.removed.len();
        self.removed.extend(self.candidates.iter().zip(kept).map(|(all, kept)| all & !kept));
        self.record(cards, start, reason, level);
    }

    /// Records that the cards from a place of `removed` on are removed.
    fn record(&mut self, cards: &Cards, start: usize, reason: Reason, level: usize) {
        let removed = &mut self.removed[start..];
        let (words, event) = (cards.table.words, self.events.len());
        self.again.resize(start + words, 0);
        let again = &mut self.again[start..];
        if let Reason::Assumed(card) | Reason::Forced { card, .. } = reason {
            again.copy_from_slice(cards.table.rivals(card, words));
            again.iter_mut().zip(&self.only_excluded).for_each(|(again, only)| *again &= only);
        }
        let is_vain = removed.iter().chain(&*again).all(|&word| word == 0);
        if is_vain && !matches!(reason, Reason::Assumed(_)) {
            self.removed.truncate(start);
            self.again.truncate(start);
            return;
        }
        let is_excluded = matches!(reason, Reason::Excluded { .. });
        for word in 0..words {
            self.candidates[word] &= !removed[word];
            self.only_excluded[word] &= !again[word];
            if is_excluded {
                self.only_excluded[word] |= removed[word];
            }
            bits_of(removed[word]).for_each(|bit| self.removed_by[64 * word + bit] = event);
            bits_of(again[word]).for_each(|bit| self.again_by[64 * word + bit] = event);
        }
        self.events.push(Event { reason, level, proved: None });
    }

    /// Undoes all but the first `length` events, and reports the clauses that no longer hold.
    pub(super) fn undo(&mut self, length: usize, dead: &mut Vec<Lemma>) {
        let words = self.candidates.len();
        while self.events.len() > length {
            let event = self.events.pop().expect("it is longer");
            dead.extend(event.proved.map(|proved| proved.lemma));
            let start = self.removed.len() - words;
            for (word, removed) in self.removed.drain(start..).enumerate() {
                self.candidates[word] |= removed;
                self.only_excluded[word] &= !removed;
                for bit in bits_of(removed) {
                    let card = 64 * word + bit;
                    self.removed_by[card] = Self::NEVER;
                    dead.extend(self.excluded[card].take().map(|proved| proved.lemma));
                }
            }
            for (word, again) in self.again.drain(start..).enumerate() {
                self.only_excluded[word] |= again;
                bits_of(again).for_each(|bit| self.again_by[64 * word + bit] = Self::NEVER);
            }
        }
    }
}
