//! The symmetries of every deck: permutations of the properties, and of the values in each.
//!
//! For v ≠ 3 these p!·(v!)^p symmetries are the only ones that are used. They preserve nothing
//! about two cards but the number of properties in which the cards agree. So the invariant and the
//! colour of a card consist of the number of cards of the hand that share each of its values, and
//! of the number of properties in which it agrees with each other card.
//!
//! A symmetry takes one hand to another if, for some permutation of the properties, the cards can
//! be paired so that in each property equal values go to equal values and different values to
//! different values. So the pairs are tried card by card. The order of the stabiliser is the
//! product of three numbers: the permutations of the properties with a pairing, the pairings for
//! the identity permutation, and the ways to permute the values that no card shows.

use std::ops::ControlFlow;

use super::canonical;
use super::space::{Coloured, Geometry, Growing, Kept, mix, scatter};
use crate::solver::{Auto, Enumerate, Limit, Options};
use crate::{Board, Deck};

/// The cards of a deck and its sets, by rank.
pub(super) struct Renaming {
    values: usize,
    properties: usize,
    /// For every card, its values.
    cards: Vec<Box<[u8]>>,
    /// For every card, the sets that contain it, each as its other cards.
    sets: Vec<Vec<u128>>,
    /// All permutations of the properties.
    permutations: Vec<Vec<usize>>,
}

impl Renaming {
    /// The most cards of a deck, whose subsets are words with a bit a card.
    const MOST_CARDS: u32 = u128::BITS;
    /// The most sets of a deck that are listed.
    const MOST_SETS: u32 = 100_000;
    /// The most properties: no other deck with v > 1 and at most that many cards has more.
    const MOST_PROPERTIES: usize = 7;

    /// The tables of a deck, unless it is too large.
    pub(super) fn new(deck: Deck) -> Option<Self> {
        if deck.size() > Self::MOST_CARDS.into() || deck.number_of_sets() > Self::MOST_SETS.into() {
            return None;
        }
        // The permutations of the properties are listed, and the order of the group must fit 128
        // bits.
        if deck.properties() > Self::MOST_PROPERTIES {
            return None;
        }
        canonical::order(deck)?;
        let shown = |card| deck.values_of(card).map(|value| value as u8).collect();
        Some(Self {
            values: deck.values(),
            properties: deck.properties(),
            cards: deck.cards().map(shown).collect(),
            sets: sets_through(deck),
            permutations: permutations(deck.properties()),
        })
    }

    /// The values of a card, as indices of all values of all properties.
    fn places(&self, card: u16) -> impl Iterator<Item = usize> {
        let shown = self.cards[usize::from(card)].iter().enumerate();
        shown.map(|(i, &value)| i * self.values + usize::from(value))
    }

    /// The number of properties in which two cards agree.
    fn agreement(&self, a: u16, b: u16) -> u16 {
        let [a, b] = [a, b].map(|card| &self.cards[usize::from(card)]);
        a.iter().zip(b).filter(|(a, b)| a == b).count() as u16
    }

    /// The number of permutations of the values of a property that fix `fixed` given values.
    fn ways_to_fix(&self, fixed: usize) -> u128 {
        (1..=(self.values - fixed) as u128).product()
    }
}

/// For every card of a deck of at most 128, the sets that contain it, each as its other cards.
pub(crate) fn sets_through(deck: Deck) -> Vec<Vec<u128>> {
    let board = Board::new(deck, deck.cards()).expect("a deck has no card twice");
    let mut sets = vec![Vec::new(); board.len()];
    let end = Auto::new(&board, &Options::default()).for_each(&Limit::none(), &mut |positions| {
        let set = positions.iter().fold(0_u128, |set, &card| set | 1 << card);
        for &card in positions {
            sets[card].push(set & !(1 << card));
        }
        ControlFlow::Continue(())
    });
    end.expect("there is no limit");
    sets
}

/// All orders of 0 … n−1.
fn permutations(n: usize) -> Vec<Vec<usize>> {
    (0..n).fold(vec![Vec::new()], |shorter, next| {
        let insert = |order: &Vec<usize>, place| {
            let mut order = order.clone();
            order.insert(place, next);
            order
        };
        shorter.iter().flat_map(|order| (0..=next).map(|place| insert(order, place))).collect()
    })
}

impl Geometry for Renaming {
    type Hand<'a> = Hand<'a>;

    fn order(&self) -> u128 {
        let renamings = self.ways_to_fix(0).pow(self.properties as u32);
        self.permutations.len() as u128 * renamings
    }

    fn hand(&self) -> Hand<'_> {
        Hand {
            deck: self,
            kept: Kept::default(),
            held: 0,
            shares: vec![0; self.properties * self.values],
        }
    }

    fn stabiliser(&self, hand: &Coloured) -> u128 {
        let extends = |order: &&Vec<usize>| Pairing::new(self, order).extends(hand, hand, 0);
        let mut order = self.permutations.iter().filter(extends).count() as u128;
        let unmoved: Vec<usize> = (0..self.properties).collect();
        let mut pairing = Pairing::new(self, &unmoved);
        for (i, &point) in hand.points.iter().enumerate() {
            let images = 0..hand.points.len();
            let orbit = images.filter(|&image| pairing.extends_to(hand, hand, i, image));
            order *= orbit.count() as u128;
            assert!(pairing.pair(point, point), "the cards before are in place");
        }
        let shown = |property: usize| {
            pairing.to[property * self.values..][..self.values].iter().flatten().count()
        };
        order * (0..self.properties).map(|i| self.ways_to_fix(shown(i))).product::<u128>()
    }

    fn maps(&self, from: &Coloured, to: &Coloured) -> bool {
        from.points.len() == to.points.len()
            && self.permutations.iter().any(|it| Pairing::new(self, it).extends(from, to, 0))
    }
}

