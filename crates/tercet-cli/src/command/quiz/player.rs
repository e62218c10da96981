//! The lines that a player types.

use std::io;
use std::io::{BufRead, BufReader, IsTerminal, Read};

use anyhow::Result;

use crate::input;
use crate::output::Printer;
use crate::patient::Patient;

/// Standard input, line by line, within the limit of the quiz.
pub(super) struct Player {
    input: BufReader<Patient>,
    /// Whether a person is typing.
    is_terminal: bool,
}

/// A longer line is split; none of its parts is a valid answer.
const MOST: u64 = 4096;

impl Player {
    pub(super) fn new(input: Patient) -> Self {
        Self { input: BufReader::new(input), is_terminal: io::stdin().is_terminal() }
    }

    /// The next line; `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// The limit, or why standard input cannot be read.
    pub(super) fn line(&mut self, printer: &mut Printer) -> Result<Option<String>> {
        if self.is_terminal {
            printer.raw(b"> ")?;
        }
        printer.finish()?;
        let mut line = Vec::new();
        let read = self.input.by_ref().take(MOST).read_until(b'\n', &mut line);
        match read {
            Ok(0) => Ok(None),
            Ok(_) => Ok(Some(String::from_utf8_lossy(&line).into_owned())),
            Err(error) => Err(input::unread("standard input", error)),
        }
    }
}
