//! Pairs within each half of the board, as Overney and Sieving built their optimum pair checking.
//!
//! All pairs of both halves are listed first, and then the third card of each is looked up by its values in a hash
//! table. Where a set is soon found, the list costs more than the search.
//! [`Halves`](crate::solver::halves::Halves) is the fast form of this method, and explains why the halves suffice.
//!
//! Every set is listed once, at its first pair: the third card lies after the pair, or in the first half when the
//! pair is in the second.

use super::hash::{Tuples, third};
use crate::solver::{Algorithm, Layout, Limit, Stop, Visit};

/// Lists the pairs within each half, and looks up the third card of each.
#[derive(Clone, Debug)]
pub(in crate::solver) struct HalvesListed;

impl Algorithm for HalvesListed {
    fn for_each(&mut self, layout: &mut Layout, limit: &Limit, visit: Visit) -> Result<(), Stop> {
        let (mut watch, mut values) = (limit.watch(), Vec::new());
        let tuples = Tuples::new(layout, &mut watch)?;
        let positions = tuples.positions(&mut watch)?;
        let (middle, mut pairs) = (layout.len() / 2, Vec::new());
        for half in [0..middle, middle..layout.len()] {
            for i in half.clone() {
                watch.tick(half.end - i)?;
                pairs.extend((i + 1..half.end).map(|j| (i, j)));
            }
        }
        for (i, j) in pairs {
            watch.tick(1)?;
            third(tuples.of(i), tuples.of(j), &mut values);
            if let Some(&k) = positions.get(&values[..])
                && (k > j || k < middle && middle <= i)
            {
                let mut set = [i, j, k];
                set.sort_unstable();
                if visit(&set).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}
