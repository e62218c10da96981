//! The largest set-free hands of (4,3), layer by layer.
//!
//! The four layers of the deck in its first property are decks (4,2) of 16 cards each. A set of the
//! deck lies in one layer, or has one card in each; a *crossing set* of the second kind is
//! determined by the two other properties, in each of which its four cards are all the same or all
//! different. So a set-free hand is four set-free hands of (4,2) without a crossing set.
//!
//! Let the layers hold a ≥ b ≥ c ≥ d cards. This is no loss of generality, because the values of
//! the first property can be permuted. To find a hand of n cards, or to prove that there is none,
//! take
//!
//! - for the first layer every hand of at least n/4 cards, one of each class under the permutations
//!   of the two other properties and of their values;
//! - for the second layer every hand of at least (n − a)/3 cards. The first two layers forbid
//!   pairs: a card of the third layer and a card of the fourth that two of their cards complete to
//!   a set;
//! - for the third layer set-free hands, card by card. Each card forbids cards of the fourth layer.
//!   A branch is cut if the largest hand still possible in the third layer and the largest hand
//!   among the cards still allowed in the fourth are together too small;
//! - for the fourth layer a table lookup: the largest set-free hand among any subset of the 16
//!   cards.
//!
//! For n = 29 all branches end without a hand. There are a hundred thousand pairs of first layers,
//! and few of them leave more than some cards to the other two.

use crate::caps::points;
use crate::deck::Deck;
use crate::solver::{Limit, Stop, Watch};

use super::Small;

/// The cards of a layer.
const CELLS: usize = 16;

/// A set-free hand of (4,3) of the given size, as its four layers; `None` if there is none.
pub(super) fn hand_of(cards: usize, limit: &Limit) -> Result<Option<[u16; 4]>, Stop> {
    let layers = Layers::new(limit)?;
    let mut watch = limit.watch();
    for first in layers.classes(cards.div_ceil(4)) {
        let a = size(first);
        let rest = cards.saturating_sub(a);
        for &second in layers.of_size(rest.div_ceil(3), a) {
            watch.tick(1 << 8)?;
            let b = size(second);
            let rest = rest.saturating_sub(b);
            let branch = Branch { layers: &layers, crossing: crossing(first, second), rest };
            if let Some([third, last]) = branch.grow(0, u16::MAX, u16::MAX, &mut watch)? {
                return Ok(Some([first, second, third, last]));
            }
        }
    }
    Ok(None)
}

/// The search for the third and fourth layers.
struct Branch<'a> {
    layers: &'a Layers,
    crossing: [u16; CELLS],
    /// The number of cards that the two layers must hold together.
    rest: usize,
}

impl Branch<'_> {
    /// Finds both layers. The third layer has these cards and may take some of the open ones; the
    /// fourth takes some of the cards that are still allowed in it.
    fn grow(
        &self,
        hand: u16,
        mut open: u16,
        left: u16,
        watch: &mut Watch,
    ) -> Result<Option<[u16; 2]>, Stop> {
        watch.tick(4)?;
        let last = self.layers.largest(left);
        if size(hand) + last >= self.rest {
            return Ok(Some([hand, self.layers.largest_hand(left)]));
        }
        // No loss of generality: the third layer has no fewer cards than the fourth.
        let enough = |most: usize| most + last >= self.rest && 2 * most >= self.rest;
        while open != 0 && enough(self.layers.largest(hand | open)) {
            let card = open & open.wrapping_neg();
            open ^= card;
            if self.layers.is_free(hand | card) {
                let left = left & !self.crossing[card.trailing_zeros() as usize];
                if let Some(layers) = self.grow(hand | card, open, left, watch)? {
                    return Ok(Some(layers));
                }
            }
        }
        Ok(None)
    }
}

fn size(hand: u16) -> usize {
    hand.count_ones() as usize
}

/// The set-free hands of (4,2).
struct Layers {
    /// By size.
    hands: Vec<u16>,
    /// Where the hands of each size start.
    begins: Vec<usize>,
    /// For every subset of the cards the size of the largest set-free hand in it.
    largest: Vec<u8>,
}

/// The maximum size of a set-free hand of a layer.
const LARGEST_OF_LAYER: usize = 9;

