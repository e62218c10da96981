//! The exchange of SMT-LIB 2 commands and answers with a solver.

use std::fmt::Display;

use tercet::Board;
use tercet::solver::{Limit, Stop};

use super::formula::{Slots, line};
use super::model::{ModelError, read_answer, read_slots};
use super::program::{Program, VARIABLE};
use super::tokens::depth;
use crate::process::{Process, Silence};
use crate::quote::one_line;

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
