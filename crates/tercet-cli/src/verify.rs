//! `tercet verify`: whether the record of a game is true.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::{Result, anyhow};
use tercet_app::{Answered, Code, Error, Proof, Seconds, Verification};

use crate::cli::{Format, Verify};
use crate::interrupt::Interrupt;
use crate::output::{Printer, counted};
use crate::progress::Progress;
use crate::{Outcome, say};

pub(crate) fn run(arguments: &Verify, printer: &mut Printer) -> Result<Outcome> {
    let (name, input) = open(&arguments.file)?;
    let request = tercet_app::Verify {
        record: String::new(),
        effort: Some(arguments.effort.into()),
        timeout: arguments.timeout.map(Seconds),
    };
    let interrupt = Interrupt::listen()?;
    let source = name.clone();
    let (progress, session) = Progress::of(interrupt.session(), move |progress| {
        format!("verifying {source}, line {}", progress.done + 1)
    });
    let answer = request.read(input, &session);
    drop(progress);
    interrupt.end_work();
    let answer = answer.map_err(|error| match error {
        Error { place: Some(place), message, .. } if error.code != Code::File => Error {
            message: format!("{name}:{}: {message}", place.line),
            ..Error::new(error.code, "")
        },
        error => Error { message: format!("{name}: {error}"), ..error },
    })?;
    match arguments.format {
        Format::Text if answer.answer == Proof::Stopped => {}
        Format::Text => print_text(&name, &answer, printer)?,
        Format::Json => printer.answer::<tercet_app::Verify>(&answer)?,
        Format::Csv => {
            let columns =
                ["answer", "lines", "cards", "sets", "proved", "unproved", "unpicked", "end"];
            printer.csv(columns)?;
            let Verification { lines, dealt, count, proved, unproved, unpicked, end, .. } = &answer;
            let numbers = [lines, dealt].map(ToString::to_string).into_iter();
            let claims = [*proved, unproved.len(), unpicked.len()].map(|number| number.to_string());
            printer.csv(
                [word(answer.answer).to_owned()]
                    .into_iter()
                    .chain(numbers)
                    .chain([count.to_string()])
                    .chain(claims)
                    .chain([end.clone().unwrap_or_default()]),
            )?;
        }
    }
    if let (Proof::Stopped, Some(reason)) = (answer.answer, &answer.reason) {
        say(&format!("{name}: stopped: {} before the record was checked", reason.message));
    }
    Ok(answer.status())
}

fn word(proof: Proof) -> &'static str {
    match proof {
        Proof::Proved => "proved",
        Proof::Unproved => "unproved",
        Proof::Stopped => "stopped",
    }
}

/// The record and the name of its source.
fn open(path: &Path) -> Result<(String, Box<dyn BufRead>)> {
    if path == Path::new("-") {
        return Ok(("standard input".into(), Box::new(io::stdin().lock())));
    }
    let name = path.display().to_string();
    match File::open(path) {
        Ok(file) if !path.is_dir() => Ok((name, Box::new(BufReader::new(file)))),
        Ok(_) => Err(anyhow!("{name}: this is a directory: name the record of a game in it")),
        Err(error) => Err(anyhow!("{name}: cannot read it ({error}): check the path")),
    }
}

fn print_text(name: &str, answer: &Verification, printer: &mut Printer) -> Result<()> {
    let Verification { lines, dealt, count, proved, unproved, unpicked, end, truncated, .. } =
        answer;
    let verdict = match answer.answer {
        Proof::Proved => "true",
        proof => word(proof),
    };
    printer.line(format_args!(
        "{name}: {verdict} ({}: {} dealt, {} taken, {} of no set proved)",
        counted(*lines as u128, "line"),
        counted(*dealt as u128, "card"),
        counted(count.get().unwrap_or(u128::MAX), "set"),
        counted(*proved as u128, "claim"),
    ))?;
    let unchecked = |lines: &[usize]| {
        let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
        format!("would take too long (lines {}): try a greater --effort", lines.join(", "))
    };
    if !unproved.is_empty() {
        printer.line(format_args!("not checked: that there is no set {}", unchecked(unproved)))?;
    }
    if !unpicked.is_empty() {
        printer.line(format_args!("not checked: which set is picked {}", unchecked(unpicked)))?;
    }
    if *truncated {
        printer.line(format_args!("line {} is incomplete and was ignored", lines + 1))?;
    }
    match end.as_deref() {
        None => printer.line("the game was not played to its end"),
        Some("sets" | "deck") => Ok(()),
        Some(stopped) => printer.line(stopped),
    }
}
