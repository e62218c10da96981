//! The fewest disjoint sets that meet all sets of a board, by the steps that [`fewest`] lists.

use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use super::few::MOST_FEW;
use super::meets::{Bits, Meets};
use super::most::in_rows;
use super::{MOST_DEPTH, MOST_STEPS, MaximalPacking, Packing};
use crate::caps::bounds;
use crate::solver::{Enumerate, Limit, Stop, Watch};

/// Rounds of the local search in a part with more than [`MOST_FEW`] sets.
const ROUNDS: usize = 10_000;

/// The fewest disjoint sets that meet all sets of a board, with a proof: the search ends when the
/// bound reaches their number, or at the limit.
///
/// Lampis and Mitsou (2014) call this Minimum Maximal Set Packing and show that it is NP-hard. In
/// the graph whose vertices are the sets, and whose edges join sets that share a card, it is a
/// smallest independent dominating set. The parts of the board that share no set are searched
/// separately: for t = 0, 1, … the search decides whether t sets are enough. It chooses an unmet
/// set that the fewest sets could meet, and takes each of those in turn; what was tried without
/// success is not taken again. It gives up where more than t unmet sets could only be met by
/// different sets, or where no t sets meet enough of them. A part with many sets begins with a
/// local search, and its unmet cards, which are set-free, may be too few (see [`bounds`]).
///
/// If the limit did not end the search, the answer depends on the board alone. `lister` visits the
/// sets, which are stored with those that they meet if these fit into `memory` bytes. The time is
/// exponential in the answer; boards of 12 cards of (3,4) take microseconds.
///
/// # Errors
///
/// [`Stop`] with the fewest sets that were found and the bound until then, or `None` if not all sets
/// of the board could be listed.
///
/// # Panics
///
/// If the method visits cards that are not a set, which is a bug in the method.
pub fn fewest(
    lister: &mut dyn Enumerate,
    memory: usize,
    limit: &Limit,
) -> Result<MaximalPacking, Stop<Option<MaximalPacking>>> {
    let (n, v) = (lister.board().len(), lister.board().deck().values());
    if v <= 2 {
        // All cards, or all but one of them, are covered.
        let Packing { sets, bound } = Packing::found(lister.board(), &in_rows(lister.board()));
        return Ok(MaximalPacking { sets, bound, refutation: None });
    }
    let mut watch = limit.watch();
    let meets = Meets::new(lister, memory, limit).map_err(|stop| stop.with(None))?;
    let board = lister.board();
    let most_unmet = usize::try_from(bounds(board.deck()).most).unwrap_or(usize::MAX);
    let by_rest = n.saturating_sub(most_unmet).div_ceil(v);
    let parts = meets.parts(meets.all());
    let mut parts: Vec<Region> = parts.map(|sets| Region::new(&meets, sets)).collect();
    if let [part] = &mut parts[..] {
        part.bound = part.bound.max(by_rest);
    }
    let stopped = parts.iter_mut().try_for_each(|part| part.settle(&meets, &mut watch)).err();

    let taken = parts.iter().flat_map(|part| &part.taken);
    let taken: Vec<_> = taken.map(|&set| meets.found(set)).collect();
    let bound = parts.iter().map(|part| part.bound).sum::<usize>().max(by_rest);
    let step = |step: &Vec<u32>| step.iter().map(|&set| meets.found(set).set(board)).collect();
    let steps: Option<Vec<&[_]>> = parts.iter().map(|part| part.steps.as_deref()).collect();
    let steps = steps.map(|steps| steps.concat());
    let steps = steps.filter(|steps| bound == taken.len() && steps.len() <= MOST_STEPS);
    let refutation = steps.map(|steps| steps.iter().map(step).collect());
    let found = MaximalPacking { sets: Packing::found(board, &taken).sets, bound, refutation };
    match stopped {
        Some(stop) if !found.is_proved() => Err(stop.with(Some(found))),
        _ => Ok(found),
    }
}

/// A part of the board that shares no set with the others, and what is known about it.
struct Region {
    sets: Bits,
    /// Disjoint sets that meet all of them.
    taken: Vec<u32>,
    bound: usize,
    /// The refutation of fewer sets than `bound`, unless it is long.
    steps: Option<Vec<Vec<u32>>>,
}

impl Region {
    /// A part in which each set is taken that is disjoint from those before.
    fn new(meets: &Meets, sets: Bits) -> Self {
        let (mut unmet, mut taken) = (sets.clone(), Vec::new());
        loop {
            let Some(set) = unmet.ones().next() else {
                return Self { sets, taken, bound: 1, steps: None };
            };
            unmet = unmet.minus(meets.of(set));
            taken.push(set);
        }
    }

