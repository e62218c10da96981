//! Reductions: other problems as boards, boards as other problems.

mod cover;
mod matching;

use tercet::deck::OutOfRange;
use tercet::file::ParseError;
use tercet::reduction::InstanceError;

pub use self::{cover::*, matching::*};
use crate::{Code, Error};

impl From<ParseError<InstanceError>> for Error {
    fn from(ParseError { place, problem }: ParseError<InstanceError>) -> Self {
        let code = match problem {
            InstanceError::NotText => Code::NotText,
            _ => Code::NoInstance,
        };
        Self::new(code, problem.to_string()).at(place)
    }
}

/// The error of an instance whose board needs too large a deck.
fn too_large(error: &OutOfRange, values: usize, properties: usize) -> Error {
    let error = Error::new(Code::NoSuchDeck, error.to_string());
    error.with("values", values).with("properties", properties)
}
