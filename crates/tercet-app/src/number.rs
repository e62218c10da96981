//! How exact fractions are written in answers.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::Zero;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// An exact fraction in lowest terms.
///
/// In JSON it is a string: `220/79`, or only the digits if it is a whole number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fraction(pub Ratio<BigUint>);

impl From<Ratio<BigUint>> for Fraction {
    fn from(fraction: Ratio<BigUint>) -> Self {
        Self(fraction)
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Fraction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        let digits = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| BigUint::from_str(text).ok()).flatten()
        };
        let (numerator, denominator) = text.split_once('/').unwrap_or((&text, "1"));
        let denominator = digits(denominator).filter(|denominator| !denominator.is_zero());
        match (digits(numerator), denominator) {
            (Some(numerator), Some(denominator)) => Ok(Ratio::new(numerator, denominator).into()),
            _ => Err(de::Error::invalid_value(de::Unexpected::Str(&text), &"a fraction as 2/3")),
        }
    }
}

impl JsonSchema for Fraction {
    fn schema_name() -> Cow<'static, str> {
        "Fraction".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "An exact fraction in lowest terms; a whole number is its digits alone.",
            "type": "string",
            "pattern": "^[0-9]+(/[1-9][0-9]*)?$",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_in_lowest_terms() {
        for (text, written) in [("2/3", "2/3"), ("4/6", "2/3"), ("6/3", "2"), ("0/7", "0")] {
            let fraction: Fraction = serde_json::from_str(&format!("\"{text}\"")).unwrap();
            assert_eq!(serde_json::to_string(&fraction).unwrap(), format!("\"{written}\""));
        }
        for wrong in ["\"\"", "\"1/0\"", "\"1/\"", "\"-1/2\"", "\"1/2/3\"", "0.5"] {
            assert!(serde_json::from_str::<Fraction>(wrong).is_err(), "{wrong}");
        }
    }
}
