//! Strict JSON: no duplicate fields, and whole numbers in any notation.

use std::fmt;

use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Number, Value};

/// A JSON value without duplicate fields, of which [`Value`] would keep the last. Numbers such as
/// `1e3`, which JSON Schema counts among the integers, are integers.
pub(crate) struct Strict(pub(crate) Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Value;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("JSON")
            }

            fn visit_unit<E>(self) -> Result<Value, E> {
                Ok(Value::Null)
            }

            fn visit_bool<E>(self, it: bool) -> Result<Value, E> {
                Ok(it.into())
            }

            fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
                Ok(number.into())
            }

            fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
                Ok(number.into())
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Value, E> {
                // Up to here every whole number is exactly a double.
                const EXACT: f64 = (1_u64 << 53) as f64;
                if number.fract() == 0.0 && number.abs() < EXACT {
                    return Ok((number as i64).into());
                }
                Number::from_f64(number).map(Value::Number).ok_or_else(|| E::custom("no number"))
            }

            fn visit_str<E>(self, text: &str) -> Result<Value, E> {
                Ok(text.into())
            }

            fn visit_string<E>(self, text: String) -> Result<Value, E> {
                Ok(text.into())
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
                let mut all = Vec::new();
                while let Some(Strict(item)) = items.next_element()? {
                    all.push(item);
                }
                Ok(all.into())
            }

            fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
                let mut all = Map::new();
                while let Some((name, Strict(value))) = fields.next_entry::<String, _>()? {
                    if all.contains_key(&name) {
                        return Err(A::Error::custom(format_args!(
                            "the field '{name}' is given twice"
                        )));
                    }
                    all.insert(name, value);
                }
                Ok(all.into())
            }
        }
        deserializer.deserialize_any(Any).map(Self)
    }
}
