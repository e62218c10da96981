//! `tercet reduce graph`: the board whose sets are the edges of a graph.

use anyhow::Result;
use tercet_app::ReduceGraph;

use super::ask_of;
use crate::cli::{Form, Graph};
use crate::outcome::Outcome;
use crate::output::{Printer, board_file, counted};

pub(crate) fn run(arguments: &Graph, printer: &mut Printer) -> Result<Outcome> {
    let answer = ask_of(&arguments.file, None, |graph| ReduceGraph { graph })?;
    match arguments.format {
        Form::Json => printer.answer::<ReduceGraph>(&answer)?,
        Form::Text => {
            let (vertices, deck) = (answer.vertices, answer.deck);
            let sizes = [(answer.edges.len(), "edge"), (answer.size, "card")];
            let [edges, cards] = sizes.map(|(count, noun)| counted(count as u128, noun));
            let noun = if vertices == 1 { "vertex" } else { "vertices" };
            let comment = format!("{edges}, {vertices} {noun}: {cards} of {deck}");
            board_file(deck, &comment, &answer.cards, printer)?;
        }
    }
    Ok(Outcome::Yes)
}
