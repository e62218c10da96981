//! The JSON Schema of all requests and answers: the public contract.
//!
//! It is generated from the types, by the feature `schemars`, and kept as a file; a test compares the two. So a program
//! that only prints the schema need not be compiled with what generates it, which is a tenth of this crate.

#[cfg(feature = "schemars")]
mod types;

use std::sync::LazyLock;

use serde_json::{Map, Value};

use crate::Request;

#[cfg(feature = "schemars")]
pub use types::of_types;
#[cfg(feature = "schemars")]
pub(crate) use types::{Form, form};

/// The path of the definitions.
const DEFINITIONS: &str = "#/$defs/";

/// The names of all schemas: `find.request` and `find.answer` for each question, `request` and
/// `answer` for all of them, and `error`.
pub fn names() -> Vec<String> {
    let of_question = |name| [format!("{name}.request"), format!("{name}.answer")];
    let all = ["request", "answer", "error"].map(String::from);
    Request::NAMES.iter().flat_map(of_question).chain(all).collect()
}

/// The schema of one of [`names`], with the definitions that it needs.
pub fn of(name: &str) -> Option<Value> {
    let whole = contract();
    let definitions = &whole["$defs"];
    let mut schema = definitions.get(name)?.clone();
    let (mut used, mut next) = (Map::new(), vec![schema.clone()]);
    while let Some(mut part) = next.pop() {
        in_each_object(&mut part, &mut |fields| {
            let name = fields.get("$ref").and_then(Value::as_str);
            let name = name.and_then(|path| path.strip_prefix(DEFINITIONS)).unwrap_or_default();
            if let Some(definition) = definitions.get(name)
                && used.insert(name.to_owned(), definition.clone()).is_none()
            {
                next.push(definition.clone());
            }
        });
    }
    schema["$schema"] = whole["$schema"].clone();
    schema["$defs"] = used.into();
    Some(schema)
}

/// The schemas of all requests and answers (draft 2020-12), as definitions under their names.
///
/// A type is one definition under its own name. If it is read in a different form than it is
/// written, the form of requests is `NAME.request`.
pub fn contract() -> &'static Value {
    static CONTRACT: LazyLock<Value> = LazyLock::new(|| {
        serde_json::from_str(include_str!("tercet.json")).expect("a test has compared the file")
    });
    &CONTRACT
}

/// Calls a function for each object within a value.
fn in_each_object(value: &mut Value, act: &mut dyn FnMut(&mut Map<String, Value>)) {
    match value {
        Value::Object(fields) => {
            act(fields);
            fields.values_mut().for_each(|part| in_each_object(part, act));
        }
        Value::Array(items) => items.iter_mut().for_each(|part| in_each_object(part, act)),
        _ => {}
    }
}
