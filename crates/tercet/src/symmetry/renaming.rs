//! The symmetries of every deck: permutations of the properties, and of the values in each.
//!
//! For v ≠ 3 these p!·(v!)^p symmetries are the only ones that are used. They preserve nothing
//! about two cards but the number of properties in which the cards agree. So the invariant and the
//! colour of a card consist of the number of cards of the hand that share each of its values, and
//! of the number of properties in which it agrees with each other card.
//!
//! Which hands a symmetry takes to each other, and how many take a hand to itself, is searched for as in
//! `canonical`.

use std::ops::ControlFlow;

use super::canonical;
use super::space::{Coloured, Geometry, Growing, Kept, mix, scatter};
use crate::solver::{Auto, Enumerate, Limit, Options};
use crate::{Board, Card, Deck};

/// The cards of a deck and its sets, by rank.
pub(super) struct Renaming {
    deck: Deck,
    /// The number of symmetries.
    pub(super) order: u128,
    /// For every card, its values.
    cards: Vec<Box<[u8]>>,
    /// For every card, the sets that contain it, each as its other cards.
    sets: Vec<Vec<u128>>,
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
        if deck.size() > Self::MOST_CARDS.into()
            || deck.number_of_sets() > Self::MOST_SETS.into()
            || deck.properties() > Self::MOST_PROPERTIES
        {
            return None;
        }
        let shown = |card| deck.values_of(card).map(|value| value as u8).collect();
        let (cards, sets) = (deck.cards().map(shown).collect(), sets_through(deck));
        Some(Self { deck, order: canonical::order(deck)?, cards, sets })
    }

    /// The values of a card, as indices of all values of all properties.
    fn places(&self, card: u16) -> impl Iterator<Item = usize> {
        let shown = self.cards[usize::from(card)].iter().enumerate();
        shown.map(|(i, &value)| i * self.deck.values() + usize::from(value))
    }

    /// The number of properties in which two cards agree.
    fn agreement(&self, a: u16, b: u16) -> u16 {
        let [a, b] = [a, b].map(|card| &self.cards[usize::from(card)]);
        a.iter().zip(b).filter(|(a, b)| a == b).count() as u16
    }

    fn hand_of(&self, hand: &Coloured) -> Vec<Card> {
        hand.points.iter().map(|&point| self.deck.nth(point.into())).collect()
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

impl Geometry for Renaming {
    type Hand<'a> = Hand<'a>;

    fn hand(&self) -> Hand<'_> {
        let shares = vec![0; self.deck.properties() * self.deck.values()];
        Hand { deck: self, kept: Kept::default(), held: 0, shares }
    }

    fn stabiliser(&self, hand: &Coloured) -> u128 {
        canonical::stabiliser(self.deck, &self.hand_of(hand))
    }

    fn maps(&self, from: &Coloured, to: &Coloured) -> bool {
        canonical::maps(self.deck, &self.hand_of(from), &self.hand_of(to))
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
