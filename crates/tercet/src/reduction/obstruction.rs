//! Reasons for which an instance of matching has no perfect matching, planted among random edges.
//!
//! All edges that such a reason allows are equally likely. The first three are Hall's condition: if
//! every edge with an element of S in one dimension has an element of T in another, a perfect matching
//! needs |S| ≤ |T|. A program that matches pairs of dimensions sees that in polynomial time; a search
//! over sets has no such guidance.
//!
//! - [`Half`](Obstruction::Half): S is ⌊n/2⌋+1 elements of the first dimension, T ⌊n/2⌋ of the second.
//!   With one dimension, an element is in no edge.
//! - [`Random`](Obstruction::Random): S and T lie in any two dimensions, with 2 to n−1 elements in S, and
//!   one less in T.
//! - [`Tight`](Obstruction::Tight): S and T have equally many elements, so no set is violated. But a perfect
//!   matching has no other edge with an element of T than those with one of S. Without such edges, all with one
//!   of U in a third dimension have one of W in that of S, which is smaller by one. In the instance itself each
//!   pair of dimensions can be matched: such edges are planted. In two dimensions that is a perfect matching
//!   (Hall), so there are three or more.
//! - [`Parity`](Obstruction::Parity): every edge has an even number of some elements, which are an odd
//!   number. They are about half of each dimension. From three dimensions on every pair of elements
//!   is in some allowed edge, so that matching pairs of dimensions does not help.
//! - [`Latin`](Obstruction::Latin): every edge ends with the sum of its other elements modulo n. In three
//!   dimensions its edges are the cells of a cyclic Latin square, and a perfect matching is a transversal.
//!   All edges of a perfect matching together say that k−1 sums of a whole dimension, n(n−1)/2, are
//!   equal to one of them modulo n. For even n that holds exactly if k is even (Euler, for k = 3).

use std::fmt;

use num_bigint::{BigInt, BigUint};
use rand_core::Rng;

use super::spaced;
use crate::card::Card;
use crate::deal::dealer::{between, shuffle};
use crate::deck::Deck;
use crate::named;

named! {
    /// The kind of reason for which a generated instance has no perfect matching.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Obstruction is "obstruction" {
        /// More than half of the elements of the first dimension have too few partners in the second.
        #[default]
        Half = "half",
        /// Some elements of a dimension have too few partners in another.
        Random = "random",
        /// Some elements have too few partners once useless edges are left out.
        Tight = "tight",
        /// Every edge has an even number of some elements, which are an odd number.
        Parity = "parity",
        /// The edges are cells of a cyclic Latin square of even order.
        Latin = "latin",
    }
}

impl Obstruction {
    /// Whether instances with these numbers of dimensions and elements can have this obstruction.
    ///
    /// # Errors
    ///
    /// The reason why they cannot, in words.
    pub const fn check(self, dimensions: usize, elements: usize) -> Result<(), &'static str> {
        match self {
            Self::Tight if dimensions < 3 => Err(
                "a tight obstruction needs 3 dimensions: in 2, Hall's theorem leaves a perfect matching",
            ),
            Self::Tight if elements < 3 => Err("a tight obstruction needs 3 elements"),
            Self::Random | Self::Parity if dimensions < 2 => {
                Err("this obstruction needs 2 dimensions")
            }
            Self::Latin if dimensions < 3 || dimensions.is_multiple_of(2) => Err(
                "a Latin square has 3 dimensions, and cubes like it have an obstruction for odd numbers of \
                 dimensions only",
            ),
            Self::Latin if !elements.is_multiple_of(2) => Err(
                "cyclic Latin squares of odd order have transversals: the elements must be an even number",
            ),
            _ => Ok(()),
        }
    }
}

/// Some elements of a dimension.
pub(super) struct Elements {
    dimension: usize,
    has: Vec<bool>,
}

impl Elements {
    /// This number of random elements.
    fn random(dimension: usize, size: usize, deck: Deck, random: &mut impl Rng) -> Self {
        let mut has: Vec<bool> = (0..deck.values()).map(|element| element < size).collect();
        shuffle(&mut has, random);
        Self { dimension, has }
    }

