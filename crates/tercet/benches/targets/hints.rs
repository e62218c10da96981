//! Hints, from the board to the hint. The target is under 50 µs for 12 to 81 cards of (3,4).

use criterion::Criterion;
use tercet::hint::Hint;
use tercet::solver::Limit;
use tercet::{Board, Deck};

use crate::{count, deals, deck, each, finds, mean};

fn hint(board: &Board, held: &[usize], stage: usize) -> Hint {
    let mut hints = board.hint().holding(held).expect("cards of the board");
    hints.stage(stage, &Limit::none()).expect("no limit")
}

pub(crate) fn hints(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("hint");
    for cards in [12, 81] {
        let boards = deals(Deck::CLASSIC, cards, 100);
        let mut known: Vec<_> =
            boards.iter().map(|board| (board, Some(count("brute", board)))).collect();
        for (name, held, stage) in [
            ("whether and how many", &[][..], 0),
            ("two cards", &[], 2),
            ("a card besides a held one", &[5], 1),
        ] {
            let name = format!("{name}, {cards} cards of (3,4)");
            each(&mut group, &name, &mut known, |&mut (board, sets)| {
                let hint = hint(board, held, stage);
                assert_eq!(hint.sets, sets);
                let none = stage == 0 || sets == Some(0);
                assert_eq!(hint.positions.len(), if none { 0 } else { hint.held + stage });
            });
        }
    }
    for (v, p, cards, boards) in [(4, 7, 139, 200), (10, 4, 115, 200), (20, 4, 280, 20)] {
        let boards = deals(deck(v, p), cards, boards);
        let known: Vec<_> = boards.iter().map(|board| (board, finds("cover", board, 1))).collect();
        let name = format!("a card in {cards} cards of ({v},{p}), mean of {} boards", boards.len());
        mean(&mut group, &name, &known, |&(board, some)| {
            let hint = hint(board, &[], 1);
            assert_eq!(hint.positions.len(), usize::from(some));
        });
    }
}
