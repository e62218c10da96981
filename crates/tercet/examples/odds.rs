//! How likely a hand of 12 cards holds a set: exactly, and by dealing hands.

use tercet::odds::{Statistic, free_hands, sample};
use tercet::solver::Limit;
use tercet::statistics::proportion;
use tercet::{Deck, deck::OutOfRange};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let limit = Limit::none();
    let row =
        free_hands(Deck::CLASSIC, 1 << 30, &limit).nth(12).expect("a hand may have 12 cards")?;
    println!("{} of {} hands hold a set", row.with_set(), row.hands);

    let counts = sample(Deck::CLASSIC, 12, Statistic::Set, 10_000, 1, &limit)?;
    let share = proportion(counts[&1], 10_000).expect("some hands were dealt");
    println!("{} of the dealt ones", share.value);

    let refused: OutOfRange = tercet::deal::board(Deck::CLASSIC, 82, 1).unwrap_err();
    assert_eq!(refused.to_string(), "cannot deal 82 cards of (3,4): the range is 0 to 81");
    Ok(())
}
