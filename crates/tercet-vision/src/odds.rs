//! From observations to odds, confidence and doubts.
//!
//! A board is certain if every card is, and if nothing else looks like a card: no paper without symbols,
//! no gap in the rows, no part of a card at the edge of the picture. A card that lies under another one
//! is never certain, nor is one without the edges and the plain rim of a card, or much larger or smaller
//! than those beside it.

use std::ops::Range;

use tercet::{Card, Deck};

use crate::chain::{Chain, Symbol, likeliest};
use crate::edition::{SHAPES, editions, shapes, shown};
use crate::hue::{Inked, TINTED, colours};
use crate::layout::{WELL_WITHIN, layout};
use crate::outline::Outline;
use crate::point::{median, sort};
use crate::tilt::Tilt;
use crate::{Doubt, Odds, Photograph, Point, ReadCard, Reading, Unread};

/// The observations of a card, in pixels of the photograph as stored.
pub(crate) struct Evidence {
    /// Its symbols.
    pub(crate) chain: Chain,
    /// Its edges.
    pub(crate) outline: Outline,
    /// The way from a symbol to the next one.
    pub(crate) step: Point,
    /// The part of the rim that is not plain paper.
    pub(crate) rim: f32,
}

/// How far the middle of a card's symbols may be from the centre of its outline, in steps from symbol
/// to symbol: the standard deviation.
const OFF_CENTRE: f32 = 0.13;

/// The odds below which an attribute is called unclear.
const UNCLEAR: f32 = 0.985;

/// The odds of a colour up to which the picture may not show it.
const UNSHOWN: f32 = 0.7;

/// The part of the rim of a card that may not be plain: one in forty drawn cards that are read right exceeds it, and one
/// in four that are not (`train/limits.py`).
const UNEVEN: f32 = 0.44;
/// The area of a card over that of the cards beside it: six in a thousand cards that are read right are beyond either end.
const ALIKE: Range<f32> = 0.7..1.53;

/// The highest confidence in a card of a pile: of such drawn cards three in four are right, but six in ten in the worst piles.
const PILED: f32 = 0.65;

/// The confidence below which symbols without the edges of a card are left unread.
const STRANGE: f32 = 0.4;

/// How far a corner of a card may be outside the picture, in side lengths of a square as large as the
/// card. Beyond that, there may be further symbols.
const OUTSIDE: f32 = 0.1;

/// The place of solid among the shadings.
const SOLID: usize = 0;
/// The place of open.
const OPEN: usize = 2;
/// The pixels of the photograph along a cell of a patch below which lines are thin: an outline is narrower than two
/// pixels, and so are the gaps of hatching.
const THIN: f32 = 1.5;

/// The width of a card in pixels of the photograph below which it is small.
const SMALL: f32 = 60.0;

/// The part of a symbol that is as bright as the camera can show above which light may hide fine lines.
const GLARE: f32 = 0.15;

/// The number of nearest cards that a card is compared with.
const NEIGHBOURS: usize = 5;

/// The share of outlines that are wrong.
const STRAY: f32 = 0.03;

/// The reading of cards that were seen.
pub(crate) fn judge(photograph: &Photograph, evidence: &[Evidence], unread: &[Unread]) -> Reading {
    let mut cards: Vec<ReadCard> = Vec::new();
    let of_picture =
        |place: &Unread| Unread { corners: upright(photograph, place.corners), ..place.clone() };
    let mut unread: Vec<Unread> = unread.iter().map(of_picture).collect();
    let (editions, witnesses) = witnesses(photograph, evidence);
    for ((odds, witnesses), card) in witnesses.iter().zip(evidence) {
        let read = read_card(photograph, card, odds, witnesses);
        // It looks like a symbol, but neither like a card in general nor like a particular one.
        if read.confidence < STRANGE && witnesses.edges < 3 {
            unread.push(Unread { corners: read.corners, doubt: Doubt::NoOutline });
        } else {
            cards.push(read);
        }
    }
    let (width, height) = (photograph.width(), photograph.height());
    arranged(Reading { width, height, cards, unread, edition: shown(editions), confidence: 0.0 })
}

