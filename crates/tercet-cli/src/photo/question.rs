//! Asking about doubtful cards, one by one.

use std::io::BufRead;

use anyhow::Result;
use tercet::notation::{Notation, parse_card};
use tercet::{Card, Deck};
use tercet_vision::{ReadCard, Reading};

use super::text;

/// What somebody says about a card.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Said {
    /// It is this card.
    Is(Card),
    /// It is no card.
    NoCard,
    /// As it was read.
    Keep,
    /// Nothing about this one or those after it.
    Stop,
}

const HELP: &str = "(the number of a reading, a code such as 2RhO, Enter if it is right, - if it is no card, q to stop)";

/// Asks about each doubtful card and what could not be read, and corrects the reading. What was
/// confirmed is sure. The board is sure once nothing of it is doubtful.
pub(super) fn correct(
    reading: &mut Reading,
    mut answers: impl BufRead,
    show: &mut dyn FnMut(&str) -> Result<()>,
) -> Result<()> {
    let doubtful: Vec<usize> =
        text::doubtful(reading).into_iter().map(|(number, _)| number - 1).collect();
    if !doubtful.is_empty() || !reading.unread.is_empty() {
        show(HELP)?;
    }
    let mut removed = Vec::new();
    for place in doubtful {
        let card = &reading.cards[place];
        let likely: Vec<Card> = card.readings.iter().map(|(card, _)| *card).collect();
        let odds = text::readings(card, Notation::Classic);
        let odds: Vec<String> =
            (1..).zip(odds).map(|(number, odds)| format!("{number}) {odds}")).collect();
        let why: Vec<&str> = card.doubts.iter().map(|doubt| doubt.words()).collect();
        show(&format!("card {}: {}  {}", place + 1, odds.join("  "), why.join(", ")))?;
        match ask(&mut answers, &likely, show)? {
            Said::Is(said) => confirm(&mut reading.cards[place], said),
            Said::Keep => {
                let said = reading.cards[place].card;
                confirm(&mut reading.cards[place], said);
            }
            Said::NoCard => removed.push(place),
            Said::Stop => {
                finish(reading, &removed, false);
                return Ok(());
            }
        }
    }
    let mut left = Vec::new();
    let mut unread = std::mem::take(&mut reading.unread).into_iter();
    while let Some(place) = unread.next() {
        show(&text::not_read(&place))?;
        match ask(&mut answers, &[], show)? {
            Said::Is(card) => reading.cards.push(added(card, &place, reading)),
            Said::NoCard => {}
            Said::Keep => left.push(place),
            Said::Stop => {
                left.push(place);
                left.extend(unread.by_ref());
            }
        }
    }
    let all = left.is_empty();
    reading.unread = left;
    finish(reading, &removed, all);
    Ok(())
}

/// Reads answers until one makes sense. The end of the input is a stop.
fn ask(
    answers: &mut impl BufRead,
    likely: &[Card],
    show: &mut dyn FnMut(&str) -> Result<()>,
) -> Result<Said> {
    loop {
        let mut answer = String::new();
        if answers.read_line(&mut answer)? == 0 {
            return Ok(Said::Stop);
        }
        match said(answer.trim(), likely) {
            Ok(said) => return Ok(said),
            Err(why) => show(&why)?,
        }
    }
}

/// What an answer says.
fn said(answer: &str, likely: &[Card]) -> Result<Said, String> {
    if let Ok(number) = answer.parse::<usize>()
        && answer.len() < Deck::CLASSIC.properties()
    {
        let card = number.checked_sub(1).and_then(|place| likely.get(place));
        return card.copied().map(Said::Is).ok_or_else(|| match likely.len() {
            0 => "give the code of the card, such as 2RhO".into(),
            most => format!("give a number from 1 to {most}"),
        });
    }
    match answer {
        "" => Ok(Said::Keep),
        "-" => Ok(Said::NoCard),
        "q" | "Q" => Ok(Said::Stop),
        code => parse_card(Deck::CLASSIC, code).map(Said::Is).map_err(|error| error.to_string()),
    }
}

