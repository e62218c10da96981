//! Hints.

use super::*;

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
