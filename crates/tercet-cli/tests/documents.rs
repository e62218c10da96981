//! The README and the user's guide: every console example prints the output shown, times aside, and
//! every link has a target.

#![cfg(unix)]

use std::collections::BTreeSet;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use tercet_testkit::{not_tested, tries_everything};

use crate::common::root;
use crate::common::transcript::{folder, shell, timeless};

/// A line that stands for any number of lines.
const ELISION: &str = "…";

/// The beginnings of commands that are shown but not run: installations, and these tests.
const NOT_RUN: [&str; 5] =
    ["./test", "cargo install", "pip install", "export PATH=", "LIBCLANG_PATH="];

/// The beginnings of commands that take a quarter of a minute: `./test --all` runs them.
const SLOW: [&str; 1] = ["python3 checkers/most_sets.py"];

/// A test for each chapter of the guide, named after its file.
macro_rules! chapters {
    ($($name:ident: $file:literal,)*) => {
        const CHAPTERS: &[&str] = &[$($file),*];
        $(
            #[test]
            fn $name() {
                show_what_happens(&guide().join($file));
            }
        )*
    };
}

chapters! {
    introduction: "introduction.md",
    rule: "rule.md",
    installation: "installation.md",
    how_do_i: "how-do-i.md",
    my_table: "my-table.md",
    your_board: "your-board.md",
    photograph: "photograph.md",
    browser: "browser.md",
    play: "play.md",
    teachers: "teachers.md",
    puzzles: "puzzles.md",
    many_boards: "many-boards.md",
    programs: "programs.md",
    answers: "answers.md",
    proof: "proof.md",
    parts: "parts.md",
    games: "games.md",
    simulations: "simulations.md",
    odds: "odds.md",
    classes: "classes.md",
    caps: "caps.md",
    results: "results.md",
    packing: "packing.md",
    which_method: "which-method.md",
    methods: "methods.md",
    races: "races.md",
    instances: "instances.md",
    experiments: "experiments.md",
    reductions: "reductions.md",
    solvers: "solvers.md",
    glossary: "glossary.md",
}

#[test]
fn readme() {
    show_what_happens(&root().join("README.md"));
}

#[test]
fn the_guide_has_these_chapters() {
    let summary = std::fs::read_to_string(guide().join("SUMMARY.md")).unwrap();
    let named: Vec<&str> = links(&summary).collect();
    assert_eq!(named, CHAPTERS, "the order of the summary is that of the tests");
    let files: BTreeSet<_> =
        guide().read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
    let expected =
        CHAPTERS.iter().chain(&["SUMMARY.md", "examples", "pictures"]).map(Into::into).collect();
    assert_eq!(files, expected);
}

#[test]
fn the_pictures_of_cards_are_those_that_the_script_draws() {
    let drawn = folder();
    let script = root().join("guide/pictures");
    let mut draw = Command::new(script);
    let draw = draw.arg("--cards").arg(drawn.path()).env("TERCET", env!("CARGO_BIN_EXE_tercet"));
    assert!(draw.status().unwrap().success());
    let names = drawn.path().read_dir().unwrap().map(|entry| entry.unwrap().file_name());
    let names: Vec<_> = names.filter(|name| name != "boards").collect();
    assert!(!names.is_empty());
    for name in names {
        let [there, here] = [&guide().join("pictures"), drawn.path()]
            .map(|folder| std::fs::read(folder.join(&name)).unwrap());
        assert!(there == here, "{}: run guide/pictures", name.display());
    }
}

#[test]
fn the_citation_names_this_version() {
    let citation = std::fs::read_to_string(root().join("CITATION.cff")).unwrap();
    let version = concat!("version: ", env!("CARGO_PKG_VERSION"));
    assert!(citation.lines().any(|line| line == version), "CITATION.cff lacks '{version}'");
}

#[test]
fn links_lead_to_files_and_headings() {
    let pages = ["README.md", "CONTRIBUTING.md", "DESIGN.md", "MEASUREMENTS.md", "COMPARE.md"];
    let pages = pages.map(|page| root().join(page));
    for page in pages.into_iter().chain(CHAPTERS.iter().map(|chapter| guide().join(chapter))) {
        let text = std::fs::read_to_string(&page).unwrap();
        for link in links(&text).filter(|link| !link.contains(':')) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let to = if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            assert!(to.exists(), "{}: {link}", page.display());
            // A book names its pages differently, so files outside of it are linked as a folder.
            let leaves = page.starts_with(guide()) && link.starts_with("../");
            assert!(!leaves || to.is_dir(), "{}: {link}", page.display());
            let is_there = heading.is_empty() || headings(&to).contains(heading);
            assert!(is_there, "{}: {link}", page.display());
        }
    }
}

/// The examples of the index are too many to show what they print; their names and flags are those
/// of today.
#[test]
fn the_index_names_commands_that_exist() {
    let index = std::fs::read_to_string(guide().join("how-do-i.md")).unwrap();
    let commands: Vec<&str> = index.lines().filter_map(|line| line.split('`').nth(1)).collect();
    let tried = commands.iter().filter(|command| !command.contains("COMMAND"));
    let folder = folder();
    for command in tried.clone() {
        let output = shell(&format!("{command} --help"), folder.path()).output().unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(tried.count(), 43);
}

/// The folder of the chapters.
fn guide() -> PathBuf {
    root().join("guide/src")
}

/// The targets of the links and pictures of a page.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let is_example = |i: &usize| i % 2 == 1;
    let prose = text.split("```").enumerate().filter(move |(i, _)| !is_example(i));
    prose.flat_map(|(_, part)| {
        part.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0))
    })
}

/// The headings of a page, as links name them.
fn headings(page: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string(page).unwrap();
    let titles = text.lines().filter(|line| line.starts_with('#'));
    let name = |line: &str| {
        let title = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        title.chars().filter(|&c| c.is_alphanumeric() || "-_".contains(c)).collect()
    };
    titles.map(name).collect()
}

/// Runs the console examples of a page one after the other in one folder, which can hold the files
/// that they write, as a reader would.
fn show_what_happens(page: &Path) {
    let text = std::fs::read_to_string(page).unwrap();
    let folder = folder();
    for linked in ["checkers", "guide"] {
        symlink(root().join(linked), folder.path().join(linked)).unwrap();
    }
    for block in text.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for example in block.strip_prefix("$ ").expect("a block begins with $").split("\n$ ") {
            let (command, expected) = example.split_once('\n').unwrap_or((example, ""));
            // The first command builds `tercet` and runs it without arguments.
            let command = if command == "cargo run --release" { "tercet" } else { command };
            let begins = |starts: &[&str]| starts.iter().any(|start| command.starts_with(start));
            if begins(&SLOW) && !tries_everything() {
                not_tested(&format!("{command}: it takes a quarter of a minute: ./test --all"));
            } else if !begins(&NOT_RUN) {
                check(command, expected, folder.path());
            }
        }
    }
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
    let is_whole = rest.trim().is_empty() || expected.trim_end().ends_with(ELISION);
    assert!(is_whole, "$ {command}\n{rest}");
}