/// A reading with its cards in the order of the table, and their confidence.
pub(crate) fn arranged(mut reading: Reading) -> Reading {
    let cards = &mut reading.cards;
    twice(cards);
    let places: Vec<(Point, f32)> = cards.iter().map(|card| extent(&card.corners)).collect();
    for (card, (row, column)) in cards.iter_mut().zip(layout(&places)) {
        (card.row, card.column) = (row, column);
    }
    cards.sort_by_key(|card| (card.row, card.column));
    let confidence = cards.iter().map(|card| card.confidence).product();
    reading.confidence = if cards.is_empty() { 0.0 } else { confidence };
    reading
}

/// The centre and the height of a card.
fn extent(corners: &[Point; 4]) -> (Point, f32) {
    let centre = corners.iter().fold(Point::default(), |sum, &corner| sum + corner) * 0.25;
    let heights = corners.map(|corner| corner.y);
    let most = heights.into_iter().fold(f32::MIN, f32::max);
    let least = heights.into_iter().fold(f32::MAX, f32::min);
    (centre, most - least)
}

/// The odds of the editions, and for each card those of its properties, and its witnesses.
pub(crate) fn witnesses(
    photograph: &Photograph,
    evidence: &[Evidence],
) -> ([f32; 2], Vec<([Odds; 4], Witnesses)>) {
    let near: Vec<Vec<usize>> = evidence.iter().map(|card| beside(evidence, card)).collect();
    let inked = inked(evidence, &near);
    let colours = colours(&inked);
    let printed: Vec<[f32; SHAPES]> = evidence.iter().map(printed).collect();
    let editions = editions(&printed);
    let odds = |((card, colour), printed): ((&Evidence, Odds), &[f32; SHAPES])| {
        let shading = together(card.chain.symbols.iter().map(|symbol| symbol.sight.shading));
        [count(card), colour, shading, shapes(printed, editions)]
    };
    let odds: Vec<[Odds; 4]> = evidence.iter().zip(colours).zip(&printed).map(odds).collect();
    let edition = 3 * likeliest(&editions);
    let sizes = sizes(evidence, &near);
    // A sheet shows all its edges: another frame over it is wrong, or covers at most a corner.
    let is_piled = |card: &Evidence| {
        card.chain.sheet.is_none() && evidence.iter().any(|other| overlap(card, other))
    };
    let piled = evidence.iter().filter(|card| is_piled(card)).count();
    let of = |index: usize| {
        let (card, odds, inked) = (&evidence[index], odds[index], &inked[index]);
        let symbols = &card.chain.symbols;
        let least = |of: fn(&Symbol) -> f32| symbols.iter().map(of).fold(f32::MAX, f32::min);
        let is_cut_off = outside(photograph, &card.outline) > OUTSIDE * card.outline.area().sqrt();
        let witnesses = Witnesses {
            odds: odds.map(|odds| odds[likeliest(&odds)]),
            symbol: least(|symbol| symbol.sight.symbol),
            edges: card.outline.edges(),
            rim: if card.chain.sheet.is_some() { 0.0 } else { card.rim },
            off_centre: off_centre(card),
            size: sizes[index],
            is_cut_off,
            piled: if is_piled(card) { piled } else { 0 },
            pixels: least(|symbol| symbol.pixels),
            clipped: -least(|symbol| -symbol.clipped),
            shading: likeliest(&odds[2]),
            chroma: least(|symbol| symbol.hue.length()),
            tint: -least(|symbol| -symbol.tint.length()),
            strange: -least(|symbol| -symbol.sight.strange),
            is_sheet: card.chain.sheet.is_some(),
            is_faint: card.chain.is_faint,
            odd: (inked.tint - inked.beside).length(),
            edition: printed[index][edition..][..3].iter().sum(),
            cards: evidence.len(),
        };
        (odds, witnesses)
    };
    (editions, (0..evidence.len()).map(of).collect())
}

/// The ink and the light of all cards, given the nearest ones to each.
fn inked(evidence: &[Evidence], near: &[Vec<usize>]) -> Vec<Inked> {
    let mean = |card: &Evidence, of: fn(&Symbol) -> Point| {
        let symbols = &card.chain.symbols;
        let sum = symbols.iter().fold(Point::default(), |sum, symbol| sum + of(symbol));
        sum * (1.0 / symbols.len() as f32)
    };
    let tints: Vec<Point> = evidence.iter().map(|card| mean(card, |symbol| symbol.tint)).collect();
    let inked = |((card, near), &tint): ((&Evidence, &Vec<usize>), &Point)| {
        let symbols = &card.chain.symbols;
        let shading = together(symbols.iter().map(|symbol| symbol.sight.shading));
        let middle = |of: fn(Point) -> f32| median(near.iter().map(|&index| of(tints[index])));
        let (right, down) = (middle(|tint| tint.x), middle(|tint| tint.y));
        Inked {
            hue: mean(card, |symbol| symbol.hue),
            is_solid: likeliest(&shading) == SOLID,
            odds: together(symbols.iter().map(|symbol| symbol.sight.colour)),
            tint,
            beside: right.zip(down).map_or(tint, |(x, y)| Point::new(x, y)),
        }
    };
    evidence.iter().zip(near).zip(&tints).map(inked).collect()
}

