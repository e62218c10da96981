//! Values of the library that requests and answers write as one word.

use std::borrow::Cow;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use tercet::game::{Pick, Refill};
use tercet::notation::Notation;
use tercet::reduction::generate::Solution;

/// A type with a few values, each with a name.
pub trait Named: Copy + 'static {
    /// The name of the type in the schemas.
    const TYPE: &'static str;
    /// All values.
    const VALUES: &'static [Self];

    /// The name of a value.
    fn name(self) -> &'static str;
}

/// A value that is written as its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Name<T>(pub T);

impl<T> Deref for Name<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> From<T> for Name<T> {
    fn from(value: T) -> Self {
        Self(value)
    }
}

impl<T: Named> Serialize for Name<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

impl<'de, T: Named> Deserialize<'de> for Name<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = Cow::<'de, str>::deserialize(deserializer)?;
        let value = T::VALUES.iter().find(|value| value.name() == name);
        value.copied().map(Self).ok_or_else(|| {
            let names: Vec<&str> = T::VALUES.iter().map(|value| value.name()).collect();
            de::Error::custom(format_args!("'{name}' is not one of {}", names.join(", ")))
        })
    }
}

impl<T: Named> JsonSchema for Name<T> {
    fn schema_name() -> Cow<'static, str> {
        T::TYPE.into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<&str> = T::VALUES.iter().map(|value| value.name()).collect();
        json_schema!({ "enum": names })
    }
}

/// Implements [`Named`] for types of the library that have `ALL` and `name`.
macro_rules! named {
    ($($type:ty => $name:literal),* $(,)?) => {$(
        impl Named for $type {
            const TYPE: &'static str = $name;
            const VALUES: &'static [Self] = &Self::ALL;

            fn name(self) -> &'static str {
                self.name()
            }
        }
    )*};
}

named! {
    Notation => "Notation",
    Pick => "Pick",
    Refill => "Refill",
    Solution => "Solution",
}

#[cfg(feature = "models")]
named! { tercet_models::Symmetry => "Symmetry" }

#[cfg(feature = "proof")]
named! {
    tercet_proof::Format => "ProofFormat",
    tercet_proof::Style => "ProofStyle",
}

#[cfg(feature = "photo")]
named! { tercet_vision::Doubt => "Doubt" }
