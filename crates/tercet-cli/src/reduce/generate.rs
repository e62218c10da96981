//! `tercet reduce generate`: instances of k-dimensional matching.

use anyhow::Result;
use tercet_app::{ReduceGenerate, Seconds};

use crate::cli::{Form, Generate};
use crate::outcome::Outcome;
use crate::output::{Printer, counted};
use crate::remedy::naming;
use crate::work::ask;

pub(crate) fn run(arguments: &Generate, printer: &mut Printer) -> Result<Outcome> {
    let Generate { dimensions, elements, edges, solution, seed, timeout, .. } = *arguments;
    let flag = |field: &str, _: &tercet_app::Error| match field {
        "edge_count" if edges.is_some() => edges.map(|edges| format!("--edges {edges}")),
        _ => Some(format!("-k {dimensions} --elements {elements}")),
    };
    let (seed, timeout) = (seed.map(Into::into), timeout.map(Seconds));
    let question =
        ReduceGenerate { dimensions, elements, edge_count: edges, solution, seed, timeout };
    let answer = ask(&question).map_err(|error| naming(error, flag))?;
    match arguments.format {
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
