//! What is known about hands, in the form that all formats print.

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{ToPrimitive, Zero};
use tercet::Deck;
use tercet::odds::{FreeClasses, decimal};
use tercet::statistics::Interval;

/// The answer to a question.
pub(crate) struct Answer {
    pub(crate) deck: Deck,
    /// The question in a word: hands, classes, sets, disjoint or second-round.
    pub(crate) question: &'static str,
    /// The cards of the hands, where all have as many.
    pub(crate) cards: Option<usize>,
    /// How many of the cards are known to hold no set.
    pub(crate) condition: Option<usize>,
    pub(crate) lines: Vec<Line>,
    /// The expected number of sets and its variance, as fractions.
    pub(crate) mean: Option<Ratio<BigUint>>,
    pub(crate) variance: Option<Ratio<BigUint>>,
    /// Further facts.
    pub(crate) notes: Vec<String>,
    /// How many hands were dealt, and how, where exact numbers are out of reach.
    pub(crate) sampled: Option<String>,
    /// Why there is no answer, or not all of it.
    pub(crate) stopped: Option<String>,
}

impl Answer {
    pub(crate) fn new(deck: Deck, question: &'static str) -> Self {
        Self {
            deck,
            question,
            cards: None,
            condition: None,
            lines: Vec::new(),
            mean: None,
            variance: None,
            notes: Vec::new(),
            sampled: None,
            stopped: None,
        }
    }

    /// Whether the lines are numbers of sets, not of cards.
    pub(crate) fn is_by_sets(&self) -> bool {
        matches!(self.question, "sets" | "disjoint")
    }
}

/// One number of cards, or of sets.
pub(crate) struct Line {
    pub(crate) number: usize,
    pub(crate) figure: Figure,
}

pub(crate) enum Figure {
    Exact(Exact),
    Sampled(Sampled),
}

impl Line {
    pub(crate) fn exact(number: usize, exact: Exact) -> Self {
        Self { number, figure: Figure::Exact(exact) }
    }

    pub(crate) fn sampled(number: usize, sampled: Sampled) -> Self {
        Self { number, figure: Figure::Sampled(sampled) }
    }
}

/// A probability that is known.
pub(crate) struct Exact {
    /// It is that of so many of so many hands.
    pub(crate) hands: Option<(BigUint, BigUint)>,
    probability: Ratio<BigUint>,
    pub(crate) classes: Option<FreeClasses>,
}

impl Exact {
    /// Some of all hands.
    pub(crate) fn of(some: BigUint, all: BigUint) -> Self {
        let probability = Ratio::new(some.clone(), all.clone());
        Self { hands: Some((some, all)), probability, classes: None }
    }

    /// The rest of a probability.
    pub(crate) fn without(without: &Ratio<BigUint>) -> Self {
        let probability = Ratio::from_integer(1_u32.into()) - without;
        Self { hands: None, probability, classes: None }
    }

    /// The probability, to 14 digits after the point.
    pub(crate) fn probability(&self) -> String {
        decimal(self.probability.numer(), self.probability.denom(), 14)
    }

    /// The probability as the nearest double.
    pub(crate) fn share(&self) -> f64 {
        self.probability.to_f64().expect("a ratio is near a double")
    }

    /// The probability as a fraction, where it is not that of some hands.
    pub(crate) fn fraction(&self) -> Option<String> {
        self.hands.is_none().then(|| self.probability.to_string())
    }

    /// The odds to one, to 8 digits; none for what is certain.
    pub(crate) fn odds(&self) -> Option<String> {
        let numerator = self.probability.numer();
        let other = self.probability.denom() - numerator;
        if other.is_zero() {
            return None;
        }
        if numerator.is_zero() {
            return Some("0".into());
        }
        let whole = (numerator / &other).to_string();
        let digits = if whole == "0" { 0 } else { whole.len() };
        let odds = decimal(numerator, &other, 8_usize.saturating_sub(digits));
        if odds.starts_with("0.0000") {
            let odds = Ratio::new(numerator.clone(), other).to_f64().unwrap_or(0.0);
            return Some(format!("{odds:.7e}"));
        }
        Some(odds)
    }
}

/// A probability that was estimated.
#[derive(Clone, Copy)]
pub(crate) struct Sampled {
    pub(crate) value: f64,
    /// It holds the true one in 95 of 100 cases.
    pub(crate) interval: Interval,
    pub(crate) odds: Option<f64>,
}

/// A whole number, if a double holds it.
pub(crate) fn small(number: &BigUint) -> Option<u64> {
    number.to_u64().filter(|&number| number <= 1 << f64::MANTISSA_DIGITS)
}
