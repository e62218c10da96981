//! A reading as text for people: the board as it lies on the table, doubtful cards, and sets. A reading
//! as a board file, with comments on doubtful cards, for correction by hand.

use std::collections::BTreeSet;

use tercet::notation::Notation;
use tercet::{Card, Deck};
use tercet_app::CardWriter;
use tercet_vision::{Doubt, Edition, ReadCard, Reading, Unread};

use super::Found;
use crate::output::counted;
use crate::picture::{drawn, marked};

/// The most readings of a doubtful card that are named.
const MOST_READINGS: usize = 4;

/// The cards, row by row.
fn rows(reading: &Reading) -> impl Iterator<Item = &[ReadCard]> {
    reading.cards.chunk_by(|a, b| a.row == b.row)
}

/// Everything: the board, its doubtful cards, its sets or a hint, the answer, and the command that corrects a
/// card.
pub(super) fn report(
    name: Option<&str>,
    reading: &Reading,
    found: &Found,
    notation: Notation,
) -> String {
    let name = name.map(|name| format!("{name}: ")).unwrap_or_default();
    // The classic edition is the usual one.
    let edition = match reading.edition {
        Some(Edition::European) => " of the European edition",
        Some(Edition::Classic) | None => "",
    };
    let mut text = format!("{name}{}{edition}\n", counted(reading.cards.len(), "card"));
    let doubtful: Vec<Card> = reading.doubtful().map(|card| card.card).collect();
    let (mut numbers, writer) = (1.., CardWriter::new(Deck::CLASSIC, notation));
    for row in rows(reading) {
        let row: Vec<_> = numbers.by_ref().zip(row.iter().map(|card| card.card)).collect();
        text += &marked(writer, &row, &doubtful);
    }
    for (number, card) in (1..).zip(&reading.cards).filter(|(_, card)| !card.is_sure()) {
        line(&mut text, &format!("? {number}: {}", doubt(card, notation)));
    }
    for unread in &reading.unread {
        line(&mut text, &format!("? {}", not_read(unread)));
    }
    let number = |card: Card| {
        let place = reading.cards.iter().position(|read| read.card == card);
        place.map_or(0, |place| place + 1)
    };
    let numbered = |cards: &[Card]| cards.iter().map(|&card| (number(card), card)).collect();
    match &found.hint {
        None => {
            let sets = found.sets.iter().map(|set| numbered(set));
            text += &drawn(writer, &sets.collect::<Vec<_>>(), true);
        }
        Some(cards) if !cards.is_empty() => {
            let (shown, of) = (cards.len(), Deck::CLASSIC.values());
            line(&mut text, &format!("hint: {shown} of the {of} cards of a set"));
            text += &drawn(writer, &[numbered(cards)], false);
        }
        Some(_) => {}
    }
    line(&mut text, &verdict(reading, found));
    if !reading.cards.is_empty() && !reading.is_sure() {
        let cards: Vec<Card> = reading.cards.iter().map(|read| read.card).collect();
        let cards = writer.join(&cards, " ");
        let command = match &found.hint {
            None => "find".into(),
            Some(shown) => format!("hint --stage {}", shown.len()),
        };
        line(&mut text, &format!("correct the cards here: tercet {command} {cards}"));
    }
    text
}

fn line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// Why a card is doubtful, and what it may be: `1RhS 62 %, 1RoS 35 %: its shading is not clear`.
fn doubt(card: &ReadCard, notation: Notation) -> String {
    let readings = card.readings.iter().take(MOST_READINGS).map(|(card, odds)| {
        format!("{} {:.0} %", notation.write(Deck::CLASSIC, *card), 100.0 * odds)
    });
    let readings = readings.collect::<Vec<_>>().join(", ");
    let doubts: Vec<&str> = card.doubts.iter().map(|doubt| doubt.words()).collect();
    if doubts.is_empty() { readings } else { format!("{readings}: {}", doubts.join(", ")) }
}

/// A place that looks like a card, and its position.
fn not_read(unread: &Unread) -> String {
    let middle = |axis: fn(&tercet_vision::Point) -> f32| {
        unread.corners.iter().map(axis).sum::<f32>() / unread.corners.len() as f32
    };
    let (x, y) = (middle(|point| point.x), middle(|point| point.y));
    format!("a place that was not read, at {x:.0}, {y:.0}: {}", unread.doubt.words())
}

/// The number of doubtful cards and unread places, if any: `1 doubtful`, `2 places not read`.
fn open(reading: &Reading) -> Vec<String> {
    let (doubtful, unread) = (reading.doubtful().count(), reading.unread.len());
    let doubtful = (doubtful > 0).then(|| format!("{doubtful} doubtful"));
    let unread = (unread > 0).then(|| format!("{} not read", counted(unread, "place")));
    doubtful.into_iter().chain(unread).collect()
}

