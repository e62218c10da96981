//! Boards in requests and answers.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use tercet::deck::DeckError;
use tercet::file::{
    BoardProblem, BoardText, BoardTexts, NamedBoard, ParseError, PartialDeck, Place, parse_boards,
};
use tercet::notation::Notation;
use tercet::table::{Refusal, Spelling, read_numbers};
use tercet::{Board, Card, Deck, Set};

use crate::many::Write;
use crate::{Code, Error, Question, Session, Status};

/// A board: its cards as a list, or the text of a board file.
///
/// Cards are written in any notation. If a text holds several boards, `name` selects one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(with = "Written"))]
#[serde(from = "Written", into = "Written")]
pub struct BoardSpec(Written);

/// A board as it is written, or one that was read.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(rename = "Board"))]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "a board is a text or cards: {\"cards\": [...]}"
)]
enum Written {
    /// The text of a board file.
    Text(String),
    /// A board of a file that may hold several.
    File {
        /// The text of a board file.
        text: String,
        /// The name of the board to use, if the file holds several.
        name: Option<String>,
        /// The deck, if neither the text nor its cards determine it.
        #[serde(default)]
        deck: PartialDeck,
    },
    /// The cards.
    Cards {
        /// The cards in layout order, each as a text.
        cards: Vec<String>,
        /// The name of the board.
        name: Option<String>,
        /// The deck, if the cards do not determine it.
        #[serde(default)]
        deck: PartialDeck,
    },
    #[serde(skip)]
    Read(NamedBoard),
}

impl From<Written> for BoardSpec {
    fn from(written: Written) -> Self {
        Self(written)
    }
}

impl From<BoardSpec> for Written {
    fn from(BoardSpec(written): BoardSpec) -> Self {
        let Self::Read(NamedBoard { name, board, .. }) = written else { return written };
        let deck = board.deck();
        let cards = write_cards(deck, Notation::for_deck(deck), board.cards());
        Self::Cards { cards, name, deck: deck.into() }
    }
}

impl From<NamedBoard> for BoardSpec {
    fn from(board: NamedBoard) -> Self {
        Self(Written::Read(board))
    }
}

impl From<Board> for BoardSpec {
    fn from(board: Board) -> Self {
        NamedBoard::from(board).into()
    }
}

impl From<String> for BoardSpec {
    fn from(text: String) -> Self {
        Written::Text(text).into()
    }
}

impl Default for BoardSpec {
    /// A text without cards.
    fn default() -> Self {
        String::new().into()
    }
}

impl BoardSpec {
    /// The board with its name.
    ///
    /// # Errors
    ///
    /// An [`Error`] with its place if the text is not a board, and [`Code::NoSuchBoard`] if the
    /// named board is not among its boards.
    pub fn board(&self) -> Result<Cow<'_, NamedBoard>, Error> {
        let (text, name, deck) = match &self.0 {
            Written::Read(board) => return Ok(Cow::Borrowed(board)),
            Written::Text(text) => (text, None, PartialDeck::default()),
            Written::File { text, name, deck } => (text, name.as_deref(), *deck),
            Written::Cards { cards, name, deck } => {
                let known = deck.values.is_some() || deck.properties.is_some();
                let board = if cards.is_empty() && known {
                    Board::empty(whole_deck(*deck)?)
                } else {
                    // One card per line, so that the place of an error names the card.
                    one_board(cards.join("\n").as_bytes(), *deck, None)?.board
                };
                return Ok(Cow::Owned(NamedBoard { name: name.clone(), ..board.into() }));
            }
        };
        one_board(text.as_bytes(), deck, name).map(Cow::Owned)
    }

    /// The board, if it was given as a board and not as a text.
    pub(crate) const fn given(&self) -> Option<&NamedBoard> {
        if let Written::Read(board) = &self.0 { Some(board) } else { None }
    }
}

/// A question about a board that can also be asked about other boards.
pub trait AboutBoard: Question + Clone + Send + Sync {
    /// The board.
    fn board(&mut self) -> &mut BoardSpec;

