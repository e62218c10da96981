//! Values that are read from JSON, with the feature `json`: an error names the field that is wrong, and what it must
//! be, in words for people. `serde_json` has its sentences in the terms of Rust, and no path.

use std::fmt::{self, Display};
use std::iter::Enumerate;
use std::slice;

use serde::de::value::{BorrowedStrDeserializer, MapAccessDeserializer};
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, Expected, IgnoredAny, IntoDeserializer,
    MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde_json::{Map, Value, map};
use thiserror::Error;

use crate::file::Place;
use crate::name::{UnknownName, choice};
use crate::text::shown;

/// The most levels of values in one another.
const DEEPEST: usize = 100;

/// Why a text is not the JSON of a value.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{path}{}{why}", if path.is_empty() { "" } else { ": " })]
pub struct JsonError {
    /// Whether the text is JSON.
    pub is_json: bool,
    /// The path of the field that is wrong, such as `search.memory` or `moves[3]`; empty if none is.
    pub path: String,
    /// What is wrong.
    pub why: String,
    /// The place in a text that could not be taken apart into fields.
    pub place: Option<Place>,
}

/// Reads a value, as [`from_value`], in which whole numbers have digits only. In place of an object it also takes the
/// list of its fields.
///
/// # Errors
///
/// [`JsonError`] if the text is not the JSON of such a value.
pub fn read<T: DeserializeOwned>(text: &[u8]) -> Result<T, JsonError> {
    // The faster way, which reads numbers above 2^64, too, and has no errors for people.
    serde_json::from_slice(text).or_else(|_| {
        from_value::<T>(&parse(text)?)?;
        Err(de::Error::custom("a whole number is written with digits only"))
    })
}

/// A value from its fields. Unknown fields are passed over, unless the type refuses them.
///
/// # Errors
///
/// [`JsonError`] with the path of a field that is wrong.
pub fn from_value<T: DeserializeOwned>(fields: &Value) -> Result<T, JsonError> {
    T::deserialize(Part(fields))
}

/// The JSON of a text. Numbers such as `1e3`, which JSON Schema counts among the integers, are integers.
///
/// # Errors
///
/// [`JsonError`] with the place at which the text is not JSON, gives a field twice, has more than 100 levels, or has a
/// number beyond those of floating point or text that is not Unicode.
pub fn parse(text: &[u8]) -> Result<Value, JsonError> {
    let mut input = serde_json::Deserializer::from_slice(text);
    let value = Strict(DEEPEST).deserialize(&mut input);
    let value = value.and_then(|value| input.end().map(|()| value));
    value.map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let last = text.split(|&byte| byte == b'\n').nth(line.max(1) - 1).unwrap_or_default();
        let until = &last[..last.len().min(column)];
        let digits = until.rsplit(|byte| !b"+-.0123456789Ee".contains(byte)).next();
        let digits = digits.and_then(|word| str::from_utf8(word).ok()).unwrap_or_default();
        let is_json = serde_json::from_slice::<IgnoredAny>(text).is_ok();
        let why = if error.is_data() {
            // A sentence of `Strict`, to which the place was added.
            let whole = error.to_string();
            whole.trim_end_matches(&format!(" at line {line} column {column}")).into()
        } else if !is_json {
            "it is not JSON".into()
        } else if digits.parse().is_ok_and(f64::is_infinite) {
            format!("the number {} is too large", shown(digits))
        } else {
            "it has text that is not Unicode".into()
        };
        let column = String::from_utf8_lossy(until).chars().count().max(1);
        let place = Some(Place { line: line.max(1), column });
        JsonError { is_json, place, ..de::Error::custom(why) }
    })
}

/// Reads JSON of which each field stands once, with this many levels of values in one another at most.
#[derive(Clone, Copy)]
struct Strict(usize);

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        if self.0 == 0 {
            return Err(de::Error::custom(format_args!("it has more than {DEEPEST} levels")));
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict {
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

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        // Up to here every whole number is exactly a double.
        const EXACT: f64 = (1_u64 << 53) as f64;
        let is_whole = number.fract() == 0.0 && number.abs() < EXACT;
        Ok(if is_whole { (number as i64).into() } else { number.into() })
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut all = Vec::new();
        while let Some(item) = items.next_element_seed(Self(self.0 - 1))? {
            all.push(item);
        }
        Ok(all.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut all = Map::new();
        while let Some(name) = fields.next_key::<String>()? {
            if all.contains_key(&name) {
                let name = shown(&name);
                return Err(de::Error::custom(format_args!("the field '{name}' is given twice")));
            }
            all.insert(name, fields.next_value_seed(Self(self.0 - 1))?);
        }
        Ok(all.into())
    }
}

/// A value that is read as another type.
struct Part<'a>(&'a Value);

