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
//! let found = tercet_proof::prove(&board, NonZeroUsize::MIN, false, &Limit::none(), &mut proof)?;
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

#![expect(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the processor that `check::follow` has found"
)]

mod check;
mod expand;
mod groups;
mod prove;
mod read;
mod table;
mod write;

use std::io;

use tercet::solver::Stop;
use thiserror::Error;

pub use check::{Checked, check};
pub use expand::{ExpandError, Expanded, Format, expand};
pub use groups::{Group, groups};
pub use prove::{ProveError, provable, prove, prove_part};
pub use read::Reader;
pub use tercet::solver::Step;
pub use write::Writer;

/// The most properties of a board that can have a proof: a checker goes through as many groups as
/// there are subsets of properties.
pub const MOST_PROPERTIES: usize = 12;

const _: () = assert!(MOST_PROPERTIES <= tercet::solver::MOST_LOGGED_PROPERTIES);

/// A proof that was refused, or could not be read.
#[derive(Debug, Error)]
pub enum Refusal {
    /// Reading the proof failed.
    #[error("the proof cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The limit ended the work.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The file is not a proof, or it is damaged.
    #[error("this is not a readable proof: {what}, at byte {at}")]
    Unreadable {
        /// What is wrong.
        what: &'static str,
        /// The byte, from 0, at which the fault was noticed.
        at: u64,
    },
    /// Boards of this deck have no proofs.
    #[error(transparent)]
    Unprovable(#[from] Unprovable),
    /// The proof does not show that this board has no set.
    #[error("this does not prove that the board has no set: {0}")]
    Wrong(#[from] Fault),
}

/// A deck whose boards have no proofs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
pub enum Unprovable {
    /// Every card is a set.
    #[error("with one value every card is a set")]
    OneValue,
    /// There are too many groups.
    #[error(
        "a proof goes through the groups of cards that agree in some properties, which are too many for more than {MOST_PROPERTIES} properties"
    )]
    TooManyProperties,
}

/// What is wrong with a proof that can be read.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Error)]
pub enum Fault {
    /// The proof is for another board.
    #[error("it is for a board of another deck, or with other cards")]
    OtherBoard,
    /// A step does not name an item of a free property of its group.
    #[error("step {step} is about item {item}, which belongs to no property that is free there")]
    Item {
        /// The step, from 1.
        step: u64,
        /// The item that it names.
        item: u32,
    },
    /// Weights of items do not show that candidates are in no set.
    #[error("the weights of step {step} say nothing: a candidate weighs too much")]
    Weights {
        /// The step, from 1.
        step: u64,
    },
    /// The last step is not whole.
    #[error("its last step ends too early")]
    Cut,
    /// There are steps after the end of the proof.
    #[error("nothing is left to prove at step {step}")]
    Surplus {
        /// The step, from 1.
        step: u64,
    },
    /// The steps end too early.
    #[error("its {steps} steps end before everything is proved")]
    Unfinished {
        /// The number of steps.
        steps: u64,
    },
}
