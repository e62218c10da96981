//! `tercet race` and `tercet peer`, with contestants that follow the protocol and some that do not.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::Instant;

use crate::common::{Folder, Ran, command, ran, refused, tercet};
use serde_json::Value;
use tercet_race::protocol::START;

/// Reads a question as `q` and its number as `id`.
const READ: &str = r#"ask() { read -r q && id=${q#*\"id\":} && id=${id%%,*}; }"#;

/// A shell command that replies with these fields to the question that was read.
fn reply(fields: &str) -> String {
    format!("echo '{{\"id\":'$id',{fields}}}'")
}

/// A program with this text in a folder, used as a peer.
fn program(folder: &Folder, name: &str, text: &str) -> String {
    let file = folder.write(name, format!("#!/bin/sh\n{READ}\n{text}\n"));
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("it is ours");
    file
}

/// The results of each course of a race.
fn results(race: &Value) -> impl Iterator<Item = &Vec<Value>> {
    race["courses"].as_array().unwrap().iter().map(|course| course["results"].as_array().unwrap())
}

fn trials(result: &Value) -> &Vec<Value> {
    result["trials"].as_array().unwrap()
}

#[test]
fn sets_lists_counts_and_games_are_raced() {
    let folder = Folder::new();
    let text = format!("exec '{}' peer cover", env!("CARGO_BIN_EXE_tercet"));
    let peer = program(&folder, "other", &text);
    for (what, answer) in [
        ("-v 3 -p 3 -n 12 --all --methods brute,halves,ip,hybrid", "counted"),
        ("-v 3 -p 3 -n 12 --count --methods brute,spectrum,sat", "counted"),
        ("-v 4 -p 3 --goal 4 --methods cover,dynamic,hybrid", "played"),
        ("-v 3 -p 3..4 -n 21 --methods cover,sat,brute,hybrid", "found"),
    ] {
        let line = format!("race {what} --boards 2 --seed 3 --format json --peer {peer}");
        for results in results(&tercet(&line).json()) {
            assert_eq!(results.last().unwrap()["contestant"], "other");
            let ratios = results.iter().map(|it| it["ratio"]["value"].as_f64().unwrap());
            let least = ratios.fold(f64::INFINITY, f64::min);
            assert!((least - 1.0).abs() < 1e-9, "the fastest takes as long as itself: {least}");
            for trial in results.iter().flat_map(trials) {
                assert_eq!(trial["answer"], answer, "{what}: {results:?}");
                assert!(trial["seconds"].as_f64().unwrap() > 0.0, "{trial}");
            }
        }
    }
}

#[test]
fn a_time_out_is_shown_as_one() {
    let line = "race -v 10..11 -p 4 --boards 1 --seed 1 --methods brute,cover --timeout 50ms";
    let race = tercet(&format!("{line} --format json")).json();
    let result = |course: usize| race["courses"][course]["results"][0].clone();
    assert_eq!(result(0)["trials"][0]["answer"], "stopped");
    assert_eq!(result(0)["seconds"]["median"]["at_least"], true);
    // On a larger board the contestant is not asked, and has no time.
    assert_eq!(result(1)["dropped_out"], true);
    assert_eq!((&result(1)["trials"][0], &result(1)["seconds"]), (&Value::Null, &Value::Null));
    let text = tercet(line).out;
    let not_asked = "not asked, stopped on all boards of a smaller size: brute";
    assert!(text.contains("≥ 50.0 ms") && text.contains(not_asked), "{text}");
}

#[test]
fn a_peer_may_have_arguments_and_spaces_in_its_name() {
    let folder = Folder::new();
    let program_of_tercet = env!("CARGO_BIN_EXE_tercet");
    let text = format!("exec '{program_of_tercet}' peer \"${{1:-auto}}\"");
    let [file, plain] = ["an other.sh", "other"].map(|name| program(&folder, name, &text));
    let run = |peer: &str| {
        let line = "race -v 3 -p 3 --boards 2 --seed 5 --methods brute --format json --peer";
        ran(&command(line.split_whitespace().chain([peer])).output().unwrap())
    };
    for (peer, name, solver) in [
        (file.clone(), "an other", "auto"),
        (format!("'{file}' cover"), "an other-cover", "cover"),
        (format!("{plain}  \"halves\" --memory"), "other-halves-memory", "halves"),
        (format!("sh {plain}"), "sh-other", "auto"),
    ] {
        let race = run(&peer).json();
        let result = &results(&race).next().unwrap()[1];
        assert_eq!(result["contestant"], name);
        let known = race["contestants"].to_string();
        assert!(known.contains(&format!("{solver} 0.1.0")), "{known}");
    }
    refused(&run(&format!("'{file} cover")), &["--peer", "a quote (') is not closed"]);
    refused(&run("/no/such/file cover"), &["--peer", "/no/such/file: no such file"]);
}

/// The line about a peer that behaves like this; the others have results.
fn blamed(name: &str, text: &str) -> String {
    let folder = Folder::new();
    let peer = program(&folder, name, text);
    let line = format!(
        "race -v 3 -p 3 -n 9 --boards 2 --seed 1 --methods cover --timeout 1m --format json --peer {peer}"
    );
    let ran = ran(&command(line.split_whitespace()).current_dir(folder.path("")).output().unwrap());
    assert_eq!((ran.status, ran.err.lines().count()), (2, 1), "{name}: {}", ran.err);
    for trial in trials(&results(&ran.json()).next().unwrap()[0]) {
        assert!(["found", "none"].contains(&trial["answer"].as_str().unwrap()), "{name}: {trial}");
    }
    ran.err
}

/// A peer that answers the easy first question, and then behaves like this at each question.
fn then(behaviour: &str) -> String {
    format!("ask; {}; while ask; do {behaviour}; done", reply(NONE))
}

