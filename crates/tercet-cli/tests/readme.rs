//! Every console example of the README prints what the README shows, times aside.

#![cfg(unix)]

mod common;

use std::path::Path;

use common::root;
use common::transcript::{folder, shell, timeless};

/// A line that stands for any number of lines.
const ELISION: &str = "…";

#[test]
fn the_readme_shows_what_happens() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    // The commands are run one after the other in one folder, as a reader would, where the files
    // that they write can lie.
    let folder = folder();
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
    let output = shell(command, folder).output().unwrap();
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
