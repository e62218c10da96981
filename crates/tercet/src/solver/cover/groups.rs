//! The walk through the agreement groups, and the first choices in large ones.
//!
//! With few properties the groups are visited from the whole board inwards. There may be a group
//! for each subset of the properties, `2^p` in all, so with many properties a group is made for
//! each first card of a set and each way in which later cards agree with it: at most one for each
//! pair of cards.

use std::ops::Range;

use super::log::{Log, Step};
use super::search::{CoverSearch, End, ItemTable, signature};
use super::tables::{Rest, Shelf};
use super::turns::{cover_weight, weight};
use crate::card::Properties;

/// A walk through the groups of a board.
pub(super) struct Walk<'a, L> {
    search: CoverSearch<'a, L>,
    shelf: Shelf,
    /// A stack: groups and rests are ranges of it, their cards in ascending order.
    cards: Vec<u32>,
    /// The same for the items of the rests.
    items: Vec<u16>,
    /// The properties in which the present group agrees.
    agreement: Vec<usize>,
    /// The signature of the items of each property.
    property_signatures: Vec<u64>,
    /// The number of cards that show each item, from the last count.
    counts: Vec<usize>,
    /// Scratch space for the signatures of the cards of a group.
    candidates: Vec<u64>,
    /// The weight of the groups so far.
    weight: f64,
}

/// Visits the sets of a board, and ends the log after the last one. Also returns the number of nodes of the
/// trees and the weight of the groups.
pub(super) fn walk<L: Log>(search: CoverSearch<L>) -> (Result<(), End>, u64, f64) {
    let mut walk = Walk::new(search);
    let end = walk.board();
    let CoverSearch { nodes, turns, log, .. } = walk.search;
    if end.is_ok() || turns.is_after() {
        log.finish(turns.passed());
    }
    (end, nodes, walk.weight)
}

/// The most properties for which all subsets of them are tried.
pub(super) const FEW_PROPERTIES: usize = 12;

/// Cards that are looked at between two looks at the limit.
const PIECE: usize = 1 << 10;

impl<'a, L: Log> Walk<'a, L> {
    pub(super) fn new(search: CoverSearch<'a, L>) -> Self {
        let table = search.table;
        let cards: Vec<u32> = (0..table.len() as u32).collect();
        Self {
            shelf: Shelf::default(),
            items: Vec::new(),
            agreement: Vec::new(),
            property_signatures: (0..table.properties).map(|i| signature(table.of(i))).collect(),
            counts: vec![0; table.values * table.properties],
            candidates: Vec::new(),
            weight: 0.0,
            cards,
            search,
        }
    }

    /// Visits the sets of the board.
    fn board(&mut self) -> Result<(), End> {
        let (values, properties) = (self.search.table.values, self.search.table.properties);
        if values == 1 || properties <= FEW_PROPERTIES {
            return self.group(0..self.cards.len(), 0, 0);
        }
        (0..self.cards.len() as u32).try_for_each(|first| self.first(first))
    }

    /// Visits the sets whose first card is this one.
    fn first(&mut self, first: u32) -> Result<(), End> {
        let table = self.search.table;
        let end = table.len() as u32;
        let mut agreements: Vec<(Properties, u32)> = Vec::with_capacity((end - first) as usize);
        for start in (first + 1..end).step_by(PIECE) {
            let piece = start..end.min(start + PIECE as u32);
            self.search.tick(piece.len())?;
            agreements.extend(piece.map(|card| (table.agreement(first, card), card)));
        }
        self.search.sort(&mut agreements)?;
        let groups = agreements.chunk_by(|a, b| a.0 == b.0);
        groups.filter(|group| group.len() >= table.values - 1).try_for_each(|group| {
            if !self.enter(group.len())? {
                return Ok(());
            }
            self.complete(group[0].0, &[first], group.iter().map(|&(_, card)| card))
        })
    }

