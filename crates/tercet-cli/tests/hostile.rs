//! Careless and hostile uses: readers that leave, flags of earlier versions, endless lists.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

#[cfg(unix)]
use crate::common::interrupt;
use crate::common::{self, command, refused, tercet, tercet_reading};

/// The status of a command whose standard output is closed before it prints.
fn status_unread(line: &str, input: &str) -> Option<i32> {
    let mut child = command(line.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait().unwrap().code()
}

#[test]
fn the_status_tells_the_answer_whoever_reads() {
    let hard = tercet("deal -v 40 -p 4 -n 650 --seed 1").out;
    for format in ["text", "json", "csv"] {
        for (question, input, status) in [
            ("find", "0000 0001 0002", 0),
            ("find", "0000 0001", 1),
            ("find --all", "0000 0001", 1),
            ("find --count", "0000 0001", 1),
            ("explain", "0000 0001", 1),
            ("show", "0000 0001", 0),
            ("pack", "0000 0001", 1),
            ("find --timeout 50ms -m cover", &*hard, 3),
        ] {
            let line = format!("{question} --format {format} -");
            assert_eq!(status_unread(&line, input), Some(status), "{line}");
        }
    }
    assert_eq!(status_unread("ask", "{\"ask\":\"methods\"}\n"), Some(0));
    assert_eq!(status_unread("ask", "nonsense\n"), Some(1));
}

/// A time limit covers the wait for input that never comes.
#[test]
fn a_mute_pipe_is_read_within_the_limit() {
    for question in [
        "find -",
        "hint -",
        "pack -",
        "quiz --seed 1 -n 3",
        "verify -",
        "caps verify -",
        "caps extend -v 3 -p 2",
        "reduce matching -",
    ] {
        let line = format!("{question} --timeout 100ms");
        let mut child = command(line.split_whitespace())
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let pipe = child.stdin.take();
        let ended = child.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(3), "{line}");
        let said = String::from_utf8(ended.stderr).unwrap();
        assert!(said.contains("the time limit was reached"), "{line}: {said}");
        drop(pipe);
    }
}

/// One Ctrl-C ends a command that waits for input or skips an endless line.
#[test]
#[cfg(unix)]
fn one_interrupt_ends_the_wait_for_input() {
    for (line, begin) in
        [("ask", ""), ("quiz", ""), ("verify -", ""), ("ask", "{\"ask\":\"methods\"}\n")]
    {
        let mut child = command(line.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut pipe = child.stdin.take().unwrap();
        pipe.write_all(begin.as_bytes()).unwrap();
        interrupt(&child);
        assert_eq!(child.wait().unwrap().code(), Some(3), "{line}");
    }
    let endless = std::fs::File::open("/dev/zero").unwrap();
    let mut child = command(["ask"]).stdin(endless).stdout(Stdio::piped()).spawn().unwrap();
    let mut said = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut said).unwrap();
    assert!(said.contains("longer than"), "{said}");
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(3));
}

#[test]
fn plain_numbers_are_seconds_and_short_units_are_known() {
    for flags in ["--timeout 5", "--timeout 0.5", "--memory 1.5GB", "--memory 900k"] {
        assert_eq!(tercet(&format!("find {flags} 0000 0001 0002")).status, 0, "{flags}");
    }
}

#[test]
fn counts_are_understood_with_their_letters() {
    let cards = |line: &str| {
        let answer: serde_json::Value = serde_json::from_str(&tercet(line).out).unwrap();
        answer["size"].clone()
    };
    assert_eq!(cards("deal -p 9 -n 1.5k --format json"), 1500);
    for line in [
        "find --limit 1k 0000 0001 0002",
        "deal -p 2 --trials 1k",
        "play --goal 0.002k --seed 1",
        "odds -v 10 -p 2 -n 20 --samples 0.1k",
        "race -v 2 -p 2 -n 3 --boards 0.001k --methods brute",
        "reduce generate --edges 0.02k",
        "simulate --games 0.1k --seed 1",
    ] {
        assert_eq!(tercet(line).status, 0, "{line}: {}", tercet(line).err);
    }
    for line in ["deal --seed x", "play --goal x", "verify --effort x -", "odds --samples x"] {
        refused(&tercet(line), &["it takes a whole number, such as 12, 250k or 1.5M"]);
    }
}

