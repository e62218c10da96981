//! Answers to a page that has its own clock and seeds, and photographs as it passes them: as pixels.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tercet::solver::Clock;
use tercet_app::Seconds;
use tercet_wasm::{Page, ask, read};

thread_local! {
    static LINES: RefCell<Vec<Value>> = const { RefCell::new(Vec::new()) };
}

fn hear(line: &[u8]) {
    LINES.with_borrow_mut(|lines| lines.push(serde_json::from_slice(line).unwrap()));
}

/// A page whose clock advances by this many milliseconds at each reading.
fn page(milliseconds: u64) -> Page {
    let read = AtomicU64::new(0);
    let now = move || Duration::from_millis(read.fetch_add(milliseconds, Ordering::Relaxed));
    Page { clock: Clock::new(Arc::new(now)), seeds: || 7, line: None }
}

fn answer(request: &Value, most: u64, page: &Page) -> Value {
    let most = Seconds(Duration::from_secs(most));
    serde_json::from_slice(&ask(request.to_string().as_bytes(), most, page)).unwrap()
}

#[test]
fn a_request_has_its_answer_or_an_error() {
    let found = answer(&json!({"id": 1, "ask": "find", "board": "00 01 02"}), 10, &page(0));
    assert_eq!((&found["id"], &found["answer"]), (&json!(1), &json!("found")));
    let wrong = answer(&json!({"ask": "find", "board": "00 00"}), 10, &page(0));
    assert_eq!(wrong["code"], "card-twice");
    let seeded = answer(&json!({"ask": "deal"}), 10, &page(0));
    assert_eq!(seeded["seed"], "7");
}

#[test]
fn the_clock_of_the_page_ends_a_search() {
    let cards: Vec<String> = (0..64).map(|card| format!("{card:06b}")).collect();
    let deck = json!({"values": 8, "properties": 6});
    let count = json!({"ask": "count", "board": {"cards": cards, "deck": deck}, "search": {"method": "brute"}});
    assert_eq!(answer(&count, 10, &page(1000))["reason"]["code"], "deadline");
}

#[test]
fn a_page_that_listens_gets_sets_as_they_are_found() {
    let list = json!({"ask": "list", "board": "00 01 02 10 20 11 22"});
    let whole = answer(&list, 10, &page(0));
    // With the first clock a pause is over at each set, with the second only at the first set.
    for (milliseconds, several) in [(100, true), (0, false)] {
        let listening = Page { line: Some(hear), ..page(milliseconds) };
        let last = answer(&list, 1000, &listening);
        let lines = LINES.take();
        assert_eq!(lines[0]["schema"], "tercet.progress/1");
        assert!(lines[1..].iter().all(|line| line["schema"] == "tercet.sets/1"), "{lines:?}");
        assert_eq!(lines.len() > 3, several, "{lines:?}");
        let sets: Vec<&Value> =
            lines[1..].iter().flat_map(|line| line["positions"].as_array().unwrap()).collect();
        assert_eq!(sets, whole["positions"].as_array().unwrap().iter().collect::<Vec<_>>());
        assert_eq!((&last["count"], &last["sets"]), (&whole["count"], &json!([])));
    }
}

/// What is read in a picture of one colour.
fn photographed(width: u32, height: u32, bytes: usize) -> Value {
    serde_json::from_slice(&read(width, height, vec![200; bytes], b"{}")).unwrap()
}

#[test]
fn an_empty_table_has_no_cards_and_is_not_sure() {
    let answer = photographed(320, 240, 320 * 240 * 3);
    assert_eq!(answer["schema"], "tercet.photo/1");
    assert_eq!((&answer["width"], &answer["height"]), (&json!(320), &json!(240)));
    assert_eq!((&answer["cards"], &answer["sure"]), (&json!([]), &json!(false)));
    assert_eq!(answer["answer"], "doubtful");
}

#[test]
fn what_is_no_picture_is_refused() {
    for (width, height, bytes, code) in
        [(0, 0, 0, "not-a-picture"), (2, 2, 11, "conflict"), (60_000, 60_000, 1, "out-of-range")]
    {
        let refusal = photographed(width, height, bytes);
        assert_eq!(
            (&refusal["schema"], &refusal["code"]),
            (&json!("tercet.error/1"), &json!(code))
        );
    }
}
