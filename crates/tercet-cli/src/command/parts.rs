//! Work in parts: `--part`, `--checkpoint` and `--together` of all commands whose question has units.
//!
//! A question joins by saying how its answer is printed ([`Printed`]), and by a row in the table of
//! `merge`. Its command calls [`Parts::run`] if a part is asked for.

use std::fs;

use tercet_app::parts::{Part, Parted, Partial, Run, Saving, Sum, Tasked, Units, Yield};

use super::merge::Merge;
use crate::command::prelude::*;
use crate::new_file::REMEDY;

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

    /// Only estimate the time; 'tercet estimate' adds it
    #[arg(long, hide = true)]
    pub(crate) estimate: bool,
}

/// A question whose parts a command asks.
pub(crate) trait Printed: Parted {
    /// Whether a part that has found a set ends the others, which is what `--together` is for.
    const ENDS_WITH_A_SET: bool = false;

    /// Prints an answer.
    fn print(&self, answer: &Self::Answer, manner: Manner, printer: &mut Printer) -> Result<()>;

    /// How the work was done, unless it was stopped.
    fn history(worked: &Worked<Self>, _: &Self::Answer) -> Option<String> {
        worked.run.reason.is_none().then(|| worked.summary())
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
    partial: Partial<Q>,
    run: Run,
    /// What was done in earlier runs.
    pub(crate) earlier: Yield<Q>,
    /// The file that holds it all.
    file: Option<PathBuf>,
}

impl<Q: Parted> Worked<Q> {
    /// How much was done: `40 of 100 games`.
    fn done(&self) -> String {
        let count = |units| self.partial.work().count(units);
        let done: u64 = self.partial.done().into_iter().map(count).sum();
        format!(
            "{} of {} {}",
            grouped(done),
            grouped(count(self.partial.range())),
            Q::Work::COUNTED
        )
    }

    /// How much was done, and by whom.
    fn summary(&self) -> String {
        let part = self.partial.part();
        let part = if part.is_whole() { String::new() } else { format!("{part}: ") };
        let time = duration(self.run.seconds.unwrap_or_default().0);
        let threads = counted(self.run.threads.unwrap_or(1) as u128, "thread");
        format!("{part}{} done, in {time} with {threads}", self.done())
    }

