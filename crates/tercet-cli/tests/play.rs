//! `tercet play` and `tercet verify`: games, their records, and interruptions.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};

use crate::common::{Ran, command, tercet, tercet_reading};
#[cfg(unix)]
use crate::common::{interrupt, wait_for_lines};
use serde_json::{Value, json};

fn json_of(line: &str) -> Value {
    serde_json::from_str(&tercet(line).out).expect("one JSON object")
}

/// One line on standard error that says all of `parts`, and status 2.
fn refused(ran: &Ran, parts: &[&str]) {
    assert_eq!((ran.status, ran.err.lines().count()), (2, 1), "{}", ran.err);
    for part in parts {
        assert!(ran.err.contains(part), "'{part}' is missing in: {}", ran.err);
    }
}

/// Plays with a record in a new folder and verifies it.
fn recorded(line: &str) -> (tempfile::TempDir, String, Ran, Ran) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.jsonl").display().to_string();
    let played = tercet(&format!("play {line} --log {file}"));
    let verified = tercet(&format!("verify {file} --effort 1000000"));
    (folder, file, played, verified)
}

#[test]
fn without_arguments_a_classic_game_is_played() {
    let ran = tercet("play");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.starts_with("a game of (3,4) to the end of the deck, dealt with --seed "));
    assert!(
        ran.out.contains("(--pick uniform)") && ran.out.contains(" left without one (hybrid, ")
    );
    // The same seed plays the same game, times aside.
    let same = |seed| {
        let out = tercet(&format!("play --seed {seed} --format csv")).out;
        assert!(out.lines().count() > 20, "{out}");
        out
    };
    assert_eq!(same(5), same(5));
    assert_ne!(same(5), same(6));
}

#[test]
fn a_game_ends_after_so_many_sets_or_with_the_deck() {
    let answer = json_of("play -v 10 -p 4 --goal 5 --seed 1 --format json");
    assert_eq!(answer["schema"], "tercet.play/1");
    assert_eq!((&answer["answer"], &answer["count"]), (&json!("goal"), &json!("5")));
    assert_eq!(
        answer["rules"],
        json!({"start": 40, "refill": "at-once", "pick": "found", "goal": "5"})
    );
    assert_eq!(answer["taken"].as_array().unwrap().len(), 5);
    assert_eq!(answer["taken"][0]["cards"].as_array().unwrap().len(), 10);

    let all = json_of("play -v 3 -p 3 --seed 1 --format json");
    assert_eq!(all["answer"], "deck");
    let left = all["cards"].as_array().unwrap().len();
    assert_eq!(all["size"], left);
    assert_eq!(all["taken"].as_array().unwrap().len() * 3 + left, 27);

    // Twenty-seven sets of 81 cards would be the whole deck.
    let ran = tercet("play --goal 27 --seed 1");
    assert_eq!(ran.status, 1, "{}", ran.out);
    assert!(ran.out.contains(" sets of 27: the deck is empty, "), "{}", ran.out);
}

#[test]
fn every_method_plays_the_same_game_by_policy() {
    for pick in ["first", "uniform"] {
        let game = |method: &str| {
            tercet(&format!("play --pick {pick} --seed 3 --method {method} --format csv")).out
        };
        let expected = game("brute");
        for method in ["completion", "pairs-hash", "pairs-bits", "halves", "thirds", "cover"] {
            assert_eq!(game(method), expected, "{method}");
        }
    }
}

#[test]
fn watching_draws_every_step() {
    let ran = tercet("play --seed 5 --goal 2 --watch");
    assert_eq!(ran.status, 0);
    assert!(ran.out.contains("dealt 12 cards, 69 left in the deck"), "{}", ran.out);
    assert!(ran.out.contains("┏ 6 ━━━━━━━━━━━━━┓") && ran.out.contains("set 2: "), "{}", ran.out);
    assert!(ran.out.contains("\n2 sets (hybrid, "), "{}", ran.out);
    let ran = tercet("play -v 5 -p 3 --seed 5 --goal 1 --watch");
    assert!(ran.out.contains('▸') && ran.out.contains("no set"), "{}", ran.out);
}

