//! `tercet estimate`: how long a question takes.

use super::{definition, entry_of};
use crate::prelude::*;

/// Estimate how long a question takes, by trying some of its units.
///
/// The command is one with --part. Some of its units are tried for ten seconds, or for its --timeout.
/// With --format json, the answer is the expected seconds on one core, their 95 % confidence interval, and
/// how many units there are and were tried.
///
/// Examples:
/// `tercet estimate find -i board.txt`
/// `tercet estimate simulate --games 1G`
#[derive(Debug, Args)]
pub(crate) struct Estimate {
    /// A command with its options, such as find -i board.txt
    #[arg(
        value_name = "COMMAND",
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    pub(crate) command: Vec<String>,
}

impl Command for Estimate {
    const STATUS: &str = MADE;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let words = [&["tercet".into()], &*self.command].concat();
        let parsed = match definition().try_get_matches_from(words) {
            Ok(parsed) => parsed,
            // Help that was asked for is no error.
            Err(help) if !help.use_stderr() => {
                printer.paragraph(&help.to_string())?;
                return Ok(Outcome::Yes);
            }
            Err(refusal) => {
                let text = refusal.to_string();
                let first = text.lines().next().unwrap_or_default();
                bail!("{}", first.trim_start_matches("error: "))
            }
        };
        let estimated = match entry_of(&parsed) {
            Some((entry, arguments)) => (entry.estimate)(arguments)?,
            None => None,
        };
        match estimated {
            Some(estimating) => estimating.run(printer),
            None => bail!("{} has no parts, so nothing estimates it", self.command.join(" ")),
        }
    }
}
