//! The table of the models, and both tables as one.

use tercet::Board;
use tercet::solver::{Family, Method, Options};
use thiserror::Error;

use crate::hybrid::Hybrid;
use crate::portfolio::{self, Portfolio};
use crate::sat::Sat;

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
        solver: Some(|board, options| Box::new(Sat::new(board, options))),
        enumerator: Some(|board, options| Box::new(Sat::new(board, options))),
        counter: Some(|board, options| Box::new(Sat::new(board, options))),
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
