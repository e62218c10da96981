//! The probability that a card was read correctly.
//!
//! The odds of the network are those of single attributes on pictures like the ones it was trained
//! with. Whether a card is right also depends on other observations: its edges, the position of its
//! symbols between them, its size compared with the other cards. A logistic regression over these
//! witnesses gives the confidence; `train/calibrate.py` fits its weights to drawn photographs.

/// The number of witnesses.
pub(crate) const WITNESSES: usize = 12;

/// The observations that show whether a card was read correctly.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Witnesses {
    /// The odds of the likeliest count, colour, shading and shape.
    pub(crate) odds: [f32; 4],
    /// The lowest odds of being a symbol among those of the card.
    pub(crate) symbol: f32,
    /// The number of edges that were seen.
    pub(crate) edges: usize,
    /// How far the symbols are from the centre, in steps, if the edges are known.
    pub(crate) off_centre: Option<f32>,
    /// The area of the card over that of the cards around it.
    pub(crate) size: f32,
    /// The pixels of the photograph along a cell of a patch.
    pub(crate) pixels: f32,
    /// The part of the symbols that is as bright as the camera can show.
    pub(crate) clipped: f32,
}

impl Witnesses {
    /// The witnesses as numbers of about the same range.
    pub(crate) fn numbers(&self) -> [f32; WITNESSES] {
        let odds = self.odds.map(logit);
        [
            1.0,
            odds[0],
            odds[1],
            odds[2],
            odds[3],
            odds.into_iter().fold(f32::MAX, f32::min),
            logit(self.symbol),
            self.edges as f32 / 4.0,
            self.off_centre.map_or(0.25, |off| off.abs().min(1.0)) * 4.0,
            self.size.ln().abs().min(1.5) * 2.0,
            self.pixels.log2().clamp(-2.0, 2.0),
            self.clipped.min(0.5) * 4.0,
        ]
    }

    /// How probable it is that the card is right.
    pub(crate) fn confidence(&self) -> f32 {
        let sum: f32 =
            self.numbers().iter().zip(WEIGHTS).map(|(number, weight)| number * weight).sum();
        1.0 / (1.0 + (-sum).exp())
    }
}

/// The log-odds of a probability, which is clamped away from 0 and 1.
fn logit(odds: f32) -> f32 {
    (odds.max(1e-4) / (1.0 - odds).max(1e-4)).ln()
}

/// The weight of each witness.
const WEIGHTS: [f32; WITNESSES] = [
    -1.2427, 0.2469, -0.1167, 0.1494, -0.2098, 0.5623, 0.1306, 0.2967, 0.1337, -1.5900, 0.4226,
    -0.4220,
];
