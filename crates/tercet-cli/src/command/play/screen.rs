//! The screen: a terminal that hands over each key, and of which only the lines that change are drawn.

use std::io;
use std::io::Write;
use std::time::Duration;

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{Event, KeyEventKind};
use crossterm::style::Print;
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen,
};
use crossterm::{event, execute, queue, terminal};
use tercet::Stop;
use tercet::solver::Limit;

use super::frame::{Action, View, action, frame};
use super::table::{Reply, Table};
use crate::output::counted;
use crate::prelude::*;

/// A terminal in raw mode, which is left as it was found, after a panic too.
struct Screen {
    drawn: Vec<String>,
    is_coloured: bool,
}

impl Screen {
    fn open(is_coloured: bool) -> io::Result<Self> {
        terminal::enable_raw_mode()?;
        let screen = Self { drawn: Vec::new(), is_coloured };
        execute!(io::stdout(), EnterAlternateScreen, Hide)?;
        Ok(screen)
    }

    fn draw(&mut self, mut lines: Vec<String>) -> io::Result<()> {
        let mut out = io::stdout();
        queue!(out, BeginSynchronizedUpdate)?;
        if self.drawn.len() != lines.len() {
            self.drawn.clear();
            queue!(out, Clear(ClearType::All))?;
        }
        for (y, line) in lines.iter_mut().enumerate() {
            if !self.is_coloured {
                *line = anstream::adapter::strip_str(line).to_string();
            }
            if self.drawn.get(y) != Some(line) {
                queue!(out, MoveTo(0, y as u16), Print(&*line), Clear(ClearType::UntilNewLine))?;
            }
        }
        self.drawn = lines;
        queue!(out, EndSynchronizedUpdate)?;
        out.flush()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // A failure could not be shown.
        let _ = execute!(io::stdout(), Show, LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
    }
}

/// Plays until the end. Returns which limit ended it, if one did.
pub(super) fn play(
    table: &mut Table,
    limit: &Limit,
    printer: &mut Printer,
) -> Result<Option<String>> {
    printer.finish()?;
    let mut screen = Screen::open(printer.is_coloured())?;
    let v = counted(table.deck.values(), "card");
    let rule = "which in each property are all the same or all different";
    let reply = Reply::remark(format!("find {v} {rule}"));
    let mut view = View { size: size()?, reply, ..View::default() };
    let stopped = loop {
        if let Err(stop) = limit.check() {
            break Some(stop.to_string());
        }
        let time = table.time();
        screen.draw(frame(table, &view, time))?;
        let until_next = Duration::from_nanos(1_000_000_000 - u64::from(time.subsec_nanos()));
        if !event::poll(until_next)? {
            continue;
        }
        match event::read()? {
            Event::Resize(..) => {
                view.size = size()?;
                screen.drawn.clear();
            }
            Event::Key(key) if key.kind == KeyEventKind::Press => {
                if table.is_over() {
                    break None;
                }
                match action(table, &view, key) {
                    Some(Action::Quit) => break Some(Stop::INTERRUPTED.to_string()),
                    Some(Action::Leave) if view.is_leaving => break None,
                    Some(action) => act(table, &mut view, action)?,
                    None => {}
                }
            }
            _ => {}
        }
    };
    drop(screen);
    printer.line(table.title())?;
    Ok(stopped)
}

fn act(table: &mut Table, view: &mut View, action: Action) -> Result<()> {
    view.is_leaving = action == Action::Leave;
    match action {
        Action::Move(chosen) => view.reply = table.play(chosen)?,
        Action::Point(place) => view.cursor = Some(place),
        Action::Leave | Action::Quit => view.reply = Reply::remark("press q again to end"),
    }
    if table.is_over() {
        view.reply.lines.truncate(1);
        view.reply.lines.extend(table.result());
    }
    Ok(())
}

fn size() -> io::Result<(usize, usize)> {
    terminal::size().map(|(columns, lines)| (columns.into(), lines.into()))
}
