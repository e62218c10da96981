//! Takes comments and indentation out of scripts and styles.
//!
//! Everything else stays as it is: line feeds, since a statement of JavaScript may end with its
//! line, and all strings, templates and regular expressions. Whether a slash of JavaScript divides or
//! begins a regular expression depends on the code before it. Usually that is clear, but after `)`,
//! `}`, `++` and `--` both are possible. After `)` a slash is taken to divide, as it does in all
//! code but `if (x) /y/.test(z)`; after the others the file is left unchanged.

/// A script without comments and indentation; `None` if the meaning of a slash is unclear, or if a
/// comment or literal has no end.
pub(crate) fn script(text: &str) -> Option<String> {
    let mut stripped = Stripped::new(text);
    // The number of open braces in each open `${`.
    let mut inserted: Vec<usize> = Vec::new();
    while let Some(next) = stripped.peek(0) {
        match (next, stripped.peek(1)) {
            ('/', Some('/')) => stripped.skip_line(),
            ('/', Some('*')) => stripped.skip_comment()?,
            ('/', _) if begins_expression(&stripped.out)? => stripped.keep_expression()?,
            ('"' | '\'', _) => stripped.keep_string()?,
            ('`', _) => {
                stripped.keep();
                if stripped.keep_template()? {
                    inserted.push(0);
                }
            }
            ('{', _) => {
                inserted.last_mut().into_iter().for_each(|open| *open += 1);
                stripped.keep();
            }
            ('}', _) => {
                stripped.keep();
                if let Some(open) = inserted.pop() {
                    if open > 0 {
                        inserted.push(open - 1);
                    } else if stripped.keep_template()? {
                        inserted.push(0);
                    }
                }
            }
            _ => stripped.keep_code(),
        }
    }
    inserted.is_empty().then(|| stripped.finish())
}

/// A style sheet without comments and indentation; `None` if a comment or string has no end.
pub(crate) fn style(text: &str) -> Option<String> {
    let mut stripped = Stripped::new(text);
    while let Some(next) = stripped.peek(0) {
        match (next, stripped.peek(1)) {
            ('/', Some('*')) => stripped.skip_comment()?,
            ('"' | '\'', _) => stripped.keep_string()?,
            ('(', next) if stripped.out.ends_with("url") && !matches!(next, Some('"' | '\'')) => {
                while stripped.peek(0)? != ')' {
                    stripped.keep();
                }
            }
            _ => stripped.keep_code(),
        }
    }
    Some(stripped.finish())
}

/// Whether a slash after this code begins a regular expression; `None` if that is unclear.
fn begins_expression(code: &str) -> Option<bool> {
    const WORDS: [&str; 14] = [
        "return",
        "typeof",
        "case",
        "in",
        "of",
        "do",
        "else",
        "void",
        "delete",
        "throw",
        "new",
        "instanceof",
        "await",
        "yield",
    ];
    let code = code.trim_end();
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
    match code.chars().next_back() {
        Some(')' | ']' | '"' | '\'' | '`') => Some(false),
        Some('}') => None,
        Some('+' | '-') if code.ends_with("++") || code.ends_with("--") => None,
        Some(last) if is_word(last) => {
            let before = code.trim_end_matches(is_word);
            let word = &code[before.len()..];
            Some(WORDS.contains(&word) && !before.ends_with(['.', '#']))
        }
        Some(_) | None => Some(true),
    }
}

/// The text kept so far, and the rest of the input.
struct Stripped<'a> {
    rest: &'a str,
    out: String,
    /// Where the last string, template or expression ended: nothing before is trimmed.
    firm: usize,
}

impl<'a> Stripped<'a> {
    fn new(text: &'a str) -> Self {
        Self { rest: text, out: String::with_capacity(text.len()), firm: 0 }
    }

    fn finish(mut self) -> String {
        self.trim();
        if !self.out.ends_with('\n') {
            self.out.push('\n');
        }
        self.out
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.rest.chars().nth(ahead)
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek(0)?;
        self.rest = &self.rest[next.len_utf8()..];
        Some(next)
    }

    /// Keeps the next character as it is.
    fn keep(&mut self) {
        let next = self.next();
        self.out.extend(next);
        self.firm = self.out.len();
    }

    /// Keeps a character of code: no space at the beginning or end of a line, and no empty line.
    fn keep_code(&mut self) {
        match self.next() {
            Some('\n') => {
                self.trim();
                if !self.is_at_start() {
                    self.out.push('\n');
                }
            }
            Some(space) if space.is_whitespace() && self.is_at_start() => {}
            next => self.out.extend(next),
        }
    }

