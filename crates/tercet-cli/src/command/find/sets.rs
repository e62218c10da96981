//! How the sets of a board are printed.

use std::mem;

use serde_json::{Value, to_string, to_value};
use tercet_app::{BoardAnswer, Entry, List, Proven, SetsOfBoard, Verdict, Whole};

use crate::many::Row;
use crate::output::{remembered, say_why};
use crate::picture::{Shown, columns_on_board};
use crate::prelude::*;
use crate::work::ask_each;

/// The largest number of sets that are held. With more they are certainly too many to be drawn, and are printed as they
/// are found, although the width of the last number is not known yet.
const HELD: usize = 10_000;

/// Prints sets as they are listed; there may be millions.
pub(super) fn list(
    question: &List,
    shown: Shown,
    format: Format,
    printer: &mut Printer,
) -> Result<SetsOfBoard> {
    let (board, writer) = (&shown.named.board, shown.writer);
    // Nothing is printed until the question is known to be answerable.
    let mut has_begun = false;
    let mut begin = |printer: &mut Printer| -> Result<()> {
        if mem::replace(&mut has_begun, true) {
            return Ok(());
        }
        match format {
            Format::Text => shown.print(printer),
            Format::Json => {
                let (schema, cards) = (List::SCHEMA, to_string(&writer.write_all(board.cards()))?);
                let head = format!("{{\"schema\":\"{schema}\",\"cards\":{cards},\"sets\":[");
                printer.raw(head.as_bytes())
            }
            Format::Csv => printer.table(&columns_on_board(board.deck()), [(); 0]),
        }
    };
    let (mut held, mut listed, mut positions) = (Vec::new(), 0, String::new());
    let answer = ask_each(question, &mut |(set, _)| {
        begin(printer)?;
        listed += 1;
        match format {
            Format::Text if listed <= HELD => held.push(set.to_vec()),
            Format::Text => {
                const WIDTH: usize = (HELD + 1).ilog10() as usize + 1;
                if listed == HELD + 1 {
                    for (number, set) in (1..).zip(mem::take(&mut held)) {
                        printer.line(shown.line(number, WIDTH, &set))?;
                    }
                }
                printer.raw((shown.line(listed, WIDTH, set) + "\n").as_bytes())?;
            }
            Format::Json => {
                let separator = if listed == 1 { "" } else { "," };
                let cards = match writer.spelling {
                    // No notation has a letter that JSON writes in another way.
                    None => format!("[\"{}\"]", writer.join(&board.at(set), "\",\"")),
                    Some(_) => to_string(&writer.write_all(&board.at(set)))?,
                };
                printer.raw((separator.to_owned() + &cards).as_bytes())?;
                positions.push_str(&(separator.to_owned() + &to_string(set)?));
            }
            Format::Csv => {
                let positions = set.iter().map(ToString::to_string);
                printer.csv(writer.write_all(&board.at(set)).into_iter().chain(positions))?;
            }
        }
        Ok(!printer.is_closed())
    })?;
    begin(printer)?;
    match format {
        Format::Text => {
            shown.print_sets(&held, true, printer)?;
            let mut found = all(&answer);
            if answer.ending.reason.is_none() && (listed as u128) < count(&answer) {
                found = format!("{found}, the first {listed} shown");
            }
            printer.line(summary(&answer, &found))?;
        }
        Format::Json => {
            printer.raw(format!("],\"positions\":[{positions}]").as_bytes())?;
            let Value::Object(rest) = to_value(&answer)? else { bail!("an answer is an object") };
            // The sets were printed already.
            let is_new = |name: &str| !["sets", "positions"].contains(&name);
            for (name, value) in rest.iter().filter(|(name, _)| is_new(name)) {
                printer.raw(format!(",{}:{value}", to_string(name)?).as_bytes())?;
            }
            printer.line("}")?;
        }
        Format::Csv => say_why(format, answer.ending.reason.as_ref()),
    }
    Ok(answer)
}

impl Row for SetsOfBoard {
    const COLUMNS: &'static str = Self::COLUMNS;

    fn cells(&self) -> Vec<String> {
        self.cells()
    }

    fn sentence(&self) -> String {
        let differing = self.found.by_differences.iter().enumerate();
        let differing = differing.filter(|(_, sets)| **sets != Whole::default());
        let differing = differing.map(|(k, sets)| format!("{k} ({})", counted(sets, "set")));
        let differing: Vec<String> = differing.collect();
        match (&self.ending.reason, count(self)) {
            (Some(reason), 0) => format!("stopped: {} before an answer", reason.message),
            (Some(reason), sets) => {
                format!("stopped: {} after {}", reason.message, counted(sets, "set"))
            }
            (None, 0) => "no set".into(),
            (None, sets) if !differing.is_empty() => {
                let sets = counted(sets, "set");
                format!("{sets}; differing properties: {}", differing.join(", "))
            }
            (None, 1) => "a set".into(),
            (None, sets) => counted(sets, "set"),
        }
    }

    fn sets(&self) -> (&[Vec<String>], &[Vec<usize>]) {
        (&self.found.sets, &self.found.positions)
    }
}

/// The answer with a proof in a sentence.
pub(super) fn proven(answer: &BoardAnswer<Proven>) -> String {
    let size = answer.found.proof_size.as_ref().and_then(Whole::get);
    match (&answer.ending.reason, size) {
        (Some(reason), _) => format!("stopped: {} before an answer", reason.message),
        (None, Some(bytes)) => format!("no set: a proof of {}", quantity::shown(bytes)),
        (None, None) if answer.ending.answer == Verdict::None => "no set".into(),
        (None, None) => "a set".into(),
    }
}

pub(super) fn count(answer: &SetsOfBoard) -> u128 {
    answer.found.count.as_ref().and_then(Whole::get).unwrap_or(0)
}

/// The answer in a sentence, if all sets were asked for.
pub(super) fn all(answer: &SetsOfBoard) -> String {
    match (&answer.ending.reason, count(answer)) {
        (None, 1) if answer.found.by_differences.is_empty() => "1 set".into(),
        _ => answer.sentence(),
    }
}

/// The result, the method, and the time.
pub(super) fn summary(answer: &SetsOfBoard, found: &str) -> String {
    let held = answer.found.remembered.as_ref();
    let held = held.map_or_else(String::new, |held| format!("\n{}", remembered(held)));
    timed(found, &answer.ending.by, answer.time.seconds.0) + &held
}
