//! Sheets to print: puzzles with their solutions, or the cards of a deck to cut out.
//!
//! A sheet is made in two steps: the boards are drawn and solved (`puzzles.rs`), and then placed on pages
//! (`layout.rs`, `page.rs`), which are one PDF (`pdf.rs`). A card on them is the drawing of
//! [`tercet::picture`], as everywhere.
//!
//! The layout is here and not in [`tercet::picture`], because a sheet is the answer to a question: it
//! deals, solves and chooses boards before it draws.

mod layout;
mod page;
mod pdf;
mod puzzles;

use tercet::picture::Style;

use crate::prelude::*;
use crate::{Bytes, CardCount, Deal};

request! {
    /// Puzzles to print with their solutions, or the cards of a deck to cut out.
    pub struct Sheet {
        deck,
        /// What is printed.
        pub content: SheetOf,
        /// How many puzzles, 1 to 100. All their boards together have at most 1,500 cards.
        pub boards: usize = 4,
        /// How many cards each board has; v·p by default, or the whole of a smaller deck. A board must
        /// fit a page.
        pub size: Option<usize>,
        /// How many sets each board holds exactly; by default at least one.
        pub exactly: Option<Whole>,
        /// How difficult the puzzles are.
        pub difficulty: Difficulty,
        /// The size of the pages.
        pub paper: Paper,
        /// The title of each page of puzzles, in letters of Western European languages.
        pub title: Option<String>,
        /// Whether the solutions follow, on pages of their own.
        pub solutions: bool = true,
        /// Whether each card has the letter of its colour in a corner.
        pub letters: bool = Style::default().letters,
        /// Whether everything is black, and a frame or a large letter shows the colour.
        pub colourless: bool = Style::default().colourless,
        seed,
        timeout,
        notation,
    }
}

/// What is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SheetOf {
    /// Boards in which to find the sets.
    #[default]
    Puzzles,
    /// Each card of the deck once, to cut out. The deck has at most 1,500 cards.
    Deck,
}

/// How difficult puzzles are: the more properties the cards of a set differ in, the harder it is to
/// see. The difficulty of a board is the mean over its sets of the number of properties in which
/// the cards of a set differ. Unless the difficulty is mixed, 16 boards are drawn for each puzzle,
/// and the puzzles are chosen among all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Difficulty {
    /// From the easiest board to the hardest one in even steps.
    #[default]
    Rising,
    /// The easiest boards, in ascending order.
    Easy,
    /// The hardest boards, in ascending order.
    Hard,
    /// The boards as they are drawn.
    Mixed,
}

/// The size of pages, which are upright.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Paper {
    /// 210 by 297 mm.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// The width and the height in millimetres.
    const fn size(self) -> (f64, f64) {
        match self {
            Self::A4 => (210.0, 297.0),
            Self::Letter => (215.9, 279.4),
        }
    }
}

/// A sheet to print.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct SheetPrinted {
    /// The deck.
    pub deck: Deck,
    /// The seed that determines the sheet; absent for the cards of a deck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Whole>,
    /// Whether there are such boards.
    #[serde(flatten)]
    pub ending: Ending,
    /// Why there are no such boards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// How many cards each board, or the deck, has.
    pub size: usize,
    /// The puzzles in the order of the pages.
    pub puzzles: Vec<SheetPuzzle>,
    /// How many pages there are.
    pub page_count: usize,
    /// The pages as one PDF; absent if there are no such boards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pdf: Option<Bytes>,
}

/// A puzzle with its solution.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct SheetPuzzle {
    /// The seed with which `deal` deals this board.
    pub seed: Whole,
    /// The cards in layout order.
    pub cards: Vec<String>,
    /// All sets of the board, in layout order.
    pub sets: Vec<Vec<String>>,
    /// The positions of the cards of each set, counted from 0.
    pub positions: Vec<Vec<usize>>,
    /// For each set the number of properties in which its cards differ.
    pub differing: Vec<usize>,
    /// The mean of these numbers; 0 for a board without a set.
    pub mean_differing: f64,
}

