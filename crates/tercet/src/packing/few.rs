//! The largest number of disjoint sets among a few, in nanoseconds.
//!
//! In the *conflict graph* the vertices are the sets, and sets that share a card are neighbours; so
//! disjoint sets are independent vertices. With at most 64 sets the neighbours of a vertex are one
//! word. The search is the standard one for independent sets (Fomin and Kratsch, *Exact Exponential
//! Algorithms*, 2010, section 1.2):
//!
//! - a vertex with at most one remaining neighbour is taken, since any solution with that neighbour
//!   can replace it by this vertex;
//! - if no vertex has more than two remaining neighbours, only cycles remain, and any vertex of a
//!   cycle is in a largest independent set of it;
//! - otherwise a vertex with the most neighbours is taken or left out, unless all remaining
//!   vertices together would not improve on the best solution.
//!
//! The first two rules settle most hands of 12 cards. The worst case is `O(1.38^s)` for s sets.

/// The most sets that [`most_disjoint`] takes.
pub const MOST_FEW: usize = u64::BITS as usize;

/// Up to this number of sets the graph is stored in a smaller array, which is quicker to clear.
const FEWER: usize = 16;

/// The maximum number of pairwise disjoint sets among some, each given as a mask: bit i is the i-th
/// card.
///
/// The sets may have any size and need not be sets of the game. Two or three sets take some
/// nanoseconds; 14 sets, the most in 12 cards of (3,4), take tens of nanoseconds.
///
/// ```
/// use tercet::packing::most_disjoint;
///
/// assert_eq!(most_disjoint(&[0b000_111, 0b011_100, 0b111_000]), 2);
/// assert_eq!(most_disjoint(&[]), 0);
/// ```
///
/// # Panics
///
/// If there are more than [`MOST_FEW`] sets.
#[inline]
pub fn most_disjoint(masks: &[u64]) -> usize {
    match *masks {
        [] => 0,
        [_] => 1,
        [a, b] => 1 + usize::from(a & b == 0),
        _ => disjoint(masks).count_ones() as usize,
    }
}

/// A largest choice of pairwise disjoint sets: bit i is the i-th set.
///
/// # Panics
///
/// If there are more than [`MOST_FEW`] sets.
pub(super) fn disjoint(masks: &[u64]) -> u64 {
    if masks.len() <= FEWER {
        Conflicts::<FEWER>::new(masks).independent()
    } else {
        Conflicts::<MOST_FEW>::new(masks).independent()
    }
}

/// The conflict graph.
struct Conflicts<const N: usize> {
    /// For each set, the sets that share a card with it.
    neighbours: [u64; N],
    /// All sets.
    all: u64,
}

impl<const N: usize> Conflicts<N> {
    fn new(masks: &[u64]) -> Self {
        assert!(masks.len() <= N, "{} sets are more than {N}", masks.len());
        let mut neighbours = [0; N];
        for (i, &mask) in masks.iter().enumerate() {
            for (j, &other) in masks[..i].iter().enumerate() {
                let conflict = u64::from(mask & other != 0);
                neighbours[i] |= conflict << j;
                neighbours[j] |= conflict << i;
            }
        }
        let all = u64::MAX.checked_shr(u64::BITS - masks.len() as u32).unwrap_or(0);
        Self { neighbours, all }
    }

    /// A largest independent set.
    fn independent(&self) -> u64 {
        let mut best = 0;
        self.search(self.all, 0, &mut best);
        best
    }

    /// Adds some of the remaining vertices to those taken, if that can improve on the best
    /// solution.
    fn search(&self, mut left: u64, mut taken: u64, best: &mut u64) {
        while taken.count_ones() + left.count_ones() > best.count_ones() {
            if left == 0 {
                *best = taken;
                return;
            }
            let (vertex, degree) = self.next(left);
            let without = left & !(1 << vertex);
            let apart = without & !self.neighbours[vertex];
            if degree <= 2 {
                (left, taken) = (apart, taken | 1 << vertex);
            } else {
                self.search(apart, taken | 1 << vertex, best);
                left = without;
            }
        }
    }

    /// A vertex with at most one remaining neighbour, else one with the most, and its number of
    /// neighbours.
    fn next(&self, left: u64) -> (usize, u32) {
        let mut next = (0, 0);
        let mut rest = left;
        while rest != 0 {
            let vertex = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let degree = (self.neighbours[vertex] & left).count_ones();
            if degree <= 1 {
                return (vertex, degree);
            }
            if degree > next.1 {
                next = (vertex, degree);
            }
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chacha20::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    /// By trying all choices of sets.
    fn by_trial(masks: &[u64]) -> usize {
        let most = (0..1_u32 << masks.len()).filter_map(|choice| {
            let mut chosen = (0..masks.len()).filter(|i| choice >> i & 1 == 1);
            let mut cards = 0;
            let disjoint = chosen.all(|i| {
                let apart = cards & masks[i] == 0;
                cards |= masks[i];
                apart
            });
            disjoint.then_some(choice.count_ones() as usize)
        });
        most.max().unwrap_or(0)
    }

    #[test]
    fn it_agrees_with_all_choices() {
        let mut random = ChaCha8Rng::seed_from_u64(0);
        for round in 0..4000 {
            let (sets, cards) = (round % 13, 4 + round / 13 % 28);
            let mut card = || 1 << (random.next_u64() % cards);
            let masks: Vec<u64> = (0..sets).map(|_| card() | card() | card()).collect();
            let chosen = disjoint(&masks);
            assert_eq!(chosen.count_ones() as usize, by_trial(&masks), "{masks:x?}");
            assert_eq!(most_disjoint(&masks), by_trial(&masks));
            let taken = (0..masks.len()).filter(|i| chosen >> i & 1 == 1).map(|i| masks[i]);
            let (union, sum) = taken.fold((0, 0), |(union, sum), mask| (union | mask, sum + mask));
            assert_eq!(union, sum, "{masks:x?}: the chosen sets are disjoint");
        }
    }

    #[test]
    fn it_takes_as_many_sets_as_a_word_has_bits() {
        let alone: Vec<u64> = (0..64).map(|i| 1 << i).collect();
        assert_eq!(most_disjoint(&alone), 64);
        // A cycle of 63 and an isolated set; a star whose centre meets all other sets.
        let cycle: Vec<u64> =
            (0..63).map(|i| 1 << i | 1 << ((i + 1) % 63)).chain([1 << 63]).collect();
        assert_eq!(most_disjoint(&cycle), 32);
        let star: Vec<u64> = (0..63).map(|i| 1 << i).chain([u64::MAX]).collect();
        assert_eq!(most_disjoint(&star), 63);
    }

    #[test]
    #[should_panic(expected = "65 sets are more than 64")]
    fn more_are_refused() {
        most_disjoint(&[1; 65]);
    }
}
