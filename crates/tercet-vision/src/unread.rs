//! Places that look like a card and were not read.
//!
//! A reflection can hide all symbols of a card. Its paper is still there: a bright patch of the size
//! and shape of the cards beside it. So beyond the cards that were read, the picture is searched for
//! such patches. Cards that lie under those that were read are one patch of any shape beside them. Where the
//! table is as bright as the cards, patches do not show, but the ink of a card that the edge of the picture cuts does.

use std::ops::Range;

use tercet::Stop;
use tercet::solver::Limit;

use crate::outline::{Outline, outline as edges};
use crate::point::{SLENDER, median, nearest};
use crate::region::{Region, regions};
use crate::scaled::Map;
use crate::symbol::principal;
use crate::tilt::Tilt;
use crate::{Frame, Point};

/// How dark paper may be, as a share of the paper of the nearest card: the table may be nearly as
/// bright, and the card in the shade or in a reflection.
const PAPER: [f32; 3] = [0.72, 0.85, 0.97];

/// How dark ink is at most, as a share of the paper.
const INK: f32 = 0.85;

/// The least area of a pile of cards, as a share of a card, and how much of its outline runs along cards that were read.
const PILE: f32 = 0.3;
const ALONG: f32 = 0.2;

/// The sides of a part of a card at the edge of the picture, in half sides of a card: the one that is cut, and the
/// other one.
const PART: Range<f32> = 0.25..2.3;
const WHOLE: Range<f32> = 1.75..2.3;
/// The least number of its edges that are seen.
const EDGES: usize = 2;

/// How uneven paper may be, as a multiple of that of the nearest card and a little more: of 416 patches on drawn cards that
/// were not read, one in a hundred is more uneven, and of 110 elsewhere, mostly on wood and cloth, a third.
const GRAIN: f32 = 2.2;
const FINE: f32 = 0.002;
/// The places of a patch, along each side, at which this is looked at, and the part of the patch that they cover.
const PLACES: usize = 25;
const WITHIN: f32 = 0.84;

/// The sides of ink at the edge of the picture that may be a part of a symbol, over those of a square as large as a card: a
/// whole symbol has 0.57 and 0.27. How dark it is, and how bright the paper beside it, as shares of that of the nearest card;
/// how much of its outline has paper beside it, and how many pixels away.
const LONG: Range<f32> = 0.1..0.75;
const SHORT: Range<f32> = 0.04..0.5;
const DARK: f32 = 0.7;
const PALE: f32 = 0.75;
const ON_PAPER: f32 = 0.8;
const BESIDE: f32 = 3.0;

/// The least area of a card in pixels of the map.
const SMALLEST: f32 = 60.0;

/// A card that was read, in pixels of the map.
struct Known {
    outline: Outline,
    centre: Point,
    /// Its area, as if seen from above.
    area: f32,
    /// From its centre to the middles of its edges, as if seen from above.
    frame: Frame,
    /// The brightness of its paper, and how uneven it is.
    paper: f32,
    grain: f32,
}

