//! The board on a photograph of a table, and its sets.

use tercet_vision::{Photograph, read};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../guide/src/pictures");
    let file = std::fs::read(format!("{folder}/table.jpg"))?;
    let reading = read(&Photograph::decode(&file)?);
    let board = reading.board()?;
    println!("{board}");
    for doubtful in reading.doubtful() {
        println!("look again at {}", doubtful.classic());
    }
    for set in board.sets() {
        println!("{set}");
    }
    assert!(reading.is_sure());
    Ok(())
}
