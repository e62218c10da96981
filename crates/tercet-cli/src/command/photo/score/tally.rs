//! Readings compared with labels, and counted.
//!
//! The order of labels may be unknown, so both sides are compared as multisets: a card is right if it
//! is among the labels that no other card has taken. Where the same card was read more often than it
//! is labelled, the most confident readings are right.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;
use tercet::Card;
use tercet_vision::{ReadCard, Reading};

/// A photograph that was read, compared with its labels.
pub(super) struct Compared {
    pub(super) name: String,
    pub(super) group: Option<String>,
    pub(super) labels: usize,
    /// The confidence of each card that was read, whether it is sure, and whether it is right.
    pub(super) cards: Vec<(f32, bool, bool)>,
    /// Labels that were not read.
    pub(super) missing: Vec<Card>,
    /// Cards that were read but are not labels.
    pub(super) extra: Vec<Card>,
    pub(super) sure: bool,
    pub(super) confidence: f32,
    /// The time of reading; `None` if the photograph could not be read at all.
    pub(super) time: Option<Duration>,
}

impl Compared {
    pub(super) fn new(
        (name, group): (String, Option<String>),
        labels: &[Card],
        reading: &Reading,
        time: Duration,
    ) -> Self {
        let mut missing = labels.to_vec();
        let mut by_confidence: Vec<&ReadCard> = reading.cards.iter().collect();
        by_confidence.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
        let mut extra = Vec::new();
        let mut cards = Vec::new();
        for read in by_confidence {
            let label = missing.iter().position(|label| *label == read.card);
            match label {
                Some(place) => drop(missing.swap_remove(place)),
                None => extra.push(read.card),
            }
            cards.push((read.confidence, read.is_sure(), label.is_some()));
        }
        missing.sort_unstable();
        extra.sort_unstable();
        let (sure, confidence) = (reading.is_sure(), reading.confidence);
        let time = Some(time);
        Self { name, group, labels: labels.len(), cards, missing, extra, sure, confidence, time }
    }

    /// A photograph that could not be read at all: its labels are missing.
    pub(super) fn unreadable((name, group): (String, Option<String>), labels: Vec<Card>) -> Self {
        Self {
            name,
            group,
            labels: labels.len(),
            cards: Vec::new(),
            missing: labels,
            extra: Vec::new(),
            sure: false,
            confidence: 0.0,
            time: None,
        }
    }

    pub(super) fn is_right(&self) -> bool {
        self.time.is_some() && self.missing.is_empty() && self.extra.is_empty()
    }
}

/// The counts of some photographs.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub(super) struct Tally {
    /// The photographs.
    pub(super) boards: usize,
    /// Those with all cards right, and no extra cards.
    pub(super) boards_right: usize,
    /// Those that are right and sure.
    pub(super) boards_right_and_sure: usize,
    /// Those that are wrong and sure.
    pub(super) boards_wrong_and_sure: usize,
    /// The labels.
    pub(super) cards: usize,
    pub(super) cards_right: usize,
    /// Labels for which another card was read.
    pub(super) cards_wrong: usize,
    /// Labels for which no card was read.
    pub(super) cards_missed: usize,
    /// Cards that were read in excess of the labels.
    pub(super) cards_extra: usize,
    /// Wrong or extra cards that are sure.
    pub(super) cards_wrong_and_sure: usize,
}

impl Tally {
    pub(super) fn of<'a>(compared: impl IntoIterator<Item = &'a Compared>) -> Self {
        let mut tally = Self::default();
        for one in compared {
            let (right, sure) = (one.is_right(), one.sure);
            let wrong = one.missing.len().min(one.extra.len());
            tally.boards += 1;
            tally.boards_right += usize::from(right);
            tally.boards_right_and_sure += usize::from(right && sure);
            tally.boards_wrong_and_sure += usize::from(!right && sure);
            tally.cards += one.labels;
            tally.cards_right += one.labels - one.missing.len();
            tally.cards_wrong += wrong;
            tally.cards_missed += one.missing.len() - wrong;
            tally.cards_extra += one.extra.len() - wrong;
            let wrong_and_sure = one.cards.iter().filter(|&&(_, sure, right)| sure && !right);
            tally.cards_wrong_and_sure += wrong_and_sure.count();
        }
        tally
    }

    /// The counts of each group, in the order of their names.
    pub(super) fn by_group(compared: &[Compared]) -> Vec<(String, Self)> {
        let mut groups: BTreeMap<&str, Vec<&Compared>> = BTreeMap::new();
        for one in compared {
            if let Some(group) = &one.group {
                groups.entry(group).or_default().push(one);
            }
        }
        groups.into_iter().map(|(name, of)| (name.into(), Self::of(of))).collect()
    }
}

/// The cards whose confidence lies in a range, and how many of them are right.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct Bin {
    pub(super) from: f32,
    pub(super) to: f32,
    pub(super) cards: usize,
    pub(super) right: usize,
    /// The mean confidence. If it is well calibrated, it equals the share of right cards.
    pub(super) confidence: f64,
}

/// The lower ends of the ranges of confidence.
const RANGES: [f32; 9] = [0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.97, 0.99, 0.999];

