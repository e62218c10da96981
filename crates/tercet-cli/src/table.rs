//! A table for people.

use anyhow::Result;
use num_bigint::BigUint;
use tercet::odds::scientific;
pub(crate) use tercet_plot::words::grouped;

use crate::output::{BOLD, DIM, Printer, styled, width, wrapped};

/// A whole number, rounded to so many digits if it has five more; other numbers are short already.
pub(crate) fn short(number: &str, digits: u32) -> String {
    match number.parse::<BigUint>() {
        Ok(whole) if number.len() > digits as usize + 4 => {
            scientific(&whole, &1_u32.into(), digits)
        }
        _ => number.into(),
    }
}

/// The space before each column.
pub(crate) const GAP: usize = 2;

/// A table of words and numbers.
pub(crate) struct TextTable {
    pub(crate) title: String,
    pub(crate) headings: Vec<String>,
    /// The number of columns with words, which come first and are aligned to the left.
    pub(crate) words: usize,
    /// The first column that is aligned to the right; those before it are aligned at their decimal
    /// points.
    pub(crate) flush: usize,
    /// The columns that a narrow terminal omits, in the order of omission. Without them, it shows
    /// each cell on a line.
    pub(crate) spare: &'static [usize],
    /// The most rows that are shown; the formats for programs have all rows.
    pub(crate) most_rows: usize,
    /// The rows and their weights: a long table shows the heaviest.
    pub(crate) rows: Vec<(f64, Vec<String>)>,
}

impl TextTable {
    /// A table of numbers.
    pub(crate) fn new<T: Into<String>>(
        title: impl Into<String>,
        headings: impl IntoIterator<Item = T>,
    ) -> Self {
        Self {
            title: title.into(),
            headings: headings.into_iter().map(Into::into).collect(),
            words: 0,
            flush: usize::MAX,
            spare: &[],
            most_rows: usize::MAX,
            rows: Vec::new(),
        }
    }

    pub(crate) fn row(&mut self, weight: f64, cells: impl IntoIterator<Item = String>) {
        self.rows.push((weight, cells.into_iter().collect()));
    }

    /// The parts of a cell before its decimal point and after it, with the point.
    fn split<'a>(&self, column: usize, cell: &'a str) -> (&'a str, &'a str) {
        let is_number = (self.words..self.flush).contains(&column);
        let point = cell.find('.').filter(|_| is_number);
        cell.split_at(point.unwrap_or(cell.len()))
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

    /// Prints the table below an empty line; nothing without rows.
    pub(crate) fn print(&self, printer: &mut Printer) -> Result<()> {
        if self.rows.is_empty() {
            return Ok(());
        }
        printer.line("")?;
        printer.lines(self.lines(width()))
    }

    /// The title, the headings and the rows, for a terminal of this width.
    pub(crate) fn lines(&self, width: usize) -> Vec<String> {
        let (shown, widths) = (self.shown(), self.widths());
        let mut columns: Vec<usize> = (0..widths.len()).collect();
        let is_wide = |columns: &[usize]| {
            columns.iter().map(|&i| GAP + widths[i].0 + widths[i].1).sum::<usize>() > width
        };
        for spare in self.spare {
            if is_wide(&columns) {
                columns.retain(|column| column != spare);
            }
        }
        let title = Some(&self.title).filter(|title| !title.is_empty());
        let mut lines = title.map_or_else(Vec::new, |title| styled(BOLD, wrapped(title, 0, width)));
        if self.spare.is_empty() && is_wide(&columns) {
            for row in &shown {
                lines.extend((!lines.is_empty()).then(String::new));
                let cells = self.headings.iter().zip(row.iter());
                lines.extend(cells.map(|(heading, cell)| format!("  {heading}: {cell}")));
            }
        } else {
            let line = |cell: &dyn Fn(usize) -> String| {
                let cells = columns.iter().map(|&i| format!("{:GAP$}{}", "", cell(i)));
                cells.collect::<String>().trim_end().to_owned()
            };
            let heading = line(&|i| {
                let (heading, width) = (&self.headings[i], widths[i].0 + widths[i].1);
                if i < self.words {
                    format!("{heading:width$}")
                } else {
                    format!("{heading:>width$}")
                }
            });
            lines.extend(styled(DIM, vec![heading]));
            lines.extend(shown.iter().map(|row| {
                line(&|i| match (self.split(i, &row[i]), widths[i]) {
                    ((word, _), (width, _)) if i < self.words => format!("{word:width$}"),
                    ((before, after), (whole, part)) => format!("{before:>whole$}{after:part$}"),
                })
            }));
        }
        let omitted = self.headings.iter().enumerate().filter(|(i, _)| !columns.contains(i));
        let omitted: Vec<&str> = omitted.map(|(_, heading)| heading.as_str()).collect();
        let note =
            (!omitted.is_empty()).then(|| format!("in a wider terminal: {}", omitted.join(", ")));
        let rest = self.rows.len() - shown.len();
        let rest = (rest > 0).then(|| format!("and {rest} rows more: see --format csv"));
        let notes = note.into_iter().chain(rest);
        lines.extend(notes.flat_map(|note| styled(DIM, wrapped(&note, GAP, width))));
        lines
    }
}
