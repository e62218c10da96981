//! A table of numbers for people.

use anstyle::Style;
use anyhow::Result;
pub(crate) use tercet_lab::words::grouped;

use crate::output::{Printer, width, wrapped};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// The most rows of a table for people; the formats for programs have all rows.
const MOST_ROWS: usize = 25;

/// A table of numbers, aligned at their decimal points.
pub(crate) struct Table {
    title: String,
    headings: Vec<String>,
    /// A column that is aligned to the right instead of at the decimal point.
    flush: Option<usize>,
    most_rows: usize,
    /// The rows and their weights: a long table shows the heaviest.
    rows: Vec<(f64, Vec<String>)>,
}

impl Table {
    pub(crate) fn new<T: Into<String>>(
        title: impl Into<String>,
        headings: impl IntoIterator<Item = T>,
    ) -> Self {
        let headings = headings.into_iter().map(Into::into).collect();
        Self { title: title.into(), headings, flush: None, most_rows: MOST_ROWS, rows: Vec::new() }
    }

    pub(crate) fn row(
        &mut self,
        weight: f64,
        cells: impl IntoIterator<Item = String>,
        more: impl IntoIterator<Item = String>,
    ) {
        self.rows.push((weight, cells.into_iter().chain(more).collect()));
    }

    /// Aligns the cells of a column, numbered from 0, to the right.
    pub(crate) fn with_flush(self, column: usize) -> Self {
        Self { flush: Some(column), ..self }
    }

    /// The parts of a cell before its decimal point and from there on.
    fn split<'a>(&self, column: usize, cell: &'a str) -> (&'a str, &'a str) {
        let point = if self.flush == Some(column) { None } else { cell.find('.') };
        cell.split_at(point.unwrap_or(cell.len()))
    }

    /// Shows all rows.
    pub(crate) fn with_all_rows(self) -> Self {
        Self { most_rows: usize::MAX, ..self }
    }

    /// The rows that are shown: the heaviest, or rows at equal distances if none has a weight.
    fn shown(&self) -> Vec<&[String]> {
        let rows = self.rows.len();
        let mut shown: Vec<usize> = (0..rows).collect();
        if rows > self.most_rows {
            shown.sort_by(|&one, &other| self.rows[other].0.total_cmp(&self.rows[one].0));
            if self.rows.iter().all(|(weight, _)| *weight == 0.0) {
                shown = shown.into_iter().step_by(rows.div_ceil(self.most_rows)).collect();
            }
            shown.truncate(self.most_rows);
            shown.sort_unstable();
        }
        shown.into_iter().map(|row| &*self.rows[row].1).collect()
    }

    /// The letters before and after the decimal point in each column.
    fn widths(&self) -> Vec<(usize, usize)> {
        let column = |i: usize| {
            let cells = self.shown().into_iter().map(move |row| self.split(i, &row[i]));
            let (whole, fraction) = cells.fold((0, 0), |(whole, fraction), (before, after)| {
                (whole.max(before.chars().count()), fraction.max(after.chars().count()))
            });
            (whole.max(self.headings[i].chars().count().saturating_sub(fraction)), fraction)
        };
        (0..self.headings.len()).map(column).collect()
    }

    pub(crate) fn width(&self) -> usize {
        self.widths().iter().map(|(whole, fraction)| 2 + whole + fraction).sum()
    }

    /// Prints the title, the headings and the rows, below an empty line; nothing without rows.
    pub(crate) fn print(&self, printer: &mut Printer) -> Result<()> {
        let shown = self.shown();
        if shown.is_empty() {
            return Ok(());
        }
        if self.width() > width() {
            return self.print_records(&shown, printer);
        }
        let widths = self.widths();
        printer.line("")?;
        if !self.title.is_empty() {
            printer.line(format_args!("{BOLD}{}{BOLD:#}", self.title))?;
        }
        let headings = self.headings.iter().zip(&widths);
        let headings: Vec<String> = headings
            .map(|(heading, (whole, fraction))| format!("{:>1$}", heading, whole + fraction))
            .collect();
        printer.line(format_args!("{DIM}  {}{DIM:#}", headings.join("  ")))?;
        for row in &shown {
            let cells: Vec<String> = row
                .iter()
                .zip(&widths)
                .enumerate()
                .map(|(i, (cell, &(whole, fraction)))| {
                    let (before, after) = self.split(i, cell);
                    format!("{before:>whole$}{after:fraction$}")
                })
                .collect();
            printer.line(format!("  {}", cells.join("  ")).trim_end())?;
        }
        self.print_rest(&shown, printer)
    }

    fn print_rest(&self, shown: &[&[String]], printer: &mut Printer) -> Result<()> {
        let rest = self.rows.len() - shown.len();
        if rest > 0 {
            printer.line(format_args!("{DIM}  and {rest} rows more: see --format csv{DIM:#}"))?;
        }
        Ok(())
    }

    /// Prints a row as a block, with a line for each of its cells, if the terminal is narrower than
    /// the table. A number with more digits than fit on a line is broken between groups of three.
    fn print_records(&self, shown: &[&[String]], printer: &mut Printer) -> Result<()> {
        if !self.title.is_empty() {
            printer.line("")?;
            printer.line(format_args!("{BOLD}{}{BOLD:#}", self.title))?;
        }
        let named = self.headings.iter().map(|heading| heading.chars().count()).max().unwrap_or(0);
        let free = width().saturating_sub(named + 4).max(4);
        for row in shown {
            printer.line("")?;
            for (heading, cell) in self.headings.iter().zip(*row) {
                let is_long = cell.len() > free && cell.bytes().all(|byte| byte.is_ascii_digit());
                let cell = if is_long { &in_threes(cell) } else { cell };
                let mut heading = heading.as_str();
                for line in wrapped(cell, 0, free) {
                    printer.line(format_args!("  {DIM}{heading:named$}{DIM:#}  {line}"))?;
                    heading = "";
                }
            }
        }
        self.print_rest(shown, printer)
    }
}

/// Digits in groups of three, counted from the end.
fn in_threes(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}
