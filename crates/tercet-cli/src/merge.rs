//! `tercet merge`: the sum of shards.

use anyhow::{Result, bail};

use crate::Outcome;
use crate::cli::{Format, Merge};
use crate::output::{Printer, counted};
use crate::simulation::statistics::{Played, print_csv, print_json};
use crate::simulation::{Checkpoint, tables};
use crate::table::grouped;

pub(crate) fn run(arguments: &Merge, printer: &mut Printer) -> Result<Outcome> {
    let files = &arguments.files;
    let mut parts = Vec::new();
    for file in files {
        let part = Checkpoint::read(file)?;
        if !part.is_complete() {
            bail!(
                "{}: it is unfinished, after {} of {} games: finish it first, with the command that \
                 began it",
                file.display(),
                grouped(part.tally().games().into()),
                grouped(part.all_games().into()),
            );
        }
        parts.push(part);
    }
    let mut sum = parts[0].clone();
    for (i, part) in parts.iter().enumerate().skip(1) {
        // A shard twice is in one of the files before; other runs are other than the first.
        let twin = (0..i).find(|&j| parts[j].meets(part)).unwrap_or(0);
        sum.merge(part, [&files[twin], &files[i]])?;
    }
    sum.join();
    if let Some(out) = &arguments.out {
        sum.check_out(out)?;
        sum.write(out)?;
    }
    match arguments.format {
        Format::Text => {
            tables::print_heading(&sum, printer)?;
            printer.line(format_args!("merged from {}", counted(files.len() as u128, "file")))?;
            if let Some(missing) = sum.shards().missing() {
                printer.line(format_args!("{missing} missing"))?;
            }
            tables::print(&sum, printer)?;
        }
        Format::Json => print_json(&sum, Played::ELSEWHERE, printer)?,
        Format::Csv => print_csv(&sum, printer)?,
    }
    Ok(Outcome::Yes)
}
