//! The width of text, estimated before it is drawn.
//!
//! An SVG does not determine the font of its reader. Widths are those of Inter, the font of the PNG, plus a
//! margin: the usual fonts of browsers are a few percent narrower or wider.

/// The widths of the printable letters of ASCII in Inter, in thousandths of the font's size.
const WIDTHS: [u16; 95] = [
    281, 288, 466, 633, 642, 982, 644, 300, 365, 365, 501, 662, 288, 460, 288, 360, 631, 407, 610,
    618, 646, 593, 620, 566, 619, 620, 288, 302, 662, 662, 662, 511, 966, 690, 654, 730, 722, 601,
    590, 746, 743, 269, 571, 672, 565, 903, 753, 765, 639, 765, 644, 642, 646, 744, 690, 985, 682,
    679, 629, 365, 360, 365, 471, 456, 323, 562, 612, 571, 612, 583, 370, 613, 591, 242, 242, 549,
    242, 876, 591, 600, 612, 612, 376, 528, 327, 591, 562, 818, 546, 562, 552, 426, 333, 426, 662,
];

/// The factor by which other fonts may be wider.
const SLACK: f64 = 1.05;

/// The largest number of letters on a line of a chart.
const MOST_LETTERS: usize = 200;

/// The width of a text in a font of this size.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().take(MOST_LETTERS).map(|letter| advance(letter, size)).sum()
}

fn advance(letter: char, size: f64) -> f64 {
    let thousandths = match letter {
        ' '..='~' => WIDTHS[letter as usize - ' ' as usize],
        '⁰'..='⁾' | '₀'..='₎' | '²' | '³' | '¹' => 450,
        // Scripts whose letters are as wide as high, and pictures.
        '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{d7ff}' | '\u{f900}'.. => 1000,
        _ => 662,
    };
    f64::from(thousandths) / 1000.0 * size * SLACK
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
        let long = "smt-incremental with a name as long as that of nobody else";
        let short = shortened(long, 20.0, 100.0);
        assert!(short.ends_with('…') && short.chars().count() > 5, "{short}");
        assert!(width(&short, 20.0) <= 100.0);
        // The number of letters is limited at any width.
        assert!(shortened(&"i".repeat(1_000_000), 20.0, 1e9).chars().count() <= 200);
    }

    #[test]
    fn lines_are_broken_between_words() {
        let lines = wrapped("one two three four five six", 20.0, 100.0, 9);
        assert_eq!(lines, ["one two", "three four", "five six"]);
        let lines = wrapped("one two three four five six", 20.0, 100.0, 2);
        assert_eq!(lines, ["one two", "three fo…"]);
        assert!(wrapped(" ", 20.0, 100.0, 2).is_empty());
    }
}
