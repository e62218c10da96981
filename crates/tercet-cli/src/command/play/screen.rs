//! The screen: a terminal that hands over each key, and of which only the lines that change are drawn. What
//! it shows and what keys mean are functions of the table alone, without a terminal.

use std::io::{self, Write};
use std::mem;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers};
use crossterm::style::Print;
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen,
};
use crossterm::{event, execute, queue, terminal};
use tercet::Stop;
use tercet::solver::Limit;

use super::table::{CardTable, Move, Reply};
use crate::output::{BOLD, DIM, styled, wrapped};
use crate::picture::{self, CARD_HEIGHT, CARD_WIDTH, Frame, LEAST_WIDTH, paint, side_by_side};
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
    table: &mut CardTable,
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
        if !has_event(until_next)? {
            continue;
        }
        match event::read()? {
            Event::Resize(..) => {
                view.size = size()?;
                screen.drawn.clear();
            }
            Event::Key(key) if key.kind == KeyEventKind::Press => {
                let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
                match key.code {
                    _ if table.is_over() => break None,
                    KeyCode::Char('c') if is_control => break Some(Stop::INTERRUPTED.to_string()),
                    _ if is_control => {}
                    code => {
                        if press(table, &mut view, code)? {
                            break None;
                        }
                    }
                }
            }
            _ => {}
        }
    };
    drop(screen);
    printer.line(table.title())?;
    Ok(stopped)
}

/// Waits for an event, such as a key. Without its terminal crossterm would wait forever, and busily, so on Linux the end of
/// the terminal is looked for, and is an error.
fn has_event(timeout: Duration) -> io::Result<bool> {
    #[cfg(target_os = "linux")]
    // Keys that were read with an earlier one are waited for no more.
    for timeout in [Duration::ZERO, timeout] {
        use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
        use std::os::fd::AsFd;

        let stdin = io::stdin();
        let mut terminal = [PollFd::new(stdin.as_fd(), PollFlags::POLLIN)];
        let timeout = PollTimeout::try_from(timeout).expect("at most a second");
        match poll(&mut terminal, timeout) {
            // A signal may tell of an event: that the terminal has another size.
            Ok(_) | Err(nix::Error::EINTR) => {}
            Err(error) => return Err(error.into()),
        }
        if terminal[0].revents().is_some_and(|it| it.contains(PollFlags::POLLHUP)) {
            return Err(io::Error::other("the terminal is gone"));
        }
        if event::poll(Duration::ZERO)? {
            return Ok(true);
        }
    }
    event::poll(if cfg!(target_os = "linux") { Duration::ZERO } else { timeout })
}

fn size() -> io::Result<(usize, usize)> {
    terminal::size().map(|(columns, lines)| (columns.into(), lines.into()))
}

/// The parts of the screen beside the table.
#[derive(Default)]
struct View {
    /// Columns and lines of the terminal.
    size: (usize, usize),
    /// The card that the arrow keys have reached.
    cursor: Option<usize>,
    reply: Reply,
    /// Whether the last key was `q`, which ends the game if it is pressed again.
    is_leaving: bool,
}

/// The keys of up to 21 cards, where they lie on the keyboard as the cards on the table.
const ROWS: [&str; 3] = ["wertyui", "sdfghjk", "xcvbnm,"];
/// The keys of more cards.
const KEYS: &str = "wsxedcrfvtgbyhnujmikolpaz123456789WSXEDCRFVTGBYHNUJMIKOLPAZ";

/// The number of lines around the cards: the heading, the reply and the keys, each after a gap.
const AROUND: usize = 4 + REPLY;
const REPLY: usize = 3;

/// The columns that the heading, the reply and the keys may take beside a few cards.
const LEAST_LINE: usize = 76;

/// Where the cards lie: column by column, so that a card stays where it is when more are dealt.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Grid {
    rows: usize,
    columns: usize,
    /// The size of a card. A card of one line has no frame.
    width: usize,
    height: usize,
}

