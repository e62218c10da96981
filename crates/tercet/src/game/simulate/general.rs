//! Games of any deck, with the method that suits its layouts.

use std::ops::ControlFlow;

use super::Simulation;
use super::random::{Shuffle, Stream};
use super::tally::{Met, Tally};
use crate::board::Board;
use crate::card::Card;
use crate::game::Pick;
use crate::solver::{self, Enumerate, Limit, Options, Question, Stop};

/// Plays games one after another.
pub(super) fn play(
    simulation: &Simulation,
    games: u64,
    stream: &mut Stream,
    limit: &Limit,
) -> Result<Tally, Stop> {
    let mut cards: Vec<Card> = simulation.deck.cards().collect();
    let mut shuffle = Shuffle::new(cards.len());
    let mut tally = Tally::default();
    for _ in 0..games {
        limit.check()?;
        shuffle.shuffle(&mut cards, stream);
        let game = game(simulation, &cards, limit, &mut |sets| stream.below(sets as u32))?;
        tally.record(&game);
    }
    Ok(tally)
}

/// Plays one game with the cards in this order. `choose` returns the index of one of n sets.
fn game(
    simulation: &Simulation,
    cards: &[Card],
    limit: &Limit,
    choose: &mut dyn FnMut(usize) -> usize,
) -> Result<Vec<Met>, Stop> {
    const DEALT: &str = "the cards of a deck are dealt once";
    let (start, v) = (simulation.start, simulation.deck.values());
    let (dealt, mut deck) = cards.split_at(start);
    let board = Board::new(simulation.deck, dealt).expect(DEALT);
    // Layouts hardly grow, so the method that suits the first one is kept to the end.
    let method = solver::choose(simulation.deck, start, Question::Enumerate);
    let mut solver =
        method.enumerator(&board, &Options::default()).expect("what is chosen suits the deck");
    let mut game = Vec::new();
    loop {
        let set = pick(&mut *solver, simulation.pick, limit, choose)?;
        let on_board = solver.board().len();
        game.push(Met { cards: on_board, deck: deck.len(), set: set.is_some() });
        let missing = match set {
            Some(positions) => {
                let set = solver.board().at(&positions);
                solver.remove(&set).expect("a set lies on the board");
                start.saturating_sub(on_board - v)
            }
            None if deck.is_empty() => return Ok(game),
            None => v,
        };
        let (dealt, rest) = deck.split_at(missing.min(deck.len()));
        solver.add(dealt).expect(DEALT);
        deck = rest;
    }
}

/// The positions of the set to take, if there is one.
fn pick(
    solver: &mut dyn Enumerate,
    pick: Pick,
    limit: &Limit,
    choose: &mut dyn FnMut(usize) -> usize,
) -> Result<Option<Box<[usize]>>, Stop> {
    let mut sets: Vec<Box<[usize]>> = Vec::new();
    solver.for_each(limit, &mut |positions| {
        match (pick, sets.first_mut()) {
            (Pick::First, Some(first)) if positions >= &**first => {}
            (Pick::First, Some(first)) => first.copy_from_slice(positions),
            _ => sets.push(positions.into()),
        }
        ControlFlow::Continue(())
    })?;
    if sets.is_empty() {
        return Ok(None);
    }
    // Sorted by layout order, so that the choice does not depend on the method.
    let chosen = choose(sets.len());
    let (_, set, _) = sets.select_nth_unstable(chosen);
    Ok(Some(std::mem::take(set)))
}

#[cfg(test)]
mod tests {
    use super::super::tests::oracle;
    use super::*;
    use crate::deck::Deck;

    #[test]
    fn every_game_is_the_oracles() {
        let decks =
            [(1, 1), (1, 4), (2, 1), (2, 4), (3, 1), (3, 3), (3, 4), (4, 2), (5, 2), (4, 3)];
        for (v, p) in decks {
            let deck = Deck::new(v, p).unwrap();
            let size = v.pow(p as u32);
            for start in [0, 1, 2, 3, v * p, v * p + 1, size].map(|start| start.min(size)) {
                if start == 64 && v == 4 {
                    continue;
                }
                for pick in [Pick::First, Pick::Uniform] {
                    let simulation = Simulation::new(deck, start, pick, 0, 1).unwrap();
                    let mut stream = Stream::new(7, 0);
                    for (cards, expected) in oracle::games(deck, start, pick, 2, 7) {
                        Shuffle::new(size).shuffle(&mut vec![(); size], &mut stream);
                        let choose = &mut |sets| oracle::choose(pick, &mut stream, sets);
                        let met = game(&simulation, &cards, &Limit::none(), choose).unwrap();
                        assert_eq!(met, expected, "{deck} from {start} cards, {pick}");
                    }
                }
            }
        }
    }
}
