//! Why a proof is refused.

use std::io;

use tercet::solver::Stop;
use thiserror::Error;

use crate::MOST_PROPERTIES;

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
    #[error("step {step} is about item {item}, which is none of a property that is free there")]
    Item {
        /// The step, from 1.
        step: u64,
        /// The item that it names.
        item: u32,
    },
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
