//! Properties of commands that hold for many questions, methods and decks. What one command prints
//! is in its transcript.

use crate::common::{Folder, refused, tercet, tercet_reading};

#[test]
fn the_feature_of_a_method_that_is_left_out_is_named() {
    if !cfg!(feature = "cadical") {
        let said =
            "tercet: sat-cadical needs a build with --features cadical; see 'tercet find --help'";
        let refused = tercet("find -m sat-cadical 0000");
        assert_eq!((refused.err.trim(), refused.status), (said, 2));
        let request = r#"{"ask":"find","board":"00 01","search":{"method":"sat-cadical"}}"#;
        let answer = tercet_reading("ask", request).json();
        assert_eq!(answer["message"], "sat-cadical needs a build with the feature cadical");
    }
}

/// Each answer about one board says how its cards were read, and has them as they were written.
#[test]
fn answers_say_how_cards_were_read() {
    let reading = "read as 3 cards of (3,4): shape, count, colour, shading";
    for line in ["find", "find --all", "find --count", "hint", "explain", "show", "pack"] {
        let ran = tercet(&format!("{line} --format json O2RS D1PH O3GS"));
        assert_eq!(ran.json()["reading"], reading, "{line}");
        assert!(ran.err.starts_with(&format!("tercet: {reading}; ")), "{line}: {}", ran.err);
        let codes = tercet(&format!("{line} --format json 2RsO 2PsO 2GsO"));
        assert_eq!(
            (&codes.json()["reading"], &*codes.err),
            (&serde_json::Value::Null, ""),
            "{line}"
        );
    }
}

#[test]
fn without_a_seed_each_run_has_its_own_and_prints_it() {
    for line in ["deal", "reduce generate", "simulate --games 9"] {
        let ran = tercet(line);
        let (_, seed) = ran.out.lines().next().unwrap().split_once("seed ").expect(line);
        assert_ne!(tercet(line).out, ran.out, "{line}");
        if !line.starts_with("simulate") {
            assert_eq!(tercet(&format!("{line} --seed {seed}")).out, ran.out);
        }
    }
}

#[test]
fn many_deals_are_those_of_consecutive_seeds() {
    for deck in ["", "-v 4 -p 3 ", "-v 64 -p 2 -n 9 ", "-n 1 ", "-v 40 -p 3 --planted -n 50 "] {
        let many = tercet(&format!("deal {deck}--boards 30 --seed 7"));
        assert_eq!((many.status, many.err.as_str()), (0, ""));
        // The comment before them says "boards", too.
        let (_, pieces) = many.out.split_once("\nboard 1\n").unwrap();
        for (piece, seed) in pieces.split("board ").zip(7..) {
            let one = tercet(&format!("deal {deck}--seed {seed}")).out;
            let cards: Vec<&str> = one.lines().skip(2).collect();
            let dealt: Vec<&str> = piece.lines().skip(usize::from(seed > 7)).collect();
            assert_eq!(dealt, cards, "{deck}--seed {seed}");
        }
    }
}

/// Decks of all shapes end within their limit, even if they cannot be counted.
#[test]
fn odds_of_all_shapes_are_answered() {
    for line in [
        "odds -v 40 -p 1 --timeout 2s",
        "odds -v 128 -p 1 --timeout 2s",
        "odds -v 1 -p 11 --timeout 2s",
        "odds -v 1 -p 64 --timeout 2s",
        "odds -v 2 -p 14 -n 10000 --timeout 2s",
        "odds -v 256 -p 2 --timeout 1s",
    ] {
        assert!([0, 3].contains(&tercet(line).status), "{line}");
    }
    refused(&tercet("odds -v 3 -p 64 -n 1000000 --timeout 2s"), &["the maximum is 100000"]);
    for line in ["-v 1 -p 3", "-v 2 -p 3", "-v 1 -p 1 --distribution sets", "-n 0"] {
        assert_eq!(tercet(&format!("odds {line}")).status, 0, "{line}");
    }
}

/// An estimate of the splits that a limit ends is that of the descents until then.
#[test]
fn a_stopped_estimate_says_what_its_descents_said() {
    let folder = Folder::new();
    folder.write("deck", tercet("deal -n 81 --seed 1").out);
    let line = "pack --partitions --samples 1G --seed 1 -i @deck --timeout";
    // A busy machine may end no descent within the first limits.
    let ran = (0..10).map(|doubled| folder.tercet(&format!("{line} {}ms", 100 << doubled)));
    let said = ran.map(|ran| (ran.status, ran.out)).find(|(_, out)| out.contains("until then"));
    let (status, out) = said.unwrap();
    assert!(status == 3 && out.contains("the time limit was reached; until then about "), "{out}");
}
