//! Places that may show a symbol: regions of ink whose outline is like that of one.
//!
//! From the outline come the area of the shape and its moments (by Green's theorem), and from the
//! moments its principal axes. All ellipses have the same area in units of their axes, `4π`; a
//! rhombus and any other parallelogram have 12. The symbols of the game lie between or a little
//! above, however the camera sees them, and most other regions do not. The network decides about
//! the rest.

use std::f32::consts::PI;

use tercet::Stop;
use tercet::solver::Limit;

use crate::point::{axes, sort};
use crate::region::{Region, regions};
use crate::scaled::{Map, Scaled};
use crate::{Frame, Point};

/// The smallest symbol that is looked for: its longer side, in pixels of the scaled picture.
const SMALLEST: usize = 14;

/// The largest one, as a share of the picture's longer side.
const LARGEST: f32 = 0.6;

/// The windows and thresholds under which ink is looked for: the reach of the window as a share of the
/// longer side, and by how many 256ths ink is darker than the mean of the window.
const LOW: [(f32, u32); 4] = [(0.007, 18), (0.016, 10), (0.016, 26), (0.045, 30)];
const GREY: [(f32, u32); 2] = [(0.012, 12), (0.03, 24)];

/// A place that may show a symbol.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// Its principal axes, in pixels of the photograph as stored.
    pub(crate) frame: Frame,
    /// Its area there.
    pub(crate) area: f32,
    /// How much darker the outline is than its surroundings, from 0 to 1.
    pub(crate) contrast: f32,
    /// In how many of the maps it was found.
    pub(crate) votes: u32,
}

/// All places that may show a symbol in any of these pictures, each once, in pixels of the photograph
/// as stored.
pub(crate) fn candidates(pictures: &[&Scaled], limit: &Limit) -> Result<Vec<Candidate>, Stop> {
    let found = pictures.iter().map(|scaled| places(scaled, limit));
    distinct(found.collect::<Result<Vec<_>, _>>()?.concat(), limit)
}

/// All places that may show a symbol in a picture, some of them several times.
fn places(scaled: &Scaled, limit: &Limit) -> Result<Vec<Candidate>, Stop> {
    let mut watch = limit.watch();
    let long = scaled.low.width.max(scaled.low.height) as f32;
    let mut found: Vec<Candidate> = Vec::new();
    for (map, windows) in [(&scaled.low, &LOW[..]), (&scaled.grey, &GREY[..])] {
        let sums = sums(map);
        for &(reach, share) in windows {
            limit.check()?;
            let ink = ink(map, &sums, ((reach * long) as usize).max(3), share);
            let (width, height) = (map.width, map.height);
            for region in regions(&ink, width) {
                if !is_plausible(&region, long) || region.is_cut(width, height) {
                    continue;
                }
                let outline = region.outline(&ink, width);
                watch.tick(outline.len())?;
                found.extend(candidate(&outline, scaled));
            }
        }
    }
    Ok(found)
}

/// Whether a region is as large as a symbol may be.
fn is_plausible(region: &Region, long: f32) -> bool {
    let (less, more) = (region.width().min(region.height()), region.width().max(region.height()));
    more >= SMALLEST && more as f32 <= LARGEST * long && 8 * less >= more
}

/// The place with this outline, if it is like a symbol.
fn candidate(outline: &[Point], scaled: &Scaled) -> Option<Candidate> {
    let (frame, area) = principal(outline)?;
    let axes = frame.area();
    let filled = area / (4.0 * PI * axes);
    let slender = frame.u.length() / frame.v.length();
    if !(0.80..=1.04).contains(&filled) || !(1.0..=5.5).contains(&slender) || frame.v.length() < 1.5
    {
        return None;
    }
    // The outline of a symbol neither comes near its centre nor goes far from it.
    if outline.iter().any(|&point| !(0.9..=3.2).contains(&frame.of(point).length())) {
        return None;
    }
    let contrast = contrast(outline, &frame, scaled);
    let (frame, area) = (frame.scaled(scaled.scale), area * scaled.scale * scaled.scale);
    (contrast > 0.02).then_some(Candidate { frame, area, contrast, votes: 1 })
}

