//! All hands of a deck up to symmetry, level by level: one hand of each class, and how many there
//! are of its kind.
//!
//! Two hands are of one class if a symmetry of the deck takes one to the other. For v = 3 the
//! symmetries are the affine maps of AG(p,3): they are all permutations of the cards that take sets
//! to sets, 1 965 150 720 of them for the deck in the shops. A class has many hands, and what holds
//! of one holds of all; so 9908 hands tell everything about the 15 964 951 949 902 hands of that
//! deck without a set.
//!
//! The classes of k + 1 cards come from those of k by adding a card in every way. To see each class
//! about once, only those extensions are kept whose new card is in a place that depends on the
//! class alone (canonical augmentation; McKay, *Isomorph-free exhaustive generation*, 1998): it has
//! the greatest *crowd* of all cards, see `hand.rs`. A look or two at each of most extensions is
//! enough to drop it. The others are told apart by their fingerprints.
//!
//! *How many hands are of a class.* Let w be that number, and let m cards of each of its hands have
//! the greatest crowd. Then w·m is the number of ways to come to a hand of the class by a card of
//! the greatest crowd, which is the sum of the numbers of the classes of k cards over all
//! extensions that were kept. No symmetry needs to be known for it.
//!
//! *Why this is right.* Fingerprints can fail to tell two classes apart. Then both would count as
//! one, and w be the sum of both numbers. But by the orbit–stabiliser theorem w is the order of the
//! group over that of the stabiliser of any hand of the class, which is found in another way, by
//! looking for the maps (`maps.rs`). So the two numbers are compared for each class, and where they
//! differ, the level is made again with maps instead of fingerprints. At last the hands of a level
//! must be as many as the extensions of those before, divided by k + 1. The fingerprints have told
//! all classes apart up to now, but for two pairs of 12 cards.

use std::collections::BTreeMap;

use super::hand::{Fingerprint, Hand};
use super::maps::Mapped;
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
    space: Space,
    kind: Kind,
    cards: usize,
    level: Vec<Class>,
}

/// A class of hands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    points: Box<[u16]>,
    hands: u128,
    stabiliser: u128,
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
}

impl Classes {
    /// The only class of hands of no cards; `None` for decks whose symmetries are not built in.
    pub fn new(deck: Deck, kind: Kind) -> Option<Self> {
        let space = Space::new(deck)?;
        let stabiliser = space.maps_that_fix(0);
        let empty = Class { points: Box::default(), hands: 1, stabiliser };
        Some(Self { space, kind, cards: 0, level: vec![empty] })
    }

    /// The deck.
    pub fn deck(&self) -> Deck {
        self.space.deck()
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
        class.points.iter().map(|&point| self.space.card(point)).collect()
    }

    /// Goes on to hands of one card more. None are left after the largest hands.
    ///
    /// # Errors
    ///
    /// [`Stop`] where the limit ended the work; the classes are as they were.
    ///
    /// # Panics
    ///
    /// Where the numbers of hands contradict each other: they are wrong then, and nobody shall see
    /// them.
    pub fn advance(&mut self, limit: &Limit) -> Result<(), Stop> {
        let mut next = match self.extend(false, limit)? {
            Some(next) => next,
            None => self.extend(true, limit)?.expect("maps tell all classes apart"),
        };
        let extensions: u128 =
            self.level.iter().map(|class| class.hands * self.free(class) as u128).sum();
        self.cards += 1;
        let hands: u128 = next.iter().map(Class::hands).sum();
        assert_eq!(hands * self.cards as u128, extensions, "each hand comes from all smaller ones");
        next.sort_unstable_by(|a, b| a.points.cmp(&b.points));
        self.level = next;
        Ok(())
    }

    /// How many cards can be added to a hand of a class.
    fn free(&self, class: &Class) -> usize {
        self.extensions(&Hand::new(&self.space, &class.points)).len()
    }

    /// The points that can be added to a hand.
    fn extensions(&self, hand: &Hand) -> Vec<u16> {
        let mut free: Vec<u16> = (0..self.space.len() as u16)
            .filter(|&point| self.kind == Kind::Any || hand.cover(point) == 0)
            .collect();
        free.retain(|point| !hand.points().contains(point));
        free
    }

    /// The classes of one card more, told apart by fingerprints alone or by maps; none where the
    /// fingerprints do not tell all of them apart.
    fn extend(&self, by_maps: bool, limit: &Limit) -> Result<Option<Vec<Class>>, Stop> {
        let mut watch = limit.watch();
        let mut found: BTreeMap<u64, Vec<Found>> = BTreeMap::new();
        for class in &self.level {
            let mut hand = Hand::new(&self.space, &class.points);
            for point in self.extensions(&hand) {
                watch.tick(4 * (self.cards + 1))?;
                hand.push(point);
                if let Some(leaders) = hand.leaders() {
                    watch.tick(self.cards * self.cards)?;
                    let fingerprint = hand.fingerprint();
                    let alike = found.entry(fingerprint.key).or_default();
                    let known = alike.iter_mut().find(|known| {
                        !by_maps
                            || known.mapped(&self.space).reaches(&Mapped::new(
                                &self.space,
                                hand.points(),
                                &fingerprint.colours,
                            ))
                    });
                    match known {
                        Some(known) => known.ways += class.hands,
                        None => alike.push(Found::new(&hand, &fingerprint, leaders, class.hands)),
                    }
                }
                hand.pop();
            }
        }
        let group = self.space.maps_that_fix(0);
        let mut classes = Vec::new();
        for found in found.into_values().flatten() {
            watch.tick(1 << 8)?;
            let stabiliser = found.mapped(&self.space).stabiliser();
            let hands = group / stabiliser;
            if hands * found.leaders as u128 != found.ways {
                return Ok(None);
            }
            classes.push(Class { points: found.points, hands, stabiliser });
        }
        Ok(Some(classes))
    }
}

