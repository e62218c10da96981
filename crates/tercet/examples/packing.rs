//! The most disjoint sets of a table, and the ways to split a deck into sets.

use tercet::packing::partitions;
use tercet::solver::Limit;
use tercet::{Board, Deck, deal};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = deal::board(Deck::CLASSIC, 21, 7)?;
    let packing = board.search().pack()?;
    for set in packing.sets() {
        println!("{set}");
    }
    assert!(packing.is_proved());

    let deck = Deck::new(3, 3)?;
    let mut lister = Board::new(deck, deck.cards())?.search().solver()?;
    assert_eq!(partitions(&mut *lister, 1 << 30, &Limit::none())?, 17641_u32.into());
    Ok(())
}
