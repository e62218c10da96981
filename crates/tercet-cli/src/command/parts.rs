//! Work in parts: `--part`, `--checkpoint` and `--together` of all commands whose question has units.
//!
//! A question joins by saying how its answer is printed ([`Printed`]), and by a row in the table of
//! `merge`. Its command calls [`Parts::run`] if a part is asked for.

use std::cell::Cell;
use std::ops::Range;

use tercet_app::run::{Journal, Part, Parted, PartedRequest, Run, Saving, Sealed, Sum, Units};
use tercet_app::{
    AboutBoard, Answered, Code, Error, Estimate, Estimated, Question, Seconds, atomic, run,
};

use super::merge::Merge;
use crate::arguments::at_least_one;
use crate::many::Row;
use crate::new_file::{Overwrite, REMEDY};
use crate::output::{counted, duration};
use crate::picture::{columns, show_sets};
use crate::prelude::*;
use crate::table::grouped;
use crate::work::{AtWork, Written, ask};

/// Which part of the work to do, and where it is saved.
#[derive(Debug, Default, Args)]
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

/// A question whose parts a command asks.
pub(crate) trait Printed: Parted {
    /// Whether a part that has found a set ends the others, which is what `--together` is for.
    const ENDS_WITH_A_SET: bool = false;

    /// Prints an answer.
    fn print(&self, answer: &Self::Answer, manner: Manner, printer: &mut Printer) -> Result<()>;

