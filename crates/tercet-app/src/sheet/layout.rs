//! The pages of a sheet.
//!
//! A page of puzzles has the number of boards that stay comfortable to look at, each with its number,
//! the number of its sets and its difficulty above, and the number of each card below the card. A page
//! of solutions has the sets of each puzzle, as the numbers of their cards and, where there is room, as
//! small cards. A page to cut out has cards of 60 by 42 mm, with marks that show where to cut.

use num_traits::ToPrimitive;

use super::Sheet;
use super::page::{BOLD, HEIGHT, Look, MARGIN, PALE, PLAIN, Page, Point, width};
use super::puzzles::Puzzle;
use crate::prelude::*;

/// The width from which cards are comfortable to look at.
const COMFORTABLE: f64 = 24.0;
/// The minimum width of a card: its hatching has lines of 0.1 mm.
const LEAST: f64 = 7.0;
/// The maximum width of a card.
const LARGEST: f64 = 50.0;
/// The height of the title and the rule.
const HEAD: f64 = 21.0;
/// The height of the label above a board.
const LABEL: f64 = 7.0;
/// The distance between boards.
const BETWEEN: Point = (10.0, 9.0);
/// The distance between cards: across, and down, where the numbers are.
const GAP: Point = (2.8, 4.4);
/// The size of the numbers of cards.
const NUMBER: f64 = 2.7;

/// The arrangement of the boards of a sheet on its pages.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    paper: Point,
    /// The number of boards across and down a page.
    boards: (usize, usize),
    /// The number of cards in a row of a board.
    columns: usize,
    /// The width of a card.
    card: f64,
}

impl Grid {
    /// The grid that needs the fewest pages for comfortable cards; among such grids, the one with
    /// the largest cards.
    ///
    /// # Errors
    ///
    /// [`Code::OutOfRange`] if a board does not fit a page.
    pub(super) fn new(paper: Point, boards: usize, size: usize) -> Result<Self, Error> {
        let grids = (1..=3).flat_map(|x| (1..=6).map(move |y| Self::with(paper, (x, y), size)));
        let grids: Vec<Self> = grids.collect();
        let largest = |least: usize| {
            let enough = grids.iter().filter(move |grid| grid.boards_of_page() >= least);
            enough.copied().max_by(|a, b| a.card.total_cmp(&b.card)).expect("there are such grids")
        };
        let alone = largest(1);
        if alone.card < LEAST {
            let fits = |&size: &usize| Self::with(paper, (1, 1), size).card >= LEAST;
            let most = (1..size).rev().find(fits).unwrap_or(0);
            let message =
                format!("a board of {size} cards does not fit a page: the maximum is {most}");
            return Err(Error::new(Code::OutOfRange, message).of_field("size").with("most", most));
        }
        let comfortable = grids.iter().filter(|grid| grid.card >= COMFORTABLE);
        let most = comfortable.map(Self::boards_of_page).max().unwrap_or(1);
        Ok(largest(boards.div_ceil(boards.div_ceil(most))))
    }

    /// The grid with the largest cards for this many boards per page.
    fn with(paper: Point, boards: (usize, usize), size: usize) -> Self {
        let room = Self { paper, boards, columns: 1, card: 0.0 }.room();
        let grid = |columns: usize| {
            let rows = size.div_ceil(columns);
            let across = (room.0 + GAP.0) / columns as f64 - GAP.0;
            let down = ((room.1 - LABEL) / rows.max(1) as f64 - GAP.1) / HEIGHT;
            let card = across.min(down).clamp(0.0, LARGEST);
            Self { paper, boards, columns, card }
        };
        let grids: Vec<Self> = (1..=size.max(1)).map(grid).collect();
        // The last of equals has fewer rows.
        let largest = |full: bool| {
            let grids = grids.iter().filter(|grid| !full || size.is_multiple_of(grid.columns));
            grids.copied().max_by(|a, b| a.card.total_cmp(&b.card)).expect("one column is full")
        };
        // Full rows look better, and are worth slightly smaller cards.
        let (any, full) = (largest(false), largest(true));
        if full.card >= LEAST.max(0.85 * any.card) { full } else { any }
    }

    fn boards_of_page(&self) -> usize {
        self.boards.0 * self.boards.1
    }

