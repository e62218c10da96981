//! `tercet odds`: how many hands hold a set, or a given number of sets.

mod chart;
mod print;

use anyhow::{Result, bail};
use tercet_app::{About, Among, Classes, Code, Odds as Request, OddsTable};

use crate::cli::{Distribution, Odds};
use crate::outcome::Outcome;
use crate::output::Printer;
use crate::remedy::naming;
use crate::work::ask;
use crate::{classes, input, size};

pub(crate) fn run(arguments: &Odds, printer: &mut Printer) -> Result<Outcome> {
    if arguments.list {
        let classes = classes_asked(arguments)?;
        return classes::run(&classes, arguments.format, printer)
            .map_err(|error| naming(error, |field, _| flag(arguments, field)));
    }
    let format = classes::plain(arguments.format)?;
    let request = request(arguments)?;
    if let Some(plot) = &arguments.plot {
        arguments.overwrite.check(plot.path())?;
    }
    let answer = ask(&request).map_err(|error| naming(error, |field, _| flag(arguments, field)))?;
    print::answer(&answer, arguments, format, printer)?;
    if let Some(plot) = &arguments.plot {
        printer.finish()?;
        plot.write(&chart::chart(&answer), arguments.overwrite)?;
    }
    Ok(answer.ending.status())
}

fn request(arguments: &Odds) -> Result<Request> {
    let about = match arguments {
        Odds { distribution: Some(Distribution::Sets), .. } => About::Sets,
        Odds { distribution: Some(Distribution::Disjoint), .. } => About::Disjoint,
        Odds { given: Some(known), .. } => About::Given(*known),
        Odds { classes: true, .. } => About::Classes,
        Odds { second_round: true, .. } => About::SecondRound,
        _ => About::Hands,
    };
    Ok(Request {
        deck: input::deck(arguments.deck)?,
        about,
        size: arguments.cards,
        samples: arguments.samples.into(),
        seed: arguments.seed.map(Into::into),
        timeout: arguments.timeout.map(Into::into),
        memory: Some(arguments.memory),
    })
}

/// The classes that are listed.
fn classes_asked(arguments: &Odds) -> Result<Classes> {
    let deck = input::deck(arguments.deck)?;
    let (among, size) = match arguments {
        Odds { classes: true, cards, .. } => (Among::Free, *cards),
        Odds { distribution: Some(Distribution::Sets), cards, .. } => {
            (Among::Any, Some(cards.unwrap_or_else(|| Request::cards(deck))))
        }
        _ => bail!("--list lists classes: add --classes or --distribution sets"),
    };
    Ok(Classes {
        deck,
        among,
        size,
        least_size: None,
        notation: None,
        timeout: arguments.timeout.map(Into::into),
        memory: Some(arguments.memory),
    })
}

/// The flag that a field of the request comes from.
fn flag(arguments: &Odds, field: &str) -> Option<String> {
    match field {
        "size" => Some(format!("-n {}", arguments.cards?)),
        "about" if arguments.second_round => Some("--second-round".into()),
        "about" => Some(format!("--given {}", arguments.given?)),
        _ => None,
    }
}

/// Why exact numbers are out of reach, if they are.
fn reach(answer: &OddsTable, arguments: &Odds) -> Option<String> {
    let reason = answer.out_of_reach.as_ref().or(answer.ending.reason.as_ref())?;
    let why = match reason.code {
        Code::Memory => {
            format!("more classes than fit into --memory {}", size::show(arguments.memory))
        }
        _ => reason.message.clone(),
    };
    Some(match answer.exact_up_to {
        Some(1) => format!("exact up to 1 card: {why}"),
        Some(cards) => format!("exact up to {cards} cards: {why}"),
        None => why,
    })
}

/// Why the work was stopped, and how to sample hands instead, if that can help.
fn stopped(answer: &OddsTable, arguments: &Odds) -> Option<String> {
    let reason = answer.ending.reason.as_ref()?;
    if answer.out_of_reach.is_some() {
        return Some(reason.message.clone());
    }
    let ended = matches!(reason.code, Code::Deadline | Code::Interrupted);
    let can_sample = matches!(answer.about, About::Hands | About::Sets | About::Disjoint) && !ended;
    let remedy = match (can_sample, arguments.samples) {
        (true, 0) => "; --samples N samples hands instead",
        (true, _) => "; -n K samples hands of K cards",
        (false, _) => "",
    };
    Some(reach(answer, arguments)? + remedy)
}