    /// Raises the bound and improves the packing until they meet.
    fn settle(&mut self, meets: &Meets, watch: &mut Watch) -> Result<(), Stop> {
        let mut goal = 0;
        if self.sets.count() > MOST_FEW {
            goal = self.bound;
            self.improve(meets, watch)?;
        }
        while goal < self.taken.len() {
            let mut search = Domination { meets, taken: Vec::new(), steps: Some(Vec::new()) };
            if search.run(&self.sets, self.sets.clone(), goal, watch)? {
                self.taken = search.taken;
                break;
            }
            goal += 1;
            (self.bound, self.steps) = (goal, search.steps);
        }
        Ok(())
    }

    /// Local search: in each round some sets are left, a random one is taken, and then always one
    /// that meets the most unmet sets. The random numbers are fixed.
    fn improve(&mut self, meets: &Meets, watch: &mut Watch) -> Result<(), Stop> {
        let mut random = ChaCha8Rng::seed_from_u64(0);
        let mut below = |end: usize| (((random.next_u64() >> 32) * end as u64) >> 32) as usize;
        for _ in 0..ROUNDS {
            if self.taken.len() <= self.bound {
                break;
            }
            let mut next = self.taken.clone();
            for _ in 0..=below(4).min(next.len() - 1) {
                next.swap_remove(below(next.len()));
            }
            let mut unmet =
                next.iter().fold(self.sets.clone(), |unmet, &set| unmet.minus(meets.of(set)));
            let mut is_random = true;
            loop {
                let gain = |set| if is_random { 0 } else { meets.of(set).and(&unmet).count() };
                let gains: Vec<(usize, u32)> = unmet.ones().map(|set| (gain(set), set)).collect();
                watch.tick(gains.len() * meets.words())?;
                let Some(&(most, _)) = gains.iter().max() else { break };
                let best: Vec<u32> =
                    gains.iter().filter(|gain| gain.0 == most).map(|gain| gain.1).collect();
                next.push(best[below(best.len())]);
                unmet = unmet.minus(meets.of(next[next.len() - 1]));
                is_random = false;
            }
            if next.len() <= self.taken.len() {
                self.taken = next;
            }
        }
        Ok(())
    }
}

struct Domination<'a> {
    meets: &'a Meets,
    taken: Vec<u32>,
    /// The refutation, until it is too long.
    steps: Option<Vec<Vec<u32>>>,
}

impl Domination<'_> {
    /// Whether `left` more of the free sets can meet all that are unmet; if so, they are taken.
    fn run(
        &mut self,
        unmet: &Bits,
        mut free: Bits,
        left: usize,
        watch: &mut Watch,
    ) -> Result<bool, Stop> {
        if left > MOST_DEPTH {
            return Err(Stop::MEMORY);
        }
        let meets = self.meets;
        let choices = |set: u32| meets.of(set).and(&free);
        let mut order: Vec<(usize, u32)> =
            unmet.ones().map(|set| (choices(set).count(), set)).collect();
        watch.tick(2 * order.len() * meets.words())?;
        order.sort_unstable();
        let Some(&(_, scarcest)) = order.first() else { return Ok(true) };
        let (mut apart, mut seen) = (Vec::new(), free.minus(&free));
        for &(_, set) in &order {
            let choices = choices(set);
            if apart.len() <= left && choices.and(&seen).count() == 0 {
                seen = seen.or(&choices);
                apart.push(set);
            }
        }
        let mut gains: Vec<usize> =
            free.ones().map(|set| meets.of(set).and(unmet).count()).collect();
        gains.sort_unstable();
        let is_apart = apart.len() > left;
        let is_refuted = is_apart || gains.iter().rev().take(left).sum::<usize>() < order.len();
        apart.truncate(if is_apart { apart.len() } else { usize::from(!is_refuted) });
        if let Some(steps) = &mut self.steps {
            steps.push(apart);
        }
        self.steps.take_if(|steps| steps.len() > MOST_STEPS);
        if is_refuted {
            return Ok(false);
        }
        for set in choices(scarcest).ones().collect::<Vec<_>>() {
            self.taken.push(set);
            let (unmet, rest) = (unmet.minus(meets.of(set)), free.minus(meets.of(set)));
            if self.run(&unmet, rest, left - 1, watch)? {
                return Ok(true);
            }
            self.taken.pop();
            free.remove(set);
        }
        Ok(false)
    }
}
