//! What is shown on standard error while people wait: a status line, or a table. Both are shown only on a
//! terminal, only if the work takes more than half a second, and erased at its end.

use std::io::{self, IsTerminal, Write as _};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::output::terminal_width;

const PATIENCE: Duration = Duration::from_millis(500);
const REFRESH: Duration = Duration::from_millis(100);

/// Lines at the end of the terminal, redrawn in place; dropping it erases them.
#[derive(Default)]
struct Screen {
    /// The number of lines on the terminal.
    drawn: usize,
}

impl Screen {
    /// Replaces the lines. One that is too long for the terminal is cut instead of wrapped.
    fn draw(&mut self, lines: &[String]) {
        let mut text = self.wiped();
        // The cursor stays in the last line, so what is printed meanwhile lies below and is not erased.
        let shown: Vec<String> =
            lines.iter().map(|line| format!("\x1b[?7l{line}\x1b[?7h")).collect();
        text += &shown.join("\n");
        self.drawn = lines.len();
        // A failure is ignored: no result depends on it.
        let _ = anstream::stderr().write_all(text.as_bytes());
    }

    fn wipe(&mut self) {
        let text = self.wiped();
        let _ = io::stderr().write_all(text.as_bytes());
    }

    fn wiped(&mut self) -> String {
        match std::mem::take(&mut self.drawn) {
            0 => String::new(),
            1 => "\r\x1b[J".into(),
            drawn => format!("\x1b[{}A\r\x1b[J", drawn - 1),
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.wipe();
    }
}

/// A table that is redrawn whenever it changes; dropping it erases it.
pub(crate) struct Live {
    screen: Screen,
    is_seen: bool,
    next: Instant,
}

impl Live {
    /// A table that is drawn once the work has taken long enough.
    pub(crate) fn new() -> Self {
        let is_seen = io::stderr().is_terminal();
        Self { screen: Screen::default(), is_seen, next: Instant::now() + PATIENCE }
    }

    /// Replaces the lines, unless they have just been replaced. The lines are made only if they are
    /// shown, for a terminal of the given width.
    pub(crate) fn draw(&mut self, lines: impl FnOnce(usize) -> Vec<String>) {
        if self.is_seen && Instant::now() >= self.next {
            self.screen.draw(&lines(terminal_width()));
            self.next = Instant::now() + REFRESH;
        }
    }

    /// Erases the lines.
    pub(crate) fn wipe(&mut self) {
        self.screen.wipe();
    }
}

/// The status line; dropping it erases it.
pub(crate) struct Progress {
    what: Arc<Mutex<String>>,
    worker: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Starts to show `what` and the elapsed time.
    pub(crate) fn start(what: String) -> Self {
        let what = Arc::new(Mutex::new(what));
        if !io::stderr().is_terminal() {
            return Self { what, worker: None };
        }
        let (done, is_done) = mpsc::channel();
        let (begin, shared) = (Instant::now(), Arc::clone(&what));
        let worker = thread::spawn(move || {
            let (mut screen, mut wait) = (Screen::default(), PATIENCE);
            while is_done.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                let time = begin.elapsed().as_secs_f64();
                let what = shared.lock().unwrap_or_else(PoisonError::into_inner).clone();
                screen.draw(&[format!("{what} … {time:.1} s (Ctrl-C stops)")]);
                wait = REFRESH;
            }
        });
        Self { what, worker: Some((done, worker)) }
    }

    /// Replaces the text. It is computed only if the line is visible.
    pub(crate) fn say(&self, what: impl FnOnce() -> String) {
        self.shown().say(what);
    }

    /// A handle that updates the line from any thread.
    pub(crate) fn shown(&self) -> Shown {
        let what = self.worker.as_ref().map(|_| Arc::clone(&self.what));
        Shown { what, begin: Mutex::default() }
    }
}

/// A handle that updates the line, if it is visible.
pub(crate) struct Shown {
    what: Option<Arc<Mutex<String>>>,
    /// The time and the number of the first report; resumed work does not begin at 0.
    begin: Mutex<Option<(Instant, u64)>>,
}

impl Shown {
    fn say(&self, what: impl FnOnce() -> String) {
        if let Some(line) = &self.what {
            *line.lock().unwrap_or_else(PoisonError::into_inner) = what();
        }
    }

    /// Shows the progress: a bar, the number, its rate, and the remaining time.
    pub(crate) fn show(&self, tercet_app::Progress { what, done, of }: &tercet_app::Progress) {
        self.say(|| {
            let counted = format!("{} {what}", short(*done as f64));
            let Some(of) = of.filter(|&of| of > 0) else {
                return if *done == 0 { what.clone() } else { counted };
            };
            let status = format!("{} {counted}", bar(*done as f64 / of as f64));
            let mut begin = self.begin.lock().unwrap_or_else(PoisonError::into_inner);
            let (first, before) = match *begin {
                Some((first, before)) if before < *done => (first, before),
                _ => {
                    *begin = Some((Instant::now(), *done));
                    return status;
                }
            };
            let rate = (done - before) as f64 / first.elapsed().as_secs_f64();
            let to_go = coarse(of.saturating_sub(*done) as f64 / rate);
            format!("{status}, {}/s, {to_go} to go", short(rate))
        });
    }
}

/// A number with three significant digits.
fn short(number: f64) -> String {
    let (number, unit) = match number {
        n if n >= 1e9 => (n / 1e9, "G"),
        n if n >= 1e6 => (n / 1e6, "M"),
        n if n >= 1e3 => (n / 1e3, "k"),
        n => return format!("{n:.0}"),
    };
    let decimals = if number < 10.0 { 2 } else { usize::from(number < 100.0) };
    format!("{number:.decimals$}{unit}")
}

/// A time, rounded up, in a unit in which it is a small number.
fn coarse(seconds: f64) -> String {
    const UNITS: [(f64, &str); 4] = [(1.0, "s"), (60.0, "min"), (3600.0, "h"), (86400.0, "days")];
    let small = UNITS.into_iter().find(|(unit, _)| seconds <= 120.0 * unit);
    let (unit, name) = small.unwrap_or(UNITS[3]);
    format!("{:.0} {name}", (seconds / unit).ceil())
}

/// A bar that is filled by this share, from 0 to 1.
pub(crate) fn bar(filled: f64) -> String {
    const WIDTH: usize = 20;
    let eighths = (filled.clamp(0.0, 1.0) * (8 * WIDTH) as f64) as usize;
    let mut bar = "█".repeat(eighths / 8);
    if !eighths.is_multiple_of(8) {
        bar.extend("▏▎▍▌▋▊▉".chars().nth(eighths % 8 - 1));
    }
    format!("▕{bar:WIDTH$}▏")
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((done, worker)) = self.worker.take() {
            drop(done);
            // A panic of the worker was reported where it happened.
            let _ = worker.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_fills_from_the_left() {
        assert_eq!(bar(0.0), format!("▕{}▏", " ".repeat(20)));
        assert_eq!(bar(0.5), format!("▕{}{}▏", "█".repeat(10), " ".repeat(10)));
        assert_eq!(bar(0.52), format!("▕{}▍{}▏", "█".repeat(10), " ".repeat(9)));
        assert_eq!(bar(7.0), format!("▕{}▏", "█".repeat(20)));
    }
}
