//! Work in parts: `--part`, `--checkpoint` and `--together` of all commands whose question has units.
//!
//! A question joins by saying how its answer is printed ([`Printed`]), and by a row in the table of
//! `merge`. Its command calls [`InParts::run`] if a part is asked for.

use std::fs;
use std::ops::Range;
use std::time::SystemTime;

use tercet_app::run::{Journal, Part, Parted, PartedRequest, Run, Saving, Sealed, Sum, Units};
use tercet_app::{AboutBoard, Answered, Code, Error, Estimate, Question, Seconds, atomic, run};
use tercet_plot::Chart;

use super::merge::Merge;
use crate::arguments::at_least_one;
use crate::new_file::{Overwrite, REMEDY, check_apart};
use crate::output::{counted, duration};
use crate::picture::{columns_on_board, show_sets};
use crate::prelude::*;
use crate::table::grouped;
use crate::work::{AtWork, Written};

/// Which part of the work to do, and where it is saved.
#[derive(Debug, Default, Clone, Args)]
pub(crate) struct Parts {
    /// Do only part I of K of the work; 'tercet merge' adds up the parts
    #[arg(long, value_name = "I/K")]
    pub(crate) part: Option<Part>,

    /// Save what is done to this file regularly, and resume from it if it exists
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,

    /// End when another part with the same folder has found a set, and end the others
    #[arg(long, value_name = "FOLDER", requires = "part")]
    pub(crate) together: Option<PathBuf>,
}

/// Which part of the work to do, where it is written, and by how many threads.
#[derive(Debug, Default, Clone, Args)]
pub(crate) struct InParts {
    /// Write what was counted to this file, for 'tercet merge', as --checkpoint does; '-' prints it
    /// instead of the answer
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    /// Maximum number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) parts: Parts,
}

/// An estimate of the time of a question, and how it is printed.
pub(crate) type Estimating = (Estimate, Format);

/// A question whose parts a command asks.
pub(crate) trait Printed: Parted {
    /// Whether a part that has found a set ends the others, which is what `--together` is for.
    const ENDS_WITH_A_SET: bool = false;

    /// Prints an answer.
    fn print(&self, answer: &Self::Answer, manner: Manner, printer: &mut Printer) -> Result<()>;

    /// How the work was done, after how much was done.
    fn how(_: &Self::Answer) -> String {
        String::new()
    }

    /// Writes what a sum of parts has apart from its answer, and says so.
    fn finish(_: &Sum<Self>, _: &Merge) -> Result<Option<String>> {
        Ok(None)
    }
}

/// How an answer is printed: as text, with lines about the work.
pub(crate) struct Manner {
    pub(crate) look: Look,
    pub(crate) lines: Vec<String>,
}

impl Manner {
    /// Prints an answer: as text, by a function, followed by the lines.
    pub(crate) fn show<Q: Question>(
        self,
        answer: &Q::Answer,
        columns: &str,
        rows: impl IntoIterator<Item = impl serde::Serialize>,
        printer: &mut Printer,
        text: impl FnOnce(&mut Printer) -> Result<()>,
    ) -> Result<()> {
        match self.look.format {
            Format::Text => {
                text(printer)?;
                printer.lines(self.lines)
            }
            Format::Json => printer.answer::<Q>(answer),
            Format::Csv => printer.table(columns, rows),
        }
    }
}

/// Work on a part that came to its end, or to a limit.
struct Worked<Q: Parted> {
    question: Q,
    journal: Journal<Q::Work>,
    run: Run,
    /// The file that holds it all.
    file: Option<PathBuf>,
    /// The file of the set that another part has found, if that ended the work.
    found: Option<PathBuf>,
    /// Whether the other parts could be told of a set.
    told: Result<()>,
}

impl<Q: Parted> Worked<Q> {
    /// How much was done: `40 of 100 games`.
    fn done(&self) -> String {
        let (done, all) = (self.journal.counted(), self.journal.work().count(self.journal.range()));
        format!("{} of {} {}", grouped(done), grouped(all), Q::Work::COUNTED)
    }

