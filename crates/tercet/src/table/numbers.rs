//! Boards as numbers of cards.

use std::collections::HashMap;

use super::rows::{Fields, are_in_turn};
use super::{Refusal, Spelling};
use crate::board::Board;
use crate::deck::Deck;
use crate::file::{NamedBoard, PartialDeck};
use crate::text::number;

/// Reads numbers of cards in the order of the deck, which is (3,4) unless it is known: from 1 if that is asked for, or if
/// v^p is among them and 0 is not, else from 0. `None` for a text with anything else, but for the lines `deck`
/// and `board` of a file, a heading, comments and separators, and what Tercet writes in JSON beside cards.
///
/// The sets are those of any order of the deck in which the values of the properties are digits of the number.
///
/// # Errors
///
/// [`Refusal`] if there is no card of a number, or one occurs twice.
pub fn read_numbers(
    text: &str,
    known: PartialDeck,
    from_1: bool,
) -> Option<Result<NamedBoard, Refusal>> {
    let (mut known, mut rows) = (known, Vec::new());
    #[cfg(feature = "json")]
    let of_json = super::json::cards_and_deck(text);
    #[cfg(not(feature = "json"))]
    let of_json: Option<(String, PartialDeck)> = None;
    let text = of_json.as_ref().map_or(text, |(cards, deck)| {
        known = known.or(*deck);
        cards
    });
    // Beside the places of cards, or under their names, they are not alone.
    let pairs =
        text.lines().map(|line| Fields::Separated.of(line)).filter(|words| !words.is_empty());
    let pairs: Vec<Option<usize>> =
        pairs.map(|words| if words.len() == 2 { number(&words[0]) } else { None }).collect();
    let are_placed = pairs.len() > 3 && are_in_turn(&pairs[1..]);
    if are_placed || of_json.is_none() && text.trim_start().starts_with('{') {
        return None;
    }
    let mut first = None;
    for line in text.lines().map(|line| line.split('#').next().unwrap_or_default()) {
        // R writes the place of the first number before it.
        let begin = line.trim_start();
        let place = begin.strip_prefix('[').and_then(|rest| rest.split_once("] "));
        let rest = place.filter(|(place, _)| number(place).is_some()).map(|(_, rest)| rest);
        let words = Fields::Separated.of(rest.unwrap_or(line));
        // A list may be numbered itself.
        if words.len() == 2 && line.contains(['.', ')', ':']) {
            return None;
        }
        let numbers = words.iter().map(|word| number(word).filter(|it| it.to_string() == *word));
        match words.first().map(String::as_str) {
            Some("board") => {}
            Some("deck") => {
                let [_, values, properties] = numbers.collect::<Vec<_>>()[..] else { return None };
                known = PartialDeck { values, properties };
            }
            // A heading.
            _ if rows.is_empty() && !line.contains(|it: char| it.is_ascii_digit()) => {}
            _ => {
                rows.extend(numbers.collect::<Option<Vec<usize>>>()?);
                first = first.or((!rows.is_empty()).then_some(rows.len()));
            }
        }
    }
    // A first line may say how many there are.
    if first == Some(1) && rows.len() > 1 && rows[0] == rows.len() - 1 {
        rows.remove(0);
    }
    let usual = Deck::default();
    let values = known.values.unwrap_or(usual.values());
    let deck = Deck::new(values, known.properties.unwrap_or(usual.properties())).ok()?;
    let size = deck.last_rank().saturating_add(1);
    let least =
        u128::from(from_1 || rows.iter().any(|&it| it as u128 == size) && !rows.contains(&0));
    let mut spelled = HashMap::new();
    for &number in &rows {
        let rank = (number as u128).checked_sub(least).filter(|&rank| rank < size);
        let Some(rank) = rank else { return Some(Err(Refusal::NoSuchNumber(deck, number))) };
        if spelled.insert(deck.nth(rank), number.to_string()).is_some() {
            return Some(Err(Refusal::Duplicate(number.to_string())));
        }
    }
    let cards = rows.iter().map(|&it| deck.nth(it as u128 - least)).collect::<Vec<_>>();
    let board = Board::new(deck, cards).expect("different cards of the deck");
    let reading = format!("read as {} cards of {deck}: numbers from {least}", rows.len());
    let (labels, between) = (Vec::new(), "");
    let spelling =
        Spelling { reading, is_pictured: true, are_numbers: true, cards: spelled, labels, between };
    (!rows.is_empty()).then_some(Ok(NamedBoard { name: None, board, spelling: Some(spelling) }))
}
