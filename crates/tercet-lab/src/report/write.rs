//! Escaping of arbitrary text for HTML and for addresses.

use std::fmt::Write as _;

/// Text escaped for an element or a quoted attribute. Characters that XML does not allow become
/// replacement characters.
pub(super) fn escaped(text: &str) -> String {
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

/// Text as the data of a `data:` address: all bytes but letters, digits and a few signs are encoded.
pub(super) fn percent_encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b',' => {
                encoded.push(char::from(byte));
            }
            _ => write!(encoded, "%{byte:02X}").expect("text can be added to"),
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_read_as_markup() {
        assert_eq!(escaped("<a href=\"x\">&'"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
        assert_eq!(escaped("a\0b\u{7f}c\u{ffff}\u{1fffe}\u{fdd0}"), "a�b�c���");
        assert_eq!(escaped("é – 四\ta\r\nb"), "é – 四\ta\n\nb");
    }

    #[test]
    fn addresses_have_no_other_signs() {
        assert_eq!(percent_encoded("a,b\r\n\"é#%&<"), "a,b%0D%0A%22%C3%A9%23%25%26%3C");
    }
}
