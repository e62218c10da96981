//! Boards as people hold them: letters, words, tables, lists, JSON.
//!
//! The sets of a board do not depend on the names of the values. A board is a table: cards are rows, properties are
//! columns, and any consistent naming within a column gives the same sets. So what has to be found in a text are its rows
//! and columns.
//!
//! There are few ways to divide a text: rows are lines, or parts of lines, or stand in brackets; fields are words between
//! separators, or letters, or runs of letters of one kind. Each way is tried. It is a reading if all rows have equally
//! many fields, no two rows are the same, and no column has more than v labels. Of several readings the one is taken that
//! is the shortest description of the text (Rissanen, Modeling by shortest data description, 1978): the labels of each
//! column, and for each card the choice of its labels. A wrong division has columns with many or long labels. Where two
//! readings are about equally short and their sets differ, the text is refused.
//!
//! Words for the values of the published game, in several languages, may stand in any order. Of other labels the
//! letters tell which column is which property, if they begin such words; that matters for pictures of the cards alone.
//!
//! ```
//! use tercet::file::PartialDeck;
//! use tercet::table::read_boards;
//!
//! let read = |text| read_boards(text, PartialDeck::default());
//! let words = read("two red striped ovals, one green solid diamond, two green striped ovals, two purple striped ovals")?;
//! let letters = read("O2RH D1GS O2GH O2PH")?;
//! assert_eq!(words[0].board, letters[0].board);
//! let spelling = letters[0].spelling.as_ref().expect("these are not codes such as 2RhO");
//! assert_eq!(spelling.reading, "read as 4 cards of (3,4): shape, count, colour, shading");
//! # Ok::<(), tercet::table::Refusal>(())
//! ```

mod beside;
mod columns;
#[cfg(feature = "json")]
mod json;
mod lists;
mod markup;
mod numbers;
mod rows;
mod text;
mod words;

use std::collections::HashMap;

use thiserror::Error;

use self::columns::{Table, USUAL, fit};
pub use self::numbers::read_numbers;
use self::rows::{Between, Fields, HEADINGS, divided};
use self::text::Divisions;
use crate::card::Card;
use crate::classic::ClassicCard;
use crate::deck::Deck;
use crate::file::{NamedBoard, PartialDeck, is_name};
use crate::text::{number, shown};

/// How the cards of a board are written, where no [notation](crate::notation) reads them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spelling {
    /// What was assumed, in words: `read as 12 cards of (3,4): shape, count, colour, shading`.
    pub reading: String,
    /// Whether a picture of a card shows what was written, because the words for its values are known.
    pub is_pictured: bool,
    /// Whether the cards are numbers, which are always written as they are.
    pub are_numbers: bool,
    cards: HashMap<Card, String>,
    /// The property of each column, and the label of each of its values, which is empty if no card has it.
    labels: Vec<(usize, Vec<String>)>,
    between: &'static str,
}

impl Spelling {
    /// A card as it was written; `None` for one that is not on the board.
    pub fn write(&self, card: Card) -> Option<&str> {
        self.cards.get(&card).map(String::as_str)
    }

    /// A card of the deck with the labels of the board; `None` if the board shows not all of its values.
    pub fn compose(&self, deck: Deck, card: Card) -> Option<String> {
        let label = |(property, labels): &(usize, Vec<String>)| {
            Some(labels[deck.value(card, *property)].clone()).filter(|label| !label.is_empty())
        };
        let labels = self.labels.iter().map(label).collect::<Option<Vec<_>>>()?;
        (!labels.is_empty()).then(|| labels.join(self.between))
    }

