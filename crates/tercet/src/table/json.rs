//! Boards in JSON: lists of texts, of lists and of objects, under any names.

use serde_json::{Map, Value};

use super::columns::different;
use super::markup::plain;
use super::text::{are_names, is_board, is_row};
use super::words::{is_name, is_place, is_word};
use super::{Block, Row};
use crate::file::PartialDeck;
use crate::text::number;

/// The value of a text that is JSON, or the values of its lines, and which of them it is.
pub(super) fn value(text: &str) -> Option<(Value, bool)> {
    if !text.trim_start().starts_with(['[', '{', '"']) {
        return None;
    }
    let whole: Option<Value> = serde_json::from_str(text).ok();
    let are_lines = whole.is_none();
    let lines = || {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        lines
            .map(|line| serde_json::from_str(line).ok())
            .collect::<Option<Vec<Value>>>()
            .map(Value::Array)
    };
    Some((whole.or_else(lines)?, are_lines))
}

/// The boards of a value, or of the values of lines, in all divisions, and what it says about the deck.
pub(super) fn boards(value: &Value, are_lines: bool) -> Option<(Vec<Vec<Block>>, PartialDeck)> {
    let mut deck = PartialDeck::default();
    let [mut rows, mut cells] = [Vec::new(), Vec::new()];
    collect(value, None, false, &mut deck, &mut rows);
    match value {
        // Each line may be a board.
        Value::Array(lines) if are_lines => {
            for line in lines {
                collect(line, None, false, &mut deck, &mut cells);
            }
        }
        _ => collect(value, None, true, &mut deck, &mut cells),
    }
    // A text in quotes is read as a text.
    (!value.is_string() || !rows.is_empty()).then_some(())?;
    Some((vec![rows, cells], deck))
}

/// The text of a board in an object, if it has one.
pub(super) fn text_of_board(value: &Value) -> Option<&str> {
    value.get("board")?.as_str()
}

/// The cards of an object, one in a line, and its deck.
pub(super) fn cards_and_deck(text: &str) -> Option<(String, PartialDeck)> {
    let value: Value = serde_json::from_str(text).ok()?;
    let cards = value.get("cards")?.as_array()?.iter().map(cell).collect::<Vec<_>>();
    Some((cards.join("\n"), value.get("deck").and_then(deck_of).unwrap_or_default()))
}

/// The longest row of a grid, or list of the values of a card.
const LONGEST: usize = 8;

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
            if let Some(rows) = by_columns(fields) {
                boards.push(block(name, rows));
                return;
            }
            if let Some(known) = fields.get("deck").and_then(deck_of) {
                *deck = known;
            }
            let name = ["name", "board"].iter().find_map(|it| fields.get(*it)?.as_str()).or(name);
            // The names of cards tell their order: `1`, `card2`, `r0c1`, `A`.
            let place = |(name, value): (&String, &Value)| {
                let is_other = |it: char| !it.is_ascii_digit();
                let numbers = name.split(is_other).filter(|it| !it.is_empty()).map(number);
                let letter =
                    Some(name.as_bytes()).filter(|it| it.len() == 1 && it[0].is_ascii_alphabetic());
                let is_place = letter.is_some() || name.ends_with(|it: char| it.is_ascii_digit());
                let place = numbers.chain(letter.map(|letter| Some(letter[0].into())));
                Some((place.collect::<Option<Vec<_>>>()?, value.clone())).filter(|_| is_place)
            };
            let is_row = |name: &String| {
                is_row(name.trim_end_matches(|it: char| it.is_ascii_digit() || it == 's'))
            };
            let places = fields.iter().map(place).collect::<Option<Vec<_>>>();
            let mut places = places.unwrap_or_default();
            places.sort_by(|(one, _), (other, _)| one.cmp(other));
            let values: Vec<Value> = places.into_iter().map(|(_, value)| value).collect();
            // What Tercet writes has much else beside its cards.
            let of_board =
                |name| fields.get(name).filter(|value| value.is_array() || value.is_object());
            // A hand of cards beside the table is a board, too.
            let are_texts = |value: &Value| {
                value.as_array().is_some_and(|it| it.len() > 1 && it.iter().all(Value::is_string))
            };
            let are_hands = fields.values().all(are_texts);
            let mut names =
                ["cards", "board", "table"].into_iter().filter(|_| !are_hands || fields.len() < 2);
            if let Some(value) = names.find_map(of_board) {
                collect(value, name, is_grid, deck, boards);
            } else if let Some(Value::Array(items)) = fields.get("boards") {
                for value in items {
                    collect(value, name, false, deck, boards);
                }
            } else if values.len() > 1 && fields.keys().all(is_row) {
                collect(&Value::Array(values), name, is_grid, deck, boards);
            } else if let Some(rows) = cards(&values).filter(|_| values.len() > 1) {
                boards.push(block(name, rows));
            } else {
                let others = boards.len();
                for (name, value) in fields {
                    collect(value, Some(name), is_grid, deck, boards);
                }
                // What is called a row is no board of its own.
                if fields.keys().any(is_row) && boards.len() > others + 1 {
                    boards.truncate(others);
                }
            }
        }
        Value::Array(items) => {
            // Empty places at the end are none.
            let end = items.iter().rposition(|item| !item.is_null()).map_or(0, |last| last + 1);
            let items = &items[..end];
            let lengths: Vec<usize> =
                items.iter().map(|item| item.as_array().map_or(0, Vec::len)).collect();
            // The last row may be shorter.
            let last = lengths.len().saturating_sub(1);
            let is_grid = is_grid
                && lengths[..last].windows(2).all(|pair| pair[0] == pair[1])
                && lengths[last..].iter().all(|&length| 0 < length && length <= lengths[0])
                && lengths.first().is_some_and(|&length| (2..=LONGEST).contains(&length));
            let joined = || {
                let mut joined: Vec<Value> =
                    items.iter().filter_map(Value::as_array).flatten().cloned().collect();
                joined.truncate(
                    joined.iter().rposition(|item| !item.is_null()).map_or(0, |last| last + 1),
                );
                joined
            };
            let in_grid = is_grid.then(|| cards(&joined())).flatten();
            if let Some(rows) = in_grid.or_else(|| cards(items)) {
                boards.push(block(name, rows));
                return;
            }
            let others = boards.len();
            for value in items {
                let before = boards.len();
                collect(value, name, is_grid, deck, boards);
                // No list is left out.
                if boards.len() == before && value.as_array().is_some_and(|it| !it.is_empty()) {
                    boards.truncate(others);
                    return;
                }
            }
        }
        _ => {}
    }
}

