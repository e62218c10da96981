//! Boards and sets as collections.

use super::*;

#[test]
fn a_board_is_a_collection_of_its_cards() {
    for board in boards(3) {
        let deck = board.deck();
        assert_eq!(board.iter().collect::<Vec<_>>(), board.cards());
        assert_eq!((&board).into_iter().collect::<Vec<_>>(), board.cards());
        assert!((0..board.len()).all(|place| board[place] == board.cards()[place]));
        // From cards or references to them, at once or one after the other.
        assert_eq!(Board::new(deck, &board), Ok(board.clone()));
        assert_eq!(Board::new(deck, board.cards()), Ok(board.clone()));
        assert_eq!(Board::new(deck, board.cards().to_vec()), Ok(board.clone()));
        let mut grown = Board::empty(deck);
        grown.add(board.cards()).unwrap();
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

/// The types of the interface can be sent to other threads and shared by them.
#[test]
fn threads_share_what_is_known() {
    const fn shared<T: Send + Sync>() {}
    const fn sent<T: Send>() {}
    shared::<(Deck, Card, Set, Board, Method, Limit, Options, Rules)>();
    shared::<(Stop, Stop<Vec<Set>>, BoardError, Unsupported, Search<'_>, Packing, Event)>();
    sent::<(tercet::Sets<'_>, Game)>();
}
