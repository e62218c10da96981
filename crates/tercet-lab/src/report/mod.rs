//! Reports: the claims of sources, and the measurements.

mod html;
mod table;

pub use html::html;
pub use table::{Table, cells, csv, csv_row, heading};

use serde::Serialize;
use tercet::named;

use tercet_plot::Chart;

/// One page: sections, and how they were measured.
#[derive(Clone, PartialEq, Debug, Serialize)]
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
    pub tables: Vec<Table>,
    /// Every measured or computed point.
    pub data: Table,
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
    pub verdict: Verdict,
}

named! {
    /// Whether a claim holds.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Verdict is "verdict" {
        /// The claim holds.
        Holds = "holds",
        /// The claim fails.
        Fails = "fails",
        /// The data do not decide.
        Open = "cannot be told",
    }
}

impl Verdict {
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