    /// How much was done, in which time.
    fn summary(&self) -> String {
        let part = self.journal.part();
        let part = if part.is_whole() { String::new() } else { format!("{part}: ") };
        let time = duration(self.run.seconds.unwrap_or_default().0);
        let threads = counted(self.run.threads.unwrap_or(1) as u128, "thread");
        format!("{part}{} done, in {time} with {threads}", self.done())
    }

    /// The outcome of a part: the work was done, whatever it has found, or not. That of the whole is its
    /// answer's.
    fn outcome(&self, answer: &Q::Answer) -> Outcome {
        match (&self.run.reason, self.journal.part().is_whole()) {
            (Some(_), _) => Outcome::Stopped,
            (None, true) => answer.status(),
            (None, false) => Outcome::Yes,
        }
    }

    /// Why the work ended early, and how to resume it.
    fn end(&self) -> Option<[String; 2]> {
        let reason = &self.run.reason.as_ref()?.message;
        let remedy = match (&self.found, &self.file) {
            (Some(found), _) => format!("the set is in {}: merge it like a part", found.display()),
            (None, Some(file)) => format!("rerun the command to resume from {}", file.display()),
            (None, None) => "use --checkpoint FILE to be able to resume".into(),
        };
        Some([format!("stopped: {reason} after {}", self.done()), remedy])
    }
}

impl InParts {
    /// Whether a part, or a file of what is counted, is asked for.
    pub(crate) fn are_asked(&self) -> bool {
        self.output.is_some() || self.parts.are_asked()
    }

    /// Refuses, before the work, a file of a chart that would overwrite another one.
    pub(crate) fn check_plot(&self, plot: Option<&PathBuf>) -> Result<()> {
        let Some(plot) = plot else { return Ok(()) };
        check_apart(plot, self.output.iter().chain(&self.parts.checkpoint))?;
        self.overwrite.check(plot)
    }

    /// Draws the chart of an answer, if one is asked for.
    pub(crate) fn draw(&self, plot: Option<&PathBuf>, chart: impl FnOnce() -> Chart) -> Result<()> {
        plot.map_or(Ok(()), |plot| self.overwrite.draw(plot, &chart()))
    }

    /// As [`Parts::estimating`].
    pub(crate) fn estimating(
        &self,
        question: impl Into<PartedRequest>,
        timeout: Option<Seconds>,
        format: Format,
    ) -> Result<Option<Estimating>> {
        self.parts.estimating(question, self.output.is_some(), timeout, format)
    }

    /// Works on a part, or the whole, of a question: prints the answer, hands it over, and writes the file.
    pub(crate) fn run<Q: Printed>(
        &self,
        question: &Q,
        timeout: Option<Seconds>,
        look: impl Into<Look>,
        printer: &mut Printer,
        answered: impl FnOnce(&Q::Answer) -> Result<()>,
    ) -> Result<Outcome> {
        if self.parts.together.is_some() && !Q::ENDS_WITH_A_SET {
            bail!("--together is for searches, which end with a set: leave it out");
        }
        let (look, output) = (look.into(), self.output.as_deref());
        let is_printed = output == Some(Path::new("-"));
        if is_printed && look.format != Format::Text {
            bail!("--output - prints the counts: leave out --format, or name a file");
        }
        let worked = self.work(question, timeout)?;
        let answer = worked.question.answer(&worked.journal, worked.run.clone())?;
        let end = worked.end();
        let written = match output {
            Some(_) if is_printed && end.is_none() => printer.raw(worked.journal.text().as_bytes()),
            Some(path) if end.is_none() && worked.file.as_deref() != Some(path) => {
                atomic::replace(path, worked.journal.text().as_bytes())
                    .map(drop)
                    .map_err(Into::into)
            }
            _ => Ok(()),
        };
        // The answer is shown even if a file cannot be written, and the part is saved.
        if !is_printed {
            let lines = match &end {
                Some(end) => end.to_vec(),
                None => vec![worked.summary() + &Q::how(&answer)],
            };
            question.print(&answer, Manner { look, lines }, printer)?;
        }
        if let Some(end) = end.filter(|_| is_printed || look.format != Format::Text) {
            say(&end.join("; "));
        }
        let answered = answered(&answer);
        printer.finish()?;
        let outcome = worked.outcome(&answer);
        written.and(answered).and(worked.told)?;
        Ok(outcome)
    }

