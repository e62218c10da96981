//! The published figures and tables, as data.
//!
//! A paper is a file of the folder `papers`, and a line of `PAPERS` here: its figures in the order of its text.
//!
//! ```json
//! {
//!   "remark_on_times": "A sentence that the setup of each figure of times of the paper begins with.",
//!   "figures": [
//!     {
//!       "id": "fig7",
//!       "title": "Brute force by values: 3 properties, 5 sets",
//!       "source": "Takeshita, section 5.2, figure 7",
//!       "remark": "A sentence of the setup of this figure alone.",
//!       "experiment": {"times": { … }}
//!     }
//!   ]
//! }
//! ```
//!
//! The remarks may be left out, all else of a figure is needed. There are four kinds of experiments, each with a
//! module that documents its members, runs it, draws it, and judges its claims:
//!
//! | experiment | what is measured | the claims |
//! |---|---|---|
//! | [`times`] | the time of methods and other programs on boards or in games, by size | [`times::Says`] |
//! | [`hands`] | hands of the full deck with and without a set: counted, dealt, drawn, and met in games | those of `knuth` or `norvig` |
//! | [`deals`] | how often each card is dealt | `uniform`: the text of the claim |
//! | [`answers`] | what each method says about three cards that fit a description | each of its cases is one |
//!
//! A claim about times is its text, a sentence of the source or close to one, and its meaning: `{"text": "The time of the
//! SMT solver grows about linearly.", "linear": {"line": "smt"}}`. The rule by which a meaning is judged is a sentence of
//! `rules.json`. A pair such as `"boards": [1, 10]` has the value of
//! a quick report first and that of a full one second. An unknown member is an error.
//!
//! An experiment is measured first, as plain data, which can be stored. Its section of the report is made from the
//! data alone, so that other data can give another verdict.

pub mod answers;
pub mod deals;
pub mod hands;
pub mod times;

use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

use serde::{Deserialize, de};
use serde_json::{Value, json};
use tercet::data::json::{self, JsonError};
use tercet::named;

use crate::report::{Finding, Judged, Ruling, Section};

/// The papers, in the order of the report.
const PAPERS: [&str; 7] = [
    include_str!("papers/takeshita.json"),
    include_str!("papers/overney.json"),
    include_str!("papers/recipe.json"),
    include_str!("papers/rubin.json"),
    include_str!("papers/knuth.json"),
    include_str!("papers/norvig.json"),
    include_str!("papers/tercet.json"),
];

/// The figures of a paper.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Paper {
    #[serde(default)]
    remark_on_times: String,
    figures: Vec<Figure>,
}

/// A figure or a table of a paper.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// The name of its section, as `tercet reproduce` takes it: `fig13`.
    pub id: String,
    /// The title.
    pub title: String,
    /// Where it was published.
    pub source: String,
    /// Remarks on how it is reproduced.
    #[serde(default)]
    pub remark: String,
    /// What is measured, and what the source claims about it.
    pub experiment: Experiment,
    /// The part of the experiment on which its measurements depend.
    #[serde(skip)]
    pub parameters: Value,
}

/// The members of an experiment on which its measurements do not depend.
const JUDGED: [&str; 5] = ["claims", "published", "uniform", "scale", "shows_trends"];

/// A kind of experiment with its parameters and claims.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Experiment {
    /// Times.
    Times(times::Times),
    /// Hands with and without a set.
    Hands(hands::Hands),
    /// The fairness of dealing.
    Deals(deals::Deals),
    /// Answers about three cards.
    Answers(Vec<answers::Case>),
}

/// All figures, in the order of the report.
pub fn figures() -> &'static [Figure] {
    static FIGURES: LazyLock<Vec<Figure>> = LazyLock::new(|| {
        let paper = |text: &&str| parse(text).unwrap_or_else(|error| panic!("{error} in {text}"));
        PAPERS.iter().flat_map(paper).collect()
    });
    &FIGURES
}

