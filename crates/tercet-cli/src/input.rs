//! Reading boards from arguments, files and standard input, within a limit.

use std::fs::File;
use std::io::{self, Cursor, IsTerminal, Read};
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, LazyLock, Once};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use serde::Deserialize;
use tercet::file::{NamedBoard, PartialDeck, Place};
use tercet::notation::Notation;
use tercet::solver::Limit;
use tercet::{Board, Deck};
use tercet_app::{Code, Error, Seconds, any_board, one_board};

use crate::arguments::{DeckOptions, Source};
use crate::remedy::at_place;
use crate::work::{Interrupt, reading};

/// The name of the command line as a source of cards.
const ARGUMENTS: &str = "arguments";

/// The board that the arguments name, with its own name if the file gives one; numbers of cards are read if this is
/// their notation. Reading counts towards the time limit of the command.
pub(crate) fn board(
    source: &Source,
    notation: Option<Notation>,
    timeout: Option<Seconds>,
) -> Result<NamedBoard> {
    Ok(board_unless(source, notation, timeout, |_| false)?.expect("every text is read"))
}

/// Like [`board`], or `None` for a text that is none.
fn board_unless(
    source: &Source,
    notation: Option<Notation>,
    timeout: Option<Seconds>,
    is_none: impl FnOnce(&[u8]) -> bool,
) -> Result<Option<NamedBoard>> {
    let known = known(source.deck)?;
    let (name, input) = input(source, patience(timeout))?;
    let (limit, asked) = (input.limit.clone(), source.board.clone());
    let text = reading(|| bytes(&name, input, MOST_BYTES, true))?;
    if is_none(&text) {
        return Ok(None);
    }
    let is_argument = are_arguments(source, &name);
    let read = within(&limit, move || {
        let read = |text: &[u8]| any_board(text, known, asked.as_deref(), notation);
        read(&text).or_else(|error| {
            let in_one_line = is_argument.then(|| read(&in_one_line(&text)));
            in_one_line.and_then(Result::ok).ok_or(error)
        })
    })?;
    let read = read.and_then(|named| whole(source, &name, named));
    read.map(Some).map_err(|error| wrong(source, &name, error))
}

/// Whether the text of this name is that of several arguments.
pub(crate) fn are_arguments(source: &Source, name: &str) -> bool {
    name == ARGUMENTS && source.cards.len() > 1
}

/// The text of arguments in one line: words of cards without quotes are an argument each.
pub(crate) fn in_one_line(text: &[u8]) -> Vec<u8> {
    text.iter().map(|&byte| if byte == b'\n' { b' ' } else { byte }).collect()
}

/// A board that was read from this source. It is refused if one of several arguments is neither a card nor a part of
/// one, nor has one.
pub(crate) fn whole(source: &Source, name: &str, named: NamedBoard) -> Result<NamedBoard, Error> {
    let spelling = named.spelling.as_ref().filter(|_| are_arguments(source, name));
    // What stands between the labels of a card may be written in another way.
    let bare = |text: &str| -> String {
        text.chars().filter(|it| !it.is_whitespace() && !",;\"'()[]{}".contains(*it)).collect()
    };
    let cards: Vec<String> =
        named.board.iter().filter_map(|card| Some(bare(spelling?.write(card)?))).collect();
    let is_left = |argument: &String| {
        let argument = &*bare(argument);
        let is_face_down = ["?", "back"].contains(&argument);
        let is_card = cards.iter().any(|it| it.contains(argument) || argument.contains(&**it));
        spelling.is_some() && !is_face_down && !is_card
    };
    if source.cards.iter().any(is_left) {
        let (text, DeckOptions { values, properties }) = (source.cards.join("\n"), source.deck);
        return one_board(text.as_bytes(), PartialDeck { values, properties }, None);
    }
    say_reading(std::slice::from_ref(&named));
    Ok(named)
}

/// Says once what was assumed about boards that no notation reads.
pub(crate) fn say_reading(boards: &[NamedBoard]) {
    static SAID: Once = Once::new();
    if let Some(spelling) = boards.first().and_then(|first| first.spelling.as_ref()) {
        let reading = match boards.len() {
            1 => spelling.reading.clone(),
            boards => spelling.reading.replacen(
                "read as",
                &format!("read as {boards} boards, the first as"),
                1,
            ),
        };
        SAID.call_once(|| say!("{reading}; -v and -p name another deck"));
    }
}