    /// Asks it about the board of a text, and appends the line that `write` makes of the answer. Many boards wait
    /// for it, so it is compiled here for each question.
    ///
    /// # Errors
    ///
    /// As [`ask`](Question::ask), and if the text is not a board. Their line is written, too.
    fn answer(
        &mut self,
        text: &BoardText,
        session: &Session,
        write: &Write<Self::Answer>,
        lines: &mut Vec<u8>,
    ) -> Result<Status, Error>;
}

/// The deck with these values and properties. The defaults are those of (3,4).
pub(crate) fn whole_deck(known: PartialDeck) -> Result<Deck, DeckError> {
    let usual = Deck::default();
    let values = known.values.unwrap_or(usual.values());
    Deck::new(values, known.properties.unwrap_or(usual.properties()))
}

/// The only board of a text, or the named one; errors in the other boards then do not matter.
///
/// # Errors
///
/// As [`BoardSpec::board`].
pub fn one_board(text: &[u8], deck: PartialDeck, name: Option<&str>) -> Result<NamedBoard, Error> {
    chosen(strict_boards(text, deck, name)?, name)
}

/// As [`one_board`]; but a text that the notations do not read is read as a [table](tercet::table), and numbers of
/// cards if this is their notation.
///
/// # Errors
///
/// As [`one_board`].
pub fn any_board(
    text: &[u8],
    deck: PartialDeck,
    name: Option<&str>,
    notation: Option<Notation>,
) -> Result<NamedBoard, Error> {
    chosen(any_boards(text, deck, name, notation)?, name)
}

/// The board of numbers of cards, if this is their notation.
///
/// # Errors
///
/// A number that no card has, or that is there twice.
pub fn numbered(
    text: &[u8],
    deck: PartialDeck,
    notation: Option<Notation>,
) -> Result<Option<NamedBoard>, Error> {
    let is_asked = notation.is_some_and(|notation| !notation.is_read());
    let text = is_asked.then(|| str::from_utf8(text).ok()).flatten();
    let from_1 = notation == Some(Notation::NumberFrom1);
    let read = text.and_then(|text| read_numbers(text, deck, from_1)).transpose();
    read.map_err(|refusal| Error::new(Code::ValueOutOfRange, refusal.to_string()))
}

/// The boards of a text, or those that have this name or none, in the notations or as tables.
pub(crate) fn any_boards(
    text: &[u8],
    deck: PartialDeck,
    name: Option<&str>,
    notation: Option<Notation>,
) -> Result<Vec<NamedBoard>, Error> {
    if let Some(board) = numbered(text, deck, notation)? {
        return Ok(vec![board]);
    }
    strict_boards(text, deck, name).or_else(|error| {
        if !is_about_cards(&error, text) {
            return Err(error);
        }
        let may_be =
            |text: &BoardText| name.zip(text.name()).is_none_or(|(name, of_text)| name == of_text);
        let mut boards = Vec::new();
        for text in texts(text, deck).filter(may_be) {
            boards.extend(boards_of(&text)?);
        }
        Ok(boards)
    })
}

/// The board of a part of a text, in the notations, or its boards as a [table](tercet::table).
///
/// # Errors
///
/// As [`BoardSpec::board`]; the facts `forms` say how cards may be written.
pub fn boards_of(text: &BoardText) -> Result<Vec<NamedBoard>, Error> {
    /// In what else cards may be written.
    const FORMS: &str = "cards may also be words, letters, fields, JSON or CSV: \
                         see the guide, \"Bring your board\"";
    let error = match text.read() {
        Ok(board) => return Ok(vec![board]),
        Err(error) => Error::from(error),
    };
    if !is_about_cards(&error, text.text()) || text.text().len() > MOST_OF_TABLE {
        return Err(error);
    }
    text.read_table().map_err(|refusal| match refusal {
        Refusal::NoTable if error.code == Code::NoCards => error,
        Refusal::NoTable => {
            // The first sign of such a text is no part of a card.
            let is_other =
                text.text().trim_ascii_start().first().is_some_and(|it| b"[{<".contains(it));
            let message = if is_other { refusal.to_string() } else { error.message };
            Error { message, ..error }.with("forms", FORMS)
        }
        Refusal::Slip { .. } => Error { message: refusal.to_string(), ..error },
        _ => Error::new(error.code, refusal.to_string()),
    })
}

