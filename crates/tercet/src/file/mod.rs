//! Files of boards.
//!
//! A file of boards is plain text. `#` starts a comment; cards are separated by white space or commas,
//! any number on a line. The cards of a board may be preceded by `board NAME`, which starts a new
//! board, and by `deck V P`. A `deck` line before the first `board` line applies to the whole file.
//!
//! One board is read by [`str::parse`], or by [`Deck::parse_board`](crate::Deck::parse_board) where
//! its deck is known; [`parse_boards`] reads whole files, and [`BoardTexts`] streams them.

mod stream;

use std::collections::HashSet;
use std::iter;
use std::str::FromStr;

use thiserror::Error;

use crate::board::Board;
use crate::classic::{ClassicCard, resembles_code};
use crate::deck::{CardError, Deck, DeckError};
use crate::notation::{Notation, is_classic, width};
use crate::set::{NotASet, Set};
use crate::table::Spelling;
use crate::text::{number, shown, utf8, words};

pub use crate::text::{ParseError, Place};
pub use stream::{BoardText, BoardTexts};

/// A board and its name in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedBoard {
    /// The name in its `board` line.
    pub name: Option<String>,
    /// The board.
    pub board: Board,
    /// How its cards are written, if no notation reads them.
    pub spelling: Option<Spelling>,
}

/// The board without a name.
impl From<Board> for NamedBoard {
    fn from(board: Board) -> Self {
        Self { name: None, board, spelling: None }
    }
}

/// What is known about a deck.
///
/// A reader of boards takes the rest from the text: v is 3 and p is the width of the first card,
/// unless a `deck` line gives other numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct PartialDeck {
    /// v, if it is known.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub values: Option<usize>,
    /// p, if it is known.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub properties: Option<usize>,
}

impl PartialDeck {
    /// What is known, and of the rest what the other one knows.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            values: self.values.or(other.values),
            properties: self.properties.or(other.properties),
        }
    }
}

impl From<Deck> for PartialDeck {
    fn from(deck: Deck) -> Self {
        Self { values: Some(deck.values()), properties: Some(deck.properties()) }
    }
}

/// A problem with the text of a board, with a remedy.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BoardProblem {
    /// The text is not UTF-8.
    #[error("this is not text (not UTF-8): give a file of cards such as 0121 or 2RhO")]
    NotText,
    /// There is no card.
    #[error("no cards: write some, such as 2RhO 1GsD 3PsS")]
    NoCards,
    /// The word is not a card. The number of values is not given but assumed to be three, and the
    /// word has a letter that stands for a value from 10 up, or four letters none of which fits the
    /// classic code.
    #[error(
        "'{}' is not a card: write cards such as 0121 or 2RhO, \
         or name the deck in a line 'deck V P'",
        shown(.0)
    )]
    NotACard(String),
    /// The word is not a card of the deck.
    #[error("{error}{}", remedy(error))]
    Card {
        /// The reason.
        #[from]
        error: CardError,
    },
    /// The card is wider or narrower than the cards before it on the board.
    #[error("{0}: give all cards of a board the same width")]
    MixedWidths(CardError),
    /// The card is already on the board.
    #[error("card '{}' occurs twice, first at {first}: remove one of them", shown(card))]
    Duplicate {
        /// The card as written.
        card: String,
        /// Where it occurred first.
        first: Place,
    },
    /// There is no such deck.
    #[error("{0}")]
    Deck(#[from] DeckError),
    /// A `deck` line is not two numbers.
    #[error("a deck line is 'deck V P', such as 'deck 4 3'")]
    DeckLine,
    /// A `deck` line comes too late.
    #[error("a deck line must come before the cards of its board: move it up")]
    DeckLineLate,
    /// A `deck` line follows one for the same board.
    #[error("a second deck line for the same board: keep one of them")]
    SecondDeckLine,
    /// The `deck` line contradicts the caller.
    #[error("the file says deck {file}, but {given} was requested: drop one of the two")]
    OtherDeck {
        /// The deck of the file.
        file: Deck,
        /// The caller's value: `v = 4` or `p = 3`.
        given: String,
    },
    /// A `board` line has no name, more than one word, or a control character.
    #[error("a board line is 'board NAME', with a name of one word and without control characters")]
    BoardLine,
    /// Two boards have the same name.
    #[error("the name '{}' is already used: give this board another name", shown(.0))]
    SameName(String),
    /// The text has more than one board, and one was expected.
    #[error("a second board starts here, but only one is allowed: keep one of them")]
    SecondBoard,
    /// The cards are not a set, and one was expected.
    #[error("{0}")]
    NotASet(Box<NotASet>),
}

