//! All hands of a deck up to symmetry, level by level: one hand of each class, and the size of the
//! class.
//!
//! Two hands belong to the same class if a symmetry of the deck takes one to the other. For v = 3
//! the symmetries are the affine maps of AG(p,3): exactly the permutations of the cards that take
//! sets to sets, 1 965 150 720 of them for the classic deck. All hands of a class have the same
//! properties, and classes are large: 9908 of them hold the 15 964 951 949 902 set-free hands of
//! the classic deck, the empty hand included. For other v the symmetries are the permutations of the
//! properties and of the values in each (`renaming.rs`).
//!
//! The classes of k + 1 cards come from those of k by adding a card in every way. To generate each
//! class about once, an extension is kept only if its new card has the greatest *invariant* of all
//! cards, see `space.rs`: a condition that depends on the class alone (canonical augmentation;
//! McKay, *Isomorph-free exhaustive generation*, 1998). Most extensions are dropped after one or
//! two comparisons. The others are distinguished by their fingerprints.
//!
//! *The size of a class.* Let w be the number of hands in a class, and let m cards of each of its
//! hands have the greatest invariant. Then w·m is the number of ways to arrive at a hand of the
//! class by adding a card of the greatest invariant, which is the sum of the sizes of the classes
//! of k cards over all extensions that were kept. This needs no symmetry of the hand.
//!
//! *Correctness.* Two classes can have the same fingerprint. Then both would count as one, and w
//! would be the sum of both sizes. But by the orbit–stabiliser theorem w is the order of the group
//! divided by that of the stabiliser of any hand of the class, which is computed independently, by
//! searching for the symmetries (`maps.rs`). The two values are compared for each class; if they
//! differ, the hands with this fingerprint are compared again by maps. Finally, the number of hands
//! of a level must equal the number of extensions of the level before, divided by k + 1. For
//! set-free hands of the classic deck, fingerprints distinguish all classes.

use std::collections::{HashMap, HashSet};
use std::mem::size_of;

use super::growth::Growth;
use super::renaming::Renaming;
use super::space::{Coloured, Geometry, Growing, Space};
use crate::board::{Board, CardHash};
use crate::card::Card;
use crate::deck::{Deck, Unsupported};
use crate::solver::{Auto, Count, Limit, Options, Stop};

/// The hands that are classified.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Set-free hands.
    Free,
    /// All hands.
    Any,
}

/// The classes of hands of k cards, for k = 0, 1, 2, …
pub struct Classes {
    deck: Deck,
    pub(super) symmetries: Symmetries,
    order: u128,
    kind: Kind,
    memory: usize,
    cards: usize,
    level: Vec<Class>,
}

/// The symmetries of a deck, of either kind.
pub(super) enum Symmetries {
    Affine(Space),
    Renaming(Renaming),
}

/// A class of hands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// The ranks in the deck of the cards of a hand of this class.
    pub(crate) points: Box<[u16]>,
    /// The number of hands in this class.
    pub hands: u128,
    /// The number of symmetries of the deck that take a hand of this class to itself.
    pub stabiliser: u128,
    /// The number of cards that can be added to a hand of this class so that the result is of the
    /// same kind. A set-free hand is *complete* if this number is 0.
    pub extensions: usize,
}

impl Class {
    /// The memory of a class of hands of this many cards, in bytes, including its colours while it is
    /// new.
    fn bytes_of(cards: usize) -> usize {
        // The table and the allocator take about as much again.
        2 * (size_of::<NewClass>() + cards * (size_of::<u16>() + size_of::<u64>()))
    }
}

impl Classes {
    /// The default limit for the memory of the classes of two levels, in bytes.
    pub const MEMORY: usize = 1 << 29;

    /// The decks whose hands are classified, in words.
    pub(crate) const DECKS: &str = "v = 3 and p ≤ 6, or at most 128 cards and 100000 sets";

    /// The only class of hands of no cards.
    ///
    /// # Errors
    ///
    /// [`Unsupported`] for decks whose hands are not classified: those with v = 3 and more than 6
    /// properties, and those with v ≠ 3 and more than 128 cards, 100 000 sets or 7 properties.
    pub fn new(deck: Deck, kind: Kind) -> Result<Self, Unsupported> {
        let affine = || Space::new(deck).map(Symmetries::Affine);
        let symmetries = affine().or_else(|| Renaming::new(deck).map(Symmetries::Renaming));
        let symmetries = symmetries
            .ok_or_else(|| Unsupported::needs("a classification of hands", Self::DECKS, deck))?;
        let order = match &symmetries {
            Symmetries::Affine(space) => space.maps_that_fix(0),
            Symmetries::Renaming(renaming) => renaming.order,
        };
        // For v = 1 each card is a set.
        let none = kind == Kind::Free && deck.values() == 1;
        let extensions = if none { 0 } else { deck.size_up_to_max() as usize };
        let class = Class { points: Box::default(), hands: 1, stabiliser: order, extensions };
        let (memory, level) = (Self::MEMORY, vec![class]);
        Ok(Self { deck, symmetries, order, kind, memory, cards: 0, level })
    }

