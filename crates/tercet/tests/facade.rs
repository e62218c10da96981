//! The interface that most programs use: texts, sets, searches, hints, games and packings, each
//! compared with the definition.

use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use proptest::prelude::*;
use proptest::sample::Index;
use tercet::board::BoardError;
use tercet::deal::{Dealer, planted};
use tercet::deck::{DeckError, OutOfRange, Unsupported};
use tercet::file::BoardProblem;
use tercet::game::{End, Event, Pick, Refill, Rules};
use tercet::hint::Hint;
use tercet::notation::Notation;
use tercet::packing::Packing;
use tercet::set::is_set;
use tercet::solver::{Found, Limit, METHODS, Options, Question, Reason};
use tercet::{Board, Card, Deck, Game, Method, Search, Set, Stop};
use tercet_testkit::boards::{by_definition, dealt, deck, random_board};
use tercet_testkit::limits::after_checks;

/// Decks, each with the most cards of a board whose sets are found quickly by the definition.
const DECKS: [(usize, usize, usize); 28] = [
    (1, 1, 1),
    (1, 128, 1),
    (2, 1, 2),
    (2, 3, 8),
    (2, 128, 12),
    (3, 1, 3),
    (3, 2, 9),
    (3, 3, 27),
    (3, 4, 12),
    (3, 4, 81),
    (3, 5, 60),
    (3, 6, 60),
    (3, 17, 24),
    (3, 64, 24),
    (4, 1, 4),
    (4, 2, 16),
    (4, 3, 18),
    (4, 4, 18),
    (4, 64, 14),
    (5, 1, 5),
    (5, 2, 16),
    (5, 42, 12),
    (6, 2, 14),
    (6, 42, 12),
    (36, 2, 37),
    (37, 3, 39),
    (65, 18, 66),
    (256, 2, 257),
];

/// Boards of these decks: any cards, cards with few values, planted sets.
fn boards(seeds: u64) -> impl Iterator<Item = Board> {
    DECKS.into_iter().flat_map(move |(v, p, most)| {
        (0..seeds).map(move |seed| random_board(deck(v, p), seed, most))
    })
}

/// The sets of a board by the definition, in layout order.
fn sets(board: &Board) -> Vec<Set> {
    by_definition(board).iter().map(|found| found.set(board)).collect()
}

/// The ascending positions of a set that comes from a board; each is that of its card.
fn positions(board: &Board, set: &Set) -> Vec<usize> {
    let mut positions = set.positions().expect("the set comes from a board").to_vec();
    assert_eq!(board.at(&positions), set.cards());
    positions.sort_unstable();
    positions
}

/// A flag that is set.
fn raised() -> Arc<AtomicBool> {
    Arc::new(AtomicBool::new(true))
}

// Texts.

#[test]
fn decks_are_read_as_they_are_written() {
    for v in 1..=Deck::MOST_VALUES {
        for p in (1..=128).take_while(|&p| Deck::new(v, p).is_ok()) {
            let deck = deck(v, p);
            assert_eq!(deck.to_string().parse(), Ok(deck));
            assert_eq!(format!("{v},{p}").parse(), Ok(deck));
            assert_eq!(format!("{deck:?}"), format!("Deck({v},{p})"));
        }
    }
    for text in ["", "()", "(3)", "3 4", "(3,4", "(3,4,5)", "(-3,4)", "(3,x)"] {
        assert_eq!(text.parse::<Deck>(), Err(DeckError::Text), "{text}");
    }
    assert_eq!("(0,4)".parse::<Deck>(), Err(DeckError::NoValues));
    assert_eq!(Deck::default(), Deck::CLASSIC);
}

#[test]
fn sets_are_read_as_they_are_written() {
    for board in boards(8) {
        for set in sets(&board).iter().take(20) {
            let text = set.to_string();
            assert_eq!(board.deck().parse_set(&text).as_ref(), Ok(set), "{text}");
            if board.deck().values() == 3 {
                assert_eq!(text.parse().as_ref(), Ok(set));
            }
            assert!(set.clone().into_iter().eq(set.iter().copied()));
        }
    }
    let problem = |text: &str| text.parse::<Set>().unwrap_err().problem;
    let mixed: Board = "2RhO 2GhO 2GsO".parse().unwrap();
    let why = Set::new(Deck::CLASSIC, &mixed).unwrap_err();
    assert_eq!(problem("2RhO 2GhO 2GsO"), BoardProblem::NotASet(Box::new(why)));
    assert!(matches!(problem("2RhO 2GhO"), BoardProblem::NotASet(_)));
    assert!(matches!(problem(""), BoardProblem::NoCards));
    assert!(matches!(problem("2RhO 2RhO 2RhO"), BoardProblem::Duplicate { .. }));
}

