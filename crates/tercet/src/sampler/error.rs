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
pub(super) fn never_so(deck: Deck, cards: usize, sets: u128, possible: &str) -> Unsupported {
    let why = format!("holds exactly {}: {}", counted(sets, "set"), possible);
    impossible(deck, cards, why, "no hand of")
}

fn impossible(deck: Deck, cards: usize, why: String, hands: &str) -> Unsupported {
    let what = format!("{hands} {} of {deck}", counted(cards as u128, "card"));
    Unsupported { what, why, deck, able: Vec::new() }
}

fn counted(count: u128, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// That a hand can hold exactly these numbers of sets, which ascend: in words, with consecutive
/// numbers as the first and the last.
pub(super) fn exactly(numbers: impl Iterator<Item = u128>) -> String {
    let mut runs: Vec<RangeInclusive<u128>> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some(run) if run.end() + 1 == number => *run = *run.start()..=number,
            _ => runs.push(number..=number),
        }
    }
    let run = |run: &RangeInclusive<u128>| match (run.start(), run.end()) {
        (start, end) if start == end => start.to_string(),
        (start, end) => format!("{start} to {end}"),
    };
    let runs: Vec<String> = runs.iter().map(run).collect();
    format!("it can hold {}", runs.join(", "))
}

/// That a hand can hold a number of sets in this range; it is not known which.
pub(super) fn within(range: &RangeInclusive<u128>) -> String {
    match (range.start(), range.end()) {
        (least, most) if least == most => format!("it can hold {least}"),
        (0, most) => format!("it can hold at most {most}"),
        (least, most) => format!("it can hold from {least} to {most}"),
    }
}
