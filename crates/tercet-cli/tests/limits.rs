//! Limits of time and memory, Ctrl-C, readers that leave, and input that never comes.

#[cfg(target_os = "linux")]
use std::io::Read;
use std::io::{BufRead, BufReader, Write};
#[cfg(target_os = "linux")]
use std::process::Child;
#[cfg(unix)]
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::common::Folder;
#[cfg(unix)]
use crate::common::{command, interrupt, start};
use crate::common::{end, start_reading, tercet, tercet_reading, tercet_within};
#[cfg(unix)]
use serde_json::{Value, json};
#[cfg(target_os = "linux")]
use tercet_testkit::wait::wait_until;

/// A board whose search takes hours, so that only a limit ends it.
const HARD: &str = "deal -v 40 -p 4 -n 650 --seed 1";

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
        std::thread::sleep(Duration::from_millis(300));
        let input: &[u8] =
            if question.ends_with('-') { b"matching 2 1\n0 0\n" } else { b"00 01 02" };
        late.stdin.take().unwrap().write_all(input).unwrap();
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

/// A time limit ends work that takes hours, and what prepares it.
#[test]
fn every_command_keeps_its_time_limit() {
    /// Far more than any of these takes on a busy machine, and far less than it takes without a limit.
    const MOST: Duration = Duration::from_secs(25);
    let folder = Folder::new();
    for (name, deal) in [
        ("hard", HARD),
        ("many", "deal -p 9 -n 19683 --seed 1"),
        ("some", "deal -v 4 -p 9 -n 3000 --seed 1"),
    ] {
        folder.write(name, tercet(deal).out);
    }
    for (line, said) in [
        ("find -i @hard", "stopped"),
        ("find -i @hard --all", "stopped"),
        ("find -i @hard --count", "stopped"),
        ("find -i @hard --proof @proof", "stopped"),
        ("find -i @hard --part 1/2 -o @part", "stopped"),
        ("hint -i @hard", "stopped"),
        ("pack -i @some", "stopped"),
        ("pack -i @some -m ip", "stopped"),
        ("pack -i @many --fewest", "stopped"),
        ("pack -i @many --partitions", "stopped"),
        ("nim -i @some", "stopped"),
        ("deal -v 9 -p 9 -n 10M", "stopped"),
        ("deal -v 9 -p 9 -n 10M --planted", "stopped"),
        ("deal -v 6 -p 4 -n 200 --sets 0", "stopped"),
        ("deal --samples 1G", "stopped"),
        ("sheet -v 4 -p 4 -n 100 --sets 1 -o @sheet.pdf", "stopped"),
        ("odds -p 6", "stopped"),
        ("odds --distribution sets -p 5 -n 20 --part 1/2 -o @odds", "stopped"),
        ("caps max -p 7", "has 236 to 288 cards"),
        ("caps sizes -p 5 --list", "stopped"),
        // The preparation alone takes half a minute.
        ("caps sizes -p 5 --list --complete --at-least 41 --checkpoint @caps", "before an answer"),
        ("estimate caps sizes -p 5 --list --complete --at-least 41", "before an answer"),
        ("game -v 30 -p 4 --seed 1", "stopped"),
        ("simulate --games 1G", "stopped"),
        ("simulate --games 1G --checkpoint @games", "stopped"),
        ("reduce generate --elements 250 --edges 9000000", "stopped"),
    ] {
        let begin = Instant::now();
        let ran = folder.tercet(&format!("{line} --timeout 50ms"));
        assert!(begin.elapsed() < MOST, "{line}: {:?}", begin.elapsed());
        assert_eq!(ran.status, 3, "{line}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains(said) || ran.err.contains(said), "{line}: {}{}", ran.out, ran.err);
    }
}

/// Every method keeps its memory: up to a fifth and 20 MB more, besides what the command needs.
#[cfg(target_os = "linux")]
#[test]
fn every_method_keeps_its_memory() {
    const MOST: u64 = 20_000 * 6 / 5 + 20_000;
    let folder = Folder::new();
    for (name, deal) in [
        ("thirds", "deal -v 3 -p 16 -n 40000 --seed 1"),
        ("fourths", "deal -v 4 -p 9 -n 3000 --seed 1"),
        ("eighths", "deal -v 8 -p 5 -n 700 --seed 1"),
    ] {
        folder.write(name, tercet(deal).out);
        let board = folder.path(name).display().to_string();
        let idle = peak(&format!("show -i {board} --format json"));
        let methods = tercet("methods --format json").json();
        for method in methods["methods"].as_array().unwrap() {
            let method = method["name"].as_str().unwrap();
            for question in ["", "--all", "--count"] {
                let limits = "--memory 20MB --timeout 250ms";
                let line = format!("find -i {board} -m {method} {question} {limits}");
                let kilobytes = peak(&line);
                assert!(kilobytes < idle + MOST, "{line}: {kilobytes} kB");
            }
        }
    }
}

/// The most memory of a command until its end, in kilobytes.
#[cfg(target_os = "linux")]
fn peak(line: &str) -> u64 {
    let mut command = command(line.split_whitespace());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        peak = peak.max(memory(&child).unwrap_or(0));
        std::thread::sleep(Duration::from_millis(1));
    }
    peak
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
        let ran = crate::common::tercet_under("-v 400000", line);
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
        let ran = crate::common::tercet_under(
            "-v 150000",
            &format!("find --count {arguments} -i {file}"),
        );
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
        let folder = Folder::new();
        let file = folder.write("hard", tercet(HARD).out);
        let solver = format!("z3 -in -smt2 -T:{mark}");
        let mut child = command(["find", "-i", &file, "-m", "smt", "--smt-solver", &solver])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        until(false);
        crate::common::signal(&child, signal);
        assert_eq!(child.wait().unwrap().code(), status);
        until(true);
    }
}
