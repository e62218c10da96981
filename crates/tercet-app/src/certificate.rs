//! Checks of what the searches for disjoint sets claim, which share no code with them.

use std::collections::BTreeSet;

use tercet::packing::{MOST_STEPS, Weights};
use tercet::solver::{Auto, Options, Solver, Watch};

use crate::prelude::*;

/// A set as the positions of its cards, ascending.
type Positions = Vec<usize>;

/// Whether the sets are disjoint sets of the board that meet all of its sets.
///
/// # Errors
///
/// [`Stop`] if the limit ended the check.
pub(crate) fn is_maximal(board: &Board, sets: &[Set], limit: &Limit) -> Result<bool, Stop> {
    let mut rest = board.clone();
    let cards: Vec<Card> = sets.iter().flat_map(|set| set.iter().copied()).collect();
    let are_sets = sets.iter().all(|set| tercet::set::is_set(board.deck(), set));
    // A card that is in two sets is refused.
    Ok(are_sets
        && rest.remove(&cards).is_ok()
        && Auto::new(&rest, &Options::default()).find(limit)?.is_none())
}

fn share(a: &Positions, b: &Positions) -> bool {
    a.iter().any(|position| b.contains(position))
}

/// The sets that are disjoint from this one.
fn apart<'a>(sets: &[&'a Positions], set: &Positions) -> Vec<&'a Positions> {
    sets.iter().copied().filter(|other| !share(other, set)).collect()
}

/// Takes out the part of the first set: the sets that can be reached from it over shared cards.
fn first_part<'a>(rest: &mut Vec<&'a Positions>) -> Vec<&'a Positions> {
    let mut part = vec![rest.remove(0)];
    let mut cards: BTreeSet<usize> = part[0].iter().copied().collect();
    loop {
        let is_near = |set: &&Positions| set.iter().any(|card| cards.contains(card));
        let (near, far): (Vec<_>, Vec<_>) = rest.drain(..).partition(is_near);
        *rest = far;
        if near.is_empty() {
            part.sort_unstable();
            return part;
        }
        cards.extend(near.iter().copied().flatten());
        part.extend(near);
    }
}

/// Whether the steps show, as [`tercet::packing::MaximalPacking`] describes, that no fewer sets than
/// those of the packing meet all.
pub(crate) fn is_refutation(
    all: &[Positions],
    packing: &[Positions],
    steps: &[Vec<Positions>],
) -> bool {
    let (mut rest, mut steps): (Vec<&Positions>, _) = (all.iter().collect(), steps.iter());
    while !rest.is_empty() {
        let part = first_part(&mut rest);
        let taken = packing.iter().filter(|set| part.contains(set)).count();
        if taken == 0 || !refutes(part.clone(), &part, taken - 1, &mut steps) {
            return false;
        }
    }
    steps.next().is_none()
}

/// Whether the steps show that no `left` candidates meet all unmet sets.
fn refutes<'a>(
    mut candidates: Vec<&Positions>,
    unmet: &[&Positions],
    left: usize,
    steps: &mut impl Iterator<Item = &'a Vec<Positions>>,
) -> bool {
    let Some(step) = steps.next().filter(|step| step.iter().all(|set| unmet.contains(&set))) else {
        return false;
    };
    match &step[..] {
        [] => {
            let gain = |set: &&Positions| unmet.len() - apart(unmet, set).len();
            let mut gains: Vec<usize> = candidates.iter().map(gain).collect();
            gains.sort_unstable();
            gains.iter().rev().take(left).sum::<usize>() < unmet.len()
        }
        [set] if left > 0 => {
            let choices: Vec<_> =
                candidates.iter().copied().filter(|other| share(other, set)).collect();
            choices.into_iter().all(|choice| {
                let rest = apart(&candidates, choice);
                candidates.retain(|&other| other != choice);
                refutes(rest, &apart(unmet, choice), left - 1, steps)
            })
        }
        _ => {
            let meets = |set: &&Positions| step.iter().filter(|other| share(other, set)).count();
            step.len() > left && candidates.iter().all(|set| meets(set) <= 1)
        }
    }
}

/// The sets of a board that begin with these cards, by the definition.
fn extend(
    board: &Board,
    set: &mut Positions,
    all: &mut Vec<Positions>,
    watch: &mut Watch,
) -> Result<(), Stop> {
    let deck = board.deck();
    if set.len() == deck.values() {
        all.push(set.clone());
        return Ok(());
    }
    for next in set.last().map_or(0, |last| last + 1)..board.len() {
        watch.tick(deck.properties())?;
        let fits = (0..deck.properties()).all(|property| {
            let [first, second, ..] = set[..] else { return true };
            let value = |position: usize| deck.value(board[position], property);
            let (first, new) = (value(first), value(next));
            // The cards of the set so far are all the same or all different, as the first two are.
            if first == value(second) {
                new == first
            } else {
                set.iter().all(|&it| value(it) != new)
            }
        });
        if fits {
            set.push(next);
            extend(board, set, all, watch)?;
            set.pop();
        }
    }
    Ok(())
}

