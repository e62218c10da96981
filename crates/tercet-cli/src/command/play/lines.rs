//! The conversation: lines in, and lines out.
//!
//! Everything is printed once, in order: no line is redrawn and the cursor never moves, so a screen
//! reader can follow, and a program can play.

use std::io;
use std::io::{BufRead, BufReader, IsTerminal, Read};

use tercet::Card;
use tercet::file::NamedBoard;
use tercet::solver::Limit;
use tercet_app::Error;

use super::table::{CardTable, Move};
use crate::input::{self, TimedReader};
use crate::picture::Shown;
use crate::prelude::*;

const HELP: &str = "\
1 5 9   choose the cards with these numbers; their codes do as well
no set  the board holds no set
hint    one more card of a set
undo    release the card that was chosen last
show    the board again
words   the board in words
skip    show a set of the puzzle, and go on
quit    end";

/// Reads a move on a table with these cards. The error says what is wrong with the line.
fn said(line: &str, deck: Deck, cards: &[Card]) -> Result<Move, String> {
    match &*line.trim().to_lowercase() {
        "no set" | "none" | "no" | "n" => Ok(Move::NoSet),
        "hint" | "h" => Ok(Move::Hint),
        "undo" | "u" => Ok(Move::Undo),
        "skip" => Ok(Move::Skip),
        _ => named(line, deck, cards).map(Move::Choose),
    }
}

/// The cards with these numbers or codes.
fn named(line: &str, deck: Deck, cards: &[Card]) -> Result<Vec<Card>, String> {
    let words = line.split([' ', ',', ';', '\t', '\r', '\n']).filter(|word| !word.is_empty());
    let mut all = Vec::new();
    for word in words {
        let number = word.parse::<usize>().ok();
        // A code may look like a number: then it begins with 0, or the board has no such number.
        let numbered =
            number.filter(|_| !word.starts_with('0')).and_then(|number| cards.get(number - 1));
        let card = match (numbered, deck.card(word), number) {
            (Some(&card), ..) | (None, Ok(card), _) => card,
            (_, _, Some(number)) => {
                return Err(format!("{number}: the cards are numbered from 1 to {}", cards.len()));
            }
            _ => {
                let word = word.chars().filter(|letter| !letter.is_control()).take(20);
                let word = word.collect::<String>();
                return Err(format!("'{word}' is neither a card nor a command: 'help' lists them"));
            }
        };
        if all.contains(&card) {
            return Err(format!("card {word} is named twice"));
        }
        all.push(card);
    }
    Ok(all)
}

/// Plays until the end. Returns which limit ended it, if one did.
pub(super) fn play(
    table: &mut CardTable,
    words: bool,
    limit: &Limit,
    printer: &mut Printer,
) -> Result<Option<String>> {
    (table.words, table.numbers) = (words, true);
    let input = TimedReader::new(|| Ok(io::stdin().lock()), limit.clone());
    printer.line(table.title())?;
    let what = match table.deck.values() {
        1 => "number of the card".into(),
        v => format!("numbers of the {v} cards"),
    };
    printer.paragraph(&format!("Type the {what} of a set, or no set, hint or help."))?;
    let ended = converse(table, &mut BufReader::new(input), printer);
    match ended.as_ref().err().and_then(|error| error.downcast_ref::<Error>()) {
        Some(stop) if stop.code.is_stop() => Ok(Some(stop.to_string())),
        _ => ended.map(|()| None),
    }
}

fn converse(table: &mut CardTable, input: &mut impl BufRead, printer: &mut Printer) -> Result<()> {
    let mut shown = None;
    while !table.is_over() && !printer.is_closed() {
        let now = Some((table.progress(), table.cards.clone()));
        if shown != now {
            writeln!(printer, "\n{}", table.progress())?;
            show(table, table.words, printer)?;
            shown = now;
        }
        let Some(line) = next_line(input, printer)? else { return Ok(()) };
        match &*line.trim().to_lowercase() {
            "" => {}
            "quit" | "q" | "exit" => return Ok(()),
            "help" | "?" => printer.line(HELP)?,
            "show" | "again" => show(table, table.words, printer)?,
            "words" => show(table, true, printer)?,
            _ => match said(&line, table.deck, &table.cards) {
                Ok(chosen) => {
                    let reply = table.play(chosen)?;
                    reply.lines.iter().try_for_each(|line| printer.paragraph(line))?;
                }
                Err(remark) => printer.line(remark)?,
            },
        }
    }
    Ok(())
}

/// Shows the board.
fn show(table: &CardTable, words: bool, printer: &mut Printer) -> Result<()> {
    let all: Vec<usize> = (0..table.cards.len()).collect();
    let named = NamedBoard::from(table.board());
    let shown = Shown { named: &named, writer: CardWriter::new(table.deck, table.notation) };
    if words {
        shown.print_words(&all, printer)?;
    } else {
        shown.print_cards(&all, printer)?;
    }
    let last = table.last_set().iter().filter_map(|&card| table.place(card));
    let last: Vec<String> = last.map(|place| place.to_string()).collect();
    if last.is_empty() { Ok(()) } else { writeln!(printer, "the last set: {}", last.join(", ")) }
}

/// A longer line is split; none of its parts is a valid answer.
const LONGEST_LINE: u64 = 4096;

/// The next line of standard input; `None` at its end.
///
/// # Errors
///
/// The limit, or why it cannot be read.
fn next_line(input: &mut impl BufRead, printer: &mut Printer) -> Result<Option<String>> {
    if io::stdin().is_terminal() {
        printer.raw(b"> ")?;
    }
    printer.finish()?;
    let mut line = Vec::new();
    match input.take(LONGEST_LINE).read_until(b'\n', &mut line) {
        Ok(0) => Ok(None),
        Ok(_) => Ok(Some(String::from_utf8_lossy(&line).into_owned())),
        Err(error) => Err(input::unread("standard input", error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_people_type_them() {
        let deck = Deck::CLASSIC;
        let cards: Vec<Card> = deck.cards().take(12).collect();
        let said = |line: &str| said(line, deck, &cards);
        for line in ["1 5 9", " 1,5,9\n", "1, 5;9\r\n", "1\t5 9", "0000 5 1RoS", "0000 0011 0022"] {
            let cards = vec![cards[0], cards[4], cards[8]];
            assert_eq!(said(line), Ok(Move::Choose(cards)), "{line:?}");
        }
        assert_eq!(said("2222"), Ok(Move::Choose(vec![deck.card("2222").unwrap()])));
        assert_eq!(said("NO set\n"), Ok(Move::NoSet));
        for (line, why) in [
            ("1 13", "numbered from 1 to 12"),
            ("0", "numbered from 1 to 12"),
            ("3 3", "card 3 is named twice"),
            ("-1", "neither a card nor a command"),
            ("\u{1b}[2J", "'[2J' is neither"),
            ("99999999999999999999999", "neither a card"),
        ] {
            assert!(said(line).unwrap_err().contains(why), "{line:?}");
        }
    }
}
