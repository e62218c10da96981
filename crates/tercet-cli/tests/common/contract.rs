//! Checks that every JSON answer printed by a test obeys its schema, and names no flag.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use jsonschema::Validator;
use serde_json::Value;
use tercet_app::schema;

/// Outputs other than answers: records of games, checkpoints, and replies of a peer.
const OTHERS: [&str; 3] = ["game-record", "journal", "peer"];

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
        // A page and Python show these sentences, too: they name no flag of the command line.
        for sentence in [&answer["message"], &answer["why"], &answer["reason"]["message"]] {
            let mut words = sentence.as_str().unwrap_or_default().split([' ', '(', '\'']);
            assert!(!words.any(is_flag), "this names a flag: {answer}");
        }
    }
}

/// Whether a word is a flag: `-v`, `--method`.
fn is_flag(word: &str) -> bool {
    let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-'));
    name.is_some_and(|name| name.starts_with(|letter: char| letter.is_ascii_lowercase()))
}

/// The schema of the answer to a question, or that of errors.
fn read(name: &str) -> Validator {
    let name = if name == "error" { name.to_owned() } else { format!("{name}.answer") };
    let schema = schema::of(&name).unwrap_or_else(|| panic!("no schema is called {name}"));
    jsonschema::validator_for(&schema).unwrap()
}
