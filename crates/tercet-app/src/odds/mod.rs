//! Odds: how many hands of a deck hold a set, or a number of sets, exactly or from a sample.

pub(crate) mod work;

use std::str::FromStr;

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{One, Zero};
use tercet::odds::{decimal, scientific};

use crate::prelude::*;

request! {
    /// How many hands of a deck hold a set, or a given number of sets.
    ///
    /// If exact numbers are out of reach, hands are dealt and the probabilities are estimated.
    pub struct Odds {
        deck,
        /// The question about the hands.
        pub about: About,
        /// How many cards the hands have, at most 100,000. By default all numbers of cards; for `sets`,
        /// `disjoint`, `moments` and `second-round`, v·p, or the size of a smaller deck.
        pub size: Option<usize>,
        /// How many hands are dealt for each number of cards, if exact numbers are out of reach; 10,000
        /// by default. With 0, no hands are dealt.
        pub samples: Whole = Self::SAMPLES.into(),
        /// The first hand that is dealt has it, and each further hand has the next one.
        seed,
        /// They share the hands of one size; all sizes, and second layouts, take one thread.
        threads,
        timeout,
        /// The maximum number of bytes for the classes of hands; 2^26 by default.
        pub memory: Option<usize>,
    }
}

impl Odds {
    /// The default maximum of bytes for the classes of hands.
    pub const MEMORY: usize = 1 << 26;
    /// The default number of hands that are dealt.
    pub const SAMPLES: u32 = 10_000;

    /// The default size of the hands where one size is needed: v·p, or the whole deck if it is
    /// smaller.
    pub fn cards(deck: Deck) -> usize {
        let size = usize::try_from(deck.size()).unwrap_or(usize::MAX);
        size.min(deck.values() * deck.properties())
    }
}

/// A question about hands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum About {
    /// Whether they hold a set.
    #[default]
    Hands,
    /// Whether they hold a set, if this many of their cards are known to hold no set.
    Given(usize),
    /// The hands without a set, and the complete ones, up to the symmetries of the deck.
    Classes,
    /// How many sets they hold.
    Sets,
    /// The largest number of disjoint sets that they hold.
    Disjoint,
    /// Whether the second layout of a game holds a set: a set of the first was taken, and v cards
    /// dealt again. For v = 3.
    SecondRound,
    /// The powers of the number of their sets, up to this one, which is at most 64, summed over all hands.
    Moments(
        #[cfg_attr(feature = "schemars", schemars(range(min = 1, max = tercet::odds::MOST_POWER)))]
        usize,
    ),
    /// How many sets of the whole deck differ in each number of properties: a question without hands.
    Differences,
}

impl About {
    /// Whether the lines of the answer are for numbers of sets instead of numbers of cards.
    pub const fn is_distribution(self) -> bool {
        matches!(self, Self::Sets | Self::Disjoint)
    }
}

/// The odds of hands.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct OddsTable {
    /// The deck.
    pub deck: Deck,
    /// The question about the hands.
    pub about: About,
    /// How many cards the hands have, if one number was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<usize>,
    /// The answer: found, or stopped with the lines that are known.
    #[serde(flatten)]
    pub ending: Ending,
    /// One line for each number of cards, or of sets.
    pub lines: Vec<OddsLine>,
    /// The expected number of sets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean: Option<Fraction>,
    /// The variance of the number of sets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variance: Option<Fraction>,
    /// The largest number of cards with exact numbers, if these do not answer the whole question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact_up_to: Option<usize>,
    /// Why exact numbers are out of reach, if hands were dealt instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out_of_reach: Option<Reason>,
    /// How hands were dealt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sampled: Option<SampledHands>,
}

answered!(OddsTable by ending);

/// How hands were dealt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct SampledHands {
    /// How many hands were dealt for each number of cards.
    pub hands: Whole,
    /// The seed of the first hand; the next hands have the next seeds.
    pub seed: Whole,
}

/// The odds for one number of cards, or of sets.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct OddsLine {
    /// How many cards the hands have; for `differences`, those of a set.
    pub size: usize,
    /// The number of sets, or of disjoint sets, of the hands that the line is about; absent if the
    /// line is about the hands that hold a set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set_count: Option<usize>,
    /// In how many properties the sets differ that the line is about; only for `differences`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub differing: Option<usize>,
    /// Their probability, or a moment.
    #[serde(flatten)]
    pub figure: Figure,
}

/// A probability, exact or estimated, or a moment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Figure {
    /// An exact probability.
    Exact(Exact),
    /// An estimate from hands that were dealt.
    Sampled(SampledOdds),
    /// A moment of the number of sets.
    Moment {
        /// The power of the number of sets.
        power: usize,
        /// The sum of this power over all hands.
        sum: Whole,
        /// Its mean: the sum over the number of hands.
        mean: Fraction,
    },
}

/// An exact probability.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Exact {
    /// How many hands or sets the line is about; absent for conditional probabilities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<Whole>,
    /// How many hands there are, or for `differences` sets; absent for conditional probabilities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hands: Option<Whole>,
    /// The probability, exactly.
    pub fraction: Fraction,
    /// The probability with 14 digits after the point; if fewer than six of them are significant,
    /// in scientific notation with eight significant digits.
    pub probability: String,
    /// The odds to one with eight significant digits, or all digits of a larger whole number;
    /// absent for a certain event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<String>,
    /// The hands without a set, if their classes are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub without_set: Option<WithoutSet>,
}

