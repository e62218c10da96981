//! `tercet reduce`: instances of k-dimensional matching as boards, and boards as exact cover problems in the form
//! that Knuth's programs read.

use std::fmt::Write as _;

use clap::builder::TypedValueParser;
use tercet::reduction::generate::Solution;
use tercet::reduction::{ExactCover, exact_cover};
use tercet_app::{
    Matched, MatchingBoard, ReduceCover, ReduceGenerate, ReduceMatching, ReduceMatchingBoard,
    Verdict,
};

use super::entry::Entry;
use crate::arguments::SearchOptions;
use crate::choice::{described, named};
use crate::output::{board_file, say_failures};
use crate::prelude::*;
use crate::remedy::at_place;
use crate::work::ask_each;

/// Convert matching problems to boards, and boards to exact cover problems.
///
/// Example: `tercet reduce matching boards/matching.txt`
#[derive(Debug, Args)]
struct Reduce;

/// The commands that convert problems.
pub(super) const COMMANDS: Entry = Entry::group::<Reduce>(
    "reduce",
    &[
        Entry::of::<Matching>("matching"),
        Entry::of::<Cover>("cover"),
        Entry::of::<Generate>("generate"),
    ],
);

/// The formats of a reduction. (None of these fields uses comma-separated values.)
fn formats() -> impl TypedValueParser<Value = Format> {
    described([
        (Format::Text, "Text in the format described below"),
        (Format::Json, "One JSON object"),
    ])
}

/// Prints an answer as text or as JSON.
fn show<Q: Question>(
    format: Format,
    answer: &Q::Answer,
    printer: &mut Printer,
    text: impl FnOnce(&mut Printer) -> Result<()>,
) -> Result<Outcome> {
    printer.show::<Q>(format, answer, "", [(); 0], text)
}

/// Asks a question about the text of a file. An error begins with the name of the file.
fn ask_of<Q: Question<Answer: Send> + Send + 'static>(
    file: &Path,
    timeout: Option<Seconds>,
    question: impl FnOnce(String) -> Q,
) -> Result<Q::Answer> {
    let limit = input::patience(timeout);
    let (name, text) = input::text_of(file, timeout)?;
    let question = question(text);
    // Reading an instance checks no limit.
    let answer = input::within(&limit, move || ask(&question))?;
    answer.map_err(|error| at_place(error, &name))
}

/// The options of a search.
const SEARCH: [&str; 6] = ["method", "symmetry", "smt_solver", "timeout", "threads", "memory"];

/// Solve a k-dimensional matching instance as a board.
///
/// The file starts with a line 'matching K N' for K dimensions of N elements each. Each further
/// line is an edge with one element of every dimension, numbered from 0 to N-1. '#' starts a
/// comment. A perfect matching consists of N edges that share no element:
///
///   matching 3 2
///   0 0 1
///   1 1 0
///   0 1 1      # the first two edges are a perfect matching
///
/// The board has one card per edge, in their order, and one extra card with a new value, N, in
/// every property. Its sets are the perfect matchings together with that card. N is at most 255,
/// and there must be a deck with N+1 values and K properties.
///
/// Exit status: 0 there is a perfect matching, 1 there is none, 2 invalid input or failure, 3
/// stopped by a limit.
///
/// Example: `tercet reduce matching boards/matching.txt`
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Matching {
    /// The file of the instance; '-' is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Print the board instead, as a board file
    #[arg(long = "to-board", conflicts_with_all = SEARCH)]
    pub(crate) board: bool,

    #[command(flatten)]
    pub(crate) search: SearchOptions,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = formats())]
    pub(crate) format: Format,
}

impl Command for Matching {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        if self.board {
            return print_board(self, printer);
        }
        let search = self.search.request();
        let timeout = self.search.timeout;
        let answer = ask_of(&self.file, timeout, |instance| ReduceMatching { instance, search })?;
        say_failures(&answer.method);
        show::<ReduceMatching>(self.format, &answer, printer, |printer| {
            print_text(&answer, printer)
        })
    }
}

/// The size of an instance and of its board.
fn size(edges: usize, dimensions: usize, elements: usize, cards: usize, deck: Deck) -> String {
    format!(
        "{}, {} of {}: {} of {deck}",
        counted(edges, "edge"),
        counted(dimensions, "dimension"),
        counted(elements, "element"),
        counted(cards, "card"),
    )
}

