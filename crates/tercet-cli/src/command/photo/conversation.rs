//! Asking about doubtful cards, one by one.

use std::io::BufRead;

use tercet_vision::{ReadCard, Reading};

use super::text;
use crate::command::prelude::*;

/// An answer about a card.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Said {
    /// It is this card.
    Is(Card),
    /// It is not a card.
    NoCard,
    /// This card is skipped.
    Skip,
    /// This card and those after it are skipped.
    Stop,
}

const HELP: &str = "(the number of a reading, a code such as 2RhO, Enter if it is right, - if it is no card, q to stop)";

/// The subject of a question: a doubtful card, or a place that could not be read.
struct Place {
    /// The question.
    words: String,
    /// The readings that have a number.
    likely: Vec<Card>,
    /// The card that an empty answer confirms.
    read: Option<Card>,
}

const ALL: &str = "Are these all the cards? (y/n)";

/// Asks about each doubtful card and each place that could not be read, and corrects the reading. A
/// confirmed card is sure. If the board is still unsure, asks whether the cards are complete. The
/// board is sure once none of its cards or places is doubtful.
pub(super) fn correct(
    reading: &mut Reading,
    mut answers: impl BufRead,
    show: &mut dyn FnMut(&str) -> Result<()>,
) -> Result<()> {
    let settled = reading.confidence_once_settled();
    let mut next = reading.cards.len();
    let row = reading.cards.last().map_or(0, |last| last.row + 1);
    // The cards that are known, with their numbers. A deck has each card once.
    let known = (1..).zip(&reading.cards).filter(|(_, card)| card.is_sure());
    let mut known: Vec<(Card, usize)> = known.map(|(number, card)| (card.card, number)).collect();
    if known.len() < reading.cards.len() || !reading.unread.is_empty() {
        show(HELP)?;
    }
    let mut settle = |place: Place, number: usize| -> Result<Said> {
        show(&place.words)?;
        let said = ask(&mut answers, &place, &known, show)?;
        if let Said::Is(card) = said {
            known.push((card, number));
        }
        Ok(said)
    };
    let (mut cards, mut is_stopped) = (Vec::new(), false);
    for (number, mut read) in (1..).zip(std::mem::take(&mut reading.cards)) {
        if !is_stopped && !read.is_sure() {
            match settle(of_card(number, &read), number)? {
                Said::Is(card) => {
                    (read.card, read.confidence, read.readings) = (card, 1.0, vec![(card, 1.0)]);
                    read.doubts.clear();
                }
                Said::NoCard => continue,
                Said::Skip => {}
                Said::Stop => is_stopped = true,
            }
        }
        cards.push(read);
    }
    let mut added = Vec::new();
    for unread in std::mem::take(&mut reading.unread) {
        let words = text::not_read(&unread);
        let place = Place { words, likely: Vec::new(), read: None };
        let said = if is_stopped { Said::Stop } else { settle(place, next + 1)? };
        match said {
            Said::Is(card) => {
                next += 1;
                added.push(ReadCard {
                    card,
                    confidence: 1.0,
                    readings: vec![(card, 1.0)],
                    odds: [[1.0 / 3.0; 3]; 4],
                    corners: unread.corners,
                    symbols: Vec::new(),
                    doubts: Vec::new(),
                    row: row + added.len(),
                    column: 0,
                });
            }
            Said::NoCard => {}
            Said::Skip | Said::Stop => {
                is_stopped |= said == Said::Stop;
                reading.unread.push(unread);
            }
        }
    }
    cards.extend(added);
    reading.cards = cards;
    if is_stopped || reading.cards.is_empty() || !reading.unread.is_empty() {
        return Ok(());
    }
    if settled >= Reading::SURE {
        reading.confidence = settled;
    } else if agrees(&mut answers, show)? {
        reading.confidence = 1.0;
    }
    Ok(())
}

/// The question about a doubtful card.
fn of_card(number: usize, card: &ReadCard) -> Place {
    let odds = (1..).zip(text::readings(card, Notation::Classic));
    let odds = odds.map(|(number, odds)| format!("{number}) {odds}"));
    let odds: Vec<String> = odds.chain(text::others(card).map(str::to_owned)).collect();
    let why: Vec<&str> = card.doubts.iter().map(|doubt| doubt.words()).collect();
    Place {
        words: format!("card {number}: {}  {}", odds.join("  "), why.join(", ")),
        likely: card.readings.iter().map(|(card, _)| *card).collect(),
        read: Some(card.card),
    }
}

