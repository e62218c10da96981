//! The deck: p properties with v values each.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{One, ToPrimitive, Zero};
use thiserror::Error;

use crate::card::{Card, Properties};
use crate::text::{debug_as_sentence, shown};

/// The deck of `v^p` cards with `p` properties of `v` values each: the (v,p) of the papers.
///
/// ```
/// use tercet::Deck;
///
/// let deck = Deck::new(4, 3)?;
/// assert_eq!(deck.size().to_string(), "64");
/// assert_eq!(deck.number_of_sets().to_string(), "912");
/// assert_eq!("(4,3)".parse(), Ok(deck));
/// # Ok::<(), tercet::deck::DeckError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Written"))]
pub struct Deck {
    values: u16,
    properties: u8,
}

/// A deck as data: `{"values": 4, "properties": 3}`, where a number that is left out is that of (3,4).
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename = "Deck", default, deny_unknown_fields)]
pub(crate) struct Written {
    /// v: the number of values of a property, and the number of cards of a set.
    values: usize,
    /// p: the number of properties of a card.
    properties: usize,
}

#[cfg(feature = "serde")]
impl Default for Written {
    fn default() -> Self {
        Self { values: Deck::CLASSIC.values(), properties: Deck::CLASSIC.properties() }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<Written> for Deck {
    type Error = DeckError;

    fn try_from(Written { values, properties }: Written) -> Result<Self, DeckError> {
        Self::new(values, properties)
    }
}

/// Why a deck cannot be created.
#[derive(Clone, Copy, PartialEq, Eq, Error)]
pub enum DeckError {
    /// A text is not two numbers. The error has no text of its own, so that decks can be constants.
    #[error("a deck is written as (V,P), such as (3,4)")]
    Text,
    /// A deck without values has no cards.
    #[error("a deck has at least 1 value per property, not 0")]
    NoValues,
    /// A deck without properties has a single blank card.
    #[error("a deck has at least 1 property, not 0")]
    NoProperties,
    /// A value must fit a byte.
    #[error("a deck has at most {most} values per property, not {0}", most = Deck::MOST_VALUES)]
    TooManyValues(usize),
    /// The properties do not fit the 128 bits of a card.
    #[error(
        "a card has {} bits and a property of {values} value{} takes {} of them: \
         at most {most} properties, not {properties}",
        Card::BITS,
        if *values == 1 { "" } else { "s" },
        bits_for(*values)
    )]
    TooManyProperties {
        /// The requested number of values a property.
        values: usize,
        /// The requested number of properties.
        properties: usize,
        /// The maximum number of properties for this number of values.
        most: usize,
    },
}

/// The number of bits that encode one of `values` values; at least one, so that every property has
/// a place.
const fn bits_for(values: usize) -> u32 {
    if values <= 2 { 1 } else { (values - 1).ilog2() + 1 }
}

impl Deck {
    /// The 81 cards of the published game: three values, four properties.
    pub const CLASSIC: Self = Self { values: 3, properties: 4 };

    /// The maximum number of values of a property.
    pub const MOST_VALUES: usize = 256;

    /// The deck of `properties` properties with `values` values each.
    ///
    /// `values` is 1 to [`MOST_VALUES`](Self::MOST_VALUES). Each property takes ⌈log2 v⌉ bits (at
    /// least one) of the 128 bits of a card.
    ///
    /// # Errors
    ///
    /// [`DeckError`] if either number is 0 or the card would not fit.
    pub const fn new(values: usize, properties: usize) -> Result<Self, DeckError> {
        if values == 0 {
            return Err(DeckError::NoValues);
        }
        if properties == 0 {
            return Err(DeckError::NoProperties);
        }
        if values > Self::MOST_VALUES {
            return Err(DeckError::TooManyValues(values));
        }
        let most = (Card::BITS / bits_for(values)) as usize;
        if properties > most {
            return Err(DeckError::TooManyProperties { values, properties, most });
        }
        Ok(Self { values: values as u16, properties: properties as u8 })
    }

    /// v: the number of values of a property, and the number of cards of a set.
    pub const fn values(self) -> usize {
        self.values as usize
    }

    /// p: the number of properties of a card.
    pub const fn properties(self) -> usize {
        self.properties as usize
    }

    /// The number of bits that each property takes in a card.
    pub const fn bits(self) -> u32 {
        bits_for(self.values as usize)
    }