/// The remedy for a word that is not a card.
fn remedy(error: &CardError) -> &'static str {
    match error {
        CardError::Letter { .. } | CardError::Foreign { .. } => "",
        CardError::Value { card, .. } | CardError::Width { card, .. }
            if card.parse::<ClassicCard>().is_ok() =>
        {
            ": codes such as 2RhO are cards of (3,4)"
        }
        _ => ": correct it, or name the deck in a line 'deck V P'",
    }
}

/// Reads one board from its cards in any notation. v is 3 and p is the width of the first card, unless
/// a line `deck V P` before the cards gives other numbers.
impl FromStr for Board {
    type Err = ParseError<BoardProblem>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        one_board(text, PartialDeck::default())
    }
}

/// Reads a set as [`Board`] reads its cards.
///
/// ```
/// use tercet::Set;
///
/// let set: Set = "2RhO 2GhO 2PhO".parse()?;
/// assert_eq!(set, "1010 1110 1210".parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl FromStr for Set {
    type Err = ParseError<BoardProblem>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let board: Board = text.parse()?;
        let problem = |error| BoardProblem::NotASet(Box::new(error));
        let place = Place { line: 1, column: 1 };
        Set::new(board.deck(), &board)
            .map_err(|error| ParseError { place, problem: problem(error) })
    }
}

impl Deck {
    /// The board of a text, in any notation, of which this is the deck.
    ///
    /// ```
    /// use tercet::Deck;
    ///
    /// let deck = Deck::new(4, 3)?;
    /// assert_eq!(deck.parse_board("012 120 333")?, "deck 4 3\n 012 120 333".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ParseError`] with the place.
    pub fn parse_board(self, text: &str) -> Result<Board, ParseError<BoardProblem>> {
        one_board(text, self.into())
    }
}

fn one_board(text: &str, known: PartialDeck) -> Result<Board, ParseError<BoardProblem>> {
    let mut texts = texts(text.as_ref(), known);
    let first = texts.next().expect("even an empty text is read as a board").read()?;
    match texts.next() {
        Some(second) => {
            Err(ParseError { place: second.begin(), problem: BoardProblem::SecondBoard })
        }
        None => Ok(first.board),
    }
}

/// Reads all boards of a file, which must have at least one, with a name for each but the first.
/// [`BoardTexts`] reads files that are too large for this, and goes on after a wrong board.
///
/// # Errors
///
/// [`ParseError`] with the place of the first problem.
///
/// ```
/// use tercet::file::{PartialDeck, parse_boards};
///
/// let text = "deck 4 3   # for both\nboard a\n012 120\nboard b\n333 1,2,3\n";
/// let boards = parse_boards(text, PartialDeck::default())?;
/// assert_eq!(boards[1].name.as_deref(), Some("b"));
/// assert_eq!(boards[1].board.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_boards(
    text: impl AsRef<[u8]>,
    known: PartialDeck,
) -> Result<Vec<NamedBoard>, ParseError<BoardProblem>> {
    let mut names = HashSet::new();
    texts(text.as_ref(), known)
        .map(|text| {
            let board = text.read()?;
            match &board.name {
                Some(name) if !names.insert(name.clone()) => {
                    let problem = BoardProblem::SameName(name.clone());
                    Err(ParseError { place: text.begin(), problem })
                }
                _ => Ok(board),
            }
        })
        .collect()
}

