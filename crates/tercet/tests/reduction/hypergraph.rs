//! The hypergraph of a board.

use std::collections::BTreeSet;

use tercet::deal::planted;
use tercet::reduction::Hypergraph;
use tercet::{Deck, Set};

use super::matching::check_matching;
use super::{full, sets};

#[test]
fn perfect_matchings_of_the_hypergraph_are_the_sets_that_differ_everywhere() {
    let mut agreeing = 0;
    for (v, p) in [(1, 3), (2, 3), (3, 2), (3, 4), (4, 3), (5, 2)] {
        let deck = Deck::new(v, p).unwrap();
        let boards = (0..5).map(|seed| planted(deck, (2 * v + 3).min(v.pow(p as u32)), seed));
        for (board, _) in boards.map(Result::unwrap) {
            let hypergraph = Hypergraph::new(&board);
            assert_eq!(
                (hypergraph.vertices(), hypergraph.hyperedges().len()),
                (p * v, board.len())
            );
            // Every choice of hyperedges, whatever their number.
            let mut matchings = BTreeSet::new();
            for chosen in 0_u32..1 << board.len() {
                let chosen: Vec<usize> =
                    (0..board.len()).filter(|i| chosen >> i & 1 == 1).collect();
                if hypergraph.is_perfect_matching(&chosen) {
                    matchings.insert(Set::new(deck, board.at(&chosen)).expect("a set"));
                }
            }
            let differs = |set: &Set| {
                v == 1
                    || (0..p)
                        .all(|i| deck.value(set.cards()[0], i) != deck.value(set.cards()[1], i))
            };
            let all = sets(&board);
            agreeing += all.iter().filter(|set| !differs(set)).count();
            assert_eq!(matchings, all.into_iter().filter(differs).collect());
            assert_eq!(check_matching(&hypergraph.instance()), matchings.len());
        }
    }
    assert!(agreeing > 0, "not all sets are perfect matchings");
}

#[test]
fn vertices_of_the_hypergraph_have_their_meaning() {
    let board = full(3, 2);
    let hypergraph = Hypergraph::new(&board);
    for (&card, vertices) in board.cards().iter().zip(hypergraph.hyperedges()) {
        let meant: Vec<(usize, usize)> =
            vertices.iter().map(|&vertex| hypergraph.meaning(vertex)).collect();
        let values: Vec<(usize, usize)> = board.deck().values_of(card).enumerate().collect();
        assert_eq!(meant, values);
        assert!(vertices.is_sorted() && vertices.iter().all(|&i| i < hypergraph.vertices()));
    }
    assert!(!hypergraph.is_perfect_matching(&[0, 4, 9]));
}
