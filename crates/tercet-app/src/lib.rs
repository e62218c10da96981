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
#[cfg(any(feature = "photo", feature = "proof", feature = "sheet"))]
mod bytes;
#[cfg(feature = "proof")]
mod check_proof;
mod cost;
#[cfg(feature = "proof")]
mod counted;
mod ending;
mod error;
#[cfg(feature = "proof")]
mod expand;
mod number;
mod question;
mod search;
mod session;
mod strict;

mod caps;
#[cfg(feature = "research")]
mod classes;
#[cfg(feature = "races")]
mod compare_race;
mod deal;
mod explain;
#[cfg(feature = "models")]
mod export;
#[cfg(feature = "research")]
mod fairness;
mod find;
mod hint;
mod methods;
mod odds;
mod pack;
#[cfg(feature = "photo")]
mod photo;
mod pictures;
mod play;
mod played;
#[cfg(feature = "proof")]
mod prove;
#[cfg(feature = "races")]
mod race;
mod record;
#[cfg(feature = "files")]
mod record_file;
#[cfg(feature = "research")]
mod reduce;
#[cfg(feature = "sheet")]
mod sheet;
#[cfg(feature = "research")]
mod simulate;
mod verify;

#[cfg(feature = "threads")]
mod job;
#[cfg(feature = "library")]
mod library;
pub mod lines;
#[cfg(feature = "threads")]
pub mod many;
#[cfg(feature = "threads")]
mod ordered;
pub mod schema;

pub use board::{AboutBoard, BoardSpec, one_board};
#[cfg(any(feature = "photo", feature = "proof", feature = "sheet"))]
pub use bytes::Bytes;
#[cfg(feature = "research")]
pub use caps::{
    CanonicalForm, CapSize, CapsCanonical, CapsExtend, CapsExtended, CapsShow, CapsShown,
    CapsSized, CapsSizes, CapsVerified, CapsVerify, ExtendBy,
};
pub use caps::{CapsComplete, CapsCompleted, CapsLargest, CapsMax, CapsSearched};
#[cfg(feature = "proof")]
pub use check_proof::{CheckProof, ProofChecked};
#[cfg(feature = "research")]
pub use classes::{Among, ClassList, Classes, Generator, Representative};
#[cfg(feature = "races")]
pub use compare_race::CompareRace;
pub use cost::{Cost, Means};
pub use deal::{CardCount, Deal, DealKind, Dealt, Sampled, SampledBy};
pub use ending::{Decision, Ending, Reason, Status, Truth, Verdict};
pub use error::{Code, Error};
#[cfg(feature = "proof")]
pub use expand::{ExpandProof, ProofExpanded};
pub use explain::{Alike, Explain, Explained, ExplainedProperty, ShownValue};
#[cfg(feature = "models")]
pub use export::{Export, Exported, ImportSolution, Imported};
#[cfg(feature = "research")]
pub use fairness::{CardFrequencies, CardFrequency, Fairness};
pub use find::{Count, Find, List, Remembered, Sets};
pub use hint::{Hint, Hinted, Need, Needed};
#[cfg(feature = "threads")]
pub use job::{Job, Stream};
#[cfg(feature = "library")]
pub use library::{Library, LibraryFamily, LibraryScale, LibraryWritten};
pub use methods::{MethodRow, MethodTable, Methods};
pub use number::{Fraction, Seconds, Whole};
pub use odds::{
    About, Exact, Figure, Odds, OddsLine, OddsTable, SampledHands, SampledOdds, WithoutSet,
};
pub use pack::{Pack, Packed, Packer, Partitioned, Partitions};
#[cfg(feature = "photo")]
pub use photo::{
    Alternative, Photo, PhotoAnswer, Photographed, PhotographedCard, Pixels, UnreadCard,
};
pub use pictures::{PictureOfCard, PicturedProperty, Pictures, PicturesOfCards};
pub use play::{Play, PlayedGame, RuleBook};
pub use played::{GameEnd, GameRules, Played, TakenSet};
#[cfg(feature = "proof")]
pub use prove::{Prove, Proven, check_provable, file_of_claim};
pub use question::{Answer, Answered, Entry, Question, Request};
#[cfg(feature = "races")]
pub use race::{Race, Raced};
pub use record::{Record, Recorded};
#[cfg(feature = "research")]
pub use reduce::{
    BoardHypergraph, CoverProblem, Covers, Generated, GraphBoard, Matched, MatchingBoard,
    ReduceCover, ReduceGenerate, ReduceGraph, ReduceHypergraph, ReduceMatching,
    ReduceMatchingBoard,
};
pub use search::{AnsweredBy, Search};
pub use session::{Canceller, Progress, Session, Stopwatch};
#[cfg(feature = "sheet")]
pub use sheet::{
    Difficulty, PageOf, Paper, Sheet, SheetForm, SheetOf, SheetPage, SheetPrinted, SheetPuzzle,
};
#[cfg(all(feature = "files", feature = "research"))]
pub use simulate::Saving;
#[cfg(feature = "research")]
pub use simulate::{
    Checkpoint, Completion, GameCount, Layouts, Merge, Run, Shard, ShardError, Shards, Simulate,
    Simulated, Taken,
};
pub use verify::{RecordVerdict, Verification, Verify};
