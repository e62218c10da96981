//! How a card makes all partial sets that end in it.

use std::ops::ControlFlow;

use super::{NONE, Node, PAIR, Tree, Upon, pair, triangle};
use crate::card::Card;
use crate::solver::fields::Fields;
use crate::solver::{Stop, Watch};

impl Tree {
    /// Makes all partial sets that end in the next card of the layout.
    ///
    /// Breaks off when one of them lacks nothing but a card that is `wanted`. Then, and when it is
    /// stopped, it leaves nothing behind: if the set is taken, all partial sets of its cards go.
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
            _ => self.undo(before),
        }
        end
    }
}

/// The next card of the layout on its way into the tree.
struct Growth<'a, 'w, W> {
    tree: &'a mut Tree,
    cards: &'a [Card],
    watch: &'a mut Watch<'w>,
    wanted: W,
}

impl<W: Fn(Card) -> bool> Growth<'_, '_, W> {
    /// With v = 3, the pairs are what lacks one card.
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

    /// Adds the card to all partial sets of which each card differs from it in just the properties
    /// in which they differ from each other.
    fn extend_all(&mut self, scratch: &mut Scratch) -> Result<ControlFlow<Upon>, Stop> {
        let Self { tree, cards, watch, .. } = self;
        let (grown, fields) = (tree.grown, tree.fields);
        if triangle(grown + 1) >= PAIR as usize {
            return Err(Stop::Memory);
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
        let Scratch { sorted, kinds, path } = scratch;
        for (kind, kin) in sorted.chunk_by(|a, b| a.0 == b.0).enumerate() {
            let different = kin[0].0;
            for (k, &(_, b)) in kin.iter().enumerate() {
                for &(_, a) in &kin[..k] {
                    self.watch.tick(1)?;
                    let three = [a, b, grown as u32].map(|i| self.cards[i as usize]);
                    if fields.difference(three[0], three[1]) == different {
                        let sum = three.iter().fold(0, |sum, card| sum ^ card.to_bits());
                        let parent = pair(a, b);
                        let kind = kind as u32;
                        let end = self.extend(parent, different, sum, kinds, kind, path)?;
                        if end.is_break() {
                            return Ok(end);
                        }
                    }
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Adds the card to a pair and to whatever hangs under it and has only cards of one kind.
    /// `sum` is that of the pair and the card by ⊕.
    fn extend(
        &mut self,
        pair: u32,
        different: u128,
        sum: u128,
        kinds: &[u32],
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
            if kinds[node.card as usize] != kind {
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

    /// Makes the node of a parent and the card. Gives the first child that the parent had before.
    #[inline]
    fn make_node(&mut self, parent: u32) -> Result<u32, Stop> {
        let i = self.tree.nodes.len();
        self.tree.claim(self.tree.nodes.bytes_of_next())?;
        if i >= PAIR as usize {
            return Err(Stop::Memory);
        }
        let card = self.tree.grown as u32;
        let first = self.tree.first_child(parent);
        let next = std::mem::replace(first, i as u32);
        self.tree.nodes.push(Node { card, parent, first: NONE, next });
        Ok(next)
    }

    /// Makes the entry of a parent and the card, which add up to `sum`.
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
            return Err(Stop::Memory);
        }
        tree.dictionary.insert(parent, grown as u32, missing);
        // Without room for more lists, the old ones get longer.
        if tree.dictionary.bytes_of_more_lists().is_some_and(|bytes| tree.has_room(bytes)) {
            tree.dictionary.add_lists();
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl Scratch {
    pub(super) fn bytes(&self) -> usize {
        size_of::<(u128, u32)>() * (self.sorted.capacity() + self.path.capacity())
            + size_of::<u32>() * self.kinds.capacity()
    }

    /// The bytes that are to be taken for so many cards, and partial sets of so many.
    fn bytes_of(&self, cards: usize, values: usize) -> usize {
        let path = if self.path.capacity() == 0 { values } else { 0 };
        let cards = if cards > self.sorted.capacity() { 2 * cards } else { 0 };
        size_of::<(u128, u32)>() * (path + cards) + size_of::<u32>() * cards
    }

    /// Compares the new card with all before it.
    fn compare(&mut self, fields: Fields, cards: &[Card], new: Card) {
        if cards.len() > self.sorted.capacity() {
            (self.sorted, self.kinds) = (Vec::new(), Vec::new());
            self.sorted.reserve_exact(2 * cards.len());
            self.kinds.reserve_exact(2 * cards.len());
        }
        let different = cards.iter().map(|&card| fields.difference(card, new));
        self.sorted.clear();
        self.sorted.extend(different.zip(0..));
        self.sorted.sort_unstable();
        self.kinds.resize(cards.len(), 0);
        for (kind, kin) in self.sorted.chunk_by(|a, b| a.0 == b.0).enumerate() {
            for &(_, position) in kin {
                self.kinds[position as usize] = kind as u32;
            }
        }
    }

    /// Gives back the room for far more cards than there are.
    pub(super) fn release(&mut self, cards: usize) {
        if self.sorted.capacity() > 8 * cards {
            *self = Self::default();
        }
    }
}

/// What growing needs for a moment: which cards before a new one are of a kind, because they differ
/// from it in the same properties; and a way through the forest.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    /// The properties in which each card differs from the new one, with its position; sorted.
    sorted: Vec<(u128, u32)>,
    /// The number of the kind of each card.
    kinds: Vec<u32>,
    /// The next node at every depth, and the sum of the cards down to there.
    path: Vec<(u32, u128)>,
}
