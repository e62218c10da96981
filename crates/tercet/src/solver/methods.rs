//! The table of methods: what each one is, what it can do, and how to build it.
//!
//! This is the single truth: the command line, the documentation, the tests and the races read
//! it. CONTRIBUTING.md tells how to add a row.

use thiserror::Error;

use super::auto::Auto;
use super::brute::Brute;
use super::brute_mod3::BruteMod3;
use super::completion::Completion;
use super::cover::Cover;
use super::dynamic::Dynamic;
use super::halves::Halves;
use super::method::{Family, Method, names};
use super::middle::Middle;
use super::pairs::{PairsBits, PairsHash, PairsMeet};
use super::spectrum::Spectrum;
use super::thirds::Thirds;
use super::{Count, Enumerate, New, Options, Solver};
use crate::board::Board;

/// All methods of this crate, from the plainest to the one that picks.
pub static METHODS: &[Method] = &[
    Method {
        name: "brute",
        family: Family::Definition,
        source: "all texts",
        idea: "tries every v cards by the definition",
        complexity: "C(n,v)·p",
        decks: "any",
        threads: false,
        suits: |_| true,
        missing: nothing,
        solver: Some(finder::<Brute>),
        enumerator: Some(lister::<Brute>),
        counter: Some(counter::<Brute>),
    },
    Method {
        name: "brute-mod3",
        family: Family::Definition,
        source: "the recipe",
        idea: "tries every three cards by their sums modulo 3",
        complexity: "C(n,3)·p",
        decks: "v = 3",
        threads: false,
        suits: |deck| deck.values() == 3,
        missing: nothing,
        solver: Some(finder::<BruteMod3>),
        enumerator: Some(lister::<BruteMod3>),
        counter: Some(counter::<BruteMod3>),
    },
    Method {
        name: "pairs-hash",
        family: Family::Completion,
        source: "the recipe",
        idea: "looks the third card of two up as a tuple",
        complexity: "n²/2·p",
        decks: "v = 3",
        threads: false,
        suits: |deck| deck.values() == 3,
        missing: nothing,
        solver: Some(finder::<PairsHash>),
        enumerator: Some(lister::<PairsHash>),
        counter: Some(counter::<PairsHash>),
    },
    Method {
        name: "pairs-bits",
        family: Family::Completion,
        source: "the recipe; Overney and Sieving",
        idea: "finds the third card of two by its bits",
        complexity: "n²/2",
        decks: "v = 3",
        threads: false,
        suits: |deck| deck.values() == 3,
        missing: nothing,
        solver: Some(finder::<PairsBits>),
        enumerator: Some(lister::<PairsBits>),
        counter: Some(counter::<PairsBits>),
    },
    Method {
        name: "halves",
        family: Family::Completion,
        source: "Chaudhuri et al.; Overney and Sieving",
        idea: "tries the pairs inside each half of the board",
        complexity: "n²/4",
        decks: "v = 3",
        threads: false,
        suits: |deck| deck.values() == 3,
        missing: nothing,
        solver: Some(finder::<Halves>),
        enumerator: Some(lister::<Halves>),
        counter: Some(counter::<Halves>),
    },
    Method {
        name: "thirds",
        family: Family::Completion,
        source: "new",
        idea: "splits the board by properties and joins the parts",
        complexity: "n²/6",
        decks: "v = 3",
        threads: false,
        suits: |deck| deck.values() == 3,
        missing: nothing,
        solver: Some(finder::<Thirds>),
        enumerator: Some(lister::<Thirds>),
        counter: Some(counter::<Thirds>),
    },
    Method {
        name: "pairs-meet",
        family: Family::Completion,
        source: "new",
        idea: "keeps all pairs and looks up those that complete each other",
        complexity: "n²/2",
        decks: "v = 4",
        threads: false,
        suits: |deck| deck.values() == 4,
        missing: nothing,
        solver: Some(|board, options| Box::new(PairsMeet::new(board).with_memory(options.memory))),
        enumerator: Some(|board, options| {
            Box::new(PairsMeet::new(board).with_memory(options.memory))
        }),
        counter: Some(|board, options| Box::new(PairsMeet::new(board).with_memory(options.memory))),
    },
    Method {
        name: "completion",
        family: Family::Completion,
        source: "Overney and Sieving",
        idea: "lets v−1 cards fix the last one",
        complexity: "n^(v−1)",
        decks: "any",
        threads: false,
        suits: |_| true,
        missing: nothing,
        solver: Some(finder::<Completion>),
        enumerator: Some(lister::<Completion>),
        counter: Some(counter::<Completion>),
    },
    Method {
        name: "dynamic",
        family: Family::Completion,
        source: "Takeshita",
        idea: "remembers all partial sets and the card that each lacks",
        complexity: "all partial sets, in memory too",
        decks: "any",
        threads: false,
        suits: |_| true,
        missing: nothing,
        solver: Some(|board, options| Box::new(Dynamic::new(board).with_memory(options.memory))),
        enumerator: Some(|board, options| {
            Box::new(Dynamic::new(board).with_memory(options.memory))
        }),
        counter: Some(|board, options| Box::new(Dynamic::new(board).with_memory(options.memory))),
    },
    Method {
        name: "middle",
        family: Family::Completion,
        source: "new",
        idea: "lets half-sets meet their complements",
        complexity: "(n/v)^⌈v/2⌉",
        decks: "4 ≤ v ≤ 64",
        threads: false,
        suits: Middle::suits,
        missing: nothing,
        solver: Some(finder::<Middle>),
        enumerator: Some(lister::<Middle>),
        counter: Some(counter::<Middle>),
    },
    Method {
        name: "spectrum",
        family: Family::Transform,
        source: "new",
        idea: "counts by the Fourier transform of the board",
        complexity: "p·3^p",
        decks: "v = 3, p ≤ 16",
        threads: false,
        suits: Spectrum::suits,
        missing: nothing,
        solver: None,
        enumerator: None,
        counter: Some(counter::<Spectrum>),
    },
    Method {
        name: "cover",
        family: Family::Search,
        source: "new",
        idea: "exact cover of the values in every agreement group",
        complexity: "exponential in v",
        decks: "any",
        threads: true,
        suits: |_| true,
        missing: nothing,
        solver: Some(|board, options| Box::new(Cover::new(board).with_threads(options.threads))),
        enumerator: Some(lister::<Cover>),
        counter: Some(|board, options| Box::new(Cover::new(board).with_threads(options.threads))),
    },
    Method {
        name: "auto",
        family: Family::Choice,
        source: "new",
        idea: "takes the method that suits the deck, the board and the question",
        complexity: "as the method",
        decks: "any",
        threads: true,
        suits: |_| true,
        missing: nothing,
        solver: Some(|board, options| Box::new(Auto::new(board, options))),
        enumerator: Some(|board, options| Box::new(Auto::new(board, options))),
        counter: Some(|board, options| Box::new(Auto::new(board, options))),
    },
];

/// What our own methods lack to run.
fn nothing(_: &Options) -> Option<String> {
    None
}

/// Builds a method that has no options, as a [`Solver`].
fn finder<M: New + Solver + 'static>(board: &Board, _: &Options) -> Box<dyn Solver> {
    Box::new(M::new(board))
}

/// Builds a method that has no options, as an [`Enumerate`].
fn lister<M: New + Enumerate + 'static>(board: &Board, _: &Options) -> Box<dyn Enumerate> {
    Box::new(M::new(board))
}

/// Builds a method that has no options, as a [`Count`].
fn counter<M: New + Count + 'static>(board: &Board, _: &Options) -> Box<dyn Count> {
    Box::new(M::new(board))
}

/// The method of this name.
///
/// # Errors
///
/// [`UnknownMethod`], with the names there are.
pub fn method(name: &str) -> Result<&'static Method, UnknownMethod> {
    let named = METHODS.iter().find(|method| method.name == name);
    named.ok_or_else(|| UnknownMethod(name.into()))
}

/// No method has this name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no method is called '{0}': choose one of {all}", all = names(METHODS.iter().map(|method| method.name)))]
pub struct UnknownMethod(pub String);
