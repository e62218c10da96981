//! `tercet deal`: a fair random board.

use std::fmt::{self, Display, Formatter};

use anyhow::Result;
use tercet::Deck;
use tercet_app::{
    CardFrequencies, CardFrequency, Code, DealKind, Dealt, Fairness, Name, Question, Sampled,
    SampledBy, Seconds,
};

use crate::cli::{Deal, Format};
use crate::input;
use crate::interrupt::Interrupt;
use crate::outcome::{Outcome, say};
use crate::output::{Printer, board_file, counted};
use crate::progress::Progress;

pub(crate) fn run(arguments: &Deal, printer: &mut Printer) -> Result<Outcome> {
    let deck = input::deck(arguments.deck)?;
    if let Some(trials) = arguments.trials {
        return fairness(arguments, deck, trials.get() as u64, printer);
    }
    let kind = match arguments.sets {
        Some(sets) => DealKind::Exactly(sets.into()),
        None if arguments.free => DealKind::Free,
        None if arguments.planted => DealKind::Planted,
        None => DealKind::Random,
    };
    let request = tercet_app::Deal {
        deck: deck.into(),
        size: arguments.count,
        kind,
        seed: arguments.seed.map(Into::into),
        timeout: arguments.timeout.map(Seconds),
        notation: arguments.look.notation.map(Name),
    };
    let interrupt = Interrupt::listen()?;
    let (progress, session) = Progress::of(interrupt.session(), |progress| progress.what.clone());
    let dealt = request.ask(&session);
    drop(progress);
    interrupt.end_work();
    let dealt = match dealt {
        Ok(dealt) => dealt,
        Err(stop) if stop.code == Code::Effort => {
            say(&format!("stopped: {stop}: ask for another board"));
            return Ok(Outcome::Stopped);
        }
        Err(stop) if stop.code.is_stop() => {
            let rest = match request.kind {
                DealKind::Random | DealKind::Planted => "before all cards were dealt",
                DealKind::Free | DealKind::Exactly(_) => {
                    "before a board was found: raise the limit, or ask for another"
                }
            };
            say(&format!("stopped: {stop} {rest}"));
            return Ok(Outcome::Stopped);
        }
        Err(error) if error.code == Code::OutOfRange => {
            return Err(anyhow::anyhow!("{error}: choose another number with -n"));
        }
        Err(error) => return Err(error.into()),
    };
    if let (Some(why), Format::Text | Format::Csv) = (&dealt.why, arguments.look.format) {
        say(why);
        return Ok(Outcome::No);
    }
    let outcome = dealt.ending.status();
    match arguments.look.format {
        Format::Text => print_text(deck, &request.kind, &dealt, printer)?,
        Format::Json => printer.answer::<tercet_app::Deal>(&dealt)?,
        Format::Csv => {
            printer.csv(["card"])?;
            for card in dealt.cards {
                printer.csv([card])?;
            }
        }
    }
    Ok(outcome)
}

/// Prints a board file, whose comment says how the board was dealt.
fn print_text(deck: Deck, kind: &DealKind, dealt: &Dealt, printer: &mut Printer) -> Result<()> {
    let cards = counted(dealt.size as u128, "card");
    let how = match kind {
        DealKind::Random => String::new(),
        DealKind::Planted => "--planted ".into(),
        DealKind::Free => "--free ".into(),
        DealKind::Exactly(sets) => format!("--sets {sets} "),
    };
    let way =
        dealt.sampled.as_ref().map_or_else(String::new, |sampled| format!("\n{}", Way(sampled)));
    let comment = format!("{cards} of {deck}, dealt with {how}--seed {}{way}", dealt.seed);
    board_file(deck, &comment, &dealt.cards, printer)
}

/// How a board with an exact number of sets was drawn, in words.
struct Way<'a>(&'a Sampled);

impl Display for Way<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Sampled { count, way } = self.0;
        let kind = match count.get().unwrap_or(u128::MAX) {
            0 => "without a set".into(),
            sets => format!("with {}", counted(sets, "set")),
        };
        match way {
            SampledBy::Classes { boards } if boards.get() == Some(1_u32) => {
                write!(out, "the only hand {kind}")
            }
            SampledBy::Classes { boards } => {
                write!(out, "one of {boards} hands {kind}, each equally likely: drawn by classes")
            }
            SampledBy::Rejection { deals } => write!(
                out,
                "one of the hands {kind}, each equally likely: drawn by rejection, 1 of {} fits",
                counted(deals.get().unwrap_or(u128::MAX), "deal")
            ),
        }
    }
}

/// How often each card comes in many deals: the histograms of the thesis' figures 3 to 6.
fn fairness(arguments: &Deal, deck: Deck, trials: u64, printer: &mut Printer) -> Result<Outcome> {
    let request = Fairness {
        deck: deck.into(),
        trials: trials.into(),
        seed: arguments.seed.map(Into::into),
        timeout: None,
        notation: arguments.look.notation.map(Name),
    };
    let interrupt = Interrupt::listen()?;
    let (progress, session) = Progress::of(interrupt.session(), |progress| progress.what.clone());
    let answer = request.ask(&session);
    drop(progress);
    interrupt.end_work();
    let answer = match answer {
        Ok(answer) => answer,
        Err(stop) if stop.code.is_stop() => {
            say(&format!("stopped: {stop} before {trials} deals"));
            return Ok(Outcome::Stopped);
        }
        Err(error) => return Err(error.into()),
    };
    match arguments.look.format {
        Format::Text => print_fairness(deck, trials, &answer, printer)?,
        Format::Json => printer.answer::<Fairness>(&answer)?,
        Format::Csv => {
            printer.csv(["card", "start", "drawn"])?;
            for CardFrequency { card, start, drawn } in answer.frequencies {
                printer.csv([card, start.to_string(), drawn.to_string()])?;
            }
        }
    }
    Ok(Outcome::Yes)
}

fn print_fairness(
    deck: Deck,
    trials: u64,
    answer: &CardFrequencies,
    printer: &mut Printer,
) -> Result<()> {
    let (v, p) = (deck.values(), deck.properties());
    let deals = counted(trials.into(), "deal");
    printer.paragraph(&format!("{deals} of {deck}, starting at --seed {}", answer.seed))?;
    let start = answer.frequencies.iter().map(|card| &card.start);
    let drawn = answer.frequencies.iter().map(|card| &card.drawn);
    let ranges = [start.clone().min().zip(start.max()), drawn.clone().min().zip(drawn.max())];
    let names = [("first", v * p), ("next", v)];
    for (((which, cards), range), statistic) in names.iter().zip(ranges).zip(answer.chi_squared) {
        let name = format!("the {which} {}", counted(*cards as u128, "card"));
        let (least, most) = range.expect("a deck has a card");
        let statistic = statistic.map_or_else(
            || "there is no random choice".into(),
            |it| format!("chi-squared {it:.1}, {} degrees of freedom", answer.freedom),
        );
        printer.paragraph(&format!("{name}: each card {least} to {most} times; {statistic}"))?;
    }
    printer.paragraph("--format csv lists the counts of each card")
}
