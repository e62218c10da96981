//! The figures of a simulation, in the forms that `simulate` and `merge` print.

use std::cmp::Reverse;

use anyhow::Result;
use serde::Serialize;

use tercet::statistics::{Estimate, Trials, mean, odds, odds_over_games, proportion};

use crate::output::{Count, DeckJson, Printer};

use super::Checkpoint;

/// Everything that a tally tells.
pub(crate) struct Statistics {
    /// The games of the tally.
    pub(crate) games: u64,
    /// The games by the cards left at the end.
    pub(crate) left: Vec<Frequency>,
    /// The sets of all games, and how many a game has.
    pub(crate) sets: (u128, Option<Estimate>),
    /// The games by their largest layout.
    pub(crate) largest: Vec<Frequency>,
    /// The layouts by their cards, those beside an empty deck left out.
    pub(crate) sizes: Vec<Layouts>,
    /// The layouts by their cards and the cards left in the deck, which are listed from the first
    /// layout of a game to the last.
    pub(crate) layouts: Vec<(usize, Layouts)>,
}

/// The games of which something is so many cards.
pub(crate) struct Frequency {
    pub(crate) cards: usize,
    pub(crate) games: u64,
    pub(crate) share: Estimate,
}

/// The layouts of so many cards.
pub(crate) struct Layouts {
    pub(crate) cards: usize,
    pub(crate) with: u128,
    pub(crate) without: u128,
    /// The odds of a set, to one; none where every layout held one.
    pub(crate) odds: Option<Estimate>,
}

impl Statistics {
    pub(crate) fn new(checkpoint: &Checkpoint) -> Self {
        let (tally, deck) = (checkpoint.tally(), checkpoint.simulation().deck());
        let games = tally.games();
        let share = |(cards, some): (usize, u64)| {
            let share = proportion(some, games).expect("who has a largest layout is a game");
            Frequency { cards, games: some, share }
        };
        let sets = |left| sets(deck, left);
        let left: Vec<Frequency> = tally.left().map(share).collect();
        let sets_and_games = left.iter().map(|left| (sets(left.cards) as f64, left.games));
        let sum = tally.left().map(|(left, games)| sets(left) as u128 * u128::from(games)).sum();
        let mut layouts: Vec<(usize, Layouts)> = tally
            .cells()
            .map(|(cards, deck, trials)| {
                let Trials { with, without } = trials;
                let odds = odds(trials);
                (deck, Layouts { cards, with: with.into(), without: without.into(), odds })
            })
            .collect();
        layouts.sort_by_key(|&(deck, Layouts { cards, .. })| (cards, Reverse(deck)));
        Self {
            games,
            sets: (sum, mean(sets_and_games)),
            left,
            largest: tally.largest().map(share).collect(),
            sizes: tally
                .sizes()
                .map(|(cards, moments)| Layouts {
                    cards,
                    with: moments.with,
                    without: moments.without,
                    odds: odds_over_games(&moments),
                })
                .collect(),
            layouts,
        }
    }
}

/// How many sets a game has taken that leaves so many cards.
pub(crate) fn sets(deck: tercet::Deck, left: usize) -> usize {
    let size = usize::try_from(deck.size()).expect("a deck of a simulation has few cards");
    (size - left) / deck.values()
}

#[derive(Serialize)]
struct SimulateJson<'a> {
    schema: &'static str,
    version: &'a str,
    deck: DeckJson,
    start: usize,
    pick: &'static str,
    seed: u64,
    games: u64,
    shards: ShardsJson<'a>,
    played: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<&'a str>,
    left: Vec<FrequencyJson>,
    sets: SetsJson,
    largest: Vec<FrequencyJson>,
    sizes: Vec<LayoutsJson>,
    layouts: Vec<LayoutsJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    threads: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

#[derive(Serialize)]
struct ShardsJson<'a> {
    of: u64,
    numbers: &'a [u64],
}

#[derive(Serialize)]
struct FrequencyJson {
    cards: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    sets: Option<usize>,
    games: u64,
    share: f64,
    interval: Option<[f64; 2]>,
}

impl From<&Frequency> for FrequencyJson {
    fn from(&Frequency { cards, games, share }: &Frequency) -> Self {
        Self { cards, sets: None, games, share: share.value, interval: ends(share) }
    }
}

#[derive(Serialize)]
struct SetsJson {
    sum: Count,
    mean: Option<f64>,
    interval: Option<[f64; 2]>,
}

#[derive(Serialize)]
struct LayoutsJson {
    cards: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    deck: Option<usize>,
    with: Count,
    without: Count,
    odds: Option<f64>,
    interval: Option<[f64; 2]>,
}

