//! Games with three values, a microsecond each: shuffling and choosing for the [`Table`].

use super::Counts;
use super::general::{Shuffle, Stream};
use super::table::{Chance, SLOTS, Table, slots};
use super::{Simulation, Tally};
use crate::deck::Deck;
use crate::game::Pick;
use crate::solver::{Limit, Stop};

/// Whether a deck can be played here: a card must fit a byte, and the slots a word. A set-free
/// board has at most 45 cards (p = 5), so only the start can need more than 48 slots.
pub(super) fn suits(deck: Deck, start: usize) -> bool {
    deck.values() == 3 && deck.properties() <= 5 && start <= SLOTS
}

/// The number of games between two checks of the limit.
const SOME: u64 = 1 << 10;

/// Plays games one after another.
pub(super) fn play(
    simulation: &Simulation,
    games: u64,
    stream: &mut Stream,
    limit: &Limit,
) -> Result<Tally, Stop> {
    let size = simulation.size();
    let mut table = Table::new(size, simulation.start);
    let mut counts = Counts::new(size, simulation.start);
    let shuffle = Shuffle::new(size);
    let mut left = games;
    while left > 0 {
        limit.check()?;
        let shuffle = shuffle.clone();
        let some = left.min(SOME);
        left -= some;
        match simulation.pick {
            Pick::First => table.play(some, &mut Random::<true> { stream, shuffle }, &mut counts),
            _ => table.play(some, &mut Random::<false> { stream, shuffle }, &mut counts),
        }
    }
    Ok(counts.tally())
}

/// Shuffles at random, and takes the first set in layout order or any set, each equally likely.
struct Random<'a, const FIRST: bool> {
    stream: &'a mut Stream,
    shuffle: Shuffle,
}

impl<const FIRST: bool> Chance for Random<'_, FIRST> {
    #[inline]
    fn shuffle(&mut self, deck: &mut [u8]) {
        self.shuffle.shuffle(deck, self.stream);
    }

    #[inline]
    fn choose(&mut self, sets: &[u64], arrival: &[u8; SLOTS + 1]) -> usize {
        if !FIRST {
            return self.stream.below(sets.len() as u32);
        }
        let ranks = sets.iter().enumerate();
        let first = ranks.map(|(set, &slots)| (rank(slots, arrival), set)).min();
        first.expect("there is a set to choose").1
    }
}

/// The rank of a set in layout order: the arrival times of its cards, the first one highest.
#[inline]
fn rank(set: u64, arrival: &[u8; SLOTS + 1]) -> u32 {
    let [a, b, c] = slots(set).map(|slot| u32::from(arrival[slot]));
    let (first, last) = (a.min(b).min(c), a.max(b).max(c));
    let middle = a + b + c - first - last;
    first << 16 | middle << 8 | last
}

#[cfg(test)]
mod tests {
    use super::super::tests::oracle;
    use super::*;

    /// Chooses like the oracle.
    struct Same<'a> {
        pick: Pick,
        stream: &'a mut Stream,
        shuffle: Shuffle,
    }

    impl Chance for Same<'_> {
        fn shuffle(&mut self, deck: &mut [u8]) {
            self.shuffle.shuffle(deck, self.stream);
        }

        fn choose(&mut self, sets: &[u64], arrival: &[u8; SLOTS + 1]) -> usize {
            let mut order: Vec<usize> = (0..sets.len()).collect();
            order.sort_unstable_by_key(|&set| rank(sets[set], arrival));
            let chosen = order[oracle::choose(self.pick, self.stream, sets.len())];
            if self.pick == Pick::First {
                let (stream, shuffle) = (&mut *self.stream, self.shuffle.clone());
                let mut first = Random::<true> { stream, shuffle };
                assert_eq!(first.choose(sets, arrival), chosen);
            }
            chosen
        }
    }

    fn assert_same_games(p: usize, start: usize, pick: Pick, games: usize) {
        let deck = Deck::new(3, p).unwrap();
        let size = 3_usize.pow(p as u32);
        let seed = (p * 1000 + start) as u64;
        let mut table = Table::new(size, start);
        let mut stream = Stream::new(seed, 0);
        for (i, (_, game)) in oracle::games(deck, start, pick, games, seed).iter().enumerate() {
            let mut counts = Counts::new(size, start);
            let mut same = Same { pick, stream: &mut stream, shuffle: Shuffle::new(size) };
            // The shuffle starts with the deck as the last game left it, like the oracle's.
            table.play(1, &mut same, &mut counts);
            let mut tally = Tally::default();
            tally.record(game);
            assert_eq!(counts.tally(), tally, "(3,{p}) from {start} cards, {pick}, game {i}");
        }
    }

    #[test]
    fn every_game_is_the_oracles() {
        for pick in [Pick::First, Pick::Uniform] {
            for start in 0..=15 {
                for (p, games) in [(1, 15), (2, 30), (3, 20), (4, 6), (5, 1)] {
                    if start <= 3_usize.pow(p as u32) {
                        assert_same_games(p, start, pick, games);
                    }
                }
            }
            assert_same_games(4, 12, pick, 100);
            assert_same_games(5, 15, pick, 5);
            for (p, start) in [(3, 20), (3, 27), (4, 25), (4, 63), (4, 64), (5, 64)] {
                assert_same_games(p, start, pick, 1);
            }
        }
    }
}
