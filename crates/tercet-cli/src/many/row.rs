//! An answer as a row of a table, and as a line that people read.

use std::fmt::Write as _;

use serde::Serialize;
use tercet::Board;
use tercet::notation::Notation;
use tercet_app::many::OfBoard;
use tercet_app::{
    Error, Explained, Hinted, Packed, Partitioned, ProofChecked, Proven, Sets, Truth, Verdict,
};

use crate::csv;
use crate::output::counted;

/// An answer that fits a row.
pub(crate) trait Row: Serialize + Sized {
    /// The headings: the first is `board`, the last `error`, and one is `answer`.
    const COLUMNS: &'static [&'static str];
    /// The boards that were answered yes, in a summary.
    const YES: &'static str = "with a set";
    /// The boards that were answered no.
    const NO: &'static str = "without a set";

    /// The cells between the first and the last heading, which are fields of the answer.
    fn cells(&self) -> Vec<String> {
        let columns = &Self::COLUMNS[1..Self::COLUMNS.len() - 1];
        csv::cells(columns, self).expect("an answer can be written as JSON")
    }

    /// The answer in words.
    fn words(&self, write: &dyn Fn(&[usize], &[String]) -> String) -> String;
}

/// Appends a row of comma-separated values.
pub(super) fn write_csv<A: Row>(
    OfBoard { number, name, answer, .. }: &OfBoard<A>,
    line: &mut Vec<u8>,
) {
    let mut cells = vec![name.map_or_else(|| number.to_string(), str::to_owned)];
    match answer {
        Ok(answer) => {
            cells.extend(answer.cells());
            cells.push(String::new());
        }
        Err(error) => {
            let answer = if error.code.is_stop() { "stopped" } else { "failed" };
            cells.extend(A::COLUMNS[1..].iter().map(|column| match *column {
                "answer" => answer.into(),
                "error" => at(error),
                _ => String::new(),
            }));
        }
    }
    line.extend_from_slice(format!("{}\n", csv::row(cells)).as_bytes());
}

/// An error with its place in the input.
fn at(error: &Error) -> String {
    match error.place {
        Some(place) => format!("{}:{}: {}", place.line, place.column, error.message),
        None => error.message.clone(),
    }
}

/// The place of an error in an input of this name.
pub(super) fn place(source: &str, error: &Error) -> String {
    match error.place {
        Some(place) => format!("{source}:{}:{}", place.line, place.column),
        None => source.into(),
    }
}

/// Appends a line for people.
pub(super) fn write_text<A: Row>(
    OfBoard { number, name, board, answer }: &OfBoard<A>,
    notation: Option<Notation>,
    source: &str,
    line: &mut Vec<u8>,
) {
    let mut text = name.map_or_else(|| number.to_string(), str::to_owned);
    if let Some(board) = board {
        let cards = counted(board.len(), "card");
        write!(text, "  {cards}").expect("memory takes it");
    }
    let words = match answer {
        Ok(answer) => answer.words(&|positions, cards| match (notation, board) {
            (None, Some(board)) if positions.len() == cards.len() => shown(board, positions),
            _ => cards.join(" "),
        }),
        Err(error) if error.code.is_stop() => format!("stopped: {}", error.message),
        Err(error) => format!("failed: {}: {}", place(source, error), error.message),
    };
    writeln!(text, "  {words}").expect("memory takes it");
    line.extend_from_slice(text.as_bytes());
}

fn shown(board: &Board, positions: &[usize]) -> String {
    board.deck().show_all(&board.at(positions))
}

/// Sets in words.
fn sets_in_words(
    sets: &[Vec<String>],
    positions: &[Vec<usize>],
    write: &dyn Fn(&[usize], &[String]) -> String,
) -> String {
    let none = Vec::new();
    let positions = positions.iter().chain(std::iter::repeat(&none));
    let sets: Vec<String> =
        sets.iter().zip(positions).map(|(set, positions)| write(positions, set)).collect();
    if sets.is_empty() { String::new() } else { format!(": {}", sets.join("; ")) }
}

fn count_of(count: Option<&tercet_app::Whole>) -> u128 {
    count.and_then(tercet_app::Whole::get).unwrap_or(0)
}

impl Row for Sets {
    const COLUMNS: &'static [&'static str] =
        &["board", "size", "answer", "count", "sets", "method", "error"];

    /// As by default, but without the JSON, which would take longer than the search.
    fn cells(&self) -> Vec<String> {
        let answer = match self.ending.answer {
            Verdict::Found => "found",
            Verdict::None => "none",
            Verdict::Stopped => "stopped",
        };
        let count = self.count.as_ref().map(ToString::to_string).unwrap_or_default();
        let sets: Vec<String> = self.sets.iter().map(|set| set.join(" ")).collect();
        let method = self.method.method.clone();
        vec![self.size.to_string(), answer.into(), count, sets.join("; "), method]
    }

    fn words(&self, write: &dyn Fn(&[usize], &[String]) -> String) -> String {
        let count = count_of(self.count.as_ref());
        let listed = sets_in_words(&self.sets, &self.positions, write);
        match &self.ending.reason {
            Some(reason) => format!("stopped: {}{listed}", reason.message),
            None if count == 0 => "no set".into(),
            None if count == 1 => format!("a set{listed}"),
            None => format!("{}{listed}", counted(count, "set")),
        }
    }
}

