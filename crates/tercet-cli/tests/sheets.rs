//! Sheets as files, and quizzes with players of all kinds.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;

use crate::common::{in_terminal, refused, tercet, tercet_reading};

#[test]
fn no_page_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("sheet-2.svg"), "mine").unwrap();
    let line = format!("sheet -o {} --puzzles 1 --seed 1", at("sheet.svg").display());
    refused(&tercet(&line), &["sheet-2.svg", "exists", "name another file"]);
    assert!(!at("sheet-1.svg").exists());
    assert_eq!(fs::read_to_string(at("sheet-2.svg")).unwrap(), "mine");
    fs::remove_file(at("sheet-2.svg")).unwrap();
    let ran = tercet(&line);
    assert_eq!((ran.status, &*ran.err), (0, ""));
    assert!(ran.out.ends_with("sheet-2.svg\n"));
    for name in ["sheet-1.svg", "sheet-2.svg"] {
        let page = fs::read_to_string(at(name)).unwrap();
        assert!(page.starts_with("<svg ") && page.ends_with("</svg>\n"));
    }
    fs::create_dir(at("folder.pdf")).unwrap();
    let line = format!("sheet -o {} --cut-out", at("folder.pdf").display());
    refused(&tercet(&line), &["this is a directory"]);
}

#[test]
fn a_full_disk_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let full = folder.path().join("full.pdf");
    symlink("/dev/full", &full).unwrap();
    let line = format!("sheet -o {} --puzzles 1 --seed 1", full.display());
    refused(&tercet(&line), &["full.pdf", "free some space"]);
}

/// A board dealt with a seed is that of the quiz with the same seed.
#[test]
fn a_player_who_looks_it_up_solves_every_board() {
    let quiz = "quiz -v 4 -p 3 -n 14 --boards 3 --seed 5";
    let mut solutions = String::new();
    for seed in 5..8 {
        let board = tercet(&format!("deal -v 4 -p 3 -n 14 --seed {seed}")).out;
        let found = tercet_reading("find --format json", &board);
        let answer: serde_json::Value = serde_json::from_str(&found.out).unwrap();
        match answer["positions"].as_array().and_then(|sets| sets.first()) {
            None => solutions += "none\n",
            Some(set) => {
                let numbers = set.as_array().unwrap().iter().map(|i| i.as_u64().unwrap() + 1);
                let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
                solutions += &(numbers.join(" ") + "\n");
            }
        }
    }
    let ran = tercet_reading(quiz, &solutions);
    assert_eq!((ran.status, &*ran.err), (0, ""), "{solutions}{}", ran.out);
    assert!(ran.out.contains("solved 3 of 3 boards\n") && !ran.out.contains("wrong"));
    // The same player skips the last board.
    let (most, _) = solutions.trim_end().rsplit_once('\n').unwrap();
    let ran = tercet_reading(quiz, format!("{most}\nskip\n"));
    assert_eq!(ran.status, 1);
    assert!(ran.out.ends_with("1 skip\n") && ran.out.contains("solved 2 of 3 boards\n"));
}

#[test]
fn a_quiz_survives_every_input() {
    let mut nonsense = b"\xff\xfe\n\0\n\x1b[2J\n1 1 1\n-1 5\n999999999999999999999999\n".to_vec();
    nonsense.extend(b"1".repeat(100_000));
    nonsense.extend(b"\nquit\n");
    for deck in ["", "-v 1 -p 1", "-v 1 -p 3", "-v 2 -p 4", "-v 10 -p 4", "-v 64 -p 2 -n 70"] {
        let ran = tercet_reading(&format!("quiz {deck} --seed 1"), &nonsense);
        assert_eq!((ran.status, &*ran.err), (1, ""), "{deck}");
        assert!(!ran.out.contains('\x1b') && !ran.out.contains('\0'), "{deck}");
        assert!(ran.out.contains("solved 0 of 5 boards"), "{deck}");
        let hints = tercet_reading(&format!("quiz {deck} --seed 1 --words"), "hint\n".repeat(80));
        assert_eq!((hints.status, &*hints.err), (1, ""), "{deck}");
    }
}

/// The output has neither colour nor movements of the cursor.
#[test]
fn a_quiz_is_lines_of_text() {
    for line in ["quiz --seed 1", "quiz --seed 1 --words", "quiz --seed 1 -v 4 -p 5 --words"] {
        let printed = in_terminal(80, line);
        let is_text = |letter: char| !letter.is_control() || letter == '\n';
        assert!(printed.contains("board 1 of 5") && printed.chars().all(is_text), "{printed}");
    }
}
