//! An answer as a row of a table, and as a line that people read.
//!
//! A row contains no time, so equal boards give equal rows in each run. (A line of JSON is the line of
//! `tercet ask`, which has `seconds`.)

use serde::Serialize;
use tercet::data::csv;
use tercet::file::NamedBoard;
use tercet_app::joined;
use tercet_app::many::OfBoard;

use crate::prelude::*;
use crate::remedy::place;

/// An answer that fits a row.
pub(crate) trait Row: Serialize + Sized {
    /// The columns between the name of the board and the error: fields of the answer, one of them `answer`.
    const COLUMNS: &'static str;
    /// The boards that were answered yes, in a summary.
    const YES: &'static str = "with a set";
    /// The boards that were answered no.
    const NO: &'static str = "without a set";

    /// The cells of these columns.
    fn cells(&self) -> Vec<String> {
        csv::cells(Self::COLUMNS, self).expect("an answer can be written as JSON")
    }

    /// The answer in a sentence.
    fn sentence(&self) -> String;

    /// The sets that follow the sentence in a line, and their positions on the board.
    fn sets(&self) -> (&[Vec<String>], &[Vec<usize>]) {
        (&[], &[])
    }
}

/// The heading of the rows.
pub(super) fn heading<A: Row>() -> String {
    csv::row(["board"].into_iter().chain(csv::headings(A::COLUMNS)).chain(["error"]))
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
            let cell = |column| if column == "answer" { answer } else { "" }.to_owned();
            cells.extend(csv::headings(A::COLUMNS).map(cell));
            cells.push(match error.place {
                Some(place) => format!("{}:{}: {}", place.line, place.column, error.message),
                None => error.message.clone(),
            });
        }
    }
    line.extend_from_slice(format!("{}\n", csv::row(cells)).as_bytes());
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
        text = text + "  " + &counted(board.board.len(), "card");
    }
    let sentence = match answer {
        Ok(answer) => answer.sentence(),
        Err(error) if error.code.is_stop() => format!("stopped: {}", error.message),
        Err(error) => format!("failed: {}: {}", place(source, error), error.message),
    };
    text = text + "  " + &sentence;
    let (sets, positions) = answer.as_ref().map_or((&[][..], &[][..]), Row::sets);
    for (i, set) in sets.iter().enumerate() {
        let cards = match (notation, board, positions.get(i)) {
            (None, Some(NamedBoard { board, spelling: None, .. }), Some(places)) => {
                board.deck().show_all(&board.at(places))
            }
            _ => joined(set),
        };
        let separator = if i == 0 { ": " } else { "; " };
        text = text + separator + &cards;
    }
    text.push('\n');
    line.extend_from_slice(text.as_bytes());
}
