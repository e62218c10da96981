//! A proof that a board of (16,4) has no set, written by the search and checked by other code.

use std::num::NonZeroUsize;

use tercet::solver::Limit;
use tercet::{Deck, deal};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = deal::board(Deck::new(16, 4)?, 180, 1)?;
    let (threads, limit) = (NonZeroUsize::MIN, Limit::none());
    let mut proof = Vec::new();
    if let Some(found) = tercet_proof::prove(&board, threads, false, &limit, &mut proof)? {
        println!("{}", found.set(&board));
    } else {
        tercet_proof::check(&board, &proof[..], &limit)?;
        println!("there is no set: {} bytes prove it", proof.len());
    }
    Ok(())
}
