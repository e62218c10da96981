//! Numbers without a small bound as strings of decimal digits.
//!
//! A JSON number is a double to many programs, and loses digits from 2^53 on. So seeds and counts are
//! strings, however small they are; sizes and positions, which memory bounds, are numbers.
//!
//! To be named in `#[serde(with = "decimal")]`, or `decimal::option` for what may be absent; [`Decimal`] is
//! the schema.

use std::fmt::Display;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

/// A whole number as decimal digits.
#[derive(JsonSchema)]
pub(super) struct Decimal(
    #[schemars(regex(pattern = "^[0-9]+$"))]
    #[expect(dead_code, reason = "it names the form in schemas")]
    String,
);

pub(super) fn serialize<T: Display, S: Serializer>(
    number: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}

pub(super) fn deserialize<'de, T: FromStr, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    parse(&String::deserialize(deserializer)?)
}

fn parse<T: FromStr, E: Error>(text: &str) -> Result<T, E> {
    // `parse` alone accepts a sign.
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| digits);
    number.ok_or_else(|| E::custom(format!("'{text}' is not a string of decimal digits in range")))
}

/// The same for a number that may be absent.
pub(super) mod option {
    use super::{Deserialize, Deserializer, Display, FromStr, Serializer};

    #[expect(clippy::ref_option, reason = "serde calls it so")]
    pub(crate) fn serialize<T: Display, S: Serializer>(
        number: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match number {
            Some(number) => serializer.collect_str(number),
            None => serializer.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, T: FromStr, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| super::parse(&text)).transpose()
    }
}
