//! Texts: what is written is read.

use super::*;

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
            let cards = board.deck().parse_board(&text).unwrap();
            assert_eq!(Set::new(board.deck(), &cards).as_ref(), Ok(set), "{text}");
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

/// As it is shown, and in every notation, where its deck is known.
fn is_read_again(board: &Board) {
    assert_eq!(board.to_string().parse().as_ref(), Ok(board));
    for notation in Notation::ALL {
        if notation.suited_to(board.deck()).is_err() || !notation.is_read() {
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
        let cards = board.deck().show_all(board.cards());
        assert_eq!(format!("{board:?}"), format!("Board({}: {cards})", board.deck()));
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

/// In digits, these cards look like the directives `deck` and `board`.
#[test]
fn cards_that_spell_a_directive_are_read_again() {
    for word in ["deck", "board"] {
        let values: Vec<usize> = word
            .chars()
            .filter_map(|letter| letter.to_digit(36))
            .map(|value| value as usize)
            .collect();
        for deck in (1..=36).map(|v| deck(v, values.len())) {
            if let Ok(card) = deck.card_of(&values) {
                is_read_again(&Board::new(deck, [card]).unwrap());
            }
        }
    }
}

/// Every card of every deck with one property, whose numbers have no comma.
#[test]
fn cards_of_one_property_are_read_again() {
    for deck in (1..=Deck::MOST_VALUES).map(|v| deck(v, 1)) {
        is_read_again(&Board::new(deck, deck.cards()).unwrap());
    }
}

#[test]
fn a_board_of_another_deck_is_refused() {
    let board = dealt(deck(4, 3), 1, 5);
    for other in [deck(4, 4), deck(5, 3), deck(3, 3)] {
        assert!(other.parse_board(&board.to_string()).is_err());
    }
    assert_eq!(deck(4, 3).parse_board(&board.to_string()), Ok(board));
}
