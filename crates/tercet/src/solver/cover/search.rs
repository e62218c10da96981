//! The shared state of a search: the cards, the choices so far, and the visitor.

use std::ops::{ControlFlow, Range};

use super::MOST_LOGGED_PROPERTIES;
use super::log::{Log, Step};
use super::matching::{Matching, is_dense};
use super::turns::Turns;
use crate::card::Properties;
use crate::solver::{Layout, Stop, Visit, Watch};

/// Why a search ended early.
pub(super) enum End {
    /// The visitor broke off, in the task with this number.
    Broken(usize),
    /// The limit was reached.
    Stopped(Stop),
    /// Another thread has found a set that comes before everything left here.
    Overtaken,
}

impl End {
    /// The stop if the limit was reached.
    pub(super) fn stopped(self) -> Result<(), Stop> {
        if let Self::Stopped(stop) = self { Err(stop) } else { Ok(()) }
    }
}

impl From<Stop> for End {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// The cards of a board as the items they show.
///
/// Item `i·v + x` is value x in property i. Cards are numbered by their positions.
pub(super) struct ItemTable {
    pub(super) values: usize,
    pub(super) properties: usize,
    /// The items of card after card.
    items: Vec<u16>,
    /// The signature of the items of each card.
    pub(super) signatures: Vec<u64>,
}

/// A bit for each item, some items sharing one in decks of more than 64: cards that show all
/// items of a property have all bits of its signature, and few others do.
pub(super) fn signature(items: impl Iterator<Item = usize>) -> u64 {
    items.fold(0, |all, item| all | 1 << (item % 64))
}

impl ItemTable {
    /// # Errors
    ///
    /// [`Stop`] where the limit was reached before all cards were noted.
    pub(super) fn new(layout: &Layout, watch: &mut Watch) -> Result<Self, Stop> {
        let deck = layout.deck();
        let (values, properties) = (deck.values(), deck.properties());
        let mut items = Vec::with_capacity(layout.len() * properties);
        let mut signatures = Vec::with_capacity(layout.len());
        for &card in layout.cards() {
            watch.tick(properties)?;
            let shown = (0..properties).map(|i| i * values + deck.value(card, i));
            items.extend(shown.map(|item| item as u16));
            let shown = &items[items.len() - properties..];
            signatures.push(signature(shown.iter().map(|&item| item.into())));
        }
        Ok(Self { values, properties, items, signatures })
    }

    /// # Panics
    ///
    /// If a search in this table is not written down.
    pub(super) fn assert_can_be_logged(&self) {
        assert!(self.values > 1, "one card is a set");
        assert!(self.properties <= MOST_LOGGED_PROPERTIES, "there are too many groups");
    }

    /// The number of cards.
    pub(super) fn len(&self) -> usize {
        self.items.len() / self.properties
    }

    /// The items of a property.
    pub(super) fn of(&self, property: usize) -> Range<usize> {
        property * self.values..(property + 1) * self.values
    }

    /// The item that a card shows in a property.
    #[inline]
    pub(super) fn item(&self, card: u32, property: usize) -> usize {
        self.items[card as usize * self.properties + property] as usize
    }

    /// The value that a card shows in a property.
    #[inline]
    pub(super) fn value(&self, card: u32, property: usize) -> usize {
        self.item(card, property) - property * self.values
    }

    /// The properties in which two cards agree.
    pub(super) fn agreement(&self, a: u32, b: u32) -> Properties {
        let pairs = self.items(a).iter().zip(self.items(b)).enumerate();
        pairs.filter(|(_, (a, b))| a == b).map(|(property, _)| property).collect()
    }

    /// The items of a card, one a property.
    #[inline]
    pub(super) fn items(&self, card: u32) -> &[u16] {
        &self.items[card as usize * self.properties..][..self.properties]
    }
}

/// The nodes of a problem in tables before it is examined for obstructions, if it is sparse and if not:
/// fewer take no longer than that. Tests examine every problem.
const PATIENCE: [u64; 2] = if cfg!(test) { [0, 0] } else { [1024, 64] };

/// The most cards of a group that is searched as it is if all threads or machines would have to examine
/// it, or a proof weigh it. Tests examine every group of two cards or more.
const FEW_CARDS: usize = if cfg!(test) { 1 } else { 64 };

/// A search in progress.
pub(super) struct CoverSearch<'a, L> {
    pub(super) table: &'a ItemTable,
    /// The number of first cards that hold no set.
    pub(super) settled: usize,
    /// The properties in which the cards of a set are all different, in the current group.
    pub(super) free: Vec<usize>,
    /// The cards chosen above the current node.
    pub(super) chosen: Vec<u32>,
    /// For each item, its bit in the current tables.
    pub(super) place: Vec<u8>,
    pub(super) turns: Turns<'a>,
    pub(super) log: L,
    /// The nodes of the trees so far: choices with items left open.
    pub(super) nodes: u64,
    /// The number of nodes after which each is examined for obstructions.
    pub(super) patience: u64,
    /// Whether the group was examined as a whole, and has no set.
    known: Option<bool>,
    matching: Matching,
    /// Scratch space for the cards of a node.
    cards: Vec<u32>,
    watch: Watch<'a>,
    visitor: Visit<'a>,
}

