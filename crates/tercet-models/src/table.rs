//! The table of the models, and both tables as one.

use tercet::Board;
use tercet::solver::{Family, Method, Options};
use thiserror::Error;

use crate::cp;
use crate::hybrid::Hybrid;
use crate::ip;
use crate::portfolio::{self, Portfolio};
use crate::sat;
use crate::smt::{self, Style};

/// The methods of this crate: the models, then those that combine methods.
pub static METHODS: &[Method] = &[
    Method {
        name: "sat",
        family: Family::Model,
        source: "new",
        idea: "a formula with a variable a card, solved by BatSat",
        complexity: "exponential in v",
        decks: "any",
        threads: false,
        suits: |_| true,
        missing: |_| None,
        solver: Some(|board, options| Box::new(sat::batsat(board, options))),
        enumerator: Some(|board, options| Box::new(sat::batsat(board, options))),
        counter: Some(|board, options| Box::new(sat::batsat(board, options))),
    },
    #[cfg(feature = "cadical")]
    Method {
        name: "sat-cadical",
        family: Family::Model,
        source: "new",
        idea: "the formula of sat, solved by CaDiCaL",
        complexity: "exponential in v",
        decks: "any",
        threads: false,
        suits: |_| true,
        missing: |_| None,
        solver: Some(|board, options| Box::new(sat::cadical(board, options))),
        enumerator: Some(|board, options| Box::new(sat::cadical(board, options))),
        counter: Some(|board, options| Box::new(sat::cadical(board, options))),
    },
    Method {
        name: "cp",
        family: Family::Model,
        source: "Rubin",
        idea: "a constraint program with a card a slot, solved by Pumpkin",
        complexity: "exponential in v",
        decks: "any",
        threads: false,
        suits: |_| true,
        missing: |_| None,
        solver: Some(|board, options| Box::new(cp::pumpkin(board, options))),
        enumerator: Some(|board, options| Box::new(cp::pumpkin(board, options))),
        counter: Some(|board, options| Box::new(cp::pumpkin(board, options))),
    },
    Method {
        name: "ip",
        family: Family::Model,
        source: "Sudz and Odland; Rubin",
        idea: "an integer program by branch and bound, all sets in one tree",
        complexity: "exponential in v",
        decks: "any",
        threads: false,
        suits: |_| true,
        missing: |_| None,
        solver: Some(|board, options| Box::new(ip::in_one_tree(board, options))),
        enumerator: Some(|board, options| Box::new(ip::in_one_tree(board, options))),
        counter: Some(|board, options| Box::new(ip::in_one_tree(board, options))),
    },
    Method {
        name: "ip-resolve",
        family: Family::Model,
        source: "Sudz and Odland; Rubin",
        idea: "the same program, solved again after each set",
        complexity: "exponential in v",
        decks: "any",
        threads: false,
        suits: |_| true,
        missing: |_| None,
        solver: Some(|board, options| Box::new(ip::resolving(board, options))),
        enumerator: Some(|board, options| Box::new(ip::resolving(board, options))),
        counter: Some(|board, options| Box::new(ip::resolving(board, options))),
    },
    #[cfg(feature = "highs")]
    Method {
        name: "ip-highs",
        family: Family::Model,
        source: "Sudz and Odland; Rubin",
        idea: "the same integer program in HiGHS, solved again after each set",
        complexity: "exponential in v",
        decks: "any",
        threads: false,
        suits: |_| true,
        missing: |_| None,
        solver: Some(|board, options| Box::new(ip::highs(board, options))),
        enumerator: Some(|board, options| Box::new(ip::highs(board, options))),
        counter: Some(|board, options| Box::new(ip::highs(board, options))),
    },
    Method {
        name: "smt",
        family: Family::Model,
        source: "Takeshita",
        idea: "integers in v slots for an SMT solver, told anew at every deal",
        complexity: "exponential in v",
        decks: "any",
        threads: false,
        suits: |_| true,
        missing: smt::missing,
        solver: Some(|board, options| Box::new(smt::outside(board, Style::THESIS, options))),
        enumerator: Some(|board, options| Box::new(smt::outside(board, Style::THESIS, options))),
        counter: Some(|board, options| Box::new(smt::outside(board, Style::THESIS, options))),
    },
    Method {
        name: "smt-incremental",
        family: Family::Model,
        source: "Takeshita, extended",
        idea: "the same in one session, asked for sets with a new card only",
        complexity: "exponential in v",
        decks: "any",
        threads: false,
        suits: |_| true,
        missing: smt::missing,
        solver: Some(|board, options| Box::new(smt::outside(board, Style::INCREMENTAL, options))),
        enumerator: Some(|board, options| {
            Box::new(smt::outside(board, Style::INCREMENTAL, options))
        }),
        counter: Some(|board, options| Box::new(smt::outside(board, Style::INCREMENTAL, options))),
    },
    Method {
        name: "smt-bits",
        family: Family::Model,
        source: "new",
        idea: "the same with bit-vectors",
        complexity: "exponential in v",
        decks: "any",
        threads: false,
        suits: |_| true,
        missing: smt::missing,
        solver: Some(|board, options| Box::new(smt::outside(board, Style::BITS, options))),
        enumerator: Some(|board, options| Box::new(smt::outside(board, Style::BITS, options))),
        counter: Some(|board, options| Box::new(smt::outside(board, Style::BITS, options))),
    },
    Method {
        name: "portfolio",
        family: Family::Choice,
        source: "new; asked for by Takeshita",
        idea: "lets chosen methods race and takes the first answer",
        complexity: "as the winner",
        decks: "any",
        threads: true,
        suits: |_| true,
        missing: |options| portfolio::named(options).err().map(|no| format!("cannot race: {no}")),
        solver: Some(|board, options| Box::new(race(board, options))),
        enumerator: Some(|board, options| Box::new(race(board, options))),
        counter: Some(|board, options| Box::new(race(board, options))),
    },
    Method {
        name: "hybrid",
        family: Family::Choice,
        source: "new; asked for by Takeshita",
        idea: "takes auto, and lets the models join where that takes long",
        complexity: "as auto, or as the winner",
        decks: "any",
        threads: true,
        suits: |_| true,
        missing: |_| None,
        solver: Some(|board, options| Box::new(Hybrid::new(board, options))),
        enumerator: Some(|board, options| Box::new(Hybrid::new(board, options))),
        counter: Some(|board, options| Box::new(Hybrid::new(board, options))),
    },
];

fn race(board: &Board, options: &Options) -> Portfolio {
    Portfolio::from_options(board, options).expect("who is missing was asked before")
}

/// All methods there are: those of the library, then those of this crate.
pub fn methods() -> impl Iterator<Item = &'static Method> {
    tercet::solver::METHODS.iter().chain(METHODS)
}

/// The method of this name, of the library or of this crate.
///
/// # Errors
///
/// [`UnknownMethod`], with the names there are.
pub fn method(name: &str) -> Result<&'static Method, UnknownMethod> {
    methods().find(|method| method.name == name).ok_or_else(|| UnknownMethod(name.into()))
}

/// No method has this name, neither in the library nor in this crate.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no method is called '{0}': choose one of {all}", all = names())]
pub struct UnknownMethod(pub String);

fn names() -> String {
    methods().map(|method| method.name).collect::<Vec<_>>().join(", ")
}
