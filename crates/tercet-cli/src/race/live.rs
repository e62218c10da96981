//! The table of the course that is being run, drawn again and again on standard error, if that is a
//! terminal.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write as _};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_millis(500);
const REFRESH: Duration = Duration::from_millis(100);

/// The table; dropping it wipes it out.
pub(crate) struct Live {
    is_seen: bool,
    /// The lines on the screen.
    drawn: usize,
    next: Instant,
}

impl Live {
    /// A table that is drawn if the work takes long enough.
    pub(crate) fn new() -> Self {
        let is_seen = io::stderr().is_terminal();
        Self { is_seen, drawn: 0, next: Instant::now() + PATIENCE }
    }

    /// Draws these lines instead of those before, unless that was just now; they are made only if
    /// anyone can see them.
    pub(crate) fn draw(&mut self, lines: impl FnOnce() -> Vec<String>) {
        if !self.is_seen || Instant::now() < self.next {
            return;
        }
        let mut text = self.wiped();
        for line in lines() {
            // Where lines break is the terminal's affair; it keeps them whole if it is told so.
            let _ = writeln!(text, "\x1b[?7l{line}\x1b[?7h");
            self.drawn += 1;
        }
        // Cosmetics: the result does not depend on it.
        let _ = anstream::stderr().write_all(text.as_bytes());
        self.next = Instant::now() + REFRESH;
    }

    /// Wipes the lines out.
    pub(crate) fn wipe(&mut self) {
        let text = self.wiped();
        let _ = io::stderr().write_all(text.as_bytes());
    }

    fn wiped(&mut self) -> String {
        let drawn = std::mem::take(&mut self.drawn);
        if drawn == 0 { String::new() } else { format!("\x1b[{drawn}A\r\x1b[J") }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        if self.is_seen {
            self.wipe();
        }
    }
}
