//! Limits of time and memory, Ctrl-C, readers that leave, and input that never comes.

mod lines;

use std::io::{BufRead, BufReader, Write};
#[cfg(target_os = "linux")]
use std::io::{Read, Seek};
#[cfg(target_os = "linux")]
use std::process::{Child, Output, Stdio};
use std::time::Duration;

use crate::common::{Folder, end, start_reading, tercet, tercet_reading, tercet_within};
#[cfg(target_os = "linux")]
use crate::common::{Ran, command, ran};
#[cfg(unix)]
use crate::common::{interrupt, start, tercet_under};
use lines::HARD;
#[cfg(unix)]
use serde_json::{Value, json};
#[cfg(target_os = "linux")]
use tercet_testkit::processes::{mark, marked};
#[cfg(unix)]
use tercet_testkit::wait::HANG;
#[cfg(target_os = "linux")]
use tercet_testkit::wait::{wait_for, wait_until};
#[cfg(unix)]
use tercet_testkit::{not_tested, tries_everything};

/// The status of a command whose standard output is closed before it prints.
fn status_unread(line: &str, input: &str) -> Option<i32> {
    let mut child = start_reading(line);
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait().unwrap().code()
}

#[test]
fn the_status_tells_the_answer_to_any_reader() {
    let hard = tercet(HARD).out;
    for format in ["text", "json", "csv"] {
        for (question, input, status) in [
            ("find", "0000 0001 0002", 0),
            ("find", "0000 0001", 1),
            ("find --all", "0000 0001", 1),
            ("find --count", "0000 0001", 1),
            ("explain", "0000 0001", 1),
            ("show", "0000 0001", 0),
            ("pack", "0000 0001", 1),
            ("pack --fewest", "0000 0001", 1),
            ("nim", "0000 0001", 1),
            ("find --timeout 50ms -m cover", &*hard, 3),
        ] {
            let line = format!("{question} --format {format} -");
            assert_eq!(status_unread(&line, input), Some(status), "{line}");
        }
    }
    assert_eq!(status_unread("ask", "{\"ask\":\"methods\"}\n"), Some(0));
    assert_eq!(status_unread("ask", "nonsense\n"), Some(1));
    assert_eq!(status_unread("game --seed 1 --output -", ""), Some(0));
}

/// The time is granted once: what the input took is missing to the search.
#[test]
fn late_input_leaves_less_time() {
    for question in ["find", "pack", "reduce matching -"] {
        let mut late = start_reading(&format!("{question} --timeout 200ms"));
        let mut pipe = late.stdin.take().unwrap();
        // More than a pipe holds: its time has begun when it has read this. On a busy machine it may end amid it.
        let _ = pipe.write_all("\n".repeat(1 << 18).as_bytes());
        std::thread::sleep(Duration::from_millis(300));
        let input: &[u8] =
            if question.ends_with('-') { b"matching 2 1\n0 0\n" } else { b"00 01 02" };
        let _ = pipe.write_all(input);
        drop(pipe);
        assert_eq!(late.wait().unwrap().code(), Some(3), "{question}");
    }
}

/// A time limit covers the wait for input that never comes.
#[test]
fn a_mute_pipe_is_read_within_the_limit() {
    for question in [
        "find -",
        "hint -",
        "pack -",
        "play --seed 1",
        "verify -",
        "caps verify -",
        "caps extend -v 3 -p 2",
        "reduce matching -",
    ] {
        let mut child = start_reading(&format!("{question} --timeout 100ms"));
        let pipe = child.stdin.take();
        let ran = end(child);
        assert_eq!(ran.status, 3, "{question}");
        assert!(ran.err.contains("the time limit was reached"), "{question}: {}", ran.err);
        drop(pipe);
    }
}

/// Only blank input stands for a board without cards.
#[test]
fn a_text_that_names_no_cards_is_not_an_empty_board() {
    for (input, status) in
        [("", 0), (" \n", 0), ("# a note\n", 2), ("board a\n\nboard b\n00 01\n", 2)]
    {
        let mut child = start_reading("caps extend -v 3 -p 2");
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let ran = end(child);
        assert_eq!(ran.status, status, "{input:?}: {}{}", ran.out, ran.err);
    }
}