impl From<&Layouts> for LayoutsJson {
    fn from(&Layouts { cards, with, without, odds }: &Layouts) -> Self {
        Self {
            cards,
            deck: None,
            with: Count(with),
            without: Count(without),
            odds: odds.map(|odds| odds.value),
            interval: odds.and_then(ends),
        }
    }
}

fn ends(estimate: Estimate) -> Option<[f64; 2]> {
    estimate.interval.map(|interval| [interval.low, interval.high])
}

/// How the games were played, where they were.
#[derive(Clone, Copy)]
pub(crate) struct Played<'a> {
    pub(crate) stopped: Option<&'a str>,
    pub(crate) threads: Option<usize>,
    pub(crate) seconds: Option<f64>,
}

impl Played<'_> {
    /// Not here.
    pub(crate) const ELSEWHERE: Self = Self { stopped: None, threads: None, seconds: None };
}

/// Prints one JSON object.
pub(crate) fn print_json(
    checkpoint: &Checkpoint,
    played: Played,
    printer: &mut Printer,
) -> Result<()> {
    let figures = Statistics::new(checkpoint);
    let run = checkpoint.simulation();
    let left = |left: &Frequency| FrequencyJson {
        sets: Some(sets(run.deck(), left.cards)),
        ..FrequencyJson::from(left)
    };
    let layouts = |(deck, layouts): &(usize, Layouts)| LayoutsJson {
        deck: Some(*deck),
        ..LayoutsJson::from(layouts)
    };
    printer.json(&SimulateJson {
        schema: "tercet.simulate/1",
        version: checkpoint.version(),
        deck: run.deck().into(),
        start: run.start(),
        pick: run.pick().name(),
        seed: run.seed(),
        games: run.games(),
        shards: ShardsJson { of: checkpoint.shards().of, numbers: checkpoint.shards().numbers },
        played: figures.games,
        stopped: played.stopped,
        left: figures.left.iter().map(left).collect(),
        sets: SetsJson {
            sum: Count(figures.sets.0),
            mean: figures.sets.1.map(|mean| mean.value),
            interval: figures.sets.1.and_then(ends),
        },
        largest: figures.largest.iter().map(FrequencyJson::from).collect(),
        sizes: figures.sizes.iter().map(LayoutsJson::from).collect(),
        layouts: figures.layouts.iter().map(layouts).collect(),
        threads: played.threads,
        seconds: played.seconds,
    })
}

/// What stands before every figure in CSV, and the figure.
const HEADINGS: [&str; 14] = [
    "values",
    "properties",
    "start",
    "pick",
    "seed",
    "games",
    "table",
    "cards",
    "deck",
    "count",
    "of",
    "value",
    "low",
    "high",
];

/// Prints a row a figure.
pub(crate) fn print_csv(checkpoint: &Checkpoint, printer: &mut Printer) -> Result<()> {
    let figures = Statistics::new(checkpoint);
    let run = checkpoint.simulation();
    let begin = [
        run.deck().values().to_string(),
        run.deck().properties().to_string(),
        run.start().to_string(),
        run.pick().to_string(),
        run.seed().to_string(),
        figures.games.to_string(),
    ];
    printer.csv(HEADINGS)?;
    let mut row = |table: &str,
                   cards: Option<usize>,
                   deck: Option<usize>,
                   count: u128,
                   of: u128,
                   value: Option<Estimate>| {
        let text = |number: Option<usize>| number.map_or(String::new(), |n| n.to_string());
        let figure = |number: Option<f64>| number.map_or(String::new(), |x| x.to_string());
        let interval = value.and_then(ends);
        let figure = [
            table.into(),
            text(cards),
            text(deck),
            count.to_string(),
            of.to_string(),
            figure(value.map(|value| value.value)),
            figure(interval.map(|[low, _]| low)),
            figure(interval.map(|[_, high]| high)),
        ];
        printer.csv(begin.iter().chain(&figure))
    };
    let games = u128::from(figures.games);
    for &Frequency { cards, games: some, share } in &figures.left {
        row("left", Some(cards), None, some.into(), games, Some(share))?;
    }
    row("sets", None, None, figures.sets.0, games, figures.sets.1)?;
    for &Frequency { cards, games: some, share } in &figures.largest {
        row("largest", Some(cards), None, some.into(), games, Some(share))?;
    }
    for &Layouts { cards, with, without, odds } in &figures.sizes {
        row("sizes", Some(cards), None, with, with + without, odds)?;
    }
    for &(deck, Layouts { cards, with, without, odds }) in &figures.layouts {
        row("layouts", Some(cards), Some(deck), with, with + without, odds)?;
    }
    Ok(())
}
