//! The classic deck: the 81 cards of the published game, with names for their properties.
//!
//! [`Deck::CLASSIC`] has four properties with three values each: a count, a colour, a shading and a
//! shape, in this order. The code of a card has one character for each: count `1`–`3`, colour `R`ed
//! `G`reen `P`urple, shading `s`olid `h`atched `o`pen, shape `O`val `D`iamond `S`quiggle.
//!
//! ```
//! use tercet::classic::{ClassicCard, Colour, Number, Shading, Shape};
//! use tercet::{Card, Deck};
//!
//! let classic: ClassicCard = "2RhO".parse()?;
//! assert_eq!((classic.count, classic.colour), (Number::Two, Colour::Red));
//! assert_eq!((classic.shading, classic.shape), (Shading::Hatched, Shape::Oval));
//! assert_eq!(classic.in_words(), "two red hatched ovals");
//! let card = Card::from(classic);
//! assert_eq!(card, Deck::CLASSIC.card("1010")?);
//! assert_eq!(ClassicCard::try_from(card)?.to_string(), "2RhO");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt::{self, Write as _};
use std::str::FromStr;

use crate::card::Card;
use crate::deck::{CardError, Deck};

/// One property: its values in the order of the deck, each with its code character and its word.
macro_rules! property {
    ($(#[$doc:meta])* $name:ident, $noun:literal: $($value:ident $code:literal $word:literal),+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name {
            $(#[doc = concat!("`", $code, "`: ", $word, ".")] $value),+
        }

        impl $name {
            /// The name of the property.
            pub const NAME: &'static str = $noun;

            /// The three values, in the order of the deck.
            pub const ALL: [Self; 3] = [$(Self::$value),+];

            /// The code characters of the values.
            const CODES: [char; 3] = [$($code),+];
        }

        /// The value in words.
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str([$($word),+][*self as usize])
            }
        }
    };
}

property!(
    /// The number of symbols on a card.
    Number, "count": One '1' "one", Two '2' "two", Three '3' "three"
);
property!(
    /// The colour of the symbols.
    Colour, "colour": Red 'R' "red", Green 'G' "green", Purple 'P' "purple"
);
property!(
    /// The filling of the symbols.
    Shading, "shading": Solid 's' "solid", Hatched 'h' "hatched", Open 'o' "open"
);
property!(
    /// The outline of the symbols.
    Shape, "shape": Oval 'O' "oval", Diamond 'D' "diamond", Squiggle 'S' "squiggle"
);

/// The name and the code characters of each property, in the order of the deck.
const PROPERTIES: [(&str, [char; 3]); 4] = [
    (Number::NAME, Number::CODES),
    (Colour::NAME, Colour::CODES),
    (Shading::NAME, Shading::CODES),
    (Shape::NAME, Shape::CODES),
];

/// A card of the classic deck.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClassicCard {
    /// The number of symbols.
    pub count: Number,
    /// Their colour.
    pub colour: Colour,
    /// Their filling.
    pub shading: Shading,
    /// Their outline.
    pub shape: Shape,
}

impl ClassicCard {
    /// The card in words: `two red hatched ovals`.
    pub fn in_words(self) -> String {
        let Self { count, colour, shading, shape } = self;
        let plural = if count == Number::One { "" } else { "s" };
        format!("{count} {colour} {shading} {shape}{plural}")
    }

    fn values(self) -> [usize; 4] {
        let Self { count, colour, shading, shape } = self;
        [count as usize, colour as usize, shading as usize, shape as usize]
    }

    fn of_values(values: [usize; 4]) -> Self {
        let [count, colour, shading, shape] = values;
        Self {
            count: Number::ALL[count],
            colour: Colour::ALL[colour],
            shading: Shading::ALL[shading],
            shape: Shape::ALL[shape],
        }
    }
}

/// The code: `2RhO`.
impl fmt::Display for ClassicCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut codes = PROPERTIES.iter().zip(self.values());
        codes.try_for_each(|((_, codes), value)| f.write_char(codes[value]))
    }
}

impl From<ClassicCard> for Card {
    fn from(classic: ClassicCard) -> Self {
        Deck::CLASSIC.card_of(&classic.values()).expect("four values below 3")
    }
}

impl TryFrom<Card> for ClassicCard {
    type Error = CardError;

    /// The properties of a card of [`Deck::CLASSIC`]. Cards do not know their deck: a card of
    /// another deck is read as the classic card with the same bits, if there is one.
    fn try_from(card: Card) -> Result<Self, CardError> {
        if !Deck::CLASSIC.contains(card) {
            return Err(CardError::Foreign { card, deck: Deck::CLASSIC });
        }
        let value = |property| Deck::CLASSIC.value(card, property);
        Ok(Self::of_values([value(0), value(1), value(2), value(3)]))
    }
}

impl FromStr for ClassicCard {
    type Err = CardError;

    /// Reads a code, in upper or lower case.
    fn from_str(code: &str) -> Result<Self, CardError> {
        let letters: Vec<char> = code.chars().collect();
        if letters.len() != PROPERTIES.len() {
            let (card, found) = (code.into(), letters.len());
            return Err(CardError::Width { card, found, deck: Deck::CLASSIC });
        }
        let mut values = [0; 4];
        for ((value, letter), (name, codes)) in values.iter_mut().zip(letters).zip(PROPERTIES) {
            let found = codes.iter().position(|code| code.eq_ignore_ascii_case(&letter));
            *value = found.ok_or_else(|| {
                let [a, b, c] = codes;
                let wanted = format!("a {name}: {a}, {b} or {c}");
                CardError::Letter { card: code.into(), letter: letter.into(), wanted }
            })?;
        }
        Ok(Self::of_values(values))
    }
}

/// Whether any character of a text is valid in a code at its place.
pub(crate) fn resembles_code(text: &str) -> bool {
    let mut places = text.chars().zip(PROPERTIES);
    places.any(|(letter, (_, codes))| codes.iter().any(|code| code.eq_ignore_ascii_case(&letter)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_card_has_its_code_and_its_words() {
        let mut codes = Vec::new();
        for card in Deck::CLASSIC.cards() {
            let classic = ClassicCard::try_from(card).unwrap();
            assert_eq!(Card::from(classic), card);
            let code = classic.to_string();
            assert_eq!(code.parse(), Ok(classic));
            assert_eq!(code.to_lowercase().parse(), Ok(classic));
            codes.push(code);
        }
        assert_eq!((codes[0].as_str(), codes[80].as_str()), ("1RsO", "3PoS"));
        let words = |code: &str| code.parse::<ClassicCard>().unwrap().in_words();
        assert_eq!(words("1PoS"), "one purple open squiggle");
        assert_eq!(words("3GsD"), "three green solid diamonds");
    }

    #[test]
    fn other_cards_and_codes_are_refused() {
        let (deck, card) = (Deck::CLASSIC, Deck::new(4, 4).unwrap().card("3000").unwrap());
        assert_eq!(ClassicCard::try_from(card), Err(CardError::Foreign { card, deck }));
        let refusal = |code: &str| code.parse::<ClassicCard>().unwrap_err().to_string();
        assert_eq!(refusal("2RhOO"), "card '2RhOO' has 5 properties and (3,4) has 4");
        assert_eq!(refusal("2RxO"), "card '2RxO': 'x' is not a shading: s, h or o");
    }
}
