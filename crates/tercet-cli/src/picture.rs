//! Boards and sets drawn for people: pictures for (3,4), otherwise digits in columns.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use tercet::Card;
use tercet::classic::{ClassicCard, Colour, Shading, Shape};
use tercet::deck::Unsupported;
use tercet::file::NamedBoard;
use tercet::picture::Scheme;
use tercet_app::AboutBoard;

use crate::many::{Boards, Row};
use crate::output::{DIM, block_width, notation_asked, notation_shown};
use crate::prelude::*;

const MARK: Style = AnsiColor::Yellow.on_default().bold();

/// The most cards that a layout can need: any 21 cards contain a set.
const MOST_PICTURES: usize = 21;

/// Draws cards, each under its number (usually its place on the board, counted from 1), in rows
/// that fit a terminal, some of them highlighted. Every line of the picture ends with a line feed.
pub(crate) fn marked(writer: CardWriter, cards: &[(usize, Card)], marked: &[Card]) -> String {
    if is_pictured(writer) && cards.len() <= MOST_PICTURES {
        pictures(writer, cards, marked)
    } else {
        in_columns(writer, cards, marked)
    }
}

/// Whether a picture shows what is written of a card.
fn is_pictured(writer: CardWriter) -> bool {
    writer.deck == Deck::CLASSIC && writer.spelling.is_none_or(|spelling| spelling.is_pictured)
}

/// The columns that a text takes in a terminal.
fn columns_of(text: &str) -> usize {
    let of_letter = |letter| match letter {
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' => 0,
        '\u{26aa}'
        | '\u{26ab}'
        | '\u{2e80}'..='\u{fdff}'
        | '\u{ff01}'..='\u{ff60}'
        | '\u{1f000}'.. => 2,
        _ => 1,
    };
    text.chars().map(of_letter).sum()
}

/// Whether a text fits into the lower edge of a card of this width.
fn fits(text: &str, width: usize) -> bool {
    columns_of(text) + 5 <= width
}

/// Cards on one line: the notation, in the colour of the card for (3,4).
pub(crate) fn line(writer: CardWriter, cards: &[Card]) -> String {
    if !is_pictured(writer) {
        return writer.join(cards, "  ");
    }
    let painted = cards.iter().map(|&card| paint(colour(card), &writer.write(card)));
    painted.collect::<Vec<_>>().join("  ")
}

/// Cards of (3,4) on lines that fit a terminal, each with its number, its symbols and its code.
pub(crate) fn small(cards: &[(usize, Card)]) -> Vec<String> {
    const COLUMNS: usize = 20;
    let small = |&(number, card): &(usize, Card)| {
        let ClassicCard { count, shading, shape, .. } = classic(card);
        let fill = match shading {
            Shading::Solid => '█',
            Shading::Hatched => '▒',
            Shading::Open => ' ',
        };
        let symbol = match shape {
            Shape::Oval => format!("({fill})"),
            Shape::Diamond => format!("⟨{fill}⟩"),
            Shape::Squiggle => format!("{{{fill}}}"),
        };
        let symbols = paint(colour(card), &format!("{:9}", symbol.repeat(count as usize + 1)));
        format!("{DIM}{number:>2}{DIM:#} {symbols} {}", classic(card))
    };
    let rows = cards.chunks(((block_width() + 3) / COLUMNS).max(1));
    rows.map(|row| row.iter().map(small).collect::<Vec<_>>().join("   ")).collect()
}

/// Text in a style.
pub(crate) fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// The properties of a card of (3,4).
fn classic(card: Card) -> ClassicCard {
    ClassicCard::try_from(card).expect("only cards of (3,4) have pictures")
}

/// The colour of a card of (3,4).
fn colour(card: Card) -> Style {
    let colour = match classic(card).colour {
        Colour::Red => AnsiColor::Red,
        Colour::Green => AnsiColor::Green,
        Colour::Purple => AnsiColor::Magenta,
    };
    colour.on_default()
}

