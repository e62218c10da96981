//! The computation of odds: exact where possible, otherwise by dealing hands.
//!
//! Exact odds have parts: the classes of some cards, from which the hands grow.

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::Zero;
use tercet::odds::{self, Counting, FreeRow, Statistic, free_hands, given, second_round};
use tercet::statistics::{self, Trials};

use super::{
    About, Exact, Figure, Fraction, Odds, OddsLine, OddsTable, SampledHands, SampledOdds,
    WithoutSet,
};
use crate::deal::has_only;
use crate::prelude::*;
use crate::run::{Journal, Part, Parted, Run, Units, reason};

/// The most cards of a hand that is dealt by default.
const MOST_DEALT: usize = 1000;

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
        let mut table = OddsTable::of(self);
        match self.about {
            About::SecondRound | About::Moments(_) => return self.of_one_size(table, &limit),
            About::Differences => return Ok(table.differences()),
            _ => {}
        }
        let is_counted = self.size.is_some() || self.about.is_distribution();
        let (short, sizes) = match is_counted.then(|| self.counting(self.memory(), &limit)) {
            Some(Ok(counting)) => {
                let settled = self.settled(session)?;
                let session = session.clone().after(watch.elapsed().0);
                let mut journal = Journal::new(&settled, Part::WHOLE, counting);
                let each = &mut |_: &_, _: &_| ControlFlow::Continue(());
                let run = journal.run(&session, self.threads, self.timeout, each)?;
                return settled.answer(&journal, run);
            }
            Some(Err(short)) if self.about.is_distribution() => {
                table.distribution(Vec::new());
                (short, vec![self.size_or_usual()])
            }
            _ => {
                let (rows, short) = self.rows(session, &limit);
                let reached = rows.len();
                table.hands(rows, short.is_some())?;
                let Some(short) = short else { return Ok(table) };
                let more = match self.size {
                    _ if self.about != About::Hands => Vec::new(),
                    Some(cards) => vec![cards],
                    None => around_threshold(self.deck, reached),
                };
                (short, more)
            }
        };
        self.sample(&mut table, short, &sizes, session, &limit)?;
        Ok(table)
    }
}

impl Odds {
    /// Checks the numbers of cards.
    fn check(&self) -> Result<(), Error> {
        let Some(cards) = self.size else { return Ok(()) };
        if self.about == About::Differences {
            let message = "the sets of the whole deck are counted: leave out the size of a hand";
            return Err(Error::new(Code::Conflict, message).of_field("size"));
        }
        let most = self.deck.size().min(MOST_CARDS.into());
        if most < cards.into() {
            let (code, message) = if self.deck.size() < cards.into() {
                (Code::OutOfRange, has_only(self.deck))
            } else {
                let large = format!("hands of {cards} cards are too large");
                (Code::OutOfReach, format!("{large}: the maximum is {MOST_CARDS}"))
            };
            let error = Error::new(code, message).of_field("size");
            return Err(error.with("most", Whole(most)));
        }
        if let About::Given(known) = self.about
            && known > cards
        {
            let message = format!("{known} is more than the size of the hand, {cards}");
            return Err(Error::new(Code::Conflict, message).of_field("about"));
        }
        Ok(())
    }

    fn memory(&self) -> usize {
        self.memory.unwrap_or(Self::MEMORY)
    }

    /// The size of the hands, where one size is needed.
    fn size_or_usual(&self) -> usize {
        self.size.unwrap_or_else(|| Self::cards(self.deck))
    }

    /// What is counted of a hand.
    fn statistic(&self) -> Statistic {
        match self.about {
            About::Sets => Statistic::Sets,
            About::Disjoint => Statistic::Disjoint,
            _ => Statistic::Set,
        }
    }

    /// The count that answers the question, unless its classes would take more memory. The odds of second
    /// layouts are not such a count.
    fn counting(&self, memory: usize, limit: &Limit) -> Result<Counting, NoAnswer> {
        let all = || usize::try_from(self.deck.size()).unwrap_or(usize::MAX);
        let is_distribution = self.about.is_distribution();
        let cards =
            if is_distribution { self.size_or_usual() } else { self.size.unwrap_or_else(all) };
        Counting::new(self.deck, self.statistic(), cards, memory, limit)
    }

    /// The set-free hands of all sizes, or up to the one asked for, as far as they are within reach.
    fn rows(&self, session: &Session, limit: &Limit) -> (Vec<FreeRow>, Option<NoAnswer>) {
        let most = self.size.map_or(usize::MAX, |cards| cards + 1);
        let mut rows: Vec<FreeRow> = Vec::new();
        for row in free_hands(self.deck, self.memory(), limit).take(most) {
            match row {
                Ok(row) => rows.push(row),
                Err(short) => return (rows, Some(short)),
            }
            session.start(|| format!("classifying hands of {} cards", rows.len()));
        }
        (rows, None)
    }