    /// Does the open units of a part, and saves them repeatedly: in the checkpoint, or else in the output of a
    /// part. Another output is only checked.
    fn work<Q: Parted>(&self, question: &Q, timeout: Option<Seconds>) -> Result<Worked<Q>> {
        let Parts { part, checkpoint, together } = &self.parts;
        if checkpoint.as_deref() == Some(Path::new("-")) {
            bail!("--checkpoint -: a checkpoint is read and written: name a file");
        }
        let output = self.output.as_deref().filter(|path| *path != Path::new("-"));
        let (at_work, session) = AtWork::begin()?;
        let part = part.unwrap_or_default();
        let file = checkpoint.as_deref().or(output.filter(|_| self.parts.part.is_some()));
        let prepared = session.preparing(timeout, |session| {
            let Some(path) = file else {
                let (question, journal) = run::begin(question, part, session)?;
                return Ok((None, question, journal));
            };
            let force = checkpoint.is_none() && self.overwrite.force;
            let opened = Saving::open(path, force, (question, part), session)
                .map(|(saving, question, journal)| (Some(saving), question, journal));
            opened.map_err(|error| match error.code {
                Code::OtherRun if checkpoint.is_some() => {
                    anyhow!("{error}: give the same options, or name another file")
                }
                _ if checkpoint.is_some() => error.into(),
                _ => not_overwritten(error),
            })
        });
        let ((mut saving, question, mut journal), session) = prepared?;
        if let Some(path) = output.filter(|path| file != Some(path)) {
            check_output(&journal, Some(&journal.range()), path, self.overwrite)?;
        }
        let marker = together.as_ref().map(|folder| Marker::new(folder, &journal));
        let mut marker = marker.transpose()?;
        let mut is_found =
            |journal: &_| marker.as_mut().is_some_and(|marker| marker.is_there(journal));
        let mut saved = Written::new();
        let run = journal.run(&session, self.threads, timeout, &mut |journal, data| {
            let taken = saving.as_mut().map_or(Ok(()), |saving| saving.take(journal, data));
            saved.goes_on(taken.map(|()| !is_found(journal)).map_err(Into::into))
        });
        saved.end()?;
        let mut run = run?;
        if let Some(saving) = &mut saving {
            saving.save(&journal)?;
        }
        let (mut found, mut told) = (None, Ok(()));
        if let Some(marker) = &mut marker {
            if journal.is_answered() {
                told = marker.write(&journal);
            } else if let Some(reason) = &mut run.reason
                && marker.is_there(&journal)
            {
                reason.message = "another part has found a set".into();
                found = Some(marker.path.clone());
            }
        }
        drop(at_work);
        let file = file.map(Path::to_owned);
        Ok(Worked { question, journal, run, file, found, told })
    }
}

/// The file in which a part says that it has found a set, for the parts that share its folder. It is the
/// journal of that part: so its set is checked as that of any part, and `merge` reads it.
struct Marker {
    path: PathBuf,
    /// The name under which this part writes it.
    own: PathBuf,
    /// When the file was written that says something else.
    ignored: Option<SystemTime>,
}

impl Marker {
    /// The marker of the run of a part in a folder in which files can be written.
    fn new<U: Units>(folder: &Path, journal: &Journal<U>) -> Result<Self> {
        let path = folder.join(format!("{:08x}.found", journal.digest()));
        let own = path.with_extension(String::from(journal.part()).replace('/', "-"));
        if !folder.is_dir() {
            bail!("{}: there is no such folder: create it", folder.display());
        }
        atomic::check(&own)?;
        Ok(Self { path, own, ignored: None })
    }

    /// Whether another part has found a set and says so here. A file that says something else is named and ignored.
    fn is_there<U: Units>(&mut self, journal: &Journal<U>) -> bool {
        let written = fs::metadata(&self.path).and_then(|file| file.modified()).ok();
        if journal.is_answered() || written.is_none() || written == self.ignored {
            return false;
        }
        let checked = self.check(journal);
        if let Err(fault) = &checked {
            say!("{fault}: it is ignored");
            self.ignored = written;
        }
        checked.is_ok()
    }

