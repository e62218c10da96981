//! `tercet merge`: the answer to a question from its parts.

use tercet::solver::Limit;
use tercet_app::run::{Sealed, Sum, side_file};
use tercet_app::{Answered, Code, Entry, Prove, atomic};

use super::parts::{Manner, Printed, check_output};
use crate::new_file::{check_apart, check_proof, read_once};
use crate::output::say_why;
use crate::prelude::*;
use crate::work::Interrupt;

/// Answer a question from its parts.
///
/// The parts may come from any machines, in any order, and more than once. If some are
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

/// Makes the dispatch of the questions that have parts.
macro_rules! questions {
    ($($name:ident: $ask:literal,)*) => {
        impl Merge {
            /// Adds up parts of one question, each with its name.
            fn add(&self, parts: Vec<(String, Sealed)>, printer: &mut Printer) -> Result<Outcome> {
                let name = &parts[0].0;
                match parts[0].1.ask() {
                    $($ask => self.add_of::<tercet_app::$name>(parts, printer),)*
                    "boards" => bail!(
                        "{name}: the answers to many boards have no parts: rerun their command with -o {}",
                        name.trim_end_matches(".run")
                    ),
                    other => bail!("{name}: the question {other} has no parts here: leave it out"),
                }
            }
        }
    };
}

tercet_app::parted_questions!(questions);

impl Command for Merge {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        // Reading leaves nothing behind, so an interrupt ends the program at once.
        Interrupt::listen()?.end_work();
        read_once(&self.files)?;
        if let Some(proof) = &self.proof {
            check_proof(proof, "--proof")?;
            let files = self.files.iter();
            check_apart(proof, files.flat_map(|file| [file.to_owned(), side_file(file)]))?;
            self.overwrite.check(proof)?;
        }
        let one = |file: &PathBuf| {
            let name = file.display().to_string();
            let sealed = if file == Path::new("-") {
                let (name, input) = input::open(file, Limit::none())?;
                Sealed::from_reader(input).context(name)?
            } else {
                Sealed::read(file).map_err(|error| error.of(file))?
            };
            Ok((name, sealed))
        };
        self.add(self.files.iter().map(one).collect::<Result<_>>()?, printer)
    }
}

impl Merge {
    /// Adds up parts of one type of question.
    fn add_of<Q: Printed>(
        &self,
        parts: Vec<(String, Sealed)>,
        printer: &mut Printer,
    ) -> Result<Outcome> {
        match (&self.proof, &self.output) {
            (Some(_), _) if Q::NAME != Prove::NAME => {
                bail!("these parts have no proof: leave out --proof")
            }
            (Some(_), Some(_)) => bail!(
                "--proof and --output are one too many: the steps of a proof are not added up, so leave out --output"
            ),
            (None, Some(_)) if Q::NAME == Prove::NAME => {
                bail!("the steps of a proof are not added up: write it with --proof")
            }
            _ => {}
        }
        let sum = Sum::<Q>::of(parts).map_err(|error| match error.code {
            Code::OtherRun => anyhow!("{error}: merge parts of one question"),
            _ => error.into(),
        })?;
        match &self.output {
            Some(path) if path == Path::new("-") => {
                printer.raw(sum.journal.text().as_bytes())?;
                return Ok(sum.answer.status());
            }
            Some(path) => {
                check_output(&sum.journal, None, path, self.overwrite)?;
                atomic::replace(path, sum.journal.text().as_bytes())?;
            }
            None => {}
        }
        let mut lines = vec![format!("merged from {}", counted(self.files.len(), "file"))];
        lines.extend(Q::finish(&sum, self)?);
        lines.extend(sum.answer.reason().map(|reason| reason.message.clone()));
        let manner = Manner { look: self.format.into(), lines };
        sum.question.print(&sum.answer, manner, printer)?;
        say_why(self.format, sum.answer.reason());
        Ok(sum.answer.status())
    }
}
