//! How large set-free hands can be, and how many there are of each size.

use tercet::odds::free_hands;
use tercet::solver::Limit;
use tercet::{Deck, caps};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for (v, p) in [(3, 4), (4, 3), (3, 7)] {
        println!("({v},{p}): {}", caps::largest(Deck::new(v, p)?));
    }
    if let Some(cap) = caps::largest(Deck::CLASSIC).hand {
        assert_eq!((cap.len(), cap.find()), (20, None));
        println!("{cap}");
    }

    // The numbers of caps of AG(3,3), by their numbers of points.
    for row in free_hands(Deck::new(3, 3)?, 1 << 30, &Limit::none()) {
        let row = row?;
        println!("of {} points: {}", row.cards, row.free);
    }
    Ok(())
}