/// The frames of bright patches like these cards, and of ink at the edge of the picture, in pixels of the map.
pub(crate) fn unread(map: &Map, cards: &[Outline], limit: &Limit) -> Result<Vec<Frame>, Stop> {
    let mut watch = limit.watch();
    let tilt = Tilt::of(cards);
    let known: Vec<Known> = cards
        .iter()
        .filter(|card| card.edges() >= 3)
        .filter_map(|card| known(map, card, &tilt))
        .collect();
    if known.is_empty() {
        return Ok(Vec::new());
    }
    // The cards, and a little around them, are masked: paper there is already known.
    let read: Vec<Outline> = cards.iter().map(|card| wider(card, 1.06)).collect();
    let paper = |index: usize| {
        watch.tick(1 + read.len())?;
        let at = Point::new((index % map.width) as f32 + 0.5, (index / map.width) as f32 + 0.5);
        let is_read = read.iter().any(|card| card.contains(at));
        Ok(if is_read { f32::INFINITY } else { near(&known, at).paper })
    };
    let papers = (0..map.values.len()).map(paper).collect::<Result<Vec<f32>, Stop>>()?;
    let around: Vec<Outline> = known.iter().map(|card| wider(&card.outline, 1.15)).collect();
    let mut found = cut_symbols(map, &known, &papers);
    watch.tick(map.values.len())?;
    for least in PAPER {
        let is_paper = |(&value, paper): (&u8, &f32)| u8::from(f32::from(value) > least * paper);
        let paper: Vec<u8> = map.values.iter().zip(&papers).map(is_paper).collect();
        for region in regions(&paper, map.width) {
            let outline = region.outline(&paper, map.width);
            watch.tick(outline.len() * around.len())?;
            let Some((frame, area)) = principal(&outline) else { continue };
            let near = near(&known, frame.centre);
            let is_pile = || {
                let is_beside = |at: &&Point| around.iter().any(|card| card.contains(**at));
                least == PAPER[0]
                    && !region.is_cut(map.width, map.height)
                    && area >= PILE * near.outline.area()
                    && outline.iter().filter(is_beside).count() as f32
                        > ALONG * outline.len() as f32
            };
            let is_new = found.iter().all(|other| other.of(frame.centre).length() > 1.0);
            // A rectangle has half sides of √3 standard deviations.
            let half = 3.0_f32.sqrt();
            let rectangle = Frame { centre: frame.centre, u: frame.u * half, v: frame.v * half };
            let is_paper = || grain(map, &rectangle) < GRAIN * (near.grain + FINE);
            let is_card = || is_card(&region, &outline, &frame, near, map, &tilt) || is_pile();
            if is_new && is_card() && is_paper() {
                found.push(frame);
            }
        }
    }
    Ok(found)
}

/// The known card that is nearest to a point.
fn near(known: &[Known], at: Point) -> &Known {
    nearest(known, at, |card| card.centre).expect("there are known cards")
}

/// The frames of ink on paper at the edge of the picture, which may be a part of a symbol, given how bright paper is at each
/// pixel.
fn cut_symbols(map: &Map, known: &[Known], papers: &[f32]) -> Vec<Frame> {
    let is_ink = |(&value, &paper): (&u8, &f32)| {
        u8::from(paper < f32::INFINITY && f32::from(value) < DARK * paper)
    };
    let ink: Vec<u8> = map.values.iter().zip(papers).map(is_ink).collect();
    let frame = |region: Region| {
        let outline = region.outline(&ink, map.width);
        let (frame, _) = principal(&outline)?;
        let near = near(known, frame.centre);
        // An open symbol has paper within it, too. At the edge of the picture nothing is beside it.
        let is_on_paper = |at: &Point| {
            let way = *at - frame.centre;
            let way = way * (BESIDE / way.length().max(1.0));
            let both = [*at + way, *at - way];
            let is_paper = |at: &Point| map.at(*at) > PALE * near.paper;
            both.iter().all(|at| map.contains(*at)).then(|| both.iter().any(is_paper))
        };
        let on_paper: Vec<bool> = outline.iter().filter_map(is_on_paper).collect();
        let share = on_paper.iter().filter(|it| **it).count() as f32 / on_paper.len() as f32;
        let side = near.outline.area().sqrt();
        let [one, other] = [region.width(), region.height()].map(|it| it as f32 / side);
        let is_part = LONG.contains(&one.max(other)) && SHORT.contains(&one.min(other));
        (is_part && region.is_cut(map.width, map.height) && share > ON_PAPER).then_some(frame)
    };
    regions(&ink, map.width).into_iter().filter_map(frame).collect()
}

