//! The most and the fewest disjoint sets of a table, who wins them, and the ways to split a deck into sets.

use tercet::{Board, Deck, deal};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = deal::board(Deck::CLASSIC, 21, 7)?;
    let packing = board.search().pack()?;
    for set in packing.sets() {
        println!("{set}");
    }
    assert!(packing.is_proved());

    let fewest = board.search().pack_fewest()?;
    println!("{} sets meet all others", fewest.sets.len());
    assert!(fewest.is_proved() && fewest.sets.len() <= packing.len());

    let winner = if board.search().nim()?.first_wins { "first" } else { "second" };
    println!("if two players take sets in turn, the {winner} wins");

    let deck = Deck::new(3, 3)?;
    let whole = Board::new(deck, deck.cards())?;
    assert_eq!(whole.search().partitions()?, 17641_u32.into());
    Ok(())
}