    /// The space for a board with its label.
    fn room(&self) -> Point {
        let part = |all: f64, parts: usize, between: f64| (all + between) / parts as f64 - between;
        let (width, height) = self.paper;
        (
            part(width - 2.0 * MARGIN, self.boards.0, BETWEEN.0),
            part(height - 2.0 * MARGIN - HEAD, self.boards.1, BETWEEN.1),
        )
    }

    /// The position of a board on its page.
    fn place(&self, board: usize) -> Point {
        let (room, row, column) = (self.room(), board / self.boards.0, board % self.boards.0);
        (
            MARGIN + column as f64 * (room.0 + BETWEEN.0),
            MARGIN + HEAD + row as f64 * (room.1 + BETWEEN.1),
        )
    }

    /// Draws a puzzle.
    fn puzzle(&self, page: &mut Page<'_>, number: usize, puzzle: &Puzzle, (x, y): Point) {
        let width = self.columns as f64 * (self.card + GAP.0) - GAP.0;
        // A narrow board is centred in its space.
        let x = x + (self.room().0 - width) / 2.0;
        label(page, number, puzzle, (x, y + 3.8), width);
        for (i, &card) in puzzle.0.cards().iter().enumerate() {
            let (row, column) = (i / self.columns, i % self.columns);
            let at = (
                x + column as f64 * (self.card + GAP.0),
                y + LABEL + row as f64 * (self.card * HEIGHT + GAP.1),
            );
            page.card(card, at, self.card);
            let below = (at.0 + self.card / 2.0, at.1 + self.card * HEIGHT + 3.2);
            page.text(&(i + 1).to_string(), below, NUMBER, Look { halves: 1, ..PALE });
        }
    }
}

/// Writes the number of a puzzle, the number of its sets, and its difficulty.
fn label(page: &mut Page<'_>, number: usize, puzzle: &Puzzle, at: Point, across: f64) {
    let number = number.to_string();
    page.text(&number, at, 4.6, BOLD);
    let right = at.0 + width(&number, 4.6, true) + 2.0;
    let sets = match puzzle.1.sets.len() {
        0 => "no set".into(),
        1 => "1 set".into(),
        sets => format!("{sets} sets"),
    };
    page.text(&sets, (right, at.1), 3.2, PALE);
    difficulty(page, puzzle, (at.0 + across, at.1));
}

/// Draws a disc for each property. The number of filled ones is the mean number of differing properties.
fn difficulty(page: &mut Page<'_>, (board, puzzle): &Puzzle, (right, baseline): Point) {
    /// More discs than this are too many to count at a glance.
    const MOST_DISCS: usize = 8;
    const RADIUS: f64 = 0.85;
    let all = board.deck().properties();
    if all > MOST_DISCS || puzzle.sets.is_empty() {
        return;
    }
    let filled = puzzle.mean_differing.round() as usize;
    for i in 0..all {
        let x = right - RADIUS - (all - 1 - i) as f64 * 2.5;
        page.disc((x, baseline - 1.2), RADIUS, i < filled);
    }
}

/// A page with a title, a text and a line below it, and a foot.
fn framed<'a>(sheet: &'a Sheet, title: &str, below: &str, foot: &str) -> Page<'a> {
    let (mut page, (width, height)) = (Page::new(sheet), sheet.paper.size());
    let (most, line) = (width - 2.0 * MARGIN, MARGIN + HEAD - 5.0);
    page.text_within(most, title, (MARGIN, MARGIN + 6.2), 8.0, BOLD);
    page.text_within(most, below, (MARGIN, MARGIN + 12.2), 3.5, PALE);
    page.line((MARGIN, line), (width - MARGIN, line));
    page.text(foot, (MARGIN, height - 9.0), 2.8, PALE);
    page
}

/// Writes the number of each page and the total at its foot.
pub(super) fn number(pages: &mut [Page<'_>], (width, height): Point) {
    let all = pages.len();
    for (page, number) in pages.iter_mut().zip(1..) {
        let at = (width - MARGIN, height - 9.0);
        page.text(&format!("{number} / {all}"), at, 2.8, Look { halves: 2, ..PALE });
    }
}

/// The pages of the puzzles.
pub(super) fn puzzles<'a>(
    sheet: &'a Sheet,
    grid: &Grid,
    title: &str,
    foot: &str,
    puzzles: &[Puzzle],
    limit: &Limit,
) -> Result<Vec<Page<'a>>, Stop> {
    let rule = match sheet.deck.values() {
        1 => "A set is one card.".into(),
        2 => "A set is any two cards.".into(),
        v => format!(
            "A set is {v} cards that, in every property, are all the same or all different."
        ),
    };
    let numbered: Vec<(usize, &Puzzle)> = (1..).zip(puzzles).collect();
    let page = |puzzles: &[(usize, &Puzzle)]| {
        let mut page = framed(sheet, title, &rule, foot);
        for (place, &(number, puzzle)) in puzzles.iter().enumerate() {
            limit.check()?;
            grid.puzzle(&mut page, number, puzzle, grid.place(place));
        }
        Ok(page)
    };
    numbered.chunks(grid.boards_of_page()).map(page).collect()
}

