//! The ways to divide a block of lines into rows of fields, and what may stand beside the rows.

use super::columns::different;
use super::{Row, words};
use crate::file::PartialDeck;
use crate::text::number;

/// What separates fields, beside spaces.
const SEPARATORS: &str = ",;|/_-.:\\&+";
/// What encloses rows and fields.
pub(super) const BRACKETS: &str = "()[]{}<>\"'`";

/// How many lines before the cards may be something else.
pub(super) const HEADINGS: usize = 2;

/// How the rows of a block are separated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Between {
    Lines,
    /// Lines, and this within them.
    Letter(char),
    /// Lines, and two spaces within them.
    Gaps,
    /// Each row is in brackets.
    Brackets,
    /// Each row is in quotes.
    Quotes,
}

impl Between {
    pub(super) const ALL: [Self; 10] = [
        Self::Lines,
        Self::Letter(' '),
        Self::Letter(','),
        Self::Letter(';'),
        Self::Letter('|'),
        Self::Letter('\t'),
        Self::Letter('/'),
        Self::Gaps,
        Self::Brackets,
        Self::Quotes,
    ];

    /// The texts of the rows; none if they are not separated like this.
    pub(super) fn rows(self, lines: &[Row]) -> Vec<(usize, String)> {
        let is_there = match self {
            Self::Brackets => {
                // The others may enclose the parts of a type.
                let is_usual = |line: &Row| line.text.contains(['(', '[', '{']);
                let pairs: &[_] = if lines.iter().any(is_usual) {
                    &[('(', ')'), ('[', ']'), ('{', '}')]
                } else {
                    &[('<', '>')]
                };
                return enclosed(lines, pairs);
            }
            Self::Quotes => return enclosed(lines, &[('"', '"'), ('\'', '\''), ('`', '`')]),
            Self::Letter(letter) => lines.iter().any(|line| line.text.contains(letter)),
            Self::Gaps => lines.iter().any(|line| line.text.contains("  ")),
            Self::Lines => true,
        };
        if !is_there {
            return Vec::new();
        }
        let is_between = |it: char| ",;".contains(it);
        // What begins all lines of a list, perhaps but the first, is no empty cell.
        let begins = |line: &Row| line.text.trim_start().starts_with(is_between);
        let is_list = lines.iter().skip(1).all(begins) || self != Self::Lines;
        let mut rows = Vec::new();
        for line in lines {
            let parts: Vec<&str> = match self {
                Self::Letter(' ') => line.text.split_whitespace().collect(),
                Self::Letter(letter) => line.text.split(letter).collect(),
                Self::Gaps => line.text.split("  ").collect(),
                _ => vec![&line.text],
            };
            let row = |part: &&str| {
                let is_around = |it: char| it.is_whitespace() || BRACKETS.contains(it);
                let row = part.trim_end_matches(|it| is_around(it) || is_between(it));
                row.trim_start_matches(|it| is_around(it) || is_list && is_between(it)).to_owned()
            };
            let is_row = |row: &String| {
                row.contains(|it: char| !it.is_whitespace() && !SEPARATORS.contains(it))
            };
            rows.extend(parts.iter().map(row).filter(is_row).map(|row| (line.line, row)));
        }
        rows
    }
}

/// What stands in the innermost of these brackets, or in these quotes. Between any two of them stand the same words.
fn enclosed(lines: &[Row], pairs: &[(char, char)]) -> Vec<(usize, String)> {
    let (mut rows, mut gaps) = (Vec::new(), Vec::new());
    // What is open, what was read since a bracket, and what stands outside since the last row.
    let (mut end, mut read, mut outside) = (None, String::new(), String::new());
    for line in lines {
        for letter in line.text.chars().chain(['\n']) {
            let opens = pairs
                .iter()
                .find(|(open, close)| *open == letter && (end.is_none() || open != close));
            if end == Some(letter) {
                // Empty ones are of a type, as in `int[][]`.
                if !read.trim().is_empty() {
                    rows.push((line.line, std::mem::take(&mut read).trim().to_owned()));
                    gaps.push(std::mem::take(&mut outside));
                }
                end = None;
            } else if let Some((_, close)) = opens {
                outside.push_str(&std::mem::take(&mut read));
                end = Some(*close);
            } else {
                read.push(if letter == '\n' { ' ' } else { letter });
            }
        }
    }
    // One alone is no list if more stands around it.
    let around: usize = gaps.iter().chain([&read]).map(|it| it.trim().len()).sum();
    if rows.len() == 1 && around > rows[0].1.len() {
        return Vec::new();
    }
    // What is assigned to has another name for each card, and cards may be numbered.
    let last = |gap: &String| gap.rsplit('=').next().unwrap_or_default().to_owned();
    let number_in = |gap: &String| -> Option<usize> {
        number(&gap.chars().filter(char::is_ascii_digit).collect::<String>())
    };
    let numbers: Vec<_> = gaps.iter().map(last).map(|gap| number_in(&gap)).collect();
    // Three small ones may be values.
    let go_on = numbers.iter().flatten().any(|&it| it > 3) && are_in_turn(&numbers);
    let words = |gap: &String| -> String {
        let is_said = |it: &char| {
            it.is_alphabetic()
                || !go_on && it.is_ascii_digit()
                || !it.is_ascii() && !it.is_whitespace()
        };
        last(gap).chars().filter(is_said).collect()
    };
    // What stands before the first one is another thing, unless it is the same sign or number.
    let first =
        usize::from(gaps.first().is_some_and(|gap| words(gap).chars().any(char::is_alphabetic)));
    let gaps: Vec<String> = gaps.iter().skip(first).map(words).collect();
    let is_end = words(&read).is_empty() || rows.len() != 2;
    if different(gaps).len() < 2 && is_end { rows } else { Vec::new() }
}

