//! `tercet reduce cover`: a board as exact cover problems, in the form that Knuth's programs read.

use std::num::NonZeroUsize;

use anyhow::{Result, bail};
use serde::Serialize;
use tercet::notation::Notation;
use tercet::reduction::exact_cover::Item;
use tercet::reduction::{ExactCover, exact_covers};

use crate::cli::{Cover, Form};
use crate::output::{DeckJson, Printer, counted, texts};
use crate::{Outcome, input};

pub(crate) fn run(arguments: &Cover, printer: &mut Printer) -> Result<Outcome> {
    let named = input::board(&arguments.source)?;
    let (board, deck) = (&named.board, named.board.deck());
    let (skip, take) = match arguments.group.map(NonZeroUsize::get) {
        Some(group) => (group - 1, 1),
        None => (0, usize::MAX),
    };
    let mut problems = exact_covers(board).enumerate().skip(skip).take(take).peekable();
    if let (Some(group), None) = (arguments.group, problems.peek()) {
        match exact_covers(board).count() {
            0 => bail!("--group {group}: this board has no exact cover problem, and no set"),
            most => bail!(
                "--group {group}: this board has {}: choose from 1 to {most}",
                counted(most as u128, "problem")
            ),
        }
    }
    match arguments.format {
        Form::Json => printer.json(&CoverJson {
            schema: "tercet.reduce-cover/1",
            deck: deck.into(),
            cards: texts(deck, Notation::for_deck(deck), board.cards()),
            problems: problems.map(|(_, problem)| ProblemJson::from(&problem)).collect(),
        })?,
        Form::Text => {
            let cards = counted(board.len() as u128, "card");
            let none = if problems.peek().is_none() { ": no problem, and no set" } else { "" };
            printer.line(format_args!("| {cards} of {deck}{none}"))?;
            for (i, problem) in problems {
                if arguments.group.is_none() && i > 0 {
                    printer.line("")?;
                }
                print(i + 1, &problem, printer)?;
            }
        }
    }
    Ok(Outcome::Yes)
}

/// Prints a problem: its items, then an option a line.
fn print(number: usize, problem: &ExactCover, printer: &mut Printer) -> Result<()> {
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

#[derive(Serialize)]
struct CoverJson {
    schema: &'static str,
    deck: DeckJson,
    cards: Vec<String>,
    problems: Vec<ProblemJson>,
}

#[derive(Serialize)]
struct ProblemJson {
    agreement: Vec<[usize; 2]>,
    items: Vec<[usize; 2]>,
    options: Vec<Vec<usize>>,
    /// For each option its card, as an index of the cards of the board.
    cards: Vec<usize>,
}

impl From<&ExactCover> for ProblemJson {
    fn from(problem: &ExactCover) -> Self {
        let pairs = |items: &[Item]| items.iter().map(|item| [item.property, item.value]).collect();
        Self {
            agreement: pairs(problem.agreement()),
            items: pairs(problem.items()),
            options: problem.options().to_vec(),
            cards: problem.positions().to_vec(),
        }
    }
}
