//! Explanations: why some cards are a set or not, and which card completes them.

use std::collections::BTreeMap;
use std::fmt;

use crate::classic::{Number, Shape};
use crate::notation::Names;
use crate::picture::plural_of;
use crate::{Card, Deck};

/// An explanation, property by property, of why some cards are a set or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    deck: Deck,
    cards: usize,
    repeated: Option<Card>,
    /// The verdict on each property; [`in_words`](Self::in_words) puts them into words.
    pub verdicts: Vec<Verdict>,
    /// The card that completes the cards to a set, if v−1 cards were given, v ≥ 3, and there is
    /// one. Two different cards of a deck with v = 3 always have one; v−1 cards that are mixed in
    /// some property, or with a repeated card, have none.
    ///
    /// ```
    /// use tercet::Board;
    /// use tercet::set::explain;
    ///
    /// let board: Board = "1RsO 1RhD 1RoS".parse()?;
    /// let (deck, cards) = (board.deck(), board.cards());
    /// assert_eq!(explain(deck, &cards[..2]).completion, Some(cards[2]));
    /// assert_eq!(explain(deck, cards).completion, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub completion: Option<Card>,
}

/// The values that some cards show in one property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// All cards show this value.
    Same(usize),
    /// No two cards show the same value.
    Different,
    /// Neither: each value shown, counted from 0, with the indices, among the given cards, of those
    /// that show it, in ascending order.
    Mixed(BTreeMap<usize, Vec<usize>>),
}

/// Explains, property by property, why cards are a set of the deck or not.
///
/// It takes n·p steps for n cards, and n² to look for a repeated card.
///
/// ```
/// use tercet::Board;
/// use tercet::set::{Verdict, explain};
///
/// let board: Board = "1RsO 1RhD 2GoS".parse()?;
/// let why = explain(board.deck(), board.cards());
/// assert!(!why.is_set());
/// assert_eq!(
///     why.to_string(),
///     "count: two cards show one symbol, one shows two; colour: two red, one green; \
///      shading: all different; shape: all different"
/// );
/// let Verdict::Mixed(colours) = &why.verdicts[1] else { panic!("red and green are mixed") };
/// assert_eq!(colours[&1], [2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(deck: Deck, cards: &[Card]) -> Explanation {
    let repeated = cards.iter().enumerate().find(|&(i, card)| cards[..i].contains(card));
    let mut why = Explanation {
        deck,
        cards: cards.len(),
        repeated: repeated.map(|(_, &card)| card),
        verdicts: (0..deck.properties()).map(|property| verdict(deck, cards, property)).collect(),
        completion: None,
    };
    why.completion = completion(&why, cards);
    why
}

fn verdict(deck: Deck, cards: &[Card], property: usize) -> Verdict {
    let mut shown: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (i, &card) in cards.iter().enumerate() {
        shown.entry(deck.value(card, property)).or_default().push(i);
    }
    match shown.first_key_value() {
        Some((&value, _)) if shown.len() == 1 => Verdict::Same(value),
        _ if shown.len() == cards.len() => Verdict::Different,
        _ => Verdict::Mixed(shown),
    }
}

/// The card that makes a set of these v−1 cards, if exactly one does.
fn completion(why: &Explanation, cards: &[Card]) -> Option<Card> {
    let (deck, v) = (why.deck, why.deck.values());
    // One card, of a deck with v = 2, makes a set with every other card.
    if v < 3 || cards.len() != v - 1 || why.repeated.is_some() {
        return None;
    }
    let value = |(property, verdict): (usize, &Verdict)| match verdict {
        Verdict::Same(value) => Some(*value),
        Verdict::Different => {
            let shown: usize = cards.iter().map(|&card| deck.value(card, property)).sum();
            Some(v * (v - 1) / 2 - shown)
        }
        Verdict::Mixed(_) => None,
    };
    let values: Option<Vec<usize>> = why.verdicts.iter().enumerate().map(value).collect();
    Some(deck.card_of(&values?).expect("one value of the deck a property"))
}

impl Explanation {
    /// Whether the cards are a set.
    pub fn is_set(&self) -> bool {
        self.cards == self.deck.values()
            && self.repeated.is_none()
            && !self.verdicts.iter().any(|verdict| matches!(verdict, Verdict::Mixed(_)))
    }

