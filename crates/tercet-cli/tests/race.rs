//! `tercet race` and `tercet peer`, with contestants that follow the protocol and some that do not.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Instant;

use crate::common::{self, Ran, command, ran, refused, tercet, tercet_reading};
use serde_json::Value;
use tercet_lab::race::protocol::START;

/// A race of methods that are always available.
const FAMILY: &str = "race -v 3..5 -p 3 --boards 2 --seed 1 --methods cover,sat,brute,hybrid";

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}{}", ran.out, ran.err))
}

/// Reads a question as `q` and its number as `id`.
const READ: &str = r#"ask() { read -r q && id=${q#*\"id\":} && id=${id%%,*}; }"#;

/// A shell command that replies with these fields to the question that was read.
fn reply(fields: &str) -> String {
    format!("echo '{{\"id\":'$id',{fields}}}'")
}

/// A program with this text in a folder, used as a peer.
fn program(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{READ}\n{text}\n")).expect("the folder can be written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it is ours");
    path.display().to_string()
}

#[test]
fn all_agree_on_the_same_boards() {
    let race = json(&tercet(&format!("{FAMILY} --format json")));
    assert_eq!((&race["schema"], &race["seed"]), (&"tercet.race/1".into(), &"1".into()));
    let courses = race["courses"].as_array().unwrap();
    assert_eq!(courses.len(), 3);
    for course in courses {
        let results = course["results"].as_array().unwrap();
        let names: Vec<&str> =
            results.iter().map(|it| it["contestant"].as_str().unwrap()).collect();
        assert_eq!(names, ["brute", "cover", "sat", "hybrid"]);
        let ratios = results.iter().map(|it| it["ratio"]["value"].as_f64().unwrap());
        let least = ratios.fold(f64::INFINITY, f64::min);
        assert!((least - 1.0).abs() < 1e-9, "the fastest takes as long as itself: {least}");
        for result in results {
            let trials = result["trials"].as_array().unwrap();
            assert_eq!(trials.len(), 2);
            for (trial, first) in trials.iter().zip(results[0]["trials"].as_array().unwrap()) {
                assert_eq!(trial["answer"], first["answer"]);
                assert!(trial["seconds"].as_f64().unwrap() > 0.0);
                assert!(trial["cpu"].as_f64().unwrap() > 0.0);
            }
        }
    }
}

#[test]
fn every_trial_is_a_row() {
    let ran = tercet(&format!("{FAMILY} --format csv"));
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(ran.out.lines().count(), 1 + 3 * 4 * 2);
    // The contestants take turns at beginning.
    // (The size contains two commas.)
    let column = |line: &str| line.split(',').nth(8).unwrap().to_owned();
    let first: Vec<String> = ran.out.lines().skip(1).step_by(4).map(column).collect();
    assert_eq!(first, ["brute", "cover", "sat", "hybrid", "brute", "cover"]);
}

#[test]
fn lists_counts_games_and_matchings_are_raced() {
    for (what, answer) in [
        ("-v 3 -p 3 -n 12 --all --methods brute,halves,ip,hybrid", "counted"),
        ("-v 3 -p 3 -n 12 --count --methods brute,spectrum,sat", "counted"),
        ("-v 4 -p 3 --goal 4 --methods cover,dynamic,hybrid", "played"),
        ("--matching 2x6 --solution yes --methods cover,cp,hybrid", "found"),
        ("--matching 2x6x12 --solution no --methods cover,sat,hybrid", "none"),
    ] {
        let race = json(&tercet(&format!("race {what} --boards 2 --seed 3 --format json")));
        let results = race["courses"][0]["results"].as_array().unwrap();
        for trial in results.iter().flat_map(|result| result["trials"].as_array().unwrap()) {
            assert_eq!(trial["answer"], answer, "{what}: {results:?}");
        }
    }
}

#[test]
fn boards_of_a_file_are_raced() {
    let board = "deck 3 2\n00 01 02 11\n";
    let ran = tercet_reading("race -i - --methods cover,brute --format json", board);
    let race = json(&ran);
    assert_eq!(race["courses"][0]["size"], 4);
    assert_eq!(race["courses"][0]["results"][0]["trials"][0]["answer"], "found");
}

