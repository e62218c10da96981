//! `tercet import-solution`: the solution of an exported board.

use std::path::Path;

use anyhow::{Error, Result, bail};
use tercet_app::{ImportSolution as Request, Imported, Verdict};

use crate::cli::{Format, ImportSolution};
use crate::input;
use crate::outcome::{Outcome, say};
use crate::output::{Printer, counted, notation, notation_in_text};
use crate::sets::{print_board, print_cards, print_headings, print_sets};
use crate::work::ask;

pub(crate) fn run(arguments: &ImportSolution, printer: &mut Printer) -> Result<Outcome> {
    let ImportSolution { from, solution, source, look } = arguments;
    if solution == Path::new("-") && input::is_standard(source) {
        bail!("the cards and the solution cannot both be standard input: give one as a file");
    }
    let named = input::board(source, None)?;
    let deck = named.board.deck();
    let notation = notation(*look, deck)?;
    let (file, bytes) = input::file(solution, None)?;
    let Ok(solution) = String::from_utf8(bytes) else {
        bail!("{file}: this is not text (not UTF-8): give what the solver printed");
    };
    let board = named.clone().into();
    let request = Request { board, from: *from, solution, notation: Some(notation) };
    let answer = ask(&request).map_err(|error| in_line(error, &file))?;
    match look.format {
        Format::Text => {
            let notation = notation_in_text(*look, deck)?;
            print_board(&named.board, named.name.as_deref(), notation, true, printer)?;
            match (&answer.positions[..], answer.maximum) {
                ([set], None) => print_cards(&named.board, notation, set, printer)?,
                (sets, _) => print_sets(&named.board, notation, sets, true, printer)?,
            }
            printer.line(summary(&answer))?;
        }
        Format::Json => printer.answer::<Request>(&answer)?,
        Format::Csv => {
            print_headings(&named, printer)?;
            answer.sets.iter().try_for_each(|set| printer.csv(set))?;
            if answer.sets.is_empty() {
                say(&summary(&answer));
            }
        }
    }
    Ok(answer.ending.status())
}

/// The error of a file, prefixed with the file's name, and with the line if it has one.
fn in_line(error: Error, file: &str) -> Error {
    let known = error.downcast_ref::<tercet_app::Error>();
    let line = known.and_then(|error| error.data.get("line"));
    let place = line.map_or_else(|| file.to_owned(), |line| format!("{file}:{line}"));
    error.context(place)
}

/// The answer in a sentence, and whether it was checked.
fn summary(answer: &Imported) -> String {
    let form = answer.form.name();
    match answer.ending.answer {
        Verdict::Found => match answer.maximum {
            None => format!("a set (from {form}, checked)"),
            Some(is_most) => {
                let sets = counted(answer.sets.len() as u128, "disjoint set");
                let most = if is_most { "; the maximum, according to the solver" } else { "" };
                format!("{sets} (from {form}, checked){most}")
            }
        },
        Verdict::None => format!("no set, according to the solver (from {form}, not checked)"),
        Verdict::Stopped => format!("stopped: the solver gave no answer (from {form})"),
    }
}
