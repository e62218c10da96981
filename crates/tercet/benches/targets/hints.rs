//! Hints, from the board to the hint. The target is under 50 µs for 12 to 81 cards of (3,4).

use criterion::Criterion;
use tercet::Deck;
use tercet::hint::{Sets, hint};
use tercet::solver::Limit;

use crate::{count, deals, deck, each, finds, mean};

pub(crate) fn hints(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("hint");
    for cards in [12, 81] {
        let boards = deals(Deck::CLASSIC, cards, 100);
        let mut known: Vec<_> =
            boards.iter().map(|board| (board, Sets::Exactly(count("brute", board)))).collect();
        for (name, held, stage) in [
            ("whether and how many", &[][..], 0),
            ("two cards", &[], 2),
            ("a card besides a held one", &[5], 1),
        ] {
            let name = format!("{name}, {cards} cards of (3,4)");
            each(&mut group, &name, &mut known, |&mut (board, sets)| {
                let hint = hint(board, held, stage, &Limit::none()).expect("no limit");
                assert_eq!(hint.sets, sets);
                let none = stage == 0 || sets == Sets::Exactly(0);
                assert_eq!(hint.shown.len(), if none { 0 } else { hint.held + stage });
            });
        }
    }
    for (v, p, cards, boards) in [(4, 7, 139, 200), (10, 4, 115, 200), (20, 4, 280, 20)] {
        let boards = deals(deck(v, p), cards, boards);
        let known: Vec<_> = boards.iter().map(|board| (board, finds("cover", board, 1))).collect();
        let name = format!("a card in {cards} cards of ({v},{p}), mean of {} boards", boards.len());
        mean(&mut group, &name, &known, |&(board, some)| {
            let hint = hint(board, &[], 1, &Limit::none()).expect("no limit");
            assert_eq!(hint.shown.len(), usize::from(some));
        });
    }
}
