//! Why no board can be drawn: no hand of the deck has this number of sets.

use std::ops::RangeInclusive;

use crate::deck::{Deck, Unsupported};

/// Every hand of this size holds a set; `most` is the maximum size of a set-free hand, if it is
/// known.
pub(super) fn never_free(deck: Deck, cards: usize, most: Option<usize>) -> Unsupported {
    let most = most.map(|most| format!(": the largest without one has {most}")).unwrap_or_default();
    impossible(deck, cards, format!("holds a set{most}"), "every hand of")
}

/// No hand of this size holds this number of sets.
pub(super) fn never_so(deck: Deck, cards: usize, sets: u128, possible: &Possible) -> Unsupported {
    let why = format!("holds exactly {}: {}", counted(sets, "set"), possible.text());
    impossible(deck, cards, why, "no hand of")
}

fn impossible(deck: Deck, cards: usize, why: String, hands: &str) -> Unsupported {
    let what = format!("{hands} {} of {deck}", counted(cards as u128, "card"));
    Unsupported { what, why, deck, able: Vec::new() }
}

fn counted(count: u128, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The numbers of sets that hands of a given size can hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Possible {
    /// Exactly these numbers, in ascending order.
    Exactly(Vec<u128>),
    /// Numbers in this range; it is not known which.
    Within(RangeInclusive<u128>),
}

impl Possible {
    /// The numbers in words; consecutive numbers as the first and the last.
    pub(super) fn text(&self) -> String {
        let runs = match self {
            Self::Exactly(numbers) => {
                let mut runs: Vec<RangeInclusive<u128>> = Vec::new();
                for &number in numbers {
                    match runs.last_mut() {
                        Some(run) if run.end() + 1 == number => *run = *run.start()..=number,
                        _ => runs.push(number..=number),
                    }
                }
                runs
            }
            Self::Within(range) if range.start() == range.end() => vec![range.clone()],
            Self::Within(range) if *range.start() == 0 => {
                return format!("it can hold at most {}", range.end());
            }
            Self::Within(range) => {
                let (least, most) = (range.start(), range.end());
                return format!("it can hold from {least} to {most}");
            }
        };
        let run = |run: &RangeInclusive<u128>| match (run.start(), run.end()) {
            (start, end) if start == end => start.to_string(),
            (start, end) => format!("{start} to {end}"),
        };
        let runs: Vec<String> = runs.iter().map(run).collect();
        format!("it can hold {}", runs.join(", "))
    }
}
