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
//! - [`Solution::No`]: there is no perfect matching, by Hall's theorem. Some ⌊n/2⌋+1 elements of
//!   the first dimension are joined to only ⌊n/2⌋ elements of the second, so two edges of a perfect
//!   matching would have to share one of the latter. Edges from the former to any other element of
//!   the second dimension are not drawn; all remaining edges are equally likely. A program that
//!   examines the first two dimensions alone finds the obstruction in polynomial time; a search
//!   over sets has no such guidance. With one dimension, one element is in no edge.

use std::collections::HashSet;

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use super::{MatchingInstance, deck_of};
use crate::card::Card;
use crate::deal::Dealer;
use crate::deal::dealer::{shuffle, shuffle_within};
use crate::deck::{Deck, OutOfRange, factorial, falling_factorial, fewest};
use crate::named;
use crate::solver::{Limit, Stop};

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

/// A random instance of matching with `edges` edges; by default as many as make one perfect
/// matching expected ([`matching_threshold`]), or as many as there can be.
///
/// # Errors
///
/// [`Stop`] if the instance does not fit a board, or the number of edges is less than a
/// solution needs, more than there can be, or more than [`MOST_ELEMENTS`] allow, or if the limit
/// ended the work.
pub fn matching(
    dimensions: usize,
    elements: usize,
    edges: Option<usize>,
    solution: Solution,
    seed: u64,
    limit: &Limit,
) -> Result<MatchingInstance, Stop> {
    let deck = edges_of(dimensions, elements)?;
    let least = if solution == Solution::Yes { elements } else { 0 };
    let all = match solution {
        Solution::No => deck.size() - forbidden(deck),
        _ => deck.size(),
    };
    let all = all.to_u128().unwrap_or(u128::MAX);
    let asked = match edges {
        Some(edges) => edges as u128,
        None => matching_threshold(dimensions, elements)?.min(all),
    };
    let range = least as u128..=all.min((MOST_ELEMENTS / dimensions) as u128);
    OutOfRange::check(asked, range, || format!("cannot draw {asked} edges"))?;
    let edges = asked as usize;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let matching = (solution == Solution::Yes).then(|| random_matching(deck, &mut random));
    let mut cards = matching.unwrap_or_default();
    let obstruction = (solution == Solution::No).then(|| Obstruction::new(deck, &mut random));
    let planted: HashSet<Card> = cards.iter().copied().collect();
    let mut dealer = Dealer::new(deck, random.next_u64());
    // An obstruction allows about three edges of four.
    dealer.reserve(if obstruction.is_some() { edges + edges / 2 } else { edges });
    let mut watch = limit.watch();
    while cards.len() < edges {
        watch.tick(4)?;
        let card = dealer.next().expect("there are enough edges");
        let allowed = obstruction.as_ref().is_none_or(|it| it.allows(deck, card));
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
    Ok(MatchingInstance { dimensions, elements, edges })
}

/// The deck (n,k) whose cards are all possible edges, if the instance fits a board.
fn edges_of(dimensions: usize, elements: usize) -> Result<Deck, OutOfRange> {
    deck_of("this instance", elements.saturating_add(1), dimensions)?;
    deck_of("this instance", elements, dimensions)
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

/// Elements of the first dimension that are joined to too few elements of the second.
struct Obstruction {
    /// For each element of the first dimension, whether it is one of these.
    many: Vec<bool>,
    /// For each element of the second dimension, whether they may be joined to it.
    few: Vec<bool>,
}

impl Obstruction {
    fn new(deck: Deck, random: &mut ChaCha8Rng) -> Self {
        let n = deck.values();
        let (many, few) = sizes(deck);
        let mut choose = |size: usize| {
            let mut chosen: Vec<bool> = (0..n).map(|element| element < size).collect();
            shuffle(&mut chosen, random);
            chosen
        };
        Self { many: choose(many), few: choose(few) }
    }

    fn allows(&self, deck: Deck, edge: Card) -> bool {
        let second = deck.properties() > 1 && self.few[deck.value(edge, 1)];
        second || !self.many[deck.value(edge, 0)]
    }
}

/// The number of these elements of the first dimension, and of those of the second.
fn sizes(deck: Deck) -> (usize, usize) {
    match deck.properties() {
        1 => (1, 0),
        _ => (deck.values() / 2 + 1, deck.values() / 2),
    }
}

/// The number of edges that an obstruction forbids.
fn forbidden(deck: Deck) -> BigUint {
    let (many, few) = sizes(deck);
    let n = deck.values();
    match deck.properties() {
        1 => BigUint::from(many),
        k => BigUint::from(n).pow(k as u32 - 2) * (many * (n - few)),
    }
}
