//! The fewest disjoint sets that meet all sets, and the game of taking sets, by their definitions.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use tercet::packing::{MOST_STEPS, MaximalPacking, Nim, Strategy, fewest, nim};
use tercet::solver::{Limit, Reason, Stop};
use tercet::{Board, Card, Set};
use tercet_testkit::boards::{by_definition, dealt, deck};
use tercet_testkit::limits::after_checks;

/// Some cards as a mask of their positions.
fn mask(board: &Board, set: &Set) -> u64 {
    let place = |card| board.cards().iter().position(|&other| other == card);
    set.iter().map(|card| 1 << place(*card).expect("it lies on the board")).sum()
}

fn masks(board: &Board) -> Vec<u64> {
    by_definition(board).iter().map(|set| set.iter().map(|i| 1 << i).sum()).collect()
}

/// The fewest further sets, and the nim value, when these cards are gone, by trying all.
fn oracle(gone: u64, sets: &[u64], known: &mut HashMap<u64, (usize, usize)>) -> (usize, usize) {
    if let Some(&answer) = known.get(&gone) {
        return answer;
    }
    let free = sets.iter().filter(|&&set| set & gone == 0);
    let after: Vec<_> = free.map(|set| oracle(gone | set, sets, known)).collect();
    let fewest = after.iter().map(|(fewest, _)| fewest + 1).min().unwrap_or(0);
    let values: HashSet<usize> = after.iter().map(|&(_, value)| value).collect();
    let answer = (fewest, (0..=sets.len()).find(|value| !values.contains(value)).unwrap());
    known.insert(gone, answer);
    answer
}

/// Follows a refutation as its documentation says.
fn refutes(
    mut candidates: Vec<u64>,
    unmet: &[u64],
    left: usize,
    steps: &mut impl Iterator<Item = Vec<u64>>,
) -> bool {
    let step = steps.next().expect("a step is left");
    assert!(step.iter().all(|set| unmet.contains(set)));
    let met_by = |set: u64| move |&candidate: &u64| candidate & set != 0;
    if let [set] = step[..]
        && left > 0
    {
        let choices: Vec<u64> = candidates.iter().copied().filter(met_by(set)).collect();
        return choices.into_iter().all(|choice| {
            let apart =
                |sets: &[u64]| sets.iter().copied().filter(|set| set & choice == 0).collect();
            let (free, rest): (Vec<u64>, Vec<u64>) = (apart(&candidates), apart(unmet));
            candidates.retain(|&set| set != choice);
            refutes(free, &rest, left - 1, steps)
        });
    }
    if step.is_empty() {
        let gain = |&set: &u64| unmet.iter().copied().filter(|other| other & set != 0).count();
        let mut gains: Vec<usize> = candidates.iter().map(gain).collect();
        gains.sort_unstable();
        return gains.iter().rev().take(left).sum::<usize>() < unmet.len();
    }
    let most = candidates.iter().map(|&set| step.iter().copied().filter(met_by(set)).count()).max();
    step.len() > left && most.unwrap_or(0) <= 1
}

/// Whether the sets are disjoint and meet all sets, and the refutation is one.
fn check(board: &Board, packing: &MaximalPacking, sets: &[u64]) -> bool {
    let taken: Vec<u64> = packing.sets.iter().map(|set| mask(board, set)).collect();
    let all = taken.iter().fold(0, |all, set| {
        assert_eq!(all & set, 0, "they share a card");
        all | set
    });
    assert!(sets.iter().all(|set| set & all != 0), "a set is not met");
    let Some(refutation) = &packing.refutation else { return false };
    let step = |step: &Vec<Set>| step.iter().map(|set| mask(board, set)).collect();
    let mut steps = refutation.iter().map(step);
    let mut rest = sets.to_vec();
    // The part of the set with the first card; cards in order are bits in order.
    while let Some(&first) = rest.iter().min_by_key(|set| set.trailing_zeros()) {
        let mut cards = first;
        while let Some(set) = rest.iter().find(|&&set| set & cards != 0 && set & !cards != 0) {
            cards |= set;
        }
        let (part, others): (Vec<u64>, Vec<u64>) = rest.iter().partition(|&&set| set & cards != 0);
        let goal = taken.iter().filter(|&&set| set & cards != 0).count() - 1;
        assert!(refutes(part.clone(), &part, goal, &mut steps));
        rest = others;
    }
    assert_eq!(steps.next(), None);
    true
}

/// Follows a strategy: the winner moves in `gone`.
fn wins(gone: u64, sets: &[u64], steps: &mut impl Iterator<Item = u64>) {
    let answer = steps.next().expect("an answer is left");
    assert!(sets.contains(&answer) && answer & gone == 0);
    loses(gone | answer, sets, steps);
}

fn loses(gone: u64, sets: &[u64], steps: &mut impl Iterator<Item = u64>) {
    for set in sets.iter().filter(|&&set| set & gone == 0) {
        wins(gone | set, sets, steps);
    }
}