#[test]
fn a_search_keeps_all_its_limits() {
    let board = dealt(deck(5, 3), 1, 100);
    let long = Limit::timeout(Duration::from_secs(3600));
    let (flag, never) = (Limit::none().or_flag(raised()), Limit::none());
    for limits in [[&flag, &long], [&long, &flag], [&flag, &never]] {
        let [first, second] = limits.map(Clone::clone);
        let stopped = board.search().within(first).within(second).list().unwrap_err();
        assert_eq!(stopped.reason, Reason::Interrupted);
    }
}

/// The types of the interface can be sent to other threads and shared by them.
#[test]
fn threads_share_what_is_known() {
    const fn shared<T: Send + Sync>() {}
    const fn sent<T: Send>() {}
    shared::<(Deck, Card, Set, Board, Method, Limit, Options, Rules)>();
    shared::<(Stop, Stop<Vec<Set>>, BoardError, Unsupported, Search<'_>, Packing, Event)>();
    sent::<(tercet::Sets<'_>, Game)>();
}

/// As it is shown, and in every notation, where its deck is known.
fn is_read_again(board: &Board) {
    assert_eq!(board.to_string().parse().as_ref(), Ok(board));
    for notation in Notation::ALL {
        if notation.suited_to(board.deck()).is_err() {
            continue;
        }
        let words: Vec<String> =
            board.iter().map(|card| notation.write(board.deck(), card)).collect();
        assert_eq!(board.deck().parse_board(&words.join(" ")).as_ref(), Ok(board));
    }
}

#[test]
fn boards_are_read_as_they_are_written() {
    for board in boards(40).filter(|board| !board.is_empty()) {
        is_read_again(&board);
        let has_deck_line = board.to_string().starts_with("deck ");
        assert_eq!(has_deck_line, board.deck().values() != 3);
    }
    // Every deck, large ones included.
    for v in 1..=Deck::MOST_VALUES {
        for p in (1..=128).take_while(|&p| Deck::new(v, p).is_ok()) {
            is_read_again(&dealt(deck(v, p), 1, 2));
        }
    }
    // A text of no cards is no board, although a board may have none.
    let empty = Board::empty(deck(4, 3)).to_string();
    assert_eq!(empty, "deck 4 3\n");
    assert_eq!(empty.parse::<Board>().unwrap_err().problem, BoardProblem::NoCards);
    assert!(Deck::CLASSIC.parse_board("").is_err());
}

#[test]
fn a_board_of_another_deck_is_refused() {
    let board = dealt(deck(4, 3), 1, 5);
    for other in [deck(4, 4), deck(5, 3), deck(3, 3)] {
        assert!(other.parse_board(&board.to_string()).is_err());
    }
    assert_eq!(deck(4, 3).parse_board(&board.to_string()), Ok(board));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_board_is_read_as_it_is_written(
        v in prop_oneof![1..=6_usize, 30..=40_usize, 1..=Deck::MOST_VALUES],
        p in any::<Index>(),
        seed: u64,
        cards in 1..40_usize,
    ) {
        let most = (1..=128).take_while(|&p| Deck::new(v, p).is_ok()).count();
        let board = dealt(deck(v, 1 + p.index(most)), seed, cards);
        is_read_again(&board);
        prop_assert_eq!(board.deck().to_string().parse(), Ok(board.deck()));
        let cards = board.deck().show_all(board.cards());
        prop_assert_eq!(format!("{board:?}"), format!("Board({}: {cards})", board.deck()));
        prop_assert!(board.to_string().ends_with(&cards));
    }
}

// Boards and sets as collections.

#[test]
fn a_board_is_a_collection_of_its_cards() {
    for board in boards(3) {
        let deck = board.deck();
        assert_eq!(board.iter().collect::<Vec<_>>(), board.cards());
        assert_eq!((&board).into_iter().collect::<Vec<_>>(), board.cards());
        assert_eq!(board.clone().into_iter().collect::<Vec<_>>(), board.cards());
        assert!((0..board.len()).all(|place| board[place] == board.cards()[place]));
        // From cards or references to them, at once or one after the other.
        assert_eq!(Board::new(deck, &board), Ok(board.clone()));
        assert_eq!(Board::new(deck, board.cards()), Ok(board.clone()));
        assert_eq!(Board::new(deck, board.cards().to_vec()), Ok(board.clone()));
        let mut grown = Board::empty(deck);
        grown.extend(&board);
        assert_eq!(grown, board);
        let twice = Board::new(deck, board.iter().chain(board.iter().take(1)));
        match board.iter().next() {
            Some(card) => assert_eq!(twice, Err(BoardError::Duplicate(deck, card))),
            None => assert_eq!(twice, Ok(board)),
        }
    }
}

#[test]
fn a_set_is_the_same_wherever_it_comes_from() {
    let state = RandomState::new();
    let mut compared = 0;
    for board in boards(12) {
        let deck = board.deck();
        let mut turned = board.cards().to_vec();
        turned.reverse();
        let turned = Board::new(deck, turned).unwrap();
        let all = sets(&board);
        for (found, set) in by_definition(&board).iter().zip(&all) {
            let bare = Set::new(deck, board.at(found)).unwrap();
            assert_eq!(bare.positions(), None);
            let mirrored: Vec<usize> = found.iter().map(|place| board.len() - 1 - place).collect();
            let elsewhere = Found::new(mirrored).set(&turned);
            for other in [&bare, &elsewhere, &Set::new(deck, &bare).unwrap()] {
                assert_eq!(other, set);
                assert_eq!(other.cmp(set), std::cmp::Ordering::Equal);
                assert_eq!(state.hash_one(other), state.hash_one(set));
                assert_eq!((other.deck(), other.to_string()), (deck, deck.show_all(set)));
            }
            assert!(set.is_sorted() && is_set(deck, set));
            assert!(set.into_iter().eq(set.iter().copied()));
            compared += 1;
        }
        let [found, theirs] = [&board, &turned].map(|board| {
            board.sets().inspect(|set| drop(positions(board, set))).collect::<HashSet<Set>>()
        });
        assert_eq!(found, theirs);
        // The order is that of the cards.
        let mut sorted = all.clone();
        sorted.sort();
        assert!(sorted.is_sorted_by_key(|set| set.cards().to_vec()));
        assert_eq!(sorted, BTreeSet::from_iter(all).into_iter().collect::<Vec<_>>());
    }
    assert!(compared > 1000, "{compared}");
}

/// The same bits can be cards of several decks.
#[test]
fn sets_of_different_decks_differ() {
    let [small, large] = [deck(3, 2), deck(3, 3)];
    let set = Set::new(small, small.cards().take(3)).unwrap();
    let same_bits = Set::new(large, &set).unwrap();
    assert_eq!(set.cards(), same_bits.cards());
    assert_ne!(set, same_bits);
    assert!(set < same_bits);
    assert_eq!((set.to_string(), same_bits.to_string()), ("00 01 02".into(), "000 001 002".into()));
}

#[test]
fn what_is_no_set_says_why() {
    let board: Board = "1RsO 1RhD 2GoS".parse().unwrap();
    let refusal = Set::new(Deck::CLASSIC, &board).unwrap_err();
    assert_eq!(refusal.0, board.explain(&[0, 1, 2]).unwrap());
    assert_eq!(refusal.to_string(), format!("not a set: {}", refusal.0));
    let position = BoardError::Position { position: 3, cards: 3 };
    assert_eq!(board.explain(&[0, 1, 3]), Err(position));
}

// Sets of a board.

#[test]
fn a_board_knows_its_sets() {
    let (mut with, mut without) = (0, 0);
    for board in boards(30) {
        let expected = sets(&board);
        *if expected.is_empty() { &mut without } else { &mut with } += 1;
        agrees(&board, &expected);
    }
    assert!(with > 200 && without > 100, "{with} with sets, {without} without");
    // Empty boards, whole decks, and boards that are too large for the quick ways of small ones.
    for (v, p, cards) in [(3, 4, 0), (5, 2, 0), (3, 5, 243), (3, 6, 200), (4, 2, 16), (6, 1, 6)] {
        let board = dealt(deck(v, p), 7, cards);
        agrees(&board, &sets(&board));
    }
}

/// Compares all ways to ask with the sets by the definition.
fn agrees(board: &Board, expected: &[Set]) {
    assert_eq!(board.count(), expected.len() as u128, "{board:?}");
    let found = board.find();
    assert_eq!(found.is_some(), !expected.is_empty(), "{board:?}");
    if let Some(set) = &found {
        assert!(expected.contains(set));
        positions(board, set);
    }
    assert_eq!(board.find(), found, "the same set again");

    let places = |sets: &[Set]| -> Vec<Vec<usize>> {
        sets.iter().map(|set| positions(board, set)).collect()
    };
    let listed = board.search().list().unwrap();
    assert_eq!(listed, expected, "{board:?}");
    assert_eq!(places(&listed), places(expected));
    assert!(places(&listed).is_sorted());

    let mut iterator = board.sets();
    let mut one_by_one: Vec<Set> = iterator.by_ref().collect();
    assert_eq!(iterator.next(), None);
    assert_eq!(iterator.next(), None, "it stays at its end");
    if board.deck().values() > 3 {
        // In any order, but the same each time.
        assert_eq!(board.sets().collect::<Vec<_>>(), one_by_one);
        one_by_one.sort_by_key(|set| positions(board, set));
    }
    assert_eq!(one_by_one, expected, "each set once: {board:?}");
    assert_eq!(places(&one_by_one), places(expected));

    // A copy goes on at the same set.
    let mut begun = board.sets();
    let taken = begun.by_ref().take(expected.len() / 2).count();
    let rest: Vec<Set> = begun.clone().collect();
    assert_eq!(taken + rest.len(), expected.len());
    assert_eq!(begun.collect::<Vec<_>>(), rest);
    assert!(board.sets().skip(taken).eq(rest));
}

#[test]
fn every_method_answers_a_search() {
    // A method that stores partial sets cannot hold the 2^v subsets of a large set.
    for board in boards(3).filter(|board| board.deck().values() <= 16) {
        let expected = sets(&board);
        let search = board.search();
        for method in METHODS {
            let (by, deck) = (search.clone().by(method.clone()), board.deck());
            if method.can(Question::Find, deck) {
                let found = by.find().unwrap();
                assert_eq!(found.is_some(), !expected.is_empty());
                assert!(found.iter().all(|set| expected.contains(set)));
                assert!(found.iter().all(|set| !positions(&board, set).is_empty()));
            }
            if method.can(Question::Count, deck) {
                assert_eq!(by.count(), Ok(expected.len() as u128), "{}", method.name);
            }
            if method.can(Question::Enumerate, deck) {
                assert_eq!(by.list().as_ref(), Ok(&expected), "{}", method.name);
            }
        }
    }
}

/// The first sets come at once, where all would take ages.
#[test]
fn sets_are_searched_for_when_they_are_taken() {
    for (v, p, cards) in
        [(3, 10, usize::MAX), (4, 6, usize::MAX), (10, 3, usize::MAX), (64, 2, 4096)]
    {
        let board = dealt(deck(v, p), 1, cards);
        let some: Vec<Set> = board.sets().take(100).collect();
        assert_eq!(BTreeSet::from_iter(&some).len(), 100, "({v},{p})");
        assert!(some.iter().all(|set| positions(&board, set).len() == v));
    }
    let (mut with, mut without) = (0, 0);
    for seed in 0..6 {
        let board = dealt(deck(20, 4), seed, 290);
        let (first, found) = (board.sets().next(), board.find());
        assert_eq!(first.is_some(), found.is_some(), "seed {seed}");
        let Some(first) = first else {
            without += 1;
            continue;
        };
        with += 1;
        positions(&board, &first);
    }
    assert!(with > 0 && without > 0, "{with} with a set, {without} without");
}

// Limits.

/// A board on which no question but that for one set comes to an end.
fn endless() -> Board {
    dealt(deck(12, 3), 1, usize::MAX)
}

#[test]
fn a_stop_has_what_was_found() {
    let board = dealt(deck(3, 8), 1, 2000);
    let all: Vec<Set> = board.sets().collect();
    let Err(Stop { reason, found }) = board.search().within(after_checks(20)).list() else {
        panic!("the list should have been stopped");
    };
    assert_eq!(reason, Reason::Deadline);
    assert!(!found.is_empty() && found.len() < all.len(), "{} of {}", found.len(), all.len());
    let places: Vec<_> = found.iter().map(|set| positions(&board, set)).collect();
    assert!(places.is_sorted());
    let (all, found) = (HashSet::<Set>::from_iter(all), HashSet::from_iter(found));
    assert!(all.is_superset(&found));

    // The message is that of the reason.
    let stop = board.search().timeout(Duration::ZERO).list().unwrap_err();
    assert_eq!((stop.to_string(), &stop.reason), (Stop::DEADLINE.to_string(), &Reason::Deadline));
    assert_eq!(stop.with(()), Stop::DEADLINE);
}

#[test]
fn a_time_limit_is_for_each_question() {
    let board = endless();
    let search = board.search().timeout(Duration::from_millis(5));
    assert_eq!(search.count(), Err(Stop::DEADLINE));
    assert_eq!(search.list().unwrap_err().reason, Reason::Deadline);
    assert_eq!(search.count(), Err(Stop::DEADLINE));
    let board = dealt(Deck::CLASSIC, 1, 12);
    let search = board.search().timeout(Duration::from_secs(1000));
    assert_eq!(search.count(), Ok(board.count()));
    assert_eq!(search.find().unwrap().is_some(), board.find().is_some());
}

#[test]
fn a_search_is_cancelled_by_a_flag() {
    let (board, flag) = (endless(), Arc::new(AtomicBool::new(false)));
    let search = board.search().cancelled_by(&flag);
    assert!(search.find().unwrap().is_some(), "the flag is not set");
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(20));
            flag.store(true, Ordering::Relaxed);
        });
        assert_eq!(search.count(), Err(Stop::INTERRUPTED));
    });
    assert_eq!(search.count(), Err(Stop::INTERRUPTED));
    assert_eq!(search.list().unwrap_err().reason, Reason::Interrupted);
    flag.store(false, Ordering::Relaxed);
    assert!(search.find().unwrap().is_some(), "the flag is not set any more");

    // Each of several flags cancels, besides a time limit and a limit.
    let long = Duration::from_secs(1000);
    for [one, other] in [[&flag, &raised()], [&raised(), &flag]] {
        let search = board.search().within(Limit::timeout(long)).timeout(long);
        let search = search.cancelled_by(one).cancelled_by(other);
        assert_eq!(search.count(), Err(Stop::INTERRUPTED));
    }
}

