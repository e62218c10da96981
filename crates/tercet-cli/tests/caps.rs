//! `tercet caps`: every question, in every format, and invalid input.

use std::process::Stdio;

#[cfg(unix)]
use crate::common::interrupt;
use crate::common::{command, ran, refused, tercet, tercet_reading, tercet_within};
use serde_json::{Value, json};

fn object(text: &str) -> Value {
    serde_json::from_str(text).expect("one JSON object")
}

#[test]
fn constructions_are_complete_caps() {
    for (points, p) in [(2, 1), (4, 2), (9, 3), (20, 4), (45, 5), (112, 6)] {
        let shown = tercet(&format!("caps show {points}"));
        assert_eq!(shown.status, 0);
        let verified = tercet_reading("caps verify -i -", &shown.out);
        let says = format!("{points} cards of (3,{p}): a cap (");
        assert!(verified.out.starts_with(&says), "{}", verified.out);
        assert_eq!(verified.status, 0);
        let complete = tercet_reading("caps complete", &shown.out);
        assert_eq!(complete.out, format!("{points} cards of (3,{p}): a complete cap\n"));
        assert_eq!(complete.status, 0);
        let object = object(&tercet(&format!("caps show {points} --format json")).out);
        assert_eq!(object["cards"].as_array().unwrap().len(), points);
        let csv = tercet(&format!("caps show {points} --format csv")).out;
        assert_eq!(csv.lines().count(), points + 1);
    }
}

#[test]
fn large_caps_are_caps() {
    for (p, points, source) in
        [(7, 236, "Calderbank"), (8, 512, "Romera-Paredes"), (9, 1082, "Romera-Paredes")]
    {
        let shown = tercet(&format!("caps show -p {p}"));
        assert_eq!(shown.status, 0);
        assert!(shown.out.starts_with(&format!("# a cap of {points} points, in AG({p},3)")));
        assert!(shown.out.contains(source), "{}", shown.out);
        assert_eq!(tercet(&format!("caps show {points}")).out, shown.out);
        let verified = tercet_reading("caps verify", &shown.out);
        assert!(verified.out.starts_with(&format!("{points} cards of (3,{p}): a cap (")));
    }
    let hill = object(&tercet("caps show -p 6 --format json").out);
    assert_eq!((&hill["size"], &hill["is_maximum"]), (&json!(112), &json!(true)));
    refused(&tercet("caps show 20 -p 4"), &["-p"]);
    refused(&tercet("caps show -p 0"), &["-p 0", "1 to 12"]);
    assert_eq!(tercet("caps show -p 12 --timeout 0s").status, 3);
}

#[test]
fn classes_are_listed() {
    let csv = tercet("caps sizes -p 3 --list --format csv");
    assert_eq!(csv.status, 0);
    let rows: Vec<&str> = csv.out.lines().collect();
    assert_eq!(rows[0], "size,hands,stabiliser,set_count,extensions,cards,maps,cycles");
    let nine = rows.last().unwrap();
    assert!(nine.starts_with("9,2106,144,0,0,000 "), "{nine}");
    let complete = object(&tercet("caps sizes -p 3 --list --complete -n 8 --format json").out);
    assert_eq!(complete["representatives"].as_array().unwrap().len(), 2);
    let any = object(&tercet("odds -p 2 --distribution sets --list -n 3 --format json").out);
    assert_eq!(any["among"], "any");
    let text = tercet("odds --classes --list -v 4 -p 2 -n 2").out;
    assert!(text.contains("hands without a set of (4,2), up to its 1152 symmetries"), "{text}");
    let none = tercet("caps sizes --list -p 3 -n 10");
    assert_eq!(none.status, 1);
    let short = tercet("caps sizes --list -p 5 --memory 100KB");
    assert_eq!(short.status, 3);
    assert!(short.err.contains("--memory 100"), "{}", short.err);
    refused(&tercet("odds --classes --format gap"), &["--list"]);
    refused(&tercet("caps sizes --list -p 2 -n 10"), &["-n 10", "it has 9"]);
}

