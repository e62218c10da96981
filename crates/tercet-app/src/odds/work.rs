//! The computation of odds: exact where possible, otherwise by dealing hands.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::Zero;
use tercet::odds::{self, FreeHands, Row, Statistic, given, second_round};
use tercet::statistics::{self, Trials};

use super::{
    About, Exact, Figure, Odds, OddsLine, OddsTable, SampledHands, SampledOdds, WithoutSet,
};
use crate::Fraction;
use crate::deal::has_only;
use crate::prelude::*;
use crate::run::{Parted, ask_prepared};

/// The most cards of a hand that is dealt by default.
const MOST_DEALT: u128 = 1000;

/// The most cards of a hand that is counted or dealt.
const MOST_CARDS: usize = 100_000;

impl Question for Odds {
    type Answer = OddsTable;

    fn cost(&mut self, means: Means) -> Result<Cost, Error> {
        self.memory = self.memory.map(|memory| memory.min(cost::MEMORY));
        cost::of(self, means)
    }

    fn ask(&self, session: &Session) -> Result<OddsTable, Error> {
        self.check()?;
        let watch = session.start(|| format!("counting hands of {}", self.deck));
        let limit = session.limit(self.timeout);
        let mut work = Work::new(self);
        if self.about == About::SecondRound {
            work.second_round(&limit)?;
            return Ok(work.table);
        }
        let is_counted = self.size.is_some() || self.about.is_distribution();
        let (short, sizes) = match is_counted.then(|| self.counting(self.memory(), &limit)) {
            Some(Ok(counting)) => {
                let left = |Seconds(time): Seconds| time.saturating_sub(watch.elapsed().0);
                let (settled, timeout) = (self.settled(session)?, self.timeout.map(left));
                let timeout = timeout.map(Seconds);
                return ask_prepared(&settled, counting, session, self.threads, timeout);
            }
            Some(Err(short)) if self.about.is_distribution() => {
                work.distribution(Vec::new());
                (short, vec![self.size_or_usual()])
            }
            _ => {
                let (rows, short) = self.rows(session, &limit);
                let reached = rows.len();
                work.hands(rows, short.is_some())?;
                let Some(short) = short else { return Ok(work.table) };
                let more = match self.size {
                    _ if self.about != About::Hands => Vec::new(),
                    Some(cards) => vec![cards],
                    None => around_threshold(self.deck, reached),
                };
                (short, more)
            }
        };
        work.sample(short, &sizes, session, &limit)?;
        Ok(work.table)
    }
}

impl Odds {
    /// Checks the numbers of cards.
    pub(super) fn check(&self) -> Result<(), Error> {
        if let Some(cards) = self.size {
            check_cards(self.deck, cards)?;
        }
        if let (Some(cards), About::Given(known)) = (self.size, self.about)
            && known > cards
        {
            let message =
                format!("{known} cards are known to hold no set, but the hand has {cards} cards");
            return Err(Error::new(Code::Conflict, message).of_field("about"));
        }
        Ok(())
    }

    fn memory(&self) -> usize {
        self.memory.unwrap_or(Self::MEMORY)
    }

    /// The size of the hands, where one size is needed.
    pub(super) fn size_or_usual(&self) -> usize {
        self.size.unwrap_or_else(|| Self::cards(self.deck))
    }

    /// The set-free hands of all sizes, or up to the one asked for, as far as they are within reach.
    fn rows(&self, session: &Session, limit: &Limit) -> (Vec<Row>, Option<NoAnswer>) {
        let mut exact = FreeHands::new(self.deck, limit).with_memory(self.memory());
        let mut rows: Vec<Row> = Vec::new();
        while self.size.is_none_or(|cards| rows.len() <= cards) {
            match exact.next() {
                Some(Ok(row)) => rows.push(row),
                Some(Err(short)) => return (rows, Some(short)),
                None => break,
            }
            session.start(|| format!("classifying hands of {} cards", rows.len()));
        }
        (rows, None)
    }
}

