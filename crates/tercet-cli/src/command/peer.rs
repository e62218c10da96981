//! `tercet peer`: a method as a contestant of a race.

use std::io;

use crate::arguments::Means;
use crate::choice::method_names;
use crate::prelude::*;

/// Answer questions of a race, one per line.
///
/// Questions are read from standard input and answered on standard output, one line of JSON each,
/// until the input ends. peers/README.md describes the protocol. 'tercet race' runs its methods in
/// this way, and other benchmarks can do the same. Each question has its own time limit and number
/// of threads.
///
/// Example: `tercet peer cover < questions.jsonl`
#[derive(Debug, Args)]
pub(crate) struct Peer {
    /// The method; see 'tercet methods'
    #[arg(value_name = "METHOD", value_parser = method_names())]
    pub(crate) method: String,

    #[command(flatten)]
    pub(crate) means: Means,
}

impl Command for Peer {
    fn run(&self, _: &mut Printer) -> Result<Outcome> {
        let method = self.means.models().method(&self.method)?;
        let options = self.means.options();
        tercet_lab::race::serve(&method, &options, io::stdin().lock(), io::stdout().lock())
            .context("cannot continue to answer")?;
        Ok(Outcome::Yes)
    }
}
