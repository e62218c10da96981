//! Rows of comma-separated values (RFC 4180), whose columns are fields of data.
//!
//! Columns are separated by ` | `. A column is named after its field, as in `size`; after the last part of a
//! path, as `values` of `deck/values`; or by a name before the path, as in `low=interval/0`, or in `card=` if the
//! row is the value.

use serde::Serialize;
use serde_json::Value;

/// The headings of columns, and the paths of their cells in a row. A column without a heading has the
/// last part of its path.
fn split(columns: &str) -> impl Iterator<Item = (&str, &str)> {
    columns.split(" | ").map(|column| {
        column.split_once('=').unwrap_or((column.rsplit('/').next().unwrap_or(column), column))
    })
}

/// The headings of columns.
pub fn headings(columns: &str) -> impl Iterator<Item = &str> {
    split(columns).map(|(heading, _)| heading)
}

/// The cells of a row in these columns.
///
/// # Errors
///
/// The row cannot be written as JSON.
pub fn cells(columns: &str, row: &impl Serialize) -> serde_json::Result<Vec<String>> {
    Ok(cells_of(columns, &serde_json::to_value(row)?))
}

/// The cells of a row that was read.
fn cells_of(columns: &str, row: &Value) -> Vec<String> {
    let cell = |(_, path): (&str, &str)| {
        let pointer = if path.is_empty() { String::new() } else { format!("/{path}") };
        row.pointer(&pointer).map(text).unwrap_or_default()
    };
    split(columns).map(cell).collect()
}

/// A value as a cell: cards are separated by spaces, and sets by semicolons.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.into(),
        Value::String(text) => text.clone(),
        // Without an exponent.
        Value::Number(number) if number.is_f64() => number.as_f64().unwrap_or(f64::NAN).to_string(),
        Value::Array(items) => {
            let separator = if items.iter().all(Value::is_array) { "; " } else { " " };
            items.iter().map(text).collect::<Vec<_>>().join(separator)
        }
        other => other.to_string(),
    }
}

/// A row in the format of RFC 4180, without the end of its line. A cell is quoted if it contains a
/// comma, a quotation mark or a line break.
pub fn row<T: AsRef<str>>(cells: impl IntoIterator<Item = T>) -> String {
    let mut row = String::new();
    for (i, cell) in cells.into_iter().enumerate() {
        if i > 0 {
            row.push(',');
        }
        push(cell.as_ref(), &mut row);
    }
    row
}

/// Appends a cell.
fn push(cell: &str, row: &mut String) {
    if cell.contains(['"', ',', '\r', '\n']) {
        row.extend(["\"", &cell.replace('"', "\"\""), "\""]);
    } else {
        row.push_str(cell);
    }
}