/// The source of the cards.
pub(crate) fn input(source: &Source, limit: Limit) -> Result<(String, TimedReader)> {
    let path = source.path();
    if path.is_none() && !source.cards.is_empty() && !is_dash(source) {
        // One argument per line, so that positions in the text name the argument.
        let text = source.cards.join("\n").into_bytes();
        return Ok((ARGUMENTS.into(), TimedReader::new(|| Ok(Cursor::new(text)), limit)));
    }
    match path {
        Some(path) => {
            let (name, input) = open(path, limit)?;
            let is =
                |ending: &&str| path.extension().is_some_and(|it| it.eq_ignore_ascii_case(ending));
            if ["jpg", "jpeg", "png", "webp"].iter().any(is) {
                bail!("{name}: this is a picture: 'tercet photo {name}' reads its cards");
            }
            Ok((name, input))
        }
        None if !is_dash(source) && io::stdin().is_terminal() => {
            bail!("no cards: give cards such as 2RhO 1GsD 3PsS, a file, or - to type them")
        }
        None => open(Path::new("-"), limit),
    }
}

/// Like [`board`], but empty standard input, or a terminal, stands for a board without cards of the
/// deck that -v and -p name.
pub(crate) fn board_or_none(
    source: &Source,
    notation: Option<Notation>,
    timeout: Option<Seconds>,
) -> Result<NamedBoard> {
    let named = source.deck.values.is_some() || source.deck.properties.is_some();
    let may_be_none = named && source.cards.is_empty() && source.input.is_none();
    let is_none = |text: &[u8]| may_be_none && text.trim_ascii().is_empty();
    let read = if may_be_none && io::stdin().is_terminal() {
        None
    } else {
        board_unless(source, notation, timeout, is_none)?
    };
    read.map_or_else(|| Ok(Board::empty(deck(source.deck)?).into()), Ok)
}

/// The error of a text from this source.
pub(crate) fn wrong(source: &Source, name: &str, error: Error) -> anyhow::Error {
    // An argument of several lines is the text of a file, as from "$(cat board.txt)".
    let is_argument = name == ARGUMENTS && !source.cards.concat().contains('\n');
    match &source.cards[..] {
        [first, _, ..] if is_argument && Path::new(first).is_dir() => {
            anyhow!("'{first}' is a directory, not a card: name a file in it")
        }
        [only, _, ..] if Path::new(only).is_file() => {
            anyhow!("'{only}' is a file, not a card: name it alone, or with -i {only}")
        }
        // It was meant as a path.
        [it] if is_argument
            && error.code == Code::NotACard
            && (it.contains(['.', '/', '\\']) || Path::new(it).is_dir()) =>
        {
            open(Path::new(it), Limit::none()).err().unwrap_or_else(|| at_argument(error))
        }
        _ if is_argument => at_argument(error),
        _ => at_place(error.into(), name),
    }
}

/// The error of an argument. Each line of the text is an argument.
fn at_argument(mut error: Error) -> anyhow::Error {
    let first = error.data.get("first").and_then(|first| Place::deserialize(first).ok());
    if let Some(first) = first {
        let argument = format!("as argument {}", first.line);
        error.message = error.message.replace(&format!("at {first}"), &argument);
    }
    match error.place {
        None => error.into(),
        Some(Place { line, column: 1 }) => anyhow!(error).context(format!("argument {line}")),
        Some(Place { line, column }) => {
            anyhow!(error).context(format!("argument {line}, column {column}"))
        }
    }
}

/// The flags -v and -p, if they can be a deck together.
pub(crate) fn known(DeckOptions { values, properties }: DeckOptions) -> Result<PartialDeck> {
    Deck::new(values.unwrap_or(1), properties.unwrap_or(1)).with_context(|| {
        let flag = |name, given: Option<usize>| given.map(|number| format!("{name} {number}"));
        let flags = [flag("-v", values), flag("-p", properties)];
        flags.into_iter().flatten().collect::<Vec<_>>().join(" ")
    })?;
    Ok(PartialDeck { values, properties })
}

/// The deck of a game, (3,4) unless -v and -p say otherwise.
pub(crate) fn deck(deck: DeckOptions) -> Result<Deck> {
    let (v, p) = (deck.values.unwrap_or(3), deck.properties.unwrap_or(4));
    Deck::new(v, p).with_context(|| format!("-v {v} -p {p}"))
}

/// The given seed, or a random one that is short enough to be typed again.
pub(crate) fn seed(given: Option<u64>) -> Result<u64> {
    Ok(tercet_app::Session::new().seed(given.map(Into::into).as_ref())?)
}

/// Whether the cards come from standard input.
pub(crate) fn is_standard(source: &Source) -> bool {
    match source.path() {
        Some(path) => path == Path::new("-"),
        None => source.cards.is_empty() || is_dash(source),
    }
}

fn is_dash(source: &Source) -> bool {
    source.cards.len() == 1 && source.cards[0] == "-"
}