/// The share of right cards by confidence.
pub(super) fn reliability(compared: &[Compared]) -> Vec<Bin> {
    let cards: Vec<(f32, bool, bool)> =
        compared.iter().flat_map(|one| one.cards.iter().copied()).collect();
    let bins = RANGES.iter().enumerate().map(|(i, &from)| {
        let to = RANGES.get(i + 1).copied();
        let within = cards.iter().filter(|(confidence, ..)| {
            // Confidences below or above all ranges belong to the first or last range.
            (i == 0 || *confidence >= from) && to.is_none_or(|to| *confidence < to)
        });
        let within: Vec<_> = within.collect();
        let sum: f64 = within.iter().map(|(confidence, ..)| f64::from(*confidence)).sum();
        Bin {
            from,
            to: to.unwrap_or(1.0),
            cards: within.len(),
            right: within.iter().filter(|(.., right)| *right).count(),
            confidence: sum / within.len().max(1) as f64,
        }
    });
    bins.filter(|bin| bin.cards > 0).collect()
}

/// The times of the photographs, each including its decoding.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Times {
    pub(super) median: Duration,
    /// The 95th percentile.
    pub(super) most: Duration,
    pub(super) longest: Duration,
}

impl Times {
    pub(super) fn of(compared: &[Compared]) -> Self {
        let mut times: Vec<Duration> = compared.iter().filter_map(|one| one.time).collect();
        times.sort_unstable();
        let at = |part: f64| {
            let place = (part * times.len() as f64).ceil() as usize;
            times.get(place.saturating_sub(1)).copied().unwrap_or_default()
        };
        Self { median: at(0.5), most: at(0.95), longest: at(1.0) }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use tercet::classic::ClassicCard;

    use super::super::super::text::tests::reading;
    use super::*;

    fn cards(codes: &str) -> Vec<Card> {
        codes.split_whitespace().map(|code| code.parse::<ClassicCard>().unwrap().into()).collect()
    }

    /// A reading compared with its labels.
    pub(crate) fn compared(name: &str, group: &str, labels: &str, read: &str) -> Compared {
        let time = Duration::from_millis(name.len() as u64);
        Compared::new((name.into(), Some(group.into())), &cards(labels), &reading(read), time)
    }

    #[test]
    fn cards_are_compared_in_any_order() {
        let right = compared("a", "x", "2RhO 1GsD 3PsS", "3PsS 2RhO 1GsD");
        assert!(right.is_right() && right.sure);
        let wrong = compared("a", "x", "2RhO 1GsD 3PsS", "3PsS 2RhO 1RoS 1RoS");
        assert_eq!((wrong.missing, wrong.extra), (cards("1GsD"), cards("1RoS 1RoS")));
    }

    #[test]
    fn of_the_same_card_read_twice_the_surer_one_is_right() {
        let twice = compared("a", "x", "2RhO", "2RhO? 2RhO");
        assert_eq!(twice.extra, cards("2RhO"));
        assert_eq!(twice.cards, [(0.999, true, true), (0.62, false, false)]);
    }

    #[test]
    fn everything_is_counted_once() {
        let all = [
            compared("right", "x", "2RhO 1GsD", "1GsD 2RhO"),
            compared("doubtful", "x", "2RhO 1GsD", "1GsD 2RhO?"),
            compared("wrong", "y", "2RhO 1GsD 3PsS", "1GsD 2RoO"),
            compared("extra", "y", "2RhO", "2RhO 1GsD"),
        ];
        let tally = Tally::of(&all);
        let expected = Tally {
            boards: 4,
            boards_right: 2,
            boards_right_and_sure: 1,
            boards_wrong_and_sure: 2,
            cards: 8,
            cards_right: 6,
            cards_wrong: 1,
            cards_missed: 1,
            cards_extra: 1,
            cards_wrong_and_sure: 2,
        };
        assert_eq!(tally, expected);
        assert_eq!(tally.cards_right + tally.cards_wrong + tally.cards_missed, tally.cards);
        let groups = Tally::by_group(&all);
        assert_eq!((groups.len(), &*groups[1].0, groups[1].1.boards_right), (2, "y", 0));
        let bins = reliability(&all);
        assert_eq!(
            bins.iter().map(|bin| (bin.cards, bin.right)).collect::<Vec<_>>(),
            [(1, 1), (7, 5)]
        );
        assert!((bins[0].confidence - 0.62).abs() < 1e-6);
    }

    #[test]
    fn photographs_that_cannot_be_read_are_not_right() {
        let unreadable = |labels| Compared::unreadable(("no".into(), None), cards(labels));
        let all = [compared("right", "x", "2RhO", "2RhO"), unreadable("1GsD 3PsS"), unreadable("")];
        let tally = Tally::of(&all);
        assert_eq!((tally.boards, tally.boards_right, tally.boards_wrong_and_sure), (3, 1, 0));
        assert_eq!((tally.cards, tally.cards_right, tally.cards_missed), (3, 1, 2));
        assert_eq!(Times::of(&all).median, Duration::from_millis(5));
    }

    #[test]
    fn times_are_ranked() {
        let all: Vec<Compared> =
            (1..=20).map(|i| compared(&"a".repeat(i), "x", "2RhO", "2RhO")).collect();
        let millis = Duration::from_millis;
        let times = Times { median: millis(10), most: millis(19), longest: millis(20) };
        assert_eq!(Times::of(&all), times);
        assert_eq!(Times::of(&[]), Times::default());
    }
}