fn check_cards(deck: Deck, cards: usize) -> Result<(), Error> {
    let size = deck.size();
    let (code, message) = if size < cards.into() {
        (Code::OutOfRange, has_only(deck))
    } else if cards > MOST_CARDS {
        (
            Code::OutOfReach,
            format!("hands of {cards} cards are too large: the maximum is {MOST_CARDS}"),
        )
    } else {
        return Ok(());
    };
    let most = size.min(MOST_CARDS.into());
    Err(Error::new(code, message).of_field("size").with("most", Whole(most)))
}

/// A question that is being answered.
pub(super) struct Work<'a> {
    asked: &'a Odds,
    deck: Deck,
    pub(super) table: OddsTable,
}

impl<'a> Work<'a> {
    pub(super) fn new(asked: &'a Odds) -> Self {
        let Odds { deck, about, size, .. } = *asked;
        Self { asked, deck, table: OddsTable { deck, about, size, ..OddsTable::default() } }
    }

    fn line(&mut self, size: usize, set_count: Option<usize>, figure: Figure) {
        self.table.lines.push(OddsLine { size, set_count, figure });
    }

    /// Hands with and without a set, by size, from the rows up to the size asked for or to where every hand
    /// holds a set; if `is_short`, some rows are missing.
    pub(super) fn hands(&mut self, mut rows: Vec<Row>, is_short: bool) -> Result<(), Error> {
        let asked = self.asked.size;
        let known = match self.asked.about {
            About::Given(known) => Some(known),
            _ => None,
        };
        let reached = rows.len();
        // Every hand larger than the largest set-free hands holds a set.
        if let (Some(cards), false) = (asked.filter(|&cards| cards >= reached), is_short) {
            let hands = odds::hands(self.deck, cards);
            rows.push(Row { cards, hands, free: BigUint::default(), classes: None });
        }
        if let (Some(known), false) = (known, is_short)
            && rows.get(known).is_none_or(|row| row.cards > known || row.free.is_zero())
        {
            let message = format!("every hand of {known} cards of {} holds a set", self.deck);
            return Err(Error::new(Code::OutOfRange, message).of_field("about"));
        }
        let wanted = |row: &&Row| {
            asked.map_or(row.cards > 0, |cards| row.cards == cards)
                && known.is_none_or(|known| row.cards >= known)
                && (self.asked.about != About::Classes || row.classes.is_some())
        };
        for row in rows.iter().filter(wanted) {
            let mut exact = match known {
                None => Exact::of(row.with_set(), row.hands.clone()),
                Some(known) => {
                    let without = rows.get(known).and_then(|known| given(row, known));
                    Exact::without(&without.expect("the condition was looked at"))
                }
            };
            exact.without_set = row.classes.map(|classes| WithoutSet {
                hands: row.free.clone().into(),
                classes: classes.classes.into(),
                complete: classes.complete.into(),
                complete_classes: classes.complete_classes.into(),
            });
            self.table.lines.push(OddsLine {
                size: row.cards,
                set_count: None,
                figure: Figure::Exact(exact),
            });
        }
        if let (Some(cards), None) = (asked, known) {
            self.moments(cards);
        }
        if is_short {
            self.table.exact_up_to = reached.checked_sub(1);
        }
        Ok(())
    }

    /// Hands by the number of their sets, or of disjoint ones; none if they are out of reach.
    pub(super) fn distribution(&mut self, hands: Vec<u128>) {
        let cards = self.asked.size_or_usual();
        self.table.size = Some(cards);
        if self.asked.about == About::Sets {
            self.moments(cards);
        }
        let all: BigUint = hands.iter().sum();
        for (sets, hands) in hands.into_iter().enumerate().skip_while(|&(_, hands)| hands == 0) {
            let exact = Exact::of(hands.into(), all.clone());
            self.line(cards, Some(sets), Figure::Exact(exact));
        }
    }

    /// The second layout of a game.
    fn second_round(&mut self, limit: &Limit) -> Result<(), Error> {
        let cards = self.asked.size_or_usual();
        self.table.size = Some(cards);
        match second_round(self.deck, cards, self.asked.memory(), limit) {
            Ok(without) => {
                self.line(cards, None, Figure::Exact(Exact::without(&without)));
                Ok(())
            }
            Err(short) => match short.cannot() {
                Some(Cannot::OutOfRange(_)) => {
                    let message = format!(
                        "a game of {} has no second layout after {cards} cards: \
                         choose at least 3, and leave at least 3 in the deck",
                        self.deck
                    );
                    Err(Error::new(Code::OutOfRange, message).of_field("size"))
                }
                Some(Cannot::Unsupported(why)) if self.deck.values() != 3 => {
                    Err(Error::new(Code::Conflict, why.to_string()).of_field("about"))
                }
                _ => self.stop(short.into()),
            },
        }
    }