#[test]
#[cfg(unix)]
fn no_line_is_wider_than_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("game.jsonl").display().to_string();
    assert_eq!(tercet(&format!("play --seed 5 --log {game}")).status, 0);
    for columns in [60, 80] {
        for line in [
            "",
            "deal --seed 1",
            "deal --trials 100 --seed 1",
            "find --all -i boards/photographed.txt --board table-02",
            "hint --stage 2 2RhO 1GsD 3PsS 2GhO 2PhO",
            "explain 1RsO 1RhD 2GoS",
            "show -i boards/photographed.txt --board table-02",
            "quiz --seed 1",
            "pack -i boards/photographed.txt --board table-02",
            "methods",
            "odds",
            &format!("verify {game}"),
            &format!("verify --effort 10 {game}"),
        ] {
            let printed = common::in_terminal(columns, line);
            assert!(!printed.is_empty(), "{line}");
            // The name of a file is not broken.
            for row in printed.lines().filter(|row| !row.starts_with(&game)) {
                assert!(row.chars().count() <= columns.into(), "{line} in {columns}: {row}");
            }
        }
    }
}

/// A list that is printed during the search has its fields in the order of other answers.
#[test]
fn a_streamed_answer_keeps_the_order_of_its_fields() {
    let ran = tercet("find --all --format json 0000 0001 0002");
    let fields = ["schema", "sets", "deck", "size", "method", "answer", "count", "seconds"];
    let places = fields.map(|field| ran.out.find(&format!("\"{field}\":")).expect(field));
    assert!(places.is_sorted(), "{}", ran.out);
}

/// A list of 64 million sets begins at once, in order, and stays within its memory limit.
#[test]
#[cfg(target_os = "linux")]
fn a_list_without_end_streams() {
    let board = tercet("deal -p 9 -n 19683 --seed 1").out;
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), board).unwrap();
    for format in ["csv", "json", "text"] {
        let path = file.path().display();
        let line = format!("find --all --memory 100MB --format {format} -i {path}");
        let mut child = command(line.split_whitespace()).stdout(Stdio::piped()).spawn().unwrap();
        let mut reader = BufReader::new(child.stdout.take().unwrap());
        let mut piece = vec![0; 1 << 20];
        std::io::Read::read_exact(&mut reader, &mut piece).unwrap();
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(kilobytes < 150_000, "{format}: {kilobytes} kB");
        drop(reader);
        assert_eq!(child.wait().unwrap().code(), Some(0), "{format}");
    }
}

/// A memory limit changes only the time of a list.
#[test]
fn little_memory_lists_the_same() {
    let board = tercet("deal -v 4 -p 3 -n 60 --seed 1").out;
    let list = |memory: &str| {
        let line = format!("find --all -m cover --format csv --memory {memory}");
        tercet_reading(&line, &board).out
    };
    let all = list("1GB");
    assert!(all.lines().count() > 100, "{all}");
    assert_eq!(list("2kB"), all);
}

#[test]
fn requests_are_answered_line_by_line() {
    let input = "{\"ask\":\"find\",\"board\":\"00 01 02\",\"id\":\"a\"}\nnonsense\n\n{\"ask\":\"methods\"}\n";
    let ran = tercet_reading("ask", input);
    assert_eq!(ran.status, 1, "{}", ran.err);
    let lines: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!((&lines[0]["id"], &lines[0]["answer"]), (&"a".into(), &"found".into()));
    assert_eq!(
        (&lines[1]["schema"], &lines[1]["code"]),
        (&"tercet.error/1".into(), &"request".into())
    );
    assert_eq!(lines[2]["schema"], "tercet.methods/1");
    assert_eq!(tercet_reading("ask", "").status, 0);
    // A byte order mark is accepted only at the beginning of a text.
    let marked =
        tercet_reading("ask", "\u{feff}{\"ask\":\"methods\"}\n\u{feff}{\"ask\":\"methods\"}\n");
    let lines: Vec<&str> = marked.out.lines().collect();
    assert_eq!((marked.status, lines.len()), (1, 2), "{}", marked.err);
    assert!(lines[0].starts_with("{\"schema\":\"tercet.methods/1\""), "{}", lines[0]);
    assert!(lines[1].starts_with("{\"schema\":\"tercet.error/1\""), "{}", lines[1]);
    assert_eq!(tercet_reading("ask", "\u{feff}").status, 0);
    let mut child = command(["ask"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut pipe = child.stdin.take().unwrap();
    // Each answer is printed before the next request is read.
    for _ in 0..2 {
        pipe.write_all(b"{\"ask\":\"count\",\"board\":\"00 01 02\"}\n").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert!(line.contains("\"count\":\"1\""), "{line}");
    }
    drop(pipe);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
