//! `tercet photo --score`: how well photographs with labels are read.

mod manifest;
mod report;
mod tally;

use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use manifest::Entry;
use report::Report;
use tally::Compared;
use tercet_vision::{Options, read};

use super::{not_read, source};
use crate::arguments::Format;
use crate::outcome::{Outcome, say};
use crate::output::Printer;
use crate::progress::Progress;

/// Reads all photographs of a manifest, and prints how well.
pub(super) fn run(
    path: &Path,
    by: Option<&str>,
    format: Format,
    printer: &mut Printer,
) -> Result<Outcome> {
    let entries = manifest::read(path, by)?;
    let mut compared = Vec::with_capacity(entries.len());
    let mut unreadable = Vec::new();
    {
        let progress = Progress::start("reading photographs".into());
        let shown = progress.shown();
        let of = Some(entries.len() as u64);
        for (done, entry) in (0..).zip(entries) {
            shown.show(&tercet_app::Progress { what: "photographs".into(), done, of });
            match compare(&entry) {
                Ok(one) => compared.push(one),
                Err(error) => {
                    compared.push(Compared::unreadable((entry.name, entry.group), entry.labels));
                    unreadable.push(format!("{error:#}"));
                }
            }
        }
    }
    Report { by, compared: &compared }.print(format, printer)?;
    printer.finish()?;
    for error in &unreadable {
        say(error);
    }
    if unreadable.is_empty() {
        return Ok(Outcome::Yes);
    }
    Err(not_read(unreadable.len(), compared.len()))
}

/// Reads a photograph and compares it with its labels.
fn compare(entry: &Entry) -> Result<Compared> {
    let begin = Instant::now();
    let (_, photograph) = source::photograph(&entry.path)?;
    let reading = read(&photograph, &Options::default());
    let name = (entry.name.clone(), entry.group.clone());
    Ok(Compared::new(name, &entry.labels, &reading, begin.elapsed()))
}
