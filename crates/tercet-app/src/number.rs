//! How exact fractions are written in answers.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::Zero;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An exact fraction in lowest terms; a whole number is its digits alone.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String", extend("pattern" = "^[0-9]+(/[1-9][0-9]*)?$"))]
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

impl From<Fraction> for String {
    fn from(fraction: Fraction) -> Self {
        fraction.to_string()
    }
}

impl TryFrom<String> for Fraction {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let digits = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| BigUint::from_str(text).ok()).flatten()
        };
        let (numerator, denominator) = text.split_once('/').unwrap_or((&text, "1"));
        let denominator = digits(denominator).filter(|denominator| !denominator.is_zero());
        let parts = digits(numerator).zip(denominator);
        let fraction = parts.map(|(numerator, denominator)| Ratio::new(numerator, denominator));
        fraction.map(Self).ok_or_else(|| format!("'{text}' is not a fraction as 2/3"))
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