    /// Visits the sets of the chosen cards and some of the candidates. All of them agree in exactly
    /// the same properties, except that candidates may be rivals of each other. This is an
    /// independent search, also after one that broke off.
    pub(super) fn complete(
        &mut self,
        agreement: Properties,
        chosen: &[u32],
        candidates: impl Iterator<Item = u32>,
    ) -> Result<(), End> {
        let table = self.search.table;
        self.cards.clear();
        self.cards.extend(candidates);
        self.agreement.clear();
        self.agreement.extend(agreement.iter());
        self.free();
        self.items.retain(|item| !chosen.iter().any(|&card| table.items(card).contains(item)));
        self.search.chosen.clear();
        self.search.chosen.extend(chosen);
        self.search.start(self.cards.len());
        self.branch(0..self.cards.len(), 0..self.items.len())
    }

    /// Visits the sets of a group that agree in none of the properties before `next` but those of
    /// the group; `different` is the signature of these properties.
    fn group(&mut self, group: Range<usize>, next: usize, different: u64) -> Result<(), End> {
        let table = self.search.table;
        self.search.tick(group.len())?;
        let cards = &self.cards[group.clone()];
        let is_settled = cards.last().is_none_or(|&card| card < self.search.fresh());
        if cards.len() < table.values || is_settled {
            return Ok(());
        }
        let shown = cards.iter().fold(0, |all, &card| all | table.signatures[card as usize]);
        if different & !shown != 0 {
            return Ok(());
        }
        if self.property_signatures[next..].iter().all(|property| property & !shown == 0) {
            self.exact(group.clone())?;
        }
        if table.values == 1 {
            return Ok(()); // All the same is all different.
        }
        let mut different = different;
        for property in next..table.properties {
            if group.len() > PIECE {
                self.search.tick(group.len())?;
            }
            tally(table, property, &self.cards[group.clone()], &mut self.counts);
            let counts = &self.counts[table.of(property)];
            let is_shown = !counts.contains(&0);
            if counts.iter().any(|&count| count >= table.values) {
                self.agree(group.clone(), property, different)?;
            }
            if !is_shown {
                break;
            }
            different |= self.property_signatures[property];
        }
        Ok(())
    }

    /// Visits the sets of the groups in a group that agree in one more property, whose values
    /// have just been counted.
    fn agree(&mut self, group: Range<usize>, property: usize, different: u64) -> Result<(), End> {
        let table = self.search.table;
        let start = self.cards.len();
        let mut end = start;
        for count in &mut self.counts[table.of(property)] {
            (*count, end) = (end, end + *count);
        }
        self.cards.resize(end, 0);
        for i in group {
            let card = self.cards[i];
            let place = &mut self.counts[table.item(card, property)];
            self.cards[*place] = card;
            *place += 1;
        }
        self.agreement.push(property);
        let mut from = start;
        while from < end {
            let item = table.item(self.cards[from], property);
            let same = self.cards[from..end]
                .iter()
                .take_while(|&&card| table.item(card, property) == item);
            let to = from + same.count();
            self.group(from..to, property + 1, different)?;
            from = to;
        }
        self.agreement.pop();
        self.cards.truncate(start);
        Ok(())
    }

    /// A machine comes to the group of these cards. Returns whether something of it is its own.
    fn enter(&mut self, cards: usize) -> Result<bool, End> {
        if !self.search.turns.are_placed() {
            return Ok(true);
        }
        let before = self.weight;
        self.weight += weight(cards);
        let places = self.search.turns.group([before, self.weight]);
        places.map_or(Ok(false), |places| self.search.enter(places))
    }

    /// Visits the sets of a group that agree in exactly the properties of the group.
    fn exact(&mut self, group: Range<usize>) -> Result<(), End> {
        if !self.enter(group.len())? {
            return Ok(());
        }
        self.free();
        self.search.start(group.len());
        // Nodes have the same places whether or not they are written down.
        let is_refuted = if L::IS_ON || self.search.turns.are_placed() {
            self.lacks_item(group.clone()) || self.search.weigh(&self.cards[group.clone()])?
        } else {
            self.is_refuted(group.clone())
        };
        if is_refuted {
            return Ok(());
        }
        self.branch(group, 0..self.items.len())
    }

