//! `tercet odds`: exact tables, conditions, and what happens out of reach.

mod common;

use common::{refused, tercet};
use serde_json::Value;

fn object(line: &str) -> Value {
    let ran = tercet(line);
    serde_json::from_str(&ran.out).expect("one JSON object")
}

#[test]
fn the_table_of_the_classic_deck() {
    let ran = tercet("odds");
    assert_eq!((ran.status, &*ran.err), (0, ""));
    assert_eq!(ran.out.lines().count(), 24);
    let line = "  12        70724320184700        68439784708620  0.96769802141450     29.957856";
    assert!(ran.out.lines().any(|it| it == line), "{}", ran.out);
    let longest = ran.out.lines().map(|line| line.chars().count()).max();
    assert!(longest <= Some(80), "{}", ran.out);
    let csv = tercet("odds --format csv");
    assert!(csv.out.starts_with("method,cards,sets,count,hands,probability,odds,low,high,"));
    assert!(
        csv.out
            .contains("\nexact,21,,13636219405675529520,13636219405675529520,1.00000000000000,,")
    );
}

#[test]
fn distributions_and_conditions() {
    let sets = object("odds --sets --format json");
    assert_eq!(sets["schema"], "tercet.odds/1");
    assert_eq!(sets["lines"][14]["count"], 3_032_640);
    assert_eq!(sets["lines"][14]["hands"], 70_724_320_184_700_u64);
    assert_eq!(sets["notes"][0], "expected sets: 220/79 = 2.784810");
    assert_eq!(sets["variance"], "1571820/830053");
    let disjoint = object("odds --disjoint --format json");
    assert_eq!(disjoint["lines"][4]["count"], 27_363_960_000_u64);
    let given = object("odds --given 9 --hand 12 --format json");
    assert_eq!((&given["given"], &given["lines"][0]["odds"]), (&9.into(), &"8.2013821".into()));
    assert_eq!(given["lines"][0]["fraction"].as_str().map(|it| it.contains('/')), Some(true));
    let second = tercet("odds --second-round");
    assert!(second.out.contains("\nexactly 396538561405044/8939045071283495 without a set\n"));
    let words = common::command(["odds", "--given", "12 of them hold none", "--hand", "15"]);
    let ran = common::ran(&{ words }.output().expect("tercet starts"));
    assert!(ran.out.ends_with("  15  0.98871013214924  87.574996\n"), "{}", ran.out);
    let classes = tercet("odds --classes --hand 17");
    assert!(classes.out.contains("  17      143   176310866160  94450056480             67\n"));
}

#[test]
fn out_of_reach_it_is_said() {
    let ran = tercet("odds -v 10 -p 4 --hand 110 --samples 200 --seed 1");
    assert_eq!((ran.status, &*ran.err), (0, ""));
    assert!(ran.out.contains("hands of (10,4) are not classified"), "{}", ran.out);
    assert!(ran.out.contains("\nsampled: 200 hands, dealt from --seed 1 on\n"), "{}", ran.out);
    let sampled = object("odds -v 10 -p 4 --hand 110 --samples 200 --seed 1 --format json");
    assert_eq!(sampled["lines"][0]["method"], "sampled");
    let [low, high] = ["low", "high"].map(|end| sampled["lines"][0][end].as_f64().unwrap());
    assert!(0.2 < low && low < high && high < 0.8);
    let none = tercet("odds -v 10 -p 4 --samples 0");
    assert_eq!(none.status, 3);
    assert!(none.out.ends_with("; --samples N deals hands instead\n"), "{}", none.out);
    // Too many cards to be dealt unasked.
    let large = tercet("odds -v 3 -p 40");
    assert_eq!(large.status, 3);
    assert!(large.out.ends_with("; --hand K deals hands of K cards\n"), "{}", large.out);
    let little = tercet("odds -v 3 -p 5 --memory 100kB --samples 0 --format csv");
    assert_eq!(little.status, 3);
    assert!(little.err.contains("more classes than fit into --memory"), "{}", little.err);
    let short = tercet("odds -v 3 -p 6 --timeout 100ms");
    assert_eq!(short.status, 3);
    assert!(short.out.contains("\nstopped: exact up to "), "{}", short.out);
}

#[test]
fn small_decks_are_whole() {
    let ran = tercet("odds -v 4 -p 2");
    assert!(
        ran.out.contains("  10   8008        8008  1.00000000000000     certain\n"),
        "{}",
        ran.out
    );
    let all = tercet("odds -v 6 -p 2");
    assert_eq!(all.out.lines().count(), 2 + 1 + 26, "{}", all.out);
    assert!(tercet("odds --sets --hand 81").out.contains("\n  1080      1  1.00000000000000\n"));
    // Beside what is counted are decks of all shapes, within their limit.
    for line in [
        "odds -v 40 -p 1 --timeout 2s",
        "odds -v 128 -p 1 --timeout 2s",
        "odds -v 1 -p 11 --timeout 2s",
        "odds -v 1 -p 64 --timeout 2s",
        "odds -v 2 -p 14 --hand 10000 --timeout 2s",
        "odds -v 3 -p 64 --hand 1000000 --timeout 2s",
        "odds -v 256 -p 2 --timeout 1s",
    ] {
        let ran = tercet(line);
        assert!([0, 3].contains(&ran.status), "{line}: {}", ran.err);
    }
    for line in ["odds -v 1 -p 3", "odds -v 2 -p 3", "odds -v 1 -p 1 --sets", "odds --hand 0"] {
        assert_eq!(tercet(line).status, 0, "{line}");
    }
}

#[test]
fn wrong_questions_are_refused() {
    refused(&tercet("odds --hand 82"), &["no hand of 82 cards", "--hand"]);
    refused(&tercet("odds --given 21"), &["--given 21", "every hand of 21 cards"]);
    refused(&tercet("odds --given 30"), &["--given 30", "every hand of 30 cards"]);
    refused(&tercet("odds -v 4 --second-round"), &["--second-round", "v = 3", "(4,4)"]);
    refused(&tercet("odds --given 12 --hand 9"), &["--given 12", "9 cards"]);
    refused(&tercet("odds --given x"), &["--given", "9 of them hold none"]);
    refused(&tercet("odds --sets --disjoint"), &["--sets", "--disjoint"]);
    refused(&tercet("odds --second-round --hand 2"), &["no second layout"]);
}
