//! Spectrum: counts the sets of a dense board by a Fourier transform.
//!
//! With v = 3 the cards are the vectors over the integers modulo 3, and three cards sum to 0
//! exactly if they are a set or the same card three times (two copies of a card and another card
//! never do). Let f be 1 on the cards of the board and 0 elsewhere. The number of ordered triples
//! that sum to 0 is a convolution, so the transform F of f gives it: `3^−p·Σ F³`. Each card three
//! times is such a triple, and each set is six of them, so a board of n cards holds `(3^−p·Σ F³ −
//! n) / 6` sets. This takes `p·3^p` steps for any board; the idea is folklore about cap sets, as in
//! Meshulam's theorem.
//!
//! The computation is exact. F has values in the Eisenstein integers `a + bω` with `ω² = −1 − ω`,
//! so the transform consists of additions only. A sum of n cube roots of unity has `a² − ab + b² ≤
//! n²`, so a and b are at most `2n/√3`, and 32 bits hold them and all intermediate sums for `n ≤
//! 3^16`. The sum of the cubes is computed modulo `2^64`, where 3 has an inverse, and `3^−p·Σ F³ ≤
//! n²` is less than that.
//!
//! Since f is real, F at −t is the conjugate of F at t, so one of each two is enough. After the
//! transform over the last two properties, the nine frequencies are one real one, four complex ones
//! and their conjugates. The real ones form a smaller board with p−2 properties and integers as
//! values, which is treated in the same way. The four complex ones are stored side by side as lanes
//! for the other properties. Those are transformed depth first, so that most of the work happens in
//! the cache, and the last step sums the cubes directly.
//!
//! Memory: 1 byte for each card of the deck, and about 4 more during the transform; 220 MB at p =
//! 16.

use super::thirds::Thirds;
use super::{Algorithm, Layout, Limit, Stop, Visit, Watch};
use crate::card::Card;

/// Counts sets by the transform of the whole deck.
#[derive(Clone, Debug)]
pub(super) struct Spectrum {
    /// The most bytes of the transform.
    pub(super) memory: usize,
}

impl Spectrum {
    /// The bytes of the transform of a deck with this many properties.
    pub(super) fn bytes(properties: usize) -> usize {
        5 * 3_usize.pow(properties as u32)
    }
}

impl Algorithm for Spectrum {
    /// The transform meets no single set.
    fn for_each(&mut self, layout: &mut Layout, limit: &Limit, visit: Visit) -> Result<(), Stop> {
        Thirds.for_each(layout, limit, visit)
    }

    fn count(&mut self, layout: &mut Layout, limit: &Limit) -> Result<u128, Stop> {
        limit.check()?;
        let p = layout.deck().properties() as u32;
        if Self::bytes(p as usize) > self.memory {
            return Err(Stop::MEMORY);
        }
        let mut board = vec![0_u8; 3_usize.pow(p)];
        let mut watch = limit.watch();
        for cards in layout.cards().chunks(1 << 12) {
            watch.tick(cards.len())?;
            for &card in cards {
                board[rank(card)] = 1;
            }
        }
        let cubes = sum_of_cubes(&board, &mut watch)?;
        let triples = cubes.wrapping_mul(INVERSE_OF_3.wrapping_pow(p));
        Ok(((triples - layout.len() as u64) / 6).into())
    }
}

/// Modulo 2^64.
const INVERSE_OF_3: u64 = 0xaaaa_aaaa_aaaa_aaab;

/// The rank of a card among the cards of its deck, for up to 16 properties.
///
/// Two digits in base 4 become one in base 9, then two of those one in base 81, and so on, in all
/// places at once.
fn rank(card: Card) -> usize {
    let mut rank = card.to_bits() as u32;
    for (shift, low, base) in
        [(2, 0x3333_3333, 3), (4, 0x0f0f_0f0f, 9), (8, 0x00ff_00ff, 81), (16, 0x0000_ffff, 6561)]
    {
        rank -= (rank >> shift & low) * ((1 << shift) - base);
    }
    rank as usize
}

/// Complex frequencies of two properties, without their conjugates.
const LANES: usize = 4;

/// The sum of the cubes of the transform of f, modulo 2^64.
fn sum_of_cubes<T: Copy + Into<i32>>(f: &[T], watch: &mut Watch) -> Result<u64, Stop> {
    if f.len() < 9 {
        return Ok(match f.iter().map(|&x| x.into()).collect::<Vec<i32>>()[..] {
            [x, y, z] => cube(x + y + z).wrapping_add(cubes_of_both(x - z, y - z)),
            ref f => f.iter().fold(0, |sum, &x| sum.wrapping_add(cube(x))),
        });
    }
    let cells = f.as_chunks::<9>().0;
    let mut real = vec![0; cells.len()];
    let mut a = vec![0; cells.len() * LANES];
    let mut b = vec![0; cells.len() * LANES];
    let lanes = a.as_chunks_mut::<LANES>().0.iter_mut().zip(b.as_chunks_mut::<LANES>().0);
    for ((cell, real), (a, b)) in cells.iter().zip(&mut real).zip(lanes) {
        watch.tick(1)?;
        let [x, y, z] = [0, 3, 6].map(|i| [cell[i].into(), cell[i + 1].into(), cell[i + 2].into()]);
        let [x, y, z]: [(i32, i32, i32); 3] = [x, y, z].map(|[x, y, z]| (x + y + z, x - z, y - z));
        let ([a0, a1, a2], [b0, b1, b2]) = transform([x.1, y.1, z.1], [x.2, y.2, z.2]);
        *real = x.0 + y.0 + z.0;
        *a = [a0, a1, a2, x.0 - z.0];
        *b = [b0, b1, b2, y.0 - z.0];
    }
    let complex = sum_of_complex_cubes(&mut a, &mut b, watch)?;
    drop((a, b));
    Ok(complex.wrapping_add(sum_of_cubes(&real, watch)?))
}

