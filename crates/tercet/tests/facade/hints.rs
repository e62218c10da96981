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