    /// The number of cards in the deck: `v^p`.
    pub fn size(self) -> BigUint {
        BigUint::from(self.values).pow(u32::from(self.properties))
    }

    /// The rank of the last card, `v^p − 1`, which fits 128 bits for every deck.
    pub fn last_rank(self) -> u128 {
        (self.size() - BigUint::one()).to_u128().expect("a card fits 128 bits, so its rank does")
    }

    /// [`size`](Self::size), or the largest number if it is larger.
    pub(crate) fn size_up_to_max(self) -> u128 {
        self.size().to_u128().unwrap_or(u128::MAX)
    }

    /// The number of sets in the whole deck: `((v + v!)^p − v^p) / v!`.
    ///
    /// Each property of an ordered set shows one of v values on all cards, or one of v! orders of
    /// the values; at least one property shows an order, and each set has v! orders. With v = 1
    /// "all the same" and "all different" are one case, not two, and the only card is the only set.
    pub fn number_of_sets(self) -> BigUint {
        if self.values == 1 {
            return BigUint::one();
        }
        let orders = factorial(self.values());
        let either = (BigUint::from(self.values) + &orders).pow(u32::from(self.properties));
        (either - self.size()) / orders
    }

    /// The number of sets in the whole deck by the number k of properties that differ, from 0 to p:
    /// `C(p,k)·v^(p−k)·v!^(k−1)`.
    ///
    /// Each of the other properties shows one of v values, each of the k one of v! orders, and each set has
    /// v! orders. With v = 1 no property of the only set differs.
    ///
    /// ```
    /// use tercet::Deck;
    ///
    /// let sets = Deck::CLASSIC.sets_by_differences();
    /// assert_eq!(sets, [0_u32, 108, 324, 432, 216].map(Into::into));
    /// ```
    pub fn sets_by_differences(self) -> Vec<BigUint> {
        let (p, v, orders) = (self.properties(), self.values(), factorial(self.values()));
        let sets = |k: usize| match k {
            0 => usize::from(v == 1).into(),
            _ if v == 1 => BigUint::zero(),
            _ => {
                let (same, different) = ((p - k) as u32, (k - 1) as u32);
                binomial(&p.into(), k) * BigUint::from(v).pow(same) * orders.pow(different)
            }
        };
        (0..=p).map(sets).collect()
    }

    /// The exact expected number of sets among `cards` cards drawn at random: `L·C(k,v)/C(v^p,v)`
    /// for the L sets of the deck; for v = 3 this is `C(k,3)/(3^p − 2)`.
    ///
    /// `None` if `cards` exceeds the size of the deck.
    ///
    /// ```
    /// use tercet::Deck;
    ///
    /// assert_eq!(Deck::CLASSIC.expected_sets(12).unwrap().to_string(), "220/79");
    /// ```
    pub fn expected_sets(self, cards: u128) -> Option<Ratio<BigUint>> {
        let (size, drawn) = (self.size(), BigUint::from(cards));
        if drawn > size {
            return None;
        }
        let v = self.values();
        Some(Ratio::new(
            self.number_of_sets() * falling_factorial(&drawn, v),
            falling_factorial(&size, v),
        ))
    }

    /// [`expected_sets`](Self::expected_sets) as the nearest double; infinite beyond its range.
    pub fn expected_sets_f64(self, cards: u128) -> Option<f64> {
        self.expected_sets(cards).map(|exact| exact.to_f64().unwrap_or(f64::INFINITY))
    }

    /// The smallest number of cards with at least one expected set: the threshold between boards
    /// that mostly hold no set and boards that mostly hold several, where finding a set is hardest.
    ///
    /// ```
    /// use tercet::Deck;
    ///
    /// assert_eq!(Deck::CLASSIC.threshold(), 9);
    /// ```
    pub fn threshold(self) -> u128 {
        fewest(|cards| self.expected_sets(cards).is_none_or(|sets| sets >= Ratio::one()))
    }

    /// The card with these values, one for each property, counted from 0.
    /// [`card`](Self::card) reads it from a text.
    ///
    /// # Errors
    ///
    /// [`CardError`] if a value is out of range or the number of values is not p.
    pub fn card_of(self, values: &[usize]) -> Result<Card, CardError> {
        self.card_written(values, || {
            let numbers: Vec<String> = values.iter().map(usize::to_string).collect();
            numbers.join(",")
        })
    }

