//! `tercet odds`: exact tables, conditions, and decks that are out of reach.

use crate::common::{self, Ran, refused, tercet, tercet_within};
use serde_json::Value;

fn object(line: &str) -> Value {
    let ran = tercet(line);
    serde_json::from_str(&ran.out).expect("one JSON object")
}

/// The output, with the lines of each paragraph joined.
fn unbroken(ran: &Ran) -> String {
    ran.out.replace('\n', " ")
}

#[test]
fn the_table_of_the_classic_deck() {
    let ran = tercet("odds");
    assert_eq!((ran.status, &*ran.err), (0, ""));
    assert_eq!(ran.out.lines().count(), 24);
    let line = "  12        70724320184700        68439784708620  0.96769802141450     29.957856";
    assert!(ran.out.lines().any(|it| it == line), "{}", ran.out);
    let longest = ran.out.lines().map(|line| line.chars().count()).max();
    assert!(longest <= Some(80), "{}", ran.out);
    let csv = tercet("odds --format csv");
    assert!(csv.out.starts_with("kind,size,set_count,count,hands,probability,odds,low,high,"));
    assert!(
        csv.out
            .contains("\nexact,21,,13636219405675529520,13636219405675529520,1.00000000000000,,")
    );
}

#[test]
fn distributions_and_conditions() {
    let sets = object("odds --distribution sets --format json");
    assert_eq!((&sets["schema"], &sets["about"]), (&"tercet.odds/1".into(), &"sets".into()));
    assert_eq!(sets["lines"][14]["count"], "3032640");
    assert_eq!(sets["lines"][14]["hands"], "70724320184700");
    assert_eq!(
        (&sets["lines"][14]["size"], &sets["lines"][14]["set_count"]),
        (&12.into(), &14.into())
    );
    assert_eq!(sets["mean"], "220/79");
    let text = tercet("odds --distribution sets");
    assert!(text.out.contains("\nexpected sets: 220/79 = 2.784810\n"), "{}", text.out);
    assert_eq!(sets["variance"], "1571820/830053");
    let disjoint = object("odds --distribution disjoint --format json");
    assert_eq!(disjoint["lines"][4]["count"], "27363960000");
    let given = object("odds --given 9 -n 12 --format json");
    assert_eq!(given["about"]["given"], 9);
    assert_eq!(given["lines"][0]["odds"], "8.2013821");
    assert_eq!(given["lines"][0]["fraction"].as_str().map(|it| it.contains('/')), Some(true));
    let second = tercet("odds --second-round");
    assert!(second.out.contains("\nexactly 396538561405044/8939045071283495 without a set\n"));
    let words = common::command(["odds", "--given", "12 of them hold none", "-n", "15"]);
    let ran = common::ran(&{ words }.output().expect("tercet starts"));
    assert!(ran.out.ends_with("  15  0.98871013214924  87.574996\n"), "{}", ran.out);
    let classes = tercet("odds --classes -n 17");
    assert!(classes.out.contains("  17      143   176310866160  94450056480             67\n"));
}

