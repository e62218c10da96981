//! `tercet caps max`: how large set-free hands of a deck can be.

use anyhow::Result;
use tercet::Deck;
use tercet::caps::MOST_CARDS;
use tercet_app::{CapsLargest, CapsMax as Request, CapsSearched, Code};

use super::{noun, print_rows};
use crate::cli::{CapsMax, Format};
use crate::input;
use crate::outcome::{Outcome, say};
use crate::output::{Printer, board_file, counted, duration, notation};
use crate::work::ask;

pub(crate) fn run(arguments: &CapsMax, printer: &mut Printer) -> Result<Outcome> {
    let deck = input::deck(arguments.deck)?;
    let answer = ask(&Request {
        deck,
        seed: arguments.seed.map(Into::into),
        notation: Some(notation(arguments.look, deck)?),
        timeout: arguments.timeout.map(Into::into),
    })?;
    match arguments.look.format {
        Format::Text if answer.size.is_some() => {
            board_file(deck, &sentences(deck, &answer).join("\n"), &answer.cards, printer)?;
        }
        Format::Text => {
            sentences(deck, &answer).iter().try_for_each(|line| printer.line(line))?;
        }
        Format::Json => printer.answer::<Request>(&answer)?,
        Format::Csv => {
            for line in sentences(deck, &answer) {
                say(&line);
            }
            print_rows(&answer.cards, printer)?;
        }
    }
    Ok(answer.ending.status())
}

/// What is known, in sentences.
fn sentences(deck: Deck, answer: &CapsLargest) -> Vec<String> {
    let CapsLargest { least, least_from, most, most_from, .. } = answer;
    let (noun, time) = (noun(deck), duration(answer.seconds.0));
    let size = answer.size.unwrap_or(0);
    if let Some(proof) = &answer.proof {
        return vec![
            format!("the largest {noun} of {deck} has {}", counted(size as u128, "card")),
            format!("proved here: {proof} (in {time})"),
        ];
    }
    let mut sentences = if least == most {
        vec![
            format!("the largest {noun} of {deck} has {most} cards"),
            if least_from == most_from {
                format!("quoted, not proved here: {most_from}")
            } else {
                format!("quoted, not proved here: {least_from}; upper bound: {most_from}")
            },
        ]
    } else {
        let least_now = least.max(&size.into()).clone();
        vec![
            format!("the largest {noun} of {deck} has {least_now} to {most} cards"),
            format!("quoted: at least {least} ({least_from}), at most {most} ({most_from})"),
        ]
    };
    // That only bounds are known has been said.
    let stopped = answer.ending.reason.as_ref().filter(|reason| reason.code != Code::OutOfReach);
    if let Some(CapsSearched { constructed, seed }) = &answer.searched {
        let construction = format!("{size} cards by construction");
        let found = if *constructed < size {
            format!(
                "{size} cards by local search from a construction of {constructed}, --seed {seed}"
            )
        } else if *most == size.into() || stopped.is_some() {
            construction
        } else {
            format!("{construction}; local search found no more, --seed {seed}")
        };
        sentences.push(format!("found now: {found} (in {time})"));
    } else if stopped.is_none() {
        let size = deck.size();
        sentences.push(format!(
            "found now: nothing, because {deck} has {size} cards and a search handles {MOST_CARDS}"
        ));
    }
    sentences.extend(stopped.map(|reason| format!("stopped: {}", reason.message)));
    sentences
}
