//! The weights that prove a packing to be the largest, followed as their documentation says.

use std::cell::Cell;

use tercet::packing::{Packing, Weights, most, refutation};
use tercet::solver::{Enumerate, Limit};
use tercet::{Board, Set};
use tercet_testkit::boards::{by_definition, dealt, deck};

const MEMORY: usize = 1 << 30;

/// A set as the positions of its cards, and its kind in each property.
type Kinded = (Vec<usize>, Vec<usize>);

/// A part of a board, with what proves that it has no more disjoint sets.
struct Part<'a> {
    sets: Vec<Kinded>,
    weights: &'a [Weights],
    /// For each property, the possible choices of capacities.
    choices: Vec<Vec<Vec<u64>>>,
    /// How many more branches are followed: without weights that end them, they would take too long.
    branches: Cell<usize>,
}

impl Part<'_> {
    fn refutes(&self, goal: u64, cards: &[u64], kinds: &[Vec<u64>], open: &[usize]) -> bool {
        let capacities = || cards.iter().chain(kinds.iter().flatten());
        let total = |of: &[u64]| {
            of.iter()
                .zip(capacities())
                .map(|(&w, &most)| u128::from(w) * u128::from(most))
                .sum::<u128>()
        };
        self.branches.set(self.branches.get().saturating_sub(1));
        if goal == 0 || self.branches.get() == 0 {
            return false;
        }
        if self
            .weights
            .iter()
            .any(|Weights { of, least }| total(of) < u128::from(*least) * u128::from(goal))
        {
            return true;
        }
        if let [property, open @ ..] = open {
            return self.choices[*property].iter().all(|choice| {
                let mut kinds = kinds.to_vec();
                kinds[*property].clone_from(choice);
                self.refutes(goal, cards, &kinds, open)
            });
        }
        let has_room = |(set, of): &&Kinded| {
            set.iter().all(|&card| cards[card] > 0)
                && of.iter().zip(kinds).all(|(&kind, kinds)| kinds[kind] > 0)
        };
        let left: Vec<&Kinded> = self.sets.iter().filter(has_room).collect();
        let with = |card: usize| left.iter().filter(move |(set, _)| set.contains(&card));
        let in_some = (0..cards.len()).filter(|&card| with(card).count() > 0);
        let Some(card) = in_some.min_by_key(|&card| with(card).count()) else { return true };
        let (mut without, mut goes_on) = (cards.to_vec(), true);
        for (set, of) in with(card) {
            let (mut cards, mut kinds) = (cards.to_vec(), kinds.to_vec());
            for &card in set {
                cards[card] -= 1;
            }
            kinds.iter_mut().zip(of).for_each(|(kinds, &kind)| kinds[kind] -= 1);
            goes_on = goes_on && self.refutes(goal - 1, &cards, &kinds, open);
        }
        without[card] = 0;
        goes_on && self.refutes(goal, &without, kinds, open)
    }
}