#[test]
fn records_verify() {
    for line in [
        "",
        "--seed 7 --pick first",
        "--seed 7 --rules thesis",
        "-v 4 -p 3 --refill delayed --seed 1",
        "-v 5 -p 3 --goal 3 --seed 2",
        "-v 40 -p 1 --seed 3",
        "-v 2 -p 5",
        "-v 1 -p 3",
    ] {
        let (_folder, file, played, verified) = recorded(line);
        assert_eq!(played.status, 0, "{line}: {}", played.err);
        assert_eq!((verified.status, verified.err.as_str()), (0, ""), "{line}");
        assert!(verified.out.starts_with(&format!("{file}: true (")), "{}", verified.out);
        assert_eq!(verified.out.lines().count(), 1, "{}", verified.out);
        let standard = tercet_reading("verify - --format json", fs::read(&file).unwrap());
        let answer: Value = serde_json::from_str(&standard.out).unwrap();
        assert_eq!(
            (&answer["schema"], &answer["answer"]),
            (&json!("tercet.verify/1"), &json!("proved"))
        );
        assert_eq!(answer["unproved"], json!([]));
        let csv = tercet(&format!("verify {file} --format csv"));
        assert_eq!(csv.out.lines().count(), 2, "{}", csv.out);
    }
}

#[test]
fn a_false_record_is_refused_with_its_line() {
    let (_folder, file, ..) = recorded("--seed 5");
    let record = fs::read_to_string(&file).unwrap();
    let changed = record.replacen("\"0110\"", "\"0111\"", 1);
    assert_ne!(changed, record);
    let line = 1 + record[..record.find("\"0110\"").unwrap()].matches('\n').count();
    let ran = tercet_reading("verify -", &changed);
    refused(&ran, &[&format!("standard input:{line}: its check does not match")]);
    assert_eq!(ran.out, "");

    let cut = &record[..record.len() - 40];
    let ran = tercet_reading("verify -", cut);
    assert_eq!(ran.status, 0);
    assert!(ran.out.contains(" is incomplete and was ignored\nthe game was not played to its end"));

    let ran = tercet_reading("verify - --effort 10", &record);
    assert_eq!(ran.status, 3);
    assert!(ran.out.starts_with("standard input: unproved ("), "{}", ran.out);
    assert!(ran.out.contains("not proved: which set is picked, in 24 lines: 3, 5"));
    assert!(ran.out.contains("not proved: that there is no set, in lines "));
}

/// A record that is not proved is not called true, in any format.
#[test]
fn an_unproved_record_is_not_true() {
    let (_folder, file, ..) = recorded("--seed 5");
    for effort in ["0", "10"] {
        let text = tercet(&format!("verify {file} --effort {effort}"));
        assert_eq!((text.status, &*text.err), (3, ""));
        assert!(text.out.starts_with(&format!("{file}: unproved (")), "{}", text.out);
        assert!(!text.out.contains("true"), "{}", text.out);
        let json = tercet(&format!("verify {file} --effort {effort} --format json"));
        let answer: Value = serde_json::from_str(&json.out).unwrap();
        assert_eq!((json.status, &answer["answer"]), (3, &json!("unproved")));
        assert_eq!(answer["reason"]["code"], "effort");
        assert_eq!(answer["proved_count"], 0);
        let csv = tercet(&format!("verify {file} --effort {effort} --format csv"));
        assert_eq!(csv.status, 3);
        assert!(csv.out.lines().nth(1).unwrap().starts_with("unproved,"), "{}", csv.out);
    }
    let csv = tercet(&format!("verify {file} --format csv"));
    assert!(csv.out.lines().nth(1).unwrap().starts_with("proved,"), "{}", csv.out);
    let stopped = tercet(&format!("verify {file} --timeout 0s --format json"));
    let answer: Value = serde_json::from_str(&stopped.out).unwrap();
    assert_eq!((stopped.status, &answer["answer"]), (3, &json!("stopped")));
    assert_eq!((&answer["reason"]["code"], &answer["line_count"]), (&json!("deadline"), &json!(0)));
}

