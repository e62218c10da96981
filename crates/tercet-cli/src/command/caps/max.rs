//! `tercet caps max`: how large set-free hands of a deck can be.

use std::time::Duration;

use anyhow::Result;
use clap::Args;
use tercet::Deck;
use tercet::caps::MOST_CARDS;
use tercet_app::{CapsLargest, CapsMax as Request, CapsSearched, Code};

use super::{noun, print_rows};
use crate::arguments::{DeckOptions, Format, Look};
use crate::command::Command;
use crate::outcome::{Outcome, say};
use crate::output::{Printer, board_file, counted, duration, notation};
use crate::work::ask;
use crate::{input, number};

/// Show the size of the largest set-free hand of a deck.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct Max {
    #[command(flatten)]
    pub(crate) deck: DeckOptions,

    /// The random seed of the search [default: a new one, which is printed]
    #[arg(long, value_name = "SEED", value_parser = number::parse::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Time limit, such as 100ms, 2s or 5m; a search uses all of it [default for a search: 2s]
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,

    #[command(flatten)]
    pub(crate) look: Look,
}

impl Command for Max {
    const EXAMPLES: &[&str] = &["tercet caps max -p 6 --seed 1"];
    const STATUS: &str = "\
The maximum is proved by Tercet for decks with one or two values or properties, and for (3,3), (3,4) \
and (4,3). For caps with p = 5 and 6, and for bounds beyond that, the literature is cited. If there \
is no built-in proof, a large hand is searched for until --timeout.

Exit status: 0 the maximum is known, 2 invalid input or failure, 3 only bounds are known.";

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let deck = input::deck(self.deck)?;
        let answer = ask(&Request {
            deck,
            seed: self.seed.map(Into::into),
            notation: Some(notation(self.look, deck)?),
            timeout: self.timeout.map(Into::into),
        })?;
        match self.look.format {
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