/// GAP confirms the stated orders of the groups, and that they are stabilisers. Without GAP, only
/// the form of the file is tested.
#[test]
fn gap_agrees() {
    let mut file = String::new();
    for line in [
        "caps sizes -p 3 --list --format gap",
        "odds -v 4 -p 2 --classes --list --format gap",
        "odds -p 2 --distribution sets --list -n 4 --format gap",
        "odds -v 5 -p 2 --classes --list -n 5 --format gap",
    ] {
        let ran = tercet(line);
        assert_eq!(ran.status, 0, "{line}");
        assert!(ran.out.contains("\ntercet := rec( values := ") && ran.out.ends_with("  ] );;\n"));
        file += &ran.out;
        file += "for class in tercet.classes do\n\
                 group := Group(class.generators, ());\n\
                 if Size(group) <> class.stabiliser or tercet.order <> Size(group) * class.hands\n\
                 or not ForAll(class.generators, g -> OnSets(Set(class.hand), g) = Set(class.hand))\n\
                 or not tercet.isWhole then Print(\"wrong: \", class, \"\\n\"); fi;\n\
                 od;\n\
                 Print(\"checked \", Length(tercet.classes), \"\\n\");\n";
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("classes.g");
    std::fs::write(&path, file + "QUIT;\n").unwrap();
    let gap = std::process::Command::new("gap").args(["-q", "-b"]).arg(&path).output();
    let Ok(gap) = gap else {
        eprintln!("gap is not installed: its groups are not compared");
        return;
    };
    let said = String::from_utf8_lossy(&gap.stdout).into_owned();
    let checked = said.lines().filter(|line| line.starts_with("checked ")).count();
    assert!(checked == 4 && !said.contains("wrong"), "{said}");
}

#[test]
fn the_first_set_of_a_hand_is_named() {
    let ran = tercet("caps verify 0000 0001 0010 0002 0020 --format json");
    assert_eq!(ran.status, 1);
    let mut verified = object(&ran.out);
    assert!(verified["seconds"].take().as_f64().is_some());
    assert_eq!(
        verified,
        json!({
            "schema": "tercet.caps-verify/1", "deck": {"values": 3, "properties": 4}, "size": 5,
            "answer": "no", "sets": [["0000", "0001", "0002"]], "positions": [[0, 1, 3]],
            "seconds": null,
        })
    );
    let csv = tercet("caps verify 0000 0001 0010 0002 0020 --format csv");
    assert_eq!(csv.out, "card_1,card_2,card_3\n0000,0001,0002\n");
    let text = tercet("caps verify -v 4 00 01 02 13 03 --notation digits");
    assert_eq!(text.status, 1);
    assert!(
        text.out.contains("5 cards of (4,2): not a set-free hand, this is a set ("),
        "{}",
        text.out
    );
    let four = tercet("caps verify -v 4 00 01 02 13");
    assert!(four.out.starts_with("4 cards of (4,2): a set-free hand ("));
    assert_eq!(four.status, 0);
}

#[test]
fn free_cards_are_listed() {
    let ran = tercet("caps complete 00 01 10");
    let listed = "# 3 cards of (3,2): a cap; each of 3 cards can be added\ndeck 3 2\n11 12 21\n";
    assert_eq!((ran.status, &*ran.out), (1, listed));
    let found = object(&tercet("caps complete 00 01 10 --format json").out);
    assert_eq!(
        found,
        json!({
            "schema": "tercet.caps-complete/1", "deck": {"values": 3, "properties": 2}, "size": 3,
            "answer": "no", "addable": ["11", "12", "21"],
        })
    );
    assert_eq!(tercet("caps complete 00 01 10 --format csv").out, "card\n11\n12\n21\n");
    // This deck is too large to be enumerated.
    let card = "0".repeat(64);
    let large = object(&tercet(&format!("caps complete {card} --format json")).out);
    assert_eq!(large["lower_bound"], "3433683820292512484657849089280");
    assert_eq!((&large["answer"], &large["addable"]), (&json!("no"), &json!([])));
    let two = tercet(&format!("caps complete -v 2 {card}"));
    assert_eq!((two.status, &*two.out), (3, ""));
    assert!(two.err.contains("at most 531441 cards, and the deck is (2,64)"), "{}", two.err);
}

#[test]
fn hands_are_extended() {
    let greedy = tercet("caps extend -p 3");
    assert_eq!(
        greedy.out,
        "# 8 cards of (3,3): a complete cap, --by greedy\ndeck 3 3\n000 001 010 011 100 101 110 111\n"
    );
    for arguments in ["-p 4", "-v 4 -p 3", "-v 2 -p 5", "-v 5 -p 2", "0012 0112"] {
        for by in ["greedy", "random", "best"] {
            // The search for the best runs until its limit.
            let line = format!("caps extend {arguments} --by {by} --seed 5");
            let extended = match by {
                "best" => tercet_within(&line, "", |extended| extended.status == 0),
                _ => tercet(&line),
            };
            assert_eq!(extended.status, 0, "{line}: {}", extended.err);
            let complete = tercet_reading("caps complete", &extended.out);
            assert_eq!(complete.status, 0, "{line}: {}{}", extended.out, complete.out);
        }
    }
    let none = tercet("caps extend -v 1 -p 2 --by best --seed 5 --format csv");
    assert_eq!((none.status, &*none.out), (0, "card\n"));
    let same = [(); 2].map(|()| tercet("caps extend -p 5 --by random --seed 9").out);
    assert_eq!(same[0], same[1]);
    let best = object(&tercet("caps extend 0000 0001 --by best --seed 2 --format json").out);
    assert_eq!(
        (&best["size"], &best["given"], &best["seed"]),
        (&json!(20), &json!(2), &json!("2"))
    );
    assert_eq!((&best["cards"][0], &best["cards"][1]), (&json!("0000"), &json!("0001")));
    assert_eq!(tercet("caps extend -p 20").status, 3);
}

#[test]
fn the_largest_hands_are_proved_quoted_or_bounded() {
    for (deck, cards) in [
        ("-p 1", 2),
        ("-p 2", 4),
        ("-p 3", 9),
        ("-p 4", 20),
        ("-v 4 -p 2", 9),
        ("-v 5 -p 2", 16),
        ("-v 6 -p 2", 25),
        ("-v 1 -p 9", 0),
        ("-v 2 -p 128", 1),
    ] {
        let ran = tercet(&format!("caps max {deck} --format json"));
        assert_eq!(ran.status, 0, "{deck}");
        let largest = object(&ran.out);
        assert_eq!(
            (&largest["size"], &largest["most"]),
            (&json!(cards), &json!(cards.to_string()))
        );
        assert!(largest["proof"].is_string(), "{deck}");
    }
    for (p, cards) in [(5, 45), (6, 112)] {
        let ran = tercet(&format!("caps max -p {p} --seed 1"));
        assert_eq!(ran.status, 0);
        assert!(ran.out.starts_with(&format!("# the largest cap of (3,{p}) has {cards} cards\n")));
        assert!(ran.out.contains("# quoted, not proved here: Edel"));
        assert!(ran.out.contains(&format!("# found now: {cards} cards by construction")));
        let verified = tercet_reading("caps verify", &ran.out);
        assert!(verified.out.starts_with(&format!("{cards} cards of (3,{p}): a cap (")));
    }
}

#[test]
fn hostile_decks_answer_at_once() {
    let seven = tercet_within("caps max -p 7 --seed 1", "", |seven| {
        assert_eq!(seven.status, 3);
        seven.out.starts_with("# the largest cap of (3,7) has 236 to 288 cards\n")
    });
    assert_eq!(tercet_reading("caps verify", &seven.out).status, 0);
    for deck in ["-p 20", "-p 64", "-v 64 -p 21", "-v 256 -p 16"] {
        let ran = tercet(&format!("caps max {deck}"));
        assert_eq!(ran.status, 3, "{deck}");
        assert!(ran.out.contains("found now: nothing"), "{}", ran.out);
    }
    let twelve = tercet("caps max -p 12 --timeout 1ms");
    assert_eq!(twelve.status, 3);
    assert!(twelve.out.starts_with("# the largest cap of (3,12) has 12928 to 69984 cards\n"));
    assert!(twelve.out.contains("the time limit was reached before a search"), "{}", twelve.out);
    let stopped = tercet("caps max -v 4 -p 3 --timeout 1ms");
    assert_eq!(stopped.status, 3);
    assert!(stopped.out.contains("the time limit was reached before the proof"));
    refused(&tercet("caps max -p 0"), &["at least 1 property"]);
}

#[test]
fn images_have_one_canonical_form() {
    let form = tercet("caps canonical 0000 0001 0010 0011 1000");
    assert_eq!(form.status, 0);
    assert_ne!(tercet("caps canonical 2011 2010 1012 1011 1010").out, form.out);
    // The same hand, with its properties permuted and their values renamed.
    assert_eq!(tercet("caps canonical 1011 0011 0021 1021 1012").out, form.out);
    let twenty = tercet("caps show 20").out;
    let twenty = object(&tercet_reading("caps canonical --format json", &twenty).out);
    assert_eq!((&twenty["stabiliser"], &twenty["orbit"]), (&json!("2880"), &json!("682344")));
    let big = tercet("caps show 112").out;
    let big = object(&tercet_reading("caps canonical --format json", &big).out);
    assert_eq!(big["orbit"], json!("760546711637856"));
    let four = tercet("caps canonical -v 4 00 01");
    assert_eq!(tercet("caps canonical -v 4 31 11").out, four.out);
    assert!(four.out.contains("stabiliser: 24 symmetries; orbit: 48 hands\n"), "{}", four.out);
    let stopped = tercet_reading("caps canonical --timeout 0s", tercet("caps show 112").out);
    assert_eq!((stopped.status, &*stopped.out), (3, ""));
}

#[test]
fn what_is_stopped_has_its_answer_in_json() {
    let cap = tercet("caps show 112").out;
    for (line, code) in [
        ("caps verify --timeout 0s", "deadline"),
        ("caps complete --timeout 0s", "deadline"),
        ("caps extend --timeout 0s", "deadline"),
        ("caps canonical --timeout 0s", "deadline"),
        ("caps sizes --timeout 0s", "deadline"),
        ("caps sizes -p 5", "out-of-reach"),
        ("caps max -v 4 -p 3 --timeout 0s", "deadline"),
        ("caps max -p 20", "out-of-reach"),
        ("caps extend -p 20", "out-of-reach"),
    ] {
        // If the deck is named, no hand is read.
        let cap = if line.contains("-p") { "" } else { &*cap };
        let ran = tercet_reading(&format!("{line} --format json"), cap);
        assert_eq!((ran.status, &*ran.err), (3, ""), "{line}");
        let answer = object(&ran.out);
        assert_eq!(
            (&answer["answer"], &answer["reason"]["code"]),
            (&json!("stopped"), &json!(code)),
            "{line}"
        );
        let text = tercet_reading(line, cap);
        assert_eq!(text.status, 3, "{line}");
        assert!(
            text.err.contains("stopped: ")
                || text.out.contains("stopped: ")
                || text.out.contains("found now"),
            "{line}"
        );
    }
}

#[test]
fn complete_caps_are_counted() {
    let ran = tercet("caps sizes -p 3 --format csv");
    assert_eq!(ran.status, 0);
    let rows: Vec<&str> = ran.out.lines().collect();
    assert_eq!(rows[0], "points,caps,classes,complete,complete_classes");
    assert_eq!(rows[9..], ["8,63180,3,44226,2", "9,2106,1,2106,1"]);
    let object = object(&tercet("caps sizes -p 2 --format json").out);
    assert_eq!(
        object["sizes"][4],
        json!({"points": 4, "caps": "54", "classes": "1", "complete": "54", "complete_classes": "1"})
    );
    assert_eq!(tercet("caps sizes -p 5").status, 3);
}

#[test]
fn wrong_input_is_refused_and_a_closed_pipe_is_no_error() {
    refused(&tercet_reading("caps verify", ""), &["standard input"]);
    refused(&tercet_reading("caps complete", [0xff, 0xfe, 0]), &["standard input:1:1"]);
    refused(&tercet("caps verify -i nowhere.txt"), &["nowhere.txt"]);
    if std::path::Path::new("/dev/full").exists() {
        let full = std::fs::File::create("/dev/full").unwrap();
        let mut show = command(["caps", "show", "112"]);
        let output = show.stdout(full).output().unwrap();
        refused(&ran(&output), &["standard output"]);
    }
}

/// The end of the search time does not count as a stop, but Ctrl-C does. The best hand is printed.
#[cfg(unix)]
#[test]
fn an_interrupted_search_says_so_and_has_its_hand() {
    for format in ["text", "csv", "json"] {
        let line = format!("caps extend -v 3 -p 6 --by best --timeout 1h --format {format}");
        let mut child = command(line.split(' '));
        let pipes = child.stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = pipes.spawn().unwrap();
        interrupt(&child);
        let ran = ran(&child.wait_with_output().unwrap());
        assert_eq!(ran.status, 3, "{}", ran.err);
        match format {
            "json" => {
                let answer = object(&ran.out);
                assert_eq!(
                    (&answer["answer"], &answer["reason"]["code"]),
                    (&json!("stopped"), &json!("interrupted"))
                );
            }
            _ => {
                assert!(ran.err.starts_with("tercet: stopped: interrupted before "), "{}", ran.err);
            }
        }
    }
}
