//! `tercet caps sizes`: how many caps there are of each size, and how many are complete.

use std::time::Duration;

use anyhow::Result;
use clap::Args;
use tercet_app::{Among, CapSize, CapsSizes as Request, Classes};

use super::say_stopped;
use crate::arguments::{ClassFormat, DeckOptions, Format};
use crate::command::{Command, classes};
use crate::outcome::Outcome;
use crate::output::{Printer, duration};
use crate::remedy::naming;
use crate::work::ask;
use crate::{input, number, size};

/// Count the complete caps of each size, or list classes of caps.
///
/// A list is also made for other decks with few hands, for p = 5 and 6 with --cards, and of the
/// complete caps of AG(5,3) with --at-least 41 or more, from the largest down.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct Sizes {
    #[command(flatten)]
    pub(crate) deck: DeckOptions,

    /// List the classes up to symmetry: for each a cap with its stabiliser
    #[arg(long)]
    pub(crate) list: bool,

    /// List the classes of complete caps only
    #[arg(long, requires = "list")]
    pub(crate) complete: bool,

    /// List the classes of caps of K points only
    #[arg(short = 'n', long, value_name = "K", requires = "list", value_parser = number::parse::<usize>)]
    pub(crate) cards: Option<usize>,

    /// List the classes of caps of K points and more only
    #[arg(long, value_name = "K", requires = "list", conflicts_with = "cards", value_parser = number::parse::<usize>)]
    pub(crate) at_least: Option<usize>,

    /// Memory limit for a list, such as 500MB or 2GB
    #[arg(long, value_name = "SIZE", default_value = "64MiB", value_parser = size::parse)]
    pub(crate) memory: usize,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) timeout: Option<Duration>,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: ClassFormat,
}

const HEADINGS: [&str; 5] = ["points", "caps", "classes", "complete", "complete_classes"];

impl Command for Sizes {
    const EXAMPLES: &[&str] = &["tercet caps sizes -p 3"];

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let deck = input::deck(self.deck)?;
        let timeout = self.timeout.map(Into::into);
        if self.list {
            let among = if self.complete { Among::Complete } else { Among::Free };
            let request = Classes {
                deck,
                among,
                size: self.cards,
                least_size: self.at_least,
                notation: None,
                timeout,
                memory: Some(self.memory),
            };
            let given = |field: &str| match field {
                "size" => Some(format!("-n {}", self.cards?)),
                _ => {
                    Some(format!("--at-least {}", self.at_least.filter(|_| field == "least_size")?))
                }
            };
            return classes::run(&request, self.format, printer)
                .map_err(|error| naming(error, |field, _| given(field)));
        }
        let format = classes::plain(self.format)?;
        let answer = ask(&Request { deck, timeout })?;
        match (format, &answer.ending.reason) {
            (Format::Json, _) => printer.answer::<Request>(&answer)?,
            (_, Some(reason)) => say_stopped(reason),
            (Format::Text, None) => {
                let time = duration(answer.seconds.0);
                printer.line(format_args!("the caps of {deck} by size (in {time})"))?;
                printer.line(line(&HEADINGS.map(|heading| heading.replace('_', " "))))?;
                answer.sizes.iter().try_for_each(|size| printer.line(line(&row(size))))?;
            }
            (Format::Csv, None) => {
                printer.csv(HEADINGS)?;
                answer.sizes.iter().try_for_each(|size| printer.csv(row(size)))?;
            }
        }
        Ok(answer.ending.status())
    }
}

fn row(CapSize { points, caps, classes, complete, complete_classes }: &CapSize) -> [String; 5] {
    let [caps, classes, complete, complete_classes] =
        [caps, classes, complete, complete_classes].map(ToString::to_string);
    [points.to_string(), caps, classes, complete, complete_classes]
}

fn line([points, caps, classes, complete, complete_classes]: &[String; 5]) -> String {
    format!("{points:>6}  {caps:>14}  {classes:>7}  {complete:>14}  {complete_classes:>16}")
}
