//! Reports: the claims of sources, the measurements, and tables of text.
//!
//! A column is named after its field, as in `size`; after the last part of a path, as `values` of
//! `deck/values`; or by a name before the path, as in `low=interval/0`, or in `card=` if the row is the value.
//! Tables are also written as comma-separated values (RFC 4180).

mod html;

pub use html::html;

use serde::Serialize;
use serde_json::Value;
use tercet::named;
use tercet_plot::Chart;

/// One page: sections, and how they were measured.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Report {
    /// The heading of the page.
    pub title: String,
    /// A summary of a sentence or two.
    pub lead: String,
    /// Whether its verdicts are provisional: it measured too little to settle the claims.
    pub is_provisional: bool,
    /// The machine, the versions and the seed: names and their values.
    pub facts: Vec<(String, String)>,
    /// The sections, with distinct names.
    pub sections: Vec<Section>,
}

/// A reproduced figure or table of a source.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Section {
    /// The name, as `tercet reproduce` takes it: `fig13`.
    pub id: String,
    /// The title, on one line.
    pub title: String,
    /// Where it was published: `Takeshita, section 5.5, figure 13`.
    pub source: String,
    /// The setup: decks, boards, seed, time limits.
    pub setup: String,
    /// The claims of the source, and what was found.
    pub findings: Vec<Finding>,
    /// The charts.
    #[serde(skip)]
    pub charts: Vec<Chart>,
    /// The tables.
    pub tables: Vec<TextTable>,
    /// Every measured or computed point.
    pub data: TextTable,
}

/// A claim, and what was found about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Finding {
    /// The claim of the source.
    pub claim: String,
    /// The rule by which the verdict follows from what was found.
    pub rule: String,
    /// The measurements here.
    pub here: Judged,
    /// The points that the source itself published, if they bear on the claim.
    pub published: Option<Judged>,
}

/// The finding about a claim.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Judged {
    /// The finding, in numbers.
    pub found: String,
    /// Whether the claim holds.
    pub verdict: Ruling,
}

named! {
    /// Whether a claim holds.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Ruling is "verdict" {
        /// The claim holds.
        Holds = "holds",
        /// The claim fails.
        Fails = "fails",
        /// The data do not decide.
        Open = "cannot be told",
    }
}

impl Ruling {
    /// The verdict in words: `holds`, `provisional: holds`.
    pub fn words(self, is_provisional: bool) -> String {
        let provisional = if is_provisional { "provisional: " } else { "" };
        format!("{provisional}{self}")
    }

    /// The verdict on a claim that the data decide.
    pub fn of(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::Fails }
    }
}

/// Rows of text under headings.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct TextTable {
    /// The caption, on one line.
    pub caption: String,
    /// The headings of its columns.
    pub columns: Vec<String>,
    /// Its rows, each with one cell per column. A column whose cells are all numbers, with
    /// or without units, is aligned as such.
    pub rows: Vec<Vec<String>>,
}

impl TextTable {
    /// A table of these columns of some data. Columns are separated by ` | `.
    pub(crate) fn of<R: Serialize>(
        caption: &str,
        columns: &str,
        rows: impl IntoIterator<Item = R>,
    ) -> Self {
        let row = |row| cells(columns, &row).expect("a row is plain data");
        Self {
            caption: caption.into(),
            rows: rows.into_iter().map(row).collect(),
            columns: headings(columns).map(String::from).collect(),
        }
    }
}

/// The headings of columns, and the paths of their cells in a row. A column without a heading has the
/// last part of its path.
fn split(columns: &str) -> impl Iterator<Item = (&str, &str)> {
    columns.split(" | ").map(|column| {
        column.split_once('=').unwrap_or((column.rsplit('/').next().unwrap_or(column), column))
    })
}

/// The headings of columns.
pub fn headings(columns: &str) -> impl Iterator<Item = &str> {
    split(columns).map(|(heading, _)| heading)
}

/// The cells of a row in these columns.
///
/// # Errors
///
/// The row cannot be written as JSON.
pub fn cells(columns: &str, row: &impl Serialize) -> serde_json::Result<Vec<String>> {
    let row = serde_json::to_value(row)?;
    let cell = |(_, path): (&str, &str)| {
        let pointer = if path.is_empty() { String::new() } else { format!("/{path}") };
        row.pointer(&pointer).map(text).unwrap_or_default()
    };
    Ok(split(columns).map(cell).collect())
}

/// A value as a cell: cards are separated by spaces, and sets by semicolons.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.into(),
        Value::String(text) => text.clone(),
        // Without an exponent.
        Value::Number(number) if number.is_f64() => number.as_f64().unwrap_or(f64::NAN).to_string(),
        Value::Array(items) => {
            let separator = if items.iter().all(Value::is_array) { "; " } else { " " };
            items.iter().map(text).collect::<Vec<_>>().join(separator)
        }
        other => other.to_string(),
    }
}

/// A table in the format of RFC 4180: the headings, then the rows, each ended by CR LF, without the caption.
///
/// An empty cell that is the only one of its row is quoted, because an empty line is not a row.
pub fn csv(table: &TextTable) -> String {
    let line = |row: &Vec<String>| match &row[..] {
        [only] if only.is_empty() => "\"\"\r\n".into(),
        row => csv_row(row) + "\r\n",
    };
    std::iter::once(&table.columns).chain(&table.rows).map(line).collect()
}

/// A row in the format of RFC 4180, without the end of its line. A cell is quoted if it contains a
/// comma, a quotation mark or a line break.
pub fn csv_row<T: AsRef<str>>(cells: impl IntoIterator<Item = T>) -> String {
    let quoted = |cell: T| match cell.as_ref() {
        cell if cell.contains(['"', ',', '\r', '\n']) => {
            format!("\"{}\"", cell.replace('"', "\"\""))
        }
        cell => cell.to_owned(),
    };
    cells.into_iter().map(quoted).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that is independent of the writer: character by character, by the grammar of the RFC.
    fn read(text: &str) -> Vec<Vec<String>> {
        let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
        let (mut quoted, mut letters) = (false, text.chars().peekable());
        while let Some(letter) = letters.next() {
            match letter {
                '"' if quoted && letters.peek() == Some(&'"') => {
                    letters.next();
                    cell.push('"');
                }
                '"' => quoted = !quoted,
                ',' if !quoted => row.push(std::mem::take(&mut cell)),
                '\r' if !quoted => {
                    assert_eq!(letters.next(), Some('\n'));
                    row.push(std::mem::take(&mut cell));
                    rows.push(std::mem::take(&mut row));
                }
                '\n' if !quoted => panic!("a line ends in CR LF"),
                _ => cell.push(letter),
            }
        }
        assert!(!quoted && cell.is_empty() && row.is_empty(), "the last line is ended");
        rows
    }

    #[test]
    fn what_is_written_is_read_back() {
        let hostile =
            ["", " ", "a", "\"", "\"\"", ",", "a,b", "\r\n", "\n", "\r", "é – 1,000 \"x\""];
        for width in 1..=3 {
            let all: Vec<Vec<String>> = hostile
                .iter()
                .map(|cell| (0..width).map(|i| cell.repeat(i + 1)).collect())
                .collect();
            let table =
                TextTable { caption: "c".into(), columns: all[4].clone(), rows: all.clone() };
            let read = read(&csv(&table));
            assert_eq!(read[0], all[4]);
            assert_eq!(read[1..], all);
        }
        assert_eq!(csv(&TextTable::default()), "\r\n");
    }
}