impl Grid {
    /// The largest cards that fit a terminal, unless it is too small.
    fn new(table: &CardTable, (width, height): (usize, usize)) -> Option<Self> {
        let n = table.cards.len();
        let texts = table.cards.iter().map(|&card| table.notation.write(table.deck, card));
        let text = texts.map(|text| text.len()).max().unwrap_or(0);
        let pictures = (CARD_HEIGHT, LEAST_WIDTH, CARD_WIDTH);
        let sizes = [pictures, (3, text + 4, text + 6), (1, text + 4, text + 4)];
        let sizes = &sizes[usize::from(table.deck != Deck::CLASSIC)..];
        let fewest = n.div_ceil(4).clamp(1, 3);
        for &(card, least, most) in sizes {
            for rows in fewest..=height.saturating_sub(AROUND) / card {
                let columns = n.div_ceil(rows).max(1);
                let fits = ((width + 1) / columns).saturating_sub(1);
                if fits >= least {
                    return Some(Self { rows, columns, width: fits.min(most), height: card });
                }
            }
        }
        None
    }

    /// The key of the card in a place.
    fn key(self, place: usize) -> Option<char> {
        let (row, column) = (place % self.rows, place / self.rows);
        match ROWS.get(row) {
            Some(keys) if self.rows <= 3 && self.columns <= 7 => keys.chars().nth(column),
            _ => KEYS.chars().nth(place),
        }
    }

    /// The place that an arrow key leads to.
    fn arrow(self, from: usize, key: KeyCode, cards: usize) -> usize {
        let to = match key {
            KeyCode::Up => from.wrapping_sub(1),
            KeyCode::Down => from + 1,
            KeyCode::Left => from.wrapping_sub(self.rows),
            _ => from + self.rows,
        };
        if to < cards { to } else { from }
    }
}

/// Does what a key means. Returns whether it ends the game.
fn press(table: &mut CardTable, view: &mut View, key: KeyCode) -> Result<bool> {
    let cards = &table.cards;
    let grid = Grid::new(table, view.size);
    let choose = |place: usize| Some(Move::Choose(vec![*cards.get(place)?]));
    let chosen = match key {
        KeyCode::Char('q') | KeyCode::Esc => {
            view.reply = Reply::remark("press q again to end");
            return Ok(mem::replace(&mut view.is_leaving, true));
        }
        KeyCode::Up | KeyCode::Down | KeyCode::Left | KeyCode::Right => {
            let to = |from| grid.map_or(from, |grid| grid.arrow(from, key, cards.len()));
            (view.cursor, view.is_leaving) = (Some(view.cursor.map_or(0, to)), false);
            return Ok(false);
        }
        KeyCode::Char('0') => Some(Move::NoSet),
        KeyCode::Char('?') => Some(Move::Hint),
        KeyCode::Backspace => Some(Move::Undo),
        KeyCode::Tab => Some(Move::Skip),
        KeyCode::Char(' ') | KeyCode::Enter => view.cursor.and_then(choose),
        KeyCode::Char(letter) => grid.and_then(|grid| {
            let place = |letter| (0..cards.len()).find(|&it| grid.key(it) == Some(letter));
            // Also with caps lock.
            choose(place(letter).or_else(|| place(letter.to_ascii_lowercase()))?)
        }),
        _ => None,
    };
    if let Some(chosen) = chosen {
        view.is_leaving = false;
        view.reply = table.play(chosen)?;
        if table.is_over() {
            view.reply.lines.truncate(1);
            view.reply.lines.extend(table.result());
        }
    }
    Ok(false)
}

/// The lines of the screen.
fn frame(table: &CardTable, view: &View, time: Duration) -> Vec<String> {
    let (width, height) = view.size;
    let clock = format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60);
    let Some(grid) = Grid::new(table, view.size) else {
        let cards = counted(table.cards.len(), "card");
        let text = format!("the terminal is too small for {cards}: enlarge it, or end with q");
        return wrapped(&text, 0, width).into_iter().take(height).collect();
    };
    let board_width = grid.columns * (grid.width + 1) - 1;
    let wide = board_width.clamp(LEAST_LINE.min(width), width);
    let progress = format!("{}  {}", table.deck, table.progress());
    let gap = wide.saturating_sub(progress.chars().count() + clock.len());
    let mut lines = vec![format!("{BOLD}{progress}{BOLD:#}{:gap$}{clock}", ""), String::new()];
    // A few cards stand in the middle.
    let inner = " ".repeat((wide - board_width) / 2);
    lines.extend(board(table, view, grid).into_iter().map(|line| format!("{inner}{line}")));
    lines.push(String::new());
    let (sentence, details) =
        view.reply.lines.split_first().map_or(("", &[][..]), |(it, rest)| (it, rest));
    let text = [sentence, &details.join("; ")].join(if details.is_empty() { "" } else { " – " });
    let mut reply = wrapped(&text, 0, wide);
    reply.truncate(height - 1 - lines.len());
    let style = match view.reply.is_right {
        None => Style::new(),
        Some(true) => AnsiColor::Green.on_default(),
        Some(false) => AnsiColor::Red.on_default(),
    };
    lines.extend(styled(style, reply));
    lines.resize(height - 1, String::new());
    let skip = if table.is_game() { "" } else { "Tab skip   " };
    let keys = format!("? hint   q quit   letters choose   0 no set   Backspace undo   {skip}");
    let keys = if table.is_over() { "any key leaves   " } else { &keys };
    // The last keys are left out if the terminal is too narrow.
    let fitting = keys[..keys.len().min(wide + 3)].rsplit_once("   ").unwrap_or_default().0;
    lines.extend(styled(DIM, vec![fitting.into()]));
    let margin = " ".repeat((width - wide) / 2);
    lines.iter().map(|line| format!("{margin}{line}")).collect()
}