    /// The mean and the variance of the number of sets, by their formulas.
    fn moments(&mut self, cards: usize) {
        self.table.mean = self.deck.expected_sets(cards as u128).map(Fraction);
        self.table.variance = odds::variance(self.deck, cards).map(Fraction);
    }

    /// Ends with the lines so far.
    fn stop(&mut self, why: Error) -> Result<(), Error> {
        self.table.ending = Ending::stopped(why)?;
        Ok(())
    }

    /// Deals hands of these numbers of cards, because exact numbers are out of reach.
    fn sample(
        &mut self,
        short: NoAnswer,
        sizes: &[usize],
        session: &Session,
        limit: &Limit,
    ) -> Result<(), Error> {
        let statistic = match self.asked.about {
            About::Sets => Statistic::Sets,
            About::Disjoint => Statistic::Disjoint,
            _ => Statistic::Set,
        };
        let ended = matches!(short, NoAnswer::Stopped(Stop::DEADLINE | Stop::INTERRUPTED));
        let why = Error::from(short);
        if ended || self.asked.samples.0.is_zero() || sizes.is_empty() || !why.code.is_stop() {
            return self.stop(why);
        }
        let Some(samples) = self.asked.samples.get::<u64>() else {
            return Err(error!(OutOfRange, "{} hands are too many to deal", self.asked.samples)
                .of_field("samples"));
        };
        let seed = session.seed(self.asked.seed.as_ref())?;
        self.table.out_of_reach = Some(why.into());
        for &cards in sizes {
            session.start(|| format!("dealing {samples} hands of {cards} cards"));
            match odds::sample(self.deck, cards, statistic, samples, seed, limit) {
                Ok(counts) => self.sampled(cards, statistic, samples, &counts),
                Err(stop) => {
                    let mut ending = Ending::stopped(stop)?;
                    if let Some(reason) = &mut ending.reason {
                        reason.message = format!("{} among hands of {cards} cards", reason.message);
                    }
                    self.table.ending = ending;
                    break;
                }
            }
            self.table.sampled = Some(SampledHands { hands: samples.into(), seed: seed.into() });
        }
        Ok(())
    }

    /// Adds the lines of dealt hands, from the number of hands with each result.
    fn sampled(
        &mut self,
        cards: usize,
        statistic: Statistic,
        samples: u64,
        counts: &BTreeMap<usize, u64>,
    ) {
        let share = |count: u64| {
            let estimate = statistics::proportion(count, samples).expect("some hands were dealt");
            let (low, high) = estimate.interval.unwrap_or((0.0, 1.0));
            SampledOdds { probability: estimate.value.to_string(), odds: None, low, high }
        };
        if statistic == Statistic::Set {
            let with = counts.get(&1).copied().unwrap_or(0);
            let odds = statistics::odds(Trials { with, without: samples - with });
            let odds = odds.map(|odds| odds.value.to_string());
            self.line(cards, None, Figure::Sampled(SampledOdds { odds, ..share(with) }));
        } else {
            for (&sets, &hands) in counts {
                self.line(cards, Some(sets), Figure::Sampled(share(hands)));
            }
        }
    }
}

/// Some sizes from this one on, where hands with and without a set are both likely; none where
/// these are too large to be dealt by default.
fn around_threshold(deck: Deck, from: usize) -> Vec<usize> {
    const LINES: usize = 12;
    if deck.threshold() > MOST_DEALT {
        return Vec::new();
    }
    let size = usize::try_from(deck.size()).unwrap_or(usize::MAX);
    let threshold = usize::try_from(deck.threshold()).unwrap_or(usize::MAX);
    let last = threshold.saturating_mul(2).max(from.saturating_add(LINES - 1)).min(size);
    let step = (last.saturating_sub(from) / (LINES - 1)).max(1);
    (from..=last).step_by(step).take(LINES).collect()
}