/// The odds of the printed shape of a card's symbols.
fn printed(card: &Evidence) -> [f32; SHAPES] {
    together(card.chain.symbols.iter().map(|symbol| symbol.sight.shape))
}

/// Whether two cards cover one another: a corner of one, or a symbol, lies well within the other.
fn overlap(one: &Evidence, other: &Evidence) -> bool {
    let (mine, theirs) = (&one.outline, &other.outline);
    if one.chain.centre() == other.chain.centre() {
        return false;
    }
    let within = |outline: &Outline, point: Point| {
        let centre = outline.centre();
        outline.contains(centre + (point - centre) * (1.0 / WELL_WITHIN))
    };
    let symbols = other.chain.symbols.iter().map(|symbol| symbol.frame.centre);
    mine.edges().max(theirs.edges()) >= 2
        && (theirs.corners.into_iter().chain(symbols).any(|point| within(mine, point))
            || mine.corners.into_iter().any(|corner| within(theirs, corner)))
}

/// How far the corners of an outline are outside the picture, in pixels.
fn outside(photograph: &Photograph, outline: &Outline) -> f32 {
    let [width, height] = photograph.stored_size().map(|side| side as f32);
    let out = |corner: &Point| {
        [-corner.x, -corner.y, corner.x - width, corner.y - height].into_iter().fold(0.0, f32::max)
    };
    outline.corners.iter().map(out).fold(0.0, f32::max)
}

/// The cards that are nearest to a card, by their places among all.
fn beside(evidence: &[Evidence], card: &Evidence) -> Vec<usize> {
    let distance = |index: usize| (evidence[index].chain.centre() - card.chain.centre()).length();
    let mut others: Vec<usize> = (0..evidence.len()).filter(|&at| distance(at) > 0.0).collect();
    sort(&mut others, |&index| distance(index));
    others.truncate(NEIGHBOURS);
    others
}

/// The area of each card over that of the nearest cards, as if seen from above.
fn sizes(evidence: &[Evidence], near: &[Vec<usize>]) -> Vec<f32> {
    let outlines: Vec<Outline> = evidence.iter().map(|card| card.outline).collect();
    let tilt = Tilt::of(&outlines);
    let area = |card: &Evidence| tilt.flattened(&card.outline).area().max(1.0);
    let areas: Vec<f32> = evidence.iter().map(area).collect();
    let of = |(near, area): (&Vec<usize>, &f32)| {
        let usual = median(near.iter().map(|&index| areas[index]));
        usual.map_or(1.0, |usual| area / usual)
    };
    near.iter().zip(&areas).map(of).collect()
}

/// The reading of a card.
fn read_card(
    photograph: &Photograph,
    evidence: &Evidence,
    odds: &[Odds; 4],
    witnesses: &Witnesses,
) -> ReadCard {
    let of = |card: Card| {
        let values = Deck::CLASSIC.values_of(card).zip(odds);
        (card, values.map(|(value, odds)| odds[value]).product())
    };
    let mut readings: Vec<(Card, f32)> = Deck::CLASSIC.cards().map(of).collect();
    sort(&mut readings, |reading| -reading.1);
    let (best, raw) = readings[0];
    let confidence = witnesses.confidence();
    // The other readings gain what the witnesses take from the first one, and lose what they add.
    let rest = (1.0 - confidence) / (1.0 - raw).max(1e-6);
    // The network is too sure of the colour and the shading of thin lines: the second of each stays.
    let is_thin = witnesses.pixels < THIN && likeliest(&odds[2]) != SOLID;
    let seconds = [1, 2].map(|property| {
        let is_other = |&&(card, _): &&(Card, f32)| {
            let pairs = Deck::CLASSIC.values_of(best).zip(Deck::CLASSIC.values_of(card));
            let mut differing = pairs.enumerate().filter(|(_, (one, other))| one != other);
            differing.next().is_some_and(|first| first.0 == property) && differing.next().is_none()
        };
        readings[1..].iter().find(is_other).filter(|_| is_thin).map(|other| other.0)
    });
    let further = readings[1..].iter().enumerate().filter_map(|(place, &(card, odds))| {
        let odds = (odds * rest).min(confidence);
        let is_likely = place < 4 && odds > 0.002;
        (is_likely || seconds.contains(&Some(card))).then_some((card, odds))
    });
    let symbols = evidence.chain.symbols.iter();
    let mut doubts = witnesses.doubts();
    if confidence < ReadCard::SURE {
        let all = unclear(evidence, witnesses);
        doubts.extend(all.into_iter().filter(|doubt| !doubts.contains(doubt)).collect::<Vec<_>>());
    }
    ReadCard {
        card: best,
        confidence,
        readings: std::iter::once((best, confidence)).chain(further).collect(),
        odds: *odds,
        corners: upright(photograph, evidence.outline.corners),
        symbols: symbols.map(|symbol| photograph.upright(symbol.frame.centre)).collect(),
        doubts,
        row: 0,
        column: 0,
    }
}

