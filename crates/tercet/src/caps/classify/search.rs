//! The search for the caps with a given axis.
//!
//! The nine blocks of the space are numbered by their place in AG(2,3). The block of the axis is the
//! origin. The four hyperplanes through it are the lines through the origin, and each holds one wing
//! in two opposite blocks:
//!
//! ```text
//! wing     0           1           2           3
//! places   10  20      01  02      11  22      12  21
//! ```
//!
//! All other lines of AG(2,3) have their places in three wings. So two wings exclude points of the
//! two others, and three wings more points of the fourth. The first two wings come from lists; the
//! third is extended point by point, as long as the points that are left for the third and the fourth
//! can hold the points that are needed: three planes of a block at most four points each.
//!
//! Each wing forms a cap of a hyperplane with the axis, and the classes of these caps are in order. No
//! wing is of an earlier class than the first one, and the second one is the largest of the others.

use super::wings::{Block, Wing, Wings, points_of};
use crate::caps::{Images, Mask, points, size, take_lowest};
use crate::solver::{Limit, Stop, Watch};

/// The sets of a cap in the nine blocks, in the order of [`PLACES`].
pub(super) type Blocks = [Mask; 9];

/// The places of the blocks: that of the axis, then both of each wing.
pub(super) const PLACES: [[usize; 2]; 9] =
    [[0, 0], [1, 0], [2, 0], [0, 1], [0, 2], [1, 1], [2, 2], [1, 2], [2, 1]];

/// Into how many slices the second wings of a first wing are divided.
pub(super) const SLICES: usize = 64;

/// A search for caps of one size with one axis.
pub(super) struct WingSearch<'a> {
    block: &'a Block,
    wings: &'a Wings,
    /// The number of points outside the axis.
    points: usize,
    /// The first wing, and its class.
    first: (Wing, u32),
    watch: Watch<'a>,
    pub(super) found: Vec<Blocks>,
}

/// A second wing, and what it excludes together with the first.
struct Second {
    wing: Wing,
    /// For each block of the third wing and each point of it, the points that it excludes in the
    /// two blocks of the fourth wing.
    excluded: [Vec<Wing>; 2],
    /// The number of points of the third and the fourth wing.
    rest: usize,
    /// The most points of each of them.
    most: usize,
}

impl<'a> WingSearch<'a> {
    /// The search with this first wing and its class.
    pub(super) fn new(
        block: &'a Block,
        wings: &'a Wings,
        points: usize,
        first: (Wing, u32),
        limit: &'a Limit,
    ) -> Self {
        Self { block, wings, points, first, watch: limit.watch(), found: Vec::new() }
    }

    /// Finds all complete caps with no wing of an earlier class than the first one, whose second wing is in one
    /// of [`SLICES`] slices.
    pub(super) fn run(&mut self, slice: usize) -> Result<(), Stop> {
        let (wing, class) = self.first;
        // What the first wing excludes together with any set.
        let tables = wing.map(|set| self.block.table(set));
        let rest = self.points.saturating_sub(points_of(wing));
        for &(_, second) in self.wings.sheared_since(class).iter().skip(slice).step_by(SLICES) {
            let size = points_of(second);
            if 3 * size < rest {
                break;
            }
            if size <= points_of(wing).min(rest) {
                self.with_second(&tables, second, rest - size)?;
            }
        }
        Ok(())
    }

    /// Divides `rest` points among the third and the fourth wing.
    fn with_second(&mut self, [x, y]: &[Images; 2], second: Wing, rest: usize) -> Result<(), Stop> {
        self.watch.tick(4)?;
        let block = self.block;
        let most = points_of(second).min(rest);
        // The exchange of the blocks of the second wing exchanges the third and the fourth wing. The
        // one with fewer open points is tried first.
        let open = |[a, b]: Wing| [block.all & !y.of(b), block.all & !x.of(a)];
        let exchanged = [second[1], second[0]];
        let at_most = |[a, b]: Wing| block.at_most(a) + block.at_most(b);
        let mut halves = [second, exchanged].map(|second| (at_most(open(second)), second));
        if halves.iter().any(|&(points, _)| points + most < rest)
            || halves[0].0 + halves[1].0 < rest
        {
            return Ok(());
        }
        halves.sort_unstable();
        let second = halves[0].1;
        let [a, b] = second;
        let [one, other] = second.map(|set| {
            let excluded = |point: usize| block.thirds[point].of(set);
            (0..block.points).map(excluded).collect::<Vec<Mask>>()
        });
        let with = |table: &Images, point: usize| table.of(1 << point);
        let excluded = [
            (0..block.points).map(|point| [with(x, point), one[point]]).collect(),
            (0..block.points).map(|point| [other[point], with(y, point)]).collect(),
        ];
        let two = Second { wing: second, excluded, rest, most };
        self.third([0, 0], open([a, b]), open([b, a]), &two)
    }