/// How the fields of a row are separated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fields {
    /// By spaces and separators.
    Separated,
    /// By tabs, vertical lines, semicolons or commas alone, where a field has several words.
    Cells,
    /// Each letter is one.
    Letters,
    /// Where letters become digits, or small letters become capital ones; of a symbol that is repeated, the number and
    /// the symbol.
    Runs,
}

impl Fields {
    pub(super) const ALL: [Self; 4] = [Self::Separated, Self::Cells, Self::Letters, Self::Runs];

    /// The fields of a row; none if what separates fields stands between letters.
    pub(super) fn of(self, text: &str) -> Vec<String> {
        let is_between =
            |it: char| it.is_whitespace() || SEPARATORS.contains(it) || BRACKETS.contains(it);
        match self {
            Self::Letters | Self::Runs if text.trim_matches(is_between).contains(is_between) => {
                Vec::new()
            }
            Self::Separated => {
                // A sign before a number is a part of it, and a dash between two is not.
                let mut fields = vec![String::new()];
                let mut letters = text.chars().peekable();
                let mut is_start = true;
                while let Some(letter) = letters.next() {
                    let is_sign = letter == '-'
                        && is_start
                        && letters.peek().is_some_and(char::is_ascii_digit);
                    is_start = is_between(letter) && !is_sign;
                    if is_start {
                        fields.push(String::new());
                    } else if let Some(field) = fields.last_mut() {
                        field.push(letter);
                    }
                }
                fields.retain(|field| !field.is_empty());
                fields
            }
            Self::Cells => {
                let trimmed = |cell: &str| {
                    let is_around = |it: char| it.is_whitespace() || BRACKETS.contains(it);
                    cell.trim_matches(is_around).to_owned()
                };
                let separator = ['\t', '|', ';', ','].into_iter().find(|&it| text.contains(it));
                separator.map_or(Vec::new(), |it| text.split(it).map(trimmed).collect())
            }
            // A word of Chinese or Japanese has several letters.
            Self::Letters
                if text.chars().filter(|it| ('\u{3040}'..='\u{9fff}').contains(it)).count() > 4 =>
            {
                Vec::new()
            }
            Self::Letters => text.chars().filter(|it| !is_between(*it)).map(String::from).collect(),
            Self::Runs => {
                let mut fields: Vec<String> = Vec::new();
                let mut last = ' ';
                let mut letters = text.chars().filter(|it| !is_between(*it)).peekable();
                while let Some(letter) = letters.next() {
                    // A capital letter begins a word if a small one follows it or stands before it.
                    let begins = letter.is_uppercase()
                        && (last.is_lowercase()
                            || letters.peek().is_some_and(|it| it.is_lowercase()));
                    let goes_on = letter.is_ascii_digit() && last.is_ascii_digit()
                        || letter.is_alphabetic() && last.is_alphabetic() && !begins;
                    match fields.last_mut() {
                        Some(field) if goes_on => field.push(letter),
                        Some(_) if letter == last && !letter.is_alphanumeric() => {
                            let count = fields.len() - 2;
                            fields[count] =
                                (fields[count].parse::<usize>().unwrap_or(1) + 1).to_string();
                        }
                        _ if letter.is_alphanumeric() => fields.push(letter.into()),
                        _ => fields.extend(["1".into(), letter.into()]),
                    }
                    last = letter;
                }
                fields
            }
        }
    }
}