    /// Whether a title has a label of each column in turn, as a card has. A letter or a digit may stand for a value that no
    /// card has.
    fn may_write(&self, title: &str) -> bool {
        let title: String = title.chars().filter(|it| it.is_alphanumeric()).collect();
        let mut rest = &*title;
        for (_, labels) in &self.labels {
            let shown = || labels.iter().filter(|label| !label.is_empty());
            let longest = shown().filter(|label| rest.starts_with(*label)).map(String::len).max();
            let is_like = |label: &String, letter: char| {
                label.chars().count() == 1 && label.chars().all(|it| kind(it) == kind(letter))
            };
            let has_unseen = shown().count() < labels.len();
            let unseen = rest
                .chars()
                .next()
                .filter(|&it| has_unseen && shown().all(|label| is_like(label, it)));
            let Some(length) = longest.or(unseen.map(char::len_utf8)) else { return false };
            rest = &rest[length..];
        }
        rest.is_empty()
    }

    /// The card of the deck that is written like this; `None` for decks of more than 100,000 cards.
    pub fn card(&self, deck: Deck, written: &str) -> Option<Card> {
        const MOST: u128 = 100_000;
        let is_written = |&card: &Card| match self.write(card) {
            Some(text) => text == written,
            None => self.compose(deck, card).is_some_and(|text| text == written),
        };
        (deck.last_rank() < MOST).then(|| deck.cards().find(is_written)).flatten()
    }
}

/// Whether a sign is a digit, and whether it is a small letter.
fn kind(sign: char) -> (bool, bool) {
    (sign.is_numeric(), sign.is_lowercase())
}

/// Why a text is not read as boards, with a remedy.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// No division of the text into rows and columns makes cards of one deck.
    #[error("no cards of one deck are found in it")]
    NoTable,
    /// A card is there twice.
    #[error("card '{}' occurs twice: remove one of them", shown(.0))]
    Duplicate(String),
    /// More values than usual would make it a table, but it may be a slip of the pen.
    #[error(
        "a column has the values {}: correct one of them, leave out a heading, or name the deck if v is {values}",
        shown(labels)
    )]
    Slip {
        /// The values of a column.
        labels: String,
        /// The number of values that would make it a table.
        values: usize,
    },
    /// Two readings have different sets.
    #[error(
        "it can be {0}, or {1}, and their sets differ: name the deck, or write one card a line"
    )]
    Ambiguous(String, String),
    /// A word for a value stands beside the cards.
    #[error(
        "'{0}' stands beside the cards: write it with each card that it is meant for, or leave it out"
    )]
    Beside(String),
    /// Words for one value may be meant as one or as several.
    #[error(
        "'{0}' may mean the same as another word, or something else: write the same word, or one that is not a synonym"
    )]
    Synonyms(String),
    /// Empty lines are between boards, or between the rows of one.
    #[error(
        "it can be one board of {cards} cards or {boards} boards: leave out what separates them, or write 'board NAME' before each"
    )]
    Boards {
        /// The number of all cards.
        cards: usize,
        /// The number of boards.
        boards: usize,
    },
    /// The boards are of different decks, and have no names.
    #[error(
        "it has a board of {0} and one of {1}: leave out what is no board, or write 'board NAME' before each"
    )]
    Decks(String, String),
    /// The cards seem to be numbers.
    #[error(
        "these seem to be numbers of cards: the notation 'number' reads them from 0, and 'number-from-1' from 1"
    )]
    Numbers,
    /// A first line has another number than that of the cards below it.
    #[error("its first line says {said}, but {cards} cards follow: correct it, or leave it out")]
    Count {
        /// The number in the first line.
        said: usize,
        /// The number of cards.
        cards: usize,
    },
    /// There is no card of this number.
    #[error("no card of {0} has the number {1}: correct it, or name another deck")]
    NoSuchNumber(Deck, usize),
}

/// A board of a text.
#[derive(Clone, Debug)]
struct Block {
    name: Option<String>,
    /// Its lines, or its cards.
    rows: Vec<Row>,
    /// Whether each row is a card.
    are_cards: bool,
    /// Whether each row has several cards.
    is_grid: bool,
    /// How long it takes to write down what was left out of it.
    bits: f64,
}

