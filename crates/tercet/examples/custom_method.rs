//! A method of your own: every pair of cards determines the third, for three values.

use tercet::Board;
use tercet::solver::{Algorithm, Decks, Layout, Limit, Method, Stop, Visit};
use tercet_testkit::Kit;

struct Pairs;

impl Algorithm for Pairs {
    fn for_each(&mut self, layout: &mut Layout, limit: &Limit, visit: Visit) -> Result<(), Stop> {
        let mut watch = limit.watch();
        for j in 0..layout.len() {
            for i in 0..j {
                watch.tick(1)?;
                let third = layout[i].third(layout[j]);
                let k = layout.iter().skip(j + 1).position(|card| card == third);
                if k.is_some_and(|k| visit(&[i, j, j + 1 + k]).is_break()) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let decks = Decks { values: 3..=3, ..Decks::ANY };
    let pairs = Method { decks, ..Method::new("pairs", |board, _| Pairs.on(board)) };

    let board: Board = "2RhO 1GsD 3PsS 2GhO 2PhO 1RsS".parse()?;
    println!("{:?}", board.search().by(pairs.clone()).find()?);
    // The suite that every method passes.
    tercet_testkit::check(&Kit { boards: |good| good / 100, easy: 100, ..Kit::of([pairs]) });
    Ok(())
}
