//! Methods that formulate the question for a general-purpose solver.
//!
//! Each one is a [`Method`] in a separate table, [`METHODS`]. Like the methods of the library it
//! keeps a board under the two updates and answers questions about it, but it does not search
//! itself: it translates the board into a formula, a general-purpose solver solves the formula, and
//! every claimed set is checked by the definition before it is returned.
//!
//! Two further methods combine others: [`portfolio`] lets selected methods race, and [`hybrid`]
//! adds the models when the library's methods take long.
//!
//! [`methods`] iterates over both tables, and [`method`] looks up a name in both.
//!
//! ```
//! use tercet::notation::parse_board;
//! use tercet::solver::Limit;
//! use tercet_models::{Options, method};
//!
//! let board = parse_board("2RhO 1GsD 3PsS 2GhO 2PhO 1RsS")?;
//! let mut solver = method("sat")?.solver(&board, &Options::default())?;
//! let found = solver.find(&Limit::none())?.expect("this board has a set");
//! assert_eq!(board.deck().show_all(found.set(&board).cards()), "2RhO 2GhO 2PhO");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod cp;
pub mod export;
pub mod hybrid;
pub mod ip;
mod method;
mod model;
mod options;
pub mod portfolio;
pub mod process;
pub mod quote;
pub mod sat;
pub mod smt;
mod symmetry;
mod table;
mod verify;

pub use method::{Build, Method, Unable};
pub use options::Options;
pub use symmetry::{Symmetry, UnknownSymmetry};
pub use table::{METHODS, UnknownMethod, method, methods, race};
