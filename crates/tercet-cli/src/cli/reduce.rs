//! The arguments of `tercet reduce`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};
use tercet::reduction::generate::Solution;

use super::{Search, Source, at_least_one};
use crate::number;

/// Turn other problems into boards, and boards into other problems.
#[derive(Debug, Args)]
#[command(arg_required_else_help = false)]
pub(crate) struct Reduce {
    #[command(subcommand)]
    pub(crate) to: Reduction,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Reduction {
    /// Solve an instance of k-dimensional matching as a board
    Matching(Matching),
    /// Print the board of a graph, whose sets are the edges
    Graph(Graph),
    /// Print a board as exact cover problems
    Cover(Cover),
    /// Print the hypergraph of a board
    Hypergraph(Hypergraph),
    /// Make an instance of k-dimensional matching
    Generate(Generate),
}

/// What is for a search only.
const SEARCH: [&str; 7] =
    ["method", "methods", "symmetry", "smt_solver", "timeout", "threads", "memory"];

const MATCHING: &str = "\
The file begins with a line 'matching K N': K dimensions of N elements each. Each line after it is \
an edge: one element of every dimension, as numbers from 0 to N-1. '#' begins a comment. A perfect \
matching is N edges that share no element:

    matching 3 2
    0 0 1
    1 1 0
    0 1 1      # the first two edges are a perfect matching

The board has a card for each edge, in their order, and one more with a new value, N, in every \
property: its sets are the perfect matchings with that card. N is at most 255, and N+1 values must \
fit K properties.";

/// Solve an instance of k-dimensional matching as a board.
#[derive(Debug, Args)]
#[command(after_long_help = MATCHING, after_help = MATCHED)]
pub(crate) struct Matching {
    /// The instance; '-' is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Print the board instead, as a file that every command reads
    #[arg(long, conflicts_with_all = SEARCH)]
    pub(crate) board: bool,

    #[command(flatten)]
    pub(crate) search: Search,

    /// How to print: for people, or for programs
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Form,
}

const MATCHED: &str = "Exit status: 0 there is a perfect matching, 1 there is none, \
                       2 wrong input or a failure, 3 stopped by a limit.";

const GRAPH: &str = "\
The file begins with a line 'graph N': N vertices, at most 64. Each line after it is an edge: two \
vertices, as numbers from 0 to N-1. '#' begins a comment.

The board has three values and a property for each vertex. Its first N cards are the vertices, the \
others the edges, in their order; an edge and its two vertices are a set, and there are no others. \
Disjoint sets are a matching of the graph.";

/// Print the board of a graph, as a file that every command reads: its sets are the edges.
#[derive(Debug, Args)]
#[command(after_long_help = GRAPH)]
pub(crate) struct Graph {
    /// The graph; '-' is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// How to print: for people, or for programs
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Form,
}

const COVER: &str = "\
There is a problem for each agreement, the properties in which all cards of a set share a value. \
Its items are the values of the other properties (p1=0: property 1, value 0), its options the cards \
with the agreement. The exact covers of all problems are the sets, one to one.

The text has the form that Knuth's programs for exact covers read: a line of items, then an option a \
line, and comments after '|'. They read one problem, so give them --group N. In JSON an item is \
[property, value], both from 0; options are indices of items, cards indices of cards of the board.

All pairs of cards are compared, so 20000 cards take minutes, and gigabytes.";

/// Print a board as exact cover problems, one for each agreement group.
#[derive(Debug, Args)]
#[command(after_long_help = COVER, allow_negative_numbers = true)]
pub(crate) struct Cover {
    #[command(flatten)]
    pub(crate) source: Source,

    /// Print only the problem with this number, counted from 1
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) group: Option<NonZeroUsize>,

    /// How to print: for people, or for programs
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Form,
}

const HYPERGRAPH: &str = "\
The vertices are the values of the properties, the hyperedges the cards. Perfect matchings are the \
sets whose cards differ in every property.

The text has the form that hMETIS and its kin read: a line with the numbers of hyperedges and of \
vertices, then the vertices of each hyperedge, counted from 1, and comments after '%'. Of V values, \
value 0 of property 1 is vertex 1, value 0 of property 2 vertex V+1. In JSON all is counted from 0.";

/// Print the hypergraph of a board.
#[derive(Debug, Args)]
#[command(after_long_help = HYPERGRAPH, allow_negative_numbers = true)]
pub(crate) struct Hypergraph {
    #[command(flatten)]
    pub(crate) source: Source,

    /// How to print: for people, or for programs
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Form,
}

/// Make an instance of k-dimensional matching, as a file that 'tercet reduce matching' solves.
#[derive(Debug, Args)]
pub(crate) struct Generate {
    /// K: how many dimensions
    #[arg(short = 'k', long, value_name = "K", default_value = "3", value_parser = at_least_one)]
    pub(crate) dimensions: NonZeroUsize,

    /// N: how many elements in each dimension
    #[arg(long, value_name = "N", default_value = "10", value_parser = at_least_one)]
    pub(crate) elements: NonZeroUsize,

    /// How many edges [default: as many as make one perfect matching expected]
    #[arg(long, value_name = "M", value_parser = number::parse::<usize>)]
    pub(crate) edges: Option<usize>,

    /// Whether there is a perfect matching: certainly, certainly not, or as it happens
    #[arg(long, value_name = "WHETHER", default_value = "chance", value_parser = solutions())]
    pub(crate) solution: Solution,

    /// The seed that determines the instance [default: a fresh one, which is printed]
    #[arg(long, value_name = "SEED", value_parser = number::parse::<u64>)]
    pub(crate) seed: Option<u64>,

    /// How to print: for people, or for programs
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Form,
}

/// How a reduction is printed. (Comma-separated values would be a format of none of the fields.)
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Form {
    /// For people, and for the programs of the field
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