/// A card that was read, if it is large enough to compare with.
fn known(map: &Map, outline: &Outline, tilt: &Tilt) -> Option<Known> {
    let flat = tilt.flattened(outline);
    let (_, area) = principal(&flat.corners)?;
    let [a, b, c, d] = outline.corners;
    let centre = outline.centre();
    // A card has no symbols near its corners.
    let values = [a, b, c, d].map(|corner| map.at(corner + (centre - corner) * 0.2));
    (area > SMALLEST).then_some(Known {
        outline: *outline,
        centre,
        area,
        frame: flat.frame(),
        paper: median(values.into_iter())?,
        grain: grain(map, &outline.frame()),
    })
}

/// Whether a patch of paper is like the nearest card, or like a part of it, cut off by the edge of the
/// picture.
fn is_card(
    region: &Region,
    outline: &[Point],
    frame: &Frame,
    nearest: &Known,
    map: &Map,
    tilt: &Tilt,
) -> bool {
    let is_small = ((region.width() * region.height()) as f32) < SMALLEST;
    if is_small || nearest.outline.contains(frame.centre) {
        return false;
    }
    let flat: Vec<Point> = outline.iter().map(|&point| tilt.flat(point)).collect();
    let Some((flat, area)) = principal(&flat) else { return false };
    let filled = area / (4.0 * std::f32::consts::PI * flat.area());
    // The half sides of a rectangle on the table, in half widths of a card.
    let [long, short] = flat.on_table(&nearest.frame).1.map(|length| length * 3.0_f32.sqrt());
    let area = area / nearest.area;
    if region.is_cut(map.width, map.height) {
        // For a part of a card, only the ink on it is certain. It is no longer than a card, and fills its frame: of 222
        // drawn cards that patches at the edge show, 220 do so, and 88 of 105 other patches.
        let has_ink = (0.15..1.15).contains(&area)
            && (0.4..3.0).contains(&(long / short / SLENDER))
            && long < 1.33 * SLENDER
            && (0.4..1.0).contains(&filled)
            && (0.03..0.6).contains(&ink(frame, map, nearest.paper));
        has_ink || filled > 0.2 && is_part(outline, nearest, map)
    } else {
        (0.75..1.33).contains(&short)
            && (0.75..1.33).contains(&(long / SLENDER))
            && (0.88..1.0).contains(&filled)
    }
}

/// Whether a patch at the edge of the picture is a part of a card that lies like the nearest one: it is as wide or as
/// high as that one, and has edges.
fn is_part(outline: &[Point], nearest: &Known, map: &Map) -> bool {
    let card = nearest.outline.frame();
    let places: Vec<Point> = outline.iter().map(|&point| card.of(point)).collect();
    let range = |of: fn(&Point) -> f32| {
        let places = places.iter().map(of);
        (places.clone().fold(f32::MAX, f32::min), places.fold(f32::MIN, f32::max))
    };
    let ((left, right), (top, bottom)) = (range(|place| place.x), range(|place| place.y));
    let (wide, high) = (right - left, bottom - top);
    let centre = card.at(f32::midpoint(left, right), f32::midpoint(top, bottom));
    let part = Frame { centre, u: card.u * (wide / 2.0), v: card.v * (high / 2.0) };
    PART.contains(&wide.min(high))
        && WHOLE.contains(&wide.max(high))
        && edges(map, &part, [0.8, 0.8]).edges() >= EDGES
}

/// An outline that is this many times as wide and high.
fn wider(card: &Outline, factor: f32) -> Outline {
    let centre = card.centre();
    Outline { corners: card.corners.map(|corner| centre + (corner - centre) * factor), ..*card }
}

/// How uneven a rectangle is: by how much a pixel differs from those beside it, as a share, at most of its places.
fn grain(map: &Map, rectangle: &Frame) -> f32 {
    let along = |place: usize| (place as f32 / (PLACES - 1) as f32 * 2.0 - 1.0) * WITHIN;
    let at = |index: usize| rectangle.at(along(index % PLACES), along(index / PLACES));
    let differs = |at: Point| {
        let ways = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
        let beside = ways.map(|(x, y)| map.at(at + Point::new(x, y))).into_iter().sum::<f32>();
        (beside / 4.0 - map.at(at)).abs() / map.at(at).max(8.0)
    };
    let places = (0..PLACES * PLACES).map(at).filter(|&at| map.contains(at));
    median(places.map(differs)).unwrap_or_default()
}