/// The width of a small card.
const SMALL_CARD: f64 = 12.5;
/// The distance between small cards.
const SMALL_GAP: f64 = 1.4;
/// The distance between sets, across and down.
const BETWEEN_SETS: Point = (7.0, 3.2);
/// The height of the line of numbers, and its size.
const NUMBERS_LINE: f64 = 4.2;
const NUMBERS: f64 = 3.2;
/// The height of the label of a puzzle, and the distance before it.
const SOLUTION_LABEL: f64 = 6.5;
const BEFORE_LABEL: f64 = 5.0;
/// If all puzzles together have more sets than this, only the numbers are printed.
const MOST_DRAWN: usize = 120;

/// The numbers of the cards of a set, in as many lines as they need.
fn numbers(set: &[usize], room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for position in set {
        let number = (position + 1).to_string();
        match lines.last_mut() {
            Some(line) if width(&format!("{line} \u{b7} {number}"), NUMBERS, false) <= room => {
                line.push_str(" \u{b7} ");
                line.push_str(&number);
            }
            _ => lines.push(number),
        }
    }
    lines
}

/// The size of each set on the page, and whether its cards are drawn.
struct Cell {
    width: f64,
    height: f64,
    drawn: bool,
    columns: usize,
}

impl Cell {
    fn new(room: f64, puzzles: &[Puzzle]) -> Self {
        let sets = || puzzles.iter().flat_map(|(_, puzzle)| &puzzle.positions);
        let lines: Vec<Vec<String>> = sets().map(|set| numbers(set, room)).collect();
        let texts = lines.iter().flatten().map(|line| width(line, NUMBERS, false));
        let text = texts.fold(0.0, f64::max);
        let text_height = NUMBERS_LINE * lines.iter().map(Vec::len).max().unwrap_or(1) as f64;
        let cards =
            sets().map(Vec::len).max().unwrap_or(0) as f64 * (SMALL_CARD + SMALL_GAP) - SMALL_GAP;
        let drawn = cards <= room && sets().count() <= MOST_DRAWN;
        let width = if drawn { cards.max(text) } else { text };
        let height = if drawn { text_height + SMALL_CARD * HEIGHT + 1.0 } else { text_height };
        let columns =
            ((room + BETWEEN_SETS.0) / (width + BETWEEN_SETS.0)).floor().max(1.0) as usize;
        Self { width, height, drawn, columns }
    }

    /// Draws a set.
    fn set(&self, page: &mut Page<'_>, board: &Board, set: &[usize], (x, y): Point, room: f64) {
        let lines = numbers(set, room);
        for (i, line) in lines.iter().enumerate() {
            page.text(line, (x, y + i as f64 * NUMBERS_LINE + 3.0), NUMBERS, PLAIN);
        }
        let below = y + lines.len() as f64 * NUMBERS_LINE;
        for (i, &position) in set.iter().enumerate().filter(|_| self.drawn) {
            let at = (x + i as f64 * (SMALL_CARD + SMALL_GAP), below);
            page.card(board.cards()[position], at, SMALL_CARD);
        }
    }
}

