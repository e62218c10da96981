//! `tercet find`: the sets of a board.

use serde_json::{Value, to_string, to_value};
use tercet::file::NamedBoard;
use tercet::notation::Notation;
use tercet_app::run::side_file;
use tercet_app::{
    Answered, AnsweredBy, Count, Entry, Find as FindOne, List, ListedSet, SetsOfBoard, Verdict,
    Whole,
};

use super::parts::{Estimating, Manner, PartMeans, Parts, Printed, Worked, print_search};
use super::prove;
use crate::arguments::{Many, Search, Source, at_least_one};
use crate::many::{Asking, Boards, Row, boards};
use crate::new_file::check_apart;
use crate::output::{counted, notation, remembered, say_why, texts, timed};
use crate::picture::{Shown, columns, show_sets};
use crate::prelude::*;
use crate::work::{ask, ask_each};

/// Find the sets of a board.
///
/// Examples:
/// `tercet find 2RhO 1GsD 3PsS 2GhO 2PhO`
/// `tercet find --all -i boards/photographed.txt --board table-03`
/// `tercet deal -v 4 -p 3 | tercet find --count`
/// `tercet find --proof board.proof -i board.txt`
/// `tercet find --part 1/100 -o 1.json -i board.txt`
#[derive(Debug, Args)]
pub(crate) struct Find {
    #[command(flatten)]
    pub(crate) source: Source,

    /// List all sets, in layout order
    #[arg(long)]
    pub(crate) all: bool,

    /// Count the sets without listing them
    #[arg(long, conflicts_with_all = ["all", "limit"])]
    pub(crate) count: bool,

    /// List only the first N sets, in layout order
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) limit: Option<NonZeroUsize>,

    /// Write a proof into this file if there is no set; 'tercet verify --proof' checks it. Of several
    /// boards, write the proof of each into this folder. With --part, the steps of the proof go into the
    /// file OUTPUT.steps, and no path is needed
    #[arg(long, value_name = "PATH", num_args = 0..=1, default_missing_value = "-", conflicts_with_all = ["all", "count", "limit", "memory", "symmetry", "smt_solver"])]
    pub(crate) proof: Option<PathBuf>,

    /// Write a proof that 'tercet proof' can write as LRAT. On structured boards the search
    /// can take very long
    #[arg(long, requires = "proof")]
    pub(crate) clauses: bool,

    #[command(flatten)]
    pub(crate) search: Search,

    #[command(flatten)]
    pub(crate) many: Many,

    #[command(flatten)]
    pub(crate) parts: Parts,

    #[command(flatten)]
    pub(crate) look: Look,
}

impl Command for Find {
    const STATUS: &str = FOUND;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        // With parts, the output is that of a part.
        let alone = Many::default();
        let many = if self.parts.are_asked() { &alone } else { &self.many };
        match boards(&self.source, many, self.look, self.search.timeout)? {
            Boards::One(named) if self.parts.are_asked() => part(self, &named, printer),
            Boards::One(named) => answer(self, &named, printer),
            Boards::Many(_) if self.parts.are_asked() => bail!("{ONE}"),
            Boards::Many(mut asking) => {
                asking.threads = self.search.threads;
                self::many(self, *asking, printer)
            }
        }
    }

    fn estimate(&self) -> Result<Option<Estimating>> {
        let Find { parts, search, look, many, .. } = self;
        match boards(&self.source, &Many::default(), *look, search.timeout)? {
            Boards::One(named) => {
                let question = question(self, &named)?;
                parts.estimating(question, many.output.is_some(), search.timeout, look.format)
            }
            Boards::Many(_) => bail!("{ONE}"),
        }
    }
}

const ONE: &str = "parts, checkpoints and estimates are of one board: name it with --board";

/// Answers the question about each board of a stream.
fn many(arguments: &Find, asking: Asking, printer: &mut Printer) -> Result<Outcome> {
    if let Some(folder) = &arguments.proof {
        return prove::find_many(arguments, folder, asking, printer);
    }
    let Find { limit: first, look: Look { notation, .. }, .. } = *arguments;
    let search = arguments.search.request();
    if arguments.count {
        asking.ask(&Count { search, ..Count::default() }, printer)
    } else if arguments.all || first.is_some() {
        asking.ask(&List { first, search, notation, ..List::default() }, printer)
    } else {
        asking.ask(&FindOne { search, notation, ..FindOne::default() }, printer)
    }
}

/// The question that has parts.
fn question(arguments: &Find, named: &NamedBoard) -> Result<FindOne> {
    let Find { all, count, limit, search, .. } = arguments;
    if *all || *count || limit.is_some() {
        bail!(
            "a list and a count have no parts, and no estimates: leave out --all, --count and --limit"
        );
    }
    let search = search.request();
    Ok(FindOne { board: named.clone().into(), search, ..FindOne::default() })
}

/// Searches a part of a board, or the whole with a checkpoint.
fn part(arguments: &Find, named: &NamedBoard, printer: &mut Printer) -> Result<Outcome> {
    let Find { search, parts, many: Many { output, overwrite, .. }, .. } = arguments;
    let question = question(arguments, named)?;
    for file in output.iter().chain(&parts.checkpoint) {
        check_apart(file, arguments.source.path())?;
        check_apart(&side_file(file), arguments.source.path())?;
    }
    let output = output.as_deref().map(|path| (path, *overwrite));
    let means = PartMeans { output, threads: search.threads, timeout: search.timeout };
    match &arguments.proof {
        Some(path) => prove::part(arguments, path, means, named, printer),
        None => parts.run(&question, means, arguments.look, printer, |_| Ok(())),
    }
}

impl Printed for FindOne {
    const ENDS_WITH_A_SET: bool = true;

