//! Random numbers of a simulation.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// The random numbers of one unit of work: a stream of its own of the seed's.
#[derive(Clone, Debug)]
pub(super) struct Stream(ChaCha8Rng);

impl Stream {
    pub(super) fn new(seed: u64, unit: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(unit);
        Self(random)
    }

    /// A number below `bound`, each equally likely (Lemire, "Fast Random Integer Generation in an
    /// Interval", 2019): the high half of a product, unless the low half falls in the part that
    /// would make some numbers likelier than others.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(bound);
            let low = product as u32;
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> u32::BITS) as u32;
            }
        }
    }

    /// Puts the cards in a random order, each equally likely (Fisher–Yates).
    pub(super) fn shuffle<T>(&mut self, cards: &mut [T]) {
        for place in (1..cards.len()).rev() {
            let other = self.below(place as u32 + 1) as usize;
            cards.swap(place, other);
        }
    }
}
