//! A reading as a board file, with comments on doubtful cards, for correction by hand.

use std::collections::BTreeSet;
use std::fmt::Write;

use tercet::Deck;
use tercet::notation::Notation;
use tercet_vision::Reading;

use super::text;
use crate::output::counted;

/// The text of a board file: each line is a row of the table, below a comment for each of its
/// doubtful cards. A card that was read before is in a comment, since a board contains no card
/// twice.
pub(super) fn file(
    source: &str,
    name: Option<&str>,
    reading: &Reading,
    notation: Notation,
) -> String {
    let mut text = String::new();
    if let Some(name) = name {
        line(&mut text, format_args!("board {name}"));
    }
    let cards = counted(reading.cards.len(), "card");
    let doubts = match text::open(reading).join(", ") {
        none if none.is_empty() => "none doubtful".into(),
        doubts => doubts,
    };
    line(&mut text, format_args!("# {}: {cards}, {doubts}", one_line(source)));
    for unread in &reading.unread {
        line(&mut text, format_args!("# {}: add it", text::not_read(unread)));
    }
    let mut seen = BTreeSet::new();
    for row in reading.cards.chunk_by(|a, b| a.row == b.row) {
        let mut cards = Vec::new();
        for card in row {
            let (number, place) = (card.row + 1, card.column + 1);
            let code = notation.write(Deck::CLASSIC, card.card);
            if !card.is_sure() {
                let doubt = text::doubt(card, notation);
                line(&mut text, format_args!("# row {number}, card {place}: {doubt}"));
            }
            if seen.insert(card.card) {
                cards.push(code);
            } else {
                let again =
                    format_args!("# row {number}, card {place}: {code} again: correct one of them");
                line(&mut text, again);
            }
        }
        if !cards.is_empty() {
            line(&mut text, format_args!("{}", cards.join(" ")));
        }
    }
    text
}

fn line(text: &mut String, line: std::fmt::Arguments) {
    writeln!(text, "{line}").expect("a string takes all that is written");
}

/// A name without control characters, which could end the comment.
fn one_line(name: &str) -> String {
    name.chars().map(|letter| if letter.is_control() { '?' } else { letter }).collect()
}

/// The line that names the deck, once at the beginning of a file.
pub(super) fn deck() -> String {
    format!("deck {} {}\n", Deck::CLASSIC.values(), Deck::CLASSIC.properties())
}

#[cfg(test)]
mod tests {
    use tercet::file::{PartialDeck, parse_boards};
    use tercet_vision::{Doubt, Unread};

    use super::super::text::tests::reading;
    use super::*;

    #[test]
    fn doubtful_cards_have_comments_above_their_row() {
        let mut reading = reading("2RhO 1GsD 3PsS 2GhO? 2RhO");
        reading.unread.push(Unread { corners: reading.cards[0].corners, doubt: Doubt::Glare });
        let text = file("table\n1.jpg", None, &reading, Notation::Classic);
        let expected = "\
# table?1.jpg: 5 cards, 1 doubtful, 1 place not read
# a place that was not read, at 40, 60: a reflection hides a part of it: add it
2RhO 1GsD 3PsS
# row 2, card 1: 2GhO 62 %, 3PoO 38 %: its shading is not clear, a reflection hides a part of it
# row 2, card 2: 2RhO again: correct one of them
2GhO
";
        assert_eq!(text, expected);
        let boards = parse_boards((deck() + &text).as_bytes(), PartialDeck::default()).unwrap();
        assert_eq!((boards.len(), boards[0].board.len()), (1, 4));
    }
}
