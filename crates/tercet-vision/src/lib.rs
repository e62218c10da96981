//! Reads the cards of the classic deck from a photograph of the table, in two editions ([`Edition`]).
//!
//! [`read`] takes a [`Photograph`] and gives a [`Reading`]: the cards in the order of the table, each
//! with its odds, its corners in the picture, and the reasons for doubt.
//!
//! ```no_run
//! use tercet_vision::{Photograph, read};
//!
//! let file = std::fs::read("table.jpg")?;
//! let reading = read(&Photograph::decode(&file)?);
//! for set in reading.board()?.sets() {
//!     println!("{set}");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// docs.rs shows the feature that an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "files")]
mod annotate;
#[cfg(feature = "files")]
mod canvas;
mod chain;
mod edition;
#[cfg(feature = "files")]
mod file;
mod fit;
mod hue;
mod layout;
mod network;
mod odds;
mod outline;
mod patch;
mod photograph;
mod point;
mod read;
mod region;
mod scaled;
mod sheet;
mod symbol;
mod tilt;
mod track;
mod unread;

#[cfg(feature = "files")]
pub use annotate::annotate;
pub use edition::Edition;
pub use photograph::{Error, LONGEST_SIDE, MOST_PIXELS, Orientation, Photograph, Picture};
pub use point::{Frame, Point};
pub use read::{Doubt, Odds, ReadCard, Reading, Unread, read, read_within};
pub use track::{PICTURES, steady};

#[doc(hidden)]
pub mod training;
