//! Generated boards and instances.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tercet::deal::{self, MOST_CARDS, planted};
use tercet::deck::OutOfRange;
use tercet::reduction::MatchingInstance;
use tercet::reduction::generate::{MOST_ELEMENTS, Solution, matching, matching_threshold};
use tercet::set::is_set;
use tercet::solver::{Cannot, Limit, Stop};
use tercet::{Deck, Method, Set};

use super::matching::perfect_matchings;
use super::{full, sets};

#[test]
fn planted_boards_hold_their_set() {
    let none = Limit::none();
    for (v, p) in [(1, 4), (2, 3), (3, 1), (3, 4), (4, 4), (10, 4), (40, 3), (256, 16)] {
        let deck = Deck::new(v, p).unwrap();
        let (cards, set) = planted(deck, v, 5, &none).unwrap();
        assert_eq!(cards.len(), v);
        assert!(is_set(deck, &cards), "only the set");
        let size = v.pow(p.min(4) as u32);
        let (cards, again) = planted(deck, (2 * v).min(size), 5, &none).unwrap();
        assert_eq!(set, again, "the same set of the same seed");
        assert!(set.iter().all(|card| cards.contains(card)));
        assert_eq!(cards.len(), (2 * v).min(size));
    }
    let message = |cards| planted(Deck::CLASSIC, cards, 1, &none).unwrap_err().to_string();
    assert_eq!(message(2), "cannot deal 2 cards of (3,4): the range is 3 to 81");
    assert_eq!(message(82), "cannot deal 82 cards of (3,4): the range is 3 to 81");
    let too_many: OutOfRange =
        deal::board(Deck::new(3, 64).unwrap(), MOST_CARDS + 1, 1).unwrap_err();
    assert_eq!(too_many.most, MOST_CARDS as u128);
}

#[test]
fn planted_sets_are_equally_likely() {
    // 12 sets of (3,2): 1200 draws, each near 100. With 11 degrees of freedom chi-squared is below
    // 31.3 with a probability of 0.999; the seeds are fixed, so the test does not flicker.
    let deck = Deck::new(3, 2).unwrap();
    let all: Vec<Set> = sets(&full(3, 2)).into_iter().collect();
    let mut times = vec![0_i32; all.len()];
    for seed in 0..1200 {
        let (_, set) = planted(deck, 3, seed, &Limit::none()).unwrap();
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
            let instance = matching(k, n, None, Solution::Chance, seed, &Limit::none()).unwrap().0;
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
        let refused = matching(k, n, Some(edges), solution, 1, &Limit::none()).unwrap_err();
        let Some(Cannot::OutOfRange(range)) = refused.cannot() else { panic!("{refused}") };
        assert_eq!(range.what, format!("cannot draw {edges} edges"));
        assert_eq!(range.asked, edges as u128);
        (range.least as usize, range.most as usize)
    };
    assert_eq!(refused(3, 3, 2, Solution::Yes), (3, 27));
    assert_eq!(refused(3, 3, 28, Solution::Chance), (0, 27));
    // The most edges without a perfect matching that the construction allows.
    for (k, n) in [(1, 1), (1, 4), (2, 1), (2, 2), (2, 5), (3, 1), (3, 2), (3, 4), (4, 3)] {
        let (least, most) = refused(k, n, usize::MAX, Solution::No);
        assert_eq!(least, 0);
        let (instance, _) = matching(k, n, Some(most), Solution::No, 7, &Limit::none()).unwrap();
        assert_eq!(instance.edges().len(), most);
        assert!(perfect_matchings(&instance).is_empty());
        let (all, _) =
            matching(k, n, Some(n.pow(k as u32)), Solution::Yes, 7, &Limit::none()).unwrap();
        assert_eq!(perfect_matchings(&all).len(), (1..=n).product::<usize>().pow(k as u32 - 1));
        for solution in [Solution::Yes, Solution::No, Solution::Chance] {
            let drawn = matching(k, n, None, solution, 3, &Limit::none()).unwrap();
            assert_eq!(drawn, matching(k, n, None, solution, 3, &Limit::none()).unwrap());
            assert_eq!(MatchingInstance::parse(drawn.0.text()), Ok(drawn.0));
        }
    }
}

/// Small ones, all choices of whose edges are tried, are in `matching.rs`.
#[test]
fn obstructed_instances_have_no_perfect_matching() {
    let drawn =
        |k, n, edges, seed| matching(k, n, edges, Solution::No, seed, &Limit::none()).unwrap();
    for (k, n) in [(2, 40), (3, 20), (4, 12), (5, 6)] {
        let board = drawn(k, n, None, 1).0.board().unwrap();
        assert_eq!(board.search().by(Method::COVER).find(), Ok(None), "k = {k}");
    }
    let why = |k, n| drawn(k, n, Some(1), 2).1.unwrap();
    assert_eq!(
        why(3, 4),
        "every edge with 0 2 3 in dimension 1 has 1 2 in dimension 2, which are fewer"
    );
    assert!(why(1, 4).starts_with("no edge has "));
}

/// A default that is out of reach is refused, and no other number is taken for it.
#[test]
fn an_instance_that_is_too_large_is_refused() {
    let drawn = |k, n, solution| matching(k, n, None, solution, 1, &Limit::none());
    let threshold = matching_threshold(20, 10).unwrap();
    let stop = drawn(20, 10, Solution::Chance).unwrap_err();
    let what = format!("cannot draw {threshold} edges");
    let most = (MOST_ELEMENTS / 20) as u128;
    assert_eq!(stop, OutOfRange { what, asked: threshold, least: 0, most }.into());
    // Of the 9 edges of k = 2 and n = 3, a construction without a perfect matching has at most 5.
    assert_eq!(matching_threshold(2, 3).unwrap(), 6);
    assert_eq!(drawn(2, 3, Solution::No).unwrap().0.edges().len(), 5);
}

/// The limit is asked all along, and nothing is done once it is reached.
#[test]
fn a_limit_ends_the_drawing_of_edges_at_any_time() {
    const EDGES: usize = 50_000;
    let ended = |solution, last: u64| {
        let checks = Arc::new(AtomicU64::new(0));
        let asked = Arc::clone(&checks);
        let limit = Limit::none()
            .or_callback(Arc::new(move || asked.fetch_add(1, Ordering::Relaxed) + 1 >= last));
        let ended = matching(3, 60, Some(EDGES), solution, 1, &limit)
            .and_then(|(instance, _)| Ok(instance.text_within(&limit)?));
        (ended.map(drop), checks.load(Ordering::Relaxed))
    };
    for solution in Solution::ALL {
        let (done, all) = ended(solution, u64::MAX);
        assert_eq!(done, Ok(()));
        // At least one step for each edge that is drawn, moved, unpacked and written.
        assert!(all >= 4 * (EDGES as u64 - 60) / 2048, "{all} checks");
        for last in [1, all / 4, all / 2, 3 * all / 4, all] {
            assert_eq!(ended(solution, last), (Err(Stop::INTERRUPTED.into()), last));
        }
    }
}

#[test]
fn instances_of_a_seed_stay_the_same() {
    let (instance, _) = matching(3, 3, Some(5), Solution::Yes, 1, &Limit::none()).unwrap();
    assert_eq!(instance.text(), "matching 3 3\n1 1 2\n1 1 1\n2 0 0\n0 2 2\n1 0 1\n");
    let (cards, _) = planted(Deck::CLASSIC, 6, 1, &Limit::none()).unwrap();
    assert_eq!(Deck::CLASSIC.show_all(&cards), "1GhD 1PhD 3PoO 1PsD 2RsS 1PsO");
}
