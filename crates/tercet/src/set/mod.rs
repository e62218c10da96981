//! The rule of the game: the definition of a set, and explanations.

mod explain;

use thiserror::Error;

use crate::card::Card;
use crate::deck::Deck;

pub use explain::{Explanation, Shown, Verdict, explain};

/// Whether these cards are a set of the deck, by the definition: v distinct cards that in every
/// property are all the same or all different.
///
/// The answers of all methods are checked with this function, so it shares no technique with any of
/// them. It takes `v·p` steps and allocates nothing.
pub fn is_set(deck: Deck, cards: &[Card]) -> bool {
    let v = deck.values();
    // v cards that are all different in one property are distinct; v > 1 cards that agree in all
    // properties are one repeated card.
    let mut distinct = v == 1;
    cards.len() == v
        && (0..deck.properties()).all(|property| {
            let kinds = kinds(deck, cards, property);
            distinct |= kinds == v;
            kinds == 1 || kinds == v
        })
        && distinct
}

/// The number of different values of some cards in a property.
fn kinds(deck: Deck, cards: &[Card], property: usize) -> usize {
    let mut seen = [0_u64; Deck::MOST_VALUES / 64];
    for &card in cards {
        let value = deck.value(card, property);
        seen[value / 64] |= 1 << (value % 64);
    }
    seen.iter().map(|word| word.count_ones() as usize).sum()
}

/// A set: v cards in ascending order, checked by the definition.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Set {
    cards: Box<[Card]>,
}

/// The cards are not a set; the [`Explanation`] says why.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("not a set: {0}")]
pub struct NotASet(pub Explanation);

impl Set {
    /// The set of these cards, in any order.
    ///
    /// # Errors
    ///
    /// [`NotASet`] with the reason, if [`is_set`] is false.
    pub fn new(deck: Deck, cards: &[Card]) -> Result<Self, NotASet> {
        if !is_set(deck, cards) {
            return Err(NotASet(explain(deck, cards)));
        }
        let mut cards: Box<[Card]> = cards.into();
        cards.sort_unstable();
        Ok(Self { cards })
    }

    /// The cards in ascending order.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Names;

    fn cards(deck: Deck, rows: &[&[usize]]) -> Vec<Card> {
        rows.iter().map(|row| deck.card(row).unwrap()).collect()
    }

    #[test]
    fn a_set_keeps_its_cards_in_order() {
        let deck = Deck::CLASSIC;
        let some = cards(deck, &[&[2, 0, 2, 2], &[0, 1, 2, 0], &[1, 2, 2, 1]]);
        let set = Set::new(deck, &some).unwrap();
        assert!(set.cards().is_sorted());
        assert_eq!(Set::new(deck, set.cards()), Ok(set));
    }

    #[test]
    fn not_a_set_says_why() {
        let deck = Deck::CLASSIC;
        // The recipe's counter-example: its fourth property is wrong.
        let some = cards(deck, &[&[0, 0, 1, 1], &[1, 1, 1, 2], &[1, 2, 1, 0]]);
        let NotASet(why) = Set::new(deck, &some).unwrap_err();
        let shown = |value, cards| Shown { value, cards };
        let expected = Verdict::Mixed(vec![shown(0, vec![0]), shown(1, vec![1, 2])]);
        assert_eq!(why.verdicts()[0], expected);
        assert_eq!(why.in_words(0, Names::Plain), "one one, two two");
        assert_eq!(why.in_words(2, Names::Plain), "all hatched");
        assert_eq!(why.in_words(3, Names::Plain), "all different");

        let twice = cards(deck, &[&[0; 4], &[0; 4], &[0; 4]]);
        assert!(!explain(deck, &twice).is_set() && !is_set(deck, &twice));
        assert_eq!(explain(deck, &twice).to_string(), "the card 1RsO occurs twice");
        assert_eq!(explain(deck, &twice[..2]).to_string(), "a set of (3,4) has 3 cards, not 2");
        assert!(!explain(deck, &[]).is_set() && !is_set(deck, &[]));
    }

    #[test]
    fn degenerate_decks_have_their_sets() {
        let one = Deck::new(1, 3).unwrap();
        assert!(is_set(one, &cards(one, &[&[0, 0, 0]])));
        let two = Deck::new(2, 3).unwrap();
        for a in two.cards() {
            for b in two.cards() {
                assert_eq!(is_set(two, &[a, b]), a != b);
                assert_eq!(explain(two, &[a, b]).is_set(), a != b);
            }
        }
    }

    #[test]
    fn rule_and_explanation_agree() {
        for (v, p) in [(1, 2), (2, 2), (3, 2), (4, 1)] {
            let deck = Deck::new(v, p).unwrap();
            let all: Vec<Card> = deck.cards().collect();
            // Every row of up to four cards, repetitions included.
            let mut rows: Vec<Vec<Card>> = vec![vec![]];
            for _ in 0..4 {
                rows = rows
                    .into_iter()
                    .flat_map(|row| all.iter().map(move |&card| [&row[..], &[card]].concat()))
                    .collect();
                for row in &rows {
                    assert_eq!(is_set(deck, row), explain(deck, row).is_set(), "{deck} {row:?}");
                }
            }
        }
    }
}