/// The lines of a file that hold these cards: in columns, and at most 80 letters wide unless a card is wider.
///
/// ```
/// let cards: Vec<String> = (10..50).map(|card| card.to_string()).collect();
/// let lines = tercet::file::lines_of(&cards);
/// assert_eq!(lines.lines().map(str::len).collect::<Vec<_>>(), [77, 41]);
/// ```
pub fn lines_of(cards: &[String]) -> String {
    const WIDTH: usize = 80;
    let width = 1 + cards.iter().map(String::len).max().unwrap_or(0);
    let mut lines = String::with_capacity(cards.len() * width);
    for row in cards.chunks((WIDTH / width).max(1)) {
        for (i, card) in row.iter().enumerate() {
            lines.push_str(card);
            let is_last = i + 1 == row.len();
            lines.extend(iter::repeat_n(' ', if is_last { 0 } else { width - card.len() }));
        }
        lines.push('\n');
    }
    lines
}

/// The name of a board, which these words are, if they are one.
fn name_of<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<String> {
    let name = words.next()?;
    (words.next().is_none() && is_name(name)).then(|| name.to_owned())
}

/// Whether a terminal shows a name as it is: without control characters and marks that change the direction of writing.
pub(crate) fn is_name(name: &str) -> bool {
    let is_hidden = |letter: char| {
        letter.is_control() || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    !name.is_empty() && !name.contains(is_hidden)
}

/// The boards of a text in memory.
fn texts(text: &[u8], known: PartialDeck) -> impl Iterator<Item = BoardText> {
    BoardTexts::new(text, known).map(|text| text.expect("memory can be read"))
}

/// The reader of one board.
#[derive(Default)]
struct Parser {
    /// The part of the deck that the caller knows.
    known: PartialDeck,
    /// The `deck` line that applies to the whole file.
    file_deck: Option<Deck>,
    name: Option<String>,
    deck: Option<Deck>,
    /// Whether it has a `deck` line of its own.
    own_deck: bool,
    /// The cards so far, once there is one.
    board: Option<Board>,
    /// The places of the cards.
    places: Vec<Place>,
}

impl Parser {
    fn new(known: PartialDeck, file_deck: Option<Deck>) -> Self {
        Self { known, file_deck, deck: file_deck, ..Self::default() }
    }

    /// Reads the lines of a board, of which the first has this number.
    fn read(&mut self, first: usize, bytes: &[u8]) -> Result<(), ParseError<BoardProblem>> {
        let not_text = |place: Place| ParseError {
            place: place.counted_from(first),
            problem: BoardProblem::NotText,
        };
        let text = utf8(bytes).map_err(not_text)?;
        text.lines().zip(first..).try_for_each(|(content, line)| self.read_line(line, content))
    }

    /// The board, all lines of which were read.
    fn finish_at(self, begin: impl Fn() -> Place) -> Result<NamedBoard, ParseError<BoardProblem>> {
        let no_cards = || ParseError { place: begin(), problem: BoardProblem::NoCards };
        let board = self.board.ok_or_else(no_cards)?;
        Ok(NamedBoard { name: self.name, board, spelling: None })
    }

    fn read_line(&mut self, line: usize, content: &str) -> Result<(), ParseError<BoardProblem>> {
        let mut words = words(line, content);
        let Some((place, first)) = words.next() else { return Ok(()) };
        let problem = |problem| ParseError { place, problem };
        match first {
            "deck" => self.read_deck(words.map(|(_, word)| word)).map_err(problem),
            "board" => {
                let name = name_of(words.map(|(_, word)| word));
                self.name = Some(name.ok_or(problem(BoardProblem::BoardLine))?);
                Ok(())
            }
            _ => iter::once((place, first)).chain(words).try_for_each(|(place, word)| {
                if word.contains(',') {
                    return self.read_with_commas(place, word);
                }
                self.read_card(place, word).map_err(|problem| ParseError { place, problem })
            }),
        }
    }

    /// Reads a word with commas: a card, or several with commas between them. A comma may follow each.
    fn read_with_commas(
        &mut self,
        Place { line, mut column }: Place,
        word: &str,
    ) -> Result<(), ParseError<BoardProblem>> {
        // No word holds a line feed.
        let separator = if self.is_list(word) { ',' } else { '\n' };
        for card in word.trim_end_matches(',').split(separator) {
            let place = Place { line, column };
            if !card.is_empty() {
                self.read_card(place, card).map_err(|problem| ParseError { place, problem })?;
            }
            column += card.chars().count() + 1;
        }
        Ok(())
    }

    /// Whether a word with commas is a list of cards: none of its parts is a number of this size.
    fn is_list(&self, word: &str) -> bool {
        let v = self.deck.map(Deck::values).or(self.known.values).unwrap_or(Deck::CLASSIC.values());
        let digits = if v > 10 { 2 } else { 1 };
        let is_number =
            |part: &str| part.len() <= digits && part.bytes().all(|it| it.is_ascii_digit());
        let mut parts = word.split(',').filter(|part| !part.is_empty());
        v <= Notation::MOST_DIGITS && !parts.any(is_number)
    }

    fn read_deck<'a>(&mut self, words: impl Iterator<Item = &'a str>) -> Result<(), BoardProblem> {
        let numbers: Option<Vec<usize>> = words.map(number).collect();
        let Some(&[values, properties]) = numbers.as_deref() else {
            return Err(BoardProblem::DeckLine);
        };
        let file = Deck::new(values, properties)?;
        if self.board.is_some() {
            return Err(BoardProblem::DeckLineLate);
        }
        if std::mem::replace(&mut self.own_deck, true) {
            return Err(BoardProblem::SecondDeckLine);
        }
        let PartialDeck { values: v, properties: p } = self.known;
        for (name, known, said) in [("v", v, values), ("p", p, properties)] {
            if let Some(known) = known.filter(|&known| known != said) {
                return Err(BoardProblem::OtherDeck { file, given: format!("{name} = {known}") });
            }
        }
        self.deck = Some(file);
        Ok(())
    }

    fn read_card(&mut self, place: Place, word: &str) -> Result<(), BoardProblem> {
        let deck = match self.deck {
            Some(deck) => deck,
            None => self.deck_of_first_card(word)?,
        };
        self.deck = Some(deck);
        let card = deck.card(word).map_err(|error| match error {
            CardError::Width { .. } if self.board.is_some() => BoardProblem::MixedWidths(error),
            CardError::Value { .. }
                if !self.knows_values() && word.contains(|it: char| it.is_ascii_alphabetic()) =>
            {
                BoardProblem::NotACard(word.into())
            }
            CardError::Letter { .. }
                if !self.knows_values() && is_classic(deck, word) && !resembles_code(word) =>
            {
                BoardProblem::NotACard(word.into())
            }
            _ => error.into(),
        })?;
        let is_guess = self.known.properties.is_none() && !self.knows_deck();
        let board = self.board.get_or_insert_with(|| Board::empty(deck));
        if board.add(&[card]).is_err() {
            // These may be the values of one card.
            if is_guess && deck.properties() == 1 {
                return Err(BoardProblem::NotACard(word.into()));
            }
            let first = board.iter().position(|other| other == card);
            let first = self.places[first.expect("a card of the deck is refused if it is there")];
            return Err(BoardProblem::Duplicate { card: word.into(), first });
        }
        self.places.push(place);
        Ok(())
    }

    /// Whether the values of the deck are known from the caller or from a `deck` line.
    fn knows_values(&self) -> bool {
        self.known.values.is_some() || self.knows_deck()
    }

    const fn knows_deck(&self) -> bool {
        self.own_deck || self.file_deck.is_some()
    }

    /// The deck if no `deck` line gives it.
    fn deck_of_first_card(&self, word: &str) -> Result<Deck, BoardProblem> {
        let values = self.known.values.unwrap_or(Deck::CLASSIC.values());
        let properties = self.known.properties.unwrap_or_else(|| width(values, word));
        Ok(Deck::new(values, properties)?)
    }
}
