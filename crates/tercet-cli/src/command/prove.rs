//! `tercet find --proof` and `tercet verify --proof`: proofs that a board has no set.

use std::path::Path;

use anyhow::{Context, Result, bail};
use tercet::file::NamedBoard;
use tercet_app::{
    Answered, CheckProof, ProofReader, Prove, Proven, Question, Truth, Verdict, Whole,
};

use super::find::Find;
use super::verify::Verify;
use crate::arguments::{Format, Look, Many, Source};
use crate::input::Boards;
use crate::many::{Asking, find_with_proofs, verify_proofs};
use crate::outcome::{Outcome, say};
use crate::output::{Printer, counted, duration, notation, notation_in_text};
use crate::picture::{columns, print_board, print_sets};
use crate::work::{work, write};
use crate::{input, quantity};

/// The method that writes proofs.
const METHOD: &str = "cover";

/// Refuses options that proofs do not support.
fn check(arguments: &Find, path: &Path) -> Result<()> {
    if let Some(method) = arguments.search.method.as_deref().filter(|&method| method != METHOD) {
        bail!("the method {METHOD} writes proofs, not {method}: leave out --method");
    }
    if !arguments.search.methods.is_empty() {
        bail!("the method {METHOD} writes proofs: leave out --methods");
    }
    if path == Path::new("-") {
        bail!("a proof is written to a file, whole or not at all: name one after --proof");
    }
    if arguments.search.means.memory.is_some() {
        bail!("the memory for a proof is bounded already: leave out --memory");
    }
    arguments.source.input.as_deref().map_or(Ok(()), |input| input::keep(input, path))
}

/// Finds a set of each board, or writes a proof into a folder that the board has no set.
pub(crate) fn find_many(
    arguments: &Find,
    folder: &Path,
    asking: Asking,
    printer: &mut Printer,
) -> Result<Outcome> {
    check(arguments, folder)?;
    let question = Prove {
        timeout: arguments.search.timeout,
        notation: arguments.look.notation,
        ..Prove::default()
    };
    find_with_proofs(asking, &question, folder, printer)
}

/// Finds a set of a board, or writes a proof into a file that the board has no set.
pub(crate) fn find(
    arguments: &Find,
    path: &Path,
    named: &NamedBoard,
    printer: &mut Printer,
) -> Result<Outcome> {
    check(arguments, path)?;
    let deck = named.board.deck();
    let written = notation(arguments.look, deck)?;
    let question = Prove {
        board: named.clone().into(),
        threads: arguments.search.threads,
        timeout: arguments.search.timeout,
        notation: Some(written),
        ..Prove::default()
    };
    let mut replacement = arguments.many.overwrite.begin(path)?;
    let answer = write(&question, &mut replacement).with_context(|| path.display().to_string())?;
    if answer.ending.answer == Verdict::None {
        replacement.commit()?;
    }
    match arguments.look.format {
        Format::Text => {
            let shown = notation_in_text(arguments.look, deck)?;
            print_board(&named.board, named.name.as_deref(), shown, true, printer)?;
            print_sets(&named.board, shown, &answer.positions, false, printer)?;
            printer.line(summary(&answer))?;
            if let Some(bytes) = answer.proof_size.as_ref().and_then(Whole::get::<u64>) {
                printer.paragraph(&format!(
                    "the proof is in {} ({}): 'tercet verify --proof' checks it",
                    path.display(),
                    quantity::shown(bytes as usize),
                ))?;
            }
        }
        Format::Json => printer.answer::<Prove>(&answer)?,
        Format::Csv => {
            printer.table(&columns(named.board.deck()), &answer.sets)?;
        }
    }
    if let (Format::Csv, Some(reason)) = (arguments.look.format, &answer.ending.reason) {
        say(&format!("stopped: {}", reason.message));
    }
    Ok(answer.status())
}

/// The answer in a sentence.
fn summary(answer: &Proven) -> String {
    let found = match (&answer.ending.reason, answer.ending.answer) {
        (Some(reason), _) => format!("stopped: {} before an answer", reason.message),
        (None, Verdict::None) => "no set".into(),
        _ => "a set, which proves itself: no proof is written".into(),
    };
    format!("{found} ({METHOD}, {})", duration(answer.seconds.0))
}

/// Checks the proof of a board.
pub(crate) fn verify(arguments: &Verify, path: &Path, printer: &mut Printer) -> Result<Outcome> {
    if path == Path::new("-") && arguments.input == path {
        bail!("standard input cannot be both the proof and the board: give the board with -i FILE");
    }
    let source = Source::file(&arguments.input, arguments.board.as_deref());
    let timeout = arguments.timeout;
    let many = Many::default();
    let named = match input::boards(&source, &many, arguments.timeout)? {
        Boards::One(named) => named,
        Boards::Many(stream) => {
            let look = Look { format: arguments.format, notation: None };
            let asking = Asking { stream: *stream, many: &many, look, threads: None };
            return verify_proofs(asking, timeout, path, printer);
        }
    };
    let answer = work(|session| -> Result<_> {
        let (_, reader) = input::open(path, session.limit(timeout))?;
        let question = CheckProof {
            board: named.clone().into(),
            reader: Some(ProofReader::new(reader)),
            timeout,
            ..CheckProof::default()
        };
        question.ask(session).with_context(|| path.display().to_string())
    })?;
    match arguments.format {
        Format::Text => {
            let steps = answer.steps.as_ref().and_then(Whole::get::<u128>);
            let verdict = match (answer.decision.answer, &answer.fault, &answer.decision.reason) {
                (Truth::Yes, ..) => "proved: the board has no set".into(),
                (Truth::No, Some(fault), _) => format!("not proved: {fault}"),
                (_, _, Some(reason)) => {
                    format!("stopped: {} before it was checked", reason.message)
                }
                _ => "not proved".into(),
            };
            let steps =
                steps.map_or_else(String::new, |steps| format!("{}, ", counted(steps, "step")));
            printer.paragraph(&format!("{verdict} ({steps}{})", duration(answer.seconds.0)))?;
        }
        Format::Json => printer.answer::<CheckProof>(&answer)?,
        Format::Csv => {
            if let Some(reason) = &answer.decision.reason {
                say(&format!("stopped: {} before it was checked", reason.message));
            }
            printer.table(&["answer", "steps", "branches", "groups", "fault"], [&answer])?;
        }
    }
    Ok(answer.status())
}
