//! The figures of a simulation as tables for people.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use anstyle::Style;
use anyhow::Result;
use tercet::statistics::{Estimate, Interval};

use crate::output::Printer;
use crate::table::{Table, grouped};

use super::Checkpoint;
use super::statistics::{Frequency, Layouts, Statistics, sets};

const DIM: Style = Style::new().dimmed();

/// What stands for odds where every layout held a set.
const NEVER_WITHOUT: &str = "all";

/// The columns that a table may take.
const WIDTH: usize = 80;

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
