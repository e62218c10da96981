use tercet::{Card, Deck};

use super::*;
use crate::Symmetry;
use crate::export::{Form, export, import};

#[test]
fn boards_with_too_many_sets_are_refused() {
    let deck = Deck::new(2, 11).unwrap();
    let cards: Vec<Card> = deck.cards().take(1001).collect();
    // 1000 cards have 499,500 pairs, and another one 1,000 more.
    for (n, is_long) in [(1000, false), (1001, true)] {
        let board = Board::new(deck, &cards[..n]).unwrap();
        let sets = Sets::new(&board, &Limit::none()).map(|sets| sets.len());
        assert_eq!(sets, if is_long { Err(ExportError::TooManySets) } else { Ok(499_500) });
    }
    let board = Board::new(deck, &cards).unwrap();
    let error =
        export(&board, Form::PackLp, Symmetry::None, &Limit::none()).unwrap_err().to_string();
    assert!(error.starts_with("the board has more than 500000 sets"), "{error}");
    let imported = import(&board, Form::PackLp, "", &Limit::none()).unwrap_err().to_string();
    assert_eq!(imported, error);
}
