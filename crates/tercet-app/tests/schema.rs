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

/// The record of a game to the first set.
const RECORD: &str = r#"{"event":"begin","schema":"tercet.game/1","version":"0.1.0","deck":{"values":3,"properties":4},"seed":5,"rules":{"start":12,"refill":"up-to-start","pick":"uniform","sets":1},"method":"hybrid","check":"2e2bf64a"}
{"event":"deal","cards":["2020","1111","2112","2022","1220","0212","0222","0001","0120","0220","0010","2211"],"check":"97ffb4cc"}
{"event":"set","cards":["0001","0120","0212"],"check":"0b29ef8c"}
{"event":"end","why":"sets","sets":1,"board":["2020","1111","2112","2022","1220","0222","0220","0010","2211"],"check":"121fbdac"}
"#;

/// A picture of one white pixel, as base64.
fn white_png() -> &'static str {
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg=="
}

/// A request for each question except `merge`.
fn requests() -> Vec<Value> {
    let board = "2RhO 1GsD 3PsS 2GhO 2PhO 1RsS";
    vec![
        json!({ "ask": "find", "board": board }),
        json!({ "ask": "list", "board": { "text": "board a\n0000\nboard b\n0000 0001 0002", "name": "b" } }),
        json!({ "ask": "count", "board": { "cards": ["00", "11"], "deck": { "values": 4 } } }),
        json!({ "ask": "explain", "board": "1RsO 1RhD 2GoS" }),
        json!({ "ask": "hint", "board": board, "stage": 2, "holding": [3] }),
        json!({ "ask": "explain", "board": { "text": "000 111 222 330", "deck": { "values": 4 } }, "pictured": true }),
        json!({ "ask": "pictures", "cards": ["2RhO", "0000", "2RhO"], "colourless": true }),
        json!({ "ask": "pictures", "deck": { "values": 10 }, "cards": ["3505"], "letters": false }),
        json!({ "ask": "sheet", "seed": 7, "exactly": "2", "boards": 1, "solutions": false }),
        json!({ "ask": "sheet", "seed": 7, "size": 9, "form": "svg", "paper": "letter", "difficulty": "easy" }),
        json!({ "ask": "sheet", "content": "deck", "deck": { "values": 2, "properties": 2 } }),
        json!({ "ask": "sheet", "seed": 7, "size": 21, "exactly": 0 }),
        json!({ "ask": "photo", "pixels": { "width": 2, "height": 1, "rgb": "////AAAA" } }),
        json!({ "ask": "photo", "picture": white_png(), "notation": "digits" }),
        json!({ "ask": "pack", "board": board, "packer": "greedy" }),
        json!({ "ask": "partitions", "board": "00 01 02", "timeout": 10 }),
        json!({ "ask": "odds", "size": 12 }),
        json!({ "ask": "odds", "about": { "given": 9 }, "size": 12 }),
        json!({ "ask": "odds", "about": "classes", "deck": { "properties": 2 } }),
        json!({ "ask": "odds", "about": "sets", "size": 9 }),
        json!({ "ask": "odds", "about": "second-round", "size": 9 }),
        json!({
            "ask": "odds", "deck": { "values": 10 }, "size": 110, "samples": 10,
            "seed": "18446744073709551615", "about": "disjoint",
        }),
        json!({ "ask": "odds", "deck": { "values": 256, "properties": 16 }, "size": 256 }),
        json!({ "ask": "odds", "timeout": 0 }),
        json!({ "ask": "classes", "deck": { "values": 4, "properties": 2 } }),
        json!({ "ask": "classes", "deck": { "properties": 2 }, "among": "any", "size": 3, "notation": "numbers" }),
        json!({ "ask": "classes", "timeout": 0 }),
        json!({ "ask": "methods" }),
        json!({ "ask": "caps-verify", "board": "0000 0001 0010 0002 0020" }),
        json!({ "ask": "caps-verify", "board": board, "timeout": 0 }),
        json!({ "ask": "caps-complete", "board": "00 01 10" }),
        json!({ "ask": "caps-complete", "board": "0".repeat(64) }),
        json!({ "ask": "caps-extend", "board": { "cards": [], "deck": { "properties": 3 } } }),
        json!({ "ask": "caps-extend", "board": "00 01", "by": "random", "seed": 7 }),
        json!({ "ask": "caps-max", "deck": { "properties": 3 } }),
        json!({ "ask": "caps-max", "deck": { "properties": 7 }, "timeout": 0 }),
        json!({ "ask": "caps-canonical", "board": "00 01 10" }),
        json!({ "ask": "caps-canonical", "board": { "text": "00 01 12", "deck": { "values": 4 } } }),
        json!({ "ask": "caps-show" }),
        json!({ "ask": "caps-show", "properties": 7 }),
        json!({ "ask": "caps-sizes", "deck": { "properties": 2 } }),
        json!({ "ask": "caps-sizes", "deck": { "properties": 5 } }),
        json!({ "ask": "reduce-matching", "instance": "matching 3 2\n0 0 1\n1 1 0\n0 1 1" }),
        json!({ "ask": "reduce-matching", "instance": "matching 3 2\n0 0 1\n1 1 1" }),
        json!({ "ask": "reduce-matching-board", "instance": "matching 1 1\n0" }),
        json!({ "ask": "reduce-graph", "graph": "graph 2\n1 0" }),
        json!({ "ask": "reduce-cover", "board": "01 12 20 11 10", "group": 2 }),
        json!({ "ask": "reduce-hypergraph", "board": "01 12" }),
        json!({ "ask": "reduce-generate", "elements": 3, "solution": "no", "seed": "5" }),
        json!({ "ask": "deal", "seed": 7, "kind": "planted" }),
        json!({ "ask": "deal", "deck": { "values": 4 }, "size": "threshold", "kind": { "exactly": "1" }, "seed": "1" }),
        json!({ "ask": "deal", "size": 21, "kind": "free" }),
        json!({ "ask": "fairness", "seed": "1", "deals": 10, "deck": { "properties": 2 } }),
        json!({ "ask": "play", "seed": 5 }),
        json!({ "ask": "play", "seed": "1", "deck": { "values": 10 }, "goal": 2 }),
        json!({ "ask": "record", "seed": 5, "goal": 1, "taken": [["0001", "0120", "0212"]] }),
        json!({ "ask": "record", "seed": "5", "rules": "thesis" }),
        json!({ "ask": "prove", "board": { "text": "00 01 10 11 22", "deck": { "values": 4 } } }),
        json!({ "ask": "prove", "board": { "text": "00 11 22 33", "deck": { "values": 4 } } }),
        json!({
            "ask": "check-proof", "board": { "text": "00 11 22", "deck": { "values": 4 } },
            "proof": "dGVyY2V0LXByb29mIDEKBAIDX6+E1AD8FX5y",
        }),
        json!({
            "ask": "expand-proof", "board": { "text": "00 11 22", "deck": { "values": 4 } },
            "proof": "dGVyY2V0LXByb29mIDEKBAIDX6+E1AD8FX5y", "to": "lrat", "style": "text",
        }),
        json!({ "ask": "verify", "record": RECORD }),
        json!({ "ask": "verify", "record": RECORD, "effort": 0 }),
        json!({ "ask": "simulate", "games": 100, "seed": 7 }),
        json!({ "ask": "race", "methods": ["cover", "pairs-bits"], "boards": 1, "seed": "3", "tercet": "/no/such/program" }),
        json!({ "ask": "export", "board": "01 12 20 11", "to": "dimacs" }),
        json!({ "ask": "import-solution", "board": "01 12 20", "from": "smtlib", "solution": "unsat" }),
        json!({ "ask": "import-solution", "board": "01 12 20", "from": "dimacs", "solution": "s UNKNOWN" }),
        json!({ "ask": "import-solution", "board": "01 12 20", "from": "pack-lp", "solution": "s_1 1" }),
    ]
}

#[test]
fn requests_and_answers_obey_their_schemas() {
    let requests = requests();
    // These need the answer of another question, or a folder.
    let apart = ["library", "merge", "race-compare"];
    for name in Request::NAMES.iter().filter(|name| !apart.contains(name)) {
        assert!(requests.iter().any(|request| request["ask"] == *name), "nothing asks {name}");
    }
    for request in &requests {
        asked(request);
    }
    let race = json!({ "ask": "race", "methods": ["cover"], "boards": 1, "seed": 3, "tercet": "/no/such/program" });
    let compared = asked(
        &json!({ "ask": "race-compare", "saved": asked(&race), "tercet": "/no/such/program" }),
    );
    assert_eq!(compared["comparison"]["compared"][0]["speed"], "unknown");
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    asked(&json!({ "ask": "library", "folder": folder, "seed": 3, "timeout": 0 }));
    let part = |shard: &str| {
        let request = json!({ "ask": "simulate", "games": 40_000, "seed": 7, "shard": shard, "checkpoint": true });
        asked(&request)["checkpoint"].clone()
    };
    let merged = asked(&json!({ "ask": "merge", "parts": [part("1/2"), part("2/2")] }));
    assert_eq!(merged["games"], "40000");
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
