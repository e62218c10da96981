//! A report as one self-contained HTML page, without network access, scripts or other files.
//!
//! The page is both HTML 5 and well-formed XML, so that tools for either can check it. It lists all
//! claims first, and then the sections that they come from. A verdict is a word and a shape; its colour
//! is redundant. The template `page.html` holds all markup. All text is escaped in one place, by a rule of
//! our own, since XML allows fewer characters than HTML.

use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Serde, Value};
use minijinja::{AutoEscape, Environment, UndefinedBehavior, context};

use super::{Report, Ruling, Section, TextTable, csv};
use tercet_plot as plot;
use tercet_plot::words::escaped;

/// The template of the page.
const PAGE: &str = include_str!("page.html");

/// The style sheet of the page, without that of the charts.
const CSS: &str = include_str!("page.css");

/// The report as an HTML page. The names of the sections are anchors: `#fig13`.
pub fn html(report: &Report) -> String {
    let mut environment = Environment::empty();
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
    environment.set_syntax(syntax.expect("the usual delimiters"));
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    // Everything but markup is escaped here, and nowhere else.
    environment.set_formatter(|out, _, value| {
        let text = value.to_string();
        Ok(out.write_str(&if value.is_safe() { text } else { escaped(&text) })?)
    });
    let findings = || report.sections.iter().flat_map(|section| &section.findings);
    let tally = Ruling::ALL.map(|verdict| {
        let claims = findings().filter(|finding| finding.here.verdict == verdict).count();
        let [one, many] = match verdict {
            Ruling::Holds => ["holds", "hold"],
            Ruling::Fails => ["fails", "fail"],
            Ruling::Open => ["cannot be told"; 2],
        };
        (verdict.name(), claims, if claims == 1 { one } else { many })
    });
    let sections: Vec<Value> = report.sections.iter().map(section).collect();
    let css = Value::from_safe_string(CSS.to_owned() + &plot::css());
    let report = Serde(report);
    let page = environment.render_str(PAGE, context! { report, tally, css, sections });
    page.expect("the template names members of a report")
}

/// A section with its charts as drawings, its tables with what is known of their columns, and its data as
/// comma-separated values.
fn section(section: &Section) -> Value {
    let chart = |(i, chart)| {
        let svg = plot::inline_svg(chart, &format!("{}-chart-{}", section.id, i + 1));
        Value::from_safe_string(svg)
    };
    let table = |table: &TextTable| {
        context! {
            is_wide => table.columns.len() > WIDE,
            numeric => (0..table.columns.len()).map(|i| table.is_numeric(i)).collect::<Vec<_>>(),
            names_rows => table.names_rows(),
            ..Value::from(Serde(table))
        }
    };
    context! {
        charts => section.charts.iter().enumerate().map(chart).collect::<Vec<_>>(),
        tables => section.tables.iter().map(table).collect::<Vec<_>>(),
        rows => section.data.rows.len(),
        csv => csv(&section.data).replace("\r\n", "\n"),
        ..Value::from(Serde(section))
    }
}

/// The largest number of columns that fit on paper at the usual font size.
const WIDE: usize = 8;

impl TextTable {
    /// Whether all cells of a column are numbers, possibly bounds or with units; some may be missing.
    fn is_numeric(&self, column: usize) -> bool {
        let mut cells = self.rows.iter().filter_map(|row| row.get(column)).map(String::as_str);
        let missing = |cell: &str| matches!(cell, "" | "–");
        !cells.clone().all(missing) && cells.all(|cell| missing(cell) || is_quantity(cell))
    }

    /// Whether the first cells are distinct, so that each can be the heading of its row.
    fn names_rows(&self) -> bool {
        let mut names: Vec<&String> = self.rows.iter().filter_map(|row| row.first()).collect();
        let rows = names.len();
        names.sort_unstable();
        names.dedup();
        names.len() == rows && names.iter().all(|name| !name.is_empty())
    }
}

/// Whether a cell is a number, possibly a bound or with a short unit: `≥ 3.00 s`.
fn is_quantity(cell: &str) -> bool {
    const LONGEST: usize = 3;
    let number = cell.trim_start_matches(['≥', '≤', '>', '<', '~']).trim_start();
    let (number, unit) = number.split_once([' ', '\u{a0}']).unwrap_or((number, ""));
    let letters = unit.chars().all(|letter| letter.is_alphabetic() || "%/²".contains(letter));
    let digits = number.contains(|letter: char| letter.is_ascii_digit());
    digits
        && number.replace(',', "").parse::<f64>().is_ok()
        && letters
        && unit.chars().count() <= LONGEST
}

#[cfg(test)]
mod tests;
