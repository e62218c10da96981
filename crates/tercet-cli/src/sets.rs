//! Boards and sets, drawn for people or under the headings of a table.

use anyhow::Result;
use tercet::notation::Notation;
use tercet::picture::Scheme;
use tercet::{Board, Deck};

use crate::output::{Printer, counted};
use crate::picture;

/// The columns of a table of sets: one for each card.
pub(crate) fn columns(deck: Deck) -> Vec<String> {
    (1..=deck.values()).map(|i| format!("card_{i}={}", i - 1)).collect()
}

/// More sets than this are listed, one per line, instead of drawn.
const MOST_DRAWN: usize = 12;

/// A board of more cards is not drawn.
pub(crate) const MOST_CARDS: usize = 256;

/// Prints the name of the board, and draws it if that helps.
pub(crate) fn print_board(
    board: &Board,
    name: Option<&str>,
    notation: Notation,
    drawn: bool,
    printer: &mut Printer,
) -> Result<()> {
    let name = name.map(|name| format!("{name}: ")).unwrap_or_default();
    let cards = counted(board.len(), "card");
    printer.line(format_args!("{name}{cards} of {}", board.deck()))?;
    if drawn && board.len() <= MOST_CARDS {
        let all: Vec<usize> = (0..board.len()).collect();
        print_cards(board, notation, &all, printer)?;
    }
    Ok(())
}

/// Draws the cards at some positions of the board.
pub(crate) fn print_cards(
    board: &Board,
    notation: Notation,
    positions: &[usize],
    printer: &mut Printer,
) -> Result<()> {
    let numbered: Vec<_> = positions.iter().map(|&i| (i + 1, board.cards()[i])).collect();
    printer.line(picture::cards(board.deck(), notation, &numbered))
}

/// Prints the cards at some positions of the board in words, each on a line of its own.
pub(crate) fn print_words(board: &Board, positions: &[usize], printer: &mut Printer) -> Result<()> {
    let scheme = Scheme::new(board.deck());
    positions.iter().try_for_each(|&i| {
        printer.line(format_args!("{}: {}", i + 1, scheme.in_words(board.cards()[i])))
    })
}

/// Draws sets, each under its number if it has one; many sets are listed, one per line.
pub(crate) fn print_sets(
    board: &Board,
    notation: Notation,
    sets: &[Vec<usize>],
    numbered: bool,
    printer: &mut Printer,
) -> Result<()> {
    let width = sets.len().to_string().len();
    for (i, set) in sets.iter().enumerate() {
        if sets.len() <= MOST_DRAWN {
            if numbered {
                printer.line(format_args!("set {}", i + 1))?;
            }
            print_cards(board, notation, set, printer)?;
        } else {
            print_line(board, notation, i + 1, width, set, printer)?;
        }
    }
    Ok(())
}

/// Prints a set on a line, under its number.
pub(crate) fn print_line(
    board: &Board,
    notation: Notation,
    number: usize,
    width: usize,
    set: &[usize],
    printer: &mut Printer,
) -> Result<()> {
    let cards = picture::line(board.deck(), notation, &board.at(set));
    printer.line(format_args!("{number:>width$}  {cards}"))
}