    /// Limits the memory of the classes to `memory` bytes; the default is [`MEMORY`](Self::MEMORY).
    #[must_use]
    pub fn with_memory(self, memory: usize) -> Self {
        Self { memory, ..self }
    }

    /// The approximate memory of the classes of this level, in bytes.
    pub fn bytes(&self) -> usize {
        self.level.len() * Class::bytes_of(self.cards)
    }

    /// The deck.
    pub fn deck(&self) -> Deck {
        self.deck
    }

    /// The order of the symmetry group: the affine maps for v = 3, otherwise the permutations of
    /// the properties and of the values in each.
    pub fn order(&self) -> u128 {
        self.order
    }

    /// The deck as a space, if v = 3.
    pub(crate) fn space(&self) -> Option<&Space> {
        match &self.symmetries {
            Symmetries::Affine(space) => Some(space),
            Symmetries::Renaming(_) => None,
        }
    }

    /// k: the number of cards of the hands.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// The classes of hands of k cards.
    pub fn classes(&self) -> &[Class] {
        &self.level
    }

    /// The number of hands of k cards.
    pub fn hands(&self) -> u128 {
        self.level.iter().map(|class| class.hands).sum()
    }

    /// The number of complete hands of k cards, to which no card can be added, and of their classes.
    pub(crate) fn complete(&self) -> (u128, usize) {
        let complete = || self.level.iter().filter(|class| class.extensions == 0);
        (complete().map(|class| class.hands).sum(), complete().count())
    }

    /// A hand of a class.
    pub fn hand(&self, class: &Class) -> Vec<Card> {
        class.points.iter().map(|&point| self.deck.nth(point.into())).collect()
    }

    /// For every number of sets, the number of choices of `more` further cards (see [`Growth`]) with
    /// which a hand of a class has that many. For v ≠ 3 no cards can be added.
    pub(crate) fn by_sets(
        &self,
        class: &Class,
        more: usize,
        limit: &Limit,
    ) -> Result<Vec<u64>, Stop> {
        if let Some(space) = self.space() {
            return Ok(Growth::new(space, &class.points).by_sets(more));
        }
        let mut choices = Vec::new();
        if self.kind == Kind::Any {
            let board = Board::new(self.deck, self.hand(class)).expect("a hand has no card twice");
            choices.resize(Auto::new(&board, &Options::default()).count(limit)? as usize, 0);
        }
        choices.push(1);
        Ok(choices)
    }

    /// Advances to hands with one card more. After the largest hands there are no classes.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit or the memory ended the work; the classes are then unchanged.
    ///
    /// # Panics
    ///
    /// If the numbers of hands contradict each other, which is a bug.
    pub fn advance(&mut self, limit: &Limit) -> Result<(), Stop> {
        let mut next = match &self.symmetries {
            Symmetries::Affine(space) => self.next(space, limit)?,
            Symmetries::Renaming(renaming) => self.next(renaming, limit)?,
        };
        let extensions: u128 =
            self.level.iter().map(|class| class.hands * class.extensions as u128).sum();
        self.cards += 1;
        let hands: u128 = next.iter().map(|class| class.hands).sum();
        assert_eq!(hands * self.cards as u128, extensions, "each hand comes from all smaller ones");
        next.sort_unstable_by(|a, b| a.points.cmp(&b.points));
        self.level = next;
        Ok(())
    }

    /// Advances to hands of `cards` cards, or to where there are no classes. If the classes of a level on
    /// the way cannot fit the memory, this is foreseen before the levels that fit are computed.
    ///
    /// # Errors
    ///
    /// As [`advance`](Self::advance).
    pub fn advance_to(&mut self, cards: usize, limit: &Limit) -> Result<(), Stop> {
        while self.cards < cards && !self.level.is_empty() {
            if !self.may_reach(cards) {
                return Err(Stop::MEMORY);
            }
            self.advance(limit)?;
        }
        Ok(())
    }

    /// Whether the classes of hands of up to `cards` cards may fit the memory. If the answer is no,
    /// it is proved that they do not.
    ///
    /// A hand of k cards with e extensions can be extended in at least e − 1 − C(k, v−2) ways once
    /// one of them is added: only sets of the added card with v − 2 of the k cards exclude further
    /// ones. This bounds the number of hands of each level ahead from below, and no class has more
    /// hands than there are symmetries. Takes time in proportion to the number of classes and levels.
    pub(crate) fn may_reach(&self, cards: usize) -> bool {
        let order = self.order as f64;
        let mut hands: Vec<(f64, f64)> =
            self.level.iter().map(|class| (class.hands as f64, class.extensions as f64)).collect();
        (self.cards..cards).all(|k| {
            let excluded = match self.kind {
                Kind::Any => 0.0,
                Kind::Free => choices(k, self.deck.values().saturating_sub(2)),
            };
            for (hands, extensions) in &mut hands {
                *hands *= *extensions / (k + 1) as f64;
                *extensions = (*extensions - 1.0 - excluded).max(0.0);
            }
            let classes = hands.iter().map(|&(hands, _)| hands).sum::<f64>() / order;
            // The margin is far beyond what rounding can lose.
            classes * Class::bytes_of(k + 1) as f64 <= self.memory as f64 * 1.001
        })
    }

