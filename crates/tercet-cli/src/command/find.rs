//! `tercet find`: the sets of a board.

use std::ops::ControlFlow;

use serde_json::{Value, to_string, to_value};
use tercet::file::NamedBoard;
use tercet_app::{AnsweredBy, Count, Entry, Find as FindOne, Item, List, Pack, Sets, Verdict};

use super::{pack, prove};
use crate::command::prelude::*;
use crate::input::Boards;
use crate::many::{Asking, Stream};
use crate::output::{remembered, texts};
use crate::picture::{columns, print_board, print_line, print_sets, show_sets};
use crate::work::{Written, work};

/// Find the sets of a board.
#[derive(Debug, Args)]
#[command(after_long_help = CARDS, allow_negative_numbers = true)]
pub(crate) struct Find {
    #[command(flatten)]
    pub(crate) source: Source,

    /// List all sets, in layout order
    #[arg(long)]
    pub(crate) all: bool,

    /// Count the sets without listing them
    #[arg(long, conflicts_with_all = ["all", "limit"])]
    pub(crate) count: bool,

    /// List a maximum number of disjoint sets; see also 'tercet pack'
    #[arg(long, conflicts_with_all = ["all", "count", "limit"])]
    pub(crate) disjoint: bool,

    /// List only the first N sets, in layout order
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) limit: Option<NonZeroUsize>,

    /// Write a proof into this file if there is no set; 'tercet verify --proof' checks it. Of several
    /// boards, write the proof of each into this folder
    #[arg(long, value_name = "PATH", conflicts_with_all = ["all", "count", "disjoint", "limit", "symmetry", "smt_solver"])]
    pub(crate) proof: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) search: Search,

    #[command(flatten)]
    pub(crate) many: Many,

    #[command(flatten)]
    pub(crate) look: Look,
}

impl Command for Find {
    const EXAMPLES: &[&str] = &[
        "tercet find 2RhO 1GsD 3PsS 2GhO 2PhO",
        "tercet find --all -i boards/photographed.txt --board table-03",
        "tercet deal -v 4 -p 3 | tercet find --count",
        "tercet find --proof board.proof -i board.txt",
    ];
    const STATUS: &str = FOUND;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        match input::boards(&self.source, &self.many, self.search.timeout)? {
            Boards::One(named) => answer(self, &named, printer),
            Boards::Many(stream) => many(self, *stream, printer),
        }
    }
}

/// Answers the question about each board of a stream.
fn many(arguments: &Find, stream: Stream, printer: &mut Printer) -> Result<Outcome> {
    let Find { many, look, .. } = arguments;
    let asking = Asking { stream, many, look: *look, threads: arguments.search.threads };
    if let Some(folder) = &arguments.proof {
        return prove::find_many(arguments, folder, asking, printer);
    }
    let search = arguments.search.request();
    let notation = look.notation;
    if arguments.disjoint {
        let question = Pack { search, notation, ..Pack::default() };
        return asking.ask(&question, printer);
    }
    if arguments.count {
        return asking.ask(&Count { search, ..Count::default() }, printer);
    }
    if arguments.all || arguments.limit.is_some() {
        let first = arguments.limit;
        return asking.ask(&List { first, search, notation, ..List::default() }, printer);
    }
    asking.ask(&FindOne { search, notation, ..FindOne::default() }, printer)
}

/// Answers the question about one board.
pub(crate) fn answer(
    arguments: &Find,
    named: &NamedBoard,
    printer: &mut Printer,
) -> Result<Outcome> {
    if let Some(path) = &arguments.proof {
        return prove::find(arguments, path, named, printer);
    }
    if arguments.disjoint {
        return pack::disjoint(arguments, named, printer);
    }
    let Find { look, limit: first, .. } = arguments;
    let (deck, look, first) = (named.board.deck(), *look, *first);
    let (written, shown) = (notation(look, deck)?, notation_in_text(look, deck)?);
    let (board, search, notation) =
        (named.clone().into(), arguments.search.request(), Some(written));
    let answer = if arguments.count {
        let answer = ask(&Count { board, search })?;
        let count = answer.count.iter().filter(|_| answer.ending.answer != Verdict::Stopped);
        printer.show::<Count, _, _>(look.format, &answer, &["count="], count, |printer| {
            print_board(&named.board, named.name.as_deref(), shown, false, printer)?;
            printer.line(summary(&answer, 0, Kind::Count))
        })?;
        answer
    } else if arguments.all || first.is_some() {
        let question = List { board, first, search, notation };
        list(&question, Shown { named, notation: shown }, written, look.format, printer)?
    } else {
        let answer = ask(&FindOne { board, search, notation })?;
        let sets = (&*answer.sets, &*answer.positions);
        show_sets::<FindOne>(named, look, &answer, sets, false, printer, |printer| {
            printer.line(summary(&answer, 1, Kind::Find))
        })?;
        answer
    };
    report(&answer.method);
    if let (Format::Csv, Some(reason)) = (look.format, &answer.ending.reason) {
        say(&format!("stopped: {}", reason.message));
    }
    Ok(answer.ending.status())
}

