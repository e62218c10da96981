//! Whole games: fair deals, the rules, the same game by every method, and records that cannot be
//! changed unseen.

use tercet::game::record::Recorder;
use tercet::game::verify::{Fault, Problem, Verified, Verifier, VerifyError};
use tercet::game::{Dealer, End, Event, Fairness, Game, Pick, Refill, Rules};
use tercet::solver::{Limit, METHODS, Method, Options, Question, Solver, Update, method};
use tercet::{Board, Deck};

fn deck(v: usize, p: usize) -> Deck {
    Deck::new(v, p).unwrap()
}

fn auto() -> &'static Method {
    method("auto").unwrap()
}

fn game(deck: Deck, seed: u64, rules: Rules, method: &Method) -> Game {
    Game::new(deck, seed, rules, method, &Options::default()).unwrap()
}

fn events(mut game: Game) -> Vec<Event> {
    let mut events = Vec::new();
    while let Some(event) = game.step(&Limit::none()).unwrap() {
        events.push(event);
    }
    assert_eq!(game.step(&Limit::none()), Ok(None));
    events
}

fn sets(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event, Event::Take(_))).count()
}

/// The chi-squared quantile by Wilson and Hilferty (1931), at z standard deviations.
fn chi_squared_at(freedom: usize, z: f64) -> f64 {
    let freedom = freedom as f64;
    let ninth = 2.0 / (9.0 * freedom);
    freedom * (1.0 - ninth + z * ninth.sqrt()).powi(3)
}

#[test]
fn deals_are_uniform() {
    for (v, p) in [(4, 3), (5, 4)] {
        let fairness = Fairness::measure(deck(v, p), 1, 100_000, &Limit::none()).unwrap();
        let [start, drawn] = fairness.chi_squared().map(Option::unwrap);
        for statistic in [start, drawn] {
            // Neither too uneven nor too even to be chance: within 3.7 standard deviations.
            let [low, high] = [-3.7, 3.7].map(|z| chi_squared_at(fairness.freedom(), z));
            assert!(low < statistic && statistic < high, "({v},{p}): {low} {statistic} {high}");
        }
        let counts: Vec<_> = fairness.counts().collect();
        assert_eq!(
            counts.iter().map(|&(_, start, _)| start).sum::<u64>(),
            100_000 * v as u64 * p as u64
        );
        assert_eq!(counts.iter().map(|&(_, _, drawn)| drawn).sum::<u64>(), 100_000 * v as u64);
    }
    assert!(Fairness::measure(deck(20, 20), 1, 1, &Limit::none()).is_err());
    let all = Fairness::measure(deck(2, 1), 1, 10, &Limit::none()).unwrap();
    assert_eq!(all.chi_squared(), [None, None]);
}

/// Every (place, card) pair of the first draws and of the last ones is equally likely.
#[test]
fn a_card_comes_at_any_place_with_the_same_probability() {
    const DEALS: usize = 20_000;
    for place in [0, 1, 11, 40, 79, 80] {
        let mut counts = std::collections::BTreeMap::new();
        for seed in 0..DEALS as u64 {
            let card = Dealer::new(Deck::CLASSIC, seed).nth(place).unwrap();
            *counts.entry(card).or_insert(0_usize) += 1;
        }
        let expected = DEALS as f64 / 81.0;
        let chi: f64 =
            counts.values().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
        assert!(counts.len() == 81 && chi < chi_squared_at(80, 3.7), "place {place}: {chi}");
    }
}

/// A game by nothing but the rules, every set by the definition, as an oracle for the loop.
fn by_the_rules(deck: Deck, seed: u64, rules: Rules) -> Vec<Event> {
    let v = deck.values();
    let mut dealer = Dealer::new(deck, seed);
    let mut board: Vec<_> = dealer.by_ref().take(rules.start).collect();
    let mut events = vec![Event::Deal(board.clone())];
    loop {
        let lying = Board::new(deck, &board).unwrap();
        let mut brute = method("brute").unwrap().enumerator(&lying, &Options::default()).unwrap();
        let sets_of_board = tercet::solver::list(&mut *brute, Some(1), &Limit::none()).sets;
        let due = if let Some(first) = sets_of_board.first() {
            let set = tercet::Set::new(deck, &lying.at(first)).unwrap();
            board.retain(|card| !set.cards().contains(card));
            events.push(Event::Take(set));
            if rules.sets == Some(sets(&events) as u64) {
                events.push(Event::End(End::Sets));
                return events;
            }
            match rules.refill {
                Refill::AtOnce => v,
                Refill::Delayed => 0,
                Refill::UpToStart => rules.start.saturating_sub(board.len()),
            }
        } else {
            events.push(Event::NoSet);
            if dealer.is_empty() {
                events.push(Event::End(End::Deck));
                return events;
            }
            v
        };
        let dealt: Vec<_> = dealer.by_ref().take(due).collect();
        if !dealt.is_empty() {
            board.extend(&dealt);
            events.push(Event::Deal(dealt));
        }
    }
}

