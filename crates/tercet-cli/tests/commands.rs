//! The output of each command in every format, and its exit status.

use std::io::Read;
use std::process::Stdio;

#[cfg(unix)]
use crate::common::interrupt;
use crate::common::{self, Ran, command, refused, tercet, tercet_reading};
use serde_json::Value;
use tercet_testkit::wait::wait_until;

const TABLE: &str = "-i boards/photographed.txt --board table-02";

fn json(line: &str) -> Value {
    serde_json::from_str(&tercet(line).out).expect("one JSON object")
}

#[test]
fn without_arguments_a_newcomer_sees_the_sets_of_a_table() {
    let ran = tercet("");
    assert_eq!(ran.status, 0);
    assert!(ran.out.contains("set 5") && ran.out.contains("5 sets ("), "{}", ran.out);
    assert!(ran.out.contains("tercet --help"));
    assert_eq!(ran.err, "");
}

#[test]
fn find_answers_by_its_exit_status() {
    assert_eq!(tercet(&format!("find {TABLE}")).status, 0);
    assert_eq!(tercet("find -i boards/photographed.txt --board table-01").status, 1);
    assert_eq!(tercet("find --count -i boards/photographed.txt --board table-01").status, 1);
    assert_eq!(tercet("find 0000 1111").status, 1, "fewer cards than a set has");
    assert_eq!(tercet("find -v 1 00").status, 0);
    assert_eq!(tercet("find -v 2 00 01").status, 0);
}

#[test]
fn methods_race() {
    let board = "-i boards/photographed.txt --board table-10 --format json";
    for race in ["-m portfolio", "--methods halves,sat,cover", "-m portfolio --methods brute,sat"] {
        let found = json(&format!("find {race} {board}"));
        assert_eq!((&found["answer"], &found["chosen_by"]), (&"found".into(), &"portfolio".into()));
        assert_eq!(json(&format!("find --count {race} {board}"))["count"], "8");
        assert_eq!(json(&format!("find --all {race} {board}"))["count"], "8");
        assert_eq!(tercet(&format!("find {race} 0000 1111 2220")).status, 1);
    }
    // This would take hours without a limit.
    let hard = tercet("deal -v 40 -p 4 -n 650 --seed 1").out;
    for (race, time) in [("portfolio", "100ms"), ("hybrid", "500ms")] {
        let ran = tercet_reading(&format!("find -m {race} --timeout {time}"), &hard);
        assert_eq!(ran.status, 3, "{}", ran.err);
    }
}

/// The default method is hybrid, and its answer names the method that it chose.
#[test]
fn hybrid_is_the_usual_method() {
    let found = json("find -i boards/photographed.txt --board table-10 --format json");
    assert_eq!((&found["method"], &found["chosen_by"]), (&"pairs-bits".into(), &"hybrid".into()));
    let named = json("find -m auto -i boards/photographed.txt --board table-10 --format json");
    assert_eq!(named["sets"], found["sets"]);
}

#[test]
fn photographed_tables_have_their_sets() {
    let file = include_str!("../../../boards/photographed.txt");
    let mut tables = 0;
    for line in file.lines().filter_map(|line| line.strip_prefix("board ")) {
        // board table-02   # 12 cards, 5 sets
        let words: Vec<&str> = line.split_whitespace().collect();
        let answer = json(&format!(
            "find --all --format json -i boards/photographed.txt --board {}",
            words[0]
        ));
        assert_eq!(answer["size"].to_string(), words[2], "{line}");
        assert_eq!(answer["count"], words[4], "{line}");
        assert_eq!(answer["sets"].as_array().unwrap().len().to_string(), words[4]);
        tables += 1;
    }
    assert_eq!(tables, 12);
}

#[test]
fn the_table_of_the_beginning_is_a_photographed_one() {
    let drawn = |ran: Ran| -> Vec<String> {
        ran.out.lines().filter(|line| line.starts_with(['╭', '│', '╰'])).map(Into::into).collect()
    };
    let file = drawn(tercet("find --all -i boards/photographed.txt --board table-02"));
    assert_eq!(file.len(), (3 + 5) * 5, "three rows of the table, and five sets");
    assert_eq!(drawn(tercet("")), file);
}

