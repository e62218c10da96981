//! A file of boards as a stream, of which one board at a time is in memory.
//!
//! [`BoardTexts`] cuts the stream into the texts of its boards, which takes no more than finding the
//! lines that begin with `board`. Each [`BoardText`] is read by itself, so threads can share that
//! work, and a board that is wrong does not stop the others.
//!
//! A `deck` line before the first `board` line applies to all boards. If it is wrong, the boards could
//! only be read as those of another deck, and an answer about another board is worse than none: the
//! stream ends with its error. Names may repeat, since remembering them would take memory for each
//! board; [`parse_boards`](super::parse_boards) refuses that.

use std::io::{self, BufRead, BufReader, Read};
use std::vec;

use super::{BoardProblem, NamedBoard, Parser, PartialDeck, is_name, name_of};
use crate::deck::Deck;
use crate::table::{Refusal, read_boards};
use crate::text::{ParseError, Place, words};

/// The boards of a stream, each as its text.
///
/// Ends after a failure of the input. An empty stream has one board, whose text has no cards.
///
/// ```
/// use tercet::file::{BoardTexts, PartialDeck};
///
/// let file = "deck 4 3\nboard a\n012 120\nboard b\n333 33\nboard c\n123\n";
/// let mut boards = Vec::new();
/// for text in BoardTexts::new(file.as_bytes(), PartialDeck::default()) {
///     boards.push(text?.read());
/// }
/// assert!(boards[0].is_ok() && boards[1].is_err() && boards[2].is_ok());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct BoardTexts<R> {
    input: R,
    known: PartialDeck,
    /// The deck of all boards, from a `deck` line before the first `board` line.
    file_deck: Option<Deck>,
    /// The `board` line at which the last text ended.
    pending: Vec<u8>,
    /// The number of lines before it.
    lines: usize,
    bytes: u64,
    boards: u64,
    /// Whether the input has ended.
    is_over: bool,
    /// Whether nothing more is read, because the rest could be misread.
    is_lost: bool,
    /// Boards that were read already.
    ready: vec::IntoIter<NamedBoard>,
}

/// The text of one board of a stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardText {
    text: Vec<u8>,
    /// The number of its first line, counted from 1.
    line: usize,
    number: u64,
    known: PartialDeck,
    file_deck: Option<Deck>,
    /// The board, if it was read already.
    board: Option<NamedBoard>,
}

impl<R: BufRead> BoardTexts<R> {
    /// The most bytes of a board: millions of cards.
    pub const MOST_BYTES: usize = 1 << 28;

    /// The boards of this input.
    pub fn new(input: R, known: PartialDeck) -> Self {
        Self {
            input,
            known,
            file_deck: None,
            pending: Vec::new(),
            lines: 0,
            bytes: 0,
            boards: 0,
            is_over: false,
            is_lost: false,
            ready: Vec::new().into_iter(),
        }
    }

    /// Puts boards that were read already before those of the rest of the input.
    #[must_use]
    pub fn with_boards(self, boards: Vec<NamedBoard>) -> Self {
        Self { ready: boards.into_iter(), boards: 0, ..self }
    }

    /// The number of bytes that were read.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether the board that was read last is the last one.
    pub fn is_at_end(&self) -> bool {
        let is_over = self.is_lost || (self.boards > 0 || self.is_over) && self.pending.is_empty();
        is_over && self.ready.as_slice().is_empty()
    }

    /// Reads one more line into the text. Returns whether there was one.
    fn read_line(&mut self, text: &mut Vec<u8>) -> io::Result<bool> {
        const PIECE: usize = 1 << 16;
        let refused = |message: String| Err(io::Error::new(io::ErrorKind::InvalidData, message));
        let begin = text.len();
        loop {
            let from = text.len();
            let room = PIECE.min(Self::MOST_BYTES + 1 - from);
            let read = self.input.by_ref().take(room as u64).read_until(b'\n', text)?;
            self.bytes += read as u64;
            if text.len() > Self::MOST_BYTES {
                let most = Self::MOST_BYTES;
                return refused(format!("a board has more than {most} bytes: split it"));
            }
            if read < room || text.ends_with(b"\n") {
                self.is_over = text.len() == begin;
                return Ok(!self.is_over);
            }
            // The line may be endless.
            if text[from..].contains(&0) {
                return refused("this is not text (a NUL byte): give a file of cards".into());
            }
        }
    }

    /// The text of the next board. Lines before its `board` line that hold no card are part of it.
    fn next_text(&mut self) -> io::Result<BoardText> {
        let mut text = std::mem::take(&mut self.pending);
        let mut line = self.lines + 1;
        let mut has_begun = !text.is_empty();
        self.lines += usize::from(has_begun);
        loop {
            let begin = text.len();
            if self.is_over || !self.read_line(&mut text)? {
                break;
            }
            if self.lines == 0 && text.starts_with(MARK) {
                text.drain(..MARK.len());
            }
            if is_board_line(&text[begin..]) {
                let board_line = text.split_off(begin);
                if has_begun || !self.is_preface(&text, line) {
                    self.pending = board_line;
                    break;
                }
                (text, line, has_begun) = (board_line, self.lines + 1, true);
            }
            self.lines += 1;
        }
        self.boards += 1;
        let (number, known) = (self.boards, self.known);
        let file_deck = self.file_deck.filter(|_| has_begun);
        Ok(BoardText { text, line, number, known, file_deck, board: None })
    }

