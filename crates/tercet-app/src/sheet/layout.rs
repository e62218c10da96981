//! Pages of puzzles: the number of boards that stay comfortable to look at, each with its number,
//! the number of its sets and its difficulty above, and the number of each card below the card.

use super::page::{Anchor, HEIGHT, MARGIN, Mark, Page, Point, Text};
use super::puzzles::Puzzle;
use super::{PageOf, font};
use crate::{Code, Error};

/// The width from which cards are comfortable to look at.
const COMFORTABLE: f64 = 24.0;
/// The minimum width of a card: its hatching has lines of 0.1 mm.
const LEAST: f64 = 7.0;
/// The maximum width of a card.
const LARGEST: f64 = 50.0;
/// The height of the title and the rule.
pub(super) const HEAD: f64 = 21.0;
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

    /// The marks of a puzzle.
    fn puzzle(&self, number: usize, puzzle: &Puzzle, (x, y): Point) -> Vec<Mark> {
        let width = self.columns as f64 * (self.card + GAP.0) - GAP.0;
        // A narrow board is centred in its space.
        let x = x + (self.room().0 - width) / 2.0;
        let mut marks = label(number, puzzle, (x, y + 3.8), width);
        for (i, &card) in puzzle.board.cards().iter().enumerate() {
            let (row, column) = (i / self.columns, i % self.columns);
            let at = (
                x + column as f64 * (self.card + GAP.0),
                y + LABEL + row as f64 * (self.card * HEIGHT + GAP.1),
            );
            marks.push(Mark::Card { card, at, width: self.card });
            let below = (at.0 + self.card / 2.0, at.1 + self.card * HEIGHT + 3.2);
            let number = Text::new((i + 1).to_string(), below, NUMBER);
            marks.push(Mark::Text(number.pale().anchored(Anchor::Middle)));
        }
        marks
    }
}

/// The number of a puzzle, the number of its sets, and its difficulty.
pub(super) fn label(number: usize, puzzle: &Puzzle, at: Point, width: f64) -> Vec<Mark> {
    let number = Text::new(number.to_string(), at, 4.6).bold();
    let right = at.0 + font::width(&number.letters, number.size, true) + 2.0;
    let sets = match puzzle.sets.len() {
        0 => "no set".into(),
        1 => "1 set".into(),
        sets => format!("{sets} sets"),
    };
    let mut marks =
        vec![Mark::Text(number), Mark::Text(Text::new(sets, (right, at.1), 3.2).pale())];
    marks.extend(difficulty(puzzle, (at.0 + width, at.1)));
    marks
}

/// A disc for each property. The number of filled ones is the mean number of differing properties.
fn difficulty(puzzle: &Puzzle, (right, baseline): Point) -> Vec<Mark> {
    /// More discs than this are too many to count at a glance.
    const MOST_DISCS: usize = 8;
    const RADIUS: f64 = 0.85;
    let all = puzzle.board.deck().properties();
    if all > MOST_DISCS || puzzle.sets.is_empty() {
        return Vec::new();
    }
    let filled = puzzle.difficulty().round() as usize;
    let disc = |i: usize| {
        let x = right - RADIUS - (all - 1 - i) as f64 * 2.5;
        Mark::Disc { at: (x, baseline - 1.2), radius: RADIUS, filled: i < filled }
    };
    (0..all).map(disc).collect()
}

/// The title, a line below it, and the foot of a page.
pub(super) fn frame((width, height): Point, title: &str, below: &str, foot: &str) -> Vec<Mark> {
    let most = width - 2.0 * MARGIN;
    let line = MARGIN + HEAD - 5.0;
    vec![
        Mark::Text(Text::new(title, (MARGIN, MARGIN + 6.2), 8.0).bold().within(most)),
        Mark::Text(Text::new(below, (MARGIN, MARGIN + 12.2), 3.5).pale().within(most)),
        Mark::Line { from: (MARGIN, line), to: (width - MARGIN, line) },
        Mark::Text(Text::new(foot, (MARGIN, height - 9.0), 2.8).pale()),
    ]
}

/// The pages of the puzzles.
pub(super) fn pages(grid: &Grid, title: &str, foot: &str, puzzles: &[Puzzle]) -> Vec<Page> {
    let Some(first) = puzzles.first() else { return Vec::new() };
    let rule = match first.board.deck().values() {
        1 => "A set is one card.".into(),
        2 => "A set is any two cards.".into(),
        v => format!(
            "A set is {v} cards that, in every property, are all the same or all different."
        ),
    };
    let numbered: Vec<(usize, &Puzzle)> = (1..).zip(puzzles).collect();
    let page = |puzzles: &[(usize, &Puzzle)]| {
        let mut marks = frame(grid.paper, title, &rule, foot);
        for (place, &(number, puzzle)) in puzzles.iter().enumerate() {
            marks.extend(grid.puzzle(number, puzzle, grid.place(place)));
        }
        Page { content: PageOf::Puzzles, marks }
    };
    numbered.chunks(grid.boards_of_page()).map(page).collect()
}