/// A class as it is met.
struct Found {
    points: Box<[u16]>,
    colours: Vec<u64>,
    leaders: usize,
    ways: u128,
}

impl Found {
    fn new(hand: &Hand, fingerprint: &Fingerprint, leaders: usize, ways: u128) -> Self {
        let order = hand.by_crowd();
        Self {
            points: order.iter().map(|&i| hand.points()[i]).collect(),
            colours: order.iter().map(|&i| fingerprint.colours[i]).collect(),
            leaders,
            ways,
        }
    }

    fn mapped<'a>(&'a self, space: &'a Space) -> Mapped<'a> {
        Mapped::new(space, &self.points, &self.colours)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(deck: Deck, kind: Kind, most: usize) -> Vec<(usize, u128)> {
        let mut classes = Classes::new(deck, kind).unwrap();
        let mut levels = Vec::new();
        while !classes.classes().is_empty() && classes.cards() <= most {
            levels.push((classes.classes().len(), classes.hands()));
            classes.advance(&Limit::none()).unwrap();
        }
        levels
    }

    /// The hands without a set that Knuth's SETSET-ALL counts, and their classes.
    #[test]
    fn free_hands_of_the_classic_deck() {
        let expected = [
            (1, 1),
            (1, 81),
            (1, 3240),
            (1, 84240),
            (2, 1_579_500),
            (3, 22_441_536),
            (7, 247_615_056),
            (11, 2_144_076_480),
            (33, 14_587_567_020),
            (91, 77_541_824_880),
            (267, 318_294_370_368),
            (670, 991_227_481_920),
            (1437, 2_284_535_476_080),
            (2225, 3_764_369_026_080),
            (2489, 4_217_827_554_720),
            (1756, 2_970_003_246_912),
            (748, 1_141_342_138_404),
            (143, 176_310_866_160),
            (20, 6_482_268_000),
            (1, 13_646_880),
            (1, 682_344),
        ];
        assert_eq!(levels(Deck::CLASSIC, Kind::Free, 81), expected);
    }

    #[test]
    fn any_hands_of_the_classic_deck() {
        let levels = levels(Deck::CLASSIC, Kind::Any, 10);
        let classes: Vec<usize> = levels.iter().map(|level| level.0).collect();
        assert_eq!(classes, [1, 1, 1, 2, 3, 6, 15, 34, 105, 384, 1658]);
        assert_eq!(levels[10].1, 1_878_392_407_320);
    }

    /// Up to where fingerprints fail, and maps must help.
    #[test]
    #[ignore = "takes some seconds"]
    fn any_hands_of_12_cards() {
        let levels = levels(Deck::CLASSIC, Kind::Any, 12);
        assert_eq!((levels[11].0, levels[12].0), (8135, 41407));
        assert_eq!(levels[12].1, 70_724_320_184_700);
    }

    /// By trying all hands of smaller decks.
    #[test]
    fn hands_are_those_that_can_be_tried() {
        for p in 1..=2 {
            let deck = Deck::new(3, p).unwrap();
            let cards: Vec<Card> = deck.cards().collect();
            let (mut any, mut free) = (vec![0; cards.len() + 1], vec![0; cards.len() + 1]);
            for choice in 0..1_u32 << cards.len() {
                let hand: Vec<Card> =
                    (0..cards.len()).filter(|i| choice >> i & 1 == 1).map(|i| cards[i]).collect();
                let holds = |a: Card, b: Card| a != b && hand.contains(&a.third(b));
                let has_set = hand.iter().any(|&a| hand.iter().any(|&b| holds(a, b)));
                any[hand.len()] += 1;
                free[hand.len()] += u128::from(!has_set);
            }
            let counted = |kind| -> Vec<u128> {
                levels(deck, kind, cards.len()).into_iter().map(|level| level.1).collect()
            };
            assert_eq!(counted(Kind::Any), any);
            free.retain(|&hands| hands > 0);
            assert_eq!(counted(Kind::Free), free);
        }
        let deck = Deck::new(3, 3).unwrap();
        let free: Vec<u128> = levels(deck, Kind::Free, 27).into_iter().map(|it| it.1).collect();
        assert_eq!(free, [1, 27, 351, 2808, 14742, 50544, 107_406, 126_360, 63180, 2106]);
    }

    /// Where fingerprints do not tell all classes apart, maps do.
    #[test]
    fn maps_tell_classes_apart() {
        let mut classes = Classes::new(Deck::CLASSIC, Kind::Free).unwrap();
        while classes.cards() < 8 {
            let by_maps = classes.extend(true, &Limit::none()).unwrap().unwrap();
            classes.advance(&Limit::none()).unwrap();
            assert_eq!(by_maps.len(), classes.classes().len());
        }
    }

    #[test]
    fn a_limit_stops_and_changes_nothing() {
        let mut classes = Classes::new(Deck::CLASSIC, Kind::Any).unwrap();
        while classes.cards() < 8 {
            classes.advance(&Limit::none()).unwrap();
        }
        let limit = Limit::timeout(std::time::Duration::ZERO);
        assert_eq!(classes.advance(&limit), Err(Stop::Deadline));
        assert_eq!((classes.cards(), classes.classes().len()), (8, 105));
    }
}
