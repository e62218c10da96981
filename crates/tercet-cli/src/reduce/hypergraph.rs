//! `tercet reduce hypergraph`: the hypergraph of a board, in the form that hMETIS reads.

use anyhow::Result;
use tercet_app::ReduceHypergraph;

use crate::cli::{Form, Hypergraph};
use crate::input;
use crate::outcome::Outcome;
use crate::output::{Printer, counted};
use crate::work::ask;

pub(crate) fn run(arguments: &Hypergraph, printer: &mut Printer) -> Result<Outcome> {
    let named = input::board(&arguments.source, None)?;
    let deck = named.board.deck();
    let answer = ask(&ReduceHypergraph { board: named.into() })?;
    match arguments.format {
        Form::Json => printer.answer::<ReduceHypergraph>(&answer)?,
        Form::Text => {
            printer.line(format_args!("% {} of {deck}", counted(answer.size as u128, "card")))?;
            printer.line(format_args!("{} {}", answer.hyperedges.len(), answer.vertices))?;
            for hyperedge in &answer.hyperedges {
                let from_one = hyperedge.iter().map(|vertex| (vertex + 1).to_string());
                printer.line(from_one.collect::<Vec<_>>().join(" "))?;
            }
        }
    }
    Ok(Outcome::Yes)
}