/// Whether a row without a digit stands above rows of nothing but digits, or below them.
pub(super) fn is_beside_digits(row: &Row, rows: &[Row]) -> bool {
    let is_digit = |field: &String| number(field).is_some();
    rows.len() > 1
        && rows.iter().all(|row| row.fields.iter().all(is_digit) && !row.fields.is_empty())
        && !row.fields.is_empty()
        && !row.fields.iter().any(is_digit)
}

/// The colour and the shape of a sign that shows both.
fn sign(symbol: &str) -> Option<[String; 2]> {
    /// Hearts, circles and squares of the same colours.
    const SIGNS: [&str; 3] = ["❤🧡💛💚💙💜🤎🖤🤍", "🔴🟠🟡🟢🔵🟣🟤⚫⚪", "🟥🟧🟨🟩🟦🟪🟫⬛⬜"];
    let shape = SIGNS.iter().find(|signs| signs.contains(symbol))?;
    let colour = shape.split(symbol).next()?.chars().count();
    Some([SIGNS[0].chars().nth(colour)?, shape.chars().next()?].map(String::from))
}

/// Divides the columns of symbols that are repeated, such as `◆◆`, `○`, `◆`, into a count and a symbol.
fn count_symbols(rows: &mut [Row]) {
    let columns = rows.iter().map(|row| row.fields.len()).min().unwrap_or(0);
    for i in (0..columns).rev() {
        let symbol = |row: &Row| {
            let first = row.fields[i].chars().next()?;
            let is_same = row.fields[i].chars().all(|it| it == first) && !first.is_ascii_digit();
            is_same.then(|| first.to_string())
        };
        let symbols = rows.iter().map(symbol).collect::<Option<Vec<_>>>().unwrap_or_default();
        let is_repeated = |row: &Row| row.fields[i].chars().count() > 1;
        if different(symbols).len() > 1 && rows.iter().any(is_repeated) {
            for row in rows.iter_mut() {
                let symbol: String = row.fields[i].chars().take(1).collect();
                let count = std::mem::replace(&mut row.fields[i], symbol).chars().count();
                row.fields.insert(i, count.to_string());
            }
        }
    }
}

/// Divides the columns of signs of several shapes, such as `💚`, `🔴`, `🟩`, into a colour and a shape.
fn divide_signs(rows: &mut [Row]) {
    let columns = rows.iter().map(|row| row.fields.len()).min().unwrap_or(0);
    for i in (0..columns).rev() {
        let signs = rows.iter().map(|row| sign(&row.fields[i])).collect::<Option<Vec<_>>>();
        let signs = signs.unwrap_or_default();
        if different(signs.iter().map(|[_, shape]| shape.clone()).collect()).len() > 1 {
            for (row, sign) in rows.iter_mut().zip(signs) {
                row.fields.splice(i..=i, sign);
            }
        }
    }
}

/// Whether each number is one more than that before it.
pub(super) fn are_in_turn(numbers: &[Option<usize>]) -> bool {
    numbers.windows(2).all(|pair| pair[0].is_some() && pair[0].map(|it| it + 1) == pair[1])
}

/// Whether fields have several words, and each of them is there again: what stands once behind a card is a remark.
fn have_words(rows: &[Row]) -> bool {
    let fields = rows.iter().flat_map(|row| &row.fields);
    let mut words: Vec<&String> = fields.filter(|field| field.contains(' ')).collect();
    words.sort_unstable();
    let are_words = |same: &[&String]| {
        same.len() > 1 && same[0].chars().all(|it| it.is_alphabetic() || it == ' ')
    };
    !words.is_empty() && words.chunk_by(|one, other| one == other).all(are_words)
}

/// Whether marks beside the words of cards may be a property: two of them are there again and again, or are strokes of
/// different numbers or brackets of different kinds.
fn are_marks(mut marks: Vec<String>) -> bool {
    marks.sort_unstable();
    let again = marks.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| &pair[0]);
    let is_regular = |marks: &&String| {
        let mut letters = marks.chars();
        let first = letters.next();
        ["()", "[]", "{}", "<>"].contains(&marks.as_str())
            || first.is_some_and(|first| letters.all(|it| it == first))
    };
    let regular = marks.iter().filter(is_regular);
    different(again.cloned().collect()).len() > 1 || different(regular.cloned().collect()).len() > 1
}

/// The strokes and the like before and behind the words of a line.
fn ends(line: &str) -> String {
    let is_mark = |it: &char| it.is_ascii_punctuation() && !",;:([{)]}".contains(*it);
    let line = line.trim_end_matches([',', ';', ' ']);
    let before = line.chars().take_while(is_mark);
    before.chain(line.chars().rev().take_while(is_mark)).collect()
}

