//! `tercet photo`: the cards on photographs of the table, and their sets.

mod ahead;
mod board;
mod output;
mod question;
mod source;
mod text;

use std::io;
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};
use output::Outputs;
use serde::Serialize;
use tercet::notation::Notation;
use tercet_app::{Answered, Code, Entry, Error, Photo as Question, Photographed};
use tercet_vision::annotate;

use crate::arguments::{Format, Look, at_least_one, threads};
use crate::command::Command;
use crate::new_file::Overwrite;
use crate::outcome::Outcome;
use crate::output::Printer;
use crate::progress::Progress;
use crate::remedy;
use crate::work::Interrupt;

const READ: &str = "\
Reads the classic deck (81 cards) from JPEG, PNG and WebP files. A card is doubtful if its reading is \
not certain, or if something else is odd: a reflection, an edge that cuts it off, the same card twice. \
'no set' is only said of a board without doubts. On a terminal you are asked about each doubtful card, \
and, where cards may be missing even so, whether these are all.

A board file (--board) has a comment above each row with doubtful cards. Correct the cards, and give \
it to any command with --input.";

/// Read the cards on a photograph of the table.
#[derive(Debug, Args)]
#[command(after_long_help = READ)]
pub(crate) struct Photo {
    /// The photographs; '-' is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Draw the cards and sets on the photograph, as a PNG file; '-' is standard output
    #[arg(long, value_name = "OUT", value_parser = png())]
    pub(crate) annotate: Option<PathBuf>,

    /// Write a board file, or with --board alone print it
    #[arg(
        long,
        value_name = "OUT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "-"
    )]
    pub(crate) board: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    /// How many photographs are read at a time [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) look: Look,
}

/// The name of a PNG file.
fn png() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        let is_png = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
        if is_png || path.as_os_str() == "-" {
            Ok(path)
        } else {
            Err("it takes the name of a file that ends with .png")
        }
    })
}

impl Command for Photo {
    const EXAMPLES: &[&str] = &[
        "tercet photo table.jpg",
        "tercet photo table.jpg --annotate sets.png",
        "tercet photo table.jpg --board=table.txt",
    ];
    const STATUS: &str = "Exit status: 0 a set was found, 1 no set, 2 invalid input or failure, 3 no set among \
                      doubtful cards. Of several photographs, the highest counts.";

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        // A photograph takes a moment: Ctrl-C ends the process at any time.
        Interrupt::listen()?.end_work();
        let mut outputs = Outputs::new(self)?;
        let several = self.files.len() > 1;
        if self.look.format == Format::Csv {
            printer.csv([
                "file",
                "row",
                "column",
                "card",
                "confidence",
                "sure",
                "doubts",
                "alternatives",
            ])?;
        }
        let (mut outcomes, mut failed) = (Vec::new(), 0);
        let progress = Progress::start("reading photographs".into());
        let (shown, of) = (progress.shown(), Some(self.files.len() as u64));
        // The line would interfere with questions.
        let mut progress = Some(progress);
        let mut done = 0;
        ahead::each(&self.files, threads(self.threads), &mut |file, read| {
            done += 1;
            shown.show(&tercet_app::Progress { what: "photographs".into(), done, of });
            if is_conversation(file) {
                progress = None;
            }
            match read.and_then(|read| photo(self, file, read, &mut outputs, printer)) {
                Ok(outcome) => outcomes.push(outcome),
                // The other photographs are still read.
                Err(error) if several => {
                    tell(self.look.format, file, &error, printer)?;
                    failed += 1;
                }
                Err(error) => return Err(error),
            }
            Ok(())
        })?;
        drop(progress);
        outputs.finish(printer)?;
        printer.finish()?;
        if failed > 0 {
            bail!("{failed} of {} photographs could not be read", self.files.len());
        }
        Ok(most_telling(&outcomes))
    }
}

/// The outcome for several photographs: doubt if one is doubtful, else no if one has no set.
fn most_telling(outcomes: &[Outcome]) -> Outcome {
    let first = [Outcome::Stopped, Outcome::No].into_iter().find(|it| outcomes.contains(it));
    first.unwrap_or(Outcome::Yes)
}