/// The frame of a card.
pub(crate) struct Frame {
    pub(crate) style: Style,
    corners: [&'static str; 4],
    across: &'static str,
    down: &'static str,
}

const ROUND: [&str; 4] = ["╭", "╮", "╰", "╯"];
const SQUARE: [&str; 4] = ["┏", "┓", "┗", "┛"];
const NEWS: Style = AnsiColor::Green.on_default();
const HINT: Style = AnsiColor::Cyan.on_default();
const WRONG: Style = AnsiColor::Red.on_default();

impl Frame {
    pub(crate) const PLAIN: Self = Self { style: DIM, corners: ROUND, across: "─", down: "│" };
    /// The frame of a highlighted card, in colour or not.
    pub(crate) const HEAVY: Self =
        Self { style: MARK, corners: SQUARE, across: "━", down: "┃" };
    pub(crate) const NEW: Self = Self { style: NEWS, corners: ROUND, across: "┄", down: "┆" };
    pub(crate) const WRONG: Self =
        Self { style: WRONG, corners: SQUARE, across: "╍", down: "╏" };
    pub(crate) const HINTED: Self =
        Self { style: HINT, corners: ["╔", "╗", "╚", "╝"], across: "═", down: "║" };
    pub(crate) const LAST: Self =
        Self { style: MARK, corners: ["╒", "╕", "╘", "╛"], across: "═", down: "│" };

