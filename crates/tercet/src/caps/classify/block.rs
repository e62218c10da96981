//! Sets of points of a small affine space, as bit masks.
//!
//! AG(5,3) is cut into nine parallel copies of AG(3,3), which are called *blocks*. A set of points
//! of a block is a mask of 27 bits.

use crate::caps::masks::{Images, Mask, points, size, take_lowest};
use crate::deck::Deck;
use crate::symmetry::Space;

/// AG(d,3) for d ≤ 3.
pub(super) struct Block {
    /// The number of points.
    pub(super) points: usize,
    /// All points.
    pub(super) all: Mask,
    /// For each point, the third points on the lines through it and the points of a set.
    pub(super) thirds: Vec<Images>,
    /// For each direction of parallel hyperplanes, these three hyperplanes.
    pub(super) planes: Vec<[Mask; 3]>,
    /// All caps, in ascending order. The caps that have one of them as their highest points follow
    /// it.
    pub(super) caps: Vec<Mask>,
    /// For each cap, the index of the first cap that follows it and does not have it as its highest
    /// points.
    pub(super) ends: Vec<u32>,
    /// For each set of nine points in a row, which form a plane if d > 1, the size of the largest cap in it.
    most: Vec<u8>,
}

impl Block {
    pub(super) fn new(deck: Deck) -> Self {
        let space = Space::new(deck).expect("a small space");
        let points = space.len();
        let third = |a: usize, b: usize| usize::from(space.third(a as u16, b as u16));
        let thirds: Vec<Images> =
            (0..points).map(|a| Images::new(points, |b| 1 << third(a, b))).collect();
        let mut caps = Vec::new();
        let all = ((1_u64 << points) - 1) as Mask;
        list_caps(&thirds, 0, all, &mut caps);
        caps.sort_unstable();
        let end = |&cap: &Mask| match cap {
            0 => caps.len(),
            _ => caps.partition_point(|&other| other < cap + (1 << cap.trailing_zeros())),
        };
        let ends = caps.iter().map(|cap| end(cap) as u32).collect();
        let mut most = vec![0_u8; 1 << 9];
        for &cap in caps.iter().take_while(|&&cap| cap < 1 << 9) {
            most[cap as usize] = size(cap) as u8;
        }
        for set in 1..most.len() {
            let smaller = (0..9).filter(|i| set >> i & 1 == 1).map(|i| most[set & !(1 << i)]);
            most[set] = smaller.fold(most[set], u8::max);
        }
        Self { points, all, thirds, planes: planes(&space), caps, ends, most }
    }

    /// The third points on the lines through a point of one set and a point of the other; the point
    /// itself where these are the same.
    #[inline]
    pub(super) fn between(&self, a: Mask, b: Mask) -> Mask {
        points(a).fold(0, |image, point| image | self.thirds[point].of(b))
    }

    /// The table of [`between`](Self::between) for one of its sets.
    pub(super) fn table(&self, set: Mask) -> Images {
        Images::new(self.points, |point| self.thirds[point].of(set))
    }

    /// An upper bound for the size of a cap in a set.
    #[inline]
    pub(super) fn at_most(&self, set: Mask) -> usize {
        let part = |i: usize| usize::from(self.most[(set >> (9 * i)) as usize & 0x1ff]);
        part(0) + part(1) + part(2)
    }
}

fn list_caps(thirds: &[Images], cap: Mask, mut open: Mask, caps: &mut Vec<Mask>) {
    caps.push(cap);
    while let Some(point) = take_lowest(&mut open) {
        list_caps(thirds, cap | 1 << point, open & !thirds[point].of(cap), caps);
    }
}

/// The parallel hyperplanes of each direction.
fn planes(space: &Space) -> Vec<[Mask; 3]> {
    let mut planes = vec![[0; 3]; space.directions()];
    for point in 0..space.len() {
        for (planes, through) in planes.iter_mut().zip(space.planes(point as u16)) {
            planes[through.trailing_zeros() as usize / 8] |= 1 << point;
        }
    }
    planes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(d: usize) -> Block {
        Block::new(Deck::new(3, d).unwrap())
    }

    #[test]
    fn caps_are_all_caps() {
        let by_size = |d: usize| {
            let block = block(d);
            let mut sizes = vec![0; 10];
            block.caps.iter().for_each(|&cap| sizes[size(cap)] += 1);
            sizes
        };
        assert_eq!(by_size(1)[..3], [1, 3, 3]);
        assert_eq!(by_size(2)[..5], [1, 9, 36, 72, 54]);
        assert_eq!(by_size(3), [1, 27, 351, 2808, 14742, 50544, 107_406, 126_360, 63180, 2106]);
    }

    #[test]
    fn the_caps_inside_a_set_can_be_walked() {
        let block = block(3);
        for set in [0, 0o777, 0x5a5_a5a5, 0x3ff_0f0f, block.all] {
            let inside = block.caps.iter().filter(|&cap| cap & !set == 0).count();
            let (mut i, mut met, mut most) = (0, 0, 0);
            while i < block.caps.len() {
                if block.caps[i] & !set == 0 {
                    (i, met, most) = (i + 1, met + 1, most.max(size(block.caps[i])));
                } else {
                    i = block.ends[i] as usize;
                }
            }
            assert_eq!(met, inside);
            assert!(most <= block.at_most(set), "{set:o}");
        }
    }

    #[test]
    fn points_between_sets_are_those_of_their_lines() {
        let block = block(2);
        let space = Space::new(Deck::new(3, 2).unwrap()).unwrap();
        for (a, b) in [(0, 3), (5, 5), (0o17, 0o520), (block.all, 1)] {
            let mut expected = 0;
            for x in points(a) {
                points(b).for_each(|y| expected |= 1 << space.third(x as u16, y as u16));
            }
            assert_eq!(block.between(a, b), expected);
            assert_eq!(block.table(a).of(b), expected);
        }
        assert_eq!((block.planes.len(), block.points), (4, 9));
    }
}