#[test]
fn the_resources_of_a_search_are_kept() {
    let board = dealt(deck(5, 4), 1, 60);
    let search = board.search().by(Method::DYNAMIC);
    let little = search.clone().memory(1 << 12);
    assert_eq!(little.count(), Err(Stop::MEMORY));
    assert_eq!(little.list().unwrap_err().reason, Reason::Memory);
    assert_eq!(search.count(), Ok(board.count()));

    let search = board.search().threads(0);
    assert_eq!((search.options(), search.board()), (&Options::default(), &board));
    let search = search.threads(3).memory(1 << 20);
    assert_eq!((search.options().threads.get(), search.options().memory), (3, 1 << 20));
    assert_eq!(search.find().unwrap(), board.find(), "with any number of threads");

    // The solver goes on where the search ends.
    let mut solver = board.search().solver().unwrap();
    let mut left = board.clone();
    while let Some(found) = solver.find(&Limit::none()).unwrap() {
        let set = found.set(solver.board());
        solver.remove(&set).unwrap();
        left.remove(&set).unwrap();
    }
    assert_eq!(solver.board(), &left);
    assert_eq!(left.find(), None);
}

#[test]
fn a_method_that_does_not_exist_is_named() {
    let board = dealt(Deck::CLASSIC, 1, 12);
    let unknown = board.search().method("magic").unwrap_err();
    assert_eq!((unknown.kind, &*unknown.name), ("method", "magic"));
    assert!(unknown.known.iter().copied().eq(METHODS.iter().map(|method| method.name)));
    let message = unknown.to_string();
    assert!(message.starts_with("no method is called 'magic': choose one of brute, "), "{message}");
    for method in METHODS {
        let by_name = board.search().method(method.name).unwrap();
        assert_eq!(by_name.solver().is_ok(), board.search().by(method.clone()).solver().is_ok());
    }
}

