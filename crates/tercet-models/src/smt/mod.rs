//! `smt`: the thesis' formulation in satisfiability modulo theories, for any solver that reads
//! SMT-LIB 2.
//!
//! A set is in v *slots*, and `k_i_j` is the value of property j in slot i (Takeshita, section
//! 3.2). The constraints, with the thesis' numbers:
//!
//! - (7) in each property the slots are all different or all the same;
//! - (9) each slot holds a card of the board;
//! - (11) no two slots hold the same card;
//! - (13) or (15) break the symmetry: in the first property in which the cards differ, values
//!   ascend (relative), or slot i shows value i (rigid). As printed, (15) excludes the sets that
//!   agree in the first property; here it is implemented as the thesis' text describes it.
//! - (17) no slot holds a card of a set that was taken.
//!
//! Their text has size `O(v·n·p + v²·p)`; solving them takes time that is exponential in v.
//!
//! There are two ways to follow a game ([`Updates`]) and two theories ([`Encoding`]); three of the
//! four combinations are methods of the table. `smt` is the thesis' own: integers with *delayed
//! deletion* (4.3.2): when a set is taken, the session continues with (17) added, and when cards
//! are dealt, the formula is sent anew.
//!
//! `smt-incremental` and `smt-bits` implement the thesis' future work, "using information from
//! previous rounds": one session for the whole game. The literal `m_i_d` means that slot i may hold
//! a card of the first d deals; it is defined as: a card of the d-th deal, or `m_i_(d−1)`. So a
//! deal adds only its own cards, and what the solver has learnt stays. The literals of the last
//! deal are assumed. After a proof that some cards hold no set, one more literal is assumed, which
//! says that some slot holds another card. (11) becomes "different in some property", which is
//! equivalent under (7). When most of the formula concerns removed cards, it is sent anew.
//!
//! All sets are found one after another; each is forbidden until the end of the enumeration.
//!
//! Some changes made z3 slower on games of (10,4), and were left out: one-hot vectors for values (1.7 to
//! 9 times the time), a clause for each value that is shown (1 to 12), a support clause for each slot and
//! value (1.5), and one question for each new card or agreement (1.4). Other arithmetic, restarts and
//! phases had no clear effect.
//!
//! The solver is an external program ([`Models::program`](crate::Models::program), the environment variable [`VARIABLE`],
//! or an installed z3 or cvc5), started at the first question. To interrupt it, it is killed; the
//! next question starts another one. If it crashes, hangs, prints invalid output or gives wrong
//! answers, this is reported with its name: its sets are checked by the definition, no set may come
//! twice in an enumeration, or consist of cards that it said hold no set. Only a wrong "there is no
//! set" cannot be detected.

mod formula;
mod model;
mod program;
mod session;
mod talk;

use std::collections::BTreeSet;
use std::sync::Arc;

use tercet::solver::{Full, Layout, Limit, Options, Stop};
use tercet::{Board, Deck};

use crate::Symmetry;
use crate::model::{Claims, Formulation, Model};
use formula::Slots;
use program::Program;
use session::Session;

pub use formula::Encoding;
pub use model::{ModelError, read_model};
pub use program::smtlib;
pub use program::{VARIABLE, look_in};
pub use session::Updates;

/// The style of the formulation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Style {
    /// The representation of the values of cards.
    pub encoding: Encoding,
    /// How a session follows the updates.
    pub updates: Updates,
}

impl Style {
    /// The thesis' style: integers, delayed deletion.
    pub const THESIS: Self =
        Self { encoding: Encoding::Integers, updates: Updates::DelayedDeletion };
    /// Integers in one session for the whole game.
    pub const INCREMENTAL: Self =
        Self { encoding: Encoding::Integers, updates: Updates::Incremental };
    /// Bit-vectors in one session for the whole game.
    pub const BITS: Self = Self { encoding: Encoding::Bits, updates: Updates::Incremental };
}

/// The method for a board, by this program or one that is installed. The [memory](Options::memory)
/// limits the text sent to the solver; the memory of the solver itself is not counted.
pub fn outside(
    board: &Board,
    style: Style,
    symmetry: Symmetry,
    program: Option<Arc<str>>,
    options: &Options,
) -> impl Full + use<> {
    let memory = options.memory;
    Model::of(board, Smt { style, symmetry, program, memory, session: None })
}

/// Why this program, or any, cannot be started, as a phrase that follows the name of a method.
pub fn missing(program: Option<&str>) -> Option<String> {
    Program::missing(program)
}

/// Formulates the board in SMT-LIB 2 for an external program.
struct Smt {
    style: Style,
    symmetry: Symmetry,
    program: Option<Arc<str>>,
    memory: usize,
    /// `None` before the first question, and after a solver was stopped or failed.
    session: Option<Session>,
}

impl Smt {
    fn start(&self, deck: Deck) -> Result<Session, Stop> {
        let program = Program::choose(self.program.as_deref());
        let program = program.ok_or_else(|| Stop::failed("the SMT solver", "is not installed"))?;
        let Style { encoding, updates } = self.style;
        let slots = Slots { deck, encoding, symmetry: self.symmetry };
        Session::start(&program, slots, updates)
    }
}

impl Formulation for Smt {
    fn search(&mut self, layout: &Layout, limit: &Limit, claims: Claims) -> Result<(), Stop> {
        let mut session = match self.session.take() {
            Some(session) => session,
            None => self.start(layout.deck())?,
        };
        // On an error the session is dropped here, and the solver with it.
        let mut found = session.first(layout, self.memory, limit)?;
        let mut seen = BTreeSet::new();
        while let Some(slots) = found {
            let mut positions = slots.clone();
            positions.sort_unstable();
            if !seen.insert(positions.clone()) {
                return Err(session.talk.failed("claims a forbidden set again"));
            }
            if (claims.claim)(&session.talk.name(), &positions)?.is_break() {
                break;
            }
            limit.check()?;
            found = session.next(layout, &slots, self.memory, limit)?;
        }
        session.allow();
        self.session = Some(session);
        Ok(())
    }

    fn remove(&mut self, board: &Board) {
        if let Some(session) = &mut self.session {
            session.remove(|card| !board.contains(card));
        }
    }
}