/// The odds of a property from several symbols. The same network sees them in the same light, so
/// they err together, and three say less than three times as much as one.
fn together<const N: usize>(odds: impl ExactSizeIterator<Item = [f32; N]>) -> [f32; N] {
    let weight = (odds.len() as f32).powf(-0.4);
    let mut sums = [0.0_f32; N];
    for odds in odds {
        for (sum, odds) in sums.iter_mut().zip(odds) {
            *sum += odds.max(1e-6).ln() * weight;
        }
    }
    let most = sums.into_iter().fold(f32::MIN, f32::max);
    normal(sums.map(|sum| (sum - most).exp()))
}

/// The same odds, adding up to 1.
pub(crate) fn normal<const N: usize>(odds: [f32; N]) -> [f32; N] {
    let sum: f32 = odds.iter().sum();
    odds.map(|odds| odds / sum)
}

/// The odds of one, two and three symbols: from the places beyond the found ones, and from the
/// position of these on the card.
fn count(evidence: &Evidence) -> Odds {
    let found = evidence.chain.symbols.len();
    let [before, after] = evidence.chain.further.map(|odds| odds.clamp(0.002, 0.998));
    let off = off_centre(evidence);
    // How well symbols would fit if their middle were this many steps after that of the found ones.
    let fits = |steps: f32| {
        off.map_or(1.0, |off| STRAY + (-((off + steps) / OFF_CENTRE).powi(2) / 2.0).exp())
    };
    let mut odds = [0.0; 3];
    odds[found - 1] += (1.0 - before) * (1.0 - after) * fits(0.0);
    if found < 3 {
        odds[found] += before * (1.0 - after) * fits(-0.5) + after * (1.0 - before) * fits(0.5);
    }
    if found == 1 {
        odds[2] += before * after * fits(0.0) + 0.02 * (before * fits(-1.0) + after * fits(1.0));
    }
    normal(odds)
}

/// The distance from the centre of the outline to the middle of the symbols, in steps from symbol
/// to symbol, if both edges across this direction were seen.
fn off_centre(evidence: &Evidence) -> Option<f32> {
    let (outline, step) = (&evidence.outline, evidence.step);
    let off = evidence.chain.centre() - outline.centre();
    (outline.seen[0] && outline.seen[2]).then(|| off.dot(step) / step.dot(step))
}

/// Why a card is not sure of which all is shown.
fn unclear(evidence: &Evidence, witnesses: &Witnesses) -> Vec<Doubt> {
    let properties = [Doubt::Count, Doubt::Colour, Doubt::Shading, Doubt::Shape];
    let mut by_odds = [0, 1, 2, 3].map(|index| (witnesses.odds[index], properties[index]));
    sort(&mut by_odds, |odds| odds.0);
    let unclear = by_odds.iter().filter(|(odds, _)| *odds < UNCLEAR);
    let mut doubts: Vec<Doubt> = unclear.map(|&(_, doubt)| doubt).collect();
    if witnesses.clipped > GLARE {
        doubts.push(Doubt::Glare);
    }
    let frame = evidence.outline.frame();
    if witnesses.pixels < 0.75 || 2.0 * frame.u.length().min(frame.v.length()) < SMALL {
        doubts.push(Doubt::Blur);
    }
    if off_centre(evidence).is_some_and(|off| off.abs() > 0.3) {
        doubts.push(Doubt::OffCentre);
    }
    if doubts.is_empty() {
        // No property alone is unclear: name the least clear one.
        doubts.push(by_odds[0].1);
    }
    doubts
}

