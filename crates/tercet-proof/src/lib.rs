//! Proofs that a board holds no set, which independent programs can check.
//!
//! A set proves itself. The answer that a board has no set rests on a search, and from about 20
//! values on, simpler means cannot repeat that search. So the method `cover` records its [`Step`]s,
//! and programs that share nothing with it check them: [`check`] here, and others in the folder
//! `checkers`, one of which is proved correct. `checkers/README.md` defines proofs and their file
//! format, and says why they hold.
//!
//! ```
//! use std::num::NonZeroUsize;
//! use tercet::solver::Limit;
//! use tercet::{Deck, deal};
//!
//! let board = deal::board(Deck::new(10, 4)?, 90, 1)?;
//! let mut proof = Vec::new();
//! let found = tercet_proof::prove(&board, NonZeroUsize::MIN, &Limit::none(), &mut proof)?;
//! assert_eq!(found, None);
//! tercet_proof::check(&board, &proof[..], &Limit::none())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`expand()`] writes a proof in the formats of SAT and pseudo-Boolean solvers, which have other
//! checkers, some of them proved correct.
//!
//! Boards of decks with one value have no proofs, since every card is a set, nor have those with
//! more than [`MOST_PROPERTIES`]: see [`Unprovable`]. With three values a proof is valid, but
//! longer than the search that it replaces.

mod check;
mod expand;
mod file;
mod groups;
mod prove;
mod read;
mod refusal;
mod table;
mod write;

pub use check::{Checked, check};
pub use expand::{ExpandError, Expanded, Format, Style, drat, expand, lrat, veripb};
pub use groups::{Group, groups};
pub use prove::{ProveError, provable, prove, prove_part};
pub use read::Reader;
pub use refusal::{Fault, Refusal, Unprovable};
pub use tercet::solver::Step;
pub use write::Writer;

/// The most properties of a board that can have a proof: a checker goes through as many groups as
/// there are subsets of properties.
pub const MOST_PROPERTIES: usize = 12;

const _: () = assert!(MOST_PROPERTIES <= tercet::solver::MOST_LOGGED_PROPERTIES);
