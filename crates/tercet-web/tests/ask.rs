//! Questions over HTTP get the same answers as elsewhere.

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use crate::common::{COUNT, Client, LASTS, LONG, Running, long_list};
use serde_json::{Value, json};
use tercet_app::{Session, lines};

/// An answer without the parts that differ between runs.
fn timeless(mut answer: Value) -> Value {
    let fields = answer.as_object_mut().unwrap();
    fields.retain(|name, _| !["seconds", "threads", "method", "chosen_by"].contains(&&**name));
    if fields.get("schema").is_some_and(|schema| schema == "tercet.estimate/1") {
        // The interval of its seconds.
        fields.retain(|name, _| !["low", "high"].contains(&&**name));
    }
    answer
}

/// Requests for all questions, of which these are not for a server.
const REQUESTS: &str = include_str!("../../tercet-app/tests/requests.jsonl");
const LOCAL: [&str; 1] = [r#""ask": "race""#];

/// Requests with a name of their own, without sense, and none.
const WRONG: [&str; 8] = [
    r#"{"ask": "find", "board": "2RhO 1GsD 3PsS 2GhO 2PhO", "id": [7, "x"]}"#,
    r#"{"ask": "find", "bord": "00"}"#,
    r#"{"ask": "find", "board": "00 01 00", "id": 1}"#,
    r#"{"ask": "find", "board": "00 01 02", "search": {"method": "lunch"}}"#,
    r#"{"ask": "hint", "board": "00 01 02", "holding": [9]}"#,
    r#"{"ask": "verify", "record": "no"}"#,
    r#"{"ask": "photo", "picture": "AAAA"}"#,
    "[]",
];

#[test]
fn answers_are_those_of_the_lines() {
    let server = Running::start();
    let mut client = server.connect();
    let is_local = |line: &&str| LOCAL.iter().any(|question| line.contains(question));
    for request in REQUESTS.lines().filter(|line| !is_local(line)).chain(WRONG) {
        let direct = lines::answer(request.as_bytes(), &Session::new());
        let direct = serde_json::from_slice::<Value>(&direct.to_json()).unwrap();
        let answer = client.ask(request);
        let status = match (direct["schema"].as_str(), direct["code"].as_str()) {
            (Some("tercet.error/1"), Some("request")) => 400,
            (Some("tercet.error/1"), _) => 422,
            _ => 200,
        };
        assert_eq!(answer.status, status, "{request}: {answer:?}");
        assert_eq!(answer.header("content-type"), Some("application/json"));
        assert_eq!(timeless(answer.json()), timeless(direct), "{request}");
    }
}

#[test]
fn a_list_streams_its_sets_and_ends_with_the_answer() {
    let server = Running::start();
    let deck: Vec<String> = (0..81)
        .map(|card| format!("{}{}{}{}", card / 27, card / 9 % 3, card / 3 % 3, card % 3))
        .collect();
    let request = json!({"ask": "list", "board": deck.join(" "), "id": 5}).to_string();
    let mut client = server.connect();
    client.stream(&request);
    let response = client.read();
    assert_eq!(response.header("content-type"), Some("application/x-ndjson"));
    let lines = response.lines();
    let (answer, before) = lines.split_last().unwrap();
    assert_eq!((&answer["schema"], &answer["id"]), (&json!("tercet.list/1"), &json!(5)));
    assert_eq!((&answer["count"], &answer["sets"]), (&json!("1080"), &json!([])));
    assert_eq!(answer["positions"], json!([]));
    let sets = before.iter().filter(|line| line["schema"] == "tercet.sets/1");
    let sets: Vec<&Value> = sets.flat_map(|line| line["positions"].as_array().unwrap()).collect();
    let whole = server.ask(&request).json();
    assert_eq!(json!(sets), whole["positions"]);
    // The connection stays open.
    assert_eq!(client.ask(r#"{"ask": "methods"}"#).status, 200);
}

#[test]
fn a_stream_tells_progress_at_most_ten_times_a_second() {
    let server = Running::start();
    let mut client = server.connect();
    let begin = Instant::now();
    client.stream(LONG);
    while !client.line().unwrap().is_empty() {}
    let mut last = 0;
    for lines in 0..5 {
        let line: Value = serde_json::from_slice(&client.chunk().unwrap().unwrap()).unwrap();
        // A slow machine only takes longer.
        assert!(begin.elapsed() >= lines * Duration::from_millis(100), "line {lines}");
        assert_eq!(
            (&line["schema"], &line["what"]),
            (&json!("tercet.progress/1"), &json!("games"))
        );
        let done = line["done"].as_u64().unwrap();
        assert!(done >= last && line["of"] == 1_000_000_000_000_u64, "{line}");
        last = done;
    }
    assert!(last > 0);
    // The last line is the answer.
    let mut client = server.connect();
    client.stream(&LONG.replace("60", "1"));
    let lines = client.read().lines();
    assert_eq!(lines.last().unwrap()["schema"], "tercet.simulate/1");
    assert_eq!(lines.last().unwrap()["answer"], "stopped");
}

#[test]
fn errors_of_a_stream_are_its_last_line() {
    let server = Running::start();
    let mut client = server.connect();
    client.stream(r#"{"ask": "list", "board": "00 01 02", "search": {"method": "lunch"}}"#);
    let response = client.read();
    assert_eq!(response.status, 200);
    assert_eq!(response.lines().last().unwrap()["code"], "no-such-method");
}

#[test]
fn a_list_that_nobody_reads_ends_with_its_time() {
    let server = Running::start();
    let mut client = server.connect();
    client.stream(&long_list().replace("60", "1"));
    while !client.line().unwrap().is_empty() {}
    let mut body = client.chunk().unwrap().unwrap();
    // Nothing more is read: the buffers fill, and the list waits until its time is over.
    server.idle();
    while let Some(chunk) = client.chunk().unwrap() {
        body.extend(chunk);
    }
    let last = body.trim_ascii_end().rsplit(|&byte| byte == b'\n').next().unwrap();
    let last: Value = serde_json::from_slice(last).unwrap();
    assert_eq!((&last["schema"], &last["answer"]), (&json!("tercet.list/1"), &json!("stopped")));
}

#[test]
fn quick_questions_pass_long_ones_and_the_queue_is_bounded() {
    let server = Running::start();
    // Two are at work, 64 fill the queue, and one is sent away, whichever came last.
    let begin = Instant::now();
    let mut long: Vec<_> = (0..67).map(|_| server.connect()).collect();
    for client in &mut long {
        client.send("/ask", &[], LONG);
    }
    let mut answered = None;
    server.wait(|_| {
        answered = long.iter().position(Client::has_answer);
        answered.is_some()
    });
    let busy = long.swap_remove(answered.unwrap()).read();
    assert_eq!(busy.refusal(), (503, "busy".into()));
    assert_eq!(busy.header("retry-after"), Some("1"));
    for _ in 0..20 {
        let hint = server.ask(r#"{"ask": "hint", "board": "2RhO 1GsD 3PsS 2GhO 2PhO"}"#);
        assert_eq!((hint.status, &hint.json()["count"]), (200, &json!("1")));
    }
    assert!(!long.iter().any(Client::has_answer), "the hints waited for a search");
    drop(long);
    server.stopped(begin, "a queue");
    assert_eq!(server.ask(r#"{"ask": "odds", "deck": {"properties": 2}, "size": 3}"#).status, 200);
}

#[test]
fn a_question_that_waits_tells_its_place() {
    let server = Running::start();
    let mut at_work = [server.connect(), server.connect()];
    for client in &mut at_work {
        client.send("/ask", &[], LONG);
    }
    server.busy(2);
    let progress = |client: &mut Client| -> Value {
        serde_json::from_slice(&client.chunk().unwrap().unwrap()).unwrap()
    };
    let mut waiting: Vec<_> = (0..3).map(|_| server.connect()).collect();
    for (client, of) in waiting.iter_mut().zip(1..) {
        client.stream(LONG);
        while !client.line().unwrap().is_empty() {}
        let place = json!({"schema": "tercet.progress/1", "what": "places in the queue", "done": 0, "of": of});
        assert_eq!(progress(client), place);
    }
    // One that leaves lets those behind it advance.
    drop(waiting.remove(1));
    let mut until = |client: usize, what: &str, done: u64| {
        let is_so = |line: &Value| line["what"] == what && line["done"].as_u64() >= Some(done);
        while !is_so(&progress(&mut waiting[client])) {}
    };
    until(1, "places in the queue", 1);
    drop(at_work);
    until(0, "games", 1);
    until(1, "games", 1);
}

#[test]
fn a_quick_question_that_needs_more_than_a_moment_gets_it() {
    let server = Running::start();
    let request =
        r#"{"ask": "find", "board": "BOARD", "search": {"method": "brute", "timeout": 1}}"#;
    // 180 cards of (20,4): brute force needs far more than a second.
    let deal =
        r#"{"ask": "deal", "deck": {"values": 20, "properties": 4}, "size": 180, "seed": 1}"#;
    let cards = server.ask(deal).json()["cards"].clone();
    let cards: Vec<&str> = cards.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let text = format!("deck 20 4\\n{}", cards.join(" "));
    let begin = Instant::now();
    let stopped = server.ask(&request.replace("BOARD", &text));
    let time = begin.elapsed();
    assert_eq!(
        (stopped.status, &stopped.json()["answer"]),
        (200, &json!("stopped")),
        "{stopped:?}"
    );
    assert_eq!(stopped.json()["reason"]["code"], "deadline");
    // The question got more than its quick moment; a slow machine only takes longer.
    assert!(time >= Duration::from_secs(1), "{time:?}");
}

#[test]
fn another_address_demands_the_token() {
    let server = Running::at(Ipv4Addr::UNSPECIFIED.into());
    let (_, token) = server.url.split_once("#token=").unwrap();
    let mut client = server.connect();
    assert_eq!(client.get("/", &[]).status, 200);
    assert_eq!(client.ask(COUNT).refusal(), (401, "forbidden".into()));
    let other = "0".repeat(32);
    for wrong in ["", &other, &token[1..], &format!("{token}0")] {
        let given = json!({"token": wrong}).to_string();
        assert_eq!(client.post("/token", &[], &given).refusal(), (403, "forbidden".into()));
    }
    assert_eq!(client.post("/token", &[], "{}").status, 400);
    let given = client.post("/token", &[], &json!({"token": token}).to_string());
    assert_eq!(given.status, 204);
    let cookie = given.header("set-cookie").unwrap();
    assert!(cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Strict"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap();
    let cookies = format!("a=b; {cookie}");
    assert_eq!(client.post("/ask", &[("cookie", &cookies)], COUNT).status, 200);
    let forged = cookie.replace(token, &other);
    assert_eq!(client.post("/ask", &[("cookie", &forged)], COUNT).status, 401);
    // A server for its own machine needs no token.
    assert!(!Running::start().url.contains('#'));
}

#[test]
fn it_ends_whatever_is_at_work() {
    let server = Running::start();
    let begin = Instant::now();
    let mut clients = [server.connect(), server.connect(), server.connect()];
    clients[0].send("/ask", &[], LONG);
    clients[1].stream(&long_list());
    server.busy(2);
    drop(server);
    assert!(begin.elapsed() < LASTS, "the server waits for what is at work");
    clients[2].until_closed();
}