/// The part of a patch that is darker than paper.
fn ink(frame: &Frame, map: &Map, paper: f32) -> f32 {
    let at = |index: i32| frame.at((index % 17 - 8) as f32 * 0.19, (index / 17 - 8) as f32 * 0.19);
    let shown = || (0..17 * 17).map(at).filter(|&at| map.contains(at));
    let dark = shown().filter(|&at| map.at(at) < INK * paper).count();
    dark as f32 / shown().count().max(1) as f32
}

#[cfg(test)]
mod tests {
    use tercet::solver::Limit;

    use super::unread;
    use crate::Point;
    use crate::outline::Outline;
    use crate::scaled::Map;

    /// Bright rectangles on a dark table: left, top, width and height.
    fn map(rectangles: &[[usize; 4]]) -> Map {
        let is_paper = |x: usize, y: usize| {
            rectangles.iter().any(|&[left, top, width, height]| {
                (left..left + width).contains(&x) && (top..top + height).contains(&y)
            })
        };
        let values = (0..400 * 300).map(|at| if is_paper(at % 400, at / 400) { 190 } else { 40 });
        Map { width: 400, height: 300, values: values.collect() }
    }

    /// A card that was read.
    fn read([left, top, width, height]: [usize; 4]) -> Outline {
        let corners = [(0, 0), (width, 0), (width, height), (0, height)];
        let corners = corners.map(|(x, y)| Point::new((left + x) as f32, (top + y) as f32));
        Outline { corners, seen: [true; 4] }
    }

    #[test]
    fn a_blank_card_is_noticed_and_other_things_are_not() {
        let (card, blank) = ([20, 20, 60, 90], [120, 20, 60, 90]);
        let (sheet, pen) = ([220, 20, 150, 200], [20, 200, 120, 8]);
        let found =
            unread(&map(&[card, blank, sheet, pen]), &[read(card)], &Limit::none()).unwrap();
        assert_eq!(found.len(), 1);
        assert!((found[0].centre - Point::new(150.0, 65.0)).length() < 1.5);
    }

    #[test]
    fn a_card_that_the_picture_cuts_is_noticed_without_ink_and_a_stripe_is_not() {
        let card = [150, 100, 60, 90];
        let found = |other: [usize; 4]| {
            unread(&map(&[card, other]), &[read(card)], &Limit::none()).expect("no limit").len()
        };
        // At the left edge, and at the upper one.
        assert_eq!((found([0, 110, 30, 90]), found([250, 0, 60, 40])), (1, 1));
        assert_eq!((found([0, 10, 20, 280]), found([0, 110, 6, 90])), (0, 0));
    }

    #[test]
    fn ink_at_the_edge_of_a_white_table_is_noticed_and_a_line_is_not() {
        let card = [150, 100, 60, 90];
        let found = |ink: [usize; 4]| {
            let mut map = map(&[[0, 0, 400, 300]]);
            for at in (ink[1]..ink[1] + ink[3]).map(|y| 400 * y) {
                map.values[at + ink[0]..at + ink[0] + ink[2]].fill(40);
            }
            unread(&map, &[read(card)], &Limit::none()).expect("no limit").len()
        };
        // A part of a symbol at the left edge, and at the upper one.
        assert_eq!((found([0, 130, 20, 18]), found([250, 0, 40, 10])), (1, 1));
        // A line, the table beyond a cloth, and ink that nothing cuts.
        assert_eq!((found([0, 150, 60, 2]), found([0, 0, 90, 300])), (0, 0));
        assert_eq!(found([40, 130, 20, 18]), 0);
    }

    #[test]
    fn without_a_card_there_is_nothing_to_compare_with() {
        let found = unread(&map(&[[20, 20, 60, 90]]), &[], &Limit::none());
        assert_eq!(found, Ok(Vec::new()));
    }
}
