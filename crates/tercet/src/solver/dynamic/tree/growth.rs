//! How a new card extends the partial sets.

use std::hash::BuildHasher;
use std::ops::ControlFlow;

use super::{Dynamic, NONE, Node, PAIR, Upon, pair, triangle};
use crate::board::CardHash;
use crate::card::Card;
use crate::solver::completion::Fields;
use crate::solver::{Stop, Watch};

impl Dynamic {
    /// Makes all partial sets that end in the next card of the layout.
    ///
    /// Breaks off when one of them lacks nothing but a card that is `wanted`. Then, and when it is
    /// stopped, it leaves nothing behind: if the set is taken, all partial sets of its cards go. What
    /// is left behind at a limit of time or an interrupt, which cannot wait, [`prepare`](Self::prepare)
    /// takes away.
    pub(in crate::solver::dynamic) fn grow(
        &mut self,
        cards: &[Card],
        watch: &mut Watch<'_>,
        wanted: impl Fn(Card) -> bool,
    ) -> Result<ControlFlow<Upon>, Stop> {
        let before = (self.pairs.len(), self.nodes.len(), self.dictionary.len());
        let mut scratch = std::mem::take(&mut self.scratch);
        self.lent = scratch.bytes();
        let mut growth = Growth { tree: self, cards, watch, wanted };
        let end = if growth.tree.values == 3 {
            growth.make_pairs()
        } else {
            growth.extend_all(&mut scratch)
        };
        (self.scratch, self.lent) = (scratch, 0);
        match end {
            Ok(ControlFlow::Continue(())) => self.grown += 1,
            Err(Stop::DEADLINE | Stop::INTERRUPTED) => self.unfinished = Some(before),
            _ => self.undo(before),
        }
        end
    }
}

/// The next card of the layout while it enters the tree.
struct Growth<'a, 'w, W> {
    tree: &'a mut Dynamic,
    cards: &'a [Card],
    watch: &'a mut Watch<'w>,
    wanted: W,
}