/// The answer in a sentence.
fn verdict(reading: &Reading, Found { sets, hint }: &Found) -> String {
    if reading.cards.is_empty() {
        if reading.unread.iter().any(|place| place.doubt == Doubt::Edition) {
            return "the cards are of an edition that is not known".into();
        }
        return "no cards were found: come closer, in even light, on a darker table".into();
    }
    let found = match sets.len() {
        0 => "no set".into(),
        _ if hint.is_some() => "there is a set".into(),
        count => counted(count, "set"),
    };
    match open(reading).join(", ") {
        _ if reading.is_sure() => found,
        none if none.is_empty() => {
            format!("{found} among the cards as read; these may not be all cards on the table")
        }
        doubts => format!("{found} among the cards as read; {doubts}"),
    }
}

/// The name of the board on a photograph: that of its file, as a word.
pub(super) fn board_name(file: &str) -> String {
    let is_odd = |letter: char| letter.is_whitespace() || letter.is_control() || letter == '#';
    file.replace(is_odd, "-")
}

/// The text of a board file: each line is a row of the table, below a comment for each of its
/// doubtful cards. A card that was read before is in a comment, since a board contains no card
/// twice. The board of one of several photographs has a name.
pub(super) fn board(name: &str, is_named: bool, reading: &Reading, notation: Notation) -> String {
    let mut text = String::new();
    if is_named {
        line(&mut text, &format!("board {name}"));
    }
    let cards = counted(reading.cards.len(), "card");
    let doubts = match open(reading).join(", ") {
        none if none.is_empty() => "none doubtful".into(),
        doubts => doubts,
    };
    line(&mut text, &format!("# {name}: {cards}, {doubts}"));
    for unread in &reading.unread {
        line(&mut text, &format!("# {}: add it", not_read(unread)));
    }
    let mut seen = BTreeSet::new();
    for row in rows(reading) {
        let mut cards = Vec::new();
        for card in row {
            let (number, place) = (card.row + 1, card.column + 1);
            let code = notation.write(Deck::CLASSIC, card.card);
            if !card.is_sure() {
                let doubt = doubt(card, notation);
                line(&mut text, &format!("# row {number}, card {place}: {doubt}"));
            }
            if seen.insert(card.card) {
                cards.push(code);
            } else {
                let again = format!("{code} again: correct one of them");
                line(&mut text, &format!("# row {number}, card {place}: {again}"));
            }
        }
        if !cards.is_empty() {
            line(&mut text, &cards.join(" "));
        }
    }
    text
}

/// The line that names the deck, once at the beginning of a file.
pub(super) fn deck() -> String {
    format!("deck {} {}\n", Deck::CLASSIC.values(), Deck::CLASSIC.properties())
}

#[cfg(test)]
pub(super) mod tests {
    use tercet::classic::ClassicCard;
    use tercet::file::{PartialDeck, parse_boards};
    use tercet_vision::{Doubt, Point};

    use super::*;

    /// A reading of these cards in rows of three; those with a question mark are doubtful.
    pub(crate) fn reading(codes: &str) -> Reading {
        let of = |code: &str| -> Card { code.parse::<ClassicCard>().unwrap().into() };
        let card = |(i, code): (usize, &str)| {
            let (doubtful, code) = (code.ends_with('?'), code.trim_end_matches('?'));
            let (card, confidence) = (of(code), if doubtful { 0.62 } else { 0.999 });
            let (x, y) = (100.0 * (i % 3) as f32, 150.0 * (i / 3) as f32);
            let corners = [(x, y), (x + 80.0, y), (x + 80.0, y + 120.0), (x, y + 120.0)];
            let other = card.third(of("1RsO"));
            ReadCard {
                card,
                confidence,
                readings: vec![(card, confidence), (other, 1.0 - confidence)],
                odds: [[1.0, 0.0, 0.0]; 4],
                corners: corners.map(|(x, y)| Point { x, y }),
                symbols: Vec::new(),
                doubts: if doubtful { vec![Doubt::Shading, Doubt::Glare] } else { Vec::new() },
                row: i / 3,
                column: i % 3,
            }
        };
        let cards: Vec<ReadCard> = codes.split(' ').enumerate().map(card).collect();
        let confidence = if codes.contains('?') { 0.6 } else { 0.99 };
        Reading { width: 300, height: 300, cards, confidence, ..Reading::default() }
    }

    fn plain(reading: &Reading) -> String {
        hinted(reading, None)
    }

    fn hinted(reading: &Reading, stage: Option<usize>) -> String {
        let text = report(None, reading, &Found::of(reading, stage), Notation::Classic);
        anstream::adapter::strip_str(&text).to_string()
    }

    #[test]
    fn an_edition_that_is_not_the_usual_one_is_named() {
        let of = |edition| plain(&Reading { edition, ..reading("2RhO") });
        assert!(of(Some(Edition::European)).starts_with("1 card of the European edition\n"));
        assert!(
            of(Some(Edition::Classic)).starts_with("1 card\n") && of(None).starts_with("1 card\n")
        );
        let place = Unread { corners: [Point::default(); 4], doubt: Doubt::Edition };
        let unknown = Reading { unread: vec![place], ..Reading::default() };
        assert!(plain(&unknown).ends_with("the cards are of an edition that is not known\n"));
    }

