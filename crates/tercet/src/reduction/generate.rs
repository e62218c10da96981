//! Instances of matching to try solvers on, each determined by its seed on every machine.
//!
//! An edge of an instance with k dimensions of n elements is a card of the deck (n,k),
//! so a [`Dealer`] draws distinct edges.
//!
//! - [`Solution::Chance`]: random edges, with a perfect matching or without. At
//!   [`matching_threshold`] one is expected, and a little less than half of the instances have one:
//!   with 20 and 40 elements in three dimensions (126 and 278 edges), 27 and 23 of 60 that were
//!   tried. With a tenth fewer edges 5 and 1 of 60 had one, with a tenth more 45 and 54.
//! - [`Solution::Yes`]: a random perfect matching is among the edges, which are shuffled.
//! - [`Solution::No`]: there is none, by Hall's theorem. In the first two dimensions, or the only
//!   one, some ⌊n/2⌋+1 elements of the first meet edges of only ⌊n/2⌋ elements of the second; as many
//!   edges as there are of the former would have to share one of the latter. Edges that meet such
//!   an element and leave these few are not drawn; all others are equally likely. Who looks at the
//!   first two dimensions alone finds the reason in polynomial time; a search over sets does not
//!   know where to look. With one dimension an element is in no edge.

use std::collections::HashSet;

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{One, ToPrimitive};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use thiserror::Error;

use super::{MatchingInstance, TooLarge};
use crate::card::Card;
use crate::deal::Dealer;
use crate::deal::random::shuffle;
use crate::deck::{Deck, fewest};

/// Whether a generated instance has a perfect matching.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Solution {
    /// Certainly.
    Yes,
    /// Certainly not.
    No,
    /// As it happens.
    Chance,
}

impl Solution {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Yes, Self::No, Self::Chance];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::Chance => "chance",
        }
    }
}

/// Why there is no such instance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum GenerateError {
    /// The number of edges is out of its range.
    #[error("cannot draw {asked} edges: the range is {least} to {most}")]
    Edges {
        /// The number of edges that was asked for.
        asked: usize,
        /// The least that can be.
        least: usize,
        /// The most that can be.
        most: usize,
    },
    /// The instance would not fit a board.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// The most edges of a generated instance. So many take about 1 GB.
pub const MOST_EDGES: usize = 10_000_000;

/// The fewest edges of k dimensions of n elements among which one perfect matching is expected, if
/// they are drawn at random; at most n^k.
///
/// Of the `(n!)^(k−1)` matchings of all edges, each is among m random ones with the probability
/// `C(m,n)/C(n^k,n)`.
///
/// # Errors
///
/// [`GenerateError::TooLarge`] where the instance would not fit a board.
pub fn matching_threshold(dimensions: usize, elements: usize) -> Result<u128, GenerateError> {
    let deck = edges_of(dimensions, elements)?;
    let all = deck.size();
    let factorial: BigUint = (1..=elements).map(BigUint::from).product();
    let matchings = factorial.pow(dimensions as u32 - 1);
    let falling = |n: &BigUint| -> BigUint {
        (0..elements).map(|i| if BigUint::from(i) < *n { n - i } else { BigUint::ZERO }).product()
    };
    let of_all = falling(&all);
    let enough = |edges: u128| {
        let drawn = BigUint::from(edges);
        drawn >= all || Ratio::new(&matchings * falling(&drawn), of_all.clone()) >= Ratio::one()
    };
    Ok(fewest(enough))
}

/// A random instance of matching, with so many edges, or as many as make one perfect matching
/// expected ([`matching_threshold`]), if there can be so many.
///
/// # Errors
///
/// [`GenerateError`] for an instance that does not fit a board, fewer edges than a solution has, or
/// more than can be drawn.
pub fn matching(
    dimensions: usize,
    elements: usize,
    edges: Option<usize>,
    solution: Solution,
    seed: u64,
) -> Result<MatchingInstance, GenerateError> {
    let deck = edges_of(dimensions, elements)?;
    let least = if solution == Solution::Yes { elements } else { 0 };
    let most = match solution {
        Solution::No => deck.size() - forbidden(deck),
        _ => deck.size(),
    };
    let most = most.to_usize().unwrap_or(usize::MAX).min(MOST_EDGES);
    let threshold = usize::try_from(matching_threshold(dimensions, elements)?);
    let edges = edges.unwrap_or(threshold.unwrap_or(usize::MAX).min(most));
    if !(least..=most).contains(&edges) {
        return Err(GenerateError::Edges { asked: edges, least, most });
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut cards = Vec::new();
    if solution == Solution::Yes {
        cards = random_matching(deck, &mut random);
    }
    let obstruction = (solution == Solution::No).then(|| Obstruction::new(deck, &mut random));
    let planted: HashSet<Card> = cards.iter().copied().collect();
    let others = Dealer::new(deck, random.next_u64())
        .filter(|card| !planted.contains(card))
        .filter(|&card| obstruction.as_ref().is_none_or(|it| it.allows(deck, card)));
    cards.extend(others.take(edges - planted.len()));
    shuffle(&mut cards, &mut random);
    let edges = cards.into_iter().map(|card| deck.values_of(card).collect());
    Ok(MatchingInstance::new(dimensions, elements, edges).expect("distinct cards of (n,k)"))
}

/// The deck (n,k) of all edges, if the board of the instance fits a deck.
fn edges_of(dimensions: usize, elements: usize) -> Result<Deck, TooLarge> {
    TooLarge::deck("this instance", elements.saturating_add(1), dimensions)?;
    TooLarge::deck("this instance", elements, dimensions)
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
    edges.iter().map(|edge| deck.card(edge).expect("k elements below n")).collect()
}

/// Elements of the first dimension that meet too few of the second.
struct Obstruction {
    /// Whether each element of the first dimension is one of these.
    many: Vec<bool>,
    /// Whether they may meet an element of the second.
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

/// How many elements of the first dimension meet how many of the second.
fn sizes(deck: Deck) -> (usize, usize) {
    match deck.properties() {
        1 => (1, 0),
        _ => (deck.values() / 2 + 1, deck.values() / 2),
    }
}

/// How many edges an obstruction forbids.
fn forbidden(deck: Deck) -> BigUint {
    let (many, few) = sizes(deck);
    let n = deck.values();
    match deck.properties() {
        1 => BigUint::from(many),
        k => BigUint::from(n).pow(k as u32 - 2) * (many * (n - few)),
    }
}
