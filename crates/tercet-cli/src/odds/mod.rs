//! `tercet odds`: how many hands hold a set, or so many.

mod answer;
mod chart;
mod print;

use anyhow::{Result, bail};
use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::Zero;
use tercet::Deck;
use tercet::odds::{self, FreeHands, OutOfReach, Question, Row, given, second_round};
use tercet::solver::{Limit, Stop};
use tercet::statistics::{self, Interval, Trials};

use self::answer::{Answer, Exact, Figure, Line, Sampled};
use crate::cli::Odds;
use crate::interrupt::Interrupt;
use crate::output::{Printer, counted};
use crate::progress::Progress;
use crate::{Outcome, input, say, size};

pub(crate) fn run(arguments: &Odds, printer: &mut Printer) -> Result<Outcome> {
    let deck = input::deck(arguments.deck)?;
    if let Some(cards) = arguments.hand.filter(|&cards| deck.size() < cards.into()) {
        let size = deck.size();
        bail!(
            "the deck {deck} has no hand of {cards} cards: it has {size}; ask for fewer with --hand"
        );
    }
    if let Some(cards) = arguments.hand.filter(|&cards| cards > MOST_CARDS) {
        say(&format!("stopped: --hand {cards} is more than {MOST_CARDS} cards: ask for fewer"));
        return Ok(Outcome::Stopped);
    }
    if let Some(plot) = &arguments.plot {
        plot.check()?;
    }
    let interrupt = Interrupt::listen()?;
    let limit = arguments.timeout.map_or_else(Limit::none, Limit::timeout);
    let limit = limit.or_flag(interrupt.flag());
    let progress = Progress::start(format!("counting hands of {deck}"));
    let mut ask = Ask { arguments, deck, limit, progress };
    let answer = if arguments.sets || arguments.disjoint {
        ask.distribution()?
    } else if arguments.second_round {
        ask.second_round()?
    } else {
        ask.hands()?
    };
    drop(ask);
    interrupt.end_work();
    print::answer(&answer, arguments.format, printer)?;
    if let Some(plot) = &arguments.plot {
        printer.finish()?;
        plot.write(&chart::chart(&answer))?;
    }
    Ok(if answer.stopped.is_some() { Outcome::Stopped } else { Outcome::Yes })
}

/// The most cards of a hand that is dealt without being asked for by `--hand`.
const MOST_DEALT: u128 = 1000;

/// The most cards of a hand that is counted or dealt.
const MOST_CARDS: usize = 100_000;

/// A question on its way to an answer.
struct Ask<'a> {
    arguments: &'a Odds,
    deck: Deck,
    limit: Limit,
    progress: Progress,
}

