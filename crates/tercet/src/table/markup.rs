//! Texts without their typography, and without the marks of the languages in which cards stand: HTML and XML, LaTeX, YAML,
//! R, SQL and programs.

use crate::text::number;

/// A text with its typography undone: spaces of any width, full-width letters, digits in circles, curly quotes and
/// long dashes become those of a keyboard, and marks that have no width go.
pub(super) fn plain(text: &str) -> String {
    let plain = |letter: char| match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(letter as u32 - 0xfee0),
        '①'..='⑨' => char::from_digit(letter as u32 - '①' as u32 + 1, 10),
        '❶'..='❾' => char::from_digit(letter as u32 - '❶' as u32 + 1, 10),
        '\u{200b}'..='\u{200f}' | '\u{fe0e}' | '\u{fe0f}' | '\u{feff}' => None,
        '“' | '”' | '„' | '«' | '»' => Some('"'),
        '‘' | '’' | '‚' => Some('\''),
        '‐'..='―' | '−' => Some('-'),
        '、' => Some(','),
        '│' | '┃' | '║' => Some('|'),
        '\n' | '\t' => Some(letter),
        '\r' => Some('\n'),
        _ if letter.is_whitespace() => Some(' '),
        _ => Some(letter),
    };
    let mut text: String = text.replace("\r\n", "\n").chars().filter_map(plain).collect();
    // Files of pictures have the names of their cards, and lists a last card.
    for ending in [".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp"] {
        text = text.replace(ending, "");
    }
    if text.contains(',') {
        text = text.replace(", and ", ", ").replace(" and ", ", ");
    }
    // Whole numbers lose their fraction, but not the field behind another one.
    let mut parts = text.split(".0");
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let before = whole.trim_end_matches(|it: char| it.is_ascii_digit());
        let is_fraction = before.len() < whole.len()
            && !before.ends_with('.')
            && !part.starts_with(|it: char| it.is_alphanumeric() || it == '.');
        whole.push_str(if is_fraction { "" } else { ".0" });
        whole.push_str(part);
    }
    whole
}

/// A text without such marks. A line that goes becomes a comment, so that the others keep their numbers.
pub(super) fn bare(text: &str) -> String {
    let has_tags = text.contains("</") || text.contains("/>");
    let text = if has_tags { without_tags(text) } else { text.to_owned() };
    let text = whole_colours(&text);
    let marks = [("/*", "*/"), (".split(", ")"), ("INSERT ", "VALUES"), ("insert ", "values")];
    let text = marks.iter().fold(text, |text, (begin, end)| without(&text, begin, end));
    let mut lines: Vec<String> = Vec::new();
    // The line with the first value of a list of lists in YAML.
    let mut row = None;
    for line in list_of(&text).lines() {
        let content = line.trim();
        let value = content.strip_prefix("- ").filter(|_| line.starts_with(' '));
        if content.starts_with("- - ") {
            row = Some(lines.len());
        }
        match (row, value) {
            (Some(row), Some(value)) if row < lines.len() && !value.starts_with('-') => {
                lines[row].extend([" ", value]);
                lines.push(COMMENT.to_owned());
            }
            _ => lines.push(bare_line(line)),
        }
    }
    if let [line] = &lines[..] {
        return numbered_lines(line);
    }
    lines.join("\n")
}

const COMMENT: &str = "//";

/// A line without the marks of LaTeX, and without the place that R writes before the row of a matrix.
fn bare_line(line: &str) -> String {
    let content = line.trim();
    let is_heading = || content.split_whitespace().all(|it| place(it, "[,", "]").is_some());
    if let Some(item) = content.strip_prefix("\\item") {
        return item.trim().to_owned();
    }
    if content.starts_with('\\') || !content.is_empty() && is_heading() {
        return COMMENT.to_owned();
    }
    if content.contains('"') {
        return whole_cells(line);
    }
    match content.split_once(' ') {
        Some((first, rest)) if place(first, "[", ",]").is_some() => rest.to_owned(),
        _ => line.trim_end().trim_end_matches("\\\\").to_owned(),
    }
}

/// What separates fields, and what stands for it within quoted cells: signs that no text has.
const WITHIN: [(char, char); 3] = [(',', '\u{e000}'), (';', '\u{e001}'), ('|', '\u{e002}')];

/// What stands within the name of a colour, and what stands for it.
const OF_COLOURS: [(char, char); 4] =
    [('(', '\u{e003}'), (')', '\u{e004}'), (' ', '\u{e005}'), WITHIN[0]];

/// A line with quoted cells beside others: what would separate fields within them becomes another sign.
fn whole_cells(line: &str) -> String {
    let mut parts: Vec<String> = line.split('"').map(str::to_owned).collect();
    let mut outside = parts.iter().step_by(2);
    if parts.len() % 2 == 1 && outside.any(|part| part.contains(char::is_alphanumeric)) {
        for part in parts.iter_mut().skip(1).step_by(2).filter(|part| !part.contains(' ')) {
            for (separator, sign) in WITHIN {
                *part = part.replace(separator, &sign.to_string());
            }
        }
    }
    parts.join("\"")
}

