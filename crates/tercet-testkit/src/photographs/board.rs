//! Boards for pictures.

use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use tercet::Deck;
use tercet::classic::ClassicCard;

/// A board: every second one has 12 cards, the others from 1 to 21.
pub fn board(seed: u64) -> Vec<ClassicCard> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut cards: Vec<ClassicCard> = Deck::CLASSIC
        .cards()
        .map(|card| ClassicCard::try_from(card).expect("a card of the classic deck"))
        .collect();
    let count = if random.next_u32() % 2 == 0 { 12 } else { random.next_u32() as usize % 21 + 1 };
    for index in 0..count {
        let other = index + random.next_u32() as usize % (cards.len() - index);
        cards.swap(index, other);
    }
    cards.truncate(count);
    cards
}
