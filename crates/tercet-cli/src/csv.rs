//! Comma-separated values (RFC 4180), whose columns are fields of answers.
//!
//! A column is named after its field, as in `size`; after the last part of a path, as `values` of
//! `deck/values`; or by a name before the path, as in `low=interval/0`, or in `card=` if the row is the value.

use serde::Serialize;
use serde_json::Value;
pub(crate) use tercet_lab::report::csv_row as row;

/// The heading of a column.
pub(crate) fn heading(column: &str) -> &str {
    column
        .split_once('=')
        .map_or_else(|| column.rsplit('/').next().unwrap_or(column), |(heading, _)| heading)
}

/// The cells of a row.
pub(crate) fn cells<C: AsRef<str>>(
    columns: &[C],
    row: &impl Serialize,
) -> serde_json::Result<Vec<String>> {
    let row = serde_json::to_value(row)?;
    let cell = |column: &C| {
        let path = column.as_ref().split_once('=').map_or(column.as_ref(), |(_, path)| path);
        let pointer = if path.is_empty() { String::new() } else { format!("/{path}") };
        row.pointer(&pointer).map(text).unwrap_or_default()
    };
    Ok(columns.iter().map(cell).collect())
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
