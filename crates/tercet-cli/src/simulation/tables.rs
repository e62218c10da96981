//! The figures of a simulation as tables for people.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use anstyle::Style;
use anyhow::Result;
use tercet::game::simulate::estimates::{Estimate, Interval};

use crate::output::Printer;

use super::Checkpoint;
use super::statistics::{Frequency, Layouts, Statistics, sets};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// What stands for odds where every layout held a set.
const NEVER_WITHOUT: &str = "all";

/// The columns that a table may take.
const WIDTH: usize = 80;

/// The most rows of a table; the formats for programs have all of them.
const MOST_ROWS: usize = 25;

/// The most sizes of layouts whose odds by the cards left in the deck stand side by side.
const MOST_SIZES: usize = 3;

/// What was played, by which rules.
pub(crate) fn print_heading(checkpoint: &Checkpoint, printer: &mut Printer) -> Result<()> {
    let run = checkpoint.simulation();
    let games = grouped(checkpoint.tally().games().into());
    let (deck, start, pick, seed) = (run.deck(), run.start(), run.pick(), run.seed());
    printer
        .line(format_args!("{games} games of {deck}: start {start}, pick {pick}, seed {seed}"))?;
    if checkpoint.shards().of > 1 {
        let all = grouped(run.games().into());
        printer.line(format_args!("{} of {all} games", checkpoint.shards()))?;
    }
    Ok(())
}

/// Prints all tables.
pub(crate) fn print(checkpoint: &Checkpoint, printer: &mut Printer) -> Result<()> {
    let figures = Statistics::new(checkpoint);
    let run = checkpoint.simulation();
    if figures.games == 0 {
        return Ok(());
    }

    let headings = ["cards", "sets", "games", "percent", "from", "to"];
    let mut left = Table::new("cards left at the end", headings);
    for Frequency { cards, games, share } in &figures.left {
        let sets = sets(run.deck(), *cards).to_string();
        left.row(
            *games as f64,
            [cards.to_string(), sets, grouped((*games).into())],
            percent(share),
        );
    }
    left.print(printer)?;
    if let Some(mean) = figures.sets.1 {
        let [value, low, high] = written(Some(mean));
        let interval = if low.is_empty() { low } else { format!(", from {low} to {high}") };
        printer.line(format_args!("sets a game: {value} on average{interval}"))?;
    }

    let headings = ["cards", "games", "percent", "from", "to"];
    let mut largest = Table::new("the largest layout of a game", headings);
    for Frequency { cards, games, share } in &figures.largest {
        largest.row(*games as f64, [cards.to_string(), grouped((*games).into())], percent(share));
    }
    largest.print(printer)?;

    let headings = ["cards", "with a set", "without", "odds", "from", "to"];
    let mut sizes = Table::new(
        "odds of a set, to one, by the cards of the layout, before the deck is empty",
        headings,
    );
    // In fewer cards than a set has there is no question.
    for Layouts { cards, with, without, odds } in
        figures.sizes.iter().filter(|size| size.cards >= run.deck().values())
    {
        let cells = [cards.to_string(), grouped(*with), grouped(*without)];
        sizes.row((with + without) as f64, cells, written(*odds));
    }
    sizes.print(printer)?;
    by_deck(&figures, run.start()).print(printer)?;
    printer.line("")?;
    printer.line(format_args!(
        "{DIM}from, to: the interval that holds the true figure in 95 of 100 cases{DIM:#}"
    ))?;
    if figures.layouts.iter().any(|(_, layouts)| layouts.odds.is_none()) {
        printer
            .line(format_args!("{DIM}{NEVER_WITHOUT}: each of these layouts held a set{DIM:#}"))?;
    }
    Ok(())
}

/// The odds by the cards left in the deck, for the sizes of layouts that are met most often, as many
/// as fit side by side. Layouts smaller than at the start are those of an empty deck.
fn by_deck(figures: &Statistics, start: usize) -> Table {
    let mut sizes: Vec<&Layouts> =
        figures.sizes.iter().filter(|layouts| layouts.cards >= start).collect();
    sizes.sort_by_key(|layouts| Reverse(layouts.with + layouts.without));
    let mut most = sizes.len().min(MOST_SIZES);
    loop {
        let mut sizes: Vec<usize> = sizes[..most].iter().map(|layouts| layouts.cards).collect();
        sizes.sort_unstable();
        let headings =
            sizes.iter().flat_map(|cards| [format!("{cards} cards"), "from".into(), "to".into()]);
        let mut table = Table::new(
            "odds of a set, to one, by the cards left in the deck",
            ["deck".into()].into_iter().chain(headings),
        );
        let mut rows: BTreeMap<usize, Vec<[String; 3]>> = BTreeMap::new();
        for (deck, layout) in &figures.layouts {
            if let Some(place) = sizes.iter().position(|&cards| cards == layout.cards) {
                let none = || vec![<[String; 3]>::default(); sizes.len()];
                rows.entry(*deck).or_insert_with(none)[place] = written(layout.odds);
            }
        }
        for (deck, cells) in rows.into_iter().rev() {
            table.row(0.0, [deck.to_string()], cells.into_iter().flatten());
        }
        if table.width() <= WIDTH || most <= 1 {
            return table;
        }
        most -= 1;
    }
}

