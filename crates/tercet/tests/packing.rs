//! Packings against an oracle that shares nothing with them, and against known numbers.

use std::collections::HashMap;
use std::time::Duration;

use num_bigint::BigUint;
use tercet::board::BoardError;
use tercet::packing::{Packing, estimated_partitions, greedy, most, most_disjoint, partitions};
use tercet::solver::{Enumerate, Limit, Reason, Stop};
use tercet::statistics::Estimate;
use tercet::{Board, Deck, Set};
use tercet_testkit::boards::{by_definition, dealt, deck};
use tercet_testkit::limits::after_checks;

const MEMORY: usize = 1 << 30;

fn board(v: usize, p: usize, cards: usize, seed: u64) -> Board {
    dealt(deck(v, p), seed, cards)
}

fn whole(v: usize, p: usize) -> Board {
    Board::new(deck(v, p), deck(v, p).cards()).unwrap()
}

fn lister(board: &Board) -> Box<dyn Enumerate> {
    board.search().solver().unwrap()
}

fn packed(board: &Board) -> Packing {
    most(&mut *lister(board), MEMORY, &Limit::none()).unwrap()
}

fn ways(board: &Board) -> Result<BigUint, Stop> {
    partitions(&mut *lister(board), MEMORY, &Limit::none())
}

/// The sets by trying all cards, each as a mask of positions.
fn masks(board: &Board) -> Vec<u64> {
    by_definition(board).iter().map(|set| set.iter().map(|i| 1 << i).sum()).collect()
}

/// The largest packing and the number of partitions of the remaining cards, by the definition: the
/// first card is in one of its sets, or in none.
fn oracle(left: u64, sets: &[u64], known: &mut HashMap<u64, (usize, u64)>) -> (usize, u64) {
    if left == 0 {
        return (0, 1);
    }
    if let Some(&answer) = known.get(&left) {
        return answer;
    }
    let first = left & left.wrapping_neg();
    let mut answer = (oracle(left & !first, sets, known).0, 0);
    for &set in sets.iter().filter(|&set| set & first != 0 && set & !left == 0) {
        let (most, ways) = oracle(left & !set, sets, known);
        answer = (answer.0.max(most + 1), answer.1 + ways);
    }
    known.insert(left, answer);
    answer
}

#[test]
fn packings_and_partitions_are_those_of_the_definition() {
    let cases = [
        (1, 1, 0..=1, 2),
        (1, 3, 0..=1, 2),
        (2, 3, 0..=8, 3),
        (3, 2, 0..=9, 30),
        (3, 3, 0..=22, 20),
        (3, 3, 23..=27, 2),
        (3, 4, 3..=20, 20),
        (4, 2, 0..=16, 20),
        (4, 3, 12..=22, 5),
        (5, 2, 8..=20, 5),
        (6, 2, 12..=22, 2),
    ];
    let mut boards = 0;
    for (v, p, cards, seeds) in cases {
        for n in cards {
            for seed in 0..seeds {
                let board = board(v, p, n, seed);
                let sets = masks(&board);
                let all = (1_u64 << n) - 1;
                let (largest, splits) = oracle(all, &sets, &mut HashMap::new());
                let what = format!("{n} cards of ({v},{p}), seed {seed}");
                let answer = packed(&board);
                assert_eq!((answer.len(), answer.bound()), (largest, largest), "{what}");
                if sets.len() <= 64 {
                    assert_eq!(most_disjoint(&sets), largest, "{what}");
                }
                let greedy = greedy(&mut *lister(&board), MEMORY, &Limit::none()).unwrap();
                assert!(greedy.len() <= largest && largest <= v * greedy.len(), "{what}");
                assert_eq!(ways(&board), Ok(splits.into()), "{what}");
                boards += 1;
            }
        }
    }
    assert!(boards > 1250, "{boards} boards");
}

#[test]
fn whole_decks_are_packed_without_rest() {
    for (v, p, sets) in [
        (1, 7, 1),
        (2, 9, 256),
        (3, 2, 3),
        (3, 3, 9),
        (3, 4, 27),
        (3, 9, 6561),
        (4, 3, 16),
        (5, 2, 5),
    ] {
        let answer = packed(&whole(v, p));
        assert!(answer.is_proved(), "({v},{p})");
        assert_eq!((answer.len(), answer.bound()), (sets, sets), "({v},{p})");
    }
}

