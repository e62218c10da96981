//! `src/schema/tercet.json` is the schema of the types, and requests and answers obey it.
//!
//! `TERCET_BLESS=1 cargo test -p tercet-app --test all schema` writes the file anew.

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use serde_json::{Value, json};
use tercet_app::{Answer, Request, Session, lines, schema};

#[test]
fn the_file_is_the_schema_of_the_types() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/schema/tercet.json");
    let types = schema::of_types();
    let wanted = laid_out(&types, 0, 0, 100) + "\n";
    if std::env::var_os("TERCET_BLESS").is_some() {
        fs::write(&path, &wanted).unwrap();
    }
    assert!(
        fs::read_to_string(path).unwrap() == wanted,
        "the schema is not that of the types: TERCET_BLESS=1 writes it anew"
    );
    assert_eq!(serde_json::from_str::<Value>(&wanted).unwrap(), types);
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
    LazyLock::new(|| jsonschema::validator_for(schema::contract()).unwrap());

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

/// The field and the message of the error of a request.
fn refusal(line: &[u8]) -> Option<(String, String)> {
    let error = lines::read(line).1.err()?;
    Some((error.data.get("field").map_or("", |it| it.as_str().unwrap()).into(), error.message))
}

/// The path of an error is that of the smallest part that is wrong, and the message says what it must be.
#[test]
fn the_wrong_part_of_a_request_is_named() {
    let whole = "it must be a whole number from 0 to 18446744073709551615";
    let positive = "it must be a whole number from 1 to 18446744073709551615";
    #[rustfmt::skip]
    let cases = [
        (r#""find","search":{"memory":"x","threads":"x"}"#, "search.memory", whole),
        (r#""find","search":{"memory":-1}"#, "search.memory", whole),
        (r#""find","search":{"memory":1e30}"#, "search.memory", whole),
        (r#""find","search":{"memory":1,"threads":0}"#, "search.threads", positive),
        (r#""find","search":{"memori":1}"#, "search.memori", "there is no such field: did you mean 'memory'?"),
        (r#""find","bord":"00"#, "", "this is not JSON: a request is an object"),
        (r#""find","bord":"00""#, "bord", "there is no such field: did you mean 'board'?"),
        (r#""find","hands":1"#, "hands", "there is no such field: choose one of board, search, notation"),
        (r#""methods","x":1"#, "x", "there is no such field: leave it out"),
        (r#""find","notation":"digit""#, "notation", "no notation is called 'digit': did you mean 'digits'?"),
        (r#""find","size":{"a":1}"#, "size", "there is no such field"),
        (r#""find","board":{"deck":{"values":3}}"#, "board", "a board is a text or cards"),
        (r#""deal","deck":7"#, "deck", "it must be an object"),
        (r#""deal","deck":{"values":300}"#, "", "a deck has at most 256 values"),
        (r#""record","moves":[{"a":1}]"#, "moves", "there is no such field"),
        (r#""record","taken":[["0000"],["0001",2]]"#, "taken[1][1]", "it must be a text"),
        (r#""photo","earlier":[{"a":1}]"#, "earlier[0]", "the field 'width' is missing"),
        (r#""photo","earlier":[{"width":5}]"#, "earlier[0]", "the field 'height' is missing"),
        (r#""photo","earlier":[{"width":"x"}]"#, "earlier[0].width", "it must be a whole number from 0 to 4294967295"),
        (r#""race","field":{"games":{"values":[3]}}"#, "field", "the field 'kind' is missing"),
        (r#""race","methods":["sat",1]"#, "methods[1]", "it must be a text"),
        (r#""find","board":1e999"#, "", "the number 1e999 is too large"),
        (r#""find","board":-1.5E+400"#, "", "the number -1.5E+400 is too large"),
        (r#""find","board":"\ud800""#, "", "it has text that is not Unicode"),
        (r#""find","board":"a","board":"b""#, "", "the field 'board' is given twice"),
    ];
    for (request, field, message) in cases {
        let line = format!("{{\"ask\":{request}}}");
        let (of, said) = refusal(line.as_bytes()).unwrap_or_else(|| panic!("{line}"));
        assert_eq!(of, field, "{line}: {said}");
        assert!(
            said.trim_start_matches(&format!("{field}: ")).starts_with(message),
            "{line}: {said}"
        );
    }
    let nested = |levels| {
        let (open, close) = ("[".repeat(levels), "]".repeat(levels));
        format!(r#"{{"ask":"methods","id":{open}{close}}}"#)
    };
    assert_eq!(refusal(nested(99).as_bytes()), None);
    for levels in [100, 127, 200, 100_000] {
        let said = refusal(nested(levels).as_bytes()).unwrap().1;
        assert_eq!(said, "it has more than 100 levels", "{levels}");
    }
}

/// Each part of the requests is replaced, removed, or joined by a field that does not exist.
#[test]
fn no_part_of_a_request_is_refused_in_the_words_of_a_library() {
    #[rustfmt::skip]
    const FOREIGN: [&str; 20] = [
        "unknown", "missing field", "invalid", "expected", "did not match", "struct", "enum", "variant identifier", "tuple",
        "u8", "u16", "u32", "u64", "usize", "f64", " map", "sequence", "string or", "boolean", "at line",
    ];
    fn parts(of: &Value, at: &str, all: &mut Vec<String>) {
        all.push(at.into());
        match of {
            Value::Object(fields) => {
                fields.iter().for_each(|(name, part)| parts(part, &format!("{at}/{name}"), all));
            }
            Value::Array(items) => {
                items
                    .iter()
                    .enumerate()
                    .for_each(|(i, part)| parts(part, &format!("{at}/{i}"), all));
            }
            _ => {}
        }
    }
    fn dotted(path: &str) -> String {
        let dotted = |dotted: String, part: &str| match part.parse::<usize>() {
            Ok(i) => format!("{dotted}[{i}]"),
            Err(_) if dotted.is_empty() => part.into(),
            Err(_) => format!("{dotted}.{part}"),
        };
        path.split('/').skip(1).fold(String::new(), dotted)
    }
    let is_in = |part: &str, whole: &str| {
        part.strip_prefix(whole).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    let odd = [
        json!(null),
        json!(true),
        json!(-1),
        json!(1.5),
        json!(1e300),
        json!("\u{1}?"),
        json!([]),
        json!([[]]),
        json!({}),
        json!({ "x": 1 }),
        json!([1, 2, 3, 4, 5]),
    ];
    let (mut refused, mut wrongly) = (0, Vec::new());
    for line in REQUESTS.lines() {
        let request: Value = serde_json::from_str(line).unwrap();
        let mut paths = Vec::new();
        parts(&request, "", &mut paths);
        for path in paths.iter().filter(|path| !path.is_empty() && *path != "/ask") {
            let mut wrong: Vec<Value> = Vec::new();
            for value in &odd {
                wrong.push(request.clone());
                *wrong.last_mut().unwrap().pointer_mut(path).unwrap() = value.clone();
            }
            let (parent, name) = path.rsplit_once('/').unwrap();
            let (of, inner) = (dotted(path), dotted(&format!("{parent}/nosuch")));
            for changed in [None, Some("nosuch")] {
                let mut other = request.clone();
                if let Some(fields) = other.pointer_mut(parent).unwrap().as_object_mut() {
                    let part = fields.remove(name).unwrap();
                    changed.map(|name| fields.insert(name.into(), part));
                }
                wrong.push(other);
            }
            for wrong in wrong {
                let Some((field, said)) = refusal(wrong.to_string().as_bytes()) else { continue };
                let is_foreign = FOREIGN.iter().any(|words| said.contains(words));
                // The part, one in it, or one that it is in; a field that is missing is named by the message.
                let is_named = field == inner
                    || field.is_empty() && said == format!("the field '{name}' is missing")
                    || !field.is_empty() && (is_in(&of, &field) || is_in(&field, &of));
                if is_foreign || said.contains('\n') || !is_named {
                    wrongly.push(format!("{wrong}: {field}: {said}"));
                }
                refused += 1;
            }
        }
    }
    assert!(refused > 1000 && wrongly.is_empty(), "{refused}: {wrongly:#?}");
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