/// The cards of a table that has a list for each property, or an object with the values of all cards, or a list of
/// columns beside its data.
fn by_columns(fields: &Map<String, Value>) -> Option<Vec<Row>> {
    let of_lists = |names: &[Value], lists: &[Value]| {
        let names = names.iter().map(text).collect::<Option<Vec<_>>>()?;
        let card = |list: &Value| {
            let values = list.as_array().filter(|values| values.len() == names.len())?;
            Some(Value::Object(names.iter().cloned().zip(values.iter().cloned()).collect()))
        };
        cards(&lists.iter().map(card).collect::<Option<Vec<_>>>()?)
    };
    if let [Some(Value::Array(names)), Some(Value::Array(lists))] =
        ["columns", "data"].map(|name| fields.get(name))
    {
        return of_lists(names, lists);
    }
    let values = |value: &Value| match value {
        Value::Array(values) => Some(values.clone()),
        // By the numbers of the cards.
        Value::Object(values) => {
            let mut values: Vec<_> = values.iter().collect();
            values.sort_by_key(|(name, _)| number(name));
            Some(values.into_iter().map(|(_, value)| value.clone()).collect())
        }
        _ => None,
    };
    let columns = fields.values().map(values).collect::<Option<Vec<_>>>()?;
    let n = columns.first()?.len();
    let are_properties = fields.keys().filter(|name| is_name(name)).count() > 1;
    let card = |i: usize| {
        Value::Object(fields.keys().cloned().zip(columns.iter().map(|it| it[i].clone())).collect())
    };
    let are_columns = are_properties && columns.iter().all(|column| column.len() == n);
    are_columns.then(|| cards(&(0..n).map(card).collect::<Vec<_>>())).flatten()
}

fn block(name: Option<&str>, rows: Vec<Row>) -> Block {
    Block { name: name.map(str::to_owned), rows, are_cards: true, is_grid: false, bits: 0.0 }
}

/// A deck as Tercet writes it.
fn deck_of(value: &Value) -> Option<PartialDeck> {
    let number = |name| Some(value.get(name)?.as_u64()? as usize);
    Some(PartialDeck { values: Some(number("values")?), properties: Some(number("properties")?) })
}

