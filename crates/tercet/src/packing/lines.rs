//! The sets that differ in one property only.

use crate::board::Board;
use crate::solver::{Found, Limit, Stop};

/// Disjoint sets whose cards differ in one property only, the same property for all sets: the one
/// with the most such sets. Each set is given as ascending positions, in layout order.
///
/// A whole deck falls into them, however many sets it holds. Takes `p·n·log n` steps; after the limit no
/// further property is looked at.
pub(super) fn lines(board: &Board, limit: &Limit) -> Vec<Found> {
    let deck = board.deck();
    let values = (1_u128 << deck.bits()) - 1;
    let mut watch = limit.watch();
    let mut in_direction = |property| {
        // The cards of a line come together, in the order of the layout.
        let mut lines: Vec<(u128, u32)> = Vec::with_capacity(board.len());
        for (position, card) in (0..).zip(board.cards()) {
            watch.tick(1)?;
            lines.push((card.to_bits() & !(values << deck.shift(property)), position));
        }
        watch.sort(&mut lines)?;
        let mut whole: Vec<Found> = Vec::new();
        for line in lines.chunk_by(|a, b| a.0 == b.0) {
            watch.tick(1)?;
            if line.len() == deck.values() {
                let positions = line.iter().map(|&(_, position)| position as usize);
                whole.push(Found::new(positions.collect::<Vec<_>>()));
            }
        }
        watch.sort(&mut whole)?;
        Ok::<_, Stop>(whole)
    };
    // The first of the best.
    let looked_at = (0..deck.properties()).map_while(|property| in_direction(property).ok());
    looked_at
        .reduce(|best, next| if next.len() > best.len() { next } else { best })
        .unwrap_or_default()
}
