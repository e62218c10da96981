//! Files of boards.
//!
//! A file of boards is plain text. `#` starts a comment; cards are separated by white space, any
//! number on a line. The cards of a board may be preceded by `board NAME`, which starts a new
//! board, and by `deck V P`. A `deck` line before the first `board` line applies to the whole file.
//!
//! One board is read by [`str::parse`], or by [`Deck::parse_board`](crate::Deck::parse_board) where
//! its deck is known; [`parse_boards`] reads whole files, and [`BoardTexts`] streams them.

mod parse;
mod stream;

pub use crate::text::{ParseError, Place};
pub use parse::{BoardProblem, NamedBoard, PartialDeck, parse_boards};
pub use stream::{BoardText, BoardTexts};
