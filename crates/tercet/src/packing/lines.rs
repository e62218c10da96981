//! The sets that differ in one property only.

use std::collections::HashMap;

use crate::board::{Board, CardHash};
use crate::solver::Limit;

/// Disjoint sets whose cards differ in one property only, the same property for all sets: the one
/// with the most such sets. Each set is given as ascending positions, in layout order.
///
/// They partition a whole deck, however many sets it holds. Takes `n·p` steps; once the limit is
/// reached, no further property is tried.
pub(super) fn lines(board: &Board, limit: &Limit) -> Vec<Box<[usize]>> {
    let deck = board.deck();
    let values = (1_u128 << deck.bits()) - 1;
    let in_direction = |property| {
        let mut lines: HashMap<u128, Vec<usize>, CardHash> = HashMap::default();
        let mut whole = Vec::new();
        for (position, card) in board.cards().iter().enumerate() {
            let line = lines.entry(card.to_bits() & !(values << deck.shift(property))).or_default();
            line.push(position);
            if line.len() == deck.values() {
                whole.push(Box::from(&line[..]));
            }
        }
        whole.sort_unstable();
        whole
    };
    // The first of the best.
    let looked_at = (0..deck.properties()).take_while(|_| limit.check().is_ok()).map(in_direction);
    looked_at
        .reduce(|best, next| if next.len() > best.len() { next } else { best })
        .unwrap_or_default()
}
