//! `tercet find --proof` and `tercet verify --proof`: proofs that a board has no set, of one board in a
//! file, of several in a folder.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use tercet::file::NamedBoard;
use tercet_app::atomic::{self, Replacement};
use tercet_app::many::Ask;
use tercet_app::{
    CheckProof, Code, Decision, Error, FileReader, ProofChecked, Prove, Proven, Question, Seconds,
    Session, Truth, Verdict, Whole,
};

use super::find::Find;
use super::verify::Verify;
use crate::arguments::{Format, Look, Many, Source};
use crate::input::Boards;
use crate::many::Asking;
use crate::outcome::{Outcome, say};
use crate::output::{Printer, counted, duration, notation};
use crate::picture::show_sets;
use crate::work::{work, write, write_in};
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
            reader: Some(FileReader::new(reader)),
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

/// The file of the proof for a board. Its name consists of the board's number, which is unique, and
/// of the board's name if that can be part of a file name.
fn file_of(folder: &Path, number: u64, name: Option<&str>) -> PathBuf {
    let is_plain = |name: &&str| {
        let plain = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
        name.len() <= 200 && name.chars().all(plain)
    };
    let name = name.filter(is_plain).map(|name| format!("-{name}")).unwrap_or_default();
    folder.join(format!("{number}{name}.proof"))
}

fn check_folder(folder: &Path) -> Result<()> {
    if !folder.is_dir() {
        bail!("{}: there is no such folder: of several boards, create it first", folder.display());
    }
    Ok(())
}

/// Finds a set of each board, or writes a proof into the folder that the board has no set.
fn find_with_proofs(
    asking: Asking,
    question: &Prove,
    folder: &Path,
    printer: &mut Printer,
) -> Result<Outcome> {
    check_folder(folder)?;
    let many = asking.many;
    // A resumed run overwrites the proofs of boards that it answers again.
    let goes_on = many.skip.is_some() || many.output.as_ref().is_some_and(|file| file.exists());
    if !goes_on && !many.overwrite.force && atomic::holds(folder, "", ".proof")? {
        bail!(
            "{}: there are proofs: name an empty folder, or overwrite them with --force",
            folder.display()
        );
    }
    let ask: &Ask<Prove, _> = &|number, name, question, session| {
        let mut proof = Replacement::begin(&file_of(folder, number, name))?;
        let answer = write_in(session, question, &mut proof)?;
        if answer.ending.answer == Verdict::None {
            proof.commit()?;
        }
        Ok(answer)
    };
    let tally = asking.ask_by(question, Some(folder), ask, printer)?;
    Ok(tally.map_or(Outcome::Stopped, |tally| tally.status().unwrap_or(Outcome::No)))
}

/// Checks the proofs of a folder for the boards. The answer is yes if all boards are proved.
fn verify_proofs(
    asking: Asking,
    timeout: Option<Seconds>,
    folder: &Path,
    printer: &mut Printer,
) -> Result<Outcome> {
    check_folder(folder)?;
    let question = CheckProof { timeout, ..CheckProof::default() };
    let ask: &Ask<CheckProof, _> = &|number, name, question, session| {
        let path = file_of(folder, number, name);
        match File::open(&path) {
            Ok(proof) => {
                let reader = Some(FileReader::new(proof));
                let question = CheckProof { reader, ..question.clone() };
                question.ask(session).map_err(|error| error.of(&path))
            }
            Err(_) if fs::metadata(&path).is_err() => missing(question, session, &path),
            Err(error) => {
                Err(Error::new(Code::File, format!("cannot read it ({error})")).of(&path))
            }
        }
    };
    let Some(tally) = asking.ask_by(&question, Some(folder), ask, printer)? else {
        return Ok(Outcome::Stopped);
    };
    Ok(match (tally.stopped, tally.no) {
        (1.., _) => Outcome::Stopped,
        (0, 1..) => Outcome::No,
        (0, 0) => Outcome::Yes,
    })
}

/// The answer for a board without a proof.
fn missing(question: &CheckProof, session: &Session, path: &Path) -> Result<ProofChecked, Error> {
    let watch = session.stopwatch();
    let named = question.board.board()?;
    let file = path.file_name().map(|name| name.to_string_lossy().into_owned());
    Ok(ProofChecked {
        deck: named.board.deck(),
        board: named.name.clone(),
        size: named.board.len(),
        decision: Decision::of(false),
        fault: Some(format!("there is no file {}", file.unwrap_or_default())),
        steps: None,
        branches: None,
        groups: None,
        seconds: watch.elapsed(),
    })
}
