//! The speeds that the models promise, each with its count asserted inside, side by side with the
//! engine of our own.
//!
//! `cargo bench -p tercet-models --bench targets`. Every figure is the time of one board from the
//! cards on, on one core where it does not say otherwise.

mod cp;
mod ip;
mod race;
mod sat;
mod smt;

use criterion::{criterion_group, criterion_main};
use tercet::{Board, Deck, deal};

criterion_group!(
    benches,
    sat::full_deck,
    sat::no_set,
    cp::full_deck,
    cp::threshold,
    ip::full_deck,
    ip::one_set,
    smt::games,
    smt::full_deck,
    race::portfolio,
    race::obstructed,
    race::hybrid
);
criterion_main!(benches);

/// The board of the first cards that a seed deals.
fn dealt(deck: Deck, cards: usize, seed: u64) -> Board {
    deal::board(deck, cards, seed).expect("a small board")
}
