//! A direct implementation of the rules, against which the engines are tested.

use chacha20::ChaCha8Rng;

use super::super::general::{Shuffle, below};
use super::super::tally::Met;
use super::super::{Policy, Simulation};
use crate::deal::dealer::stream;
use crate::game::Refill;
use crate::set::is_set;
use crate::{Card, Deck};

/// Plays a game of cards in this order. `choose` returns the index of one of n sets in layout
/// order.
fn game(
    simulation: &Simulation,
    cards: &[Card],
    choose: &mut dyn FnMut(usize) -> usize,
) -> Vec<Met> {
    let (deck, start) = (simulation.deck, simulation.start);
    let v = deck.values();
    let mut board = cards[..start].to_vec();
    let mut dealt = start;
    let mut game = Vec::new();
    loop {
        let sets = sets(deck, &board);
        game.push(Met { cards: board.len(), deck: cards.len() - dealt, sets: sets.len() });
        let wanted = if sets.is_empty() {
            if dealt == cards.len() {
                return game;
            }
            board.len() + v
        } else {
            let chosen = match simulation.pick {
                Policy::Thrifty => thrifty(deck, &sets, &[&board, &cards[dealt..]].concat()),
                _ => choose(sets.len()),
            };
            for &position in sets[chosen].iter().rev() {
                board.remove(position);
            }
            if simulation.refill == Refill::AtOnce { board.len() + v } else { start }
        };
        while board.len() < wanted && dealt < cards.len() {
            board.push(cards[dealt]);
            dealt += 1;
        }
    }
}

/// All sets by trying all choices of v positions, in order.
fn sets(deck: Deck, board: &[Card]) -> Vec<Vec<usize>> {
    let mut chosen: Vec<Vec<usize>> = vec![vec![]];
    for _ in 0..deck.values() {
        let longer = |some: &Vec<usize>| {
            let some = some.clone();
            let next = some.last().map_or(0, |last| last + 1);
            (next..board.len()).map(move |position| [&some[..], &[position]].concat())
        };
        chosen = chosen.iter().flat_map(longer).collect();
    }
    chosen.retain(|set| is_set(deck, &set.iter().map(|&i| board[i]).collect::<Vec<_>>()));
    chosen
}

/// The index of the set without whose cards the most sets are left. The cards of the board come first.
fn thrifty(deck: Deck, among: &[Vec<usize>], left: &[Card]) -> usize {
    let all = sets(deck, left);
    let disjoint = |set: &Vec<usize>| {
        all.iter().filter(|other| !other.iter().any(|position| set.contains(position))).count()
    };
    let most = among.iter().map(disjoint).max();
    among.iter().position(|set| Some(disjoint(set)) == most).unwrap()
}

/// A choice by the policy: the first set, or a random one.
pub(in super::super) fn choose(pick: Policy, stream: &mut ChaCha8Rng, sets: usize) -> usize {
    if pick == Policy::First { 0 } else { below(stream, sets as u32) }
}

/// Some games of shuffled decks.
pub(in super::super) fn games(
    simulation: &Simulation,
    games: usize,
    seed: u64,
) -> Vec<(Vec<Card>, Vec<Met>)> {
    let mut stream = stream(seed, 0);
    let mut cards: Vec<Card> = simulation.deck.cards().collect();
    let mut shuffle = Shuffle::new(cards.len());
    let played = |_| {
        shuffle.shuffle(&mut cards, &mut stream);
        let game = game(simulation, &cards, &mut |sets| choose(simulation.pick, &mut stream, sets));
        (cards.clone(), game)
    };
    (0..games).map(played).collect()
}
