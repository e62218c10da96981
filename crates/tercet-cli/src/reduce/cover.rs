//! `tercet reduce cover`: a board as exact cover problems, in the form that Knuth's programs read.

use anyhow::{Error, Result};
use tercet::reduction::ExactCover;
use tercet::reduction::exact_cover::Item;
use tercet_app::ReduceCover;

use crate::cli::{Cover, Form};
use crate::input;
use crate::outcome::Outcome;
use crate::output::{Printer, counted};
use crate::remedy::naming;
use crate::work::{ask, work};

pub(crate) fn run(arguments: &Cover, printer: &mut Printer) -> Result<Outcome> {
    let named = input::board(&arguments.source, None)?;
    let (deck, cards) = (named.board.deck(), counted(named.board.len() as u128, "card"));
    let group = arguments.group;
    let question = ReduceCover { board: named.into(), group };
    let flag = |field: &str, _: &tercet_app::Error| {
        (field == "group").then(|| Some(format!("--group {}", group?)))?
    };
    match arguments.format {
        Form::Json => {
            let answer = ask(&question).map_err(|error| naming(error, flag))?;
            printer.answer::<ReduceCover>(&answer)?;
        }
        Form::Text => {
            let mut is_first = true;
            let made = work(|session| {
                question.each(session, |number, problem| {
                    if is_first {
                        printer.line(format_args!("| {cards} of {deck}"))?;
                    } else {
                        printer.line("")?;
                    }
                    is_first = false;
                    print(number, problem, printer)
                })
            });
            made.map_err(|error| naming(error, flag))?;
            if is_first {
                printer
                    .line(format_args!("| {cards} of {deck}: no exact cover problem, so no set"))?;
            }
        }
    }
    Ok(Outcome::Yes)
}

/// Prints a problem: its items, then an option a line.
fn print(number: usize, problem: &ExactCover, printer: &mut Printer) -> Result<(), Error> {
    let names = |items: &mut dyn Iterator<Item = Item>| {
        items.map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
    };
    let agreement = match problem.agreement() {
        [] => "no agreement".into(),
        agreement => format!("agreement {}", names(&mut agreement.iter().copied())),
    };
    let options = counted(problem.options().len() as u128, "option");
    printer.line(format_args!("| group {number}: {agreement}, {options}"))?;
    printer.line(names(&mut problem.items().iter().copied()))?;
    for option in problem.options() {
        printer.line(names(&mut option.iter().map(|&item| problem.items()[item])))?;
    }
    Ok(())
}