impl Ask<'_> {
    /// How many cards the hands have where one number is asked for.
    fn cards(&self) -> usize {
        let usual = || {
            let size = usize::try_from(self.deck.size()).unwrap_or(usize::MAX);
            size.min(self.deck.values() * self.deck.properties())
        };
        self.arguments.hand.unwrap_or_else(usual)
    }

    /// Hands with and without a set, by their number of cards.
    fn hands(&mut self) -> Result<Answer> {
        let Odds { hand, given: known, classes, memory, .. } = *self.arguments;
        if let (Some(hand), Some(known)) = (hand, known)
            && known > hand
        {
            bail!("--given {known}: the hand has {hand} cards only; raise --hand");
        }
        let mut answer = Answer::new(self.deck, if classes { "classes" } else { "hands" });
        answer.condition = known;
        let mut rows: Vec<Row> = Vec::new();
        let mut short = None;
        let mut exact = FreeHands::new(self.deck, &self.limit).with_memory(memory);
        while hand.is_none_or(|hand| rows.len() <= hand) {
            match exact.next() {
                Some(Ok(row)) => rows.push(row),
                Some(Err(out_of_reach)) => {
                    short = Some(out_of_reach);
                    break;
                }
                None => break,
            }
            self.progress.say(|| format!("classifying hands of {} cards", rows.len()));
        }
        let reached = rows.len();
        // Past the largest hands without a set every hand holds one.
        if let (Some(hand), None) = (hand.filter(|&hand| hand >= reached), &short) {
            let hands = odds::hands(self.deck, hand);
            rows.push(Row { cards: hand, hands, free: BigUint::default(), classes: None });
        }
        if let (Some(known), None) = (known, &short)
            && rows.get(known).is_none_or(|row| row.cards > known || row.free.is_zero())
        {
            let all = format!("every hand of {known} cards of {} holds a set", self.deck);
            bail!("--given {known}: {all}; give fewer cards");
        }
        let wanted = |row: &&Row| {
            hand.map_or(row.cards > 0, |hand| row.cards == hand)
                && known.is_none_or(|known| row.cards >= known)
        };
        for row in rows.iter().filter(wanted) {
            let mut exact = Exact::of(row.with_set(), row.hands.clone());
            if let Some(known) = known {
                let without = rows.get(known).and_then(|known| given(row, known));
                exact = Exact::without(&without.expect("the condition was looked at"));
            }
            exact.classes = row.classes;
            if classes && row.classes.is_none() {
                continue;
            }
            answer.lines.push(Line::exact(row.cards, exact));
        }
        if let Some(hand) = hand.filter(|_| known.is_none()) {
            self.moments(hand, &mut answer);
        }
        if let Some(out_of_reach) = short {
            let from = known.map_or(reached, |known| reached.max(known));
            let more = match hand {
                Some(hand) => vec![hand],
                None => around_threshold(self.deck, from),
            };
            let reach = match reached {
                0 => String::new(),
                _ => format!("exact up to {}", counted(reached as u128 - 1, "card")),
            };
            let samples = known.is_none() && !classes;
            self.out_of_reach(&out_of_reach, &reach, &more, samples, Question::Set, &mut answer)?;
        }
        Ok(answer)
    }

    /// Hands by the number of their sets, or of disjoint ones.
    fn distribution(&mut self) -> Result<Answer> {
        let Odds { disjoint, memory, .. } = *self.arguments;
        let cards = self.cards();
        let (name, question) =
            if disjoint { ("disjoint", Question::Disjoint) } else { ("sets", Question::Sets) };
        let mut answer = Answer::new(self.deck, name);
        answer.cards = Some(cards);
        let hands = if disjoint { odds::disjoint } else { odds::sets };
        match hands(self.deck, cards, memory, &self.limit) {
            Ok(hands) => {
                let all: BigUint = hands.iter().sum();
                let lines = hands.into_iter().enumerate().skip_while(|&(_, hands)| hands == 0);
                answer.lines.extend(
                    lines.map(|(sets, hands)| {
                        Line::exact(sets, Exact::of(hands.into(), all.clone()))
                    }),
                );
            }
            Err(short) => {
                self.out_of_reach(&short, "", &[cards], true, question, &mut answer)?;
            }
        }
        if !disjoint {
            self.moments(cards, &mut answer);
        }
        Ok(answer)
    }

    /// The second layout of a game.
    fn second_round(&mut self) -> Result<Answer> {
        let cards = self.cards();
        let mut answer = Answer::new(self.deck, "second-round");
        answer.cards = Some(cards);
        match second_round(self.deck, cards, self.arguments.memory, &self.limit) {
            Ok(without) => {
                answer.notes.push(format!("exactly {without} without a set"));
                answer.lines.push(Line::exact(cards, Exact::without(&without)));
            }
            Err(OutOfReach::Cards(..)) => {
                let deck = self.deck;
                bail!(
                    "--hand {cards}: a game of {deck} has no second layout after {cards} cards; \
                     take from 3 to 3 less than the deck has"
                );
            }
            Err(error @ OutOfReach::Values(_)) => bail!("--second-round: {error}"),
            Err(short) => {
                self.out_of_reach(&short, "", &[], false, Question::Set, &mut answer)?;
            }
        }
        Ok(answer)
    }

    /// The mean and the variance of the number of sets, by their formulas.
    fn moments(&self, cards: usize, answer: &mut Answer) {
        const MOST_LETTERS: usize = 32;
        let text = |exact: &Ratio<BigUint>| {
            let value = odds::decimal(exact.numer(), exact.denom(), 6);
            match exact.to_string() {
                whole if exact.is_integer() => whole,
                fraction if fraction.len() <= MOST_LETTERS => format!("{fraction} = {value}"),
                _ => value,
            }
        };
        answer.mean = self.deck.expected_sets(cards as u128);
        answer.variance = odds::variance(self.deck, cards);
        for (name, exact) in [("expected sets", &answer.mean), ("their variance", &answer.variance)]
        {
            answer.notes.extend(exact.as_ref().map(|exact| format!("{name}: {}", text(exact))));
        }
    }

    /// Says what is out of reach, and deals hands of so many cards instead.
    fn out_of_reach(
        &mut self,
        short: &OutOfReach,
        reach: &str,
        hands: &[usize],
        can_sample: bool,
        question: Question,
        answer: &mut Answer,
    ) -> Result<()> {
        let why = match short {
            OutOfReach::Stopped(Stop::Memory) => {
                format!("more classes than fit into --memory {}", size::show(self.arguments.memory))
            }
            other => other.to_string(),
        };
        let why = if reach.is_empty() { why } else { format!("{reach}: {why}") };
        let samples = self.arguments.samples;
        let ended = matches!(short, OutOfReach::Stopped(Stop::Deadline | Stop::Interrupted));
        if ended || !can_sample || samples == 0 || hands.is_empty() {
            let remedy = match hands {
                [] if can_sample && !ended => "; --hand K deals hands of K cards",
                _ if can_sample && samples == 0 => "; --samples N deals hands instead",
                _ => "",
            };
            answer.stopped = Some(format!("{why}{remedy}"));
            return Ok(());
        }
        let seed = input::seed(self.arguments.seed)?;
        let dealt = counted(samples.into(), "hand");
        let each = if hands.len() > 1 { " each" } else { "" };
        answer.notes.push(why);
        answer.sampled = Some(format!("{dealt}{each}, dealt from --seed {seed} on"));
        for &cards in hands {
            self.progress.say(|| format!("dealing {dealt} of {cards} cards"));
            let counts = match odds::sample(self.deck, cards, question, samples, seed, &self.limit)
            {
                Ok(counts) => counts,
                Err(stop) => {
                    let dealt = |line: &Line| matches!(line.figure, Figure::Sampled(_));
                    if !answer.lines.iter().any(dealt) {
                        answer.sampled = None;
                    }
                    answer.stopped = Some(format!("{stop} among hands of {cards} cards"));
                    return Ok(());
                }
            };
            let share = |count: u64| {
                let estimate = statistics::proportion(count, samples);
                let estimate = estimate.expect("some hands were dealt");
                let interval = estimate.interval.unwrap_or(Interval { low: 0.0, high: 1.0 });
                Sampled { value: estimate.value, interval, odds: None }
            };
            if question == Question::Set {
                let with = counts.get(&1).copied().unwrap_or(0);
                let odds = statistics::odds(Trials { with, without: samples - with });
                let sampled = Sampled { odds: odds.map(|odds| odds.value), ..share(with) };
                answer.lines.push(Line::sampled(cards, sampled));
            } else {
                let lines = counts.into_iter();
                answer.lines.extend(lines.map(|(sets, hands)| Line::sampled(sets, share(hands))));
            }
        }
        Ok(())
    }
}

/// Some numbers of cards, not below one, where hands with and without a set are both to be expected;
/// none where these are too many to be dealt by default.
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
