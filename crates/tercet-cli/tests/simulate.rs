//! Simulations on the command line: the sums do not depend on how games are divided and merged.

use std::fs;

use crate::common::simulation::{Folder, timeless, whole};
use crate::common::{refused, tercet, tercet_reading};
use serde_json::Value;

#[test]
fn threads_do_not_change_the_sums() {
    for deck in ["--games 100k --pick first", "-v 4 -p 3 --games 2500", "-v 3 -p 5 --games 30k"] {
        let run = |threads| {
            timeless(&tercet(&format!(
                "simulate {deck} --seed 5 --threads {threads} --format json"
            )))
        };
        let one = run(1);
        assert_eq!(one["played"], one["games"]);
        assert_eq!(one, run(2), "{deck}");
        assert_eq!(one, run(3), "{deck}");
    }
}

#[test]
fn formats_have_all_figures_and_name_the_pick() {
    let line = "simulate --games 2500 --seed 5 --pick first";
    let ran = tercet(&format!("{line} --format json"));
    assert!(ran.out.starts_with("{\"schema\":\"tercet.simulate/1\","), "{}", ran.out);
    let json = timeless(&ran);
    assert_eq!(json["deck"], serde_json::json!({"values": 3, "properties": 4}));
    assert_eq!((&json["start"], &json["pick"]), (&12.into(), &"first".into()));
    assert_eq!((&json["seed"], &json["games"]), (&"5".into(), &"2500".into()));
    let sum = |table: &str| -> u64 {
        json[table].as_array().unwrap().iter().map(|row| whole(&row["games"])).sum()
    };
    assert_eq!((sum("left"), sum("largest")), (2500, 2500));
    let six = json["left"].as_array().unwrap().iter().find(|row| row["size"] == 6).unwrap();
    assert_eq!(six["set_count"], 25);
    // 46.8 % of games leave six cards, with an interval of about ±2 %.
    assert!((six["share"].as_f64().unwrap() - 0.488).abs() < 0.06, "{six}");
    let ends = |row: &Value, i: usize| row["interval"][i].as_f64().unwrap();
    assert!((0.02..0.06).contains(&(ends(six, 1) - ends(six, 0))), "{six}");
    let mean = &json["sets_taken"];
    assert!((24.0..25.0).contains(&mean["per_game"].as_f64().unwrap()));
    assert!(ends(mean, 0) < mean["per_game"].as_f64().unwrap());
    let sizes = json["sizes"].as_array().unwrap();
    let twelve = sizes.iter().find(|row| row["size"] == 12).unwrap();
    assert!((12.0..18.0).contains(&twelve["odds"].as_f64().unwrap()), "{twelve}");
    let first =
        json["layouts"].as_array().unwrap().iter().find(|row| row["deck_left"] == 69).unwrap();
    let trials = whole(&first["with"]) + whole(&first["without"]);
    assert_eq!((trials, &first["size"]), (2500, &12.into()));

    let csv = tercet(&format!("{line} --format csv")).out;
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert!(rows.iter().all(|row| row.len() == 14));
    assert_eq!(rows[0][3..9], ["pick", "seed", "games", "table", "cards", "deck"]);
    assert!(rows[1..].iter().all(|row| row[..6] == ["3", "4", "12", "first", "5", "2500"]));
    let row = rows.iter().find(|row| row[6..8] == ["left", "6"]).unwrap();
    assert_eq!(row[9], six["games"]);
    assert_eq!(row[11], six["share"].to_string());
    let row = rows.iter().find(|row| row[6..9] == ["layouts", "12", "69"]).unwrap();
    assert_eq!((row[9], row[10]), (first["with"].as_str().unwrap(), "2500"));

    let text = tercet(line).out;
    assert!(text.starts_with("2,500 games of (3,4): start 12, pick first, seed 5\n"), "{text}");
    for table in ["cards left at the end", "sets per game", "the largest layout", "odds of a set"] {
        assert!(text.contains(table), "{table}: {text}");
    }
    let fresh = [tercet("simulate --games 9").out, tercet("simulate --games 9").out];
    assert!(fresh[0].contains("pick uniform, seed "));
    assert_ne!(fresh[0], fresh[1]);
}

#[test]
fn text_fits_80_columns() {
    for line in ["--games 2k", "-v 3 -p 6 --games 300", "-v 4 -p 4 --games 60", "-v 2 -p 7"] {
        let ran = tercet(&format!("simulate {line} --seed 1 --timeout 1s"));
        for line in ran.out.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
        assert!(ran.out.lines().count() < 120, "{line}");
    }
}

#[test]
fn degenerate_decks_are_played() {
    for line in ["-v 1 -p 3", "-v 2 -p 1", "-v 3 -p 1", "--start 0", "--start 81", "--start 1"] {
        let ran = tercet(&format!("simulate {line} --games 20 --seed 1 --format json"));
        assert_eq!(timeless(&ran)["played"], "20", "{line}");
        assert_eq!(tercet(&format!("simulate {line} --games 20 --seed 1")).status, 0);
    }
}

