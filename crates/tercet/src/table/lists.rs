//! The marks of the lines of a list.

use super::columns::different;
use super::rows::shape;
use super::text::is_board;
use super::{Row, words};
use crate::text::number;

/// What a line of a list begins with: `3. `, `3) `, `(3) `, `[3] `, `c) `, `#3 ` or `Card 3: `.
struct Mark {
    word: String,
    /// A number, or a letter.
    number: String,
    is_colon: bool,
    rest: String,
}

impl Mark {
    fn of(line: &Row) -> Option<Self> {
        let text = line.text.trim_start_matches('*');
        // A bracket is a part of the mark if its other one stands behind the number.
        let inner = text.strip_prefix('(').and_then(|rest| rest.split_once(") "));
        let inner = inner.or_else(|| text.strip_prefix('[')?.split_once("] "));
        // Behind a card in brackets stands another one.
        let is_mark = |(place, rest): &(&str, &str)| {
            number(place).is_some() && place.len() < 3 && !rest.trim_start().starts_with(['(', '['])
        };
        let inner = inner.filter(is_mark);
        let bare = inner.map(|(place, rest)| format!("{place}) {rest}"));
        let text = bare.as_deref().unwrap_or(text);
        let word: String = text.chars().take_while(|it| it.is_alphabetic() || *it == '#').collect();
        let after = text[word.len()..].trim_start();
        let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
        let after = &after[digits.len()..];
        let (word, number) = match (word.chars().count(), digits.len()) {
            (1, 0) if word != "#" => (String::new(), word),
            (_, 0) => return None,
            _ => (word, digits),
        };
        let end = after.chars().next()?;
        let rest = after.trim_start_matches(['.', ')', ':', '*', ' ', '\t']);
        let is_end = rest.len() < after.len()
            && (end.is_whitespace() || after[1..].starts_with([' ', '*', '\t']));
        let is_mark = ".):".contains(end) || end.is_whitespace() && !word.is_empty();
        let is_other = is_board(&word) || word.len() > 1 && words::is_word(&word);
        let rest = rest.to_owned();
        (is_end && is_mark && !is_other).then_some(Self {
            word,
            number,
            is_colon: end == ':',
            rest,
        })
    }

    /// Whether another mark has the same word and a higher number.
    fn goes_on(&self, next: &Self) -> bool {
        let numbers = number(&self.number).zip(number(&next.number));
        self.word == next.word && numbers.is_some_and(|(one, next)| one < next)
    }
}

/// Takes away the marks of a list before its lines, also bullets and boxes such as `[x] `. Numbers with a colon, and words
/// of one or two letters, are marks of a list of many, which count its lines; they might be a property.
pub(super) fn leave_marks(lines: &mut [Row]) {
    const MANY: usize = 4;
    const BULLETS: [&str; 10] = ["- ", "* ", "+ ", "• ", "‣ ", "◦ ", "· ", "→ ", "> ", "» "];
    const BOXES: [&str; 3] = ["[ ]", "[x]", "[X]"];
    for line in lines.iter_mut() {
        for bullet in BULLETS.iter().chain(&BOXES) {
            if let Some(rest) = line.text.strip_prefix(bullet) {
                line.text = rest.trim().to_owned();
            }
        }
    }
    // So are places of a grid in turn.
    let place = |line: &Row| -> Option<((usize, usize), String)> {
        let (place, rest) = line.text.strip_prefix('(')?.split_once(") ")?;
        let (row, column) = place.split_once(',')?;
        Some(((number(row)?, number(column.trim())?), rest.trim_start().to_owned()))
    };
    let places = lines.iter().map(place).collect::<Option<Vec<_>>>().unwrap_or_default();
    let is_other = |(_, rest): &((usize, usize), String)| !rest.starts_with('(');
    if places.len() > 1
        && places.windows(2).all(|pair| pair[0].0 < pair[1].0)
        && places.iter().all(is_other)
    {
        for (line, (_, rest)) in lines.iter_mut().zip(places) {
            line.text = rest;
        }
    }
    let mut marks: Vec<Mark> = lines.iter().filter_map(Mark::of).collect();
    let are_short = marks.iter().any(|mark| mark.word.chars().count() < 3);
    // Words are marks if all lines have the same one.
    let are_words = marks.len() == lines.len()
        && marks.len() >= if are_short { MANY } else { 2 }
        && marks.windows(2).all(|pair| pair[0].goes_on(&pair[1]));
    // What looks like the other words of its line is a card.
    let is_card = |line: &Row| {
        let mut words = line.text.split_whitespace().map(shape);
        let first = words.next();
        first.as_ref().is_some_and(|it| it.contains('0')) && words.any(|word| Some(word) == first)
    };
    let are_words = are_words && !lines.iter().any(is_card);
    if !are_words {
        marks.retain(|mark| mark.word.is_empty());
    }
    let Some(first) = marks.first() else { return };
    let count = |mark: &Mark| format!("{} {}", mark.word, mark.number);
    let are_marks = first.number.eq_ignore_ascii_case("a")
        || marks.len() >= MANY
        || !marks.iter().any(|mark| mark.is_colon)
        || are_words && !first.word.is_empty();
    if are_marks && different(marks.iter().map(count).collect()).len() == marks.len() {
        for line in lines {
            if let Some(mark) = Mark::of(line).filter(|mark| are_words || mark.word.is_empty()) {
                mark.rest.trim_end_matches('*').clone_into(&mut line.text);
            }
        }
    }
}
