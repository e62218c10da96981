//! Questions about many boards: a line or a row for each, as it is answered.

mod file;
mod row;

use std::io::{BufReader, Read, Write, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

pub(crate) use row::Row;
use serde_json::{Map, Value, json};
use tercet::file::{BoardText, BoardTexts, NamedBoard, PartialDeck};
use tercet_app::many::{Boards as Answered, Tally, Write as WriteLine, write_json};
use tercet_app::run::{Each, Journal, Saving};
use tercet_app::{AboutBoard, Code, Error, boards_of, face_up, numbered};

use crate::arguments::Many;
use crate::input;
use crate::new_file::check_apart;
use crate::prelude::*;
use crate::remedy::{place, with_remedy};
use crate::work::{AtWork, Written, reading};

/// The boards of an input, and the options of the answers.
pub(crate) struct Asking<'a> {
    source: String,
    /// The file that is read, if one was named.
    path: Option<PathBuf>,
    /// The known part of their deck.
    known: PartialDeck,
    pub(crate) boards: tercet_app::many::Many<'static>,
    /// Whether they may be read without a deadline.
    is_patient: Arc<AtomicBool>,
    pub(crate) many: &'a Many,
    look: Look,
}

/// One board or several.
pub(crate) enum Boards<'a> {
    /// The board that was named, or the only one.
    One(NamedBoard),
    /// All boards of an input with several boards, or of an input of which all are wanted.
    Many(Box<Asking<'a>>),
}

/// The boards that the arguments name, or all boards by default. Reading a single board, or the
/// first of several, counts towards the time limit of the command.
pub(crate) fn boards<'a>(
    source: &Source,
    many: &'a Many,
    look: Look,
    timeout: Option<Seconds>,
) -> Result<Boards<'a>> {
    read(source, many, look, timeout, None)
}

/// As [`boards`], and whether a card lies face down beside the only board.
pub(crate) fn boards_or_face_down<'a>(
    source: &Source,
    many: &'a Many,
    look: Look,
    timeout: Option<Seconds>,
) -> Result<(Boards<'a>, bool)> {
    let mut is_face_down = false;
    read(source, many, look, timeout, Some(&mut is_face_down)).map(|boards| (boards, is_face_down))
}

