//! `tercet reduce matching`: an instance of k-dimensional matching, solved end to end.

use anyhow::Result;
use tercet::Deck;
use tercet_app::{Matched, ReduceMatching, ReduceMatchingBoard, Verdict};

use super::ask_of;
use crate::cli::{Form, Matching};
use crate::find::report;
use crate::outcome::Outcome;
use crate::output::{Printer, board_file, counted, duration};

pub(crate) fn run(arguments: &Matching, printer: &mut Printer) -> Result<Outcome> {
    if arguments.board {
        return print_board(arguments, printer);
    }
    let search = arguments.search.request();
    let timeout = arguments.search.timeout;
    let answer = ask_of(&arguments.file, timeout, |instance| ReduceMatching { instance, search })?;
    report(&answer.method);
    match arguments.format {
        Form::Json => printer.answer::<ReduceMatching>(&answer)?,
        Form::Text => print_text(&answer, printer)?,
    }
    Ok(answer.ending.status())
}

/// The size of an instance and of its board.
fn size(edges: usize, dimensions: usize, elements: usize, cards: usize, deck: Deck) -> String {
    format!(
        "{}, {} of {}: {} of {deck}",
        counted(edges as u128, "edge"),
        counted(dimensions as u128, "dimension"),
        counted(elements as u128, "element"),
        counted(cards as u128, "card"),
    )
}

fn print_text(answer: &Matched, printer: &mut Printer) -> Result<()> {
    let Matched { edge_count, dimensions, elements, size: cards, deck, .. } = *answer;
    printer.line(size(edge_count, dimensions, elements, cards, deck))?;
    for edge in answer.matching.iter().flatten() {
        let elements = edge.iter().map(usize::to_string);
        printer.line(elements.collect::<Vec<_>>().join(" "))?;
    }
    let found = match (&answer.ending.reason, answer.ending.answer) {
        (Some(reason), _) => format!("stopped: {} before an answer", reason.message),
        (None, Verdict::Found) => "a perfect matching".into(),
        (None, _) => "no perfect matching".into(),
    };
    printer.line(format_args!("{found} ({}, {})", answer.method, duration(answer.seconds.0)))
}

fn print_board(arguments: &Matching, printer: &mut Printer) -> Result<Outcome> {
    let answer = ask_of(&arguments.file, None, |instance| ReduceMatchingBoard { instance })?;
    match arguments.format {
        Form::Json => printer.answer::<ReduceMatchingBoard>(&answer)?,
        Form::Text => {
            let size = size(
                answer.edge_count,
                answer.dimensions,
                answer.elements,
                answer.size,
                answer.deck,
            );
            let comment = format!("{size}, the last card is extra");
            board_file(answer.deck, &comment, &answer.cards, printer)?;
        }
    }
    Ok(Outcome::Yes)
}
