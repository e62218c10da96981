//! The values that some cards show, property by property.

use crate::card::Card;
use crate::deck::Deck;
use crate::solver::bits::Bits;

/// One bit for each value of each property. A card has one bit in every property; the signature of
/// several cards has the bits of all of them.
///
/// The v bits of a property are its field. A field lies within one of the W words.
pub(super) type Signature<const W: usize> = Bits<W>;

/// Where the fields of a deck lie in its signatures.
#[derive(Clone, Debug)]
pub(super) struct Fields<const W: usize> {
    deck: Deck,
    /// The lowest bit of every field, the highest, and all of them.
    low: Signature<W>,
    high: Signature<W>,
    all: Signature<W>,
}

/// The most values of a property whose field fits a word.
pub(super) const MOST_VALUES: usize = u64::BITS as usize;

/// The most words of the signatures of a deck: one for each property, of which there are at most 21
/// with more than 32 values.
pub(super) const MOST_WORDS: usize = 21;

/// The number of words of the signatures of a deck.
pub(super) fn words(deck: Deck) -> usize {
    deck.properties().div_ceil(MOST_VALUES / deck.values())
}

impl<const W: usize> Fields<W> {
    pub(super) fn new(deck: Deck) -> Self {
        let field = u64::MAX >> (MOST_VALUES - deck.values());
        let mut fields =
            Self { deck, low: Signature::EMPTY, high: Signature::EMPTY, all: Signature::EMPTY };
        for property in 0..deck.properties() {
            let (word, shift) = fields.place(property);
            fields.low.0[word] |= 1 << shift;
            fields.high.0[word] |= 1 << (shift + deck.values() - 1);
            fields.all.0[word] |= field << shift;
        }
        fields
    }

    /// v: the number of values of a property, and the number of cards of a set.
    pub(super) fn values(&self) -> usize {
        self.deck.values()
    }

    /// The word of a property's field, and its lowest bit there.
    #[inline]
    fn place(&self, property: usize) -> (usize, usize) {
        let values = self.deck.values();
        let in_a_word = MOST_VALUES / values;
        (property / in_a_word, property % in_a_word * values)
    }

    /// The signature of a card.
    pub(super) fn card(&self, card: Card) -> Signature<W> {
        let mut signature = Signature::EMPTY;
        for (property, value) in self.deck.values_of(card).enumerate() {
            let (word, shift) = self.place(property);
            signature.0[word] |= 1 << (shift + value);
        }
        signature
    }

    /// The cards by their values in a property.
    pub(super) fn classes(
        &self,
        cards: &[Signature<W>],
        property: usize,
    ) -> Vec<Vec<Signature<W>>> {
        let mut classes = vec![Vec::new(); self.deck.values()];
        for &card in cards {
            classes[self.value(card, property)].push(card);
        }
        classes
    }

    /// The value that a card shows in a property.
    fn value(&self, card: Signature<W>, property: usize) -> usize {
        let (word, shift) = self.place(property);
        (card.0[word] >> shift).trailing_zeros() as usize
    }

    /// All bits of the fields in which two cards differ.
    #[inline]
    pub(super) fn difference(&self, a: Signature<W>, b: Signature<W>) -> Signature<W> {
        self.all ^ self.touched(a & b)
    }

    /// All bits of the fields in which two or more cards with this signature differ: those with
    /// more than one bit.
    #[inline]
    pub(super) fn differing(&self, cards: Signature<W>) -> Signature<W> {
        // Clear the lowest bit of every field; each field has at least one bit.
        self.touched(cards.zip(self.low, |cards, low| cards & cards.wrapping_sub(low)))
    }

    /// All bits of the fields in which a bit is set.
    #[inline]
    fn touched(&self, bits: Signature<W>) -> Signature<W> {
        Bits(std::array::from_fn(|word| {
            let (bits, high) = (bits.0[word], self.high.0[word]);
            // Adding ones to all but the highest bit carries into that where a bit is set.
            let rest = self.all.0[word] ^ high;
            let touched = (((bits & rest) + rest) | bits) & high;
            // From the highest bit of a field to its lowest.
            touched | (touched - (touched >> (self.deck.values() - 1)))
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const W: usize>(v: usize, p: usize) {
        let deck = Deck::new(v, p).unwrap();
        assert!(words(deck) <= W);
        let fields = Fields::<W>::new(deck);
        let value = |card: usize, property: usize| (card * (property + 1) / 2 + property) % v;
        let cards: Vec<Card> = (0..v)
            .map(|i| deck.card_of(&(0..p).map(|j| value(i, j)).collect::<Vec<_>>()).unwrap())
            .collect();
        let field = |property: usize| {
            let (word, shift) = fields.place(property);
            let mut field = Signature::EMPTY;
            field.0[word] = (u64::MAX >> (64 - v)) << shift;
            field
        };
        for &a in &cards {
            for &b in &cards {
                let (x, y) = (fields.card(a), fields.card(b));
                let expected = (0..p)
                    .filter(|&property| deck.value(a, property) != deck.value(b, property))
                    .fold(Signature::EMPTY, |bits, property| bits | field(property));
                assert_eq!(fields.difference(x, y), expected);
                assert_eq!(fields.differing(x | y), expected);
                assert!(
                    (0..p).all(|property| fields.value(x, property) == deck.value(a, property))
                );
            }
        }
    }

    #[test]
    fn no_deck_takes_more_words() {
        for v in 4..=MOST_VALUES {
            let decks = (1..).map_while(|p| Deck::new(v, p).ok());
            assert!(decks.map(words).all(|words| words <= MOST_WORDS), "v = {v}");
        }
    }

    #[test]
    fn fields_in_which_cards_differ() {
        check::<1>(4, 1);
        check::<1>(4, 16);
        check::<2>(5, 13);
        check::<4>(4, 64);
        check::<8>(20, 22);
        check::<MOST_WORDS>(64, 21);
        check::<MOST_WORDS>(33, 21);
    }
}
