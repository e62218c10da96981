//! A game of the classic deck, and one of a larger deck under a limit.

use std::time::Duration;

use tercet::game::{Event, Rules};
use tercet::solver::Limit;
use tercet::{Deck, Game};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for event in Game::classic(1) {
        println!("{event}");
    }

    let deck = Deck::new(10, 4)?;
    let mut game = Game::new(deck, Rules { sets: Some(5), ..Rules::thesis(deck) }, 1)?;
    for event in game.within(&Limit::timeout(Duration::from_secs(60))) {
        if let Event::Take(set) = event? {
            println!("{set}");
        }
    }
    assert_eq!(game.sets(), 5);
    Ok(())
}
