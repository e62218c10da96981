//! Boards, sets, methods, numbers and times as data, with the feature `serde`.
//!
//! A board and a set are written as their cards and their deck, `{"cards": ["0121", …], "deck":
//! {"values": 3, "properties": 4}}`; a method is written as its name. A board can also be read from a
//! text.

#[cfg(feature = "records")]
#[doc(hidden)]
pub mod crc32;
#[cfg(feature = "json")]
pub mod csv;
#[cfg(feature = "json")]
pub mod json;
mod number;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::deck::{CardError, Deck};
use crate::solver::{Method, method};
use crate::{Board, Card, Set};

pub use number::{Seconds, Whole};

/// Cards as they are written.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Cards {
    /// The cards, each as a text in any notation.
    cards: Vec<String>,
    /// Their deck.
    #[serde(default)]
    deck: Deck,
}

impl Cards {
    fn of(deck: Deck, cards: &[Card]) -> Self {
        Self { cards: deck.texts(cards), deck }
    }

    fn read(&self) -> Result<Vec<Card>, CardError> {
        self.cards.iter().map(|card| self.deck.card(card)).collect()
    }
}

/// A board as it is written.
#[derive(Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "a board is a text, or its cards and their deck")]
enum Written {
    /// The text of a board.
    Text(String),
    /// The cards.
    Cards(Cards),
}

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Cards::of(self.deck(), self.cards()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Written::deserialize(deserializer)? {
            Written::Text(text) => text.parse().map_err(D::Error::custom),
            Written::Cards(cards) => {
                let board = Self::new(cards.deck, cards.read().map_err(D::Error::custom)?);
                board.map_err(D::Error::custom)
            }
        }
    }
}

impl Serialize for Set {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Cards::of(self.deck(), self.cards()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Set {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cards = Cards::deserialize(deserializer)?;
        let set = Self::new(cards.deck, cards.read().map_err(D::Error::custom)?);
        set.map_err(D::Error::custom)
    }
}

impl Serialize for Method {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

impl<'de> Deserialize<'de> for Method {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        method(&name).cloned().map_err(D::Error::custom)
    }
}

#[cfg(feature = "schemars")]
mod schemas {
    use super::{Board, Cards, Deck, Method, Set, Written};
    use crate::deck;

    /// Gives a type the schema of what is written.
    macro_rules! schema {
        ($type:ident, $written:ty) => {
            impl schemars::JsonSchema for $type {
                fn schema_name() -> std::borrow::Cow<'static, str> {
                    stringify!($type).into()
                }

                fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                    <$written>::json_schema(generator)
                }
            }
        };
    }

    schema!(Deck, deck::Written);
    schema!(Board, Written);
    schema!(Set, Cards);
    schema!(Method, String);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_read_as_it_is_written() {
        let board: Board = "deck 4 2\n 01 22 33 10 00 11".parse().unwrap();
        let json = serde_json::to_string(&board).unwrap();
        let cards = r#"["01","22","33","10","00","11"]"#;
        assert_eq!(json, format!(r#"{{"cards":{cards},"deck":{{"values":4,"properties":2}}}}"#));
        assert_eq!(serde_json::from_str::<Board>(&json).unwrap(), board);
        let set = board.find().unwrap();
        let json = serde_json::to_string(&set).unwrap();
        assert_eq!(serde_json::from_str::<Set>(&json).unwrap(), set);
        let text = r#""2RhO 1GsD""#;
        assert_eq!(serde_json::from_str::<Board>(text).unwrap().to_string(), "2RhO 1GsD");
        assert_eq!(serde_json::from_str::<Method>(r#""cover""#).unwrap(), Method::COVER);
        assert_eq!(serde_json::from_str::<Deck>(r#"{"values":5}"#).unwrap().to_string(), "(5,4)");
        for wrong in [r#""2RhX""#, r#"{"cards":["00","00"]}"#, r#"{"cards":[],"decks":1}"#] {
            assert!(serde_json::from_str::<Board>(wrong).is_err(), "{wrong}");
        }
        assert!(serde_json::from_str::<Set>(r#"{"cards":["0000","0001","0012"]}"#).is_err());
    }
}
