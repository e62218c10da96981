//! Every console example of the README prints what the README shows, times aside.

#![cfg(unix)]

mod common;

use std::path::Path;
use std::process::Command;

use common::root;

/// A line that stands for any number of lines.
const ELISION: &str = "…";

#[test]
fn the_readme_shows_what_happens() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    // The commands are run one after the other in one folder, as a reader would, where the files
    // that they write can lie.
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(root().join("boards"), folder.path().join("boards")).unwrap();
    let mut examples = 0;
    for block in readme.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for example in block.strip_prefix("$ ").expect("a block begins with $").split("\n$ ") {
            let (command, expected) = example.split_once('\n').unwrap_or((example, ""));
            // The two commands of the beginning: one is this test, the other is tercet alone.
            let command = command.strip_prefix("cargo run --release").map_or(command, |rest| {
                assert_eq!(rest, "");
                "tercet"
            });
            if command.starts_with("tercet") {
                check(command, expected, folder.path());
                examples += 1;
            }
        }
    }
    assert!(examples >= 10, "{examples} examples");
}

fn check(command: &str, expected: &str, folder: &Path) {
    let programs = Path::new(env!("CARGO_BIN_EXE_tercet")).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", programs.display()))
        .output()
        .unwrap();
    let printed = [output.stdout, output.stderr].concat();
    let printed = timeless(&String::from_utf8(printed).unwrap());
    let expected = timeless(expected);
    let mut rest = printed.trim_end();
    for (i, part) in expected.trim_end().split(ELISION).enumerate() {
        let part = part.trim_matches('\n');
        let at =
            rest.find(part).unwrap_or_else(|| panic!("$ {command}\n{printed}\nlacks:\n{part}"));
        assert!(i > 0 || at == 0, "$ {command}\n{printed}\nbegins otherwise than:\n{part}");
        rest = &rest[at + part.len()..];
    }
    assert!(
        rest.trim().is_empty() || expected.trim_end().ends_with(ELISION),
        "$ {command}\n{rest}"
    );
}

/// The text with every time (a number, then µs, ms or s) made the same.
fn timeless(text: &str) -> String {
    let mut words: Vec<&str> = text.split(' ').collect();
    for i in 1..words.len() {
        let unit = words[i].split(')').next().unwrap_or_default();
        if ["µs", "ms", "s"].contains(&unit) && words[i - 1].parse::<f64>().is_ok() {
            words[i - 1] = "T";
            words[i] = words[i].strip_prefix(unit).unwrap_or_default();
        }
    }
    words.join(" ")
}
