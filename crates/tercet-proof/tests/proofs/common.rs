//! Boards and changed proofs, which the tests share.

use std::io::{self, Write};
use std::num::NonZeroUsize;

use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use tercet::solver::{Limit, Step};
use tercet::{Board, Deck, deal};
use tercet_proof::{Group, Reader, Writer, prove};

/// Decks, with a number of cards for which boards without a set are about as frequent as others.
#[rustfmt::skip]
pub(crate) const BOARDS: [(usize, usize, usize); 23] = [
    (2, 1, 1), (2, 4, 1), (3, 1, 2), (3, 2, 5), (3, 3, 7), (3, 4, 9), (3, 5, 14), (3, 6, 16),
    (4, 1, 3), (4, 2, 9), (4, 3, 17), (4, 5, 40), (4, 6, 50), (5, 2, 14), (5, 4, 40),
    (6, 3, 37), (7, 4, 70), (8, 2, 33), (10, 4, 105), (12, 3, 98), (16, 4, 200), (20, 4, 262),
    (28, 2, 340),
];

/// A random board, or the whole deck if it has fewer cards.
pub(crate) fn board(v: usize, p: usize, cards: usize, seed: u64) -> Board {
    let deck = Deck::new(v, p).expect("a deck");
    let most = usize::try_from(deck.last_rank()).map_or(usize::MAX, |last| last.saturating_add(1));
    deal::board(deck, cards.min(most), seed).expect("so many cards")
}

/// Whether a method that writes no proof finds a set.
pub(crate) fn has_set(board: &Board) -> bool {
    board.find().is_some()
}

/// The proof, if the search finds no set.
pub(crate) fn proof(board: &Board, threads: usize) -> Option<Vec<u8>> {
    let mut proof = Vec::new();
    let threads = NonZeroUsize::new(threads).expect("at least one");
    let found =
        prove(board, threads, false, &Limit::none(), &mut proof).expect("a vector takes it all");
    found.is_none().then_some(proof)
}

/// The steps of a proof.
pub(crate) fn steps(board: &Board, proof: &[u8]) -> Vec<Step> {
    let reader = Reader::new(board, proof).expect("a proof of this board");
    reader.collect::<Result<_, _>>().expect("a whole proof")
}

/// These steps as a proof of this board, whatever they prove.
pub(crate) fn written(board: &Board, steps: &[Step]) -> Vec<u8> {
    let mut writer = Writer::new(board, Vec::new()).expect("a vector takes it all");
    let mut numbers = Vec::new();
    for step in steps {
        step.each_number(|number| numbers.push(number));
    }
    writer.numbers(&numbers).expect("a vector takes it all");
    writer.finish().expect("a vector takes it all")
}

/// A board without as many of its last cards as leave no set, and a proof of that.
pub(crate) fn with_less(full: &Board) -> (Board, Vec<u8>) {
    let mut less = full.clone();
    loop {
        if let Some(proof) = proof(&less, 1) {
            return (less, proof);
        }
        let last = *less.cards().last().expect("an empty board has no set");
        less.remove(&[last]).expect("it lies there");
    }
}

/// A board without a card of each set that was found.
pub(crate) fn thinned(mut board: Board) -> Board {
    while let Some(found) = board.find() {
        let card = found.cards()[board.len() % board.deck().values()];
        board.remove(&[card]).expect("it lies there");
    }
    board
}

/// Random changes.
pub(crate) struct Changes(ChaCha8Rng);