/// Reports that one of several photographs could not be read, as a line of JSON or as a message.
fn tell(format: Format, file: &Path, error: &anyhow::Error, printer: &mut Printer) -> Result<()> {
    if format == Format::Json {
        let known = error.downcast_ref::<Error>().cloned();
        let error = known.unwrap_or_else(|| Error::new(Code::File, format!("{error:#}")));
        let file = &*file.to_string_lossy();
        return printer.json(&Failed { schema: tercet_app::lines::ERROR, file, error: &error });
    }
    printer.finish()?;
    remedy::tell(error);
    Ok(())
}

/// Prints what a photograph shows.
fn photo(
    arguments: &Photo,
    file: &Path,
    (name, photograph, mut reading): ahead::Read,
    outputs: &mut Outputs,
    printer: &mut Printer,
) -> Result<Outcome> {
    let (look, notation) = (arguments.look, arguments.look.notation.unwrap_or(Notation::Classic));
    let heading = (arguments.files.len() > 1).then_some(&*name);
    let speaks = look.format == Format::Text && !outputs.take_standard();
    if speaks && is_conversation(file) && !reading.is_sure() {
        printer.line(text::table(heading, &reading, notation).trim_end())?;
        printer.finish()?;
        question::correct(&mut reading, io::stdin().lock(), &mut |line| {
            printer.line(line)?;
            printer.finish()
        })?;
    }
    let answer = Photographed::of(&reading, look.notation);
    let sets = Photographed::sets_of(&reading);
    if let Some(png) = outputs.annotated() {
        png.write(&annotate(&photograph, &reading, &sets).to_png(), printer)?;
    }
    let unique = outputs.name(&name);
    outputs.add_board(&name, unique.as_deref(), &reading, notation);
    match look.format {
        Format::Text if !speaks => {}
        Format::Text => {
            printer.line(text::report(heading, &reading, &sets, notation).trim_end())?;
        }
        Format::Json => match heading {
            Some(file) => {
                printer.json(&Line { schema: Question::SCHEMA, file, answer: &answer })?;
            }
            None => printer.answer::<Question>(&answer)?,
        },
        Format::Csv => csv(&name, &answer, printer)?,
    }
    Ok(answer.status())
}

/// Whether standard input and output are a terminal, so that questions can be asked.
fn is_conversation(file: &Path) -> bool {
    file != Path::new("-") && io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// An answer about one of several files.
#[derive(Serialize)]
struct Line<'a> {
    schema: &'static str,
    file: &'a str,
    #[serde(flatten)]
    answer: &'a Photographed,
}

/// The failure of one of several files.
#[derive(Serialize)]
struct Failed<'a> {
    schema: &'static str,
    file: &'a str,
    #[serde(flatten)]
    error: &'a Error,
}

fn csv(file: &str, answer: &Photographed, printer: &mut Printer) -> Result<()> {
    for card in &answer.cards {
        let doubts: Vec<&str> = card.doubts.iter().map(|doubt| doubt.name()).collect();
        let alternatives: Vec<&str> = card.alternatives.iter().map(|other| &*other.card).collect();
        printer.csv([
            file,
            &(card.row + 1).to_string(),
            &(card.column + 1).to_string(),
            &card.card,
            &card.confidence.to_string(),
            if card.sure { "yes" } else { "no" },
            &doubts.join(" "),
            &alternatives.join(" "),
        ])?;
    }
    // A place that could not be read has neither a row on the table nor a code.
    for unread in &answer.unread {
        printer.csv([file, "", "", "", "", "no", unread.doubt.name(), ""])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_photographs_the_most_telling_status_counts() {
        use Outcome::{No, Stopped, Yes};
        assert_eq!(most_telling(&[Yes, No, Stopped, Yes]), Stopped);
        assert_eq!(most_telling(&[Yes, No]), No);
        assert_eq!(most_telling(&[Yes, Yes]), Yes);
    }
}