/// The figures of a table of experiments: the text of a file such as those in the folder `papers`.
///
/// # Errors
///
/// If the text is not of that form, or an experiment cannot be made.
pub fn read(text: &str) -> Result<Vec<Figure>, JsonError> {
    let figures = parse(text)?;
    let mut ids = HashSet::new();
    for Figure { id, experiment, .. } in &figures {
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        let checked = if id.is_empty() || !id.chars().all(is_name) {
            Err("a name has letters of ASCII, digits and '-'".into())
        } else if !ids.insert(id) {
            Err("two figures have this name".into())
        } else {
            match experiment {
                Experiment::Times(times) => times.check(),
                Experiment::Deals(deals) => deals.check(),
                Experiment::Hands(_) | Experiment::Answers(_) => Ok(()),
            }
        };
        checked.map_err(|what| de::Error::custom(format!("the figure '{id}': {what}")))?;
    }
    Ok(figures)
}

/// The figures of a table. Whether they can be made is not checked, as all boards would be dealt for that: tests do so
/// for the papers.
fn parse(text: &str) -> Result<Vec<Figure>, JsonError> {
    let mut table = json::parse(text.as_bytes())?;
    let Paper { remark_on_times, mut figures } = json::from_value(&table)?;
    for (i, figure) in figures.iter_mut().enumerate() {
        figure.parameters = table["figures"][i]["experiment"].take();
        let kinds = figure.parameters.as_object_mut().into_iter().flatten();
        for members in kinds.filter_map(|(_, kind)| kind.as_object_mut()) {
            let mut claims = members.get("claims").and_then(Value::as_array).into_iter().flatten();
            if claims.any(|claim| claim.as_object().is_none_or(|it| it.len() != 2)) {
                return Err(de::Error::custom("a claim has a text and one meaning"));
            }
            members.retain(|name, _| !JUDGED.contains(&&**name));
        }
        if figure.times().is_some() {
            figure.remark = format!("{remark_on_times} {}", figure.remark).trim().into();
        }
    }
    Ok(figures)
}

impl Figure {
    /// Its times, if it is a figure of times.
    pub fn times(&self) -> Option<&times::Times> {
        let Experiment::Times(times) = &self.experiment else { return None };
        Some(times)
    }

    /// Its section without measurements. The remark precedes what is said of the setup.
    fn section(&self, setup: &str) -> Section {
        Section {
            id: self.id.clone(),
            title: self.title.clone(),
            source: self.source.clone(),
            setup: format!("{} {setup}", self.remark).trim().into(),
            ..Section::default()
        }
    }
}

/// The finding about a claim, without a full stop, and the verdict.
type Found = (String, Ruling);

impl From<Found> for Judged {
    fn from((found, verdict): Found) -> Self {
        Self { found: format!("{found}."), verdict }
    }
}

/// A claim that is judged here, and on the points of the source, by the rule of this name with its numbers.
fn finding(
    claim: impl Into<String>,
    name: &str,
    numbers: &Value,
    here: Found,
    published: Option<Found>,
) -> Finding {
    let (claim, rule) = (claim.into(), rule(name, numbers));
    Finding { claim, rule, here: here.into(), published: published.map(Judged::from) }
}

/// The rule of this name in `rules.json`, with these numbers in it.
fn rule(name: &str, numbers: &Value) -> String {
    static RULES: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
        serde_json::from_str(include_str!("rules.json")).expect("a sentence for each name")
    });
    let constants = json!({
        "close": 100.0 * times::CLOSE, "steep": times::STEEP, "alike": times::ALIKE, "least_p": LEAST_P,
        "single": 100.0 * times::SINGLE, "published": 100.0 * times::NOISE,
    });
    let members = [numbers, &constants].into_iter().filter_map(Value::as_object).flatten();
    // JSON has no infinite numbers.
    let number = |value: &Value| match value {
        Value::Null => Some("any number".into()),
        value => Some(value.as_f64()?.to_string()),
    };
    let numbers = members.filter_map(|(name, value)| Some((name, number(value)?)));
    let rule = RULES[name].replace("{errors}", &RULES["errors"]);
    numbers.fold(rule, |rule, (name, number)| rule.replace(&format!("{{{name}}}"), &number))
}

