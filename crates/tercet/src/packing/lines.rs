//! The sets that differ in one property only.

use std::collections::HashMap;

use crate::board::{Board, CardHash};
use crate::solver::{Limit, Stop};

/// Disjoint sets whose cards differ in one property only, the same for all: those of the property
/// that has the most. Each as ascending positions, in the order of the layout.
///
/// A whole deck falls into them, however many sets it holds. Takes `n·p` steps; after the limit no
/// further property is looked at.
pub(super) fn lines(board: &Board, limit: &Limit) -> Vec<Box<[usize]>> {
    let deck = board.deck();
    let values = (1_u128 << deck.bits()) - 1;
    let mut watch = limit.watch();
    let mut in_direction = |property| {
        let mut lines: HashMap<u128, Vec<usize>, CardHash> = HashMap::default();
        let mut whole = Vec::new();
        for (position, card) in board.cards().iter().enumerate() {
            watch.tick(4)?;
            let line = lines.entry(card.to_bits() & !(values << deck.shift(property))).or_default();
            line.push(position);
            if line.len() == deck.values() {
                whole.push(Box::from(&line[..]));
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