    /// The reason that the cards are not a set for any values: a wrong number of cards, or a card
    /// that occurs twice.
    pub fn objection(&self) -> Option<String> {
        let (v, n) = (self.deck.values(), self.cards);
        if n != v {
            return Some(format!("a set of {} has {v} card{}, not {n}", self.deck, plural(v)));
        }
        let card = self.repeated?;
        Some(format!("the card {} occurs twice", self.deck.show(card)))
    }

    /// The verdict on a property in words: `all red`, `all different`, `two red, one green`, `two cards
    /// show one symbol, one shows two`.
    ///
    /// # Panics
    ///
    /// If the deck has no such property.
    pub fn in_words(&self, property: usize, names: Names) -> String {
        let name = |value| names.value(self.deck, property, value);
        match &self.verdicts[property] {
            Verdict::Same(value) => format!("all {}", name(*value)),
            Verdict::Different => "all different".into(),
            Verdict::Mixed(shown) => {
                // "Two one, one two" could not be understood.
                let noun = names.property(self.deck, property);
                let is_count = noun == Number::NAME;
                let part = |(i, (&value, cards)): (usize, (&usize, &Vec<usize>))| {
                    let (many, cards, word) = (cards.len(), number_word(cards.len()), name(value));
                    let show = if many == 1 { "shows" } else { "show" };
                    match (is_count, i) {
                        (false, _) if many > 1 && noun == Shape::NAME => {
                            format!("{cards} {}", plural_of(&word))
                        }
                        (false, _) => format!("{cards} {word}"),
                        (true, 0) => {
                            let (card, symbol) = (plural(many), plural(value + 1));
                            format!("{cards} card{card} {show} {word} symbol{symbol}")
                        }
                        (true, _) => format!("{cards} {show} {word}"),
                    }
                };
                shown.iter().enumerate().map(part).collect::<Vec<_>>().join(", ")
            }
        }
    }
}

/// The objection if there is one, otherwise the verdicts on all properties, on one line.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(objection) = self.objection() {
            return write!(f, "{objection}");
        }
        for property in 0..self.deck.properties() {
            let separator = if property == 0 { "" } else { "; " };
            let name = Names::Plain.property(self.deck, property);
            write!(f, "{separator}{name}: {}", self.in_words(property, Names::Plain))?;
        }
        Ok(())
    }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// A small number as a word, a large one in digits.
fn number_word(n: usize) -> String {
    const WORDS: [&str; 11] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    WORDS.get(n).map_or_else(|| n.to_string(), ToString::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::set::is_set;

    #[test]
    fn mixed_values_come_with_their_cards() {
        let deck = Deck::new(4, 2).unwrap();
        let cards = [[3, 0], [1, 1], [3, 2], [1, 1]].map(|card| deck.card_of(&card).unwrap());
        let first = [(1, vec![1, 3]), (3, vec![0, 2])].into();
        let second = [(0, vec![0]), (1, vec![1, 3]), (2, vec![2])].into();
        let mixed = [Verdict::Mixed(first), Verdict::Mixed(second)];
        assert_eq!(explain(deck, &cards).verdicts, mixed);
    }

    /// For every hand of up to v cards, by trying every card of the deck.
    #[test]
    fn the_completion_is_the_only_card_that_makes_a_set() {
        for (v, p) in [(1, 2), (2, 2), (3, 1), (3, 3), (4, 2), (5, 1)] {
            let deck = Deck::new(v, p).unwrap();
            let all: Vec<Card> = deck.cards().collect();
            let mut hands: Vec<Vec<Card>> = vec![vec![]];
            for _ in 0..v {
                for hand in &hands {
                    let complete = |&&card: &&Card| is_set(deck, &[&hand[..], &[card]].concat());
                    let completing: Vec<Card> = all.iter().filter(complete).copied().collect();
                    let expected = match completing[..] {
                        [card] if v > 2 => Some(card),
                        _ => None,
                    };
                    assert!(v < 3 || completing.len() < 2);
                    assert_eq!(explain(deck, hand).completion, expected, "{deck} {hand:?}");
                }
                let longer = |hand: &Vec<Card>| {
                    let hand = hand.clone();
                    all.iter().map(move |&card| [&hand[..], &[card]].concat())
                };
                hands = hands.iter().flat_map(longer).collect();
            }
        }
    }
}
