//! The tokens of SMT-LIB 2.

/// The number of opening brackets in a line, minus the closing ones.
pub(super) fn depth(line: &str) -> isize {
    Tokens(line).map(opened).sum()
}

/// How much deeper in brackets the text is after a token.
fn opened(token: &str) -> isize {
    match token {
        "(" => 1,
        ")" => -1,
        _ => 0,
    }
}

/// The brackets, words, strings and quoted names of SMT-LIB 2. Comments are skipped.
#[derive(Clone)]
pub(super) struct Tokens<'a>(pub(super) &'a str);

impl<'a> Tokens<'a> {
    /// Skips blanks and comments.
    fn skip(&mut self) {
        self.0 = self.0.trim_start();
        while self.0.starts_with(';') {
            self.0 = self.0.split_once('\n').map_or("", |(_, rest)| rest).trim_start();
        }
    }

    /// The words outside all brackets.
    pub(super) fn outside_brackets(self) -> impl Iterator<Item = &'a str> {
        let mut depth = 0_usize;
        self.filter(move |&token| {
            match token {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ => return depth == 0,
            }
            false
        })
    }

    /// The text of one whole expression, or the rest of the text if the expression is incomplete.
    pub(super) fn expression(&mut self) -> &'a str {
        self.skip();
        let start = self.0;
        let mut depth = 0;
        for token in self.by_ref() {
            depth += opened(token);
            if depth <= 0 {
                break;
            }
        }
        start[..start.len() - self.0.len()].trim_end()
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        self.skip();
        let text = self.0;
        let first = text.chars().next()?;
        let length = match first {
            '(' | ')' => 1,
            '"' | '|' => text[1..].find(first).map_or(text.len(), |end| end + 2),
            _ => text
                .find(|letter: char| letter.is_whitespace() || "();\"|".contains(letter))
                .unwrap_or(text.len()),
        };
        let (token, rest) = text.split_at(length);
        self.0 = rest;
        Some(token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_are_counted() {
        assert_eq!(depth("(a (b \"((\" |)| ; (("), 2);
        assert_eq!(depth("))"), -2);
    }
}
