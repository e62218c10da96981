//! `tercet caps extend`: a set-free hand made complete.

use std::time::{Duration, Instant};

use anyhow::Result;
use serde::Serialize;
use tercet::Board;
use tercet::caps::{Order, best, bounds, extend};
use tercet::solver::Limit;

use super::{SEARCH, limit, noun, refuse};
use crate::cli::{By, CapsExtend, Format};
use crate::interrupt::Interrupt;
use crate::output::{DeckJson, Printer, board_file, counted, duration, notation, texts};
use crate::progress::Progress;
use crate::{Outcome, input};

pub(crate) fn run(arguments: &CapsExtend, printer: &mut Printer) -> Result<Outcome> {
    let given = input::board_or_none(&arguments.source)?.board;
    let deck = given.deck();
    let notation = notation(arguments.look, deck)?;
    let seed = match arguments.by {
        By::Greedy => 0,
        By::Random | By::Best => input::seed(arguments.seed)?,
    };
    let interrupt = Interrupt::listen()?;
    let progress = Progress::start(format!("extending a {}", noun(deck)));
    let begin = Instant::now();
    let made = match arguments.by {
        By::Greedy => {
            let limit = limit(arguments.timeout, &interrupt);
            extend(&given, Order::Ascending, &limit).map(|hand| (hand, None))
        }
        By::Random => {
            let limit = limit(arguments.timeout, &interrupt);
            extend(&given, Order::Random(seed), &limit).map(|hand| (hand, None))
        }
        By::Best => {
            let time = arguments.timeout.unwrap_or(SEARCH);
            let limit = Limit::timeout(time).or_flag(interrupt.flag());
            // No search need go on past what is known to be the most.
            let enough = usize::try_from(bounds(deck).most).unwrap_or(usize::MAX);
            best(&given, seed, enough, &limit).map(|best| (best.hand, Some(best.rounds)))
        }
    };
    let (hand, rounds) = match made {
        Ok(made) => made,
        Err(refusal) => return refuse(refusal),
    };
    let time = begin.elapsed();
    drop(progress);
    interrupt.end_work();
    let extended = Extended { arguments, given: given.len(), hand, seed, rounds, time };
    extended.print(notation, printer)?;
    Ok(Outcome::Yes)
}

struct Extended<'a> {
    arguments: &'a CapsExtend,
    given: usize,
    hand: Board,
    seed: u64,
    rounds: Option<u64>,
    time: Duration,
}

impl Extended<'_> {
    fn print(&self, notation: tercet::notation::Notation, printer: &mut Printer) -> Result<()> {
        let &Self { arguments, given, ref hand, seed, rounds, time } = self;
        let deck = hand.deck();
        let cards = texts(deck, notation, hand.cards());
        let (by, seeded) = match arguments.by {
            By::Greedy => ("greedy", None),
            By::Random => ("random", Some(seed)),
            By::Best => ("best", Some(seed)),
        };
        match arguments.look.format {
            Format::Text => {
                let (n, noun) = (counted(cards.len() as u128, "card"), noun(deck));
                let given =
                    if given > 0 { format!(" that extends {given}") } else { String::new() };
                let seeded = seeded.map_or_else(String::new, |seed| format!(" --seed {seed}"));
                let searched = rounds.map_or_else(String::new, |rounds| {
                    let hands = counted(rounds.into(), "hand");
                    format!("\nthe largest found in {} ({hands} tried)", duration(time))
                });
                let kind = if rounds.is_some() { "a" } else { "a complete" };
                let comment =
                    format!("{n} of {deck}: {kind} {noun}{given}, --by {by}{seeded}{searched}");
                board_file(deck, &comment, &cards, printer)
            }
            Format::Json => printer.json(&ExtendJson {
                schema: "tercet.caps-extend/1",
                deck: deck.into(),
                by,
                seed: seeded,
                given,
                count: cards.len(),
                cards,
                rounds,
                seconds: time.as_secs_f64(),
            }),
            Format::Csv => {
                printer.csv(["card"])?;
                cards.into_iter().try_for_each(|card| printer.csv([card]))
            }
        }
    }
}

#[derive(Serialize)]
struct ExtendJson {
    schema: &'static str,
    deck: DeckJson,
    by: &'static str,
    seed: Option<u64>,
    /// How many cards were given; they come first.
    given: usize,
    count: usize,
    cards: Vec<String>,
    /// How many hands the search tried.
    rounds: Option<u64>,
    seconds: f64,
}