/// The boards of a source. If a card may lie face down beside the only one, this says whether one does.
fn read<'a>(
    source: &Source,
    many: &'a Many,
    look: Look,
    timeout: Option<Seconds>,
    is_face_down: Option<&mut bool>,
) -> Result<Boards<'a>> {
    let is_named = source.board.is_some();
    let is_one = is_named || source.path().is_none() && !input::is_standard(source);
    if is_one && (many.skip.is_some() || many.output.is_some()) {
        let argument = if is_named { "--board" } else { "the cards" };
        bail!("--skip and --output are for several boards: leave out {argument}");
    }
    if is_named {
        return input::board(source, look.notation, timeout).map(Boards::One);
    }
    let known = input::known(source.deck)?;
    let (name, input) = input::input(source, input::patience(timeout))?;
    let (limit, is_patient, bytes) = (input.limit.clone(), input.is_patient.clone(), input.bytes);
    let input: Box<dyn Read + Send> = Box::new(input);
    let mut texts = BoardTexts::new(BufReader::with_capacity(1 << 17, input), known);
    let mut first =
        reading(|| texts.next()).transpose().map_err(|error| input::unread(&name, error))?;
    let wants_many = many.skip.is_some() || many.output.is_some();
    if let Some(only) = first.take_if(|_| texts.is_at_end()) {
        if !wants_many && only.text().contains(&0) {
            return Err(input::no_text(&name, only.text()));
        }
        let (notation, is_argument) = (look.notation, input::are_arguments(source, &name));
        let may_lie = is_face_down.is_some() && !wants_many;
        let ((read, lies), only) = input::within(&limit, move || {
            let read_text = |only: &BoardText| match numbered(only.text(), known, notation)? {
                Some(board) => Ok(vec![board]),
                None => boards_of(only),
            };
            let read = read_text(&only).or_else(|error| {
                // Words of cards are several arguments without quotes.
                let line = is_argument.then(|| input::in_one_line(only.text()));
                let only = line.and_then(|line| BoardTexts::new(&line[..], known).next()?.ok());
                only.and_then(|only| read_text(&only).ok()).ok_or(error)
            });
            // The board beside a card that lies face down.
            let others = || {
                let text =
                    face_up(str::from_utf8(only.text()).ok().filter(|_| may_lie)?).transpose()?;
                let text = match text {
                    Ok(text) => text,
                    Err(error) => return Some(Err(error)),
                };
                let only = BoardTexts::new(text.as_bytes(), known).next()?.ok()?;
                read_text(&only).ok().filter(|boards| boards.len() == 1).map(Ok)
            };
            let read = match read {
                Err(error) => match others() {
                    Some(boards) => (boards, true),
                    None => (Err(error), false),
                },
                read => (read, false),
            };
            (read, only)
        })?;
        if let Some(is_face_down) = is_face_down {
            *is_face_down = lies;
        }
        match read {
            Ok(mut boards) if !wants_many && boards.len() == 1 => {
                let read = input::whole(source, &name, boards.swap_remove(0));
                return read.map(Boards::One).map_err(|error| input::wrong(source, &name, error));
            }
            Err(error) if !wants_many => return Err(input::wrong(source, &name, error)),
            Ok(boards) if boards.len() > 1 => {
                input::say_reading(&boards);
                texts = texts.with_boards(boards);
            }
            _ => first = Some(only),
        }
    }
    let boards = tercet_app::many::Many {
        boards: texts,
        first,
        skip: many.skip.unwrap_or(0),
        threads: None,
        bytes,
    };
    let (source, path) = (name, source.path().map(Into::into));
    Ok(Boards::Many(Box::new(Asking { source, path, known, boards, is_patient, many, look })))
}

impl Asking<'_> {
    /// Asks a question about each board, and prints the answers.
    pub(crate) fn ask<Q>(self, question: &Q, printer: &mut Printer) -> Result<Outcome>
    where
        Q: AboutBoard,
        Q::Answer: Row,
    {
        let Self { source, path, known, boards, is_patient, many, look } = self;
        let skip = boards.skip;
        let about = json!({
            "input": source,
            "bytes": boards.bytes,
            "values": known.values,
            "properties": known.properties,
        });
        let (mut saving, mut journal) =
            begin_output::<Q>(many, path.as_ref(), about, question, look.format)?;
        if look.format == Format::Csv && saving.is_none() {
            printer.line(row::heading::<Q::Answer>())?;
        }
        let write: &WriteLine<Q::Answer> = &|of, line| {
            of.board.inspect(|board| input::say_reading(std::slice::from_ref(board)));
            match look.format {
                Format::Json => write_json::<Q>(of, line),
                Format::Csv => row::write_csv(of, line),
                Format::Text => row::write_text(of, look.notation, &source, line),
            }
        };
        let (at_work, session) = AtWork::begin()?;
        is_patient.store(true, Ordering::Relaxed);
        let begin = Instant::now();
        let mut written = Written::new();
        let each: Each<'_, Answered> = &mut |journal, lines| {
            written.goes_on(match &mut saving {
                Some(saving) => saving
                    .take(journal, lines)
                    .map(|()| !printer.is_closed())
                    .map_err(|error| anyhow!("{error}: rerun the command to resume")),
                None => printer.batch(lines),
            })
        };
        let ended = boards.ask(question, &session, write, (&mut journal, each));
        drop(at_work);
        written.end()?;
        let tally = journal.sum();
        let file = many.output.as_deref().zip(saving);
        if session.is_cancelled() {
            let done = skip + tally.boards();
            let remedy = match file {
                Some((path, mut saving)) => {
                    saving.save(&journal)?;
                    format!("rerun the command to resume {}", path.display())
                }
                None => format!("go on with --skip {done}"),
            };
            printer.finish()?;
            let boards = counted(tally.boards(), "board");
            say!("stopped: interrupted after {boards}: {remedy}");
            return Ok(Outcome::Stopped);
        }
        if let Err(error) = ended {
            file.map_or(Ok(()), |(path, saving)| file::abandon(path, saving, &journal))?;
            let is_other = error.code == Code::OtherRun;
            let remedy = if is_other { ": restore them, or name another --output" } else { "" };
            bail!("{source}: {error}{remedy}");
        }
        file.map_or(Ok(()), |(path, saving)| file::finish(path, saving, &journal))?;
        if look.format == Format::Text {
            printer.line(timed(summary::<Q::Answer>(&tally), "", begin.elapsed()))?;
        }
        if let Some(error) = &tally.first {
            printer.finish()?;
            return Err(failed(&source, &tally, error));
        }
        Ok(tally.status().unwrap_or(Outcome::No))
    }
}