    /// The upper edge of a card, with its label.
    fn upper(&self, label: &str, width: usize) -> String {
        let Self { style, corners: [left, right, ..], across, .. } = self;
        let edge = across.repeat(width.saturating_sub(label.chars().count() + 5));
        format!("{style}{left} {style:#}{label}{style} {edge}{across}{right}{style:#}")
    }
}

/// Lines of a symbol, and of the inside of a card.
const HEIGHT: usize = 3;
/// Lines and columns of a card of three symbols, four columns each, with its frame.
pub(crate) const CARD_HEIGHT: usize = HEIGHT + 2;
pub(crate) const CARD_WIDTH: usize = 18;
/// The columns of the narrowest card: its symbols take three columns each, without gaps.
pub(crate) const LEAST_WIDTH: usize = 11;

/// The symbol of a card of (3,4), without the colour.
fn symbol(card: Card, is_wide: bool) -> [String; HEIGHT] {
    let fill = match classic(card).shading {
        Shading::Solid => "█",
        Shading::Hatched => "▒",
        Shading::Open => " ",
    };
    let [top, left, right, bottom] = match (classic(card).shape, is_wide) {
        (Shape::Oval, true) => ["╭──╮", "│", "│", "╰──╯"],
        (Shape::Diamond, true) => [" ╱╲ ", "⟨", "⟩", " ╲╱ "],
        (Shape::Squiggle, true) => ["╭─╮ ", "╰", "╮", " ╰─╯"],
        (Shape::Oval, false) => ["╭─╮", "│", "│", "╰─╯"],
        (Shape::Diamond, false) => [" ∧ ", "⟨", "⟩", " ∨ "],
        (Shape::Squiggle, false) => ["╭╮ ", "╰", "╮", " ╰╯"],
    };
    [top.into(), format!("{left}{}{right}", fill.repeat(1 + usize::from(is_wide))), bottom.into()]
}

/// The lines of a card of a board, in its frame, with its label in the upper edge. A card of (3,4) that is
/// high enough has a picture above its notation.
pub(crate) fn card(
    writer: CardWriter,
    label: &str,
    card: Card,
    frame: &Frame,
    (width, height): (usize, usize),
) -> Vec<String> {
    let Frame { style, corners: [.., bottom_left, bottom_right], across, down } = frame;
    let inside = width - 2;
    let mut text = writer.write(card);
    if writer.spelling.is_some() && !fits(&text, width) {
        text = writer.notation.write(writer.deck, card);
    }
    let upper = frame.upper(label, width);
    let row = |content: &str, painted: &str| {
        let free = inside.saturating_sub(content.chars().count());
        let (left, right) = (" ".repeat(free / 2), " ".repeat(free - free / 2));
        format!("{style}{down}{style:#}{left}{painted}{right}{style}{down}{style:#}")
    };
    if height < CARD_HEIGHT {
        let lower = format!("{style}{bottom_left}{}{bottom_right}{style:#}", across.repeat(inside));
        return vec![upper, row(&text, &coloured(writer, card)), lower];
    }
    let (is_wide, gap) = match inside {
        14.. => (true, " "),
        12.. => (true, ""),
        11 => (false, " "),
        _ => (false, ""),
    };
    let count = classic(card).count as usize + 1;
    let mut lines = vec![upper];
    lines.extend(symbol(card, is_wide).map(|part| {
        let symbols = vec![part; count].join(gap);
        row(&symbols, &paint(colour(card), &symbols))
    }));
    let edge = across.repeat(inside.saturating_sub(columns_of(&text) + 3));
    lines.push(format!(
        "{style}{bottom_left}{across}{edge} {style:#}{text}{style} {bottom_right}{style:#}"
    ));
    lines
}

/// The notation of a card in its colour for (3,4), else with a colour for each digit.
fn coloured(writer: CardWriter, card: Card) -> String {
    const COLOURS: [AnsiColor; 6] = {
        use AnsiColor::{Blue, Cyan, Green, Magenta, Red, Yellow};
        [Red, Green, Magenta, Blue, Yellow, Cyan]
    };
    let text = writer.write(card);
    if writer.deck == Deck::CLASSIC {
        return paint(colour(card), &text);
    }
    let digit = |digit: char| {
        let colour = digit.to_digit(10).and_then(|value| COLOURS.get(value as usize));
        paint(colour.map_or(Style::new(), |colour| colour.on_default()), &digit.to_string())
    };
    text.chars().map(digit).collect()
}

fn pictures(writer: CardWriter, cards: &[(usize, Card)], marked: &[Card]) -> String {
    let mut block = String::new();
    for row in cards.chunks(((block_width() + 1) / (CARD_WIDTH + 1)).max(1)) {
        let drawn = row.iter().map(|&(number, one)| {
            let frame = if marked.contains(&one) { &Frame::HEAVY } else { &Frame::PLAIN };
            let (label, size) = (number.to_string(), (CARD_WIDTH, CARD_HEIGHT));
            card(writer, &label, one, frame, size)
        });
        block += &(side_by_side(&drawn.collect::<Vec<_>>()).join("\n") + "\n");
    }
    block
}

/// The lines of a row of cards.
pub(crate) fn side_by_side(cards: &[Vec<String>]) -> Vec<String> {
    let lines = 0..cards.first().map_or(0, Vec::len);
    lines.map(|i| cards.iter().map(|card| &*card[i]).collect::<Vec<_>>().join(" ")).collect()
}

/// Numbered cards, in the columns that fit. Highlighted cards have a mark before them.
fn in_columns(writer: CardWriter, cards: &[(usize, Card)], marked: &[Card]) -> String {
    let texts: Vec<String> = cards.iter().map(|&(_, card)| writer.write(card)).collect();
    let widest = texts.iter().map(|text| columns_of(text)).max().unwrap_or(0);
    let digits = cards.iter().map(|(number, _)| number.to_string().len()).max().unwrap_or(0);
    let column = digits + 1 + widest + 3;
    let mut block = String::new();
    for row in cards.iter().zip(&texts).collect::<Vec<_>>().chunks((block_width() / column).max(1))
    {
        let mut line = String::new();
        for ((number, card), text) in row {
            let gap = if line.is_empty() { "" } else { "  " };
            let (mark, style) = match marked {
                [] => (if line.is_empty() { "" } else { " " }, DIM),
                _ if marked.contains(card) => ("▸", MARK),
                _ => (" ", DIM),
            };
            let space = " ".repeat(widest - columns_of(text));
            write!(line, "{gap}{style}{mark}{number:>digits$}{style:#} {text}{space}")
                .expect("a string takes all that is written");
        }
        block.push_str(line.trim_end());
        block.push('\n');
    }
    block
}

/// The columns of a table of sets: one for each card. The path of the set in a row precedes the numbers of its cards.
pub(crate) fn columns(deck: Deck, set: &str) -> String {
    numbered(deck, "card", set)
}

/// The columns of a table of sets of a board: the cards of each, then their positions.
pub(crate) fn columns_on_board(deck: Deck) -> String {
    columns(deck, "0/") + " | " + &numbered(deck, "position", "1/")
}

fn numbered(deck: Deck, name: &str, set: &str) -> String {
    let column = |i: usize| format!("{name}_{i}={set}{}", i - 1);
    (1..=deck.values()).map(column).collect::<Vec<_>>().join(" | ")
}

/// More sets than this are listed, one per line, instead of drawn.
const MOST_DRAWN: usize = 12;

/// A board of more cards is not drawn.
pub(crate) const MOST_CARDS: usize = 256;

/// A board, and how people see its cards written.
#[derive(Clone, Copy)]
pub(crate) struct Shown<'a> {
    pub(crate) named: &'a NamedBoard,
    pub(crate) writer: CardWriter<'a>,
}

