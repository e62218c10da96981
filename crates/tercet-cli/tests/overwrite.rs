//! Existing files are overwritten only with `--force`, by every command.

use std::fs;
use std::path::Path;

use crate::common::{command, ran, refused, tercet};

/// Four cards of (4,2) without a set.
const NO_SET: &str = "00 01 10 11";

/// Runs a line in which `@` is the folder.
fn run(line: &str, folder: &Path) -> crate::common::Ran {
    let words: Vec<String> = line
        .split_whitespace()
        .map(|word| word.replace('@', &format!("{}/", folder.display())))
        .collect();
    ran(&command(words.iter().map(String::as_str)).output().expect("tercet starts"))
}

#[test]
fn what_exists_is_overwritten_only_by_force() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("board"), format!("deck 4 2\n{NO_SET}\n")).unwrap();
    assert_eq!(run("find -i @board --proof @proof", folder).status, 1);
    let race = "race -p 3 -n 6 --boards 1 --methods halves --seed 1";
    let lines = [
        ("find -i @board --proof @mine".to_owned(), 1),
        ("proof @proof -i @board --to lrat -o @mine".to_owned(), 0),
        (format!("{race} --save @mine"), 0),
        (format!("{race} --plot @mine.svg"), 0),
        ("odds --plot @mine.svg".to_owned(), 0),
        ("simulate --games 100 --seed 1 --plot @mine.png".to_owned(), 0),
        ("photo guide/src/pictures/table.jpg --annotate @mine.png".to_owned(), 0),
        ("photo guide/src/pictures/table.jpg --board=@mine".to_owned(), 0),
        ("export --to dlx -i @board -o @mine".to_owned(), 0),
        ("sheet --puzzles 1 --seed 1 -o @mine.pdf".to_owned(), 0),
        ("play --seed 1 --log @mine".to_owned(), 0),
    ];
    for (line, status) in lines {
        let name = line.split(['@', ' ']).find(|word| word.starts_with("mine")).expect("a file");
        let file = folder.join(name);
        fs::write(&file, "mine").unwrap();
        let remedy = "the file exists: name another file, or overwrite it with --force";
        let ran = run(&line, folder);
        refused(&ran, &[name, remedy]);
        assert_eq!(ran.out, "", "{line}: refused before the work");
        assert_eq!(fs::read(&file).unwrap(), b"mine", "{line}");
        let forced = run(&format!("{line} --force"), folder);
        assert_eq!((forced.status, &*forced.err), (status, ""), "{line}");
        let by_force = fs::read(&file).unwrap();
        assert_ne!(by_force, b"mine", "{line}");
        fs::remove_file(&file).unwrap();
        assert_eq!(run(&line, folder).status, status, "{line}");
        let anew = fs::read(&file).unwrap();
        // The times of races differ.
        assert!(line.contains("race") || anew == by_force, "{line}");
        fs::remove_file(&file).unwrap();
        assert_eq!(fs::read_dir(folder).unwrap().count(), 2, "{line}: nothing is left");
    }
}

#[test]
fn counts_of_another_simulation_are_overwritten_only_by_force() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let file = folder.join("mine");
    assert_eq!(run("simulate --games 100 --seed 1 -o @part", folder).status, 0);
    for line in ["simulate --games 100 --seed 1 -o @mine", "merge @part -o @mine"] {
        fs::write(&file, "mine").unwrap();
        refused(&run(line, folder), &["mine: it is not overwritten", "overwrite it with --force"]);
        assert_eq!(fs::read(&file).unwrap(), b"mine");
        assert_eq!(run(&format!("{line} --force"), folder).status, 0);
        assert_eq!(fs::read(&file).unwrap(), fs::read(folder.join("part")).unwrap());
    }
}

#[test]
fn answers_and_proofs_of_many_boards_are_overwritten_only_by_force() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let boards = format!("deck 4 2\nboard a\n{NO_SET}\nboard b\n{NO_SET}\n");
    fs::write(folder.join("boards"), boards).unwrap();
    let line = "find -i @boards --format json -o @mine";
    fs::write(folder.join("mine"), "mine").unwrap();
    refused(&run(line, folder), &["mine: the file exists", "overwrite it with --force"]);
    assert_eq!(fs::read(folder.join("mine")).unwrap(), b"mine");
    assert_eq!(run(&format!("{line} --force"), folder).status, 1);
    assert_eq!(fs::read_to_string(folder.join("mine")).unwrap().lines().count(), 2);
    assert_eq!(fs::read_dir(folder).unwrap().count(), 2, "no run is left");

    fs::create_dir(folder.join("proofs")).unwrap();
    fs::write(folder.join("proofs/1-a.proof"), "mine").unwrap();
    let line = "find -i @boards --proof @proofs";
    refused(&run(line, folder), &["proofs: there are proofs", "overwrite them with --force"]);
    assert_eq!(fs::read(folder.join("proofs/1-a.proof")).unwrap(), b"mine");
    assert_eq!(run(&format!("{line} --force"), folder).status, 1);
    assert_eq!(run("verify -i @boards --proof @proofs", folder).status, 0);
    assert_eq!(run(&format!("{line} --skip 1"), folder).status, 1, "a run that goes on");
    assert_eq!(tercet("verify --help").out.matches("--force").count(), 0, "it writes nothing");
}