#[test]
fn general_boards_are_those_of_their_seeds() {
    for (name, deal, sets) in [
        ("four-one", "deal -v 4 -p 4 -n 24 --seed 2", "1"),
        ("four-none", "deal -v 4 -p 4 -n 24 --seed 6", "0"),
        ("ten", "deal -v 10 -p 4 -n 115 --seed 2", "1"),
    ] {
        let kept = format!("find --all --format json -i boards/general.txt --board {name}");
        let kept = json(&kept);
        let dealt = tercet_reading("find --all --format json", tercet(deal).out);
        let dealt: Value = serde_json::from_str(&dealt.out).unwrap();
        assert_eq!(kept["count"], sets, "{name}");
        assert_eq!((&kept["sets"], &kept["size"]), (&dealt["sets"], &dealt["size"]), "{name}");
    }
}

#[test]
fn json_has_its_schema() {
    let answer = json(&format!("find --format json {TABLE}"));
    assert_eq!(answer["schema"], "tercet.find/1");
    assert_eq!(answer["deck"], serde_json::json!({"values": 3, "properties": 4}));
    assert_eq!(answer["answer"], "found");
    assert_eq!(answer["board"], "table-02");
    assert_eq!(answer["sets"].as_array().unwrap().len(), 1);
    assert!(answer["seconds"].as_f64().unwrap() > 0.0);

    let none = json("find --format json 0000 0001");
    assert_eq!((&none["answer"], &none["count"]), (&"none".into(), &"0".into()));
    let count = json(&format!("find --count --format json {TABLE} --notation classic"));
    assert_eq!((&count["count"], &count["sets"]), (&"5".into(), &Value::Array(vec![])));

    let why = json("explain --format json 1RsO 1RhD 2GoS");
    assert_eq!((&why["schema"], &why["is_set"]), (&"tercet.explain/1".into(), &false.into()));
    assert_eq!(why["properties"][1]["values"][0]["name"], "red");
    assert_eq!(why["properties"][1]["values"][0]["positions"], serde_json::json!([0, 1]));

    let dealt = json("deal --seed 7 -n 20 --format json");
    assert_eq!((&dealt["schema"], &dealt["seed"]), (&"tercet.deal/1".into(), &"7".into()));
    assert_eq!(dealt["cards"].as_array().unwrap().len(), 20);
}

#[test]
fn csv_has_a_row_a_set() {
    let ran = tercet(&format!("find --all --format csv --notation numbers {TABLE}"));
    let rows: Vec<&str> = ran.out.lines().collect();
    assert_eq!(rows[0], "card_1,card_2,card_3");
    assert_eq!(rows[1], r#""0,0,2,2","1,2,0,2","2,1,1,2""#);
    assert_eq!(rows.len(), 6);
    assert_eq!(tercet(&format!("find --count --format csv {TABLE}")).out, "count\n5\n");
    assert_eq!(
        tercet("explain --format csv 000 111 222").out.lines().nth(2),
        Some("property 2,different,all different")
    );
}

#[test]
fn every_method_lists_the_same_sets_in_the_same_order() {
    let deals =
        ["deal --seed 5 -n 24", "deal --seed 5 -n 36 -v 4 -p 3", "deal -v 5 -p 2 -n 18 --seed 1"];
    for deal in deals {
        let board = tercet(deal).out;
        let listed = |method: &str, more: &str| {
            tercet_reading(&format!("find --all --format csv -m {method} {more}"), &board)
        };
        let expected = listed("brute", "").out;
        assert!(expected.lines().count() > 3, "{deal}");
        let table = json("methods --format json");
        let mut able = 0;
        for method in table["methods"].as_array().unwrap() {
            let name = method["name"].as_str().unwrap();
            let ran = listed(name, "");
            if ran.status == 0 {
                able += 1;
                assert_eq!(ran.out, expected, "{name}");
                let first: Vec<&str> = expected.lines().take(3).collect();
                let limited = listed(name, "--limit 2").out;
                assert_eq!(limited.lines().collect::<Vec<_>>(), first, "{name}");
            }
        }
        assert!(able >= 4, "{deal}: {able} methods");
    }
}

#[test]
fn deals_are_read_back_in_every_notation() {
    for deck in ["-v 3 -p 4", "-v 1 -p 3", "-v 2 -p 7", "-v 36 -p 5", "-v 37 -p 1", "-v 64 -p 21"] {
        for notation in ["digits", "numbers", "classic"] {
            let dealt = tercet(&format!("deal {deck} --seed 11 --notation {notation}"));
            if dealt.status == 2 {
                continue;
            }
            let count = tercet_reading("find --count --timeout 1s --format json", &dealt.out);
            assert_ne!(count.status, 2, "{deck} {notation}: {}", count.err);
            let again = tercet(&format!("deal {deck} --seed 11 --notation {notation}"));
            assert_eq!(again.out, dealt.out);
        }
    }
    let fresh = [tercet("deal").out, tercet("deal").out];
    assert_ne!(fresh[0], fresh[1]);
    assert!(fresh[0].contains("--seed "));
}

#[test]
fn explain_says_why() {
    let no = tercet("explain 1RsO 1RhD 2GoS");
    assert_eq!(no.status, 1);
    assert!(no.out.contains("✗ colour   two red, one green"), "{}", no.out);
    let yes = tercet("explain 2RhO 2GhO 2PhO");
    assert_eq!(yes.status, 0);
    assert!(yes.out.contains("✓ colour   all different"), "{}", yes.out);
    let few = tercet("explain 2RhO 2GhO");
    assert!(few.out.contains("3 cards, not 2"), "{}", few.out);
}

#[test]
fn colour_is_for_terminals_unless_asked_for() {
    assert!(!tercet("").out.contains('\u{1b}'));
    assert!(tercet("--color always").out.contains('\u{1b}'));
    let never = command(["--color", "never"]).env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(!never.stdout.contains(&0x1b));
}

#[test]
fn pages_come_from_the_one_definition() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(tercet(&format!("completions {shell}")).out.contains("threads"), "{shell}");
    }
    assert!(tercet("man").out.contains("tercet"));
    assert!(tercet("man find").out.contains("\\-\\-timeout"));
    assert!(tercet("man reduce matching").out.contains("\\-\\-timeout"));
    let commands =
        ["find", "explain", "deal", "reduce", "methods", "simulate", "merge", "completions", "man"];
    for command in commands {
        assert_eq!(tercet(&format!("{command} --help")).status, 0);
    }
    assert!(tercet("--version").out.starts_with("tercet "));
}

