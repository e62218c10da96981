//! Texts as blocks of lines, and the ways to divide a block into rows of fields.

use super::columns::different;
use super::{Block, Row, words};
use crate::file::PartialDeck;
use crate::text::number;

/// A text with its typography undone: spaces of any width, full-width letters, curly quotes and long dashes become those
/// of a keyboard, and marks that have no width go.
pub(super) fn plain(text: &str) -> String {
    let plain = |letter: char| match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(letter as u32 - 0xfee0),
        '\u{200b}'..='\u{200f}' | '\u{fe0e}' | '\u{fe0f}' | '\u{feff}' | '\r' => None,
        '“' | '”' | '„' | '«' | '»' => Some('"'),
        '‘' | '’' | '‚' => Some('\''),
        '‐'..='―' | '−' => Some('-'),
        '、' => Some(','),
        '│' | '┃' | '║' => Some('|'),
        '\n' | '\t' => Some(letter),
        _ if letter.is_whitespace() => Some(' '),
        _ => Some(letter),
    };
    text.chars().filter_map(plain).collect()
}

/// The boards of a text, in divisions of which the first one that can be read is right: blocks of lines with an empty
/// line between them are boards if all of them are, unless each is a line of a board; and each line is a board if it is a
/// list of many cards.
pub(super) fn boards(text: &str) -> Vec<Vec<Block>> {
    let blocks: Vec<(Option<String>, Vec<Row>)> = blocks(text).into_iter().map(titled).collect();
    let all = || blocks.iter().flat_map(|(_, lines)| lines.iter().cloned());
    let block = |(name, lines): (Option<String>, Vec<Row>)| {
        let column = column(&lines);
        let are_cards = column.is_some();
        Block { name, rows: column.unwrap_or(lines), are_cards }
    };
    if all().count() > 1 && all().all(|line| is_list(&line.text)) {
        return vec![all().map(|line| block((None, vec![line]))).collect()];
    }
    let name = blocks.iter().find_map(|(name, _)| name.clone());
    let joined = vec![block((name, all().collect()))];
    let are_rows = blocks.iter().all(|(_, lines)| lines.len() == 1);
    // A block without cards was a title.
    let boards = blocks.into_iter().filter(|(_, lines)| !lines.is_empty()).map(block).collect();
    if are_rows { vec![joined, boards] } else { vec![boards, joined] }
}

/// Whether a line is a whole board: many cards with separators between them, and none at its end.
fn is_list(line: &str) -> bool {
    const MANY: usize = 9;
    let is_word = |part: &str| part.trim().chars().count() > 1;
    [',', ';', '\t'].iter().any(|&it| {
        line.split(it).filter(|part| is_word(part)).count() >= MANY && !line.ends_with(it)
    })
}

/// Lines without their title, which ends with the only colon.
fn titled(mut lines: Vec<Row>) -> (Option<String>, Vec<Row>) {
    let colons = lines.iter().map(|line| line.text.matches(':').count()).sum::<usize>();
    let title = lines.first().and_then(|line| line.text.split_once(':')).filter(|_| colons == 1);
    // A card has no place in a title.
    let is_mixed = |word: &str| {
        word.contains(|it: char| it.is_ascii_digit()) && word.contains(char::is_alphabetic)
    };
    let title = title.filter(|(title, _)| !title.split(' ').any(is_mixed));
    let Some((title, rest)) = title.map(|(title, rest)| (title.to_owned(), rest.trim().to_owned()))
    else {
        return (None, lines);
    };
    lines[0].text = rest;
    lines.retain(|line| !line.text.is_empty());
    (Some(title), lines)
}

/// The column of the cards of a table, if its first line names one.
fn column(lines: &[Row]) -> Option<Vec<Row>> {
    let cells = |line: &str, between: char| -> Vec<String> {
        line.split(between).map(|cell| cell.trim().trim_matches('"').to_owned()).collect()
    };
    let (between, column) = [',', ';', '\t', '|'].into_iter().find_map(|between| {
        let names = cells(&lines.first()?.text, between);
        let column = names.iter().position(|name| name.eq_ignore_ascii_case("card"))?;
        let is_alone = names.iter().filter(|name| words::is_name(name)).count() < 2;
        (names.len() > 1 && is_alone).then_some((between, column))
    })?;
    let card = |row: &Row| {
        Some(Row { text: cells(&row.text, between).get(column)?.clone(), ..row.clone() })
    };
    Some(lines[1..].iter().filter_map(card).collect())
}

/// Whether a text has only numbers, as numbers of cards are: some of two digits, and none twice.
pub(super) fn are_numbers(text: &str) -> bool {
    let numbers: Option<Vec<usize>> =
        Fields::Separated.of(text).iter().map(|it| number(it)).collect();
    let mut numbers = numbers.unwrap_or_default();
    numbers.sort_unstable();
    numbers.len() > 2
        && numbers.last() > Some(&9)
        && numbers.windows(2).all(|pair| pair[0] < pair[1])
}

