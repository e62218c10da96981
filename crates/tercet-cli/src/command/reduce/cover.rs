//! `tercet reduce cover`: a board as exact cover problems, in the form that Knuth's programs read.

use tercet::reduction::{ExactCover, exact_cover};
use tercet_app::ReduceCover;

use super::formats;
use crate::arguments::{Source, at_least_one};
use crate::input;
use crate::output::counted;
use crate::prelude::*;
use crate::work::{ask, ask_each};

/// Convert a board to exact cover problems.
///
/// The agreement of a set consists of the properties in which its cards share a value, and these
/// values. There is one problem per agreement. Its items are the values of the other properties
/// (p1=0: property 1, value 0), and its options are the cards with this agreement. The exact covers
/// of all problems correspond one to one to the sets.
///
/// The text format is that of Knuth's exact cover programs: a line of items, then one option per
/// line, and comments after '|'. These programs read a single problem, so select one with --group.
/// In JSON an item is [property, value], both from 0; options are indices of items, and cards are
/// indices of cards of the board.
///
/// All pairs of cards are compared: 20000 cards take minutes and gigabytes.
///
/// Example: `tercet reduce cover 01 12 20 11 10 --group 2`
#[derive(Debug, Args)]
pub(crate) struct Cover {
    #[command(flatten)]
    pub(crate) source: Source,

    /// Print only this problem, counted from 1
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) group: Option<NonZeroUsize>,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = formats())]
    pub(crate) format: Format,
}

impl Command for Cover {
    const STATUS: &str = MADE;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let named = input::board(&self.source, None)?;
        let (deck, cards) = (named.board.deck(), counted(named.board.len(), "card"));
        let group = self.group;
        let question = ReduceCover { board: named.into(), group };
        if self.format == Format::Json {
            let answer = ask(&question)?;
            printer.answer::<ReduceCover>(&answer)?;
            return Ok(Outcome::Yes);
        }
        let mut is_first = true;
        ask_each(&question, &mut |(number, problem)| {
            let first = if is_first { format!("| {cards} of {deck}") } else { String::new() };
            is_first = false;
            printer.line(first)?;
            print(number, problem, printer)?;
            Ok(true)
        })?;
        if is_first {
            writeln!(printer, "| {cards} of {deck}: no exact cover problem, so no set")?;
        }
        Ok(Outcome::Yes)
    }
}

/// Prints a problem: its items, then an option a line.
fn print(number: usize, problem: &ExactCover, printer: &mut Printer) -> Result<()> {
    let names = |items: &mut dyn Iterator<Item = exact_cover::Item>| {
        items.map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
    };
    let agreement = match problem.agreement() {
        [] => "no agreement".into(),
        agreement => format!("agreement {}", names(&mut agreement.iter().copied())),
    };
    let options = counted(problem.options().len(), "option");
    writeln!(printer, "| group {number}: {agreement}, {options}")?;
    printer.line(names(&mut problem.items().iter().copied()))?;
    for option in problem.options() {
        printer.line(names(&mut option.iter().map(|&item| problem.items()[item])))?;
    }
    Ok(())
}
