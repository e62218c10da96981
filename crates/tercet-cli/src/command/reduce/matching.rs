//! Instances of k-dimensional matching: `tercet reduce matching` and `tercet reduce generate`.

use clap::builder::TypedValueParser;
use tercet::Deck;
use tercet::reduction::Obstruction;
use tercet::reduction::generate::Solution;
use tercet_app::{
    Matched, MatchingBoard, ReduceGenerate, ReduceMatching, ReduceMatchingBoard, Seconds, Verdict,
};

use super::{ask_of, formats, show};
use crate::arguments::{Search, at_least_one};
use crate::choice::{described, named};
use crate::output::{board_file, counted, say_failures, timed};
use crate::prelude::*;
use crate::quantity;
use crate::work::ask;

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
    pub(crate) search: Search,

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

    /// Why there is no perfect matching, with '--solvable no' [default: half]
    #[arg(long, value_name = "KIND", value_parser = kinds())]
    pub(crate) kind: Option<Obstruction>,

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
        let Generate { dimensions, elements, edges: edge_count, solution, kind, timeout, .. } =
            *self;
        let seed = self.seed.map(Into::into);
        let question =
            ReduceGenerate { dimensions, elements, edge_count, solution, kind, seed, timeout };
        let answer = ask(&question)?;
        show::<ReduceGenerate>(self.format, &answer, printer, |printer| {
            let edges = counted(answer.edges.len(), "edge");
            let (solution, seed) = (solution.name(), &answer.seed);
            let kind = kind.map(|kind| format!(" --kind {kind}")).unwrap_or_default();
            writeln!(
                printer,
                "# {edges}, generated with --solvable {solution}{kind} --seed {seed}"
            )?;
            if let Some(obstruction) = &answer.obstruction {
                writeln!(printer, "# {obstruction}")?;
            }
            printer.raw(answer.instance.as_bytes())
        })
    }
}

/// The kinds of obstructions, with what they are.
fn kinds() -> impl TypedValueParser<Value = Obstruction> {
    described(Obstruction::ALL.map(|kind| {
        let about = match kind {
            Obstruction::Half => {
                "Half of the elements of dimension 1 have too few partners in dimension 2"
            }
            Obstruction::Random => "Some elements of a dimension have too few partners in another",
            Obstruction::Tight => "As random, but only once useless edges are left out (K >= 3)",
            Obstruction::Parity => {
                "Every edge has an even number of some elements, which are an odd number"
            }
            Obstruction::Latin => "A cyclic Latin square of even order (odd K >= 3, even N)",
        };
        (kind, about)
    }))
}