/// The brackets, strokes and the like of a row that do not stand between two letters or digits.
fn marks(text: &str) -> String {
    let is_mark = |it: char| BRACKETS.contains(it) || "|+-*.&!".contains(it);
    let mut marks = String::new();
    let mut last = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied().unwrap_or(' ');
        let is_between = last.is_alphanumeric() && next.is_alphanumeric();
        let is_sign = letter == '-' && next.is_ascii_digit();
        if is_mark(letter) && !is_between && !is_sign {
            marks.push(letter);
        }
        last = letter;
    }
    marks
}

/// The rows of a block in one way to divide it; none if it is not divided like this.
pub(super) fn divided(lines: &[Row], between: Between, fields: Fields) -> Vec<Row> {
    let row = |(line, text): (usize, String)| {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Row { fields: fields.of(&text), line, text }
    };
    let mut rows: Vec<Row> = between.rows(lines).into_iter().map(row).collect();
    match fields {
        Fields::Separated => count_symbols(&mut rows),
        Fields::Cells if !have_words(&rows) => return Vec::new(),
        _ => {}
    }
    divide_signs(&mut rows);
    let are_marked = || {
        // Not those of a heading.
        let middle = rows.get(rows.len() / 2).map_or(0, |row| row.fields.len());
        let cards = rows.iter().filter(|row| row.fields.len() == middle);
        let ends = lines.iter().map(|line| ends(&line.text)).collect();
        are_marks(cards.map(|row| marks(&row.text)).collect())
            || between != Between::Brackets && lines.len() > HEADINGS && are_marks(ends)
    };
    if fields == Fields::Separated && are_marked() {
        return Vec::new();
    }
    // A heading may have another form.
    let are_cards = rows.iter().filter(|row| row.fields.is_empty()).count() <= HEADINGS;
    if are_cards { rows } else { Vec::new() }
}

/// Whether a text has only numbers, as numbers of cards are: some of two digits or three, and none twice.
pub(super) fn are_numbers(text: &str) -> bool {
    let whole = |word: &String| number(word).filter(|it| it.to_string() == *word);
    let numbers: Option<Vec<usize>> = Fields::Separated.of(text).iter().map(whole).collect();
    let mut numbers = numbers.unwrap_or_default();
    numbers.sort_unstable();
    numbers.len() > 2
        && numbers.last().is_some_and(|most| (3..1000).contains(most))
        && numbers.windows(2).all(|pair| pair[0] < pair[1])
}

/// What the numbers of a first line say of the deck, if they agree with the number of cards below it: `n`, `n p`,
/// `p n`, `v p`, `p v`, or `n` before or behind these two.
pub(super) fn sizes(
    heading: &[Row],
    cards: usize,
    may_be_deck: bool,
    known: PartialDeck,
) -> Vec<PartialDeck> {
    let fields = heading.iter().flat_map(|row| Fields::Separated.of(&row.text));
    let numbers: Option<Vec<usize>> = fields.map(|it| number(&it)).collect();
    let deck = |v: usize, p: usize| PartialDeck { values: Some(v), properties: Some(p) };
    let all = match numbers.as_deref() {
        Some(&[n]) if n == cards => vec![known],
        Some(&[n, p]) if n == cards => vec![PartialDeck { properties: Some(p), ..known }],
        Some(&[p, n]) if n == cards => {
            let said = PartialDeck { properties: Some(p), ..known };
            if may_be_deck { vec![said, deck(p, n), deck(n, p)] } else { vec![said] }
        }
        Some(&[a, b]) if may_be_deck => vec![deck(a, b), deck(b, a)],
        Some(&[n, a, b] | &[a, b, n]) if n == cards => vec![deck(a, b), deck(b, a)],
        _ => Vec::new(),
    };
    let agrees = |said: &PartialDeck| {
        let same = |known: Option<usize>, said| known.is_none() || known == said;
        same(known.values, said.values) && same(known.properties, said.properties)
    };
    let is_deck = |said: &PartialDeck| {
        said.properties.is_none_or(|p| p > 1) && said.values.is_none_or(|v| v < 20)
    };
    all.into_iter().filter(|said| agrees(said) && is_deck(said)).collect()
}