/// A time limit ends work that takes longer, and what reads and prepares it.
#[cfg(unix)]
#[test]
fn every_command_keeps_its_time_limit() {
    let folder = lines::folder();
    for command in commands_with("--timeout") {
        // The tables of caps are known, and each question of a race has its own limit.
        let has_line = ["caps show", "race"].contains(&&*command)
            || lines::LINES.iter().any(|(line, _)| line.starts_with(&command));
        assert!(has_line, "{command}");
    }
    for (line, said) in lines::LINES {
        keeps_its_time(&folder.fill(line), said);
    }
}

#[cfg(unix)]
#[test]
fn every_method_keeps_its_time_limit() {
    let folder = lines::boards();
    for method in tercet("methods --format json").json()["methods"].as_array().unwrap() {
        let name = method["name"].as_str().unwrap();
        let (board, questions) = match method["decks"].as_str().unwrap() {
            // The whole of its list would take 3 GB.
            _ if name == "halves-listed" => ("twelfths", &["--all", "--count"][..]),
            _ if name == "spectrum" => ("thirds", &["--count"][..]),
            // A set is found at once.
            "v = 3" => ("thirds", &["--all", "--count"][..]),
            "v = 4" => ("fourths", &["--all", "--count"][..]),
            _ => ("hard", &["", "--all", "--count"][..]),
        };
        for question in questions {
            let line = folder.fill(&format!("find -i @{board} -m {name} {question}"));
            if folder.tercet(&format!("{line} --timeout 0")).err.contains("needs an SMT") {
                not_tested(&format!("limits of {name}: there is no SMT solver"));
                continue;
            }
            keeps_its_time(&line, "the time limit was reached");
        }
    }
}

/// Every method keeps its memory of 20 MB, as far as it gets within a moment. Each question is asked about another board,
/// and each about all of them under `./test --all`.
#[cfg(target_os = "linux")]
#[test]
fn every_method_keeps_its_memory() {
    let folder = lines::boards();
    for (i, name) in ["thirds", "fourths", "eighths"].into_iter().enumerate() {
        let board = folder.path(name).display().to_string();
        let idle = measured(&format!("show -i {board} --format json")).peak;
        let methods = tercet("methods --format json").json();
        for method in methods["methods"].as_array().unwrap() {
            let method = method["name"].as_str().unwrap();
            for (j, question) in ["", "--all", "--count"].into_iter().enumerate() {
                if i != j && !tries_everything() {
                    continue;
                }
                let limits = "--memory 20MB --timeout 250ms";
                let line = format!("find -i {board} -m {method} {question} {limits}");
                let Measured { ran, peak, .. } = measured(&line);
                if ran.err.contains("needs an SMT") {
                    not_tested(&format!("limits of {method}: there is no SMT solver"));
                }
                assert!(peak < idle + MOST_KILOBYTES, "{line}: {peak} kB");
            }
        }
    }
}