const DECKS: [(usize, usize); 9] =
    [(1, 2), (2, 1), (2, 3), (3, 1), (3, 3), (3, 4), (4, 2), (4, 3), (5, 2)];

#[test]
fn games_go_by_the_rules() {
    for (v, p) in DECKS {
        let deck = deck(v, p);
        for refill in Refill::ALL {
            for seed in 0..10 {
                let rules = Rules { refill, pick: Pick::First, ..Rules::thesis(deck) };
                for rules in [rules, Rules { sets: Some(1), start: 1, ..rules }] {
                    let played = events(game(deck, seed, rules, auto()));
                    assert_eq!(played, by_the_rules(deck, seed, rules), "{deck} {seed} {rules:?}");
                }
            }
        }
    }
}

#[test]
fn all_methods_play_the_same_game_where_the_policy_fixes_the_set() {
    for (v, p) in DECKS {
        let deck = deck(v, p);
        for (refill, pick) in [
            (Refill::AtOnce, Pick::First),
            (Refill::Delayed, Pick::First),
            (Refill::Delayed, Pick::Uniform),
            (Refill::UpToStart, Pick::Uniform),
        ] {
            let rules = Rules { refill, pick, ..Rules::thesis(deck) };
            for seed in 0..5 {
                let expected = events(game(deck, seed, rules, method("brute").unwrap()));
                let able = METHODS.iter().filter(|method| method.can(Question::Enumerate, deck));
                for method in able {
                    let played = events(game(deck, seed, rules, method));
                    assert_eq!(played, expected, "{} {deck} {seed} {rules:?}", method.name);
                }
            }
        }
    }
}

#[test]
fn every_finder_plays_a_game_that_verifies() {
    for (v, p) in DECKS.into_iter().chain([(4, 4), (5, 3), (6, 2)]) {
        let deck = deck(v, p);
        for refill in Refill::ALL {
            let most = v.pow(p as u32 - 1) as u64;
            let rules = Rules { refill, sets: Some(most.min(4)), ..Rules::thesis(deck) };
            for method in METHODS.iter().filter(|method| method.can(Question::Find, deck)) {
                let record = record(game(deck, 3, rules, method), method.name);
                let verified = verify(&record).unwrap();
                assert!(verified.end.is_some(), "{}", method.name);
                assert!(verified.unproved.is_empty());
            }
        }
    }
}

#[test]
fn any_solver_can_play() {
    /// Plays like `brute`, but only once.
    struct Once(Box<dyn Solver>, bool);
    impl Update for Once {
        fn board(&self) -> &Board {
            self.0.board()
        }
        fn add(&mut self, cards: &[tercet::Card]) -> Result<(), tercet::board::BoardError> {
            self.0.add(cards)
        }
        fn remove(&mut self, cards: &[tercet::Card]) -> Result<(), tercet::board::BoardError> {
            self.0.remove(cards)
        }
    }
    impl Solver for Once {
        fn find(&mut self, limit: &Limit) -> tercet::solver::Answer {
            if std::mem::replace(&mut self.1, true) {
                tercet::solver::Answer::None
            } else {
                self.0.find(limit)
            }
        }
    }
    let board = Board::empty(Deck::CLASSIC);
    let brute = method("brute").unwrap().solver(&board, &Options::default()).unwrap();
    let rules = Rules::classic(Deck::CLASSIC);
    let dealer = Dealer::new(Deck::CLASSIC, 1);
    let game = Game::with_solver(dealer, rules, Box::new(Once(brute, false))).unwrap();
    assert_eq!(sets(&events(game)), 1);
}

