//! Exports and proofs, solved and checked by outside programs, which `./test` installs.

mod export;
mod proofs;

use tercet::solver::Limit;
use tercet::{Board, Deck, deal};
use tercet_models::Symmetry;
use tercet_models::export::{Form, export};

/// The board of the first cards that a seed deals.
fn dealt(v: usize, p: usize, cards: usize, seed: u64) -> Board {
    deal::board(Deck::new(v, p).unwrap(), cards, seed).unwrap()
}

/// A board in a form, as the command line writes it.
fn exported(board: &Board, form: Form) -> String {
    export(board, form, Symmetry::default(), &Limit::none()).unwrap()
}

/// Whether a program is on the search path.
fn is_installed(program: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| folder.join(program).is_file())
}
