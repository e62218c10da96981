//! Comma-separated values, whose columns are fields of answers.

pub(crate) use tercet_lab::report::{cells, csv_row as row, heading};
