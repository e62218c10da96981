//! Many boards on the command line: the answers are those of single boards, in order, even if some
//! boards fail or the run is interrupted.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};

#[cfg(unix)]
use crate::common::interrupt;
use crate::common::{
    Folder, end, next, refused, start_reading, tercet, tercet_reading, tercet_within,
    wait_for_lines,
};
use serde_json::Value;
use tercet::file::{PartialDeck, parse_boards};
#[cfg(unix)]
use tercet_testkit::wait::wait_until;

/// A board whose search takes hours.
const HARD: &str = "deal -v 32 -p 4 -n 480 --seed 1";

/// A file of random boards of several decks, with names, and its boards as separate texts.
fn boards(count: usize) -> (String, Vec<String>) {
    let mut alone = Vec::new();
    for i in 1..=count {
        let (v, p, n) = [(3, 4, 12), (4, 3, 12), (3, 2, 5), (5, 3, 14), (2, 4, 6)][i % 5];
        let dealt = tercet(&format!("deal -v {v} -p {p} -n {n} --seed {i}")).out;
        let (_, rest) = dealt.split_once('\n').unwrap();
        alone.push(format!("board b{i}\n{rest}"));
    }
    (alone.concat(), alone)
}

/// The lines of JSON, without the fields that differ between runs.
fn objects(out: &str) -> Vec<Value> {
    let object = |line: &str| {
        let mut object: Value = serde_json::from_str(line).unwrap();
        object.as_object_mut().unwrap().remove("seconds");
        object
    };
    out.lines().map(object).collect()
}

#[test]
fn each_board_has_the_answer_that_it_has_alone() {
    let (file, alone) = boards(15);
    for question in [
        "find",
        "find --all",
        "find --limit 2",
        "find --count",
        "find -m cover",
        "pack",
        "pack --fewest",
        "pack --partitions",
        "pack -m greedy",
        "nim",
    ] {
        let line = format!("{question} --format json");
        let many = tercet_reading(&line, &file);
        let threads = if question.starts_with("find") { "--threads 1" } else { "" };
        let mut statuses = Vec::new();
        for ((board, mut object), number) in alone.iter().zip(objects(&many.out)).zip(1..) {
            assert_eq!(object.as_object_mut().unwrap().remove("id"), Some(number.into()));
            let one = tercet_reading(&format!("{line} {threads}"), board);
            let mut objects = objects(&one.out);
            // An answer that stands alone has the cards of its board.
            if let Some(cards) = objects[0].as_object_mut().unwrap().remove("cards") {
                let cards: Vec<&str> =
                    cards.as_array().unwrap().iter().filter_map(Value::as_str).collect();
                let head: Vec<&str> = board.lines().take(2).collect();
                let again = format!("{}\n{}", head.join("\n"), cards.join(" "));
                let [again, board] = [&again, board].map(|text| {
                    parse_boards(text, PartialDeck::default()).unwrap().remove(0).board
                });
                assert_eq!(again, board);
            }
            assert_eq!(objects, [object], "{question}: {board}");
            statuses.push(one.status);
        }
        assert_eq!(statuses.len(), alone.len(), "{question}: {}", many.err);
        assert_eq!(many.status, *statuses.iter().min().unwrap(), "{question}");
    }
}

#[test]
fn a_limit_stops_its_board_alone() {
    let file = format!("board a\n{}\nboard b\n012 120 201\n", tercet(HARD).out);
    tercet_within("find --format json", &file, |ran| {
        assert_eq!(ran.status, 3);
        let answers: Vec<_> = objects(&ran.out).iter().map(|it| it["answer"].clone()).collect();
        answers == ["stopped", "found"]
    });
}

#[test]
fn skipped_boards_keep_their_numbers() {
    let (file, alone) = boards(7);
    let all = objects(&tercet_reading("find --format json", &file).out);
    for skip in 0..=alone.len() {
        let rest = tercet_reading(&format!("find --format json --skip {skip}"), &file);
        assert_eq!(objects(&rest.out), all[skip..]);
    }
}

