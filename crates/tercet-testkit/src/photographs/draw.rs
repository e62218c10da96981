//! Random numbers for scenes and faces: a stream for each purpose, so that one knob does not change
//! the numbers of another.

use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// A stream of random numbers.
pub struct Draw(ChaCha8Rng);

impl Draw {
    /// The stream of a seed for a purpose.
    pub fn new(seed: u64, purpose: &str) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        // FNV-1a: any hash that never changes would do.
        let hash = purpose.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        random.set_stream(hash);
        Self(random)
    }

    /// Any word.
    pub(super) fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number from 0 to 1.
    pub(super) fn unit(&mut self) -> f32 {
        (self.0.next_u32() >> 8) as f32 / (1 << 24) as f32
    }

    /// A number from `low` to `high`.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// A number from −1 to 1.
    pub fn signed(&mut self) -> f32 {
        self.between(-1.0, 1.0)
    }

    /// A number of the normal distribution, nearly: the sum of four uniform ones.
    pub(super) fn normal(&mut self) -> f32 {
        3.0_f32.sqrt() * (self.unit() + self.unit() + self.unit() + self.unit() - 2.0)
    }

    /// True with this probability.
    pub fn chance(&mut self, probability: f32) -> bool {
        self.unit() < probability
    }

    /// A number below `bound`, which is small.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        ((u64::from(self.0.next_u32()) * bound as u64) >> 32) as usize
    }

    /// One of some values.
    pub(super) fn pick<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }

    /// A direction in the plane.
    pub(super) fn direction(&mut self) -> [f32; 2] {
        let (sin, cos) = self.between(0.0, std::f32::consts::TAU).sin_cos();
        [cos, sin]
    }
}
