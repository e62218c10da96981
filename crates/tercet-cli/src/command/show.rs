//! `tercet show`: a board, drawn and not solved.

use clap::ValueEnum;
use tercet::Board;
use tercet::file::NamedBoard;
use tercet::picture::{BoardPicture, Places, Scheme, Style, columns};
use tercet_app::{Code, Error, Pictures, write_cards};

use crate::choice::named;
use crate::output::{board_file, notation};
use crate::picture::{MOST_CARDS, Shown};
use crate::prelude::*;

/// Draw a board without solving it.
///
/// Examples:
/// `tercet show -i boards/photographed.txt --board table-03`
/// `tercet deal | tercet show --words`
/// `tercet deal | tercet show --format svg > board.svg`
/// `tercet show --format cards --notation digits "two red ovals" "one green wave" "one red oval"`
#[derive(Debug, Args)]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) source: Source,

    /// Describe each card in words, on a line of its own
    #[arg(long)]
    pub(crate) words: bool,

    /// With --format svg, lay the cards into a grid that has a place for each card of the deck
    #[arg(long)]
    pub(crate) grid: bool,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: BoardFormat,

    /// Notation of cards [default: classic below pictures, else the shortest that fits the deck]
    #[arg(long, value_name = "NOTATION", value_parser = named(Notation::ALL))]
    pub(crate) notation: Option<Notation>,
}

/// The format of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum BoardFormat {
    /// Readable text
    Text,
    /// One JSON object
    Json,
    /// Comma-separated values with a header line
    Csv,
    /// One picture, as SVG
    Svg,
    /// A board file, whatever form the cards had
    Cards,
}

impl Command for Show {
    const STATUS: &str = DONE;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        if self.grid && self.format != BoardFormat::Svg {
            bail!("--grid draws a picture: add --format svg");
        }
        let named = input::board(&self.source, self.notation, None)?;
        let look = Look { format: Format::Text, notation: self.notation };
        let (board, deck, shown) = (&named.board, named.board.deck(), Shown::new(&named, look)?);
        let writer = CardWriter { notation: notation(look, deck)?, ..shown.writer };
        match self.format {
            BoardFormat::Text => {
                shown.print_name(printer)?;
                print_text(shown, self.words, printer)?;
            }
            BoardFormat::Json => print_json(&named, writer, printer)?,
            BoardFormat::Csv => {
                let texts = writer.write_all(board.cards());
                let words = board.cards().iter().map(|&card| shown.in_words(card));
                let rows = (0..board.len()).zip(texts).zip(words);
                printer.table("position=0/0 | card=0/1 | in_words=1", rows)?;
            }
            BoardFormat::Svg => printer.line(drawing(board, self.grid)?)?,
            BoardFormat::Cards => {
                named.name.iter().try_for_each(|name| writeln!(printer, "board {name}"))?;
                // Numbers of cards become cards.
                let are_numbers = named.spelling.as_ref().is_some_and(|it| it.are_numbers);
                let usual = are_numbers.then(|| Notation::for_deck(deck));
                let cards =
                    write_cards(deck, usual.unwrap_or(shown.writer.notation), board.cards());
                board_file(deck, "", &cards, printer)?;
            }
        }
        Ok(Outcome::Yes)
    }
}

/// The picture of a board.
fn drawing(board: &Board, grid: bool) -> Result<BoardPicture<'_>> {
    let (deck, most) = (board.deck(), Pictures::MOST_CARDS);
    if grid && deck.last_rank() >= most as u128 {
        bail!("--grid has a place for each card of {deck}: the maximum is {most} cards");
    }
    let places = if grid { Places::Deck } else { Places::Rows(columns(board.len())) };
    let (scheme, style) = (Scheme::new(deck), Style::default());
    Ok(BoardPicture { scheme, style, cards: board.cards(), places, marked: &[] })
}

/// Draws the cards, or the first ones if there are many.
fn print_text(shown: Shown, words: bool, printer: &mut Printer) -> Result<()> {
    let size = shown.named.board.len();
    let first: Vec<usize> = (0..size.min(MOST_CARDS)).collect();
    if words {
        shown.print_words(&first, printer)?;
    } else {
        shown.print_cards(&first, printer)?;
    }
    match size - first.len() {
        0 => Ok(()),
        more => writeln!(printer, "and {more} more: --format csv lists all cards"),
    }
}

/// Prints the answer to the question for pictures, with the cards as they are to be written.
fn print_json(named: &NamedBoard, writer: CardWriter, printer: &mut Printer) -> Result<()> {
    let (board, deck) = (&named.board, named.board.deck());
    let cards = write_cards(deck, Notation::for_deck(deck), board.cards());
    let request = Pictures { deck, cards, ..Pictures::default() };
    let mut answer = ask(&request).map_err(|error| {
        match error.downcast_ref::<Error>().map(|error| error.code) {
            Some(Code::OutOfRange) => anyhow!("{error}: --format csv lists all cards"),
            _ => error,
        }
    })?;
    for (picture, &card) in answer.cards.iter_mut().zip(board.cards()) {
        picture.card = writer.write(card);
    }
    answer.reading = named.spelling.as_ref().map(|spelling| spelling.reading.clone());
    printer.answer::<Pictures>(&answer)
}
