//! Graphs as boards.

use std::collections::BTreeSet;

use tercet::reduction::Graph;
use tercet::{Deck, Set};

use super::sets;

#[test]
fn sets_of_a_graph_are_its_edges() {
    for vertices in 1..=5_usize {
        let all: Vec<[usize; 2]> =
            (0..vertices).flat_map(|i| (0..i).map(move |j| [i, j])).collect();
        for chosen in 0_u32..1 << all.len() {
            let edges: Vec<[usize; 2]> =
                (0..all.len()).filter(|i| chosen >> i & 1 == 1).map(|i| all[i]).collect();
            let graph = Graph::new(vertices, edges.iter().copied()).unwrap();
            let board = graph.board().unwrap();
            assert_eq!(board.len(), vertices + edges.len());
            let sets: Vec<Set> = sets(&board).into_iter().collect();
            let read: Vec<usize> = sets.iter().map(|set| graph.edge(set).unwrap()).collect();
            let distinct: BTreeSet<usize> = read.iter().copied().collect();
            assert_eq!(distinct, (0..edges.len()).collect());
            assert_eq!(read.len(), edges.len());
            // Disjoint sets are matchings: pairs decide both.
            for (a, &i) in sets.iter().zip(&read) {
                for (b, &j) in sets.iter().zip(&read).filter(|&(_, &j)| j != i) {
                    let disjoint = a.iter().all(|card| !b.contains(card));
                    assert_eq!(disjoint, graph.is_matching(&[i, j]));
                }
            }
        }
    }
}

#[test]
fn sets_of_other_boards_are_no_edges() {
    let graph = Graph::new(3, [[0, 1]]).unwrap();
    let deck = graph.board().unwrap().deck();
    let set = |text| Set::new(deck, deck.parse_board(text).unwrap()).unwrap();
    assert_eq!(graph.edge(&set("100 010 220")), Some(0));
    assert_eq!(graph.edge(&set("100 001 202")), None);
    assert_eq!(graph.edge(&set("220 221 222")), None);
    // The same bits are a set of a larger deck.
    assert_eq!(graph.edge(&Set::new(Deck::CLASSIC, set("100 010 220").cards()).unwrap()), None);
    assert!(!graph.is_matching(&[1]) && !graph.is_matching(&[0, 0]) && graph.is_matching(&[]));
}

#[test]
fn graphs_that_fit_no_deck_are_refused() {
    assert_eq!(
        Graph::new(65, []).unwrap().board().unwrap_err().to_string(),
        "this graph is too large for a board, with 65 properties: the range is 1 to 64"
    );
    Graph::new(64, [[0, 63]]).unwrap().board().unwrap();
}
