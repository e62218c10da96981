//! `tercet show`: a board, drawn and not solved.

use tercet::picture::Scheme;

use crate::command::prelude::*;

/// Draw a board without solving it.
///
/// Examples:
/// `tercet show -i boards/photographed.txt --board table-03`
/// `tercet deal | tercet show --words`
#[derive(Debug, Args)]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) source: Source,

    /// Describe each card in words, on a line of its own
    #[arg(long)]
    pub(crate) words: bool,

    #[command(flatten)]
    pub(crate) look: Look,
}

impl Command for Show {
    const STATUS: &str = DONE;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let named = input::board(&self.source, None)?;
        let (board, look) = (&named.board, self.look);
        match look.format {
            Format::Text => {
                let shown = Shown::new(&named, look)?;
                shown.print_name(printer)?;
                print_text(shown, self.words, printer)?;
            }
            Format::Json => print_json(board, notation(look, board.deck())?, printer)?,
            Format::Csv => {
                let (notation, scheme) = (notation(look, board.deck())?, Scheme::new(board.deck()));
                let texts = texts(board.deck(), notation, board.cards());
                let words = board.cards().iter().map(|&card| scheme.in_words(card));
                let rows = (0..board.len()).zip(texts).zip(words);
                printer.table(&["position=0/0", "card=0/1", "in_words=1"], rows)?;
            }
        }
        Ok(Outcome::Yes)
    }
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

/// Prints the answer to the question for pictures, with the cards in this notation.
fn print_json(board: &Board, notation: Notation, printer: &mut Printer) -> Result<()> {
    let deck = board.deck();
    let cards = texts(deck, Notation::for_deck(deck), board.cards());
    let request = Pictures { deck, cards, ..Pictures::default() };
    let mut answer = ask(&request).map_err(|error| {
        match error.downcast_ref::<Error>().map(|error| error.code) {
            Some(Code::OutOfRange) => anyhow!("{error}: --format csv lists all cards"),
            _ => error,
        }
    })?;
    for (picture, &card) in answer.cards.iter_mut().zip(board.cards()) {
        picture.card = notation.write(deck, card);
    }
    printer.answer::<Pictures>(&answer)
}
