//! Reports: what was measured, beside what its source claims.

mod csv;
mod html;
mod write;

pub use csv::csv;
pub use html::html;

use crate::plot::Chart;

/// What is to be read as one page: sections, and how they came about.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The heading of the page.
    pub title: String,
    /// What it is, in a sentence or two.
    pub lead: String,
    /// Whether its verdicts are provisional: it measured too little to settle the claims.
    pub is_provisional: bool,
    /// The machine, the versions and the seed: names and their values.
    pub facts: Vec<(String, String)>,
    /// The sections; no two have one name.
    pub sections: Vec<Section>,
}

/// A figure or a table of a source, measured anew.
#[derive(Clone, PartialEq, Debug)]
pub struct Section {
    /// The name, as `tercet reproduce` takes it: `fig13`.
    pub id: &'static str,
    /// What it shows, in a line.
    pub title: String,
    /// Who published it and where: `Takeshita, section 5.5, figure 13`.
    pub source: String,
    /// What was done: decks, boards, seed, limits of time.
    pub setup: String,
    /// What the source claims, and what came of it.
    pub findings: Vec<Finding>,
    /// The pictures.
    pub charts: Vec<Chart>,
    /// The tables.
    pub tables: Vec<Table>,
    /// Every point that was measured or computed.
    pub data: Table,
}

/// A claim, and what was found about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What the source claims.
    pub claim: String,
    /// What was found, in numbers.
    pub found: String,
    /// The rule by which the verdict follows from what was found.
    pub rule: String,
    /// Whether the claim holds.
    pub verdict: Verdict,
}

/// Whether a claim holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It does.
    Holds,
    /// It does not.
    Fails,
    /// The data do not tell.
    Open,
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Self; 3] = [Self::Holds, Self::Fails, Self::Open];

    /// The verdict in words: `holds`, `provisional: holds`.
    pub fn words(self, is_provisional: bool) -> String {
        let provisional = if is_provisional { "provisional: " } else { "" };
        format!("{provisional}{}", self.name())
    }

    /// The verdict in one word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Fails => "fails",
            Self::Open => "open",
        }
    }

    /// Whether a claim holds that is true or not.
    pub fn of(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::Fails }
    }
}

/// Rows of text under headings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Table {
    /// What it shows, in a line.
    pub caption: String,
    /// The headings of its columns.
    pub columns: Vec<String>,
    /// Its rows, each with a cell a column. A column whose cells are all numbers, with
    /// units or without, is aligned as such.
    pub rows: Vec<Vec<String>>,
}
