//! Reports: the claims of sources, the measurements, and tables of text.
//!
//! Tables are also written as [comma-separated values](tercet::data::csv).

mod html;

pub use html::html;

use serde::Serialize;
use tercet::data::csv::{cells, headings, row};
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
    /// A table of these columns of some data.
    pub(crate) fn of<R: Serialize>(
        caption: &str,
        columns: &str,
        rows: impl IntoIterator<Item = R>,
    ) -> Self {
        let cells = |row| cells(columns, &row).expect("a row is plain data");
        Self {
            caption: caption.into(),
            rows: rows.into_iter().map(cells).collect(),
            columns: headings(columns).map(String::from).collect(),
        }
    }
}

/// A table in the format of RFC 4180: the headings, then the rows, each ended by CR LF, without the caption.
///
/// An empty cell that is the only one of its row is quoted, because an empty line is not a row.
pub fn csv(table: &TextTable) -> String {
    let line = |cells: &Vec<String>| match &cells[..] {
        [only] if only.is_empty() => "\"\"\r\n".into(),
        cells => row(cells) + "\r\n",
    };
    std::iter::once(&table.columns).chain(&table.rows).map(line).collect()
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
