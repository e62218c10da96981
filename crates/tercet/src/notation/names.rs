//! The words for properties and values.

use crate::deck::Deck;

/// The properties of the classic deck.
const PROPERTIES: [&str; 4] = ["count", "colour", "shading", "shape"];

/// The values of each property of the classic deck.
const VALUES: [[&str; 3]; 4] = [
    ["one", "two", "three"],
    ["red", "green", "purple"],
    ["solid", "hatched", "open"],
    ["oval", "diamond", "squiggle"],
];

/// The letters of the classic code, in the same order.
pub(super) const CODES: [[char; 3]; 4] =
    [['1', '2', '3'], ['R', 'G', 'P'], ['s', 'h', 'o'], ['O', 'D', 'S']];

/// The name of a property: `colour` and the like for (3,4), else `property 2`, counted from 1.
///
/// # Panics
///
/// Where the deck has no such property.
pub fn property_name(deck: Deck, property: usize) -> String {
    assert!(property < deck.properties(), "{deck} has no property {property}");
    if deck == Deck::CLASSIC {
        PROPERTIES[property].into()
    } else {
        format!("property {}", property + 1)
    }
}

/// The name of a value: `red` and the like for (3,4), else its digit or number.
///
/// # Panics
///
/// Where the deck has no such property or value.
pub fn value_name(deck: Deck, property: usize, value: usize) -> String {
    assert!(property < deck.properties(), "{deck} has no property {property}");
    assert!(value < deck.values(), "{deck} has no value {value}");
    if deck == Deck::CLASSIC {
        return VALUES[property][value].into();
    }
    match super::Notation::for_deck(deck) {
        super::Notation::Numbers => value.to_string(),
        _ => char::from_digit(value as u32, 36).expect("digits reach to 35").into(),
    }
}