impl<'a> Shown<'a> {
    /// A board as it is written, or in the notation that is asked for.
    pub(crate) fn new(named: &'a NamedBoard, look: Look) -> Result<Self, Unsupported> {
        let deck = named.board.deck();
        let spelling =
            named.spelling.as_ref().filter(|it| look.notation.is_none() || it.are_numbers);
        let writer = CardWriter { deck, notation: notation_shown(look, deck)?, spelling };
        Ok(Self { named, writer })
    }

    /// Prints the name and the size of the board.
    pub(crate) fn print_name(self, printer: &mut Printer) -> Result<()> {
        let NamedBoard { name, board, .. } = self.named;
        let name = name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
        writeln!(printer, "{name}{} of {}", counted(board.len(), "card"), board.deck())
    }

    /// Prints the name of the board, and draws it if that helps.
    pub(crate) fn print(self, printer: &mut Printer) -> Result<()> {
        self.print_name(printer)?;
        let all: Vec<usize> = (0..self.named.board.len()).collect();
        if all.len() <= MOST_CARDS { self.print_cards(&all, printer) } else { Ok(()) }
    }

    /// The cards at some positions, with their numbers.
    fn at(self, positions: &[usize]) -> Vec<(usize, Card)> {
        positions.iter().map(|&i| (i + 1, self.named.board.cards()[i])).collect()
    }

    /// Draws the cards at some positions.
    pub(crate) fn print_cards(self, positions: &[usize], printer: &mut Printer) -> Result<()> {
        printer.line(marked(self.writer, &self.at(positions), &[]))
    }

    /// Prints the cards at some positions in words, each on a line of its own.
    pub(crate) fn print_words(self, positions: &[usize], printer: &mut Printer) -> Result<()> {
        let mut cards = self.at(positions).into_iter();
        cards.try_for_each(|(number, card)| writeln!(printer, "{number}: {}", self.in_words(card)))
    }

    /// A card in words; one whose labels are no words of pictures as it is written.
    pub(crate) fn in_words(self, card: Card) -> String {
        match self.writer.spelling {
            Some(spelling) if !spelling.is_pictured => self.writer.write(card),
            _ => Scheme::new(self.named.board.deck()).in_words(card),
        }
    }

    /// Draws sets, each under its number if it has one; many sets are listed, one per line.
    pub(crate) fn print_sets(
        self,
        sets: &[Vec<usize>],
        numbered: bool,
        printer: &mut Printer,
    ) -> Result<()> {
        let sets: Vec<_> = sets.iter().map(|set| self.at(set)).collect();
        printer.raw(drawn(self.writer, &sets, numbered).as_bytes())
    }

    /// A set on a line, under its number.
    pub(crate) fn line(self, number: usize, width: usize, set: &[usize]) -> String {
        format!("{number:>width$}  {}", line(self.writer, &self.named.board.at(set)))
    }
}

/// Prints an answer that consists of sets of a board; `summary` prints the lines below them.
pub(crate) fn show_sets<Q: Question>(
    named: &NamedBoard,
    look: Look,
    answer: &Q::Answer,
    (sets, positions): (&[Vec<String>], &[Vec<usize>]),
    numbered: bool,
    printer: &mut Printer,
    summary: impl FnOnce(&mut Printer) -> Result<()>,
) -> Result<Outcome> {
    let (columns, rows) = (columns_on_board(named.board.deck()), sets.iter().zip(positions));
    printer.show::<Q>(look.format, answer, &columns, rows, |printer| {
        let shown = Shown::new(named, look)?;
        shown.print(printer)?;
        shown.print_sets(positions, numbered, printer)?;
        summary(printer)
    })
}

