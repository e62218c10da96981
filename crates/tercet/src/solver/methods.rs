//! The table of methods: what each one is, what it can do, and how to build it.
//!
//! The command line, the documentation, the tests and the races all use this table. CONTRIBUTING.md
//! explains how to add a row.

use thiserror::Error;

use super::auto::Auto;
use super::brute::Brute;
use super::brute_mod3::BruteMod3;
use super::completion::Completion;
use super::cover::Cover;
use super::dynamic::Dynamic;
use super::halves::Halves;
use super::method::{Build, Family, Method};
use super::middle::Middle;
use super::pairs::{PairsBits, PairsHash, PairsMeet};
use super::spectrum::Spectrum;
use super::thirds::Thirds;
use super::{Decks, Full, New, Options};
use crate::board::Board;

const V3: Decks = Decks { values: 3..=3, ..Decks::ANY };

/// All methods of this crate, from brute force to the automatic choice.
pub static METHODS: &[Method] = &[
    Method {
        name: "brute",
        family: Family::Definition,
        source: "all texts",
        idea: "every combination of v cards, by the definition",
        complexity: "C(n,v)·p",
        decks: Decks::ANY,
        threads: false,
        build: Build::Full(build::<Brute>),
    },
    Method {
        name: "brute-mod3",
        family: Family::Definition,
        source: "the recipe",
        idea: "every triple of cards, by sums modulo 3",
        complexity: "C(n,3)·p",
        decks: V3,
        threads: false,
        build: Build::Full(build::<BruteMod3>),
    },
    Method {
        name: "pairs-hash",
        family: Family::Completion,
        source: "the recipe",
        idea: "hash lookup of the third card of each pair",
        complexity: "n²/2·p",
        decks: V3,
        threads: false,
        build: Build::Full(build::<PairsHash>),
    },
    Method {
        name: "pairs-bits",
        family: Family::Completion,
        source: "the recipe; Overney and Sieving",
        idea: "bit logic for the third card",
        complexity: "n²/2",
        decks: V3,
        threads: false,
        build: Build::Full(build::<PairsBits>),
    },
    Method {
        name: "halves",
        family: Family::Completion,
        source: "Chaudhuri et al.; Overney and Sieving",
        idea: "pairs within each half",
        complexity: "n²/4",
        decks: V3,
        threads: false,
        build: Build::Full(build::<Halves>),
    },
    Method {
        name: "thirds",
        family: Family::Completion,
        source: "new",
        idea: "board split into thirds by properties",
        complexity: "n²/6",
        decks: V3,
        threads: false,
        build: Build::Full(build::<Thirds>),
    },
    Method {
        name: "pairs-meet",
        family: Family::Completion,
        source: "new",
        idea: "lookup of pairs that complete each other",
        complexity: "n²/2",
        decks: Decks { values: 4..=4, ..Decks::ANY },
        threads: false,
        build: Build::Full(|board, options| {
            Box::new(PairsMeet::new(board).with_memory(options.memory))
        }),
    },
    Method {
        name: "completion",
        family: Family::Completion,
        source: "Overney and Sieving",
        idea: "v−1 cards determine the last one",
        complexity: "n^(v−1)",
        decks: Decks::ANY,
        threads: false,
        build: Build::Full(build::<Completion>),
    },
    Method {
        name: "dynamic",
        family: Family::Completion,
        source: "Takeshita",
        idea: "all partial sets, kept in memory",
        complexity: "number of partial sets",
        decks: Decks::ANY,
        threads: false,
        build: Build::Full(|board, options| {
            Box::new(Dynamic::new(board).with_memory(options.memory))
        }),
    },
    Method {
        name: "middle",
        family: Family::Completion,
        source: "new",
        idea: "meet in the middle: half-sets and complements",
        complexity: "(n/v)^⌈v/2⌉",
        decks: Middle::DECKS,
        threads: false,
        build: Build::Full(build::<Middle>),
    },
    Method {
        name: "spectrum",
        family: Family::Transform,
        source: "new",
        idea: "Fourier transform of the board",
        complexity: "p·3^p",
        decks: Spectrum::DECKS,
        threads: false,
        build: Build::Counter(|board, _| Box::new(Spectrum::new(board))),
    },
    Method {
        name: "cover",
        family: Family::Search,
        source: "new",
        idea: "exact cover of the values in every agreement group",
        complexity: "exponential in v",
        decks: Decks::ANY,
        threads: true,
        build: Build::Full(|board, options| {
            Box::new(Cover::new(board).with_threads(options.threads))
        }),
    },
    Method {
        name: "auto",
        family: Family::Choice,
        source: "new",
        idea: "a suitable method for deck, board and question",
        complexity: "as the chosen method",
        decks: Decks::ANY,
        threads: true,
        build: Build::Full(|board, options| Box::new(Auto::new(board, options))),
    },
];

/// Builds a method without options.
fn build<M: New + Full + 'static>(board: &Board, _: &Options) -> Box<dyn Full> {
    Box::new(M::new(board))
}

/// The method with this name.
///
/// # Errors
///
/// [`UnknownMethod`], whose message lists the known names.
pub fn method(name: &str) -> Result<&'static Method, UnknownMethod> {
    let named = METHODS.iter().find(|method| method.name == name);
    named.ok_or_else(|| UnknownMethod(name.into()))
}

/// No method has this name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no method is called '{0}': choose one of {all}", all = names().join(", "))]
pub struct UnknownMethod(pub String);

fn names() -> Vec<&'static str> {
    METHODS.iter().map(|method| method.name).collect()
}
