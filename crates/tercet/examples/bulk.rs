//! The number of sets of each of many boards, in arrays of card numbers.

use tercet::Deck;
use tercet::bulk::{BoardArrays, SmallBoards};
use tercet::solver::Limit;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    const BOARDS: usize = 100_000;
    let tables = SmallBoards::new(Deck::CLASSIC, 12)?;
    let (mut cards, mut counts) = (vec![0; 12 * BOARDS], vec![0; BOARDS]);
    tables.deal(1, 0..BOARDS as u64, &mut cards, &Limit::none())?;
    tables.count(&cards, &mut counts, &Limit::none())?;
    let mean = f64::from(counts.iter().sum::<u32>()) / BOARDS as f64;
    println!("{mean} sets on average, and 220/79 = 2.785 are expected");
    assert!((mean - 220.0 / 79.0).abs() < 0.02);
    Ok(())
}
