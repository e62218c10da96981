//! No cap of AG(4,3) has 21 points.
//!
//! Pellegrino (1971) proved it by hand, and Davis and Maclagan (*The card game SET*, 2003) by
//! counting planes. This proof counts less and leaves the remaining cases to an exhaustive search.
//!
//! *Counting.* Let a cap have 21 points. Each of the 40 directions has three parallel hyperplanes,
//! which partition the cap, and none holds more than 9 points, the maximum of AG(3,3). Every pair
//! of points lies in a common hyperplane in 13 of the directions. So the number of pairs in a
//! common hyperplane, summed over all directions, is 13·210 = 2730, which is more than 68 a
//! direction: some direction has at least 69 such pairs. Of all partitions of 21, only 9 + 9 + 3
//! and 9 + 8 + 4 do.
//!
//! *Search.* All caps of 9 points of AG(3,3) are images of one another, and every affine map of a
//! hyperplane extends to the space. So let the first hyperplane hold a fixed cap A of 9 points. For
//! every cap B of 9 or 8 points in the second hyperplane, the third point of each line through a
//! point of A and a point of B is forbidden in the last hyperplane; the points that are not
//! forbidden must hold a cap of 3 or 4 points. There are 2106 + 63180 caps B, and none leaves such
//! a cap.
//!
//! The number of caps B, the fact that no cap has 10 points, and the equivalence of all caps of 9
//! points are also computed, not assumed.

use crate::caps::masks::{Images, size};
use crate::deck::Deck;
use crate::solver::{Limit, Stop};
use crate::symmetry::{Classes, Kind};

use super::small::Small;

const POINTS: usize = 27;

/// Whether AG(4,3) has no cap of the given size, from 19 up; also false if the proof does not work.
pub(super) fn no_cap_of(points: usize, limit: &Limit) -> Result<bool, Stop> {
    let deck = Deck::new(3, 3).expect("a small deck");
    let layer = Small::new(deck);
    let mut caps = Vec::new();
    layer.for_each(LEAST, limit, |cap| caps.push(cap))?;
    let most = caps.iter().map(|&cap| size(cap)).max().unwrap_or(LEAST);
    let shares = possible_shares(points, most);
    // The proof needs a cap of maximum size first and one of the listed caps second.
    let suits = shares.iter().all(|&[first, second, _]| first == most && second >= LEAST);
    let mut classes = Classes::new(deck, Kind::Free).expect("a small space");
    classes.advance_to(most, limit)?;
    let (Some(space), [largest]) = (classes.space(), classes.classes()) else { return Ok(false) };
    if !suits {
        return Ok(false);
    }
    // The third points of the lines through one point of the first cap and any set of points.
    let reflect = largest
        .points
        .iter()
        .map(|&a| Images::new(POINTS, |point| 1 << space.third(a, point as u16)));
    let reflect: Vec<Images> = reflect.collect();
    let mut watch = limit.watch();
    for &[_, second, third] in &shares {
        for &cap in caps.iter().filter(|&&cap| size(cap) == second) {
            watch.tick(reflect.len())?;
            let forbidden = reflect.iter().fold(0, |all, point| all | point.of(cap));
            let left = !forbidden & ALL;
            if size(left) >= third && layer.largest(left, third, &mut watch)?.is_some() {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// The smallest size of the listed caps.
const LEAST: usize = 8;

const ALL: u32 = (1 << POINTS) - 1;

/// The partitions of a cap into three parallel hyperplanes, in descending order, that a direction
/// with the most pairs in a common hyperplane can have.
fn possible_shares(points: usize, most: usize) -> Vec<[usize; 3]> {
    const DIRECTIONS: usize = 40;
    const TOGETHER: usize = 13;
    let pairs = |n: usize| n * n.saturating_sub(1) / 2;
    let least = (TOGETHER * pairs(points)).div_ceil(DIRECTIONS);
    let mut shares = Vec::new();
    for first in 0..=most {
        for second in 0..=first {
            let Some(third) = points.checked_sub(first + second) else { continue };
            if third <= second && pairs(first) + pairs(second) + pairs(third) >= least {
                shares.push([first, second, third]);
            }
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_one_points_are_too_many() {
        assert_eq!(no_cap_of(21, &Limit::none()), Ok(true));
        assert_eq!(possible_shares(21, 9), [[9, 8, 4], [9, 9, 3]]);
    }

    /// There are caps of 20 points, so a proof that there are none would be wrong.
    #[test]
    fn twenty_points_are_not() {
        assert_eq!(no_cap_of(20, &Limit::none()), Ok(false));
    }

    #[test]
    fn a_limit_stops() {
        let limit = Limit::timeout(std::time::Duration::ZERO);
        assert_eq!(no_cap_of(21, &limit), Err(Stop::DEADLINE));
    }
}