/// A board whose search takes hours, so that only a limit ends it.
fn hard_board() -> String {
    tercet("deal -v 40 -p 4 -n 650 --seed 1").out
}

#[test]
fn a_timeout_stops_with_status_3() {
    let ran = tercet_reading("find --timeout 100ms", hard_board());
    assert_eq!(ran.status, 3);
    assert!(ran.out.contains("stopped: the time limit was reached"), "{}", ran.out);
    let ran = tercet_reading("find --all --timeout 100ms --format json", hard_board());
    let answer: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.status, &answer["answer"]), (3, &"stopped".into()));
}

#[test]
fn a_memory_limit_stops_with_status_3() {
    for (question, said) in [
        ("", "stopped: the memory limit was reached before an answer (dynamic, "),
        ("--count", "stopped: the memory limit was reached before an answer (dynamic, "),
        ("--all", "stopped: the memory limit was reached after 0 sets (dynamic, "),
    ] {
        let ran = tercet_reading(&format!("find -m dynamic --memory 1MB {question}"), hard_board());
        assert_eq!((ran.status, &*ran.err), (3, ""));
        assert!(ran.out.contains(said), "{}", ran.out);
    }
    let ran = tercet_reading("find -m dynamic --memory 1MB --format json", hard_board());
    let answer: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.status, &answer["reason"]["code"]), (3, &"memory".into()));
    // A board that needs less memory is answered, and other methods ignore the limit.
    assert_eq!(tercet(&format!("find -m dynamic --memory 1MiB {TABLE}")).status, 0);
    assert_eq!(tercet(&format!("find -m cover --memory 0 {TABLE}")).status, 0);
}

