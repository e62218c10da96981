//! Records of games: truncated records verify, and changes are detected.

#![cfg(feature = "records")]

use tercet::deal::Dealer;
use tercet::game::{
    Event, Pick, RecordError, Recorder, Refill, Rules, Variant, Verified, Verifier,
};
use tercet::solver::{Algorithm, Layout, Limit, METHODS, Method, Question, Solver, Stop, Visit};
use tercet::{Board, Deck, Game, Set};
use tercet_testkit::boards::deck;

use crate::game::game;

/// The record of a whole game.
fn record<S: Solver + ?Sized>(mut game: Game<S>, method: &str) -> String {
    let (mut recorder, mut text) = Recorder::begin(&game, method);
    while let Some(event) = game.next() {
        text += &recorder.event(&event, &game);
    }
    text
}

fn verify(record: &str) -> Result<Verified, RecordError> {
    verify_bytes(record.as_bytes())
}

fn verify_bytes(record: &[u8]) -> Result<Verified, RecordError> {
    let mut verifier = Verifier::new(Verifier::EFFORT);
    for line in record.split_inclusive(|&byte| byte == b'\n') {
        verifier.line(line, &Limit::none())?;
    }
    verifier.finish()
}

/// The line with the fault.
fn line_of(error: &RecordError) -> usize {
    match error {
        RecordError::NotARecord { line, .. } | RecordError::False { line, .. } => *line,
        RecordError::Stopped(stop) => panic!("no limit was set: {stop}"),
    }
}

/// Why a record is false.
fn fault(record: &str) -> String {
    match verify(record) {
        Err(RecordError::False { why, .. }) => why,
        other => panic!("it should be false: {other:?}"),
    }
}

/// The line that is not a line of a record, and why.
fn no_record(record: &[u8]) -> (usize, String) {
    match verify_bytes(record) {
        Err(RecordError::NotARecord { line, why }) => (line, why),
        other => panic!("it should be no record: {other:?}"),
    }
}

/// The record with its checks recomputed, as a forger would.
fn resealed(record: &str) -> String {
    let mut check = crc32fast::Hasher::new();
    let mut sealed = String::new();
    for line in record.lines() {
        let (body, _) = line.rsplit_once(",\"check\":\"").unwrap();
        check.update(body.as_bytes());
        let rest = format!(",\"check\":\"{:08x}\"}}\n", check.clone().finalize());
        check.update(rest.as_bytes());
        sealed += body;
        sealed += &rest;
    }
    sealed
}

fn records() -> Vec<String> {
    let classic = Rules::classic(Deck::CLASSIC);
    let small = deck(4, 2);
    let (ten, three) = (deck(10, 2), deck(3, 3));
    vec![
        record(game(Deck::CLASSIC, 5, classic, &Method::AUTO), "auto"),
        record(
            game(Deck::CLASSIC, 6, Rules { pick: Pick::First, ..classic }, &Method::AUTO),
            "auto",
        ),
        record(
            game(small, 7, Rules { sets: Some(2), ..Rules::thesis(small) }, &Method::AUTO),
            "cover",
        ),
        record(
            game(ten, 8, Rules { refill: Refill::Delayed, ..Rules::thesis(ten) }, &Method::AUTO),
            "auto",
        ),
        record(
            game(three, 1, Rules { refill: Refill::Owed, ..Rules::thesis(three) }, &Method::AUTO),
            "auto",
        ),
        varied(Variant::Chain),
        varied(Variant::Shuffle),
    ]
}

/// The record of a game of a variant, with (3,3).
fn varied(variant: Variant) -> String {
    let three = deck(3, 3);
    let rules = Rules { variant, pick: Pick::First, ..Rules::classic(three) };
    record(game(three, 2, rules, &Method::AUTO), "auto")
}

