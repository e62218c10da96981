//! The table of the current course, redrawn on standard error whenever it changes, if standard
//! error is a terminal.

use std::fmt::Write as _;
use std::io;
use std::io::{IsTerminal, Write as _};
use std::time::{Duration, Instant};

use crate::output::terminal_width;

const PATIENCE: Duration = Duration::from_millis(500);
const REFRESH: Duration = Duration::from_millis(100);

/// The table; dropping it erases it.
pub(crate) struct Live {
    is_seen: bool,
    /// The lines on the screen.
    drawn: usize,
    next: Instant,
}

impl Live {
    /// A table that is drawn once the work has taken long enough.
    pub(crate) fn new() -> Self {
        let is_seen = io::stderr().is_terminal();
        Self { is_seen, drawn: 0, next: Instant::now() + PATIENCE }
    }

    /// Replaces the lines on the screen, unless they have just been replaced. The lines are made
    /// only if they are shown, for a terminal of the given width.
    pub(crate) fn draw(&mut self, lines: impl FnOnce(usize) -> Vec<String>) {
        if !self.is_seen || Instant::now() < self.next {
            return;
        }
        let mut text = self.wiped();
        for line in lines(terminal_width()) {
            // A line that is too long for the terminal is cut instead of wrapped.
            let _ = writeln!(text, "\x1b[?7l{line}\x1b[?7h");
            self.drawn += 1;
        }
        // A failure is ignored: no result depends on it.
        let _ = anstream::stderr().write_all(text.as_bytes());
        self.next = Instant::now() + REFRESH;
    }

    /// Erases the lines.
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
