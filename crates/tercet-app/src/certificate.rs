//! Checks of what the searches for disjoint sets claim, which share no code with them.

use crate::prelude::*;

/// A set as the positions of its cards, ascending.
type Positions = Vec<usize>;

/// The sets of a board in layout order.
pub(crate) fn all_sets(board: &Board) -> Vec<Positions> {
    let mut sets = positions(&board.sets().collect::<Vec<_>>());
    sets.sort_unstable();
    sets
}

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
        && rest.search().within(limit.clone()).find()?.is_none())
}

fn share(a: &Positions, b: &Positions) -> bool {
    a.iter().any(|position| b.contains(position))
}

/// The sets that are disjoint from this one.
fn apart<'a>(sets: &[&'a Positions], set: &Positions) -> Vec<&'a Positions> {
    sets.iter().copied().filter(|other| !share(other, set)).collect()
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
        // The part of the first set: the sets that can be reached from it over shared cards.
        let mut part = vec![rest.remove(0)];
        while let Some(next) =
            rest.iter().position(|set| part.iter().any(|other| share(set, other)))
        {
            part.push(rest.remove(next));
        }
        part.sort_unstable();
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
        let third = tercet::set::explain(board.deck(), &[card, centre]).completion();
        third.is_some_and(|third| board.contains(third))
    };
    board.deck().values() == 3 && others.into_iter().all(has_image)
}

#[cfg(test)]
mod tests {
    use tercet::packing::Strategy;
    use tercet_testkit::boards::{dealt, deck};

    use super::*;

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
