//! Reading text: places, lines of words with comments, and the display of words in messages.

use std::fmt;

use thiserror::Error;

/// Shows values in `{:?}` by their sentence, since that is how `main` prints an error, and the cards in
/// it are best read in their notation.
macro_rules! debug_as_sentence {
    ($($type:ident),+) => {$(
        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!(stringify!($type), "({})"), self)
            }
        }
    )+};
}

pub(crate) use debug_as_sentence;

/// A place in a text; lines and columns (in characters) are counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Place {
    /// The place after some bytes of a text.
    pub(crate) fn after(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let last = text.rsplit('\n').next().unwrap_or_default();
        Self { line: text.matches('\n').count() + 1, column: last.chars().count() + 1 }
    }

    /// The same place, if the text begins at this line.
    pub(crate) fn counted_from(self, first: usize) -> Self {
        Self { line: first + self.line - 1, ..self }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a text cannot be read: the first problem, and its place.
#[derive(Clone, PartialEq, Eq, Error)]
#[error("{place}: {problem}")]
pub struct ParseError<P> {
    /// The place of the problem.
    pub place: Place,
    /// The problem, with a remedy.
    pub problem: P,
}

impl<P: fmt::Display> fmt::Debug for ParseError<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ParseError({self})")
    }
}

/// The text of some bytes without a byte order mark, or the place of the first byte that is not
/// UTF-8.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, Place> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| Place::after(&bytes[..error.valid_up_to()]))
}

/// The words of a line, with their places, up to a comment, which `#` starts.
pub(crate) fn words(line: usize, content: &str) -> impl Iterator<Item = (Place, &str)> {
    let content = content.split('#').next().unwrap_or_default();
    let mut column = 1;
    content.split(char::is_whitespace).filter_map(move |word| {
        let place = Place { line, column };
        column += word.chars().count() + 1;
        (!word.is_empty()).then_some((place, word))
    })
}

/// A number that consists of decimal digits only and fits a `usize`.
pub(crate) fn number(word: &str) -> Option<usize> {
    word.parse().ok().filter(|_| !word.starts_with('+'))
}

/// A word of the text for a message: on one line, shortened if it is long, and with control
/// characters escaped.
pub(crate) fn shown(word: &str) -> String {
    const MOST_LETTERS: usize = 60;
    let mut shown = String::new();
    for (i, letter) in word.chars().enumerate() {
        match letter {
            _ if i == MOST_LETTERS => return shown + "...",
            '\'' | '"' | '\\' => shown.push(letter),
            _ => shown.extend(letter.escape_debug()),
        }
    }
    shown
}