/// The pages of the solutions.
pub(super) fn solutions<'a>(
    sheet: &'a Sheet,
    title: &str,
    foot: &str,
    puzzles: &[Puzzle],
    limit: &Limit,
) -> Result<Vec<Page<'a>>, Stop> {
    let paper = sheet.paper.size();
    let room = paper.0 - 2.0 * MARGIN;
    let cell = Cell::new(room, puzzles);
    let below = "The sets of each puzzle, as the numbers of their cards.";
    let title = format!("Solutions: {title}");
    let begin = || framed(sheet, &title, below, foot);
    let (top, bottom) = (MARGIN + HEAD, paper.1 - MARGIN);
    let (mut pages, mut y) = (vec![begin()], top);
    let next = |pages: &mut Vec<Page<'a>>, y: &mut f64, height: f64| {
        if *y + height > bottom {
            pages.push(begin());
            *y = top;
        }
        pages.len() - 1
    };
    for (number, puzzle) in (1..).zip(puzzles) {
        limit.check()?;
        // A label stays with its first row.
        let page = next(&mut pages, &mut y, SOLUTION_LABEL + cell.height);
        label(&mut pages[page], number, puzzle, (MARGIN, y + 3.8), room);
        y += SOLUTION_LABEL;
        for row in puzzle.1.positions.chunks(cell.columns) {
            let page = next(&mut pages, &mut y, cell.height);
            for (column, set) in row.iter().enumerate() {
                let x = MARGIN + column as f64 * (cell.width + BETWEEN_SETS.0);
                cell.set(&mut pages[page], &puzzle.0, set, (x, y), room);
            }
            y += cell.height + BETWEEN_SETS.1;
        }
        y += BEFORE_LABEL - BETWEEN_SETS.1;
    }
    Ok(pages)
}

/// The width of a card to cut out.
const CUT_WIDTH: f64 = 60.0;
/// The distance between the cut and the rim of the card, so that an inexact cut shows only white
/// paper.
const CUT_INSET: f64 = 1.8;
/// The minimum margin of a page: printers do not reach the edges.
const CUT_EDGE: f64 = 12.0;
/// The ends of the marks, measured from the cards.
const CUT_MARKS: (f64, f64) = (1.5, 5.5);

/// The number of cards of the deck, and its pages.
///
/// # Errors
///
/// [`Code::OutOfRange`] for a deck of more than [`Sheet::MOST_CARDS`] cards.
pub(super) fn deck<'a>(sheet: &'a Sheet, limit: &Limit) -> Result<(usize, Vec<Page<'a>>), Error> {
    let (deck, paper, most) = (sheet.deck, sheet.paper.size(), Sheet::MOST_CARDS);
    let size = deck.size().to_usize().filter(|&size| size <= most).ok_or_else(|| {
        let size = deck.size();
        error!(OutOfRange, "the deck {deck} has {size} cards: at most {most} are printed")
            .of_field("deck")
            .with("most", most)
            .with("deck", deck)
    })?;
    let cell = (CUT_WIDTH, CUT_WIDTH * HEIGHT);
    let fit = |all: f64, one: f64| ((all - 2.0 * CUT_EDGE) / one).floor() as usize;
    let (columns, rows) = (fit(paper.0, cell.0), fit(paper.1, cell.1));
    let start = |all: f64, one: f64, parts: usize| (all - one * parts as f64) / 2.0;
    let (left, top) = (start(paper.0, cell.0, columns), start(paper.1, cell.1, rows));
    let cards: Vec<_> = deck.cards().collect();
    let all = size.div_ceil(columns * rows);
    let page = |(number, cards): (usize, &[Card])| {
        let used = cards.len().div_ceil(columns);
        let (right, bottom) = (left + cell.0 * columns as f64, top + cell.1 * used as f64);
        limit.check()?;
        let mut page = Page::new(sheet);
        for column in 0..=columns {
            let x = left + cell.0 * column as f64;
            page.line((x, top - CUT_MARKS.1), (x, top - CUT_MARKS.0));
            page.line((x, bottom + CUT_MARKS.0), (x, bottom + CUT_MARKS.1));
        }
        for row in 0..=used {
            let y = top + cell.1 * row as f64;
            page.line((left - CUT_MARKS.1, y), (left - CUT_MARKS.0, y));
            page.line((right + CUT_MARKS.0, y), (right + CUT_MARKS.1, y));
        }
        let foot = format!("{deck}, page {number} of {all}");
        page.text(&foot, (left + 3.0, bottom + 4.6), 2.8, PALE);
        for (i, &card) in cards.iter().enumerate() {
            let (row, column) = (i / columns, i % columns);
            let width = CUT_WIDTH - 2.0 * CUT_INSET;
            let at = (
                left + cell.0 * column as f64 + CUT_INSET,
                top + cell.1 * row as f64 + (cell.1 - width * HEIGHT) / 2.0,
            );
            page.card(card, at, width);
        }
        Ok(page)
    };
    let pages = (1..).zip(cards.chunks(columns * rows)).map(page);
    Ok((size, pages.collect::<Result<_, Error>>()?))
}
