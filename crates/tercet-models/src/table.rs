//! The table of the models, and both tables as one.

use tercet::solver::{Family, Method};
use thiserror::Error;

use crate::cp::Cp;
use crate::sat::Sat;

/// The methods of this crate.
pub static METHODS: &[Method] = &[
    Method {
        name: "cp",
        family: Family::Model,
        source: "Rubin",
        idea: "a constraint programme with a card a slot, solved by Pumpkin",
        complexity: "exponential in v",
        decks: "any",
        threads: false,
        suits: |_| true,
        missing: |_| None,
        solver: Some(|board, options| Box::new(Cp::new(board, options))),
        enumerator: Some(|board, options| Box::new(Cp::new(board, options))),
        counter: Some(|board, options| Box::new(Cp::new(board, options))),
    },
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
];

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
