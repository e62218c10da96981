//! The colours of all cards, judged together.
//!
//! The light of the paper about each symbol is taken out of it, but a thin line in coloured light, blurred
//! and compressed, keeps little of its hue: red and purple lines are nearly grey. All cards of a table have
//! the same inks and are in the same light, though. So their hues are the usual ones, paler and shifted by
//! amounts that all share; these are fitted to the cards by least squares, and the odds of the colours to
//! them, in turn, as in expectation maximisation (A. P. Dempster, N. M. Laird and D. B. Rubin, 1977). The first
//! odds are those of the network. Solid symbols are judged apart from thin lines, which are paler.
//!
//! A picture without colours, or in strongly coloured light, shows all inks in one hue, and the network then
//! names some colour all the same. There colours count only if the inks of the board form three groups that are
//! far apart: light moves all hues together, so it cannot make three of one. Otherwise all colours are doubtful.

use crate::chain::likeliest;
use crate::odds::normal;
use crate::patch::{CHANNELS, place};
use crate::point::median;
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

// The following limits come from 30 drawn boards (mild, in coloured light, and badly exposed), each also without
// colours, paler, and in cyan, orange and green light of three strengths: 400 boards.

/// The mean distance of the hues from grey below which a picture is grey. It is 0 on grey drawings, and more than 0.06 on
/// 99 of 100 others (`train/limits.py`).
const GREY: f32 = 0.05;
/// The tint of paper in strongly coloured light. Where groups are not mixed up, colours were wrong from 1.1 on.
pub(crate) const TINTED: f32 = 0.9;
/// The tint from which on a channel is all but lost, and with it the shading: the strongest green has at least 1.6.
const LOST: f32 = 1.5;
/// How much the paper of a card may differ in tint from that of the cards beside it: one in 500 drawn cards that are read
/// right exceeds it, and one in 60 that are not (`train/limits.py`).
const ODD: f32 = 0.22;
/// The distance between groups of hues, in standard deviations within them: below the first, groups are mixed up,
/// and above the second they are of three inks. Colours were wrong up to 2.3; in strongly coloured light up to 3.9.
const MIXED: f32 = 2.5;
const APART: f32 = 5.0;
/// The least standard deviation within groups; and that of groups of few cards, as a share of the distance.
const STEADIEST: f32 = 0.008;
const FEW: f32 = 0.15;
/// The weight of the odds of a colour that is not shown, beside even odds.
const UNSHOWN: f32 = 0.4;

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
    /// The mean tint of the paper about them, and the median tint of the cards beside it.
    pub(crate) tint: Point,
    pub(crate) beside: Point,
}

/// The odds of the colours of cards. They are nearly even if the picture does not show the colour.
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
    let tint = median(cards.iter().map(|card| card.tint.length())).unwrap_or_default();
    let chroma = cards.iter().map(|card| card.hue.length()).sum::<f32>() / cards.len() as f32;
    let groups = [false, true].map(|is_solid| {
        let seen = cards.iter().zip(&odds).filter(|(card, _)| card.is_solid == is_solid);
        apart(&seen.map(|(card, odds)| (card.hue, likeliest(odds))).collect::<Vec<_>>())
    });
    let known: Vec<(bool, usize)> =
        cards.iter().zip(&odds).map(|(card, odds)| (card.is_solid, likeliest(odds))).collect();
    for ((card, odds), ink) in cards.iter().zip(&mut odds).zip(&known) {
        let (inks, apart) = groups[usize::from(card.is_solid)];
        let is_lit = chroma < GREY || card.tint.length().max(tint) > TINTED;
        // In light of its own, a card still has the ink of another one.
        let is_odd = (card.tint - card.beside).length() > ODD;
        let has_fellow = known.iter().filter(|other| *other == ink).count() > 1;
        let is_shown = match (is_lit, is_odd) {
            (true, _) => inks == 3 && apart > APART && card.tint.length().max(tint) < LOST,
            (_, true) => inks > 1 && apart > APART && has_fellow,
            _ => apart > MIXED,
        };
        if !is_shown {
            *odds = odds.map(|odds| UNSHOWN * odds + (1.0 - UNSHOWN) / 3.0);
        }
    }
    odds
}

/// The number of colours of some hues, each with its colour; and the least distance between two colours, in
/// standard deviations within them.
fn apart(cards: &[(Point, usize)]) -> (usize, f32) {
    let mean = |colour: usize| {
        let hues = || cards.iter().filter(|card| card.1 == colour).map(|card| card.0);
        let sum = hues().fold(Point::default(), |sum, hue| sum + hue);
        (hues().count() > 0).then(|| sum * (1.0 / hues().count() as f32))
    };
    let means = [0, 1, 2].map(mean);
    let pairs = [(0, 1), (0, 2), (1, 2)].into_iter();
    let between = pairs.filter_map(|(one, other)| Some((means[one]? - means[other]?).length()));
    let least = between.fold(f32::INFINITY, f32::min);
    let inks = means.iter().flatten().count();
    if inks < 2 {
        return (inks, least);
    }
    let off =
        |&(hue, colour): &(Point, usize)| means[colour].map_or(0.0, |mean| (hue - mean).length());
    let squares = cards.iter().map(|card| off(card).powi(2)).sum::<f32>();
    // Groups of few cards are as steady as two cards more would show.
    let variance = (squares + 2.0 * (FEW * least).powi(2)) / (cards.len() - inks + 2) as f32;
    (inks, least / variance.sqrt().max(STEADIEST))
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
            tint: Point::default(),
            beside: Point::default(),
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

    #[test]
    fn colours_count_only_where_the_picture_shows_them() {
        let card = |colour: usize, paleness: f32, tint: Point, off: f32| Inked {
            hue: THIN[colour] * paleness + Point::new(off, -off),
            is_solid: false,
            odds: [0, 1, 2].map(|other| if other == colour { 0.98 } else { 0.01 }),
            tint,
            beside: tint,
        };
        let is_sure = |inks: &[usize], paleness: f32, tint: Point| {
            let cards: Vec<Inked> = [-0.01, 0.01]
                .into_iter()
                .flat_map(|off| inks.iter().map(move |&ink| card(ink, paleness, tint, off)))
                .collect();
            colours(&cards).iter().all(|odds| odds.iter().any(|&odds| odds > 0.9))
        };
        let (white, orange) = (Point::default(), Point::new(0.9, 0.6));
        assert!(is_sure(&[0, 1, 2], 1.0, white) && is_sure(&[2], 1.0, white));
        assert!(is_sure(&[0, 1, 2], 1.0, orange), "three inks");
        assert!(!is_sure(&[0, 1], 1.0, orange), "two inks");
        assert!(!is_sure(&[0, 1, 2], 0.0, white), "grey");
        // A card in light of its own, with and without another one of its ink.
        let mut cards: Vec<Inked> =
            [0, 0, 1, 2].map(|ink| card(ink, 1.0, white, 0.0)).into_iter().collect();
        cards[1].tint = Point::new(0.5, 0.0);
        cards[2].tint = Point::new(0.5, 0.0);
        let odds = colours(&cards);
        assert!(odds[1][0] > 0.9 && odds[2][1] < 0.7, "{odds:?}");
    }
}
