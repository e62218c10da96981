//! Boards as files for solvers, and their solutions.

use crate::common::{self, refused, tercet, tercet_reading};
use serde_json::{Value, json};

const BOARD: &str = "01 12 20 11";

fn object(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn import(form: &str, options: &str, solution: &str) -> common::Ran {
    let line = format!("import-solution --from {form} --solution - {options} {BOARD}");
    tercet_reading(&line, solution)
}

#[test]
fn an_export_goes_to_a_file_or_to_standard_output() {
    let printed = tercet(&format!("export --to dimacs {BOARD}"));
    assert_eq!((printed.status, &*printed.err), (0, ""));
    assert!(printed.out.starts_with("c dimacs, by tercet export: 4 cards of (3,2)\n"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.cnf");
    let line = format!("export --to dimacs -o {} {BOARD}", file.display());
    let written = tercet(&line);
    assert_eq!((written.status, &*written.out, &*written.err), (0, "", ""));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), printed.out);
    refused(&tercet(&line), &["board.cnf: the file exists", "name another"]);
    let names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(names.len(), 1);
    let dash = tercet(&format!("export --to dimacs -o - {BOARD}"));
    assert_eq!((dash.status, dash.out), (0, printed.out));
    refused(
        &tercet(&format!("export --to dlx -o boards {BOARD}")),
        &["boards: this is a directory"],
    );
    let table = tercet("export --to dlx -i boards/photographed.txt --board table-02");
    assert!(table.out.starts_with("| dlx, by tercet export: 12 cards of (3,4)\n"));
    assert_eq!(tercet_reading("export --to dlx -", BOARD).status, 0);
}

/// An export overwrites no existing file, and leaves no temporary files behind.
#[cfg(unix)]
#[test]
fn an_export_overwrites_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let export =
        |file: &std::path::Path| tercet(&format!("export --to dlx -o {} {BOARD}", file.display()));
    std::fs::write(path("board.unfinished"), "mine").unwrap();
    assert_eq!(export(&path("board")).status, 0);
    assert_eq!(std::fs::read_to_string(path("board.unfinished")).unwrap(), "mine");
    std::os::unix::fs::symlink("nowhere", path("link")).unwrap();
    refused(&export(&path("link")), &["link: the file exists", "name another"]);
    assert_eq!(std::fs::read_link(path("link")).unwrap(), std::path::Path::new("nowhere"));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[cfg(target_os = "linux")]
#[test]
fn an_export_goes_to_devices() {
    let printed = tercet(&format!("export --to dlx {BOARD}"));
    let device = tercet(&format!("export --to dlx -o /proc/self/fd/1 {BOARD}"));
    assert_eq!((device.status, device.out), (0, printed.out));
    let full = tercet(&format!("export --to dlx -o /dev/full {BOARD}"));
    refused(&full, &["/dev/full: cannot write to it (No space left", "free some space"]);
}

#[test]
fn a_solution_is_shown_as_find_shows_it() {
    let solution = "s SATISFIABLE\nv 1 5 9 10 11 -12 0\n";
    let text = import("dimacs", "", solution);
    assert_eq!((text.status, &*text.err), (0, ""));
    let found = tercet(&format!("find {BOARD}")).out;
    let (found, _) = found.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(text.out, format!("{found}\na set (from dimacs, checked)\n"));
    let csv = import("dimacs", "--format csv", solution);
    assert_eq!(csv.out, tercet(&format!("find --format csv {BOARD}")).out);
    assert_eq!(
        object(&import("dimacs", "--format json", solution).out),
        json!({
            "schema": "tercet.import-solution/1", "deck": {"values": 3, "properties": 2},
            "size": 4, "form": "dimacs", "answer": "found", "checked": true,
            "sets": [["01", "12", "20"]], "positions": [[0, 1, 2]],
        })
    );
}

#[test]
fn who_claims_that_there_is_none_is_said() {
    let none = "s UNSATISFIABLE\n";
    let text = import("dimacs", "", none);
    assert_eq!((text.status, &*text.err), (1, ""));
    assert!(text.out.ends_with("\nno set, according to the solver (from dimacs, not checked)\n"));
    let csv = import("dimacs", "--format csv", none);
    assert_eq!((csv.status, csv.out.lines().count()), (1, 1));
    assert!(csv.err.contains("not checked"));
    let json = object(&import("dimacs", "--format json", none).out);
    assert_eq!((&json["answer"], &json["checked"]), (&json!("none"), &json!(false)));
    let unknown = import("dimacs", "", "s UNKNOWN\n");
    assert_eq!(unknown.status, 3);
    assert!(unknown.out.ends_with("\nstopped: the solver gave no answer (from dimacs)\n"));
}

#[test]
fn solutions_that_are_none() {
    let refuse = |text, parts: &[&str]| refused(&import("dimacs", "", text), parts);
    refuse("", &["standard input: there is no answer"]);
    refuse("s SATISFIABLE\nv 9 10 12 0\n", &["standard input:2: the solver claims that 01 12 11"]);
    refuse("s SATISFIABLE\nv 99 0\n", &["standard input:2: '99'"]);
    refused(&import("dlx", "", "\x1b[1mnonsense\n"), &["standard input:1: '\\u{1b}[1mnonsense'"]);
    let line = "import-solution --from dlx --solution";
    refused(&tercet(&format!("{line} - -")), &["cannot both be standard input"]);
    refused(&tercet(&format!("{line} -")), &["cannot both be standard input"]);
    refused(&tercet(&format!("{line} nowhere {BOARD}")), &["nowhere", "check the path"]);
    refused(&tercet_reading(&format!("{line} - {BOARD}"), b"\xff"), &["UTF-8"]);
    refused(&tercet("export --to dlx --out x 01"), &["--out", "--output"]);
    refused(&tercet(&format!("export --to dlx -o nowhere/x.dlx {BOARD}")), &["no such folder"]);
}