/// A card, or a line with cards, as it is written, and the fields of a card if they are known.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Row {
    line: usize,
    text: String,
    fields: Vec<String>,
}

/// The least board that is not taken for a row of one.
const LARGE: usize = 9;

/// The longest text that is read, in bytes.
const MOST_BYTES: usize = 1 << 20;

/// Reads the boards of a text that the strict notations do not read: v is 3 and p is the number of columns, unless they
/// are known.
///
/// The time is proportional to the length of the text.
///
/// # Errors
///
/// [`Refusal`].
pub fn read_boards(text: &str, known: PartialDeck) -> Result<Vec<NamedBoard>, Refusal> {
    let boards = divided_boards(text, known).map_err(|refusal| {
        let (first, rest) = text.split_once('\n').unwrap_or_default();
        let said = number(first.trim()).filter(|_| refusal == Refusal::NoTable);
        match said.map(|said| (said, divided_boards(rest, known))) {
            Some((said, Ok(boards))) if boards.len() == 1 => {
                Refusal::Count { said, cards: boards[0].board.len() }
            }
            _ => refusal,
        }
    })?;
    for spelling in boards.iter().filter_map(|board| board.spelling.as_ref()) {
        let columns: Vec<&[String]> = spelling.labels.iter().map(|(_, labels)| &**labels).collect();
        let is_known = known.properties.is_some() || columns.len() > 3;
        if let Some(word) = words::beside(text, &columns).filter(|_| !is_known) {
            return Err(Refusal::Beside(word));
        }
    }
    Ok(boards)
}

/// The boards of a text; but a title or a mark of another language may have words for values.
fn divided_boards(text: &str, known: PartialDeck) -> Result<Vec<NamedBoard>, Refusal> {
    if text.len() > MOST_BYTES {
        return Err(Refusal::NoTable);
    }
    // Where p is known, numbers of p digits are cards with a slip of the pen.
    let may_be_numbers = known.properties.is_none() && rows::are_numbers(text);
    let refused = |refusal| Err(if may_be_numbers { Refusal::Numbers } else { refusal });
    #[cfg(feature = "json")]
    if let Some((value, are_lines)) = json::value(text) {
        if let Some(text) = json::text_of_board(&value) {
            return divided_boards(text, known);
        }
        if let Some((alternatives, deck)) = json::boards(&value, are_lines) {
            return shortest(&alternatives, known.or(deck)).or_else(refused);
        }
    }
    let Divisions { one, several, is_one, is_wide, titled } = text::boards(text);
    let as_one = shortest(&one.into_iter().map(|block| vec![block]).collect::<Vec<_>>(), known);
    let as_several = shortest(&several, known);
    let sizes: Vec<usize> = match &as_several {
        Ok(several) => several.iter().map(|it| it.board.len()).collect(),
        Err(_) => several.first().into_iter().flatten().map(|block| block.rows.len()).collect(),
    };
    match (as_one, as_several) {
        (Ok(_), Err(refusal)) if is_one == Some(false) => refused(refusal),
        (Ok(one), several) => {
            let (cards, deck) = (one[0].board.len(), one[0].board.deck());
            // Numbers of cards have two digits, as the cards of other decks have.
            let are_pairs = deck.properties() == 2 && deck.values() > USUAL;
            if known.values.is_none() && are_pairs && may_be_numbers {
                return Err(Refusal::Numbers);
            }
            if let Ok(boards) = shortest(&[titled], known)
                && boards.len() > 1
            {
                let sizes: Vec<usize> = boards.iter().map(|it| it.board.len()).collect();
                let are_boards = sizes.iter().all(|&size| size >= USUAL);
                if are_boards && columns::has_set_across(&one[0].board, &sizes) {
                    return Err(Refusal::Boards { cards, boards: boards.len() });
                }
            }
            let are_parts = sizes.iter().sum::<usize>() == cards;
            let are_large = sizes.iter().all(|&size| size >= LARGE);
            let is_known = match several {
                Ok(several) if !is_one.unwrap_or(!are_large) => return one_deck(several),
                Ok(_) => is_wide && cards >= LARGE && cards.is_multiple_of(3),
                // Few cards are no table, but may be a board.
                Err(_) => is_wide || !are_parts || sizes.len() < 2,
            };
            if is_one.is_some()
                || is_known
                || are_parts && !columns::has_set_across(&one[0].board, &sizes)
            {
                Ok(one)
            } else {
                Err(Refusal::Boards { cards, boards: sizes.len() })
            }
        }
        (Err(_), Ok(mut several)) => {
            // Below a board stand its sets.
            let texts = |NamedBoard { board, spelling, .. }: &NamedBoard| -> Vec<String> {
                let written = |card| Some(spelling.as_ref()?.write(card)?.to_owned());
                board.iter().filter_map(written).collect()
            };
            let first = texts(&several[0]);
            let mut number = 0;
            several.retain(|board| {
                number += 1;
                let is_set = board.board.len() == board.board.deck().values();
                number == 1 || !is_set || !texts(board).iter().all(|card| first.contains(card))
            });
            one_deck(several)
        }
        (Err(Refusal::NoTable), Err(refusal)) | (Err(refusal), Err(_)) => refused(refusal),
    }
}