    /// The card with these values, which are written as this text.
    pub(crate) fn card_written(
        self,
        values: &[usize],
        text: impl FnOnce() -> String,
    ) -> Result<Card, CardError> {
        if values.len() != self.properties() {
            return Err(CardError::Width { card: text(), found: values.len(), deck: self });
        }
        let mut card = 0_u128;
        for (property, &value) in values.iter().enumerate() {
            if value >= self.values() {
                return Err(CardError::Value { card: text(), value, deck: self });
            }
            card |= (value as u128) << self.shift(property);
        }
        Ok(Card::from_bits(card))
    }

    /// The value of a card in a property; both are counted from 0.
    ///
    /// # Panics
    ///
    /// If the deck has no such property.
    #[inline]
    pub fn value(self, card: Card, property: usize) -> usize {
        ((card.to_bits() >> self.shift(property)) as usize) & ((1 << self.bits()) - 1)
    }

    /// All values of a card, property by property.
    pub fn values_of(self, card: Card) -> impl ExactSizeIterator<Item = usize> {
        (0..self.properties()).map(move |property| self.value(card, property))
    }

    /// Whether the deck has this card. (Cards do not know their deck.)
    pub fn contains(self, card: Card) -> bool {
        let used = self.bits() * u32::from(self.properties);
        (used == Card::BITS || card.to_bits() >> used == 0)
            && self.values_of(card).all(|value| value < self.values())
    }

    /// The properties in which two cards agree.
    pub(crate) fn agreement(self, a: Card, b: Card) -> Properties {
        (0..self.properties()).filter(|&i| self.value(a, i) == self.value(b, i)).collect()
    }

    /// All cards of the deck in ascending order.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        (0..=self.last_rank()).map(move |rank| self.nth(rank))
    }

    /// The card of this rank (counted from 0) in ascending order of cards.
    ///
    /// # Panics
    ///
    /// If `rank` is not less than the size of the deck.
    pub fn nth(self, rank: u128) -> Card {
        let (mut rest, v) = (rank, u128::from(self.values));
        let mut card = 0;
        for property in (0..self.properties()).rev() {
            card |= (rest % v) << self.shift(property);
            rest /= v;
        }
        assert_eq!(rest, 0, "{self} has no card of rank {rank}");
        Card::from_bits(card)
    }

    /// The rank of a card: the number of cards of the deck before it in ascending order, the
    /// inverse of [`nth`](Self::nth).
    ///
    /// # Panics
    ///
    /// For a card that the deck does not contain.
    pub fn rank(self, card: Card) -> u128 {
        assert!(self.contains(card), "{self} does not contain this card");
        let v = u128::from(self.values);
        self.values_of(card).fold(0, |rank, value| rank * v + value as u128)
    }

    /// The position of a property in a card: the first property is highest, so that cards are
    /// ordered by their values, from the first property to the last.
    #[inline]
    pub(crate) fn shift(self, property: usize) -> u32 {
        assert!(property < self.properties(), "{self} has no property {property}");
        self.bits() * (u32::from(self.properties) - 1 - property as u32)
    }
}

/// `(v,p)`, as the papers write it.
impl fmt::Display for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.values, self.properties)
    }
}

impl fmt::Debug for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Deck{self}")
    }
}

/// Why a text or a list of values is not a card of a deck.
#[derive(Clone, PartialEq, Eq, Error)]
pub enum CardError {
    /// A character does not stand for a value.
    #[error("card '{}': '{}' is not {wanted}", shown(card), shown(letter))]
    Letter {
        /// The card as written.
        card: String,
        /// The offending text.
        letter: String,
        /// The characters that are valid there.
        wanted: String,
    },
    /// A value is too large for the deck.
    #[error(
        "card '{}': value {value} is out of range, the values of {deck} are 0 to {}",
        shown(card),
        deck.values() - 1
    )]
    Value {
        /// The card as written.
        card: String,
        /// The value.
        value: usize,
        /// The deck.
        deck: Deck,
    },
    /// The card is wider or narrower than those of the deck.
    #[error(
        "card '{}' has {found} propert{} and {deck} has {}",
        shown(card),
        if *found == 1 { "y" } else { "ies" },
        deck.properties()
    )]
    Width {
        /// The card as written.
        card: String,
        /// Its number of properties.
        found: usize,
        /// The deck.
        deck: Deck,
    },
    /// The card belongs to another deck.
    #[error("{deck} has no card with the bits {:#x}", .card.to_bits())]
    Foreign {
        /// The card.
        card: Card,
        /// The deck.
        deck: Deck,
    },
}