#[test]
fn a_record_can_be_piped() {
    let (_folder, file, ..) = recorded("--seed 5");
    let ran = tercet("play --seed 5 --log -");
    assert_eq!((ran.status, &*ran.err), (0, ""));
    assert_eq!(ran.out, fs::read_to_string(file).unwrap());
    assert_eq!(tercet_reading("verify -", ran.out).status, 0);
    refused(&tercet("play --log - --format json"), &["--log -", "--format"]);
    refused(&tercet("play --log - --watch"), &["--log -", "--watch"]);
}

#[test]
fn files_that_are_no_records() {
    refused(&tercet_reading("verify -", ""), &["standard input:1: the record is empty"]);
    refused(&tercet_reading("verify -", [0xff, 0, b'\n']), &["standard input:1:", "not a record"]);
}

#[test]
fn impossible_games_are_refused() {
    refused(&tercet("play --goal -1"), &["--goal"]);
}

#[test]
fn records_are_never_lost() {
    let (folder, file, ..) = recorded("--seed 5");
    let record = fs::read(&file).unwrap();
    let again = tercet(&format!("play --log {file}"));
    refused(&again, &["game.jsonl: the file exists", "name another file"]);
    assert_eq!(again.out, "");
    assert_eq!(fs::read(&file).unwrap(), record);
    let nowhere = folder.path().join("no/such/folder.jsonl");
    refused(
        &tercet(&format!("play --log {}", nowhere.display())),
        &["folder.jsonl: there is no such folder"],
    );
    refused(&tercet(&format!("play --log {}", folder.path().display())), &["this is a directory"]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left lying about");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let ran = tercet("play --log /dev/full");
    refused(&ran, &["/dev/full: cannot write to it (No space left on device"]);
    assert_eq!(ran.out, "");
}

#[test]
fn a_limit_ends_the_game_and_its_record() {
    let (_folder, file, played, verified) = recorded("-v 30 -p 4 --seed 1 --timeout 300ms");
    assert_eq!(played.status, 3, "{}", played.out);
    assert!(
        played.out.contains("stopped: the time limit was reached after 0 sets"),
        "{}",
        played.out
    );
    // The machine determines how far the game came. Boards with this many values are hard to check.
    let is_proved = !verified.out.contains("not proved");
    assert_eq!(verified.status, if is_proved { 0 } else { 3 }, "{}", verified.err);
    let last = fs::read_to_string(file).unwrap().lines().last().unwrap().to_string();
    assert!(last.contains("\"why\":\"stopped: the time limit was reached\""), "{last}");
    assert!(verified.out.ends_with("\nstopped: the time limit was reached\n"), "{}", verified.out);
    let answer = json_of("play -v 30 -p 4 --seed 1 --timeout 100ms --format json");
    assert_eq!(
        (&answer["answer"], &answer["reason"]["message"]),
        (&json!("stopped"), &json!("the time limit was reached"))
    );
}

#[cfg(unix)]
#[test]
fn a_failing_solver_ends_the_game_and_its_record() {
    let (_folder, file, played, verified) = recorded("--seed 5 -m smt --smt-solver false");
    refused(&played, &["false "]);
    assert_eq!((verified.status, &*verified.err), (0, ""));
    let record = fs::read_to_string(file).unwrap();
    assert!(record.lines().last().unwrap().contains("\"why\":\"stopped: a solver failed\""));
    assert!(verified.out.ends_with("\nstopped: a solver failed\n"), "{}", verified.out);
}

/// Starts a game of many steps, with a pause after each, whose record goes to a file.
fn slow_game(file: &Path, pause: &str) -> Child {
    let file = file.to_str().unwrap();
    let slow =
        ["play", "-v", "4", "-p", "4", "--seed", "1", "--watch", "--pause", pause, "--log", file];
    command(slow).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_game_and_its_record() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.jsonl");
    let mut game = slow_game(&file, "1h");
    wait_for_lines(&file, 2, &mut game);
    interrupt(&game);
    assert_eq!(game.wait().unwrap().code(), Some(3));
    assert!(fs::read_to_string(&file).unwrap().contains("\"why\":\"stopped: interrupted\""));
    assert_eq!(tercet(&format!("verify {}", file.display())).status, 0);
}

#[cfg(unix)]
#[test]
fn a_game_that_is_over_is_not_stopped() {
    // The game ends with its last step, so there is no time to interrupt it.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.jsonl").display().to_string();
    let ran =
        tercet(&format!("play --watch --pause 1h --goal 1 --seed 1 --timeout 5m --log {file}"));
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.out);
    assert_eq!(tercet(&format!("verify {file}")).out.lines().count(), 1);
}

