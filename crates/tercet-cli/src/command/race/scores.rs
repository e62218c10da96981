//! The scores of a race, and the comparison of two versions, for people and for programs.

use anyhow::Result;
use tercet_app::Raced;
use tercet_lab::race::compare::{Compared, Comparison};
use tercet_lab::race::score::{Estimated, Score, Scores};
use tercet_lab::words::{grouped, time};

use super::table::{NOTHING, columns, title};
use crate::output::{Printer, width};

/// The smallest number of boards for which scores are shown to people: fewer have no intervals.
const FEWEST: usize = 5;

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
pub(super) fn text(scores: &Scores, limit: f64, printer: &mut Printer) -> Result<()> {
    if scores.boards < FEWEST || scores.contestants.is_empty() {
        return Ok(());
    }
    let mut sorted: Vec<&Score> = scores.contestants.iter().collect();
    let key = |score: &Score| score.par2.map_or(f64::INFINITY, |par2| par2.value);
    sorted.sort_by(|one, other| key(one).total_cmp(&key(other)));
    let mut rows: Vec<[String; 8]> = sorted.into_iter().map(|score| row(scores, score)).collect();
    if rows.len() > 1 {
        let nothing = NOTHING.to_owned();
        let [par2, interval] = shown(scores.par2, time);
        let (own, solved) = ("(virtual best)".into(), solved(scores.solved, scores.boards));
        let rest = [nothing.clone(), nothing.clone(), nothing.clone(), nothing];
        let [share, shares, slowdown, slowdowns] = rest;
        rows.push([own, solved, par2, interval, share, shares, slowdown, slowdowns]);
    }
    let width = width();
    let heading = format!(
        "scores over {} boards, with 95 % intervals of {} bootstrap resamples; PAR-2 counts {} for a \
         board that is not solved",
        scores.boards,
        grouped(scores.resamples as u128),
        time(2.0 * limit),
    );
    printer.line("")?;
    let table = columns(HEADINGS, &rows, 1, &[7, 5, 3, 6, 4], width);
    title(&heading, width).into_iter().chain(table).try_for_each(|line| printer.line(line))
}

fn row(scores: &Scores, score: &Score) -> [String; 8] {
    let [par2, pars] = shown(score.par2, time);
    let [share, shares] = shown(score.best_share, |share| format!("{:.0} %", 100.0 * share));
    let [slowdown, slowdowns] = shown(score.slowdown, factor);
    let solved = solved(score.solved, scores.boards);
    [score.contestant.clone(), solved, par2, pars, share, shares, slowdown, slowdowns]
}

fn solved(solved: usize, boards: usize) -> String {
    format!("{solved}/{boards}")
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
    printer.csv([
        "contestant",
        "boards",
        "solved",
        "par2",
        "par2_low",
        "par2_high",
        "share",
        "share_low",
        "share_high",
        "slowdown",
        "slowdown_low",
        "slowdown_high",
    ])?;
    for score in &scores.contestants {
        let estimates = [score.par2, score.best_share, score.slowdown].map(|estimate| {
            let number = |number: Option<f64>| number.map_or(String::new(), |it| it.to_string());
            let Some(Estimated { value, low, high }) = estimate else {
                return [const { String::new() }; 3];
            };
            [number(Some(value)), number(low), number(high)]
        });
        let first = [score.contestant.clone(), scores.boards.to_string(), score.solved.to_string()];
        printer.csv(first.into_iter().chain(estimates.into_iter().flatten()))?;
    }
    Ok(())
}

/// Prints the comparison of two versions.
pub(super) fn comparison(raced: &Raced, printer: &mut Printer) -> Result<()> {
    let Some(comparison) = &raced.comparison else { return Ok(()) };
    let clock = if comparison.by_cpu { "processor" } else { "wall" };
    let how = if comparison.side_by_side {
        "side by side".to_owned()
    } else {
        let drift = comparison.drift;
        format!(
            "with the saved race, corrected by the yardstick, which takes {drift:.3} times as long now"
        )
    };
    let width = width();
    let heading = format!("change of the {clock} time, compared {how}; 95 % intervals over boards");
    let rows: Vec<[String; 6]> = comparison.compared.iter().map(compared).collect();
    let table = columns(
        ["method", "verdict", "change", "from … to", "noise", "boards"],
        &rows,
        2,
        &[5, 4, 3],
        width,
    );
    printer.line("")?;
    let lines = title(&heading, width).into_iter().chain(table);
    lines.chain(note(comparison)).try_for_each(|line| printer.line(line))
}

fn compared(compared: &Compared) -> [String; 6] {
    let change = |factor: f64| format!("{:+.1} %", 100.0 * (factor - 1.0));
    let [value, interval] = shown(compared.change, change);
    let boards = compared.compared_boards.to_string();
    let noise = compared.noise.map_or(NOTHING.into(), |noise| format!("{:.1} %", 100.0 * noise));
    [compared.contestant.clone(), compared.speed.name().into(), value, interval, noise, boards]
}

/// The meanings of the verdicts.
fn note(comparison: &Comparison) -> Vec<String> {
    let margin = 100.0 * comparison.margin;
    let text = format!(
        "slower: at least {margin:.0} % more, and the interval lies above 0; unknown: fewer than five boards{}",
        if comparison.side_by_side {
            String::new()
        } else {
            format!(
                ", or noise over {:.0} % (the machine is busy) and no change by half as much",
                2.0 * margin
            )
        },
    );
    crate::output::wrapped(&text, 2, width())
}