/// The deck as it is written, with or without parentheses: `(4,3)`.
impl FromStr for Deck {
    type Err = DeckError;

    fn from_str(text: &str) -> Result<Self, DeckError> {
        let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
        let numbers = inner.split_once(',').and_then(|(v, p)| {
            Some((v.trim().parse::<usize>().ok()?, p.trim().parse::<usize>().ok()?))
        });
        let (values, properties) = numbers.ok_or(DeckError::Text)?;
        Self::new(values, properties)
    }
}

impl Default for Deck {
    /// The classic deck.
    fn default() -> Self {
        Self::CLASSIC
    }
}

/// A number is out of its range.
#[derive(Clone, PartialEq, Eq, Hash, Error)]
#[error("{what}: the range is {least} to {most}")]
pub struct OutOfRange {
    /// What is not possible: `cannot deal 82 cards of (3,4)`.
    pub what: String,
    /// The number.
    pub asked: u128,
    /// The least number that is possible.
    pub least: u128,
    /// The largest number that is possible.
    pub most: u128,
}

impl OutOfRange {
    /// The number, if it is in its range.
    ///
    /// # Errors
    ///
    /// This error, where `what` says what is not possible.
    pub(crate) fn check(
        asked: impl TryInto<u128>,
        range: std::ops::RangeInclusive<u128>,
        what: impl FnOnce() -> String,
    ) -> Result<(), Self> {
        let asked = asked.try_into().unwrap_or(u128::MAX);
        let (&least, &most) = (range.start(), range.end());
        if range.contains(&asked) { Ok(()) } else { Err(Self { what: what(), asked, least, most }) }
    }
}

/// Something is not possible for a deck.
#[derive(Clone, PartialEq, Eq, Hash, Error)]
#[error("{what} {why}{}", self.instead())]
pub struct Unsupported {
    /// What is not possible: the name of a method, or `exact odds`.
    pub what: String,
    /// The reason, as a phrase that follows: `needs v = 3`.
    pub why: String,
    /// The deck.
    pub deck: Deck,
    /// The methods that can do it.
    pub able: Vec<&'static str>,
}

debug_as_sentence!(DeckError, CardError, OutOfRange, Unsupported);

impl Unsupported {
    /// The error for something that only some decks have: `what` needs `decks`.
    pub(crate) fn needs(what: &str, decks: impl fmt::Display, deck: Deck) -> Self {
        let why = format!("needs {decks}, and the deck is {deck}");
        Self { what: what.into(), why, deck, able: Vec::new() }
    }

    fn instead(&self) -> String {
        if self.able.is_empty() {
            return String::new();
        }
        format!(": choose one of {}", self.able.join(", "))
    }
}

/// The smallest positive number that is `enough`; all larger numbers must also be.
pub(crate) fn fewest(enough: impl Fn(u128) -> bool) -> u128 {
    let (mut low, mut high) = (0, 1);
    while !enough(high) {
        (low, high) = (high, high.saturating_mul(2));
    }
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if enough(middle) { high = middle } else { low = middle }
    }
    high
}

pub(crate) fn factorial(n: usize) -> BigUint {
    falling_factorial(&n.into(), n)
}

/// C(n, k).
pub(crate) fn binomial(n: &BigUint, k: usize) -> BigUint {
    if *n < BigUint::from(k) {
        return BigUint::zero();
    }
    // C(n, k) = C(n, n−k).
    let k = (n - k).to_usize().map_or(k, |others| k.min(others));
    (0..k).fold(BigUint::one(), |product, i| product * (n - i) / (i + 1))
}