/// Boards below one another are of one deck, unless each has a name: notes are no board.
fn one_deck(boards: Vec<NamedBoard>) -> Result<Vec<NamedBoard>, Refusal> {
    let [first, rest @ ..] = &boards[..] else { return Ok(boards) };
    let deck = first.board.deck();
    let other = rest.iter().map(|it| it.board.deck()).find(|it| *it != deck);
    match other.filter(|_| boards.iter().any(|it| it.name.is_none())) {
        Some(other) => Err(Refusal::Decks(deck.to_string(), other.to_string())),
        None => Ok(boards),
    }
}

/// A reading of all boards: their names, their tables, and what else is said about them.
struct Reading {
    bits: f64,
    tables: Vec<Named>,
}

type Named = (Option<String>, Table, String);

/// The shortest reading of some boards in any of these divisions.
fn shortest(divisions: &[Vec<Block>], known: PartialDeck) -> Result<Vec<NamedBoard>, Refusal> {
    /// How much longer a description may be and still be as good.
    const CLOSE: f64 = 1.1;
    let (mut readings, mut refusal) = (Vec::new(), (f64::INFINITY, Refusal::NoTable));
    // Many codes beside few cards that are none are the published game, with a slip of the pen.
    let is_slip = |table: &Table| {
        let codes = table.texts().filter(|text| text.parse::<ClassicCard>().is_ok()).count();
        !table.is_pictured() && codes > table.len() - codes
    };
    let ways = || Between::ALL.into_iter().flat_map(|it| Fields::ALL.map(|fields| (it, fields)));
    for blocks in divisions.iter().filter(|blocks| !blocks.is_empty()) {
        for (between, fields) in ways() {
            match in_one_way(blocks, between, fields, known) {
                Ok(Some(read)) if read.tables.iter().any(|(_, table, _)| is_slip(table)) => {}
                Ok(Some(read)) if fields == Fields::Runs && read.is_sure() => {
                    // Letters that only come together are one label, as `So` and `St` are.
                    readings.retain(|other: &Reading| !other.splits(&read));
                    readings.push(read);
                }
                Ok(read) => {
                    // Few cards do not tell whether these letters are one label.
                    let split = read.iter().find_map(|read| {
                        let split = readings.iter().find(|it: &&Reading| it.splits(read))?;
                        let [one, other] = [read, split].map(|it| &it.tables[0].1);
                        split.differs_from(read).then(|| (read.bits, ambiguous(one, other)))
                    });
                    match split {
                        Some(both) if fields == Fields::Runs && both.0 < refusal.0 => {
                            refusal = both;
                        }
                        _ => readings.extend(read),
                    }
                }
                Err(other) if other.0 < refusal.0 => refusal = other,
                Err(_) => {}
            }
        }
    }
    // A slip in a shorter description is no reason for a longer one.
    let best = readings.iter().min_by(|a, b| a.bits.total_cmp(&b.bits));
    let Some(best) = best.filter(|best| best.bits < refusal.0) else {
        return Err(refusal.1);
    };
    let is_rival = |other: &&Reading| other.bits < best.bits * CLOSE && other.differs_from(best);
    if let Some(rival) = readings.iter().find(is_rival) {
        let [best, rival] = [best, rival].map(|Reading { tables, .. }| {
            let (_, table, more) = &tables[0];
            table.board(more).1.reading
        });
        return Err(Refusal::Ambiguous(best, rival));
    }
    let named = |(name, table, more): &Named| {
        let (board, spelling) = table.board(more);
        if let Some(name) = name.as_ref().filter(|name| spelling.may_write(name)) {
            return Err(Refusal::Beside(name.clone()));
        }
        // A name is one word.
        let name = name.as_ref().map(|name| name.split_whitespace().collect::<Vec<_>>().join("-"));
        let name = name.filter(|name| is_name(name));
        Ok(NamedBoard { name, board, spelling: Some(spelling) })
    };
    best.tables.iter().map(named).collect()
}