answered!(SheetPrinted by ending);

impl SheetPrinted {
    /// The sheet with its pages.
    fn with(self, title: &str, pages: &[page::Page<'_>], paper: page::Point) -> Self {
        let pdf = Some(Bytes(pdf::document(title, pages, paper)));
        Self { page_count: pages.len(), pdf, ..self }
    }
}

impl Sheet {
    /// The most puzzles.
    pub const MOST_BOARDS: usize = 100;
    /// The most cards on all boards together, and of a deck to cut out.
    pub const MOST_CARDS: usize = 1_500;
    /// The default title of a sheet.
    pub const TITLE: &str = "Find the sets";

    /// How cards are drawn.
    fn style(&self) -> Style {
        Style { letters: self.letters, colourless: self.colourless }
    }

    /// The title, if it can be printed.
    fn title(&self) -> Result<&str, Error> {
        /// A longer title would be too small to read.
        const LONGEST_TITLE: usize = 80;
        let Some(title) = self.title.as_deref() else { return Ok(Self::TITLE) };
        let why = if let Some(letter) = title.chars().find(|&letter| page::code(letter).is_none()) {
            format!("the title cannot be printed with '{letter}'")
        } else if title.chars().count() > LONGEST_TITLE {
            format!("the title has more than {LONGEST_TITLE} letters")
        } else {
            return Ok(title);
        };
        Err(Error::new(Code::OutOfRange, why).about(title).of_field("title"))
    }

    /// How many cards a board has.
    fn board_size(&self, deck: Deck) -> Result<usize, Error> {
        let most = Self::MOST_BOARDS;
        if !(1..=most).contains(&self.boards) {
            let error = error!(OutOfRange, "{} puzzles: the range is 1 to {most}", self.boards)
                .of_field("boards");
            return Err(error.with("least", 1).with("most", most));
        }
        let size = Deal { size: self.size.map(CardCount::Number), ..Deal::default() }.size(deck)?;
        let all = self.boards.saturating_mul(size);
        if all > Self::MOST_CARDS {
            let most = Self::MOST_CARDS;
            let message =
                format!("{} puzzles of {size} cards: the maximum is {most} cards", self.boards);
            return Err(Error::new(Code::OutOfRange, message).of_field("size").with("most", most));
        }
        Ok(size)
    }
}

impl Question for Sheet {
    type Answer = SheetPrinted;

    fn ask(&self, session: &Session) -> Result<SheetPrinted, Error> {
        let (deck, paper) = (self.deck, self.paper.size());
        let notation = notation(self.notation, deck)?;
        let limit = session.limit(self.timeout);
        let mut answer = SheetPrinted { deck, ..SheetPrinted::default() };
        if self.content == SheetOf::Deck {
            let (size, pages) = layout::deck(self, &limit)?;
            answer.size = size;
            return Ok(answer.with(&format!("The deck {deck}"), &pages, paper));
        }
        let title = self.title()?;
        answer.size = self.board_size(deck)?;
        let grid = layout::Grid::new(paper, self.boards, answer.size)?;
        let seed = session.seed(self.seed.as_ref())?;
        answer.seed = Some(seed.into());
        let puzzles = match puzzles::draw(self, answer.size, seed, notation, session, &limit)? {
            Ok(puzzles) => puzzles,
            Err(why) => {
                (answer.ending, answer.why) = (Ending::of(false), Some(why));
                return Ok(answer);
            }
        };
        let foot = format!("{deck}, {} cards, seed {seed}", answer.size);
        let mut pages = layout::puzzles(self, &grid, title, &foot, &puzzles, &limit)?;
        if self.solutions {
            pages.extend(layout::solutions(self, title, &foot, &puzzles, &limit)?);
        }
        layout::number(&mut pages, paper);
        answer.puzzles = puzzles.into_iter().map(|(_, puzzle)| puzzle).collect();
        Ok(answer.with(title, &pages, paper))
    }
}
