//! Boards for tests, and the oracle.

use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use tercet::deal::Dealer;
use tercet::set::is_set;
use tercet::solver::Found;
use tercet::{Board, Card, Deck};

/// All sets of a board by the definition, in order: the oracle.
pub fn by_definition(board: &Board) -> Vec<Found> {
    fn extend(
        board: &Board,
        chosen: &mut Vec<usize>,
        cards: &mut Vec<Card>,
        sets: &mut Vec<Found>,
    ) {
        let missing = board.deck().values() - chosen.len();
        if missing == 0 {
            if is_set(board.deck(), cards) {
                sets.push(Found::new(chosen.as_slice()));
            }
            return;
        }
        let first = chosen.last().map_or(0, |last| last + 1);
        for next in first..(board.len() + 1).saturating_sub(missing) {
            chosen.push(next);
            cards.push(board.cards()[next]);
            extend(board, chosen, cards, sets);
            chosen.pop();
            cards.pop();
        }
    }
    let mut sets = Vec::new();
    extend(board, &mut Vec::new(), &mut Vec::new(), &mut sets);
    sets
}

/// Random choices from a seed.
pub(crate) struct Random(ChaCha8Rng);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Some of the values below n, at least one.
    pub(crate) fn some(&mut self, n: usize) -> Vec<usize> {
        let most = 1 + self.below(n);
        let mut values = self.order(n);
        values.truncate(most);
        values
    }

    pub(crate) fn order(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        self.shuffle(&mut order);
        order
    }

    pub(crate) fn shuffle<T>(&mut self, all: &mut [T]) {
        for i in (1..all.len()).rev() {
            all.swap(i, self.below(i + 1));
        }
    }

    /// The cards of a set.
    pub(crate) fn set(&mut self, deck: Deck) -> Vec<Card> {
        let v = deck.values();
        let varied = self.below(deck.properties());
        let shown: Vec<Vec<usize>> = (0..deck.properties())
            .map(|i| {
                let order = self.order(v);
                if i == varied || self.one_in(2) { order } else { vec![order[0]; v] }
            })
            .collect();
        let card = |i| shown.iter().map(|values| values[i]).collect::<Vec<_>>();
        (0..v).map(|i| deck.card_of(&card(i)).unwrap()).collect()
    }
}

/// The deck (v,p).
///
/// # Panics
///
/// If there is no such deck.
pub fn deck(v: usize, p: usize) -> Deck {
    Deck::new(v, p).unwrap()
}

/// A board of the first `n` cards that a dealer deals, or of the whole deck if it has fewer.
pub fn dealt(deck: Deck, seed: u64, n: usize) -> Board {
    let cards: Vec<Card> = Dealer::new(deck, seed).take(n).collect();
    Board::new(deck, &cards).unwrap()
}

/// A board of one of the kinds on which methods differ, with at most `most` cards: any cards; cards
/// that show few values of each property, so that many sets agree in some; a set or two among other
/// cards.
pub fn random_board(deck: Deck, seed: u64, most: usize) -> Board {
    let mut random = Random::new(seed);
    let v = deck.values();
    let n = match random.below(5) {
        // About as many cards as a set has, but at most `most`.
        0 => (v + random.below(3)).saturating_sub(1).min(most),
        1 => most,
        _ => random.below(most + 1),
    };
    let shown: Vec<Vec<usize>> = match random.below(4) {
        0 => return dealt(deck, seed, n),
        1 => (0..deck.properties()).map(|_| random.some(v)).collect(),
        kind => (0..deck.properties())
            .map(|_| {
                if kind == 2 && random.one_in(2) { vec![random.below(v)] } else { random.order(v) }
            })
            .collect(),
    };
    let mut cards = Vec::new();
    for _ in 0..random.below(3) {
        cards.extend(random.set(deck));
    }
    for _ in 0..2 * n {
        let card: Vec<usize> = shown.iter().map(|some| some[random.below(some.len())]).collect();
        cards.push(deck.card_of(&card).unwrap());
    }
    let mut board = Board::empty(deck);
    for card in cards {
        if board.len() < n && !board.contains(card) {
            board.add(&[card]).unwrap();
        }
    }
    let mut cards = board.cards().to_vec();
    random.shuffle(&mut cards);
    Board::new(deck, &cards).unwrap()
}

/// C(n,v), possibly infinite.
pub(crate) fn binomial(n: usize, v: usize) -> f64 {
    (0..v).map(|i| n.saturating_sub(i) as f64 / (i + 1) as f64).product()
}

/// The largest number of cards, up to 40, with at most `subsets` subsets of v cards.
pub fn most_cards(v: usize, subsets: f64) -> usize {
    (v..=40).take_while(|&n| binomial(n, v) <= subsets).last().unwrap_or(v)
}
