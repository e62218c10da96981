//! What leaves a question before its answer.

use std::ops::ControlFlow;

use tercet::file::NamedBoard;
use tercet::solver::Limit;

use crate::many::Batch;
#[cfg(feature = "native")]
use {crate::Checkpoint, tercet_lab::race};

/// Takes the items of a question, in order, on the thread that asks. It may wait for room, but not
/// longer than the limit of the work, and breaks off if no more items are wanted. The question then
/// ends soon: a list with the sets so far, many boards with their tally, and others as if they
/// were interrupted.
pub type Sink<'a> = dyn FnMut(Item<'_>) -> ControlFlow<()> + 'a;

/// What leaves a question before its answer, as soon as it is known.
pub enum Item<'a> {
    /// A set of a list.
    Set {
        /// The board.
        board: &'a NamedBoard,
        /// The positions of the cards of the set on the board, ascending.
        positions: &'a [usize],
        /// The limit of the work.
        limit: &'a Limit,
    },
    /// The answers to some boards of a stream.
    Boards(&'a Batch),
    /// The next bytes of a file: of a proof, which is complete if the board has no set, or of an
    /// expanded proof.
    Bytes(&'a [u8]),
    /// A photograph, and what was read from it.
    #[cfg(feature = "photo")]
    Photograph(tercet_vision::Photograph, tercet_vision::Reading),
    /// A simulation before its first game, and whenever some games were added.
    #[cfg(feature = "native")]
    Simulation(&'a Checkpoint),
    /// An event of a race.
    #[cfg(feature = "native")]
    Race(&'a race::Race, race::Event<'a>),
}
