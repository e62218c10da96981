//! Records of games that people played.

use std::ops::ControlFlow;

use serde_json::{Value, json};
use tercet::Deck;
use tercet::game::{Refill, Variant};
use tercet_app::{
    Code, Error, Game, GameEnd, Question, Record, RecordVerdict, Session, Streamed, Verification,
    Verify,
};

/// The sets that a method takes, and the record that it writes.
fn played(game: &Game) -> (Vec<Vec<String>>, String) {
    let mut lines = String::new();
    let played = game.ask_into(&Session::new(), &mut |step| {
        lines += &(step.record)();
        ControlFlow::Continue(())
    });
    (played.unwrap().taken.into_iter().map(|taken| taken.cards).collect(), lines)
}

/// The record of a game in which these sets are taken.
fn recorded(game: &Game, taken: &[Vec<String>]) -> Result<<Record as Question>::Answer, Error> {
    let (game, taken) = (game.clone(), taken.to_vec());
    let Game { deck, refill, variant, seed, goal, .. } = game;
    let record = Record { deck, refill, variant, seed, goal, taken, ..Record::default() };
    record.ask(&Session::new())
}

fn verified(record: &str) -> Verification {
    let verify = Verify { record: record.into(), ..Verify::default() };
    verify.ask(&Session::new()).unwrap()
}

/// The lines of a record without their checks.
fn lines(record: &str) -> Vec<Value> {
    let line = |line: &str| {
        let mut line: Value = serde_json::from_str(line).unwrap();
        line.as_object_mut().unwrap().remove("check");
        line
    };
    record.lines().map(line).collect()
}

fn deck(values: usize, properties: usize) -> Deck {
    Deck::new(values, properties).unwrap()
}

#[test]
fn the_sets_of_a_method_make_the_record_of_its_game() {
    const GAMES: [(usize, usize, u32, Option<u32>); 5] = [
        (3, 4, 5, None),
        (3, 4, 6, Some(4)),
        (3, 5, 1, Some(20)),
        (4, 3, 2, None),
        (5, 2, 3, None),
    ];
    let rules = [
        (None, Variant::Standard),
        (Some(Refill::Delayed), Variant::Shuffle),
        (Some(Refill::Owed), Variant::Standard),
        (None, Variant::Chain),
        (Some(Refill::Owed), Variant::Chain),
    ];
    let games = GAMES.iter().flat_map(|&game| rules.map(|rules| (game, rules)));
    for ((values, properties, seed, goal), (refill, variant)) in games {
        let game = Game {
            refill,
            variant,
            deck: deck(values, properties),
            seed: Some(seed.into()),
            goal: goal.map(u32::into),
            ..Game::default()
        };
        let (taken, theirs) = played(&game);
        let recorded = recorded(&game, &taken).unwrap();
        let (mut ours, mut theirs) = (lines(&recorded.record), lines(&theirs));
        assert_eq!([&ours[0]["method"], &ours[0]["rules"]["pick"]], ["player", "found"]);
        for heading in [&mut ours[0], &mut theirs[0]] {
            heading["method"].take();
            heading["rules"]["pick"].take();
        }
        assert_eq!(ours, theirs, "({values},{properties})");
        let end = if goal.is_some() { GameEnd::Goal } else { GameEnd::Deck };
        assert_eq!(recorded.answer, end);
        let verified = verified(&recorded.record);
        assert_eq!((verified.answer, verified.count), (RecordVerdict::Proved, recorded.count));
        assert!(goal.is_some() || verified.proved_count > 0);
    }
}

#[test]
fn a_game_that_its_player_ends_is_proved_as_far_as_it_goes() {
    let game = Game { seed: Some(5_u32.into()), ..Game::default() };
    let (taken, _) = played(&game);
    for sets in [0, 1, 7] {
        let recorded = recorded(&game, &taken[..sets]).unwrap();
        assert_eq!((recorded.answer, &recorded.count), (GameEnd::Stopped, &sets.into()));
        let verified = verified(&recorded.record);
        assert_eq!(verified.answer, RecordVerdict::Proved);
        assert_eq!(verified.end.as_deref(), Some("stopped: the player ended the game"));
    }
}

/// All cards that were turned up are in the record, and a set among them is taken.
#[test]
fn a_game_of_memory_is_recorded_with_its_turns() {
    let game = Game { deck: deck(3, 3), seed: Some(2_u32.into()), ..Game::default() };
    let memory = Game { variant: Variant::Memory, ..game.clone() };
    let refused = memory.ask(&Session::new()).unwrap_err().message;
    assert_eq!(refused, "a method sees all cards, so only people play 'memory'");
    let (sets, standard) = played(&game);
    let turn: Vec<String> = [&sets[0][..2], &sets[1][..1]].concat();
    let taken = [vec![turn.clone(), sets[0].clone(), sets[1].clone()], sets[2..].to_vec()].concat();
    let text = recorded(&memory, &taken).unwrap().record;
    let turned = lines(&text)[2].clone();
    assert_eq!(turned, json!({ "event": "turn", "cards": turn }));
    assert_eq!(lines(&text).len(), lines(&standard).len() + 1);
    assert_eq!(verified(&text).answer, RecordVerdict::Proved);
    let twice = vec![turn[0].clone(), turn[0].clone(), turn[1].clone()];
    for (taken, game) in [(turn, &game), (twice, &memory)] {
        assert_eq!(recorded(game, &[taken]).unwrap_err().code, Code::NotASet);
    }
}

#[test]
fn a_set_that_does_not_continue_the_chain_is_refused() {
    let game = Game { seed: Some(5_u32.into()), ..Game::default() };
    let (taken, _) = played(&game);
    let error = recorded(&Game { variant: Variant::Chain, ..game }, &taken).unwrap_err();
    let why = "it holds 0 cards of the last set, and a set of a chain holds exactly one";
    assert_eq!((error.code, error.message), (Code::Conflict, format!("set 2: {why}")));
}
