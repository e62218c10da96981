//! All sets of a board in one order, whichever method found them.

use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use crate::set::is_set;

use super::{Enumerate, Limit, Stop};

/// The sets of a board in the order of the layout.
///
/// A set is the ascending positions of its cards; sets are ordered by their first position, then
/// by their second, and so on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    /// The first sets in order, as many as were asked for, each as its positions.
    pub sets: Vec<Box<[usize]>>,
    /// How many sets were found in all, listed or not.
    pub found: u128,
    /// Why these are not all sets, if they are not.
    pub stopped: Option<Stop>,
}

/// Lists the first `most` sets of the board in order, or all.
///
/// All sets are visited, since the method's own order is another; memory is taken for those that
/// are listed. A listing that was stopped holds the sets found until then, in no order if all were
/// asked for.
///
/// # Panics
///
/// Where the method visits cards that are no set: nobody shall see its answer.
pub fn list(solver: &mut dyn Enumerate, most: Option<usize>, limit: &Limit) -> Listing {
    let board = solver.board().clone();
    let (mut all, mut first) = (Vec::new(), BinaryHeap::new());
    let mut found = 0;
    let end = solver.for_each(limit, &mut |positions| {
        assert!(is_set(board.deck(), &board.at(positions)), "what a method visits is a set");
        found += 1;
        match most {
            None => all.push(Box::from(positions)),
            Some(most) if first.len() < most => first.push(Box::from(positions)),
            Some(_) => {
                if let Some(mut last) = first.peek_mut()
                    && positions < &**last
                {
                    last.copy_from_slice(positions);
                }
            }
        }
        ControlFlow::Continue(())
    });
    let stopped = end.err();
    let sets = if most.is_some() {
        first.into_sorted_vec()
    } else {
        if stopped.is_none() {
            all.sort_unstable();
        }
        all
    };
    Listing { sets, found, stopped }
}
