//! `schema/tercet.json` is the schema of the types, and requests and answers obey it.
//!
//! `TERCET_BLESS=1 cargo test -p tercet-app --test all schema` writes the file anew.

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use serde_json::{Value, json};
use tercet_app::{Answer, Request, Session, lines, schema};

#[test]
fn the_file_is_the_schema_of_the_types() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../schema/tercet.json");
    let wanted = laid_out(&schema::contract(), 0, 0, 100) + "\n";
    if std::env::var_os("TERCET_BLESS").is_some() {
        fs::write(&path, &wanted).unwrap();
    }
    assert!(
        fs::read_to_string(path).unwrap() == wanted,
        "schema/tercet.json is not that of the types"
    );
    assert_eq!(serde_json::from_str::<Value>(&wanted).unwrap(), schema::contract());
}

/// A value as text that begins in a column: on one line if it fits the width, else with a line for
/// each part that contains an object; other parts share lines.
fn laid_out(value: &Value, indent: usize, column: usize, width: usize) -> String {
    let (open, close, parts): (_, _, Vec<(String, &Value)>) = match value {
        Value::Object(fields) => {
            let named = fields.iter().map(|(name, part)| (format!("{name:?}: "), part));
            ('{', '}', named.collect())
        }
        Value::Array(items) => ('[', ']', items.iter().map(|part| (String::new(), part)).collect()),
        _ => return value.to_string(),
    };
    let length = |text: &str| text.chars().count();
    let whole = parts.iter().map(|(name, part)| name.clone() + &laid_out(part, 0, 0, usize::MAX));
    let line = format!("{open}{}{close}", whole.collect::<Vec<_>>().join(", "));
    // A comma may follow.
    if column + length(&line) < width {
        return line;
    }
    let inner = indent + 2;
    let mut lines: Vec<String> = Vec::new();
    let mut is_shared = false;
    for (name, part) in parts {
        let part = laid_out(part, inner, inner + length(&name), width);
        let is_short = !part.contains(['{', '\n']);
        let part = name + &part;
        match lines.last_mut() {
            Some(line)
                if is_short && is_shared && inner + length(line) + length(&part) + 2 < width =>
            {
                line.push_str(", ");
                line.push_str(&part);
            }
            _ => lines.push(part),
        }
        is_shared = is_short;
    }
    let begin = format!("\n{}", " ".repeat(inner));
    let lines = lines.join(&format!(",{begin}"));
    format!("{open}{begin}{lines}\n{}{close}", " ".repeat(indent))
}

#[test]
fn each_schema_stands_alone() {
    for name in schema::names() {
        let schema = schema::of(&name).unwrap();
        jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{name}: {error}"));
        let text = schema.to_string();
        for definition in schema["$defs"].as_object().unwrap().keys() {
            assert!(text.contains(&format!("\"#/$defs/{definition}\"")), "{name}: {definition}");
        }
    }
}

/// Anything that is read or written.
static WHOLE: LazyLock<jsonschema::Validator> =
    LazyLock::new(|| jsonschema::validator_for(&schema::contract()).unwrap());

fn assert_valid(name: &str, value: &Value) {
    let schema = schema::of(name).unwrap();
    if let Err(error) = jsonschema::validator_for(&schema).unwrap().validate(value) {
        panic!("{name}: {error} at {}: {value}", error.instance_path());
    }
    assert!(WHOLE.is_valid(value), "{name}: {value}");
}

/// Asks a question as a line, and validates both sides by their schemas; the answer is read back.
fn asked(request: &Value) -> Value {
    let name = request["ask"].as_str().unwrap().to_owned();
    assert_valid(&format!("{name}.request"), request);
    let read: Request = serde_json::from_value(request.clone()).unwrap();
    let written = serde_json::to_value(&read).unwrap();
    assert_eq!(serde_json::from_value::<Request>(written).unwrap(), read, "{request}");
    let reply = lines::answer(request.to_string().as_bytes(), &Session::new());
    let answer: Value = serde_json::from_slice(&reply.to_json()).unwrap();
    assert_ne!(answer["schema"], lines::ERROR, "{request}: {answer}");
    assert_valid(&format!("{name}.answer"), &answer);
    let back: Answer = serde_json::from_value(answer.clone()).unwrap();
    assert_eq!(Ok(back), reply.answer);
    answer
}

/// A request for each question, but for those that need the answer of another one.
const REQUESTS: &str = include_str!("requests.jsonl");

#[test]
fn requests_and_answers_obey_their_schemas() {
    let requests: Vec<Value> =
        REQUESTS.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let apart = ["merge"];
    for name in Request::NAMES.iter().filter(|name| !apart.contains(name)) {
        assert!(requests.iter().any(|request| request["ask"] == *name), "nothing asks {name}");
    }
    for request in &requests {
        asked(request);
    }
    let merged = |question: Value| {
        let part = |part| json!({ "ask": "make-part", "question": question, "part": part });
        let parts = ["1/2", "2/2"].map(|number| asked(&part(number))["text"].clone());
        asked(&json!({ "ask": "merge", "parts": parts }))
    };
    assert_eq!(merged(json!({ "ask": "simulate", "games": 40_000, "seed": 7 }))["games"], "40000");
    let packed = merged(json!({ "ask": "pack", "board": "0000 0001 0002 0010 0020 1000 2000" }));
    assert_eq!([&packed["count"], &packed["proved"]], [&json!("1"), &json!(true)]);
}

#[test]
fn a_request_that_is_wrong_disobeys_its_schema() {
    let find = jsonschema::validator_for(&schema::of("find.request").unwrap()).unwrap();
    assert!(find.is_valid(&json!({ "ask": "find", "id": 7 })));
    assert!(!find.is_valid(&json!({ "ask": "count" })));
    assert!(!find.is_valid(&json!({ "board": "00" })));
    for (field, wrong) in
        [("bord", json!("00")), ("board", json!(7)), ("search", json!({ "m": 1 }))]
    {
        let wrong = json!({ "ask": "find", field: wrong });
        assert!(!find.is_valid(&wrong), "{wrong}");
        assert!(serde_json::from_value::<Request>(wrong).is_err());
    }
}

#[test]
fn a_timeout_that_is_too_long_disobeys_its_schema() {
    let schema = jsonschema::validator_for(&schema::of("caps-max.request").unwrap()).unwrap();
    for (timeout, is_right) in
        [("0", true), ("1e19", true), ("1.0001e19", false), ("1e300", false), ("-1", false)]
    {
        let request = format!("{{\"ask\": \"caps-max\", \"timeout\": {timeout}}}");
        let read = lines::read(request.as_bytes()).1;
        assert_eq!(read.is_ok(), is_right, "{timeout}");
        let request: Value = serde_json::from_str(&request).unwrap();
        assert_eq!(schema.is_valid(&request), is_right, "{timeout}");
    }
}
