//! `tercet estimate`: how long a question takes.

use tercet_app::Estimated;

use super::{definition, entry_of};
use crate::prelude::*;
use crate::table::grouped;

/// Estimate how long a question takes, by trying some of its units.
///
/// The command is one with --part. Some of its units are tried for ten seconds, or as long as its
/// --timeout leaves time for them. With --format json, the answer is the expected seconds on one core,
/// their 95 % confidence interval, and how many units there are and were tried.
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
        let first = &self.command[0];
        let parsed = match definition().try_get_matches_from(words) {
            Err(refusal) if first.starts_with('-') && refusal.use_stderr() => {
                bail!("unexpected argument '{first}' found: name the command before its options")
            }
            parsed => parsed?,
        };
        let estimated = match entry_of(&parsed) {
            Some((entry, arguments)) => (entry.estimate)(arguments)?,
            None => None,
        };
        let Some((question, format)) = estimated else {
            bail!("{} has no parts, so nothing estimates it", self.command.join(" "));
        };
        let answer = ask(&question)?;
        if format == Format::Json {
            printer.answer::<tercet_app::Estimate>(&answer)?;
        } else {
            printer.line(line(&answer))?;
        }
        Ok(Outcome::Yes)
    }
}

/// An estimate in words.
fn line(&Estimated { seconds: mean, low, high, units, tried }: &Estimated) -> String {
    let [units, tried] = [units, tried].map(grouped);
    let tried = if units == tried { "all".into() } else { format!("{tried} of") };
    let (scale, unit) = match mean {
        mean if mean >= 7200.0 => (3600.0, "core-hours"),
        mean if mean >= 120.0 => (60.0, "core-minutes"),
        _ => (1.0, "core-seconds"),
    };
    let [about, least, most] = [mean, low, high].map(|time| digits(time / scale));
    let interval = format!(", 95 % between {least} and {most}");
    let interval = if low < high { &interval } else { "" };
    let time = format!("about {about} {unit}{interval}");
    let time = if high < SHORT { format!("less than {SHORT} {unit}") } else { time };
    format!("{time} ({tried} {units} units tried)")
}

/// An estimate of less seconds says nothing but that.
const SHORT: f64 = 0.1;

/// A number with two significant digits.
fn digits(number: f64) -> String {
    let decimals = if number > 0.0 { 1.0 - number.log10().floor() } else { 0.0 };
    let decimals = decimals.clamp(0.0, 6.0) as usize;
    format!("{number:.decimals$}")
}
