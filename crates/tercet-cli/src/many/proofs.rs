//! Proofs for many boards: a folder with one for each board without a set.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use tercet_app::atomic::{self, Replacement};
use tercet_app::many::Ask;
use tercet_app::{
    CheckProof, Code, Decision, Error, ProofChecked, ProofReader, Prove, Question, Seconds,
    Session, Verdict,
};

use super::Asking;
use crate::outcome::Outcome;
use crate::output::Printer;
use crate::work::write_in;

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
pub(crate) fn find(
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
pub(crate) fn verify(
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
                let reader = Some(ProofReader::new(proof));
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
