//! The scores of a race, for people and for programs.

use serde_json::json;
use tercet_lab::race::score::{Estimated, Score, Scores};
use tercet_lab::race::{CourseReport, Report};
use tercet_plot::words::time;

use tercet_lab::race::score::FEWEST;

use super::table::NOTHING;
use crate::prelude::*;
use crate::table::{Table, grouped};

const HEADINGS: [&str; 8] = [
    "method",
    "solved",
    "PAR-2",
    "from … to",
    "share of best",
    "from … to",
    "slow-down",
    "from … to",
];

/// Prints the table of scores, the best PAR-2 first, if there are enough boards.
pub(super) fn print(Report { scores, timeout, .. }: &Report, printer: &mut Printer) -> Result<()> {
    // Fewer boards have no intervals.
    if scores.boards < FEWEST || scores.contestants.is_empty() {
        return Ok(());
    }
    let mut sorted: Vec<&Score> = scores.contestants.iter().collect();
    let key = |score: &Score| score.par2.map_or(f64::INFINITY, |par2| par2.value);
    sorted.sort_by(|one, other| key(one).total_cmp(&key(other)));
    let heading = format!(
        "scores over {} boards, with 95 % intervals of {} bootstrap resamples; PAR-2 counts {} for a \
         board that is not solved",
        scores.boards,
        grouped(scores.resamples as u128),
        time(2.0 * timeout),
    );
    let spare = &[7, 5, 3, 6, 4];
    let mut table = Table { words: 1, flush: 0, spare, ..Table::new(heading, HEADINGS) };
    let mut row = |name: &str, solved, [par2, share, slowdown]: [Option<Estimated>; 3]| {
        let solved = [name.into(), format!("{solved}/{}", scores.boards)].into_iter();
        let times = solved.chain(shown(par2, time));
        let shares = times.chain(shown(share, |share| format!("{:.0} %", 100.0 * share)));
        table.row(0.0, shares.chain(shown(slowdown, factor)));
    };
    for score in &sorted {
        row(&score.contestant, score.solved, [score.par2, score.best_share, score.slowdown]);
    }
    if sorted.len() > 1 {
        row("(virtual best)", scores.solved, [scores.par2, None, None]);
    }
    table.print(printer)
}

fn factor(number: f64) -> String {
    match number {
        number if number < 100.0 => format!("{number:.2}"),
        number => grouped(number.round() as u128),
    }
}

/// The value of an estimate, and its interval.
fn shown(estimate: Option<Estimated>, word: impl Fn(f64) -> String) -> [String; 2] {
    let value = estimate.map_or(NOTHING.into(), |estimate| word(estimate.value));
    let interval = estimate.and_then(|Estimated { low, high, .. }| Some((low?, high?)));
    let interval =
        interval.map_or(NOTHING.into(), |(low, high)| format!("{} … {}", word(low), word(high)));
    [value, interval]
}

/// Prints a row of scores for each contestant, as comma-separated values.
pub(super) fn csv(scores: &Scores, printer: &mut Printer) -> Result<()> {
    let rows = scores.contestants.iter().map(|score| json!([score, scores.boards]));
    let columns = [
        "0/contestant",
        "boards=1",
        "0/solved",
        "par2=0/par2/value",
        "par2_low=0/par2/low",
        "par2_high=0/par2/high",
        "share=0/best_share/value",
        "share_low=0/best_share/low",
        "share_high=0/best_share/high",
        "slowdown=0/slowdown/value",
        "slowdown_low=0/slowdown/low",
        "slowdown_high=0/slowdown/high",
    ];
    printer.table(&columns, rows)
}

/// Prints a row for each trial of a race.
pub(super) fn trials(report: &Report, printer: &mut Printer) -> Result<()> {
    let row = |heat| {
        let trial = report.trial(heat)?;
        let CourseReport { label, deck, size, goal, .. } = &report.courses[heat.course];
        let contestant = &report.contestants[heat.contestant].name;
        Some(json!({
            "size": label, "deck": deck, "cards": size, "sets": goal, "task": heat.task + 1,
            "contestant": contestant, "trial": trial,
        }))
    };
    let columns = [
        "size",
        "deck/values",
        "deck/properties",
        "cards",
        "sets",
        "task",
        "contestant",
        "trial/answer",
        "trial/seconds",
        "trial/cpu",
        "trial/memory",
        "effort=trial/effort/count",
        "trial/effort/unit",
    ];
    printer.table(&columns, report.heats().into_iter().filter_map(row))
}