#[test]
fn out_of_reach_it_is_said() {
    let ran = tercet("odds -v 10 -p 4 -n 110 --samples 200 --seed 1");
    assert_eq!((ran.status, &*ran.err), (0, ""));
    assert!(
        ran.out.contains("exact odds need v = 3 and p ≤ 6, or at most 128 cards"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("\nsampled: 200 hands, starting at --seed 1\n"), "{}", ran.out);
    let sampled = object("odds -v 10 -p 4 -n 110 --samples 200 --seed 1 --format json");
    assert_eq!(
        (&sampled["lines"][0]["kind"], &sampled["answer"]),
        (&"sampled".into(), &"found".into())
    );
    assert_eq!(sampled["sampled"], serde_json::json!({ "hands": "200", "seed": "1" }));
    assert_eq!(sampled["out_of_reach"]["code"], "out-of-reach");
    let [low, high] = ["low", "high"].map(|end| sampled["lines"][0][end].as_f64().unwrap());
    assert!(0.2 < low && low < high && high < 0.8);
    let none = tercet("odds -v 10 -p 4 --samples 0");
    assert_eq!(none.status, 3);
    assert!(unbroken(&none).ends_with("; --samples N samples hands instead "), "{}", none.out);
    // There are too many cards to sample hands by default.
    let large = tercet("odds -v 3 -p 40");
    assert_eq!(large.status, 3);
    assert!(unbroken(&large).ends_with("; -n K samples hands of K cards "), "{}", large.out);
    let little = tercet("odds -v 3 -p 5 --memory 100kB --samples 0 --format csv");
    assert_eq!(little.status, 3);
    assert!(little.err.contains("more classes than fit into --memory"), "{}", little.err);
    tercet_within("odds -v 3 -p 6", "", |short| {
        assert_eq!(short.status, 3);
        short.out.contains("\nstopped: exact up to ")
    });
}

#[test]
fn what_is_not_zero_is_not_printed_as_zero() {
    let line = "odds -v 256 -p 16 -n 256 --format json";
    let tiny = &object(line)["lines"][0];
    // This is far below the smallest double.
    let probability = tiny["probability"].as_str().unwrap();
    let (mantissa, exponent) = probability.split_once("e-").expect("scientific notation");
    assert_eq!((mantissa.len(), &tiny["odds"]), (9, &tiny["probability"]));
    assert!(exponent.parse::<u32>().unwrap() > 400, "{probability}");
    let digits = |name: &str| tiny[name].as_str().unwrap().len();
    let between = digits("hands") - digits("count");
    assert!((exponent.parse::<usize>().unwrap() - between) < 2, "{probability}");
    let narrow = |line: &str| {
        let mut command = common::command(line.split(' '));
        common::ran(&command.env("COLUMNS", "80").output().unwrap()).out
    };
    let text = narrow("odds -v 10 -p 4 --samples 0");
    assert!(text.contains("  1.7418545e-14\n"), "{text}");
    // All digits are shown, in groups if the line is too short for them.
    assert!(text.contains("  2743355077591282538231819720749000\n"), "{text}");
    let text = narrow("odds -v 40 -p 3 -n 40 --samples 0");
    let number: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("  hands")).collect();
    let number: Vec<&str> =
        number.into_iter().take_while(|line| !line.starts_with("  with")).collect();
    let digits: String = number.concat().chars().filter(char::is_ascii_digit).collect();
    let hands = object("odds -v 40 -p 3 -n 40 --samples 0 --format json");
    assert_eq!(hands["lines"][0]["hands"], digits);
    assert!(number.len() > 1 && text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn integers_of_thousands_of_digits_are_shortened_in_text() {
    let text = tercet("odds -v 256 -p 16 -n 256").out;
    assert!(text.lines().all(|line| line.len() <= 120), "{text}");
    assert!(text.contains("\nlong numbers are shortened"), "{text}");
    let csv = tercet("odds -v 256 -p 16 -n 256 --format csv").out;
    assert!(csv.lines().any(|line| line.len() > 9000), "{csv}");
    assert!(!tercet("odds -v 40 -p 3 -n 40 --samples 0").out.contains("shortened"));
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    for columns in ["60", "80", "140"] {
        for line in
            ["odds", "odds -p 6 --samples 20 --seed 1 --memory 1MB", "odds -v 10 -p 4 --samples 0"]
        {
            let mut command = common::command(line.split(' '));
            let ran = common::ran(&command.env("COLUMNS", columns).output().unwrap());
            let most: usize = columns.parse().unwrap();
            for line in ran.out.lines() {
                assert!(line.chars().count() <= most, "{columns}: {line}");
            }
            assert!(ran.out.contains("with a set"), "{}", ran.out);
        }
    }
}

#[test]
fn small_decks_are_whole() {
    let ran = tercet("odds -v 4 -p 2");
    assert!(
        ran.out.contains("  10   8008        8008  1.00000000000000     certain\n"),
        "{}",
        ran.out
    );
    let all = tercet("odds -v 6 -p 2");
    assert_eq!(all.out.lines().count(), 2 + 1 + 26, "{}", all.out);
    assert!(
        tercet("odds --distribution sets -n 81")
            .out
            .contains("\n  1080      1  1.00000000000000\n")
    );
    // Decks of all shapes end within their limit, even if they cannot be counted.
    for line in [
        "odds -v 40 -p 1 --timeout 2s",
        "odds -v 128 -p 1 --timeout 2s",
        "odds -v 1 -p 11 --timeout 2s",
        "odds -v 1 -p 64 --timeout 2s",
        "odds -v 2 -p 14 -n 10000 --timeout 2s",
        "odds -v 3 -p 64 -n 1000000 --timeout 2s",
        "odds -v 256 -p 2 --timeout 1s",
    ] {
        let ran = tercet(line);
        assert!([0, 3].contains(&ran.status), "{line}: {}", ran.err);
    }
    for line in
        ["odds -v 1 -p 3", "odds -v 2 -p 3", "odds -v 1 -p 1 --distribution sets", "odds -n 0"]
    {
        assert_eq!(tercet(line).status, 0, "{line}");
    }
}

#[test]
fn wrong_questions_are_refused() {
    refused(&tercet("odds --given 30"), &["--given 30", "every hand of 30 cards"]);
}