/// A text without the card that lies face down, which is the word `?` or `back`; `None` if there is no such card.
///
/// # Errors
///
/// If there are several.
pub fn face_up(text: &str) -> Result<Option<String>, Error> {
    let is_between = |it: char| it.is_whitespace() || ",;|/\"'`[]()".contains(it);
    let mut marks = ["?", "back"].into_iter().flat_map(|mark| {
        text.match_indices(mark).filter_map(move |(at, _)| {
            let (before, after) = (&text[..at], &text[at + mark.len()..]);
            let is_word = before.chars().next_back().is_none_or(is_between)
                && after.chars().next().is_none_or(is_between);
            let line = before.rsplit('\n').next().unwrap_or_default();
            // In some languages a space stands before the mark of a question.
            let rest = after.trim_start_matches(' ');
            let is_question = (rest.is_empty() || rest.starts_with('\n'))
                && line.ends_with(' ')
                && line.trim_end().ends_with(char::is_lowercase);
            (is_word && !line.contains('#') && !is_question).then_some((before, after))
        })
    });
    let Some((before, after)) = marks.next() else { return Ok(None) };
    if marks.next().is_some() {
        let message = "several cards lie face down: only what one of them may be is found, so leave out the others";
        return Err(Error::new(Code::NotACard, message));
    }
    let quotes = ['"', '\'', '`'];
    let (before, after) = (before.trim_end_matches(quotes), after.trim_start_matches(quotes));
    // One of the two separators around it goes.
    let separators = [',', ';', '|', '/'];
    Ok(Some(match after.trim_start().strip_prefix(separators) {
        Some(after) => format!("{}{after}", before.trim_end()),
        None => format!("{}{after}", before.trim_end().trim_end_matches(separators)),
    }))
}

/// The most bytes of a text that is read as a table.
pub(crate) const MOST_OF_TABLE: usize = 1 << 20;

/// Whether a text is no board because no notation reads its cards, or because it is of a program.
fn is_about_cards(error: &Error, text: &[u8]) -> bool {
    let is_assigned =
        || text.windows(BOARD.len()).any(|window| window == BOARD) || text.starts_with(b"board\t");
    match error.code {
        Code::NotACard | Code::ValueOutOfRange | Code::CardWidth | Code::NoCards => true,
        Code::BoardLine => is_assigned(),
        // A word that is longer than any card is none.
        Code::NoSuchDeck => text.split(u8::is_ascii_whitespace).any(|word| word.len() > LONGEST),
        _ => false,
    }
}

/// The most letters of a code.
const LONGEST: usize = 64;

/// How a program begins a board.
const BOARD: &[u8] = b"board =";

fn texts(text: &[u8], deck: PartialDeck) -> impl Iterator<Item = BoardText> {
    BoardTexts::new(text, deck).map(|text| text.expect("memory can be read"))
}

/// The boards of a text in the notations, or the named one alone if it is there.
fn strict_boards(
    text: &[u8],
    deck: PartialDeck,
    name: Option<&str>,
) -> Result<Vec<NamedBoard>, Error> {
    Deck::new(deck.values.unwrap_or(1), deck.properties.unwrap_or(1))?;
    if let Some(name) = name {
        let mut named = texts(text, deck).filter(|text| text.name().as_deref() == Some(name));
        if let Some(board) = named.next() {
            if let Some(second) = named.next() {
                let problem = BoardProblem::SameName(name.to_owned());
                return Err(ParseError { place: second.begin(), problem }.into());
            }
            return Ok(vec![board.read()?]);
        }
    }
    Ok(parse_boards(text, deck)?)
}

/// The only one of some boards, or the named one.
pub(crate) fn chosen(mut boards: Vec<NamedBoard>, name: Option<&str>) -> Result<NamedBoard, Error> {
    let is_chosen =
        |board: &NamedBoard| name.is_none_or(|name| board.name.as_deref() == Some(name));
    if let (Some(first), true) =
        (boards.iter().position(is_chosen), name.is_some() || boards.len() == 1)
    {
        return Ok(boards.swap_remove(first));
    }
    let names: Vec<&str> = boards.iter().filter_map(|board| board.name.as_deref()).collect();
    let error = match name {
        None => format!("the text holds {} boards", boards.len()),
        Some(_) if names.is_empty() => "the board has no name".into(),
        Some(name) => format!("no board is called '{name}'"),
    };
    let error = Error::new(Code::NoSuchBoard, error).with("names", &names);
    Err(if let Some(name) = name { error.about(name) } else { error })
}

