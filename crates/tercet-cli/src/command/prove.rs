//! `tercet find --proof` and `tercet verify --proof`: proofs that a board has no set, of one board in a
//! file, of several in a folder.

use std::fs;
use std::fs::File;

use tercet::Method;
use tercet::file::NamedBoard;
use tercet_app::atomic::Replacement;
use tercet_app::many::Ask;
use tercet_app::run::{Sealed, Sum, side_file};
use tercet_app::{
    BoardAnswer, CheckProof, Code, Decision, Error, FileReader, ProofChecked, Prove, Proven,
    Question, Seconds, Truth, Verdict, Whole, atomic,
};

use super::find::Find;
use super::merge::Merge;
use super::parts::{Manner, PartMeans, Printed, print_search};
use super::verify::Verify;
use crate::arguments::{Many, Source};
use crate::many::{Asking, Boards, Row, boards};
use crate::new_file::{Overwrite, check_apart, read_once};
use crate::output::{counted, notation, timed};
use crate::picture::show_sets;
use crate::prelude::*;
use crate::work::{work, write, write_in};
use crate::{input, quantity};

/// The method that writes proofs.
const METHOD: &str = Method::COVER.name;

/// Refuses options that proofs do not support.
fn check(arguments: &Find, path: &Path) -> Result<()> {
    if let Some(method) = arguments.search.method.as_deref().filter(|&method| method != METHOD) {
        bail!("the method {METHOD} writes proofs, not {method}: leave out --method");
    }
    if path == Path::new("-") {
        bail!("a proof is written to a file, whole or not at all: name one after --proof");
    }
    check_apart(path, arguments.source.path())
}

/// Searches a part of a board, or the whole with a checkpoint, and writes down the steps of a proof. That of
/// the whole is written into a file at the end.
pub(crate) fn part(
    arguments: &Find,
    path: &Path,
    means: PartMeans<'_>,
    named: &NamedBoard,
    printer: &mut Printer,
) -> Result<Outcome> {
    let Find { parts, look, many: Many { overwrite, .. }, .. } = arguments;
    let is_named = path != Path::new("-");
    if is_named {
        check(arguments, path)?;
    }
    let is_whole = parts.part.unwrap_or_default().is_whole();
    let file = match (&parts.checkpoint, means.output) {
        (Some(file), None) => file,
        (None, Some((file, _))) if file != Path::new("-") => file,
        _ => {
            bail!("the steps of a proof go beside one file: name it with --output or --checkpoint")
        }
    };
    // Part 1 of 1 is both: without a file, merge writes the proof.
    if is_named != is_whole && (is_named || parts.part.is_none()) {
        let remedy = if is_whole { "name a file after --proof" } else { "merge writes it" };
        bail!("the proof of the whole board is a file, and that of a part is not: {remedy}");
    }
    if is_named {
        check_apart(path, [file.to_owned(), side_file(file)])?;
        overwrite.check(path)?;
    }
    let question =
        Prove { board: named.clone().into(), for_clauses: arguments.clauses, ..Prove::default() };
    parts.run(&question, means, *look, printer, |answer| {
        if !is_named || answer.ending.answer != Verdict::None {
            return Ok(());
        }
        let sum = Sum::of(vec![(file.display().to_string(), Sealed::read(file)?)])?;
        write_merged(&sum, &[file.to_owned()], path, *overwrite).map(drop)
    })
}

impl Printed for Prove {
    const ENDS_WITH_A_SET: bool = true;

    fn print(
        &self,
        answer: &BoardAnswer<Proven>,
        manner: Manner,
        printer: &mut Printer,
    ) -> Result<()> {
        print_search(self, answer, manner, printer)
    }

    /// Writes the proof, if all parts are there and the board has no set.
    fn finish(sum: &Sum<Self>, merge: &Merge) -> Result<Option<String>> {
        let path = merge.proof.iter().find(|_| sum.answer.ending.answer == Verdict::None);
        path.map(|path| write_merged(sum, &merge.files, path, merge.overwrite)).transpose()
    }
}

/// Writes the proof of merged parts into a file, and says so.
fn write_merged(
    sum: &Sum<Prove>,
    files: &[PathBuf],
    path: &Path,
    overwrite: Overwrite,
) -> Result<String> {
    let mut replacement = overwrite.begin(path)?;
    let bytes = sum.write_proof(files, path, &mut replacement)?;
    replacement.commit()?;
    Ok(format!(
        "a proof of {} is in {}: 'tercet verify --proof' checks it",
        quantity::shown(bytes as usize),
        path.display()
    ))
}

/// Finds a set of a board, or writes a proof into a file that the board has no set.
pub(crate) fn find(
    arguments: &Find,
    path: &Path,
    named: &NamedBoard,
    printer: &mut Printer,
) -> Result<Outcome> {
    check(arguments, path)?;
    let look = arguments.look;
    let question = Prove {
        board: named.clone().into(),
        threads: arguments.search.threads,
        timeout: arguments.search.timeout,
        notation: Some(notation(look, named.board.deck())?),
        for_clauses: arguments.clauses,
        ..Prove::default()
    };
    let mut replacement = arguments.many.overwrite.begin(path)?;
    let answer = write(&question, &mut replacement).with_context(|| path.display().to_string())?;
    if answer.ending.answer == Verdict::None {
        replacement.commit()?;
    }
    show_sets::<Prove>(named, look, &answer, answer.sets(), false, printer, |printer| {
        printer.line(timed(answer.sentence(), METHOD, answer.time.seconds.0))?;
        let path = path.display();
        match answer.ending.answer {
            Verdict::Found => printer.line("a set proves itself: no proof is written"),
            Verdict::None => {
                printer.paragraph(&format!("it is in {path}: 'tercet verify --proof' checks it"))
            }
            Verdict::Stopped => Ok(()),
        }
    })
}

