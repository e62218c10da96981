//! `tercet import-solution`: the solution of an exported board.

use anyhow::Error;
use tercet_app::{ImportSolution as Request, Imported, Question, Verdict};
use tercet_models::export;

use crate::arguments::Source;
use crate::choice::named;
use crate::input;
use crate::output::{counted, notation};
use crate::picture::show_sets;
use crate::prelude::*;
use crate::work::ask;

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
///   dimacs:   lines 's SATISFIABLE' and 'v 1 -2 ... 0', or the result file
///             of minisat.
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
    #[arg(long, value_name = "FORM", value_parser = named(export::Form::ALL))]
    pub(crate) from: export::Form,

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
        let named = input::board(source, None)?;
        let deck = named.board.deck();
        let notation = notation(*look, deck)?;
        let (file, solution) = input::text_of(solution, None)?;
        let board = named.clone().into();
        let request = Request { board, from: *from, solution, notation: Some(notation) };
        let answer = ask(&request).map_err(|error| in_line(error, &file))?;
        let Imported { sets, positions, maximum, .. } = &answer.found;
        let numbered = maximum.is_some() || sets.len() != 1;
        let sets = (&**sets, &**positions);
        let outcome =
            show_sets::<Request>(&named, *look, &answer, sets, numbered, printer, |printer| {
                printer.line(summary(&answer))
            })?;
        if look.format == Format::Csv && answer.ending.answer == Verdict::None {
            say(&summary(&answer));
        }
        Ok(outcome)
    }
}

/// The error of a file, prefixed with the file's name, and with the line if it has one.
fn in_line(error: Error, file: &str) -> Error {
    let known = error.downcast_ref::<tercet_app::Error>();
    let line = known.and_then(|error| error.data.get("line"));
    let place = line.map_or_else(|| file.to_owned(), |line| format!("{file}:{line}"));
    error.context(place)
}

/// The answer in a sentence, and whether it was checked.
fn summary(answer: &<Request as Question>::Answer) -> String {
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
