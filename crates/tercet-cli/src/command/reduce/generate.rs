//! `tercet reduce generate`: instances of k-dimensional matching.

use std::num::NonZeroUsize;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use tercet::reduction::generate::Solution;
use tercet_app::{ReduceGenerate, Seconds};

use super::{Form, solutions};
use crate::arguments::at_least_one;
use crate::command::{Command, MADE};
use crate::number;
use crate::outcome::Outcome;
use crate::output::{Printer, counted};
use crate::remedy::naming;
use crate::work::ask;

/// Generate a k-dimensional matching instance.
#[derive(Debug, Args)]
pub(crate) struct Generate {
    /// The number of dimensions
    #[arg(short = 'k', long, value_name = "K", default_value = "3", value_parser = at_least_one)]
    pub(crate) dimensions: NonZeroUsize,

    /// The number of elements in each dimension
    #[arg(long, value_name = "N", default_value = "10", value_parser = at_least_one)]
    pub(crate) elements: NonZeroUsize,

    /// The number of edges [default: the number at which one perfect matching is expected, or all that
    /// there can be if these are fewer]
    #[arg(long, value_name = "M", value_parser = number::parse::<usize>)]
    pub(crate) edges: Option<usize>,

    /// Whether there is a perfect matching: guaranteed, excluded, or left to chance
    #[arg(long, value_name = "WHETHER", default_value = "chance", value_parser = solutions())]
    pub(crate) solution: Solution,

    /// The random seed of the instance [default: a new one, which is printed]
    #[arg(long, value_name = "SEED", value_parser = number::parse::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Form,
}

impl Command for Generate {
    const EXAMPLES: &[&str] =
        &["tercet reduce generate -k 3 --elements 10 --solution yes --seed 1"];
    const STATUS: &str = MADE;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let Generate { dimensions, elements, edges, solution, seed, timeout, .. } = *self;
        let flag = |field: &str, _: &tercet_app::Error| match field {
            "edge_count" if edges.is_some() => edges.map(|edges| format!("--edges {edges}")),
            _ => Some(format!("-k {dimensions} --elements {elements}")),
        };
        let (seed, timeout) = (seed.map(Into::into), timeout.map(Seconds));
        let question =
            ReduceGenerate { dimensions, elements, edge_count: edges, solution, seed, timeout };
        let answer = ask(&question).map_err(|error| naming(error, flag))?;
        match self.format {
            Form::Json => printer.answer::<ReduceGenerate>(&answer)?,
            Form::Text => {
                let edges = counted(answer.edges.len() as u128, "edge");
                let (solution, seed) = (solution.name(), &answer.seed);
                printer.line(format_args!(
                    "# {edges}, generated with --solution {solution} --seed {seed}"
                ))?;
                printer.raw(answer.instance.as_bytes())?;
            }
        }
        Ok(Outcome::Yes)
    }
}