/// The lines of the cards.
fn board(table: &CardTable, view: &View, grid: Grid) -> Vec<String> {
    let row = |row: usize| {
        let places = (row..table.cards.len()).step_by(grid.rows);
        side_by_side(&places.map(|place| cell(table, view, grid, place)).collect::<Vec<_>>())
    };
    (0..grid.rows).flat_map(row).collect()
}

/// The lines of a card.
fn cell(table: &CardTable, view: &View, grid: Grid, place: usize) -> Vec<String> {
    let card = table.cards[place];
    let (frame, mark) = match card {
        _ if table.marks.wrong.contains(&card) => (Frame::WRONG, '×'),
        _ if table.marks.chosen.contains(&card) => (Frame::HEAVY, '*'),
        _ if table.marks.hinted.contains(&card) => (Frame::HINTED, '?'),
        _ if table.last_set().contains(&card) => (Frame::LAST, '='),
        _ if table.marks.dealt.contains(&card) => (Frame::NEW, '+'),
        _ => (Frame::PLAIN, ' '),
    };
    let key = grid.key(place).unwrap_or('·');
    let label = if view.cursor == Some(place) { format!("▸{key}") } else { key.into() };
    let size = (grid.width, grid.height);
    if grid.height > 1 {
        let writer = CardWriter::new(table.deck, table.notation);
        return picture::card(writer, &label, card, &frame, size);
    }
    let text = table.notation.write(table.deck, card);
    vec![paint(frame.style, &format!("{mark}{label:>2} {text:width$}", width = grid.width - 4))]
}

#[cfg(test)]
mod tests {
    use std::{env, fs, iter};

    use tercet_app::{CardCount, Deal, Session};

    use super::*;
    use crate::output::notation_shown;

    const TERMINAL: (usize, usize) = (80, 24);

    fn table(v: usize, p: usize, cards: usize) -> CardTable {
        let deck = Deck::new(v, p).unwrap();
        let (size, seed) = (Some(CardCount::Number(cards)), Some(1_u32.into()));
        let deal = Deal { deck, size, seed, ..Deal::default() };
        let look = Look { format: Format::Text, notation: None };
        let notation = notation_shown(look, deck).unwrap();
        CardTable::of_puzzles(deal, 2, notation, Session::new()).unwrap()
    }

