//! The one place that decides about streams and colour, and the forms that commands share.

use std::fmt::Display;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, Result};
use serde::{Serialize, Serializer};
use tercet::notation::{Notation, Unsuited};
use tercet::solver::Held;
use tercet::{Card, Deck};
use tercet_app::Question;

use crate::cli::{Color, Look};
use crate::size;

/// Standard output.
pub(crate) struct Printer {
    out: BufWriter<AutoStream<StdoutLock<'static>>>,
}

impl Printer {
    pub(crate) fn new(color: Color) -> Self {
        let choice = match color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::AlwaysAnsi,
            Color::Never => ColorChoice::Never,
        };
        Self { out: BufWriter::new(AutoStream::new(io::stdout().lock(), choice)) }
    }

    /// Prints a line.
    pub(crate) fn line(&mut self, line: impl Display) -> Result<()> {
        writeln!(self.out, "{line}").context(STDOUT)
    }

    /// Prints a JSON object on a line of its own.
    pub(crate) fn json(&mut self, object: &impl Serialize) -> Result<()> {
        serde_json::to_writer(&mut self.out, object).map_err(io::Error::from).context(STDOUT)?;
        self.line("")
    }

    /// Prints the answer to a question as JSON, under the name of its schema.
    pub(crate) fn answer<Q: Question>(&mut self, answer: &Q::Answer) -> Result<()> {
        #[derive(Serialize)]
        struct Tagged<'a, A> {
            schema: &'static str,
            #[serde(flatten)]
            answer: &'a A,
        }
        self.json(&Tagged { schema: Q::SCHEMA, answer })
    }

    /// Prints a row of comma-separated values (RFC 4180).
    pub(crate) fn csv<T: AsRef<str>>(&mut self, row: impl IntoIterator<Item = T>) -> Result<()> {
        let quoted = |field: T| {
            let field = field.as_ref();
            if field.contains([',', '"', '\n']) {
                format!("\"{}\"", field.replace('"', "\"\""))
            } else {
                field.to_owned()
            }
        };
        let row: Vec<String> = row.into_iter().map(quoted).collect();
        self.line(row.join(","))
    }

    /// Prints bytes as they are.
    pub(crate) fn raw(&mut self, bytes: &[u8]) -> Result<()> {
        self.out.write_all(bytes).context(STDOUT)
    }

    /// Sends out what was printed.
    pub(crate) fn finish(&mut self) -> Result<()> {
        self.out.flush().context(STDOUT)
    }
}

const STDOUT: &str = "standard output: cannot write to it";

/// The notation of an answer: the one asked for, else the shortest that fits.
pub(crate) fn notation(look: Look, deck: Deck) -> Result<Notation, Unsuited> {
    look.notation.unwrap_or(Notation::for_deck(deck)).suited_to(deck)
}

/// The notation of an answer for people: the one asked for, else the code on the pictures of (3,4),
/// else the shortest that fits.
pub(crate) fn notation_in_text(look: Look, deck: Deck) -> Result<Notation, Unsuited> {
    match (look.notation, Notation::Classic.suited_to(deck)) {
        (None, Ok(classic)) => Ok(classic),
        _ => notation(look, deck),
    }
}

/// The columns that a row of cards in a file may take.
const WIDTH: usize = 80;

/// Prints cards as a board file, under a comment of one line or more.
pub(crate) fn board_file(
    deck: Deck,
    comment: &str,
    cards: &[String],
    printer: &mut Printer,
) -> Result<()> {
    for line in comment.lines() {
        printer.line(format_args!("# {line}"))?;
    }
    printer.line(format_args!("deck {} {}", deck.values(), deck.properties()))?;
    let width = cards.iter().map(String::len).max().unwrap_or(0);
    for row in cards.chunks((WIDTH / (width + 1)).max(1)) {
        let row: Vec<String> = row.iter().map(|card| format!("{card:width$}")).collect();
        printer.line(row.join(" ").trim_end())?;
    }
    Ok(())
}

/// The deck in JSON.
#[derive(Serialize)]
pub(crate) struct DeckJson {
    values: usize,
    properties: usize,
}

impl From<Deck> for DeckJson {
    fn from(deck: Deck) -> Self {
        Self { values: deck.values(), properties: deck.properties() }
    }
}

/// Cards in JSON: each as text.
pub(crate) fn texts(deck: Deck, notation: Notation, cards: &[Card]) -> Vec<String> {
    cards.iter().map(|&card| notation.write(deck, card)).collect()
}

/// A count in JSON: a number, or its decimal digits as a string where a double would round it.
pub(crate) struct Count(pub(crate) u128);

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const EXACT: u128 = 1 << f64::MANTISSA_DIGITS;
        if self.0 <= EXACT {
            serializer.serialize_u64(self.0 as u64)
        } else {
            serializer.serialize_str(&self.0.to_string())
        }
    }
}

/// A count with its noun: `1 set`, `12 sets`.
pub(crate) fn counted(count: u128, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// A time with three digits and its unit.
pub(crate) fn duration(time: Duration) -> String {
    tercet_lab::words::time(time.as_secs_f64())
}

/// What a method remembers, for people.
pub(crate) fn remembered(Held { partial_sets, bytes }: Held) -> String {
    let partial_sets = counted(partial_sets.into(), "partial set");
    format!("{partial_sets} remembered, in {}", size::show(bytes))
}

/// What a method remembers, in JSON.
#[derive(Serialize)]
pub(crate) struct HeldJson {
    partial_sets: u64,
    bytes: usize,
}

impl From<Held> for HeldJson {
    fn from(Held { partial_sets, bytes }: Held) -> Self {
        Self { partial_sets, bytes }
    }
}
