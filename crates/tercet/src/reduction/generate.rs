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
//! - [`Solution::No`]: there is no perfect matching, because of the [obstruction](super::obstruction)
//!   [`Half`](super::Obstruction::Half). [`obstructed`] also plants the others.

use std::collections::HashSet;

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use thiserror::Error;

use super::obstruction::Reason;
use super::{MatchingInstance, Obstruction, deck_of};
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
/// matching is expected ([`matching_threshold`]), or all edges if there are fewer.
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
) -> Result<MatchingInstance, NoAnswer> {
    let deck = edges_of(dimensions, elements)?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (planted, reason) = match solution {
        Solution::Chance => (Vec::new(), None),
        Solution::Yes => (random_matching(deck, &mut random), None),
        Solution::No => (Vec::new(), Some(Reason::new(Obstruction::Half, deck, &mut random))),
    };
    draw(deck, edges, &planted, reason.as_ref(), &mut random, limit)
}

/// A random instance of matching without a perfect matching, with an obstruction of this kind, and the
/// obstruction in words. The number of edges is by default that of [`matching`], but all edges that
/// there can be for [`Obstruction::Latin`].
///
/// # Errors
///
/// [`ObstructedError`] if there is no such obstruction of these dimensions and elements, and else as
/// [`matching`].
pub fn obstructed(
    dimensions: usize,
    elements: usize,
    edges: Option<usize>,
    kind: Obstruction,
    seed: u64,
    limit: &Limit,
) -> Result<(MatchingInstance, String), ObstructedError> {
    let deck = edges_of(dimensions, elements).map_err(NoAnswer::from)?;
    kind.check(dimensions, elements).map_err(ObstructedError::Impossible)?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let reason = Reason::new(kind, deck, &mut random);
    let planted = reason.planted(deck, &mut random);
    let instance = draw(deck, edges, &planted, Some(&reason), &mut random, limit)?;
    Ok((instance, reason.to_string()))
}

/// Why there is no instance with an obstruction.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ObstructedError {
    /// No instance of these dimensions and elements has this kind of obstruction.
    #[error("{0}")]
    Impossible(&'static str),
    /// The instance was not drawn.
    #[error(transparent)]
    NotDrawn(#[from] NoAnswer),
}

/// Random edges, of which some are given, in a random order.
fn draw(
    deck: Deck,
    edges: Option<usize>,
    planted: &[Card],
    reason: Option<&Reason>,
    random: &mut ChaCha8Rng,
    limit: &Limit,
) -> Result<MatchingInstance, NoAnswer> {
    let (dimensions, elements) = (deck.properties(), deck.values());
    let all = reason.map_or_else(|| deck.size(), |reason| reason.edges(deck));
    let all = all.to_u128().unwrap_or(u128::MAX);
    let least = planted.len() as u128;
    let asked = match (edges, reason) {
        (Some(edges), _) => edges as u128,
        (None, Some(Reason::Cyclic { .. })) => all,
        // An instance of chance is not drawn with another number of edges than the threshold.
        (None, _) => matching_threshold(dimensions, elements)?.min(all).max(least),
    };
    let range = least..=all.min((MOST_ELEMENTS / dimensions) as u128);
    OutOfRange::check(asked, range, || format!("cannot draw {asked} edges"))?;
    let edges = asked as usize;
    let dealt = match reason {
        Some(Reason::Cyclic { .. }) => {
            Deck::new(elements, dimensions - 1).expect("a part of a deck is a deck")
        }
        _ => deck,
    };
    let mut cards = planted.to_vec();
    let planted: HashSet<Card> = planted.iter().copied().collect();
    let mut dealer = Dealer::new(dealt, random.next_u64());
    // An obstruction allows half of the edges or more.
    dealer.reserve(if reason.is_some() { edges + edges / 2 } else { edges });
    let mut watch = limit.watch();
    while cards.len() < edges {
        watch.tick(4)?;
        let card = dealer.next().expect("there are enough edges");
        let allowed = reason.is_none_or(|reason| reason.allows(|i| dealt.value(card, i)));
        if allowed && !planted.contains(&card) {
            cards.push(card);
        }
    }
    shuffle_within(&mut cards, random, limit)?;
    let mut edges = Vec::with_capacity(cards.len());
    for card in cards {
        watch.tick(dimensions)?;
        let mut edge: Vec<usize> = dealt.values_of(card).collect();
        if dealt != deck {
            edge.push(edge.iter().sum::<usize>() % elements);
        }
        edges.push(edge.into());
    }
    Ok(MatchingInstance { dimensions, elements, edges })
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
