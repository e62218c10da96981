//! `tercet export`: a board as input for another solver.

use tercet_app::Export as Request;
use tercet_models::{Symmetry, export};

use crate::arguments::Source;
use crate::choice::named;
use crate::input;
use crate::new_file::{Output, Overwrite};
use crate::prelude::*;
use crate::work::ask;

/// Export a board as input for another solver.
///
///   smtlib:   the thesis' formulation, for SMT solvers (z3, cvc5, yices-smt2, ...).
///   lp:       the integer program of ip, for MIP solvers (highs, scip, cbc, ...).
///   dimacs:   the formula of sat, for SAT solvers (minisat, cadical, kissat, ...).
///   opb:      the integer program of ip, for pseudo-Boolean solvers (roundingsat,
///             sat4j, ...) and VeriPB.
///   minizinc: the constraint program of cp, for MiniZinc and its solvers.
///   dlx:      one exact cover problem with colours, for Knuth's dlx2 and similar.
///             All pairs of cards are compared: 20000 cards take minutes and
///             gigabytes.
///   pack-lp:  maximum set packing as an integer program, for MIP solvers. It lists the
///             sets, at most 500000.
///
/// Comments in the file explain each variable and each group of constraints. 'tercet
/// import-solution' reads the solution, given the same form and the same board.
///
/// Example: `tercet export --to dimacs -o board.cnf 01 12 20 11`
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Export {
    /// The format of the file
    #[arg(long, value_name = "FORM", value_parser = named(export::Form::ALL))]
    pub(crate) to: export::Form,

    /// Write to this file; '-' is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    #[command(flatten)]
    pub(crate) source: Source,

    /// Symmetry breaking in models that assign the cards of a set to slots
    #[arg(long, value_name = "ORDER", default_value = "rigid", value_parser = named(Symmetry::ALL))]
    pub(crate) symmetry: Symmetry,
}

impl Command for Export {
    const STATUS: &str = MADE;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let output = Output::new(&self.output, self.overwrite, &[])?;
        let board = input::board(&self.source, None)?.into();
        let (to, symmetry) = (self.to, self.symmetry);
        let text = ask(&Request { board, to, symmetry })?.found.text;
        output.write(text.as_bytes(), printer)?;
        Ok(Outcome::Yes)
    }
}
