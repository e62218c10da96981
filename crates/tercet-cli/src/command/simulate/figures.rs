//! The figures of a simulation: as tables for people, as a table for programs, and as a chart.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde_json::{Value, json};
use tercet_app::{GameCount, Layouts, SetsTaken, Simulated, Whole};
use tercet_plot::{self as plot, Axis, Chart, Point, Scale, Series};

use super::digits;
use crate::output::{DIM, WIDTH};
use crate::prelude::*;
use crate::table::TextTable;

/// The most rows of a table.
const MOST_ROWS: usize = 25;

/// The text in place of odds if every layout held a set.
const NEVER_WITHOUT: &str = "all";

/// The most sizes of layouts whose odds by the cards left in the deck are side by side.
const MOST_SIZES: usize = 3;

/// Prints the number of games, the deck and the rules.
pub(crate) fn print_heading(answer: &Simulated, printer: &mut Printer) -> Result<()> {
    let (games, deck) = (digits(&answer.played), answer.deck);
    let Simulated { start, pick, seed, part, .. } = answer;
    writeln!(printer, "{games} games of {deck}: start {start}, pick {pick}, seed {seed}")?;
    if !part.is_whole() {
        writeln!(printer, "{part} of {} games", digits(&answer.games))?;
    }
    Ok(())
}

/// A table of the heaviest rows.
fn table<T: Into<String>>(title: &str, headings: impl IntoIterator<Item = T>) -> TextTable {
    TextTable { most_rows: MOST_ROWS, ..TextTable::new(title, headings) }
}

/// The weight of a row: a long table shows its heaviest rows.
fn weight(number: &Whole) -> f64 {
    number.get::<u128>().unwrap_or(u128::MAX) as f64
}

/// Prints all tables.
pub(crate) fn print(answer: &Simulated, printer: &mut Printer) -> Result<()> {
    if answer.played == Whole::default() {
        return Ok(());
    }

    games("cards left at the end", &answer.left, true).print(printer)?;
    if answer.sets_taken.per_game.is_some() {
        let [value, low, high] = written(answer.sets_taken.per_game, answer.sets_taken.interval);
        let interval = if low.is_empty() { low } else { format!(", from {low} to {high}") };
        writeln!(printer, "sets per game: {value} on average{interval}")?;
    }

    games("the largest layout of a game", &answer.largest, false).print(printer)?;
    let headings = ["cards", "with a set", "without", "odds", "from", "to"];
    let mut sizes = table(
        "odds of a set, to one, by the size of the layout, before the deck is empty",
        headings,
    );
    // Fewer cards than a set has cannot hold a set.
    for it in answer.sizes.iter().filter(|it| it.size >= answer.deck.values()) {
        let cells = [it.size.to_string(), digits(&it.with), digits(&it.without)];
        sizes.row(weight(&layouts(it)), cells.into_iter().chain(written(it.odds, it.interval)));
    }
    sizes.print(printer)?;
    by_deck(answer).print(printer)?;
    printer.line("")?;
    writeln!(printer, "{DIM}from, to: the 95 % confidence interval{DIM:#}")?;
    if answer.layouts.iter().any(|layouts| layouts.odds.is_none()) {
        writeln!(printer, "{DIM}{NEVER_WITHOUT}: every layout held a set{DIM:#}")?;
    }
    Ok(())
}

/// How many games had each number of cards, and of sets if these are known.
fn games(title: &str, counts: &[GameCount], has_sets: bool) -> TextTable {
    let headings = ["cards", "sets", "games", "percent", "from", "to"].into_iter();
    let mut games = table(title, headings.filter(|heading| has_sets || *heading != "sets"));
    for GameCount { size, set_count, games: count, share, interval } in counts {
        let sets = set_count.map_or_else(String::new, |sets| sets.to_string());
        let cells = [size.to_string()].into_iter().chain(has_sets.then_some(sets));
        games.row(weight(count), cells.chain([digits(count)]).chain(percent(*share, *interval)));
    }
    games
}

/// The odds by the cards left in the deck, for the sizes of layouts that are met most often and fit
/// side by side. Layouts smaller than at the start are those of an empty deck.
fn by_deck(answer: &Simulated) -> TextTable {
    let mut sizes: Vec<&Layouts> =
        answer.sizes.iter().filter(|layouts| layouts.size >= answer.start).collect();
    sizes.sort_by_key(|it| Reverse(layouts(it)));
    let mut most = sizes.len().min(MOST_SIZES);
    loop {
        let mut sizes: Vec<usize> = sizes[..most].iter().map(|layouts| layouts.size).collect();
        sizes.sort_unstable();
        let headings =
            sizes.iter().flat_map(|cards| [format!("{cards} cards"), "from".into(), "to".into()]);
        let mut by_deck = table(
            "odds of a set, to one, by the cards left in the deck",
            ["deck".into()].into_iter().chain(headings),
        );
        let mut rows: BTreeMap<usize, Vec<[String; 3]>> = BTreeMap::new();
        for Layouts { size, deck_left, odds, interval, .. } in &answer.layouts {
            let place = sizes.iter().position(|cards| cards == size);
            if let (Some(place), Some(deck)) = (place, deck_left) {
                let none = || vec![<[String; 3]>::default(); sizes.len()];
                rows.entry(*deck).or_insert_with(none)[place] = written(*odds, *interval);
            }
        }
        for (deck, cells) in rows.into_iter().rev() {
            by_deck.row(0.0, [deck.to_string()].into_iter().chain(cells.into_iter().flatten()));
        }
        if by_deck.width() <= WIDTH || most <= 1 {
            return by_deck;
        }
        most -= 1;
    }
}

