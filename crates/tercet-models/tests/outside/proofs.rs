//! Proofs expanded for the exported pseudo-Boolean problem, and checked by `VeriPB`. Without it, this says
//! that nothing was tested.

use std::num::NonZeroUsize;
use std::process::Command;

use tercet::solver::{Limit, Step};
use tercet::{Board, Card, Deck};
use tercet_models::export::Form;
use tercet_proof::{Format, Reader, expand, prove};
use tercet_testkit::skipped;

use crate::{dealt, exported, is_installed};

/// Boards of one and of several groups, most of them without a set.
#[rustfmt::skip]
const BOARDS: [(usize, usize, usize, u64); 14] = [
    (2, 3, 1, 1), (3, 2, 5, 3), (3, 4, 10, 5), (3, 4, 11, 6), (3, 6, 16, 7), (4, 2, 9, 8),
    (4, 3, 16, 9), (4, 3, 17, 10), (4, 5, 40, 11), (5, 4, 40, 13), (6, 3, 37, 14),
    (8, 2, 33, 16), (12, 3, 98, 3), (16, 4, 200, 1),
];

/// A proof that a board has no set.
fn proof(board: &Board) -> Option<Vec<u8>> {
    let mut proof = Vec::new();
    let found = prove(board, NonZeroUsize::MIN, false, &Limit::none(), &mut proof).unwrap();
    found.is_none().then_some(proof)
}

/// The boards without a set, with their proofs.
fn proofs() -> Vec<(Board, Vec<u8>)> {
    let boards = BOARDS.into_iter().flat_map(|(v, p, cards, first)| {
        (first..first + 10).map(move |seed| dealt(v, p, cards, seed))
    });
    let proved = boards.filter_map(|board| Some((board.clone(), proof(&board)?)));
    let proved: Vec<_> = proved.collect();
    assert!(proved.len() > 15, "{} boards without a set", proved.len());
    proved
}

/// Boards whose proofs weigh items: values that go together with too few, also after others were left out;
/// sums that are all even; in a group of a board, too, in which cards of no group get weights.
fn weighed() -> Vec<(Board, Vec<u8>)> {
    let half = |x: usize, y: usize| x >= 8 || y < 7;
    let pairs: &dyn Fn(&[usize]) -> bool = &|card| half(card[0], card[1]);
    let chain: &dyn Fn(&[usize]) -> bool = &|card| {
        (card[0] + 3 * card[1] + 5 * card[2]) % 7 == 0
            && (card[0] >= 5 || card[1] < 5 && card[2] < 5)
            && (!(5..7).contains(&card[1]) || card[2] < 5 || card[2] == 13)
    };
    let even: &dyn Fn(&[usize]) -> bool = &|card| card.iter().sum::<usize>() % 14 == 0;
    let group: &dyn Fn(&[usize]) -> bool = &|card| {
        if card[2] > 0 { card[0] == card[2] && card[1] < 13 } else { half(card[0], card[1]) }
    };
    let boards = [(14, 2, pairs), (14, 3, chain), (14, 3, even), (14, 3, group)];
    let proved = boards.into_iter().map(|(v, p, has)| {
        let deck = Deck::new(v, p).unwrap();
        let mut cards: Vec<Card> = deck.cards().collect();
        cards.retain(|&card| has(&deck.values_of(card).collect::<Vec<_>>()));
        let mut board = Board::new(deck, cards).unwrap();
        // A card of each set that agrees in a property is taken.
        let proof = loop {
            match board.find() {
                None => break proof(&board).unwrap(),
                Some(set) => {
                    let card = set.cards()[3 * board.len() % v];
                    board.remove(&[card]).unwrap();
                }
            }
        };
        let mut steps = Reader::new(&board, &proof[..]).unwrap();
        assert!(steps.any(|step| matches!(step, Ok(Step::Weigh { .. }))), "{board:?}");
        (board, proof)
    });
    proved.collect()
}

#[test]
fn veripb_accepts_the_proofs() {
    if !is_installed("veripb") {
        return skipped("proofs with veripb, for want of it: run ./test --all");
    }
    let folder = tempfile::tempdir().unwrap();
    for (board, proof) in [proofs(), weighed()].concat() {
        let [problem, file] = ["board.opb", "board.pbp"].map(|name| folder.path().join(name));
        std::fs::write(&problem, exported(&board, Form::Opb)).unwrap();
        let steps = Reader::new(&board, &proof[..]).unwrap();
        expand(
            &board,
            steps,
            Format::Veripb,
            &Limit::none(),
            std::fs::File::create(&file).unwrap(),
        )
        .unwrap();
        let output = Command::new("veripb").args([problem, file]).output().unwrap();
        let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(printed.contains("s VERIFIED UNSATISFIABLE"), "{board:?}\n{printed}");
    }
}
