//! Checks that every JSON answer printed by a test obeys its schema.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use jsonschema::Validator;
use serde_json::Value;
use tercet_app::schema;

/// Outputs other than answers: records of games, checkpoints, replies of a peer, and scores.
const OTHERS: [&str; 4] = ["game", "simulation", "peer", "photo-score"];

/// The schemas read so far, by name.
static SCHEMAS: LazyLock<Mutex<HashMap<String, Validator>>> = LazyLock::new(Mutex::default);

/// Validates the lines of standard output that are JSON and name a schema.
pub(super) fn check(output: &[u8]) {
    for line in output.split(|&byte| byte == b'\n').filter(|line| line.starts_with(b"{")) {
        let Ok(answer) = serde_json::from_slice::<Value>(line) else { continue };
        let named = answer["schema"].as_str().and_then(|name| name.strip_prefix("tercet."));
        let Some((name, _version)) = named.and_then(|name| name.split_once('/')) else { continue };
        if OTHERS.contains(&name) {
            continue;
        }
        let mut schemas = SCHEMAS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let schema = schemas.entry(name.to_owned()).or_insert_with(|| read(name));
        if let Err(error) = schema.validate(&answer) {
            let place = error.instance_path().to_string();
            panic!("this disobeys the schema of {name} ({error} at {place}): {answer}");
        }
    }
}

/// The schema of the answer to a question, or that of errors.
fn read(name: &str) -> Validator {
    let name = if name == "error" { name.to_owned() } else { format!("{name}.answer") };
    let schema = schema::of(&name).unwrap_or_else(|| panic!("no schema is called {name}"));
    jsonschema::validator_for(&schema).unwrap()
}
