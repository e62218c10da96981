//! `--plot`: charts of odds and simulations, as files.

use std::fs;

use crate::common::{Folder, refused, tercet};

/// The number of elements of a kind in a drawing.
fn count(drawing: &str, element: &str) -> usize {
    assert!(drawing.starts_with("<svg xmlns=") && drawing.ends_with("</svg>\n"), "{drawing}");
    drawing.matches(element).count()
}

#[test]
fn odds_are_drawn() {
    let folder = Folder::new();
    assert_eq!(folder.tercet("odds --plot @odds.svg").out, tercet("odds").out);
    // One circle for each number of cards, and one in the legend.
    let plain: &[&str] =
        &[">A set in k cards of (3,4)</title>", "exact: 21 points, from 0 at 1 to 1 at 21."];
    for (line, circles, words) in [
        ("odds", Some(21 + 1), plain),
        ("odds --distribution sets --format csv", Some(0), &["exact: 15 points, "]),
        ("odds --classes", None, &["complete: 5 points, from 1 at 15 to 1 at 20."]),
        (
            "odds -v 10 -p 4 -n 110 --samples 200 --seed 1",
            None,
            &[">probability (spread: the 95 % interval)<", ">spread<", ">sampled<"],
        ),
    ] {
        let ran = folder.tercet(&format!("{line} --plot @odds.svg --force"));
        assert_eq!((ran.status, &*ran.err), (0, ""), "{line}");
        let drawing = folder.read("odds.svg");
        for word in words {
            assert!(drawing.contains(word), "{line}: {word}: {drawing}");
        }
        let drawn = count(&drawing, "<circle ");
        assert!(circles.is_none_or(|circles| circles == drawn), "{line}: {drawn}");
        assert_eq!(folder.files(), ["odds.svg"]);
    }
}

#[test]
fn simulations_are_drawn_the_same_by_any_threads() {
    let folder = Folder::new();
    let line = "simulate --games 2k --seed 7 --threads";
    assert_eq!(folder.tercet(&format!("{line} 1 --plot @one.svg")).status, 0);
    assert_eq!(folder.tercet(&format!("{line} 2 --format json --plot @two.SVG")).status, 0);
    let drawing = folder.read("one.svg");
    assert!(drawing.contains(">Odds of a set in 2,000 games of (3,4)<"), "{drawing}");
    // The deck has 69 cards left at first, and three fewer after each step.
    assert!(drawing.contains("12 cards: 23 points, from "), "{drawing}");
    assert_eq!(drawing, folder.read("two.SVG"));
}

#[test]
fn pictures_are_png() {
    let folder = Folder::new();
    assert_eq!(folder.tercet("odds -p 3 --plot @odds.png").status, 0);
    let picture = fs::read(folder.path("odds.png")).unwrap();
    assert_eq!(picture[..8], *b"\x89PNG\r\n\x1a\n");
    assert_eq!(picture[16..20], 1440_u32.to_be_bytes());
}

/// A simulation of years is refused before it begins.
#[test]
fn files_that_cannot_be_are_refused_before_the_work() {
    let folder = Folder::new();
    fs::create_dir(folder.path("a.svg")).unwrap();
    for (options, says) in [
        ("--plot @nowhere/odds.svg", "no such folder"),
        ("--plot @a.svg", "directory"),
        // A chart must not overwrite the counts.
        ("--output @counts.svg --plot @counts.svg", "name another file"),
        ("--checkpoint @counts.svg --plot @counts.svg", "name another file"),
    ] {
        let ran = folder.tercet(&format!("simulate --games 1000G --seed 1 {options}"));
        refused(&ran, &[".svg", says]);
    }
    assert_eq!(folder.files(), ["a.svg"]);
}