    fn print(&self, answer: &SetsOfBoard, manner: Manner, printer: &mut Printer) -> Result<()> {
        print_search(self, answer, manner, printer)
    }

    fn history(worked: &Worked<Self>, answer: &SetsOfBoard) -> Option<String> {
        let method = &answer.ending.by.method;
        worked.summary().map(|done| format!("{done}, by {method}, whose search has parts"))
    }
}

/// Answers the question about one board.
fn answer(arguments: &Find, named: &NamedBoard, printer: &mut Printer) -> Result<Outcome> {
    if let Some(path) = &arguments.proof {
        return prove::find(arguments, path, named, printer);
    }
    let Find { look, limit: first, .. } = *arguments;
    let search = arguments.search.request();
    let (written, shown) = (notation(look, named.board.deck())?, Shown::new(named, look)?);
    let (board, notation) = (named.clone().into(), Some(written));
    let answer = if arguments.count {
        let answer = ask(&Count { board, search })?;
        let count = answer.found.count.iter().filter(|_| answer.ending.answer != Verdict::Stopped);
        printer.show::<Count>(look.format, &answer, &["count="], count, |printer| {
            shown.print_name(printer)?;
            printer.line(summary(&answer, &all(&answer)))
        })?;
        answer
    } else if arguments.all || first.is_some() {
        let question = List { board, first, search, notation };
        list(&question, shown, written, look.format, printer)?
    } else {
        let answer = ask(&FindOne { board, search, notation })?;
        show_sets::<FindOne>(named, look, &answer, answer.sets(), false, printer, |printer| {
            printer.line(summary(&answer, &answer.sentence()))
        })?;
        answer
    };
    report(&answer.ending.by);
    Ok(answer.ending.status())
}

/// Reports the solvers that failed; the method continued without them.
pub(crate) fn report(method: &AnsweredBy) {
    let asked = method.chosen_by.as_ref().unwrap_or(&method.method);
    for failure in &method.failures {
        say!("{failure}; {asked} continued without it");
    }
}

/// Prints sets as they are listed; there may be millions.
fn list(
    question: &List,
    shown: Shown,
    written: Notation,
    format: Format,
    printer: &mut Printer,
) -> Result<SetsOfBoard> {
    let board = &shown.named.board;
    // Nothing is printed until the question is known to be answerable.
    let mut has_begun = false;
    let mut begin = |printer: &mut Printer| -> Result<()> {
        if std::mem::replace(&mut has_begun, true) {
            return Ok(());
        }
        match format {
            Format::Text => shown.print(printer),
            Format::Json => {
                let schema = to_string(List::SCHEMA)?;
                printer.raw(format!("{{\"schema\":{schema},\"sets\":[").as_bytes())
            }
            Format::Csv => printer.table(&columns(board.deck()), [(); 0]),
        }
    };
    let mut sets = Lines { shown, first: Vec::new(), listed: 0 };
    let answer = ask_each(question, &mut |ListedSet { positions: set, .. }| {
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
            let mut found = all(&answer);
            if answer.ending.reason.is_none() && (sets.listed as u128) < count(&answer) {
                found = format!("{found}, the first {} shown", sets.listed);
            }
            printer.line(summary(&answer, &found))?;
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
        Format::Csv => say_why(format, answer.ending.reason.as_ref()),
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
        let width = (Self::HELD + 1).to_string().len();
        for (i, set) in std::mem::take(&mut self.first).iter().enumerate() {
            printer.line(self.shown.line(i + 1, width, set))?;
        }
        printer.line(self.shown.line(self.listed, width, set))
    }

    /// Prints the held sets.
    fn finish(&mut self, printer: &mut Printer) -> Result<()> {
        self.shown.print_sets(&std::mem::take(&mut self.first), true, printer)
    }
}

impl Row for SetsOfBoard {
    const COLUMNS: &'static [&'static str] =
        &["board", "size", "answer", "count", "sets", "method", "error"];

    /// As by default, but without the JSON, which would take longer than the search.
    fn cells(&self) -> Vec<String> {
        let answer = match self.ending.answer {
            Verdict::Found => "found",
            Verdict::None => "none",
            Verdict::Stopped => "stopped",
        };
        let count = self.found.count.as_ref().map(ToString::to_string).unwrap_or_default();
        let sets: Vec<String> = self.found.sets.iter().map(|set| set.join(" ")).collect();
        let method = self.ending.by.method.clone();
        vec![self.given.size.to_string(), answer.into(), count, sets.join("; "), method]
    }

    fn sentence(&self) -> String {
        match (&self.ending.reason, count(self)) {
            (Some(reason), 0) => format!("stopped: {} before an answer", reason.message),
            (Some(reason), sets) => {
                format!("stopped: {} after {}", reason.message, counted(sets, "set"))
            }
            (None, 0) => "no set".into(),
            (None, 1) => "a set".into(),
            (None, sets) => counted(sets, "set"),
        }
    }

    fn sets(&self) -> (&[Vec<String>], &[Vec<usize>]) {
        (&self.found.sets, &self.found.positions)
    }
}

fn count(answer: &SetsOfBoard) -> u128 {
    answer.found.count.as_ref().and_then(Whole::get).unwrap_or(0)
}

/// The answer in a sentence, if all sets were asked for.
fn all(answer: &SetsOfBoard) -> String {
    match (&answer.ending.reason, count(answer)) {
        (None, 1) => "1 set".into(),
        _ => answer.sentence(),
    }
}

/// The result, the method, and the time.
fn summary(answer: &SetsOfBoard, found: &str) -> String {
    let held = answer.found.remembered.as_ref();
    let held = held.map_or_else(String::new, |held| format!("\n{}", remembered(held)));
    timed(found, &answer.ending.by, answer.time.seconds.0) + &held
}
