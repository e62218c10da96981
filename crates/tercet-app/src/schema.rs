//! The JSON Schemas of all requests and answers: the public contract.
//!
//! They are generated from the types. The folder `schema` of the repository holds them as files,
//! which a test compares with the types.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Value, json};

use crate::question::{Visit, each};
use crate::{Error, Question, Request, lines};

/// The JSON Schema (draft 2020-12) of a type as it is written in answers.
fn written<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
}

/// The same, of a type as it is read in requests.
fn read<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_deserialize().into_generator().into_root_schema_for::<T>()
}

/// The schema of what a line of JSON holds: it may have an `id`.
fn line(mut schema: Value) -> Value {
    let id = json!({ "description": "What the request is called; its answer repeats it." });
    for variant in schema["oneOf"].as_array_mut().into_iter().flatten() {
        variant["properties"]["id"] = id.clone();
    }
    schema
}

/// The schema of an error as a line has it.
fn error() -> Value {
    let mut schema = written::<Error>().to_value();
    schema["properties"]["schema"] = json!({ "const": lines::ERROR });
    schema["properties"]["id"] = json!({ "description": "What the request is called." });
    schema
}

/// All schemas with their names: `find.request` and `find.answer` for each question, `request` and
/// `answer` for all of them, and `error`.
pub fn all() -> Vec<(String, Value)> {
    struct Schemas {
        schemas: Vec<(String, Value)>,
        answers: Vec<Value>,
        generator: SchemaGenerator,
    }
    impl Visit for Schemas {
        fn visit<Q: Question>(&mut self) {
            let named = |schema: Schema| {
                let mut schema = schema.to_value();
                if let Some(properties) = schema["properties"].as_object_mut() {
                    properties.insert("schema".into(), json!({ "const": Q::SCHEMA }));
                }
                schema
            };
            self.schemas.push((format!("{}.request", Q::NAME), read::<Q>().to_value()));
            self.schemas.push((format!("{}.answer", Q::NAME), named(written::<Q::Answer>())));
            self.answers.push(named(Q::Answer::json_schema(&mut self.generator)));
        }
    }
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut found = Schemas { schemas: Vec::new(), answers: Vec::new(), generator };
    each(&mut found);
    let Schemas { mut schemas, answers, mut generator } = found;
    let answer = json!({ "oneOf": answers, "$defs": generator.take_definitions(true) });
    schemas.extend([
        ("request".into(), line(read::<Request>().to_value())),
        ("answer".into(), line(answer)),
        ("error".into(), error()),
    ]);
    schemas
}