impl Part<'_> {
    /// The error of a value of another kind than the wanted one.
    fn is_not(expected: &dyn Expected) -> JsonError {
        de::Error::custom(format_args!("it must be {}", in_words(expected)))
    }
}

impl<'de> Part<'de> {
    fn number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        let Value::Number(number) = self.0 else { return Err(Self::is_not(&visitor)) };
        match (number.as_u64(), number.as_i64()) {
            (Some(number), _) => visitor.visit_u64(number),
            (_, Some(number)) => visitor.visit_i64(number),
            _ => visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN)),
        }
    }

    fn text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        let Value::String(text) = self.0 else { return Err(Self::is_not(&visitor)) };
        visitor.visit_borrowed_str(text)
    }

    fn list<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        let Value::Array(items) = self.0 else { return Err(Self::is_not(&visitor)) };
        let mut rest = Items(items.iter().enumerate());
        let value = visitor.visit_seq(&mut rest)?;
        if rest.0.len() > 0 {
            return Err(de::Error::invalid_length(items.len(), &"a shorter list"));
        }
        Ok(value)
    }

    fn object<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        let Value::Object(fields) = self.0 else { return Err(Self::is_not(&visitor)) };
        visitor.visit_map(Fields(fields.iter(), None))
    }
}

/// Reads a type from one kind of value. What serde derives for it would also compile, and take, the others.
macro_rules! read_one_kind {
    ($($kind:ident: $($read:ident)*;)*) => {$($(
        fn $read<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
            self.$kind(visitor)
        }
    )*)*};
}

impl<'de> Deserializer<'de> for Part<'de> {
    type Error = JsonError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(it) => visitor.visit_bool(*it),
            Value::Number(_) => self.number(visitor),
            Value::String(_) => self.text(visitor),
            Value::Array(_) => self.list(visitor),
            Value::Object(_) => self.object(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        let Value::Bool(it) = self.0 else { return Err(Self::is_not(&visitor)) };
        visitor.visit_bool(*it)
    }

    read_one_kind! {
        number: deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128 deserialize_i8
            deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128 deserialize_f32 deserialize_f64;
        text: deserialize_char deserialize_str deserialize_string;
        list: deserialize_seq;
        object: deserialize_map;
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, JsonError> {
        self.list(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, JsonError> {
        self.list(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, JsonError> {
        self.object(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, JsonError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, JsonError> {
        match self.0 {
            Value::String(name) => visitor.visit_enum(name.as_str().into_deserializer()),
            Value::Object(fields) if fields.len() == 1 => {
                visitor.visit_enum(MapAccessDeserializer::new(Fields(fields.iter(), None)))
            }
            _ => Err(de::Error::custom("it must be a text, or an object with one field")),
        }
    }

    /// The name of a choice; types that serde derives would take its number, too.
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        match self.0 {
            Value::String(name) => visitor.visit_borrowed_str(name),
            _ => Err(de::Error::custom("it must be a text")),
        }
    }

    serde::forward_to_deserialize_any! { bytes byte_buf unit unit_struct ignored_any }
}

/// The items of a list.
struct Items<'a>(Enumerate<slice::Iter<'a, Value>>);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = JsonError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, JsonError> {
        let Some((i, item)) = self.0.next() else { return Ok(None) };
        let item = seed.deserialize(Part(item));
        item.map(Some).map_err(|error| error.at(i))
    }
}

/// The fields of an object, and the one whose name was read.
struct Fields<'a>(map::Iter<'a>, Option<(&'a String, &'a Value)>);

impl<'de> MapAccess<'de> for Fields<'de> {
    type Error = JsonError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, JsonError> {
        self.1 = self.0.next();
        self.1.map(|(name, _)| seed.deserialize(Key(name))).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, JsonError> {
        let (name, value) = self.1.expect("the name of a value is read before it");
        seed.deserialize(Part(value)).map_err(|error| error.within(name))
    }
}

/// The name of a field, which may be a number.
struct Key<'a>(&'a str);

macro_rules! read_numbers {
    ($($read:ident)*) => {$(
        fn $read<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
            let number = match (self.0.parse(), self.0.parse()) {
                (Ok(number), _) => visitor.visit_u64(number),
                (_, Ok(number)) => visitor.visit_i64(number),
                _ => visitor.visit_borrowed_str(self.0),
            };
            number.map_err(|error: JsonError| error.within(self.0))
        }
    )*};
}