    /// Moments, or the second layout of a game: questions about hands of one size that are not dealt.
    fn of_one_size(&self, mut table: OddsTable, limit: &Limit) -> Result<OddsTable, Error> {
        let (cards, memory) = (self.size_or_usual(), self.memory());
        table.size = Some(cards);
        let figures = if let About::Moments(most) = self.about {
            odds::moments(self.deck, cards, most, memory, limit).map(|sums| {
                let moment = |(power, sum): (usize, &BigUint)| {
                    let mean = Fraction(Ratio::new(sum.clone(), sums[0].clone()));
                    Figure::Moment { power, sum: sum.clone().into(), mean }
                };
                sums.iter().enumerate().skip(1).map(moment).collect()
            })
        } else {
            let without = second_round(self.deck, cards, memory, limit);
            without.map(|without| vec![Figure::Exact(Exact::without(&without))])
        };
        match figures {
            Ok(figures) => figures.into_iter().for_each(|it| table.line(cards, None, it)),
            Err(short) => {
                let refused = |error: Error| {
                    let is_size = error.code == Code::OutOfRange;
                    error.of_field(if is_size { "size" } else { "about" })
                };
                table.ending = Ending::stopped(short).map_err(refused)?;
            }
        }
        Ok(table)
    }

    /// Deals hands of these numbers of cards, because exact numbers are out of reach.
    fn sample(
        &self,
        table: &mut OddsTable,
        short: NoAnswer,
        sizes: &[usize],
        session: &Session,
        limit: &Limit,
    ) -> Result<(), Error> {
        let statistic = self.statistic();
        let ended = matches!(short, NoAnswer::Stopped(Stop::DEADLINE | Stop::INTERRUPTED));
        let why = match Error::from(short) {
            far if far.code != Code::OutOfReach => Reason::of(far)?,
            far => far.into(),
        };
        if ended || self.samples.0.is_zero() || sizes.is_empty() {
            table.ending = Ending::unless(Some(why), false);
            return Ok(());
        }
        let Some(samples) = self.samples.get::<u64>() else {
            let many = error!(OutOfRange, "{} hands are too many to deal", self.samples);
            return Err(many.of_field("samples"));
        };
        let seed = session.seed(self.seed.as_ref())?;
        table.out_of_reach = Some(why);
        let share = |count: u64| {
            let estimate = statistics::proportion(count, samples).expect("some hands were dealt");
            let (low, high) = estimate.interval.unwrap_or((0.0, 1.0));
            SampledOdds { probability: estimate.value.to_string(), odds: None, low, high }
        };
        for &cards in sizes {
            session.start(|| format!("dealing {samples} hands of {cards} cards"));
            match odds::sample(self.deck, cards, statistic, samples, seed, limit) {
                Ok(counts) if statistic == Statistic::Set => {
                    let with = counts.get(&1).copied().unwrap_or(0);
                    let odds = statistics::odds(Trials { with, without: samples - with });
                    let odds = odds.map(|odds| odds.value.to_string());
                    let sampled = SampledOdds { odds, ..share(with) };
                    table.line(cards, None, Figure::Sampled(sampled));
                }
                Ok(counts) => {
                    for (sets, hands) in counts {
                        table.line(cards, Some(sets), Figure::Sampled(share(hands)));
                    }
                }
                Err(stop) => {
                    table.ending = Ending::stopped(stop)?;
                    if let Some(reason) = &mut table.ending.reason {
                        reason.message = format!("{} among hands of {cards} cards", reason.message);
                    }
                    break;
                }
            }
            table.sampled = Some(SampledHands { hands: samples.into(), seed: seed.into() });
        }
        Ok(())
    }
}

impl OddsTable {
    /// The answer without a line.
    fn of(Odds { deck, about, size, .. }: &Odds) -> Self {
        Self { deck: *deck, about: *about, size: *size, ..Self::default() }
    }

    fn line(&mut self, size: usize, set_count: Option<usize>, figure: Figure) {
        self.lines.push(OddsLine { size, set_count, differing: None, figure });
    }

    /// The sets of the deck by the number of properties that differ.
    fn differences(mut self) -> Self {
        let line = |(k, sets)| {
            let figure = Figure::Exact(Exact::of(sets, self.deck.number_of_sets()));
            let size = self.deck.values();
            OddsLine { size, set_count: None, differing: Some(k), figure }
        };
        self.lines = self.deck.sets_by_differences().into_iter().enumerate().map(line).collect();
        self
    }

    /// Hands with and without a set, by size, from the rows up to the size asked for or to where every hand
    /// holds a set; if `is_short`, some rows are missing.
    fn hands(&mut self, mut rows: Vec<FreeRow>, is_short: bool) -> Result<(), Error> {
        let (about, asked) = (self.about, self.size);
        let known = if let About::Given(known) = self.about { Some(known) } else { None };
        let reached = rows.len();
        // Every hand larger than the largest set-free hands holds a set.
        if let (Some(cards), false) = (asked.filter(|&cards| cards >= reached), is_short) {
            let hands = odds::hands(self.deck, cards);
            rows.push(FreeRow { cards, hands, free: BigUint::default(), classes: None });
        }
        if let (Some(known), false) = (known, is_short)
            && rows.get(known).is_none_or(|row| row.cards > known || row.free.is_zero())
        {
            let message = format!("every hand of size {known} of {} holds a set", self.deck);
            return Err(Error::new(Code::OutOfRange, message).of_field("about"));
        }
        let wanted = |row: &&FreeRow| {
            asked.map_or(row.cards > 0, |cards| row.cards == cards)
                && known.is_none_or(|known| row.cards >= known)
                && (about != About::Classes || row.classes.is_some())
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
            self.line(row.cards, None, Figure::Exact(exact));
        }
        if let (Some(cards), None) = (asked, known) {
            self.mean_and_variance(cards);
        }
        if is_short {
            self.exact_up_to = reached.checked_sub(1);
        }
        Ok(())
    }