/// What the numbers of a first line say of the deck, if they agree with the number of cards below it: `n`, `n p`,
/// `v p`, `p v`, `n v p` or `n p v`.
pub(super) fn sizes(heading: &[Row], cards: usize, known: PartialDeck) -> Vec<PartialDeck> {
    let fields = heading.iter().flat_map(|row| Fields::Separated.of(&row.text));
    let numbers: Option<Vec<usize>> = fields.map(|it| number(&it)).collect();
    let deck = |v: usize, p: usize| PartialDeck { values: Some(v), properties: Some(p) };
    let all = match numbers.as_deref() {
        Some(&[n]) if n == cards => vec![known],
        Some(&[n, p]) if n == cards => vec![PartialDeck { properties: Some(p), ..known }],
        Some(&[a, b]) => vec![deck(a, b), deck(b, a)],
        Some(&[n, a, b]) if n == cards => vec![deck(a, b), deck(b, a)],
        _ => Vec::new(),
    };
    let agrees = |said: &PartialDeck| {
        let same = |known: Option<usize>, said| known.is_none() || known == said;
        same(known.values, said.values) && same(known.properties, said.properties)
    };
    all.into_iter().filter(agrees).collect()
}

/// Whether a line beside these cards is a heading or a sentence. None of its rows is a card, and it is ragged as prose is,
/// or has no field that stands in any card, while it has another form or there are enough cards to tell. Numbers are no
/// heading: they would say something of the cards.
pub(super) fn is_heading(line: &[Row], cards: &[Row]) -> bool {
    const ENOUGH: usize = 6;
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
    let is_prose = line.len() > 1 && line.iter().any(|row| length(row) != length(&line[0]));
    let is_number = line
        .iter()
        .all(|row| Fields::Separated.of(&row.text).iter().all(|it| number(it).is_some()));
    let fields = different(cards.iter().flat_map(|card| card.fields.clone()).collect());
    let is_known = |field: &String| fields.binary_search(field).is_ok();
    let is_other = line.iter().all(|row| length(row) != length(&cards[0])) || cards.len() >= ENOUGH;
    let is_new = !line.iter().flat_map(|row| &row.fields).any(is_known);
    !is_number && !line.iter().any(is_card) && (is_prose || is_new && is_other)
}

/// The blocks of a text: lines without an empty one between them. Comments go, and the marks of lists and the rules and
/// edges of drawn tables. A comment begins with `# `, as `#` may be a symbol.
fn blocks(text: &str) -> Vec<Vec<Row>> {
    let text = plain(text);
    let mut blocks = vec![Vec::new()];
    for (number, line) in (1..).zip(text.lines()) {
        let begin = line.trim_start();
        let comment = if begin.starts_with("//") {
            Some(0)
        } else {
            line.find("# ").or(line.trim_end().strip_suffix('#').map(str::len))
        };
        let content = line[..comment.unwrap_or(line.len())].trim();
        let is_rule = !content.chars().any(char::is_alphanumeric)
            && content.chars().all(|it| "-=|+:*_ ".contains(it) || ('─'..='╿').contains(&it));
        let is_footing = content.starts_with('(') && content.ends_with(" rows)");
        if content.is_empty() {
            if comment.is_none() {
                blocks.push(Vec::new());
            }
        } else if !is_rule && !are_names(content) && !is_footing && !begin.starts_with("```") {
            let text = content
                .strip_prefix('|')
                .map_or(content, |text| text.strip_suffix('|').unwrap_or(text));
            let line = Row { line: number, text: text.trim().to_owned(), fields: Vec::new() };
            blocks.last_mut().expect("there is one").push(line);
        }
    }
    blocks.retain(|lines| !lines.is_empty());
    for lines in &mut blocks {
        leave_marks(lines);
    }
    blocks
}

/// Whether a line is a heading: names of several properties, or `card`.
pub(super) fn are_names(line: &str) -> bool {
    let words = Fields::Separated.of(line);
    line == "card" || words.len() > 1 && words.iter().all(|word| words::is_name(word))
}

/// Takes away the marks of a list before its lines: `- `, `• `, and `3. `, `3) ` or `c) `. Numbers with a colon are marks of
/// a list of many, which count its lines; they might be a property.
fn leave_marks(lines: &mut [Row]) {
    const MANY: usize = 4;
    let mark = |line: &Row| {
        let (mark, _) = line.text.split_once(' ')?;
        let number = mark.trim_end_matches(['.', ')', ':']);
        let is_number = number.len() == 1 || number.parse::<usize>().is_ok();
        (number.len() < mark.len() && is_number).then(|| (number.to_owned(), mark.ends_with(':')))
    };
    let marks: Vec<_> = lines.iter().filter_map(mark).collect();
    let is_a = marks.first().is_some_and(|(first, _)| first.eq_ignore_ascii_case("a"));
    let are_different = (1..marks.len()).all(|i| !marks[..i].contains(&marks[i]));
    let are_marks = are_different
        && (is_a || marks.len() >= MANY || !marks.iter().any(|(_, is_colon)| *is_colon));
    for line in lines {
        let is_mark = are_marks && mark(line).is_some();
        let (bullet, rest) = line.text.split_once(' ').unwrap_or(("", &line.text));
        if is_mark || ["-", "*", "+", "•", "‣", "◦", "·"].contains(&bullet) {
            line.text = rest.trim_start().to_owned();
        }
    }
}

