//! Games of any deck, and the random numbers of a simulation, all exactly uniform.
//!
//! A number below a bound is the high half of a product (D. Lemire, "Fast Random Integer Generation
//! in an Interval", 2019); the low half tells whether it must be drawn again. Multiplying that low
//! half by the next bound gives several numbers from one word, with one check of the last low half
//! for all of them (N. Brackett-Rozinsky and D. Lemire, "Batched Ranged Random Integer Generation",
//! 2024). A shuffle of 81 cards takes 8 words that way instead of 80.

use chacha20::ChaCha8Rng;
use rand_core::Rng;

use super::tally::{Met, Tally};
use super::{Policy, Simulation};
use crate::game::rules::chosen;
use crate::solver::{self, Limit, Options, Question, Stop};
use crate::{Board, Card};

/// A random number below `bound`.
#[inline]
pub(super) fn below(random: &mut ChaCha8Rng, bound: u32) -> usize {
    loop {
        let product = u64::from(random.next_u32()) * u64::from(bound);
        let low = product as u32;
        // The remainder is less than the bound; most draws are accepted without a division.
        if low >= bound || low >= bound.wrapping_neg() % bound {
            return (product >> u32::BITS) as usize;
        }
    }
}

/// Puts cards in a random order, each equally likely (Fisher–Yates).
#[derive(Clone, Debug)]
pub(super) struct Shuffle {
    batches: Vec<Batch>,
    /// The new place of each card, from the last card to the second.
    places: Vec<u32>,
}

/// Numbers that are drawn with one word.
#[derive(Clone, Debug)]
struct Batch {
    bounds: Vec<u64>,
    /// 2^64 modulo the product of the bounds: the least low half of a fair draw.
    least: u64,
}

impl Shuffle {
    /// A product of bounds above this would be rejected too often.
    const LARGEST_PRODUCT: u64 = 1 << 58;

    /// The shuffle of `cards` cards, fewer than 2^32.
    pub(super) fn new(cards: usize) -> Self {
        let batch =
            |bounds, product: u64| Batch { bounds, least: product.wrapping_neg() % product };
        let mut batches: Vec<Batch> = Vec::new();
        let (mut bounds, mut product) = (Vec::new(), 1);
        for bound in (2..=cards as u64).rev() {
            if product > Self::LARGEST_PRODUCT / bound {
                batches.push(batch(std::mem::take(&mut bounds), product));
                product = 1;
            }
            bounds.push(bound);
            product *= bound;
        }
        batches.push(batch(bounds, product));
        Self { batches, places: vec![0; cards.saturating_sub(1)] }
    }

    /// Shuffles the cards; their number must be that of the shuffle.
    pub(super) fn shuffle<T>(&mut self, cards: &mut [T], stream: &mut ChaCha8Rng) {
        let mut places = &mut self.places[..];
        for Batch { bounds, least } in &self.batches {
            let (here, rest) = places.split_at_mut(bounds.len());
            loop {
                let mut word = stream.next_u64();
                for (place, &bound) in here.iter_mut().zip(bounds) {
                    let product = u128::from(word) * u128::from(bound);
                    *place = (product >> u64::BITS) as u32;
                    word = product as u64;
                }
                if word >= *least {
                    break;
                }
            }
            places = rest;
        }
        for (last, &place) in (1..cards.len()).rev().zip(&self.places) {
            cards.swap(last, place as usize);
        }
    }
}

// Games of any deck, with the method that suits its layouts.

/// Plays games one after another.
pub(super) fn play(
    simulation: &Simulation,
    games: u64,
    stream: &mut ChaCha8Rng,
    limit: &Limit,
) -> Result<Tally, Stop> {
    let mut cards: Vec<Card> = simulation.deck.cards().collect();
    let mut shuffle = Shuffle::new(cards.len());
    let mut tally = Tally::default();
    for _ in 0..games {
        limit.check()?;
        shuffle.shuffle(&mut cards, stream);
        // A number is drawn for the first set, too, which keeps the games of a seed.
        let below =
            |sets| below(stream, if simulation.pick == Policy::First { 1 } else { sets as u32 });
        let game = game(simulation, &cards, limit, below)?;
        tally.record(&game);
    }
    Ok(tally)
}

