//! The first set of a board in layout order.

use std::ops::ControlFlow;

use super::{Auto, Enumerate, Found, Limit, Options, Solver, Stop, cover};
use crate::board::Board;

/// Of the sets of a board, the one with the least first position, of these the one with the least
/// second, and so on.
///
/// First `auto` finds any set, or none: so a board without a set takes no longer than otherwise, and
/// no later card than the first of that set needs to be tried as the first. Then v = 3 tries pairs
/// in layout order, up to n²/2; more values take up to about five times as long as proving that
/// there is no set.
///
/// # Errors
///
/// [`Stop`] if the limit ended the search.
pub(crate) fn first_in_order(
    board: &Board,
    options: &Options,
    limit: &Limit,
) -> Result<Option<Found>, Stop> {
    let mut auto = Auto::new(board, options);
    let Some(found) = auto.find(limit)? else { return Ok(None) };
    let values = board.deck().values();
    // With one value there is one card, with two every two cards are a set.
    if values <= 2 {
        return Ok(Some(Found::new((0..values).collect::<Vec<_>>())));
    }
    let mut first = None;
    let in_order = auto.for_each_in_order(limit, &mut |positions| {
        first = Some(Found::new(positions));
        ControlFlow::Break(())
    });
    match in_order {
        Some(end) => end.map(|()| first),
        None => Ok(cover::first_in_order(board, found[0], limit)?.map(Found::new)),
    }
}