    /// Reads the lines before the first `board` line. Returns whether these lines have no board.
    fn is_preface(&mut self, text: &[u8], line: usize) -> bool {
        let mut parser = Parser::new(self.known, None);
        let read = parser.read(line, text);
        self.file_deck = parser.deck.filter(|_| parser.own_deck);
        // What was meant for all boards cannot be guessed.
        self.is_lost = read.as_ref().is_err_and(|error| is_about_all(&error.problem));
        parser.board.is_none() && read.is_ok()
    }
}

impl<R: Read> BoardTexts<BufReader<R>> {
    /// Whether the next board is in the buffer, as far as this is known without reading it;
    /// otherwise the stream may have to wait for its input.
    pub fn has_next(&self) -> bool {
        const LINE: &[u8] = b"\nboard";
        let mut windows = self.input.buffer().windows(LINE.len());
        !self.ready.as_slice().is_empty() || windows.any(|window| window == LINE)
    }
}

impl<R: BufRead> Iterator for BoardTexts<R> {
    type Item = io::Result<BoardText>;

    fn next(&mut self) -> Option<io::Result<BoardText>> {
        if self.is_at_end() {
            return None;
        }
        if let Some(board) = self.ready.next() {
            self.boards += 1;
            let text = board.board.deck().show_all(board.board.cards()).into_bytes();
            let (number, known) = (self.boards, board.board.deck().into());
            let board = Some(board);
            return Some(Ok(BoardText { text, line: 1, number, known, file_deck: None, board }));
        }
        let next = self.next_text();
        self.is_lost |= next.is_err();
        Some(next)
    }
}

impl BoardText {
    /// Its number in the stream, counted from 1.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// The text as it stands in the stream.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The deck of the `deck` line before all boards, if there is one.
    pub const fn file_deck(&self) -> Option<Deck> {
        self.file_deck
    }

    /// Where it begins: at its `board` line, or with the stream.
    pub fn begin(&self) -> Place {
        let text = String::from_utf8_lossy(&self.text);
        let first = text.lines().next().unwrap_or_default();
        match words(self.line, first).next() {
            Some((place, "board")) => place,
            _ => Place { line: self.line, column: 1 },
        }
    }

    /// The name in its `board` line, if that is right.
    pub fn name(&self) -> Option<String> {
        let text = String::from_utf8_lossy(&self.text);
        let mut words = words(self.line, text.lines().next()?).map(|(_, word)| word);
        if words.next() == Some("board") { name_of(words) } else { None }
    }

    /// Reads the board.
    ///
    /// # Errors
    ///
    /// [`ParseError`] with the place in the stream.
    pub fn read(&self) -> Result<NamedBoard, ParseError<BoardProblem>> {
        if let Some(board) = &self.board {
            return Ok(board.clone());
        }
        let mut parser = Parser::new(self.known, self.file_deck);
        parser.read(self.line, &self.text)?;
        parser.finish_at(|| self.begin())
    }

    /// Reads the board, or several, as a [table](crate::table), of the deck that a `deck` line names.
    ///
    /// # Errors
    ///
    /// [`Refusal`].
    pub fn read_table(&self) -> Result<Vec<NamedBoard>, Refusal> {
        let text = str::from_utf8(&self.text).map_err(|_| Refusal::NoTable)?;
        let (mut parser, mut table) = (Parser::new(self.known, self.file_deck), String::new());
        for line in text.lines() {
            let mut of_line = words(self.line, line).map(|(_, word)| word);
            match (of_line.next(), of_line.next()) {
                // A program assigns a board, and a heading may name one.
                (Some("board"), Some(word)) if is_assignment(word) => table.push_str(line),
                (Some("board"), _) if line.starts_with("board\t") => table.push_str(line),
                (Some("deck" | "board"), _) => {
                    parser.read_line(self.line, line).map_err(|_| Refusal::NoTable)?;
                }
                _ => table.push_str(line),
            }
            table.push('\n');
        }
        let known = parser.deck.map_or(self.known, PartialDeck::from);
        let mut boards = read_boards(&table, known)?;
        if let [only] = &mut boards[..] {
            only.name = parser.name.or(only.name.take());
        }
        // What is written is shown again.
        let is_shown = |NamedBoard { board, spelling, .. }: &NamedBoard| {
            board.iter().filter_map(|card| spelling.as_ref()?.write(card)).all(is_name)
        };
        if boards.iter().all(is_shown) { Ok(boards) } else { Err(Refusal::NoTable) }
    }
}

/// The byte order mark, which may begin a text.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// Whether a line begins a board. A program assigns one.
fn is_board_line(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    let may_be = match line.first() {
        // Spaces beyond those of ASCII.
        Some(0x0b | 0x80..) => true,
        _ => line.starts_with(b"board"),
    };
    let line = String::from_utf8_lossy(if may_be { line } else { &[] });
    let mut words = words(1, &line).map(|(_, word)| word);
    words.next() == Some("board") && !words.next().is_some_and(is_assignment)
}

/// Whether a word is a sign of a program before a value.
fn is_assignment(word: &str) -> bool {
    ["=", "=[", ":=", "::"].contains(&word)
}

/// Whether the problem with the lines before the first board concerns all boards.
const fn is_about_all(problem: &BoardProblem) -> bool {
    matches!(
        problem,
        BoardProblem::NotText
            | BoardProblem::DeckLine
            | BoardProblem::DeckLineLate
            | BoardProblem::SecondDeckLine
            | BoardProblem::OtherDeck { .. }
            | BoardProblem::Deck(_)
    )
}
