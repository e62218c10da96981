//! Sheets: bright quadrilaterals on a darker table, most of which are cards.
//!
//! A card is brighter than a dark table whatever the light, so at some brightness it is a region of its
//! own, as in the component tree of J. Matas et al. ("Robust wide baseline stereo from maximally stable
//! extremal regions", 2002). In units of its principal axes every parallelogram is a square, turned by
//! some angle; so the points of an outline fall to four sides, however the camera sees the sheet. A
//! straight line is fitted to each side, which leaves the round corners out.

use std::f32::consts::PI;

use tercet::Stop;
use tercet::solver::Limit;

use crate::outline::{COVERED, LINES, Outline, sides, straight};
use crate::region::regions;
use crate::scaled::Map;
use crate::symbol::{grouped, principal};
use crate::{Frame, Point};

/// How much smaller the map is in which sheets are looked for.
const SMALLER: f32 = 2.0;
/// The number of levels of brightness, and the factor from one to the next.
const LEVELS: usize = 18;
const DARKER: f32 = 0.93;
/// The share of the pixels that are brighter than paper: reflections.
const BRIGHTEST: f32 = 0.005;
/// The least side of a sheet, in pixels of the smaller map.
const SMALLEST: usize = 12;
/// The share of a side that must lie on its line.
const STRAIGHT: f32 = 0.75;

/// The sheets in a picture, each once.
pub(crate) fn sheets(map: &Map, limit: &Limit) -> Result<Vec<Outline>, Stop> {
    let small = map.shrunk(SMALLER, limit)?;
    let mut watch = limit.watch();
    let mut found: Vec<Outline> = Vec::new();
    let mut level = brightest(&small);
    for _ in 0..LEVELS {
        limit.check()?;
        level *= DARKER;
        let bright = |&value: &u8| u8::from(f32::from(value) > level);
        let paper: Vec<u8> = small.values.iter().map(bright).collect();
        for region in regions(&paper, small.width) {
            let is_large = region.width().min(region.height()) >= SMALLEST;
            if is_large && !region.is_cut(small.width, small.height) {
                let outline = region.outline(&paper, small.width);
                watch.tick(outline.len())?;
                found.extend(quadrilateral(&outline));
            }
        }
    }
    // Of a sheet found at several levels the one in their middle is half-way down its edges.
    let groups = grouped(found, limit, is_same)?;
    let middle = |group: &Vec<Outline>| group[group.len() / 2].scaled(SMALLER).refined(map);
    groups.iter().map(|group| limit.check().map(|()| middle(group))).collect()
}

/// The brightness that few pixels exceed.
fn brightest(map: &Map) -> f32 {
    let mut counts = [0_usize; 256];
    map.values.iter().for_each(|&value| counts[usize::from(value)] += 1);
    let mut left = (BRIGHTEST * map.values.len() as f32) as usize;
    for (value, count) in counts.into_iter().enumerate().rev() {
        if count > left {
            return value as f32;
        }
        left -= count;
    }
    0.0
}

/// Whether two outlines are of the same sheet.
fn is_same(one: &Outline, other: &Outline) -> bool {
    let way = one.frame().of(other.centre());
    way.length() < 0.2 && (0.8..1.25).contains(&(one.area() / other.area()))
}

/// The quadrilateral that an outline is, but for its corners.
fn quadrilateral(outline: &[Point]) -> Option<Outline> {
    let (frame, area) = principal(outline)?;
    let filled = area / (4.0 * PI * frame.area());
    if !(0.9..0.985).contains(&filled) {
        return None;
    }
    // The fourth power of a complex number has the same angle at all corners of a square.
    let points = outline.iter().map(|&point| frame.of(point));
    let power = points.fold(Point::default(), |sum, point| {
        let square = Point::new(point.x * point.x - point.y * point.y, 2.0 * point.x * point.y);
        sum + Point::new(square.x * square.x - square.y * square.y, 2.0 * square.x * square.y)
    });
    let (sin, cos) = ((power.y.atan2(power.x) - PI) / 4.0).sin_cos();
    // The half side of a square is √3 standard deviations.
    let half = 3.0_f32.sqrt();
    let (u, v) = (Point::new(cos, sin) * half, Point::new(-sin, cos) * half);
    let way = |way: Point| frame.u * way.x + frame.v * way.y;
    let sides = sides(&Frame { centre: frame.centre, u: way(u), v: way(v) });
    let mut edges = [None; 4];
    for (edge, &(out, along)) in edges.iter_mut().zip(&sides) {
        let side = Frame { centre: frame.centre, u: along, v: out };
        let places = outline.iter().map(|&point| side.of(point));
        let places: Vec<Point> =
            places.filter(|place| place.x.abs() < place.y.min(COVERED)).collect();
        let every = places.len().div_ceil(LINES).max(1);
        let some: Vec<Point> = places.into_iter().step_by(every).collect();
        *edge = Some(straight(&some, STRAIGHT * (some.len() as f32).max(6.0))?);
    }
    Outline::of_edges(frame.centre, &sides, edges)
}

#[cfg(test)]
mod tests {
    use tercet::solver::Limit;

    use super::sheets;
    use crate::Point;
    use crate::outline::Outline;
    use crate::scaled::Map;

    #[test]
    fn a_card_in_perspective_is_a_sheet_and_a_disc_is_not() {
        let corners = [(60.0, 40.0), (200.0, 60.0), (190.0, 260.0), (40.0, 230.0)];
        let card = Outline { corners: corners.map(|(x, y)| Point::new(x, y)), seen: [true; 4] };
        let at = |x: usize, y: usize| Point::new(x as f32 + 0.5, y as f32 + 0.5);
        let is_bright = |point: Point| {
            card.contains(point) || (point - Point::new(300.0, 120.0)).length() < 60.0
        };
        let value = |index: usize| if is_bright(at(index % 400, index / 400)) { 180 } else { 60 };
        let map = Map { width: 400, height: 300, values: (0..400 * 300).map(value).collect() };
        let found = sheets(&map, &Limit::none()).unwrap();
        assert_eq!(found.len(), 1);
        for corner in card.corners {
            let near = found[0].corners.iter().any(|found| (*found - corner).length() < 1.5);
            assert!(near, "{:?}", found[0].corners);
        }
    }
}
