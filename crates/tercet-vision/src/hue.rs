//! The colours of all cards, judged together.
//!
//! The light of the paper about each symbol is taken out of it, but a thin line in coloured light, blurred
//! and compressed, keeps little of its hue: red and purple lines are nearly grey. All cards of a table have
//! the same inks and are in the same light, though. So their hues are the usual ones, paler and shifted by
//! amounts that all share; these are fitted to the cards by least squares, and the odds of the colours to
//! them, in turn, as in expectation maximisation (A. P. Dempster, N. M. Laird and D. B. Rubin, 1977). The first
//! odds are those of the network. Solid symbols are judged apart from thin lines, which are paler.

use crate::odds::normal;
use crate::patch::{CHANNELS, place};
use crate::{Odds, Point};

/// The usual hues of red, green and purple: of hatched and open symbols, and of solid ones.
const THIN: [Point; 3] =
    [Point::new(-0.41, -0.055), Point::new(0.225, -0.11), Point::new(-0.04, 0.15)];
const SOLID: [Point; 3] =
    [Point::new(-0.49, -0.11), Point::new(0.4, -0.13), Point::new(-0.07, 0.33)];

/// The weight of the usual hue of a colour, in cards.
const USUAL: f32 = 0.15;
/// The usual standard deviation of the hues of a colour, as a share of their distance from grey, and
/// its weight in cards.
const SPREAD: f32 = 0.1;
const STEADY: f32 = 6.0;
/// The rounds of fitting the hues and the odds in turn.
const ROUNDS: usize = 8;
/// The weight of the hues beside the network, which saw the same ink.
const WEIGHT: f32 = 0.8;

/// The distance from the centre of a symbol up to which ink is looked for, in standard deviations.
const NEAR: f32 = 2.3;
/// The density above which ink shows its hue.
const DENSE: f32 = 0.1;

/// The hue of the ink in a patch: how much more it takes of red than of the others, and of green than of
/// blue, as shares of all that it takes.
pub(crate) fn hue(values: &[f32]) -> Point {
    let mut sums = [0.0_f32; 3];
    for (index, cell) in values.chunks_exact(CHANNELS).enumerate() {
        let most = cell[0].max(cell[1]).max(cell[2]) - DENSE;
        if most > 0.0 && place(index).length() < NEAR {
            for (sum, density) in sums.iter_mut().zip(cell) {
                *sum += most * density;
            }
        }
    }
    let [red, green, blue] = sums;
    let all = (red + green + blue).max(1e-3);
    Point::new((red - f32::midpoint(green, blue)) / all, (green - blue) / all)
}

/// A card whose colour is judged.
#[derive(Clone, Copy)]
pub(crate) struct Inked {
    /// The mean hue of its symbols.
    pub(crate) hue: Point,
    /// Whether they are solid.
    pub(crate) is_solid: bool,
    /// The odds of its colour according to the network.
    pub(crate) odds: Odds,
}

/// The odds of the colours of cards.
pub(crate) fn colours(cards: &[Inked]) -> Vec<Odds> {
    let mut odds: Vec<Odds> = cards.iter().map(|card| card.odds).collect();
    for (is_solid, usual) in [(false, THIN), (true, SOLID)] {
        let alike = cards.iter().zip(&mut odds).filter(|(card, _)| card.is_solid == is_solid);
        let mut alike: Vec<(&Inked, &mut Odds)> = alike.collect();
        for _ in 0..ROUNDS {
            let seen: Vec<_> = alike.iter().map(|(card, odds)| (card.hue, **odds)).collect();
            let (hues, variance) = fitted(&seen, &usual);
            for (card, odds) in &mut alike {
                let fits = |colour: usize| {
                    let off = card.hue - hues[colour];
                    let power = WEIGHT / 2.0 * off.dot(off) / variance;
                    card.odds[colour].max(1e-4) * (-power).max(-12.0).exp()
                };
                **odds = normal([0, 1, 2].map(fits));
            }
        }
    }
    odds
}

/// The hues that suit some cards, each given with its odds: the usual ones times a factor, shifted; and
/// the mean square of the distances from them.
fn fitted(cards: &[(Point, Odds)], usual: &[Point; 3]) -> ([Point; 3], f32) {
    let usual_cards = usual.iter().map(|&hue| (USUAL, hue, hue));
    let seen = cards
        .iter()
        .flat_map(|&(hue, odds)| [0, 1, 2].map(|colour| (odds[colour], usual[colour], hue)));
    let all: Vec<(f32, Point, Point)> = usual_cards.chain(seen).collect();
    let (mut count, mut mean, mut shifted) = (0.0, Point::default(), Point::default());
    for &(weight, usual, hue) in &all {
        count += weight;
        mean = mean + usual * weight;
        shifted = shifted + hue * weight;
    }
    let (mean, shifted) = (mean * (1.0 / count), shifted * (1.0 / count));
    let (mut product, mut square) = (0.0, 1e-6);
    for &(weight, usual, hue) in &all {
        product += weight * (usual - mean).dot(hue - shifted);
        square += weight * (usual - mean).dot(usual - mean);
    }
    let factor = (product / square).clamp(0.1, 1.5);
    let hues = usual.map(|usual| shifted + (usual - mean) * factor);
    let mut squares = STEADY * (SPREAD * factor).powi(2);
    for (hue, odds) in cards {
        let square = |colour: usize| odds[colour] * (*hue - hues[colour]).dot(*hue - hues[colour]);
        squares += (0..3).map(square).sum::<f32>();
    }
    (hues, squares / (STEADY + cards.len() as f32))
}

#[cfg(test)]
mod tests {
    use super::{Inked, THIN, colours};
    use crate::Point;
    use crate::odds::normal;

    #[test]
    fn pale_red_is_not_purple_where_all_colours_are_pale() {
        // In this light all hues are a quarter as far apart, and red is where purple usually is.
        let card = |colour: usize, odds: [f32; 3], off: f32| Inked {
            hue: THIN[colour] * 0.25 + Point::new(0.03 + off, 0.1 - off),
            is_solid: false,
            odds: normal(odds),
        };
        let mut cards = Vec::new();
        for off in [-0.01, 0.0, 0.01] {
            cards.push(card(0, [0.4, 0.02, 0.58], off));
            cards.push(card(1, [0.01, 0.98, 0.01], off));
            cards.push(card(2, [0.03, 0.02, 0.95], off));
        }
        let odds = colours(&cards);
        for (index, odds) in odds.iter().enumerate() {
            assert!(odds[index % 3] > 0.8, "{index}: {odds:?}");
        }
        // A card alone is what the network takes it for.
        let alone = colours(&[card(0, [0.9, 0.02, 0.08], 0.0)]);
        assert!(alone[0][0] > 0.8, "{alone:?}");
    }
}