#[test]
fn random_boards_are_settled() {
    for (v, p, n) in [(3, 4, 60), (3, 4, 61), (3, 4, 75), (3, 5, 100), (3, 6, 140), (4, 3, 48)]
        .into_iter()
        .chain([(5, 3, 60), (5, 3, 70), (6, 3, 80), (7, 2, 42)])
    {
        for seed in 0..3 {
            let board = board(v, p, n, seed);
            let answer = packed(&board);
            assert!(answer.is_proved(), "{n} cards of ({v},{p}), seed {seed}");
            // The answer is the same again, and its sets are what they are said to be.
            assert_eq!(packed(&board), answer);
            let again = Packing::new(&board, answer.sets().to_vec()).unwrap();
            assert_eq!(again.with_bound(answer.bound()), answer);
        }
    }
}

#[test]
fn the_greedy_packing_takes_the_first_sets() {
    let mut fewer = 0;
    for seed in 0..200 {
        let mut board = board(3, 4, 15, seed);
        let all = board.clone();
        let packing = greedy(&mut *lister(&board), MEMORY, &Limit::none()).unwrap();
        fewer += usize::from(packing.len() < packed(&board).len());
        let mut taken = packing.sets().iter();
        loop {
            let (first, next) = (board.sets().next(), taken.next());
            assert_eq!(first.as_ref(), next, "seed {seed}");
            let Some(set) = next else { break };
            assert_eq!(all.at(set.positions().unwrap()), **set, "seed {seed}");
            board.remove(set).unwrap();
        }
    }
    assert!(fewer > 20, "only {fewer} of 200 boards hold more than the first sets");
}

#[test]
fn whole_decks_fall_into_sets_in_as_many_ways_as_is_known() {
    for (v, p, number) in [(3, 1, 1), (3, 2, 4), (3, 3, 17641), (4, 2, 26), (5, 2, 1346)] {
        assert_eq!(ways(&whole(v, p)), Ok(BigUint::from(number as u32)), "({v},{p})");
    }
    // Pairs: 127·125·…·1 ways.
    let pairs: BigUint = (1..128_u32).step_by(2).map(BigUint::from).product();
    assert_eq!(ways(&whole(2, 7)), Ok(pairs));
    assert_eq!(ways(&board(2, 7, 127, 0)), Ok(BigUint::ZERO));
}

fn estimated(board: &Board, samples: u64, seed: u64) -> Estimate<BigUint> {
    estimated_partitions(&mut *lister(board), samples, seed, MEMORY, &Limit::none()).unwrap()
}

/// Of forty intervals, about 38 hold the number that is counted.
#[test]
fn intervals_of_estimated_partitions_hold_the_number() {
    for sets in [12, 13] {
        let split = packed(&board(3, 4, 81, 1));
        let board = Board::new(deck(3, 4), split.sets()[..sets].iter().flatten()).unwrap();
        let exact = ways(&board).unwrap();
        let holds = |seed: &u64| {
            let Estimate { value, interval } = estimated(&board, 500, *seed);
            let (low, high) = interval.unwrap();
            assert!(low < value && value < high, "{low} {value} {high}");
            low <= exact && exact <= high
        };
        let holding = (0..40).filter(holds).count();
        assert!(holding >= 34, "{holding} of 40 hold {exact} for {sets} sets");
    }
}

