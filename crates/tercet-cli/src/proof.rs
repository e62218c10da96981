//! `tercet proof`: a proof that a board has no set, in the formats of the field.

use std::io::{self, BufReader};
use std::path::Path;

use anyhow::{Result, bail};
use tercet::solver::Stop;
use tercet_app::atomic::{self, Replacement};
use tercet_app::{Code, Error};
use tercet_proof::{ExpandError, Reader, Refusal, Style};

use crate::cli::{Proof, ProofForm, Source};
use crate::input;
use crate::outcome::Outcome;
use crate::output::{Printer, counted};
use crate::size;
use crate::work::work;

/// What a step costs, as a watch counts.
const STEP: usize = 16;

pub(crate) fn run(arguments: &Proof, printer: &mut Printer) -> Result<Outcome> {
    if arguments.file == Path::new("-") && arguments.input == arguments.file {
        bail!("standard input cannot be both the proof and the board: give the board with -i FILE");
    }
    if arguments.output == Path::new("-") {
        bail!("a proof is written to a file, whole or not at all: name one after --output");
    }
    let named = input::board(&Source::file(&arguments.input, arguments.board.as_deref()), None)?;
    let board = &named.board;
    let name = arguments.file.display().to_string();
    atomic::check(&arguments.output)?;
    let mut replacement = Replacement::begin(&arguments.output)?;
    let expanded = work(|session| -> Result<_> {
        session.start(|| "expand a proof".into());
        let (_, proof) = input::open(&arguments.file, session.limit(None))?;
        let limit = session.limit(None);
        let mut watch = limit.watch();
        let style = if arguments.text { Style::Text } else { Style::Binary };
        let expanded = Reader::new(board, BufReader::new(proof))
            .map_err(ExpandError::from)
            .and_then(|steps| {
                let steps = steps.map(|step| {
                    watch.tick(STEP).map_err(|stop| Refusal::Io(io::Error::other(stop)))?;
                    step
                });
                match arguments.to {
                    ProofForm::Lrat => tercet_proof::lrat(board, steps, style, &mut replacement),
                    ProofForm::Drat => tercet_proof::drat(board, steps, style, &mut replacement),
                    ProofForm::Veripb => tercet_proof::veripb(board, steps, &mut replacement),
                }
            });
        let expanded = expanded.map_err(|error| match error {
            ExpandError::Refused(Refusal::Io(error)) => match error.downcast::<Stop>() {
                Ok(stop) => Error::from(stop),
                Err(error) => Error::new(Code::File, format!("{name}: cannot read it: {error}")),
            },
            ExpandError::Refused(Refusal::Unprovable(why)) => why.into(),
            ExpandError::Refused(refusal) => {
                Error::new(Code::NotAProof, format!("{name}: {refusal}"))
            }
            ExpandError::Write(error) => Error::new(
                Code::File,
                format!("{}: cannot write it: {error}", arguments.output.display()),
            ),
        })?;
        Ok(expanded)
    })?;
    replacement.commit()?;
    printer.paragraph(&format!(
        "{}: {} from {} ({})",
        arguments.output.display(),
        counted(expanded.clauses.into(), "clause"),
        counted(expanded.steps.into(), "step"),
        size::show(usize::try_from(expanded.bytes).unwrap_or(usize::MAX)),
    ))?;
    Ok(Outcome::Yes)
}
