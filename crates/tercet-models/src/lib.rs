//! Methods that state the question to somebody else's solver.
//!
//! Each one is a [`Method`] like those of the library, in a table of its own, [`METHODS`]: it keeps
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
//! use tercet::solver::{Answer, Limit, Options};
//!
//! let board = parse_board("2RhO 1GsD 3PsS 2GhO 2PhO 1RsS")?;
//! let mut solver = tercet_models::method("sat")?.solver(&board, &Options::default())?;
//! let Answer::Found(set) = solver.find(&Limit::none()) else { panic!("this board has a set") };
//! assert_eq!(board.deck().show_all(set.cards()), "2RhO 2GhO 2PhO");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod cp;
pub mod export;
pub mod hybrid;
pub mod ip;
mod model;
pub mod portfolio;
pub mod process;
pub mod quote;
pub mod sat;
pub mod smt;
mod table;
mod verify;

pub use table::{METHODS, UnknownMethod, method, methods};

#[cfg(doc)]
use tercet::solver::Method;
