//! Methods that formulate the question for a general-purpose solver.
//!
//! Each one is a [`Method`](tercet::Method), as those of the library. Like these it keeps a board
//! under the two updates and answers questions about it, but it does not search itself: it
//! translates the board into a formula, a general-purpose solver solves the formula, and every
//! claimed set is checked by the definition before it is returned.
//!
//! A further method combines others: [`hybrid`] adds the models when the library's methods take long.
//!
//! [`methods`] has both tables, and [`method`] looks up a name in both. [`Models`] has the options
//! of the models.
//!
//! ```
//! use tercet::Board;
//!
//! let board: Board = "2RhO 1GsD 3PsS 2GhO 2PhO 1RsS".parse()?;
//! let set = board.search().by(tercet_models::method("sat")?).find()?;
//! assert_eq!(set.expect("this board has a set").to_string(), "2RhO 2GhO 2PhO");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod cp;
pub mod dancing;
pub mod export;
pub mod hybrid;
pub mod ip;
mod model;
pub mod process;
pub mod sat;
pub mod smt;
mod table;
mod verdict;

pub use model::Symmetry;
pub use table::{HYBRID, LEFT_OUT, Models, SMT, method, methods};
pub use verdict::{Verdict, contradiction};