/// What separates fields, beside spaces.
const SEPARATORS: &str = ",;|/_-.:\\&+";
/// What encloses rows and fields.
const BRACKETS: &str = "()[]{}<>\"'`";

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
    fn rows(self, lines: &[Row]) -> Vec<(usize, String)> {
        let is_there = match self {
            Self::Brackets => {
                return enclosed(lines, &[('(', ')'), ('[', ']'), ('{', '}'), ('<', '>')]);
            }
            Self::Quotes => return enclosed(lines, &[('"', '"'), ('\'', '\''), ('`', '`')]),
            Self::Letter(letter) => lines.iter().any(|line| line.text.contains(letter)),
            Self::Gaps => lines.iter().any(|line| line.text.contains("  ")),
            Self::Lines => true,
        };
        if !is_there {
            return Vec::new();
        }
        let mut rows = Vec::new();
        for line in lines {
            let parts: Vec<&str> = match self {
                Self::Letter(' ') => line.text.split_whitespace().collect(),
                Self::Letter(letter) => line.text.split(letter).collect(),
                Self::Gaps => line.text.split("  ").collect(),
                _ => vec![&line.text],
            };
            let row = |part: &&str| {
                part.trim_matches(|it: char| {
                    it.is_whitespace() || BRACKETS.contains(it) || ",;".contains(it)
                })
                .to_owned()
            };
            let is_row = |row: &String| {
                row.contains(|it: char| !it.is_whitespace() && !SEPARATORS.contains(it))
            };
            rows.extend(parts.iter().map(row).filter(is_row).map(|row| (line.line, row)));
        }
        rows
    }
}

/// What stands in the innermost of these brackets, or in these quotes. Outside stand separators, the same word before each
/// of them, and before the first one what is assigned to.
fn enclosed(lines: &[Row], pairs: &[(char, char)]) -> Vec<(usize, String)> {
    let (mut rows, mut outside) = (Vec::new(), Vec::new());
    // What is open, and what was read since a bracket.
    let (mut end, mut read) = (None, String::new());
    for line in lines {
        for letter in line.text.chars().chain(['\n']) {
            let opens = pairs
                .iter()
                .find(|(open, close)| *open == letter && (end.is_none() || open != close));
            if end == Some(letter) {
                rows.push((line.line, std::mem::take(&mut read).trim().to_owned()));
                end = None;
            } else if let Some((_, close)) = opens {
                outside.push(std::mem::take(&mut read));
                end = Some(*close);
            } else {
                read.push(if letter == '\n' { ' ' } else { letter });
            }
        }
    }
    let is_word = |text: &String| text.contains(char::is_alphanumeric);
    let word = |text: &str| text.trim_matches(|it: char| !it.is_alphanumeric()).to_owned();
    let mut words: Vec<String> =
        outside.iter().filter(|it| is_word(it) && !it.contains('=')).map(|it| word(it)).collect();
    let is_before_each = words.len() == rows.len();
    words.dedup();
    let is_alone = outside.iter().skip(1).all(|it| !it.contains('=')) && !is_word(&read);
    if is_alone && (words.is_empty() || is_before_each && words.len() == 1) {
        rows
    } else {
        Vec::new()
    }
}

/// How the fields of a row are separated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fields {
    /// By spaces and separators.
    Separated,
    /// Each letter is one.
    Letters,
    /// Where letters become digits, or small letters become capital ones; of a symbol that is repeated, the number and
    /// the symbol.
    Runs,
}

impl Fields {
    pub(super) const ALL: [Self; 3] = [Self::Separated, Self::Letters, Self::Runs];

    /// The fields of a row; none if what separates fields stands between letters.
    fn of(self, text: &str) -> Vec<String> {
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
            Self::Letters => text.chars().filter(|it| !is_between(*it)).map(String::from).collect(),
            Self::Runs => {
                let mut fields: Vec<String> = Vec::new();
                let mut last = ' ';
                for letter in text.chars().filter(|it| !is_between(*it)) {
                    let goes_on = letter.is_ascii_digit() && last.is_ascii_digit()
                        || letter.is_alphabetic()
                            && last.is_alphabetic()
                            && !(letter.is_uppercase() && last.is_lowercase());
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

/// The rows of a block in one way to divide it; none if it is not divided like this.
pub(super) fn divided(lines: &[Row], between: Between, fields: Fields) -> Vec<Row> {
    let row = |(line, text): (usize, String)| {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Row { fields: fields.of(&text), line, text }
    };
    let rows: Vec<Row> = between.rows(lines).into_iter().map(row).collect();
    if rows.iter().any(|row| row.fields.is_empty()) { Vec::new() } else { rows }
}
