//! Methods that state the question to somebody else's solver.
//!
//! Each one is a [`Method`] in a table of its own, [`METHODS`]: like those of the library it keeps
//! a board under the two updates, and answers about it. What differs is who searches: the board
//! becomes a formula, a general solver solves it, and the answer is checked by the rule of the
//! game before anyone sees it.
//!
//! Two further rows combine all methods there are: [`portfolio`] lets chosen ones race, [`hybrid`]
//! lets the models in where our own methods take long.
//!
//! [`methods`] walks over both tables, and [`method`] looks a name up in both.
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