    /// How the work was done, unless it was stopped.
    fn history(worked: &Worked<Self>, _: &Self::Answer) -> Option<String> {
        worked.summary()
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
        columns: &[&str],
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

/// The means of the work on a part: the file that it is written to, and its limits.
#[derive(Clone, Copy)]
pub(crate) struct PartMeans<'a> {
    pub(crate) output: Option<(&'a Path, Overwrite)>,
    pub(crate) threads: Option<NonZeroUsize>,
    pub(crate) timeout: Option<Seconds>,
}

/// Work on a part that came to its end, or to a limit.
pub(crate) struct Worked<Q: Parted> {
    question: Q,
    journal: Journal<Q::Work>,
    run: Run,
    /// What was done in earlier runs.
    pub(crate) earlier: <Q::Work as Units>::Yield,
    /// The file that holds it all.
    file: Option<PathBuf>,
}

impl<Q: Parted> Worked<Q> {
    /// How much was done: `40 of 100 games`.
    fn done(&self) -> String {
        let (done, all) = (self.journal.counted(), self.journal.work().count(self.journal.range()));
        format!("{} of {} {}", grouped(done), grouped(all), Q::Work::COUNTED)
    }

    /// How much was done, and by whom, unless the work was stopped.
    pub(crate) fn summary(&self) -> Option<String> {
        let part = self.journal.part();
        let part = if part.is_whole() { String::new() } else { format!("{part}: ") };
        let time = duration(self.run.seconds.unwrap_or_default().0);
        let threads = counted(self.run.threads.unwrap_or(1) as u128, "thread");
        let summary = || format!("{part}{} done, in {time} with {threads}", self.done());
        self.run.reason.is_none().then(summary)
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
        let remedy = match &self.file {
            _ if reason == OTHER_FOUND => "it is not needed any more".into(),
            Some(file) => format!("rerun the command to resume from {}", file.display()),
            None => "use --checkpoint FILE to be able to resume".into(),
        };
        Some([format!("stopped: {reason} after {}", self.done()), remedy])
    }
}

/// Why a part ends before its work is done, if it shares a folder.
const OTHER_FOUND: &str = "another part has found a set";

/// An estimate of less seconds says nothing but that.
const SHORT: f64 = 0.1;

/// A number with two significant digits.
fn digits(number: f64) -> String {
    let decimals = if number > 0.0 { 1.0 - number.log10().floor() } else { 0.0 };
    let decimals = decimals.clamp(0.0, 6.0) as usize;
    format!("{number:.decimals$}")
}

impl Parts {
    /// Whether a part or a checkpoint is asked for.
    pub(crate) fn are_asked(&self) -> bool {
        self.part.is_some() || self.checkpoint.is_some()
    }

    /// Works on a part, or the whole, of a question: prints the answer, hands it over, and writes the file.
    pub(crate) fn run<Q: Printed>(
        &self,
        question: &Q,
        means: PartMeans<'_>,
        look: Look,
        printer: &mut Printer,
        answered: impl FnOnce(&Q::Answer) -> Result<()>,
    ) -> Result<Outcome> {
        if self.together.is_some() && !Q::ENDS_WITH_A_SET {
            bail!("--together is for searches, which end with a set: leave it out");
        }
        let output = means.output.map(|(path, _)| path);
        let is_printed = output == Some(Path::new("-"));
        if is_printed && look.format != Format::Text {
            bail!("--output - prints the counts: leave out --format, or name a file");
        }
        let worked = self.work(question, means)?;
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
        // The answer is shown even if a file cannot be written.
        if !is_printed {
            let history = Q::history(&worked, &answer).into_iter();
            let lines = history.chain(end.iter().flatten().cloned()).collect();
            question.print(&answer, Manner { look, lines }, printer)?;
        }
        if let Some(end) = end.filter(|_| is_printed || look.format != Format::Text) {
            say(&end.join("; "));
        }
        let answered = answered(&answer);
        printer.finish()?;
        written.and(answered)?;
        Ok(worked.outcome(&answer))
    }

    /// Does the open units of a part, and saves them repeatedly: in the checkpoint, or else in the output of a
    /// part. Another output is only checked.
    fn work<Q: Parted>(&self, question: &Q, means: PartMeans<'_>) -> Result<Worked<Q>> {
        let PartMeans { output, threads, timeout } = means;
        if self.checkpoint.as_deref() == Some(Path::new("-")) {
            bail!("--checkpoint -: a checkpoint is read and written: name a file");
        }
        if let Some(folder) = self.together.as_ref().filter(|folder| !folder.is_dir()) {
            bail!("{}: there is no such folder: create it", folder.display());
        }
        let output = output.filter(|(path, _)| *path != Path::new("-"));
        let (at_work, session) = AtWork::begin()?;
        let asked = (question, self.part.unwrap_or_default());
        let file = self.checkpoint.as_deref().map(|path| (path, Overwrite::default()));
        let file = file.or(output.filter(|_| self.part.is_some()));
        let (mut saving, question, mut journal) = if let Some((path, Overwrite { force })) = file {
            let opened = Saving::open(path, force, asked, &session);
            let (saving, question, journal) = opened.map_err(|error| match error.code {
                Code::OtherRun if self.checkpoint.is_some() => {
                    anyhow!("{error}: give the same options, or name another file")
                }
                _ if self.checkpoint.is_some() => error.into(),
                _ => not_overwritten(error),
            })?;
            (Some(saving), question, journal)
        } else {
            let (question, journal) = run::begin(asked.0, asked.1, &session)?;
            (None, question, journal)
        };
        let file = file.map(|(path, _)| path);
        if let Some((path, overwrite)) = output.filter(|(path, _)| file != Some(path)) {
            check_output::<Q>(&journal, Some(&journal.range()), path, overwrite)?;
        }
        let found = self.together.as_ref().map(|folder| Found::new(folder, &journal));
        let is_found = |journal: &_| found.as_ref().is_some_and(|found| found.ends::<Q>(journal));
        let (earlier, mut saved) = (journal.sum(), Written::new());
        let run = journal.run(&session, threads, timeout, &mut |journal, data| {
            let taken = saving.as_mut().map_or(Ok(()), |saving| saving.take(journal, data));
            saved.goes_on(taken.map(|()| !is_found(journal)).map_err(Into::into))
        });
        saved.end()?;
        let mut run = run?;
        if let (Some(found), true) = (&found, journal.is_answered()) {
            found.note(&journal)?;
        } else if let (Some(reason), true) = (&mut run.reason, is_found(&journal)) {
            reason.message = OTHER_FOUND.into();
        }
        if let Some(saving) = &mut saving {
            saving.save(&journal)?;
        }
        drop(at_work);
        let file = file.map(Path::to_owned);
        Ok(Worked { question, journal, run, earlier, file })
    }
}

/// The file in which a part says that it has found a set, for the parts that share its folder. It is the
/// journal of that part: so its set is checked as that of any part, and `merge` reads it.
struct Found {
    path: PathBuf,
    /// Whether the file is not of this run, or of the same part, which is done again.
    is_foreign: Cell<bool>,
}

impl Found {
    fn new<U: Units>(folder: &Path, journal: &Journal<U>) -> Self {
        let path = folder.join(format!("{:08x}.found", journal.digest()));
        Self { path, is_foreign: Cell::new(false) }
    }

    /// Whether another part has found a set. A file that does not say so is named, and ignored.
    fn ends<Q: Parted>(&self, journal: &Journal<Q::Work>) -> bool {
        if self.is_foreign.get() || journal.is_answered() || !self.path.exists() {
            return false;
        }
        let read = || -> Result<_, Error> {
            let (_, other) = Sealed::read(&self.path)?.open::<Q>()?;
            Ok(if other.difference(journal).is_some() || !other.is_answered() {
                Some("it is of another run")
            } else {
                (other.part() == journal.part()).then_some("it is of an earlier run of this part")
            })
        };
        let fault = match read() {
            Ok(None) => return true,
            Ok(Some(fault)) => fault.into(),
            Err(error) => error.to_string(),
        };
        say!("{}: {fault}: it is ignored", self.path.display());
        self.is_foreign.set(true);
        false
    }

    /// Tells the other parts that this one has found a set, unless one has said so.
    fn note<U: Units>(&self, journal: &Journal<U>) -> Result<()> {
        if !self.path.exists() {
            atomic::replace(&self.path, journal.text().as_bytes())?;
        }
        Ok(())
    }
}

/// An estimate of the time of a question: its request, and how it is printed.
pub(crate) struct Estimating {
    request: Estimate,
    format: Format,
}

impl Parts {
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
        let request = Estimate { question: question.into(), part, timeout };
        Ok(Some(Estimating { request, format }))
    }
}

impl Estimating {
    /// Estimates the time, and prints it.
    pub(crate) fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let answer = ask(&self.request)?;
        if self.format == Format::Json {
            printer.answer::<Estimate>(&answer)?;
            return Ok(Outcome::Yes);
        }
        let Estimated { seconds: mean, low, high, units, tried } = answer;
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
        printer.line(format!("{time} ({tried} {units} units tried)"))?;
        Ok(Outcome::Yes)
    }
}