named! {
    /// The extent of the measurements.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Extent is "extent" {
        /// A few sizes and boards, in seconds or minutes.
        Quick = "quick",
        /// The sizes and boards of the source, or more.
        Full = "full",
    }
}

impl Extent {
    /// The first value for a quick report, the second for a full one.
    pub(crate) fn of<T>(self, (quick, full): (T, T)) -> T {
        match self {
            Self::Quick => quick,
            Self::Full => full,
        }
    }
}

/// The p-value below which a deviation is not attributed to chance.
const LEAST_P: f64 = 0.001;

/// A list of numbers in words.
fn listed<T: ToString>(numbers: impl IntoIterator<Item = T>) -> String {
    numbers.into_iter().map(|number| number.to_string()).collect::<Vec<_>>().join(", ")
}

/// A p-value, with no-break spaces.
fn p_value(p: f64) -> String {
    if p < 0.0001 { "p\u{a0}<\u{a0}0.0001".into() } else { format!("p\u{a0}=\u{a0}{p:.4}") }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tercet::Stop;
    use tercet::solver::Limit;

    use super::*;

    #[test]
    fn small_probabilities_stay_in_words() {
        assert_eq!(p_value(0.5), "p\u{a0}=\u{a0}0.5000");
        assert_eq!(p_value(1e-30), "p\u{a0}<\u{a0}0.0001");
    }

    #[test]
    fn papers_can_be_read_and_sections_have_names_of_their_own() {
        for paper in PAPERS {
            read(paper).unwrap();
        }
        let ids: HashSet<&str> = figures().iter().map(|figure| &*figure.id).collect();
        assert_eq!((ids.len(), figures().len()), (38, 38));
        for figure in figures() {
            let needs_remark = figure.times().is_some() && figure.source != "Tercet";
            assert!(!needs_remark || !figure.remark.is_empty(), "{}", figure.id);
        }
    }

    #[test]
    fn a_limit_stops_every_measurement() {
        let limit = &Limit::timeout(Duration::ZERO);
        for Figure { id, experiment, .. } in figures() {
            let stopped = match experiment {
                Experiment::Times(_) => continue,
                Experiment::Hands(hands) => hands.measure(Extent::Quick, 1, limit).err(),
                Experiment::Deals(deals) => deals.measure(1, limit).err(),
                Experiment::Answers(cases) => answers::measure(cases, Extent::Quick, limit).err(),
            };
            assert_eq!(stopped, Some(Stop::DEADLINE.into()), "{id}");
        }
    }

    #[test]
    fn unknown_members_are_refused() {
        let figure = |experiment: &str| {
            let text = r#"{"id": "a", "title": "b", "source": "c", "experiment": "#;
            read(&format!(r#"{{"figures": [{text}{experiment}}}]}}"#))
        };
        let deals = |more: &str| {
            let deck = r#""deck": {"values": 3}, "drawn": false, "number": 10, "uniform": "d""#;
            figure(&format!(r#"{{"deals": {{{deck}{more}}}}}"#))
        };
        assert!(deals("").is_ok());
        assert!(deals(r#", "nmber": 10"#).is_err());
        assert!(figure(r#"{"hands": "knuth"}"#).is_ok());
        assert!(figure(r#"{"hands": "sudz"}"#).is_err());
        let times = |more: &str| {
            let field = r#""field": {"kind": "boards", "values": [3, 4], "properties": [4]}"#;
            let rest = r#""runners": ["cover"], "boards": [1, 1], "timeout": [1, 1]"#;
            figure(&format!(r#"{{"times": {{{field}, {rest}, {more}}}}}"#))
                .map_err(|it| it.to_string())
        };
        assert!(times(r#""quick": [4]"#).is_ok());
        for (wrong, what) in [
            (r#""quick": [5]"#, "a place of 'quick'"),
            (r#""quick": []"#, "a place of 'quick'"),
            (r#""quick": [3], "published": [{"line": "a", "of": "b", "points": []}]"#, "“b”"),
        ] {
            assert!(times(wrong).is_err_and(|error| error.contains(what)), "{wrong}");
        }
        assert!(figure(r#"{"dance": {}}"#).is_err());
    }
}
