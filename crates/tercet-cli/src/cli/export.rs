//! The arguments of `tercet export` and `tercet import-solution`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tercet_models::Symmetry;
use tercet_models::export;

use super::{Look, Source, symmetries};
use crate::new_file::Overwrite;

const FORMS: &str = "\
smtlib:   the thesis' formulation, for SMT solvers (z3, cvc5, yices-smt2, ...).
lp:       the integer program of ip, for MIP solvers (highs, scip, cbc, ...).
mps:      the same program in MPS, both free and fixed, which all of them read.
dimacs:   the formula of sat, for SAT solvers (minisat, cadical, kissat, ...).
opb:      the integer program of ip, for pseudo-Boolean solvers (roundingsat,
          sat4j, ...) and VeriPB.
minizinc: the constraint program of cp, for MiniZinc and its solvers.
xcsp3:    the same program in XCSP3-core, for its solvers (ace, choco, ...).
dlx:      one exact cover problem with colours, for Knuth's dlx2 and similar.
          All pairs of cards are compared: 20000 cards take minutes and
          gigabytes.

Which disjoint sets are the most? These list the sets, at most 500000:
pack-lp:   the integer program of set packing, for MIP solvers.
pack-mps:  the same program in MPS.
pack-wcnf: partial MaxSAT, one soft clause a set, for MaxSAT solvers (rc2,
           maxhs, ...), in the format of 2022.

Comments in the file explain each variable and each group of constraints. 'tercet import-solution' \
reads the solution, given the same form and the same board.";

/// Export a board as input for another solver: is there a set, or how many disjoint ones?
#[derive(Debug, Args)]
#[command(after_long_help = FORMS, allow_negative_numbers = true)]
pub(crate) struct Export {
    /// The format of the file
    #[arg(long, value_name = "FORM", value_parser = forms())]
    pub(crate) to: export::Form,

    /// Write to this file; '-' is standard output [default: -]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    #[command(flatten)]
    pub(crate) source: Source,

    /// Symmetry breaking in models that assign the cards of a set to slots
    #[arg(long, value_name = "ORDER", default_value = "rigid", value_parser = symmetries())]
    pub(crate) symmetry: Symmetry,
}

const CLAIMS: &str = "\
A set in the solution is checked by the definition; it is an error if it is not a set. That there is \
no set cannot be checked, so it is reported as the solver's claim. ('tercet find' can answer the \
question itself.) Disjoint sets are checked, too; that there are no more is the solver's claim, unless \
another set of the board is disjoint from them, which is an error. ('tercet pack' proves it.)

Accepted input, as printed by the solver:\n\
smtlib:   'sat' and the values, or 'unsat'.\n\
lp, mps, pack-lp, pack-mps:\n          \
a solution file of HiGHS (in raw style, its default) or of CBC,\n          \
or lines such as 'inc_1 1' or 's_1 1'; 'infeasible'.\n\
dimacs:   lines 's SATISFIABLE' and 'v 1 -2 ... 0', or the result file\n          \
of minisat.\n\
opb:      lines 's SATISFIABLE' and 'v x1 -x2 ...'.\n\
minizinc: the solution as printed by the file, or '=====UNSATISFIABLE====='.\n\
xcsp3:    lines 's SATISFIABLE' and 'v <instantiation> ...'.\n\
dlx:      the options of a solution, one per line ('dlx2 m1'); if there is\n          \
none, 'Altogether 0 solutions', which dlx2 prints to standard error.\n\
pack-wcnf: lines 's OPTIMUM FOUND', and 'v 1 -2 ...' or 'v 10...'.";

const CLAIMED: &str = "Exit status: 0 a set or several, 1 no set according to the solver, 2 invalid input or a false \
                       claim, 3 the solver stopped before an answer.";

/// Read the solution of an exported board, and show the set or the disjoint sets.
#[derive(Debug, Args)]
#[command(after_long_help = CLAIMS, after_help = CLAIMED, allow_negative_numbers = true)]
pub(crate) struct ImportSolution {
    /// The format of the exported file
    #[arg(long, value_name = "FORM", value_parser = forms())]
    pub(crate) from: export::Form,

    /// The output of the solver; '-' is standard input
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
