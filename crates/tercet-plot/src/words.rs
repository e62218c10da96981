//! Numbers for people, and text for markup.

use std::fmt::Display;

/// A number with three significant digits, or with all digits before its point if these are more.
pub fn number(number: f64) -> String {
    let decimals = if number < 10.0 { 2 } else { usize::from(number < 100.0) };
    format!("{number:.decimals$}")
}

/// A time in seconds, with three significant digits and a unit that fits.
pub fn time(seconds: f64) -> String {
    let (value, unit) = match seconds.abs() {
        s if s < 1e-3 => (seconds * 1e6, "µs"),
        s if s < 1.0 => (seconds * 1e3, "ms"),
        _ => (seconds, "s"),
    };
    let sign = if value < 0.0 { "-" } else { "" };
    format!("{sign}{} {unit}", number(value.abs()))
}

/// A whole number, or its digits, with a comma after every three digits.
pub fn grouped(number: impl Display) -> String {
    let (digits, mut text) = (number.to_string(), String::new());
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Text escaped for an element or a quoted attribute of HTML or SVG. Characters that XML does not allow become
/// replacement characters.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' | '\n' => escaped.push(letter),
            // An HTML parser would read a bare CR as LF.
            '\r' => escaped.push('\n'),
            '\u{fdd0}'..='\u{fdef}' => escaped.push('\u{fffd}'),
            // The last two code points of every plane are not characters.
            _ if letter.is_control() || letter as u32 & 0xfffe == 0xfffe => {
                escaped.push('\u{fffd}');
            }
            _ => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let numbers = [0.0, 1.5, 12.345, 123.4, 4321.0].map(number);
        assert_eq!(numbers, ["0.00", "1.50", "12.3", "123", "4321"]);
        let times = [2e-6, 0.0125, 3.0, -0.011].map(time);
        assert_eq!(times, ["2.00 µs", "12.5 ms", "3.00 s", "-11.0 ms"]);
        let grouped = [0, 12, 999, 1000, 10_000, 1_234_567].map(grouped);
        assert_eq!(grouped, ["0", "12", "999", "1,000", "10,000", "1,234,567"]);
    }

    #[test]
    fn nothing_is_read_as_markup() {
        assert_eq!(escaped("<a href=\"x\">&'"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
        assert_eq!(escaped("a\0b\u{7f}c\u{ffff}\u{1fffe}\u{fdd0}"), "a�b�c���");
        assert_eq!(escaped("é – 四\ta\r\nb"), "é – 四\ta\n\nb");
    }
}
