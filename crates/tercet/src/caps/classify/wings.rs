//! The wings of an axis.
//!
//! An *axis* is a cap of one block. The two blocks that lie in a hyperplane with the block of the
//! axis are parallel to it; a *wing* is a pair of sets, one for each of these blocks, that forms a
//! cap together with the axis. A line with a point in each of the three blocks has its third point
//! between those of the axis and of one side.
//!
//! Only wings count whose cap has no subspace of codimension 1 with more points than the axis. The
//! maps that fix the axis, shear the hyperplane along it or exchange the two blocks divide the wings
//! into *orbits*.

use crate::caps::{Images, Mask, points, size, take_lowest};
use crate::deck::Deck;
use crate::solver::{Limit, Stop};
use crate::symmetry::Space;

/// The sets of a wing in its two blocks.
pub(super) type Wing = [Mask; 2];

/// The number of points of a wing.
pub(super) fn points_of(wing: Wing) -> usize {
    size(wing[0]) + size(wing[1])
}

/// The wings of an axis.
pub(super) struct Wings {
    /// The cap in the block of the axis.
    pub(super) axis: Mask,
    /// For the axis and a set of a block, the points of the opposite block on their lines.
    pub(super) opposite: Images,
    /// All large wings in ascending order, each with its orbit, later with its class.
    large: Vec<(Wing, u32)>,
    /// The least size of large wings.
    pub(super) least_large: usize,
    /// A large wing of each orbit.
    pub(super) orbits: Vec<Wing>,
    /// A wing for each orbit under shears and exchange alone, with its orbit, later with its class.
    pub(super) sheared: Vec<(u32, Wing)>,
}

/// The orbit of a wing before its orbit is known, and the class of wings that are not large.
pub(super) const NONE: u32 = u32::MAX;

impl Wings {
    /// The wings of at least `least` points; those of at least `large` points, with their orbits.
    /// The symmetries of the axis are permutations of the points of its block.
    pub(super) fn new(
        block: &Block,
        axis: Mask,
        symmetries: &[Vec<usize>],
        [least, large]: [usize; 2],
        limit: &Limit,
    ) -> Result<Self, Stop> {
        let mut wings = Self {
            axis,
            opposite: block.table(axis),
            large: Vec::new(),
            least_large: large,
            orbits: Vec::new(),
            sheared: Vec::new(),
        };
        // Most axes have no large wing at all.
        let shears = shears(block);
        wings.list(block, large, limit, &mut |wings, wing| wings.large.push((wing, NONE)))?;
        if wings.large.is_empty() {
            return Ok(wings);
        }
        wings.find_orbits(block, symmetries, &shears, limit)?;
        wings.list(block, least, limit, &mut |wings, wing| {
            if is_least(wing, &shears) {
                let orbit = wings.index(wing).map_or(NONE, |i| wings.large[i].1);
                wings.sheared.push((orbit, wing));
            }
        })?;
        Ok(wings)
    }

    /// Visits the wings of at least `least` points in ascending order.
    fn list(
        &mut self,
        block: &Block,
        least: usize,
        limit: &Limit,
        visit: &mut dyn FnMut(&mut Self, Wing),
    ) -> Result<(), Stop> {
        let (mut watch, most) = (limit.watch(), size(self.axis));
        for &first in block.caps.iter().filter(|&&first| size(first) <= most) {
            watch.tick(2)?;
            let open = block.all & !self.opposite.of(first);
            let needed = least.saturating_sub(size(first));
            if block.at_most(open).min(most) < needed {
                continue;
            }
            let mut i = 0;
            while i < block.caps.len() {
                watch.tick(1)?;
                let second = block.caps[i];
                if second & !open != 0 {
                    i = block.ends[i] as usize;
                    continue;
                }
                i += 1;
                if (needed..=most).contains(&size(second))
                    && has_no_larger(block, self.axis, [first, second])
                {
                    visit(self, [first, second]);
                }
            }
        }
        Ok(())
    }

    /// The index of a large wing.
    fn index(&self, wing: Wing) -> Option<usize> {
        self.large.binary_search_by_key(&wing, |&(it, _)| it).ok()
    }

