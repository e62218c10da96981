//! The files of other solvers and checkers: `tercet export`, `tercet import-solution` and `tercet proof`.

use tercet_app::{Bytes, ExpandProof, FileReader, Imported, Verdict, Whole};
use tercet_models::{Symmetry, export::Form};

use crate::choice::named;
use crate::new_file::{Output, check_apart, check_proof, read_once};
use crate::output::notation_asked;
use crate::picture::show_sets;
use crate::prelude::*;
use crate::remedy::at_place;
use crate::work::{work, write_in};

/// Export a board as input for another solver.
///
///   smtlib:   the thesis' formulation, for SMT solvers (z3, cvc5, yices-smt2, ...).
///   lp:       the integer program of ip, for MIP solvers (highs, scip, cbc, ...).
///   dimacs:   the formula of sat, for SAT solvers (cadical, kissat, glucose, ...).
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
    #[arg(long, value_name = "FORM", value_parser = named(Form::ALL))]
    pub(crate) to: Form,

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
        let board = input::board(&self.source, None, None)?.into();
        let (to, symmetry) = (self.to, self.symmetry);
        let text = ask(&tercet_app::Export { board, to, symmetry })?.found.text;
        output.write(text.as_bytes(), printer)?;
        Ok(Outcome::Yes)
    }
}

/// Read the solution of an exported board.
///
/// A set in the solution is checked by the definition; it is an error if it is not a set. That
/// there is no set cannot be checked, so it is reported as the solver's claim. ('tercet find' can
/// answer the question itself.) Disjoint sets are checked, too; that there are no more is the
/// solver's claim, unless another set of the board is disjoint from them, which is an error.
/// ('tercet pack' proves it.)
///
/// Accepted input, as printed by the solver:
///   smtlib:   'sat' and the values, or 'unsat'.
///   lp, pack-lp: a solution file of HiGHS (in raw style, its default) or of CBC,
///             or lines such as `inc_1 1` or `s_1 1`; 'infeasible'.
///   dimacs:   lines 's SATISFIABLE' and 'v 1 -2 ... 0'.
///   opb:      lines 's SATISFIABLE' and 'v x1 -x2 ...'.
///   minizinc: the solution as printed by the file, or '=====UNSATISFIABLE====='.
///   dlx:      the options of a solution, one per line ('dlx2 m1'); if there is
///             none, 'Altogether 0 solutions', which dlx2 prints to standard error.
///
/// Exit status: 0 a set or several, 1 no set according to the solver, 2 invalid input or a false
/// claim, 3 the solver stopped before an answer.
///
/// Example: `tercet import-solution --from dimacs --solution answer.txt 01 12 20 11`
#[derive(Debug, Args)]
#[command(
    verbatim_doc_comment,
    override_usage = "tercet import-solution [OPTIONS] --from <FORM>\n       --solution <FILE> [CARD]..."
)]
pub(crate) struct ImportSolution {
    /// The format of the exported file
    #[arg(long, value_name = "FORM", value_parser = named(Form::ALL))]
    pub(crate) from: Form,

    /// The output of the solver; '-' is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) solution: PathBuf,

    #[command(flatten)]
    pub(crate) source: Source,

    #[command(flatten)]
    pub(crate) look: Look,
}

impl Command for ImportSolution {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let ImportSolution { from, solution, source, look } = self;
        if solution == Path::new("-") && input::is_standard(source) {
            bail!("the cards and the solution are both standard input: give one as a file");
        }
        let named = input::board(source, look.notation, None)?;
        let notation = notation_asked(&named, *look)?;
        let (file, solution) = input::text_of(solution, None)?;
        let board = named.clone().into();
        let request = tercet_app::ImportSolution { board, from: *from, solution, notation };
        let answer = ask(&request).map_err(|error| at_place(error, &file))?;
        let Imported { sets, positions, maximum, .. } = &answer.found;
        let numbered = maximum.is_some() || sets.len() != 1;
        let sets = (&**sets, &**positions);
        let outcome = show_sets::<tercet_app::ImportSolution>(
            &named,
            *look,
            &answer,
            sets,
            numbered,
            printer,
            |printer| printer.line(summary(&answer)),
        )?;
        if look.format == Format::Csv && answer.ending.answer == Verdict::None {
            say(&summary(&answer));
        }
        Ok(outcome)
    }
}

/// The answer in a sentence, and whether it was checked.
fn summary(answer: &<tercet_app::ImportSolution as Question>::Answer) -> String {
    let form = answer.ending.by.form.name();
    match answer.ending.answer {
        Verdict::Found => match answer.found.maximum {
            None => format!("a set (from {form}, checked)"),
            Some(is_most) => {
                let sets = counted(answer.found.sets.len(), "disjoint set");
                let most = if is_most { "; the maximum, according to the solver" } else { "" };
                format!("{sets} (from {form}, checked){most}")
            }
        },
        Verdict::None => format!("no set, according to the solver (from {form}, not checked)"),
        Verdict::Stopped => format!("stopped: the solver gave no answer (from {form})"),
    }
}

/// Write a proof that a board has no set as LRAT or VeriPB.
///
///   lrat:   clauses with hints, for the formula of 'tercet export --to
///           dimacs'; checkers that are proved correct read it (`cake_lpr`,
///           `lrat-trim`, ...).
///   veripb: version 3.0, for the problem of 'tercet export --to opb'.
///
/// The formula says what the board says only if the export is right; checkers/encode.py writes it
/// again from the rule alone.
///
/// Example: `tercet proof board.proof -i board.txt --to lrat -o board.lrat`
#[derive(Debug, Args)]
#[command(
    verbatim_doc_comment,
    override_usage = "tercet proof [OPTIONS] --to <FORM> -o <FILE> <FILE>"
)]
pub(crate) struct Proof {
    /// The proof, as 'tercet find --proof' writes it; '-' is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The file of the board; '-' is standard input
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub(crate) input: PathBuf,

    /// The name of the board, if its file contains several
    #[arg(long, value_name = "NAME")]
    pub(crate) board: Option<String>,

    /// The format
    #[arg(long, value_name = "FORM", value_parser = named(tercet_proof::Format::ALL))]
    pub(crate) to: tercet_proof::Format,

    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) timeout: Option<Seconds>,
}

impl Command for Proof {
    const STATUS: &str = MADE;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        read_once([&self.file, &self.input])?;
        check_proof(&self.output, "--output")?;
        check_apart(&self.output, [&self.file, &self.input])?;
        let source = Source::file(&self.input, self.board.as_deref());
        let named = input::board(&source, None, self.timeout)?;
        let mut replacement = self.overwrite.begin(&self.output)?;
        let answer = work(|session| -> Result<_> {
            let (_, reader) = input::open(&self.file, input::patience(self.timeout))?;
            let question = ExpandProof {
                board: named.into(),
                proof: Bytes::default(),
                reader: Some(FileReader::new(reader)),
                to: self.to,
                memory: None,
                timeout: self.timeout,
            };
            write_in(session, &question, &mut replacement)
                .with_context(|| format!("{} to {}", self.file.display(), self.output.display()))
        })?;
        replacement.commit()?;
        let number = |number: &Whole| number.get::<u128>().unwrap_or(u128::MAX);
        printer.paragraph(&format!(
            "{}: {} from {} ({})",
            self.output.display(),
            counted(number(&answer.found.clauses), "clause"),
            counted(number(&answer.found.steps), "step"),
            quantity::shown(answer.found.expanded_size.get().unwrap_or(usize::MAX)),
        ))?;
        Ok(Outcome::Yes)
    }
}
