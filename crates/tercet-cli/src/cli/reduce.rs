//! The arguments of `tercet reduce`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};
use tercet::reduction::generate::Solution;

use super::{Search, Source, at_least_one};
use crate::number;

/// Convert other problems to boards, and boards to other problems.
#[derive(Debug, Args)]
#[command(arg_required_else_help = false)]
pub(crate) struct Reduce {
    #[command(subcommand)]
    pub(crate) to: Reduction,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Reduction {
    /// Solve a k-dimensional matching instance as a board
    Matching(Matching),
    /// Convert a graph to a board whose sets are the edges
    Graph(Graph),
    /// Convert a board to exact cover problems
    Cover(Cover),
    /// Convert a board to a hypergraph
    Hypergraph(Hypergraph),
    /// Generate a k-dimensional matching instance
    Generate(Generate),
}

/// The options of a search.
const SEARCH: [&str; 7] =
    ["method", "methods", "symmetry", "smt_solver", "timeout", "threads", "memory"];

const MATCHING: &str = "\
The file starts with a line 'matching K N' for K dimensions of N elements each. Each further line is \
an edge with one element of every dimension, numbered from 0 to N-1. '#' starts a comment. A perfect \
matching consists of N edges that share no element:

    matching 3 2
    0 0 1
    1 1 0
    0 1 1      # the first two edges are a perfect matching

The board has one card per edge, in their order, and one extra card with a new value, N, in every \
property. Its sets are the perfect matchings together with that card. N is at most 255, and there \
must be a deck with N+1 values and K properties.";

/// Solve a k-dimensional matching instance as a board.
#[derive(Debug, Args)]
#[command(after_long_help = MATCHING, after_help = MATCHED)]
pub(crate) struct Matching {
    /// The file of the instance; '-' is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Print the board instead, as a board file
    #[arg(long, conflicts_with_all = SEARCH)]
    pub(crate) board: bool,

    #[command(flatten)]
    pub(crate) search: Search,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Form,
}

const MATCHED: &str = "Exit status: 0 there is a perfect matching, 1 there is none, \
                       2 invalid input or failure, 3 stopped by a limit.";

const GRAPH: &str = "\
The file starts with a line 'graph N' for N vertices, at most 64. Each further line is an edge: two \
vertices, numbered from 0 to N-1. '#' starts a comment.

The deck has three values and one property per vertex. The first N cards of the board are the \
vertices, the others the edges, in their order. Each edge and its two vertices are a set, and there \
are no other sets. Disjoint sets are a matching of the graph.";

/// Convert a graph to a board whose sets are the edges, printed as a board file.
#[derive(Debug, Args)]
#[command(after_long_help = GRAPH)]
pub(crate) struct Graph {
    /// The file of the graph; '-' is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Form,
}

const COVER: &str = "\
The agreement of a set consists of the properties in which its cards share a value, and these values. \
There is one problem per agreement. Its items are the values of the other properties (p1=0: property \
1, value 0), and its options are the cards with this agreement. The exact covers of all problems \
correspond one to one to the sets.

The text format is that of Knuth's exact cover programs: a line of items, then one option per line, \
and comments after '|'. These programs read a single problem, so select one with --group. In JSON an \
item is [property, value], both from 0; options are indices of items, and cards are indices of cards \
of the board.

All pairs of cards are compared: 20000 cards take minutes and gigabytes.";

/// Convert a board to exact cover problems, one per agreement group.
#[derive(Debug, Args)]
#[command(after_long_help = COVER, allow_negative_numbers = true)]
pub(crate) struct Cover {
    #[command(flatten)]
    pub(crate) source: Source,

    /// Print only this problem, counted from 1
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) group: Option<NonZeroUsize>,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Form,
}

const HYPERGRAPH: &str = "\
The vertices are the values of the properties, and the hyperedges are the cards. The perfect matchings \
are the sets whose cards differ in every property.

The text format is that of hMETIS: a line with the number of hyperedges and the number of vertices, \
then the vertices of each hyperedge, counted from 1, and comments after '%'. With V values, value 0 \
of property 1 is vertex 1, and value 0 of property 2 is vertex V+1. In JSON everything is counted \
from 0.";

/// Convert a board to a hypergraph.
#[derive(Debug, Args)]
#[command(after_long_help = HYPERGRAPH, allow_negative_numbers = true)]
pub(crate) struct Hypergraph {
    #[command(flatten)]
    pub(crate) source: Source,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Form,
}

/// Generate a k-dimensional matching instance for 'tercet reduce matching'.
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
    #[arg(long, value_name = "M", value_parser = number::parse::<usize>)]
    pub(crate) edges: Option<usize>,

    /// Whether there is a perfect matching: guaranteed, excluded, or left to chance
    #[arg(long, value_name = "WHETHER", default_value = "chance", value_parser = solutions())]
    pub(crate) solution: Solution,

    /// The random seed of the instance [default: a new one, which is printed]
    #[arg(long, value_name = "SEED", value_parser = number::parse::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Form,
}

/// The formats of a reduction. (None of these fields uses comma-separated values.)
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Form {
    /// Text, in the format of the field
    Text,
    /// One JSON object
    Json,
}

pub(super) fn solutions() -> impl TypedValueParser<Value = Solution> {
    PossibleValuesParser::new(Solution::ALL.map(Solution::name)).map(|name| {
        let named = Solution::ALL.into_iter().find(|solution| solution.name() == name);
        named.expect("a possible value is the name of a solution")
    })
}
