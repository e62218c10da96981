//! Pairs: two cards determine the third.
//!
//! With three values, any two cards are in exactly one set: in a property in which they agree, the
//! third card has their value; in a property in which they differ, it has the remaining value. So
//! it is enough to go through the `n(n−1)/2` pairs of the board and to look up the third card. The
//! recipe calls this its fast variant; Overney and Sieving call it pair checking.
//!
//! [`PairsHash`] is the plain form, with cards as tuples in a hash table. [`PairsBits`] does the
//! same with bit logic and a special lookup. [`HalvesListed`] and [`Halves`] are the same two for the pairs
//! within each half of the board. [`PairsMeet`] is the counterpart for four values,
//! where a pair determines the name of the other pair of its set.

mod bits;
mod hash;
mod lookup;
mod meet;

use std::iter::once;
use std::ops::ControlFlow;

use crate::board::Board;
use crate::solver::completion::Fields;
use crate::solver::{Limit, Stop};
pub(super) use bits::{Halves, PairsBits};
pub(super) use hash::{HalvesListed, PairsHash};
use lookup::{Lookup, PairRow};
pub(super) use meet::PairsMeet;

/// Of the sets of a board with v = 3, the one that differs in the fewest properties, and of several
/// the first in layout order; as ascending positions.
///
/// Tries up to n²/2 pairs, by the first card of a set in layout order; a set that differs in only
/// one property ends the search.
///
/// # Errors
///
/// [`Stop`] if the limit ended the search.
pub(crate) fn fewest_differing(board: &Board, limit: &Limit) -> Result<Option<[usize; 3]>, Stop> {
    let (cards, fields) = (board.cards(), Fields::new(board.deck()));
    let (mut lookup, mut watch) = (Lookup::new(board.deck()), limit.watch());
    let mut best: Option<(u32, [usize; 3])> = None;
    for first in 0..cards.len() {
        let later = first + 1..cards.len();
        let row = PairRow { card: first, others: later.clone(), thirds: later };
        let end = lookup.visit(cards, &mut watch, once(row), |_, second, third| {
            let differing = fields.difference(cards[first], cards[second]).count_ones();
            let found = (differing, [first, second.min(third), second.max(third)]);
            best = Some(best.map_or(found, |best| best.min(found)));
            ControlFlow::Continue(())
        });
        let _ = end?;
        if best.is_some_and(|(differing, _)| differing == 1) {
            break;
        }
    }
    Ok(best.map(|(_, set)| set))
}
