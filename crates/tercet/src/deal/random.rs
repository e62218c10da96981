//! Random numbers in a range and random orders, from a stream that is the same on every machine.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use crate::solver::{Limit, Stop};

/// The random numbers of a stream of a seed.
pub(crate) fn stream(seed: u64, stream: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(stream);
    random
}

/// A uniform random number from `low` to `high`, both included: as many random bits as the width
/// needs, drawn until they are in range (fewer than two tries on average).
pub(crate) fn between(random: &mut impl Rng, low: u128, high: u128) -> u128 {
    let width = high - low;
    let unused = width.leading_zeros();
    if unused == u128::BITS {
        return low;
    }
    loop {
        let mut bits = u128::from(random.next_u64());
        if unused < u64::BITS {
            bits |= u128::from(random.next_u64()) << u64::BITS;
        }
        bits &= u128::MAX >> unused;
        if bits <= width {
            return low + bits;
        }
    }
}

/// Puts items in a random order, each equally likely (Fisher–Yates).
pub(crate) fn shuffle<T>(things: &mut [T], random: &mut impl Rng) {
    shuffle_within(things, random, &Limit::none()).expect("there is no limit");
}

/// As [`shuffle`], under a limit.
pub(crate) fn shuffle_within<T>(
    things: &mut [T],
    random: &mut impl Rng,
    limit: &Limit,
) -> Result<(), Stop> {
    let mut watch = limit.watch();
    for i in (1..things.len()).rev() {
        watch.tick(1)?;
        things.swap(i, between(random, 0, i as u128) as usize);
    }
    Ok(())
}
