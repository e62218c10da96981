//! The files in `schema/` are the schemas of the types, and requests and answers obey them.
//!
//! `TERCET_BLESS=1 cargo test -p tercet-app --test schema` writes the files anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use tercet_app::{Answer, Request, Session, lines, schema};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../schema")
}

#[test]
fn the_files_are_the_schemas_of_the_types() {
    let wanted: BTreeMap<String, String> = schema::all()
        .into_iter()
        .map(|(name, schema)| (format!("{name}.json"), format!("{schema:#}\n")))
        .collect();
    if std::env::var_os("TERCET_BLESS").is_some() {
        fs::create_dir_all(folder()).unwrap();
        for file in fs::read_dir(folder()).unwrap() {
            fs::remove_file(file.unwrap().path()).unwrap();
        }
        for (name, schema) in &wanted {
            fs::write(folder().join(name), schema).unwrap();
        }
    }
    let files = fs::read_dir(folder()).expect("the folder schema is in the repository");
    let files: BTreeMap<String, String> = files
        .map(|file| {
            let file = file.unwrap();
            let name = file.file_name().into_string().unwrap();
            (name, fs::read_to_string(file.path()).unwrap())
        })
        .collect();
    let names = |schemas: &BTreeMap<String, String>| schemas.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&files), names(&wanted));
    for (name, schema) in &wanted {
        assert!(files[name] == *schema, "schema/{name} is not that of its type");
    }
}

/// The validator of a schema.
fn validator(name: &str) -> jsonschema::Validator {
    let (_, schema) = schema::all().into_iter().find(|(other, _)| other == name).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

fn assert_valid(name: &str, value: &Value) {
    if let Err(error) = validator(name).validate(value) {
        panic!("{name}: {error} at {}: {value}", error.instance_path());
    }
}

/// Asks a question as a line, and holds both sides to their schemas; the answer is read back.
fn asked(request: &Value) -> Value {
    let name = request["ask"].as_str().unwrap().to_owned();
    let mut fields = request.clone();
    fields.as_object_mut().unwrap().remove("ask");
    assert_valid(&format!("{name}.request"), &fields);
    let read: Request = serde_json::from_value(request.clone()).unwrap();
    let written = serde_json::to_value(&read).unwrap();
    assert_eq!(serde_json::from_value::<Request>(written).unwrap(), read, "{request}");
    let reply = lines::answer(request.to_string().as_bytes(), &Session::new());
    let answer = serde_json::to_value(reply).unwrap();
    assert_ne!(answer["schema"], lines::ERROR, "{request}: {answer}");
    assert_valid(&format!("{name}.answer"), &answer);
    let back: Answer = serde_json::from_value(answer.clone()).unwrap();
    assert_eq!(serde_json::to_value(back).unwrap(), answer);
    answer
}

/// The record of a game to the first set.
const RECORD: &str = r#"{"event":"begin","schema":"tercet.game/1","version":"0.1.0","deck":{"values":3,"properties":4},"seed":5,"rules":{"start":12,"refill":"up-to-start","pick":"uniform","sets":1},"method":"hybrid","check":"2e2bf64a"}
{"event":"deal","cards":["2020","1111","2112","2022","1220","0212","0222","0001","0120","0220","0010","2211"],"check":"97ffb4cc"}
{"event":"set","cards":["0001","0120","0212"],"check":"0b29ef8c"}
{"event":"end","why":"sets","sets":1,"board":["2020","1111","2112","2022","1220","0222","0220","0010","2211"],"check":"121fbdac"}
"#;

/// A request for each question, but `merge`.
fn requests() -> Vec<Value> {
    let board = "2RhO 1GsD 3PsS 2GhO 2PhO 1RsS";
    vec![
        json!({ "ask": "find", "board": board }),
        json!({ "ask": "list", "board": { "text": "board a\n0000\nboard b\n0000 0001 0002", "name": "b" } }),
        json!({ "ask": "count", "board": { "cards": ["00", "11"], "deck": { "values": 4 } } }),
        json!({ "ask": "explain", "board": "1RsO 1RhD 2GoS" }),
        json!({ "ask": "hint", "board": board, "stage": 2, "holding": [3] }),
        json!({ "ask": "pack", "board": board, "packer": "greedy" }),
        json!({ "ask": "partitions", "board": "00 01 02", "timeout": 10 }),
        json!({ "ask": "odds", "cards": 12 }),
        json!({ "ask": "odds", "about": { "given": 9 }, "cards": 12 }),
        json!({ "ask": "odds", "about": "classes", "deck": { "properties": 2 } }),
        json!({ "ask": "odds", "about": "sets", "cards": 9 }),
        json!({ "ask": "odds", "about": "second-round", "cards": 9 }),
        json!({
            "ask": "odds", "deck": { "values": 10 }, "cards": 110, "samples": 10,
            "seed": "18446744073709551615", "about": "disjoint",
        }),
        json!({ "ask": "odds", "deck": { "values": 256, "properties": 16 }, "cards": 256 }),
        json!({ "ask": "odds", "timeout": 0 }),
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
        json!({ "ask": "caps-show" }),
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
        json!({ "ask": "deal", "deck": { "values": 4 }, "cards": "threshold", "kind": { "exactly": "1" }, "seed": "1" }),
        json!({ "ask": "deal", "cards": 21, "kind": "free" }),
        json!({ "ask": "fairness", "seed": "1", "trials": 10, "deck": { "properties": 2 } }),
        json!({ "ask": "play", "seed": 5 }),
        json!({ "ask": "play", "seed": "1", "deck": { "values": 10 }, "goal": 2 }),
        json!({ "ask": "verify", "record": RECORD }),
        json!({ "ask": "verify", "record": RECORD, "effort": 0 }),
        json!({ "ask": "simulate", "games": 100, "seed": 7 }),
        json!({ "ask": "race", "methods": ["cover", "pairs-bits"], "boards": 1, "seed": "3", "tercet": "/no/such/program" }),
        json!({ "ask": "export", "board": "01 12 20 11", "to": "dimacs" }),
        json!({ "ask": "import-solution", "board": "01 12 20", "from": "smtlib", "solution": "unsat" }),
        json!({ "ask": "import-solution", "board": "01 12 20", "from": "dimacs", "solution": "s UNKNOWN" }),
    ]
}

#[test]
fn requests_and_answers_obey_their_schemas() {
    let requests = requests();
    for name in Request::NAMES.iter().filter(|name| **name != "merge") {
        assert!(requests.iter().any(|request| request["ask"] == *name), "nothing asks {name}");
    }
    for request in &requests {
        asked(request);
    }
    let part = |shard: &str| {
        let request = json!({ "ask": "simulate", "games": 40_000, "seed": 7, "shard": shard, "checkpoint": true });
        asked(&request)["checkpoint"].clone()
    };
    let merged = asked(&json!({ "ask": "merge", "parts": [part("1/2"), part("2/2")] }));
    assert_eq!(merged["games"], "40000");
}

#[test]
fn a_request_that_is_wrong_disobeys_its_schema() {
    for wrong in [json!({ "bord": "00" }), json!({ "board": 7 }), json!({ "search": { "m": 1 } })] {
        assert!(!validator("find.request").is_valid(&wrong), "{wrong}");
        assert!(serde_json::from_value::<tercet_app::Find>(wrong).is_err());
    }
}
