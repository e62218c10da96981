//! `tercet caps max`: how large set-free hands of a deck can be.

use std::time::{Duration, Instant};

use anyhow::Result;
use serde::Serialize;
use tercet::caps::{Bound, CapError, MOST_CARDS, bounds, constructed, improve, maximum};
use tercet::notation::Notation;
use tercet::solver::{Limit, Stop};
use tercet::{Board, Deck};

use super::{SEARCH, limit, noun, refuse};
use crate::cli::{CapsMax, Format};
use crate::interrupt::Interrupt;
use crate::output::{DeckJson, Printer, board_file, counted, duration, notation, texts};
use crate::progress::Progress;
use crate::{Outcome, input, say};

pub(crate) fn run(arguments: &CapsMax, printer: &mut Printer) -> Result<Outcome> {
    let deck = input::deck(arguments.deck)?;
    let notation = notation(arguments.look, deck)?;
    let interrupt = Interrupt::listen()?;
    let progress = Progress::start(format!("looking for the largest {} of {deck}", noun(deck)));
    let begin = Instant::now();
    let mut answer = Largest {
        deck,
        bound: bounds(deck),
        proof: None,
        hand: None,
        searched: None,
        stopped: None,
        time: Duration::ZERO,
    };
    match maximum(deck, &limit(arguments.timeout, &interrupt)) {
        Ok(Some(largest)) => {
            (answer.hand, answer.proof) = (Some(largest.hand), Some(largest.proof));
        }
        Ok(None) => {
            if let Some(known) = constructed(deck) {
                let seed = input::seed(arguments.seed)?;
                let time = arguments.timeout.unwrap_or(SEARCH);
                let limit = Limit::timeout(time).or_flag(interrupt.flag());
                let enough = usize::try_from(&answer.bound.most).unwrap_or(usize::MAX);
                match improve(&known, seed, enough, &limit) {
                    Ok(found) => answer.searched = Some((known.len(), seed, found.hand)),
                    Err(CapError::Stopped(stop)) => {
                        answer.searched = Some((known.len(), seed, known));
                        answer.stopped = Some((stop, "a search"));
                    }
                    Err(refusal) => return refuse(refusal),
                }
            }
        }
        Err(stop) => answer.stopped = Some((stop, "the proof")),
    }
    answer.time = begin.elapsed();
    drop(progress);
    interrupt.end_work();
    answer.print(arguments.look.format, notation, printer)?;
    let known = answer.stopped.is_none() && answer.bound.exact().is_some();
    Ok(if known { Outcome::Yes } else { Outcome::Stopped })
}

/// What is known, and what was found.
struct Largest {
    deck: Deck,
    bound: Bound,
    proof: Option<&'static str>,
    /// A largest hand, by the proof.
    hand: Option<Board>,
    /// From how many cards the search went out, with which seed, and what it found.
    searched: Option<(usize, u64, Board)>,
    /// Why the work was stopped, and before what.
    stopped: Option<(Stop, &'static str)>,
    time: Duration,
}

impl Largest {
    fn shown(&self) -> Option<&Board> {
        self.hand.as_ref().or(self.searched.as_ref().map(|(.., hand)| hand))
    }

    /// What is known, in sentences.
    fn sentences(&self) -> Vec<String> {
        let Self { deck, bound, time, .. } = self;
        let (noun, time) = (noun(*deck), duration(*time));
        if let (Some(hand), Some(proof)) = (&self.hand, self.proof) {
            let n = hand.len();
            return vec![
                format!("the largest {noun} of {deck} has {}", counted(n as u128, "card")),
                format!("proved here: {proof} (in {time})"),
            ];
        }
        let Bound { least, least_from, most, most_from } = bound;
        let mut sentences = if let Some(most) = bound.exact() {
            vec![
                format!("the largest {noun} of {deck} has {most} cards"),
                if least_from == most_from {
                    format!("quoted, not proved here: {most_from}")
                } else {
                    format!("quoted, not proved here: {least_from}; no more: {most_from}")
                },
            ]
        } else {
            let found = self.shown().map_or(0, Board::len).into();
            let least_now = least.max(&found);
            vec![
                format!("the largest {noun} of {deck} has {least_now} to {most} cards"),
                format!("quoted: at least {least} ({least_from}), at most {most} ({most_from})"),
            ]
        };
        if let Some((begin, seed, hand)) = &self.searched {
            let n = hand.len();
            let construction = format!("{n} cards by construction");
            let found = if *begin < n {
                format!("{n} cards by local search from a construction of {begin}, --seed {seed}")
            } else if bound.most == n.into() || self.stopped.is_some() {
                construction
            } else {
                format!("{construction}; local search found no more, --seed {seed}")
            };
            sentences.push(format!("found now: {found} (in {time})"));
        } else if self.stopped.is_none() {
            let size = deck.size();
            sentences.push(format!(
                "found now: nothing, for {deck} has {size} cards and at most {MOST_CARDS} are gone through"
            ));
        }
        if let Some((stop, before)) = &self.stopped {
            sentences.push(format!("stopped: {stop} before {before}"));
        }
        sentences
    }

    fn print(&self, format: Format, notation: Notation, printer: &mut Printer) -> Result<()> {
        let cards = self.shown().map(|hand| texts(self.deck, notation, hand.cards()));
        match format {
            Format::Text => match cards {
                Some(cards) => board_file(self.deck, &self.sentences().join("\n"), &cards, printer),
                None => self.sentences().iter().try_for_each(|line| printer.line(line)),
            },
            Format::Json => printer.json(&MaxJson {
                schema: "tercet.caps-max/1",
                deck: self.deck.into(),
                least: self.bound.least.to_string(),
                least_from: self.bound.least_from,
                most: self.bound.most.to_string(),
                most_from: self.bound.most_from,
                proved_here: self.proof,
                stopped: self.stopped.as_ref().map(|(stop, _)| stop.to_string()),
                seed: self.searched.as_ref().map(|&(_, seed, _)| seed),
                count: cards.as_ref().map(Vec::len),
                cards,
                seconds: self.time.as_secs_f64(),
            }),
            Format::Csv => {
                for line in self.sentences() {
                    say(&line);
                }
                printer.csv(["card"])?;
                cards.into_iter().flatten().try_for_each(|card| printer.csv([card]))
            }
        }
    }
}

#[derive(Serialize)]
struct MaxJson {
    schema: &'static str,
    deck: DeckJson,
    /// Decimal digits: for large decks they pass every machine word.
    least: String,
    least_from: &'static str,
    most: String,
    most_from: &'static str,
    proved_here: Option<&'static str>,
    stopped: Option<String>,
    seed: Option<u64>,
    /// How many cards the hand has that is shown.
    count: Option<usize>,
    cards: Option<Vec<String>>,
    seconds: f64,
}
