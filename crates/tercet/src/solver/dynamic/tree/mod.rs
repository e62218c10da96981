//! The partial sets as a forest: growth and removal.

mod growth;

use std::ops::ControlFlow;

use self::growth::Scratch;
use super::dictionary::{Chunks, Dictionary, Ready};
use crate::solver::completion::Fields;
use crate::solver::{Limit, PartialSets, Stop, Watch};
use crate::{Card, Deck};

/// Stores all partial sets, of two to v−1 cards, of the first cards of a layout; the other cards have not
/// entered yet. With v below 3, nothing is stored.
///
/// A partial set is its cards in layout order. Its parent is the one without its last card, so it
/// costs 16 bytes for any size. Pairs are not stored, because all of them exist and their
/// properties follow from their cards. Partial sets of v−1 cards are in the dictionary.
#[derive(Clone, Debug, Default)]
pub(in crate::solver) struct Dynamic {
    fields: Fields,
    values: usize,
    /// The maximum memory in bytes.
    memory: usize,
    /// The number of first cards of which the partial sets consist.
    pub(super) grown: usize,
    /// The first child of every pair, if partial sets of three cards are stored here.
    pairs: Chunks<u32>,
    /// The partial sets of three to v−2 cards, older ones first.
    nodes: Chunks<Node>,
    dictionary: Dictionary,
    scratch: Scratch,
    /// The bytes of the scratch while it is in use for growth.
    lent: usize,
    /// How many pairs, nodes and entries there were before a card was drawn in, if that was stopped.
    unfinished: Option<Sizes>,
}

/// How many pairs, nodes and entries of the dictionary there are.
type Sizes = (usize, usize, usize);

/// A partial set of three to v−2 cards.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// The position of its last card.
    card: u32,
    /// The partial set without its last card: a node, or a pair where [`PAIR`] is set.
    parent: u32,
    /// The newest child with one more card, and the next older child of the same parent.
    first: u32,
    next: u32,
}

/// No node.
pub(super) const NONE: u32 = u32::MAX;
/// The mark of a parent that is a pair.
const PAIR: u32 = 1 << 31;

/// A set found during growth: the positions of all its cards but one, and that card.
pub(super) type Upon = (Vec<usize>, Card);

impl Dynamic {
    /// `memory` limits the bytes besides the board.
    pub(in crate::solver) fn new(deck: Deck, memory: usize) -> Self {
        Self { fields: Fields::new(deck), values: deck.values(), memory, ..Self::default() }
    }

    pub(super) fn held(&self) -> PartialSets {
        let pairs = if self.values == 3 { 0 } else { triangle(self.grown) };
        let now = (0, self.nodes.len(), self.dictionary.len());
        let (_, nodes, ready) = self.unfinished.unwrap_or(now);
        let count = (pairs + nodes + ready) as u64;
        PartialSets { count, bytes: self.bytes() }
    }

    fn bytes(&self) -> usize {
        self.pairs.bytes()
            + self.nodes.bytes()
            + self.dictionary.bytes()
            + self.scratch.bytes()
            + self.lent
    }

    /// Whether `bytes` more bytes may be taken.
    #[inline]
    fn claim(&self, bytes: usize) -> Result<(), Stop> {
        if bytes == 0 || self.has_room(bytes) { Ok(()) } else { Err(Stop::MEMORY) }
    }

    #[cold]
    fn has_room(&self, bytes: usize) -> bool {
        self.memory.checked_sub(self.bytes()).is_some_and(|room| bytes <= room)
    }

    /// Makes ready for [`completed_by`](Self::completed_by) and [`grow`](Self::grow), after either was
    /// stopped.
    ///
    /// # Errors
    ///
    /// [`Stop`] where the limit ended the work.
    pub(super) fn prepare(&mut self, watch: &mut Watch) -> Result<(), Stop> {
        if let Some((pairs, nodes, ready)) = self.unfinished {
            while self.nodes.len() > nodes {
                watch.tick(1)?;
                let node = self.nodes.pop().expect("it is not empty");
                // The newest node is the first child of its parent.
                *self.first_child(node.parent) = node.next;
            }
            self.nodes.truncate(nodes);
            self.pairs.truncate(pairs);
            self.dictionary.forget(ready, watch)?;
            self.unfinished = None;
        }
        self.dictionary.link_all(watch)
    }

    /// Forgets the newest partial sets, however long that takes.
    fn undo(&mut self, before: Sizes) {
        self.unfinished = Some(before);
        self.prepare(&mut Limit::none().watch()).expect("there is no limit");
    }

