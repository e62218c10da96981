//! The editions of the cards, as data: the shape, size and inks of their symbols.
//!
//! All editions have the same cards and nearly the same proportions; their publishers print other shapes,
//! a stipple instead of stripes, and other inks. The sizes were measured on printed cards.

use super::symbol::{ellipse, pointed, polygon, smoothed, star};

/// An edition of the cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Edition {
    /// Diamonds, ovals and squiggles, with stripes.
    Classic,
    /// Rectangles, ellipses and flat squiggles, with a stipple, thin lines and pale ink.
    European,
    /// Shapes that no edition has which can be read.
    Strange,
}

/// A shape of an edition with fixed shapes: its outline, and how wide and high it is, in widths of a card.
pub(super) struct Printed {
    pub(super) outline: fn() -> Vec<[f32; 2]>,
    pub(super) size: [f32; 2],
}

/// The oval, diamond and squiggle of the European edition.
pub(super) const EUROPEAN: [Printed; 3] = [
    Printed { outline: || ellipse(32), size: [0.68, 0.30] },
    Printed { outline: rectangle, size: [0.64, 0.25] },
    Printed { outline: flat_squiggle, size: [0.605, 0.287] },
];
/// The distance between the centres of its symbols, and the thickness of its lines.
pub(super) const EUROPEAN_STEP: f32 = 0.373;
pub(super) const EUROPEAN_LINE: [f32; 2] = [0.012, 0.024];

/// Shapes that belong to no edition which can be read.
pub(super) const STRANGE: [Printed; 9] = [
    Printed { outline: || polygon(3), size: [0.40, 0.36] },
    Printed { outline: || ellipse(24), size: [0.34, 0.34] },
    Printed { outline: rectangle, size: [0.32, 0.32] },
    Printed { outline: || star(5, 0.42), size: [0.38, 0.36] },
    Printed { outline: || star(4, 0.38), size: [0.56, 0.33] },
    Printed { outline: || polygon(6), size: [0.48, 0.34] },
    Printed { outline: heart, size: [0.38, 0.34] },
    Printed { outline: cross, size: [0.40, 0.34] },
    Printed { outline: || pointed(24), size: [0.66, 0.30] },
];

/// The inks of an edition, by colour; those of a deck lie between two of them.
pub(super) type Inks = [[[u8; 3]; 5]; 3];

/// Red, green and purple of the classic edition.
pub(super) const CLASSIC_INKS: Inks = [
    [[232, 60, 42], [205, 22, 60], [236, 78, 24], [186, 28, 42], [224, 32, 38]],
    [[0, 150, 62], [0, 128, 108], [22, 100, 44], [46, 168, 72], [0, 120, 50]],
    [[74, 32, 140], [112, 44, 160], [96, 28, 98], [58, 24, 100], [84, 30, 120]],
];

/// Red, green and purple of the European edition, whose purple is nearly blue.
pub(super) const EUROPEAN_INKS: Inks = [
    [[232, 50, 48], [205, 40, 38], [226, 66, 44], [182, 34, 40], [238, 58, 62]],
    [[22, 140, 74], [16, 110, 66], [34, 150, 92], [20, 92, 52], [42, 160, 100]],
    [[66, 50, 150], [52, 36, 112], [78, 60, 160], [60, 34, 100], [84, 66, 140]],
];

fn rectangle() -> Vec<[f32; 2]> {
    vec![[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
}

/// A band that is bent to either side: half of its outline, which is the same turned by half.
fn flat_squiggle() -> Vec<[f32; 2]> {
    #[rustfmt::skip]
    const HALF: [[f32; 2]; 12] = [
        [-0.87, -0.97], [-0.97, -0.60], [-1.0, -0.05], [-0.96, 0.55], [-0.80, 0.92], [-0.52, 1.0],
        [-0.22, 0.90], [0.06, 0.66], [0.34, 0.52], [0.60, 0.56], [0.80, 0.82], [0.87, 0.97],
    ];
    smoothed(&HALF)
}

fn heart() -> Vec<[f32; 2]> {
    let steps = (0..36).map(|step| step as f32 / 36.0 * std::f32::consts::TAU);
    let at = |angle: f32| {
        let cosines = [1.0, 2.0, 3.0, 4.0].map(|times| (times * angle).cos());
        let down = 13.0 * cosines[0] - 5.0 * cosines[1] - 2.0 * cosines[2] - cosines[3];
        [angle.sin().powi(3), -down / 15.0 - 0.17]
    };
    steps.map(at).collect()
}

fn cross() -> Vec<[f32; 2]> {
    const ARM: f32 = 0.36;
    let corner = [[ARM, -1.0], [ARM, -ARM], [1.0, -ARM]];
    let turned = |[x, y]: [f32; 2]| [[x, y], [-y, x], [-x, -y], [y, -x]];
    (0..4).flat_map(|turn| corner.map(|point| turned(point)[turn])).collect()
}