#[test]
fn a_deck_that_a_method_does_not_support_is_an_error() {
    let unsupported = |stop: Stop| match stop.reason {
        Reason::Unsupported(unsupported) => *unsupported,
        other => panic!("{other}"),
    };
    let board = dealt(deck(4, 3), 1, 12);
    let search = board.search().by(Method::PAIRS_HASH);
    let why = unsupported(search.find().unwrap_err());
    assert_eq!((&*why.what, why.deck), ("pairs-hash", board.deck()));
    assert!(why.able.contains(&"cover") && !why.able.contains(&"pairs-hash"));
    let message = why.to_string();
    let begin = "pairs-hash needs v = 3 to find one set of (4,3): choose one of brute, ";
    assert!(message.starts_with(begin), "{message}");
    assert_eq!(unsupported(search.count().unwrap_err()).what, "pairs-hash");
    assert_eq!(unsupported(search.solver().err().unwrap()).what, "pairs-hash");
    let Stop { reason, found } = search.list().unwrap_err();
    assert_eq!((unsupported(reason.into()).what, found), ("pairs-hash".into(), vec![]));
    let Stop { reason, found } = search.pack().unwrap_err();
    assert_eq!((unsupported(reason.into()).what, found.len()), ("pairs-hash".into(), 0));

    // A method that only counts.
    let board = dealt(Deck::CLASSIC, 1, 12);
    let search = board.search().by(Method::SPECTRUM);
    assert_eq!(search.count(), Ok(board.count()));
    let Unsupported { why, able, .. } = unsupported(search.find().unwrap_err());
    assert_eq!(why, "cannot find one set of (3,4)");
    assert!(!able.contains(&"spectrum") && able.contains(&"auto"));
}