#[test]
fn shards_add_up_to_the_run() {
    let folder = Folder::new();
    let run = "simulate --games 150k --seed 3 --format json";
    let whole = folder.tercet(&format!("{run} --output @whole"));
    for shard in 1..=3 {
        folder.tercet(&format!("{run} --shard {shard}/3 --output @{shard}"));
    }
    let merged = folder.tercet("merge @3 @1 @2 --format json --output @merged");
    assert_eq!(timeless(&merged), timeless(&whole));
    assert_eq!(fs::read(folder.path("merged")).unwrap(), fs::read(folder.path("whole")).unwrap());
    assert_eq!(folder.files(), ["1", "2", "3", "merged", "whole"]);

    // There are more shards than work.
    for shard in 1..=5 {
        folder.tercet(&format!(
            "simulate --games 40 --seed 3 --shard {shard}/5 --output @few-{shard}"
        ));
    }
    let merged = folder.tercet("merge @few-1 @few-2 @few-3 @few-4 @few-5 --format json");
    assert_eq!(timeless(&merged), timeless(&tercet("simulate --games 40 --seed 3 --format json")));

    // The shards are merged in two steps.
    let part = folder.tercet("merge @1 @3 --output @part");
    assert_eq!(part.status, 0);
    assert!(part.out.contains("shards 1 and 3 of 3"), "{}", part.out);
    assert!(part.out.contains("shard 2 of 3 missing"), "{}", part.out);
    let merged = folder.tercet("merge @part @2 --format json");
    assert_eq!(timeless(&merged), timeless(&whole));
    // The output replaces one of the parts.
    assert_eq!(folder.tercet("merge @part @2 --output @part").status, 0);
    assert_eq!(fs::read(folder.path("part")).unwrap(), fs::read(folder.path("whole")).unwrap());
    // A single file can be merged, too.
    assert_eq!(timeless(&folder.tercet("merge @whole --format json")), timeless(&whole));
}

#[test]
fn merges_that_make_no_sense() {
    let folder = Folder::new();
    let shard = |line: &str| {
        let ran = folder.tercet(&format!("simulate {line} --format csv"));
        assert_eq!(ran.status, 0, "{}", ran.err);
    };
    let run = "--games 3k --seed 3";
    shard(&format!("{run} --shard 1/3 --output @1"));
    shard(&format!("{run} --shard 2/3 --output @2"));
    shard(&format!("{run} --shard 1/2 --output @half"));
    shard(&format!("{run} --output @whole"));
    let refuse = |files: &str, parts: &[&str]| refused(&folder.tercet(files), parts);
    refuse("merge", &["FILE", "--help"]);
    refuse(
        "merge @1 @2 @1",
        &["1 has games that are in", "(shard 1 of 3; shards 1–2 of 3)", "once"],
    );
    refuse(
        "merge @1 @whole",
        &["whole has games that are in", "1 already (the whole run; shard 1 of 3)"],
    );
    refuse("merge @whole @2", &["2 has games that are in", "(shard 2 of 3; the whole run)"]);
    refuse("merge @2 @half", &["cut differently", "shard 2 of 3", "shard 1 of 2"]);
    for (other, difference) in [
        ("--games 3k --seed 4", "seed 3 and seed 4"),
        ("--games 4k --seed 3", "3000 games and 4000 games"),
        ("--games 3k --seed 3 --pick first", "pick uniform and pick first"),
        ("--games 3k --seed 3 --start 15", "start 12 and start 15"),
        ("--games 3k --seed 3 -p 3 --start 12", "the deck (3,4) and the deck (3,3)"),
    ] {
        fs::remove_file(folder.path("other")).ok();
        shard(&format!("{other} --shard 3/3 --output @other"));
        refuse("merge @1 @2 @other", &["/1 and ", "/other are of different runs", difference]);
    }

    let ran = folder.tercet(&format!("simulate {run} --checkpoint @begun --timeout 0s"));
    assert_eq!(ran.status, 3);
    refuse("merge @1 @begun", &["begun: it is unfinished, after 0 of 3000 games", "finish it"]);
    refuse("merge @nowhere", &["nowhere: cannot read it"]);
    refuse("merge @", &["directory"]);
    refuse("merge README.md", &["README.md", "not a simulation", "--output"]);
    fs::write(folder.path("odd"), "{\"schema\":\"tercet.deal/1\"}\n").unwrap();
    refuse("merge @odd", &["odd"]);
    let whole = fs::read(folder.path("whole")).unwrap();
    for length in [0, 1, 30, 100, whole.len() / 2, whole.len() - 1] {
        fs::write(folder.path("cut"), &whole[..length]).unwrap();
        refuse("merge @1 @cut", &["cut: this is "]);
    }
    assert!(folder.tercet("merge @1 @cut").err.contains("damaged"));
}