#[test]
fn only_one_of_two_games_gets_a_file() {
    let folder = tempfile::tempdir().unwrap();
    for i in 0..20 {
        let file = folder.path().join(format!("{i}.jsonl")).display().to_string();
        let play = || {
            command(["play", "--log", &file])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap()
        };
        let mut games = [play(), play()].map(|mut game| game.wait().unwrap().code());
        games.sort_unstable();
        assert_eq!(games, [Some(0), Some(2)]);
        assert_eq!(tercet(&format!("verify {file}")).status, 0);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 20, "nothing else is left");
}

#[test]
fn huge_games_keep_their_limits() {
    let ran = tercet("play -v 20 -p 20 --start 4194304 --goal 1 --timeout 1ms");
    assert_eq!(ran.status, 3, "{}", ran.out);
    let ran = tercet("play -v 2 -p 14 --start 5000 --pick uniform --goal 1 --memory 100MB");
    assert!(ran.out.contains("stopped: the memory limit was reached"), "{}", ran.out);
    assert_eq!(tercet("play --timeout 0s").status, 3);
}

#[cfg(target_os = "linux")]
#[test]
fn endless_files_are_refused() {
    refused(&tercet("verify /dev/zero"), &["/dev/zero:1: the line is too long"]);
}

#[test]
fn what_a_method_remembers_is_told() {
    let ran = tercet("play -v 4 -p 4 --method dynamic --goal 1 --seed 1");
    assert!(ran.out.contains("\nat most ") && ran.out.contains(" partial sets remembered, in "));
    let ran = tercet_reading("find --method dynamic", tercet("deal -v 4 -p 4 --seed 1").out);
    assert!(ran.out.contains(" partial sets remembered, in "), "{}", ran.out);
    let answer = json_of("play -v 4 -p 4 --method dynamic --goal 1 --seed 1 --format json");
    assert!(answer["remembered"]["bytes"].as_u64().unwrap() > 0);
}

#[cfg(unix)]
#[test]
fn a_killed_game_leaves_a_record_that_verifies() {
    let folder = tempfile::tempdir().unwrap();
    let mut unfinished = 0;
    for lines in 0..50 {
        let file = folder.path().join(format!("{lines}.jsonl"));
        let mut game = slow_game(&file, "2ms");
        wait_for_lines(&file, lines, &mut game);
        game.kill().unwrap();
        game.wait().unwrap();
        if file.exists() {
            let ran = tercet(&format!("verify {}", file.display()));
            assert_eq!(ran.status, 0, "killed after {lines} lines: {}", ran.err);
            unfinished += usize::from(ran.out.contains("not played to its end"));
        }
    }
    assert!(unfinished > 20, "{unfinished} games were killed midway");
}

#[test]
fn deals_can_be_counted() {
    let ran = tercet("deal -v 4 -p 3 --trials 1000 --seed 1 --format csv");
    assert_eq!(ran.status, 0);
    let rows: Vec<Vec<&str>> = ran.out.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!((rows.len(), &rows[0][..]), (65, &["card", "start", "drawn"][..]));
    let sum = |column: usize| -> u64 {
        rows[1..].iter().map(|row| row[column].parse::<u64>().unwrap()).sum()
    };
    assert_eq!((sum(1), sum(2)), (12_000, 4000));
    let ran = tercet("deal -v 4 -p 3 --trials 1000 --seed 1");
    assert!(
        ran.out.contains("the first 12 cards: ") && ran.out.contains("63 degrees"),
        "{}",
        ran.out
    );
    let answer = json_of("deal -v 4 -p 3 --trials 1000 --seed 1 --format json");
    assert_eq!((&answer["schema"], &answer["freedom"]), (&json!("tercet.fairness/1"), &json!(63)));
}