const NONE: &str = "\"answer\":\"none\"";

/// A peer with a fault is named, with what it did.
#[test]
fn a_peer_with_a_fault_is_blamed() {
    let replies = |fields: &str| then(&reply(fields));
    let takes = |seconds: &str| replies(&format!("{NONE},\"seconds\":{seconds}"));
    let stopped = reply("\"answer\":\"stopped\"");
    let (once, twice) = (reply(NONE), format!("{0}; {0}", reply(NONE)));
    for (name, text, errors) in [
        ("dies", "exit 3".to_owned(), &["ended without an answer"][..]),
        ("dies-later", then("exit 3"), &["dies-later failed on (3,3), 9 cards"]),
        ("babbles", then("echo hello"), &["answers 'hello', which is not a reply"]),
        ("lies", replies("\"answer\":\"found\",\"set\":[0,1,1]"), &["claims that"]),
        ("far", replies("\"answer\":\"found\",\"set\":[0,1,99]"), &["on a board of 9 cards"]),
        (
            "other",
            replies("\"answer\":\"counted\",\"count\":\"1\""),
            &["answers 'counted' to the question 'find'"],
        ),
        (
            "gives-up",
            replies("\"answer\":\"failed\",\"reason\":\"no such model\""),
            &["no such model"],
        ),
        ("slow", takes("77"), &["slow failed on (3,3), 9 cards: reports 77 s"]),
        ("instant", takes("0"), &["reports 0 s"]),
        ("early", takes("-1"), &["reports -1 s"]),
        ("repeats", takes("1e-9,\"runs\":1001"), &["reports 1001 runs"]),
        ("quits", then(&stopped), &["quits failed on (3,3), 9 cards: gave up after "]),
        (
            "quits-at-once",
            format!("while ask; do {stopped}; done"),
            &["gave up an easy first question after "],
        ),
        // A line too many is noticed before the next question, or mistaken for its reply.
        (
            "stutters",
            replies(NONE).replacen(&once, &twice, 1),
            &["writes a line before it is asked", "replies to question 1 instead of 2"],
        ),
        (
            "greets",
            "echo hello; sleep 1".to_owned(),
            &["writes a line before it is asked", "answers 'hello', which is not a reply"],
        ),
        (
            "anonymous",
            then(&format!("echo '{{{NONE}}}'")),
            &["replies without the number of its question"],
        ),
        (
            "shifts",
            then(&format!("echo '{{\"id\":1,{NONE}}}'")),
            &["replies to question 1 instead of 2"],
        ),
    ] {
        let said = blamed(name, &text);
        assert!(errors.iter().any(|error| said.contains(error)), "{name}: {said}");
    }
}

/// A time that a peer reports cannot be shorter than what was measured, nor than the limit.
#[test]
fn a_boast_is_measured_from_outside() {
    let folder = Folder::new();
    let boasts = then(&format!("sleep 0.1; {}", reply(&format!("{NONE},\"seconds\":1e-9"))));
    for (behaviour, limit) in [(boasts, "10s"), (then("sleep 100"), "100ms")] {
        let peer = program(&folder, "peer", &behaviour);
        // The boards are empty, so that no contestant contradicts the peer.
        let ran = tercet(&format!(
            "race -v 3 -p 3 -n 0 --boards 1 --seed 1 --methods cover --timeout {limit} \
             --format json --peer {peer}"
        ));
        assert_eq!(ran.status, 0, "{}", ran.err);
        let race = ran.json();
        let trial = &race["courses"][0]["results"][1]["trials"][0];
        assert!(trial["seconds"].as_f64().unwrap() >= 0.1, "{trial}");
    }
}

/// An answer after the limit is that of a contestant that was stopped too late.
#[test]
fn an_answer_after_the_limit_does_not_count() {
    let folder = Folder::new();
    let late = program(&folder, "late", &then(&format!("sleep 0.2; {}", reply(NONE))));
    for (line, seconds) in [
        ("-n 12 --methods brute,cover,auto --timeout 1ns".into(), 1e-9),
        (format!("-n 0 --methods= --peer {late} --timeout 100ms"), 0.1),
        ("--goal 2 --methods brute,cover --timeout 1ns".into(), 1e-9),
    ] {
        let line = format!("race --boards 2 --seed 1 --format json {line}");
        let race = tercet(&line).json();
        for trial in results(&race).flatten().flat_map(trials) {
            assert_eq!((&trial["answer"], &trial["seconds"]), (&"stopped".into(), &seconds.into()));
        }
        assert_eq!(race["scores"]["solved"], 0, "{line}");
    }
}

#[test]
fn a_mute_peer_holds_the_race_up_for_the_time_of_a_start() {
    let begin = Instant::now();
    let said = blamed("mute", "sleep 100");
    assert!(said.contains("does not answer an easy first question within 10 s"), "{said}");
    assert!(begin.elapsed() >= START, "{:?}", begin.elapsed());
}

#[test]
fn a_contradiction_ends_the_race_and_names_the_board() {
    let folder = Folder::new();
    let peer = program(&folder, "denies", &format!("while ask; do {}; done", reply(NONE)));
    let line = format!("race -v 3 -p 2 -n 9 --boards 1 --seed 1 --methods cover --peer {peer}");
    let words =
        ["cover and denies contradict each other", "denies finds no set; the board of (3,2): "];
    refused(&Ran { out: String::new(), ..tercet(&line) }, &words);
    // In a game, a replay refutes the contestant that denies a set.
    let line = format!("race -v 3 -p 2 --goal 1 --boards 1 --seed 1 --methods cover --peer {peer}");
    refused(&Ran { out: String::new(), ..tercet(&line) }, &["has no set, but it has"]);
}