    /// Checks that the file is of another part of this run, which has found a set.
    fn check<U: Units>(&self, journal: &Journal<U>) -> Result<(), Error> {
        let is_of = |run| Error::new(Code::OtherRun, format!("it is of {run}")).of(&self.path);
        let read = Sealed::read(&self.path).and_then(|file| journal.beside(&file));
        let other = read.map_err(|error| error.of(&self.path))?;
        if !other.is_answered() {
            return Err(is_of("another run"));
        }
        // The part is done again.
        if other.part() == journal.part() {
            return Err(is_of("an earlier run of this part"));
        }
        Ok(())
    }

    /// Says that this part has found a set. Several parts may do so at the same time: the last one stays.
    fn write<U: Units>(&self, journal: &Journal<U>) -> Result<()> {
        atomic::replace(&self.own, journal.text().as_bytes())?;
        fs::rename(&self.own, &self.path).map_err(|error| {
            // The failure before is what is reported.
            let _ = fs::remove_file(&self.own);
            anyhow!("{}: cannot write it: {error}: remove it", self.path.display())
        })
    }
}

impl Parts {
    /// Whether a part or a checkpoint is asked for.
    pub(crate) fn are_asked(&self) -> bool {
        self.part.is_some() || self.checkpoint.is_some()
    }

    /// The estimate of a question that a command with these arguments asks.
    pub(crate) fn estimating(
        &self,
        question: impl Into<PartedRequest>,
        has_output: bool,
        timeout: Option<Seconds>,
        format: Format,
    ) -> Result<Option<Estimating>> {
        if has_output || self.checkpoint.is_some() || format == Format::Csv {
            bail!("an estimate is a line of text or JSON: leave out files and --format csv");
        }
        let part = self.part.unwrap_or_default();
        Ok(Some((Estimate { question: question.into(), part, timeout }, format)))
    }
}

/// The error of an output that holds something else.
fn not_overwritten(error: Error) -> anyhow::Error {
    match error.code {
        Code::OtherRun | Code::NotAPart | Code::Damaged => anyhow!("{error}: {REMEDY}"),
        _ => error.into(),
    }
}

/// Checks that a journal can be written to a file without loss: what the file holds, if it exists, must be of the
/// same run, and have no units that the journal lacks. `planned` are the units that it will have.
pub(crate) fn check_output<U: Units>(
    journal: &Journal<U>,
    planned: Option<&Range<u64>>,
    path: &Path,
    overwrite: Overwrite,
) -> Result<()> {
    atomic::check(path)?;
    if overwrite.force || !path.exists() {
        return Ok(());
    }
    let compare = || -> Result<(), Error> {
        let there = journal.beside(&Sealed::read(path)?)?;
        let why = match there.part() {
            _ if !journal.covers(&there, planned) => "it holds units that would be lost".into(),
            part if part == journal.part() => return Ok(()),
            // The part could not be done again.
            part => format!("it is {part}"),
        };
        Err(Error::new(Code::OtherRun, why))
    };
    compare().map_err(|error| {
        let message = format!("{}: it is not overwritten: {error}", path.display());
        not_overwritten(Error { message, ..error })
    })
}

/// Prints the answer of a search: a sentence, if an answer is known, and some lines.
pub(crate) fn print_search<Q: AboutBoard>(
    question: &Q,
    answer: &Q::Answer,
    sets: (&[Vec<String>], &[Vec<usize>]),
    sentence: String,
    Manner { look, lines }: Manner,
    printer: &mut Printer,
) -> Result<()> {
    let mut question = question.clone();
    let named = question.board().board()?;
    if look.format == Format::Csv {
        let rows = sets.0.iter().zip(sets.1);
        return printer.table(&columns_on_board(named.board.deck()), rows);
    }
    let printed = show_sets::<Q>(&named, look, answer, sets, false, printer, |printer| {
        if answer.reason().is_none() {
            printer.line(sentence)?;
        }
        printer.lines(lines)
    });
    printed.map(drop)
}