/// A partial pairing of cards: the images of the values that its cards show.
struct Pairing<'a> {
    deck: &'a Renaming,
    /// The image of each property.
    permutation: &'a [usize],
    /// For every value of every property, its image and its preimage.
    to: Vec<Option<u8>>,
    from: Vec<Option<u8>>,
}

impl<'a> Pairing<'a> {
    fn new(deck: &'a Renaming, permutation: &'a [usize]) -> Self {
        let none = vec![None; deck.properties * deck.values];
        Self { deck, permutation, to: none.clone(), from: none }
    }

    /// Pairs two cards, unless a value would get two images or two preimages.
    fn pair(&mut self, card: u16, image: u16) -> bool {
        let deck = self.deck;
        let [card, image] = [card, image].map(|card| &deck.cards[usize::from(card)]);
        let places = || {
            self.permutation
                .iter()
                .enumerate()
                .map(|(i, &j)| (i * deck.values + usize::from(card[i]), card[i], j, image[j]))
        };
        let fits = places().all(|(place, value, j, its)| {
            let there = j * deck.values + usize::from(its);
            self.to[place].is_none_or(|it| it == its)
                && self.from[there].is_none_or(|it| it == value)
        });
        if fits {
            let places: Vec<_> = places().collect();
            for (place, value, j, its) in places {
                self.to[place] = Some(its);
                self.from[j * deck.values + usize::from(its)] = Some(value);
            }
        }
        fits
    }

    /// Whether the cards from the i-th on can also be paired.
    fn extends(&mut self, from: &Coloured, to: &Coloured, i: usize) -> bool {
        i == from.points.len()
            || (0..to.points.len()).any(|image| self.extends_to(from, to, i, image))
    }

    /// Whether the cards from the i-th on can also be paired, with this image of the i-th.
    fn extends_to(&mut self, from: &Coloured, to: &Coloured, i: usize, image: usize) -> bool {
        if from.colours[i] != to.colours[image] {
            return false;
        }
        let before = (self.to.clone(), self.from.clone());
        let extends = self.pair(from.points[i], to.points[image]) && self.extends(from, to, i + 1);
        (self.to, self.from) = before;
        extends
    }
}

/// Some cards, in order of arrival.
pub(super) struct Hand<'a> {
    deck: &'a Renaming,
    kept: Kept,
    held: u128,
    /// For every value of every property, the number of cards that show it.
    shares: Vec<u16>,
}

impl Growing for Hand<'_> {
    fn kept(&self) -> &Kept {
        &self.kept
    }

    fn kept_mut(&mut self) -> &mut Kept {
        &mut self.kept
    }

    fn holds(&self, point: u16) -> bool {
        self.held >> point & 1 == 1
    }

    fn stays_free(&self, point: u16) -> bool {
        self.deck.sets[usize::from(point)].iter().all(|others| others & !self.held != 0)
    }

    fn push(&mut self, point: u16) {
        self.kept.points.push(point);
        self.held |= 1 << point;
        self.deck.places(point).for_each(|place| self.shares[place] += 1);
    }

    fn pop(&mut self) {
        let point = self.kept.points.pop().expect("a point was pushed");
        self.held &= !(1 << point);
        self.deck.places(point).for_each(|place| self.shares[place] -= 1);
    }

    fn invariant(&self, point: u16) -> u64 {
        let shares = self.deck.places(point).map(|place| scatter(self.shares[place]));
        shares.fold(0, u64::wrapping_add)
    }

    fn fingerprint(&mut self) -> u64 {
        let Kept { points, invariants, colours, .. } = &mut self.kept;
        *colours = invariants.iter().map(|&invariant| mix(invariant)).collect();
        for _ in 0..3 {
            let refined = |(&point, &own): (&u16, &u64)| {
                let others = points.iter().zip(&*colours);
                mix(others.fold(own, |sum, (&other, colour)| {
                    let between = scatter(self.deck.agreement(point, other));
                    sum.wrapping_add(colour.wrapping_mul(between))
                }))
            };
            *colours = points.iter().zip(&*colours).map(refined).collect();
        }
        colours.iter().fold(0, |key, &colour| key.wrapping_add(mix(colour)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetry::canonical::tests::all_symmetries;
    use crate::symmetry::{Classes, Kind};

    /// By Burnside's lemma: the number of classes is the mean number of hands that a symmetry takes
    /// to themselves; such hands are unions of its cycles.
    #[test]
    fn classes_are_as_many_as_orbits() {
        for (v, p) in [(2, 1), (2, 3), (4, 1), (4, 2), (5, 2), (2, 4)] {
            let deck = Deck::new(v, p).unwrap();
            let symmetries = all_symmetries(deck);
            let mut hands = 0_u128;
            for symmetry in &symmetries {
                let mut seen = vec![false; symmetry.len()];
                let cycles = (0..symmetry.len()).filter(|&first| {
                    let mut card = first;
                    let new = !seen[first];
                    while !std::mem::replace(&mut seen[card], true) {
                        card = symmetry[card];
                    }
                    new
                });
                hands += 1 << cycles.count();
            }
            let mut classes = Classes::new(deck, Kind::Any).unwrap();
            assert_eq!(classes.order(), symmetries.len() as u128);
            let mut found = 0;
            while !classes.classes().is_empty() {
                found += classes.classes().len() as u128;
                classes.advance(&Limit::none()).unwrap();
            }
            assert_eq!(found * symmetries.len() as u128, hands, "{deck}");
        }
    }
}