/// Nobody needs to look at the card again.
fn confirm(read: &mut ReadCard, card: Card) {
    read.card = card;
    read.confidence = 1.0;
    read.readings = vec![(card, 1.0)];
    read.doubts.clear();
}

/// A card at a place where none could be read, after the others.
fn added(card: Card, place: &tercet_vision::Unread, reading: &Reading) -> ReadCard {
    let row = reading.cards.last().map_or(0, |last| last.row + 1);
    ReadCard {
        card,
        confidence: 1.0,
        readings: vec![(card, 1.0)],
        odds: [[1.0 / 3.0; 3]; 4],
        corners: place.corners,
        symbols: Vec::new(),
        doubts: Vec::new(),
        row,
        column: 0,
    }
}

/// Leaves out what is no card. If all was looked at, the board is as sure as its cards.
fn finish(reading: &mut Reading, removed: &[usize], all: bool) {
    let mut place = 0..;
    reading.cards.retain(|_| place.next().is_some_and(|place| !removed.contains(&place)));
    if all && reading.cards.iter().all(ReadCard::is_sure) {
        reading.confidence = 1.0;
    }
}

#[cfg(test)]
mod tests {
    use tercet_vision::{Doubt, Unread};

    use super::super::text::tests::reading;
    use super::*;

    /// The cards after these answers, whether they are sure, and what was shown.
    fn corrected(mut reading: Reading, answers: &str) -> (String, bool, Vec<String>) {
        let mut shown = Vec::new();
        correct(&mut reading, answers.as_bytes(), &mut |line| {
            shown.push(line.to_owned());
            Ok(())
        })
        .unwrap();
        let codes: Vec<String> =
            reading.cards.iter().map(|card| card.classic().to_string()).collect();
        (codes.join(" "), reading.is_sure(), shown)
    }

    #[test]
    fn each_doubtful_card_is_asked_for() {
        let (cards, sure, shown) = corrected(reading("2RhO 1GsD? 3PsS? 2GhO?"), "\n2\n1RoD\n");
        assert_eq!((&*cards, sure), ("2RhO 1GsD 2GsD 1RoD", true));
        assert_eq!(shown.len(), 4);
        assert!(
            shown[1].starts_with("card 2: 1) 1GsD 62 %  2) 1PsS 38 %  its shading"),
            "{shown:?}"
        );
    }

    #[test]
    fn whoever_stops_leaves_the_rest_doubtful() {
        for answers in ["\nq\n", "\n"] {
            let (cards, sure, _) = corrected(reading("1GsD? 3PsS? 2GhO"), answers);
            assert_eq!((&*cards, sure), ("1GsD 3PsS 2GhO", false));
        }
    }

    #[test]
    fn what_makes_no_sense_is_asked_again() {
        let (cards, sure, shown) = corrected(reading("1GsD?"), "7\n2RxO\nlunch\n2RhO\n");
        assert_eq!((&*cards, sure), ("2RhO", true));
        assert!(shown.iter().any(|line| line == "give a number from 1 to 2"), "{shown:?}");
        assert!(shown.iter().any(|line| line.contains("'x' is not a shading")), "{shown:?}");
    }

    #[test]
    fn what_was_not_read_can_be_named_or_denied() {
        let mut three = reading("2RhO 1GsD?");
        let unread = Unread { corners: three.cards[0].corners, doubt: Doubt::Glare };
        three.unread = vec![unread.clone(), unread.clone()];
        let (cards, sure, _) = corrected(three.clone(), "-\n3PsS\n-\n");
        assert_eq!((&*cards, sure), ("2RhO 3PsS", true));
        let (_, sure, _) = corrected(three, "\n\n\n");
        assert!(!sure);
    }
}
