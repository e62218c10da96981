//! `tercet caps extend`: a set-free hand made complete.

use anyhow::Result;
use tercet::Deck;
use tercet_app::{CapsExtend as Request, CapsExtended, ExtendBy};

use super::{noun, print_rows, say_stopped};
use crate::cli::{By, CapsExtend, Format};
use crate::input;
use crate::outcome::{Outcome, say};
use crate::output::{Printer, board_file, counted, duration, notation};
use crate::work::ask;

pub(crate) fn run(arguments: &CapsExtend, printer: &mut Printer) -> Result<Outcome> {
    let given = input::board_or_none(&arguments.source, arguments.timeout)?;
    let deck = given.board.deck();
    let answer = ask(&Request {
        board: given.into(),
        by: match arguments.by {
            By::Greedy => ExtendBy::Greedy,
            By::Random => ExtendBy::Random,
            By::Best => ExtendBy::Best,
        },
        seed: arguments.seed.map(Into::into),
        notation: Some(notation(arguments.look, deck)?),
        timeout: arguments.timeout.map(Into::into),
    })?;
    match (arguments.look.format, &answer.ending.reason) {
        (Format::Json, _) => printer.answer::<Request>(&answer)?,
        (_, Some(reason)) if answer.cards.is_empty() => say_stopped(reason),
        (Format::Text, _) => {
            board_file(deck, &comment(deck, &answer), &answer.cards, printer)?;
        }
        (Format::Csv, _) => print_rows(&answer.cards, printer)?,
    }
    if let (Some(reason), Format::Text | Format::Csv) =
        (&answer.ending.reason, arguments.look.format)
        && !answer.cards.is_empty()
    {
        printer.finish()?;
        say(&format!("stopped: {} before the time of the search ended", reason.message));
    }
    Ok(answer.ending.status())
}

/// The hand in words, and how it was made.
fn comment(deck: Deck, answer: &CapsExtended) -> String {
    let CapsExtended { given, seed, tried, .. } = answer;
    let (n, noun) = (counted(answer.size as u128, "card"), noun(deck));
    let given = if *given > 0 { format!(" that extends {given}") } else { String::new() };
    let by = match answer.by {
        ExtendBy::Greedy => "greedy",
        ExtendBy::Random => "random",
        ExtendBy::Best => "best",
    };
    let seed = seed.as_ref().map_or_else(String::new, |seed| format!(" --seed {seed}"));
    let searched = tried.as_ref().map_or_else(String::new, |tried| {
        let hands = counted(tried.get().unwrap_or(u128::MAX), "hand");
        format!("\nthe largest found in {} ({hands} tried)", duration(answer.seconds.0))
    });
    let kind = if tried.is_some() { "a" } else { "a complete" };
    format!("{n} of {deck}: {kind} {noun}{given}, --by {by}{seed}{searched}")
}