/// Without a limit the tables would take 180 MB.
#[cfg(target_os = "linux")]
#[test]
fn middle_needs_no_more_than_its_memory() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.txt");
    std::fs::write(&file, tercet("deal -v 8 -p 5 -n 700 --seed 1").out).unwrap();
    let program = env!("CARGO_BIN_EXE_tercet");
    for (arguments, status, said) in [
        ("-m middle --memory 60MB", 0, "107277 sets (middle, "),
        ("-m middle --memory 50KB", 3, "stopped: the memory limit was reached before an answer"),
        ("--threads 1 --memory 60MB", 0, "107277 sets (middle, "),
    ] {
        let script = format!("ulimit -v 150000; exec {program} find --count {arguments}");
        let board = std::fs::File::open(&file).unwrap();
        let ran =
            std::process::Command::new("sh").args(["-c", &script]).stdin(board).output().unwrap();
        let out = String::from_utf8(ran.stdout).unwrap();
        assert_eq!((ran.status.code(), &*ran.stderr), (Some(status), &b""[..]), "{arguments}");
        assert!(out.contains(said), "{arguments}: {out}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_with_status_3() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hard.txt");
    std::fs::write(&file, hard_board()).unwrap();
    let file = file.to_str().unwrap();
    let mut child = command(["find", "-i", file])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(3));
    let mut out = String::new();
    child.stdout.unwrap().read_to_string(&mut out).unwrap();
    assert!(out.contains("stopped: interrupted"), "{out}");
}

#[cfg(unix)]
#[test]
fn a_deal_that_is_stopped_has_no_order_to_change() {
    for (kind, said) in [
        ("", "stopped: interrupted before all cards were dealt\n"),
        ("--planted", "stopped: interrupted before all cards were dealt\n"),
        (
            "--free",
            "stopped: interrupted before a board was found: raise the limit, or ask for another\n",
        ),
    ] {
        let cards = if kind == "--free" { "-v 4 -p 4 -n 120" } else { "-v 9 -p 9 -n 10M" };
        let line = format!("deal {cards} {kind}");
        let child = command(line.split_whitespace())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        interrupt(&child);
        let ran = common::ran(&child.wait_with_output().unwrap());
        assert_eq!((ran.status, &*ran.err), (3, &*format!("tercet: {said}")), "{line}");
    }
}

/// Neither Ctrl-C nor a kill leaves a running solver behind.
#[cfg(target_os = "linux")]
#[test]
fn no_solver_outlives_tercet() {
    for (signal, mark, status) in [("-INT", "87001", Some(3)), ("-KILL", "87002", None)] {
        let lives = || {
            std::fs::read_dir("/proc").unwrap().flatten().any(|entry| {
                let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
                // z3 makes two arguments of it.
                line.starts_with(b"z3") && line.ends_with(format!("{mark}\0").as_bytes())
            })
        };
        let until = |lasting: bool| {
            wait_until(|| lives() != lasting, || format!("{signal}: {lasting}"));
        };
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("hard.txt");
        std::fs::write(&file, hard_board()).unwrap();
        let solver = format!("z3 -in -smt2 -T:{mark}");
        let file = file.to_str().unwrap();
        let mut child = command(["find", "-i", file, "-m", "smt", "--smt-solver", &solver])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        until(false);
        common::signal(&child, signal);
        assert_eq!(child.wait().unwrap().code(), status);
        until(true);
    }
}

#[test]
fn a_solver_that_fails_is_named() {
    let line = "find 2RhO 2GhO 2PhO -m smt --smt-solver /no/such/solver";
    let remedy = ": check its command or TERCET_SMT_SOLVER\n";
    refused(&tercet(line), &["/no/such/solver cannot be started", remedy]);
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_is_no_error() {
    let mut child = command(["deal", "-v", "9", "-p", "9", "-n", "200000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for line in ["deal", "methods", "", "find --help"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command(line.split_whitespace()).stdout(full).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {err}");
        assert!(err.contains("No space left") && err.lines().count() == 1, "{line}: {err}");
        assert!(err.starts_with("tercet: standard output: cannot write to it ("), "{line}: {err}");
    }
}

#[test]
fn the_methods_fit_the_terminal() {
    for (columns, has_time) in [("60", false), ("80", true), ("140", true)] {
        let ran = common::ran(&command(["methods"]).env("COLUMNS", columns).output().unwrap());
        assert_eq!(ran.status, 0);
        let most: usize = columns.parse().unwrap();
        for line in ran.out.lines() {
            assert!(line.chars().count() <= most, "{columns}: {line}");
        }
        assert_eq!(ran.out.lines().next().unwrap().ends_with("  time"), has_time, "{columns}");
        // No word is broken or lost.
        let words = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
        let printed = words(&ran.out).join(" ");
        assert!(printed.contains("a suitable method for deck, board and question – new"));
        assert_eq!(
            printed.matches("exponential in v").count(),
            tercet("methods --format csv").out.matches("exponential in v").count()
        );
    }
}