/// The name of a file and its reader, within a limit and until Ctrl-C; '-' is standard input.
pub(crate) fn open(path: &Path, limit: Limit) -> Result<(String, TimedReader)> {
    // Ctrl-C ends the wait for a pipe.
    let limit = limit.or_flag(Interrupt::listen()?.flag());
    if path == Path::new("-") {
        let input = TimedReader::new(|| Ok(io::stdin().lock()), limit);
        return Ok(("standard input".into(), input));
    }
    let name = path.display().to_string();
    let kind = path.metadata().map_err(|error| unread(&name, error))?;
    if kind.is_dir() {
        bail!("{name}: this is a directory: name a file in it");
    }
    let path = path.to_owned();
    let opened = kind.is_file().then(|| File::open(&path)).transpose();
    let opened = opened.map_err(|error| unread(&name, error))?;
    let input = TimedReader::new(move || opened.map_or_else(|| File::open(path), Ok), limit);
    Ok((name, TimedReader { bytes: kind.is_file().then_some(kind.len()), ..input }))
}

/// The most bytes that are read from a file: millions of cards.
pub(crate) const MOST_BYTES: usize = 1 << 28;

/// The limit for reading: somewhat more than that of the command, even if no time is left for the search.
pub(crate) fn patience(timeout: Option<Seconds>) -> Limit {
    const MORE: Duration = Duration::from_millis(400);
    timeout.map_or(Limit::none(), |Seconds(time)| Limit::timeout(time.saturating_add(MORE)))
}

/// The bytes of an input of this name. A text has no NUL, so that of an endless input ends soon.
pub(crate) fn bytes(name: &str, input: impl Read, most: usize, is_text: bool) -> Result<Vec<u8>> {
    const CHUNK: u64 = 1 << 16;
    let mut input = input.take(most as u64 + 1);
    let mut text = Vec::new();
    loop {
        let begin = text.len();
        let read = input.by_ref().take(CHUNK).read_to_end(&mut text);
        if read.map_err(|error| unread(name, error))? == 0 {
            return Ok(text);
        }
        if text.len() > most {
            let remedy = if is_text { "split it" } else { "scale it down" };
            bail!("{name}: it has more than {most} bytes: {remedy}");
        }
        if is_text && text[begin..].contains(&0) {
            return Err(no_text(name, &text));
        }
    }
}

/// Why an input was not read to its end: a limit was reached, or it cannot be read.
pub(crate) fn unread(name: &str, error: io::Error) -> anyhow::Error {
    match error.downcast::<Error>() {
        Ok(stop) => stop.into(),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => anyhow!("{name}: {error}"),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            anyhow!("{name}: there is no such file: check the path")
        }
        Err(error) => anyhow!("{name}: cannot read it: {error}: check the path"),
    }
}

/// The error of a text, with the place of its first byte that is not text.
pub(crate) fn no_text(name: &str, text: &[u8]) -> anyhow::Error {
    // Its mark, or a letter of ASCII.
    if matches!(
        text,
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, b'\n'..=b'~', ..] | [b'\n'..=b'~', 0, ..]
    ) {
        return anyhow!("{name}: this text is UTF-16: save it as UTF-8");
    }
    let text = text.split(|&byte| byte == 0).next().unwrap_or_default();
    let text = text.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let (line, column) = (text.matches('\n').count(), text.rsplit('\n').next().unwrap_or_default());
    let (line, column) = (line + 1, column.chars().count() + 1);
    anyhow!("{name}:{line}:{column}: this is not text (not UTF-8, or a NUL byte)")
}

/// The name of a file and its text; '-' is standard input. At most [`MOST_BYTES`] bytes are read.
pub(crate) fn text_of(path: &Path, timeout: Option<Seconds>) -> Result<(String, String)> {
    let (name, input) = open(path, patience(timeout))?;
    let bytes = reading(|| bytes(&name, input, MOST_BYTES, true))?;
    let text = String::from_utf8(bytes).map_err(|error| no_text(&name, error.as_bytes()))?;
    Ok((name, text))
}

/// A reader of an open input with a limit. A blocked read cannot be woken, so another thread reads. It ends with the
/// input or with the process.
pub(crate) struct TimedReader {
    pieces: Receiver<io::Result<Vec<u8>>>,
    /// The current piece.
    piece: Cursor<Vec<u8>>,
    pub(crate) limit: Limit,
    /// Whether reads ignore the deadline of `limit`: set before the first of many boards is answered.
    pub(crate) is_patient: Arc<AtomicBool>,
    /// The size of the input, if it is a file on a disk.
    pub(crate) bytes: Option<u64>,
}

impl TimedReader {
    const PIECE: usize = 1 << 16;
    /// How late a piece of a file on a disk may be.
    const LATE: Duration = Duration::from_secs(10);

