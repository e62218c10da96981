//! The figures and tables of the sources, one file per source.
//!
//! In each file, `measure` returns plain data, which can be stored. Then `section` draws charts and tables
//! from the data, and judges every claim of the source by the data alone, so that other data can give
//! another verdict.

pub mod captions;
pub mod dealing;
pub mod knuth;
pub mod norvig;
pub mod timed;

use tercet::Deck;

use crate::plot::{Axis, Bound, Point, Scale, Series, Style};
use crate::words;

/// The extent of the measurements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Extent {
    /// A few sizes and boards, in seconds or minutes.
    Quick,
    /// The sizes and boards of the source, or more.
    Full,
}

impl Extent {
    /// The first value for a quick report, the second for a full one.
    pub(crate) fn of<T>(self, (quick, full): (T, T)) -> T {
        match self {
            Self::Quick => quick,
            Self::Full => full,
        }
    }
}

/// A deck of a figure, which exists.
const fn deck(values: usize, properties: usize) -> Deck {
    let Ok(deck) = Deck::new(values, properties) else { panic!("there is no such deck") };
    deck
}

/// The p-value below which a deviation is not attributed to chance.
const LEAST_P: f64 = 0.001;

/// The rule of claims that are tested against chance.
fn chance() -> String {
    format!("Holds if chance alone gives a deviation at least this large with p ≥ {LEAST_P}.")
}

/// The rule of claims about exact numbers.
const EXACT: &str = "Holds if the exact numbers agree to every digit that the source gives.";

fn axis(label: impl Into<String>, scale: Scale) -> Axis {
    Axis { label: label.into(), scale }
}

fn series(
    name: impl Into<String>,
    style: Style,
    points: impl IntoIterator<Item = (f64, f64)>,
) -> Series {
    let point = |(x, y)| Point { x, y, spread: None, bound: Bound::Exact };
    Series { name: name.into(), style, points: points.into_iter().map(point).collect() }
}

/// Headings or cells.
fn cells<const N: usize>(texts: [&str; N]) -> Vec<String> {
    texts.map(String::from).into()
}

/// A whole number with a comma after every three digits.
fn grouped(number: u64) -> String {
    words::grouped(number.into())
}

/// A p-value, with no-break spaces.
fn p_value(p: f64) -> String {
    if p < 0.0001 { "p\u{a0}<\u{a0}0.0001".into() } else { format!("p\u{a0}=\u{a0}{p:.4}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_probabilities_stay_in_words() {
        assert_eq!(p_value(0.5), "p\u{a0}=\u{a0}0.5000");
        assert_eq!(p_value(1e-30), "p\u{a0}<\u{a0}0.0001");
    }
}