/// `n·(n−1)·…·(n−k+1)`, and 0 where k > n.
pub(crate) fn falling_factorial(n: &BigUint, k: usize) -> BigUint {
    if *n < BigUint::from(k) {
        return BigUint::zero();
    }
    (0..k).map(|i| n - i).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deck(v: usize, p: usize) -> Deck {
        Deck::new(v, p).unwrap()
    }

    #[test]
    fn binomials_are_those_of_pascals_triangle() {
        let of = |n: u32, k| binomial(&n.into(), k);
        assert_eq!([of(5, 0), of(5, 2), of(5, 5), of(5, 6)], [1_u8, 10, 1, 0].map(BigUint::from));
        assert_eq!(of(52, 5), BigUint::from(2_598_960_u32));
    }

    #[test]
    fn number_of_sets_is_the_published_one() {
        let golden: [(usize, &[u64]); 7] = [
            (1, &[1, 1, 1]),
            (2, &[1, 6, 28, 120]),
            (3, &[1, 12, 117, 1080, 9801, 88452]),
            (4, &[1, 32, 912, 25600, 717_056]),
            (5, &[1, 130, 16275, 2_034_500]),
            (6, &[1, 732, 531_468]),
            (7, &[1, 5054]),
        ];
        for (v, numbers) in golden {
            for (p, &sets) in (1..).zip(numbers) {
                assert_eq!(deck(v, p).number_of_sets(), BigUint::from(sets), "({v},{p})");
            }
        }
    }

    /// The formula, its sum, and the sets of small decks one by one.
    #[test]
    fn sets_are_counted_by_their_differences() {
        for (v, p) in [(1, 3), (2, 5), (3, 64), (7, 4), (256, 16)] {
            let sets = deck(v, p).sets_by_differences();
            assert_eq!(sets.len(), p + 1);
            assert_eq!(sets.into_iter().sum::<BigUint>(), deck(v, p).number_of_sets(), "({v},{p})");
        }
        for (v, p) in [(1, 2), (2, 3), (3, 1), (3, 3), (4, 2), (5, 2)] {
            let deck = deck(v, p);
            let board = crate::Board::new(deck, deck.cards()).unwrap();
            let mut listed = vec![BigUint::zero(); p + 1];
            for set in board.sets() {
                let differs = |&i: &usize| {
                    set[1..].iter().any(|&card| deck.value(card, i) != deck.value(set[0], i))
                };
                listed[(0..p).filter(differs).count()] += 1_u32;
            }
            assert_eq!(deck.sets_by_differences(), listed, "{deck}");
        }
    }

    #[test]
    fn the_threshold_is_where_one_set_is_expected() {
        for (v, p) in [(1, 1), (2, 3), (3, 1), (3, 4), (4, 7), (10, 4), (20, 4), (3, 64)] {
            let (deck, cards) = (deck(v, p), deck(v, p).threshold());
            assert!(deck.expected_sets(cards).unwrap() >= Ratio::one(), "{deck}");
            assert!(deck.expected_sets(cards - 1).unwrap() < Ratio::one(), "{deck}");
        }
        assert_eq!(deck(10, 4).threshold(), 113);
    }

    #[test]
    fn the_largest_decks_are_legal_and_counted_exactly() {
        assert_eq!(deck(2, 128).size(), BigUint::one() << 128);
        assert_eq!(deck(2, 128).last_rank(), u128::MAX);
        assert_eq!(deck(256, 16).cards().next(), Some(Card::from_bits(0)));
        assert!(deck(64, 21).number_of_sets() > deck(64, 21).size());
        let sum: f64 = deck(20, 20).expected_sets_f64(1 << 40).unwrap();
        assert!(sum.is_finite() && sum > 0.0);
    }

    #[test]
    fn cards_and_ranks_are_in_the_same_order() {
        for (v, p) in [(1, 3), (2, 4), (3, 3), (4, 2), (5, 2), (10, 1)] {
            let deck = deck(v, p);
            let cards: Vec<Card> = deck.cards().collect();
            assert_eq!(BigUint::from(cards.len()), deck.size());
            assert!(cards.is_sorted());
            assert!((0..).zip(&cards).all(|(rank, &card)| deck.rank(card) == rank));
            assert!(cards.iter().all(|&card| deck.contains(card)));
        }
    }

    #[test]
    fn foreign_cards_are_recognised() {
        let big = deck(4, 4).card_of(&[0, 3, 0, 0]).unwrap();
        assert!(!deck(3, 4).contains(big), "value 3 of three values");
        assert!(!deck(4, 2).contains(big), "four properties");
        assert!(deck(4, 4).contains(big));
        assert!(deck(4, 3).card_of(&[0, 4, 0]).is_err());
        assert!(deck(4, 3).card_of(&[0, 1]).is_err());
    }
}