impl Layers {
    fn new(limit: &Limit) -> Result<Self, Stop> {
        let mut hands = Vec::new();
        let small = Small::new(Deck::new(4, 2).expect("a small deck"));
        small.for_each(0, limit, |hand| hands.push(hand as u16))?;
        hands.sort_unstable_by_key(|&hand| (size(hand), hand));
        assert_eq!(
            hands.last().map(|&hand| size(hand)),
            Some(LARGEST_OF_LAYER),
            "the most of (4,2)"
        );
        let begins = (0..=LARGEST_OF_LAYER + 1)
            .map(|least| hands.partition_point(|&hand| size(hand) < least));
        let begins = begins.collect();
        let mut largest = vec![0_u8; 1 << CELLS];
        for &hand in &hands {
            largest[usize::from(hand)] = size(hand) as u8;
        }
        for cards in 0..largest.len() {
            for cell in points(cards as u32) {
                largest[cards] = largest[cards].max(largest[cards & !(1 << cell)]);
            }
        }
        Ok(Self { hands, begins, largest })
    }

    /// The hands with `least` to `most` cards.
    fn of_size(&self, least: usize, most: usize) -> &[u16] {
        let begin = |size: usize| self.begins[size.min(LARGEST_OF_LAYER + 1)];
        &self.hands[begin(least)..begin(most + 1).max(begin(least))]
    }

    fn largest(&self, among: u16) -> usize {
        self.largest[usize::from(among)].into()
    }

    fn is_free(&self, hand: u16) -> bool {
        self.largest(hand) == size(hand)
    }

    /// A largest set-free hand among some cards.
    fn largest_hand(&self, among: u16) -> u16 {
        let mut hands = self.of_size(self.largest(among), LARGEST_OF_LAYER).iter();
        *hands.find(|&&hand| hand & !among == 0).expect("the table tells of it")
    }

    /// One hand of each class of hands with at least `least` cards, the largest first.
    fn classes(&self, least: usize) -> Vec<u16> {
        let mut met = vec![false; 1 << CELLS];
        let mut classes = Vec::new();
        let maps =
            [map(|x, y| (y, x)), map(|x, y| ((x + 1) % 4, y)), map(|x, y| ([1, 0, 2, 3][x], y))];
        for &hand in self.of_size(least, LARGEST_OF_LAYER).iter().rev() {
            if met[usize::from(hand)] {
                continue;
            }
            classes.push(hand);
            met[usize::from(hand)] = true;
            let mut queue = vec![hand];
            while let Some(hand) = queue.pop() {
                for map in &maps {
                    let image = points(hand.into()).fold(0, |image, cell| image | 1 << map[cell]);
                    if !std::mem::replace(&mut met[usize::from(image)], true) {
                        queue.push(image);
                    }
                }
            }
        }
        classes
    }
}

/// A permutation of the cards of a layer, by their values.
fn map(to: impl Fn(usize, usize) -> (usize, usize)) -> [usize; CELLS] {
    std::array::from_fn(|cell| {
        let (x, y) = to(cell / 4, cell % 4);
        4 * x + y
    })
}

/// For every card of the third layer the cards of the fourth with which it and some cards of the
/// first two layers make a set.
fn crossing(first: u16, second: u16) -> [u16; CELLS] {
    let mut forbidden = [0; CELLS];
    for a in points(first.into()) {
        for b in points(second.into()) {
            for (x, x_last) in completions(a / 4, b / 4) {
                for (y, y_last) in completions(a % 4, b % 4) {
                    forbidden[4 * x + y] |= 1 << (4 * x_last + y_last);
                }
            }
        }
    }
    forbidden
}

/// The two values that complete two others to all the same or all different, in both orders.
fn completions(a: usize, b: usize) -> impl Iterator<Item = (usize, usize)> {
    let others = move |c: usize| (0..4).map(move |d| (c, d));
    let completes = move |&(c, d): &(usize, usize)| {
        let shown = 1 << a | 1 << b | 1 << c | 1 << d;
        shown == 0b1111 || (a == b && c == a && d == a)
    };
    (0..4).flat_map(others).filter(completes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::set::is_set;

    #[test]
    fn tables_agree_with_the_definition() {
        let layers = Layers::new(&Limit::none()).unwrap();
        assert_eq!(layers.hands.len(), 20853);
        assert_eq!(layers.of_size(9, 9).len(), 496);
        assert!(layers.of_size(10, 16).is_empty());
        assert_eq!(layers.largest(0xffff), 9);
        // By the definition of a set, card by card.
        let deck = Deck::new(4, 3).unwrap();
        let (first, second) = (0x8421_u16, 0x1248_u16);
        let card = |layer: usize, cell: usize| deck.nth((16 * layer + cell) as u128);
        for (third, forbidden) in crossing(first, second).into_iter().enumerate() {
            for last in 0..CELLS {
                let completes = |a: usize| {
                    points(second.into()).any(|b| {
                        is_set(deck, &[card(0, a), card(1, b), card(2, third), card(3, last)])
                    })
                };
                assert_eq!(forbidden >> last & 1 == 1, points(first.into()).any(completes));
            }
        }
    }
}
