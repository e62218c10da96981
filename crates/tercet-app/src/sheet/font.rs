//! The letters of the texts on a page: Helvetica, which every reader of PDF has.
//!
//! A PDF with one of the 14 standard fonts needs no font file. Its letters are coded as in
//! `WinAnsiEncoding` (ISO 32000-1, annex D), that is Latin-1 with some punctuation.

/// The widths of the characters from space to tilde in Helvetica, in thousandths of the size (from
/// Adobe's metrics of the font).
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/// The width of the widest letter of the font, for letters outside the table.
const WIDEST: u16 = 1015;

/// How much wider than Helvetica its bold face is at most, for the letters of [`WIDTHS`].
const BOLD: f64 = 1.22;

/// Punctuation outside Latin-1, with its codes.
const PUNCTUATION: [(char, u8); 9] = [
    ('€', 0x80),
    ('…', 0x85),
    ('‘', 0x91),
    ('’', 0x92),
    ('“', 0x93),
    ('”', 0x94),
    ('•', 0x95),
    ('–', 0x96),
    ('—', 0x97),
];

/// The code of a letter, or `None` if the font lacks it.
pub(super) fn code(letter: char) -> Option<u8> {
    match letter {
        ' '..='~' | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{ff}' => u8::try_from(letter).ok(),
        _ => PUNCTUATION.iter().find(|(other, _)| *other == letter).map(|&(_, code)| code),
    }
}

/// The width of a text in this size; an upper bound if it is bold or has letters beyond ASCII.
pub(super) fn width(text: &str, size: f64, bold: bool) -> f64 {
    let one = |letter: char| {
        let place = (letter as usize).checked_sub(' ' as usize);
        place.and_then(|place| WIDTHS.get(place).copied()).unwrap_or(WIDEST)
    };
    let thousandths: f64 = text.chars().map(|letter| f64::from(one(letter))).sum();
    thousandths / 1000.0 * size * if bold { BOLD } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_western_europe_have_codes() {
        assert_eq!(code('A'), Some(65));
        assert_eq!(code('ß'), Some(0xdf));
        assert_eq!(code('’'), Some(0x92));
        for letter in ['\n', '\u{7f}', '\u{80}', '\u{a0}', '\u{ad}', 'Ω', '三', '🎲'] {
            assert_eq!(code(letter), None, "{letter:?}");
        }
    }

    #[test]
    fn texts_have_the_widths_of_helvetica() {
        assert!((width("Find 81", 10.0, false) - (6.11 + 2.22 + 4.0 * 5.56 + 2.78)).abs() < 1e-9);
        assert!((width("~", 1000.0, false) - 584.0).abs() < 1e-9);
        assert!(width("Ω", 1.0, false) > 1.0);
    }
}
