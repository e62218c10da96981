//! The network that classifies a patch.
//!
//! Three layers of 3×3 convolutions, each followed by 2×2 max pooling, and two dense layers: 52,000
//! weights, stored as 16-bit floating-point numbers (`network.bin`). It answers three questions
//! about a patch at once: which shape it shows, if any, which colour, and which shading.
//!
//! `train/train.py` makes the weights, from drawn photographs that are harsher than real ones: half have
//! symbols 12 to 40 pixels high, a third little contrast and colour. Half of the classic decks have mirrored
//! squiggles, because printings differ in that.
//!
//! At first all decks were classic: 460,738 patches of 6,700 photographs (seeds from 5,000,000, 6,000,000, 6,100,000,
//! 6,200,000, 6,310,000 and 6,311,000 on), in rounds of 4, 2, 2 and 2 epochs with the first 3,800, 3,800, 5,300 and
//! 6,700 of them. Then outputs were added for the European edition, and for shapes of no edition: 248,018 patches of
//! 3,700 photographs, of which half are classic (seeds from 7,000,000, 7,000,900, 7,100,000, 7,200,000 and 7,300,000
//! on), in rounds of 3 epochs with the first 1,800, 2,500 and 3,700 of them. The weights are the mean of those after
//! each of these three rounds (P. Izmailov and others, "Averaging Weights Leads to Wider Optima", 2018). An epoch
//! takes three to six minutes of processor time.

use std::sync::OnceLock;

use crate::edition::SHAPES;
use crate::patch::{CHANNELS, HEIGHT, WIDTH};

/// The channels after each convolution, and the values of the first dense layer.
const FIRST: usize = 16;
const SECOND: usize = 24;
const THIRD: usize = 40;
const DENSE: usize = 40;
/// No symbol, the printed shapes, and a shape of no edition; three colours; three shadings.
const OUT: usize = SHAPES + 8;

/// The cells after the convolutions.
const CELLS: usize = (WIDTH / 8) * (HEIGHT / 8);

/// The weights, layer by layer, each with its biases at its end.
static WEIGHTS: &[u8] = include_bytes!("network.bin");

/// The odds of each answer about a patch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Sight {
    /// Whether it is a symbol of an edition that can be read.
    pub(crate) symbol: f32,
    /// Whether it is a symbol of another edition.
    pub(crate) strange: f32,
    /// The odds of each colour, shading and printed shape, if it is a symbol.
    pub(crate) colour: [f32; 3],
    pub(crate) shading: [f32; 3],
    pub(crate) shape: [f32; SHAPES],
}

/// The layers of the network.
type Network = (Layer<FIRST>, Layer<SECOND>, Layer<THIRD>, Layer<DENSE>, Layer<OUT>);

/// Classifies a patch, from the values of a [`Patch`](crate::patch::Patch).
pub(crate) fn look(patch: &[f32]) -> Sight {
    static NETWORK: OnceLock<Network> = OnceLock::new();
    let (first, second, third, dense, out) = NETWORK.get_or_init(|| {
        let halves = WEIGHTS.as_chunks().0.iter();
        let mut weights = halves.map(|&bytes| half(u16::from_le_bytes(bytes)));
        let network = (
            Layer::of(9 * CHANNELS, &mut weights),
            Layer::of(9 * FIRST, &mut weights),
            Layer::of(9 * SECOND, &mut weights),
            Layer::of(CELLS * THIRD, &mut weights),
            Layer::of(DENSE, &mut weights),
        );
        assert!(weights.next().is_none(), "the weights are those of these layers");
        network
    });
    let cells = first.convolved::<CHANNELS>(patch, WIDTH);
    let cells = second.convolved::<FIRST>(&cells, WIDTH / 2);
    let cells = third.convolved::<SECOND>(&cells, WIDTH / 4);
    let dense = dense.applied(&cells).map(|value| value.max(0.0));
    let out = out.applied(&dense);
    let (shapes, rest) = out.split_at(SHAPES + 2);
    let [none, shape @ .., strange] = softmax::<{ SHAPES + 2 }>(shapes);
    let some = (1.0 - none - strange).max(1e-9);
    Sight {
        symbol: 1.0 - none - strange,
        strange,
        shape: shape.map(|odds| odds / some),
        colour: softmax(&rest[..3]),
        shading: softmax(&rest[3..]),
    }
}

