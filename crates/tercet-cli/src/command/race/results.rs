//! The results of a course so far as lines for people, and the scores and the trials of a race.

use serde_json::{Value, json};
use tercet::data::csv;
use tercet_plot::words::time;
use tercet_race::score::{Estimated, Score};
use tercet_race::{CourseReport, Report, Spread, Standing, Value as Measured};

use crate::output::{DIM, styled, width, wrapped};
use crate::prelude::*;
use crate::table::{GAP, TextTable, grouped};

/// The text of an empty cell.
const NOTHING: &str = "–";

const HEADINGS: [&str; 8] =
    ["method", "answers", "wall time", "from … to", "processor", "memory", "searched", "ratio"];
/// The columns that a narrow terminal omits, in the order of omission.
const SPARE: [usize; 6] = [6, 5, 4, 3, 1, 7];

/// The table of a finished course.
pub(super) fn print(course: &CourseReport, printer: &mut Printer) -> Result<()> {
    let lines = lines(course, width());
    if !lines.is_empty() {
        printer.line("")?;
    }
    printer.lines(lines)?;
    printer.finish()
}

/// The table of a course: a line per contestant, the fastest first. It is empty before the first trial.
/// Columns that do not fit the width are left out and named.
pub(super) fn lines(course: &CourseReport, width: usize) -> Vec<String> {
    let mut results: Vec<&Standing> =
        course.results.iter().filter(|it| it.trials.iter().any(Option::is_some)).collect();
    if results.is_empty() {
        return Vec::new();
    }
    let key = |result: &Standing| match result.seconds {
        Some(Spread { median, .. }) => (u8::from(median.at_least), median.value),
        None => (2, 0.0),
    };
    results.sort_by(|one, other| key(one).partial_cmp(&key(other)).expect("times are numbers"));
    let tasks = course.results[0].trials.len() as u128;
    let noun = if course.goal.is_some() { "game" } else { "board" };
    let title = format!("{}: {}", course.label, counted(tasks, noun));
    let mut table =
        TextTable { words: 2, flush: 0, spare: &SPARE, ..TextTable::new(title, HEADINGS) };
    for result in results {
        table.row(0.0, cells(result));
    }
    let mut lines = table.lines(width);
    let dropped = course.results.iter().filter(|result| result.dropped_out);
    let dropped: Vec<&str> = dropped.map(|result| &*result.contestant).collect();
    if !dropped.is_empty() {
        let note = "not asked, stopped on all boards of a smaller size";
        let note = format!("{note}: {}", dropped.join(", "));
        lines.extend(styled(DIM, wrapped(&note, GAP, width)));
    }
    lines
}

/// The row of a contestant.
fn cells(result: &Standing) -> [String; 8] {
    let median = |spread: Option<Spread>| Some(show(spread?.median));
    let range = |Spread { min, max, .. }| format!("{} … {}", show(min), show(max));
    let effort = result.effort.as_ref().map(|effort| {
        let unit = effort.unit.as_str();
        let unit = if effort.count == 1_u32.into() { unit.trim_end_matches('s') } else { unit };
        format!("{} {unit}", grouped(&effort.count))
    });
    let cells = [
        Some(result.contestant.clone()),
        Some(answers(result)),
        median(result.seconds),
        result.seconds.map(range),
        median(result.cpu),
        result.memory.map(|bytes| quantity::shown(bytes as usize)),
        effort,
        result.ratio.map(ratio),
    ];
    cells.map(|cell| cell.unwrap_or(NOTHING.into()))
}

/// The outcomes of the trials: `2 found, 1 none`.
fn answers(result: &Standing) -> String {
    let answers = result.tally().into_iter().map(|(name, number)| format!("{number} {name}"));
    answers.collect::<Vec<_>>().join(", ")
}

/// A time, or a lower bound of one.
fn show(value: Measured) -> String {
    let time = time(value.value);
    if value.at_least { format!("≥ {time}") } else { time }
}

/// A ratio of times: `1`, `1.32`, `45.0`, `≥ 1,200`.
fn ratio(value: Measured) -> String {
    let number = value.value;
    let text = match number {
        number if (number - 1.0).abs() < 5e-3 => "1".into(),
        number if number < 100.0 => tercet_plot::words::number(number),
        number => grouped(number.round() as u128),
    };
    if value.at_least { format!("≥ {text}") } else { text }
}