    /// The outcome of a part: the work was done, whatever it has found, or not. That of the whole is its
    /// answer's.
    fn outcome(&self, answer: &Q::Answer) -> Outcome {
        match (&self.run.reason, self.partial.part().is_whole()) {
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

/// How long units are tried by default.
const ESTIMATE: Seconds = Seconds(Duration::from_secs(10));

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
        self.part.is_some() || self.checkpoint.is_some() || self.estimate
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
        if self.estimate {
            return self.estimate(question, means, look.format, printer);
        }
        let output = means.output.map(|(path, _)| path);
        let is_printed = output == Some(Path::new("-"));
        if is_printed && look.format != Format::Text {
            bail!("--output - prints the counts: leave out --format, or name a file");
        }
        let worked = self.work(question, means)?;
        let answer = worked.partial.question().answer(&worked.partial, worked.run.clone())?;
        let end = worked.end();
        let written = match output {
            Some(_) if is_printed && end.is_none() => printer.raw(worked.partial.text().as_bytes()),
            Some(path) if end.is_none() && worked.file.as_deref() != Some(path) => {
                worked.partial.write(path).map(drop).map_err(Into::into)
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

    /// Estimates the time of a question.
    fn estimate<Q: Parted>(
        &self,
        question: &Q,
        means: PartMeans<'_>,
        format: Format,
        printer: &mut Printer,
    ) -> Result<Outcome> {
        if means.output.is_some() || self.checkpoint.is_some() || format == Format::Csv {
            bail!("an estimate is a line of text or JSON: leave out files and --format csv");
        }
        let time = means.timeout.unwrap_or(ESTIMATE);
        let expected = work(|session| -> Result<_, Error> {
            Partial::resume(question, self.part.unwrap_or_default(), None, session)?
                .expect(session, time)
        })?;
        let ([mean, low, high], [units, tried]) = (expected.seconds, expected.units);
        if format == Format::Json {
            let estimate = json!({ "schema": "tercet.estimate/1", "seconds": mean, "low": low,
                "high": high, "units": units, "tried": tried });
            printer.line(estimate)?;
            return Ok(Outcome::Yes);
        }
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

    /// Does the open units of a part, and saves them repeatedly: in the checkpoint, or else in the output of a
    /// part. Another output is only checked.
    fn work<Q: Parted>(&self, question: &Q, means: PartMeans<'_>) -> Result<Worked<Q>> {
        let PartMeans { output, threads, timeout } = means;
        if self.checkpoint.as_deref() == Some(Path::new("-")) {
            bail!("--checkpoint -: a checkpoint is read and written: name a file");
        }
        let output = output.filter(|(path, _)| *path != Path::new("-"));
        let (file, (saving, earlier)) = match (&self.checkpoint, output) {
            (Some(path), _) => {
                let (saving, earlier) = Saving::begin(path)?;
                (Some(&**path), (Some(saving), earlier))
            }
            (None, Some((path, Overwrite { force: true }))) if self.part.is_some() => {
                (Some(path), (Some(Saving::anew(path)?), None))
            }
            (None, Some((path, _))) if self.part.is_some() => {
                let (saving, earlier) = Saving::begin(path).map_err(not_overwritten)?;
                (Some(path), (Some(saving), earlier))
            }
            (None, _) => (None, (None, None)),
        };
        let (mut saving, part) = (saving, self.part.unwrap_or_default());
        let (at_work, session) = AtWork::begin()?;
        let partial = Partial::resume(question, part, earlier, &session);
        let mut partial = partial.map_err(|error| match file {
            Some(path) if error.code == Code::OtherRun && self.checkpoint.is_some() => {
                anyhow!("{}: {error}: give the same options, or name another file", path.display())
            }
            Some(path) if error.code == Code::OtherRun => not_overwritten(error.of(path)),
            _ => error.into(),
        })?;
        if let Some((path, overwrite)) = output.filter(|(path, _)| file != Some(path)) {
            check_output(&partial, path, overwrite)?;
        }
        let found = self.together.as_ref().map(|folder| {
            if !folder.is_dir() {
                bail!("{}: there is no such folder: create it", folder.display());
            }
            Ok(folder.join(format!("{:08x}.found", partial.digest())))
        });
        let found = found.transpose()?;
        let is_found = || found.as_ref().is_some_and(|found| found.exists());
        let (earlier, mut saved) = (partial.sum(), Written::new());
        let run = partial.run(&session, threads, timeout, &mut |partial, data| {
            let taken = saving.as_mut().map_or(Ok(()), |saving| saving.take(partial, data));
            saved.goes_on(taken.map(|()| !is_found()).map_err(Into::into))
        });
        saved.end()?;
        let mut run = run?;
        if let (Some(found), true) = (&found, partial.is_answered()) {
            fs::write(found, b"")
                .with_context(|| format!("{}: cannot write it", found.display()))?;
        } else if let (Some(reason), true) = (&mut run.reason, is_found()) {
            reason.message = OTHER_FOUND.into();
        }
        if let Some(saving) = &mut saving {
            saving.save(&partial)?;
        }
        drop(at_work);
        let file = file.map(Path::to_owned);
        Ok(Worked { partial, run, earlier, file })
    }
}

/// The error of an output that holds something else.
fn not_overwritten(error: Error) -> anyhow::Error {
    match error.code {
        Code::OtherRun | Code::NotAPart => anyhow!("{error}: {REMEDY}"),
        _ => error.into(),
    }
}

/// Checks that the units can be written to a file. A file with units of the same run is overwritten in any
/// case.
pub(crate) fn check_output<Q: Parted>(
    partial: &Partial<Q>,
    path: &Path,
    overwrite: Overwrite,
) -> Result<()> {
    if overwrite.force {
        return Ok(atomic::check(path)?);
    }
    partial.check_output(path).map_err(not_overwritten)
}

/// Prints the answer of a search: a sentence, if an answer is known, and some lines.
pub(crate) fn print_search<Q: Tasked>(
    question: &Q,
    answer: &Q::Answer,
    Manner { look, lines }: Manner,
    printer: &mut Printer,
) -> Result<()>
where
    Q::Answer: Row,
{
    let named = question.about().board()?;
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