/// The cards of a list, if it is a board.
fn cards(items: &[Value]) -> Option<Vec<Row>> {
    if items.is_empty() {
        return None;
    }
    if let Some(texts) = items.iter().map(text).collect() {
        return Some(numbered(texts));
    }
    let is_full = |value: &Value| is_cell(value) && !value.is_null() && value != "";
    let list = |item: &Value| {
        let list = item.as_array().filter(|list| list.iter().all(is_full))?;
        Some(list.iter().map(cell).collect::<Vec<_>>())
    };
    if let Some(lists) = items.iter().map(list).collect::<Option<Vec<_>>>() {
        // Long lists are boards.
        let are_cards =
            lists.len() > 1 && lists.iter().all(|list| (2..=LONGEST).contains(&list.len()));
        return are_cards.then(|| rows(lists.into_iter()));
    }
    // What has cards is a board.
    if items.iter().any(|item| item.get("cards").is_some_and(Value::is_array)) {
        return None;
    }
    let objects = items.iter().map(flat).collect::<Option<Vec<_>>>()?;
    let has =
        |name: &String| objects.iter().filter(|card| card.get(name).is_some_and(is_full)).count();
    // What most cards have is a property, and is missing on the others.
    let is_missing = |name: &String| {
        has(name) < objects.len() && (2 * has(name) > objects.len() || is_name(name))
    };
    if objects.iter().flat_map(Map::keys).any(is_missing) {
        return None;
    }
    // Several boards are not told apart here.
    let differs = |name: &String| objects.iter().any(|card| card.get(name) != objects[0].get(name));
    if objects[0].keys().any(|name| is_board(name) && differs(name)) {
        return None;
    }
    let is_everywhere = |name: &&String| has(name) == objects.len();
    let names: Vec<&String> = objects[0].keys().filter(is_everywhere).collect();
    // Many names that are all numbers are those of cards, and the table lies on its side.
    if names.len() > objects.len() && names.iter().all(|name| number(name).is_some()) {
        return None;
    }
    let column = |name: &String| different(objects.iter().map(|card| cell(&card[name])).collect());
    // What is different for each card is its number, or a picture.
    let is_property = |name: &&String| {
        let is_number = |label: &String| number(label).is_some() || label.contains(['/', '.']);
        let is_other = objects.len() > 3
            && column(name).len() == objects.len()
            && !is_name(name)
            && (column(name).iter().all(is_number)
                || names.iter().filter(|it| is_name(it)).count() > 1);
        let is_mark = objects[0][*name].is_boolean() && !is_word(name);
        !is_place(name) && !is_mark && !is_other
    };
    // Beside the properties it is a number or a name.
    let is_card = |name: &&String| {
        ["card", "code"].contains(&name.as_str())
            && objects.iter().all(|card| card[*name].is_string())
    };
    let is_whole =
        names.iter().any(is_card) && names.iter().filter(|name| is_name(name)).count() < 2;
    let mut properties: Vec<&String> =
        names.iter().copied().filter(is_property).filter(|_| !is_whole).collect();
    // A property may have another value on each card of a larger deck, and v may be 2.
    let are_all = |is: fn(&Value) -> bool| names.iter().all(|name| is(&objects[0][*name]));
    if properties.len() < 2 && !is_whole && (are_all(Value::is_u64) || are_all(Value::is_boolean)) {
        properties.clone_from(&names);
    }
    if properties.len() > 1 {
        let row =
            |card: &Map<String, Value>| properties.iter().map(|&name| cell(&card[name])).collect();
        return Some(rows(objects.iter().map(row)));
    }
    // The whole card is one text.
    let is_text = |name: &&&String| objects.iter().all(|card| card[**name].is_string());
    let is_first = |name: &&&String| (column(name).len(), is_card(name));
    let name = names.iter().filter(is_text).max_by_key(is_first)?;
    objects.iter().map(|card| text(&card[*name])).collect::<Option<_>>().map(numbered)
}

/// The fields of a card, also those of an object in it.
fn flat(item: &Value) -> Option<Map<String, Value>> {
    let mut fields = Map::new();
    for (name, value) in item.as_object()? {
        match value {
            Value::Object(inner) if inner.len() == 1 => {
                fields.extend(inner.values().map(|value| (name.clone(), value.clone())));
            }
            // What has a number and a name is known by its name.
            Value::Object(inner) if inner.contains_key("name") => {
                fields.insert(name.clone(), inner["name"].clone());
            }
            Value::Object(inner) => fields.extend(inner.clone()),
            _ => drop(fields.insert(name.clone(), value.clone())),
        }
    }
    fields.retain(|_, value| is_cell(value));
    Some(fields)
}

/// A card as a text or as a number of several digits.
fn text(value: &Value) -> Option<String> {
    let number = || value.as_u64().filter(|&number| number > 9).map(|number| number.to_string());
    value.as_str().map(plain).or_else(number)
}

fn is_cell(value: &Value) -> bool {
    !value.is_array() && !value.is_object()
}

fn cell(value: &Value) -> String {
    text(value).unwrap_or_else(|| plain(&value.to_string()))
}

fn numbered(texts: Vec<String>) -> Vec<Row> {
    let texts = (1..).zip(texts).filter(|(_, text)| !are_names(text));
    texts.map(|(line, text)| Row { line, text, fields: Vec::new() }).collect()
}

fn rows(cells: impl Iterator<Item = Vec<String>>) -> Vec<Row> {
    let row = |(line, fields): (usize, Vec<String>)| Row { line, text: fields.join(" "), fields };
    (1..).zip(cells).map(row).collect()
}