#[test]
fn a_time_out_is_shown_as_one() {
    let line = "race -v 10..11 -p 4 --boards 1 --seed 1 --methods brute,cover --timeout 50ms";
    let race = json(&tercet(&format!("{line} --format json")));
    let result = |course: usize| race["courses"][course]["results"][0].clone();
    assert_eq!(result(0)["trials"][0]["answer"], "stopped");
    assert_eq!(result(0)["seconds"]["median"]["at_least"], true);
    // On a larger board the contestant is not asked, and has no time.
    assert_eq!(result(1)["dropped_out"], true);
    assert_eq!(result(1)["trials"][0], Value::Null);
    assert_eq!(result(1)["seconds"], Value::Null);
    let text = tercet(line);
    assert_eq!(text.status, 0);
    assert!(text.out.contains("≥ 50.0 ms"), "{}", text.out);
    assert!(
        text.out.contains("not asked, stopped on all boards of a smaller size: brute"),
        "{}",
        text.out
    );
}

#[test]
fn a_tercet_is_a_peer_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let tercet = env!("CARGO_BIN_EXE_tercet");
    let peer = program(folder.path(), "other", &format!("exec '{tercet}' peer cover"));
    for what in ["-v 4 -p 3", "-v 4 -p 3 --goal 4", "-v 3 -p 3 --all", "-v 3 -p 3 --count"] {
        let line =
            format!("race {what} --boards 2 --seed 5 --methods auto --peer {peer} --format json");
        let ran = common::tercet(&line);
        assert_eq!(ran.status, 0, "{what}: {}", ran.err);
        let race = json(&ran);
        let results = race["courses"][0]["results"].as_array().unwrap();
        assert_eq!(results[1]["contestant"], "other");
        for trial in results[1]["trials"].as_array().unwrap() {
            assert!(trial["seconds"].as_f64().unwrap() > 0.0, "{what}: {trial}");
        }
    }
}

/// The line about a peer that behaves like this; the others have results.
fn blamed(name: &str, text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let peer = program(folder.path(), name, text);
    let line = format!(
        "race -v 3 -p 3 -n 9 --boards 2 --seed 1 --methods cover --timeout 1m --format json --peer {peer}"
    );
    let ran = ran(&command(line.split_whitespace()).current_dir(folder.path()).output().unwrap());
    assert_eq!(ran.status, 2, "{name}: {}", ran.err);
    assert_eq!(ran.err.lines().count(), 1, "{name}: {}", ran.err);
    let race = json(&ran);
    for trial in race["courses"][0]["results"][0]["trials"].as_array().unwrap() {
        assert!(["found", "none"].contains(&trial["answer"].as_str().unwrap()), "{name}: {trial}");
    }
    ran.err
}

/// A peer that answers the easy first question, and then behaves like this at each question.
fn then(behaviour: &str) -> String {
    format!("ask; {}; while ask; do {behaviour}; done", reply(NONE))
}

const NONE: &str = "\"answer\":\"none\"";

#[test]
fn who_dies_lies_or_babbles_is_blamed() {
    for (name, text, error) in [
        ("dies", "exit 3".to_owned(), "ended without an answer"),
        ("dies-later", then("exit 3"), "dies-later: (3,3), 9 cards"),
        ("babbles", then("echo hello"), "answers 'hello', which is not a reply"),
        ("lies", then(&reply("\"answer\":\"found\",\"set\":[0,1,1]")), "claims that"),
        ("far", then(&reply("\"answer\":\"found\",\"set\":[0,1,99]")), "on a board of 9 cards"),
        (
            "other",
            then(&reply("\"answer\":\"counted\",\"count\":\"1\"")),
            "answers 'counted' to the question 'find'",
        ),
        (
            "gives-up",
            then(&reply("\"answer\":\"failed\",\"reason\":\"no such model\"")),
            "no such model",
        ),
    ] {
        let said = blamed(name, &text);
        assert!(said.contains(error), "{name}: {said}");
    }
}

#[test]
fn an_impossible_time_is_blamed() {
    for (name, seconds, error) in [
        ("slow", "77", "reports 77 s"),
        ("instant", "0", "reports 0 s"),
        ("early", "-1", "reports -1 s"),
    ] {
        let said = blamed(name, &then(&reply(&format!("{NONE},\"seconds\":{seconds}"))));
        assert!(said.contains(&format!("{name}: (3,3), 9 cards: it {error}")), "{said}");
    }
    let said = blamed("repeats", &then(&reply(&format!("{NONE},\"seconds\":1e-9,\"runs\":1001"))));
    assert!(said.contains("reports 1001 runs"), "{said}");
}

