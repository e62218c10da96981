//! The computation of odds: exactly as far as possible, else by dealing hands.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::Zero;
use tercet::odds::{self, FreeHands, Row, Statistic, given, second_round};
use tercet::solver::Reason;
use tercet::statistics::{self, Trials};

use super::{
    About, Exact, Figure, Odds, OddsLine, OddsTable, SampledHands, SampledOdds, WithoutSet,
};
use crate::Fraction;
use crate::deal::has_only;
use crate::prelude::*;

/// The most cards of a hand that is dealt by default.
const MOST_DEALT: u128 = 1000;

/// The most cards of a hand that is counted or dealt.
const MOST_CARDS: usize = 100_000;

impl Question for Odds {
    type Answer = OddsTable;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        self.memory = self.memory.map(|memory| memory.min(cost::MEMORY));
        Ok(Cost::work(self.timeout))
    }

    fn ask(&self, session: &Session) -> Result<OddsTable, Error> {
        let deck = self.deck;
        if let Some(cards) = self.size {
            check_cards(deck, cards)?;
        }
        session.start(|| format!("counting hands of {deck}"));
        let limit = session.limit(self.timeout);
        let table = OddsTable { deck, about: self.about, size: self.size, ..OddsTable::default() };
        let mut work = Work { asked: self, deck, session, limit, table };
        match self.about {
            About::Sets => work.distribution(odds::sets, Statistic::Sets)?,
            About::Disjoint => work.distribution(odds::disjoint, Statistic::Disjoint)?,
            About::SecondRound => work.second_round()?,
            About::Given(known) => work.hands(Some(known))?,
            About::Hands | About::Classes => work.hands(None)?,
        }
        Ok(work.table)
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

/// Counts the hands of a given size by their number of sets, within an amount of memory.
type Count = fn(Deck, usize, usize, &Limit) -> Result<Vec<u128>, Stop>;

/// A question that is being answered.
struct Work<'a> {
    asked: &'a Odds,
    deck: Deck,
    session: &'a Session,
    limit: Limit,
    table: OddsTable,
}

impl Work<'_> {
    fn memory(&self) -> usize {
        self.asked.memory.unwrap_or(Odds::MEMORY)
    }

    /// The size of the hands, where one size is needed.
    fn cards(&self) -> usize {
        self.asked.size.unwrap_or_else(|| Odds::cards(self.deck))
    }

    fn line(&mut self, size: usize, set_count: Option<usize>, figure: Figure) {
        self.table.lines.push(OddsLine { size, set_count, figure });
    }

    /// Hands with and without a set, by size; if `known` is given, under the condition that this
    /// many of their cards hold no set.
    fn hands(&mut self, known: Option<usize>) -> Result<(), Error> {
        let asked = self.asked.size;
        if let (Some(cards), Some(known)) = (asked, known)
            && known > cards
        {
            let message =
                format!("{known} cards are known to hold no set, but the hand has {cards} cards");
            return Err(Error::new(Code::Conflict, message).of_field("about"));
        }
        let limit = self.limit.clone();
        let mut exact = FreeHands::new(self.deck, &limit).with_memory(self.memory());
        let mut rows: Vec<Row> = Vec::new();
        let mut short = None;
        while asked.is_none_or(|cards| rows.len() <= cards) {
            match exact.next() {
                Some(Ok(row)) => rows.push(row),
                Some(Err(stop)) => {
                    short = Some(stop);
                    break;
                }
                None => break,
            }
            self.session.start(|| format!("classifying hands of {} cards", rows.len()));
        }
        let reached = rows.len();
        // Every hand larger than the largest set-free hands holds a set.
        if let (Some(cards), None) = (asked.filter(|&cards| cards >= reached), &short) {
            let hands = odds::hands(self.deck, cards);
            rows.push(Row { cards, hands, free: BigUint::default(), classes: None });
        }
        if let (Some(known), None) = (known, &short)
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
        let Some(short) = short else { return Ok(()) };
        self.table.exact_up_to = reached.checked_sub(1);
        if self.asked.about != About::Hands {
            return self.stop(short.into());
        }
        let more = match asked {
            Some(cards) => vec![cards],
            None => around_threshold(self.deck, reached),
        };
        self.sample(short, &more, Statistic::Set)
    }

    /// Hands by the number of their sets, or of disjoint ones.
    fn distribution(&mut self, count: Count, statistic: Statistic) -> Result<(), Error> {
        let cards = self.cards();
        self.table.size = Some(cards);
        if statistic == Statistic::Sets {
            self.moments(cards);
        }
        match count(self.deck, cards, self.memory(), &self.limit) {
            Ok(hands) => {
                let all: BigUint = hands.iter().sum();
                let lines = hands.into_iter().enumerate().skip_while(|&(_, hands)| hands == 0);
                for (sets, hands) in lines {
                    let exact = Exact::of(hands.into(), all.clone());
                    self.line(cards, Some(sets), Figure::Exact(exact));
                }
                Ok(())
            }
            Err(short) => self.sample(short, &[cards], statistic),
        }
    }

    /// The second layout of a game.
    fn second_round(&mut self) -> Result<(), Error> {
        let cards = self.cards();
        self.table.size = Some(cards);
        match second_round(self.deck, cards, self.memory(), &self.limit) {
            Ok(without) => {
                self.line(cards, None, Figure::Exact(Exact::without(&without)));
                Ok(())
            }
            Err(Stop { reason: Reason::OutOfRange(_), .. }) => {
                let message = format!(
                    "a game of {} has no second layout after {cards} cards: \
                     choose at least 3, and leave at least 3 in the deck",
                    self.deck
                );
                Err(Error::new(Code::OutOfRange, message).of_field("size"))
            }
            Err(Stop { reason: Reason::Unsupported(why), .. }) if self.deck.values() != 3 => {
                Err(Error::new(Code::Conflict, why.to_string()).of_field("about"))
            }
            Err(short) => self.stop(short.into()),
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
    fn sample(&mut self, short: Stop, sizes: &[usize], statistic: Statistic) -> Result<(), Error> {
        let ended = matches!(short.reason, Reason::Deadline | Reason::Interrupted);
        let why = Error::from(short);
        if ended || self.asked.samples.0.is_zero() || sizes.is_empty() || !why.code.is_stop() {
            return self.stop(why);
        }
        let Some(samples) = self.asked.samples.get::<u64>() else {
            return Err(error!(OutOfRange, "{} hands are too many to deal", self.asked.samples)
                .of_field("samples"));
        };
        let seed = self.session.seed(self.asked.seed.as_ref())?;
        self.table.out_of_reach = Some(why.into());
        for &cards in sizes {
            self.session.start(|| format!("dealing {samples} hands of {cards} cards"));
            match odds::sample(self.deck, cards, statistic, samples, seed, &self.limit) {
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