#[test]
fn files_are_not_overwritten_by_something_else() {
    let folder = Folder::new();
    let run = "simulate --games 3k --seed 3 --format csv";
    assert_eq!(folder.tercet(&format!("{run} --output @a --shard 1/2")).status, 0);
    let kept = fs::read(folder.path("a")).unwrap();
    assert_eq!(
        folder.tercet(&format!("{run} --output @a --shard 1/2")).status,
        0,
        "the same again"
    );
    refused(
        &folder.tercet(&format!("{run} --output @a --shard 2/2")),
        &["not overwritten", "shard 1 of 2, not shard 2 of 2", "another file"],
    );
    refused(
        &folder.tercet("simulate --games 3k --seed 4 --shard 1/2 --output @a"),
        &["not overwritten", "seed 3, not seed 4"],
    );
    fs::write(folder.path("letter"), "Dear reader\n").unwrap();
    refused(&folder.tercet(&format!("{run} --output @letter")), &["letter", "not overwritten"]);
    refused(
        &folder.tercet(&format!("{run} --checkpoint @letter")),
        &["letter", "not a simulation"],
    );
    refused(
        &folder.tercet("simulate --games 3k --seed 4 --shard 1/2 --checkpoint @a"),
        &["another simulation", "seed 3, not seed 4", "same options"],
    );
    refused(
        &folder.tercet(&format!("{run} --shard 2/2 --checkpoint @a")),
        &["another simulation", "shard 1 of 2, not shard 2 of 2"],
    );
    assert_eq!(fs::read(folder.path("a")).unwrap(), kept);
    assert_eq!(folder.files(), ["a", "letter"]);
}

#[test]
fn places_that_cannot_be_written() {
    let folder = Folder::new();
    fs::write(folder.path("file"), "").unwrap();
    for option in ["--output", "--checkpoint"] {
        // The simulation would take years, but it is refused before it begins.
        for (place, why) in [
            ("@nowhere/a", "no such folder"),
            ("@file/a", "cannot write it"),
            ("@", "directory"),
            ("/dev/full", "device"),
        ] {
            if place.starts_with("/dev") && !cfg!(unix) {
                continue;
            }
            let ran = folder.tercet(&format!("simulate --games 1000G {option} {place}"));
            refused(&ran, &[place.trim_start_matches('@'), why]);
        }
    }
    assert_eq!(folder.files(), ["file"]);
}

/// Only the counts go to standard output.
#[test]
fn a_dash_is_standard_output_and_input() {
    let folder = Folder::new();
    let run = "simulate --games 3k --seed 3";
    assert_eq!(folder.tercet(&format!("{run} --output @whole")).status, 0);
    let whole = fs::read_to_string(folder.path("whole")).unwrap();
    let ran = tercet(&format!("{run} -o -"));
    assert_eq!((ran.status, &*ran.err, &ran.out), (0, "", &whole));
    folder.tercet(&format!("{run} --shard 1/2 -o @1"));
    let second = tercet(&format!("{run} --shard 2/2 -o -"));
    let merged = tercet_reading(&folder.fill("merge @1 - --output -"), second.out);
    assert_eq!((merged.status, &*merged.err, &merged.out), (0, "", &whole));
    let stopped = tercet("simulate --games 1G --timeout 50ms -o -");
    assert_eq!((stopped.status, &*stopped.out), (3, ""));
    assert!(stopped.err.starts_with("tercet: stopped: "), "{}", stopped.err);
    refused(&tercet(&format!("{run} -o - --format json")), &["--output -", "--format"]);
    refused(&tercet(&format!("{run} --checkpoint -")), &["--checkpoint -", "name a file"]);
    refused(&tercet_reading("merge -", "Dear reader\n"), &["standard input", "not a simulation"]);
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_never_read_first() {
    let folder = Folder::new();
    folder.tercet("simulate --games 40 --seed 3 --output @a");
    for line in [
        "simulate --games 40 --output /dev/stdout",
        "simulate --games 40 --checkpoint /dev/stdout",
        "merge @a --output /dev/stdout",
    ] {
        // Standard output is a pipe in tests.
        refused(&folder.tercet(line), &["/dev/stdout", "a device or a pipe, not a file"]);
    }
    refused(&tercet("merge /dev/zero"), &["/dev/zero", "not a simulation"]);
    assert_eq!(folder.files(), ["a"]);
}

#[cfg(unix)]
#[test]
fn a_dangling_link_is_written_through() {
    let folder = Folder::new();
    std::os::unix::fs::symlink("there", folder.path("link")).unwrap();
    for option in ["--output", "--checkpoint"] {
        let ran = folder.tercet(&format!("simulate --games 40 --seed 3 {option} @link"));
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert!(folder.path("link").is_symlink());
        assert_eq!(folder.files(), ["link", "there"]);
        fs::remove_file(folder.path("there")).unwrap();
    }
}

#[test]
fn words_that_are_no_simulation() {
    refused(&tercet("simulate --shard 3 --seed 1"), &["'3'", "I/K"]);
    refused(&tercet("simulate --games 99999999999G"), &["99999999999G", "too large"]);
    for games in ["0", "-1", "0k", "1T", "1.5", "k"] {
        refused(
            &tercet(&format!("simulate --games {games}")),
            &[games, "--games", "of at least 1"],
        );
    }
    refused(&tercet("simulate --start -1"), &["--start"]);
    refused(&tercet("simulate -v 0"), &["-v 0"]);
    refused(&tercet("simulate --threads 0"), &["--threads", "at least 1"]);
}
