//! The editions of the cards that can be read, as data.
//!
//! Publishers print the same deck with other shapes: what is a diamond on one table is a rectangle on another. The
//! network tells all printed shapes apart. The cards of a table come from one deck, so together they show its
//! edition, and the edition says which shape of the deck each printed one is.

use crate::odds::normal;
use crate::{Odds, Point};

tercet::named! {
    /// An edition of the cards.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Edition is "edition" {
        /// Ovals, diamonds and squiggles, and stripes.
        Classic = "classic",
        /// Ellipses, rectangles and flat squiggles, and a stipple.
        European = "european",
    }
}

/// A shape as it is printed.
pub(crate) struct Print {
    /// From the centre of a card to its long edge, in standard deviations of the symbol along its long axis.
    pub(crate) wide: f32,
    /// From the centre of a card to its short edge, in steps from symbol to symbol.
    pub(crate) high: f32,
    /// The step from a symbol to the next one, in standard deviations along its axes.
    pub(crate) step: Point,
    /// How much further to the side the next symbol may be than that of an oval: the axes of squiggles
    /// are slanted on their cards, to either side and by angles that differ from deck to deck.
    pub(crate) slant: f32,
}

/// The number of printed shapes.
pub(crate) const SHAPES: usize = 6;

/// The printed shapes, edition by edition: oval, diamond and squiggle of each. Those of the classic edition were
/// measured on cards; those of the European one follow from the moments of its outlines.
pub(crate) const PRINTS: [Print; SHAPES] = [
    Print { wide: 2.65, high: 1.66, step: Point::new(0.0, 4.85), slant: 1.0 },
    Print { wide: 3.46, high: 1.72, step: Point::new(0.0, 6.45), slant: 1.0 },
    Print { wide: 2.9, high: 1.85, step: Point::new(0.1, 5.0), slant: 2.2 },
    Print { wide: 2.94, high: 2.06, step: Point::new(0.0, 4.98), slant: 1.0 },
    Print { wide: 2.71, high: 2.06, step: Point::new(0.0, 5.17), slant: 1.0 },
    Print { wide: 2.85, high: 2.06, step: Point::new(-0.18, 5.61), slant: 2.2 },
];

/// Whether a printed shape is a squiggle.
pub(crate) fn is_squiggle(print: usize) -> bool {
    print % 3 == 2
}

/// The least odds of an edition on one card, so that no card alone decides: so many of the drawn cards that are read right
/// look like another edition than that of their table (`train/limits.py`).
const ERROR: f32 = 0.007;

/// The odds above which an edition is shown.
const CLEAR: f32 = 0.95;

/// The odds of each edition, from the odds of the printed shapes of the cards on a table.
pub(crate) fn editions(cards: &[[f32; SHAPES]]) -> [f32; 2] {
    let of = |edition: usize| {
        let sum = |shapes: &[f32; SHAPES]| shapes[3 * edition..][..3].iter().sum::<f32>();
        cards.iter().map(|shapes| sum(shapes).max(ERROR).ln()).sum::<f32>()
    };
    let odds = 1.0 / (1.0 + (of(1) - of(0)).exp());
    [odds, 1.0 - odds]
}

/// The edition that is shown, if one is.
pub(crate) fn shown(editions: [f32; 2]) -> Option<Edition> {
    let all = Edition::ALL.iter().zip(editions);
    all.filter(|&(_, odds)| odds > CLEAR).map(|(&edition, _)| edition).next()
}

/// The odds of the shapes of the deck, from those of the printed shapes and of the editions.
pub(crate) fn shapes(printed: &[f32; SHAPES], editions: [f32; 2]) -> Odds {
    let of =
        |shape: usize, edition: usize| printed[3 * edition + shape] * editions[edition].max(ERROR);
    normal([0, 1, 2].map(|shape| of(shape, 0) + of(shape, 1)))
}

#[cfg(test)]
mod tests {
    use super::{editions, shapes};

    #[test]
    fn a_table_has_one_edition() {
        // Two cards are clear; the third is a rectangle or an oval with straight sides.
        let clear = [0.01, 0.01, 0.01, 0.01, 0.95, 0.01];
        let unclear = [0.5, 0.01, 0.01, 0.01, 0.46, 0.01];
        let [classic, european] = editions(&[clear, clear, unclear]);
        assert!(european > 0.99, "{classic}");
        let odds = shapes(&unclear, [classic, european]);
        assert!(odds[1] > 0.9, "{odds:?}");
    }
}
