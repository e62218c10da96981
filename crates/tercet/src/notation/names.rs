//! Names of properties and values.

use crate::classic;
use crate::deck::Deck;

/// The name of a property: for (3,4) a word such as `colour`, otherwise `property 2`, counted from
/// 1.
///
/// # Panics
///
/// If the deck has no such property.
pub fn property_name(deck: Deck, property: usize) -> String {
    assert!(property < deck.properties(), "{deck} has no property {property}");
    if deck == Deck::CLASSIC {
        classic::PROPERTIES[property].into()
    } else {
        format!("property {}", property + 1)
    }
}

/// The name of a value: for (3,4) a word such as `red`, otherwise its digit or number.
///
/// # Panics
///
/// If the deck has no such property or value.
pub fn value_name(deck: Deck, property: usize, value: usize) -> String {
    assert!(property < deck.properties(), "{deck} has no property {property}");
    assert!(value < deck.values(), "{deck} has no value {value}");
    if deck == Deck::CLASSIC {
        return classic::words(property)[value].into();
    }
    match super::Notation::for_deck(deck) {
        super::Notation::Numbers => value.to_string(),
        _ => char::from_digit(value as u32, 36).expect("digits reach to 35").into(),
    }
}
