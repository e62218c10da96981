//! `tercet pack` and `find --disjoint` on the command line.

use crate::common::{self, refused, tercet, tercet_reading, tercet_within};
use serde_json::Value;

fn json(line: &str, input: &str) -> Value {
    serde_json::from_str(&tercet_reading(line, input).out).expect("one JSON object")
}

fn deal(arguments: &str) -> String {
    tercet(&format!("deal {arguments}")).out
}

/// The output for people, without the time in the last line.
fn text(line: &str, input: &str) -> String {
    let out = tercet_reading(line, input).out;
    out.rsplit_once(", ").expect("a time at the end").0.to_owned()
}

/// A count, which is a string of digits.
fn number(count: &Value) -> Option<u64> {
    count.as_str()?.parse().ok()
}

const TABLE: &str = "-i boards/photographed.txt --board table-10";

#[test]
fn the_sets_are_disjoint_and_as_many_as_there_are() {
    let packed = json(&format!("pack --format json {TABLE}"), "");
    assert_eq!(packed["schema"], "tercet.pack/1");
    assert_eq!((&packed["answer"], &packed["method"]), (&"found".into(), &"branch".into()));
    assert_eq!((&packed["board"], &packed["size"]), (&"table-10".into(), &15.into()));
    assert_eq!(packed["proved"], true);
    assert_eq!(number(&packed["count"]), packed["bound"].as_u64());
    let sets = packed["sets"].as_array().unwrap();
    assert_eq!(number(&packed["count"]), Some(sets.len() as u64));
    let mut cards: Vec<&Value> = sets.iter().flat_map(|set| set.as_array().unwrap()).collect();
    cards.sort_by_key(|card| card.as_str());
    cards.dedup();
    assert_eq!(cards.len(), 3 * sets.len(), "no card is in two sets");
    for method in ["ip", "greedy"] {
        let other = json(&format!("pack -m {method} --format json {TABLE}"), "");
        assert_eq!(other["method"], method);
        assert!(number(&other["count"]) <= number(&packed["count"]));
        assert!(other["bound"].as_u64() >= packed["bound"].as_u64());
        if method == "ip" {
            assert_eq!(other["count"], packed["count"]);
        }
    }
    let listed = json(&format!("find --disjoint --format json {TABLE}"), "");
    assert_eq!(listed["schema"], "tercet.pack/1");
    for key in ["sets", "count", "bound", "answer"] {
        assert_eq!(listed[key], packed[key], "{key}");
    }
}

#[test]
fn the_whole_deck_packs_into_27() {
    let deck = deal("-n 81 --seed 1");
    let text = text("pack", &deck);
    let all = "27 disjoint sets, which is the maximum; 24 greedily in layout order (branch";
    assert!(text.ends_with(all), "{text}");
    assert_eq!(text.lines().filter(|line| line.starts_with("27  ")).count(), 1);
    assert_eq!(json("find --disjoint --format json", &deck)["count"], "27");
    let csv = tercet_reading("pack --format csv", &deck).out;
    assert_eq!((csv.lines().count(), csv.lines().next()), (28, Some("card_1,card_2,card_3")));
    // This deck has too many sets to be listed.
    let large = deal("-v 16 -p 2 -n 256 --seed 1");
    assert_eq!(json("pack --format json", &large)["count"], "16");
}

#[test]
fn the_status_says_whether_there_are_disjoint_sets() {
    for (line, status) in [
        ("0000 0001 0002", 0),
        ("0000 0001", 1),
        ("-v 1 0", 0),
        ("-v 2 -p 3 000 010 111", 0),
        ("-v 2 -p 3 000", 1),
        ("-v 64 -p 2 0,0 1,1", 1),
    ] {
        for question in ["pack", "pack -m ip", "pack -m greedy", "find --disjoint"] {
            let ran = tercet(&format!("{question} {line}"));
            assert_eq!((ran.status, &*ran.err), (status, ""), "{question} {line}");
        }
    }
    let none = text("pack 0000 0001", "");
    assert!(none.ends_with("no set (branch"), "{none}");
    let pair = text("pack -v 2 -p 3 000 010 111", "");
    assert!(pair.ends_with("1 disjoint set, which is the maximum (branch"), "{pair}");
}