#[test]
fn every_finder_plays_a_game_that_verifies() {
    for (v, p) in [(1, 2), (2, 3), (3, 1), (3, 4), (4, 3), (4, 4), (5, 3), (6, 2)] {
        let deck = deck(v, p);
        for refill in Refill::ALL {
            let most = v.pow(p as u32 - 1) as u64;
            let rules = Rules { refill, sets: Some(most.min(4)), ..Rules::thesis(deck) };
            for method in METHODS.iter().filter(|method| method.can(Question::Find, deck)) {
                let record = record(game(deck, 3, rules, method), method.name);
                let verified = verify(&record).unwrap();
                assert!(verified.end.is_some(), "{}", method.name);
                assert!(verified.is_proved());
            }
        }
    }
}

#[test]
fn the_record_of_a_seed_stays_the_same() {
    let record = &records()[2];
    assert_eq!(resealed(record), *record, "the check is the CRC-32 of all before");
    let lines: Vec<&str> = record.lines().collect();
    let begin = format!(
        "{{\"event\":\"begin\",\"schema\":\"tercet.game-record/1\",\"version\":\"{}\",\
         \"deck\":{{\"values\":4,\"properties\":2}},\"seed\":7,\
         \"rules\":{{\"start\":8,\"refill\":\"at-once\",\"pick\":\"found\",\"sets\":2,\
         \"variant\":\"standard\"}},\
         \"method\":\"cover\",\"check\":\"",
        env!("CARGO_PKG_VERSION")
    );
    assert!(lines[0].starts_with(&begin), "{}", lines[0]);
    assert!(lines.last().unwrap().starts_with("{\"event\":\"end\",\"why\":\"sets\",\"sets\":2,"));
}

/// With the checks as they were, and with checks that were forged.
#[test]
fn a_changed_digit_anywhere_is_caught_in_its_line() {
    for record in records() {
        assert!(verify(&record).unwrap().end.is_some());
        let version = record.find("\"deck\"").unwrap();
        let mut line = 1;
        for (place, byte) in record.bytes().enumerate() {
            if byte.is_ascii_digit() {
                let mut changed = record.clone().into_bytes();
                changed[place] = if byte == b'9' { b'0' } else { byte + 1 };
                let fault = verify_bytes(&changed).expect_err("the digit was changed");
                assert_eq!(line_of(&fault), line, "{fault}");
                // The version and the check tell nothing about the game.
                let text = &record[..place];
                if place > version && text.rfind("\"check\"") <= text.rfind('\n') {
                    let forged = resealed(str::from_utf8(&changed).unwrap());
                    let named = line_of(&verify(&forged).expect_err("the digit was changed"));
                    // A changed beginning makes another line wrong.
                    assert!(named == line || line == 1, "line {line}, not {named}");
                }
            }
            line += usize::from(byte == b'\n');
        }
    }
}

#[test]
fn every_beginning_of_a_record_verifies() {
    for record in records() {
        let first = record.find('\n').unwrap() + 1;
        for end in (first..record.len()).step_by(7) {
            let verified = verify(&record[..end]).unwrap();
            assert_eq!(verified.lines, record[..end].matches('\n').count());
            assert_eq!(verified.truncated, !record[..end].ends_with('\n'));
            assert!(verified.end.is_none());
        }
        assert_eq!(no_record(b""), (1, "the record is empty".into()));
        let torn = no_record(&record.as_bytes()[..first - 1]);
        assert_eq!(torn, (1, "this is not a record of a game".into()));
    }
}

#[test]
fn what_stands_behind_must_be_the_beginning_of_a_line() {
    let record = &records()[0];
    let trailing = "unexpected data after the end of the game: remove it";
    assert_eq!(fault(&format!("{record}x")), trailing);
    let half = &record[..=record[..2000].rfind('\n').unwrap()];
    let torn = "it is incomplete, and not the beginning of a line of a record";
    assert_eq!(fault(&format!("{half}x")), torn);
    assert!(verify(&format!("{half}{{\"ev")).unwrap().truncated);
}

