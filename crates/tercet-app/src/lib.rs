//! Every question of Tercet as data: a request, and its answer.
//!
//! The command line, the web page, Python and a script that pipes JSON ask the same questions and
//! get the same answers, with the same names, numbers and errors. Each question is a type that
//! implements [`Question`]; its fields have the defaults that every surface shares. Its answer is a
//! plain type, too. Both are read and written by serde, and their JSON Schemas ([`schema`]) are the
//! public contract.
//!
//! ```
//! use tercet_app::{Find, Question, Session};
//!
//! let request: Find = serde_json::from_str(r#"{"board": "2RhO 1GsD 3PsS 2GhO 2PhO"}"#)?;
//! let answer = request.ask(&Session::new())?;
//! assert_eq!(answer.positions, [[0, 3, 4]]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A question runs in a [`Session`], which can be cancelled from another thread or by a callback,
//! and which hears about progress. [`Request`] and [`Answer`] are all questions and all answers as
//! one type each: what a line of JSON holds.

#![forbid(unsafe_code)]

#[cfg(feature = "files")]
pub mod atomic;
mod board;
mod ending;
mod error;
mod name;
mod number;
mod question;
mod search;
mod session;

mod deal;
mod fairness;
mod find;
mod play;
#[cfg(feature = "files")]
mod record_file;
mod simulate;
mod verify;

#[cfg(feature = "threads")]
mod job;
pub mod lines;
pub mod schema;

pub use board::{BoardSpec, DeckSpec, PartialDeck, one_board};
pub use deal::{CardCount, Deal, DealKind, Dealt, Sampled, SampledBy};
pub use ending::{Ending, Reason, Status, Verdict};
pub use error::{Code, Error, Place};
pub use fairness::{CardFrequencies, CardFrequency, Fairness};
pub use find::{Count, Find, List, Remembered, Sets};
#[cfg(feature = "threads")]
pub use job::{Job, Stream};
pub use name::{Name, Named};
pub use number::{Seconds, Whole};
pub use play::{GameEnd, GameRules, Play, Played, PlayedGame, RuleBook, TakenSet};
pub use question::{Answer, Answered, Entry, Question, Request};
pub use search::{Method, Search};
pub use session::{Canceller, Progress, Session, Stopwatch};
#[cfg(feature = "files")]
pub use simulate::Saving;
pub use simulate::{
    Checkpoint, Completion, GameCount, Layouts, Merge, Run, Shard, ShardError, Shards, Simulate,
    Simulated, Taken,
};
pub use verify::{Proof, Verification, Verify};