/// A deck has each card once: of two that are read alike, at most one is right.
fn twice(cards: &mut [ReadCard]) {
    let all: Vec<Card> = cards.iter().map(|card| card.card).collect();
    for card in cards {
        if all.iter().filter(|&&other| other == card.card).count() > 1 {
            card.doubts.insert(0, Doubt::Twice);
            card.limit(0.5);
        }
    }
}

/// Corners in the upright picture: clockwise, from the one that is nearest to its upper left corner.
fn upright(photograph: &Photograph, corners: [Point; 4]) -> [Point; 4] {
    let mut corners = corners.map(|corner| photograph.upright(corner));
    let [a, b, c, d] = corners;
    if (c - a).cross(d - b) < 0.0 {
        corners.reverse();
    }
    let first = (0..4).min_by(|&one, &other| {
        let sum = |corner: usize| corners[corner].x + corners[corner].y;
        sum(one).total_cmp(&sum(other))
    });
    corners.rotate_left(first.unwrap_or(0));
    corners
}

// The probability that a card was read correctly.
//
// The odds of the network are those of single attributes on pictures like the ones it was trained
// with. Whether a card is right also depends on other observations: its edges, the position of its
// symbols between them, its size compared with the other cards. A logistic regression over these
// witnesses gives the confidence; `train/calibrate.py` fits its weights to drawn photographs. Cards of which a
// part is hidden, and those that are not shown as cards are, have weights of their own, since the odds of the
// network say less about them.
//
// The weights are fitted to 19,047 cards of 2,200 drawn photographs (`witnesses OUT 20000 1100`, `60000 1100`), half
// of them of the classic edition and half spoiled in one of the ways of `stress`. Each witness says why it speaks for a
// card.

/// The number of witnesses.
pub(crate) const WITNESSES: usize = 18;

/// The observations that show whether a card was read correctly.
#[derive(Clone, Copy, Debug)]
pub struct Witnesses {
    /// The odds of the likeliest count, colour, shading and shape.
    pub odds: [f32; 4],
    /// The lowest odds of being a symbol among those of the card.
    pub symbol: f32,
    /// The highest odds of being a symbol of another edition.
    pub strange: f32,
    /// The number of edges that were seen.
    pub edges: usize,
    /// Whether its edges are those of a bright sheet.
    pub is_sheet: bool,
    /// Whether no search found its symbols.
    pub is_faint: bool,
    /// The part of the rim that is not plain paper; 0 for a sheet.
    pub rim: f32,
    /// How far the symbols are from the centre, in steps, if the edges are known.
    pub off_centre: Option<f32>,
    /// The area of the card over that of the cards around it.
    pub size: f32,
    /// Whether the edge of the picture hides a part of it.
    pub is_cut_off: bool,
    /// How many cards lie over one another, if it is one of them.
    pub piled: usize,
    /// The pixels of the photograph along a cell of a patch.
    pub pixels: f32,
    /// The part of the symbols that is as bright as the camera can show.
    pub clipped: f32,
    /// The likeliest shading.
    pub shading: usize,
    /// How far the hue of its ink is from grey.
    pub chroma: f32,
    /// How strongly coloured the paper is.
    pub tint: f32,
    /// How much this differs from the paper of the cards beside it.
    pub odd: f32,
    /// The odds of all shapes of the edition of the table.
    pub edition: f32,
    /// The number of cards in the picture.
    pub cards: usize,
}

impl Witnesses {
    /// What is not shown of the card, or not as cards are, so that it is doubtful however clear the rest is.
    pub fn doubts(&self) -> Vec<Doubt> {
        // Where the card is not shown there may be further symbols.
        let is_strange = self.edges < 3 || self.rim > UNEVEN || !ALIKE.contains(&self.size);
        // Symbols that no search found may be others, or more: in light of one colour 3 of 20 such drawn cards are wrong,
        // and of 300 open ones, one in 15.
        let is_dim = self.is_faint && (self.tint > TINTED || self.shading == OPEN);
        let doubts = [
            (self.is_cut_off || self.piled > 0, Doubt::CutOff),
            (self.odds[1] < UNSHOWN, Doubt::Colour),
            (is_dim, Doubt::Count),
            (self.shading == OPEN && self.clipped > GLARE, Doubt::Glare),
            (is_strange, Doubt::NoOutline),
        ];
        doubts.into_iter().filter(|doubt| doubt.0).map(|doubt| doubt.1).collect()
    }