    #[test]
    fn the_board_is_drawn_as_it_lies() {
        let text = plain(&reading("2RhO 1GsD 3PsS 2GhO"));
        let expected = "\
4 cards
╭ 1 ─────────────╮ ╭ 2 ─────────────╮ ╭ 3 ─────────────╮
│   ╭──╮ ╭──╮    │ │       ╱╲       │ │ ╭─╮  ╭─╮  ╭─╮  │
│   │▒▒│ │▒▒│    │ │      ⟨██⟩      │ │ ╰██╮ ╰██╮ ╰██╮ │
│   ╰──╯ ╰──╯    │ │       ╲╱       │ │  ╰─╯  ╰─╯  ╰─╯ │
╰────────── 2RhO ╯ ╰────────── 1GsD ╯ ╰────────── 3PsS ╯
╭ 4 ─────────────╮
│   ╭──╮ ╭──╮    │
│   │▒▒│ │▒▒│    │
│   ╰──╯ ╰──╯    │
╰────────── 2GhO ╯
no set
";
        assert_eq!(text, expected);
    }

    #[test]
    fn no_set_is_only_said_of_a_sure_board() {
        let text = plain(&reading("2RhO 1GsD? 3PsS"));
        assert!(text.contains("┏ 2 ━"), "{text}");
        let doubt = "? 2: 1GsD 62 %, 1PsS 38 %: its shading is not clear, a reflection hides a part of it\n";
        assert!(text.contains(doubt), "{text}");
        let end = "no set among the cards as read; 1 doubtful\n\
                   correct the cards here: tercet find 2RhO 1GsD 3PsS\n";
        assert!(text.ends_with(end), "{text}");
        let text = plain(&reading("2RhO? 1GsD? 3PsS"));
        assert!(text.contains("no set among the cards as read; 2 doubtful\n"), "{text}");
        let vague = Reading { confidence: 0.5, ..reading("2RhO") };
        assert!(plain(&vague).contains("; these may not be all cards on the table\n"));
        assert!(plain(&Reading::default()).ends_with("on a darker table\n"));
    }

    #[test]
    fn sets_are_numbered_as_their_cards_and_unread_places_follow() {
        let text = plain(&reading("1GsD 2RhO 2GhO 2PhO?"));
        assert!(text.contains("set 1\n╭ 2 ─"), "{text}");
        assert!(text.contains("1 set among the cards as read; 1 doubtful\n"), "{text}");

        let mut reading = reading("2RhO? 1GsD");
        reading.unread.push(Unread { corners: reading.cards[1].corners, doubt: Doubt::Blur });
        let text = plain(&reading);
        let unread = "? a place that was not read, at 140, 60: it is blurred or small\n";
        assert!(text.contains(unread), "{text}");
        let end = "no set among the cards as read; 1 doubtful, 1 place not read\n";
        assert!(text.contains(end), "{text}");
        reading.cards[0].doubts.clear();
        reading.cards[0].confidence = 0.99;
        reading.unread.push(reading.unread[0].clone());
        assert!(plain(&reading).contains("as read; 2 places not read\n"));
    }

    #[test]
    fn a_hint_shows_the_board_and_some_cards_of_a_set() {
        // Two sets: 2GhO 2PhO 2RhO differ in one property, and come last.
        let board = reading("1RsO 2GhO 2PhO 3RoO 2RhO");
        let all = plain(&board);
        let (cards, _) = all.split_once("set 1\n").unwrap();
        let end = |stage| hinted(&board, Some(stage)).strip_prefix(cards).unwrap().to_string();
        assert_eq!(end(0), "there is a set\n");
        let one = "\
hint: 1 of the 3 cards of a set
╭ 2 ─────────────╮
│   ╭──╮ ╭──╮    │
│   │▒▒│ │▒▒│    │
│   ╰──╯ ╰──╯    │
╰────────── 2GhO ╯

there is a set
";
        assert_eq!(end(1), one);
        for (stage, shown) in
            [(2, "2GhO ╯ ╰────────── 2PhO ╯\n"), (3, "2PhO ╯ ╰────────── 2RhO ╯\n")]
        {
            assert!(end(stage).contains(&format!("hint: {stage} of the 3")), "{}", end(stage));
            assert!(
                end(stage).ends_with(&(shown.to_string() + "\nthere is a set\n")),
                "{}",
                end(stage)
            );
        }
        let doubtful = hinted(&reading("2RhO 2GhO 2PhO?"), Some(1));
        let ends = "there is a set among the cards as read; 1 doubtful\n\
                    correct the cards here: tercet hint --stage 1 2RhO 2GhO 2PhO\n";
        assert!(doubtful.ends_with(ends), "{doubtful}");
        assert!(hinted(&reading("2RhO 1GsD"), Some(3)).ends_with("╯\nno set\n"));
    }

    #[test]
    fn doubtful_cards_have_comments_above_their_row() {
        let mut reading = reading("2RhO 1GsD 3PsS 2GhO? 2RhO");
        reading.unread.push(Unread { corners: reading.cards[0].corners, doubt: Doubt::Glare });
        let text = board(&board_name("my\ntable #1.jpg"), true, &reading, Notation::Classic);
        let expected = "\
board my-table--1.jpg
# my-table--1.jpg: 5 cards, 1 doubtful, 1 place not read
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