    /// Extends the third wing, whose open points come first, then those of the fourth.
    fn third(
        &mut self,
        wing: Wing,
        mut open: Wing,
        fourth: Wing,
        two: &Second,
    ) -> Result<(), Stop> {
        self.watch.tick(1)?;
        let block = self.block;
        let axis = size(self.wings.axis);
        let side = |set: Mask, open: Mask| (size(set) + block.at_most(open)).min(axis);
        let most = (side(wing[0], open[0]) + side(wing[1], open[1])).min(two.most);
        let left = (side(0, fourth[0]) + side(0, fourth[1])).min(two.most);
        if most + left < two.rest {
            return Ok(());
        }
        let points = points_of(wing);
        if points + left >= two.rest && self.is_in_order(wing) {
            let points = two.rest - points;
            let mut fourths = Vec::new();
            self.fill([0, 0], fourth, points, &mut |wing| fourths.push(wing))?;
            for last in fourths {
                let [[g, h], [a, b], [c, d], [e, f]] = [self.first.0, two.wing, wing, last];
                let blocks = [self.wings.axis, g, h, a, b, c, d, e, f];
                if self.is_in_order(last) && is_complete(block, &blocks) {
                    self.found.push(blocks);
                }
            }
        }
        if points == two.most {
            return Ok(());
        }
        for side in [0, 1] {
            while let Some(point) = take_lowest(&mut open[side]) {
                let [a, b] = two.excluded[side][point];
                let fourth = [fourth[0] & !a, fourth[1] & !b];
                let (wing, open) = self.with_point(wing, open, side, point);
                self.third(wing, open, fourth, two)?;
            }
        }
        Ok(())
    }

    /// Whether a wing may follow the first one.
    fn is_in_order(&self, wing: Wing) -> bool {
        let class = || self.wings.class(wing);
        points_of(wing) < self.wings.least_large || class().is_some_and(|it| it >= self.first.1)
    }

    /// Visits the wings that extend this wing by exactly `points` of the open points.
    fn fill(
        &mut self,
        wing: Wing,
        mut open: Wing,
        points: usize,
        visit: &mut dyn FnMut(Wing),
    ) -> Result<(), Stop> {
        self.watch.tick(1)?;
        if points == 0 {
            visit(wing);
            return Ok(());
        }
        if self.block.at_most(open[0]) + self.block.at_most(open[1]) < points {
            return Ok(());
        }
        for side in [0, 1] {
            while let Some(point) = take_lowest(&mut open[side]) {
                let (wing, open) = self.with_point(wing, open, side, point);
                self.fill(wing, open, points - 1, visit)?;
            }
        }
        Ok(())
    }

    /// A wing with a point more on one side, and its open points. Points of the first side come
    /// first: when one of the second is added, none of the first is open.
    #[inline]
    fn with_point(
        &self,
        mut wing: Wing,
        mut open: Wing,
        side: usize,
        point: usize,
    ) -> (Wing, Wing) {
        open[side] &= !self.block.thirds[point].of(wing[side]);
        if side == 0 {
            open[1] &= !self.wings.opposite.of(1 << point);
        }
        wing[side] |= 1 << point;
        (wing, open)
    }
}

/// Whether each point of the space is in a cap or the third point of two points of it.
fn is_complete(block: &Block, blocks: &Blocks) -> bool {
    PLACES.iter().enumerate().all(|(i, place)| {
        let mut covered = blocks[i];
        for point in points(blocks[i]) {
            covered |= block.thirds[point].of(blocks[i] & !(1 << point));
        }
        for (j, other) in PLACES.iter().enumerate() {
            let third: [usize; 2] = std::array::from_fn(|x| (6 - place[x] - other[x]) % 3);
            let k = PLACES.iter().position(|&it| it == third).expect("a place");
            if j < k {
                covered |= block.between(blocks[j], blocks[k]);
            }
        }
        covered == block.all
    })
}
