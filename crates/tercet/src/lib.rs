//! The generalised game of SET.
//!
//! A [`Deck`] has `v^p` cards: `p` properties with `v` values each. A [`Set`] is `v` distinct cards
//! that in every property are all the same or all different. A [`Board`] is a list of distinct
//! cards of a deck, in layout order.
//!
//! ```
//! use tercet::Board;
//!
//! let board: Board = "2RhO 1GsD 3PsS 2GhO 2PhO 1RsS".parse()?;
//! for set in board.sets() {
//!     println!("{set}"); // 2RhO 2GhO 2PhO
//! }
//! assert_eq!(board.count(), 1);
//! let set = board.find().expect("there is one");
//! assert_eq!(set.positions(), Some(&[0, 3, 4][..]));
//! println!("{}", board.explain(&[0, 3, 4])?); // property by property
//! for step in board.hint() {
//!     println!("{step}"); // the number of sets, then card by card
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Search`] has a method and limits. If a limit ends it, it returns a [`Stop`] with the reason and
//! the result until then:
//!
//! ```
//! use std::sync::{Arc, atomic::AtomicBool};
//! use std::time::Duration;
//!
//! use tercet::{Board, Set};
//!
//! let flag = Arc::new(AtomicBool::new(false)); // another thread may set it
//! let board: Board = "deck 4 3\n 301 230 213 011 221 131".parse()?;
//! let search = board.search().method("cover")?.threads(2).memory(1 << 30);
//! let search = search.timeout(Duration::from_secs(2)).cancelled_by(&flag);
//! let set: Option<Set> = search.find()?;
//! let sets: Vec<Set> = search.list()?;
//! assert_eq!(set.as_ref(), sets.first());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Games, and the largest hands without a set:
//!
//! ```
//! use tercet::{Deck, Game, caps};
//!
//! for event in Game::classic(1) {
//!     println!("{event}");
//! }
//! let largest = caps::largest(Deck::new(4, 3)?); // bounds, a hand, whether it is proved
//! println!("{largest}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules, each of which uses only those before it: the vocabulary ([`card`], [`deck`],
//! [`classic`], [`notation`], [`picture`], [`set`], [`board`], [`mod@file`] with [`table`]), [`solver`], [`search`], [`hint`],
//! [`statistics`], [`symmetry`], [`deal`], [`bulk`], [`game`], [`caps`], [`packing`], [`sampler`], [`odds`] and
//! [`reduction`]. The module `examples` of the documentation has ten whole programs.
//!
//! Features, none of which is on by default: `serde` reads and writes decks, boards, sets and names as
//! data, `schemars` has their JSON Schemas, `json` reads values from JSON, and `records` has records of games
//! and their verifier. The crates beside this one: `tercet-models` (SAT, SMT, constraint and integer programs as methods),
//! `tercet-proof` (proofs that a board has no set), `tercet-vision` (the board of a photograph),
//! `tercet-testkit` (the tests of a method of your own) and `tercet-app` (every question as data).

#![forbid(unsafe_code)]
// docs.rs shows the feature that an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod board;
pub mod bulk;
pub mod caps;
pub mod card;
pub mod classic;
#[cfg(feature = "serde")]
pub mod data;
pub mod deal;
pub mod deck;
#[cfg(any(doc, doctest))]
pub mod examples;
pub mod file;
pub mod game;
pub mod hint;
mod name;
pub mod notation;
pub mod odds;
pub mod packing;
pub mod picture;
pub mod reduction;
pub mod sampler;
pub mod search;
pub mod set;
pub mod solver;
pub mod statistics;
pub mod symmetry;
pub mod table;
mod text;
mod third_points;

pub use board::Board;
pub use card::Card;
pub use deck::Deck;
pub use game::Game;
pub use name::UnknownName;
pub use num_bigint::BigUint;
pub use num_rational::Ratio;
pub use search::{Search, Sets};
pub use set::Set;
pub use solver::{Method, NoAnswer, Stop};

// The macros of `name` name them in other crates.
#[cfg(feature = "schemars")]
#[doc(hidden)]
pub use schemars;
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use serde;

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
