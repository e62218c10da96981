//! Frames inside the rim of a card, and tabs on the rim.
//!
//! A frame is symmetric: its dashes and dots divide the straight sides evenly, and one dash, or one
//! gap between dots, is as long as a rounded corner.

use std::f64::consts::FRAC_PI_2;

use super::layout::CARD;
use super::pen::rounded;

/// A level of the channel frame, as SVG elements; the stroke is that of the group around them.
pub(super) fn frame(level: usize) -> String {
    match level {
        0 => String::new(),
        1 => dashed(),
        2 => rectangle(inset(14.0), 13.0, "stroke-width=\"11\""),
        3 => dotted(),
        4 => {
            let inner = rectangle(inset(19.5), 9.0, "stroke-width=\"3.5\"");
            rectangle(inset(10.5), 16.0, "stroke-width=\"3.5\"") + &inner
        }
        _ => notched(),
    }
}

/// The size of a rectangle this far inside the edge of the card.
fn inset(by: f64) -> (f64, f64) {
    (CARD.0 - 2.0 * by, CARD.1 - 2.0 * by)
}

/// A rounded rectangle in the middle of the card.
fn rectangle((width, height): (f64, f64), radius: f64, stroke: &str) -> String {
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" {stroke}/>",
        rounded((CARD.0 - width) / 2.0),
        rounded((CARD.1 - height) / 2.0),
        rounded(width),
        rounded(height),
        rounded(radius),
    )
}

/// Dashes: one around each corner, then a gap and a dash in turn up to the gap before the next
/// corner. A rectangle starts after its first corner, so the dashes start with a gap.
fn dashed() -> String {
    const RADIUS: f64 = 13.0;
    const DASH: f64 = RADIUS * FRAC_PI_2;
    const GAP: f64 = 9.6;
    let side = |dashes: f64| GAP + dashes * (DASH + GAP) + 2.0 * RADIUS;
    let stroke = format!(
        "stroke-width=\"6\" stroke-dasharray=\"{DASH:.2} {GAP}\" stroke-dashoffset=\"{DASH:.2}\""
    );
    rectangle((side(8.0), side(5.0)), RADIUS, &stroke)
}

/// Dots: one at both ends of each corner, and as far apart on the sides.
fn dotted() -> String {
    const RADIUS: f64 = 11.5;
    const STEP: f64 = RADIUS * FRAC_PI_2;
    let side = |steps: f64| steps * STEP + 2.0 * RADIUS;
    let stroke =
        format!("stroke-width=\"9\" stroke-linecap=\"round\" stroke-dasharray=\"0 {STEP:.3}\"");
    rectangle((side(14.0), side(9.0)), RADIUS, &stroke)
}

/// A plate whose corners are cut out by circles.
fn notched() -> String {
    const NOTCH: f64 = 21.0;
    let (width, height) = inset(11.0);
    let (x, y) = (rounded(width - 2.0 * NOTCH), rounded(height - 2.0 * NOTCH));
    let arc = |x: f64, y: f64| {
        let (r, x, y) = (rounded(NOTCH), rounded(x), rounded(y));
        format!("a{r} {r} 0 0 0 {x} {y}")
    };
    format!(
        "<path stroke-width=\"5\" d=\"M{} 11h{x}{}v{y}{}h-{x}{}v-{y}{}z\"/>",
        rounded(11.0 + NOTCH),
        arc(NOTCH, NOTCH),
        arc(-NOTCH, NOTCH),
        arc(-NOTCH, -NOTCH),
        arc(NOTCH, -NOTCH),
    )
}

/// The path of a level of the channel tab. It is open towards the rim, where it gets no white edge.
pub(super) fn tab(level: usize) -> String {
    const CENTRES: [f64; 3] = [72.0, CARD.0 / 2.0, CARD.0 - 72.0];
    let left = rounded(CENTRES[level % 3] - 28.0);
    if level < 3 {
        format!("M{left} 1l5 19q1 4 5 4h36q4 0 5-4l5-19")
    } else {
        format!("M{left} 209l5-19q1-4 5-4h36q4 0 5 4l5 19")
    }
}
