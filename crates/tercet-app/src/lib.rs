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
//! and which receives progress reports. [`Request`] and [`Answer`] combine all questions and all
//! answers in one type each: the content of a line of JSON.

#![forbid(unsafe_code)]

#[macro_use]
mod question;

pub mod atomic;
mod board;
#[cfg(feature = "photo")]
mod bytes;
#[cfg(feature = "native")]
mod check_proof;
mod cost;
#[cfg(feature = "native")]
mod counted;
mod ending;
mod error;
#[cfg(feature = "native")]
mod expand;
mod number;
mod search;
mod session;
mod sink;

mod caps;
#[cfg(feature = "native")]
mod classes;
mod deal;
mod explain;
#[cfg(feature = "native")]
mod export;
#[cfg(feature = "native")]
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
#[cfg(feature = "native")]
mod prove;
#[cfg(feature = "native")]
mod race;
mod record;
#[cfg(feature = "native")]
mod reduce;
#[cfg(feature = "native")]
mod sheet;
#[cfg(feature = "native")]
mod simulate;
mod verify;

mod job;
#[cfg(feature = "native")]
mod library;
pub mod lines;
pub mod many;
pub mod ordered;
pub mod schema;

pub use board::{AboutBoard, BoardSpec, board_named, one_board};
#[cfg(feature = "photo")]
pub use bytes::Bytes;
pub use caps::{CapsComplete, CapsCompleted, CapsLargest, CapsMax, CapsSearched};
pub use cost::{Cost, Means};
pub use deal::{CardCount, Deal, DealKind, Dealt, Sampled, SampledBy};
pub use ending::{Decision, Ending, Reason, Status, Truth, Verdict};
pub use error::{Code, Error};
pub use explain::{Alike, Explain, Explained, ExplainedProperty, ShownValue};
pub use find::{Count, Find, List, Remembered, Sets};
pub use hint::{Hint, Hinted, Need, Needed};
pub use job::{Job, Stream};
pub use methods::{MethodRow, MethodTable, Methods};
pub use number::Fraction;
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
pub use question::{Answered, Entry, Head, Question};
pub use record::{Record, Recorded};
pub use search::{AnsweredBy, Search};
pub use session::{Canceller, Progress, Session, Stopwatch};
pub use sink::{Item, Sink};
pub use tercet::number::{Seconds, Whole};
pub use verify::{RecordVerdict, Verification, Verify};

#[cfg(feature = "native")]
pub use tercet_lab::race::Request as Race;

/// Questions that a page in a browser does not ask, or cannot.
#[cfg(feature = "native")]
pub use self::{
    caps::{
        CanonicalForm, CapSize, CapsCanonical, CapsExtend, CapsExtended, CapsShow, CapsShown,
        CapsSized, CapsSizes, CapsVerified, CapsVerify, ExtendBy,
    },
    check_proof::{CheckProof, ProofChecked, ProofReader},
    classes::{Among, ClassList, Classes, Generator, Representative},
    expand::{ExpandProof, ProofExpanded},
    export::{Export, Exported, ImportSolution, Imported},
    fairness::{CardFrequencies, CardFrequency, Fairness},
    library::{Library, LibraryFamily, LibraryScale, LibraryWritten},
    prove::{Prove, Proven, check_provable, file_of_claim},
    race::{CompareRace, Raced},
    reduce::{
        BoardHypergraph, CoverProblem, Covers, Generated, GraphBoard, Matched, MatchingBoard,
        ReduceCover, ReduceGenerate, ReduceGraph, ReduceHypergraph, ReduceMatching,
        ReduceMatchingBoard,
    },
    sheet::{
        Difficulty, PageOf, Paper, Sheet, SheetForm, SheetOf, SheetPage, SheetPrinted, SheetPuzzle,
    },
    simulate::{
        Checkpoint, Completion, GameCount, Layouts, Merge, Saving, SetsTaken, Shard, ShardError,
        Shards, Simulate, Simulated,
    },
};

// All questions, by their names in requests. The forms of their answers are called after them.
questions! {
    Find: "find",
    List: "list",
    Count: "count",
    Odds: "odds",
    #[cfg(feature = "native")]
    Classes: "classes",
    Methods: "methods",
    #[cfg(feature = "native")]
    CapsVerify: "caps-verify",
    CapsComplete: "caps-complete",
    #[cfg(feature = "native")]
    CapsExtend: "caps-extend",
    CapsMax: "caps-max",
    #[cfg(feature = "native")]
    CapsCanonical: "caps-canonical",
    #[cfg(feature = "native")]
    CapsShow: "caps-show",
    #[cfg(feature = "native")]
    CapsSizes: "caps-sizes",
    #[cfg(feature = "native")]
    ReduceMatching: "reduce-matching",
    #[cfg(feature = "native")]
    ReduceMatchingBoard: "reduce-matching-board",
    #[cfg(feature = "native")]
    ReduceGraph: "reduce-graph",
    #[cfg(feature = "native")]
    ReduceCover: "reduce-cover",
    #[cfg(feature = "native")]
    ReduceHypergraph: "reduce-hypergraph",
    #[cfg(feature = "native")]
    ReduceGenerate: "reduce-generate",
    #[cfg(feature = "native")]
    Export: "export",
    #[cfg(feature = "native")]
    ImportSolution: "import-solution",
    Explain: "explain",
    Hint: "hint",
    #[cfg(feature = "photo")]
    Photo: "photo",
    Pictures: "pictures",
    #[cfg(feature = "native")]
    Sheet: "sheet",
    Pack: "pack",
    Partitions: "partitions",
    Deal: "deal",
    #[cfg(feature = "native")]
    Fairness: "fairness",
    Play: "play",
    Record: "record",
    #[cfg(feature = "native")]
    Prove: "prove",
    #[cfg(feature = "native")]
    CheckProof: "check-proof",
    #[cfg(feature = "native")]
    ExpandProof: "expand-proof",
    Verify: "verify",
    #[cfg(feature = "native")]
    Simulate: "simulate",
    #[cfg(feature = "native")]
    Merge: "merge",
    #[cfg(feature = "native")]
    Race: "race",
    #[cfg(feature = "native")]
    CompareRace: "race-compare",
    #[cfg(feature = "native")]
    Library: "library",
}