/// The transform of three numbers `a + bω`.
#[inline]
fn transform([a0, a1, a2]: [i32; 3], [b0, b1, b2]: [i32; 3]) -> ([i32; 3], [i32; 3]) {
    let (a, b) = (a1 - a2, b1 - b2);
    ([a0 + a1 + a2, a0 - b - a2, a0 + b - a1], [b0 + b1 + b2, b0 + a - b1, b0 - a - b2])
}

/// The sum of the cubes of the transform of `a + bω` and of their conjugates, modulo 2^64.
///
/// Each number is `LANES` numbers side by side.
fn sum_of_complex_cubes(a: &mut [i32], b: &mut [i32], watch: &mut Watch) -> Result<u64, Stop> {
    /// The numbers that are transformed between two checks of the limit.
    const PIECE: usize = 1 << 12;

    let third = a.len() / 3;
    if third < LANES {
        return Ok(a
            .iter()
            .zip(&*b)
            .fold(0, |sum, (&a, &b)| sum.wrapping_add(cubes_of_both(a, b))));
    }
    let (a0, a1, a2) = in_three(a);
    let (b0, b1, b2) = in_three(b);
    if third == LANES {
        let mut sum = 0_u64;
        for i in 0..LANES {
            let (a, b) = transform([a0[i], a1[i], a2[i]], [b0[i], b1[i], b2[i]]);
            for (a, b) in a.into_iter().zip(b) {
                sum = sum.wrapping_add(cubes_of_both(a, b));
            }
        }
        return Ok(sum);
    }
    for start in (0..third).step_by(PIECE) {
        let piece = start..third.min(start + PIECE);
        watch.tick(piece.len() / 64)?;
        let a =
            a0[piece.clone()].iter_mut().zip(&mut a1[piece.clone()]).zip(&mut a2[piece.clone()]);
        let b = b0[piece.clone()].iter_mut().zip(&mut b1[piece.clone()]).zip(&mut b2[piece]);
        for (((a0, a1), a2), ((b0, b1), b2)) in a.zip(b) {
            ([*a0, *a1, *a2], [*b0, *b1, *b2]) = transform([*a0, *a1, *a2], [*b0, *b1, *b2]);
        }
    }
    let sum = sum_of_complex_cubes(a0, b0, watch)?;
    let sum = sum.wrapping_add(sum_of_complex_cubes(a1, b1, watch)?);
    Ok(sum.wrapping_add(sum_of_complex_cubes(a2, b2, watch)?))
}

fn in_three(all: &mut [i32]) -> (&mut [i32], &mut [i32], &mut [i32]) {
    let third = all.len() / 3;
    let (first, rest) = all.split_at_mut(third);
    let (second, last) = rest.split_at_mut(third);
    (first, second, last)
}

fn cube(x: i32) -> u64 {
    let x = i64::from(x) as u64;
    x.wrapping_mul(x).wrapping_mul(x)
}

/// The sum of the cube of `a + bω` and that of its conjugate.
#[inline]
fn cubes_of_both(a: i32, b: i32) -> u64 {
    let (a, b) = (i64::from(a), i64::from(b));
    ((a + b) * (2 * a - b)).wrapping_mul(a - 2 * b) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Deck};

    #[test]
    fn a_full_deck_holds_the_known_number_of_sets() {
        for p in 1..=12 {
            let deck = Deck::new(3, p).unwrap();
            let board = Board::new(deck, deck.cards()).unwrap();
            let count = Spectrum { memory: usize::MAX }
                .count(&mut Layout::new(&board), &Limit::none())
                .unwrap();
            assert_eq!(deck.number_of_sets(), count.into(), "{deck}");
        }
    }

    #[test]
    fn too_little_memory_is_no_answer() {
        let layout = &mut Layout::new(&Board::new(Deck::CLASSIC, Deck::CLASSIC.cards()).unwrap());
        let count = |layout: &mut Layout, memory| Spectrum { memory }.count(layout, &Limit::none());
        let enough = Spectrum::bytes(4);
        assert_eq!(count(layout, enough), Ok(1080));
        assert_eq!(count(layout, enough - 1), Err(Stop::MEMORY));
    }

    #[test]
    fn sums_past_64_bits_come_out_right() {
        // Every sum of cubes far exceeds 2^64 here.
        let p = 15;
        let (n, sets) = (3_u64.pow(p), (9_u64.pow(p) - 3_u64.pow(p)) / 6);
        let full = vec![1_u8; n as usize];
        let cubes = sum_of_cubes(&full, &mut Limit::none().watch()).unwrap();
        let power = (0..p).fold(1_u64, |power, _| power.wrapping_mul(3));
        assert_eq!(cubes, power.wrapping_mul(n.wrapping_add(6 * sets)));
    }
}
