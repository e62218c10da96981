//! The decks that a method supports.

use std::fmt;
use std::ops::RangeInclusive;

use crate::deck::Deck;

/// The decks whose numbers of values and properties lie in these ranges.
///
/// ```
/// use tercet::Deck;
/// use tercet::solver::Decks;
///
/// let decks = Decks { values: 3..=3, properties: 1..=16 };
/// assert_eq!(decks.to_string(), "v = 3, p ≤ 16");
/// assert!(decks.contains(Deck::CLASSIC));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decks {
    /// The range of v; it starts at 1 or more.
    pub values: RangeInclusive<usize>,
    /// The range of p; it starts at 1 or more.
    pub properties: RangeInclusive<usize>,
}

impl Decks {
    /// All decks.
    pub const ANY: Self = Self { values: 1..=usize::MAX, properties: 1..=usize::MAX };

    /// Whether a deck is in the ranges.
    pub fn contains(&self, deck: Deck) -> bool {
        self.values.contains(&deck.values()) && self.properties.contains(&deck.properties())
    }
}

/// The ranges as conditions: `any`, `v = 3`, `4 ≤ v ≤ 64`, `v = 3, p ≤ 16`.
impl fmt::Display for Decks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let condition =
            |name: &str, range: &RangeInclusive<usize>| match (range.start(), range.end()) {
                (1, &usize::MAX) => None,
                (first, last) if first == last => Some(format!("{name} = {first}")),
                (1, last) => Some(format!("{name} ≤ {last}")),
                (first, &usize::MAX) => Some(format!("{name} ≥ {first}")),
                (first, last) => Some(format!("{first} ≤ {name} ≤ {last}")),
            };
        let conditions = [condition("v", &self.values), condition("p", &self.properties)];
        let all = conditions.into_iter().flatten().collect::<Vec<String>>().join(", ");
        f.pad(if all.is_empty() { "any" } else { &all })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decks_print_their_conditions() {
        let of = |values, properties| Decks { values, properties }.to_string();
        let all = 1..=usize::MAX;
        assert_eq!(Decks::ANY.to_string(), "any");
        assert_eq!(of(4..=64, all.clone()), "4 ≤ v ≤ 64");
        assert_eq!(of(all.clone(), 2..=usize::MAX), "p ≥ 2");
        assert_eq!(of(1..=5, 7..=7), "v ≤ 5, p = 7");
        assert_eq!(format!("{:6}|", Decks { values: 3..=3, properties: all }), "v = 3 |");
    }

    #[test]
    fn decks_contain_what_they_say() {
        let decks = Decks { values: 2..=4, properties: 1..=3 };
        for (v, p, is_one) in
            [(1, 2, false), (2, 1, true), (4, 3, true), (5, 3, false), (4, 4, false)]
        {
            assert_eq!(decks.contains(Deck::new(v, p).unwrap()), is_one, "({v},{p})");
        }
    }
}