/// Plays one game with the cards in this order. `choose` returns the index of one of n sets.
fn game(
    simulation: &Simulation,
    cards: &[Card],
    limit: &Limit,
    mut choose: impl FnMut(usize) -> usize,
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
        let mut sets = 0;
        let set = chosen(
            &mut *solver,
            |_| true,
            usize::MAX,
            limit,
            |found| {
                sets = found;
                choose(found)
            },
        )?;
        let on_board = solver.board().len();
        game.push(Met { cards: on_board, deck: deck.len(), sets });
        let missing = match set {
            Some(positions) => {
                let set = solver.board().at(&positions);
                solver.remove(&set).expect("a set lies on the board");
                simulation.due(on_board - v)
            }
            None if deck.is_empty() => return Ok(game),
            None => v,
        };
        let (dealt, rest) = deck.split_at(missing.min(deck.len()));
        solver.add(dealt).expect(DEALT);
        deck = rest;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::tests::oracle;
    use super::*;
    use crate::deal::dealer::stream;
    use crate::deck::Deck;
    use crate::game::Refill;
    use crate::statistics::chi_squared_tail;

    /// Pearson's test at 99.99 %.
    fn are_alike(counts: impl Iterator<Item = u64>, expected: f64, kinds: usize) -> bool {
        let squares = counts.map(|count| (count as f64 - expected).powi(2));
        chi_squared_tail(squares.sum::<f64>() / expected, kinds - 1) > 1e-4
    }

    #[test]
    fn every_order_is_equally_likely() {
        let mut stream = stream(2, 0);
        let (mut shuffle, mut cards) = (Shuffle::new(5), [0, 1, 2, 3, 4]);
        let mut orders: BTreeMap<[u8; 5], u64> = BTreeMap::new();
        for _ in 0..120_000 {
            shuffle.shuffle(&mut cards, &mut stream);
            *orders.entry(cards).or_default() += 1;
        }
        assert_eq!(orders.len(), 120);
        assert!(are_alike(orders.into_values(), 1000.0, 120));
    }

    #[test]
    fn batches_take_words_as_one_draw_would() {
        let shuffle = Shuffle::new(81);
        assert_eq!(shuffle.batches.len(), 8);
        let mut bounds = shuffle.batches.iter().flat_map(|batch| &batch.bounds);
        assert!((2..=81).rev().all(|bound| bounds.next() == Some(&bound)));
        for batch in &shuffle.batches {
            let product: u128 = batch.bounds.iter().map(|&bound| u128::from(bound)).product();
            assert!(product <= 1 << 58);
            assert_eq!(u128::from(batch.least), (1_u128 << 64) % product);
        }
        for few in [0, 1, 2] {
            let mut cards: Vec<usize> = (0..few).collect();
            Shuffle::new(few).shuffle(&mut cards, &mut stream(0, 0));
            cards.sort_unstable();
            assert!(cards.into_iter().eq(0..few));
        }
    }

    #[test]
    fn numbers_are_below_their_bound_and_equally_likely() {
        let mut stream = stream(4, 0);
        for bound in [1, 2, 3, 7, 100] {
            let mut counts = vec![0_u64; bound as usize];
            for _ in 0..1000 * bound {
                counts[below(&mut stream, bound)] += 1;
            }
            assert!(bound == 1 || are_alike(counts.into_iter(), 1000.0, bound as usize));
        }
        // The largest bound rejects nearly half of all words.
        let below = (0..2000).filter(|_| below(&mut stream, (1 << 31) + 1) < 1 << 30).count();
        assert!((900..1100).contains(&below), "{below}");
    }

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
                for (refill, pick) in [
                    (Refill::UpToStart, Policy::First),
                    (Refill::UpToStart, Policy::Uniform),
                    (Refill::AtOnce, Policy::Uniform),
                ] {
                    let simulation = Simulation::new(deck, start, refill, pick, 0, 1).unwrap();
                    let mut stream = stream(7, 0);
                    for (cards, expected) in oracle::games(&simulation, 2, 7) {
                        Shuffle::new(size).shuffle(&mut vec![(); size], &mut stream);
                        let choose = |sets| oracle::choose(pick, &mut stream, sets);
                        let met = game(&simulation, &cards, &Limit::none(), choose).unwrap();
                        assert_eq!(met, expected, "{deck} from {start} cards, {refill}, {pick}");
                    }
                }
            }
        }
    }
}
