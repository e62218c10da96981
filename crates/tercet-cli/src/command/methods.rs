//! `tercet methods`: the table of methods.

use serde_json::json;
use tercet::solver::Question;
use tercet_app::{MethodRow, Methods as Request};

use crate::output::{BOLD, styled, width, wrapped};
use crate::prelude::*;

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
        printer.show::<Request>(self.format, &table, COLUMNS, rows, |printer| {
            print_text(&table.methods, printer)
        })
    }
}

const COLUMNS: &str = "method=method/name | method/decks | find | list | count | \
                       threads=method/threaded | method/complexity | method/idea | \
                       method/source | method/missing";

/// Whether the method answers each of the questions.
fn answered(method: &MethodRow) -> [bool; 3] {
    Question::ALL.map(|question| method.questions.contains(&question))
}

/// A row for each method, with its time and a description below it.
fn print_text(methods: &[MethodRow], printer: &mut Printer) -> Result<()> {
    let widest = |text: fn(&MethodRow) -> &str| {
        methods.iter().map(|method| text(method).chars().count()).max().unwrap_or(0)
    };
    let (name, decks) = (widest(|method| &method.name), widest(|method| &method.decks));
    let heading = format!("{:name$}  {:decks$}  find list count threads", "method", "decks");
    let below = format!("{:name$}  time: idea – source", "");
    printer.lines(styled(BOLD, vec![heading, below]))?;
    for method in methods {
        let mark = |yes| if yes { "✓" } else { "·" };
        let [find, list, count] = answered(method).map(mark);
        let threads = mark(method.threaded);
        let able = format!("{:decks$}  {find:^4} {list:^4} {count:^5} {threads:^7}", method.decks);
        writeln!(printer, "{BOLD}{:name$}{BOLD:#}  {}", method.name, able.trim_end())?;
        let idea = format!("{}: {} – {}", method.complexity, method.idea, method.source);
        for text in [idea].iter().chain(&method.missing) {
            let lines = wrapped(text, 0, width().saturating_sub(name + 2));
            lines.iter().try_for_each(|line| writeln!(printer, "{:name$}  {line}", ""))?;
        }
    }
    Ok(())
}