fn print_text(answer: &Matched, printer: &mut Printer) -> Result<()> {
    let Matched { edge_count, dimensions, elements, size: cards, deck, .. } = *answer;
    printer.line(size(edge_count, dimensions, elements, cards, deck))?;
    for edge in answer.matching.iter().flatten() {
        let elements = edge.iter().map(usize::to_string);
        printer.line(elements.collect::<Vec<_>>().join(" "))?;
    }
    let found = match (&answer.ending.reason, answer.ending.answer) {
        (Some(reason), _) => format!("stopped: {} before an answer", reason.message),
        (None, Verdict::Found) => "a perfect matching".into(),
        (None, _) => "no perfect matching".into(),
    };
    printer.line(timed(found, &answer.method, answer.seconds.0))
}

fn print_board(arguments: &Matching, printer: &mut Printer) -> Result<Outcome> {
    let answer = ask_of(&arguments.file, None, |instance| ReduceMatchingBoard { instance })?;
    let MatchingBoard { edge_count, dimensions, elements, size: cards, deck, .. } = answer;
    show::<ReduceMatchingBoard>(arguments.format, &answer, printer, |printer| {
        let size = size(edge_count, dimensions, elements, cards, deck);
        board_file(deck, &format!("{size}, the last card is extra"), &answer.cards, printer)
    })
}

/// Generate a k-dimensional matching instance.
///
/// An instance without a perfect matching begins with a comment that says why it has none.
///
/// Example: `tercet reduce generate -k 3 --elements 10 --solvable yes --seed 1`
#[derive(Debug, Args)]
pub(crate) struct Generate {
    /// The number of dimensions
    #[arg(short = 'k', long, value_name = "K", default_value = "3", value_parser = at_least_one)]
    pub(crate) dimensions: NonZeroUsize,

    /// The number of elements in each dimension
    #[arg(long, value_name = "N", default_value = "10", value_parser = at_least_one)]
    pub(crate) elements: NonZeroUsize,

    /// The number of edges [default: the number at which one perfect matching is expected, or all that
    /// there can be if these are fewer]
    #[arg(long, value_name = "M", value_parser = quantity::number::<usize>)]
    pub(crate) edges: Option<usize>,

    /// Whether there is a perfect matching: guaranteed, excluded, or left to chance
    #[arg(long = "solvable", value_name = "WHETHER", default_value = "chance", value_parser = named(Solution::ALL))]
    pub(crate) solution: Solution,

    /// The random seed of the instance [default: a new one, which is printed]
    #[arg(long, value_name = "SEED", value_parser = quantity::number::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) timeout: Option<Seconds>,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = formats())]
    pub(crate) format: Format,
}

impl Command for Generate {
    const STATUS: &str = MADE;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let Generate { dimensions, elements, edges: edge_count, solution, timeout, .. } = *self;
        let seed = self.seed.map(Into::into);
        let question = ReduceGenerate { dimensions, elements, edge_count, solution, seed, timeout };
        let answer = ask(&question)?;
        show::<ReduceGenerate>(self.format, &answer, printer, |printer| {
            let edges = counted(answer.edges.len(), "edge");
            let (solution, seed) = (solution.name(), &answer.seed);
            writeln!(printer, "# {edges}, generated with --solvable {solution} --seed {seed}")?;
            if let Some(obstruction) = &answer.obstruction {
                writeln!(printer, "# {obstruction}")?;
            }
            printer.raw(answer.instance.as_bytes())
        })
    }
}

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
        let named = input::board(&self.source, None, None)?;
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
            print_problem(number, problem, printer)?;
            Ok(true)
        })?;
        if is_first {
            writeln!(printer, "| {cards} of {deck}: no exact cover problem, so no set")?;
        }
        Ok(Outcome::Yes)
    }
}

/// Prints a problem: its items, then an option a line.
fn print_problem(number: usize, problem: &ExactCover, printer: &mut Printer) -> Result<()> {
    let names = |items: &mut dyn Iterator<Item = exact_cover::Item>| {
        let mut names = String::new();
        for item in items {
            let space = if names.is_empty() { "" } else { " " };
            write!(names, "{space}{item}").expect("a string takes all that is written");
        }
        names
    };
    let agreement = match &problem.agreement[..] {
        [] => "no agreement".into(),
        agreement => format!("agreement {}", names(&mut agreement.iter().copied())),
    };
    let options = counted(problem.options.len(), "option");
    writeln!(printer, "| group {number}: {agreement}, {options}")?;
    printer.line(names(&mut problem.items.iter().copied()))?;
    for option in &problem.options {
        printer.line(names(&mut option.iter().map(|&item| problem.items[item])))?;
    }
    Ok(())
}