    /// The witnesses as numbers of about the same range. Each but the first one is the higher the better, so no weight
    /// is negative.
    pub fn numbers(&self) -> [f32; WITNESSES] {
        let odds = self.odds.map(logit);
        let clipped = self.clipped.min(0.5) * 4.0;
        [
            1.0,
            // The odds of the whole card, and how much clearer than clear even its least clear property is: the
            // network is often sure of what is wrong, and hardly ever as sure as it can be.
            logit(self.odds.iter().product()),
            (odds.into_iter().fold(f32::MAX, f32::min) - 8.0).max(0.0),
            // The count and the shading again: fine lines and hidden symbols are lost before colours and shapes.
            odds[0],
            odds[2],
            logit(self.symbol),
            // What resembles a symbol of another edition is seldom the nearest one.
            -self.strange,
            // The edges of a sheet show that it is a card, and which symbols are its own.
            f32::from(self.is_sheet),
            // Symbols that were looked for at a place may be others, or more.
            -f32::from(self.is_faint),
            // Another thing is on its rim, and may hide symbols.
            -self.rim,
            // A symbol is missing on one side, or belongs to another card.
            self.off_centre.map_or(0.25, |off| off.abs().min(1.0)) * -4.0,
            // Cards of a table are equally large.
            self.size.ln().abs().min(1.5) * -2.0,
            // In a pile other cards hide symbols; the edge of the picture seldom hides whole ones.
            self.piled.min(12) as f32 / -4.0,
            // Light washes out hatching, and then it looks open.
            -clipped,
            if self.shading == OPEN { -clipped } else { 0.0 },
            // Grey ink has no colour that could be told.
            (self.chroma.max(1e-3) / 0.1).log2().clamp(-1.5, 0.0),
            // In light of one colour another channel is dark and noisy, and shapes blur with it.
            -self.tint.min(0.6),
            // Things that resemble a card are mostly alone.
            (self.cards.min(12) as f32).log2(),
        ]
    }

    /// Whether all of the card is shown (0), a part is hidden (1), or it is not shown as cards are (2).
    pub fn kind(&self) -> usize {
        let doubts = self.doubts();
        if doubts.contains(&Doubt::CutOff) { 1 } else { 2 * usize::from(!doubts.is_empty()) }
    }

    /// How probable it is that the card is right.
    pub(crate) fn confidence(&self) -> f32 {
        let (weights, knee, bend) = WEIGHTS[self.kind()];
        let sum: f32 =
            self.numbers().iter().zip(weights).map(|(number, weight)| number * weight).sum();
        // What speaks for a card counts more where all speaks for it: its witnesses are not independent.
        let odds = 1.0 / (1.0 + (-sum - bend * (sum - knee).max(0.0)).exp());
        if self.piled > 0 { odds.min(PILED) } else { odds }
    }
}

/// The log-odds of a probability, which is clamped away from 0 and 1.
fn logit(odds: f32) -> f32 {
    (odds.max(1e-4) / (1.0 - odds).max(1e-4)).ln()
}

/// The weight of each witness, from which sum on the rest counts more, and how much: of cards of which all is shown, of those
/// of which a part is hidden, and of others.
#[rustfmt::skip]
const WEIGHTS: [([f32; WITNESSES], f32, f32); 3] = [
    ([-2.5144, 0.3786, 0.5713, 0.0000, 0.1395, 0.1397, 1.7947, 0.3113, 0.3265,
      4.8230, 0.6546, 1.1328, 0.0000, 0.0562, 1.2076, 0.3973, 1.2191, 0.6201], 2.879, 0.213),
    ([-1.8587, 0.0307, 1.3424, 0.0076, 0.1299, 0.0919, 0.8248, 0.0000, 0.0000,
      3.5954, 0.0000, 1.4359, 0.4431, 0.5240, 0.1542, 0.4411, 0.0000, 0.7039], 0.757, 0.589),
    ([-1.5629, 0.0561, 0.1253, 0.1290, 0.0668, 0.0295, 2.7681, 0.1682, 0.0000,
      1.4411, 0.0000, 0.4787, 0.0000, 0.3252, 0.0000, 0.8398, 0.0000, 0.3671], 0.805, 0.700),
];