#[test]
fn who_gives_up_early_is_not_credited_with_the_limit() {
    let stopped = reply("\"answer\":\"stopped\"");
    let said = blamed("quits", &then(&stopped));
    assert!(said.contains("quits: (3,3), 9 cards: it gave up after "), "{said}");
    assert!(said.contains(" of 60.0 s"), "{said}");
    let said = blamed("quits-at-once", &format!("while ask; do {stopped}; done"));
    assert!(said.contains("gave up an easy first question after "), "{said}");
}

#[test]
fn a_reply_belongs_to_its_question() {
    // The second line is noticed before the next question, or mistaken for its reply.
    let (first, rest) = (reply(NONE), then(&reply(NONE)));
    let said = blamed("stutters", &rest.replacen(&first, &format!("{first}; {first}"), 1));
    let seen = ["writes a line before it is asked", "replies to question 1 instead of 2"];
    assert!(seen.iter().any(|part| said.contains(part)), "{said}");
    let said = blamed("greets", "echo hello; sleep 1");
    let seen = ["writes a line before it is asked", "answers 'hello', which is not a reply"];
    assert!(seen.iter().any(|part| said.contains(part)), "{said}");
    let said = blamed("anonymous", &then(&format!("echo '{{{NONE}}}'")));
    assert!(said.contains("replies without the number of its question"), "{said}");
    let said = blamed("shifts", &then(&format!("echo '{{\"id\":1,{NONE}}}'")));
    assert!(said.contains("replies to question 1 instead of 2"), "{said}");
}

#[test]
fn a_boast_is_measured_from_outside() {
    let folder = tempfile::tempdir().unwrap();
    // The boards are empty, so that no contestant contradicts the peer.
    let boast = reply(&format!("{NONE},\"seconds\":1e-9"));
    let peer = program(folder.path(), "boasts", &then(&format!("sleep 0.1; {boast}")));
    let race = json(&tercet(&format!(
        "race -v 3 -p 3 -n 0 --boards 1 --seed 1 --methods cover --format json --peer {peer}"
    )));
    let trial = &race["courses"][0]["results"][1]["trials"][0];
    assert!(trial["seconds"].as_f64().unwrap() >= 0.1, "{trial}");
}

#[test]
fn who_hangs_is_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let peer = program(folder.path(), "hangs", &then("sleep 100"));
    let line = format!(
        "race -v 3 -p 3 -n 9 --boards 1 --seed 1 --methods cover --timeout 100ms --format csv --peer {peer}"
    );
    let ran = tercet(&line);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let stopped = ran.out.lines().find_map(|line| line.split_once(",hangs,stopped,"));
    let (_, seconds) = stopped.expect("a row of the peer");
    let seconds: f64 = seconds.split(',').next().unwrap().parse().unwrap();
    assert!(seconds >= 0.1, "{}", ran.out);
}

#[test]
fn who_is_mute_holds_the_race_up_for_the_time_of_a_start() {
    let begin = Instant::now();
    let said = blamed("mute", "sleep 100");
    assert!(said.contains("does not answer an easy first question within 10 s"), "{said}");
    assert!(begin.elapsed() >= START, "{:?}", begin.elapsed());
}

#[test]
fn a_contradiction_ends_the_race_and_saves_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let peer = program(folder.path(), "denies", &format!("while ask; do {}; done", reply(NONE)));
    let line = format!("race -v 3 -p 2 -n 9 --boards 1 --seed 1 --methods cover --peer {peer}");
    let ran = ran(&command(line.split_whitespace()).current_dir(folder.path()).output().unwrap());
    assert_eq!(ran.status, 2);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    assert!(ran.err.contains("cover and denies contradict each other"), "{}", ran.err);
    let saved = fs::read_to_string(folder.path().join("tercet-contradiction-1.txt")).unwrap();
    assert!(saved.contains("# denies finds no set") && saved.contains("deck 3 2"), "{saved}");

    // In a game, a replay refutes the contestant that denies a set.
    let line = format!("race -v 3 -p 2 --goal 1 --boards 1 --seed 1 --methods cover --peer {peer}");
    let ran = tercet(&line);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("has no set, but it has"), "{}", ran.err);
}

