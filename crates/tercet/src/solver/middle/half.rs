//! Half-sets: their signatures, the values that their cards show property by property, and their growth card
//! by card.

use super::table::NumberTable;
use crate::solver::bits::Bits;
use crate::solver::{Stop, Watch};
use crate::{Card, Deck};

/// One bit for each value of each property. A card has one bit in every property; the signature of
/// several cards has the bits of all of them.
///
/// The v bits of a property are its field. A field lies within one of the W words.
pub(super) type Signature<const W: usize> = Bits<W>;

/// The cards with one value of the property by which the set is split.
pub(super) type Class<'a, const W: usize> = &'a [Signature<W>];

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
    // Places are sorted: to sort the classes would be compiled for each width.
    let mut order: Vec<(usize, usize)> =
        (0..classes.len()).map(|i| (classes[i].len(), i)).collect();
    order.sort_unstable();
    let mut halves = [Vec::new(), Vec::new()];
    for (i, (_, class)) in order.into_iter().rev().enumerate() {
        halves[i.div_ceil(2) % 2].push(classes[class].as_slice());
    }
    for half in &mut halves {
        half.reverse();
    }
    let [a, b] = halves;
    if candidates(&a) <= candidates(&b) { [a, b] } else { [b, a] }
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

/// All half-sets with one card of each of some classes, by their signatures.
///
/// The first two cards of a half-set determine the properties in which its cards agree. From then
/// on the signature alone determines which cards may follow, so half-sets with the same signature
/// share one entry, with their number.
pub(super) struct Half<'a, const W: usize> {
    fields: &'a Fields<W>,
    classes: &'a [Class<'a, W>],
    /// The half-sets of the first class, of the first two, and so on; the last class is left out.
    grown: Vec<NumberTable<W>>,
    /// The maximum number of slots of the next table.
    room: usize,
}

/// A half-set with its last card.
#[derive(Clone, Copy)]
pub(super) struct Step<const W: usize> {
    /// The signature of the cards before.
    pub(super) before: Signature<W>,
    /// The number of half-sets with that signature.
    pub(super) number: u64,
    pub(super) card: Signature<W>,
    /// The fields in which the cards differ.
    pub(super) difference: Signature<W>,
}

impl<const W: usize> Step<W> {
    /// The signature of all cards.
    #[inline]
    pub(super) fn whole(&self) -> Signature<W> {
        self.before | self.card
    }

    /// The signature of the half-sets that complete this one to a set: the same values where the
    /// cards agree, and all other values where they differ.
    #[inline]
    pub(super) fn complement(&self) -> Signature<W> {
        self.whole() ^ self.difference
    }
}

impl<'a, const W: usize> Half<'a, W> {
    /// Grows half-sets through all of two or more classes but the last.
    pub(super) fn grow(
        fields: &'a Fields<W>,
        classes: &'a [Class<'a, W>],
        room: usize,
        watch: &mut Watch,
    ) -> Result<Self, Stop> {
        let cards = NumberTable::of(classes[0].iter().map(|&card| (card, 1)), room, watch)?;
        let mut half = Self { fields, classes, room: room - cards.slots(), grown: vec![cards] };
        for _ in 2..classes.len() {
            let next = half.next(watch)?;
            half.room -= next.slots();
            half.grown.push(next);
        }
        Ok(half)
    }

    /// The number of cards of a complete half-set.
    pub(super) fn size(&self) -> usize {
        self.classes.len()
    }

    /// The half-sets with one more card.
    pub(super) fn next(&self, watch: &mut Watch) -> Result<NumberTable<W>, Stop> {
        let mut next = NumberTable::with_room(self.room)?;
        self.each_step(watch, |step, watch| next.add(step.whole(), step.number, watch))?;
        Ok(next)
    }

    /// Visits every way to add a card of the next class.
    #[inline]
    pub(super) fn each_step<E: From<Stop>>(
        &self,
        watch: &mut Watch,
        mut visit: impl FnMut(Step<W>, &mut Watch) -> Result<(), E>,
    ) -> Result<(), E> {
        let class = self.classes[self.grown.len()];
        for (before, number) in self.grown[self.grown.len() - 1].iter() {
            watch.tick(class.len())?;
            if self.grown.len() == 1 {
                for &card in class {
                    let difference = self.fields.difference(before, card);
                    visit(Step { before, number, card, difference }, watch)?;
                }
            } else {
                let difference = self.fields.differing(before);
                let shared = before & !difference;
                for &card in class.iter().filter(|&&card| card & before == shared) {
                    visit(Step { before, number, card, difference }, watch)?;
                }
            }
        }
        Ok(())
    }

    /// The positions of the cards of the `number` half-sets with this signature, one after the
    /// other: the first `size` positions are those of the first half-set, and so on.
    pub(super) fn cards(
        &self,
        size: usize,
        (signature, number): (Signature<W>, u64),
        positions: &NumberTable<W>,
        watch: &mut Watch,
    ) -> Result<Vec<u64>, Stop> {
        let mut found = Vec::with_capacity(number as usize * size);
        self.trace(size, signature, positions, &mut Vec::with_capacity(size), &mut found, watch)?;
        Ok(found)
    }

    /// Removes the last card from a signature of `size` cards in every possible way.
    fn trace(
        &self,
        size: usize,
        signature: Signature<W>,
        positions: &NumberTable<W>,
        behind: &mut Vec<u64>,
        found: &mut Vec<u64>,
        watch: &mut Watch,
    ) -> Result<(), Stop> {
        if size == 1 {
            found.push(positions.get(signature));
            found.extend_from_slice(behind);
            return Ok(());
        }
        watch.tick(self.classes[size - 1].len())?;
        let difference = self.fields.differing(signature);
        for &card in self.classes[size - 1].iter().filter(|&&card| card & signature == card) {
            let before = signature & !(card & difference);
            if self.grown[size - 2].get(before) > 0 {
                behind.push(positions.get(card));
                self.trace(size - 1, before, positions, behind, found, watch)?;
                behind.pop();
            }
        }
        Ok(())
    }
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
