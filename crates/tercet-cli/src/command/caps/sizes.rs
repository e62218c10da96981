//! `tercet caps sizes`: how many caps there are of each size, and how many are complete.

use tercet::Deck;
use tercet_app::{Among, CapsSized, CapsSizes, Classes, Seconds};

use super::show;
use crate::arguments::{ClassFormat, DeckOptions};
use crate::command::classes;
use crate::command::parts::{Estimating, Manner, Printed, Shared};
use crate::output::timed;
use crate::prelude::*;
use crate::table::TextTable;
use crate::work::ask;
use crate::{csv, input, quantity};

/// Count the complete caps of each size, or list classes of caps.
///
/// A list is also made for other decks with few hands, for p = 5 and 6 with --cards, and of the
/// complete caps of AG(5,3) with --at-least 41 or more, from the largest down.
///
/// Example: `tercet caps sizes -p 3`
#[derive(Debug, Args)]
pub(crate) struct Sizes {
    #[command(flatten)]
    pub(crate) deck: DeckOptions,

    /// List the classes up to symmetry: for each a cap with its stabiliser
    #[arg(long)]
    pub(crate) list: bool,

    /// List the classes of complete caps only
    #[arg(long, requires = "list")]
    pub(crate) complete: bool,

    /// List the classes of caps of K points only
    #[arg(short = 'n', long, value_name = "K", requires = "list", value_parser = quantity::number::<usize>)]
    pub(crate) cards: Option<usize>,

    /// List the classes of caps of K points and more only
    #[arg(long, value_name = "K", requires = "list", conflicts_with = "cards", value_parser = quantity::number::<usize>)]
    pub(crate) at_least: Option<usize>,

    /// Memory limit for a list, such as 500MB or 2GB
    #[arg(long, value_name = "SIZE", default_value = "64MiB", value_parser = quantity::size)]
    pub(crate) memory: usize,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) timeout: Option<Seconds>,

    #[command(flatten)]
    pub(crate) shared: Shared,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: ClassFormat,
}

const COLUMNS: [&str; 5] = ["points", "caps", "classes", "complete", "complete_classes"];

impl Command for Sizes {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let deck = input::deck(self.deck)?;
        if self.list {
            return classes::run(&self.listed(deck), &self.shared, self.format, printer);
        }
        let format = classes::plain(self.format)?;
        let request = CapsSizes { deck, threads: self.shared.threads, timeout: self.timeout };
        if self.shared.are_asked() {
            return self.shared.run(&request, self.timeout, format, printer, |_| Ok(()));
        }
        let answer = ask(&request)?;
        let look = Look { format, notation: None };
        show::<CapsSizes>(look, &answer, &COLUMNS, &answer.sizes, printer, |printer| {
            printer.line(timed(heading(deck), "", answer.seconds.0))?;
            table(&answer)?.print(printer)
        })
    }

    fn estimate(&self) -> Result<Option<Estimating>> {
        let (deck, format) = (input::deck(self.deck)?, classes::plain(self.format)?);
        if self.list {
            return self.shared.estimating(self.listed(deck), self.timeout, format);
        }
        let request = CapsSizes { deck, ..CapsSizes::default() };
        self.shared.estimating(request, self.timeout, format)
    }
}

impl Sizes {
    /// The classes that are listed.
    fn listed(&self, deck: Deck) -> Classes {
        Classes {
            deck,
            among: if self.complete { Among::Complete } else { Among::Free },
            size: self.cards,
            least_size: self.at_least,
            notation: None,
            threads: self.shared.threads,
            timeout: self.timeout,
            memory: Some(self.memory),
        }
    }
}

fn heading(deck: Deck) -> String {
    format!("the caps of {deck} by size")
}

fn table(answer: &CapsSized) -> Result<TextTable> {
    let headings = COLUMNS.map(|heading| heading.replace('_', " "));
    let mut table = TextTable::new("", headings);
    for size in &answer.sizes {
        table.row(0.0, csv::cells(&COLUMNS, size)?);
    }
    Ok(table)
}

impl Printed for CapsSizes {
    fn print(&self, answer: &CapsSized, manner: Manner, printer: &mut Printer) -> Result<()> {
        manner.show::<Self>(answer, &COLUMNS, &answer.sizes, printer, |printer| {
            printer.line(heading(self.deck))?;
            table(answer)?.print(printer)
        })
    }
}