#[test]
fn a_race_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("race.svg");
    let ran = tercet(&format!("{FAMILY} --plot {}", file.display()));
    assert_eq!(ran.status, 0, "{}", ran.err);
    let drawing = fs::read_to_string(file).unwrap();
    assert!(drawing.starts_with("<svg") || drawing.starts_with("<?xml"));
    for name in ["cover", "sat", "brute", "hybrid", "values v"] {
        assert!(drawing.contains(name), "{name}");
    }
}

#[test]
fn a_peer_answers_every_line() {
    let deck = r#""deck":{"values":3,"properties":2}"#;
    let ask = |cards: &str| {
        format!(
            r#"{{"schema":"tercet.peer/1","id":7,"question":"find",{deck},"cards":{cards},"seconds":1,"threads":1}}"#
        )
    };
    let lines = [
        ask("[[0,0],[0,1],[0,2]]"),
        ask("[]"),
        ask("[[0,0],[0,0]]"),
        ask("[[0,9]]"),
        ask("[[0,0],[0,1],[0,2]]").replace("peer/1", "peer/2"),
        "hello".into(),
        String::new(),
        ask("[[0,0],[0,1],[0,2]]").replace("find", "game"),
    ];
    let ran = tercet_reading("peer cover", lines.join("\n"));
    assert_eq!(ran.status, 0, "{}", ran.err);
    let answers: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let said: Vec<&str> = answers.iter().map(|it| it["answer"].as_str().unwrap()).collect();
    assert_eq!(said, ["found", "none", "failed", "failed", "failed", "failed", "failed"]);
    assert_eq!(answers[0]["set"], serde_json::json!([0, 1, 2]));
    assert!(answers[0]["seconds"].as_f64().unwrap() > 0.0);
    assert_eq!(answers[0]["runs"], 1);
    assert_eq!(answers.iter().filter(|it| it["id"] == 7).count(), 5, "{}", ran.out);
}

/// A race of twelve boards that takes a second.
const TWELVE: &str =
    "race -v 4..5 -p 3 --boards 6 --seed 1 --threads 1 --methods cover --again 0s --timeout 1m";

#[test]
fn scores_are_in_all_formats() {
    let line = "race -v 4..5 -p 3 --boards 3 --seed 1 --methods cover,sat --again 0s";
    let race = json(&tercet(&format!("{line} --format json")));
    let scores = race["scores"]["contestants"].as_array().unwrap();
    let share = |score: &Value| score["best_share"]["value"].as_f64().unwrap();
    assert!((scores.iter().map(share).sum::<f64>() - 1.0).abs() < 1e-9);
    assert_eq!((&race["scores"]["boards"], &race["scores"]["solved"]), (&6.into(), &6.into()));
    let times: Vec<f64> = race["courses"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|course| course["results"][0]["trials"].as_array().unwrap())
        .map(|trial| trial["seconds"].as_f64().unwrap())
        .collect();
    let mean = times.iter().sum::<f64>() / 6.0;
    assert!((scores[0]["par2"]["value"].as_f64().unwrap() - mean).abs() < 1e-12);
    let csv = tercet(&format!("{line} --format csv --scores"));
    assert_eq!(csv.out.lines().count(), 3, "{}", csv.out);
    assert!(
        csv.out.starts_with("contestant,boards,solved,par2,") && csv.out.contains("\nsat,6,6,")
    );
    let text = tercet(line);
    for word in ["scores over 6 boards", "(virtual best)", "share of best", "6/6"] {
        assert!(text.out.contains(word), "{word}: {}", text.out);
    }
    // Few boards have no intervals, and only JSON has their scores.
    let few = tercet("race -v 4 -p 3 --boards 4 --seed 1 --methods cover --again 0s");
    assert!(!few.out.contains("scores"), "{}", few.out);
}

#[test]
fn each_kind_of_plot_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    for (kind, word) in
        [("times", "Median times"), ("cactus", "boards solved"), ("profile", "factor")]
    {
        let plot = folder.path().join(kind).with_extension("svg");
        let plot = plot.display();
        // More than one number varies, which only a plot of times cannot show.
        let decks = if kind == "times" { "-v 4..5 -p 3" } else { "-v 4..5 -p 3..4" };
        let line = format!("race {decks} --boards 2 --seed 1 --methods cover,sat --again 0s");
        let ran = tercet(&format!("{line} --plot {plot} --plot-kind {kind}"));
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert!(fs::read_to_string(plot.to_string()).unwrap().contains(word), "{kind}");
    }
    refused(&tercet("race --plot-kind cactus --methods cover"), &["--plot <FILE>"]);
}