    /// Opens the input and reads it. Opening a named pipe may also block.
    pub(crate) fn new<R: Read>(
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
        limit: Limit,
    ) -> Self {
        // The reading thread is at most two pieces ahead.
        let (sender, pieces) = mpsc::sync_channel(1);
        thread::spawn(move || {
            if let Err(error) = open().and_then(|input| pass_on(input, &sender)) {
                let _ = sender.send(Err(error));
            }
        });
        let (piece, is_patient) = (Cursor::default(), Arc::default());
        Self { pieces, piece, limit, is_patient, bytes: None }
    }
}

/// Reads an input to its end, or until the receiver is gone.
fn pass_on(mut input: impl Read, to: &SyncSender<io::Result<Vec<u8>>>) -> io::Result<()> {
    loop {
        let mut piece = vec![0; TimedReader::PIECE];
        match input.read(&mut piece) {
            Ok(0) => return Ok(()),
            Ok(length) => piece.truncate(length),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        }
        if to.send(Ok(piece)).is_err() {
            return Ok(());
        }
    }
}

impl Read for TimedReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let length = self.piece.read(buffer)?;
            if length > 0 || buffer.is_empty() {
                return Ok(length);
            }
            let patient = self.limit.without_deadline();
            let is_patient = self.is_patient.load(Ordering::Relaxed);
            let limit = if is_patient { &patient } else { &self.limit };
            let received = receive(&self.pieces, limit).or_else(|stop| {
                // A disk hands over a piece at once, but perhaps not in time if the machine is busy.
                let is_on_disk = self.bytes.is_some_and(|bytes| bytes > 0);
                let late = patient.clone().or_timeout(Self::LATE);
                if is_on_disk { receive(&self.pieces, &late) } else { Err(stop) }
            });
            let Some(piece) = received.map_err(io::Error::other)? else { return Ok(0) };
            self.piece = Cursor::new(piece?);
            // More follows; what is there already is read even if the time is over.
            if self.piece.get_ref().len() == Self::PIECE {
                limit.check().map_err(|stop| io::Error::other(Error::from(stop)))?;
            }
        }
    }
}

/// The interval at which a limit is checked.
const MOMENT: Duration = Duration::from_millis(5);

/// What another thread sends within a limit, or `None` if it has ended.
fn receive<T>(from: &Receiver<T>, limit: &Limit) -> Result<Option<T>, Error> {
    loop {
        match from.recv_timeout(MOMENT) {
            Ok(sent) => return Ok(Some(sent)),
            Err(RecvTimeoutError::Timeout) => limit.check()?,
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
        }
    }
}

/// Does work on an input that checks no limit. If the limit is reached, its thread is left behind: it ends with
/// the work or with the process. At most as many go on at a time as there are processors.
pub(crate) fn within<T: Send + 'static>(
    limit: &Limit,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T> {
    static GOING_ON: LazyLock<Arc<()>> = LazyLock::new(Arc::default);
    let most = thread::available_parallelism().map_or(1, NonZero::get);
    let (sender, done) = mpsc::sync_channel(1);
    reading(|| {
        while Arc::strong_count(&GOING_ON) > most {
            limit.check()?;
            thread::sleep(MOMENT);
        }
        let goes_on = Arc::clone(&GOING_ON);
        thread::spawn(move || {
            let _ = sender.send(work());
            drop(goes_on);
        });
        Ok(receive(&done, limit)?.expect("the work does not panic"))
    })
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, repeat};

    use super::*;

    #[test]
    fn endless_input_ends() {
        let said = |input: &mut dyn Read| bytes("x", input, 1 << 20, true).unwrap_err().to_string();
        assert!(said(&mut repeat(0)).starts_with("x:1:1: this is not text"));
        assert_eq!(said(&mut repeat(b'0')), "x: it has more than 1048576 bytes: split it");
        assert!(said(&mut Cursor::new("00 é\n1\0")).starts_with("x:2:2: "));
        assert!(said(&mut Cursor::new(b"00\n\xff\0")).starts_with("x:2:1: "));
        for other in ["\u{feff}0000", "0000"] {
            let units = other.encode_utf16();
            let [little, big] = [u16::to_le_bytes, u16::to_be_bytes]
                .map(|bytes| units.clone().flat_map(bytes).collect::<Vec<_>>());
            for text in [little, big] {
                let said = said(&mut &text[..]);
                assert_eq!(said, "x: this text is UTF-16: save it as UTF-8", "{text:?}");
            }
        }
        let long = vec![b'0'; 1 << 20];
        assert_eq!(bytes("x", &long[..], 1 << 20, true).unwrap().len(), 1 << 20);
    }
}
