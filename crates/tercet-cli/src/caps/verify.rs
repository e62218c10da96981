//! `tercet caps verify`: whether a hand is set-free.

use anyhow::Result;
use tercet_app::CapsVerify;

use super::{noun, say_stopped};
use crate::cli::{CapsHand, Format};
use crate::input;
use crate::outcome::Outcome;
use crate::output::{Printer, counted, duration, notation, notation_in_text};
use crate::sets::print_cards;
use crate::work::ask;

pub(crate) fn run(arguments: &CapsHand, printer: &mut Printer) -> Result<Outcome> {
    let named = input::board(&arguments.source, arguments.timeout)?;
    let deck = named.board.deck();
    let shown = notation_in_text(arguments.look, deck)?;
    let answer = ask(&CapsVerify {
        board: named.clone().into(),
        notation: Some(notation(arguments.look, deck)?),
        timeout: arguments.timeout.map(Into::into),
    })?;
    match (arguments.look.format, &answer.decision.reason) {
        (Format::Json, _) => printer.answer::<CapsVerify>(&answer)?,
        (_, Some(reason)) => say_stopped(reason),
        (Format::Text, None) => {
            let (cards, noun) = (counted(answer.size as u128, "card"), noun(deck));
            let time = duration(answer.seconds.0);
            let verdict = match answer.positions.first() {
                Some(set) => {
                    print_cards(&named.board, shown, set, printer)?;
                    format!("not a {noun}, this is a set")
                }
                None => format!("a {noun}"),
            };
            printer.line(format_args!("{cards} of {deck}: {verdict} (in {time})"))?;
        }
        (Format::Csv, None) => {
            printer.csv((1..=deck.values()).map(|i| format!("card_{i}")))?;
            answer.sets.iter().try_for_each(|set| printer.csv(set))?;
        }
    }
    Ok(answer.decision.status())
}
