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
//! There are two ways to follow a game and two theories; three of the four combinations are methods of
//! the table ([`Style`]). `smt` is the thesis' own: integers with *delayed
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

use std::collections::BTreeSet;
use std::sync::Arc;

use tercet::solver::{Full, Layout, Limit, Options, Stop};
use tercet::{Board, Deck};

use crate::Symmetry;
use crate::model::{Claims, Formulation, Model};
use formula::Slots;
use program::Program;
use session::Session;

pub(crate) use model::{read_answer, read_no_set, read_slots};
pub(crate) use program::smtlib;
pub use program::{VARIABLE, look_in, missing};

/// The style of the formulation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Style {
    /// As in the thesis: integers, and delayed deletion (4.3.2). Removed cards are forbidden by
    /// constraint 17, and after a deal the whole formula is sent anew.
    Thesis,
    /// Integers in one session for the whole game: dealt cards are added to the formula, and if some
    /// cards are known to hold no set, only sets with another card are sought.
    Incremental,
    /// The same with bit-vectors of ⌈log2 v⌉ bits.
    Bits,
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
        let program = Program::look(self.program.as_deref());
        let program = program.map_err(|_| Stop::failed("the SMT solver", "is not installed"))?;
        let slots = Slots { deck, style: self.style, symmetry: self.symmetry };
        Session::start(program, slots, self.memory)
    }
}

impl Formulation for Smt {
    fn search(&mut self, layout: &Layout, limit: &Limit, claims: Claims) -> Result<(), Stop> {
        let mut session = match self.session.take() {
            Some(session) => session,
            None => self.start(layout.deck())?,
        };
        // On an error the session is dropped here, and the solver with it.
        let mut found = session.first(layout, limit)?;
        let mut seen = BTreeSet::new();
        while let Some(slots) = found {
            let mut positions = slots.clone();
            positions.sort_unstable();
            if !seen.insert(positions.clone()) {
                return Err(session.failed("claims a forbidden set again"));
            }
            if (claims.claim)(&session.name(), &positions)?.is_break() {
                break;
            }
            limit.check()?;
            found = session.next(layout, &slots, limit)?;
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