#[test]
fn a_game_is_stopped_only_for_a_reason_that_there_is() {
    let record = &records()[0];
    let half = &record[..=record[..2000].rfind('\n').unwrap()];
    let why = |why: &str| {
        let line = format!(
            "{{\"event\":\"end\",\"why\":\"{why}\",\"sets\":0,\"board\":[],\"check\":\"\"}}\n"
        );
        fault(&resealed(&format!("{half}{line}")))
    };
    let turn = why("stopped: nobody knows");
    assert!(turn.starts_with("the rules require ") && turn.ends_with(" here, not another end"));
    // This one is a reason, but the sums are wrong.
    let sum = why("stopped: interrupted");
    assert!(sum.starts_with("sets taken: ") && sum.ends_with(" here, not 0"), "{sum}");
    let forged = resealed(&record.replace("\"why\":\"deck\"", "\"why\":\"sets\""));
    assert_eq!(fault(&forged), "the rules require the end 'deck' here, not the end 'sets'");
}

#[test]
fn missing_doubled_and_exchanged_lines_are_caught() {
    let record = &records()[0];
    let lines: Vec<&str> = record.split_inclusive('\n').collect();
    for i in 1..lines.len() {
        let without = [&lines[..i], &lines[i + 1..]].concat().concat();
        let twice = [&lines[..=i], &lines[i..]].concat().concat();
        if i + 1 < lines.len() {
            assert_eq!(line_of(&verify(&without).unwrap_err()), i + 1);
            let mut exchanged = lines.clone();
            exchanged.swap(i, i + 1);
            assert_eq!(line_of(&verify(&exchanged.concat()).unwrap_err()), i + 1);
        }
        for twice in [&twice, &resealed(&twice)] {
            assert_eq!(line_of(&verify(twice).unwrap_err()), i + 2);
        }
    }
    let twice = verify(&(record.clone() + record)).unwrap_err();
    assert_eq!(line_of(&twice), lines.len() + 1);
}

#[test]
fn forgeries_are_named() {
    let record = &records()[0];
    let why = |from: &str, to: &str| {
        let forged = record.replacen(from, to, 1);
        assert_ne!(forged, *record, "{from}");
        verify(&resealed(&forged)).unwrap_err().to_string()
    };
    let lines: Vec<&str> = record.lines().collect();
    let cards = |line: &str| line.split("\"cards\":[").nth(1).unwrap()[..20].replace('"', "");
    let set = lines.iter().find(|line| line.contains("\"set\"")).unwrap();
    let first_of_set = cards(set)[..4].to_string();

    let set_of = format!("{{\"event\":\"set\",\"cards\":[\"{first_of_set}\"");
    for (from, to, said) in [
        ("\"seed\":5", "\"seed\":6", "line 2: the seed deals "),
        ("\"start\":12", "\"start\":15", "line 2: the rules deal 15 cards here, not 12"),
        ("\"sets\":null", "\"sets\":28", "line 1: a game of (3,4) cannot end after 28 sets: "),
        ("up-to-start", "now", "line 1: it cannot be read (no refill is called 'now': "),
        (
            "game-record/1",
            "game-record/2",
            "line 1: the record has the format 'tercet.game-record/2', which ",
        ),
        ("\"pick\":\"uniform\"", "\"pick\":\"first\"", "the policy 'first' takes "),
        (
            "{\"event\":\"set\"",
            "{\"event\":\"sat\"",
            "it cannot be read (event: no choice is called 'sat': did you mean 'set'?)",
        ),
        (&*set_of, "{\"event\":\"set\",\"cards\":[\"0x00\"", "card '0x00'"),
    ] {
        assert!(why(from, to).contains(said), "{}, not {said}", why(from, to));
    }
    for text in [&b"0121 0212\n"[..], b"\xff\xfe\n"] {
        assert_eq!(no_record(text), (1, "this is not a record of a game".into()));
    }
}

#[test]
fn what_is_owed_is_not_another_rule() {
    let owed = records().swap_remove(4);
    let as_rule = |rule| fault(&resealed(&owed.replace("\"owed\"", rule)));
    assert_eq!(as_rule("\"delayed\""), "the rules deal 3 cards here, not 6");
    assert_eq!(as_rule("\"at-once\""), "the rules require a deal here, not 'none'");
}

