//! The most disjoint sets of a table, and the ways to split a deck into sets.

use tercet::{Board, Deck, deal};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = deal::board(Deck::CLASSIC, 21, 7)?;
    let packing = board.search().pack()?;
    for set in packing.sets() {
        println!("{set}");
    }
    assert!(packing.is_proved());

    let deck = Deck::new(3, 3)?;
    let whole = Board::new(deck, deck.cards())?;
    assert_eq!(whole.search().partitions()?, 17641_u32.into());
    Ok(())
}