/// Whether the weights prove that no packing has more sets.
fn proves(board: &Board, all: &[Vec<usize>], packing: &[Set], refutation: &[Vec<Weights>]) -> bool {
    let (n, v, p) = (board.len(), board.deck().values(), board.deck().properties());
    let value = |card: usize, property| board.deck().value(board[card], property);
    let kind = |set: &[usize], property| {
        let first = value(set[0], property);
        if set.iter().all(|&card| value(card, property) == first) { 1 + first } else { 0 }
    };
    let kinded = |set: Vec<usize>| {
        let kinds = (0..p).map(|property| kind(&set, property)).collect();
        (set, kinds)
    };
    let mut rest: Vec<Kinded> = all.iter().cloned().map(kinded).collect();
    rest.sort_unstable();
    let mut refutation = refutation.iter();
    while !rest.is_empty() {
        let mut sets = vec![rest.remove(0)];
        let meets = |(set, _): &Kinded, sets: &[Kinded]| {
            set.iter().any(|card| sets.iter().any(|(other, _)| other.contains(card)))
        };
        while let Some(next) = rest.iter().position(|set| meets(set, &sets)) {
            sets.push(rest.remove(next));
        }
        let Some(weights) = refutation.next() else { return false };
        let has = |card: usize| sets.iter().any(|(set, _)| set.contains(&card));
        let cards: Vec<u64> = (0..n).map(|card| has(card).into()).collect();
        let taken = packing.iter().filter(|set| (0..n).any(|i| has(i) && board[i] == set[0]));
        let goal = 1 + taken.count();
        let choices = |property| {
            let count = |a| (0..n).filter(|&card| has(card) && value(card, property) == a).count();
            let counts: Vec<usize> = (0..v).map(count).collect();
            let most = *counts.iter().min().unwrap();
            let choice = |differ| {
                let same = counts.iter().map(|count| (count - differ) / v);
                std::iter::once(differ).chain(same).map(|sets| sets as u64).collect()
            };
            let choices = (0..=most.min(goal)).map(choice);
            choices.filter(|choice: &Vec<u64>| choice.iter().sum::<u64>() >= goal as u64).collect()
        };
        let choices: Vec<Vec<Vec<u64>>> = (0..p).map(choices).collect();
        if choices.iter().any(Vec::is_empty) {
            continue;
        }
        let largest = |choices: &Vec<Vec<u64>>| {
            (0..=v).map(|kind| choices.iter().map(|choice| choice[kind]).max().unwrap()).collect()
        };
        let kinds: Vec<Vec<u64>> = choices.iter().map(largest).collect();
        let mut open: Vec<usize> = (0..p).collect();
        open.sort_by_key(|&property| choices[property].len());
        let weight = |of: &[u64], (set, kinds): &Kinded| {
            let kinds = kinds.iter().enumerate().map(|(i, kind)| of[n + i * (v + 1) + kind]);
            set.iter().map(|&card| of[card]).chain(kinds).map(u128::from).sum::<u128>()
        };
        let is_heavy = |Weights { of, least }: &Weights| {
            sets.iter().all(|set| weight(of, set) >= (*least).into())
        };
        if !weights.iter().all(is_heavy) {
            return false;
        }
        let part = Part { sets, weights, choices, branches: Cell::new(1000) };
        if !part.refutes(goal as u64, &cards, &kinds, &open) {
            return false;
        }
    }
    refutation.next().is_none()
}

fn packed(lister: &mut dyn Enumerate) -> Packing {
    most(lister, MEMORY, &Limit::none()).unwrap()
}

#[test]
fn weights_prove_that_packings_are_the_largest() {
    let (mut proofs, mut weighed) = (0, 0);
    for (v, p, n, seeds) in [
        (3, 4, 12, 30),
        (3, 4, 21, 10),
        (4, 3, 30, 20),
        (5, 3, 60, 5),
        (6, 3, 60, 3),
        (7, 2, 42, 3),
    ] {
        for seed in 1..=seeds {
            let board = dealt(deck(v, p), seed, n);
            let mut lister = board.search().solver().unwrap();
            let all: Vec<Vec<usize>> =
                by_definition(&board).iter().map(|set| set.iter().copied().collect()).collect();
            let packing = packed(&mut *lister);
            let proof = refutation(&mut *lister, &packing, MEMORY, &Limit::none()).unwrap();
            let what = format!("{n} cards of ({v},{p}), seed {seed}");
            let Some(proof) = proof else { panic!("{what}") };
            assert!(proves(&board, &all, packing.sets(), &proof), "{what}");
            proofs += 1;
            if packing.is_empty() {
                continue;
            }
            // A smaller packing is not the largest, and nothing proves that it is.
            let fewer = Packing::new(&board, packing.sets()[1..].to_vec()).unwrap();
            assert!(!proves(&board, &all, fewer.sets(), &proof), "{what}");
            assert_eq!(
                refutation(&mut *lister, &fewer, MEMORY, &Limit::none()),
                Ok(None),
                "{what}"
            );
            // Of a proof, no part can be missing, and no set is heavier than it says.
            assert!(!proves(&board, &all, packing.sets(), &proof[1..]), "{what}");
            for (part, weights) in
                proof.iter().enumerate().filter(|(_, weights)| !weights.is_empty())
            {
                let mut forged = proof.clone();
                forged[part][weights.len() - 1].least += 1;
                assert!(!proves(&board, &all, packing.sets(), &forged), "{what}");
                weighed += 1;
            }
        }
    }
    assert!(proofs == 71 && weighed > 10, "{proofs} proofs, {weighed} with weights");
}