/// Whether the weights prove, as [`crate::PackProof::Weights`] describes, that no packing has more sets than
/// this one. At most [`MOST_STEPS`] branches of a part are followed.
///
/// # Errors
///
/// [`Stop`] if the limit ended the check.
pub(crate) fn is_maximum(
    board: &Board,
    packing: &[Positions],
    parts: &[Vec<Weights>],
    limit: &Limit,
) -> Result<bool, Stop> {
    let (deck, n, mut watch) = (board.deck(), board.len(), limit.watch());
    let (v, p) = (deck.values(), deck.properties());
    if v <= 2 {
        return Ok(false);
    }
    let mut all = Vec::new();
    extend(board, &mut Vec::new(), &mut all, &mut watch)?;
    let (mut rest, mut parts): (Vec<_>, _) = (all.iter().collect(), parts.iter());
    while !rest.is_empty() {
        let part = first_part(&mut rest);
        let Some(weights) = parts.next() else { return Ok(false) };
        let value = |card: usize, property| deck.value(board[card], property);
        // The rows of a set: its cards, and then its kinds, which are numbered after all cards.
        let rows = |set: &&Positions| {
            let mut rows = (*set).clone();
            rows.extend((0..p).map(|property| {
                let (first, second) = (value(set[0], property), value(set[1], property));
                n + property * (v + 1) + if first == second { 1 + first } else { 0 }
            }));
            rows
        };
        let goal = 1 + packing.iter().filter(|set| part.contains(set)).count() as u64;
        let mut capacities = vec![0; n + p * (v + 1)];
        part.iter().copied().flatten().for_each(|&card| capacities[card] = 1);
        let choices = |property| -> Vec<Vec<u64>> {
            let has = |card: &usize, a| capacities[*card] == 1 && value(*card, property) == a;
            let counts = (0..v).map(|a| (0..n).filter(|card| has(card, a)).count() as u64);
            let counts: Vec<u64> = counts.collect();
            let most = counts.iter().fold(goal, |most, &count| most.min(count));
            let same = |differ| counts.iter().map(move |count| (count - differ) / v as u64);
            let choices =
                (0..=most).map(|differ| [differ].into_iter().chain(same(differ)).collect());
            choices.filter(|choice: &Vec<u64>| choice.iter().sum::<u64>() >= goal).collect()
        };
        let mut open: Vec<_> = (0..p).map(|i| (n + i * (v + 1), choices(i))).collect();
        if open.iter().any(|(_, choices)| choices.is_empty()) {
            continue;
        }
        for (first, choices) in &open {
            for kind in 0..=v {
                let most = choices.iter().map(|choice| choice[kind]).max();
                capacities[first + kind] = most.unwrap_or(0);
            }
        }
        open.sort_by_key(|(_, choices)| choices.len());
        let sets: Vec<Positions> = part.iter().map(rows).collect();
        let total =
            |rows: &Positions, of: &[u64]| rows.iter().map(|&row| u128::from(of[row])).sum();
        let holds = |Weights { of, least }: &Weights| {
            let is_heavy = |rows| u128::from(*least) <= total(rows, of);
            of.len() == capacities.len() && sets.iter().all(is_heavy)
        };
        if !weights.iter().all(holds) {
            return Ok(false);
        }
        let mut branches = Branches { sets, cards: n, weights, left: MOST_STEPS };
        if !branches.refute(goal, &capacities, &open, &mut watch)? {
            return Ok(false);
        }
    }
    Ok(parts.next().is_none())
}

/// A part of a board whose packings are refuted by weights.
struct Branches<'a> {
    /// The rows of each set.
    sets: Vec<Positions>,
    cards: usize,
    weights: &'a [Weights],
    /// How many more branches are followed.
    left: usize,
}

