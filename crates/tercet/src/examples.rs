//! Ten programs. Each is a file of the folder `examples`: `cargo run -p tercet --example sets`.
//!
//! # Sets, explanations and hints
//!
//! ```
#![doc = include_str!("../examples/sets.rs")]
//! ```
//!
//! # Games
//!
//! ```
#![doc = include_str!("../examples/play.rs")]
//! ```
//!
//! # Limits of a search
//!
//! ```
#![doc = include_str!("../examples/limits.rs")]
//! ```
//!
//! # Set-free hands
//!
//! ```
#![doc = include_str!("../examples/caps.rs")]
//! ```
//!
//! # Disjoint sets
//!
//! ```
#![doc = include_str!("../examples/packing.rs")]
//! ```
//!
//! # Odds
//!
//! ```
#![doc = include_str!("../examples/odds.rs")]
//! ```
//!
//! # Many boards at once
//!
//! ```
#![doc = include_str!("../examples/bulk.rs")]
//! ```
//!
//! # A proof that there is no set
//!
//! ```
#![doc = include_str!("../examples/proof.rs")]
//! ```
//!
//! # The board on a photograph
//!
//! ```
#![doc = include_str!("../examples/photograph.rs")]
//! ```
//!
//! # A method of your own
//!
//! ```
#![doc = include_str!("../examples/custom_method.rs")]
//! ```
