//! The random numbers of a simulation, all exactly uniform.
//!
//! A number below a bound is the high half of a product (D. Lemire, "Fast Random Integer Generation
//! in an Interval", 2019); the low half tells whether it must be drawn again. Multiplying that low
//! half by the next bound gives several numbers from one word, with one check of the last low half
//! for all of them (N. Brackett-Rozinsky and D. Lemire, "Batched Ranged Random Integer Generation",
//! 2024). A shuffle of 81 cards takes 8 words that way instead of 80.

use rand_chacha::ChaCha8Rng;
use rand_core::Rng;

use crate::deal::random::stream;

/// The random numbers of one unit: its own stream of the seed.
#[derive(Clone, Debug)]
pub(super) struct Stream(ChaCha8Rng);

impl Stream {
    pub(super) fn new(seed: u64, unit: u64) -> Self {
        Self(stream(seed, unit))
    }

    /// A number below `bound`.
    #[inline]
    pub(super) fn below(&mut self, bound: u32) -> usize {
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(bound);
            let low = product as u32;
            // The remainder is less than the bound; most draws are accepted without a division.
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> u32::BITS) as usize;
            }
        }
    }
}

/// Puts cards in a random order, each equally likely (Fisher–Yates).
#[derive(Clone, Debug)]
pub(super) struct Shuffle {
    batches: Vec<Batch>,
    /// The new place of each card, from the last card to the second.
    places: Vec<u32>,
}

/// Numbers that are drawn with one word.
#[derive(Clone, Debug)]
struct Batch {
    bounds: Vec<u64>,
    /// 2^64 modulo the product of the bounds: the least low half of a fair draw.
    least: u64,
}

impl Shuffle {
    /// A product of bounds above this would be rejected too often.
    const MOST: u64 = 1 << 58;

    /// The shuffle of `cards` cards, fewer than 2^32.
    pub(super) fn new(cards: usize) -> Self {
        let batch =
            |bounds, product: u64| Batch { bounds, least: product.wrapping_neg() % product };
        let mut batches: Vec<Batch> = Vec::new();
        let (mut bounds, mut product) = (Vec::new(), 1);
        for bound in (2..=cards as u64).rev() {
            if product > Self::MOST / bound {
                batches.push(batch(std::mem::take(&mut bounds), product));
                product = 1;
            }
            bounds.push(bound);
            product *= bound;
        }
        batches.push(batch(bounds, product));
        Self { batches, places: vec![0; cards.saturating_sub(1)] }
    }

    /// Shuffles the cards; their number must be that of the shuffle.
    pub(super) fn shuffle<T>(&mut self, cards: &mut [T], stream: &mut Stream) {
        let mut places = &mut self.places[..];
        for Batch { bounds, least } in &self.batches {
            let (here, rest) = places.split_at_mut(bounds.len());
            loop {
                let mut word = stream.0.next_u64();
                for (place, &bound) in here.iter_mut().zip(bounds) {
                    let product = u128::from(word) * u128::from(bound);
                    *place = (product >> u64::BITS) as u32;
                    word = product as u64;
                }
                if word >= *least {
                    break;
                }
            }
            places = rest;
        }
        for (last, &place) in (1..cards.len()).rev().zip(&self.places) {
            cards.swap(last, place as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// The approximate 99.99 % point of chi-squared for `freedom` degrees of freedom (Wilson and
    /// Hilferty).
    fn most(freedom: f64) -> f64 {
        freedom * (1.0 - 2.0 / (9.0 * freedom) + 3.719 * (2.0 / (9.0 * freedom)).sqrt()).powi(3)
    }

    fn chi(counts: impl Iterator<Item = u64>, expected: f64) -> f64 {
        counts.map(|count| (count as f64 - expected).powi(2) / expected).sum()
    }

    #[test]
    fn every_order_is_equally_likely() {
        let mut stream = Stream::new(2, 0);
        let (mut shuffle, mut cards) = (Shuffle::new(5), [0, 1, 2, 3, 4]);
        let mut orders: BTreeMap<[u8; 5], u64> = BTreeMap::new();
        for _ in 0..120_000 {
            shuffle.shuffle(&mut cards, &mut stream);
            *orders.entry(cards).or_default() += 1;
        }
        assert_eq!(orders.len(), 120);
        assert!(chi(orders.into_values(), 1000.0) < most(119.0));
    }

    #[test]
    fn every_card_comes_to_every_place() {
        const SHUFFLES: u64 = 40_000;
        let mut stream = Stream::new(3, 0);
        for size in [81, 243] {
            let (mut shuffle, mut cards) = (Shuffle::new(size), (0..size).collect::<Vec<_>>());
            let mut places = vec![vec![0_u64; size]; size];
            for _ in 0..SHUFFLES {
                shuffle.shuffle(&mut cards, &mut stream);
                for (place, &card) in cards.iter().enumerate() {
                    places[place][card] += 1;
                }
            }
            let expected = SHUFFLES as f64 / size as f64;
            for place in places {
                // Many places are tested, so one may exceed the point.
                assert!(chi(place.into_iter(), expected) < 1.15 * most(size as f64 - 1.0));
            }
        }
    }

    #[test]
    fn batches_take_words_as_one_draw_would() {
        let shuffle = Shuffle::new(81);
        assert_eq!(shuffle.batches.len(), 8);
        let mut bounds = shuffle.batches.iter().flat_map(|batch| &batch.bounds);
        assert!((2..=81).rev().all(|bound| bounds.next() == Some(&bound)));
        for batch in &shuffle.batches {
            let product: u128 = batch.bounds.iter().map(|&bound| u128::from(bound)).product();
            assert!(product <= 1 << 58);
            assert_eq!(u128::from(batch.least), (1_u128 << 64) % product);
        }
        for few in [0, 1, 2] {
            let mut cards: Vec<usize> = (0..few).collect();
            Shuffle::new(few).shuffle(&mut cards, &mut Stream::new(0, 0));
            cards.sort_unstable();
            assert!(cards.into_iter().eq(0..few));
        }
    }

    #[test]
    fn numbers_are_below_their_bound_and_equally_likely() {
        let mut stream = Stream::new(4, 0);
        for bound in [1, 2, 3, 7, 100] {
            let mut counts = vec![0_u64; bound as usize];
            for _ in 0..1000 * bound {
                counts[stream.below(bound)] += 1;
            }
            assert!(bound == 1 || chi(counts.into_iter(), 1000.0) < most(f64::from(bound) - 1.0));
        }
        // The largest bound rejects nearly half of all words.
        let below = (0..2000).filter(|_| stream.below((1 << 31) + 1) < 1 << 30).count();
        assert!((900..1100).contains(&below), "{below}");
    }
}
