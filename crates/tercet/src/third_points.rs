//! A table of third points, for decks with three values: cards are points, sets are lines.

use std::sync::OnceLock;

/// For every two points of AG(p,3) the third point of their line; for a point and itself, that
/// point. A point is the rank of its card in the deck.
///
/// The table takes `2·9^p` bytes: 1 MB for the largest p.
pub(crate) struct ThirdPoints {
    points: usize,
    thirds: Vec<u16>,
}

/// The third card of every two cards whose numbers fit a byte.
pub(crate) type ThirdBytes = [[u8; 256]; 256];

impl ThirdPoints {
    /// The most properties for which there is a table.
    pub(crate) const MOST_PROPERTIES: usize = 6;

    /// The table for decks of p properties.
    ///
    /// # Panics
    ///
    /// For more than [`MOST_PROPERTIES`](Self::MOST_PROPERTIES).
    pub(crate) fn new(properties: usize) -> Self {
        assert!(properties <= Self::MOST_PROPERTIES, "a table for p = {properties} is too large");
        let points = 3_usize.pow(properties as u32);
        let mut thirds = vec![0; points * points];
        for a in 0..points {
            for b in 0..points {
                // The values of a line sum to 0 modulo 3 in every property. All digits but the last
                // are those of an earlier entry.
                let before: u16 = thirds[a / 3 * points + b / 3];
                thirds[a * points + b] = 3 * before + ((6 - a % 3 - b % 3) % 3) as u16;
            }
        }
        Self { points, thirds }
    }

    /// The table with bytes, for p ≤ 5. It has a row and a column for every byte, so that no lookup has
    /// to be checked; where the row or the column is not a point, the entry is 255. It is made once.
    pub(crate) fn bytes(properties: usize) -> &'static ThirdBytes {
        static TABLES: [OnceLock<Box<ThirdBytes>>; 6] = [const { OnceLock::new() }; 6];
        TABLES[properties].get_or_init(|| {
            let table = Self::new(properties);
            let mut bytes: Box<ThirdBytes> =
                vec![[u8::MAX; 256]; 256].try_into().expect("256 rows");
            for (bytes, thirds) in bytes.iter_mut().zip(table.thirds.chunks_exact(table.points)) {
                for (byte, &third) in bytes.iter_mut().zip(thirds) {
                    *byte = third as u8;
                }
            }
            bytes
        })
    }

    /// The number of points.
    pub(crate) fn points(&self) -> usize {
        self.points
    }

    /// For every point, the third point on its line with this one.
    #[inline]
    pub(crate) fn row(&self, point: u16) -> &[u16] {
        &self.thirds[usize::from(point) * self.points..][..self.points]
    }

    /// The third point on the line of two points.
    #[inline]
    pub(crate) fn third(&self, a: u16, b: u16) -> u16 {
        self.thirds[usize::from(a) * self.points + usize::from(b)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;

    #[test]
    fn thirds_are_those_of_the_cards() {
        for p in 1..=4 {
            let (deck, table) = (Deck::new(3, p).unwrap(), ThirdPoints::new(p));
            assert_eq!(table.points() as u128 - 1, deck.last_rank());
            for (a, one) in deck.cards().enumerate() {
                for (b, other) in deck.cards().enumerate() {
                    let third = u128::from(table.third(a as u16, b as u16));
                    assert_eq!(deck.rank(one.third(other)), third);
                    assert_eq!(u128::from(table.row(a as u16)[b]), third);
                }
            }
        }
    }
}