#[test]
fn a_stopped_game_goes_on_where_it_was() {
    let deck = deck(10, 4);
    let rules = Rules { sets: Some(2), ..Rules::thesis(deck) };
    let mut stopping = game(deck, 1, rules, auto());
    let now = Limit::timeout(std::time::Duration::ZERO);
    let (mut played, mut stops) = (Vec::new(), 0);
    loop {
        let limit = if stops % 2 == 0 { &now } else { &Limit::none() };
        match stopping.step(limit) {
            Ok(Some(event)) => played.push(event),
            Ok(None) => break,
            Err(_) => {}
        }
        stops += 1;
    }
    assert_eq!(sets(&played), 2);
    assert_eq!(played, events(game(deck, 1, rules, auto())));
}

/// The record of a whole game.
fn record(mut game: Game, method: &str) -> String {
    let (mut recorder, mut text) = Recorder::begin(&game, method);
    while let Some(event) = game.step(&Limit::none()).unwrap() {
        text += &recorder.event(&event, &game);
    }
    text
}

fn verify(record: &str) -> Result<Verified, Fault> {
    verify_bytes(record.as_bytes())
}

fn verify_bytes(record: &[u8]) -> Result<Verified, Fault> {
    let mut verifier = Verifier::new(Verifier::EFFORT);
    for line in record.split_inclusive(|&byte| byte == b'\n') {
        verifier.line(line, &Limit::none()).map_err(|error| match error {
            VerifyError::False(fault) => fault,
            VerifyError::Stopped(stop) => panic!("no limit was set: {stop}"),
        })?;
    }
    verifier.finish()
}

/// The record with its checks made right again, as a forger would.
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
    let ten = deck(10, 2);
    vec![
        record(game(Deck::CLASSIC, 5, classic, auto()), "auto"),
        record(game(Deck::CLASSIC, 6, Rules { pick: Pick::First, ..classic }, auto()), "auto"),
        record(game(small, 7, Rules { sets: Some(2), ..Rules::thesis(small) }, auto()), "cover"),
        record(
            game(ten, 8, Rules { refill: Refill::Delayed, ..Rules::thesis(ten) }, auto()),
            "auto",
        ),
    ]
}

#[test]
fn the_record_of_a_seed_stays_the_same() {
    let record = &records()[2];
    assert_eq!(resealed(record), *record, "the check is the CRC-32 of all before");
    let lines: Vec<&str> = record.lines().collect();
    let begin = format!(
        "{{\"event\":\"begin\",\"schema\":\"tercet.game/1\",\"version\":\"{}\",\
         \"deck\":{{\"values\":4,\"properties\":2}},\"seed\":7,\
         \"rules\":{{\"start\":8,\"refill\":\"at-once\",\"pick\":\"found\",\"sets\":2}},\
         \"method\":\"cover\",\"check\":\"",
        env!("CARGO_PKG_VERSION")
    );
    assert!(lines[0].starts_with(&begin), "{}", lines[0]);
    assert!(lines.last().unwrap().starts_with("{\"event\":\"end\",\"why\":\"sets\",\"sets\":2,"));
}

#[test]
fn a_changed_digit_anywhere_is_caught_in_its_line() {
    for record in records() {
        assert!(verify(&record).unwrap().end.is_some());
        let mut line = 1;
        for (place, byte) in record.bytes().enumerate() {
            if byte.is_ascii_digit() {
                let mut changed = record.clone().into_bytes();
                changed[place] = if byte == b'9' { b'0' } else { byte + 1 };
                let fault = verify_bytes(&changed).expect_err("the digit was changed");
                assert_eq!(fault.line, line, "{fault}");
            }
            line += usize::from(byte == b'\n');
        }
    }
}

