//! Limits, resources and names of a search.

use super::*;

/// A board on which no question but that for one set comes to an end.
fn endless() -> Board {
    dealt(deck(12, 3), 1, usize::MAX)
}

#[test]
fn a_stop_has_what_was_found() {
    let board = dealt(deck(3, 8), 1, 2000);
    let all: Vec<Set> = board.sets().collect();
    let stopped = board.search().within(after_checks(20)).list().unwrap_err();
    let Stop { reason, found } = stopped.stop().expect("the list should have been stopped");
    assert_eq!(reason, Reason::Deadline);
    assert!(!found.is_empty() && found.len() < all.len(), "{} of {}", found.len(), all.len());
    let places: Vec<_> = found.iter().map(|set| positions(&board, set)).collect();
    assert!(places.is_sorted());
    let (all, found) = (HashSet::<Set>::from_iter(all), HashSet::from_iter(found));
    assert!(all.is_superset(&found));

    // The message is that of the reason.
    let stopped = board.search().timeout(Duration::ZERO).list().unwrap_err();
    assert_eq!(stopped.to_string(), Stop::DEADLINE.to_string());
    assert_eq!(stopped.with(()), Stop::DEADLINE.into());
}

#[test]
fn a_time_limit_is_for_each_question() {
    let board = endless();
    let search = board.search().timeout(Duration::from_millis(5));
    assert_eq!(search.count(), Err(Stop::DEADLINE.into()));
    assert_eq!(search.list().unwrap_err().stop().unwrap().reason, Reason::Deadline);
    assert_eq!(search.count(), Err(Stop::DEADLINE.into()));
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
    // Amid the search, at its tenth check.
    let (checks, raised_by) = (AtomicU64::new(0), Arc::clone(&flag));
    let counted = Limit::none().or_callback(Arc::new(move || {
        raised_by.store(checks.fetch_add(1, Ordering::Relaxed) >= 10, Ordering::Relaxed);
        false
    }));
    assert_eq!(search.clone().within(counted).count(), Err(Stop::INTERRUPTED.into()));
    assert_eq!(search.count(), Err(Stop::INTERRUPTED.into()));
    assert_eq!(search.list().unwrap_err().stop().unwrap().reason, Reason::Interrupted);
    flag.store(false, Ordering::Relaxed);
    assert!(search.find().unwrap().is_some(), "the flag is not set any more");

    // Each of several flags cancels, besides a time limit and a limit.
    let long = Duration::from_secs(1000);
    for [one, other] in [[&flag, &raised()], [&raised(), &flag]] {
        let search = board.search().within(Limit::timeout(long)).timeout(long);
        let search = search.cancelled_by(one).cancelled_by(other);
        assert_eq!(search.count(), Err(Stop::INTERRUPTED.into()));
    }
}

#[test]
fn the_resources_of_a_search_are_kept() {
    let board = dealt(deck(5, 4), 1, 60);
    let search = board.search().by(Method::DYNAMIC);
    let little = search.clone().memory(1 << 12);
    assert_eq!(little.count(), Err(Stop::MEMORY.into()));
    assert_eq!(little.list().unwrap_err().stop().unwrap().reason, Reason::Memory);
    assert_eq!(search.count(), Ok(board.count()));

    let search = board.search().threads(0);
    assert_eq!(search.options(), &Options::default());
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
fn a_deck_that_a_method_does_not_support_is_an_error() {
    let unsupported = |refused: NoAnswer| match refused.cannot() {
        Some(Cannot::Unsupported(unsupported)) => unsupported.clone(),
        other => panic!("{other:?}"),
    };
    let board = dealt(deck(4, 3), 1, 12);
    let search = board.search().by(Method::PAIRS_HASH);
    let (listed, packed) = (search.list().unwrap_err(), search.pack().unwrap_err());
    let (found, counted) = (search.find().unwrap_err(), search.count().unwrap_err());
    let begun = search.solver().err().unwrap();
    for refused in [found, counted, begun.into(), listed.with(()), packed.with(())] {
        let why = unsupported(refused);
        assert_eq!((&*why.what, why.deck), ("pairs-hash", board.deck()));
    }

    // A method that only counts.
    let board = dealt(Deck::CLASSIC, 1, 12);
    let search = board.search().by(Method::SPECTRUM);
    assert_eq!(search.count(), Ok(board.count()));
    let why = unsupported(search.find().unwrap_err()).why;
    assert_eq!(why, "cannot find one set of (3,4)");
}
