//! The puzzles of a sheet: boards are drawn, solved, and chosen by their difficulty.
//!
//! The more properties the cards of a set differ in, the harder it is to see. So the difficulty of
//! a board is the mean number of differing properties of its sets. Boards of a given difficulty
//! cannot be drawn directly, and some decks have no board of a certain difficulty. So 16 boards are
//! drawn for each puzzle and sorted by difficulty, and the puzzles are taken from this list. That
//! always succeeds, in a time bounded by that of the draws, and boards of the same difficulty keep the
//! probabilities that `deal` gives them.
//!
//! Each board has a seed of its own, which comes from the stream of the seed of the sheet. Sheets
//! with neighbouring seeds therefore share no boards, and a board can be dealt again by its seed.

use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use tercet::deal::planted;
use tercet::solver::{Auto, Enumerate, Options};

use super::{Difficulty, Sheet, SheetPuzzle};
use crate::deal::sampler;
use crate::prelude::*;

/// A board with all its sets.
pub(super) type Puzzle = (Board, SheetPuzzle);

/// How many boards are drawn for each puzzle.
const DRAWS: usize = 16;

/// The most sets of a board: a longer list would be unreadable.
const MOST_SETS: usize = 500;

/// Draws the puzzles of a sheet, or says why no such boards exist.
pub(super) fn draw(
    sheet: &Sheet,
    size: usize,
    seed: u64,
    notation: Notation,
    session: &Session,
    limit: &Limit,
) -> Result<Result<Vec<Puzzle>, String>, Error> {
    let deck = sheet.deck;
    let board: Box<dyn Fn(u64) -> Result<Board, NoAnswer>> = if let Some(sets) = &sheet.exactly {
        // A larger number of sets fits no page.
        let sets = sets.get().unwrap_or(u128::MAX);
        let sampler = match sampler(deck, size, sets, session, limit).map_err(failed)? {
            Ok(sampler) => sampler,
            Err(why) => return Ok(Err(why)),
        };
        Box::new(move |seed| Ok(sampler.draw(seed, limit)?.0))
    } else {
        Box::new(|seed| {
            let (cards, _) = planted(deck, size, seed, limit)?;
            Ok(Board::new(deck, &cards).expect("no card is dealt twice"))
        })
    };
    let draws = if sheet.difficulty == Difficulty::Mixed { 1 } else { DRAWS };
    let mut seeds = ChaCha8Rng::seed_from_u64(seed);
    let mut drawn = Vec::with_capacity(draws * sheet.boards);
    for done in 0..draws * sheet.boards {
        session.report(|| Progress {
            what: "boards".into(),
            done: done as u64,
            of: Some((draws * sheet.boards) as u64),
        });
        // A seed short enough to be typed again.
        let seed = u64::from(seeds.next_u32());
        drawn.push(solved(board(seed).map_err(failed)?, seed, notation, limit)?);
    }
    Ok(Ok(chosen(drawn, sheet.boards, sheet.difficulty)))
}

fn failed(error: NoAnswer) -> Error {
    let is_of_size = matches!(error.cannot(), Some(Cannot::OutOfRange(_)));
    let error = Error::from(error);
    if is_of_size { error.of_field("size") } else { error }
}

/// Finds the sets of a board.
fn solved(board: Board, seed: u64, notation: Notation, limit: &Limit) -> Result<Puzzle, Error> {
    let mut positions: Vec<Vec<usize>> = Vec::new();
    Auto::new(&board, &Options::default()).for_each(limit, &mut |set| {
        positions.push(set.to_vec());
        if positions.len() > MOST_SETS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    if positions.len() > MOST_SETS {
        let size = board.len();
        let why = error!(OutOfRange, "a board of {size} cards holds more than {MOST_SETS} sets");
        return Err(why.of_field("size"));
    }
    positions.sort_unstable();
    let deck = board.deck();
    let differing = |set: &Vec<usize>| {
        let cards = board.at(set);
        let differs = |property: &usize| {
            cards.iter().any(|&card| deck.value(card, *property) != deck.value(cards[0], *property))
        };
        (0..deck.properties()).filter(differs).count()
    };
    let differing: Vec<usize> = positions.iter().map(differing).collect();
    let write = |cards: &[Card]| write_cards(deck, notation, cards);
    let puzzle = SheetPuzzle {
        seed: seed.into(),
        cards: write(board.cards()),
        sets: positions.iter().map(|set| write(&board.at(set))).collect(),
        mean_differing: differing.iter().sum::<usize>() as f64 / differing.len().max(1) as f64,
        positions,
        differing,
    };
    Ok((board, puzzle))
}

/// Chooses the puzzles among the boards; among equally difficult boards, the earlier draws win.
fn chosen(mut drawn: Vec<Puzzle>, boards: usize, difficulty: Difficulty) -> Vec<Puzzle> {
    if difficulty == Difficulty::Mixed {
        return drawn;
    }
    drawn.sort_by(|(_, a), (_, b)| a.mean_differing.total_cmp(&b.mean_differing));
    let last = drawn.len() - 1;
    let place = |i: usize| match difficulty {
        Difficulty::Hard => drawn.len() - boards + i,
        Difficulty::Rising if boards == 1 => last / 2,
        Difficulty::Rising => i * last / (boards - 1),
        Difficulty::Easy | Difficulty::Mixed => i,
    };
    (0..boards).map(|i| drawn[place(i)].clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boards of one card with these difficulties, in the order of their seeds.
    fn drawn(difficulties: &[usize]) -> Vec<Puzzle> {
        let board = Board::empty(Deck::CLASSIC);
        let puzzle = |(seed, &differs): (u64, &usize)| {
            let (seed, mean_differing) = (seed.into(), differs as f64);
            (board.clone(), SheetPuzzle { seed, mean_differing, ..SheetPuzzle::default() })
        };
        (0..).zip(difficulties).map(puzzle).collect()
    }

    #[test]
    fn puzzles_are_chosen_by_their_difficulty() {
        let all = [3, 1, 2, 4, 1, 3];
        let seeds = |boards, difficulty| -> Vec<u64> {
            let puzzles = chosen(drawn(&all), boards, difficulty);
            puzzles.iter().map(|(_, puzzle)| puzzle.seed.get().unwrap()).collect()
        };
        assert_eq!(seeds(3, Difficulty::Easy), [1, 4, 2]);
        assert_eq!(seeds(3, Difficulty::Hard), [0, 5, 3]);
        assert_eq!(seeds(2, Difficulty::Rising), [1, 3]);
        assert_eq!(seeds(3, Difficulty::Rising), [1, 2, 3]);
        assert_eq!(seeds(6, Difficulty::Mixed), [0, 1, 2, 3, 4, 5]);
    }
}