    /// These elements, in ascending order; or the others.
    fn elements(&self, has: bool) -> Vec<usize> {
        (0..self.has.len()).filter(|&element| self.has[element] == has).collect()
    }

    fn len(&self) -> usize {
        self.elements(true).len()
    }

    /// First these elements, then the others, or the other way round, each in a random order.
    fn shuffled(&self, first: bool, random: &mut impl Rng) -> Vec<usize> {
        let [mut one, mut other] = [first, !first].map(|has| self.elements(has));
        shuffle(&mut one, random);
        shuffle(&mut other, random);
        one.extend(other);
        one
    }
}

/// A random number from `low` to `high`, both included.
fn up_to(random: &mut impl Rng, low: usize, high: usize) -> usize {
    between(random, low as u128, high as u128) as usize
}

/// An obstruction of a certain instance.
pub(super) enum Reason {
    /// All edges with an element of the first have one of the second, which is smaller.
    Hall([Elements; 2]),
    /// The same for parts of equal size, and without the other edges of the second for two parts, the
    /// first of them smaller in the dimension of the first.
    Tight { tight: [Elements; 2], hall: [Elements; 2] },
    /// Every edge has an even number of these elements.
    Parity(Vec<Elements>),
    /// Every edge ends with the sum of its other elements modulo this number.
    Cyclic { order: usize },
}

impl Reason {
    pub(super) fn new(kind: Obstruction, deck: Deck, random: &mut impl Rng) -> Self {
        let (n, k) = (deck.values(), deck.properties());
        let mut dimensions: Vec<usize> = (0..k).collect();
        if kind != Obstruction::Half {
            shuffle(&mut dimensions, random);
        }
        match kind {
            Obstruction::Half | Obstruction::Random => {
                let many = match kind {
                    Obstruction::Half if k == 1 => 1,
                    Obstruction::Half => n / 2 + 1,
                    _ => up_to(random, 2.min(n), (n - 1).max(2.min(n))),
                };
                // A single dimension is its own other one: the element is in no edge.
                let [from, to] = [dimensions[0], dimensions[1 % k]];
                Self::Hall(
                    [(from, many), (to, many - 1)]
                        .map(|(dimension, size)| Elements::random(dimension, size, deck, random)),
                )
            }
            Obstruction::Tight => {
                let tight = up_to(random, 1, n - 2);
                let many = up_to(random, 2, n - tight);
                let [from, to, last] = [dimensions[0], dimensions[1], dimensions[2]];
                let parts = [(from, tight), (to, tight), (last, many)];
                let [one, other, last] =
                    parts.map(|(dimension, size)| Elements::random(dimension, size, deck, random));
                let mut few = Elements { dimension: from, has: vec![false; n] };
                for &element in &one.shuffled(false, random)[..many - 1] {
                    few.has[element] = true;
                }
                Self::Tight { tight: [one, other], hall: [last, few] }
            }
            Obstruction::Parity => {
                let odd = n / 2 + (n / 2 * k + 1) % 2;
                let size = |i| if i == 0 { odd } else { n / 2 };
                let part = |i| Elements::random(i, size(i), deck, random);
                Self::Parity((0..k).map(part).collect())
            }
            Obstruction::Latin => Self::Cyclic { order: n },
        }
    }

    /// Whether an edge is allowed, by its elements.
    pub(super) fn allows(&self, element: impl Fn(usize) -> usize) -> bool {
        let is_in = |part: &Elements| part.has[element(part.dimension)];
        match self {
            Self::Hall([from, to]) => !is_in(from) || (to.dimension != from.dimension && is_in(to)),
            Self::Tight { tight: [from, to], hall: [last, few] } if is_in(from) => {
                is_in(to) && !is_in(last)
            }
            Self::Tight { tight: [_, to], hall: [last, few] } => {
                is_in(few) || is_in(to) || !is_in(last)
            }
            Self::Parity(parts) => parts.iter().filter(|&part| is_in(part)).count() % 2 == 0,
            Self::Cyclic { .. } => true,
        }
    }

