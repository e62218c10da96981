//! The answer of a simulation as a table.

use anyhow::Result;
use serde_json::{Value, json};
use tercet_app::{GameCount, Layouts, SetsTaken, Simulated, Whole};

use crate::output::Printer;

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
    let games = |table, counts: &[GameCount]| -> Vec<Value> {
        let row = |GameCount { size, games, share, interval, .. }: &GameCount| {
            json!([table, size, null, games, played, share, interval])
        };
        counts.iter().map(row).collect()
    };
    let layouts = |table, counts: &[Layouts]| -> Vec<Value> {
        let row = |Layouts { size, deck_left, with, without, odds, interval }: &Layouts| {
            let of = Whole(&with.0 + &without.0);
            json!([table, size, deck_left, with, of, odds, interval])
        };
        counts.iter().map(row).collect()
    };
    let SetsTaken { count, per_game, interval } = &answer.sets_taken;
    let rows = [
        games("left", &answer.left),
        vec![json!(["sets", null, null, count, played, per_game, interval])],
        games("largest", &answer.largest),
        layouts("sizes", &answer.sizes),
        layouts("layouts", &answer.layouts),
    ];
    let Simulated { deck, start, pick, seed, .. } = answer;
    let whole = |row| {
        json!({
            "deck": deck, "start": start, "pick": pick, "seed": seed, "played": played, "row": row,
        })
    };
    printer.table(&COLUMNS, rows.into_iter().flatten().map(whole))
}