/// The notation of an answer: the requested one, or by default the shortest for the deck.
pub(crate) fn notation(asked: Option<Notation>, deck: Deck) -> Result<Notation, Error> {
    let asked = asked.unwrap_or(Notation::for_deck(deck)).suited_to(deck);
    asked.map_err(|unsupported| Error::new(Code::Notation, unsupported.to_string()))
}

/// Parses cards of a deck, which may repeat. The place of an error is that of its card in the list,
/// as for a board with one card per line.
pub(crate) fn read_cards(deck: Deck, texts: &[String]) -> Result<Vec<Card>, Error> {
    let card = |(line, text): (usize, &String)| {
        let place = Place { line, column: 1 };
        let problem = |error| ParseError { place, problem: BoardProblem::from(error) };
        deck.card(text).map_err(|error| problem(error).into())
    };
    (1..).zip(texts).map(card).collect()
}

/// Cards as texts.
///
/// # Panics
///
/// If the notation does not suit the deck.
pub fn write_cards(deck: Deck, notation: Notation, cards: &[Card]) -> Vec<String> {
    cards.iter().map(|&card| notation.write(deck, card)).collect()
}

/// How the cards of a board are written: as they stand there, and others in a notation that suits their deck.
#[derive(Clone, Copy, Debug)]
pub struct CardWriter<'a> {
    /// The deck.
    pub deck: Deck,
    /// The notation.
    pub notation: Notation,
    /// How the cards of the board stand there, if it was not read in a notation.
    pub spelling: Option<&'a Spelling>,
}

impl CardWriter<'_> {
    /// Writes all cards in a notation.
    pub const fn new(deck: Deck, notation: Notation) -> Self {
        Self { deck, notation, spelling: None }
    }

    /// A card as a text.
    pub fn write(self, card: Card) -> String {
        let Self { deck, notation, spelling } = self;
        let written = |spelling: &Spelling| {
            spelling.write(card).map(str::to_owned).or_else(|| spelling.compose(deck, card))
        };
        // Codes would say of unknown words what they mean.
        let is_known = notation != Notation::Classic || spelling.is_none_or(|it| it.is_pictured);
        let notation = if is_known { notation } else { Notation::Digits };
        spelling.and_then(written).unwrap_or_else(|| notation.write(deck, card))
    }

    /// Cards as texts.
    pub fn write_all(self, cards: &[Card]) -> Vec<String> {
        cards.iter().map(|&card| self.write(card)).collect()
    }

    /// Cards as one text, with another one between them.
    pub fn join(self, cards: &[Card], between: &str) -> String {
        let mut text = String::new();
        for (i, &card) in cards.iter().enumerate() {
            text.push_str(if i > 0 { between } else { "" });
            text.push_str(&self.write(card));
        }
        text
    }
}

/// Cards of a set on a line.
pub fn joined(cards: &[String]) -> String {
    // Cards in words have spaces themselves.
    cards.join(if cards.iter().any(|card| card.contains(' ')) { ", " } else { " " })
}

/// The sets of a board in layout order, each as the positions of its cards, ascending.
#[cfg(any(feature = "page", feature = "photo"))]
pub(crate) fn all_sets(board: &Board) -> Vec<Vec<usize>> {
    let mut sets = positions(&board.sets().collect::<Vec<_>>());
    sets.sort_unstable();
    sets
}

/// The positions of the cards of sets on the board that they come from, ascending.
pub(crate) fn positions(sets: &[Set]) -> Vec<Vec<usize>> {
    let of_set = |set: &Set| {
        let mut positions = set.positions().unwrap_or_default().to_vec();
        positions.sort_unstable();
        positions
    };
    sets.iter().map(of_set).collect()
}
