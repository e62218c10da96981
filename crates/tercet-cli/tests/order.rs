//! `tercet deal --free` and `--sets`: boards with a given number of sets.

use crate::common::{refused, tercet, tercet_reading};
use serde_json::{Value, json};

fn object(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// The number of sets of a board file, as `find` counts them.
fn sets(board: &str) -> u128 {
    let ran = tercet_reading("find --count --format json", board);
    object(&ran.out)["count"].as_str().expect("digits").parse().expect("a number")
}

#[test]
fn boards_hold_what_was_ordered() {
    for (order, cards, held) in [
        ("--free", 12, 0),
        ("--free -n 20", 20, 0),
        ("--free -n threshold", 9, 0),
        ("--sets 0", 12, 0),
        ("--sets 14", 12, 14),
        ("--sets 2 -n 9", 9, 2),
        ("--free -v 4 -p 2 -n 9", 9, 0),
        ("--sets 1 -v 4 -p 2", 8, 1),
        ("--free -v 3 -p 5", 15, 0),
        ("--sets 3 -v 4 -p 4 -n 24", 24, 3),
        ("--free -v 64 -p 21 -n 70", 70, 0),
        ("--free -n 0", 0, 0),
    ] {
        for seed in 1..3 {
            let line = format!("deal {order} --seed {seed}");
            let ran = tercet(&line);
            assert_eq!(ran.status, 0, "{line}: {}", ran.err);
            assert_eq!(tercet(&line).out, ran.out);
            let dealt = object(&tercet(&format!("{line} --format json")).out);
            assert_eq!(dealt["cards"].as_array().unwrap().len(), cards, "{line}");
            assert!(ran.out.contains("each equally likely") || cards == 0, "{line}: {}", ran.out);
            if cards > 0 {
                assert_eq!(sets(&ran.out), held, "{line}: {}", ran.out);
            }
        }
    }
    assert_eq!(
        tercet("deal --sets 0 --seed 5").out.lines().last(),
        tercet("deal --free --seed 5").out.lines().last()
    );
    assert_ne!(tercet("deal --free --seed 5").out, tercet("deal --free --seed 6").out);
}

#[test]
fn the_way_is_said() {
    let text = tercet("deal --free -n 20 --seed 1").out;
    assert!(
        text.contains("one of 682344 hands without a set, each equally likely: drawn by classes")
    );
    let dealt = object(&tercet("deal --sets 14 --seed 1 --format json").out);
    assert_eq!(dealt["schema"], "tercet.deal/1");
    assert_eq!(dealt["sampled"], json!({"count": "14", "way": "classes", "hands": "3032640"}));
    let line = "deal --sets 5 -v 4 -p 4 -n 24 --seed 1";
    let dealt = object(&tercet(&format!("{line} --format json")).out);
    assert_eq!(
        (&dealt["sampled"]["count"], &dealt["sampled"]["way"]),
        (&json!("5"), &json!("rejection"))
    );
    let deals: u64 = dealt["sampled"]["deals"].as_str().unwrap().parse().unwrap();
    assert!(deals > 1);
    assert!(tercet(line).out.contains(&format!("by rejection, 1 of {deals} deals fits")));
    assert_eq!(object(&tercet("deal --format json").out).get("sampled"), None);
    let csv = tercet("deal --free -n 3 --format csv").out;
    assert_eq!((csv.lines().next(), csv.lines().count()), (Some("card"), 4));
}

#[test]
fn orders_that_nothing_fits_are_answered_no() {
    for (order, said) in [
        (
            "--free -n 21",
            "every hand of 21 cards of (3,4) holds a set: the largest without one has 20",
        ),
        ("--sets 100", "no hand of 12 cards of (3,4) holds exactly 100 sets: it can hold 0 to 14"),
        ("--free -v 1 -p 64", "every hand of 1 card of (1,64) holds a set"),
        ("--sets 2 -v 2 -p 60 -n 2", "it can hold 1"),
        ("--sets 99 -v 5 -p 5 -n 6", "it can hold at most 3"),
        ("--sets 1079 -n 81", "it can hold 1080"),
        ("--sets 900 -n 70", "it can hold from 677 to 695"),
        ("--free -v 3 -p 6 -n 113", "the largest without one has 112"),
    ] {
        let ran = tercet(&format!("deal {order}"));
        assert_eq!((ran.status, &ran.out[..]), (1, ""), "{order}");
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        assert!(ran.err.starts_with("tercet: ") && ran.err.contains(said), "{}", ran.err);
        let json = tercet(&format!("deal {order} --format json"));
        let answer = object(&json.out);
        assert_eq!((json.status, &answer["answer"]), (1, &json!("none")), "{}", json.out);
        assert!(answer["why"].as_str().unwrap().contains(said), "{}", json.out);
    }
}

#[test]
fn whole_decks_are_dealt_at_once() {
    let ran = tercet("deal --sets 1080 -n 81 --seed 1");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("the only hand with 1080 sets"), "{}", ran.out);
}

#[test]
fn orders_can_be_stopped() {
    for order in ["--free -v 4 -p 4 -n 120", "--sets 680 -n 70", "--sets 2 -n 15"] {
        let ran = tercet(&format!("deal {order} --timeout 10ms"));
        assert_eq!((ran.status, &ran.out[..]), (3, ""), "{order}");
        assert!(ran.err.starts_with("tercet: stopped: the time limit was reached"), "{}", ran.err);
    }
}

#[test]
fn wrong_orders_are_refused() {
    refused(&tercet("deal --free --sets 1"), &["--free", "--sets"]);
    refused(&tercet("deal --free --planted"), &["--free", "--planted"]);
    refused(&tercet("deal --sets 1 --trials 2"), &["--trials", "--sets"]);
    refused(&tercet("deal --sets -1"), &["'-1'", "--sets"]);
    refused(&tercet("deal --sets many"), &["'many'", "--sets"]);
    refused(&tercet("deal --timeout 1s"), &["--free", "--sets"]);
    refused(&tercet("deal --free -n 82"), &["81 cards, not 82"]);
    for kind in ["", "--planted", "--free", "--sets 1"] {
        let line = format!("deal -p 64 -n 100000000000 {kind}");
        refused(&tercet(&line), &["100000000000 cards are too many", "10000000", "-n"]);
    }
    refused(&tercet("deal -p 64 -n threshold"), &["the threshold of (3,64)", "10000000", "-n"]);
    refused(&tercet("deal -n few"), &["'few'", "--cards", "'threshold'"]);
}
