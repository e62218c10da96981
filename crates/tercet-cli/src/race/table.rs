//! What came of a race so far, as lines for people.

use anstyle::Style;
use tercet_lab::race::{Race, Spread, Summary, Value};

use tercet_lab::words::time;

use crate::output::counted;
use crate::size;
use crate::table::grouped;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

const HEADINGS: [&str; 8] =
    ["method", "answers", "wall time", "from … to", "processor", "memory", "searched", "ratio"];
/// So many columns are words, which stand to the left.
const WORDS: usize = 2;

/// The table of a course: a line a contestant, the fastest first. Nothing where nobody has run yet.
pub(super) fn lines(race: &Race, course: usize) -> Vec<String> {
    let mut runners: Vec<(usize, Summary)> = (0..race.contestants().len())
        .map(|contestant| (contestant, race.summary(course, contestant)))
        .filter(|(_, summary)| !summary.outcomes.is_empty())
        .collect();
    if runners.is_empty() {
        return Vec::new();
    }
    let key = |summary: &Summary| match summary.seconds {
        Some(Spread { median, .. }) => (u8::from(median.at_least), median.value),
        None => (2, 0.0),
    };
    runners.sort_by(|(_, one), (_, other)| {
        let (one, other) = (key(one), key(other));
        one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
    });
    let fastest = runners[0].1.clone();
    let mut rows = vec![HEADINGS.map(String::from).to_vec()];
    rows.extend(runners.iter().map(|(contestant, summary)| {
        let name = race.contestants()[*contestant].name.clone();
        let median =
            |spread: Option<Spread>| spread.map_or_else(dash, |spread| show(spread.median));
        let range = summary.seconds.map_or_else(dash, |Spread { low, high, .. }| {
            format!("{} … {}", show(low), show(high))
        });
        let effort = summary.effort.as_ref().map_or_else(dash, |effort| {
            let unit = effort.unit.as_str();
            let unit = if effort.count == 1 { unit.trim_end_matches('s') } else { unit };
            format!("{} {unit}", grouped(effort.count.into()))
        });
        vec![
            name,
            answers(summary),
            median(summary.seconds),
            range,
            median(summary.cpu),
            summary.memory.map_or_else(dash, |bytes| size::show(bytes as usize)),
            effort,
            summary.ratio(&fastest).map_or_else(dash, ratio),
        ]
    }));
    let Some(described) = race.courses().get(course) else { return Vec::new() };
    let boards = described.tasks.len() as u128;
    let noun = if matches!(described.tasks[0], tercet_lab::race::Task::Game { .. }) {
        "game"
    } else {
        "board"
    };
    let mut lines = vec![format!("{BOLD}{}: {}{BOLD:#}", described.label, counted(boards, noun))];
    lines.extend(columns(&rows));
    let out: Vec<&str> = (0..race.contestants().len())
        .filter(|&contestant| race.has_dropped_out(course, contestant))
        .map(|contestant| race.contestants()[contestant].name.as_str())
        .collect();
    if !out.is_empty() {
        lines.push(format!(
            "{DIM}  out, stopped on all of a smaller size: {}{DIM:#}",
            out.join(", ")
        ));
    }
    lines
}

fn dash() -> String {
    "–".into()
}

/// How the trials ended: `2 found, 1 none`.
fn answers(summary: &Summary) -> String {
    let answers = summary.outcomes.iter().map(|(name, number)| format!("{number} {name}"));
    answers.collect::<Vec<_>>().join(", ")
}

/// A time, or that it is at least so long.
fn show(value: Value) -> String {
    let time = time(value.value);
    if value.at_least { format!("≥ {time}") } else { time }
}

/// How many times as long: `1`, `1.32`, `45`, `≥ 1,200`.
pub(super) fn ratio(value: Value) -> String {
    let number = value.value;
    let text = match () {
        () if (number - 1.0).abs() < 5e-3 => "1".into(),
        () if number < 10.0 => format!("{number:.2}"),
        () if number < 100.0 => format!("{number:.1}"),
        () => grouped(number.round() as u128),
    };
    if value.at_least { format!("≥ {text}") } else { text }
}

/// Rows in columns, under headings that are dim.
fn columns(rows: &[Vec<String>]) -> Vec<String> {
    let widths: Vec<usize> = (0..HEADINGS.len())
        .map(|i| rows.iter().map(|row| row[i].chars().count()).max().unwrap_or(0))
        .collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(i, (cell, &width))| {
            if i < WORDS { format!("{cell:width$}") } else { format!("{cell:>width$}") }
        });
        format!("  {}", cells.collect::<Vec<_>>().join("  ")).trim_end().to_owned()
    };
    let (headings, rest) = rows.split_first().expect("there are headings");
    let mut lines = vec![format!("{DIM}{}{DIM:#}", line(headings))];
    lines.extend(rest.iter().map(line));
    lines
}