impl Changes {
    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `end`, which is not 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() % end as u64) as usize
    }

    /// Any step about an item of a board, rarely about one that does not exist.
    pub(crate) fn step(&mut self, board: &Board) -> Step {
        let items = board.deck().values() * board.deck().properties();
        let mut item = || self.below(items + items / 20 + 1) as u32;
        let (item, others) = (item(), [item(), item(), item(), item()]);
        match self.below(9) {
            0 => {
                let weights = others[..=self.below(4)].iter();
                let weights = weights.map(|&item| (item, self.weight())).collect();
                Step::Weigh { modulus: self.modulus(), weights }
            }
            1..5 => Step::Narrow(item),
            _ => Step::Branch(item),
        }
    }

    fn weight(&mut self) -> i32 {
        [-1, 0, 1, 2, i32::MAX, -i32::MAX][self.below(6)]
    }

    fn modulus(&mut self) -> u32 {
        [0, 1, 2, 3, 4, 1 << 31, u32::MAX - 1][self.below(7)]
    }

    /// A step that shows that a group has no set, if two free properties lack a matching or all sums of
    /// values are even. Some weights are large, or in two pieces; some steps are wrong.
    pub(crate) fn weigh(&mut self, board: &Board, group: &Group) -> Step {
        let (deck, v) = (board.deck(), board.deck().values());
        let free: Vec<usize> = (0..deck.properties()).filter(|&i| !group.agrees[i]).collect();
        let mut weights = vec![0_i64; v * deck.properties()];
        let value = |card: usize, i: usize| deck.value(board.cards()[card], i);
        // Some values of a property, those of another one that go together with them, and how many more.
        let few = (0..(free.len() * free.len()) << v).filter_map(|number| {
            let (some, pair) = (number % (1 << v), number >> v);
            let (a, b) = (free[pair / free.len()], free[pair % free.len()]);
            let with = |&card: &usize| some >> value(card, a) & 1 == 1;
            let cards = group.cards.iter().copied().filter(with);
            let other = cards.fold(0_usize, |all, card| all | 1 << value(card, b));
            Some((some.count_ones().checked_sub(other.count_ones() + 1)?, a, some, b, other))
        });
        let few: Vec<_> = few.filter(|&(_, a, _, b, _)| a != b).collect();
        let mut modulus = 0;
        if few.is_empty() {
            modulus = [2, 4, 6, v as u32][self.below(4)];
            for i in &free {
                weights[i * v..][..v].iter_mut().zip(0..).for_each(|(weight, x)| *weight = x);
            }
        } else {
            let (_, a, some, b, other) = few[self.below(few.len())];
            let size = [1, 1, 5, 1 << 29][self.below(4)];
            for x in 0..v {
                weights[a * v + x] = size * i64::from(some >> x & 1 == 1);
                weights[b * v + x] = -size * i64::from(other >> x & 1 == 1);
            }
            let more = [0, 1, -7, (1 << 30) - 1][self.below(4)];
            for x in 0..v {
                weights[a * v + x] += more;
                weights[b * v + x] -= more;
            }
        }
        let mut weights: Vec<(u32, i32)> =
            (0..).zip(weights).map(|(item, weight)| (item, weight as i32)).collect();
        weights.retain(|&(item, weight)| weight != 0 || free.contains(&(item as usize / v)));
        let (place, item, weight) =
            (self.below(weights.len()), self.below(weights.len()) as u32, self.weight());
        match self.below(12) {
            0 => weights[place].1 = weights[place].1.saturating_add(weight).max(-i32::MAX),
            1 => weights[place].0 = item,
            2 => weights.push((item, weight)),
            3 => modulus = self.modulus(),
            4 => drop(weights.remove(place)),
            5 => weights.truncate(place + 1),
            6..9 => {
                let half = weights[place].1 / 2;
                weights.push((weights[place].0, weights[place].1 - half));
                weights[place].1 = half;
            }
            _ => {}
        }
        Step::Weigh { modulus, weights }
    }

    /// Steps of a proof with one to three of them left out, doubled, exchanged or replaced.
    pub(crate) fn of_steps(&mut self, board: &Board, steps: &[Step]) -> Vec<Step> {
        let mut steps = steps.to_vec();
        for _ in 0..=self.below(3) {
            let at = self.below(steps.len() + 1);
            match self.below(6) {
                0 => steps.insert(at, self.step(board)),
                1 => steps.truncate(at),
                _ if at == steps.len() => {}
                2 => drop(steps.remove(at)),
                3 => steps.insert(at, steps[at].clone()),
                4 => {
                    let other = self.below(steps.len());
                    steps.swap(at, other);
                }
                _ => steps[at] = self.step(board),
            }
        }
        steps
    }

    /// A file with a bit flipped, a piece left out, or something appended.
    pub(crate) fn of_bytes(&mut self, file: &[u8]) -> Vec<u8> {
        let mut file = file.to_vec();
        let at = self.below(file.len());
        match self.below(4) {
            0 => file.truncate(at),
            1 => file.push(self.below(256) as u8),
            2 => drop(file.remove(at)),
            _ => file[at] ^= 1 << self.below(8),
        }
        file
    }
}

/// An output with room for some bytes.
pub(crate) struct Full(pub(crate) usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
