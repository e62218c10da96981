//! `--plot`: charts of odds and simulations, as files.

use std::fs;
use std::path::Path;

use crate::common::{Ran, command, ran, refused, tercet};
use tempfile::tempdir;

/// Runs `tercet` with the words of a line and `--plot` with this file.
fn plotted(line: &str, file: &Path) -> Ran {
    let mut command = command(line.split_whitespace());
    ran(&command.arg("--plot").arg(file).output().expect("tercet starts"))
}

/// The number of elements of a kind in a drawing.
fn count(drawing: &str, element: &str) -> usize {
    assert!(drawing.starts_with("<svg xmlns=") && drawing.ends_with("</svg>\n"), "{drawing}");
    drawing.matches(element).count()
}

#[test]
fn odds_are_drawn() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("odds.svg");
    let ran = plotted("odds", &file);
    assert_eq!((ran.status, &*ran.err, &*ran.out), (0, "", &*tercet("odds").out));
    let drawing = fs::read_to_string(&file).unwrap();
    assert!(drawing.contains(">A set in k cards of (3,4)</title>"), "{drawing}");
    assert!(drawing.contains("exact: 21 points, from 0 at 1 to 1 at 21."), "{drawing}");
    // One for each number of cards, and one in the legend.
    assert_eq!(count(&drawing, "<circle "), 21 + 1);

    let line = "odds --distribution sets --format csv --force";
    assert_eq!(plotted(line, &file).status, 0);
    let drawing = fs::read_to_string(&file).unwrap();
    assert!(drawing.contains("exact: 15 points, "), "{drawing}");
    assert_eq!(count(&drawing, "<circle "), 0);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);

    assert_eq!(plotted("odds --classes --force", &file).status, 0);
    let drawing = fs::read_to_string(&file).unwrap();
    assert!(drawing.contains("complete: 5 points, from 1 at 15 to 1 at 20."), "{drawing}");
}

#[test]
fn sampled_odds_have_intervals() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("sampled.svg");
    let line = "odds -v 10 -p 4 -n 110 --samples 200 --seed 1";
    assert_eq!(plotted(line, &file).status, 0);
    let drawing = fs::read_to_string(&file).unwrap();
    assert!(drawing.contains(">probability (spread: the 95 % interval)<"), "{drawing}");
    assert!(drawing.contains(">spread<") && drawing.contains(">sampled<"), "{drawing}");
    let none = plotted("odds -v 10 -p 4 --samples 0 --timeout 5s --force", &file);
    assert_eq!(none.status, 3);
    assert!(!fs::read_to_string(&file).unwrap().contains("sampled"));
}

#[test]
fn simulations_are_drawn_the_same_whoever_plays() {
    let folder = tempdir().unwrap();
    let [one, two] = ["one.svg", "two.SVG"].map(|name| folder.path().join(name));
    let line = "simulate --games 2k --seed 7 --threads";
    assert_eq!(plotted(&format!("{line} 1"), &one).status, 0);
    assert_eq!(plotted(&format!("{line} 2 --format json"), &two).status, 0);
    let drawing = fs::read_to_string(one).unwrap();
    assert!(drawing.contains(">Odds of a set in 2,000 games of (3,4)<"), "{drawing}");
    // The deck has 69 cards left at first, and three fewer after each step.
    assert!(drawing.contains("12 cards: 23 points, from "), "{drawing}");
    assert_eq!(drawing, fs::read_to_string(two).unwrap());
}

#[test]
fn pictures_are_png() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("odds.png");
    assert_eq!(plotted("odds -p 3", &file).status, 0);
    let picture = fs::read(file).unwrap();
    assert_eq!(picture[..8], *b"\x89PNG\r\n\x1a\n");
    assert_eq!(picture[16..20], 1440_u32.to_be_bytes());
}

#[test]
fn files_that_cannot_be_are_refused_before_the_work() {
    for name in ["odds.jpg", "odds", "-", "", ".svg", "odds.svg.gz"] {
        for line in ["odds", "simulate --games 1G"] {
            refused(&plotted(line, Path::new(name)), &["--plot"]);
        }
    }
    refused(&plotted("odds", Path::new("odds.gif")), &["odds.gif", ".svg or .png"]);
    let folder = tempdir().unwrap();
    let nowhere = folder.path().join("nowhere/odds.svg");
    refused(&plotted("simulate --games 1G", &nowhere), &["nowhere/odds.svg", "no such folder"]);
    let directory = folder.path().join("a.svg");
    fs::create_dir(&directory).unwrap();
    refused(&plotted("odds", &directory), &["a.svg", "directory"]);
    // A chart must not overwrite the counts.
    let counts = folder.path().join("counts.svg");
    for option in ["--output", "--checkpoint"] {
        let mut command = command(["simulate", "--games", "1G", "--seed", "1", option]);
        let command = command.arg(&counts).arg("--plot").arg(&counts);
        let ran = ran(&command.output().expect("tercet starts"));
        refused(&ran, &["counts.svg", "name another file"]);
    }
    assert!(!counts.exists());
}
