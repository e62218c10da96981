//! The choice of a set to hint at: the one that differs in the fewest properties.

use super::{Limit, Stop, cover, pairs};
use crate::board::Board;

/// Of the sets of a board that contain all `held` cards (of all sets, if no cards are held), the
/// one that differs in the fewest properties, and of several the first in layout order.
///
/// Returns ascending positions; sets are compared by their first position, then their second, and
/// so on. The held positions must be distinct positions of the board.
///
/// # Errors
///
/// [`Stop`] if the limit ended the search.
pub(crate) fn fewest_differing(
    board: &Board,
    held: &[usize],
    limit: &Limit,
) -> Result<Option<Vec<usize>>, Stop> {
    if board.deck().values() == 3 && held.is_empty() {
        return Ok(pairs::fewest_differing(board, limit)?.map(Vec::from));
    }
    cover::fewest_differing(board, held, limit)
}