/// A text with each colour of a style sheet as one word: `rgb(255, 0, 0)`.
fn whole_colours(text: &str) -> String {
    let mut parts = text.split("rgb(");
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let Some((inside, after)) = part.split_once(')') else {
            whole.extend(["rgb(", part]);
            continue;
        };
        let hidden =
            |text: String, (letter, sign): &(char, char)| text.replace(*letter, &sign.to_string());
        whole += &OF_COLOURS.iter().fold(format!("rgb({inside})"), hidden);
        whole += after;
    }
    whole
}

/// A card as it was written, with what separates fields within quoted cells.
pub(super) fn written(card: &str) -> String {
    WITHIN.iter().chain(&OF_COLOURS).fold(card.to_owned(), |card, (separator, sign)| {
        card.replace(*sign, &separator.to_string())
    })
}

/// The number between these marks.
fn place(word: &str, begin: &str, end: &str) -> Option<usize> {
    number(word.strip_prefix(begin)?.strip_suffix(end)?)
}

/// A text without what stands from one mark to another.
fn without(text: &str, begin: &str, end: &str) -> String {
    let mut parts = text.split(begin);
    let mut rest = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(end) {
            Some((inside, after)) => {
                rest.extend(inside.chars().filter(|it| *it == '\n'));
                rest += after;
            }
            None => rest.extend([begin, part]),
        }
    }
    rest
}

/// The list of a program without the type and the name that it is assigned to.
fn list_of(text: &str) -> &str {
    let is_list = |rest: &&str| rest.trim_start().starts_with(['{', '[', '(', '"', '\'']);
    let assigned = text.split_once('=').filter(|(name, rest)| {
        name.trim().chars().any(char::is_alphabetic) && !rest.contains('=') && !name.contains('\n')
    });
    assigned.map(|(_, rest)| rest).filter(is_list).unwrap_or(text)
}

/// A text with a line for each part behind the next number or letter of a list: `1. 2RhO 2. 1GsD`.
fn numbered_lines(line: &str) -> String {
    const LEAST: usize = 3;
    let mark = |word: &str| {
        let mark = word.strip_suffix(['.', ')', ':'])?;
        let letter = mark.chars().next().filter(|it| mark.len() == 1 && it.is_ascii_alphabetic());
        number(mark).or(letter.map(|it| it as usize))
    };
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some(first) = words.first().and_then(|word| mark(word)) else { return line.to_owned() };
    let (mut next, mut lines) = (first, String::new());
    for word in words {
        let is_next = mark(word) == Some(next);
        lines.push(if is_next { '\n' } else { ' ' });
        lines += if is_next { "" } else { word };
        next += usize::from(is_next);
    }
    if next < first + LEAST { line.to_owned() } else { lines.trim_start().to_owned() }
}

/// What a tag of a picture says of it.
fn picture(tag: &str) -> Option<&str> {
    let (_, words) = tag.strip_prefix("img ")?.split_once("alt=")?;
    words.strip_prefix(['"', '\''])?.split(['"', '\'']).next()
}

/// A text without tags: rows and items are lines, and a tab stands behind each cell.
fn without_tags(text: &str) -> String {
    const LINES: [&str; 8] = ["tr", "li", "p", "div", "br", "card", "ul", "ol"];
    const CELLS: [&str; 2] = ["td", "th"];
    const STYLES: [&str; 8] = ["b", "i", "em", "strong", "span", "a", "code", "font"];
    let mut parts = text.split('<');
    let mut bare = parts.next().unwrap_or_default().to_owned();
    let mut opened = String::new();
    for part in parts {
        let Some((tag, after)) = part.split_once('>') else {
            bare.extend(["<", part]);
            continue;
        };
        let is_end = tag.starts_with('/');
        let letters = tag.trim_start_matches('/').chars();
        let name: String = letters.take_while(|it| it.is_alphanumeric()).collect();
        let name = name.to_lowercase();
        // An element without content says its card in its attributes.
        let said = tag.strip_suffix('/').filter(|tag| tag.contains('='));
        let is_line = LINES.contains(&&*name);
        let is_cell = CELLS.contains(&&*name) || opened == name && !is_line;
        let is_style = STYLES.contains(&&*name);
        let is_start = bare.trim_end_matches([' ', '\t']).ends_with('\n');
        if let Some(words) = picture(tag) {
            bare.extend([words, "\n"]);
        } else if let Some(attributes) = said.and_then(|said| said.get(name.len()..)) {
            bare.extend([attributes.trim(), "\n"]);
        } else if is_end && is_cell && !is_style {
            bare.push('\t');
        } else if (is_end && !is_style || is_line) && !is_start {
            bare.push('\n');
        } else {
            bare.push(' ');
        }
        opened = if is_end { String::new() } else { name };
        bare += if after.trim().is_empty() { "" } else { after };
    }
    bare.replace("&nbsp;", " ")
}
