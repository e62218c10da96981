//! `tercet verify`: whether the record of a game is true.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Error, Result, anyhow};
use serde::Serialize;
use tercet::game::verify::{Fault, Problem};
use tercet::game::{Verified, Verifier, VerifyError};
use tercet::solver::{Limit, Stop};

use crate::cli::{Format, Verify};
use crate::interrupt::Interrupt;
use crate::output::{Printer, counted};
use crate::progress::Progress;
use crate::{Outcome, say};

pub(crate) fn run(arguments: &Verify, printer: &mut Printer) -> Result<Outcome> {
    let (name, input) = open(&arguments.file)?;
    let interrupt = Interrupt::listen()?;
    let limit = arguments.timeout.map_or_else(Limit::none, Limit::timeout);
    let verified = read(&name, input, arguments.effort, &limit.or_flag(interrupt.flag()))?;
    interrupt.end_work();
    let verified = match verified {
        Ok(verified) => verified,
        Err(stop) => {
            say(&format!("{name}: stopped: {stop} before the record was checked"));
            return Ok(Outcome::Stopped);
        }
    };
    match arguments.format {
        Format::Text => print_text(&name, &verified, printer)?,
        Format::Json => printer.json(&VerifyJson::from(&verified))?,
        Format::Csv => {
            printer.csv(["lines", "cards", "sets", "proved", "unproved", "unpicked", "end"])?;
            let Verified { lines, cards, proved, unproved, unpicked, .. } = &verified;
            let numbers =
                [*lines, *cards, verified.sets as usize, *proved, unproved.len(), unpicked.len()];
            let end = verified.end.clone().unwrap_or_default();
            printer.csv(numbers.map(|number| number.to_string()).into_iter().chain([end]))?;
        }
    }
    Ok(Outcome::Yes)
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

/// What is wrong with a record, with the place, and for another file what to give instead.
fn refusal(name: &str, fault: &Fault) -> Error {
    let remedy = match fault.problem {
        Problem::NoRecord => ": 'tercet play --log FILE' writes one",
        _ => "",
    };
    anyhow!("{name}:{}: {}{remedy}", fault.line, fault.problem)
}

/// No first line of a record is as long.
const MOST_BYTES_FIRST: u64 = 1 << 12;
/// No other line is: the cards of the largest deal fill the most of it.
const MOST_BYTES: u64 = 1 << 29;

/// Checks line by line; a false record is an error with its line.
fn read(
    name: &str,
    mut input: Box<dyn BufRead>,
    effort: u64,
    limit: &Limit,
) -> Result<Result<Verified, Stop>> {
    let mut verifier = Verifier::new(effort);
    let progress = Progress::start(format!("verifying {name}"));
    let mut line = Vec::new();
    for number in 1.. {
        progress.say(|| format!("verifying {name}, line {number}"));
        line.clear();
        let most = if number == 1 { MOST_BYTES_FIRST } else { MOST_BYTES };
        let read = input.by_ref().take(most).read_until(b'\n', &mut line);
        if read.map_err(|error| anyhow!("{name}: cannot read it ({error})"))? == 0 {
            break;
        }
        if line.len() as u64 == most {
            return Err(anyhow!("{name}:{number}: the line is too long for the record of a game"));
        }
        match verifier.line(&line, limit) {
            Ok(()) => {}
            Err(VerifyError::Stopped(stop)) => return Ok(Err(stop)),
            Err(VerifyError::False(fault)) => {
                return Err(refusal(name, &fault));
            }
        }
    }
    let verified = verifier.finish();
    verified.map(Ok).map_err(|fault| refusal(name, &fault))
}

fn print_text(name: &str, verified: &Verified, printer: &mut Printer) -> Result<()> {
    let Verified { lines, cards, sets, proved, unproved, unpicked, end, torn } = verified;
    printer.line(format_args!(
        "{name}: true ({}: {} dealt, {} taken, {} of no set proved)",
        counted(*lines as u128, "line"),
        counted(*cards as u128, "card"),
        counted((*sets).into(), "set"),
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
    if *torn {
        printer.line(format_args!("line {} breaks off and was left out", lines + 1))?;
    }
    match end.as_deref() {
        None => printer.line("the game was not played to its end"),
        Some("sets" | "deck") => Ok(()),
        Some(stopped) => printer.line(stopped),
    }
}

#[derive(Serialize)]
struct VerifyJson<'a> {
    schema: &'static str,
    answer: &'static str,
    lines: usize,
    cards: usize,
    sets: u64,
    proved: usize,
    /// The lines whose claim of no set was not checked, and those whose pick was not.
    unproved: &'a [usize],
    unpicked: &'a [usize],
    end: Option<&'a str>,
    torn: bool,
}

impl<'a> From<&'a Verified> for VerifyJson<'a> {
    fn from(verified: &'a Verified) -> Self {
        Self {
            schema: "tercet.verify/1",
            answer: "true",
            lines: verified.lines,
            cards: verified.cards,
            sets: verified.sets,
            proved: verified.proved,
            unproved: &verified.unproved,
            unpicked: &verified.unpicked,
            end: verified.end.as_deref(),
            torn: verified.truncated,
        }
    }
}