impl Reading {
    /// Whether it has enough cards to tell what comes together, or words for values.
    fn is_sure(&self) -> bool {
        const ENOUGH: usize = 12;
        self.tables.iter().all(|(_, table, _)| table.len() >= ENOUGH || table.is_pictured())
    }

    /// Whether it has the same cards as another one, in more columns, and capital letters tell those of the other one.
    fn splits(&self, other: &Self) -> bool {
        let has_word = |text: &str| {
            let is_next = |it: char| it.is_lowercase();
            text.split(char::is_uppercase).skip(1).any(|rest| rest.starts_with(is_next))
        };
        let splits = |((_, one, _), (_, other, _)): (&Named, &Named)| {
            let is_other = one.columns() > other.columns() && one.texts().eq(other.texts());
            is_other && one.texts().all(has_word)
        };
        self.tables.len() == other.tables.len() && self.tables.iter().zip(&other.tables).all(splits)
    }

    /// Whether it has other sets than another one.
    fn differs_from(&self, other: &Self) -> bool {
        let agree = |((_, one, _), (_, other, _)): (&Named, &Named)| one.agrees_with(other);
        self.tables.len() != other.tables.len() || !self.tables.iter().zip(&other.tables).all(agree)
    }
}

/// That a text can be one table or another.
fn ambiguous(one: &Table, other: &Table) -> Refusal {
    let [one, other] = [one, other].map(|it| it.board("").1.reading);
    Refusal::Ambiguous(one, other)
}

/// The reading of all boards that are divided in one way.
fn in_one_way(
    blocks: &[Block],
    between: Between,
    fields: Fields,
    known: PartialDeck,
) -> Result<Option<Reading>, (f64, Refusal)> {
    let mut reading = Reading { bits: 0.0, tables: Vec::new() };
    for Block { name, rows, are_cards, is_grid, bits } in blocks {
        reading.bits += bits;
        let have_fields = rows.iter().any(|row| !row.fields.is_empty());
        let is_other =
            *are_cards && between != Between::Lines || *is_grid && between == Between::Lines;
        if is_other || have_fields && fields != Fields::Separated {
            return Ok(None);
        }
        let rows = if have_fields { rows.clone() } else { divided(rows, between, fields) };
        let Some((table, more)) = table(&rows, *are_cards, known)? else { return Ok(None) };
        // Words and their beginnings are evidence, too.
        reading.bits += if table.is_pictured() { table.bits / 2.0 } else { table.bits };
        reading.tables.push((name.clone(), table, more));
    }
    Ok(Some(reading))
}