// Hints.

/// All hints for a player who holds some cards, compared with the single stages.
fn hints(board: &Board, held: &[usize]) -> Vec<Hint> {
    let mut iterator = board.hint().holding(held).unwrap();
    let hints: Vec<Hint> = iterator.by_ref().collect();
    assert_eq!(iterator.next(), None, "it stays at its end");
    for (stage, hint) in hints.iter().enumerate() {
        assert_eq!(board.at(&hint.positions), hint.cards);
        // Of many stages, the first and the last ones.
        if (6..hints.len().saturating_sub(2)).contains(&stage) {
            continue;
        }
        // Alone, or after any other stage.
        for before in [None, Some(0), Some(2)] {
            let mut single = board.hint().holding(held).unwrap();
            let before = before.map(|stage| single.stage(stage, &Limit::none()).unwrap());
            assert!(before.is_none_or(|before| before.sets == hint.sets));
            assert_eq!(single.stage(stage, &Limit::none()).as_ref(), Ok(hint));
            assert_eq!(single.next().as_ref(), hints.first(), "a stage takes no hint");
        }
    }
    hints
}

#[test]
fn hints_go_from_the_number_of_sets_to_a_whole_set() {
    let (mut with, mut without) = (0, 0);
    for board in boards(8) {
        let (v, sets) = (board.deck().values(), sets(&board));
        let hints = hints(&board, &[]);
        let first = &hints[0];
        assert!(first.cards.is_empty() && first.needs.is_empty() && first.last.is_none());
        if let Some(counted) = first.sets {
            assert_eq!(counted, sets.len() as u128);
        }
        let text = match sets.len() {
            0 => "no set".into(),
            1 => "1 set".into(),
            sets => format!("{sets} sets"),
        };
        let text = if first.sets.is_some() { text } else { "at least one set".into() };
        assert_eq!(first.to_string(), text);
        if sets.is_empty() {
            without += 1;
            assert_eq!(hints.len(), 1, "{board:?}");
            continue;
        }
        with += 1;
        assert_eq!(hints.len(), v + 1, "one more card each time: {board:?}");
        let whole = &hints[v];
        let set = Set::new(board.deck(), &whole.cards).unwrap();
        assert!(sets.contains(&set));
        assert!(whole.needs.is_empty() && whole.positions.is_sorted());
        let shown = board.deck().show_all(&whole.cards);
        assert_eq!(whole.to_string(), format!("{shown}: a set"));
        for (stage, hint) in hints.iter().enumerate() {
            assert_eq!((hint.sets, hint.held), (first.sets, 0));
            assert_eq!(hint.positions, whole.positions[..stage]);
            assert_eq!(hint.needs.is_empty(), stage == 0 || stage == v);
            let last = (v > 2 && stage == v - 1).then(|| whole.cards[v - 1]);
            assert_eq!(hint.last, last);
        }
    }
    assert!(with > 50 && without > 30, "{with} with sets, {without} without");
}