    /// The number of edges that are allowed.
    pub(super) fn edges(&self, deck: Deck) -> BigUint {
        let (n, k) = (deck.values(), deck.properties());
        let power = |exponent: usize| BigUint::from(n).pow(exponent as u32);
        match self {
            Self::Hall(_) if k == 1 => power(1) - 1_u32,
            Self::Hall([from, to]) => power(k) - power(k - 2) * (from.len() * (n - to.len())),
            Self::Tight { tight: [from, _], hall: [last, few] } => {
                let (tight, last, few) = (from.len(), last.len(), few.len());
                let others = n * tight + (n - tight) * (n - last);
                power(k - 3)
                    * (tight * tight * (n - last) + few * n * n + (n - tight - few) * others)
            }
            Self::Parity(parts) => {
                // Each dimension contributes its other elements less these.
                let signs = parts.iter().map(|part| n as i128 - 2 * part.len() as i128);
                let difference: BigInt = signs.map(BigInt::from).product();
                let sum = BigInt::from(power(k)) + difference;
                (sum / 2_u32).to_biguint().expect("it is not negative")
            }
            Self::Cyclic { .. } => power(k - 1),
        }
    }

    /// Edges by which every pair of dimensions can be matched, where that belongs to the obstruction.
    pub(super) fn planted(&self, deck: Deck, random: &mut impl Rng) -> Vec<Card> {
        let Self::Tight { tight: [from, to], hall: [last, few] } = self else { return Vec::new() };
        let [a, b, c] = [from, to, last].map(|part| part.dimension);
        let mut cards = Vec::new();
        // Each two dimensions are matched by two of three rounds, which leave out one dimension each.
        for (left_out, part, has) in [(c, last, false), (b, to, true), (a, few, true)] {
            let whole = |dimension| Elements { dimension, has: vec![true; deck.values()] };
            let mut columns: Vec<Vec<usize>> = (0..deck.properties())
                .map(|dimension| whole(dimension).shuffled(true, random))
                .collect();
            if left_out == c {
                columns[b] = to.shuffled(true, random);
            } else {
                columns[c] = last.shuffled(false, random);
            }
            if left_out != a {
                columns[a] = from.shuffled(true, random);
            }
            let candidates = part.elements(has);
            for i in 0..deck.values() {
                let mut edge: Vec<usize> = columns.iter().map(|column| column[i]).collect();
                edge[left_out] = candidates[up_to(random, 0, candidates.len() - 1)];
                cards.push(deck.card_of(&edge).expect("k elements below n"));
            }
        }
        cards.sort_unstable();
        cards.dedup();
        cards
    }
}

/// The obstruction in words: elements are counted from 0, dimensions from 1.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |part: &Elements| {
            format!("{} in dimension {}", spaced(&part.elements(true)), part.dimension + 1)
        };
        match self {
            Self::Hall([from, to]) if from.dimension == to.dimension || to.len() == 0 => {
                write!(f, "no edge has {}", part(from))
            }
            Self::Hall([from, to]) => {
                write!(f, "every edge with {} has {}, which are fewer", part(from), part(to))
            }
            Self::Tight { tight: [from, to], hall: [last, few] } => write!(
                f,
                "every edge with {} has {}, which are as many; without all other edges of these, every edge \
                 with {} has {}, which are fewer",
                part(from),
                part(to),
                part(last),
                part(few)
            ),
            Self::Parity(parts) => {
                let parts: Vec<String> = parts.iter().map(part).collect();
                let parts = parts.join(", ");
                write!(
                    f,
                    "every edge has an even number of these elements, which are an odd number: {parts}"
                )
            }
            Self::Cyclic { order } => write!(
                f,
                "every edge ends with the sum of its other elements modulo {order}, but the elements of a \
                 dimension have the sum {} modulo {order}, and not 0",
                order / 2
            ),
        }
    }
}
