//! The JSON Schema of all requests and answers: the public contract.
//!
//! It is generated from the types. The repository holds it as `schema/tercet.json`, and a test
//! compares the two.

use std::collections::BTreeSet;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::{Error, FORMS, Question, Request, lines};

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
pub fn contract() -> Value {
    let settings = SchemaSettings::draft2020_12();
    let generators = [settings.clone().for_deserialize(), settings.for_serialize()];
    let [mut reading, mut writing] = generators.map(SchemaSettings::into_generator);
    let forms = FORMS.iter().map(|form| form(&mut reading, &mut writing));
    let (mut requests, mut answers): (Map<_, _>, Map<_, _>) = forms.unzip();
    let any = |schemas: &Map<String, Value>| -> Value {
        json!({ "oneOf": schemas.keys().map(|name| reference(name)).collect::<Vec<_>>() })
    };
    let (request, mut answer) = (any(&requests), any(&answers));
    let kinds = ["request", "answer", "error"].map(reference);
    let mut error = marked(Error::json_schema(&mut writing), "schema", lines::ERROR);
    for schema in [&mut answer, &mut error] {
        schema["properties"]["id"] = reference("Id");
    }
    requests.extend(reading.take_definitions(true));
    answers.extend(writing.take_definitions(true));
    let mut definitions = merged(requests, answers);
    let id = json!({ "description": "The `id` of the request; its answer repeats it." });
    let others = [("request", request), ("answer", answer), ("error", error), ("Id", id)];
    definitions.extend(others.map(|(name, schema)| (name.to_owned(), schema)));
    let mut contract = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "description": "The requests that Tercet reads and the answers that it writes.",
        "oneOf": kinds,
        "$defs": definitions,
    });
    in_each_object(&mut contract, &mut shorten);
    contract
}

/// Makes the named schemas of a question and of its answer; the first generator is for what is read.
pub(crate) type Form =
    fn(&mut SchemaGenerator, &mut SchemaGenerator) -> ((String, Value), (String, Value));

pub(crate) fn form<Q: Question>(
    reading: &mut SchemaGenerator,
    writing: &mut SchemaGenerator,
) -> ((String, Value), (String, Value)) {
    let mut request = marked(Q::json_schema(reading), "ask", Q::NAME);
    request["properties"]["id"] = reference("Id");
    let answer = marked(Q::Answer::json_schema(writing), "schema", Q::SCHEMA);
    ((format!("{}.request", Q::NAME), request), (format!("{}.answer", Q::NAME), answer))
}

/// A schema whose field is always this word.
fn marked(schema: Schema, field: &str, word: &str) -> Value {
    let mut schema = schema.to_value();
    schema["properties"][field] = json!({ "const": word });
    let required = schema["required"].as_array().into_iter().flatten().cloned();
    schema["required"] = [json!(field)].into_iter().chain(required).collect();
    schema
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("{DEFINITIONS}{name}") })
}

/// All definitions of requests and answers; those that differ in requests get another name.
fn merged(requests: Map<String, Value>, mut answers: Map<String, Value>) -> Map<String, Value> {
    let request = |name: &str| format!("{name}.request");
    // A type that contains a differing type also differs.
    let mut apart = BTreeSet::new();
    let renamed = |schema: &Value, apart: &BTreeSet<String>| {
        let mut schema = schema.clone();
        in_each_object(&mut schema, &mut |fields| {
            if let Some(Value::String(path)) = fields.get_mut("$ref")
                && path.strip_prefix(DEFINITIONS).is_some_and(|name| apart.contains(name))
            {
                *path = request(path);
            }
        });
        schema
    };
    loop {
        let differs = |(name, schema): &(&String, &Value)| {
            answers.get(*name).is_some_and(|answer| *answer != renamed(schema, &apart))
        };
        let found: BTreeSet<String> =
            requests.iter().filter(differs).map(|(name, _)| name.clone()).collect();
        if found == apart {
            break;
        }
        apart = found;
    }
    for (name, schema) in requests {
        let schema = renamed(&schema, &apart);
        answers.insert(if apart.contains(&name) { request(&name) } else { name }, schema);
    }
    answers
}

/// Removes redundant parts: formats of numbers, the type of a constant, defaults that are nothing,
/// and line ends within a paragraph.
fn shorten(fields: &mut Map<String, Value>) {
    let is_something = |value: &Value| !value.is_null() && *value != json!([]);
    if let Some(Value::Object(parts)) = fields.get_mut("default") {
        parts.retain(|_, part| is_something(part));
    }
    if fields.get("default").is_some_and(|default| !is_something(default)) {
        fields.remove("default");
    }
    if fields.get("format").is_some_and(Value::is_string) {
        fields.remove("format");
    }
    if fields.contains_key("const") {
        fields.remove("type");
    }
    if let Some(Value::String(text)) = fields.get_mut("description") {
        *text = text.replace("\n\n", "\0").replace('\n', " ").replace('\0', "\n\n");
    }
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
