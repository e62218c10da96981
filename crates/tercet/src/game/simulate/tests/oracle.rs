//! A direct implementation of the rules, against which the engines are tested.

use rand_chacha::ChaCha8Rng;

use super::super::general::{Shuffle, below};
use super::super::tally::Met;
use crate::deal::dealer::stream;
use crate::game::Pick;
use crate::set::is_set;
use crate::{Card, Deck};

/// Plays a game of cards in this order. `choose` returns the index of one of n sets in layout
/// order.
pub(in super::super) fn game(
    deck: Deck,
    start: usize,
    cards: &[Card],
    choose: &mut dyn FnMut(usize) -> usize,
) -> Vec<Met> {
    let v = deck.values();
    let mut board = cards[..start].to_vec();
    let mut dealt = start;
    let mut game = Vec::new();
    loop {
        let sets = sets(deck, &board);
        game.push(Met { cards: board.len(), deck: cards.len() - dealt, set: !sets.is_empty() });
        let wanted = if sets.is_empty() {
            if dealt == cards.len() {
                return game;
            }
            board.len() + v
        } else {
            for &position in sets[choose(sets.len())].iter().rev() {
                board.remove(position);
            }
            start
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

/// A choice by the policy: the first set, or a random one.
pub(in super::super) fn choose(pick: Pick, stream: &mut ChaCha8Rng, sets: usize) -> usize {
    if pick == Pick::First { 0 } else { below(stream, sets as u32) }
}

/// Some games of shuffled decks.
pub(in super::super) fn games(
    deck: Deck,
    start: usize,
    pick: Pick,
    games: usize,
    seed: u64,
) -> Vec<(Vec<Card>, Vec<Met>)> {
    let mut stream = stream(seed, 0);
    let mut cards: Vec<Card> = deck.cards().collect();
    let mut shuffle = Shuffle::new(cards.len());
    let played = |_| {
        shuffle.shuffle(&mut cards, &mut stream);
        let game = game(deck, start, &cards, &mut |sets| choose(pick, &mut stream, sets));
        (cards.clone(), game)
    };
    (0..games).map(played).collect()
}
