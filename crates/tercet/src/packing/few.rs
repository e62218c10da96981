//! A few sets: the largest number of disjoint ones, in nanoseconds.
//!
//! Sets that share a card conflict, and disjoint sets are independent vertices of the graph of
//! conflicts. With at most 64 sets the neighbours of a vertex are one word. The search is the plain
//! one for independent sets (Fomin and Kratsch, *Exact Exponential Algorithms*, 2010, section 1.2):
//!
//! - a vertex with at most one neighbour left is taken, since who has the neighbour instead can
//!   change it for this one;
//! - where no vertex has over two neighbours left, only cycles are left, and any vertex of a cycle
//!   is in a largest independent set of it;
//! - else a vertex with the most neighbours is taken or left out, unless all that are left would
//!   not surpass what was found.
//!
//! The first two rules settle most hands of 12 cards. The worst case is `O(1.38^s)` for s sets.

/// The most sets that [`most_disjoint`] takes.
pub const MOST_FEW: usize = u64::BITS as usize;

/// Up to so many sets the graph is a smaller one, which takes less time to clear.
const FEWER: usize = 16;

/// The largest number of pairwise disjoint ones among some sets, each given as a mask: bit i is the
/// i-th card.
///
/// The sets may have any size and need not be sets of the game. Two or three take some nanoseconds,
/// 14, the most that 12 cards of (3,4) hold, some tens.
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
/// Where there are more than [`MOST_FEW`] sets.
#[inline]
pub fn most_disjoint(masks: &[u64]) -> usize {
    match *masks {
        [] => 0,
        [_] => 1,
        [a, b] => 1 + usize::from(a & b == 0),
        _ => disjoint(masks).count_ones() as usize,
    }
}

/// A largest number of pairwise disjoint ones among some sets: bit i is the i-th set.
///
/// # Panics
///
/// Where there are more than [`MOST_FEW`] sets.
pub(super) fn disjoint(masks: &[u64]) -> u64 {
    if masks.len() <= FEWER {
        Conflicts::<FEWER>::new(masks).independent()
    } else {
        Conflicts::<MOST_FEW>::new(masks).independent()
    }
}

/// The graph of conflicts.
struct Conflicts<const N: usize> {
    /// For each set those that share a card with it.
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

    /// A largest set of vertices without neighbours among them.
    fn independent(&self) -> u64 {
        let mut best = 0;
        self.search(self.all, 0, &mut best);
        best
    }

    /// Adds some of the vertices that are left to those taken, if that can surpass the best.
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

    /// A vertex with at most one neighbour left, else one with the most, and how many those are.
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
    use rand_chacha::ChaCha8Rng;
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
        // A cycle of 63 and a set apart; a star with every other set in its way.
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
