//! The exchange of SMT-LIB 2 commands and answers with a solver.

use std::fmt::Display;

use tercet::Board;
use tercet::solver::{Limit, Stop};

use super::formula::{Slots, line};
use super::model::{ModelError, read_answer, read_slots};
use super::program::{Program, VARIABLE};
use crate::process::one_line;
use crate::process::{Process, Silence};

/// A running solver with the commands that were not sent yet.
pub(super) struct Talk {
    program: Program,
    process: Process,
    text: String,
    bytes: usize,
}

impl Talk {
    /// Commands are sent when they reach this size in bytes.
    const PIECE: usize = 1 << 16;
    /// The maximum size of an answer in bytes, including blank lines.
    const LONGEST: usize = 1 << 20;
    /// The most letters of a name or a message.
    const WIDTH: usize = 160;

    /// Starts the solver.
    pub(super) fn start(program: &Program) -> Result<Self, Stop> {
        let started = Process::start(&program.path, &program.arguments);
        let process = started.map_err(|error| {
            let what = format!("cannot be started: {error}: check its command or {VARIABLE}");
            Stop::failed(program.to_string(), what)
        })?;
        Ok(Self { program: program.clone(), process, text: String::new(), bytes: 0 })
    }

    /// The buffer of commands.
    pub(super) fn text(&mut self) -> &mut String {
        if self.text.len() >= Self::PIECE {
            self.send();
        }
        &mut self.text
    }

    /// The bytes of all commands so far.
    pub(super) fn bytes(&self) -> usize {
        self.bytes + self.text.len()
    }

    fn send(&mut self) {
        self.bytes += self.text.len();
        self.process.send(std::mem::take(&mut self.text));
    }

    /// Whether all that was asserted can be, and the assumptions with it.
    pub(super) fn check(&mut self, assumptions: &[String], limit: &Limit) -> Result<bool, Stop> {
        let question = if assumptions.is_empty() {
            "(check-sat)".into()
        } else {
            format!("(check-sat-assuming ({}))", assumptions.join(" "))
        };
        line(&mut self.text, question);
        let answer = self.answer(limit)?;
        read_answer(&answer).map_err(|error| self.failed(error))
    }

    /// The position of the card that each slot holds, after a check that succeeded.
    pub(super) fn slots(
        &mut self,
        slots: Slots,
        board: &Board,
        limit: &Limit,
    ) -> Result<Vec<usize>, Stop> {
        let names: Vec<String> = slots.names().collect();
        line(&mut self.text, format_args!("(get-value ({}))", names.join(" ")));
        let answer = self.answer(limit)?;
        if answer.trim_start().starts_with("(error") {
            let refusal = read_answer(&answer);
            return Err(self.failed(refusal.err().unwrap_or(ModelError::NoAnswer)));
        }
        read_slots(board, &answer).map_err(|error| self.failed(error))
    }

    /// Sends the buffered commands and reads one expression.
    fn answer(&mut self, limit: &Limit) -> Result<String, Stop> {
        self.send();
        let mut answer = String::new();
        let (mut open, mut bytes) = (0, 0);
        loop {
            let next = self.process.line(limit).map_err(|silence| match silence {
                Silence::Stop(stop) => stop,
                Silence::Ended(what) => self.failed(what),
            })?;
            bytes += next.len();
            if !next.trim().is_empty() {
                open += depth(&next);
                answer.push_str(&next);
                if open <= 0 {
                    return Ok(answer);
                }
            }
            if bytes > Self::LONGEST {
                return Err(self.failed("writes an answer that is too long"));
            }
        }
    }

    /// The failure of this solver; a long message is shortened to one line.
    pub(super) fn failed(&self, what: impl Display) -> Stop {
        Stop::failed(self.name(), one_line(&what.to_string(), Self::WIDTH))
    }

    /// The name of the solver, for error messages.
    pub(super) fn name(&self) -> String {
        one_line(&self.program.to_string(), Self::WIDTH)
    }
}

// The tokens of SMT-LIB 2.

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