impl<W: Fn(Card) -> bool> Growth<'_, '_, W> {
    /// With v = 3, the pairs are the partial sets that lack one card.
    fn make_pairs(&mut self) -> Result<ControlFlow<Upon>, Stop> {
        let card = self.cards[self.tree.grown];
        for (first, &other) in self.cards[..self.tree.grown].iter().enumerate() {
            self.watch.tick(1)?;
            let different = self.tree.fields.difference(other, card);
            let sum = other.to_bits() ^ card.to_bits();
            let end = self.make_ready(first as u32, different, sum)?;
            if end.is_break() {
                return Ok(end);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Adds the card to all partial sets each of whose cards differs from it in exactly the
    /// properties in which they differ from each other.
    fn extend_all(&mut self, scratch: &mut Scratch) -> Result<ControlFlow<Upon>, Stop> {
        let Self { tree, cards, watch, .. } = self;
        let (grown, fields) = (tree.grown, tree.fields);
        if triangle(grown + 1) >= PAIR as usize {
            return Err(Stop::MEMORY);
        }
        if tree.values > 4 {
            for _ in 0..grown {
                watch.tick(1)?;
                tree.claim(tree.pairs.bytes_of_next())?;
                tree.pairs.push(NONE);
            }
        }
        tree.claim(scratch.bytes_of(grown, tree.values))?;
        scratch.compare(fields, &cards[..grown], cards[grown]);
        scratch.path.clear();
        scratch.path.reserve_exact(tree.values);
        tree.lent = scratch.bytes();
        let Scratch { kin, kinds, path, .. } = scratch;
        for (b, &Kin { kind, mut older }) in kin.iter().enumerate() {
            self.watch.tick(1)?;
            let different = kinds[kind as usize].different;
            while older != NONE {
                self.watch.tick(1)?;
                let a = older;
                older = kin[a as usize].older;
                let three = [a as usize, b, grown].map(|i| self.cards[i]);
                if fields.difference(three[0], three[1]) == different {
                    let sum = three.iter().fold(0, |sum, card| sum ^ card.to_bits());
                    let parent = pair(a, b as u32);
                    let end = self.extend(parent, different, sum, kin, kind, path)?;
                    if end.is_break() {
                        return Ok(end);
                    }
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Adds the card to a pair and to its descendants with cards of one kind only. `sum` is the ⊕
    /// of the pair and the card.
    fn extend(
        &mut self,
        pair: u32,
        different: u128,
        sum: u128,
        kin: &[Kin],
        kind: u32,
        path: &mut Vec<(u32, u128)>,
    ) -> Result<ControlFlow<Upon>, Stop> {
        let deepest = self.tree.values - 4;
        if deepest == 0 {
            return self.make_ready(pair, different, sum);
        }
        path.clear();
        path.push((self.make_node(pair)?, sum));
        while let Some((next, sum)) = path.last_mut() {
            if *next == NONE {
                path.pop();
                continue;
            }
            self.watch.tick(1)?;
            let (i, node) = (*next, self.tree.nodes[*next as usize]);
            *next = node.next;
            if kin[node.card as usize].kind != kind {
                continue;
            }
            let sum = *sum ^ self.cards[node.card as usize].to_bits();
            if path.len() < deepest {
                path.push((self.make_node(i)?, sum));
            } else {
                let end = self.make_ready(i, different, sum)?;
                if end.is_break() {
                    return Ok(end);
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Creates the node of a parent and the card. Returns the previous first child of the parent.
    #[inline]
    fn make_node(&mut self, parent: u32) -> Result<u32, Stop> {
        let i = self.tree.nodes.len();
        self.tree.claim(self.tree.nodes.bytes_of_next())?;
        if i >= PAIR as usize {
            return Err(Stop::MEMORY);
        }
        let card = self.tree.grown as u32;
        let first = self.tree.first_child(parent);
        let next = std::mem::replace(first, i as u32);
        self.tree.nodes.push(Node { card, parent, first: NONE, next });
        Ok(next)
    }

    /// Creates the entry of a parent and the card, whose ⊕ is `sum`.
    #[inline]
    fn make_ready(
        &mut self,
        parent: u32,
        different: u128,
        sum: u128,
    ) -> Result<ControlFlow<Upon>, Stop> {
        let grown = self.tree.grown;
        let missing = self.tree.fields.missing(different, self.cards[grown], sum);
        if (self.wanted)(missing) {
            let positions = self.tree.positions(parent, grown as u32);
            return Ok(ControlFlow::Break((positions, missing)));
        }
        let tree = &mut *self.tree;
        tree.claim(tree.dictionary.bytes_of_next())?;
        if tree.dictionary.len() >= NONE as usize {
            return Err(Stop::MEMORY);
        }
        tree.dictionary.insert(parent, grown as u32, missing);
        // Without memory for more lists, the old ones get longer.
        if tree.dictionary.bytes_of_more_lists().is_some_and(|bytes| tree.has_room(bytes)) {
            tree.dictionary.add_lists(self.watch)?;
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Temporary data of a new card: the kinds of the cards before it (two cards are of one kind if
/// they differ from it in the same properties), and a path through the forest.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    /// Each card before the new one.
    kin: Vec<Kin>,
    kinds: Vec<Kind>,
    /// A hash table of the kinds: the number of each kind, by its differences, with linear probing.
    table: Vec<u32>,
    /// The next node at every depth, and the sum of the cards down to there.
    path: Vec<(u32, u128)>,
}

/// A card before the new one: the number of its kind, and the position of the one before of its
/// kind.
#[derive(Clone, Copy, Debug)]
struct Kin {
    kind: u32,
    older: u32,
}

/// All cards that differ from the new one in these properties.
#[derive(Clone, Copy, Debug)]
struct Kind {
    different: u128,
    newest: u32,
}

impl Scratch {
    pub(super) fn bytes(&self) -> usize {
        size_of::<Kin>() * self.kin.capacity()
            + size_of::<Kind>() * self.kinds.capacity()
            + size_of::<u32>() * self.table.capacity()
            + size_of::<(u32, u128)>() * self.path.capacity()
    }

    /// The bytes to be allocated for `cards` cards and for partial sets of up to `values` cards.
    fn bytes_of(&self, cards: usize, values: usize) -> usize {
        let path = if self.path.capacity() == 0 { values } else { 0 };
        let room = if cards > self.kin.capacity() { 2 * cards } else { 0 };
        size_of::<(u32, u128)>() * path
            + (size_of::<Kin>() + size_of::<Kind>()) * room
            + size_of::<u32>() * places(room)
    }

    /// Compares the new card with all before it.
    fn compare(&mut self, fields: Fields, cards: &[Card], new: Card) {
        if cards.len() > self.kin.capacity() {
            let room = 2 * cards.len();
            (self.kin, self.kinds, self.table) = (Vec::new(), Vec::new(), Vec::new());
            self.kin.reserve_exact(room);
            self.kinds.reserve_exact(room);
            self.table = vec![NONE; places(room)];
        }
        self.kin.clear();
        self.kinds.clear();
        self.table.fill(NONE);
        for (position, &card) in cards.iter().enumerate() {
            let different = fields.difference(card, new);
            let kind = self.kind(different);
            let newest = &mut self.kinds[kind as usize].newest;
            let older = std::mem::replace(newest, position as u32);
            self.kin.push(Kin { kind, older });
        }
    }

    /// The number of a kind, maybe a new one.
    fn kind(&mut self, different: u128) -> u32 {
        let mut place = CardHash::default().hash_one(different) as usize;
        loop {
            place &= self.table.len() - 1;
            let kind = self.table[place];
            if kind == NONE {
                self.table[place] = self.kinds.len() as u32;
                self.kinds.push(Kind { different, newest: NONE });
                return self.table[place];
            }
            if self.kinds[kind as usize].different == different {
                return kind;
            }
            place += 1;
        }
    }

    /// Gives back the room for far more cards than there are.
    pub(super) fn release(&mut self, cards: usize) {
        if self.kin.capacity() > 8 * cards {
            *self = Self::default();
        }
    }
}

/// The number of places of a table for `kinds` kinds; at least half of the places are free.
const fn places(kinds: usize) -> usize {
    if kinds == 0 { 0 } else { (2 * kinds).next_power_of_two() }
}
