//! `tercet export`: a board as input for another solver.

use tercet_app::Export as Request;
use tercet_models::{Symmetry, export};

use crate::arguments::named;
use crate::command::prelude::*;

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

/// Export a board as input for another solver.
#[derive(Debug, Args)]
#[command(after_long_help = FORMS, allow_negative_numbers = true)]
pub(crate) struct Export {
    /// The format of the file
    #[arg(long, value_name = "FORM", value_parser = named(export::Form::ALL))]
    pub(crate) to: export::Form,

    /// Write to this file; '-' is standard output [default: -]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    #[command(flatten)]
    pub(crate) source: Source,

    /// Symmetry breaking in models that assign the cards of a set to slots
    #[arg(long, value_name = "ORDER", default_value = "rigid", value_parser = named(Symmetry::ALL))]
    pub(crate) symmetry: Symmetry,
}

impl Command for Export {
    const EXAMPLES: &[&str] = &["tercet export --to dimacs -o board.cnf 01 12 20 11"];
    const STATUS: &str = MADE;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let output = self.output.as_deref().filter(|path| *path != Path::new("-"));
        if let Some(path) = output {
            self.overwrite.check(path)?;
        }
        let board = input::board(&self.source, None)?.into();
        let (to, symmetry) = (self.to, self.symmetry);
        let text = ask(&Request { board, to, symmetry })?.text;
        match output {
            None => printer.raw(text.as_bytes())?,
            Some(path) => self.overwrite.write(path, text.as_bytes())?,
        }
        Ok(Outcome::Yes)
    }
}
