//! Generated boards and instances.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tercet::deal::{self, MOST_CARDS, planted};
use tercet::deck::OutOfRange;
use tercet::reduction::generate::{
    MOST_ELEMENTS, ObstructedError, Solution, matching, matching_threshold, obstructed,
};
use tercet::reduction::{MatchingInstance, Obstruction};
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
            let instance = matching(k, n, None, Solution::Chance, seed, &Limit::none()).unwrap();
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
        let instance = matching(k, n, Some(most), Solution::No, 7, &Limit::none()).unwrap();
        assert_eq!(instance.edges().len(), most);
        assert!(perfect_matchings(&instance).is_empty());
        let all = matching(k, n, Some(n.pow(k as u32)), Solution::Yes, 7, &Limit::none()).unwrap();
        assert_eq!(perfect_matchings(&all).len(), (1..=n).product::<usize>().pow(k as u32 - 1));
        for solution in [Solution::Yes, Solution::No, Solution::Chance] {
            let instance = matching(k, n, None, solution, 3, &Limit::none()).unwrap();
            assert_eq!(instance, matching(k, n, None, solution, 3, &Limit::none()).unwrap());
            assert_eq!(MatchingInstance::parse(instance.text()), Ok(instance));
        }
    }
}

/// Whether two dimensions alone can be matched, by augmenting paths.
fn can_match(instance: &MatchingInstance, [from, to]: [usize; 2]) -> bool {
    fn augment(
        pairs: &[(usize, usize)],
        one: usize,
        seen: &mut [bool],
        partner: &mut [Option<usize>],
    ) -> bool {
        pairs.iter().filter(|pair| pair.0 == one).any(|&(_, other)| {
            if std::mem::replace(&mut seen[other], true) {
                return false;
            }
            let is_free = partner[other].is_none_or(|taken| augment(pairs, taken, seen, partner));
            if is_free {
                partner[other] = Some(one);
            }
            is_free
        })
    }
    let n = instance.elements();
    let pairs: Vec<_> = instance.edges().iter().map(|edge| (edge[from], edge[to])).collect();
    let mut partner = vec![None; n];
    (0..n).all(|one| augment(&pairs, one, &mut vec![false; n], &mut partner))
}

/// The kinds of obstructions that instances can have, with the greatest number of edges.
fn drawn(
    k: usize,
    n: usize,
    edges: Option<usize>,
    seed: u64,
) -> Vec<(Obstruction, MatchingInstance)> {
    let draw = |kind| match obstructed(k, n, edges, kind, seed, &Limit::none()) {
        Ok((instance, why)) => {
            assert!(!why.contains('\n'), "a comment is a line: {why}");
            Some((kind, instance))
        }
        Err(ObstructedError::Impossible(_)) => None,
        Err(ObstructedError::NotDrawn(refused)) => match refused.cannot() {
            Some(Cannot::OutOfRange(range)) => {
                let most = Some(range.most as usize);
                Some((kind, obstructed(k, n, most, kind, seed, &Limit::none()).unwrap().0))
            }
            other => panic!("{other:?}"),
        },
    };
    Obstruction::ALL.into_iter().filter_map(draw).collect()
}

/// Small instances with as many edges as the obstruction allows, and sparser ones: all choices of edges
/// are tried. The sparser ones are also boards that the definition searches.
#[test]
fn obstructed_instances_have_no_perfect_matching() {
    use Obstruction::{Half, Latin, Parity, Random, Tight};
    for (k, n) in [(2, 1), (2, 2), (2, 5), (3, 3), (3, 4), (4, 3), (4, 4), (5, 3), (5, 4)] {
        let kinds: Vec<Obstruction> =
            drawn(k, n, None, 0).into_iter().map(|drawn| drawn.0).collect();
        let mut expected = vec![Half, Random];
        expected.extend((k > 2).then_some(Tight));
        expected.push(Parity);
        expected.extend((k % 2 == 1 && n % 2 == 0).then_some(Latin));
        assert_eq!(kinds, expected, "k = {k}, n = {n}");
        for seed in 0..8 {
            let most = if k < 4 { Some(usize::MAX) } else { None };
            for (kind, instance) in drawn(k, n, most, seed) {
                assert!(
                    perfect_matchings(&instance).is_empty(),
                    "{kind}, k = {k}, n = {n}, {seed}"
                );
            }
            for (kind, instance) in drawn(k, n, Some(3 * n), seed) {
                let board = instance.board().unwrap();
                if board.len() < 16 {
                    assert_eq!(board.search().by(Method::BRUTE).find(), Ok(None), "{kind}");
                }
            }
        }
    }
}