/// The number of layouts, with a set or without.
fn layouts(Layouts { with, without, .. }: &Layouts) -> Whole {
    Whole(&with.0 + &without.0)
}

fn percent(share: f64, interval: Option<[f64; 2]>) -> [String; 3] {
    let times = |share: f64| 100.0 * share;
    written(Some(times(share)), interval.map(|ends| ends.map(times)))
}

/// A value and both ends of its interval, rounded to the precision of the interval: half of it has
/// two significant digits.
fn written(value: Option<f64>, interval: Option<[f64; 2]>) -> [String; 3] {
    let Some(value) = value else {
        return [NEVER_WITHOUT.into(), String::new(), String::new()];
    };
    let precision = match interval {
        Some([low, high]) if high > low => (high - low) / 2.0,
        _ => value / 100.0,
    };
    let magnitude = if precision > 0.0 { precision.log10().floor() } else { 0.0 };
    let decimals = (1.0 - magnitude).clamp(0.0, 9.0) as usize;
    let text = |number: f64| format!("{number:.decimals$}");
    match interval {
        Some([low, high]) => [text(value), text(low), text(high)],
        None => [text(value), String::new(), String::new()],
    }
}

/// The columns: those that identify a value, then the value and its interval.
const COLUMNS: [&str; 14] = [
    "deck/values",
    "deck/properties",
    "start",
    "pick",
    "seed",
    "games=played",
    "table=row/0",
    "cards=row/1",
    "deck=row/2",
    "count=row/3",
    "of=row/4",
    "value=row/5",
    "low=row/6/0",
    "high=row/6/1",
];

/// Prints a row for each value.
pub(crate) fn print_csv(answer: &Simulated, printer: &mut Printer) -> Result<()> {
    let played = &answer.played;
    let of_games = |table: &str, counts: &[GameCount]| -> Vec<Value> {
        let row =
            |it: &GameCount| json!([table, it.size, null, it.games, played, it.share, it.interval]);
        counts.iter().map(row).collect()
    };
    let of_layouts = |table: &str, counts: &[Layouts]| -> Vec<Value> {
        let row = |it: &Layouts| {
            json!([table, it.size, it.deck_left, it.with, layouts(it), it.odds, it.interval])
        };
        counts.iter().map(row).collect()
    };
    let SetsTaken { count, per_game, interval } = &answer.sets_taken;
    let rows = [
        of_games("left", &answer.left),
        vec![json!(["sets", null, null, count, played, per_game, interval])],
        of_games("largest", &answer.largest),
        of_layouts("sizes", &answer.sizes),
        of_layouts("layouts", &answer.layouts),
    ];
    let Simulated { deck, start, pick, seed, .. } = answer;
    let whole = |row| {
        json!({
            "deck": deck, "start": start, "pick": pick, "seed": seed, "played": played, "row": row,
        })
    };
    printer.table(&COLUMNS, rows.into_iter().flatten().map(whole))
}

/// The odds of a set by the cards left in the deck, a line for each size of layouts before the deck
/// is empty.
pub(crate) fn chart(answer: &Simulated) -> Chart {
    let mut lines: BTreeMap<usize, Vec<Point>> = BTreeMap::new();
    for layouts in answer.layouts.iter().rev() {
        // If every layout held a set, the odds are only known to be high.
        let (Some(deck @ 1..), Some(odds)) = (layouts.deck_left, layouts.odds) else { continue };
        let spread = layouts.interval.map(|[low, high]| (low, high));
        let point = Point { x: deck as f64, y: odds, spread, at_least: false };
        lines.entry(layouts.size).or_default().push(point);
    }
    let series = lines.into_iter().map(|(cards, points)| Series {
        name: format!("{cards} cards"),
        style: plot::Style::Line,
        points,
    });
    let (games, deck) = (digits(&answer.played), answer.deck);
    Chart {
        title: format!("Odds of a set in {games} games of {deck}"),
        x: Axis { label: "cards left in the deck".into(), scale: Scale::Linear },
        y: Axis {
            label: "odds of a set, to one (spread: the 95 % interval)".into(),
            scale: Scale::Logarithmic,
        },
        series: series.collect(),
    }
}