    fn is_at_start(&self) -> bool {
        self.out.is_empty() || (self.out.ends_with('\n') && self.out.len() > self.firm)
    }

    /// Removes spaces from the end of the line.
    fn trim(&mut self) {
        let kept = self.out.trim_end_matches([' ', '\t', '\r']).len();
        self.out.truncate(kept.max(self.firm));
    }

    fn skip_line(&mut self) {
        self.rest = self.rest.find('\n').map_or("", |end| &self.rest[end..]);
    }

    /// A comment separates words, and ends a line if it contains the end of one.
    fn skip_comment(&mut self) -> Option<()> {
        let end = 2 + self.rest[2..].find("*/")?;
        let has_line = self.rest[..end].contains('\n');
        self.rest = &self.rest[end + 2..];
        if has_line {
            self.trim();
        }
        if !self.is_at_start() {
            self.out.push(if has_line { '\n' } else { ' ' });
        }
        Some(())
    }

    fn keep_string(&mut self) -> Option<()> {
        let quote = self.peek(0)?;
        self.keep();
        loop {
            let next = self.peek(0)?;
            self.keep();
            match next {
                '\\' => self.keep(),
                '\n' => return None,
                _ if next == quote => return Some(()),
                _ => {}
            }
        }
    }

    /// Keeps a template up to its end, or up to the next `${`. Returns whether it stopped at `${`.
    fn keep_template(&mut self) -> Option<bool> {
        loop {
            let next = self.peek(0)?;
            self.keep();
            match next {
                '\\' => self.keep(),
                '`' => return Some(false),
                '$' if self.peek(0) == Some('{') => {
                    self.keep();
                    return Some(true);
                }
                _ => {}
            }
        }
    }

    fn keep_expression(&mut self) -> Option<()> {
        let mut is_class = false;
        self.keep();
        loop {
            let next = self.peek(0)?;
            self.keep();
            match next {
                '\\' => self.keep(),
                '\n' => return None,
                '[' => is_class = true,
                ']' => is_class = false,
                '/' if !is_class => return Some(()),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_script(before: &str, after: &str) {
        assert_eq!(script(before).as_deref(), Some(after), "{before}");
    }

    #[test]
    fn comments_and_indentation_go() {
        assert_script(
            "/** Doc. */\nlet a = 1; // one\n\n  /* two\n  */ let b;\n",
            "let a = 1;\nlet b;\n",
        );
        assert_script("return/**/x", "return x\n");
        assert_script("return /* a\n b */ x", "return\nx\n");
        assert_script("\tif (a) {\r\n\t\tb();\r\n\t}\r\n", "if (a) {\nb();\n}\n");
        assert_script("a\n// b\nc", "a\nc\n");
        assert_script("", "\n");
    }

    #[test]
    fn texts_stay() {
        for text in [
            "x = \"// no /* comment */\";\n",
            "x = 'it\\'s // one';\n",
            "x = `a\n    // b\n\n   /* c */ ${d}  \n`;\n",
            "x = `${`${ {a: '}'} }// in` + \"`\"} // out`;\n",
            "x = \"\\\\\"; y = '\\\n   // z';\n",
            "x = '\u{1f0cf} // \u{e9}';\n",
        ] {
            assert_script(text, text);
        }
        assert_script("x = `${a /* b */}\n  `; // c", "x = `${a  }\n  `;\n");
    }

    #[test]
    fn slashes_divide_or_begin_an_expression() {
        for text in [
            "x = /[/*]'\\//g.test(y);\n",
            "x = a / b / c;\n",
            "x = (a) / b; y = c[0] / d; z = 7 / '//'.length;\n",
            "return /\"/;\n",
            "f(/'/, /`/);\n",
            "x = a.in / b; y = \"/\";\n",
            "x = a => /\"/;\n",
        ] {
            assert_script(text, text);
        }
        assert_script("x = a / b; // c / d", "x = a / b;\n");
    }

    #[test]
    fn what_is_not_plain_is_left() {
        for text in ["x++ / 2", "}\n/'/.test(x)", "x = '", "/* x", "x = `${y`", "x = /y"] {
            assert_eq!(script(text), None, "{text}");
        }
    }

    #[test]
    fn styles_lose_their_comments() {
        let before = "/* a */\na {\n  color: red; /* b */\n  content: \"/* c */\";\n}\n\n";
        let after = "a {\ncolor: red;\ncontent: \"/* c */\";\n}\n";
        assert_eq!(style(before).as_deref(), Some(after));
        let address = "a { background: url(data:x,/*y*/); }\n";
        assert_eq!(style(address).as_deref(), Some(address));
        assert_eq!(style("a /* b"), None);
    }
}
