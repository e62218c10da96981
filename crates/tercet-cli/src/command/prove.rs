//! `tercet find --proof` and `tercet verify --proof`: proofs that a board has no set.

use std::path::Path;

use anyhow::{Context, Result, bail};
use tercet::file::NamedBoard;
use tercet_app::{CheckProof, ProofReader, Prove, Proven, Question, Truth, Verdict, Whole};

use super::find::Find;
use super::verify::Verify;
use crate::arguments::{Format, Look, Many, Source};
use crate::input::Boards;
use crate::many::{Asking, find_with_proofs, verify_proofs};
use crate::outcome::{Outcome, say};
use crate::output::{Printer, counted, duration, notation};
use crate::picture::show_sets;
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
    let (look, sets) = (arguments.look, (&*answer.sets, &*answer.positions));
    let outcome = show_sets::<Prove>(named, look, &answer, sets, false, printer, |printer| {
        printer.line(summary(&answer))?;
        let Some(bytes) = answer.proof_size.as_ref().and_then(Whole::get) else { return Ok(()) };
        let (path, size) = (path.display(), quantity::shown(bytes));
        printer.paragraph(&format!(
            "the proof is in {path} ({size}): 'tercet verify --proof' checks it"
        ))
    })?;
    if let (Format::Csv, Some(reason)) = (look.format, &answer.ending.reason) {
        say(&format!("stopped: {}", reason.message));
    }
    Ok(outcome)
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
    let reason = answer.decision.reason.as_ref();
    if let (Format::Csv, Some(reason)) = (arguments.format, reason) {
        say(&format!("stopped: {} before it was checked", reason.message));
    }
    let columns = ["answer", "steps", "branches", "groups", "fault"];
    printer.show::<CheckProof, _, _>(arguments.format, &answer, &columns, [&answer], |printer| {
        let verdict = match (answer.decision.answer, &answer.fault, reason) {
            (Truth::Yes, ..) => "proved: the board has no set".into(),
            (Truth::No, Some(fault), _) => format!("not proved: {fault}"),
            (_, _, Some(reason)) => format!("stopped: {} before it was checked", reason.message),
            _ => "not proved".into(),
        };
        let steps = answer.steps.as_ref();
        let steps = steps.map_or_else(String::new, |steps| format!("{}, ", counted(steps, "step")));
        printer.paragraph(&format!("{verdict} ({steps}{})", duration(answer.seconds.0)))
    })
}
