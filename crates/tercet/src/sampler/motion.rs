//! A random symmetry of a deck, uniform among those by which its hands are classified.

use rand_core::Rng;

use crate::deal::random::{between, shuffle};
use crate::deck::Deck;
use crate::symmetry::{Form, Symmetry};

/// A random symmetry. For v = 3, p is at most 6: the cards are listed.
pub(super) fn random_symmetry(deck: Deck, random: &mut impl Rng) -> Symmetry {
    let (v, p) = (deck.values(), deck.properties());
    if v != 3 {
        let order = |n: usize, random: &mut _| {
            let mut order: Vec<usize> = (0..n).collect();
            shuffle(&mut order, random);
            order
        };
        let from = order(p, random);
        let values = (0..p).map(|_| order(v, random)).collect();
        return Symmetry::new(deck, Form::Renaming { from, values });
    }
    let mut vector = || -> Vec<usize> { (0..p).map(|_| between(random, 0, 2) as usize).collect() };
    let shift = vector();
    // Each column of the matrix is any vector that is linearly independent of those before.
    let (mut columns, mut span) = (Vec::with_capacity(p), vec![vec![0; p]]);
    while columns.len() < p {
        let column = vector();
        if !span.contains(&column) {
            span = [0, 1, 2]
                .iter()
                .flat_map(|times| span.iter().map(|base| sum(base, &column, *times)))
                .collect();
            columns.push(column);
        }
    }
    let matrix = (0..p).map(|i| columns.iter().map(|column| column[i]).collect()).collect();
    Symmetry::new(deck, Form::Affine { matrix, shift })
}

/// base + times · axis, modulo 3.
fn sum(base: &[usize], axis: &[usize], times: usize) -> Vec<usize> {
    base.iter().zip(axis).map(|(base, axis)| (base + times * axis) % 3).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    use super::super::tests::assert_uniform;
    use super::*;
    use crate::board::Board;
    use crate::card::Card;
    use crate::deal::Dealer;
    use crate::symmetry::{Classes, Kind};

    #[test]
    fn each_symmetry_is_equally_likely() {
        for (v, p) in [(3, 1), (3, 2), (4, 2), (5, 1), (4, 1)] {
            let deck = Deck::new(v, p).unwrap();
            let order = Classes::new(deck, Kind::Any).unwrap().order() as usize;
            let mut random = ChaCha8Rng::seed_from_u64(1);
            let mut counts: BTreeMap<Vec<Card>, u64> = BTreeMap::new();
            for _ in 0..100 * order {
                let symmetry = random_symmetry(deck, &mut random);
                let images = deck.cards().map(|card| symmetry.apply(card)).collect();
                *counts.entry(images).or_default() += 1;
            }
            assert_eq!(counts.len(), order, "{deck}");
            assert_uniform(&counts.values().copied().collect::<Vec<_>>(), order);
        }
    }

    #[test]
    fn sets_go_to_sets() {
        for (v, p, cards) in [(3, 3, 15), (3, 6, 60), (4, 2, 10), (5, 2, 17)] {
            let deck = Deck::new(v, p).unwrap();
            let sets = |cards: &[Card]| Board::new(deck, cards).unwrap().count();
            let mut random = ChaCha8Rng::seed_from_u64(2);
            let mut some = 0;
            for seed in 0..50 {
                let hand: Vec<Card> = Dealer::new(deck, seed).take(cards).collect();
                let symmetry = random_symmetry(deck, &mut random);
                let image: Vec<Card> = hand.iter().map(|&card| symmetry.apply(card)).collect();
                assert_eq!(sets(&image), sets(&hand), "{deck} seed {seed}");
                some += sets(&hand);
            }
            assert!(some > 50, "{deck}: {some}");
        }
    }
}