impl Branches<'_> {
    fn refute(
        &mut self,
        goal: u64,
        capacities: &[u64],
        open: &[(usize, Vec<Vec<u64>>)],
        watch: &mut Watch,
    ) -> Result<bool, Stop> {
        watch.tick((self.weights.len() + 1) * capacities.len() + self.sets.len())?;
        if goal == 0 || self.left == 0 {
            return Ok(false);
        }
        self.left -= 1;
        let refutes = |Weights { of, least }: &Weights| {
            let weights = of.iter().zip(capacities);
            let total: u128 = weights.map(|(&of, &most)| u128::from(of) * u128::from(most)).sum();
            total < u128::from(*least) * u128::from(goal)
        };
        if self.weights.iter().any(refutes) {
            return Ok(true);
        }
        let mut less = capacities.to_vec();
        if let [(first, choices), open @ ..] = open {
            for choice in choices {
                less[*first..][..choice.len()].copy_from_slice(choice);
                if !self.refute(goal, &less, open, watch)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        let has_room = |rows: &&Positions| rows.iter().all(|&row| capacities[row] > 0);
        let sets: Vec<Positions> = self.sets.iter().filter(has_room).cloned().collect();
        let with = |card: usize| sets.iter().filter(move |rows| rows.contains(&card));
        let cards = (0..self.cards).filter(|&card| with(card).next().is_some());
        let Some(card) = cards.min_by_key(|&card| with(card).count()) else { return Ok(true) };
        for rows in with(card) {
            for &row in rows {
                less[row] -= 1;
            }
            if !self.refute(goal - 1, &less, open, watch)? {
                return Ok(false);
            }
            for &row in rows {
                less[row] += 1;
            }
        }
        less[card] = 0;
        self.refute(goal, &less, open, watch)
    }
}

/// Whether the steps are the answers of a player who wins, as [`tercet::packing::Strategy`] describes.
pub(crate) fn is_strategy(all: &[Positions], first_wins: bool, steps: &[Positions]) -> bool {
    let (all, mut steps): (Vec<&Positions>, _) = (all.iter().collect(), steps.iter());
    (if first_wins { moves(&all, &mut steps) } else { answers(&all, &mut steps) })
        && steps.next().is_none()
}

fn moves<'a>(free: &[&Positions], steps: &mut impl Iterator<Item = &'a Positions>) -> bool {
    let step = steps.next().filter(|step| free.contains(step));
    step.is_some_and(|set| answers(&apart(free, set), steps))
}

fn answers<'a>(free: &[&Positions], steps: &mut impl Iterator<Item = &'a Positions>) -> bool {
    free.iter().all(|set| moves(&apart(free, set), steps))
}

/// Whether the card makes the board a mirror image of itself, as the same page says.
pub(crate) fn is_mirror(board: &Board, centre: Card) -> bool {
    let others = board.iter().filter(|&card| card != centre);
    let has_image = |card| {
        let third = tercet::set::explain(board.deck(), &[card, centre]).completion;
        third.is_some_and(|third| board.contains(third))
    };
    board.deck().values() == 3 && others.into_iter().all(has_image)
}

#[cfg(test)]
mod tests {
    use tercet::packing::Strategy;
    use tercet_testkit::boards::{dealt, deck};

    use super::*;
    use crate::board::all_sets;

    /// Of each certificate, every step is needed, and none can be another one.
    #[test]
    fn what_is_not_a_certificate_is_refused() {
        let mut changed = 0;
        for seed in 0..200 {
            let board = dealt(deck(3, 4), seed, 12 + seed as usize % 6);
            let all = all_sets(&board);
            let found = board.search().pack_fewest().unwrap();
            let packing = positions(&found.sets);
            assert_eq!(is_maximal(&board, &found.sets, &Limit::none()), Ok(true));
            let steps: Vec<_> =
                found.refutation.unwrap().iter().map(|step| positions(step)).collect();
            assert!(is_refutation(&all, &packing, &steps));
            let Some(strategy) = board.search().nim().unwrap().strategy else { panic!() };
            let Strategy::Answers(sets) = strategy else { panic!() };
            let (first_wins, sets) = (board.search().nim().unwrap().first_wins, positions(&sets));
            assert!(is_strategy(&all, first_wins, &sets));
            assert!(!is_strategy(&all, !first_wins, &sets));
            if all.is_empty() {
                continue;
            }
            assert_eq!(is_maximal(&board, &found.sets[1..], &Limit::none()), Ok(false));
            let twice = [&found.sets[..], &found.sets[..1]].concat();
            assert_eq!(is_maximal(&board, &twice, &Limit::none()), Ok(false));
            for i in 0..steps.len() {
                let without = [&steps[..i], &steps[i + 1..]].concat();
                assert!(!is_refutation(&all, &packing, &without), "seed {seed}, step {i}");
                changed += 1;
            }
            for i in 0..sets.len() {
                let without = [&sets[..i], &sets[i + 1..]].concat();
                assert!(!is_strategy(&all, first_wins, &without), "seed {seed}, set {i}");
                changed += 1;
            }
        }
        assert!(changed > 1000, "{changed}");
    }

    #[test]
    fn mirrors_are_checked() {
        let deck = Deck::CLASSIC;
        let without = Board::new(deck, deck.cards().skip(1)).unwrap();
        assert!(is_mirror(&without, deck.nth(0)) && !is_mirror(&without, deck.nth(1)));
        let pairs = Board::new(self::deck(2, 2), self::deck(2, 2).cards()).unwrap();
        assert!(!is_mirror(&pairs, pairs[0]));
    }
}
