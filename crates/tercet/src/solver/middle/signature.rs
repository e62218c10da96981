//! The values that some cards show, property by property.

use super::half::Class;
use crate::solver::bits::Bits;
use crate::{Card, Deck};

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

/// Distributes classes to two halves, of which the first has less work: the largest class to one,
/// the next two to the other, and so on in turn. In each half the small classes come first, so that
/// few half-sets are extended far.
pub(super) fn deal<const W: usize>(classes: &[Vec<Signature<W>>]) -> [Vec<Class<'_, W>>; 2] {
    let mut order: Vec<Class<W>> = classes.iter().map(Vec::as_slice).collect();
    order.sort_by_key(|class| class.len());
    let mut halves = [Vec::new(), Vec::new()];
    for (i, class) in order.into_iter().rev().enumerate() {
        halves[i.div_ceil(2) % 2].push(class);
    }
    for half in &mut halves {
        half.reverse();
    }
    halves.sort_by_key(|half| candidates(half));
    halves
}

/// The number of candidates for half-sets with one card of each class.
fn candidates<const W: usize>(classes: &[Class<W>]) -> u128 {
    classes.iter().fold(1, |product, class| product.saturating_mul(class.len() as u128))
}

/// An estimate of the work to meet the sets with one card of each class.
pub(super) fn work<const W: usize>(classes: &[Vec<Signature<W>>]) -> u128 {
    if classes.iter().any(Vec::is_empty) {
        return 0;
    }
    let [fewer, more] = deal(classes);
    candidates(&fewer).saturating_add(candidates(&more))
}

/// Cuts the largest class of a half in two.
pub(super) fn cut<'a, const W: usize>(classes: &[Class<'a, W>]) -> [Vec<Class<'a, W>>; 2] {
    let largest = (0..classes.len()).max_by_key(|&i| classes[i].len()).expect("a half has classes");
    let (a, b) = classes[largest].split_at(classes[largest].len() / 2);
    [a, b].map(|part| {
        let mut classes = classes.to_vec();
        classes[largest] = part;
        classes
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_deck_takes_more_words() {
        for v in 4..=MOST_VALUES {
            let decks = (1..).map_while(|p| Deck::new(v, p).ok());
            assert!(decks.map(words).all(|words| words <= MOST_WORDS), "v = {v}");
        }
    }

    fn class(cards: usize) -> Vec<Signature<1>> {
        vec![Signature::EMPTY; cards]
    }

    fn sizes(half: &[Class<1>]) -> Vec<usize> {
        half.iter().map(|class| class.len()).collect()
    }

    #[test]
    fn halves_are_balanced_and_the_smaller_comes_first() {
        let classes = [3, 10, 4, 8, 2].map(class);
        let [fewer, more] = deal(&classes);
        assert_eq!((sizes(&fewer), sizes(&more)), (vec![4, 8], vec![2, 3, 10]));
        assert_eq!(work(&classes), 32 + 60);
        assert_eq!(work(&[class(0), class(1000)]), 0);
        for v in 4..=64 {
            let [a, b] = deal(&vec![class(1); v]).map(|half| half.len());
            assert_eq!((a.min(b), a + b), (v / 2, v));
        }
    }

    #[test]
    fn the_largest_class_is_cut() {
        let classes = [3, 10, 4].map(class);
        let classes: Vec<Class<1>> = classes.iter().map(Vec::as_slice).collect();
        assert_eq!(cut(&classes).map(|part| sizes(&part)), [[3, 5, 4], [3, 5, 4]]);
    }
}
