//! The arguments of `tercet export` and `tercet import-solution`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tercet_models::Symmetry;
use tercet_models::export;

use super::{Look, Source, symmetries};

const FORMS: &str = "\
smtlib:   the thesis' formulation, for SMT solvers (z3, cvc5, yices-smt2, ...).
lp:       the integer program of ip, for MIP solvers (highs, scip, cbc, ...).
dimacs:   the formula of sat, for SAT solvers (minisat, cadical, kissat, ...).
minizinc: the constraint program of cp, for MiniZinc and its solvers.
dlx:      one exact cover problem with colours, for Knuth's dlx2 and its kin.
          All pairs of cards are compared, so 20000 cards take minutes, and gigabytes.

Comments in the file say what each variable and each group of conditions means. The solution goes \
back by 'tercet import-solution' with the same form and the same board.";

/// Write the question about a board as a file for somebody else's solver.
#[derive(Debug, Args)]
#[command(after_long_help = FORMS, allow_negative_numbers = true)]
pub(crate) struct Export {
    /// The form of the file
    #[arg(long, value_name = "FORM", value_parser = forms())]
    pub(crate) to: export::Form,

    /// Write to a file, which must not exist; '-' is standard output, as without this option
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) source: Source,

    /// How a formulation that gives each card a slot orders the cards of a set
    #[arg(long, value_name = "ORDER", default_value = "rigid", value_parser = symmetries())]
    pub(crate) symmetry: Symmetry,
}

const CLAIMS: &str = "\
A set that the solver claims is checked against the rule; where it is none, that is an error. That \
there is no set is reported as the solver's claim: nobody has checked it. ('tercet find' asks our own \
methods.)

What is read, as the solver prints it:\n\
smtlib:   'sat' and the values, or 'unsat'.\n\
lp:       a solution file of HiGHS (of the raw style, which is its usual one),\n          \
or lines 'inc_1 1'; 'infeasible'.\n\
dimacs:   lines 's SATISFIABLE' and 'v 1 -2 ... 0', or the file of results of minisat.\n\
minizinc: the solution as the file prints it, or '=====UNSATISFIABLE====='.\n\
dlx:      the options of a solution, one a line ('dlx2 m1'); where there is\n          \
none, 'Altogether 0 solutions', which dlx2 prints on standard error.";

const CLAIMED: &str = "Exit status: 0 a set, 1 the solver claims that there is none, 2 wrong input, \
                       or a wrong claim, 3 the solver stopped before an answer.";

/// Read what a solver found out about an export, and show the set.
#[derive(Debug, Args)]
#[command(after_long_help = CLAIMS, after_help = CLAIMED, allow_negative_numbers = true)]
pub(crate) struct ImportSolution {
    /// The form of the file that the solver was given
    #[arg(long, value_name = "FORM", value_parser = forms())]
    pub(crate) from: export::Form,

    /// What the solver printed; '-' is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) solution: PathBuf,

    #[command(flatten)]
    pub(crate) source: Source,

    #[command(flatten)]
    pub(crate) look: Look,
}

fn forms() -> impl TypedValueParser<Value = export::Form> {
    PossibleValuesParser::new(export::Form::ALL.iter().map(|form| form.name()))
        .map(|name| name.parse().expect("a possible value is the name of a form"))
}