impl Row for BoardAnswer<Proven> {
    const COLUMNS: &'static [&'static str] =
        &["board", "size", "answer", "sets", "proof_size", "error"];

    fn sentence(&self) -> String {
        let size = self.found.proof_size.as_ref().and_then(Whole::get);
        match (&self.ending.reason, size) {
            (Some(reason), _) => format!("stopped: {} before an answer", reason.message),
            (None, Some(bytes)) => format!("no set: a proof of {}", quantity::shown(bytes)),
            (None, None) if self.ending.answer == Verdict::None => "no set".into(),
            (None, None) => "a set".into(),
        }
    }

    fn sets(&self) -> (&[Vec<String>], &[Vec<usize>]) {
        (&self.found.sets, &self.found.positions)
    }
}

/// Checks the proof of a board.
pub(crate) fn verify(arguments: &Verify, path: &Path, printer: &mut Printer) -> Result<Outcome> {
    let Verify { input, board, timeout, format, .. } = arguments;
    read_once([input, &path.into()])?;
    let (source, many) = (Source::file(input, board.as_deref()), Many::default());
    let look = Look { format: *format, notation: None };
    let named = match boards(&source, &many, look, *timeout)? {
        Boards::One(named) => named,
        Boards::Many(asking) => return verify_many(*asking, *timeout, path, printer),
    };
    let answer = work(|session| -> Result<_> {
        let (_, reader) = input::open(path, session.limit(*timeout))?;
        let question = CheckProof {
            board: named.into(),
            reader: Some(FileReader::new(reader)),
            timeout: *timeout,
            ..CheckProof::default()
        };
        question.ask(session).with_context(|| path.display().to_string())
    })?;
    let columns = ["answer", "steps", "branches", "groups", "fault"];
    printer.show::<CheckProof>(*format, &answer, &columns, [&answer], |printer| {
        let steps = answer.found.steps.as_ref().map(|steps| counted(steps, "step"));
        let steps = steps.unwrap_or_default();
        printer.paragraph(&timed(answer.sentence(), steps, answer.time.seconds.0))
    })
}

impl Row for BoardAnswer<ProofChecked, Decision> {
    const COLUMNS: &'static [&'static str] =
        &["board", "size", "answer", "steps", "fault", "error"];
    const YES: &'static str = "proved to have no set";
    const NO: &'static str = "not proved";

    fn sentence(&self) -> String {
        match (self.ending.answer, &self.found.fault, &self.ending.reason) {
            (Truth::Yes, ..) => "proved: the board has no set".into(),
            (_, Some(fault), _) => format!("not proved: {fault}"),
            (_, _, Some(reason)) => format!("stopped: {} before it was checked", reason.message),
            _ => "not proved".into(),
        }
    }
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

fn check_folder(folder: &Path, advice: &str) -> Result<()> {
    if !folder.is_dir() {
        bail!("{}: there is no such folder: of several boards, {advice}", folder.display());
    }
    Ok(())
}

/// Finds a set of each board, or writes a proof into the folder that the board has no set.
pub(crate) fn find_many(
    arguments: &Find,
    folder: &Path,
    asking: Asking,
    printer: &mut Printer,
) -> Result<Outcome> {
    check(arguments, folder)?;
    check_folder(folder, "create it first")?;
    let (timeout, notation) = (arguments.search.timeout, arguments.look.notation);
    let question = Prove { timeout, notation, for_clauses: arguments.clauses, ..Prove::default() };
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
        let path = file_of(folder, number, name);
        let mut proof = Replacement::begin(&path)?;
        let answer = write_in(session, question, &mut proof).map_err(|error| error.of(&path))?;
        if answer.ending.answer == Verdict::None {
            proof.commit()?;
        }
        Ok(answer)
    };
    let tally = asking.ask_by(&question, Some(folder), ask, printer)?;
    Ok(tally.map_or(Outcome::Stopped, |tally| tally.status().unwrap_or(Outcome::No)))
}

/// Checks the proofs of a folder for the boards. The answer is yes if all boards are proved.
fn verify_many(
    asking: Asking,
    timeout: Option<Seconds>,
    folder: &Path,
    printer: &mut Printer,
) -> Result<Outcome> {
    check_folder(folder, "name the folder of their proofs, or one board with --board")?;
    let question = CheckProof { timeout, ..CheckProof::default() };
    let ask: &Ask<CheckProof, _> = &|number, name, question, session| {
        let path = file_of(folder, number, name);
        match File::open(&path) {
            Ok(proof) => {
                let reader = Some(FileReader::new(proof));
                let question = CheckProof { reader, ..question.clone() };
                question.ask(session).map_err(|error| error.of(&path))
            }
            Err(_) if fs::metadata(&path).is_err() => missing(question, &path),
            Err(error) => Err(Error::new(Code::File, format!("cannot read it: {error}")).of(&path)),
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
fn missing(
    question: &CheckProof,
    path: &Path,
) -> Result<BoardAnswer<ProofChecked, Decision>, Error> {
    let fault = format!("there is no file {}", path.file_name().unwrap_or_default().display());
    let found = ProofChecked { fault: Some(fault), ..ProofChecked::default() };
    let no = Decision::of(false);
    Ok(BoardAnswer::of(&*question.board.board()?, no, found, Seconds::default()))
}