/// Reports the solvers that failed; the method continued without them.
pub(crate) fn report(method: &AnsweredBy) {
    let asked = method.chosen_by.as_ref().unwrap_or(&method.method);
    for failure in &method.failures {
        say(&format!("{failure}; {asked} continued without it"));
    }
}

/// Prints sets as they are listed; there may be millions.
fn list(
    question: &List,
    shown: Shown,
    written: Notation,
    format: Format,
    printer: &mut Printer,
) -> Result<Sets> {
    let Shown { named, notation } = shown;
    let board = &named.board;
    let each = |print: &mut dyn FnMut(&[usize]) -> Result<bool>| {
        let mut written = Written::new();
        let answer = work(|session| {
            question.ask_into(session, &mut |item| {
                let Item::Set { positions, .. } = item else { return ControlFlow::Continue(()) };
                written.goes_on(print(positions))
            })
        });
        written.end().and(answer)
    };
    // Nothing is printed until the question is known to be answerable.
    let mut has_begun = false;
    let mut begin = |printer: &mut Printer| -> Result<()> {
        if std::mem::replace(&mut has_begun, true) {
            return Ok(());
        }
        match format {
            Format::Text => print_board(board, named.name.as_deref(), notation, true, printer),
            Format::Json => {
                let schema = to_string(List::SCHEMA)?;
                printer.raw(format!("{{\"schema\":{schema},\"sets\":[").as_bytes())
            }
            Format::Csv => printer.table(&columns(board.deck()), [(); 0]),
        }
    };
    let mut sets = Lines { shown, first: Vec::new(), listed: 0 };
    let answer = each(&mut |set| {
        begin(printer)?;
        match format {
            Format::Text => sets.add(set, printer)?,
            Format::Json => {
                let separator = if sets.listed == 0 { "" } else { "," };
                let cards = to_string(&texts(board.deck(), written, &board.at(set)))?;
                printer.raw(format!("{separator}{cards}").as_bytes())?;
                sets.listed += 1;
            }
            Format::Csv => printer.csv(texts(board.deck(), written, &board.at(set)))?,
        }
        Ok(!printer.is_closed())
    })?;
    begin(printer)?;
    match format {
        Format::Text => {
            sets.finish(printer)?;
            printer.line(summary(&answer, sets.listed, Kind::List))?;
        }
        Format::Json => {
            printer.raw(b"]")?;
            let Value::Object(rest) = to_value(&answer)? else { bail!("an answer is an object") };
            // The sets were printed already.
            for (name, value) in rest.iter().filter(|(name, _)| *name != "sets") {
                printer.raw(format!(",{}:{value}", to_string(name)?).as_bytes())?;
            }
            printer.line("}")?;
        }
        Format::Csv => {}
    }
    Ok(answer)
}

/// Sets that are printed as they are found, once they are certainly too many to be drawn, or too
/// many to be held until the width of their numbers is known.
struct Lines<'a> {
    shown: Shown<'a>,
    first: Vec<Vec<usize>>,
    listed: usize,
}

impl Lines<'_> {
    /// The largest number of sets that are held.
    const HELD: usize = 10_000;

    /// Adds a set.
    fn add(&mut self, set: &[usize], printer: &mut Printer) -> Result<()> {
        self.listed += 1;
        if self.listed <= Self::HELD {
            self.first.push(set.to_vec());
            return Ok(());
        }
        let Shown { named, notation } = self.shown;
        let width = (Self::HELD + 1).to_string().len();
        for (i, set) in std::mem::take(&mut self.first).iter().enumerate() {
            print_line(&named.board, notation, i + 1, width, set, printer)?;
        }
        print_line(&named.board, notation, self.listed, width, set, printer)
    }

    /// Prints the held sets.
    fn finish(&mut self, printer: &mut Printer) -> Result<()> {
        let Shown { named, notation } = self.shown;
        print_sets(&named.board, notation, &std::mem::take(&mut self.first), true, printer)
    }
}

/// The question.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Find,
    List,
    Count,
}

/// A board, and how its cards are shown.
#[derive(Clone, Copy)]
struct Shown<'a> {
    named: &'a NamedBoard,
    notation: Notation,
}

/// The answer in a sentence.
fn summary(answer: &Sets, shown: usize, kind: Kind) -> String {
    let count = answer.count.as_ref().and_then(Whole::get::<u128>).unwrap_or(0);
    let sets = counted(count, "set");
    let found = match (&answer.ending.reason, kind) {
        (Some(reason), Kind::List) => format!("stopped: {} after {sets}", reason.message),
        (Some(reason), _) => format!("stopped: {} before an answer", reason.message),
        (None, _) if count == 0 => "no set".into(),
        (None, Kind::Find) => "a set".into(),
        (None, Kind::List) if (shown as u128) < count => {
            format!("{sets}, the first {shown} shown")
        }
        (None, _) => sets,
    };
    let held = answer.remembered.as_ref();
    let held = held.map_or_else(String::new, |held| format!("\n{}", remembered(held)));
    format!("{found} ({}, {}){held}", answer.method, duration(answer.seconds.0))
}
