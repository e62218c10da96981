//! The answer of a simulation as a table.

use anyhow::Result;
use tercet_app::{GameCount, Layouts, SetsTaken, Simulated, Whole};

use crate::output::Printer;

/// The columns: those that identify a value, then the value and its interval.
const HEADINGS: [&str; 14] = [
    "values",
    "properties",
    "start",
    "pick",
    "seed",
    "games",
    "table",
    "cards",
    "deck",
    "count",
    "of",
    "value",
    "low",
    "high",
];

/// A value with its interval.
type Estimate = (Option<f64>, Option<[f64; 2]>);

/// Prints a row for each value.
pub(crate) fn print_csv(answer: &Simulated, printer: &mut Printer) -> Result<()> {
    let begin = [
        answer.deck.values().to_string(),
        answer.deck.properties().to_string(),
        answer.start.to_string(),
        answer.pick.to_string(),
        answer.seed.to_string(),
        answer.played.to_string(),
    ];
    printer.csv(HEADINGS)?;
    let mut row =
        |table: &str, cards: [Option<usize>; 2], count: &Whole, of: &Whole, value: Estimate| {
            let text = |number: Option<usize>| number.map_or(String::new(), |n| n.to_string());
            let figure = |number: Option<f64>| number.map_or(String::new(), |x| x.to_string());
            let (value, interval) = value;
            let [cards, deck] = cards.map(text);
            let figure = [
                table.into(),
                cards,
                deck,
                count.to_string(),
                of.to_string(),
                figure(value),
                figure(interval.map(|[low, _]| low)),
                figure(interval.map(|[_, high]| high)),
            ];
            printer.csv(begin.iter().chain(&figure))
        };
    let played = &answer.played;
    for GameCount { size, games, share, interval, .. } in &answer.left {
        row("left", [Some(*size), None], games, played, (Some(*share), *interval))?;
    }
    let SetsTaken { count, per_game, interval } = &answer.sets_taken;
    row("sets", [None; 2], count, played, (*per_game, *interval))?;
    for GameCount { size, games, share, interval, .. } in &answer.largest {
        row("largest", [Some(*size), None], games, played, (Some(*share), *interval))?;
    }
    for (table, layouts) in [("sizes", &answer.sizes), ("layouts", &answer.layouts)] {
        for Layouts { size, deck_left, with, without, odds, interval } in layouts {
            let of = Whole(&with.0 + &without.0);
            row(table, [Some(*size), *deck_left], with, &of, (*odds, *interval))?;
        }
    }
    Ok(())
}