    /// `tests/screens.txt` has a screen for each board, without colours.
    #[test]
    fn screens_fit_80_columns_and_24_lines() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/screens.txt");
        let mut screens = String::new();
        let boards =
            [(3, 4, 12), (3, 4, 15), (3, 4, 18), (3, 4, 21), (4, 3, 12), (5, 4, 20), (10, 4, 80)];
        for (v, p, cards) in boards {
            let mut table = table(v, p, cards);
            let mut view = View { size: TERMINAL, cursor: Some(1), ..View::default() };
            // A wrong answer and a hint, then some cards are chosen.
            for place in (0..v).chain(iter::once(v + 3)) {
                table.play(Move::Choose(vec![table.cards[place]])).unwrap();
            }
            view.reply = table.play(Move::Hint).unwrap();
            let lines = frame(&table, &view, Duration::from_secs(65));
            assert_eq!(lines.len(), 24);
            for line in lines {
                let line = anstream::adapter::strip_str(&line).to_string();
                assert!(line.trim_end().chars().count() <= 80, "{line}");
                screens += line.trim_end();
                screens.push('\n');
            }
            screens += &"=".repeat(80);
            screens.push('\n');
        }
        if env::var_os("TERCET_BLESS").is_some() {
            fs::write(path, &screens).unwrap();
        }
        assert_eq!(screens, fs::read_to_string(path).unwrap());
    }

    #[test]
    fn small_terminals_get_small_cards_or_a_sentence() {
        let table = table(3, 4, 12);
        let height = |size| Grid::new(&table, size).map(|grid| grid.height);
        let sizes =
            [(200, 60), (80, 22), (80, 20), (40, 24), (40, 10), (35, 10), (34, 10), (35, 9)];
        let heights = [Some(5), Some(5), Some(3), Some(3), Some(1), Some(1), None, None];
        assert_eq!(sizes.map(height), heights);
        for size in [(30, 10), (10, 30), (5, 3), (1, 1), (0, 0)] {
            if Grid::new(&table, size).is_none() {
                let lines = frame(&table, &View { size, ..View::default() }, Duration::ZERO);
                assert!(lines.len() <= size.1, "{size:?}");
            }
        }
        let lines = frame(&table, &View { size: (70, 8), ..View::default() }, Duration::ZERO);
        assert!(lines[0].contains("too small for 12 cards"), "{lines:?}");
        let lines = frame(&table, &View { size: (35, 10), ..View::default() }, Duration::ZERO);
        assert!(lines[9].contains("? hint   q quit   letters choose"), "{lines:?}");
    }

    #[test]
    fn the_clock_stands_still_at_the_end() {
        let mut table = table(3, 4, 15);
        for _ in 0..2 {
            assert!(!table.is_over());
            table.play(Move::Skip).unwrap();
        }
        assert!(table.is_over());
        assert_eq!(table.time(), table.time());
    }

    #[test]
    fn every_card_has_a_key() {
        for (v, p, cards) in [(3, 4, 1), (3, 4, 12), (3, 4, 21), (4, 3, 30), (10, 4, 59)] {
            let mut table = table(v, p, cards);
            let mut view = View { size: (200, 60), ..View::default() };
            let grid = Grid::new(&table, view.size).unwrap();
            for place in 0..cards {
                let key = KeyCode::Char(grid.key(place).unwrap());
                assert!(!press(&mut table, &mut view, key).unwrap());
                assert_eq!(table.marks.chosen, [table.cards[place]], "{key:?}");
                table.play(Move::Undo).unwrap();
            }
        }
    }

    #[test]
    fn keys_mean_what_the_last_line_says() {
        use KeyCode::{Down, Left, Right, Up};
        let mut table = table(3, 4, 12);
        let mut view = View { size: TERMINAL, ..View::default() };
        for (key, says) in [
            (KeyCode::Char('0'), "there is a set"),
            (KeyCode::Char('?'), "a set contains 3GhD"),
            (KeyCode::Char('F'), "a set has 3 cards: 1 is chosen"),
            (KeyCode::Backspace, "a set has 3 cards: none is chosen"),
            (KeyCode::Char('q'), "press q again to end"),
            (KeyCode::Char('g'), "a set has 3 cards: 1 is chosen"),
            (KeyCode::Esc, "press q again to end"),
        ] {
            assert!(!press(&mut table, &mut view, key).unwrap(), "{key:?}");
            assert_eq!(view.reply.lines, [says], "{key:?}");
        }
        // A key without a meaning changes nothing.
        for key in [KeyCode::Char('y'), KeyCode::Char('ü'), KeyCode::F(1), KeyCode::Enter] {
            assert!(!press(&mut table, &mut view, key).unwrap() && view.is_leaving, "{key:?}");
        }
        assert!(press(&mut table, &mut view, KeyCode::Char('q')).unwrap());
        for (key, place) in [(Down, 0), (Right, 3), (Down, 4), (Up, 3), (Left, 0), (Left, 0)] {
            assert!(!press(&mut table, &mut view, key).unwrap());
            assert_eq!(view.cursor, Some(place), "{key:?}");
        }
        press(&mut table, &mut view, KeyCode::Char(' ')).unwrap();
        assert!(table.marks.chosen.contains(&table.cards[0]));
        press(&mut table, &mut view, KeyCode::Tab).unwrap();
        assert!(view.reply.lines[0].starts_with("a set was "));
    }
}