#[test]
fn hints_begin_with_the_cards_that_are_held() {
    let mut kept = 0;
    for board in boards(8).filter(|board| !board.is_empty()) {
        let (v, sets) = (board.deck().values(), sets(&board));
        let Some(set) = sets.last() else {
            let none = hints(&board, &[0]);
            assert_eq!((none.len(), none[0].held), (1, 0));
            continue;
        };
        // Some cards of a set, not in order.
        let mut places = positions(&board, set);
        places.reverse();
        for held in 1..=v.min(5) {
            let held = &places[..held];
            let hints = hints(&board, held);
            let whole = hints.last().unwrap();
            assert_eq!(whole.held, held.len());
            assert_eq!(whole.positions[..held.len()], *held);
            assert!(is_set(board.deck(), &whole.cards));
            // The number of sets, then one card more each time; with all cards the set at once.
            assert_eq!(hints.len(), 1 + (v - held.len()).max(1));
            assert!(hints[0].positions.is_empty() && hints[0].held == 0);
            kept += 1;
        }
        // Cards that no set contains are of no use: the hints are those for other cards.
        let together = |place: &usize| {
            sets.iter().any(|set| [board[*place], board[0]].iter().all(|card| set.contains(card)))
        };
        if let Some(place) = (1..board.len()).find(|place| !together(place)) {
            assert_eq!(hints(&board, &[place, 0]), hints(&board, &[]));
        }
        let beyond = BoardError::Position { position: board.len(), cards: board.len() };
        assert_eq!(board.hint().holding(&[board.len()]).err(), Some(beyond));
        assert_eq!(board.hint().holding(&[0, 0]).err(), Some(BoardError::Repeated(0)));
    }
    assert!(kept > 100, "{kept}");
    let (board, set) = planted(deck(37, 3), 60, 3).unwrap();
    assert_eq!(set.positions(), None);
    let place = board.iter().position(|card| card == set[5]).unwrap();
    let hints = hints(&board, &[place]);
    assert_eq!((hints.len(), hints[0].to_string()), (37, "at least one set".into()));
    assert_eq!(Set::new(board.deck(), &hints[36].cards), Ok(set));
}