/// Hands without a set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct WithoutSet {
    /// How many hands hold no set.
    pub hands: Whole,
    /// How many classes they form under the symmetries of the deck.
    pub classes: Whole,
    /// How many of the hands are complete: any card added to one makes a set.
    pub complete: Whole,
    /// How many classes the complete hands form.
    pub complete_classes: Whole,
}

impl Exact {
    /// The share of some hands among all hands.
    fn of(count: BigUint, hands: BigUint) -> Self {
        let probability = Ratio::new(count.clone(), hands.clone());
        let (count, hands) = (Some(count.into()), Some(hands.into()));
        Self { count, hands, ..Self::probability(probability) }
    }

    /// The complement of a probability.
    fn without(without: &Ratio<BigUint>) -> Self {
        Self::probability(Ratio::one() - without)
    }

    fn probability(fraction: Ratio<BigUint>) -> Self {
        let odds = odds(&fraction);
        let probability = digits(fraction.numer(), fraction.denom(), 14, "0.000000000");
        let fraction = Fraction(fraction);
        Self { count: None, hands: None, fraction, probability, odds, without_set: None }
    }
}

/// An exact fraction in lowest terms; a whole number is its digits alone.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(with = "String", extend("pattern" = "^[0-9]+(/[1-9][0-9]*)?$")))]
#[serde(try_from = "String", into = "String")]
pub struct Fraction(pub Ratio<BigUint>);

impl From<Fraction> for String {
    fn from(fraction: Fraction) -> Self {
        fraction.0.to_string()
    }
}

impl TryFrom<String> for Fraction {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let digits = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| BigUint::from_str(text).ok()).flatten()
        };
        let (numerator, denominator) = text.split_once('/').unwrap_or((&text, "1"));
        let denominator = digits(denominator).filter(|denominator| !denominator.is_zero());
        let parts = digits(numerator).zip(denominator);
        let fraction = parts.map(|(numerator, denominator)| Ratio::new(numerator, denominator));
        fraction.map(Self).ok_or_else(|| format!("'{text}' is not a fraction as 2/3"))
    }
}

/// The significant digits of odds, and of probabilities in scientific notation.
const DIGITS: u32 = 8;

/// A fraction with so many digits after the point, or in scientific notation if it is not zero and begins with
/// these zeros.
fn digits(numerator: &BigUint, denominator: &BigUint, places: usize, zeros: &str) -> String {
    let text = decimal(numerator, denominator, places);
    let is_tiny = text.starts_with(zeros) && !numerator.is_zero();
    if is_tiny { scientific(numerator, denominator, DIGITS) } else { text }
}

/// The odds to one, or `None` for a certain event.
fn odds(probability: &Ratio<BigUint>) -> Option<String> {
    let numerator = probability.numer();
    let other = probability.denom() - numerator;
    if other.is_zero() {
        return None;
    }
    if numerator.is_zero() {
        return Some("0".into());
    }
    let whole = (numerator / &other).to_string();
    let before = if whole == "0" { 0 } else { whole.len() };
    Some(digits(numerator, &other, (DIGITS as usize).saturating_sub(before), "0.0000"))
}

/// A probability that was estimated.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct SampledOdds {
    /// The share among the hands that were dealt.
    pub probability: String,
    /// The odds to one, if the question is whether hands hold a set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<String>,
    /// The lower end of the 95 % confidence interval of the probability.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(numerator: u64, denominator: &BigUint) -> Exact {
        Exact::of(numerator.into(), denominator.clone())
    }

    #[test]
    fn what_is_not_zero_is_not_written_as_zero() {
        let ten = BigUint::from(10_u32);
        for (power, probability) in [
            (3, "0.00700000000000"),
            (9, "0.00000000700000"),
            (10, "7.0000000e-10"),
            (40, "7.0000000e-40"),
            (5000, "7.0000000e-5000"),
        ] {
            let exact = exact(7, &ten.pow(power));
            assert_eq!(exact.probability, probability);
        }
        let tiny = exact(7, &ten.pow(5000));
        assert_eq!(tiny.odds.as_deref(), Some("7.0000000e-5000"));
        let none = exact(0, &ten);
        assert_eq!((&*none.probability, none.odds.as_deref()), ("0.00000000000000", Some("0")));
        assert_eq!(exact(10, &ten).odds, None);
    }

    #[test]
    fn odds_have_eight_digits() {
        for (numerator, denominator, odds) in [
            (1, 79_u64, "0.01282051"),
            // A set in 12 cards of (3,4).
            (68_439_784_708_620, 70_724_320_184_700, "29.957856"),
            (999_999_999_999, 1_000_000_000_000, "999999999999"),
            (3, 100_000, "3.0000900e-5"),
        ] {
            let exact = exact(numerator, &BigUint::from(denominator));
            assert_eq!(exact.odds.as_deref(), Some(odds));
        }
    }

    #[test]
    fn fractions_are_in_lowest_terms() {
        for (text, written) in [("2/3", "2/3"), ("4/6", "2/3"), ("6/3", "2"), ("0/7", "0")] {
            let fraction: Fraction = serde_json::from_str(&format!("\"{text}\"")).unwrap();
            assert_eq!(serde_json::to_string(&fraction).unwrap(), format!("\"{written}\""));
        }
        for wrong in ["\"\"", "\"1/0\"", "\"1/\"", "\"-1/2\"", "\"1/2/3\"", "0.5"] {
            assert!(serde_json::from_str::<Fraction>(wrong).is_err(), "{wrong}");
        }
    }
}