    fn next<G: Geometry>(&self, geometry: &G, limit: &Limit) -> Result<Vec<Class>, Stop> {
        let (mut next, doubtful) = self.extend(geometry, None, limit)?;
        if !doubtful.is_empty() {
            let (rest, doubtful) = self.extend(geometry, Some(&doubtful), limit)?;
            assert!(doubtful.is_empty(), "maps tell all classes apart");
            next.extend(rest);
        }
        Ok(next)
    }

    /// The cards that can be added to a hand.
    pub(super) fn extensions<'a, H: Growing>(
        &self,
        hand: &'a H,
    ) -> impl Iterator<Item = u16> + use<'a, H> {
        let any = self.kind == Kind::Any;
        (0..self.deck.size_up_to_max() as u16)
            .filter(move |&point| !hand.holds(point) && (any || hand.stays_free(point)))
    }

    /// The classes with one card more, distinguished by fingerprints alone, and the fingerprints
    /// shared by several classes. If `doubtful` is given: the classes with these fingerprints,
    /// distinguished by maps.
    fn extend<G: Geometry>(
        &self,
        geometry: &G,
        only: Option<&Doubtful>,
        limit: &Limit,
    ) -> Result<(Vec<Class>, Doubtful), Stop> {
        let mut watch = limit.watch();
        let mut found: HashMap<u64, Vec<NewClass>, CardHash> = HashMap::default();
        let mut bytes = self.bytes();
        let (mut hand, mut points) = (geometry.hand(), Vec::new());
        for class in &self.level {
            hand.restart(&class.points);
            points.clear();
            points.extend(self.extensions(&hand));
            for &point in &points {
                watch.tick(4 * (self.cards + 1))?;
                if !hand.may_lead(point) {
                    continue;
                }
                hand.push(point);
                if let Some(leaders) = hand.leaders() {
                    watch.tick(2 * self.cards * self.cards)?;
                    let fingerprint = hand.fingerprint();
                    if only.is_none_or(|only| only.contains(&fingerprint)) {
                        let alike =
                            found.entry(fingerprint).or_insert_with(|| Vec::with_capacity(1));
                        let known = alike.iter_mut().find(|known| {
                            only.is_none()
                                || geometry.maps(&known.coloured(), &hand.kept().coloured())
                        });
                        if let Some(known) = known {
                            known.ways += class.hands;
                        } else {
                            let new = self.found(&hand, leaders, class.hands);
                            bytes += Class::bytes_of(self.cards + 1);
                            alike.push(new);
                        }
                        if bytes > self.memory {
                            return Err(Stop::MEMORY);
                        }
                    }
                }
                hand.pop();
            }
        }
        let (mut classes, mut doubtful) = (Vec::with_capacity(found.len()), HashSet::default());
        for (fingerprint, alike) in found {
            for mut found in alike {
                watch.tick(1 << 8)?;
                let stabiliser = geometry.stabiliser(&found.coloured());
                let hands = self.order / stabiliser;
                if hands * found.leaders as u128 == found.ways {
                    found.class.stabiliser = stabiliser;
                    found.class.hands = hands;
                    classes.push(found.class);
                } else {
                    doubtful.insert(fingerprint);
                }
            }
        }
        Ok((classes, doubtful))
    }

    /// A new class; the number of ways in which it arises is the number of hands of the smaller
    /// class.
    pub(super) fn found(&self, hand: &impl Growing, leaders: usize, ways: u128) -> NewClass {
        let kept = hand.kept();
        // In descending order of their invariants.
        let mut order: Vec<usize> = (0..kept.points.len()).collect();
        order.sort_by_cached_key(|&i| std::cmp::Reverse(hand.invariant(kept.points[i])));
        let points = order.iter().map(|&i| kept.points[i]).collect();
        let colours = order.iter().map(|&i| kept.colours[i]).collect();
        let extensions = self.extensions(hand).count();
        let class = Class { points, hands: 0, stabiliser: 0, extensions };
        NewClass { class, colours, leaders, ways }
    }
}

/// C(n, k), rounded.
fn choices(n: usize, k: usize) -> f64 {
    (0..k).map(|i| (n as f64 - i as f64).max(0.0) / (i + 1) as f64).product()
}

/// A new class whose numbers of hands and of stabilisers are not known yet.
pub(super) struct NewClass {
    pub(super) class: Class,
    colours: Box<[u64]>,
    leaders: usize,
    ways: u128,
}

impl NewClass {
    pub(super) fn coloured(&self) -> Coloured<'_> {
        Coloured { points: &self.class.points, colours: &self.colours }
    }
}

/// Fingerprints shared by several classes.
type Doubtful = HashSet<u64, CardHash>;

#[cfg(test)]
mod tests;
