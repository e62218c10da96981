//! The widths of texts, from which a drawing is laid out.
//!
//! An SVG does not determine the font of its reader. So widths are estimated, by classes of letters, a little
//! above those of the usual fonts of browsers.

/// The largest number of letters on a line of a chart.
const MOST_LETTERS: usize = 200;

/// The width of a text in a font of this size.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().take(MOST_LETTERS).map(|letter| advance(letter, size)).sum()
}

fn advance(letter: char, size: f64) -> f64 {
    let share = match letter {
        ' ' | '\u{a0}' | 'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '!' | '|' | '`' => {
            0.32
        }
        'f' | 'r' | 't' | '1' | '(' | ')' | '[' | ']' | '{' | '}' | '/' | '\\' | '-' | '"'
        | '^' => 0.46,
        '²' | '³' | '¹' | '⁰' | '⁴'..='⁹' | '⁻' => 0.48,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' => 1.03,
        'A'..='Z' | '&' => 0.79,
        // Scripts whose letters are as wide as high, and pictures.
        '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{d7ff}' | '\u{f900}'.. => 1.05,
        _ => 0.66,
    };
    share * size
}

/// The text, or as much of its beginning as fits beside an ellipsis.
pub(super) fn shortened(text: &str, size: f64, most: f64) -> String {
    if text.chars().nth(MOST_LETTERS).is_none() && width(text, size) <= most {
        return text.into();
    }
    let mut reached = width("…", size);
    let fitting = text.chars().take(MOST_LETTERS - 1).take_while(|&letter| {
        reached += advance(letter, size);
        reached <= most
    });
    let fitting: String = fitting.collect();
    format!("{}…", fitting.trim_end())
}

/// The text in at most `lines` lines of at most this width, broken between words; the rest is cut.
pub(super) fn wrapped(text: &str, size: f64, most: f64, lines: usize) -> Vec<String> {
    let mut wrapped: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let longer = wrapped.last().map(|line| format!("{line} {word}"));
        match longer {
            Some(longer) if width(&longer, size) <= most => {
                *wrapped.last_mut().expect("it became longer") = longer;
            }
            Some(longer) if wrapped.len() == lines => {
                // The word is wider than the line, so it ends with an ellipsis.
                *wrapped.last_mut().expect("it would be longer") = shortened(&longer, size, most);
                break;
            }
            _ => wrapped.push(shortened(word, size, most)),
        }
    }
    wrapped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_is_shortened_to_fit() {
        assert_eq!(shortened("cover", 20.0, 100.0), "cover");
        let long = "smt-incremental with a name that is longer than any other";
        let short = shortened(long, 20.0, 100.0);
        assert!(short.ends_with('…') && short.chars().count() > 5, "{short}");
        assert!(width(&short, 20.0) <= 100.0);
        // The number of letters is limited at any width.
        assert!(shortened(&"i".repeat(1_000_000), 20.0, 1e9).chars().count() <= 200);
    }

    #[test]
    fn lines_are_broken_between_words() {
        let lines = wrapped("one two three four five six", 20.0, 110.0, 9);
        assert_eq!(lines, ["one two", "three four", "five six"]);
        let lines = wrapped("one two three four five six", 20.0, 110.0, 2);
        assert_eq!(lines, ["one two", "three fo…"]);
        assert!(wrapped(" ", 20.0, 100.0, 2).is_empty());
    }
}