/// The memory limit ends work that needs more than 20 MB. What needs it late is only tried under `./test --all`.
#[cfg(target_os = "linux")]
#[test]
fn every_command_keeps_its_memory() {
    let folder = lines::boards();
    folder.write("wide", tercet("deal -v 40 -p 20 -n 20000 --seed 1").out);
    folder.write("dense", tercet("deal -p 8 -n 5000 --seed 1").out);
    let edges = tercet("reduce generate -k 3 --elements 100 --edges 5000 --seed 1").out;
    folder.write("edges", edges);
    let rows = [
        ("find -i @thirds -m halves-listed", 3),
        ("find -i @thirds -m halves-listed --all", 3),
        ("find -i @thirds -m halves-listed --count", 3),
        ("find -i @fourths -m pairs-meet --all", 3),
        ("find -i @fourths -m pairs-meet --count", 3),
        ("find -i @hard -m dynamic", 3),
        ("find -i @eighths -m dynamic --all", 3),
        ("find -i @eighths -m dynamic --count", 3),
        ("find -i @wide -m middle", 3),
        ("find -i @wide -m middle --all", 3),
        ("find -i @wide -m middle --count", 3),
        ("find -i @thirds -m spectrum --count", 3),
        ("find -i @thirds -m dancing-links", 3),
        ("find -i @thirds -m dancing-links --all", 3),
        ("find -i @thirds -m dancing-links --count", 3),
        ("find -i @thirds -m sat", 3),
        ("find -i @thirds -m sat --all", 3),
        ("find -i @thirds -m sat --count", 3),
        ("find -i @wide -m cp", 3),
        ("find -i @wide -m cp --all", 3),
        ("find -i @wide -m cp --count", 3),
        ("find -i @fourths -m ip", 3),
        ("find -i @fourths -m ip --all", 3),
        ("find -i @fourths -m ip --count", 3),
        ("find -i @fourths -m ip-resolve", 3),
        ("find -i @fourths -m ip-resolve --all", 3),
        ("find -i @fourths -m ip-resolve --count", 3),
        ("pack -i @dense -m greedy", 3),
        ("pack -i @dense -m ip", 3),
        ("pack -i @dense --fewest", 3),
        ("pack -i @many --partitions", 3),
        ("nim -i @dense", 3),
        ("odds -p 5 --second-round", 3),
        ("odds -p 6 --classes --list", 3),
        ("caps sizes -p 6 --list", 3),
        ("game -v 40 -p 4 --start 650 --seed 1 -m dynamic", 3),
        ("race -i @many --methods sat", 2),
        ("reduce matching @edges -m dynamic", 3),
    ];
    let late = [("odds -p 6 --classes", 3), ("caps sizes -p 6 --list --complete", 3)];
    for command in commands_with("--memory") {
        // A peer waits for questions.
        let has_row = command == "peer" || rows.iter().any(|(line, _)| line.starts_with(&command));
        assert!(has_row, "{command}");
    }
    let idle = measured("methods").peak;
    for &(line, status) in rows.iter().chain(late.iter().filter(|_| tries_everything())) {
        let Measured { ran, peak, .. } = measured(&folder.fill(&format!("{line} --memory 20MB")));
        let said = ran.out + &ran.err;
        assert_eq!(ran.status, status, "{line}: {said}");
        let is_memory = said.contains("the memory limit") || said.contains("fit into --memory 20");
        assert!(is_memory, "{line}: {said}");
        assert!(peak < idle + MOST_KILOBYTES, "{line}: {peak} kB");
    }
    // Where the base counts less.
    let list = measured("caps sizes -p 6 --list --memory 60MB").peak;
    assert!(list < idle + 60_000 * 6 / 5 + 20_000, "{list} kB");
}

/// What a limit of 20 MB allows, besides what the command needs: up to a fifth and 20 MB more.
#[cfg(target_os = "linux")]
const MOST_KILOBYTES: u64 = 20_000 * 6 / 5 + 20_000;

/// The commands that have an option, without `estimate` before them.
fn commands_with(option: &str) -> Vec<String> {
    let script = tercet("completions bash").out;
    let lines: Vec<&str> = script.lines().map(str::trim).collect();
    let command = |pair: &[&str]| {
        let name = pair[0].strip_prefix("tercet__subcmd__")?.strip_suffix(')')?;
        let is_there = pair[1].starts_with("opts=") && pair[1].contains(&format!(" {option} "));
        is_there.then(|| name.replace("__subcmd__", " "))
    };
    let commands: Vec<String> = lines.windows(2).filter_map(command).collect();
    assert!(commands.len() > 5, "{commands:?}");
    commands
}

/// A limit of 50 ms ends this line, which without it would go on for hours, or have another status. How soon it ends is
/// measured by `cargo bench -p tercet-cli --bench lateness`, and of a search by `cargo bench -p tercet-app --bench cancel`.
#[cfg(unix)]
fn keeps_its_time(line: &str, said: &str) {
    let line = format!("{line} --timeout 50ms");
    // What its limit does not end is killed after so many seconds of processor time.
    let ran = tercet_under(&format!("-t {}", HANG.as_secs()), &line);
    assert_eq!(ran.status, 3, "{line}: {}{}", ran.out, ran.err);
    assert!(ran.out.contains(said) || ran.err.contains(said), "{line}: {}{}", ran.out, ran.err);
}

/// A run and its most memory in kilobytes, which Linux tells.
#[cfg(target_os = "linux")]
struct Measured {
    ran: Ran,
    peak: u64,
}

#[cfg(target_os = "linux")]
fn measured(line: &str) -> Measured {
    let mut files = [(); 2].map(|()| tempfile::tempfile().unwrap());
    let [out, err] = files.each_ref().map(|file| file.try_clone().unwrap());
    let mut child = command(line.split_whitespace()).stdout(out).stderr(err).spawn().unwrap();
    let mut peak = 0;
    let ended = || {
        peak = peak.max(memory(&child).unwrap_or(0));
        child.try_wait().unwrap()
    };
    let status = wait_for(ended, || format!("{line} does not end"));
    let [stdout, stderr] = files.each_mut().map(|file| {
        let mut bytes = Vec::new();
        file.rewind().and_then(|()| file.read_to_end(&mut bytes)).unwrap();
        bytes
    });
    Measured { ran: ran(&Output { status, stdout, stderr }), peak }
}

