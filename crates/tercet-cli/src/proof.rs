//! `tercet proof`: a proof that a board has no set, in the formats of the field.

use std::path::Path;

use anyhow::{Context, Result, bail};
use tercet_app::{Bytes, ExpandProof, Seconds, Whole};
use tercet_proof::Style;

use crate::cli::{Proof, Source};
use crate::outcome::Outcome;
use crate::output::{Printer, counted};
use crate::work::work;
use crate::{input, size};

pub(crate) fn run(arguments: &Proof, printer: &mut Printer) -> Result<Outcome> {
    if arguments.file == Path::new("-") && arguments.input == arguments.file {
        bail!("standard input cannot be both the proof and the board: give the board with -i FILE");
    }
    if arguments.output == Path::new("-") {
        bail!("a proof is written to a file, whole or not at all: name one after --output");
    }
    for read in [&arguments.file, &arguments.input] {
        input::keep(read, &arguments.output)?;
    }
    let named = input::board(
        &Source::file(&arguments.input, arguments.board.as_deref()),
        arguments.timeout,
    )?;
    let question = ExpandProof {
        board: named.into(),
        proof: Bytes::default(),
        to: arguments.to,
        style: if arguments.text { Style::Text } else { Style::Binary },
        memory: None,
        timeout: arguments.timeout.map(Seconds),
    };
    let mut replacement = arguments.overwrite.begin(&arguments.output)?;
    let answer = work(|session| -> Result<_> {
        let (_, proof) = input::open(&arguments.file, session.limit(question.timeout))?;
        question.write(session, proof, &mut replacement).with_context(|| {
            format!("{} to {}", arguments.file.display(), arguments.output.display())
        })
    })?;
    replacement.commit()?;
    let number = |number: &Whole| number.get::<u128>().unwrap_or(u128::MAX);
    printer.paragraph(&format!(
        "{}: {} from {} ({})",
        arguments.output.display(),
        counted(number(&answer.clauses), "clause"),
        counted(number(&answer.steps), "step"),
        size::show(answer.expanded_size.get().unwrap_or(usize::MAX)),
    ))?;
    Ok(Outcome::Yes)
}