/// The number of allowed edges is that of those that can be drawn; pairs of dimensions can be matched
/// where the obstruction is not about a pair.
#[test]
fn obstructions_are_of_their_kind() {
    for (k, n) in [(3, 6), (3, 10), (4, 6), (5, 4)] {
        for seed in 0..10 {
            for (kind, instance) in drawn(k, n, None, seed) {
                let pairs = (0..k).flat_map(|from| (0..from).map(move |to| [to, from]));
                let violated = pairs.filter(|&pair| !can_match(&instance, pair)).count();
                match kind {
                    Obstruction::Half | Obstruction::Random => assert!(violated > 0),
                    Obstruction::Tight | Obstruction::Latin => assert_eq!(violated, 0, "{kind}"),
                    Obstruction::Parity => {} // Few random edges can have other obstructions.
                }
            }
            for (kind, instance) in drawn(k, n, Some(usize::MAX), seed) {
                if kind == Obstruction::Parity {
                    assert!((0..k).all(|to| can_match(&instance, [(to + 1) % k, to])));
                }
            }
        }
    }
}

/// Larger ones, by the engine; and the sentence about one of each kind.
#[test]
fn obstructions_of_large_instances_hold_and_are_explained() {
    for (k, n) in [(2, 40), (3, 20), (4, 12), (5, 6)] {
        for (kind, instance) in drawn(k, n, None, 1) {
            let board = instance.board().unwrap();
            assert_eq!(board.search().by(Method::COVER).find(), Ok(None), "{kind}, k = {k}");
        }
    }
    let why = |kind| obstructed(3, 4, Some(12), kind, 2, &Limit::none()).unwrap().1;
    let said = Obstruction::ALL.map(why);
    let expected = [
        "every edge with 0 2 3 in dimension 1 has 1 2 in dimension 2, which are fewer",
        "every edge with 1 2 3 in dimension 3 has 0 2 in dimension 1, which are fewer",
        "every edge with 1 2 in dimension 3 has 0 2 in dimension 1, which are as many; without all other \
         edges of these, every edge with 1 3 in dimension 2 has 3 in dimension 3, which are fewer",
        "every edge has an even number of these elements, which are an odd number: 0 2 3 in dimension 1, \
         0 2 in dimension 2, 1 3 in dimension 3",
        "every edge ends with the sum of its other elements modulo 4, but the elements of a dimension have \
         the sum 2 modulo 4, and not 0",
    ];
    assert_eq!(said[..], expected);
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
    assert_eq!(drawn(2, 3, Solution::No).unwrap().edges().len(), 5);
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
            .and_then(|instance| Ok(instance.text_within(&limit)?));
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
    let instance = matching(3, 3, Some(5), Solution::Yes, 1, &Limit::none()).unwrap();
    assert_eq!(instance.text(), "matching 3 3\n1 1 2\n1 1 1\n2 0 0\n0 2 2\n1 0 1\n");
    let (cards, _) = planted(Deck::CLASSIC, 6, 1, &Limit::none()).unwrap();
    assert_eq!(Deck::CLASSIC.show_all(&cards), "1GhD 1PhD 3PoO 1PsD 2RsS 1PsO");
}
