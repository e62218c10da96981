//! `smt`: the thesis' formulation in satisfiability modulo theories, for any solver that reads
//! SMT-LIB 2.
//!
//! A set lies in v *slots*, and `k_i_j` is what slot i shows in property j (Takeshita, section
//! 3.2). Constraints say, with the thesis' numbers:
//!
//! - (7) in each property the slots are all different or all the same;
//! - (9) each slot holds a card of the board;
//! - (11) no two slots hold the same card;
//! - (13) or (15) break the symmetry: in the first property in which the cards differ, values
//!   ascend (relative), or slot i shows value i (rigid). As printed, (15) loses the sets that are
//!   the same in the first property; here it says what the text around it says.
//! - (17) no slot holds a card of a set that was taken.
//!
//! They take `O(v·n·p + v²·p)` text; solving them takes time that is exponential in v.
//!
//! There are two ways to follow a game ([`Updates`]) and two theories ([`Encoding`]); three of the
//! four combinations are methods of the table. `smt` is the thesis' own: integers, and its *delayed
//! deletion* (4.3.2): the session goes on when a set is taken, with (17) added, and all is told
//! anew when cards are dealt.
//!
//! `smt-incremental` and `smt-bits` are what the thesis' future work asks for, "using information
//! from previous rounds": one session for the whole game. Slot i may hold a card of the first d
//! deals is a literal `m_i_d`, which means that it holds one of the d-th, or `m_i_(d−1)`; so a deal
//! tells of its own cards only, and what the solver learnt stays. The literals of the last deal
//! are assumed. After a proof that some cards hold no set, one more literal is, which says that
//! some slot holds another card. (11) becomes "different in some property", which under (7) is the
//! same. When most of what the solver was told is about cards that are gone, it is told anew.
//!
//! All sets are found one after the other; each is forbidden until the end of the enumeration.
//!
//! The solver is an outside program ([`Options::program`], the environment variable [`VARIABLE`],
//! or what is installed of z3 and cvc5), started at the first question. Killing it is the
//! interrupt; the next question starts another one. Whatever it does, crash, hang, talk nonsense or
//! lie, is reported by its name: its sets are checked by the rule of the game, none may come twice
//! in an enumeration or lie among cards of which it said that they hold none. Only a wrong "there
//! is no set" cannot be seen.

mod export;
mod formula;
mod model;
mod program;
mod session;
mod talk;
mod tokens;

use std::collections::BTreeSet;

use tercet::solver::{Full, Layout, Limit, Stop};
use tercet::{Board, Deck};

use crate::model::{Claim, Formulation, Model};
use crate::options::Options;
use formula::Slots;
use program::Program;
use session::Session;

pub use export::smtlib;
pub use formula::Encoding;
pub use model::{ModelError, read_model};
pub use program::VARIABLE;
pub use session::Updates;

/// How the question is put to the solver.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Style {
    /// What the values of cards are.
    pub encoding: Encoding,
    /// How a session follows the updates.
    pub updates: Updates,
}

impl Style {
    /// The thesis': integers, delayed deletion.
    pub const THESIS: Self =
        Self { encoding: Encoding::Integers, updates: Updates::DelayedDeletion };
    /// Integers in one session for the whole game.
    pub const INCREMENTAL: Self =
        Self { encoding: Encoding::Integers, updates: Updates::Incremental };
    /// Bit-vectors in one session for the whole game.
    pub const BITS: Self = Self { encoding: Encoding::Bits, updates: Updates::Incremental };
}

/// The method at work on a board. Of the options it keeps to [`Options::program`],
/// [`Options::symmetry`] and [`memory`](tercet::solver::Options::memory), the latter for what it tells the solver; what the
/// solver itself takes is not counted.
pub fn outside(board: &Board, style: Style, options: &Options) -> impl Full + use<> {
    Model::new(board, Smt { style, options: options.clone(), session: None })
}

/// What is wrong where no solver can be started, in words that follow the name of a method.
pub fn missing(options: &Options) -> Option<String> {
    Program::missing(options)
}

/// States the board in SMT-LIB 2 and lets an outside program solve it.
struct Smt {
    style: Style,
    options: Options,
    /// None before the first question, and after a solver was stopped or failed.
    session: Option<Session>,
}

impl Smt {
    fn start(&self, deck: Deck) -> Result<Session, Stop> {
        let program = Program::choose(&self.options);
        let program = program.ok_or_else(|| Stop::failed("the SMT solver", "is not installed"))?;
        let Style { encoding, updates } = self.style;
        let slots = Slots { deck, encoding, symmetry: self.options.symmetry };
        Session::start(&program, slots, updates)
    }
}

impl Formulation for Smt {
    fn search(
        &mut self,
        layout: &Layout,
        _all: bool,
        limit: &Limit,
        claim: Claim<'_>,
    ) -> Result<(), Stop> {
        let mut session = match self.session.take() {
            Some(session) => session,
            None => self.start(layout.deck())?,
        };
        // On an error the session is dropped here, and the solver with it.
        let mut found = session.first(layout, self.options.search.memory, limit)?;
        let mut seen = BTreeSet::new();
        while let Some(slots) = found {
            let mut positions = slots.clone();
            positions.sort_unstable();
            if !seen.insert(positions.clone()) {
                return Err(session.failed("claims a set again that it was forbidden"));
            }
            if claim(&session.name(), &positions)?.is_break() {
                break;
            }
            limit.check()?;
            found = session.next(layout, &slots, self.options.search.memory, limit)?;
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