#[test]
fn estimated_partitions_are_as_certain_as_what_was_found() {
    let pairs: BigUint = (1..128_u32).step_by(2).map(BigUint::from).product();
    for (board, exact) in [
        (whole(3, 3), 17641_u32.into()),
        (whole(2, 7), pairs),
        (board(3, 4, 80, 0), BigUint::ZERO),
        (board(3, 4, 78, 0), BigUint::ZERO),
        (board(3, 6, 300, 0), BigUint::ZERO),
    ] {
        let interval = Some((exact.clone(), exact.clone()));
        assert_eq!(estimated(&board, 100, 1), Estimate { value: exact, interval });
    }
    let deck = whole(3, 4);
    for (samples, is_positive) in [(0, false), (1, true), (9, true)] {
        let Estimate { value, interval } = estimated(&deck, samples, 1);
        assert_eq!((value > BigUint::ZERO, interval), (is_positive, None), "{samples}");
    }
    assert_eq!(estimated(&deck, 20, 1), estimated(&deck, 20, 1));
    assert_ne!(estimated(&deck, 20, 1), estimated(&deck, 20, 2));
    let stopped = |limit: &Limit| estimated_partitions(&mut *lister(&deck), 1000, 1, MEMORY, limit);
    assert_eq!(stopped(&Limit::timeout(Duration::ZERO)), Err(Stop::DEADLINE.with(None)));
    // What the descents until then say.
    let checks = (5..).map(|checks| stopped(&after_checks(checks)).unwrap_err().found);
    let first = checks.flatten().next().unwrap();
    assert_eq!(first, estimated(&deck, 1, 1));
}

/// With little memory the count is slower, but the same.
#[test]
fn partitions_are_counted_without_memory_to_spare() {
    let deck = whole(3, 3);
    for memory in [117 * 120, 200_000] {
        let count = partitions(&mut *lister(&deck), memory, &Limit::none());
        assert_eq!(count, Ok(BigUint::from(17641_u32)));
    }
    let count = partitions(&mut *lister(&deck), 1000, &Limit::none());
    assert_eq!(count, Err(Stop::MEMORY));
}

#[test]
fn a_limit_leaves_a_packing_and_a_bound() {
    let now = Limit::timeout(Duration::ZERO);
    let board = board(5, 3, 80, 0);
    let stopped = most(&mut *lister(&board), MEMORY, &now).unwrap_err();
    assert_eq!(stopped.reason, Reason::Deadline);
    assert!((15..=16).contains(&stopped.found.bound()), "{}", stopped.found.bound());
    assert!(!stopped.found.is_proved());
    assert_eq!(partitions(&mut *lister(&board), MEMORY, &now), Err(Stop::DEADLINE));
    assert_eq!(greedy(&mut *lister(&board), MEMORY, &now), Err(Stop::DEADLINE));

    let cramped = most(&mut *lister(&board), 20_000, &Limit::none()).unwrap_err();
    assert_eq!((cramped.reason, cramped.found.bound()), (Reason::Memory, 16));
    assert!(!cramped.found.is_empty());

    let later = most(&mut *lister(&board), MEMORY, &after_checks(1000));
    let later = later.unwrap_or_else(|stop| stop.found);
    assert!(later.len() >= 13 && later.bound() <= 15, "{later:?}");
}

#[test]
fn what_is_no_packing_is_refused() {
    let deck = Deck::new(3, 2).unwrap();
    let board = whole(3, 2);
    let set = |positions: [usize; 3]| Set::new(deck, board.at(&positions)).unwrap();
    let packing = Packing::new(&board, [set([8, 6, 7]), set([2, 0, 1])]).unwrap();
    assert_eq!(packing.sets(), [set([0, 1, 2]), set([6, 7, 8])]);
    let places: Vec<_> = packing.sets().iter().map(Set::positions).collect();
    assert_eq!(places, [Some(&[0, 1, 2][..]), Some(&[6, 7, 8])]);
    assert_eq!((packing.bound(), packing.is_proved()), (3, false));

    let twice = Packing::new(&board, [set([0, 1, 2]), set([2, 4, 6])]);
    assert_eq!(twice, Err(BoardError::Duplicate(deck, board[2])));
    let fewer = Board::new(deck, &board.cards()[..8]).unwrap();
    let absent = Packing::new(&fewer, [set([8, 6, 7])]);
    assert_eq!(absent, Err(BoardError::Absent(deck, board[8])));
    // The same bits are cards of another deck, but no set of this one.
    let pairs = Deck::new(2, 4).unwrap();
    let pair = Set::new(pairs, [pairs.nth(0), pairs.nth(1)]).unwrap();
    assert!(board.contains(pair[0]) && board.contains(pair[1]));
    assert!(Packing::new(&board, [pair]).is_err());
    assert!(Packing::new(&Board::empty(deck), []).unwrap().is_empty());
}