/// A saved race, with a change to its text.
fn saved(folder: &Path, change: impl FnOnce(&mut Value)) -> String {
    let path = folder.join("old.json");
    if !path.exists() {
        let ran = tercet(&format!("{TWELVE} --save {}", path.display()));
        assert_eq!(ran.status, 0, "{}", ran.err);
    }
    let mut race: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    change(&mut race);
    let changed = folder.join("changed.json");
    fs::write(&changed, race.to_string()).unwrap();
    changed.display().to_string()
}

/// Changes each trial of a saved race.
fn each_trial(race: &mut Value, change: impl Fn(&mut Value)) {
    for course in race["courses"].as_array_mut().unwrap() {
        for result in course["results"].as_array_mut().unwrap() {
            result["trials"].as_array_mut().unwrap().iter_mut().for_each(&change);
        }
    }
}

/// Multiplies the times of a saved race by this factor.
fn scale(race: &mut Value, factor: f64) {
    each_trial(race, |trial| {
        for round in trial["timings"].as_array_mut().unwrap() {
            for clock in ["seconds", "cpu"] {
                round[clock] = (round[clock].as_f64().unwrap() * factor).into();
            }
        }
    });
}

#[test]
fn a_saved_race_is_run_again_and_compared() {
    let folder = tempfile::tempdir().unwrap();
    // The file is the answer as JSON, and can be read back.
    let file = saved(folder.path(), |race| {
        assert_eq!(
            (&race["schema"], &race["version"]),
            (&"tercet.race/1".into(), &env!("CARGO_PKG_VERSION").into())
        );
        let read: tercet_app::Raced = serde_json::from_value(race.clone()).unwrap();
        let mut written = serde_json::to_value(&read).unwrap();
        written["schema"] = race["schema"].clone();
        assert_eq!(&written, race);
        assert_eq!(
            race["courses"][0]["results"][0]["trials"][0]["timings"].as_array().unwrap().len(),
            20
        );
        assert_eq!(race["digests"][1].as_array().unwrap().len(), 6);
    });
    let same = json(&tercet(&format!("race --compare {file} --format json")));
    assert_eq!(same["comparison"]["compared"][0]["compared_boards"], 12);
    assert_eq!(same["comparison"]["side_by_side"], false);
    assert_eq!(same["seed"], "1");
    // A tenth of the time and ten times the time exceed any noise.
    for (factor, speed, status) in [(0.1, "slower", 1), (10.0, "faster", 0)] {
        let file = saved(folder.path(), |race| scale(race, factor));
        let ran = tercet(&format!("race --compare {file} --format json"));
        let race = json(&ran);
        let compared = &race["comparison"]["compared"][0];
        let change = compared["change"]["value"].as_f64().unwrap();
        assert_eq!(change > 1.0, factor < 1.0, "{change}");
        assert_eq!((compared["speed"].as_str(), ran.status), (Some(speed), status), "{}", ran.err);
    }
    let file = saved(folder.path(), |_| {});
    let text = tercet(&format!("race --compare {file} --boards 6 --seed 1"));
    assert!(text.out.contains("corrected by the yardstick"), "{}{}", text.out, text.err);
}

