//! `tercet merge`: the sum of shards.

use super::Counts;
use crate::command::prelude::*;

/// Merge the shards of a simulation.
///
/// Example: `tercet merge one.json two.json -o all.json`
#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// Files written by 'tercet simulate' or 'tercet merge'; '-' is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) counts: Counts,
}

impl Command for Merge {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let files = &self.files;
        self.counts.check_format()?;
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
        self.counts.check(&sum)?;
        self.counts.write(&sum, printer)?;
        let mut history = vec![format!("merged from {}", counted(files.len(), "file"))];
        history.extend(answer.shards.missing().map(|missing| format!("{missing} missing")));
        self.counts.print::<tercet_app::Merge>(&answer, history, printer)?;
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