#[test]
fn answers_come_while_the_input_goes_on() {
    let mut child = start_reading("find --format json");
    let mut pipe = child.stdin.take().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    for (text, name) in [("board a\n012 120 201\nboard b\n", "a"), ("012\nboard c\n", "b")] {
        pipe.write_all(text.as_bytes()).unwrap();
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        assert_eq!(objects(&line)[0]["board"], name);
    }
    pipe.write_all(b"222 111 000\n").unwrap();
    drop(pipe);
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert_eq!(objects(&rest)[0]["board"], "c");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// Many easy boards, and some between them that take a moment.
fn long(folder: &Folder) {
    let dealt = folder.tercet("deal --boards 30000 --seed 5").out;
    let hard = folder.tercet("deal -v 12 -p 4 -n 150 --seed 2").out;
    let mut file = String::new();
    for (i, board) in dealt.split("board ").enumerate().skip(1) {
        write!(file, "board {board}").unwrap();
        if i.is_multiple_of(3000) {
            write!(file, "board hard-{i}\n{hard}").unwrap();
        }
    }
    folder.write("in", file);
}

#[test]
fn killed_at_any_moment_the_file_is_finished_by_the_same_command() {
    let folder = Folder::new();
    long(&folder);
    for format in ["csv", "json"] {
        let line = |file: &str| format!("find -i @in --format {format} -o @{file} --count");
        let ended = folder.tercet(&line("whole"));
        assert_eq!((ended.status, ended.err.as_str()), (0, ""));
        let (mut random, mut kills) = (7_u64, 0);
        loop {
            let mut child = folder.start(&line("cut"));
            let lines = kills * (next(&mut random) as usize % 3000);
            wait_for_lines(&folder.path("cut"), lines, &mut child);
            if kills < 20 {
                child.kill().unwrap();
            }
            let status = child.wait().unwrap();
            let path = folder.path("cut");
            // `FILE.run` is removed when the file is complete, a moment before the program ends.
            if path.exists() && !folder.path("cut.run").exists() {
                assert!(matches!(status.code(), None | Some(0)), "{status}");
                break;
            }
            assert_eq!(status.code(), None, "the program ended, and the file is not complete");
            kills += 1;
            // A line torn by a loss of power.
            if kills % 2 == 0 && path.exists() {
                File::options().append(true).open(path).unwrap().write_all(b"{\"id\":").unwrap();
            }
        }
        let [cut, whole] = ["cut", "whole"].map(|name| folder.read(name));
        let is_same = cut == whole || format == "json" && objects(&cut) == objects(&whole);
        assert!(is_same, "{kills} kills");
        assert_eq!(folder.files(), ["cut", "in", "whole"]);
        for name in ["cut", "whole"] {
            fs::remove_file(folder.path(name)).unwrap();
        }
    }
}

#[test]
fn only_a_run_with_the_same_boards_and_options_is_resumed() {
    let folder = Folder::new();
    let file = format!("board a\n012 120 201\nboard b\n{}", tercet(HARD).out);
    folder.write("in", &file);
    folder.write("other", &file);
    for (line, other) in [
        ("find -i @in", "find -i @in -v 4"),
        ("find -i @in", "find -i @in -p 3"),
        ("find -i @in", "find -i @other"),
    ] {
        let output = "--format csv -o @out";
        let mut child = folder.start(&format!("{line} {output}"));
        wait_for_lines(&folder.path("out"), 2, &mut child);
        child.kill().unwrap();
        child.wait().unwrap();
        let there = folder.read("out");
        refused(&folder.tercet(&format!("{other} {output}")), &["answers of another run"]);
        assert_eq!(folder.read("out"), there);
        refused(&folder.tercet("merge @out.run"), &["have no parts: rerun their command with -o "]);
        fs::remove_file(folder.path("out")).unwrap();
    }
}

/// A card, or the deck of all boards, that was changed where the boards are answered is detected.
#[cfg(unix)]
#[test]
fn a_run_is_resumed_only_with_the_boards_that_were_answered() {
    let folder = Folder::new();
    let hard = tercet(HARD).out;
    let file = format!("deck 3 3\nboard a\n012 120 201\nboard b\n012 120 222\nboard hard\n{hard}");
    for (options, lines) in [("json", 2), ("csv", 3), ("json --skip 1", 1)] {
        folder.write("in", &file);
        let line = format!("find -i @in -o @out --format {options}");
        let mut child = folder.start(&line);
        wait_for_lines(&folder.path("out"), lines, &mut child);
        interrupt(&child);
        assert_eq!(end(child).status, 3);
        let there = folder.read("out");
        for (was, is) in [("120 222", "120 221"), ("deck 3 3", "deck 4 3"), ("board b", "board c")]
        {
            folder.write("in", file.replacen(was, is, 1));
            let said = ["boards were changed after they were answered: restore them"];
            refused(&folder.tercet(&line), &said);
            assert_eq!(folder.read("out"), there, "{options} {is}");
        }
        // Boards that were not answered may change.
        folder.write("in", file.replacen("board hard", "board easy", 1));
        let child = folder.start(&line);
        interrupt(&child);
        assert_eq!(end(child).status, 3, "{options}");
        fs::remove_file(folder.path("out")).unwrap();
        fs::remove_file(folder.path("out.run")).unwrap();
    }
}

/// A line that was lost or changed is detected anywhere, and what is added is dropped.
#[cfg(unix)]
#[test]
fn a_run_is_resumed_only_with_all_of_its_lines() {
    let folder = Folder::new();
    let easy = ["a", "b,1", "", "d"].map(|name| format!("board {name}\n012 120 201\n"));
    folder.write("in", format!("{}board hard\n{}", easy.concat(), tercet(HARD).out));
    for options in ["json", "csv", "json --skip 1", "csv --skip 1"] {
        let line = format!("find -i @in -o @out --format {options}");
        let heading = usize::from(options.starts_with("csv"));
        let last = heading + if options.ends_with('1') { 3 } else { 4 };
        let mut child = folder.start(&line);
        wait_for_lines(&folder.path("out"), last, &mut child);
        interrupt(&child);
        assert_eq!(end(child).status, 3);
        let whole = folder.read("out");
        let lines: Vec<&str> = whole.lines().collect();
        assert_eq!(lines.len(), last, "{options}");
        for removed in 0..last {
            let mut rest = lines.clone();
            rest.remove(removed);
            let rest = rest.join("\n") + "\n";
            folder.write("out", &rest);
            refused(&folder.tercet(&line), &["out: the lines are not those that were written"]);
            assert_eq!(folder.read("out"), rest);
        }
        folder.write("out", whole.clone() + lines[last - 1] + "\n");
        let mut child = folder.start(&line);
        wait_until(|| folder.read("out") == whole, || "what was added is still there".into());
        child.kill().unwrap();
        child.wait().unwrap();
        fs::remove_file(folder.path("out")).unwrap();
        fs::remove_file(folder.path("out.run")).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_between_boards_and_says_how_to_go_on() {
    let folder = Folder::new();
    let hard = tercet(HARD).out;
    folder.write("in", format!("board a\n012 120 201\nboard b\n{hard}board c\n012\n"));
    for (output, remedy) in
        [("", "go on with --skip 1"), (" -o @out", "rerun the command to resume")]
    {
        let line = format!("find --format json -i @in --threads 2{output}");
        let mut child = folder.start(&line);
        let mut first = String::new();
        if output.is_empty() {
            let mut out = BufReader::new(child.stdout.as_mut().unwrap());
            out.read_line(&mut first).unwrap();
        } else {
            wait_for_lines(&folder.path("out"), 1, &mut child);
        }
        interrupt(&child);
        let said = end(child);
        assert_eq!(said.status, 3, "{}", said.err);
        assert!(said.err.contains("stopped: interrupted after 1 board: "), "{}", said.err);
        assert!(said.err.contains(remedy), "{}", said.err);
        let written = fs::read_to_string(folder.path("out")).unwrap_or_default();
        assert_eq!(objects(&(first + &said.out + &written)).len(), 1);
    }
}
