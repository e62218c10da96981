//! Reductions: other problems as boards, boards as other problems.

mod cover;
mod generate;
mod graph;
mod hypergraph;
mod matching;

use tercet::reduction::{ParseError, Problem, TooLarge};

pub use cover::{CoverProblem, Covers, ReduceCover};
pub use generate::{Generated, ReduceGenerate};
pub use graph::{GraphBoard, ReduceGraph};
pub use hypergraph::{BoardHypergraph, ReduceHypergraph};
pub use matching::{Matched, MatchingBoard, ReduceMatching, ReduceMatchingBoard};

use crate::{Code, Error};

impl From<ParseError> for Error {
    fn from(ParseError { place, problem }: ParseError) -> Self {
        let code = match problem {
            Problem::NotText(_) => Code::NotText,
            _ => Code::NoInstance,
        };
        Self::new(code, problem.to_string()).at(place)
    }
}

impl From<TooLarge> for Error {
    fn from(error: TooLarge) -> Self {
        let TooLarge { values, properties, .. } = error;
        Self::new(Code::NoSuchDeck, error.to_string())
            .with("values", values)
            .with("properties", properties)
    }
}
