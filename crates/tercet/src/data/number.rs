//! Numbers and times as data.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use num_bigint::BigUint;
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A whole number without a small bound: a count, a seed, a number of hands.
///
/// In JSON it is always a string of decimal digits, whatever its size, because many readers round
/// numbers above 2^53. Requests may also give it as a JSON number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Whole(pub BigUint);

impl Whole {
    /// The number, if it fits a type.
    pub fn get<T: for<'a> TryFrom<&'a BigUint>>(&self) -> Option<T> {
        T::try_from(&self.0).ok()
    }
}

impl<T: Into<BigUint>> From<T> for Whole {
    fn from(number: T) -> Self {
        Self(number.into())
    }
}

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Whole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Digits;
        impl Visitor<'_> for Digits {
            type Value = Whole;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, as digits or as a string of digits")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Whole, E> {
                Ok(number.into())
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Whole, E> {
                let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
                let number = is_number.then(|| BigUint::from_str(text).ok()).flatten();
                number.map(Whole).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_any(Digits)
    }
}

/// A span of time in seconds, with a fraction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Seconds(pub Duration);

impl Seconds {
    /// The most seconds of a request: the maximum of a duration.
    const LONGEST: f64 = 1e19;
}

impl From<Duration> for Seconds {
    fn from(time: Duration) -> Self {
        Self(time)
    }
}

impl Serialize for Seconds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0.as_secs_f64())
    }
}

impl<'de> Deserialize<'de> for Seconds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let seconds = f64::deserialize(deserializer)?;
        let time = Duration::try_from_secs_f64(seconds).ok().filter(|_| seconds <= Self::LONGEST);
        time.map(Self).ok_or_else(|| {
            de::Error::invalid_value(
                de::Unexpected::Float(seconds),
                &"a number of seconds from 0 up to 10^19",
            )
        })
    }
}

#[cfg(feature = "schemars")]
mod schemas {
    use std::borrow::Cow;

    use schemars::generate::Contract;
    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

    use super::{Seconds, Whole};

    impl JsonSchema for Whole {
        fn schema_name() -> Cow<'static, str> {
            "Whole".into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            const DIGITS: &str = "^[0-9]+$";
            if *generator.contract() == Contract::Serialize {
                return json_schema!({
                    "description": "A whole number as decimal digits.",
                    "type": "string",
                    "pattern": DIGITS,
                });
            }
            json_schema!({
                "description": "A whole number, as decimal digits or as a number.",
                "anyOf": [{ "type": "string", "pattern": DIGITS }, { "type": "integer", "minimum": 0 }],
            })
        }
    }

    impl JsonSchema for Seconds {
        fn schema_name() -> Cow<'static, str> {
            "Seconds".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({
                "description": "Seconds.", "type": "number", "minimum": 0, "maximum": Self::LONGEST
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_strings() {
        let number = Whole::from(u128::MAX);
        let text = serde_json::to_string(&number).unwrap();
        assert_eq!(text, format!("\"{}\"", u128::MAX));
        assert_eq!(serde_json::from_str::<Whole>(&text).unwrap(), number);
        assert_eq!(serde_json::from_str::<Whole>("7").unwrap().get::<u64>(), Some(7));
        assert_eq!(number.get::<u64>(), None);
        for wrong in ["-1", "1.5", "\"\"", "\"+7\"", "\"1e3\"", "null", "1e30"] {
            assert!(serde_json::from_str::<Whole>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn seconds_are_numbers() {
        assert_eq!(serde_json::from_str::<Seconds>("1.5").unwrap().0, Duration::from_millis(1500));
        for wrong in ["-1", "1e300", "\"5s\""] {
            assert!(serde_json::from_str::<Seconds>(wrong).is_err(), "{wrong}");
        }
    }
}
