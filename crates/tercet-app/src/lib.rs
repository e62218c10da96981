//! Every question of Tercet as data: a request, and its answer.
//!
//! The command line, the web page, Python and a script that pipes JSON ask the same questions and
//! get the same answers, with the same names, numbers and errors. Each question is a type that
//! implements [`Question`]; its fields have the defaults that every surface shares. Its answer is
//! also a plain type. Both are read and written by serde, and their JSON Schemas ([`schema`]) are
//! the public contract.
//!
//! ```
//! use tercet_app::{Find, Question, Session};
//!
//! let request: Find = serde_json::from_str(r#"{"board": "2RhO 1GsD 3PsS 2GhO 2PhO"}"#)?;
//! let answer = request.ask(&Session::new())?;
//! assert_eq!(answer.found.positions, [[0, 3, 4]]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A question runs in a [`Session`], which can be cancelled from another thread, and which receives
//! progress reports. [`Request`] and [`Answer`] combine all questions and all answers in one type
//! each: the content of a line of JSON.
//!
//! The feature `native` (on by default) has what a page in a browser cannot do or does not ask: outside
//! solvers, races of processes, fresh seeds from the system, and questions that would make the engine
//! of the page larger by a quarter. The feature `page`, which it includes, has games and packings, which the
//! page asks and the npm package does not. The feature `photo` reads cards from the pixels of photographs.
//! Without `native`, this crate compiles for `wasm32-unknown-unknown`. The surface then supplies the clock
//! and the seeds, and a text or a field takes the place of each file. The feature `schemars` generates the schemas from
//! the types.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(feature = "page"),
    allow(
        dead_code,
        unused_imports,
        reason = "what questions share is used by those that are there"
    )
)]
// docs.rs shows the feature that an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

#[macro_use]
mod error;
#[macro_use]
mod question;
#[macro_use]
mod request;

mod answer;
pub mod atomic;
mod board;
mod bytes;
mod cost;
mod ending;
mod job;
pub mod lines;
pub mod many;
mod prelude;
mod search;
mod session;

mod deal;
mod explain;
mod find;
mod hint;
mod odds;
mod read;
pub mod run;

#[cfg(feature = "page")]
mod caps;
#[cfg(feature = "page")]
mod certificate;
#[cfg(feature = "page")]
mod check_packing;
#[cfg(feature = "page")]
mod game;
#[cfg(feature = "page")]
mod methods;
#[cfg(feature = "page")]
mod pack;
#[cfg(feature = "page")]
mod pictures;
#[cfg(feature = "page")]
mod record;
#[cfg(feature = "page")]
mod verify;

#[cfg(feature = "native")]
mod classes;
#[cfg(feature = "native")]
mod export;
#[cfg(feature = "native")]
mod face_down;
#[cfg(feature = "native")]
mod fairness;
#[cfg(feature = "photo")]
mod photo;
#[cfg(feature = "native")]
mod prove;
#[cfg(feature = "native")]
mod race;
#[cfg(feature = "native")]
mod reduce;
#[cfg(feature = "native")]
pub mod schema;
#[cfg(feature = "native")]
mod sheet;
#[cfg(feature = "native")]
mod simulate;

pub use tercet::data::{Seconds, Whole};