/// Whether a line beside these cards is a heading or a sentence. None of its rows is a card, and it is ragged as prose is,
/// or has no field that stands in any card, while it has another form or there are enough cards to tell. Numbers are no
/// heading: they would say something of the cards.
pub(super) fn is_heading(line: &[Row], cards: &[Row]) -> bool {
    const ENOUGH: usize = 6;
    /// The most letters of a code.
    const LONGEST: usize = 8;
    if cards.is_empty() {
        return false;
    }
    let is_in =
        |i: usize, field: &String| cards.iter().any(|card| card.fields.get(i) == Some(field));
    let length = |row: &Row| row.fields.len();
    let is_card = |row: &Row| {
        length(row) == length(&cards[0])
            && row.fields.iter().enumerate().all(|(i, field)| is_in(i, field))
    };
    // What looks like a card is one, perhaps with a slip of the pen.
    let joined = |row: &Row| -> String {
        row.text.chars().filter(|it| !it.is_whitespace() && !SEPARATORS.contains(*it)).collect()
    };
    let both = |card: &Row| [shape(&card.text), shape(&joined(card))];
    let shapes = different(cards.iter().flat_map(both).collect());
    let words = |text: &str| -> Vec<String> {
        text.split(|it: char| it.is_whitespace() || ",;|()<>_/-".contains(it))
            .map(str::to_owned)
            .collect()
    };
    let tokens: Vec<String> = line.iter().flat_map(|row| words(&row.text)).collect();
    let is_like =
        |token: &String| token.chars().count() > 1 && shapes.binary_search(&shape(token)).is_ok();
    // Many letters are words that are as long as those of a card by chance.
    let is_code = |joined: &String| {
        joined.len() <= LONGEST || joined.contains(|it: char| it.is_ascii_digit())
    };
    let joined = line.iter().map(joined).filter(is_code);
    let tokens: Vec<String> = tokens.into_iter().chain(joined).collect();
    let is_face_down = |row: &Row| FACE_DOWN.contains(&&*row.text);
    let is_symbols = |row: &Row| !row.text.contains(char::is_alphanumeric);
    let are_cards = tokens.iter().any(|token| is_like(token) || token == "?")
        || line.iter().any(|row| has_codes(&row.text))
        || cards.iter().all(is_symbols) && line.iter().any(is_symbols)
        || line.iter().any(is_face_down)
        || tokens.iter().filter(|token| token.len() > 2 && words::is_word(token)).count() > 1;
    let is_prose = line.len() > 1 && line.iter().any(|row| length(row) != length(&line[0]));
    // So is one of letters that all are letters of the cards, with a separator too many.
    let are_letters = cards.iter().all(|card| card.text.chars().all(char::is_alphanumeric));
    let mut letters = line.iter().flat_map(|row| row.text.chars());
    let is_damaged = are_letters
        && letters
            .all(|it| !it.is_alphanumeric() || cards.iter().any(|card| card.text.contains(it)));
    let is_number = line
        .iter()
        .all(|row| Fields::Separated.of(&row.text).iter().all(|it| number(it).is_some()));
    let fields = different(cards.iter().flat_map(|card| card.fields.clone()).collect());
    let is_known = |field: &String| fields.binary_search(field).is_ok();
    let is_other = line.iter().all(|row| length(row) != length(&cards[0])) || cards.len() >= ENOUGH;
    let is_digit = |field: &String| number(field).is_some();
    let are_digits = cards.iter().flat_map(|card| &card.fields).all(is_digit);
    let is_other = is_other || are_digits && !line.iter().flat_map(|row| &row.fields).any(is_digit);
    let is_new = !line.iter().flat_map(|row| &row.fields).any(is_known);
    !is_number
        && !are_cards
        && !is_damaged
        && !line.iter().any(is_card)
        && (is_prose || is_new && is_other)
}

/// Whether a line has several codes of the same form, of digits and letters or of capital letters.
fn has_codes(text: &str) -> bool {
    let codes: Vec<&str> =
        text.split(|it: char| it.is_whitespace() || ",;|".contains(it)).collect();
    let codes: Vec<&str> = codes.into_iter().filter(|code| !code.is_empty()).collect();
    let is_digit = |it: char| it.is_ascii_digit();
    let is_code = |code: &&str| {
        code.chars().count() > 2
            && shape(code) == shape(codes[0])
            && (code.contains(is_digit) || code.chars().all(char::is_uppercase))
    };
    codes.len() > 2 && codes.iter().all(is_code)
}

/// How a card that lies face down is written.
const FACE_DOWN: [&str; 2] = ["?", "back"];

/// A text with the same letter for all letters, and the same digit for all digits.
pub(super) fn shape(text: &str) -> String {
    let class = |letter: char| match letter {
        _ if letter.is_ascii_digit() => '0',
        _ if letter.is_alphabetic() => 'a',
        _ => letter,
    };
    text.chars().map(class).collect()
}
