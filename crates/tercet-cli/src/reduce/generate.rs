//! `tercet reduce generate`: instances of k-dimensional matching.

use anyhow::{Result, anyhow};
use serde::Serialize;
use tercet::reduction::generate::{GenerateError, matching};

use crate::cli::{Form, Generate};
use crate::output::{Printer, counted};
use crate::{Outcome, input};

pub(crate) fn run(arguments: &Generate, printer: &mut Printer) -> Result<Outcome> {
    let Generate { edges, solution, .. } = *arguments;
    let (dimensions, elements) = (arguments.dimensions.get(), arguments.elements.get());
    let seed = input::seed(arguments.seed)?;
    let instance = matching(dimensions, elements, edges, solution, seed);
    let instance = instance.map_err(|error| match (error, edges) {
        (GenerateError::Edges { asked, least, most, .. }, Some(edges)) if least == most => {
            anyhow!("--edges {edges}: {asked} edges cannot be drawn: only {most} can")
        }
        (GenerateError::Edges { .. }, Some(edges)) => {
            anyhow!(error).context(format!("--edges {edges}"))
        }
        _ => anyhow!(error).context(format!("-k {dimensions} -n {elements}")),
    })?;
    match arguments.format {
        Form::Json => printer.json(&GenerateJson {
            schema: "tercet.reduce-generate/1",
            dimensions,
            elements,
            solution: solution.name(),
            seed,
            edges: instance.edges(),
        })?,
        Form::Text => {
            let edges = counted(instance.edges().len() as u128, "edge");
            let solution = solution.name();
            printer
                .line(format_args!("# {edges}, made with --solution {solution} --seed {seed}"))?;
            printer.raw(instance.text().as_bytes())?;
        }
    }
    Ok(Outcome::Yes)
}

#[derive(Serialize)]
struct GenerateJson<'a> {
    schema: &'static str,
    dimensions: usize,
    elements: usize,
    solution: &'static str,
    seed: u64,
    edges: &'a [Box<[usize]>],
}
