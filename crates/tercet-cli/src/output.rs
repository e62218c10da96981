//! Streams and colour, which are decided here alone, and the forms that commands share.

use std::env;
use std::fmt::{self, Display};
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anstyle::Style;
use anyhow::{Result, anyhow};
use clap::{Args, ValueEnum};
use serde::Serialize;
use tercet::Deck;
use tercet::data::csv;
use tercet::deck::Unsupported;
use tercet::file::{NamedBoard, lines_of};
use tercet::notation::Notation;
use tercet_app::{Answered, AnsweredBy, Head, Question, Reason, Remembered};
use terminal_size::{Width, terminal_size};

use crate::choice::named;
use crate::outcome::Outcome;
use crate::quantity;

pub(crate) const BOLD: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().dimmed();

/// How the answer looks.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Look {
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    /// Notation of cards [default: classic below pictures, else the shortest that fits the deck]
    #[arg(long, value_name = "NOTATION", value_parser = named(Notation::ALL))]
    pub(crate) notation: Option<Notation>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Format {
    Text,
    Json,
    Csv,
}

impl From<Format> for Look {
    fn from(format: Format) -> Self {
        Self { format, notation: None }
    }
}

/// Standard output. If the reader closes it, that is not a failure: nothing more is printed, and
/// the exit status still gives the answer.
pub(crate) struct Printer {
    out: BufWriter<AutoStream<StdoutLock<'static>>>,
    is_closed: bool,
}

impl Printer {
    pub(crate) fn new(color: clap::ColorChoice) -> Self {
        let choice = match color {
            clap::ColorChoice::Auto => ColorChoice::Auto,
            clap::ColorChoice::Always => ColorChoice::AlwaysAnsi,
            clap::ColorChoice::Never => ColorChoice::Never,
        };
        let out = BufWriter::new(AutoStream::new(io::stdout().lock(), choice));
        Self { out, is_closed: false }
    }

    /// Whether text has colours.
    pub(crate) fn is_coloured(&self) -> bool {
        self.out.get_ref().current_choice() != ColorChoice::Never
    }

    /// Whether the reader has closed standard output, so that more work for it is pointless.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed
    }

    fn write(
        &mut self,
        write: impl FnOnce(&mut BufWriter<AutoStream<StdoutLock<'static>>>) -> io::Result<()>,
    ) -> Result<()> {
        if self.is_closed {
            return Ok(());
        }
        match write(&mut self.out) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(())
            }
            ended => ended.map_err(|error| anyhow!(cannot_print(&error))),
        }
    }

    /// Prints formatted text, for `write!` and `writeln!`.
    pub(crate) fn write_fmt(&mut self, text: fmt::Arguments<'_>) -> Result<()> {
        self.write(|out| out.write_fmt(text))
    }

    /// Prints a line.
    pub(crate) fn line(&mut self, line: impl Display) -> Result<()> {
        writeln!(self, "{line}")
    }

    /// Prints text on lines that the terminal does not break.
    pub(crate) fn paragraph(&mut self, text: &str) -> Result<()> {
        self.lines(wrapped(text, 0, width()))
    }

    /// Prints lines.
    pub(crate) fn lines(&mut self, lines: Vec<String>) -> Result<()> {
        lines.into_iter().try_for_each(|line| self.line(line))
    }

    /// Prints an answer as JSON, under the name of its schema.
    pub(crate) fn answer<Q: Question>(&mut self, answer: &Q::Answer) -> Result<()> {
        self.raw(&json_of::<Q>(answer))
    }

    /// Prints a row of comma-separated values.
    pub(crate) fn csv<T: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = T>) -> Result<()> {
        self.line(csv::row(cells))
    }

    /// Prints a table of comma-separated values with these columns of the rows.
    pub(crate) fn table(
        &mut self,
        columns: &str,
        rows: impl IntoIterator<Item = impl Serialize>,
    ) -> Result<()> {
        self.csv(csv::headings(columns))?;
        rows.into_iter().try_for_each(|row| self.csv(csv::cells(columns, &row)?))
    }

    /// Prints an answer as text, as JSON, or as a table with these columns of the rows.
    pub(crate) fn show<Q: Question>(
        &mut self,
        format: Format,
        answer: &Q::Answer,
        columns: &str,
        rows: impl IntoIterator<Item = impl Serialize>,
        text: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<Outcome> {
        match format {
            Format::Text => text(self)?,
            Format::Json => self.answer::<Q>(answer)?,
            Format::Csv => self.table(columns, rows)?,
        }
        say_why(format, answer.reason());
        Ok(answer.status())
    }

    /// Prints text unchanged.
    pub(crate) fn raw(&mut self, text: &[u8]) -> Result<()> {
        self.write(|out| out.write_all(text))
    }

    /// Flushes the output, then prints directly to standard output.
    pub(crate) fn send(&mut self, print: impl FnOnce() -> io::Result<()>) -> Result<()> {
        self.write(|out| {
            out.flush()?;
            print()
        })
    }

    /// Prints bytes that may not be text, without looking for colour codes in them.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<()> {
        self.send(|| io::stdout().write_all(bytes))
    }

    /// Flushes the output.
    pub(crate) fn finish(&mut self) -> Result<()> {
        self.write(Write::flush)
    }
}

/// Says why the work ended without an answer, if the format has no place for it.
pub(crate) fn say_why(format: Format, reason: Option<&Reason>) {
    if format == Format::Csv {
        say_stopped(reason);
    }
}

/// Says why the work ended without an answer.
pub(crate) fn say_stopped(reason: Option<&Reason>) {
    if let Some(reason) = reason {
        say!("stopped: {}", reason.message);
    }
}