/// The principal axes of the area within an outline, and that area; `None` if it is too small.
pub(crate) fn principal(outline: &[Point]) -> Option<(Frame, f32)> {
    let origin = *outline.first()?;
    let (mut area, mut x, mut y, mut xx, mut xy, mut yy) =
        (0_f32, 0_f32, 0_f32, 0_f32, 0_f32, 0_f32);
    let mut previous = *outline.last()? - origin;
    for &point in outline {
        let point = point - origin;
        let cross = previous.cross(point);
        area += cross;
        x += cross * (previous.x + point.x);
        y += cross * (previous.y + point.y);
        xx += cross * (previous.x * previous.x + previous.x * point.x + point.x * point.x);
        yy += cross * (previous.y * previous.y + previous.y * point.y + point.y * point.y);
        xy += cross
            * (previous.x * point.y
                + 2.0 * previous.x * previous.y
                + 2.0 * point.x * point.y
                + point.x * previous.y);
        previous = point;
    }
    let area = area / 2.0;
    if area < 20.0 {
        return None;
    }
    let (x, y) = (x / (6.0 * area), y / (6.0 * area));
    let xx = xx / (12.0 * area) - x * x;
    let yy = yy / (12.0 * area) - y * y;
    let xy = xy / (24.0 * area) - x * y;
    let (axis, [long, short]) = axes(xx, xy, yy);
    if short <= 0.1 {
        return None;
    }
    let (u, v) = (axis * long.sqrt(), axis.turned() * short.sqrt());
    Some((Frame { centre: origin + Point::new(x, y), u, v }, area))
}

/// How much darker an outline is than a ring about it, as a share of the ring's brightness.
fn contrast(outline: &[Point], frame: &Frame, scaled: &Scaled) -> f32 {
    let step = outline.len().div_ceil(48);
    let (mut on, mut about) = (0.0, 0.0);
    for &point in outline.iter().step_by(step) {
        on += scaled.low.at(point);
        about += scaled.low.at(frame.centre + (point - frame.centre) * 1.3);
    }
    if about <= 0.0 { 0.0 } else { 1.0 - on / about }
}

/// Of places found several times, the one with the most contrast, with the number of times as votes.
fn distinct(mut found: Vec<Candidate>, limit: &Limit) -> Result<Vec<Candidate>, Stop> {
    sort(&mut found, |place| place.area);
    let is_same = |one: &Candidate, other: &Candidate| {
        other.frame.of(one.frame.centre).length() < 0.5 && one.area < 1.35 * other.area
    };
    let best = |group: Vec<Candidate>| {
        let votes = group.len() as u32;
        let best = group.into_iter().max_by(|one, other| one.contrast.total_cmp(&other.contrast));
        best.map(|candidate| Candidate { votes, ..candidate })
    };
    Ok(grouped(found, limit, is_same)?.into_iter().filter_map(best).collect())
}

/// Groups of things, each the same as one before it in its group.
// Inlined, what depends on one of the two things alone is calculated once for many others.
#[inline]
pub(crate) fn grouped<T>(
    things: Vec<T>,
    limit: &Limit,
    is_same: impl Fn(&T, &T) -> bool,
) -> Result<Vec<Vec<T>>, Stop> {
    let mut groups: Vec<Vec<T>> = Vec::new();
    let mut watch = limit.watch();
    for (before, thing) in things.into_iter().enumerate() {
        watch.tick(before)?;
        match groups.iter_mut().find(|group| group.iter().any(|other| is_same(&thing, other))) {
            Some(group) => group.push(thing),
            None => groups.push(vec![thing]),
        }
    }
    Ok(groups)
}

// Ink on paper: what is darker than its surroundings.
//
// A threshold for the whole picture fails wherever light falls unevenly. Each pixel is compared with
// the mean of a square window about it instead, and is ink if it is darker by a share of that mean:
// light multiplies, so the share stays the same in the shade. The sums over windows come from a table
// of sums, in constant time each (F. C. Crow, "Summed-area tables for texture mapping", 1984).
//
// No window suits all photographs: in a small one noise becomes ink, in a large one the edge of a
// shadow does. So several are tried, and ink found in any of them counts.

