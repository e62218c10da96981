//! Random instances of matching for experiments, each determined by its seed on every machine.
//!
//! An edge of an instance with k dimensions of n elements is a card of the deck (n,k),
//! so a [`Dealer`] draws distinct edges.
//!
//! - [`Solution::Chance`]: random edges, with or without a perfect matching. At
//!   [`matching_threshold`] one perfect matching is expected, and slightly less than half of the
//!   instances have one: with 20 and 40 elements in three dimensions (126 and 278 edges), 27 and 23
//!   of 60 instances. With a tenth fewer edges 5 and 1 of 60 had one, with a tenth more 45 and 54.
//! - [`Solution::Yes`]: the edges include a random perfect matching, and are shuffled.
//! - [`Solution::No`]: there is no perfect matching, since Hall's condition is violated: more than half of
//!   the elements of the first dimension have edges with too few elements of the second. With one
//!   dimension, an element is in no edge. All edges that this allows are equally likely.

use std::collections::HashSet;
use std::fmt;

use chacha20::ChaCha8Rng;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rand_core::{Rng, SeedableRng};

use super::{MatchingInstance, deck_of, spaced};
use crate::card::Card;
use crate::deal::Dealer;
use crate::deal::dealer::{shuffle, shuffle_within};
use crate::deck::{Deck, OutOfRange, factorial, falling_factorial, fewest};
use crate::named;
use crate::solver::{Limit, NoAnswer};

named! {
    /// Whether a generated instance has a perfect matching.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Solution is "solution" {
        /// It has one.
        Yes = "yes",
        /// It has none.
        No = "no",
        /// Random.
        #[default]
        Chance = "chance",
    }
}

/// The maximum number of elements in the edges of a generated instance, each counted as often as it
/// occurs. To draw them takes about 1 GB.
pub const MOST_ELEMENTS: usize = 30_000_000;

/// The smallest number of random edges, in k dimensions of n elements, for which one perfect
/// matching is expected; at most n^k.
///
/// Each of the `(n!)^(k−1)` possible perfect matchings is among m random edges with probability
/// `C(m,n)/C(n^k,n)`.
///
/// # Errors
///
/// [`OutOfRange`] if the instance would not fit a board.
pub fn matching_threshold(dimensions: usize, elements: usize) -> Result<u128, OutOfRange> {
    let deck = edges_of(dimensions, elements)?;
    let all = deck.size();
    let matchings = factorial(elements).pow(dimensions as u32 - 1);
    let of_all = falling_factorial(&all, elements);
    let enough = |edges: u128| {
        let drawn = BigUint::from(edges);
        drawn >= all || &matchings * falling_factorial(&drawn, elements) >= of_all
    };
    Ok(fewest(enough))
}

/// A random instance of matching with `edges` edges; by default the number at which one perfect
/// matching is expected ([`matching_threshold`]), or all edges if there are fewer. Also says why
/// there is no perfect matching, for [`Solution::No`].
///
/// # Errors
///
/// [`NoAnswer`] if the instance does not fit a board, or the number of edges is less than a
/// solution needs, more than there can be, or more than [`MOST_ELEMENTS`] allow, or if the limit
/// ended the work.
pub fn matching(
    dimensions: usize,
    elements: usize,
    edges: Option<usize>,
    solution: Solution,
    seed: u64,
    limit: &Limit,
) -> Result<(MatchingInstance, Option<String>), NoAnswer> {
    let deck = edges_of(dimensions, elements)?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (mut cards, mut obstruction) = (Vec::new(), None);
    match solution {
        Solution::Chance => {}
        Solution::Yes => cards = random_matching(deck, &mut random),
        Solution::No => obstruction = Some(Obstruction::random(deck, &mut random)),
    }
    let all = obstruction.as_ref().map_or_else(|| deck.size(), |found| found.edges(deck));
    let all = all.to_u128().unwrap_or(u128::MAX);
    let least = cards.len() as u128;
    let asked = match edges {
        Some(edges) => edges as u128,
        None => matching_threshold(dimensions, elements)?.min(all).max(least),
    };
    let range = least..=all.min((MOST_ELEMENTS / dimensions) as u128);
    OutOfRange::check(asked, range, || format!("cannot draw {asked} edges"))?;
    let edges = asked as usize;
    let planted: HashSet<Card> = cards.iter().copied().collect();
    let mut dealer = Dealer::new(deck, random.next_u64());
    // An obstruction allows half of the edges or more.
    dealer.reserve(if obstruction.is_some() { edges + edges / 2 } else { edges });
    let mut watch = limit.watch();
    while cards.len() < edges {
        watch.tick(4)?;
        let card = dealer.next().expect("there are enough edges");
        let allowed = obstruction.as_ref().is_none_or(|found| found.allows(deck, card));
        if allowed && !planted.contains(&card) {
            cards.push(card);
        }
    }
    shuffle_within(&mut cards, &mut random, limit)?;
    let mut edges = Vec::with_capacity(cards.len());
    for card in cards {
        watch.tick(dimensions)?;
        edges.push(deck.values_of(card).collect());
    }
    let instance = MatchingInstance { dimensions, elements, edges };
    Ok((instance, obstruction.map(|found| found.to_string())))
}

/// Elements of the first dimension, all of whose edges have one of fewer elements of the second.
struct Obstruction([Vec<bool>; 2]);

impl Obstruction {
    fn random(deck: Deck, random: &mut ChaCha8Rng) -> Self {
        let many = if deck.properties() == 1 { 1 } else { deck.values() / 2 + 1 };
        Self([many, many - 1].map(|size| {
            let mut has: Vec<bool> = (0..deck.values()).map(|element| element < size).collect();
            shuffle(&mut has, random);
            has
        }))
    }

    fn allows(&self, deck: Deck, edge: Card) -> bool {
        let [from, to] = &self.0;
        // A single dimension is its own second one, of which there are no elements.
        !from[deck.value(edge, 0)] || to[deck.value(edge, 1 % deck.properties())]
    }

    /// The number of edges that are allowed.
    fn edges(&self, deck: Deck) -> BigUint {
        let [from, others] = [(0, true), (1, false)]
            .map(|(side, is_in)| self.0[side].iter().filter(|&&has| has == is_in).count());
        let n = deck.values();
        deck.size() - deck.size() * (from * others) / (n * n)
    }
}

/// Elements are counted from 0, dimensions from 1.
impl fmt::Display for Obstruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [from, to] = [0, 1].map(|side| {
            let elements = (0..self.0[side].len()).filter(|&element| self.0[side][element]);
            spaced(&elements.collect::<Vec<_>>())
        });
        if to.is_empty() {
            return write!(f, "no edge has {from} in dimension 1");
        }
        write!(f, "every edge with {from} in dimension 1 has {to} in dimension 2, which are fewer")
    }
}

/// The deck (n,k) whose cards are all possible edges, if the instance fits a board.
fn edges_of(dimensions: usize, elements: usize) -> Result<Deck, OutOfRange> {
    deck_of(elements.saturating_add(1), dimensions)?;
    deck_of(elements, dimensions)
}

/// n edges that share no element.
fn random_matching(deck: Deck, random: &mut ChaCha8Rng) -> Vec<Card> {
    let n = deck.values();
    let mut edges = vec![vec![0; deck.properties()]; n];
    for dimension in 0..deck.properties() {
        let mut elements: Vec<usize> = (0..n).collect();
        shuffle(&mut elements, random);
        for (edge, element) in edges.iter_mut().zip(elements) {
            edge[dimension] = element;
        }
    }
    edges.iter().map(|edge| deck.card_of(edge).expect("k elements below n")).collect()
}