const SCORES: &str =
    "method | solved | PAR-2 | from … to | share of best | from … to | slow-down | from … to";

/// The least number of boards whose scores are printed.
const FEWEST: usize = 5;

/// Prints the table of scores, the best PAR-2 first, if there are enough boards.
pub(super) fn print_scores(
    Report { scores, timeout, .. }: &Report,
    printer: &mut Printer,
) -> Result<()> {
    if scores.boards < FEWEST || scores.contestants.is_empty() {
        return Ok(());
    }
    let mut sorted: Vec<&Score> = scores.contestants.iter().collect();
    let key = |score: &Score| score.par2.map_or(f64::INFINITY, |par2| par2.value);
    sorted.sort_by(|one, other| key(one).total_cmp(&key(other)));
    let heading = format!(
        "scores over {} boards, with 95 % intervals; PAR-2 counts {} for a board that is not solved",
        scores.boards,
        time(2.0 * timeout),
    );
    let spare = &[7, 5, 3, 6, 4];
    let table = TextTable::new(heading, csv::headings(SCORES));
    let mut table = TextTable { words: 1, flush: 0, spare, ..table };
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

/// The columns of the trials.
pub(super) const TRIALS: &str = "size | deck/values | deck/properties | cards | sets | task | \
                                 contestant | trial/answer | trial/seconds | trial/cpu | \
                                 trial/memory | effort=trial/effort/count | trial/effort/unit";

/// The trials of a race, each as a row.
pub(super) fn trials(report: &Report) -> impl Iterator<Item = Value> {
    report.heats().into_iter().filter_map(|heat| {
        let trial = report.trial(heat)?;
        let CourseReport { label, deck, size, goal, .. } = &report.courses[heat.course];
        let contestant = &report.contestants[heat.contestant].name;
        Some(json!({
            "size": label, "deck": deck, "cards": size, "sets": goal, "task": heat.task + 1,
            "contestant": contestant, "trial": trial,
        }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course() -> CourseReport {
        let value = |value: f64| json!({"value": value, "at_least": false});
        let spread = json!({"min": value(2.78e-4), "median": value(1.1e-3), "max": value(3.67e-3)});
        let found = json!({"answer": "found", "set": [0, 1, 2], "seconds": 1.1e-3});
        let none = json!({"answer": "none", "seconds": 1.1e-3});
        let result = |name: &str, count: &str| {
            json!({
                "contestant": name, "seconds": spread, "cpu": spread, "memory": 119_000_000,
                "effort": {"count": count, "unit": "conflicts"}, "ratio": value(1666.0),
                "dropped_out": name == "cpsat", "trials": [found, none, none],
            })
        };
        let results = [result("hybrid", "1200"), result("cpsat", "12979")];
        let deck = json!({"values": 16, "properties": 4});
        let label = "(16,4), 216 cards";
        let course =
            json!({"label": label, "x": 16, "deck": deck, "size": 216, "results": results});
        serde_json::from_value(course).unwrap()
    }

    /// The lines without their styles.
    fn plain(width: usize) -> Vec<String> {
        let lines = lines(&course(), width);
        lines.iter().map(|line| anstream::adapter::strip_str(line).to_string()).collect()
    }

    #[test]
    fn a_table_fits_its_terminal() {
        let words = |text: &str| -> Vec<String> {
            text.split_whitespace().map(|word| word.trim_matches(',').to_owned()).collect()
        };
        let whole = words(&format!("{} in a wider terminal:", plain(usize::MAX).join(" ")));
        for width in 28..120 {
            let lines = plain(width);
            for line in &lines {
                assert!(line.chars().count() <= width, "{width}: {line}");
                assert!(words(line).iter().all(|word| whole.contains(word)), "{width}: {line}");
            }
            let table = lines.iter().find(|line| line.contains("hybrid")).unwrap();
            assert!(table.contains("1.10 ms"), "{width}: {table}");
        }
    }

    #[test]
    fn what_is_left_out_is_named() {
        let [narrow, wide] = [80, usize::MAX].map(|width| plain(width).join("\n") + "\n");
        assert!(!wide.contains("wider"));
        let is_named = narrow.contains("\n  in a wider terminal: searched\n");
        assert!(is_named && narrow.contains("1,666\n"), "{narrow}");
    }
}
