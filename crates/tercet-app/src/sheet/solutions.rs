//! Pages of solutions: the sets of each puzzle, as the numbers of their cards and, where there is
//! room, as small cards.

use super::PageOf;
use super::font;
use super::layout::{HEAD, frame, label};
use super::page::{HEIGHT, MARGIN, Mark, Page, Point, Text};
use super::puzzles::Puzzle;

/// The width of a small card.
const CARD: f64 = 12.5;
/// The distance between small cards.
const GAP: f64 = 1.4;
/// The distance between sets, across and down.
const BETWEEN: Point = (7.0, 3.2);
/// The height of the line of numbers, and its size.
const LINE: f64 = 4.2;
const NUMBERS: f64 = 3.2;
/// The height of the label of a puzzle, and the distance before it.
const LABEL: f64 = 6.5;
const BEFORE: f64 = 5.0;
/// If all puzzles together have more sets than this, only the numbers are printed.
const MOST_DRAWN: usize = 120;

/// The numbers of the cards of a set, in as many lines as they need.
fn numbers(set: &[usize], room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for position in set {
        let number = (position + 1).to_string();
        match lines.last_mut() {
            Some(line)
                if font::width(&format!("{line} \u{b7} {number}"), NUMBERS, false) <= room =>
            {
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
        let sets = || puzzles.iter().flat_map(|puzzle| &puzzle.sets);
        let lines: Vec<Vec<String>> = sets().map(|set| numbers(set, room)).collect();
        let texts = lines.iter().flatten().map(|line| font::width(line, NUMBERS, false));
        let text = texts.fold(0.0, f64::max);
        let text_height = LINE * lines.iter().map(Vec::len).max().unwrap_or(1) as f64;
        let cards = sets().map(Vec::len).max().unwrap_or(0) as f64 * (CARD + GAP) - GAP;
        let drawn = cards <= room && sets().count() <= MOST_DRAWN;
        let width = if drawn { cards.max(text) } else { text };
        let height = if drawn { text_height + CARD * HEIGHT + 1.0 } else { text_height };
        let columns = ((room + BETWEEN.0) / (width + BETWEEN.0)).floor().max(1.0) as usize;
        Self { width, height, drawn, columns }
    }

    /// The marks of a set.
    fn set(&self, puzzle: &Puzzle, set: &[usize], (x, y): Point, room: f64) -> Vec<Mark> {
        let text = |(i, line): (usize, String)| {
            Mark::Text(Text::new(line, (x, y + i as f64 * LINE + 3.0), NUMBERS))
        };
        let mut marks: Vec<Mark> = numbers(set, room).into_iter().enumerate().map(text).collect();
        let below = y + marks.len() as f64 * LINE;
        if self.drawn {
            marks.extend(set.iter().enumerate().map(|(i, &position)| Mark::Card {
                card: puzzle.board.cards()[position],
                at: (x + i as f64 * (CARD + GAP), below),
                width: CARD,
            }));
        }
        marks
    }
}

/// The pages of the solutions.
pub(super) fn pages(paper: Point, title: &str, foot: &str, puzzles: &[Puzzle]) -> Vec<Page> {
    let room = paper.0 - 2.0 * MARGIN;
    let cell = Cell::new(room, puzzles);
    let below = "The sets of each puzzle, as the numbers of their cards.";
    let title = format!("Solutions: {title}");
    let begin = || frame(paper, &title, below, foot);
    let (top, bottom) = (MARGIN + HEAD, paper.1 - MARGIN);
    let mut pages = Vec::new();
    let (mut marks, mut y) = (begin(), top);
    let mut next = |marks: &mut Vec<Mark>, y: &mut f64, height: f64| {
        if *y + height > bottom {
            let marks = std::mem::replace(marks, begin());
            pages.push(Page { content: PageOf::Solutions, marks });
            *y = top;
        }
    };
    for (number, puzzle) in (1..).zip(puzzles) {
        // A label stays with its first row.
        next(&mut marks, &mut y, LABEL + cell.height);
        marks.extend(label(number, puzzle, (MARGIN, y + 3.8), room));
        y += LABEL;
        for row in puzzle.sets.chunks(cell.columns) {
            next(&mut marks, &mut y, cell.height);
            for (column, set) in row.iter().enumerate() {
                let x = MARGIN + column as f64 * (cell.width + BETWEEN.0);
                marks.extend(cell.set(puzzle, set, (x, y), room));
            }
            y += cell.height + BETWEEN.1;
        }
        y += BEFORE - BETWEEN.1;
    }
    pages.push(Page { content: PageOf::Solutions, marks });
    pages
}