// Games.

#[test]
fn a_game_is_an_iterator_of_its_events() {
    for seed in 0..20 {
        let mut game = Game::classic(seed);
        let events: Vec<Event> = game.by_ref().collect();
        assert_eq!(game.next(), None);
        assert_eq!(game.next(), None, "a game stays at its end");
        assert!(game.is_over() && game.dealer().is_empty());

        let (mut board, mut sets) = (Board::empty(Deck::CLASSIC), 0);
        for event in &events {
            match event {
                Event::Deal(deck, cards) => {
                    assert_eq!(*deck, Deck::CLASSIC);
                    board.extend(cards.iter().copied());
                    let cards = deck.show_all(cards);
                    assert_eq!(event.to_string(), format!("dealt {cards}"));
                }
                Event::Take(set) => {
                    assert_eq!(set.positions().map(|places| board.at(places)), Some(set.to_vec()));
                    board.remove(set).unwrap();
                    sets += 1;
                    assert_eq!(event.to_string(), format!("took {set}"));
                }
                Event::NoSet => assert_eq!(board.find(), None),
                Event::End(end) => assert_eq!(*end, End::Deck),
            }
        }
        assert_eq!(events.last(), Some(&Event::End(End::Deck)));
        assert_eq!((game.board(), game.sets()), (&board, sets));
        assert_eq!(board.len() + 3 * sets as usize, 81);

        // The same game by its rules, and step by step under limits that interrupt it.
        let rules = Rules::classic(Deck::CLASSIC);
        assert!(Game::new(Deck::CLASSIC, rules, seed).unwrap().eq(events.iter().cloned()));
        let mut stopped = Game::classic(seed);
        let (over, none) = (Limit::none().or_flag(raised()), Limit::none());
        let mut again: Vec<Event> = Vec::new();
        loop {
            let stop = stopped.within(&over).next();
            assert_eq!(stop, Some(Err(Stop::INTERRUPTED)));
            let before = again.len();
            again.extend(stopped.within(&none).take(2).map(Result::unwrap));
            if again.len() == before {
                break;
            }
        }
        assert_eq!(again, events);
    }
}

#[test]
fn games_of_all_decks_and_rules_come_to_their_end() {
    for (v, p) in [(1, 1), (1, 5), (2, 1), (2, 3), (3, 1), (3, 3), (4, 2), (5, 2), (6, 1)] {
        let deck = deck(v, p);
        for refill in Refill::ALL {
            for pick in Pick::ALL {
                let rules = Rules { refill, pick, ..Rules::classic(deck) };
                let game = Game::new(deck, rules, 1).unwrap();
                let (mut sets, mut last) = (0, None);
                for event in game {
                    sets += usize::from(matches!(event, Event::Take(_)));
                    last = Some(event);
                }
                assert_eq!(last, Some(Event::End(End::Deck)));
                let by = Game::by(&Method::BRUTE, &Options::default(), deck, rules, 1).unwrap();
                let theirs = by.filter(|event| matches!(event, Event::Take(_))).count();
                assert!(pick == Pick::Found || theirs == sets, "{deck} {rules:?}");
            }
        }
    }
}