fn check_nim(board: &Board, nim: &Nim, sets: &[u64]) {
    assert_eq!(nim.first_wins, nim.value.is_none_or(|value| value > 0));
    match &nim.strategy {
        Some(Strategy::Answers(steps)) => {
            assert!(steps.len() <= MOST_STEPS);
            let mut steps = steps.iter().map(|set| mask(board, set));
            let play = if nim.first_wins { wins } else { loses };
            play(0, sets, &mut steps);
            assert_eq!(steps.next(), None);
        }
        Some(Strategy::Mirror(centre)) => {
            let image = |card: &Card| card == centre || board.contains(centre.third(*card));
            assert!(board.cards().iter().all(image));
            assert_eq!(nim.first_wins, board.len() > 1 && board.contains(*centre));
            assert!(nim.moves.iter().all(|set| set.iter().any(|card| card == centre)));
        }
        None => {}
    }
}

#[test]
fn they_are_those_of_the_definition() {
    let cases = [
        (1, 1, 0..=1, 2),
        (1, 3, 0..=1, 2),
        (2, 3, 0..=8, 3),
        (3, 1, 0..=3, 2),
        (3, 2, 0..=9, 30),
        (3, 3, 0..=15, 20),
        (3, 4, 0..=11, 20),
        (3, 4, 12..=12, 100_000),
        (3, 4, 15..=15, 100),
        (3, 4, 18..=18, 5),
        (4, 2, 0..=16, 20),
        (4, 3, 16..=22, 5),
        (5, 2, 8..=20, 5),
        (6, 2, 12..=22, 2),
    ];
    let (mut boards, mut refuted, mut lost) = (0, 0, 0);
    for (v, p, cards, seeds) in cases {
        for n in cards {
            for seed in 0..seeds {
                let board = dealt(deck(v, p), seed, n);
                let sets = masks(&board);
                let mut known = HashMap::new();
                let (fewest, value) = oracle(0, &sets, &mut known);
                let what = format!("{n} cards of ({v},{p}), seed {seed}");
                let packing = board.search().pack_fewest().unwrap();
                assert_eq!((packing.sets.len(), packing.bound), (fewest, fewest), "{what}");
                let is_refuted = check(&board, &packing, &sets);
                assert!(is_refuted || v < 3, "{what}");
                refuted += usize::from(is_refuted);

                let nim = board.search().nim().unwrap();
                assert_eq!(nim.value, Some(value), "{what}");
                let is_win = |&&set: &&u64| oracle(set, &sets, &mut known).1 == 0;
                let moves: Vec<u64> = sets.iter().filter(is_win).copied().collect();
                let most = if v < 3 { 1 } else { usize::MAX };
                let told: Vec<u64> = nim.moves.iter().map(|set| mask(&board, set)).collect();
                assert_eq!(told, moves[..moves.len().min(most)], "{what}");
                assert!(nim.strategy.is_some() || v < 3, "{what}");
                check_nim(&board, &nim, &sets);
                lost += usize::from(!nim.first_wins);
                boards += 1;
            }
        }
    }
    assert!(boards > 3000 && refuted > 2800 && lost > 500, "{boards}, {refuted}, {lost}");
}

#[test]
fn a_mirror_decides_large_boards() {
    for p in [3, 4, 5, 8] {
        let whole = Board::new(deck(3, p), deck(3, p).cards()).unwrap();
        let nim = whole.search().nim().unwrap();
        assert!(nim.first_wins && nim.moves.len() == 1 && nim.value.is_none());
        check_nim(&whole, &nim, &[]);
        let without = Board::new(deck(3, p), deck(3, p).cards().skip(1)).unwrap();
        let nim = without.search().nim().unwrap();
        assert_eq!((nim.first_wins, nim.value, nim.moves.len()), (false, Some(0), 0));
        check_nim(&without, &nim, &[]);
    }
    // The rule and the search agree on a board that both can take.
    let whole = Board::new(deck(3, 2), deck(3, 2).cards()).unwrap();
    let all = whole.search().nim().unwrap();
    assert!(all.first_wins && all.moves.len() == 12, "all sets are alike");
}

#[test]
fn a_limit_leaves_what_is_known() {
    let now = Limit::timeout(Duration::ZERO);
    let board = dealt(deck(3, 4), 0, 40);
    let mut lister = board.search().solver().unwrap();
    let stopped = fewest(&mut *lister, 1 << 30, &now).unwrap_err();
    assert_eq!((stopped.reason, stopped.found), (Reason::Deadline, None));
    assert_eq!(nim(&mut *lister, 1 << 30, &now), Err(Stop::DEADLINE));
    for memory in [1000, 14_000] {
        let stopped = fewest(&mut *lister, memory, &Limit::none()).unwrap_err();
        assert_eq!((stopped.reason, stopped.found), (Reason::Memory, None));
        assert_eq!(nim(&mut *lister, memory, &Limit::none()), Err(Stop::MEMORY));
    }
    assert_eq!(nim(&mut *lister, 200_000, &Limit::none()), Err(Stop::MEMORY));
    let later = fewest(&mut *lister, 1 << 30, &after_checks(500)).unwrap_err().found.unwrap();
    assert!(!check(&board, &later, &masks(&board)) && (7..=9).contains(&later.bound), "{later:?}");
}