#[test]
fn splits_into_sets_are_counted() {
    for (v, p, ways) in [(3, 2, "4"), (3, 3, "17641"), (4, 2, "26"), (5, 2, "1346")] {
        let deck = deal(&format!("-v {v} -p {p} -n {} --seed 3", i32::pow(v, p)));
        let counted = json("pack --partitions --format json", &deck);
        assert_eq!(counted["schema"], "tercet.partitions/1");
        assert_eq!((&counted["count"], &counted["answer"]), (&ways.into(), &"found".into()));
        let csv = tercet_reading("pack --count --format csv", &deck);
        assert_eq!((&*csv.out, csv.status), (&*format!("partitions\n{ways}\n"), 0));
    }
    let one = tercet("pack --partitions 0000 0001 0002");
    assert!(one.out.starts_with("3 cards of (3,4)\n1 split into sets ("), "{}", one.out);
    let none = tercet("pack --partitions 0000 0001 0002 1111");
    assert_eq!(none.status, 1);
    assert!(none.out.contains("no split into sets ("), "{}", none.out);
}

#[test]
fn a_limit_stops_with_what_was_found() {
    let board = deal("-v 5 -p 3 -n 80 --seed 0");
    for question in ["pack", "find --disjoint", "pack -m ip"] {
        let ran = tercet_within(question, &board, |ran| {
            assert_eq!(ran.status, 3, "{question}: {}{}", ran.out, ran.err);
            ran.out.contains("stopped: the time limit was reached with 1")
        });
        let last = ran.out.lines().last().unwrap();
        assert!(last.starts_with("stopped: the time limit was reached with 1"), "{last}");
        assert!(last.contains(" disjoint sets; there are at most 1"), "{last}");
        tercet_within(&format!("{question} --format json"), &board, |ran| {
            let stopped: Value = serde_json::from_str(&ran.out).unwrap();
            assert_eq!((ran.status, &stopped["answer"]), (3, &"stopped".into()));
            number(&stopped["count"]).unwrap() >= 10 && stopped["bound"].as_u64() < Some(17)
        });
        let csv = tercet_within(&format!("{question} --format csv"), &board, |csv| {
            assert_eq!(csv.status, 3);
            csv.out.lines().count() > 10
        });
        assert!(csv.err.starts_with("tercet: stopped: the time limit was reached"), "{}", csv.err);
    }
    let deck = deal("-n 81 --seed 1");
    let ran = tercet_reading("pack --partitions --timeout 300ms", &deck);
    assert_eq!(ran.status, 3);
    let says = "stopped: the time limit was reached before all splits were counted";
    assert!(ran.out.contains(says), "{}", ran.out);
    let cramped = tercet_reading("pack --memory 20kB --format json", &board);
    let stopped: Value = serde_json::from_str(&cramped.out).unwrap();
    assert_eq!((cramped.status, &stopped["bound"]), (3, &16.into()));
    assert_eq!(stopped["reason"]["code"], "memory");
}

#[test]
fn wrong_arguments_are_refused() {
    refused(&tercet("pack 0000 0000"), &["argument 2: ", "0000", "first as argument 1"]);
    refused(&tercet("pack 0000 333"), &["argument 2: "]);
    refused(&tercet_reading("pack", "deck 3 4\n"), &["no cards"]);
    refused(&tercet("pack -v 300 0"), &["-v 300"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for line in ["pack 0000 0001 0002", "find --disjoint 0000 0001 0002"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = common::command(line.split_whitespace()).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("No space left"));
    }
}
