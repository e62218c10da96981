//! Why a board cannot be drawn.

use std::ops::RangeInclusive;

use thiserror::Error;

use super::BoardSampler;
use crate::deal::DealError;
use crate::deck::Deck;
use crate::solver::Stop;

/// Why a board cannot be drawn.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SamplerError {
    /// The number of cards cannot be dealt.
    #[error(transparent)]
    Cards(#[from] DealError),
    /// Every hand of this size holds a set.
    #[error(
        "every hand of {} of {deck} holds a set{}",
        counted(*.cards as u128, "card"),
        .most.map(|most| format!(": the largest without one has {most}")).unwrap_or_default()
    )]
    NeverFree {
        /// The deck.
        deck: Deck,
        /// The requested number of cards.
        cards: usize,
        /// The maximum size of a set-free hand, if it is known.
        most: Option<usize>,
    },
    /// No hand of this size holds this number of sets.
    #[error(
        "no hand of {} of {deck} holds exactly {}: {}",
        counted(*.cards as u128, "card"),
        counted(*.sets, "set"),
        .possible.text()
    )]
    NeverSo {
        /// The deck.
        deck: Deck,
        /// The requested number of cards.
        cards: usize,
        /// The requested number of sets.
        sets: u128,
        /// The possible numbers of sets.
        possible: Possible,
    },
    /// None of [`BoardSampler::MOST_DEALS`] boards had the requested number of sets.
    #[error(
        "none of {} random boards has this number of sets, and there are too many hands to classify them",
        BoardSampler::MOST_DEALS
    )]
    Deals,
    /// A limit ended the work.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

fn counted(count: u128, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The numbers of sets that hands of a given size can hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Possible {
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
