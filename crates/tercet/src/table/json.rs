//! Boards in JSON: lists of texts, of lists and of objects, under any names.

use serde_json::{Map, Value};

use super::columns::different;
use super::text::{are_names, plain};
use super::{Block, Row};
use crate::file::PartialDeck;

/// The boards of a text that is JSON, or has a value of JSON in each line, in all divisions, and what it says about the
/// deck.
pub(super) fn boards(text: &str) -> Option<(Vec<Vec<Block>>, PartialDeck)> {
    if !text.trim_start().starts_with(['[', '{', '"']) {
        return None;
    }
    let value = serde_json::from_str(text).ok().or_else(|| {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        lines
            .map(|line| serde_json::from_str(line).ok())
            .collect::<Option<Vec<Value>>>()
            .map(Value::Array)
    })?;
    let mut deck = PartialDeck::default();
    let [mut rows, mut cells] = [Vec::new(), Vec::new()];
    collect(&value, None, false, &mut deck, &mut rows);
    collect(&value, None, true, &mut deck, &mut cells);
    Some((vec![rows, cells], deck))
}

/// Adds the boards of a value: a list of lists has a row in each, or cards in each if it is a grid.
fn collect(
    value: &Value,
    name: Option<&str>,
    is_grid: bool,
    deck: &mut PartialDeck,
    boards: &mut Vec<Block>,
) {
    match value {
        Value::Object(fields) => {
            if let Some(known) = fields.get("deck").and_then(deck_of) {
                *deck = known;
            }
            let name = ["name", "board"].iter().find_map(|it| fields.get(*it)?.as_str()).or(name);
            // What Tercet writes has much else beside its cards.
            match ["cards", "boards"].iter().find_map(|it| fields.get(*it)) {
                Some(value) => collect(value, name, is_grid, deck, boards),
                None => fields
                    .iter()
                    .for_each(|(name, value)| collect(value, Some(name), is_grid, deck, boards)),
            }
        }
        Value::Array(items) => match cards(items, is_grid) {
            Some(rows) => {
                boards.push(Block { name: name.map(str::to_owned), rows, are_cards: true });
            }
            None => items.iter().for_each(|value| collect(value, name, is_grid, deck, boards)),
        },
        _ => {}
    }
}

/// A deck as Tercet writes it.
fn deck_of(value: &Value) -> Option<PartialDeck> {
    let number = |name| Some(value.get(name)?.as_u64()? as usize);
    Some(PartialDeck { values: Some(number("values")?), properties: Some(number("properties")?) })
}

/// Names that say where a card lies, or whose it is.
const PLACES: &str = "row col column x y index position player";

/// The cards of a list, if it is a board.
fn cards(items: &[Value], is_grid: bool) -> Option<Vec<Row>> {
    let lists = || items.iter().map(|item| item.as_array().filter(|list| list.iter().all(is_cell)));
    if items.is_empty() {
        return None;
    }
    if let Some(texts) = items.iter().map(text).collect() {
        return Some(numbered(texts));
    }
    if let Some(lists) = lists().collect::<Option<Vec<_>>>() {
        if is_grid {
            let texts = lists.into_iter().flatten().map(text).collect::<Option<_>>()?;
            return Some(numbered(texts));
        }
        let row = |list: &Vec<Value>| list.iter().map(cell).collect::<Vec<_>>();
        return Some(rows(lists.into_iter().map(row)));
    }
    let objects = items.iter().map(Value::as_object).collect::<Option<Vec<_>>>()?;
    if let Some(texts) = objects.iter().map(|card| card.get("card").and_then(text)).collect() {
        return Some(numbered(texts));
    }
    // Otherwise it is a list of boards.
    let have_same = |card: &&Map<String, Value>| card.keys().eq(objects[0].keys());
    if !objects.iter().all(|card| have_same(card) && card.values().all(is_cell)) {
        return None;
    }
    // What is different for each card is its number, or a picture.
    let is_property = |(name, value): &(&String, &Value)| {
        let cells = different(objects.iter().map(|card| cell(&card[*name])).collect());
        let is_place = PLACES.split(' ').any(|it| it.eq_ignore_ascii_case(name));
        !value.is_boolean() && !is_place && (cells.len() < objects.len() || objects.len() <= 3)
    };
    let names: Vec<&String> = objects[0].iter().filter(is_property).map(|(name, _)| name).collect();
    Some(rows(objects.iter().map(|card| names.iter().map(|name| cell(&card[*name])).collect())))
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(plain)
}

fn is_cell(value: &Value) -> bool {
    !value.is_array() && !value.is_object()
}

fn cell(value: &Value) -> String {
    text(value).unwrap_or_else(|| value.to_string())
}

fn numbered(texts: Vec<String>) -> Vec<Row> {
    let texts = (1..).zip(texts).filter(|(_, text)| !are_names(text));
    texts.map(|(line, text)| Row { line, text, fields: Vec::new() }).collect()
}

fn rows(cells: impl Iterator<Item = Vec<String>>) -> Vec<Row> {
    let row = |(line, fields): (usize, Vec<String>)| Row { line, text: fields.join(" "), fields };
    (1..).zip(cells).map(row).collect()
}
