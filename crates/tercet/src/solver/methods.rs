//! The table of methods: what each one is, what it can do, and how to build it.
//!
//! The command line, the documentation, the tests and the races all use this table. CONTRIBUTING.md
//! explains how to add a row.

use super::auto::Auto;
use super::brute::{Brute, sums_to_zero};
use super::completion::Completion;
use super::cover::Cover;
use super::dynamic::Dynamic;
use super::method::{Build, Family, Method};
use super::middle::Middle;
use super::pairs::{Halves, HalvesListed, PairsBits, PairsHash, PairsMeet};
use super::spectrum::Spectrum;
use super::thirds::Thirds;
use super::{Algorithm, Decks};
use crate::UnknownName;
use crate::set::is_set;

/// All methods of this crate, from brute force to the automatic choice.
pub static METHODS: &[Method] = &[
    Method::BRUTE,
    Method::BRUTE_MOD3,
    Method::PAIRS_HASH,
    Method::PAIRS_BITS,
    Method::HALVES,
    Method::HALVES_LISTED,
    Method::THIRDS,
    Method::PAIRS_MEET,
    Method::COMPLETION,
    Method::DYNAMIC,
    Method::MIDDLE,
    Method::SPECTRUM,
    Method::COVER,
    Method::AUTO,
];

/// The usual values of a row.
pub(super) const ROW: Method = Method {
    name: "",
    family: Family::Completion,
    source: "new",
    idea: "",
    complexity: "",
    decks: Decks::ANY,
    threads: false,
    only_counts: false,
    starts_program: false,
    lacks: None,
    build: Build::Plain(|board, _| Brute::new(is_set).on(board)),
};

const V3: Decks = Decks { values: 3..=3, ..Decks::ANY };

/// The rows of the table.
impl Method {
    /// Every combination of v cards, by the definition.
    pub const BRUTE: Self = Self {
        name: "brute",
        family: Family::Definition,
        source: "all texts",
        idea: "every combination of v cards, by the definition",
        complexity: "C(n,v)·p",
        build: Build::Plain(|board, _| Brute::new(is_set).on(board)),
        ..ROW
    };

    /// Every triple of cards, by sums modulo 3.
    pub const BRUTE_MOD3: Self = Self {
        name: "brute-mod3",
        family: Family::Definition,
        source: "the recipe",
        idea: "every triple of cards, by sums modulo 3",
        complexity: "C(n,3)·p",
        decks: V3,
        build: Build::Plain(|board, _| Brute::new(sums_to_zero).on(board)),
        ..ROW
    };

    /// Hash lookup of the third card of each pair.
    pub const PAIRS_HASH: Self = Self {
        name: "pairs-hash",
        source: "the recipe",
        idea: "hash lookup of the third card of each pair",
        complexity: "n²/2·p",
        decks: V3,
        build: Build::Plain(|board, _| PairsHash.on(board)),
        ..ROW
    };

    /// Bit logic for the third card.
    pub const PAIRS_BITS: Self = Self {
        name: "pairs-bits",
        source: "the recipe; Overney and Sieving",
        idea: "bit logic for the third card",
        complexity: "n²/2",
        decks: V3,
        build: Build::Plain(|board, _| PairsBits::new(board.deck()).on(board)),
        ..ROW
    };

    /// Pairs within each half.
    pub const HALVES: Self = Self {
        name: "halves",
        source: "Chaudhuri et al.; Overney and Sieving",
        idea: "pairs within each half",
        complexity: "n²/4",
        decks: V3,
        build: Build::Plain(|board, _| Halves::new(board.deck()).on(board)),
        ..ROW
    };

    /// Pairs within each half, listed before the first is tried.
    pub const HALVES_LISTED: Self = Self {
        name: "halves-listed",
        source: "Overney and Sieving",
        idea: "halves by hash lookup, all pairs listed first",
        complexity: "n²/4·p",
        decks: V3,
        build: Build::Plain(|board, options| HalvesListed { memory: options.memory }.on(board)),
        ..ROW
    };

    /// Board split into thirds by properties.
    pub const THIRDS: Self = Self {
        name: "thirds",
        idea: "board split into thirds by properties",
        complexity: "n²/6",
        decks: V3,
        build: Build::Plain(|board, _| Thirds.on(board)),
        ..ROW
    };

    /// Lookup of pairs that complete each other.
    pub const PAIRS_MEET: Self = Self {
        name: "pairs-meet",
        idea: "lookup of pairs that complete each other",
        complexity: "n²/2",
        decks: Decks { values: 4..=4, ..Decks::ANY },
        build: Build::Plain(|board, options| {
            PairsMeet::new(board.deck(), options.memory).on(board)
        }),
        ..ROW
    };

    /// v−1 cards determine the last one.
    pub const COMPLETION: Self = Self {
        name: "completion",
        source: "Overney and Sieving",
        idea: "v−1 cards determine the last one",
        complexity: "n^(v−1)",
        build: Build::Plain(|board, _| Completion.on(board)),
        ..ROW
    };

    /// All partial sets, kept in memory.
    pub const DYNAMIC: Self = Self {
        name: "dynamic",
        source: "Takeshita",
        idea: "all partial sets, kept in memory",
        complexity: "number of partial sets",
        build: Build::Plain(|board, options| Dynamic::new(board.deck(), options.memory).on(board)),
        ..ROW
    };

    /// Meet in the middle: half-sets and complements.
    pub const MIDDLE: Self = Self {
        name: "middle",
        idea: "meet in the middle: half-sets and complements",
        complexity: "(n/v)^⌈v/2⌉",
        decks: Middle::DECKS,
        build: Build::Plain(|board, options| Middle { memory: options.memory }.on(board)),
        ..ROW
    };

    /// Fourier transform of the board.
    pub const SPECTRUM: Self = Self {
        name: "spectrum",
        family: Family::Transform,
        idea: "Fourier transform of the board",
        complexity: "p·3^p",
        // Few enough cards for the memory.
        decks: Decks { values: 3..=3, properties: 1..=16 },
        only_counts: true,
        build: Build::Plain(|board, options| Spectrum { memory: options.memory }.on(board)),
        ..ROW
    };

    /// Exact cover of the values in every agreement group. With p = 2, finding takes polynomial time.
    pub const COVER: Self = Self {
        name: "cover",
        family: Family::Search,
        idea: "exact cover of the values in every agreement group",
        complexity: "exponential in v if p > 2",
        threads: true,
        build: Build::Plain(|board, options| Cover::new(options.threads).on(board)),
        ..ROW
    };

    /// A suitable method for deck, board and question.
    pub const AUTO: Self = Self {
        name: "auto",
        family: Family::Choice,
        idea: "a suitable method for deck, board and question",
        complexity: "as the chosen method",
        threads: true,
        build: Build::Plain(|board, options| Box::new(Auto::new(board, options))),
        ..ROW
    };
}

/// The method with this name.
///
/// # Errors
///
/// [`UnknownName`], whose message lists the known names.
pub fn method(name: &str) -> Result<&'static Method, UnknownName> {
    let named = METHODS.iter().find(|method| method.name == name);
    named.ok_or_else(|| UnknownName::new("method", name, METHODS.iter().map(|method| method.name)))
}
