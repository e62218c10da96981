//! Quoting the output of an external solver in a message.

use std::iter;

/// The maximum number of characters of a solver's output in an error message.
const MOST: usize = 60;

/// A quotation: on one line, shortened if it is long.
pub fn quote(text: &str) -> String {
    one_line(text, MOST)
}

/// A text on one line, shortened to `most` characters and "…".
pub(crate) fn one_line(text: &str, most: usize) -> String {
    let words = text.split_whitespace().flat_map(|word| iter::once(' ').chain(word.chars()));
    let mut letters = words.skip(1);
    let mut line: String = letters.by_ref().take(most).collect();
    if letters.next().is_some() {
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_long_is_cut() {
        assert_eq!(quote(""), "");
        assert_eq!(quote(" one\n\ttwo "), "one two");
        let most = "ö".repeat(MOST);
        assert_eq!(quote(&most), most);
        assert_eq!(quote(&format!("{most} \n")), most);
        assert_eq!(quote(&format!("{most}ö")), format!("{most}…"));
        // A shortened text is not shortened again.
        assert_eq!(quote(&format!("{most}…")), format!("{most}…"));
        assert_eq!(one_line("a b c", 3), "a b…");
    }
}
