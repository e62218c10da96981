//! Whole games: fair deals, the rules, and the same game by every method.

use tercet::deal::{Dealer, frequencies};
use tercet::game::{End, Event, Pick, Refill, Rules, Variant};
use tercet::solver::{Limit, METHODS, Method, Options, Question};
use tercet::statistics::chi_squared;
use tercet::{Board, Deck, Game};
use tercet_testkit::boards::deck;

pub(crate) fn game(deck: Deck, seed: u64, rules: Rules, method: &Method) -> Game {
    Game::by(method, &Options::default(), Dealer::new(deck, seed), rules).unwrap()
}

fn events(mut game: Game) -> Vec<Event> {
    let events = game.by_ref().collect();
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
        let counts = frequencies(deck(v, p), 1, 100_000, &Limit::none()).unwrap();
        for (of, cards) in [v * p, v].into_iter().enumerate() {
            let counts: Vec<u64> = counts.iter().map(|count| count[of]).collect();
            let statistic = chi_squared(&counts, 100_000).unwrap();
            // Neither too uneven nor too even for chance: within 3.7 standard deviations.
            let [low, high] = [-3.7, 3.7].map(|z| chi_squared_at(counts.len() - 1, z));
            assert!(low < statistic && statistic < high, "({v},{p}): {low} {statistic} {high}");
            assert_eq!(counts.iter().sum::<u64>(), 100_000 * cards as u64);
        }
    }
    assert!(frequencies(deck(20, 20), 1, 1, &Limit::none()).is_err());
    let all = frequencies(deck(2, 1), 1, 10, &Limit::none()).unwrap();
    assert_eq!(all, [[10, 0]; 2]);
    assert_eq!([10, 0].map(|each| chi_squared(&[each; 2], 10)), [None, None]);
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

/// A game played directly by the rules, every set by the definition, as an oracle for the loop.
fn by_the_rules(deck: Deck, seed: u64, rules: Rules) -> Vec<Event> {
    let v = deck.values();
    let mut dealer = Dealer::new(deck, seed);
    let mut board: Vec<_> = dealer.by_ref().take(rules.start).collect();
    let mut events = vec![Event::Deal(deck, board.clone())];
    // The cards that were taken and not replaced yet.
    let mut owed = 0;
    loop {
        let lying = Board::new(deck, &board).unwrap();
        let sets_of_board = lying.search().by(Method::BRUTE).list().unwrap();
        let due = if let Some(set) = sets_of_board.into_iter().next() {
            board.retain(|card| !set.contains(card));
            events.push(Event::Take(set));
            if rules.sets == Some(sets(&events) as u64) {
                events.push(Event::End(End::Sets));
                return events;
            }
            owed += v;
            match rules.refill {
                Refill::AtOnce => v,
                Refill::Delayed | Refill::Owed => 0,
                Refill::UpToStart => rules.start.saturating_sub(board.len()),
            }
        } else {
            events.push(Event::NoSet);
            if dealer.is_empty() {
                events.push(Event::End(End::Deck));
                return events;
            }
            match std::mem::take(&mut owed) {
                0 => v,
                owed if rules.refill == Refill::Owed => owed,
                _ => v,
            }
        };
        let dealt: Vec<_> = dealer.by_ref().take(due).collect();
        if !dealt.is_empty() {
            board.extend(&dealt);
            events.push(Event::Deal(deck, dealt));
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
                    let played = events(Game::new(deck, rules, seed).unwrap());
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
        for (refill, pick, variant) in [
            (Refill::AtOnce, Pick::First, Variant::Standard),
            (Refill::Delayed, Pick::First, Variant::Standard),
            (Refill::Delayed, Pick::Uniform, Variant::Standard),
            (Refill::Owed, Pick::First, Variant::Standard),
            (Refill::UpToStart, Pick::Uniform, Variant::Standard),
            (Refill::AtOnce, Pick::First, Variant::Chain),
            (Refill::AtOnce, Pick::Uniform, Variant::Chain),
            (Refill::AtOnce, Pick::Uniform, Variant::Shuffle),
        ] {
            let rules = Rules { refill, pick, variant, ..Rules::thesis(deck) };
            if rules.check(deck).is_err() {
                continue; // There are no chains with one value.
            }
            for seed in 0..5 {
                let expected = events(game(deck, seed, rules, &Method::BRUTE));
                let able = METHODS.iter().filter(|method| method.can(Question::Enumerate, deck));
                for method in able {
                    let played = events(game(deck, seed, rules, method));
                    assert_eq!(played, expected, "{} {deck} {seed} {rules:?}", method.name);
                }
            }
        }
    }
}