pub use self::{
    answer::BoardAnswer,
    board::{
        AboutBoard, BoardSpec, CardWriter, any_board, boards_of, face_up, joined, numbered,
        one_board, write_cards,
    },
    bytes::{Bytes, FileReader},
    cost::{Cost, Means},
    deal::{CardCount, Deal, DealKind, Dealt, Sampled},
    ending::{Decision, Ending, Reason, Status, Verdict},
    error::{Code, Error},
    explain::{Alike, Explain, Explained, ExplainedProperty},
    find::{Count, Find, List, Remembered, Sets, SetsOfBoard},
    hint::{Hint, Hinted, Need},
    job::{Job, Stream},
    odds::{About, Figure, Fraction, Odds, OddsLine, OddsTable, SampledOdds, WithoutSet},
    question::{Answered, Entry, Head, Question, Sink, Streamed},
    read::{BoardRead, BoardsRead, ReadBoards},
    request::Bounded,
    search::{AnsweredBy, Search},
    session::{Progress, Session},
};
#[cfg(feature = "page")]
pub use self::{
    caps::{CapsComplete, CapsMax, CapsMaximum, CapsSearched},
    check_packing::{CheckPacking, PackProof, PackingChecked},
    game::{Game, GameEnd, GameStep, Played, RuleBook, TakenSet},
    methods::{MethodRow, Methods},
    pack::{
        FewestPacked, Nim, NimStrategy, NimValue, Pack, PackFewest, Packed, Packer, PackingOfBoard,
        Partitioned, Partitions,
    },
    pictures::Pictures,
    record::{GameByHand, Record},
    verify::{RecordVerdict, Verification, Verify},
};
#[cfg(feature = "photo")]
pub use photo::{Photo, Photographed};
#[cfg(feature = "native")]
pub use {
    self::{
        caps::{
            CanonicalForm, CapsCanonical, CapsExtend, CapsExtended, CapsShow, CapsSized, CapsSizes,
            CapsVerify, ExtendBy,
        },
        classes::{Among, ClassList, Classes, Generator, Representative},
        export::{Export, ImportSolution, Imported},
        face_down::{FaceDown, FaceDownCard},
        fairness::{CardFrequencies, Fairness},
        prove::{
            CheckProof, ExpandProof, ProofChecked, Prove, Proven, check_provable, file_of_claim,
        },
        race::Raced,
        reduce::{
            Matched, MatchingBoard, ReduceCover, ReduceGenerate, ReduceMatching,
            ReduceMatchingBoard,
        },
        run::{Estimate, Estimated, MakePart, Merge},
        sheet::{Difficulty, Paper, Sheet, SheetOf, SheetPrinted},
        simulate::{GameCount, Layouts, SetsTaken, Simulate, Simulated},
    },
    tercet_race::Request as Race,
};

// All questions: the name of each in requests, and the name and version of the form of its answer.
questions! {
    // On every platform; the macro wants a condition.
    #[cfg(all())] {
        Find: "find" => "tercet.find/1",
        List: "list" => "tercet.list/1",
        Count: "count" => "tercet.count/1",
        Odds: "odds" => "tercet.odds/1",
        Explain: "explain" => "tercet.explain/1",
        Hint: "hint" => "tercet.hint/1",
        Deal: "deal" => "tercet.deal/1",
        ReadBoards: "read" => "tercet.read/1",
    }
    // Pictures, games, packings and caps: beside questions of boards, hands and decks, they are a third of an engine.
    #[cfg(feature = "page")] {
        Methods: "methods" => "tercet.methods/1",
        Pictures: "pictures" => "tercet.pictures/1",
        CheckPacking: "check-packing" => "tercet.check-packing/1",
        Pack: "pack" => "tercet.pack/1",
        PackFewest: "pack-fewest" => "tercet.pack-fewest/1",
        Partitions: "partitions" => "tercet.partitions/1",
        Nim: "nim" => "tercet.nim/1",
        Game: "game" => "tercet.game/1",
        Record: "record" => "tercet.record/1",
        Verify: "verify" => "tercet.verify/1",
        CapsComplete: "caps-complete" => "tercet.caps-complete/1",
        CapsMax: "caps-max" => "tercet.caps-max/1",
    }
    #[cfg(feature = "photo")] {
        Photo: "photo" => "tercet.photo/1",
    }
    // Questions that a page in a browser does not ask, or cannot.
    #[cfg(feature = "native")] {
        Classes: "classes" => "tercet.classes/1",
        CapsVerify: "caps-verify" => "tercet.caps-verify/1",
        CapsExtend: "caps-extend" => "tercet.caps-extend/1",
        CapsCanonical: "caps-canonical" => "tercet.caps-canonical/1",
        CapsShow: "caps-show" => "tercet.caps-show/1",
        CapsSizes: "caps-sizes" => "tercet.caps-sizes/1",
        ReduceMatching: "reduce-matching" => "tercet.reduce-matching/1",
        ReduceMatchingBoard: "reduce-matching-board" => "tercet.reduce-matching-board/1",
        ReduceCover: "reduce-cover" => "tercet.reduce-cover/1",
        ReduceGenerate: "reduce-generate" => "tercet.reduce-generate/1",
        Export: "export" => "tercet.export/1",
        ImportSolution: "import-solution" => "tercet.import-solution/1",
        Sheet: "sheet" => "tercet.sheet/1",
        FaceDown: "face-down" => "tercet.face-down/1",
        Fairness: "fairness" => "tercet.fairness/1",
        Prove: "prove" => "tercet.prove/1",
        CheckProof: "check-proof" => "tercet.check-proof/1",
        ExpandProof: "expand-proof" => "tercet.expand-proof/1",
        Simulate: "simulate" => "tercet.simulate/1",
        MakePart: "make-part" => "tercet.make-part/1",
        Merge: "merge" => "tercet.merge/1",
        Estimate: "estimate" => "tercet.estimate/1",
        Race: "race" => "tercet.race/1",
    }
}