/// The most memory that a program has had, in kilobytes, as long as it runs.
#[cfg(target_os = "linux")]
fn memory(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    peak.trim().trim_end_matches(" kB").parse().ok()
}

/// One Ctrl-C ends a command that waits for input or skips an endless line.
#[test]
#[cfg(unix)]
fn one_interrupt_ends_the_wait_for_input() {
    for (line, begin) in [
        ("ask", ""),
        ("play", "1 2\n"),
        ("verify -", ""),
        ("ask", "{\"ask\":\"methods\"}\n"),
        ("find", "0000 0111"),
        ("show", "0000"),
        ("export --to dimacs", "0000"),
        ("photo -", "\u{89}PNG"),
        ("caps verify -", "0000"),
        ("reduce matching -", "matching 2 1\n"),
        ("merge -", ""),
    ] {
        let mut child = start_reading(line);
        let mut pipe = child.stdin.take().unwrap();
        pipe.write_all(begin.as_bytes()).unwrap();
        interrupt(&child);
        assert_eq!(end(child).status, 3, "{line}");
        drop(pipe);
    }
    let mut child = start_reading("ask");
    let mut pipe = child.stdin.take().unwrap();
    std::thread::spawn(move || while pipe.write_all(&[b'x'; 1 << 12]).is_ok() {});
    let mut said = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut said).unwrap();
    assert!(said.contains("longer than"), "{said}");
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(3));
}

/// An input without an end that is not text ends.
#[test]
#[cfg(unix)]
fn endless_bytes_that_are_no_text_end() {
    for (line, status) in [
        ("find -i /dev/zero", 2),
        ("export --to dimacs -i /dev/zero", 2),
        ("reproduce --experiment /dev/zero", 2),
        ("ask -i /dev/zero", 1),
    ] {
        let ran = tercet_under("-v 400000", line);
        assert_eq!(ran.status, status, "{line}: {}", ran.err);
        let said = ran.out + &ran.err;
        assert!(said.lines().count() == 1 && said.contains("this is not text"), "{line}: {said}");
    }
}

