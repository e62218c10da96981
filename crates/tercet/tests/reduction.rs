//! Every reduction in both directions: what the board says is what the problem says, by oracles
//! that know nothing of boards, and what is read back is right by the definition.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tercet::notation::parse_board;
use tercet::reduction::generate::{
    GenerateError, Solution, at_threshold, matching, matching_threshold, planted,
};
use tercet::reduction::{ExactCover, Graph, Hypergraph, MatchingInstance, exact_covers};
use tercet::set::is_set;
use tercet::solver::{Limit, Options, list, method};
use tercet::{Board, Card, Deck, Set};

/// The sets of a board, by the definition.
fn sets(board: &Board) -> BTreeSet<Set> {
    let mut brute = method("brute").unwrap().enumerator(board, &Options::default()).unwrap();
    let listing = list(&mut *brute, None, &Limit::none());
    assert_eq!(listing.stopped, None);
    let set = |positions: &[usize]| Set::new(board.deck(), &board.at(positions)).unwrap();
    listing.sets.iter().map(|positions| set(positions)).collect()
}

/// All perfect matchings of some edges: for each element of the first dimension one edge, none of
/// which shares an element with one before.
fn perfect_matchings(instance: &MatchingInstance) -> BTreeSet<Vec<usize>> {
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

/// Checks that the sets of the board of an instance are its perfect matchings; says how many.
fn check_matching(instance: &MatchingInstance) -> usize {
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
            let generate = |solution| matching(k, n, Some(edges), solution, seed).unwrap();
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
fn every_method_solves_matching_instances() {
    let with = matching(3, 6, Some(30), Solution::Yes, 1).unwrap();
    let without = matching(3, 6, Some(30), Solution::No, 1).unwrap();
    for name in ["brute", "completion", "middle", "cover", "auto"] {
        for (instance, solvable) in [(&with, true), (&without, false)] {
            let board = instance.board().unwrap();
            let mut counter = method(name).unwrap().counter(&board, &Options::default()).unwrap();
            let count = counter.count(&Limit::none()).unwrap();
            assert_eq!(count, perfect_matchings(instance).len() as u128, "{name}");
            assert_eq!(count > 0, solvable, "{name}");
        }
    }
}

#[test]
fn sets_of_other_boards_are_no_matchings() {
    let instance = matching(2, 2, Some(4), Solution::Chance, 1).unwrap();
    let deck = instance.board().unwrap().deck();
    let card = |a, b| deck.card(&[a, b]).unwrap();
    let agreeing = Set::new(deck, &[card(0, 0), card(0, 1), card(0, 2)]).unwrap();
    assert_eq!(instance.matching(&agreeing), None);
    let other = Set::new(deck, &[card(0, 0), card(1, 2), card(2, 1)]).unwrap();
    assert_eq!(instance.matching(&other), None);
    let right = Set::new(deck, &[card(0, 1), card(1, 0), card(2, 2)]).unwrap();
    assert!(instance.is_perfect_matching(&instance.matching(&right).unwrap()));
    assert!(!instance.is_perfect_matching(&[0, 0]) && !instance.is_perfect_matching(&[0, 9]));
}

#[test]
fn instances_that_fit_no_deck_are_refused() {
    let message = |k, n| MatchingInstance::new(k, n, []).unwrap().board().unwrap_err().to_string();
    assert_eq!(
        message(3, 256),
        "this instance is too large for a board, with 257 values and 3 properties: \
         a deck has at most 256 values a property, not 257"
    );
    assert!(message(65, 2).ends_with("at most 64 properties, not 65"));
    message(usize::MAX, usize::MAX);
    MatchingInstance::new(16, 255, []).unwrap().board().unwrap();
    MatchingInstance::new(128, 1, [vec![0; 128]]).unwrap().board().unwrap();
    assert!(matching(3, 256, None, Solution::Chance, 1).is_err());
    assert!(Graph::new(65, []).unwrap().board().unwrap_err().to_string().contains("at most 64"));
    Graph::new(64, [[0, 63]]).unwrap().board().unwrap();
}

/// All exact covers of a problem: Knuth's Algorithm X as he tells it, on plain lists.
fn algorithm_x(problem: &ExactCover) -> Vec<Vec<usize>> {
    fn search(
        problem: &ExactCover,
        covered: &mut Vec<bool>,
        chosen: &mut Vec<usize>,
        found: &mut Vec<Vec<usize>>,
    ) {
        let Some(item) = covered.iter().position(|&covered| !covered) else {
            found.push(chosen.clone());
            return;
        };
        for (index, option) in problem.options().iter().enumerate() {
            if option.contains(&item) && option.iter().all(|&item| !covered[item]) {
                for &item in option {
                    covered[item] = true;
                }
                chosen.push(index);
                search(problem, covered, chosen, found);
                chosen.pop();
                for &item in option {
                    covered[item] = false;
                }
            }
        }
    }
    let mut found = Vec::new();
    search(problem, &mut vec![false; problem.items().len()], &mut Vec::new(), &mut found);
    found
}

/// Checks that the exact covers of the problems of a board are its sets; says how many.
fn check_covers(board: &Board) -> usize {
    let mut read = Vec::new();
    let mut agreements = BTreeSet::new();
    for problem in exact_covers(board) {
        assert!(agreements.insert(problem.agreement().to_vec()), "one problem an agreement");
        for (option, &position) in problem.options().iter().zip(problem.positions()) {
            // An option spells its card, together with the agreement.
            let card = board.cards()[position];
            let shown = option.iter().map(|&item| problem.items()[item]);
            let mut values: Vec<_> = shown.chain(problem.agreement().iter().copied()).collect();
            values.sort_unstable();
            let values: Vec<usize> = values.iter().map(|item| item.value).collect();
            assert_eq!(board.deck().card(&values), Ok(card));
        }
        for cover in algorithm_x(&problem) {
            let set = problem.set(&cover).expect("an exact cover is a set");
            for item in problem.agreement() {
                let same = |&card: &Card| board.deck().value(card, item.property) == item.value;
                assert!(set.cards().iter().all(same));
            }
            read.push(set);
        }
    }
    let distinct: BTreeSet<Set> = read.iter().cloned().collect();
    assert_eq!(distinct.len(), read.len(), "two exact covers give one set");
    assert_eq!(distinct, sets(board));
    read.len()
}

fn full(v: usize, p: usize) -> Board {
    let deck = Deck::new(v, p).unwrap();
    Board::new(deck, &deck.cards().collect::<Vec<_>>()).unwrap()
}

#[test]
fn exact_covers_are_the_sets() {
    for (v, p, number) in
        [(3, 4, 1080), (3, 3, 117), (4, 2, 32), (4, 3, 912), (5, 2, 130), (2, 5, 496), (3, 1, 1)]
    {
        assert_eq!(check_covers(&full(v, p)), number, "({v},{p})");
    }
    for (v, p) in [(2, 7), (3, 4), (3, 6), (4, 3), (4, 5), (5, 3), (6, 2), (7, 2)] {
        for seed in 0..10 {
            let deck = Deck::new(v, p).unwrap();
            check_covers(&at_threshold(deck, seed).unwrap());
            check_covers(&planted(deck, 3 * v, seed).unwrap().0);
        }
    }
}

#[test]
fn exact_covers_of_the_classic_deck_are_all_patterns() {
    // (v+1)^p − v^p agreements, of which each has sets in the full deck.
    assert_eq!(exact_covers(&full(3, 4)).count(), 4_usize.pow(4) - 3_usize.pow(4));
    let sizes: Vec<usize> = exact_covers(&full(3, 4)).map(|it| it.agreement().len()).collect();
    assert!(sizes.is_sorted());
}

#[test]
fn exact_covers_of_degenerate_boards() {
    for p in [1, 5] {
        assert_eq!(check_covers(&full(1, p)), 1);
        assert_eq!(check_covers(&Board::empty(Deck::new(1, p).unwrap())), 0);
        assert_eq!(check_covers(&full(2, p)), (1 << p) * ((1 << p) - 1) / 2);
    }
    assert_eq!(exact_covers(&Board::empty(Deck::CLASSIC)).count(), 0);
    assert_eq!(exact_covers(&parse_board("0000 1111").unwrap()).count(), 0);
    // Many properties, in which patterns cannot be tried one by one.
    let wide = Graph::new(64, (1..64).map(|i| [0, i])).unwrap().board().unwrap();
    assert_eq!(check_covers(&wide), 63);
}

#[test]
fn what_is_no_exact_cover_is_no_set() {
    let problem = exact_covers(&full(3, 2)).next().unwrap();
    assert_eq!(problem.options().len(), 9);
    assert_eq!(problem.set(&[0, 4]), None);
    assert_eq!(problem.set(&[0, 4, 4]), None);
    assert_eq!(problem.set(&[0, 4, 9]), None);
    assert!(problem.set(&[0, 4, 8]).is_some());
    assert_eq!(problem.items()[4].to_string(), "p2=1");
}

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
                    matchings.insert(Set::new(deck, &board.at(&chosen)).expect("a set"));
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
                    let disjoint = a.cards().iter().all(|card| !b.cards().contains(card));
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
    let cards = |text| parse_board(text).unwrap().cards().to_vec();
    assert_eq!(graph.edge(&Set::new(deck, &cards("100 010 220")).unwrap()), Some(0));
    assert_eq!(graph.edge(&Set::new(deck, &cards("100 001 202")).unwrap()), None);
    assert_eq!(graph.edge(&Set::new(deck, &cards("220 221 222")).unwrap()), None);
    assert!(!graph.is_matching(&[1]) && !graph.is_matching(&[0, 0]) && graph.is_matching(&[]));
}

#[test]
fn boards_at_the_threshold_and_planted_ones() {
    for (v, p) in [(1, 4), (2, 3), (3, 1), (3, 4), (4, 4), (10, 4), (40, 3), (256, 16)] {
        let deck = Deck::new(v, p).unwrap();
        let (board, set) = planted(deck, v, 5).unwrap();
        assert_eq!(board.len(), v);
        assert!(is_set(deck, board.cards()), "only the set");
        let size = v.pow(p.min(4) as u32);
        let (board, again) = planted(deck, (2 * v).min(size), 5).unwrap();
        assert_eq!(set, again, "the same set of the same seed");
        assert!(set.cards().iter().all(|&card| board.contains(card)));
        assert_eq!(board.len(), (2 * v).min(size));
    }
    let deck = Deck::new(4, 4).unwrap();
    let board = at_threshold(deck, 3).unwrap();
    assert_eq!(board.len() as u128, deck.threshold());
    assert_eq!(board, at_threshold(deck, 3).unwrap());
    assert_ne!(board, at_threshold(deck, 4).unwrap());
    assert!(matches!(
        at_threshold(Deck::new(3, 64).unwrap(), 1),
        Err(GenerateError::Number { what: "cards", .. })
    ));
    let message = |cards| planted(Deck::CLASSIC, cards, 1).unwrap_err().to_string();
    assert_eq!(message(2), "2 cards cannot be drawn: from 3 to 81 can");
    assert_eq!(message(82), "82 cards cannot be drawn: from 3 to 81 can");
}

#[test]
fn planted_sets_are_equally_likely() {
    // 12 sets of (3,2): 1200 draws, each near 100. With 11 degrees of freedom chi-squared is below
    // 31.3 with a probability of 0.999; the seeds are fixed, so the test does not flicker.
    let deck = Deck::new(3, 2).unwrap();
    let all: Vec<Set> = sets(&full(3, 2)).into_iter().collect();
    let mut times = vec![0_i32; all.len()];
    for seed in 0..1200 {
        let (_, set) = planted(deck, 3, seed).unwrap();
        times[all.iter().position(|other| *other == set).unwrap()] += 1;
    }
    let statistic: f64 = times.iter().map(|&times| f64::from((times - 100).pow(2)) / 100.0).sum();
    assert!(statistic < 31.3, "{times:?}");
}

#[test]
fn the_threshold_of_matchings_is_where_one_is_expected() {
    assert_eq!(matching_threshold(1, 5).unwrap(), 5);
    assert_eq!(matching_threshold(3, 1).unwrap(), 1);
    // Of the 2 matchings of the 4 edges of k = n = 2, each is among 3 edges once in 2 draws.
    assert_eq!(matching_threshold(2, 2).unwrap(), 3);
    assert!(matching_threshold(16, 255).unwrap() > 255);
    // The mean number over many instances is near 1.
    let (k, n, draws) = (3, 5, 2000);
    let edges = matching_threshold(k, n).unwrap() as usize;
    let sum: usize = (0..draws)
        .map(|seed| {
            let instance = matching(k, n, None, Solution::Chance, seed).unwrap();
            assert_eq!(instance.edges().len(), edges);
            perfect_matchings(&instance).len()
        })
        .sum();
    let mean = sum as f64 / f64::from(draws as u32);
    assert!((0.85..1.3).contains(&mean), "{mean}");
}

#[test]
fn instances_at_the_ends_of_their_ranges() {
    let refused = |k, n, edges, solution| {
        let Err(GenerateError::Number { least, most, .. }) =
            matching(k, n, Some(edges), solution, 1)
        else {
            panic!("refused by number")
        };
        (least, most)
    };
    assert_eq!(refused(3, 3, 2, Solution::Yes), (3, 27));
    assert_eq!(refused(3, 3, 28, Solution::Chance), (0, 27));
    // The most edges without a perfect matching that the construction allows.
    for (k, n) in [(1, 1), (1, 4), (2, 1), (2, 2), (2, 5), (3, 1), (3, 2), (3, 4), (4, 3)] {
        let (least, most) = refused(k, n, usize::MAX, Solution::No);
        assert_eq!(least, 0);
        let instance = matching(k, n, Some(most), Solution::No, 7).unwrap();
        assert_eq!(instance.edges().len(), most);
        assert!(perfect_matchings(&instance).is_empty());
        let all = matching(k, n, Some(n.pow(k as u32)), Solution::Yes, 7).unwrap();
        assert_eq!(perfect_matchings(&all).len(), (1..=n).product::<usize>().pow(k as u32 - 1));
        for solution in [Solution::Yes, Solution::No, Solution::Chance] {
            let instance = matching(k, n, None, solution, 3).unwrap();
            assert_eq!(instance, matching(k, n, None, solution, 3).unwrap());
            assert_eq!(MatchingInstance::parse(instance.text()), Ok(instance));
        }
    }
}

#[test]
fn instances_of_a_seed_stay_the_same() {
    let instance = matching(3, 3, Some(5), Solution::Yes, 1).unwrap();
    assert_eq!(instance.text(), "matching 3 3\n1 1 2\n1 1 1\n2 0 0\n0 2 2\n1 0 1\n");
    let (board, _) = planted(Deck::CLASSIC, 6, 1).unwrap();
    assert_eq!(board.deck().show_all(board.cards()), "1GhD 1PhD 3PoO 1PsD 2RsS 1PsO");
}

#[test]
fn instances_and_graphs_are_read_as_they_are_written() {
    let text = "\u{feff}# a comment\n\nmatching 3 2  # k n\r\n0 0 1\n\t1  1 0\n";
    let instance = MatchingInstance::parse(text).unwrap();
    assert_eq!((instance.dimensions(), instance.elements()), (3, 2));
    assert_eq!(instance.text(), "matching 3 2\n0 0 1\n1 1 0\n");
    let graph = Graph::parse("graph 3\n2 0 # back\n").unwrap();
    assert_eq!((graph.vertices(), graph.edges()), (3, &[[2, 0]][..]));
    assert_eq!(Graph::parse(graph.text()), Ok(graph));
    assert!(MatchingInstance::parse("matching 3 2").unwrap().edges().is_empty());
}

#[test]
fn wrong_texts_are_told_with_their_place() {
    let matching = |text: &[u8]| MatchingInstance::parse(text).unwrap_err().to_string();
    let heading = "a file of this kind begins with a line 'matching K N', such as 'matching 3 4'";
    for text in ["", "# nothing\n", "\n\n"] {
        assert_eq!(matching(text.as_bytes()), format!("line 1, column 1: {heading}"));
    }
    for text in ["\n 0 0 1", "\n graph 3", "\n matching 3", "\n matching 3 x", "\n matching 3 2 1"]
    {
        assert_eq!(matching(text.as_bytes()), format!("line 2, column 2: {heading}"), "{text}");
    }
    for (text, message) in [
        (
            "matching 3 2\n0 1\n",
            "line 2, column 1: edge '0 1' must have one element of each dimension: give 3, not 2",
        ),
        (
            "matching 3 2\n0 1 1 # x\n0 1  2\n",
            "line 3, column 6: edge '0 1 2': element 2 is out of range, the elements are 0 to 1: \
             correct it, or give the instance more elements",
        ),
        (
            "matching 2 2\n\n0 1\n1 1\n 0 1",
            "line 5, column 2: edge '0 1' occurs twice, first at line 3, column 1: \
             remove one of them",
        ),
        (
            "matching 2 2\n0 é-1",
            "line 2, column 3: 'é-1' is not a number: an edge is numbers from 0, with spaces \
             between them",
        ),
        ("matching 0 2", "line 1, column 1: an instance has at least 1 dimension, not 0"),
        (
            "matching 2 0",
            "line 1, column 1: an instance has at least 1 element in each dimension, not 0",
        ),
    ] {
        assert_eq!(matching(text.as_bytes()), message);
    }
    assert_eq!(
        matching(b"matching 2 2\n0 \xff"),
        "line 2, column 3: this is not text (no UTF-8): give a file that begins with a line \
         'matching K N'"
    );
    assert!(matching(b"matching 2 2\n0 99999999999999999999999").contains("is not a number"));

    let graph = |text: &str| Graph::parse(text).unwrap_err().to_string();
    for (text, message) in [
        (
            "0 1",
            "line 1, column 1: a file of this kind begins with a line 'graph N', such as 'graph 5'",
        ),
        ("graph 0", "line 1, column 1: a graph has at least 1 vertex, not 0"),
        (
            "graph 2\n0 1 1",
            "line 2, column 1: edge '0 1 1' does not join two vertices: give two numbers",
        ),
        ("graph 2\n0", "line 2, column 1: edge '0' does not join two vertices: give two numbers"),
        (
            "graph 2\n0 2",
            "line 2, column 3: edge '0 2': vertex 2 is out of range, the vertices are 0 to 1: \
             correct it, or give the graph more vertices",
        ),
        ("graph 2\n1 1", "line 2, column 1: edge '1 1' ends where it begins: remove it"),
        (
            "graph 2\n0 1\n1 0",
            "line 3, column 1: edge '1 0' occurs twice, first at line 2, column 1: \
             remove one of them",
        ),
    ] {
        assert_eq!(graph(text), message);
    }
}

proptest! {
    #[test]
    fn no_text_makes_a_reader_panic(
        heading in "(matching|graph)?( ?[0-9]{1,3}){0,3}\n",
        body in "([0-9]{1,2}[ \n#x]|\\PC){0,20}",
    ) {
        let text = heading + &body;
        if let Ok(instance) = MatchingInstance::parse(&text) {
            prop_assert_eq!(MatchingInstance::parse(instance.text()), Ok(instance.clone()));
            if let Ok(board) = instance.board() {
                prop_assert_eq!(board.len(), instance.edges().len() + 1);
            }
        }
        if let Ok(graph) = Graph::parse(&text) {
            prop_assert_eq!(Graph::parse(graph.text()), Ok(graph.clone()));
            prop_assert_eq!(graph.board().is_ok(), graph.vertices() <= 64);
        }
    }
}
