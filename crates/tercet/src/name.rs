//! Values that are known by a name of one word.

use thiserror::Error;

use crate::text::{debug_as_sentence, shown};

/// Nothing of some kind has this name.
#[derive(Clone, PartialEq, Eq, Error)]
#[error("no {kind} is called '{name}': {}", choice(.name, .known))]
pub struct UnknownName {
    /// The kind of name, such as `method`.
    pub kind: &'static str,
    /// The name, shortened if it is long.
    pub name: String,
    /// The names that are known.
    pub known: Vec<&'static str>,
}

debug_as_sentence!(UnknownName);

impl UnknownName {
    /// The error of a name that nothing has; the known names are those that it could have been.
    pub fn new(
        kind: &'static str,
        name: impl Into<String>,
        known: impl IntoIterator<Item = &'static str>,
    ) -> Self {
        Self { kind, name: shown(&name.into()), known: known.into_iter().collect() }
    }
}

/// What to choose in place of a name that nothing has: a known one that differs in two letters at most, or any.
pub(crate) fn choice(name: &str, known: &[&str]) -> String {
    let is_near = |one: &&&str| {
        let (letters, others) = (name.chars(), one.chars());
        let longest = letters.clone().count().max(others.clone().count());
        let begin = letters.clone().zip(others.clone()).take_while(|(a, b)| a == b).count();
        let end = letters.rev().zip(others.rev()).take_while(|(a, b)| a == b).count();
        longest <= begin + end + 2.min(longest / 2)
    };
    match known.iter().find(is_near) {
        Some(near) => format!("did you mean '{near}'?"),
        None if known.is_empty() => "leave it out".into(),
        None => format!("choose one of {}", known.join(", ")),
    }
}

/// An enumeration whose variants have names of one word. It gets `ALL`, `name`, `Display` and
/// `FromStr`, and serde reads and writes the names.
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    (
        $(#[$attribute:meta])*
        pub enum $type:ident is $kind:literal {
            $($(#[$of_variant:meta])* $variant:ident = $name:literal),+ $(,)?
        }
    ) => {
        $(#[$attribute])*
        pub enum $type {
            $($(#[$of_variant])* $variant,)+
        }

        impl $type {
            /// All values.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// The name in one word.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }

        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl ::std::str::FromStr for $type {
            type Err = $crate::UnknownName;

            fn from_str(name: &str) -> Result<Self, $crate::UnknownName> {
                let named = Self::ALL.into_iter().find(|one| one.name() == name);
                named.ok_or_else(|| $crate::UnknownName::new($kind, name, [$($name),+]))
            }
        }

        $crate::serde_of_names!($type);
        $crate::schema_of_names!($type, [$($name),+]);
    };
}

/// Lets serde read and write the names of a [`named!`] enumeration, with the feature `serde`.
#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! serde_of_names {
    ($type:ident) => {
        impl $crate::serde::Serialize for $type {
            fn serialize<S>(&self, serializer: S) -> Result<S::Ok, S::Error>
            where
                S: $crate::serde::Serializer,
            {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $type {
            fn deserialize<D>(deserializer: D) -> Result<Self, D::Error>
            where
                D: $crate::serde::Deserializer<'de>,
            {
                use $crate::serde::de::Error;

                let name = <::std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                name.parse().map_err(D::Error::custom)
            }
        }
    };
}

#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! serde_of_names {
    ($type:ident) => {};
}

/// Gives a [`named!`] enumeration a JSON Schema, with the feature `schemars`.
#[cfg(feature = "schemars")]
#[doc(hidden)]
#[macro_export]
macro_rules! schema_of_names {
    ($type:ident, $names:expr) => {
        impl $crate::schemars::JsonSchema for $type {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(
                _: &mut $crate::schemars::SchemaGenerator,
            ) -> $crate::schemars::Schema {
                $crate::schemars::json_schema!({ "enum": $names })
            }
        }
    };
}

#[cfg(not(feature = "schemars"))]
#[doc(hidden)]
#[macro_export]
macro_rules! schema_of_names {
    ($type:ident, $names:expr) => {};
}