/// The journal of the answers, and their file if one was named. A run is resumed only if it is `about` the same
/// boards.
fn begin_output<Q: AboutBoard>(
    many: &Many,
    read: Option<&PathBuf>,
    about: Value,
    question: &Q,
    format: Format,
) -> Result<(Option<Saving>, Journal<Answered>)>
where
    Q::Answer: Row,
{
    let Some(path) = &many.output else { return Ok((None, Journal::of_boards(Map::new()))) };
    if path.as_os_str() == "-" {
        bail!("--output -: standard output is where answers go without --output: leave it out");
    }
    let (format, head) = match format {
        Format::Text => bail!("--output takes lines for programs: add --format json or csv"),
        Format::Json => ("json", None),
        Format::Csv => ("csv", Some(row::heading::<Q::Answer>())),
    };
    check_apart(path, read)?;
    let mut question = serde_json::to_value(question)?;
    // The board differs from line to line, and the number of threads does not change answers.
    if let Some(fields) = question.as_object_mut() {
        fields.remove("board");
        fields.remove("threads");
        if let Some(search) = fields.get_mut("search").and_then(Value::as_object_mut) {
            search.remove("threads");
        }
    }
    let skip = many.skip.unwrap_or(0);
    let run = [
        ("ask", Q::NAME.into()),
        ("request", question),
        ("format", format.into()),
        ("boards", about),
        ("skip", skip.into()),
    ];
    let run = run.map(|(name, value)| (name.to_owned(), value)).into_iter().collect();
    let (saving, journal) = file::begin(path, Journal::of_boards(run), head, many.overwrite)?;
    Ok((Some(saving), journal))
}

/// The number of boards with each answer.
fn summary<A: Row>(tally: &Tally) -> String {
    let counts = [
        (tally.yes, A::YES),
        (tally.no, A::NO),
        (tally.stopped, "stopped"),
        (tally.failed, "failed"),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts.map(|(count, what)| format!("{count} {what}")).collect();
    let boards = counted(tally.boards(), "board");
    if counts.is_empty() { boards } else { format!("{boards}: {}", counts.join(", ")) }
}

/// The error of a run in which some boards failed.
fn failed(source: &str, tally: &Tally, first: &Error) -> anyhow::Error {
    let boards = counted(tally.boards(), "board");
    let place = place(source, first);
    let board = match first.data.get("board").and_then(Value::as_str) {
        Some(name) if first.place.is_none() => format!("board {name}: "),
        _ => String::new(),
    };
    let what = with_remedy(&format!("{board}{}", first.message), first);
    anyhow!("{} of {boards} failed, the first at {place}: {what}", tally.failed)
}

impl Printer {
    /// Prints lines without colours, and flushes them. Returns whether more can be printed.
    pub(crate) fn batch(&mut self, lines: &[u8]) -> Result<bool> {
        // Before the first line nothing is known of the reader.
        if lines.is_empty() {
            return Ok(true);
        }
        self.send(|| {
            let mut out = stdout();
            out.write_all(lines).and_then(|()| out.flush())
        })?;
        Ok(!self.is_closed())
    }
}