/// The notation that is asked of an answer about one board in its format, and of answers about many boards the
/// requested one.
pub(crate) fn notation_of(boards: &Boards<'_>, look: Look) -> Result<Option<Notation>> {
    Ok(match boards {
        Boards::One(named) => notation_asked(named, look)?,
        Boards::Many(_) => look.notation,
    })
}

/// Asks for sets of one board, and prints them with a sentence below them, or asks about each board.
pub(crate) fn ask_for_sets<Q>(
    boards: Boards<'_>,
    mut question: Q,
    look: Look,
    printer: &mut Printer,
    summary: impl FnOnce(&Q::Answer) -> String,
) -> Result<Outcome>
where
    Q: AboutBoard,
    Q::Answer: Row,
{
    let named = match boards {
        Boards::One(named) => named,
        Boards::Many(asking) => return asking.ask(&question, printer),
    };
    *question.board() = named.clone().into();
    let answer = ask(&question)?;
    show_sets::<Q>(&named, look, &answer, answer.sets(), true, printer, |printer| {
        printer.paragraph(&summary(&answer))
    })
}

/// Sets of numbered cards, drawn or one per line.
pub(crate) fn drawn(writer: CardWriter, sets: &[Vec<(usize, Card)>], numbered: bool) -> String {
    let width = sets.len().to_string().len();
    let mut text = String::new();
    for (number, set) in (1..).zip(sets) {
        let cards: Vec<Card> = set.iter().map(|(_, card)| *card).collect();
        if sets.len() <= MOST_DRAWN {
            let heading = if numbered { format!("set {number}\n") } else { String::new() };
            text += &(heading + &marked(writer, set, &[]));
            let written = writer.write_all(&cards);
            // The frames have codes instead.
            let has_codes = writer.spelling.is_some()
                && is_pictured(writer)
                && !written.iter().all(|card| fits(card, CARD_WIDTH));
            text += &if has_codes { written.join(", ") + "\n\n" } else { "\n".into() };
        } else {
            writeln!(text, "{number:>width$}  {}", line(writer, &cards))
                .expect("a string takes all that is written");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use tercet::Board;

    /// The cards of a board, numbered from `first`, of which all after the first one can be highlighted.
    fn cards(board: &str, first: usize, notation: Notation, are_marked: bool) -> String {
        let board: Board = board.parse().unwrap();
        let numbered: Vec<(usize, Card)> = (first..).zip(board.cards().iter().copied()).collect();
        let highlighted = if are_marked { &board.cards()[1..] } else { &[] };
        marked(CardWriter::new(board.deck(), notation), &numbered, highlighted)
    }

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn cards_are_drawn_and_marked_cards_stand_out_without_colour() {
        let drawn = cards("1RsO 2GhD 3PoS", 1, Notation::Classic, true);
        let expected = "\
╭ 1 ─────────────╮ ┏ 2 ━━━━━━━━━━━━━┓ ┏ 3 ━━━━━━━━━━━━━┓
│      ╭──╮      │ ┃    ╱╲   ╱╲     ┃ ┃ ╭─╮  ╭─╮  ╭─╮  ┃
│      │██│      │ ┃   ⟨▒▒⟩ ⟨▒▒⟩    ┃ ┃ ╰  ╮ ╰  ╮ ╰  ╮ ┃
│      ╰──╯      │ ┃    ╲╱   ╲╱     ┃ ┃  ╰─╯  ╰─╯  ╰─╯ ┃
╰────────── 1RsO ╯ ┗━━━━━━━━━━ 2GhD ┛ ┗━━━━━━━━━━ 3PoS ┛
";
        assert_eq!(plain(&drawn), expected);
        assert!(drawn.contains("\u{1b}[31m") && drawn.contains("\u{1b}[35m"));
        let drawn = cards("deck 10 3\n071 999 000", 9, Notation::Digits, true);
        assert_eq!(plain(&drawn), "  9 071  ▸10 999  ▸11 000\n");
        let drawn = cards("deck 10 3\n071 999 000 123", 9, Notation::Numbers, false);
        assert_eq!(plain(&drawn), " 9 0,7,1   10 9,9,9   11 0,0,0   12 1,2,3\n");
    }
}