/// The table of rows, perhaps without a heading before them or a line below them, and what is said about that.
fn table(
    rows: &[Row],
    are_cards: bool,
    known: PartialDeck,
) -> Result<Option<(Table, String)>, (f64, Refusal)> {
    let Some(first) = rows.first() else { return Ok(None) };
    let is_titled = !are_cards
        && [rows.split_first(), rows.split_last()]
            .iter()
            .flatten()
            .any(|(row, cards)| rows::is_beside_digits(row, cards));
    let whole = if is_titled { None } else { fit(rows, known) };
    let found = |rows: &[Row], known| fit(rows, known).and_then(Result::ok);
    let heads = rows.iter().take_while(|row| row.line == first.line).count();
    let (heading, cards) = rows.split_at(heads);
    // A first line like the others is a card, unless it says how many cards of which deck there are.
    let is_like =
        heads == 1 && cards.first().is_some_and(|it| it.fields.len() == first.fields.len());
    let may_be_deck = !is_like || whole.is_none();
    let of_sizes = || {
        let sizes = rows::sizes(heading, cards.len(), may_be_deck, known);
        sizes.into_iter().filter_map(|said| found(cards, said))
    };
    match &whole {
        Some(Ok(table)) if are_cards || known.values.is_some() || table.is_usual() => {
            let is_named = known.values.is_some() && known.properties.is_some();
            let other = of_sizes().next().filter(|_| is_like && !are_cards && !is_named);
            return other.map_or_else(
                || Ok(Some((table.clone(), String::new()))),
                |other| Err((table.bits, ambiguous(table, &other))),
            );
        }
        _ if are_cards => return whole.transpose().map(|table| Some((table?, String::new()))),
        _ => {}
    }
    let sized: Vec<Table> = of_sizes().collect();
    if let Some(pair) = sized.windows(2).find(|pair| !pair[0].agrees_with(&pair[1])) {
        return Err((pair[0].bits, ambiguous(&pair[0], &pair[1])));
    }
    let mut tables: Vec<(Table, String)> =
        whole.iter().flatten().cloned().chain(sized).map(|it| (it, String::new())).collect();
    let without = |lines: &[usize]| {
        rows.iter().cloned().partition::<Vec<Row>, _>(|row| lines.contains(&row.line))
    };
    let mut numbers: Vec<usize> = rows.iter().map(|row| row.line).collect();
    numbers.dedup();
    let outside = |heads: usize, feet: usize| {
        let heads = numbers.get(..heads)?.iter();
        Some(heads.chain(numbers.get(numbers.len() - feet..)?).copied().collect::<Vec<_>>())
    };
    let ways = (0..=HEADINGS).flat_map(|heads| [0, 1].map(|feet| (heads, feet)));
    for lines in ways.filter(|way| *way != (0, 0)).filter_map(|(heads, feet)| outside(heads, feet))
    {
        let (_, cards) = without(&lines);
        let is_outside = |line: &usize| rows::is_heading(&without(&[*line]).0, &cards);
        if numbers.len() <= lines.len() || !lines.iter().all(is_outside) {
            continue;
        }
        let letters: usize = without(&lines).0.iter().map(|row| row.text.len()).sum();
        let said: Vec<String> = lines.iter().map(usize::to_string).collect();
        let s = if said.len() == 1 { "" } else { "s" };
        tables.extend(found(&cards, known).map(|mut table| {
            table.bits += 8.0 * letters as f64;
            (table, format!("; without line{s} {}", said.join(" and ")))
        }));
    }
    let best = tables.into_iter().min_by(|(a, _), (b, _)| a.bits.total_cmp(&b.bits));
    match whole {
        Some(Err(refusal)) if best.is_none() => Err(refusal),
        _ => Ok(best),
    }
}