#[test]
fn a_saved_race_that_is_not_the_same_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = saved(folder.path(), |_| {});
    for given in ["--boards 7", "--seed 2", "-v 4", "--methods sat", "--again 1ms", "--rounds 2"] {
        let flag = given.split(' ').next().unwrap();
        let flag = if flag == "-v" { "the boards" } else { flag };
        refused(&tercet(&format!("race --compare {file} {given}")), &[flag, "leave it out"]);
    }
    let file = saved(folder.path(), |race| race["digests"][0][0] = "00000000".into());
    refused(
        &tercet(&format!("race --compare {file} --format json")),
        &["--compare", "boards of the saved race"],
    );
    let file = saved(folder.path(), |race| race["stopped"] = true.into());
    refused(&tercet(&format!("race --compare {file}")), &["stopped before its end"]);
    let file =
        saved(folder.path(), |race| race["courses"][0]["results"] = Value::Array(Vec::new()));
    refused(&tercet(&format!("race --compare {file}")), &["results of the saved race are missing"]);
    let file = saved(folder.path(), |race| {
        each_trial(race, |trial| trial["timings"][0]["seconds"] = Value::from(-1.0));
    });
    refused(&tercet(&format!("race --compare {file}")), &["results of the saved race are missing"]);
    // This answer contradicts that of this version.
    let file = saved(folder.path(), |race| {
        each_trial(race, |trial| {
            let answer = if trial["answer"] == "none" { "found" } else { "none" };
            trial["answer"] = answer.into();
            trial["set"] = Value::Array(Vec::new());
        });
    });
    refused(&tercet(&format!("race --compare {file} --format json")), &["contradict each other"]);
    for text in ["{", "{}", "[]", ""] {
        fs::write(&file, text).unwrap();
        refused(&tercet(&format!("race --compare {file}")), &["changed.json"]);
    }
    refused(&tercet("race --save /no/such/folder/x.json --methods cover"), &["no such folder"]);
}

#[test]
fn two_programs_are_compared_side_by_side() {
    let tercet_file = env!("CARGO_BIN_EXE_tercet");
    let race = json(&tercet(&format!("{TWELVE} --compare {tercet_file} --rounds 3 --format json")));
    let names: Vec<&str> = race["contestants"]
        .as_array()
        .unwrap()
        .iter()
        .map(|contestant| contestant["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["cover (old)", "cover"]);
    let comparison = &race["comparison"];
    assert_eq!((&comparison["side_by_side"], &comparison["by_cpu"]), (&true.into(), &true.into()));
    assert_eq!(comparison["compared"][0]["contestant"], "cover");
    assert_eq!(comparison["compared"][0]["compared_boards"], 12);
    // Programs with wrong times take the place of the old version, so the verdict is known.
    let folder = tempfile::tempdir().unwrap();
    let line = "race -v 4 -p 3 -n 3 --boards 5 --seed 1 --threads 1 --methods cover --rounds 2";
    for (name, seconds, speed, status) in
        [("slow", "0.005", "faster", 0), ("fast", "0.000000001", "slower", 1)]
    {
        let none = reply(&format!(r#""answer":"none","seconds":{seconds},"cpu":{seconds}"#));
        let old = program(folder.path(), name, &format!("while ask; do sleep 0.01; {none}; done"));
        let ran = tercet(&format!("{line} --compare {old} --format json"));
        assert_eq!(json(&ran)["comparison"]["compared"][0]["speed"], speed, "{}", ran.err);
        assert_eq!(ran.status, status, "{}", ran.err);
    }
    let none = tercet(&format!("{line} --compare /bin/false --format json"));
    assert!(none.status == 2 && none.err.contains("cover (old)"), "{}", none.err);
}

#[test]
fn a_library_is_raced_on() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().display();
    let ran = tercet(&format!("library {library} --seed 1 --format csv"));
    assert_eq!((ran.status, ran.out.lines().count()), (0, 6), "{}", ran.err);
    let race = json(&tercet(&format!(
        "race -i {library}/matching.txt --methods cover,middle --again 0s --format json"
    )));
    assert_eq!(race["courses"].as_array().unwrap().len(), 6);
    for course in race["courses"].as_array().unwrap() {
        let label = course["label"].as_str().unwrap();
        let answer = &course["results"][0]["trials"][0]["answer"];
        assert!(!label.contains("yes") || *answer == "found", "{label}");
        assert!(!label.contains("-no-") || *answer == "none", "{label}");
    }
    refused(&tercet(&format!("library {library} --seed 2")), &["another library", "seed 1"]);
}

/// If only a few files can be open, the contestants start again for each board.
#[test]
fn a_race_needs_few_files() {
    let program = env!("CARGO_BIN_EXE_tercet");
    let line =
        "race -p 3 -n 6 --boards 2 --seed 1 --methods brute,pairs-hash,halves,thirds,cover,auto";
    let script = format!("ulimit -n 16; exec {program} {line} --format json");
    let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
    let ran = ran(&output);
    assert_eq!((ran.status, &*ran.err), (0, ""));
    let raced: Value = serde_json::from_str(&ran.out).unwrap();
    assert!(!raced.to_string().contains("failed"), "{raced}");
}