#[test]
fn a_false_claim_that_there_is_no_set_is_caught() {
    /// Never finds anything.
    struct Blind;
    impl Algorithm for Blind {
        fn for_each(&mut self, _: &mut Layout, _: &Limit, _: Visit) -> Result<(), Stop> {
            Ok(())
        }
    }
    let rules = Rules { pick: Pick::Found, ..Rules::classic(Deck::CLASSIC) };
    let blind = Blind.on(&Board::empty(Deck::CLASSIC));
    let game = Game::with_solver(Dealer::new(Deck::CLASSIC, 1), rules, blind).unwrap();
    let record = record(game, "blind");
    let overlooked = fault(&record);
    assert!(overlooked.starts_with("the board holds a set: "), "{overlooked}");

    // If there is no time for the check, the claim is accepted, and the verifier reports it.
    let mut verifier = Verifier::new(1);
    for line in record.split_inclusive('\n') {
        verifier.line(line.as_bytes(), &Limit::none()).unwrap();
    }
    let verified = verifier.finish().unwrap();
    assert_eq!((verified.proved, verified.unproved.len()), (0, 24));
    assert!(!verified.is_proved());
}

/// Each set of a record of a chain, replaced by each other set of the board with another number of cards
/// of the last set.
#[test]
fn a_set_that_does_not_continue_the_chain_is_named() {
    let four = deck(4, 2);
    let rules = Rules { start: 14, variant: Variant::Chain, ..Rules::thesis(four) };
    let mut named = [0; 5];
    for seed in 0..20 {
        let mut game = game(four, seed, rules, &Method::BRUTE);
        let (mut recorder, mut text) = Recorder::begin(&game, "brute");
        loop {
            let (board, last) = (game.board().clone(), game.last_set().to_vec());
            let Some(event) = game.next() else { break };
            if let (Event::Take(set), false) = (&event, last.is_empty()) {
                for other in board.search().list().unwrap() {
                    let held = other.cards().iter().filter(|card| last.contains(card)).count();
                    if held == 1 {
                        continue;
                    }
                    let cards = |set: &Set| four.texts(set.cards()).join("\",\"");
                    let line = recorder.clone().event(&event, &game);
                    let line = line.replace(&cards(set), &cards(&other));
                    let fault = fault(&resealed(&format!("{text}{line}")));
                    assert!(
                        fault.starts_with("the chain requires exactly one card of the last set ")
                    );
                    assert!(fault.ends_with(&format!(" here, not {held}")), "{fault}");
                    named[held] += 1;
                }
            }
            text += &recorder.event(&event, &game);
        }
        assert!(verify(&text).unwrap().is_proved());
    }
    assert!(named[0] > 0 && named[2] > 0 && named[4] > 0, "{named:?}");
}

#[test]
fn a_record_of_another_variant_is_false() {
    let as_variant = |record: &str, from: &str, to: &str| {
        fault(&resealed(&record.replace(&format!("\"{from}\""), &format!("\"{to}\""))))
    };
    let [chain, shuffle] = [Variant::Chain, Variant::Shuffle].map(varied);
    let fault = as_variant(&shuffle, "shuffle", "standard");
    assert!(fault.contains("it cannot be read") || fault.contains("not a shuffle"), "{fault}");
    assert!(as_variant(&chain, "chain", "shuffle").contains("a shuffle"));
    assert!(as_variant(&records()[0], "standard", "chain").contains("card of the last set"));
    let swapped = {
        let line = shuffle.lines().find(|line| line.contains("\"event\":\"shuffle\"")).unwrap();
        let cards: Vec<&str> = line.split('"').filter(|text| text.len() == 3).collect();
        let other = line.replacen(cards[0], "x", 1).replacen(cards[1], cards[0], 1);
        resealed(&shuffle.replacen(line, &other.replacen('x', cards[1], 1), 1))
    };
    assert!(self::fault(&swapped).starts_with("the seed shuffles the board to "));
}