impl<'de> Deserializer<'de> for Key<'de> {
    type Error = JsonError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        visitor.visit_borrowed_str(self.0)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, JsonError> {
        visitor.visit_enum(BorrowedStrDeserializer::new(self.0))
    }

    read_numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    serde::forward_to_deserialize_any! {
        bool i128 u128 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

impl JsonError {
    /// The error of an item of a list.
    fn at(self, i: usize) -> Self {
        self.within(&format!("[{i}]"))
    }

    /// The error of a part of this name.
    fn within(mut self, name: &str) -> Self {
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = format!("{}{dot}{}", shown(name), self.path);
        self
    }
}

/// The sentences about values of a wrong form.
impl de::Error for JsonError {
    fn custom<T: Display>(why: T) -> Self {
        Self { is_json: true, path: String::new(), why: why.to_string(), place: None }
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Part::is_not(expected)
    }

    fn invalid_value(given: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(given, expected)
    }

    fn invalid_length(length: usize, _: &dyn Expected) -> Self {
        Self::custom(format_args!("a list of {length} is too long or too short"))
    }

    fn unknown_variant(name: &str, known: &'static [&'static str]) -> Self {
        Self::custom(UnknownName::new("choice", name, known.iter().copied()))
    }

    fn unknown_field(name: &str, known: &'static [&'static str]) -> Self {
        let why = format_args!("there is no such field: {}", choice(name, known));
        Self::custom(why).within(name)
    }

    fn missing_field(name: &'static str) -> Self {
        Self::custom(format_args!("the field '{name}' is missing"))
    }
}

/// What a value must be, in place of the name of its type.
fn in_words(expected: &dyn Expected) -> String {
    const WORDS: [(&str, &str); 10] = [
        ("string or map", "a text or an object"),
        ("a string", "a text"),
        ("variant identifier", "a name"),
        ("a boolean", "true or false"),
        ("a sequence", "a list"),
        ("a tuple", "a list"),
        ("a map", "an object"),
        ("struct ", "an object"),
        ("internally tagged enum ", "an object"),
        ("f64", "a number"),
    ];
    let name = expected.to_string();
    let number = name.trim_start_matches("a nonzero ").replace("size", "64");
    let bits = |sign| number.strip_prefix(sign).and_then(|bits| bits.parse::<u32>().ok());
    if let Some(bits) = bits('u') {
        let least = u8::from(name.starts_with("a nonzero "));
        return format!("a whole number from {least} to {}", u128::MAX >> (128 - bits));
    }
    if bits('i').is_some() {
        return "a whole number".into();
    }
    let words = WORDS.iter().find(|(begin, _)| name.starts_with(begin));
    words.map_or(name, |(_, words)| (*words).into())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;

    fn refusal<T: DeserializeOwned>(value: &Value) -> String {
        from_value::<T>(value).err().unwrap().to_string()
    }

    #[test]
    fn an_error_names_the_field_that_is_wrong() {
        type Sizes = BTreeMap<usize, BTreeMap<i8, u8>>;
        assert!(from_value::<Sizes>(&json!({ "0": { "-1": 5 }, "12": {} })).is_ok());
        let of_sizes = [
            (
                json!({ "1": { "1": 0 }, "12": { "1": 0, "2": "x" } }),
                "12.2: it must be a whole number from 0 to 255",
            ),
            (json!({ "1": { "200": 0 } }), "1.200: it must be a whole number"),
            (json!({ "x": {} }), "x: it must be a whole number from 0 to 18446744073709551615"),
        ];
        for (value, why) in of_sizes {
            assert_eq!(refusal::<Sizes>(&value), why);
        }
        let most = "it must be a whole number from 0 to 340282366920938463463374607431768211455";
        assert_eq!(refusal::<u128>(&json!("x")), most);
        assert_eq!(refusal::<i64>(&json!("x")), "it must be a whole number");
        assert!(refusal::<crate::notation::Notation>(&"x".repeat(3_000_000).into()).len() < 200);
    }

    #[test]
    fn only_requests_have_whole_numbers_with_other_signs_than_digits() {
        assert_eq!(read(b"[12]"), Ok([12]));
        assert_eq!(read(u128::MAX.to_string().as_bytes()), Ok(u128::MAX));
        for text in ["[12.0]", "[12e0]", "[1.2E1]"] {
            assert_eq!(from_value(&parse(text.as_bytes()).unwrap()), Ok([12]), "{text}");
            let error = read::<[u8; 1]>(text.as_bytes()).unwrap_err();
            assert_eq!(error.to_string(), "a whole number is written with digits only");
        }
    }
}
