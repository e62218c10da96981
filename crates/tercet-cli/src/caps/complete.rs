//! `tercet caps complete`: whether a set-free hand is complete, and which cards can be added.

use anyhow::Result;
use tercet_app::CapsComplete;

use super::{noun, print_rows, say_stopped};
use crate::cli::{CapsHand, Format};
use crate::input;
use crate::outcome::{Outcome, say};
use crate::output::{Printer, board_file, counted, notation};
use crate::work::ask;

pub(crate) fn run(arguments: &CapsHand, printer: &mut Printer) -> Result<Outcome> {
    let named = input::board(&arguments.source, arguments.timeout)?;
    let deck = named.board.deck();
    let answer = ask(&CapsComplete {
        board: named.into(),
        notation: Some(notation(arguments.look, deck)?),
        timeout: arguments.timeout.map(Into::into),
    })?;
    match (arguments.look.format, &answer.decision.reason) {
        (Format::Json, _) => printer.answer::<CapsComplete>(&answer)?,
        (_, Some(reason)) => say_stopped(reason),
        (Format::Text, None) => {
            let (cards, noun) = (counted(answer.size as u128, "card"), noun(deck));
            match (&answer.lower_bound, answer.addable.len()) {
                (Some(number), _) => printer.line(format_args!(
                    "{cards} of {deck}: a {noun}; each of at least {number} cards can be added"
                ))?,
                (None, 0) => printer.line(format_args!("{cards} of {deck}: a complete {noun}"))?,
                (None, number) => {
                    let comment =
                        format!("{cards} of {deck}: a {noun}; each of {number} cards can be added");
                    board_file(deck, &comment, &answer.addable, printer)?;
                }
            }
        }
        (Format::Csv, None) => {
            print_rows(&answer.addable, printer)?;
            if let Some(number) = &answer.lower_bound {
                say(&format!("at least {number} cards can be added, too many to list"));
            }
        }
    }
    Ok(answer.decision.status())
}
