//! The JSON Schemas of all requests and answers: the public contract.
//!
//! They are generated from the types. The folder `schema` of the repository holds them as files,
//! which a test compares with the types.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};

use crate::question::{Visit, each};
use crate::{Answer, Error, Question, Request, lines};

/// The JSON Schema (draft 2020-12) of a type as it is written in answers.
fn written<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
}

/// The same, of a type as it is read in requests.
fn read<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_deserialize().into_generator().into_root_schema_for::<T>()
}

/// The schema of what a line of JSON holds: it may have an `id`.
fn line(schema: Schema) -> Value {
    let mut schema = schema.to_value();
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
    #[derive(Default)]
    struct Schemas(Vec<(String, Value)>);
    impl Visit for Schemas {
        fn visit<Q: Question>(&mut self) {
            let mut answer = written::<Q::Answer>().to_value();
            if let Some(properties) = answer.get_mut("properties").and_then(Value::as_object_mut) {
                properties.insert("schema".into(), json!({ "const": Q::SCHEMA }));
            }
            self.0.push((format!("{}.request", Q::NAME), read::<Q>().to_value()));
            self.0.push((format!("{}.answer", Q::NAME), answer));
        }
    }
    let mut schemas = Schemas::default();
    each(&mut schemas);
    schemas.0.extend([
        ("request".into(), line(read::<Request>())),
        ("answer".into(), line(written::<Answer>())),
        ("error".into(), error()),
    ]);
    schemas.0
}
