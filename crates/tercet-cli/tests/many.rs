//! Many boards on the command line: the answers are those of single boards, in order, even if some
//! boards fail or the run is interrupted.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use crate::common::simulation::Folder;
use crate::common::{command, ran, refused, tercet, tercet_reading, tercet_within};
#[cfg(unix)]
use crate::common::{interrupt, wait_for_lines};
use serde_json::Value;

/// A file of random boards of several decks, with names, and its boards as separate texts.
fn boards(count: usize) -> (String, Vec<String>) {
    let mut alone = Vec::new();
    for i in 1..=count {
        let (v, p, n) = [(3, 4, 12), (4, 3, 12), (3, 2, 5), (5, 3, 14), (2, 4, 6)][i % 5];
        let dealt = tercet(&format!("deal -v {v} -p {p} -n {n} --seed {i}")).out;
        let rest = dealt.lines().skip(1).fold(String::new(), |text, line| text + line + "\n");
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
    let (file, alone) = boards(25);
    for question in [
        "find",
        "find --all",
        "find --limit 2",
        "find --count",
        "find --disjoint",
        "find -m cover",
        "pack",
        "pack --partitions",
        "pack -m greedy",
        "explain",
        "hint",
        "hint --stage 1",
        "hint --stage 2 --holding 1",
    ] {
        let line = format!("{question} --format json");
        let many = tercet_reading(&line, &file);
        let threads = if question.starts_with("find") { "--threads 1" } else { "" };
        let mut statuses = Vec::new();
        for ((board, mut object), number) in alone.iter().zip(objects(&many.out)).zip(1..) {
            let id = object.as_object_mut().unwrap().remove("id");
            assert_eq!(id, Some(number.into()));
            let one = tercet_reading(&format!("{line} {threads}"), board);
            if ["find --all", "find --limit 2"].contains(&question) {
                // A list that is printed set by set has no positions.
                object.as_object_mut().unwrap().remove("positions");
            }
            assert_eq!(objects(&one.out), [object], "{question}: {board}");
            statuses.push(one.status);
        }
        assert_eq!(statuses.len(), alone.len(), "{question}: {}", many.err);
        assert_eq!(many.status, *statuses.iter().min().unwrap(), "{question}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let (file, _) = boards(40);
    let file = file.repeat(10);
    for format in ["json", "csv", "text"] {
        let lines = |threads: u32| {
            let line = format!("find --format {format} --threads {threads}");
            let out = tercet_reading(&line, &file).out;
            match format {
                "json" => objects(&out).iter().map(ToString::to_string).collect(),
                // The last line of the text contains a time.
                "text" => out.lines().take(400).map(str::to_owned).collect(),
                _ => out.lines().map(str::to_owned).collect::<Vec<String>>(),
            }
        };
        let one = lines(1);
        assert_eq!(one.len(), 400 + usize::from(format == "csv"));
        for threads in 2..=8 {
            assert!(lines(threads) == one, "{format} {threads}");
        }
    }
}

/// More boards than the queue holds.
#[test]
fn a_long_file_is_answered_to_its_end() {
    let file = tercet("deal --boards 40000 --seed 1 -n 3").out;
    for threads in 1..=3 {
        let ran = tercet_reading(&format!("find --format csv --threads {threads}"), &file);
        assert_eq!((ran.out.lines().count(), ran.err.as_str()), (40_001, ""));
    }
}

#[test]
fn a_wrong_board_does_not_stop_the_others() {
    let file = "board a\n012 120 201\nboard b\n012 01x\nboard\n012\nboard d\n000 111 222\n";
    let ran = tercet_reading("find --format json", file);
    let objects = objects(&ran.out);
    assert_eq!(objects.len(), 4, "{}", ran.err);
    assert_eq!((ran.status, objects[3]["answer"].as_str()), (2, Some("found")));
    assert_eq!((&objects[1]["schema"], &objects[1]["id"]), (&"tercet.error/1".into(), &2.into()));
    assert_eq!(objects[1]["data"]["board"], "b");
    assert_eq!(
        (&objects[1]["place"]["line"], &objects[1]["place"]["column"]),
        (&4.into(), &5.into())
    );
    assert_eq!(objects[2]["code"], "board-line");
    let said = "2 of 4 boards failed, the first at standard input:4:5: ";
    assert!(ran.err.contains(said) && ran.err.lines().count() == 1, "{}", ran.err);
    let ran = tercet_reading("find --format csv", file);
    let rows: Vec<&str> = ran.out.lines().collect();
    assert_eq!(rows[0], "board,size,answer,count,sets,method,error");
    assert_eq!(rows[1], "a,3,found,1,012 120 201,pairs-bits,");
    assert!(rows[2].starts_with("b,,failed,,,,\"4:5: '01x' is not"), "{}", rows[2]);
    assert_eq!((ran.status, rows.len()), (2, 5));
    // The deck of the file cannot be guessed.
    let ran = tercet_reading("find", "deck 4\nboard a\n01\nboard b\n01\n");
    assert_eq!(ran.status, 2, "{}", ran.out);
    assert!(ran.err.contains("1:1: a deck line is"), "{}", ran.err);
}

#[test]
fn one_board_is_drawn_and_all_can_be_asked_for() {
    let one = "board a\n012 120 201\n";
    assert!(tercet_reading("find", one).out.starts_with("a: 3 cards of (3,3)\n"));
    let all = tercet_reading("find --board all", one).out;
    assert!(all.starts_with("a  3 cards  a set: 012 120 201\n1 board: 1 with a set ("), "{all}");
    let named = "board all\n012 120 201\nboard b\n012\n";
    assert!(tercet_reading("find --board all", named).out.contains("2 boards: 1 with a set, 1 w"));
    assert!(tercet_reading("find --board =all", named).out.starts_with("all: 3 cards"));
    assert_eq!(tercet_reading("find --board b", named).status, 1);
    refused(&tercet_reading("find --board c", named), &["no board is called 'c'"]);
    refused(&tercet_reading("find --board b --skip 1", named), &["leave out --board"]);
    refused(&tercet_reading("export --to dimacs", named), &["it holds 2 boards: choose one"]);
    refused(&tercet_reading("find", ""), &["no cards"]);
}

#[test]
fn a_limit_stops_its_board_alone() {
    let hard = tercet("deal -v 32 -p 4 -n 480 --seed 1").out;
    let file = format!("board a\n{hard}\nboard b\n012 120 201\n");
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
    let none = tercet_reading("find --skip 8", &file);
    refused(&none, &["standard input: it has 7 boards, and 8 are to be skipped"]);
}

#[test]
fn answers_come_while_the_input_goes_on() {
    let mut child = command(["find", "--format", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
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
    fs::write(folder.path("in"), file).unwrap();
}

#[test]
fn killed_at_any_moment_the_file_is_finished_by_the_same_command() {
    let folder = Folder::new();
    long(&folder);
    let line = |format: &str, file: &str| {
        folder.fill(&format!("find -i @in --format {format} -o @{file} --count"))
    };
    for format in ["csv", "json"] {
        let whole = format!("whole.{format}");
        let ended = tercet(&line(format, &whole));
        assert_eq!((ended.status, ended.err.as_str()), (0, ""));
        let name = format!("cut.{format}");
        let (mut random, mut kills) = (7_u64, 0);
        loop {
            let mut child = command(line(format, &name).split(' ')).spawn().unwrap();
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            sleep(Duration::from_millis(20 + (random >> 33) % 100));
            if kills < 20 {
                child.kill().unwrap();
            }
            let status = child.wait().unwrap();
            let path = folder.path(&name);
            // `FILE.run` is removed when the file is complete, a moment before the program ends.
            if path.exists() && !folder.path(&format!("{name}.run")).exists() {
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
        let text = |file: &str| fs::read_to_string(folder.path(file)).unwrap();
        if format == "csv" {
            assert!(text(&name) == text(&whole), "{kills} kills");
        } else {
            assert!(objects(&text(&name)) == objects(&text(&whole)), "{kills} kills");
        }
    }
    let mut files = folder.files();
    files.retain(|file| Path::new(file).extension().is_some_and(|end| end == "run"));
    assert_eq!(files, [""; 0]);
}

#[test]
fn a_file_of_other_answers_is_refused() {
    let folder = Folder::new();
    let (file, _) = boards(3);
    fs::write(folder.path("in"), file).unwrap();
    assert_eq!(folder.tercet("find -i @in --format csv -o @out").status, 0);
    let there = fs::read(folder.path("out")).unwrap();
    refused(&folder.tercet("find -i @in --format csv -o @out"), &["/out: the file exists"]);
    fs::write(folder.path("out.run"), "{}").unwrap();
    refused(&folder.tercet("find -i @in --format csv -o @out"), &["answers of another run"]);
    assert_eq!(fs::read(folder.path("out")).unwrap(), there);
    fs::write(folder.path("new.run"), "a program").unwrap();
    refused(
        &folder.tercet("find -i @in --format csv -o @new"),
        &["/new.run", "does not belong to a run"],
    );
    assert_eq!(fs::read(folder.path("new.run")).unwrap(), b"a program");
    refused(&folder.tercet("find -i @in --skip 9 --format csv -o @fresh"), &["it has 3 boards"]);
    assert!(!folder.path("fresh").exists() && !folder.path("fresh.run").exists());
    refused(&folder.tercet("find -i @in -o @text"), &["add --format json or csv"]);
    refused(&folder.tercet("find -i @in --format csv -o @in"), &["/in: this file is read"]);
    refused(&folder.tercet("find -i @in --format csv -o -"), &["leave it out"]);
    assert!(!folder.path("text").exists());
}

#[test]
fn only_the_same_boards_are_gone_on_with() {
    let folder = Folder::new();
    let hard = tercet("deal -v 32 -p 4 -n 480 --seed 1").out;
    let file = format!("board a\n012 120 201\nboard b\n{hard}");
    fs::write(folder.path("in"), &file).unwrap();
    fs::write(folder.path("other"), &file).unwrap();
    fs::create_dir(folder.path("proofs")).unwrap();
    fs::create_dir(folder.path("more")).unwrap();
    // Kills a run after the first board.
    let begin = |line: &str| {
        let mut child = command(folder.fill(line).split(' ')).spawn().unwrap();
        let lines =
            || fs::read_to_string(folder.path("out")).map_or(0, |text| text.lines().count());
        while lines() < 2 && child.try_wait().unwrap().is_none() {
            sleep(Duration::from_millis(5));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    };
    for (line, other) in [
        ("find -i @in", "find -i @in -v 4"),
        ("find -i @in", "find -i @in -p 3"),
        ("find -i @in", "find -i @other"),
        ("find -i @in --proof @proofs", "find -i @in --proof @more"),
    ] {
        let output = "--format csv -o @out";
        begin(&format!("{line} {output}"));
        let there = fs::read(folder.path("out")).unwrap();
        refused(&folder.tercet(&format!("{other} {output}")), &["answers of another run"]);
        assert_eq!(fs::read(folder.path("out")).unwrap(), there);
        fs::remove_file(folder.path("out")).unwrap();
    }
}

/// A line that was lost or added is detected anywhere.
#[test]
fn a_run_is_resumed_only_with_all_of_its_lines() {
    let folder = Folder::new();
    let hard = tercet("deal -v 32 -p 4 -n 480 --seed 1").out;
    let easy = ["a", "b,1", "", "d"].map(|name| format!("board {name}\n012 120 201\n"));
    fs::write(folder.path("in"), format!("{}board hard\n{hard}", easy.concat())).unwrap();
    let (out, run) = (folder.path("out"), folder.path("out.run"));
    for options in ["json", "csv", "json --skip 1", "csv --skip 1"] {
        let line = folder.fill(&format!("find -i @in -o @out --format {options}"));
        let heading = usize::from(options.starts_with("csv"));
        let last = heading + if options.ends_with('1') { 3 } else { 4 };
        // Kills the run at the hard board.
        let mut child = command(line.split(' ')).spawn().unwrap();
        let there = || fs::read_to_string(&out).unwrap_or_default();
        while there().lines().count() < last && child.try_wait().unwrap().is_none() {
            sleep(Duration::from_millis(5));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let whole = there();
        let lines: Vec<&str> = whole.lines().collect();
        assert_eq!(lines.len(), last, "{options}");
        for removed in heading..last - 1 {
            let mut rest = lines.clone();
            rest.remove(removed);
            let rest = rest.join("\n") + "\n";
            fs::write(&out, &rest).unwrap();
            let place = format!("out:{}: this is the line of board ", removed + 1);
            refused(&tercet(&line), &[&place, "restore the lines"]);
            assert_eq!(there(), rest);
        }
        fs::write(&out, whole.clone() + lines[last - 1] + "\n").unwrap();
        let next = if heading == 1 { "not hard:" } else { "not 5:" };
        refused(&tercet(&line), &["this is the line of board ", next]);
        fs::remove_file(&out).unwrap();
        fs::remove_file(&run).unwrap();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_and_a_closed_pipe() {
    let folder = Folder::new();
    long(&folder);
    let find = folder.fill("find --format json -i @in");
    let full = File::create("/dev/full").unwrap();
    let output = command(find.split(' ')).stdout(full).output().unwrap();
    let said = ran(&output);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("standard output: cannot write to it"), "{}", said.err);
    refused(&folder.tercet("find -i @in --format csv -o /dev/full"), &["not a file on a disk"]);
    // The reader takes one line and closes the pipe.
    let mut child = command(find.split(' ')).stdout(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut String::new()).unwrap();
    drop(out);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_between_boards_and_says_how_to_go_on() {
    let folder = Folder::new();
    let (easy, hard) = ("board a\n012 120 201\n", tercet("deal -v 32 -p 4 -n 480 --seed 1").out);
    fs::write(folder.path("in"), format!("{easy}board b\n{hard}board c\n012\n")).unwrap();
    for (output, remedy) in
        [("", "go on with --skip 1"), (" -o @out", "rerun the command to resume")]
    {
        let line = folder.fill(&format!("find --format json -i @in --threads 2{output}"));
        let mut child =
            command(line.split(' ')).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut first = String::new();
        if output.is_empty() {
            let mut out = BufReader::new(child.stdout.as_mut().unwrap());
            out.read_line(&mut first).unwrap();
        } else {
            wait_for_lines(&folder.path("out"), 1, &mut child);
        }
        interrupt(&child);
        let said = ran(&child.wait_with_output().unwrap());
        assert_eq!(said.status, 3, "{}", said.err);
        assert!(said.err.contains("stopped: interrupted after 1 board: "), "{}", said.err);
        assert!(said.err.contains(remedy), "{}", said.err);
        let written = fs::read_to_string(folder.path("out")).unwrap_or_default();
        assert_eq!(objects(&(first + &said.out + &written)).len(), 1);
    }
}

#[test]
fn each_board_without_a_set_has_its_proof() {
    let folder = Folder::new();
    let mut file = String::new();
    for (name, deal) in [
        ("none", "-v 10 -p 4 -n 90 --seed 1"),
        ("some", "-v 10 -p 4 -n 125 --seed 1"),
        ("../odd", "-v 5 -p 3 -n 10 --seed 1"),
        ("none", "-v 10 -p 4 -n 90 --seed 3"),
    ] {
        write!(file, "board {name}\n{}", tercet(&format!("deal {deal}")).out).unwrap();
    }
    fs::write(folder.path("in"), &file).unwrap();
    refused(&folder.tercet("find -i @in --proof @proofs"), &["/proofs: there is no such folder"]);
    fs::create_dir(folder.path("proofs")).unwrap();
    let found = folder.tercet("find -i @in --proof @proofs --format json");
    let answers: Vec<_> = objects(&found.out).iter().map(|it| it["answer"].clone()).collect();
    assert_eq!(answers, ["none", "found", "none", "none"]);
    let mut names: Vec<_> = fs::read_dir(folder.path("proofs"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["1-none.proof", "3.proof", "4-none.proof"]);
    let checked = folder.tercet("verify --proof @proofs -i @in --format csv");
    let rows: Vec<&str> = checked.out.lines().collect();
    assert!(rows[1].starts_with("none,90,yes,") && rows[3].starts_with("../odd,10,yes,"));
    assert_eq!(rows[2], "some,125,no,,there is no file 2-some.proof,");
    assert_eq!(checked.status, 1, "{}", checked.err);
}

#[test]
fn many_deals_are_those_of_consecutive_seeds() {
    for deck in ["", "-v 4 -p 3 ", "-v 64 -p 2 -n 9 ", "-n 1 ", "-v 40 -p 3 --planted -n 50 "] {
        let many = tercet(&format!("deal {deck}--boards 30 --seed 7"));
        assert_eq!((many.status, many.err.as_str()), (0, ""));
        let pieces: Vec<&str> = many.out.split("board ").collect();
        // The comment above says "boards", too.
        let pieces = &pieces[pieces.len() - 30..];
        for (piece, i) in pieces.iter().zip(0..) {
            let one = tercet(&format!("deal {deck}--seed {}", 7 + i)).out;
            let cards = |text: &str, skip| -> Vec<String> {
                text.lines().skip(skip).map(str::to_owned).collect()
            };
            assert_eq!(piece.lines().next(), Some((i + 1).to_string().as_str()));
            assert_eq!(cards(piece, 1), cards(&one, 2), "{deck}");
        }
    }
    refused(&tercet("deal --boards 0"), &["--boards"]);
    refused(&tercet("deal -n 82 --boards 2"), &["82"]);
}
