//! `tercet methods`: the table of methods.

use serde_json::json;
use tercet::solver::Question;
use tercet_app::{MethodRow, Methods as Request};

use crate::output::{BOLD, DIM, width, wrapped};
use crate::prelude::*;
use crate::work::ask;

/// List the methods and what each can do.
///
/// Examples:
/// `tercet methods`
/// `tercet methods --format json`
#[derive(Debug, Args)]
pub(crate) struct Methods {
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

impl Command for Methods {
    const STATUS: &str = DONE;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let table = ask(&Request {})?;
        let rows = table.methods.iter().map(|method| {
            let [find, list, count] = answered(method);
            json!({"find": find, "list": list, "count": count, "method": method})
        });
        printer.show::<Request>(self.format, &table, &COLUMNS, rows, |printer| {
            print_text(&table.methods, printer)
        })
    }
}

const COLUMNS: [&str; 10] = [
    "method=method/name",
    "method/decks",
    "find",
    "list",
    "count",
    "threads=method/threaded",
    "method/complexity",
    "method/idea",
    "method/source",
    "method/missing",
];

/// Whether the method answers each of the questions.
fn answered(method: &MethodRow) -> [bool; 3] {
    Question::ALL.map(|question| method.questions.contains(&question))
}

fn letters(text: &str) -> usize {
    text.chars().count()
}

/// The minimum width of the column of times.
const TIME: usize = 16;

/// A row for each method, with a description below it. On a narrow terminal the times are also
/// below the row.
fn print_text(methods: &[MethodRow], printer: &mut Printer) -> Result<()> {
    let widest = |text: fn(&MethodRow) -> &str| {
        methods.iter().map(|method| letters(text(method))).max().unwrap_or(0)
    };
    let (name, decks) = (widest(|method| &method.name), widest(|method| &method.decks));
    let heading = format!("{:name$}  {:decks$}  find list count threads", "method", "decks");
    let beside = width().checked_sub(letters(&heading) + 2).filter(|&columns| columns >= TIME);
    let time = if beside.is_some() { "  time" } else { "" };
    writeln!(printer, "{BOLD}{heading}{time}{BOLD:#}")?;
    let free = width().saturating_sub(name + 2);
    for method in methods {
        let mark = |yes| if yes { "✓" } else { "·" };
        let [find, list, count] = answered(method).map(mark);
        let threads = mark(method.threaded);
        let able =
            format!("  {:decks$}  {find:^4} {list:^4} {count:^5} {threads:^7}", method.decks);
        let mut times = match beside {
            Some(columns) => wrapped(&method.complexity, 0, columns),
            None => vec![String::new()],
        }
        .into_iter();
        let first = format!("{able}  {}", times.next().unwrap_or_default());
        writeln!(printer, "{BOLD}{:name$}{BOLD:#}{}", method.name, first.trim_end())?;
        let indent = letters(&heading) + 2;
        times.try_for_each(|time| writeln!(printer, "{:indent$}{time}", ""))?;
        let mut below = |text: &str, mut plain: usize| {
            // The number of letters that are not dimmed yet.
            wrapped(text, 0, free).iter().try_for_each(|line| {
                let split = line.char_indices().nth(plain).map_or(line.len(), |(i, _)| i);
                let (idea, source) = line.split_at(split);
                plain = plain.saturating_sub(letters(line) + 1);
                writeln!(printer, "{:name$}  {idea}{DIM}{source}{DIM:#}", "")
            })
        };
        if beside.is_none() {
            below(&format!("time: {}", method.complexity), usize::MAX)?;
        }
        below(&format!("{} – {}", method.idea, method.source), letters(&method.idea))?;
        if let Some(missing) = &method.missing {
            below(missing, usize::MAX)?;
        }
    }
    Ok(())
}