    /// The first child of a node or pair.
    #[inline]
    fn first_child(&mut self, parent: u32) -> &mut u32 {
        if parent & PAIR == 0 {
            &mut self.nodes[parent as usize].first
        } else {
            &mut self.pairs[(parent ^ PAIR) as usize]
        }
    }

    /// Calls `visit` with the positions of every partial set that lacks only the card at a position
    /// of the layout, and whose own cards all lie before it.
    pub(super) fn completed_by<B>(
        &self,
        cards: &[Card],
        position: usize,
        mut visit: impl FnMut(&[usize]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let card = cards[position];
        for ready in self.dictionary.candidates(card) {
            if (ready.card as usize) < position {
                let positions = self.positions(ready.parent, ready.card);
                if self.missing(cards, &positions) == card {
                    visit(&positions)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The ascending positions of the cards of a partial set.
    fn positions(&self, parent: u32, card: u32) -> Vec<usize> {
        let mut positions = Vec::with_capacity(self.values);
        positions.push(card as usize);
        let mut parent = parent;
        if self.values == 3 {
            positions.push(parent as usize);
        } else {
            while parent & PAIR == 0 {
                let node = self.nodes[parent as usize];
                positions.push(node.card as usize);
                parent = node.parent;
            }
            let (a, b) = pair_positions(parent);
            positions.extend([b, a]);
        }
        positions.reverse();
        positions
    }

    /// The card that a partial set of v−1 cards lacks.
    fn missing(&self, cards: &[Card], positions: &[usize]) -> Card {
        let sum = positions.iter().fold(0, |sum, &i| sum ^ cards[i].to_bits());
        let first = cards[positions[0]];
        self.fields.missing(self.fields.difference(first, cards[positions[1]]), first, sum)
    }

    /// Removes every partial set with a card that is taken. `moved` has the new position of every
    /// card of the tree, or [`NONE`].
    pub(super) fn forget(&mut self, moved: &[u32]) {
        self.prepare(&mut Limit::none().watch()).expect("there is no limit");
        self.grown = moved.iter().filter(|&&position| position != NONE).count();
        let stored = self.pairs.len().min(triangle(self.grown));
        self.pairs.truncate(stored);
        for i in 0..stored {
            self.pairs[i] = NONE;
        }
        // Until the nodes that stay move up, `next` is the new place of each, or `NONE`.
        let (mut stay, values) = (0, self.values);
        for i in 0..self.nodes.len() {
            let Node { card, parent, .. } = self.nodes[i];
            let stays = stays(moved, &self.nodes, parent, card);
            self.nodes[i].next = if stays.is_some() { stay } else { NONE };
            if let Some((parent, card)) = stays {
                (self.nodes[i].parent, self.nodes[i].card) = (parent, card);
                stay += 1;
            }
        }
        self.dictionary.retain(|Ready { card, parent, .. }| {
            if values == 3 {
                let (parent, card) = (moved[parent as usize], moved[card as usize]);
                (parent != NONE && card != NONE).then_some((parent, card))
            } else {
                stays(moved, &self.nodes, parent, card)
            }
        });
        for i in 0..self.nodes.len() {
            let Node { card, parent, next: place, .. } = self.nodes[i];
            if place != NONE {
                let next = std::mem::replace(self.first_child(parent), place);
                self.nodes[place as usize] = Node { card, parent, first: NONE, next };
            }
        }
        self.nodes.truncate(stay as usize);
        self.scratch.release(self.grown);
    }
}

/// The new parent and last card of a partial set, if all its cards stay. `next` of a node is its new place.
fn stays(moved: &[u32], nodes: &Chunks<Node>, parent: u32, card: u32) -> Option<(u32, u32)> {
    let card = moved[card as usize];
    if card == NONE {
        return None;
    }
    if parent & PAIR == 0 {
        let place = nodes[parent as usize].next;
        return (place != NONE).then_some((place, card));
    }
    let (a, b) = pair_positions(parent);
    let (a, b) = (moved[a], moved[b]);
    (a != NONE && b != NONE).then(|| (pair(a, b), card))
}

/// The number of pairs of n cards.
const fn triangle(n: usize) -> usize {
    n * n.saturating_sub(1) / 2
}

/// The cards at two ascending positions as a parent. Pairs are numbered in the order of their
/// creation: by their second card, then by their first.
pub(super) const fn pair(a: u32, b: u32) -> u32 {
    PAIR | (triangle(b as usize) as u32 + a)
}

/// The positions of the cards of a pair.
pub(super) fn pair_positions(parent: u32) -> (usize, usize) {
    let number = u64::from(parent ^ PAIR);
    let b = ((8 * number + 1).isqrt() as usize).div_ceil(2);
    (number as usize - triangle(b), b)
}