impl<'a, L: Log> CoverSearch<'a, L> {
    pub(super) fn new(
        table: &'a ItemTable,
        settled: usize,
        watch: Watch<'a>,
        turns: Turns<'a>,
        log: L,
        visitor: Visit<'a>,
    ) -> Self {
        let place = vec![0; table.values * table.properties];
        Self {
            table,
            settled,
            free: Vec::new(),
            chosen: Vec::new(),
            place,
            turns,
            log,
            nodes: 0,
            patience: 0,
            known: None,
            matching: Matching::default(),
            cards: Vec::new(),
            watch,
            visitor,
        }
    }

    /// The first card such that a set needs this card or a later one besides those chosen.
    pub(super) fn fresh(&self) -> u32 {
        let settled = self.settled as u32;
        if self.chosen.iter().any(|&card| card >= settled) { 0 } else { settled }
    }

    /// The bits of the items of a card, one a free property.
    #[inline]
    pub(super) fn places(&self, card: u32) -> impl Iterator<Item = usize> {
        let items = self.table.items(card);
        self.free.iter().map(|&property| self.place[items[property] as usize] as usize)
    }

    /// Passes the set of the chosen cards and some more to the visitor.
    pub(super) fn visit(&mut self, more: impl Iterator<Item = u32>) -> Result<(), End> {
        let cards = self.chosen.iter().copied().chain(more);
        let mut positions: Vec<usize> = cards.map(|card| card as usize).collect();
        positions.sort_unstable();
        match (self.visitor)(&positions) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(End::Broken(self.turns.win())),
        }
    }

    /// A problem of some cards begins: a group, or a task of its own. Its nodes are not examined if machines
    /// share it, since each would do so elsewhere.
    pub(super) fn start(&mut self, cards: usize) {
        let is_dense = self.free.len() <= 3 && is_dense(self.table, &self.free, cards);
        let patience = self.nodes + PATIENCE[usize::from(is_dense)];
        let patience = if self.turns.are_placed() { u64::MAX } else { patience };
        (self.known, self.patience) = (None, patience);
    }

    /// Whether a group has no set because of an obstruction, which is written down. It is examined as a
    /// whole, so that all threads and machines cut it alike. Where two properties are free, nodes are
    /// also examined, but not written down: without an obstruction the group has a set, and no proof.
    pub(super) fn weigh(&mut self, cards: &[u32]) -> Result<bool, End> {
        (self.known, self.patience) = (Some(false), u64::MAX);
        if cards.len() <= FEW_CARDS || !self.log.may_weigh() {
            return Ok(false);
        }
        self.tick(cards.len() * self.free.len())?;
        self.cards.clear();
        self.cards.extend(cards);
        let mut matching = Matching::new(L::IS_ON);
        let is_obstructed = matching.is_obstructed(self.table, &self.free, &mut self.cards);
        if is_obstructed {
            matching.steps.into_iter().flatten().for_each(|step| self.log.push(&step));
            self.log.push(&Step::Branch(self.table.of(self.free[0]).start as u32));
        } else if self.free.len() == 2 {
            self.patience = 0;
        }
        Ok(is_obstructed)
    }

    /// Whether a node has no set with the chosen cards because of an obstruction: of all cards of the
    /// group, or of those left at the node if two properties are free.
    #[cold]
    pub(super) fn is_obstructed(
        &mut self,
        all: impl ExactSizeIterator<Item = u32>,
        left: impl Iterator<Item = u32>,
    ) -> Result<bool, End> {
        let table = self.table;
        self.cards.clear();
        self.cards.extend(&self.chosen);
        if let Some(known) = self.known {
            if known || self.patience == u64::MAX {
                return Ok(known);
            }
            self.cards.extend(left);
            return Ok(self.matching.lacks(table, &self.free, &mut self.cards));
        }
        self.tick(all.len() * self.free.len())?;
        self.cards.extend(all);
        let is_obstructed = self.matching.is_obstructed(table, &self.free, &mut self.cards);
        self.known = Some(is_obstructed);
        self.patience = if is_obstructed || self.free.len() == 2 { 0 } else { u64::MAX };
        Ok(is_obstructed)
    }

    /// Passes the next task, and returns whether it belongs to this thread, which then calls
    /// [`Log::end`] after it.
    pub(super) fn begin(&mut self) -> bool {
        let task = self.turns.passed();
        let is_mine = self.turns.take();
        self.log.begin(task, is_mine);
        is_mine
    }

    /// Enters a node with these places. Returns whether something of it is this machine's. Steps are
    /// written down until the next node only if those of the node itself are.
    ///
    /// # Errors
    ///
    /// [`End::Overtaken`] if the node and all after it are other machines'.
    pub(super) fn enter(&mut self, node: Range<u64>) -> Result<bool, End> {
        let entered = self.turns.enter(node);
        self.log.mute(entered != Some(true));
        if self.turns.is_after() { Err(End::Overtaken) } else { Ok(entered.is_some()) }
    }

    /// Counts work; see [`Watch::tick`].
    #[inline]
    pub(super) fn tick(&mut self, steps: usize) -> Result<(), End> {
        if self.turns.overtaken() {
            return Err(End::Overtaken);
        }
        if self.log.is_refused() {
            return Err(Stop::INTERRUPTED.into());
        }
        Ok(self.watch.tick(steps)?)
    }

    /// Sorts; see [`Watch::sort`].
    pub(super) fn sort<T: Ord>(&mut self, items: &mut [T]) -> Result<(), End> {
        Ok(self.watch.sort(items)?)
    }
}