/// Reports the solvers that failed; the method continued without them.
pub(crate) fn say_failures(method: &AnsweredBy) {
    let asked = method.chosen_by.as_ref().unwrap_or(&method.method);
    for failure in &method.failures {
        say!("{failure}; {asked} continued without it");
    }
}

/// An answer as a line of JSON, under the name of its schema.
pub(crate) fn json_of<Q: Question>(answer: &Q::Answer) -> Vec<u8> {
    let mut text = Vec::new();
    Q::write(answer, Head::default(), &mut text);
    text.push(b'\n');
    text
}

/// The error if standard output cannot be written to.
pub(crate) fn cannot_print(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::StorageFull => "standard output: it is full: free some space".into(),
        _ => format!("standard output: cannot write to it: {error}"),
    }
}

/// The notation of an answer: the requested one, or by default the shortest that fits.
pub(crate) fn notation(look: Look, deck: Deck) -> Result<Notation, Unsupported> {
    look.notation.unwrap_or(Notation::for_deck(deck)).suited_to(deck)
}

/// The notation of an answer in its format: for people the one asked for, else the code on the pictures of
/// (3,4), else the shortest that fits.
pub(crate) fn notation_shown(look: Look, deck: Deck) -> Result<Notation, Unsupported> {
    match (look, Notation::Classic.suited_to(deck)) {
        (Look { format: Format::Text, notation: None }, Ok(classic)) => Ok(classic),
        _ => notation(look, deck),
    }
}

/// The notation that is asked of an answer about a board: none if its cards are written as they are there.
pub(crate) fn notation_asked(
    named: &NamedBoard,
    look: Look,
) -> Result<Option<Notation>, Unsupported> {
    let shown = notation_shown(look, named.board.deck())?;
    Ok(Some(shown).filter(|_| named.spelling.is_none() || look.notation.is_some()))
}

/// The width in columns of text for people on standard output: that of the terminal, else that of
/// the environment variable `COLUMNS`. A file or a pipe without it has no width, and lines are not
/// broken.
pub(crate) fn width() -> usize {
    if io::stdout().is_terminal() {
        return terminal_width();
    }
    let named = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    named.filter(|&columns| columns > 0).unwrap_or(usize::MAX)
}

/// The width in columns of a block of cards: that of the text, or 80 if the text has none.
pub(crate) fn block_width() -> usize {
    Some(width()).filter(|width| *width < usize::MAX).unwrap_or(WIDTH)
}

/// The width in columns of the terminal of standard output, otherwise of standard error, or 80.
pub(crate) fn terminal_width() -> usize {
    terminal_size().map_or(WIDTH, |(Width(width), _)| width.into())
}

/// The words of a text on lines of at most this width, each after an indent. A word that is wider
/// has a line of its own.
pub(crate) fn wrapped(text: &str, indent: usize, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!("{:indent$}{word}", "")),
        }
    }
    lines
}

/// Lines in a style.
pub(crate) fn styled(style: Style, lines: Vec<String>) -> Vec<String> {
    lines.into_iter().map(|line| format!("{style}{line}{style:#}")).collect()
}

/// The columns that a row may take where there is no terminal.
pub(crate) const WIDTH: usize = 80;

/// Prints cards as a board file, under a comment of one line or more.
pub(crate) fn board_file(
    deck: Deck,
    comment: &str,
    cards: &[String],
    printer: &mut Printer,
) -> Result<()> {
    for line in comment.lines() {
        writeln!(printer, "# {line}")?;
    }
    writeln!(printer, "deck {} {}", deck.values(), deck.properties())?;
    printer.raw(lines_of(cards).as_bytes())
}

/// A count with its noun: `1 set`, `12 sets`, `2 classes`, `3 symmetries`.
pub(crate) fn counted(count: impl Display, noun: &str) -> String {
    let count = count.to_string();
    match (&*count, noun.strip_suffix('y')) {
        ("1", _) => format!("1 {noun}"),
        (_, Some(begin)) => format!("{count} {begin}ies"),
        _ if noun.ends_with('s') => format!("{count} {noun}es"),
        _ => format!("{count} {noun}s"),
    }
}

/// A time with three digits and its unit.
pub(crate) fn duration(time: Duration) -> String {
    tercet_plot::words::time(time.as_secs_f64())
}

/// A sentence with the details of its answer, the last of which is the time. A time under a
/// millisecond is left out: it is that of a first answer, which takes many times as long as the next.
pub(crate) fn timed(sentence: impl Display, how: impl Display, time: Duration) -> String {
    let time = (time >= Duration::from_millis(1)).then(|| duration(time));
    let how = Some(how.to_string()).filter(|how| !how.is_empty());
    match how.into_iter().chain(time).collect::<Vec<_>>().join(", ") {
        details if details.is_empty() => sentence.to_string(),
        details => format!("{sentence} ({details})"),
    }
}

/// The memory of a method, in words.
pub(crate) fn remembered(Remembered { partial_sets, bytes }: &Remembered) -> String {
    let partial_sets = counted(partial_sets, "partial set");
    format!("{partial_sets} remembered, in {}", quantity::shown(*bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_broken_at_spaces() {
        let text = "no line is wider than that, but for an extraordinarily-long word";
        for width in [1, 7, 12, 27, 60, 80] {
            let lines = wrapped(text, 0, width);
            assert_eq!(lines.join(" "), text);
            for (line, next) in lines.iter().zip(lines.iter().skip(1)) {
                assert!(line.len() <= width || !line.contains(' '), "{width}: {line}");
                let word = next.split(' ').next().unwrap();
                assert!(line.len() + 1 + word.len() > width, "{width}: {line}|{next}");
            }
        }
        assert_eq!(wrapped("", 0, 10), [""]);
    }
}
