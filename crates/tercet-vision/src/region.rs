//! Connected regions of ink, and their outlines.
//!
//! Regions are found run by run: each run of ink in a row joins the regions of the runs above that
//! it touches, also at a corner. The outline of a region is then followed from its first pixel,
//! with the ink always to the right (Moore's neighbourhood). The inside of the outline belongs to
//! the shape, so an open symbol and a solid one have the same outline.

use crate::Point;

/// A region of ink.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    /// Its first pixel: the leftmost of its uppermost row.
    first: (usize, usize),
    /// The columns that it spans.
    left: usize,
    right: usize,
    /// Its last row.
    bottom: usize,
}

impl Region {
    /// The columns that it spans.
    pub(crate) fn width(&self) -> usize {
        self.right - self.left + 1
    }

    /// The rows that it spans.
    pub(crate) fn height(&self) -> usize {
        self.bottom - self.first.1 + 1
    }

    /// Whether it touches the edge of a picture.
    pub(crate) fn is_cut(&self, width: usize, height: usize) -> bool {
        self.left == 0 || self.first.1 == 0 || self.right + 1 == width || self.bottom + 1 == height
    }

    /// Its outline: the centres of its outermost pixels, in order, clockwise as seen.
    pub(crate) fn outline(&self, ink: &[u8], width: usize) -> Vec<Point> {
        let height = ink.len() / width;
        let is_ink = |(x, y): (isize, isize)| {
            (0..width.cast_signed()).contains(&x)
                && (0..height.cast_signed()).contains(&y)
                && ink[y as usize * width + x as usize] != 0
        };
        let centre = |(x, y): (isize, isize)| Point::new(x as f32 + 0.5, y as f32 + 0.5);
        let first = (self.first.0.cast_signed(), self.first.1.cast_signed());
        let mut outline = Vec::with_capacity(2 * (self.width() + self.height()));
        let (mut at, mut from) = (first, 0);
        loop {
            outline.push(centre(at));
            // The neighbours, clockwise from the one after the pixel just left.
            let step = (0..8).map(|turn| (from + turn) % 8).find(|&way| {
                let (x, y) = AROUND[way];
                is_ink((at.0 + x, at.1 + y))
            });
            let Some(way) = step else { return outline };
            let next = (at.0 + AROUND[way].0, at.1 + AROUND[way].1);
            // The outline is complete when it leaves the first pixel in the same direction again.
            // The bound is a safeguard: no outline passes a pixel more than four times.
            if (outline.len() > 1 && at == first && outline[1] == centre(next))
                || outline.len() > 4 * ink.len()
            {
                outline.pop();
                return outline;
            }
            at = next;
            // The pixel to the left of the way is not ink: it was checked before.
            from = (way + 6) % 8;
        }
    }
}

/// The eight neighbours of a pixel, clockwise as seen from the one to the right.
const AROUND: [(isize, isize); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// All regions of ink, each pixel of which is a one.
pub(crate) fn regions(ink: &[u8], width: usize) -> Vec<Region> {
    let mut parents: Vec<usize> = Vec::new();
    let mut regions: Vec<Region> = Vec::new();
    // The runs of ink in a row: the first and the last column of each, and its region.
    let (mut above, mut runs): (Vec<(usize, usize, usize)>, Vec<_>) = (Vec::new(), Vec::new());
    for (y, row) in ink.chunks_exact(width).enumerate() {
        std::mem::swap(&mut above, &mut runs);
        runs.clear();
        let mut x = 0;
        let mut touched = 0;
        while let Some(start) = row[x..].iter().position(|&ink| ink != 0) {
            let left = x + start;
            let length = row[left..].iter().position(|&ink| ink == 0).unwrap_or(width - left);
            let right = left + length - 1;
            while touched < above.len() && above[touched].1 + 1 < left {
                touched += 1;
            }
            let mut region = None;
            for run in above[touched..].iter().take_while(|run| run.0 <= right + 1) {
                let other = root(&mut parents, run.2);
                region = Some(match region {
                    None => other,
                    Some(mine) => join(&mut parents, &mut regions, mine, other),
                });
            }
            let region = region.unwrap_or_else(|| {
                parents.push(parents.len());
                regions.push(Region { first: (left, y), left, right, bottom: y });
                parents.len() - 1
            });
            let all = &mut regions[region];
            all.left = all.left.min(left);
            all.right = all.right.max(right);
            all.bottom = y;
            runs.push((left, right, region));
            x = right + 1;
            if x >= width {
                break;
            }
        }
    }
    let mut index = 0;
    regions.retain(|_| {
        index += 1;
        parents[index - 1] == index - 1
    });
    regions
}

/// The region that stands for another, to which it was joined.
fn root(parents: &mut [usize], mut region: usize) -> usize {
    while parents[region] != region {
        parents[region] = parents[parents[region]];
        region = parents[region];
    }
    region
}

/// Joins two regions to the one that began first.
fn join(parents: &mut [usize], regions: &mut [Region], one: usize, other: usize) -> usize {
    let (one, other) = (one.min(other), one.max(other));
    if one != other {
        parents[other] = one;
        let late = regions[other];
        let all = &mut regions[one];
        all.left = all.left.min(late.left);
        all.right = all.right.max(late.right);
        all.bottom = all.bottom.max(late.bottom);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::regions;
    use crate::symbol::principal;

    /// Ink from a drawing, and its width.
    fn ink(drawing: &[&str]) -> (Vec<u8>, usize) {
        let ink = drawing.iter().flat_map(|row| row.bytes().map(|byte| u8::from(byte == b'#')));
        (ink.collect(), drawing[0].len())
    }

    #[test]
    fn runs_that_meet_later_are_one_region() {
        let (ink, width) = ink(&["#.#..", "#.#.#", "###..", "....#"]);
        let regions = regions(&ink, width);
        let sizes: Vec<_> =
            regions.iter().map(|region| (region.width(), region.height())).collect();
        assert_eq!(sizes, [(3, 3), (1, 1), (1, 1)]);
    }

    #[test]
    fn pixels_that_touch_at_a_corner_are_one_region() {
        let (ink, width) = ink(&["#...", ".#..", "..##"]);
        assert_eq!(regions(&ink, width).len(), 1);
    }

    #[test]
    fn the_outline_of_a_ring_is_that_of_the_disc() {
        let ring = ink(&[".......", ".#####.", ".#...#.", ".#...#.", ".#####.", "......."]);
        let disc = ink(&[".......", ".#####.", ".#####.", ".#####.", ".#####.", "......."]);
        let outline = |(ink, width): (Vec<u8>, usize)| regions(&ink, width)[0].outline(&ink, width);
        let (ring, disc) = (outline(ring), outline(disc));
        assert_eq!(ring, disc);
        assert_eq!(ring.len(), 14);
        // Through the centres of the pixels: 4 by 3.
        assert_eq!(principal(&ring), None, "too small for a symbol");
    }

    #[test]
    fn outlines_of_lines_and_single_pixels_end() {
        for drawing in [&["...", ".#.", "..."], &["...", "###", "..."], &["#..", ".#.", "..#"]] {
            let (ink, width) = ink(drawing);
            let outline = regions(&ink, width)[0].outline(&ink, width);
            assert!(outline.len() <= 6, "{drawing:?}: {outline:?}");
        }
    }
}
