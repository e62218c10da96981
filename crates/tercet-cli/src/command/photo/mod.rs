//! `tercet photo`: the cards on photographs of the table, and their sets.

mod text;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use serde_json::json;
use tercet::Card;
use tercet::data::csv;
use tercet::notation::Notation;
use tercet_app::run::pool::{Pool, in_order};
use tercet_app::{
    Answered, Bytes, Code, Entry, Error, Head, Photo as Request, Photographed, Seconds, Session,
};
use tercet_vision::{Photograph, Reading, annotate};

use crate::arguments::at_least_one;
use crate::choice::file_of;
use crate::new_file::{Output, Overwrite, read_once};
use crate::prelude::*;
use crate::progress::Progress;
use crate::work::Interrupt;
use crate::{input, quantity, remedy};

/// Read the cards on a photograph of the table.
///
/// Reads the classic deck (81 cards) from JPEG, PNG and WebP files. A card is doubtful if its
/// reading is not certain, or if something else is odd: a reflection, an edge that cuts it off, the
/// same card twice. Tercet says "no set" only if no card is uncertain. Below a board with doubtful
/// cards stands the command that answers for it: correct the cards there.
///
/// A hint (--hint) is for those who still play: it says only whether there is a set. --hint=1 shows
/// one of its cards, --hint=2 two, and --hint=3 the whole set.
///
/// A board file (--output) has a comment above each row with doubtful cards. Correct the cards, and
/// give it to any command with --input.
///
/// Exit status: 0 a set was found, 1 no set, 2 invalid input or failure, 3 no set among doubtful
/// cards, or stopped by a limit. Of several photographs, the highest counts.
///
/// Examples:
/// `tercet photo table.jpg`
/// `tercet photo table.jpg --hint=1`
/// `tercet photo table.jpg --annotate sets.png`
/// `tercet photo table.jpg -o table.txt`
#[derive(Debug, Args)]
pub(crate) struct Photo {
    /// The photographs; '-' is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Show no sets: only whether there is one, or N cards of one
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "0", conflicts_with = "annotate", value_parser = quantity::number::<usize>)]
    pub(crate) hint: Option<usize>,

    /// Draw the cards and sets on the photograph, as a PNG file; '-' is standard output
    #[arg(long, value_name = "FILE", value_parser = file_of(&["png", "-"]))]
    pub(crate) annotate: Option<PathBuf>,

    /// Write a board file; '-' prints it instead of the answer
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    /// How many photographs are read at a time [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// Time limit for each photograph, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) timeout: Option<Seconds>,

    #[command(flatten)]
    pub(crate) look: Look,
}

impl Command for Photo {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        // A photograph takes a moment: Ctrl-C ends the process at any time.
        Interrupt::listen()?.end_work();
        let mut outputs = Outputs::new(self)?;
        if self.look.format == Format::Csv {
            printer.table(COLUMNS, [(); 0])?;
        }
        let (mut outcomes, mut failed, mut ended) = (Vec::new(), 0, Ok(()));
        let progress = Progress::start("reading photographs".into());
        let (shown, of) = (progress.shown(), Some(self.files.len() as u64));
        let session = Session::new();
        let files = NonZeroUsize::new(self.files.len()).unwrap_or(NonZeroUsize::MIN);
        let threads = session.threads(self.threads).min(files);
        let pool =
            Pool { threads, session: &session, is_full: &|ahead| ahead >= 2 * threads.get() };
        let mut numbers = 0..self.files.len();
        let see = || |number: usize| (number, self.read(&self.files[number], &session));
        in_order(&pool, &mut || numbers.next(), &see, &mut |(number, answered)| {
            let (file, done) = (&self.files[number], number as u64 + 1);
            shown.show(&tercet_app::Progress { what: "photographs".into(), done, of });
            let printed = answered.and_then(|(name, answer, seen)| {
                self.print(&name, &answer, &seen, &mut outputs, printer)
            });
            match printed {
                Ok(outcome) => outcomes.push(outcome),
                // The other photographs are still read.
                Err(error) if self.files.len() > 1 => {
                    ended = tell(self.look.format, file, &error, printer);
                    let known = error.downcast_ref::<Error>();
                    if known.is_some_and(|error| error.code.is_stop()) {
                        outcomes.push(Outcome::Stopped);
                    } else {
                        failed += 1;
                    }
                }
                Err(error) => ended = Err(error),
            }
            if ended.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        ended?;
        drop(progress);
        if let Some(board) = &outputs.board {
            board.write(outputs.boards.as_bytes(), printer)?;
        }
        printer.finish()?;
        if failed > 0 {
            bail!("{failed} of {} photographs could not be read", self.files.len());
        }
        // Doubt if one is doubtful, otherwise no if one has no set.
        let first = [Outcome::Stopped, Outcome::No].into_iter().find(|it| outcomes.contains(it));
        Ok(first.unwrap_or(Outcome::Yes))
    }
}

impl Photo {
    /// Reads a file, or standard input for '-'. Returns its name, the answer about it, and what was seen.
    fn read(
        &self,
        file: &Path,
        session: &Session,
    ) -> Result<(String, Photographed, (Photograph, Reading))> {
        let watch = session.stopwatch();
        let (name, input) = input::open(file, input::patience(self.timeout))?;
        let bytes = input::bytes(&name, input, input::MOST_BYTES, false)?;
        let (picture, notation) = (Some(Bytes(bytes)), self.look.notation);
        let (hint, timeout) = (self.hint, self.timeout);
        let question = Request { picture, notation, hint, timeout, ..Request::default() };
        let limit = session.clone().after(watch.elapsed().0).limit(self.timeout);
        let asked = limit.clone();
        // The decoder of WebP checks no limit.
        let seen = input::within(&limit, move || {
            let photograph = question.photograph(&asked)?;
            question.read(&photograph, &asked).map(|(reading, it)| (it, (photograph, reading)))
        });
        // The file is named in place of the field of the request.
        let unnamed = |mut error: Error| {
            error.data.remove("field");
            error
        };
        let (answer, seen) =
            seen.and_then(|seen| Ok(seen.map_err(unnamed)?)).context(name.clone())?;
        Ok((name, answer, seen))
    }