    /// The class of a large wing, if it is one of this axis.
    pub(super) fn class(&self, wing: Wing) -> Option<u32> {
        Some(self.large[self.index(wing)?].1)
    }

    fn find_orbits(
        &mut self,
        block: &Block,
        symmetries: &[Vec<usize>],
        shears: &[[Images; 2]],
        limit: &Limit,
    ) -> Result<(), Stop> {
        let mut watch = limit.watch();
        let images = |to: &Vec<usize>| Images::new(block.points, |point| 1 << to[point]);
        let moves: Vec<Images> = symmetries.iter().map(images).collect();
        let units = generating(shears.len());
        for i in 0..self.large.len() {
            if self.large[i].1 != NONE {
                continue;
            }
            let orbit = self.orbits.len() as u32;
            self.large[i].1 = orbit;
            self.orbits.push(self.large[i].0);
            let mut queue = vec![self.large[i].0];
            while let Some([a, b]) = queue.pop() {
                watch.tick(100)?;
                let moved = moves.iter().map(|to| [to.of(a), to.of(b)]);
                let sheared = units.iter().map(|&i| [shears[i][0].of(a), shears[i][1].of(b)]);
                for image in moved.chain(sheared).chain([[b, a]]) {
                    let i = self.index(image).expect("the image of a wing is a wing");
                    if self.large[i].1 == NONE {
                        self.large[i].1 = orbit;
                        queue.push(image);
                    }
                }
            }
        }
        Ok(())
    }

    /// Replaces the orbits by classes, given the class of each orbit, and sorts the sheared wings by
    /// their classes, those without a class by descending size.
    pub(super) fn sort_by_class(&mut self, classes: &[u32]) {
        let class = |orbit: u32| classes.get(orbit as usize).copied().unwrap_or(NONE);
        self.large.iter_mut().for_each(|(_, orbit)| *orbit = class(*orbit));
        self.sheared.iter_mut().for_each(|(orbit, _)| *orbit = class(*orbit));
        self.sheared.sort_unstable_by_key(|&(class, wing)| {
            (class, std::cmp::Reverse(points_of(wing)), wing)
        });
    }

    /// The sheared wings of a class and all later ones.
    pub(super) fn sheared_since(&self, class: u32) -> &[(u32, Wing)] {
        &self.sheared[self.sheared.partition_point(|&(it, _)| it < class)..]
    }
}

/// Whether a wing is the least of its images under shears and exchange.
fn is_least([a, b]: Wing, shears: &[[Images; 2]]) -> bool {
    let at_least = |wing: Wing| wing >= [a, b];
    shears.iter().all(|[one, other]| {
        at_least([one.of(a), other.of(b)]) && at_least([one.of(b), other.of(a)])
    })
}

/// Whether no hyperplane of the space that an axis and its wing span holds more points than the
/// axis. Only those that meet the three blocks in parallel planes are tried.
fn has_no_larger(block: &Block, axis: Mask, [first, second]: Wing) -> bool {
    let most = size(axis);
    block.planes.iter().all(|planes| {
        let [middle, one, other] =
            [axis, first, second].map(|set| planes.map(|plane| size(plane & set)));
        (0..3).all(|i| (0..3).all(|j| middle[(6 - i - j) % 3] + one[i] + other[j] <= most))
    })
}

/// For each vector, the shear that adds it in one of two opposite blocks and subtracts it in the
/// other.
fn shears(block: &Block) -> Vec<[Images; 2]> {
    let third = |a: usize, b: usize| block.thirds[a].of(1 << b).trailing_zeros() as usize;
    let shear = |vector: usize| {
        // The third point of a, v and then 0 is a + v.
        let shifted = |by: usize| Images::new(block.points, |a| 1 << third(third(a, by), 0));
        [shifted(vector), shifted(third(vector, 0))]
    };
    (0..block.points).map(shear).collect()
}

/// The unit vectors among all vectors.
fn generating(vectors: usize) -> Vec<usize> {
    std::iter::successors(Some(1), |&unit| Some(3 * unit)).take_while(|&it| it < vectors).collect()
}

// Sets of points of a small affine space, as bit masks.
//
// AG(5,3) is cut into nine parallel copies of AG(3,3), which are called *blocks*. A set of points
// of a block is a mask of 27 bits.

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