/// A table of numbers, their decimal points one below the other.
struct Table {
    title: &'static str,
    headings: Vec<String>,
    /// Rows with their weight: a long table shows the heaviest.
    rows: Vec<(f64, Vec<String>)>,
}

impl Table {
    fn new<T: Into<String>>(title: &'static str, headings: impl IntoIterator<Item = T>) -> Self {
        let headings = headings.into_iter().map(Into::into).collect();
        Self { title, headings, rows: Vec::new() }
    }

    fn row(
        &mut self,
        weight: f64,
        cells: impl IntoIterator<Item = String>,
        more: impl IntoIterator<Item = String>,
    ) {
        self.rows.push((weight, cells.into_iter().chain(more).collect()));
    }

    /// The rows that are shown: the heaviest, or of equal ones some at equal distances.
    fn shown(&self) -> Vec<&[String]> {
        let rows = self.rows.len();
        let mut shown: Vec<usize> = (0..rows).collect();
        if rows > MOST_ROWS {
            shown.sort_by(|&one, &other| self.rows[other].0.total_cmp(&self.rows[one].0));
            if self.rows.iter().all(|(weight, _)| *weight == 0.0) {
                shown = shown.into_iter().step_by(rows.div_ceil(MOST_ROWS)).collect();
            }
            shown.truncate(MOST_ROWS);
            shown.sort_unstable();
        }
        shown.into_iter().map(|row| &*self.rows[row].1).collect()
    }

    /// The letters before and after the decimal point in each column.
    fn widths(&self) -> Vec<(usize, usize)> {
        let column = |i: usize| {
            let cells = self.shown().into_iter().map(move |row| split(&row[i]));
            let (whole, fraction) = cells.fold((0, 0), |(whole, fraction), (before, after)| {
                (whole.max(before.chars().count()), fraction.max(after.chars().count()))
            });
            (whole.max(self.headings[i].chars().count().saturating_sub(fraction)), fraction)
        };
        (0..self.headings.len()).map(column).collect()
    }

    fn width(&self) -> usize {
        self.widths().iter().map(|(whole, fraction)| 2 + whole + fraction).sum()
    }

    fn print(&self, printer: &mut Printer) -> Result<()> {
        let shown = self.shown();
        if shown.is_empty() {
            return Ok(());
        }
        let widths = self.widths();
        printer.line("")?;
        printer.line(format_args!("{BOLD}{}{BOLD:#}", self.title))?;
        let headings = self.headings.iter().zip(&widths);
        let headings: Vec<String> = headings
            .map(|(heading, (whole, fraction))| format!("{:>1$}", heading, whole + fraction))
            .collect();
        printer.line(format_args!("{DIM}  {}{DIM:#}", headings.join("  ")))?;
        for row in &shown {
            let cells: Vec<String> = row
                .iter()
                .zip(&widths)
                .map(|(cell, &(whole, fraction))| {
                    let (before, after) = split(cell);
                    format!("{before:>whole$}{after:fraction$}")
                })
                .collect();
            printer.line(format!("  {}", cells.join("  ")).trim_end())?;
        }
        let rest = self.rows.len() - shown.len();
        if rest > 0 {
            printer.line(format_args!("{DIM}  and {rest} rows more: see --format csv{DIM:#}"))?;
        }
        Ok(())
    }
}

/// A number before its decimal point, and from there on.
fn split(cell: &str) -> (&str, &str) {
    cell.split_at(cell.find('.').unwrap_or(cell.len()))
}

/// A whole number with a comma after every three digits.
pub(crate) fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn percent(share: &Estimate) -> [String; 3] {
    let times = |share: f64| 100.0 * share;
    let ends = |ends: Interval| Interval { low: times(ends.low), high: times(ends.high) };
    written(Some(Estimate { value: times(share.value), interval: share.interval.map(ends) }))
}

/// A figure and both ends of its interval, to as many decimals as the interval is known: half of
/// it has two digits that count.
fn written(estimate: Option<Estimate>) -> [String; 3] {
    let Some(Estimate { value, interval }) = estimate else {
        return [NEVER_WITHOUT.into(), String::new(), String::new()];
    };
    let precision = match interval {
        Some(Interval { low, high }) if high > low => (high - low) / 2.0,
        _ => value / 100.0,
    };
    let magnitude = if precision > 0.0 { precision.log10().floor() } else { 0.0 };
    let decimals = (1.0 - magnitude).clamp(0.0, 9.0) as usize;
    let text = |number: f64| format!("{number:.decimals$}");
    match interval {
        Some(Interval { low, high }) => [text(value), text(low), text(high)],
        None => [text(value), String::new(), String::new()],
    }
}