/// Asks whether these are all cards on the table. The end of the input means no.
fn agrees(answers: &mut impl BufRead, show: &mut dyn FnMut(&str) -> Result<()>) -> Result<bool> {
    loop {
        show(ALL)?;
        let mut answer = String::new();
        if answers.read_line(&mut answer)? == 0 {
            return Ok(false);
        }
        match answer.trim().to_lowercase().as_str() {
            "y" | "yes" => return Ok(true),
            "n" | "no" | "q" => return Ok(false),
            _ => {}
        }
    }
}

/// Reads answers until one is valid. A card that is already known at another place is refused. The
/// end of the input means [`Said::Stop`].
fn ask(
    answers: &mut impl BufRead,
    place: &Place,
    known: &[(Card, usize)],
    show: &mut dyn FnMut(&str) -> Result<()>,
) -> Result<Said> {
    loop {
        let mut answer = String::new();
        if answers.read_line(&mut answer)? == 0 {
            return Ok(Said::Stop);
        }
        let said = said(answer.trim(), place);
        let twice = known.iter().find(|(card, _)| said == Ok(Said::Is(*card)));
        match (said, twice) {
            (Ok(_), Some(&(card, number))) => {
                let code = Notation::Classic.write(Deck::CLASSIC, card);
                show(&format!("{code} is card {number} already"))?;
            }
            (Ok(said), None) => return Ok(said),
            (Err(why), _) => show(&why)?,
        }
    }
}

/// The meaning of an answer.
fn said(answer: &str, Place { likely, read, .. }: &Place) -> Result<Said, String> {
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
        "" => Ok(read.map_or(Said::Skip, Said::Is)),
        "-" => Ok(Said::NoCard),
        "q" | "Q" => Ok(Said::Stop),
        code => Deck::CLASSIC.card(code).map(Said::Is).map_err(|error| error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use tercet_vision::{Doubt, Unread};

    use super::super::text::tests::reading;
    use super::*;

    /// The cards after these answers, whether the board is sure, and the lines shown.
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
    fn a_card_that_is_known_is_refused() {
        let refusal = "1GsD is card 2 already";
        let count = |shown: &[String]| shown.iter().filter(|line| *line == refusal).count();
        // The card is typed, read twice, or at a place that was not read.
        let (cards, sure, shown) = corrected(reading("2RhO 1GsD 3PsS?"), "1GsD\n2GhO\n");
        assert_eq!((&*cards, sure, count(&shown)), ("2RhO 1GsD 2GhO", true, 1));
        let (cards, sure, shown) = corrected(reading("2RhO 1GsD? 1GsD?"), "\n\n1\n2GhO\n");
        assert_eq!((&*cards, sure, count(&shown)), ("2RhO 1GsD 2GhO", true, 2));
        let mut unread = reading("2RhO 1GsD");
        unread.unread = vec![Unread { corners: unread.cards[0].corners, doubt: Doubt::Glare }];
        let (cards, _, shown) = corrected(unread, "1GsD\n2GhO\n");
        assert_eq!((&*cards, count(&shown)), ("2RhO 1GsD 2GhO", 1));
        // An answer may be a card that was read at another doubtful place, or one that was removed.
        let (cards, sure, _) = corrected(reading("2RhO? 1GsD?"), "1GsD\n2GhO\n");
        assert_eq!((&*cards, sure), ("1GsD 2GhO", true));
        let (cards, sure, _) = corrected(reading("1GsD? 1GsD?"), "-\n\n");
        assert_eq!((&*cards, sure), ("1GsD", true));
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

    #[test]
    fn where_cards_may_be_missing_it_is_asked_whether_these_are_all() {
        let unsure = Reading { confidence: 0.8, ..reading("2RhO 1GsD 3PsS") };
        for (answers, expected) in
            [("y\n", true), ("what\nYes\n", true), ("n\n", false), ("q\n", false), ("", false)]
        {
            let (_, sure, shown) = corrected(unsure.clone(), answers);
            assert_eq!(sure, expected, "{answers:?}");
            assert_eq!(shown.first().map(String::as_str), Some(ALL));
        }
        // The doubtful card explains a confidence of 0.62 alone, but not one of 0.31.
        let explained = Reading { confidence: 0.62, ..reading("2RhO 1GsD?") };
        let (_, sure, shown) = corrected(explained.clone(), "\n");
        assert!(sure && !shown.iter().any(|line| line == ALL), "{shown:?}");
        let unsure = Reading { confidence: 0.31, ..explained };
        for (answers, expected) in [("\ny\n", true), ("\nn\n", false), ("\n", false)] {
            let (_, sure, shown) = corrected(unsure.clone(), answers);
            assert_eq!((sure, shown.last().map(String::as_str)), (expected, Some(ALL)));
        }
        // Without any cards no question is asked.
        let (_, sure, shown) = corrected(Reading::default(), "y\n");
        assert_eq!((sure, shown.len()), (false, 0));
    }
}