/// Odds from their logarithms.
fn softmax<const N: usize>(values: &[f32]) -> [f32; N] {
    let most = values.iter().copied().fold(f32::MIN, f32::max);
    let powers: [f32; N] = std::array::from_fn(|at| (values[at] - most).exp());
    let sum: f32 = powers.iter().sum();
    powers.map(|power| power / sum)
}

/// A 16-bit floating-point number (IEEE 754 binary16) that is finite.
fn half(bits: u16) -> f32 {
    let sign = u32::from(bits >> 15) << 31;
    let (exponent, fraction) = (u32::from(bits >> 10 & 31), u32::from(bits & 1023));
    if exponent == 0 {
        let tiny = fraction as f32 / 16_777_216.0;
        return if sign == 0 { tiny } else { -tiny };
    }
    f32::from_bits(sign | (exponent + 112) << 23 | fraction << 13)
}

/// A layer of the network.
struct Layer<const OUT: usize> {
    /// For each input a weight for each output. The inputs of a convolution are those of nine cells, row by
    /// row.
    weights: Vec<[f32; OUT]>,
    biases: [f32; OUT],
}

impl<const OUT: usize> Layer<OUT> {
    /// The layer with the next weights.
    fn of(inputs: usize, weights: &mut impl Iterator<Item = f32>) -> Self {
        let mut next = || [(); OUT].map(|()| weights.next().expect("the weights are complete"));
        Self { weights: (0..inputs).map(|_| next()).collect(), biases: next() }
    }

    /// Every output sees every input.
    fn applied(&self, input: &[f32]) -> [f32; OUT] {
        let mut sums = self.biases;
        add(&mut sums, input, &self.weights);
        sums
    }

    /// Each cell sees itself and its eight neighbours: the greatest positive outputs in each block of 2×2
    /// cells.
    fn convolved<const IN: usize>(&self, input: &[f32], width: usize) -> Vec<f32> {
        let height = input.len() / (width * IN);
        let mut output = vec![0.0; height / 2 * (width / 2) * OUT];
        for y in 0..height {
            for x in 0..width {
                let mut sums = self.biases;
                for (cell, weights) in self.weights.chunks_exact(IN).enumerate() {
                    let (x, y) = (x + cell % 3, y + cell / 3);
                    // The rows and columns beyond the patch are zeros.
                    if (1..=width).contains(&x) && (1..=height).contains(&y) {
                        let at = ((y - 1) * width + x - 1) * IN;
                        add(&mut sums, &input[at..at + IN], weights);
                    }
                }
                let at = ((y / 2) * (width / 2) + x / 2) * OUT;
                for (most, sum) in output[at..at + OUT].iter_mut().zip(sums) {
                    *most = sum.max(*most);
                }
            }
        }
        output
    }
}

/// Adds some inputs, each times its weights.
#[allow(clippy::inline_always, reason = "not inlined, it keeps the sums in memory: twice the work")]
#[inline(always)]
fn add<const OUT: usize>(sums: &mut [f32; OUT], inputs: &[f32], weights: &[[f32; OUT]]) {
    for (&input, weights) in inputs.iter().zip(weights) {
        // About half of the values behind the first layer are zeros.
        if input != 0.0 {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += input * weight;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::half;

    #[test]
    fn halves_of_both_signs_and_all_sizes() {
        let known = [(0x0000, 0.0), (0x3c00, 1.0), (0xc000, -2.0), (0x3555, 0.333_251_95)];
        for (bits, value) in known {
            assert_eq!(half(bits).to_bits(), f32::to_bits(value));
        }
        assert_eq!(half(0x0001).to_bits(), 5.960_464_5e-8_f32.to_bits());
        assert_eq!(half(0x7bff).to_bits(), 65504.0_f32.to_bits());
    }
}
