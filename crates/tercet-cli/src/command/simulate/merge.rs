//! `tercet merge`: the sum of shards.

use super::{Output, figures};
use crate::command::prelude::*;

/// Merge the shards of a simulation.
///
/// Example: `tercet merge one.json two.json -o all.json`
#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// Files written by 'tercet simulate' or 'tercet merge'; '-' is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Write the merged counts to this file; '-' prints the counts instead of the report
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

impl Command for Merge {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let files = &self.files;
        let output = self.output.as_ref().map(|path| Output::new(path, self.format));
        let output = output.transpose()?;
        read_once(files)?;
        let parts: Result<Vec<Checkpoint>> = files.iter().map(|file| read(file)).collect();
        let names = files.iter().map(|file| file.display().to_string()).collect();
        let request = tercet_app::Merge { parts: parts?, names, checkpoint: true };
        let answer = request.ask(&Session::new());
        let mut answer = answer.map_err(|error| match error {
            Error { code: Code::OtherSimulation, .. } => {
                anyhow!("{error}: merge shards of one simulation, each once")
            }
            error => error.into(),
        })?;
        let sum = answer.checkpoint.take().context("the answer has its checkpoint")?;
        if let Some(output) = &output {
            output.check(&sum, self.overwrite)?;
            output.write(&sum, printer)?;
        }
        if output.is_some_and(|output| output.is_standard()) {
            return Ok(Outcome::Yes);
        }
        match self.format {
            Format::Text => {
                figures::print_heading(&answer, printer)?;
                writeln!(printer, "merged from {}", counted(files.len(), "file"))?;
                if let Some(missing) = answer.shards.missing() {
                    writeln!(printer, "{missing} missing")?;
                }
                figures::print(&answer, printer)?;
            }
            Format::Json => printer.answer::<tercet_app::Merge>(&answer)?,
            Format::Csv => figures::print_csv(&answer, printer)?,
        }
        Ok(Outcome::Yes)
    }
}

/// A file that 'tercet simulate' wrote; '-' is standard input.
fn read(file: &Path) -> Result<Checkpoint> {
    if file == Path::new("-") {
        return Checkpoint::from_reader(io::stdin().lock()).context("standard input");
    }
    Ok(Checkpoint::read(file)?)
}
