//! The card, and sets of properties.

use std::fmt;

/// A card: each property in its own bits of a 128-bit word, the first property highest.
///
/// Cards are ordered by their values, from the first property to the last. A card does not know its
/// deck: [`Deck::card`](crate::Deck::card) reads a card and [`Deck::show`](crate::Deck::show) writes it. The cards of a [`Board`] or of a
/// [`Set`] are shown with it.
///
/// [`Board`]: crate::Board
/// [`Set`]: crate::Set
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u128);

/// The bits, since the deck is not known.
impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Card({:#x})", self.0)
    }
}

/// The low bit of each two-bit property.
const LOW: u128 = u128::MAX / 3;

impl Card {
    /// The number of bits of a card, shared by its properties.
    pub const BITS: u32 = u128::BITS;

    /// The card with these bits, which must be the bits of a card of the caller's deck.
    #[inline]
    pub(crate) const fn from_bits(bits: u128) -> Self {
        Self(bits)
    }

    /// The bits of the card: property i occupies b bits from bit `b·(p−1−i)` up, where b is
    /// [`Deck::bits`](crate::Deck::bits).
    #[inline]
    pub const fn to_bits(self) -> u128 {
        self.0
    }

    /// The only card that makes a set with these two, for decks with v = 3; for two equal cards,
    /// that card.
    ///
    /// In every property the third value is `−x−y` modulo 3. On two-bit values this is bit logic on
    /// all properties at once (the recipe's `thirdcard_fast`): a bit that both values have is
    /// kept; a bit that neither has is replaced by the other bit of their difference.
    ///
    /// ```
    /// use tercet::Deck;
    ///
    /// let deck = Deck::CLASSIC;
    /// let third = deck.card("0120")?.third(deck.card("0112")?);
    /// assert_eq!(third, deck.card("0101")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn third(self, other: Self) -> Self {
        let (x, y) = (self.0, other.0);
        let difference = x ^ y;
        let swapped = ((difference >> 1) & LOW) | ((difference & LOW) << 1);
        Self((x & y) | (!(x | y) & swapped))
    }
}

/// A set of properties of a deck.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Properties(u128);

impl Properties {
    /// The number of properties in the set.
    pub(crate) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether a property is in the set.
    pub(crate) const fn contains(self, property: usize) -> bool {
        property < u128::BITS as usize && self.0 >> property & 1 == 1
    }

    /// The properties in ascending order.
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let property = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(property)
        })
    }
}

/// # Panics
///
/// If a property is 128 or more, which no deck has.
impl FromIterator<usize> for Properties {
    fn from_iter<I: IntoIterator<Item = usize>>(properties: I) -> Self {
        Self(properties.into_iter().fold(0, |all, property| {
            assert!(property < u128::BITS as usize, "no deck has property {property}");
            all | 1 << property
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_a_set() {
        let some: Properties = [5, 0, 127, 5].into_iter().collect();
        assert_eq!(some.len(), 3);
        assert_eq!(some.iter().collect::<Vec<_>>(), [0, 5, 127]);
        assert!(some.contains(127) && !some.contains(1) && !some.contains(1000));
        assert_eq!(Properties::default().len(), 0);
    }
}
