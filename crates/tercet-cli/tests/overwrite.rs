//! Existing files are overwritten only with `--force`, by every command.

use std::fs;

use crate::common::{Folder, refused};

/// Four cards of (4,2) without a set.
const NO_SET: &str = "00 01 10 11";

#[test]
fn what_exists_is_overwritten_only_by_force() {
    let folder = Folder::new();
    folder.write("board", format!("deck 4 2\n{NO_SET}\n"));
    assert_eq!(folder.tercet("find -i @board --proof @proof").status, 1);
    let race = "race -p 3 -n 6 --boards 1 --methods halves --seed 1";
    let lines = [
        ("find -i @board --proof @mine".to_owned(), 1),
        ("proof @proof -i @board --to lrat -o @mine".to_owned(), 0),
        (format!("{race} --output @mine"), 0),
        (format!("{race} --plot @mine.svg"), 0),
        ("odds --plot @mine.svg".to_owned(), 0),
        ("simulate --games 100 --seed 1 --plot @mine.svg".to_owned(), 0),
        ("photo guide/src/pictures/table.jpg --annotate @mine.png".to_owned(), 0),
        ("photo guide/src/pictures/table.jpg -o @mine".to_owned(), 0),
        ("export --to dlx -i @board -o @mine".to_owned(), 0),
        ("sheet --boards 1 --seed 1 -o @mine.pdf".to_owned(), 0),
        ("game --seed 1 -o @mine".to_owned(), 0),
    ];
    for (line, status) in lines {
        let name = line.split(['@', ' ']).find(|word| word.starts_with("mine")).expect("a file");
        let file = folder.path(name);
        folder.write(name, "mine");
        let remedy = "the file exists: name another file, or overwrite it with --force";
        let ran = folder.tercet(&line);
        refused(&ran, &[name, remedy]);
        assert_eq!(ran.out, "", "{line}: refused before the work");
        assert_eq!(folder.read(name), "mine", "{line}");
        let forced = folder.tercet(&format!("{line} --force"));
        assert_eq!((forced.status, &*forced.err), (status, ""), "{line}");
        let by_force = fs::read(&file).unwrap();
        assert_ne!(by_force, b"mine", "{line}");
        fs::remove_file(&file).unwrap();
        assert_eq!(folder.tercet(&line).status, status, "{line}");
        let anew = fs::read(&file).unwrap();
        // The times of races differ.
        assert!(line.contains("race") || anew == by_force, "{line}");
        fs::remove_file(&file).unwrap();
        assert_eq!(folder.files(), ["board", "proof"], "{line}: nothing is left");
    }
}

/// Files that one command would write twice are refused before the work, also by other paths.
#[test]
fn two_results_need_two_files() {
    let folder = Folder::new();
    folder.write("board", format!("deck 4 2\n{NO_SET}\n"));
    let photo = "photo guide/src/pictures/table.jpg";
    for line in [
        format!("{photo} --annotate @mine.png --output=@mine.png"),
        format!("{photo} --annotate @mine.png --output @./mine.png"),
        "race -p 3 -n 6 --boards 1 --seed 1 --output @./mine.svg --plot @mine.svg".into(),
        "find -i @board --proof @mine --checkpoint @./mine".into(),
    ] {
        let ran = folder.tercet(&line);
        refused(&ran, &["another argument leads to this file"]);
        assert_eq!(ran.out, "", "{line}: refused before the work");
        assert_eq!(folder.files(), ["board"], "{line}");
    }
}

/// A link to a missing file stands for that file, and stays a link.
#[cfg(unix)]
#[test]
fn a_link_to_a_missing_file_creates_it() {
    let folder = Folder::new();
    folder.write("board", format!("deck 4 2\n{NO_SET}\n"));
    std::os::unix::fs::symlink("mine", folder.path("link")).unwrap();
    for line in [
        "find -i @board --proof @link",
        "export --to dlx -i @board -o @link",
        "game --seed 1 -o @link",
        "photo guide/src/pictures/table.jpg -o @link",
    ] {
        let ran = folder.tercet(line);
        assert_eq!(ran.err, "", "{line}");
        let read = || fs::read(folder.path("mine")).unwrap();
        let created = read();
        refused(&folder.tercet(line), &["link: the file exists"]);
        assert_eq!(read(), created, "{line}");
        assert_eq!(folder.files(), ["board", "link", "mine"], "{line}");
        fs::remove_file(folder.path("mine")).unwrap();
    }
    std::os::unix::fs::symlink("nowhere/mine", folder.path("astray")).unwrap();
    refused(
        &folder.tercet("export --to dlx -i @board -o @astray"),
        &["nowhere/mine: there is no such folder"],
    );
}

#[test]
fn counts_of_another_simulation_are_overwritten_only_by_force() {
    let folder = Folder::new();
    assert_eq!(folder.tercet("simulate --games 100 --seed 1 -o @part").status, 0);
    for line in ["simulate --games 100 --seed 1 -o @mine", "merge @part -o @mine"] {
        folder.write("mine", "mine");
        let remedy = "overwrite it with --force";
        refused(&folder.tercet(line), &["mine: it is not overwritten", remedy]);
        assert_eq!(folder.read("mine"), "mine");
        assert_eq!(folder.tercet(&format!("{line} --force")).status, 0);
        assert_eq!(folder.read("mine"), folder.read("part"));
    }
}

#[test]
fn answers_to_many_boards_are_overwritten_only_by_force() {
    let folder = Folder::new();
    folder.write("boards", format!("deck 4 2\nboard a\n{NO_SET}\nboard b\n{NO_SET}\n"));
    let line = "find -i @boards --format json -o @mine";
    folder.write("mine", "mine");
    refused(&folder.tercet(line), &["mine: the file exists", "overwrite it with --force"]);
    assert_eq!(folder.read("mine"), "mine");
    assert_eq!(folder.tercet(&format!("{line} --force")).status, 1);
    assert_eq!(folder.read("mine").lines().count(), 2);
    assert_eq!(folder.files(), ["boards", "mine"], "no run is left");
}

/// A report overwrites only what reports have written.
#[test]
fn a_report_spares_a_folder_of_other_files() {
    let folder = Folder::new();
    for (figures, name) in [("cards", "cards.csv"), ("cards", "cards.html"), ("", "report.html")] {
        folder.write(name, "mine");
        let ran = folder.tercet(&format!("reproduce --quick {figures} -o @"));
        refused(&ran, &[name, "name another folder"]);
        assert_eq!(ran.out, "", "refused before the work");
        assert_eq!((folder.read(name), folder.files()), ("mine".into(), vec![name.into()]));
        fs::remove_file(folder.path(name)).unwrap();
    }
}