/// The error of an output that holds something else.
fn not_overwritten(error: Error) -> anyhow::Error {
    match error.code {
        Code::OtherRun | Code::NotAPart => anyhow!("{error}: {REMEDY}"),
        _ => error.into(),
    }
}

/// Checks that a journal can be written to a file without loss: what the file holds, if it exists, must be of the
/// same run, and have no units that the journal lacks. `planned` are the units that it will have.
pub(crate) fn check_output<Q: Parted>(
    journal: &Journal<Q::Work>,
    planned: Option<&Range<u64>>,
    path: &Path,
    overwrite: Overwrite,
) -> Result<()> {
    const KEPT: &str = "it is not overwritten";
    atomic::check(path)?;
    if overwrite.force || !path.exists() {
        return Ok(());
    }
    let kept =
        |error: Error| Error { message: format!("{}: {KEPT}: {error}", path.display()), ..error };
    let (_, there) = Sealed::read(path)
        .and_then(|text| text.open::<Q>())
        .map_err(|error| not_overwritten(kept(error)))?;
    let refusal = |why: String| {
        let error = Error::new(Code::OtherRun, format!("{KEPT}: {why}")).of(path);
        Err(not_overwritten(error))
    };
    if let Some((there, here)) = there.difference(journal) {
        return refusal(format!("it holds another run: {there}, not {here}"));
    }
    if !journal.covers(&there, planned) {
        return refusal("it holds units that would be lost".into());
    }
    Ok(())
}

/// Prints the answer of a search: a sentence, if an answer is known, and some lines.
pub(crate) fn print_search<Q: AboutBoard>(
    question: &Q,
    answer: &Q::Answer,
    Manner { look, lines }: Manner,
    printer: &mut Printer,
) -> Result<()>
where
    Q::Answer: Row,
{
    let mut question = question.clone();
    let named = question.board().board()?;
    if look.format == Format::Csv {
        return printer.table(&columns(named.board.deck()), answer.sets().0);
    }
    let printed = show_sets::<Q>(&named, look, answer, answer.sets(), false, printer, |printer| {
        if answer.reason().is_none() {
            printer.line(answer.sentence())?;
        }
        printer.lines(lines)
    });
    printed.map(drop)
}

/// Which part of the work to do, where it is written, and by how many threads.
#[derive(Debug, Default, Args)]
pub(crate) struct Shared {
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

impl Shared {
    /// Whether a part, or a file of what is counted, is asked for.
    pub(crate) fn are_asked(&self) -> bool {
        self.output.is_some() || self.parts.are_asked()
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

    /// As [`Parts::run`].
    pub(crate) fn run<Q: Printed>(
        &self,
        question: &Q,
        timeout: Option<Seconds>,
        format: Format,
        printer: &mut Printer,
        answered: impl FnOnce(&Q::Answer) -> Result<()>,
    ) -> Result<Outcome> {
        let output = self.output.as_deref().map(|path| (path, self.overwrite));
        let means = PartMeans { output, threads: self.threads, timeout };
        self.parts.run(question, means, format.into(), printer, answered)
    }
}