#[test]
fn a_changed_digit_is_caught_even_if_the_checks_are_forged() {
    for record in records() {
        let (begin, rest) = record.split_once('\n').unwrap();
        let version = begin.find("\"deck\"").unwrap();
        let mut line = 1;
        for (place, byte) in record.bytes().enumerate() {
            let text = &record[..place];
            let in_check = text.rfind("\"check\"") > text.rfind('\n');
            // The version and the check tell nothing about the game.
            if byte.is_ascii_digit() && !in_check && place > version {
                let mut changed = record.clone().into_bytes();
                changed[place] = if byte == b'9' { b'0' } else { byte + 1 };
                let forged = resealed(str::from_utf8(&changed).unwrap());
                let fault = verify(&forged).expect_err("the digit was changed");
                // A changed beginning makes another line wrong.
                assert!(fault.line == line || line == 1, "{fault} line {line}\n{begin}\n{rest}");
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
            assert_eq!(verified.torn, !record[..end].ends_with('\n'));
            assert!(verified.end.is_none());
        }
        assert_eq!(verify("").unwrap_err().problem, Problem::Empty);
        assert_eq!(verify(&record[..first - 1]).unwrap_err().problem, Problem::Check);
    }
}

#[test]
fn missing_doubled_and_exchanged_lines_are_caught() {
    let record = &records()[0];
    let lines: Vec<&str> = record.split_inclusive('\n').collect();
    for i in 1..lines.len() {
        let without = [&lines[..i], &lines[i + 1..]].concat().concat();
        let twice = [&lines[..=i], &lines[i..]].concat().concat();
        if i + 1 < lines.len() {
            assert_eq!(verify(&without).unwrap_err().line, i + 1);
            let mut exchanged = lines.clone();
            exchanged.swap(i, i + 1);
            assert_eq!(verify(&exchanged.concat()).unwrap_err().line, i + 1);
        }
        for twice in [&twice, &resealed(&twice)] {
            assert_eq!(verify(twice).unwrap_err().line, i + 2);
        }
    }
    assert_eq!(verify(&(record.clone() + record)).unwrap_err().line, lines.len() + 1);
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

    assert!(why("\"seed\":5", "\"seed\":6").starts_with("line 2: the seed deals "));
    assert_eq!(
        why("\"start\":12", "\"start\":15"),
        "line 2: by the rules 15 cards are dealt here, not 12"
    );
    assert_eq!(
        why("\"sets\":null", "\"sets\":28"),
        "line 1: no game of (3,4) takes 28 sets: its cards make at most 27"
    );
    assert_eq!(why("up-to-start", "now"), "line 1: 'now' is none of at-once, delayed, up-to-start");
    assert_eq!(
        why("game/1", "game/2"),
        "line 1: the record is of the form 'tercet.game/2', which this version does not know"
    );
    assert!(
        why("\"pick\":\"uniform\"", "\"pick\":\"first\"").contains("the policy 'first' takes ")
    );
    assert!(
        why("{\"event\":\"set\"", "{\"event\":\"sat\"")
            .contains("it cannot be read (unknown variant")
    );
    let again = why(
        &format!("{{\"event\":\"set\",\"cards\":[\"{first_of_set}\""),
        "{\"event\":\"set\",\"cards\":[\"0x00\"",
    );
    assert!(again.contains("card '0x00'"), "{again}");
    assert_eq!(verify("0121 0212\n").unwrap_err().problem, Problem::NoRecord);
    assert_eq!(verify_bytes(b"\xff\xfe\n").unwrap_err().problem, Problem::NoRecord);
}

#[test]
fn a_false_claim_that_there_is_no_set_is_caught() {
    /// Never finds anything.
    struct Blind(Board);
    impl Update for Blind {
        fn board(&self) -> &Board {
            &self.0
        }
        fn add(&mut self, cards: &[tercet::Card]) -> Result<(), tercet::board::BoardError> {
            self.0.add(cards)
        }
        fn remove(&mut self, cards: &[tercet::Card]) -> Result<(), tercet::board::BoardError> {
            self.0.remove(cards)
        }
    }
    impl Solver for Blind {
        fn find(&mut self, _: &Limit) -> tercet::solver::Answer {
            tercet::solver::Answer::None
        }
    }
    let rules = Rules { pick: Pick::Found, ..Rules::classic(Deck::CLASSIC) };
    let blind = Box::new(Blind(Board::empty(Deck::CLASSIC)));
    let game = Game::with_solver(Dealer::new(Deck::CLASSIC, 1), rules, blind).unwrap();
    let record = record(game, "blind");
    assert!(matches!(verify(&record).unwrap_err().problem, Problem::Overlooked(..)));

    // Where there is no time to look, the claim is believed, and the verifier says so.
    let mut verifier = Verifier::new(10);
    for line in record.split_inclusive('\n') {
        verifier.line(line.as_bytes(), &Limit::none()).unwrap();
    }
    let verified = verifier.finish().unwrap();
    assert_eq!((verified.proved, verified.unproved.len()), (0, 24));
}
