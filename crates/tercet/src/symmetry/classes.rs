//! All hands of a deck up to symmetry, level by level: one hand of each class, and how many there
//! are of its kind.
//!
//! Two hands are of one class if a symmetry of the deck takes one to the other. For v = 3 the
//! symmetries are the affine maps of AG(p,3): they are all permutations of the cards that take sets
//! to sets, 1 965 150 720 of them for the deck in the shops. A class has many hands, and what holds
//! of one holds of all; so 9908 hands tell everything about the 15 964 951 949 902 hands of that
//! deck without a set. For other v they are the permutations of the properties and of the values in
//! each (`renaming.rs`).
//!
//! The classes of k + 1 cards come from those of k by adding a card in every way. To see each class
//! about once, only those extensions are kept whose new card is in a place that depends on the
//! class alone (canonical augmentation; McKay, *Isomorph-free exhaustive generation*, 1998): it has
//! the greatest *invariant* of all cards, see `hand.rs`. A look or two at each of most extensions is
//! enough to drop it. The others are told apart by their fingerprints.
//!
//! *How many hands are of a class.* Let w be that number, and let m cards of each of its hands have
//! the greatest invariant. Then w·m is the number of ways to come to a hand of the class by a card of
//! the greatest invariant, which is the sum of the numbers of the classes of k cards over all
//! extensions that were kept. No symmetry needs to be known for it.
//!
//! *Why this is right.* Fingerprints can fail to tell two classes apart. Then both would count as
//! one, and w be the sum of both numbers. But by the orbit–stabiliser theorem w is the order of the
//! group over that of the stabiliser of any hand of the class, which is found in another way, by
//! looking for the symmetries (`maps.rs`). So the two numbers are compared for each class, and where they
//! differ, the hands with this fingerprint are looked at again, and told apart by maps. At last the
//! hands of a level must be as many as the extensions of those before, divided by k + 1. For hands
//! without a set of the classic deck, the fingerprints tell all classes apart.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::mem::size_of;

use super::geometry::{Coloured, Geometry, Growing};
use super::renaming::Renaming;
use super::space::Space;
use crate::card::Card;
use crate::deck::Deck;
use crate::solver::{Limit, Stop};

/// Which hands are classified.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Hands without a set.
    Free,
    /// All hands.
    Any,
}

/// The classes of hands of k cards, for one k after the other.
pub struct Classes {
    deck: Deck,
    symmetries: Symmetries,
    kind: Kind,
    memory: usize,
    cards: usize,
    level: Vec<Class>,
}

/// The symmetries of a deck of each kind.
enum Symmetries {
    Affine(Space),
    Renaming(Renaming),
}

/// A class of hands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    points: Box<[u16]>,
    hands: u128,
    stabiliser: u128,
    extensions: usize,
}

impl Class {
    /// How many hands are of this class.
    pub fn hands(&self) -> u128 {
        self.hands
    }

    /// How many symmetries of the deck take a hand of this class to itself.
    pub fn stabiliser(&self) -> u128 {
        self.stabiliser
    }

    /// How many cards can be added to a hand of this class so that the hand is of the same kind.
    /// A hand without a set is *complete* if there is none.
    pub fn extensions(&self) -> usize {
        self.extensions
    }

    /// The ranks in the deck of the cards of a hand of this class.
    pub(crate) fn points(&self) -> &[u16] {
        &self.points
    }

    /// What the class takes in memory, with its colours as long as it is new.
    fn bytes(&self) -> usize {
        // The table and the allocator take about as much again.
        2 * (size_of::<Found>() + self.points.len() * (size_of::<u16>() + size_of::<u64>()))
    }
}

impl Classes {
    /// The most memory that the classes of two levels take, in bytes, unless another number is
    /// given.
    pub const MEMORY: usize = 1 << 29;

    /// The only class of hands of no cards; `None` for decks whose symmetries are not built in:
    /// those with v = 3 and more than 6 properties, and all others of more than 128 cards, 100 000 sets
    /// or 7 properties.
    pub fn new(deck: Deck, kind: Kind) -> Option<Self> {
        let affine = || Space::new(deck).map(Symmetries::Affine);
        let symmetries = affine().or_else(|| Renaming::new(deck).map(Symmetries::Renaming))?;
        let (memory, level) = (Self::MEMORY, Vec::new());
        let mut classes = Self { deck, symmetries, kind, memory, cards: 0, level };
        let extensions = match &classes.symmetries {
            Symmetries::Affine(space) => classes.extensions(&space.hand()).count(),
            Symmetries::Renaming(renaming) => classes.extensions(&renaming.hand()).count(),
        };
        let stabiliser = classes.order();
        classes.level = vec![Class { points: Box::default(), hands: 1, stabiliser, extensions }];
        Some(classes)
    }

    /// Takes no more than so many bytes for the classes, instead of [`MEMORY`](Self::MEMORY).
    #[must_use]
    pub fn with_memory(self, memory: usize) -> Self {
        Self { memory, ..self }
    }

    /// The deck.
    pub fn deck(&self) -> Deck {
        self.deck
    }

    /// How many cards the deck has.
    fn points(&self) -> usize {
        match &self.symmetries {
            Symmetries::Affine(space) => space.len(),
            Symmetries::Renaming(renaming) => renaming.len(),
        }
    }

