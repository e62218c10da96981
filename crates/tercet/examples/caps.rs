//! How large set-free hands can be, and how many there are of each size.

use tercet::solver::Limit;
use tercet::{Deck, caps};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for (v, p) in [(3, 4), (4, 3), (3, 7)] {
        println!("({v},{p}): {}", caps::largest(Deck::new(v, p)?));
    }
    let cap = caps::largest(Deck::CLASSIC).hand.expect("a hand of a small deck");
    assert_eq!((cap.len(), cap.find()), (20, None));
    println!("{cap}");

    // The numbers of caps of AG(3,3), by their numbers of points.
    for size in caps::sizes(Deck::new(3, 3)?, &Limit::none())?.expect("p is at most 4") {
        println!("of {} points: {}, up to symmetry {}", size.points, size.caps, size.classes);
    }
    Ok(())
}