    /// Hands by the number of their sets, or of disjoint ones; none if they are out of reach.
    fn distribution(&mut self, hands: Vec<u128>) {
        let cards = self.size.unwrap_or_else(|| Odds::cards(self.deck));
        self.size = Some(cards);
        if self.about == About::Sets {
            self.mean_and_variance(cards);
        }
        let all: BigUint = hands.iter().sum();
        for (sets, hands) in hands.into_iter().enumerate().skip_while(|&(_, hands)| hands == 0) {
            let exact = Exact::of(hands.into(), all.clone());
            self.line(cards, Some(sets), Figure::Exact(exact));
        }
    }

    /// The mean and the variance of the number of sets, by their formulas.
    fn mean_and_variance(&mut self, cards: usize) {
        self.mean = self.deck.expected_sets(cards as u128).map(Fraction);
        self.variance = odds::variance(self.deck, cards).map(Fraction);
    }
}

/// Some sizes from this one on, where hands with and without a set are both likely; none where
/// these are too large to be dealt by default.
fn around_threshold(deck: Deck, from: usize) -> Vec<usize> {
    const LINES: usize = 12;
    let threshold = usize::try_from(deck.threshold()).unwrap_or(usize::MAX);
    if threshold > MOST_DEALT {
        return Vec::new();
    }
    let size = usize::try_from(deck.size()).unwrap_or(usize::MAX);
    let last = threshold.saturating_mul(2).max(from.saturating_add(LINES - 1)).min(size);
    let step = (last.saturating_sub(from) / (LINES - 1)).max(1);
    (from..=last).step_by(step).take(LINES).collect()
}

impl Parted for Odds {
    type Work = Counting;

    fn settled(&self, _: &Session) -> Result<Self, Error> {
        self.check()?;
        if matches!(self.about, About::SecondRound | About::Moments(_) | About::Differences) {
            let message = "moments, differences and the odds of second layouts have no parts";
            return Err(Error::new(Code::Conflict, message).of_field("about"));
        }
        let size =
            if self.about.is_distribution() { Some(self.size_or_usual()) } else { self.size };
        Ok(Self { deck: self.deck, about: self.about, size, ..Self::default() })
    }

    fn prepare(&self, limit: &Limit) -> Result<Counting, Error> {
        self.counting(usize::MAX, limit).map_err(|error| match Error::from(error) {
            far if far.code == Code::OutOfReach => {
                error!(OutOfReach, "{far}: samples have no parts, so ask for the whole")
            }
            other => other,
        })
    }

    fn answer(&self, journal: &Journal<Counting>, run: Run) -> Result<OddsTable, Error> {
        let reason = reason(journal, run);
        let mut table = OddsTable::of(self);
        if self.about.is_distribution() {
            let sums: Vec<BigUint> = journal.sum().into_iter().map(|Whole(sum)| sum).collect();
            table.distribution(match &reason {
                None => journal.work().distribution(&sums).ok_or_else(damaged)?,
                Some(_) => Vec::new(),
            });
        } else {
            table.hands(free(journal, reason.as_ref())?, reason.is_some())?;
        }
        table.ending = Ending::unless(reason, true);
        Ok(table)
    }
}

impl Units for Counting {
    type Yield = Vec<Whole>;
    const COUNTED: &'static str = "classes";

    fn number(&self) -> u64 {
        self.units()
    }

    fn unit(&self, unit: u64, limit: &Limit) -> Result<Vec<Whole>, Error> {
        Ok(Self::count(self, unit, limit)?.into_iter().map(Whole).collect())
    }

    fn add(sums: &mut Vec<Whole>, next: &Vec<Whole>) {
        sums.resize(sums.len().max(next.len()), Whole::default());
        sums.iter_mut().zip(next).for_each(|(sum, next)| sum.0 += &next.0);
    }
}

/// The set-free hands by size as far as the units give them: without a reason, all of them.
pub(crate) fn free(
    journal: &Journal<Counting>,
    reason: Option<&Reason>,
) -> Result<Vec<FreeRow>, Error> {
    if reason.is_some() {
        return Ok(journal.work().rows().to_vec());
    }
    let sums: Vec<BigUint> = journal.sum().into_iter().map(|Whole(sum)| sum).collect();
    journal.work().free(&sums).ok_or_else(damaged)
}

fn damaged() -> Error {
    error!(Damaged, "the sums are not those of all units")
}
