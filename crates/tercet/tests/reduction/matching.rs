//! Instances of k-dimensional matching as boards.

use std::collections::BTreeSet;

use tercet::reduction::MatchingInstance;
use tercet::reduction::generate::{Solution, matching};
use tercet::solver::Limit;
use tercet::{Deck, Set};

use super::sets;

/// All perfect matchings of some edges: for each element of the first dimension one edge, none of
/// which shares an element with one before.
pub(crate) fn perfect_matchings(instance: &MatchingInstance) -> BTreeSet<Vec<usize>> {
    fn extend(
        instance: &MatchingInstance,
        chosen: &mut Vec<usize>,
        found: &mut BTreeSet<Vec<usize>>,
    ) {
        if chosen.len() == instance.elements() {
            let mut matching = chosen.clone();
            matching.sort_unstable();
            found.insert(matching);
            return;
        }
        for (index, edge) in instance.edges().iter().enumerate() {
            let free = chosen.iter().all(|&other| {
                edge.iter().zip(&instance.edges()[other]).all(|(element, taken)| element != taken)
            });
            if edge[0] == chosen.len() && free {
                chosen.push(index);
                extend(instance, chosen, found);
                chosen.pop();
            }
        }
    }
    let mut found = BTreeSet::new();
    extend(instance, &mut Vec::new(), &mut found);
    found
}

/// Checks that the sets of the board of an instance are its perfect matchings; returns their
/// number.
pub(crate) fn check_matching(instance: &MatchingInstance) -> usize {
    let board = instance.board().unwrap();
    assert_eq!(board.len(), instance.edges().len() + 1);
    let read: Vec<Vec<usize>> = sets(&board)
        .iter()
        .map(|set| {
            let matching = instance.matching(set).expect("a set of the board is a matching");
            assert!(instance.is_perfect_matching(&matching));
            matching
        })
        .collect();
    let distinct: BTreeSet<Vec<usize>> = read.iter().cloned().collect();
    assert_eq!(distinct.len(), read.len(), "two sets give one matching");
    assert_eq!(distinct, perfect_matchings(instance));
    read.len()
}

#[test]
fn every_small_instance_has_its_matchings_as_sets() {
    // All subsets of all edges: 2^(n^k) instances.
    for (k, n) in [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (4, 1)] {
        let all: Vec<Vec<usize>> =
            (0..n_to(n, k)).map(|rank| (0..k).map(|i| rank / n_to(n, i) % n).collect()).collect();
        let (mut with, mut without) = (0, 0);
        for chosen in 0_u32..1 << all.len() {
            let edges = (0..all.len()).filter(|i| chosen >> i & 1 == 1).map(|i| all[i].clone());
            let instance = MatchingInstance::new(k, n, edges).unwrap();
            let matchings = check_matching(&instance);
            *if matchings > 0 { &mut with } else { &mut without } += 1;
        }
        assert!(with > 0 && without > 0, "k = {k}, n = {n}");
    }
}

fn n_to(n: usize, k: usize) -> usize {
    n.pow(k as u32)
}

#[test]
fn generated_instances_have_their_matchings_as_sets() {
    let (mut with, mut without) = (0, 0);
    for (k, n, edges) in [(1, 3, 3), (2, 5, 9), (3, 3, 9), (3, 4, 14), (4, 4, 16), (5, 3, 12)] {
        for seed in 0..20 {
            let generate =
                |solution| matching(k, n, Some(edges), solution, seed, &Limit::none()).unwrap().0;
            let instance = generate(Solution::Yes);
            assert!(check_matching(&instance) > 0, "k = {k}, n = {n}, seed {seed}");
            if k > 1 {
                let instance = generate(Solution::No);
                assert_eq!(instance.edges().len(), edges);
                assert_eq!(check_matching(&instance), 0, "k = {k}, n = {n}, seed {seed}");
            }
            let instance = generate(Solution::Chance);
            *if check_matching(&instance) > 0 { &mut with } else { &mut without } += 1;
        }
    }
    assert!(with > 20 && without > 20, "{with} with, {without} without");
}

#[test]
fn sets_of_other_boards_are_no_matchings() {
    let (instance, _) = matching(2, 2, Some(4), Solution::Chance, 1, &Limit::none()).unwrap();
    let deck = instance.board().unwrap().deck();
    let card = |a, b| deck.card_of(&[a, b]).unwrap();
    let agreeing = Set::new(deck, [card(0, 0), card(0, 1), card(0, 2)]).unwrap();
    assert_eq!(instance.matching(&agreeing), None);
    let other = Set::new(deck, [card(0, 0), card(1, 2), card(2, 1)]).unwrap();
    assert_eq!(instance.matching(&other), None);
    let right = Set::new(deck, [card(0, 1), card(1, 0), card(2, 2)]).unwrap();
    assert!(instance.is_perfect_matching(&instance.matching(&right).unwrap()));
    // The same bits are a set of a larger deck.
    let larger = Set::new(Deck::new(3, 3).unwrap(), right.cards()).unwrap();
    assert_eq!(instance.matching(&larger), None);
    assert!(!instance.is_perfect_matching(&[0, 0]) && !instance.is_perfect_matching(&[0, 9]));
}

#[test]
fn instances_that_fit_no_deck_are_refused() {
    let message = |k, n| MatchingInstance::new(k, n, []).unwrap().board().unwrap_err().to_string();
    assert_eq!(
        message(3, 256),
        "this instance is too large for a board, with 257 values: the range is 1 to 256"
    );
    assert_eq!(
        message(65, 2),
        "this instance is too large for a board, with 65 properties: the range is 1 to 64"
    );
    message(usize::MAX, usize::MAX);
    MatchingInstance::new(16, 255, []).unwrap().board().unwrap();
    MatchingInstance::new(128, 1, [vec![0; 128]]).unwrap().board().unwrap();
    assert!(matching(3, 256, None, Solution::Chance, 1, &Limit::none()).is_err());
}