/// For each pixel, the sum of all above and left of it: with a row and a column of zeros before.
fn sums(map: &Map) -> Vec<u32> {
    let width = map.width + 1;
    let mut sums = vec![0_u32; width * (map.height + 1)];
    for (y, row) in map.values.chunks_exact(map.width).enumerate() {
        let (above, below) = sums.split_at_mut((y + 1) * width);
        let above = &above[y * width..];
        let mut sum = 0;
        for (x, &value) in row.iter().enumerate() {
            sum += u32::from(value);
            below[x + 1] = above[x + 1].wrapping_add(sum);
        }
    }
    sums
}

/// The pixels that are darker than the mean of a window of `2 * reach + 1` pixels by more than a
/// share of it, in 256ths, as ones; others are zeros.
fn ink(map: &Map, sums: &[u32], reach: usize, share: u32) -> Vec<u8> {
    let Map { width, height, .. } = *map;
    let mut ink = vec![0; width * height];
    for y in 0..height {
        let (top, bottom) = (y.saturating_sub(reach), (y + reach + 1).min(height));
        let above = &sums[top * (width + 1)..(top + 1) * (width + 1)];
        let below = &sums[bottom * (width + 1)..(bottom + 1) * (width + 1)];
        let values = &map.values[y * width..(y + 1) * width];
        let ink = &mut ink[y * width..(y + 1) * width];
        let rows = (bottom - top) as u32;
        for x in 0..width {
            let (left, right) = (x.saturating_sub(reach), (x + reach + 1).min(width));
            let sum = below[right]
                .wrapping_sub(below[left])
                .wrapping_sub(above[right].wrapping_sub(above[left]));
            let count = u64::from(rows) * (right - left) as u64;
            let limit = u64::from(sum) * u64::from(256 - share);
            ink[x] = u8::from(u64::from(values[x]) * count * 256 < limit);
        }
    }
    ink
}

#[cfg(test)]
mod tests {
    use super::principal;
    use crate::Point;

    /// The area over that of the ellipse with the same moments.
    fn filled(outline: &[(f32, f32)]) -> f32 {
        let outline: Vec<Point> = outline.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let (frame, area) = principal(&outline).expect("an area");
        area / (4.0 * std::f32::consts::PI * frame.area())
    }

    #[test]
    fn every_parallelogram_fills_as_much_of_its_ellipse() {
        let expected = 12.0 / (4.0 * std::f32::consts::PI);
        for outline in [
            [(0.0, 0.0), (40.0, 0.0), (40.0, 20.0), (0.0, 20.0)],
            [(40.0, 0.0), (80.0, 20.0), (40.0, 40.0), (0.0, 20.0)],
            [(5.0, 5.0), (45.0, 15.0), (65.0, 55.0), (25.0, 45.0)],
        ] {
            assert!((filled(&outline) - expected).abs() < 1e-3, "{outline:?}");
        }
    }

    #[test]
    fn the_axes_of_a_rectangle_are_its_sides() {
        let corners = [(10.0, 20.0), (70.0, 20.0), (70.0, 44.0), (10.0, 44.0)];
        let (frame, area) = principal(&corners.map(|(x, y)| Point::new(x, y))).expect("an area");
        assert!((area - 1440.0).abs() < 1e-2);
        assert!((frame.centre - Point::new(40.0, 32.0)).length() < 1e-3);
        // A side of length s has the standard deviation s/√12.
        assert!((frame.u.length() - 60.0 / 12.0_f32.sqrt()).abs() < 1e-2);
        assert!((frame.v.length() - 24.0 / 12.0_f32.sqrt()).abs() < 1e-2);
        assert!(frame.area() > 0.0, "the second axis lies clockwise of the first");
    }

    #[test]
    fn what_has_no_area_has_no_axes() {
        assert_eq!(principal(&[]), None);
        assert_eq!(principal(&[Point::new(1.0, 1.0); 5]), None);
        let line: Vec<Point> = (0..50).map(|x| Point::new(x as f32, 2.0)).collect();
        assert_eq!(principal(&line), None);
    }
}