/// Each answer is printed before the next request is read.
#[test]
fn requests_are_answered_one_by_one() {
    let mut child = start_reading("ask");
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut pipe = child.stdin.take().unwrap();
    for _ in 0..2 {
        pipe.write_all(b"{\"ask\":\"count\",\"board\":\"00 01 02\"}\n").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert!(line.contains("\"count\":\"1\""), "{line}");
    }
    drop(pipe);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn huge_games_keep_their_limits() {
    let ran = tercet("game -v 20 -p 20 --start 4194304 --goal 1 --timeout 1ms");
    assert_eq!(ran.status, 3, "{}", ran.out);
    let ran = tercet("game -v 2 -p 14 --start 5000 --pick uniform --goal 1 --memory 100MB");
    assert!(ran.out.contains("stopped: the memory limit was reached"), "{}", ran.out);
}

/// A packing, odds and a cap that are stopped say what was found until then.
#[test]
fn a_limit_stops_with_what_was_found() {
    let board = tercet("deal -v 5 -p 3 -n 80 --seed 0").out;
    for question in ["pack", "pack -m ip"] {
        let ran = tercet_within(question, &board, |ran| {
            assert_eq!(ran.status, 3, "{question}: {}{}", ran.out, ran.err);
            ran.out.contains("stopped: the time limit was reached with 1")
        });
        let last = ran.out.lines().last().unwrap();
        assert!(last.contains(" disjoint sets; there are at most 1"), "{last}");
        tercet_within(&format!("{question} --format json"), &board, |ran| {
            let stopped = ran.json();
            assert_eq!((ran.status, &stopped["answer"]), (3, &"stopped".into()));
            let count: u64 = stopped["count"].as_str().unwrap().parse().unwrap();
            count >= 10 && stopped["bound"].as_u64() < Some(17)
        });
    }
    tercet_within("odds -v 3 -p 6", "", |short| {
        assert_eq!(short.status, 3);
        short.out.contains("\nstopped: exact up to ")
    });
    let seven = tercet_within("caps max -p 7 --seed 1", "", |seven| {
        assert_eq!(seven.status, 3);
        seven.out.starts_with("# the largest cap of (3,7) has 236 to 288 cards\n")
    });
    assert_eq!(tercet_reading("caps verify", &seven.out).status, 0);
}

/// Without a limit the tables would take 180 MB.
#[cfg(target_os = "linux")]
#[test]
fn middle_needs_no_more_than_its_memory() {
    let folder = Folder::new();
    let file = folder.write("board", tercet("deal -v 8 -p 5 -n 700 --seed 1").out);
    for (arguments, status, said) in [
        ("-m middle --memory 60MB", 0, "107277 sets (middle, "),
        // The default is a part of the address space.
        ("-m middle", 0, "107277 sets (middle, "),
        ("-m middle --memory 50KB", 3, "stopped: the memory limit was reached before an answer"),
        ("--threads 1 --memory 60MB", 0, "107277 sets (middle, "),
    ] {
        let ran = tercet_under("-v 150000", &format!("find --count {arguments} -i {file}"));
        assert_eq!((ran.status, &*ran.err), (status, ""), "{arguments}");
        assert!(ran.out.contains(said), "{arguments}: {}", ran.out);
    }
}

/// A list of 64 million sets begins at once, in order, and stays within its memory limit.
#[test]
#[cfg(target_os = "linux")]
fn a_list_without_end_streams() {
    let folder = Folder::new();
    folder.write("board", tercet("deal -p 9 -n 19683 --seed 1").out);
    for format in ["csv", "json", "text"] {
        let line = format!("find --all --memory 100MB --format {format} -i @board");
        let mut child = folder.start(&line);
        let mut reader = child.stdout.take().unwrap();
        reader.read_exact(&mut vec![0; 1 << 20]).unwrap();
        let kilobytes = memory(&child).unwrap();
        assert!(kilobytes < 150_000, "{format}: {kilobytes} kB");
        drop(reader);
        assert_eq!(child.wait().unwrap().code(), Some(0), "{format}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_with_status_3() {
    let folder = Folder::new();
    folder.write("hard", tercet(HARD).out);
    // The end of its time is no stop of a search for large caps, but Ctrl-C is.
    for (line, says) in [
        ("find -i @hard", "stopped: interrupted"),
        ("deal -v 6 -p 4 -n 200 --sets 0", "stopped: interrupted before an answer\n"),
        ("deal -v 9 -p 9 -n 10M", "stopped: interrupted before an answer\n"),
        ("deal -v 9 -p 9 -n 10M --planted", "stopped: interrupted before an answer\n"),
        ("caps extend -v 3 -p 6 --by best --timeout 1h", "stopped: interrupted"),
        ("caps extend -v 3 -p 6 --by best --timeout 1h --format csv", "stopped: interrupted"),
    ] {
        let child = folder.start(line);
        interrupt(&child);
        let ran = end(child);
        assert_eq!(ran.status, 3, "{line}: {}", ran.err);
        assert!(format!("{}{}", ran.out, ran.err).contains(says), "{line}: {}{}", ran.out, ran.err);
    }
    let child = start("caps extend -v 3 -p 6 --by best --timeout 1h --format json");
    interrupt(&child);
    let answer = end(child).json();
    let reason = &answer["reason"]["code"];
    assert_eq!((&answer["answer"], reason), (&json!("stopped"), &json!("interrupted")));
    assert_ne!(answer["cards"], Value::Array(Vec::new()));
}

/// Neither Ctrl-C nor a kill leaves a running solver behind.
#[cfg(target_os = "linux")]
#[test]
fn no_solver_outlives_tercet() {
    let mark = mark();
    for (signal, status) in [("-INT", Some(3)), ("-KILL", None)] {
        let until = |solvers: usize| {
            wait_until(|| marked(&mark) == solvers, || format!("{signal}: not {solvers} solvers"));
        };
        let folder = Folder::new();
        let file = folder.write("hard", tercet(HARD).out);
        let solver = format!("z3 -in -smt2 -T:{mark}");
        let mut child = command(["find", "-i", &file, "-m", "smt", "--smt-solver", &solver])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        until(1);
        crate::common::signal(&child, signal);
        assert_eq!(child.wait().unwrap().code(), status);
        until(0);
    }
}