    /// How many symmetries of the deck are made use of: the affine maps for v = 3, else the
    /// permutations of the properties and of the values in each.
    pub fn order(&self) -> u128 {
        match &self.symmetries {
            Symmetries::Affine(space) => space.order(),
            Symmetries::Renaming(renaming) => renaming.order(),
        }
    }

    /// The deck as a space, if v = 3.
    pub(crate) fn space(&self) -> Option<&Space> {
        match &self.symmetries {
            Symmetries::Affine(space) => Some(space),
            Symmetries::Renaming(_) => None,
        }
    }

    /// k: how many cards the hands have.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// The classes of hands of k cards.
    pub fn classes(&self) -> &[Class] {
        &self.level
    }

    /// How many hands of k cards there are.
    pub fn hands(&self) -> u128 {
        self.level.iter().map(Class::hands).sum()
    }

    /// A hand of a class.
    pub fn hand(&self, class: &Class) -> Vec<Card> {
        class.points.iter().map(|&point| self.deck.nth(point.into())).collect()
    }

    /// Goes on to hands of one card more. None are left after the largest hands.
    ///
    /// # Errors
    ///
    /// [`Stop`] where the limit or the memory ended the work; the classes are as they were.
    ///
    /// # Panics
    ///
    /// Where the numbers of hands contradict each other: they are wrong then, and nobody shall see
    /// them.
    pub fn advance(&mut self, limit: &Limit) -> Result<(), Stop> {
        let mut next = match &self.symmetries {
            Symmetries::Affine(space) => self.next(space, limit)?,
            Symmetries::Renaming(renaming) => self.next(renaming, limit)?,
        };
        let extensions: u128 =
            self.level.iter().map(|class| class.hands * class.extensions as u128).sum();
        self.cards += 1;
        let hands: u128 = next.iter().map(Class::hands).sum();
        assert_eq!(hands * self.cards as u128, extensions, "each hand comes from all smaller ones");
        next.sort_unstable_by(|a, b| a.points.cmp(&b.points));
        self.level = next;
        Ok(())
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
    fn extensions<'a, H: Growing>(&self, hand: &'a H) -> impl Iterator<Item = u16> + use<'a, H> {
        let any = self.kind == Kind::Any;
        (0..self.points() as u16)
            .filter(move |&point| !hand.holds(point) && (any || hand.stays_free(point)))
    }

    /// The classes of one card more, told apart by fingerprints alone, and those fingerprints that
    /// are of more than one class. With such fingerprints, their classes, told apart by maps.
    fn extend<G: Geometry>(
        &self,
        geometry: &G,
        only: Option<&Doubtful>,
        limit: &Limit,
    ) -> Result<(Vec<Class>, Doubtful), Stop> {
        let mut watch = limit.watch();
        let mut found: Fingerprints<Vec<Found>> = HashMap::default();
        let mut bytes: usize = self.level.iter().map(Class::bytes).sum();
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
                            let hand = Coloured { points: hand.points(), colours: hand.colours() };
                            only.is_none() || geometry.maps(&known.coloured(), &hand)
                        });
                        if let Some(known) = known {
                            known.ways += class.hands;
                        } else {
                            let new = self.found(&hand, leaders, class.hands);
                            bytes += new.class.bytes();
                            alike.push(new);
                        }
                        if bytes > self.memory {
                            return Err(Stop::Memory);
                        }
                    }
                }
                hand.pop();
            }
        }
        let order = geometry.order();
        let (mut classes, mut doubtful) = (Vec::with_capacity(found.len()), HashSet::default());
        for (fingerprint, alike) in found {
            for mut found in alike {
                watch.tick(1 << 8)?;
                let stabiliser = geometry.stabiliser(&found.coloured());
                let hands = order / stabiliser;
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

    /// A class that is met for the first time, in as many ways as one smaller class has hands.
    fn found(&self, hand: &impl Growing, leaders: usize, ways: u128) -> Found {
        let order = hand.by_invariant();
        let points = order.iter().map(|&i| hand.points()[i]).collect();
        let colours = order.iter().map(|&i| hand.colours()[i]).collect();
        let extensions = self.extensions(hand).count();
        let class = Class { points, hands: 0, stabiliser: 0, extensions };
        Found { class, colours, leaders, ways }
    }
}

/// A class as it is met: its numbers of hands and of stabilisers are still to be found.
struct Found {
    class: Class,
    colours: Box<[u64]>,
    leaders: usize,
    ways: u128,
}

impl Found {
    fn coloured(&self) -> Coloured<'_> {
        Coloured { points: &self.class.points, colours: &self.colours }
    }
}

/// Something for each of some fingerprints, which are hashes already.
type Fingerprints<T> = HashMap<u64, T, BuildHasherDefault<AsIs>>;

/// Fingerprints that are of more than one class.
type Doubtful = HashSet<u64, BuildHasherDefault<AsIs>>;

/// A hasher of hashes.
#[derive(Default)]
struct AsIs(u64);

impl Hasher for AsIs {
    fn write(&mut self, _: &[u8]) {
        unreachable!("fingerprints are numbers");
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests;
