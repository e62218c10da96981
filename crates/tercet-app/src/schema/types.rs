//! The JSON Schema that follows from the types, with the feature `schemars`.

use std::collections::BTreeSet;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::{DEFINITIONS, in_each_object};
use crate::{Error, FORMS, Question, lines};

/// The [contract](super::contract) as it follows from the types.
pub fn of_types() -> Value {
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

pub(crate) fn form<Q: Question<Answer: JsonSchema> + JsonSchema>(
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
