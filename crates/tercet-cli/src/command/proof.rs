//! `tercet proof`: a proof that a board has no set, as LRAT and VeriPB.

use tercet_app::{Bytes, ExpandProof, FileReader, Seconds, Whole};
use tercet_proof::{Format, Style};

use crate::arguments::Source;
use crate::choice::named;
use crate::new_file::{Overwrite, check_apart, read_once};
use crate::output::counted;
use crate::prelude::*;
use crate::work::{work, write_in};
use crate::{input, quantity};

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
    #[arg(long, value_name = "FORM", value_parser = named(Format::ALL))]
    pub(crate) to: Format,

    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    /// Write lrat as text; the default is their binary form
    #[arg(long)]
    pub(crate) text: bool,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) timeout: Option<Seconds>,
}

impl Command for Proof {
    const STATUS: &str = MADE;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        read_once([&self.file, &self.input])?;
        if self.output == Path::new("-") {
            bail!("a proof is written to a file, whole or not at all: name one after --output");
        }
        check_apart(&self.output, [&self.file, &self.input])?;
        let named = input::board(&Source::file(&self.input, self.board.as_deref()), self.timeout)?;
        let question = ExpandProof {
            board: named.into(),
            proof: Bytes::default(),
            reader: None,
            to: self.to,
            style: if self.text { Style::Text } else { Style::Binary },
            memory: None,
            timeout: self.timeout,
        };
        let mut replacement = self.overwrite.begin(&self.output)?;
        let answer = work(|session| -> Result<_> {
            let (_, reader) = input::open(&self.file, session.limit(question.timeout))?;
            let question = ExpandProof { reader: Some(FileReader::new(reader)), ..question };
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