#[test]
fn games_that_cannot_be_played_are_refused() {
    let (deck, options) = (deck(4, 3), Options::default());
    let rules = Rules { start: 65, ..Rules::classic(deck) };
    let refusal: OutOfRange = Game::new(deck, rules, 1).err().unwrap();
    assert_eq!((refusal.asked, refusal.least, refusal.most), (65, 0, 64));
    let stop = Game::by(&Method::AUTO, &options, deck, rules, 1).err().unwrap();
    assert_eq!(stop, refusal.into());
    let rules = Rules::classic(deck);
    let stop = Game::by(&Method::PAIRS_HASH, &options, deck, rules, 1).err().unwrap();
    assert!(matches!(stop.reason, Reason::Unsupported(_)), "{stop}");
}

// Packings.

/// The largest number of disjoint sets, by trying each set that contains the first card, and none.
fn most_disjoint(cards: &[Card], sets: &[Set]) -> usize {
    let Some((first, rest)) = cards.split_first() else { return 0 };
    let free = |set: &Set, cards: &[Card]| set.iter().all(|card| cards.contains(card));
    let mut most = most_disjoint(rest, sets);
    for set in sets.iter().filter(|set| set.contains(first) && free(set, cards)) {
        let left: Vec<Card> = rest.iter().copied().filter(|card| !set.contains(card)).collect();
        most = most.max(1 + most_disjoint(&left, sets));
    }
    most
}

#[test]
fn a_packing_has_the_most_disjoint_sets() {
    let mut several = 0;
    for (v, p, most) in [(1, 2, 1), (2, 3, 8), (3, 2, 9), (3, 3, 13), (3, 4, 14), (4, 2, 12)] {
        for seed in 0..40 {
            let board = random_board(deck(v, p), seed, most);
            let packing = board.search().pack().unwrap();
            assert!(packing.is_proved());
            let expected = most_disjoint(board.cards(), &sets(&board));
            assert_eq!((packing.len(), packing.bound()), (expected, expected), "{board:?}");
            assert_eq!(packing.is_empty(), expected == 0);
            several += usize::from(expected > 1);
            is_packing(&board, &packing);
            for name in ["brute", "auto", "cover"] {
                let by = board.search().method(name).unwrap().pack().unwrap();
                assert_eq!(by.len(), expected);
            }
        }
    }
    assert!(several > 30, "{several}");
}

/// Disjoint sets of the board in layout order.
fn is_packing(board: &Board, packing: &Packing) {
    let places: Vec<Vec<usize>> = packing.sets().iter().map(|set| positions(board, set)).collect();
    assert!(places.is_sorted());
    let mut taken = places.concat();
    taken.sort_unstable();
    assert!(taken.windows(2).all(|pair| pair[0] < pair[1]), "they share a card");

    // The same sets, without their positions, in another order.
    let bare = packing.sets().iter().rev().map(|set| Set::new(set.deck(), set).unwrap());
    let again = Packing::new(board, bare).unwrap();
    assert_eq!(again.sets(), packing.sets());
    let [again, packing] = [&again, packing].map(|packing| packing.sets().iter());
    assert!(again.map(Set::positions).eq(packing.map(Set::positions)));
}

#[test]
fn a_packing_that_is_stopped_is_one() {
    let board = dealt(deck(5, 3), 1, 100);
    let stopped = board.search().within(after_checks(5)).pack().unwrap_err();
    assert_eq!(stopped.reason, Reason::Deadline);
    assert!(!stopped.found.is_proved() && stopped.found.bound() <= 20);
    is_packing(&board, &stopped.found);
    let stopped = board.search().cancelled_by(&raised()).pack().unwrap_err();
    assert_eq!(stopped.reason, Reason::Interrupted);
    is_packing(&board, &stopped.found);
}

/// Sets of a dealer's cards are the same as those of a game, a list or a text.
#[test]
fn a_set_is_recognised_in_a_list() {
    let mut game = Game::classic(3);
    let cards: Vec<Card> = Dealer::new(Deck::CLASSIC, 3).take(12).collect();
    let board = Board::new(Deck::CLASSIC, cards).unwrap();
    assert_eq!(game.next(), Some(Event::Deal(Deck::CLASSIC, board.cards().to_vec())));
    let Some(Event::Take(taken)) = game.next() else { panic!("this board holds a set") };
    assert!(board.sets().any(|set| set == taken));
    let read = Deck::CLASSIC.parse_board(&taken.to_string()).unwrap();
    assert_eq!(Set::new(Deck::CLASSIC, read), Ok(taken));
}