    /// Whether no card of a group shows some item: then it has no set, and nothing is written down.
    fn lacks_item(&mut self, group: Range<usize>) -> bool {
        let table = self.search.table;
        self.search.free.iter().any(|&property| {
            tally(table, property, &self.cards[group.clone()], &mut self.counts);
            self.counts[table.of(property)].contains(&0)
        })
    }

    /// Whether a group is refuted by repeatedly taking the cards that are the only ones with some
    /// item. Most small groups are refuted this way, before tables are built for them.
    fn is_refuted(&mut self, group: Range<usize>) -> bool {
        if self.counts.len() > 64 {
            return false; // Items share bits.
        }
        let table = self.search.table;
        let free = self.search.free.iter();
        let mut needed = free.fold(0, |all, &property| all | self.property_signatures[property]);
        let signature = |&card: &u32| table.signatures[card as usize] & needed;
        self.candidates.clear();
        self.candidates.extend(self.cards[group].iter().map(signature));
        loop {
            let (mut some, mut several) = (0, 0);
            for items in &self.candidates {
                several |= some & items;
                some |= items;
            }
            if needed & !some != 0 {
                return true;
            }
            let single = some & !several;
            if single == 0 {
                return false;
            }
            let mut taken = 0;
            for items in &self.candidates {
                if items & single != 0 {
                    if items & taken != 0 {
                        return true;
                    }
                    taken |= items;
                }
            }
            needed &= !taken;
            self.candidates.retain(|items| items & taken == 0);
        }
    }

    /// Stores the properties in which the group does not agree, and their items.
    fn free(&mut self) {
        let table = self.search.table;
        let free = (0..table.properties).filter(|property| !self.agreement.contains(property));
        self.search.free.clear();
        self.search.free.extend(free);
        self.items.clear();
        for &property in &self.search.free {
            self.items.extend(table.of(property).map(|item| item as u16));
        }
    }

    /// Whether two cards differ in all free properties.
    fn differ(&self, one: u32, other: u32) -> bool {
        let (one, other) = (self.search.table.items(one), self.search.table.items(other));
        self.search.free.iter().all(|&property| one[property] != other[property])
    }

    /// Visits every set that completes the chosen cards with some of these cards, so that each of
    /// these items is shown once.
    fn branch(&mut self, cards: Range<usize>, items: Range<usize>) -> Result<(), End> {
        match self.search.turns.task(cards.len()) {
            None => self.choose(cards, items),
            Some(false) => Ok(()),
            Some(true) => {
                self.choose(cards, items)?;
                self.search.turns.leave();
                Ok(())
            }
        }
    }

    /// As [`branch`](Self::branch), which looks whether this is a task of a machine.
    fn choose(&mut self, cards: Range<usize>, items: Range<usize>) -> Result<(), End> {
        self.search.nodes += 1;
        self.search.tick(cards.len())?;
        let (mut fewest, mut most) = (0, cards.len());
        let rest =
            Rest { cards: &self.cards[cards.clone()], items: &self.items[items.clone()], most };
        let fits = rest.fits();
        if !fits || rest.is_worth_counting() {
            let least;
            ([fewest, least], most) = self.count(&cards, &items)?;
            if !fits && least == 0 {
                self.search.log.push(&Step::Branch(fewest as u32));
                return Ok(());
            }
        }
        let rest =
            Rest { cards: &self.cards[cards.clone()], items: &self.items[items.clone()], most };
        if rest.fits() {
            if self.search.turns.are_placed() {
                return self.shelf.cover(&rest, &mut self.search);
            }
            if self.search.begin() {
                self.shelf.cover(&rest, &mut self.search)?;
                self.search.log.end();
            }
            return Ok(());
        }
        let left = || rest.cards.iter().copied();
        if self.search.is_obstructed(left(), left())? {
            return Ok(());
        }
        let choices = self.choices(&cards, fewest);
        if choices.is_empty() {
            return Ok(());
        }
        self.search.log.push(&Step::Branch(fewest as u32));
        let (cards_end, items_end) = (self.cards.len(), self.items.len());
        let places = self.cut(&choices, &cards, &items)?;
        for (i, choice) in choices.into_iter().enumerate() {
            if let Some(place) = places.get(i)
                && !self.search.enter(place.clone())?
            {
                continue;
            }
            self.search.tick(cards.len())?;
            self.narrow(choice, &cards, &items);
            self.search.chosen.push(choice);
            self.branch(cards_end..self.cards.len(), items_end..self.items.len())?;
            self.search.chosen.pop();
            self.cards.truncate(cards_end);
            self.items.truncate(items_end);
        }
        Ok(())
    }