impl Row for Packed {
    const COLUMNS: &'static [&'static str] =
        &["board", "size", "answer", "count", "bound", "sets", "error"];

    fn words(&self, write: &dyn Fn(&[usize], &[String]) -> String) -> String {
        let count = counted(self.sets.len(), "disjoint set");
        let listed = sets_in_words(&self.sets, &self.positions, write);
        match &self.ending.reason {
            Some(reason) => format!("stopped: {} with {count}{listed}", reason.message),
            None if self.sets.is_empty() => "no set".into(),
            None => format!("{count}{listed}"),
        }
    }
}

impl Row for Partitioned {
    const COLUMNS: &'static [&'static str] = &["board", "size", "answer", "count", "error"];
    const YES: &'static str = "with a split into sets";
    const NO: &'static str = "without one";

    fn words(&self, _: &dyn Fn(&[usize], &[String]) -> String) -> String {
        match (&self.ending.reason, &self.count) {
            (Some(reason), _) => format!("stopped: {}", reason.message),
            (None, Some(count)) if self.ending.answer == Verdict::Found => {
                let plural = if count.to_string() == "1" { "" } else { "s" };
                format!("{count} split{plural} into sets")
            }
            _ => "no split into sets".into(),
        }
    }
}

impl Row for Explained {
    const COLUMNS: &'static [&'static str] = &["board", "answer", "why", "completion", "error"];
    const YES: &'static str = "forming a set";
    const NO: &'static str = "forming no set";

    fn cells(&self) -> Vec<String> {
        let answer = if self.is_set { "yes" } else { "no" };
        vec![answer.into(), why(self), self.completion.clone().unwrap_or_default()]
    }

    fn words(&self, _: &dyn Fn(&[usize], &[String]) -> String) -> String {
        let verdict = if self.is_set { "a set" } else { "not a set" };
        let completed = self.completion.as_ref();
        let completed =
            completed.map_or_else(String::new, |card| format!("; {card} completes a set"));
        format!("{verdict}: {}{completed}", why(self))
    }
}

/// The values of the cards in each property, and any other reason why they are not a set.
fn why(answer: &Explained) -> String {
    let properties = answer.properties.iter();
    let properties = properties.map(|property| format!("{} {}", property.name, property.words));
    let all: Vec<String> = answer.objection.iter().cloned().chain(properties).collect();
    all.join("; ")
}

impl Row for Hinted {
    const COLUMNS: &'static [&'static str] =
        &["board", "size", "answer", "count", "cards", "last", "error"];

    fn words(&self, write: &dyn Fn(&[usize], &[String]) -> String) -> String {
        let sets = match (&self.count, self.ending.answer) {
            (_, Verdict::None) => return "no set".into(),
            (None, _) => "at least one set".into(),
            (Some(_), _) => counted(count_of(self.count.as_ref()), "set"),
        };
        match &self.cards[..] {
            [] => sets,
            cards => format!("{sets}; shown: {}", write(&self.positions, cards)),
        }
    }
}

impl Row for Proven {
    const COLUMNS: &'static [&'static str] =
        &["board", "size", "answer", "sets", "proof_size", "error"];

    fn words(&self, write: &dyn Fn(&[usize], &[String]) -> String) -> String {
        match (&self.ending.reason, &self.proof_size) {
            (Some(reason), _) => format!("stopped: {}", reason.message),
            (None, Some(bytes)) => format!("no set: a proof of {bytes} bytes"),
            (None, None) => {
                format!("a set{}", sets_in_words(&self.sets, &self.positions, write))
            }
        }
    }
}

impl Row for ProofChecked {
    const COLUMNS: &'static [&'static str] =
        &["board", "size", "answer", "steps", "fault", "error"];
    const YES: &'static str = "proved to have no set";
    const NO: &'static str = "not proved";

    fn words(&self, _: &dyn Fn(&[usize], &[String]) -> String) -> String {
        match (self.decision.answer, &self.fault, &self.decision.reason) {
            (Truth::Yes, ..) => "proved: the board has no set".into(),
            (_, Some(fault), _) => format!("not proved: {fault}"),
            (_, _, Some(reason)) => format!("stopped: {}", reason.message),
            _ => "not proved".into(),
        }
    }
}