    /// Prints what a photograph shows.
    fn print(
        &self,
        name: &str,
        answer: &Photographed,
        (photograph, reading): &(Photograph, Reading),
        outputs: &mut Outputs,
        printer: &mut Printer,
    ) -> Result<Outcome> {
        let (format, notation) = (self.look.format, self.look.notation);
        let written = notation.unwrap_or(Notation::Classic);
        let heading = (self.files.len() > 1).then_some(name);
        let found = Found::of(reading, self.hint);
        if let Some(png) = &outputs.annotated {
            png.write(&annotate(photograph, reading, &found.sets).to_png(), printer)?;
        }
        outputs.add_board(name, heading.is_some(), reading, written);
        match format {
            Format::Text if outputs.are_printed => {}
            Format::Text => {
                printer.line(text::report(heading, reading, &found, written).trim_end())?;
            }
            Format::Json => {
                let mut line = Vec::new();
                Request::write(answer, Head { file: heading, id: None }, &mut line);
                line.push(b'\n');
                printer.raw(&line)?;
            }
            Format::Csv => rows(name, answer, printer)?,
        }
        Ok(answer.status())
    }
}

/// What is shown of the sets on a photograph.
struct Found {
    sets: Vec<[Card; 3]>,
    /// The cards of a hint, which is shown in place of the sets.
    hint: Option<Vec<Card>>,
}

impl Found {
    fn of(reading: &Reading, stage: Option<usize>) -> Self {
        let sets = Photographed::sets_of(reading);
        let hint = stage.map(|stage| Photographed::hint_of(&sets, stage));
        Self { sets, hint }
    }
}

/// The files that are written besides the answer.
struct Outputs {
    annotated: Option<Output>,
    board: Option<Output>,
    /// Whether one of them is printed in place of the answer.
    are_printed: bool,
    boards: String,
    /// The names of the boards.
    names: BTreeSet<String>,
}

impl Outputs {
    fn new(photo: &Photo) -> Result<Self> {
        let Photo { files, hint, annotate, output, overwrite, look, .. } = photo;
        if hint.is_some() && look.format == Format::Csv {
            bail!("the rows of CSV are cards, with and without a hint: leave out --hint");
        }
        if annotate.is_some() && files.len() > 1 {
            bail!("--annotate takes one photograph, not {}", files.len());
        }
        read_once(files)?;
        let open = |path: &Option<PathBuf>, others: &[PathBuf]| {
            path.as_ref().map(|path| Output::new(path, *overwrite, others)).transpose()
        };
        let others = &[&files[..], annotate.as_slice()].concat();
        let outputs = [open(annotate, files)?, open(output, others)?];
        let printed = outputs.iter().flatten().filter(|output| output.is_standard()).count();
        if printed > 1 {
            bail!("--annotate and --output both print to standard output: name a file for one");
        }
        if printed > 0 && look.format != Format::Text {
            bail!(
                "--annotate - and --output - print instead of the answer: leave out --format, or name a file"
            );
        }
        let ([annotated, board], are_printed) = (outputs, printed > 0);
        Ok(Self { annotated, board, are_printed, boards: text::deck(), names: BTreeSet::new() })
    }

    /// Adds the board of a file. A name that another board has gets a number.
    fn add_board(&mut self, file: &str, is_named: bool, reading: &Reading, notation: Notation) {
        let name = text::board_name(file);
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        let free = names.find(|name| self.names.insert(name.clone()));
        let name = free.expect("there is always a next number");
        self.boards += &text::board(&name, is_named, reading, notation);
    }
}

/// Reports that one of several photographs could not be read, as a line of JSON or as a message.
fn tell(format: Format, file: &Path, error: &anyhow::Error, printer: &mut Printer) -> Result<()> {
    if format == Format::Json {
        let known = error.downcast_ref::<Error>().cloned();
        let error = known.unwrap_or_else(|| Error::new(Code::File, format!("{error:#}")));
        let (name, mut line) = (file.to_string_lossy(), Vec::new());
        error.write(Head { file: Some(&name), id: None }, &mut line);
        line.push(b'\n');
        return printer.raw(&line);
    }
    printer.finish()?;
    remedy::tell(error);
    Ok(())
}

const COLUMNS: &str = "file=0 | row=1/0 | column=1/1 | 2/card | 2/confidence | 2/sure | 2/doubts | \
                       alternatives=3";

/// Prints a row for each card.
fn rows(file: &str, answer: &Photographed, printer: &mut Printer) -> Result<()> {
    for card in &answer.cards {
        let alternatives: Vec<&str> = card.alternatives.iter().map(|other| &*other.card).collect();
        let row = json!([file, [card.row + 1, card.column + 1], card, alternatives]);
        printer.csv(csv::cells(COLUMNS, &row)?)?;
    }
    // A place that could not be read has neither a row on the table nor a code.
    let unread = answer.unread.iter().map(|unread| unread.doubt.name());
    unread.into_iter().try_for_each(|doubt| printer.csv([file, "", "", "", "", "no", doubt, ""]))
}