    /// Counts the cards of each item. Returns an item with the fewest, how many it has, and the most cards
    /// of any item.
    #[inline]
    fn count(
        &mut self,
        cards: &Range<usize>,
        items: &Range<usize>,
    ) -> Result<([usize; 2], usize), End> {
        for i in 0..self.search.free.len() {
            self.search.tick(cards.len())?;
            let property = self.search.free[i];
            tally(self.search.table, property, &self.cards[cards.clone()], &mut self.counts);
        }
        let counts = self.items[items.clone()].iter().map(|&item| usize::from(item));
        let counts = counts.map(|item| [item, self.counts[item]]);
        let fewest = counts.clone().min_by_key(|&[_, count]| count);
        let most = counts.map(|[_, count]| count).max().unwrap_or(0);
        Ok((fewest.expect("a rest without items has no cards, and fits"), most))
    }

    /// Cards of which every set that is sought has exactly one: those of an item or, if only one fresh
    /// card is left, that card. Without a fresh card there is no such set.
    #[inline]
    fn choices(&self, cards: &Range<usize>, item: usize) -> Vec<u32> {
        let (table, cards) = (self.search.table, &self.cards[cards.clone()]);
        let settled = cards.partition_point(|&card| card < self.search.fresh());
        match cards[settled..] {
            [] => Vec::new(),
            [only] => vec![only],
            _ => {
                let shows = |&card: &u32| table.item(card, item / table.values) == item;
                cards.iter().copied().filter(shows).collect()
            }
        }
    }

    /// The places of each choice, if a machine is on its walk: the places of the node are cut in proportion
    /// to the weights of what is left after each choice. So those of the choices are disjoint, and together
    /// they are those of the node.
    #[inline]
    fn cut(
        &mut self,
        choices: &[u32],
        cards: &Range<usize>,
        items: &Range<usize>,
    ) -> Result<Vec<Range<u64>>, End> {
        if !self.search.turns.are_walking() {
            return Ok(Vec::new());
        }
        let (cards_end, items_end) = (self.cards.len(), self.items.len());
        let mut weights = Vec::with_capacity(choices.len());
        for &choice in choices {
            self.search.tick(cards.len())?;
            self.narrow(choice, cards, items);
            let (left, properties) = (&self.cards[cards_end..], &self.search.free);
            for &i in properties {
                tally(self.search.table, i, left, &mut self.counts);
            }
            let counts = self.items[items_end..].iter().map(|&item| self.counts[item as usize]);
            let counts: Vec<usize> = counts.collect();
            weights.push(cover_weight(&counts, properties.len(), left.len()));
            self.cards.truncate(cards_end);
            self.items.truncate(items_end);
        }
        Ok(self.search.turns.cut(&weights))
    }

    /// Stacks the cards that can be in a set with the choice, and the items that it does not show.
    fn narrow(&mut self, choice: u32, cards: &Range<usize>, items: &Range<usize>) {
        for i in cards.clone() {
            let card = self.cards[i];
            if self.differ(card, choice) {
                self.cards.push(card);
            }
        }
        let shown = self.search.table.items(choice);
        for i in items.clone() {
            let item = self.items[i];
            if !shown.contains(&item) {
                self.items.push(item);
            }
        }
    }
}

/// Counts cards by the items that they show in a property.
fn tally(table: &ItemTable, property: usize, cards: &[u32], counts: &mut [usize]) {
    counts[table.of(property)].fill(0);
    for &card in cards {
        counts[table.item(card, property)] += 1;
    }
}
