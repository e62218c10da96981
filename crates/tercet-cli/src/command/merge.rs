//! `tercet merge`: the answer to a question from its parts.

use tercet_app::parts::{Parted, Sealed, Sum};

use super::{parts, prove, simulate};
use crate::command::prelude::*;

/// Answer a question from its parts.
///
/// The parts may come from any machines, in any order, more than once, and may overlap. If some are
/// missing, the answer is that of the others, and names them.
///
/// Examples:
/// `tercet merge one.json two.json -o all.json`
/// `tercet merge *.json --proof board.proof`
#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// Files that a command with --part, --checkpoint or --output wrote, or 'tercet merge'; '-' is
    /// standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Write the sum to this file; '-' prints the sum instead of the answer
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Write the proof that a board has no set into this file
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

/// Prints the answer of merged parts, with lines about them.
type Print<Q> = fn(&Sum<Q>, Format, Vec<String>, &mut Printer) -> Result<()>;

impl Command for Merge {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        read_once(&self.files)?;
        let one = |file: &PathBuf| {
            let name = file.display().to_string();
            let sealed = if file == Path::new("-") {
                Sealed::from_reader(io::stdin().lock()).context("standard input")?
            } else {
                Sealed::read(file)?
            };
            Ok((name, sealed))
        };
        let read = self.files.iter().map(one).collect::<Result<Vec<_>>>()?;
        match read[0].1.ask() {
            "find" => self.sum(read, parts::merged::<Find>, printer, |_| Ok(())),
            "prove" => self.sum(read, parts::merged::<Prove>, printer, |sum| self.prove(sum)),
            "simulate" => self.sum(read, simulate::merged, printer, |_| Ok(())),
            other => bail!("{}: the question {other} has no parts here", read[0].0),
        }
    }
}

impl Merge {
    /// Writes the proof, if all parts are there and the board has no set.
    fn prove(&self, sum: &Sum<Prove>) -> Result<()> {
        match &self.proof {
            Some(path) if sum.answer.ending.answer == Verdict::None => {
                prove::write_merged(sum, &self.files, path, self.overwrite)
            }
            _ => Ok(()),
        }
    }

    /// Adds up parts of one type of question.
    fn sum<Q: Parted>(
        &self,
        parts: Vec<(String, Sealed)>,
        print: Print<Q>,
        printer: &mut Printer,
        write: impl FnOnce(&Sum<Q>) -> Result<()>,
    ) -> Result<Outcome> {
        if self.proof.is_some() && Q::NAME != Prove::NAME {
            bail!("these parts have no proof: leave out --proof");
        }
        let sum = Sum::<Q>::of(parts).map_err(|error| match error.code {
            Code::OtherSimulation => anyhow!("{error}: merge parts of one question"),
            _ => error.into(),
        })?;
        match &self.output {
            Some(path) if path == Path::new("-") => {
                printer.raw(sum.partial.text().as_bytes())?;
                return Ok(Outcome::Yes);
            }
            Some(_) if Q::NAME == Prove::NAME => {
                bail!("the steps of a proof are not added up: write it with --proof")
            }
            Some(path) => {
                parts::check_output(&sum.partial, path, self.overwrite)?;
                sum.partial.write(path)?;
            }
            None => {}
        }
        write(&sum)?;
        let mut lines = vec![format!("merged from {}", counted(self.files.len(), "file"))];
        lines.extend(sum.answer.reason().map(|reason| reason.message.clone()));
        print(&sum, self.format, lines, printer)?;
        // A sum that was written is done, whatever it lacks.
        Ok(if self.output.is_some() { Outcome::Yes } else { sum.answer.status() })
    }
}
