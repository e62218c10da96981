//! The sets of a board, why cards are a set, and hints for a player.

use tercet::Board;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board: Board = "2RhO 1GsD 3PsS 2GhO 2PhO 1RsS".parse()?;
    for set in board.sets() {
        println!("{set}");
    }
    assert_eq!(board.count(), 1);
    println!("{}", board.explain(&[0, 3, 5])?);
    for hint in board.hint() {
        println!("{hint}");
    }
    Ok(())
}
