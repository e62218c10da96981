//! Norvig's four tables of odds, compared with exact odds and with more games.
//!
//! His program deals and plays, so his figures are counts. A count is judged by the probability that the
//! exact odds give as large a deviation by chance. The odds of layouts met in a game have no formula, so
//! games are played by his rule, in which the first set of the layout is taken, and many more of them
//! than he played. The layouts of one game depend on each other, so the standard errors are those of
//! games, not of layouts. The odds of the booklet are not counts, and must be the exact odds, rounded.

use std::time::Instant;

use serde::{Deserialize, Serialize};
use tercet::Deck;
use tercet::game::{Pick, Simulation, Tally};
use tercet::odds::{FreeHands, Row, decimal, given};
use tercet::solver::{Limit, Stop};
use tercet::statistics::{Estimate, Trials, chi_squared_tail, events_tail, odds};

use super::{Extent, LEAST_P, axis, cells, chance, grouped, p_value, series};
use crate::plot::{Bound, Chart, Point, Scale, Series, Style};
use crate::report::{Finding, Section, Table, Verdict};

/// A line of his tables: the cards of a layout, the layouts with a set and those without, the odds.
struct Printed {
    cards: usize,
    with: u64,
    without: u64,
    odds: &'static str,
}

const fn printed(cards: usize, with: u64, without: u64, odds: &'static str) -> Printed {
    Printed { cards, with, without, odds }
}

/// The booklet of the game, which gives only odds.
const BOOKLET: [Printed; 2] = [printed(12, 33, 1, "33:1"), printed(15, 2500, 1, "2500:1")];
/// 100,000 first layouts.
const FIRST: [Printed; 2] = [printed(12, 96_844, 3_156, "31:1"), printed(15, 99_963, 37, "2702:1")];
/// Layouts in games, while the deck lasts.
const PLAYED: [Printed; 3] = [
    printed(12, 86_065, 5_871, "15:1"),
    printed(15, 5_595, 64, "87:1"),
    printed(18, 57, 0, "inft:1"),
];
/// The number of his games.
const HIS_GAMES: f64 = 4_000.0;
/// First layouts that held no set before the last three cards were dealt.
const NOT_BEFORE: [Printed; 2] =
    [printed(12, 26_426, 3_242, "8:1"), printed(15, 3_207, 35, "92:1")];

/// The computed odds and the games played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Data {
    /// The seed of the games.
    pub seed: u64,
    /// The exact probability that a first layout holds no set.
    pub first: Vec<Exact>,
    /// The same, given that it held no set three cards before.
    pub not_before: Vec<Exact>,
    /// The number of games.
    pub games: u64,
    /// The time of the games, in seconds.
    pub seconds: f64,
    /// The layouts met while the deck lasted.
    pub played: Vec<Played>,
    /// The same layouts, by the number of cards left in the deck.
    pub met: Vec<Met>,
}

/// The exact probability of no set.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Exact {
    /// The number of cards of a layout.
    pub cards: usize,
    /// The probability, from 0 to 1.
    pub without: f64,
}

/// The layouts of one size.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Played {
    /// The number of cards of a layout.
    pub cards: usize,
    /// The number of layouts with a set.
    pub with: u64,
    /// The number of layouts without a set.
    pub without: u64,
    /// The 95 % confidence interval of the odds, if there were enough layouts.
    pub interval: Option<(f64, f64)>,
}

/// The layouts of one size that were met with one number of cards left in the deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Met {
    /// The number of cards of a layout.
    pub cards: usize,
    /// The number of cards left in the deck.
    pub left: usize,
    /// The number of layouts with a set.
    pub with: u64,
    /// The number of layouts without a set.
    pub without: u64,
}

/// Computes the exact odds, and plays games.
///
/// # Errors
///
/// [`Stop`], if the limit is reached.
pub fn measure(extent: Extent, seed: u64, limit: &Limit) -> Result<Data, Stop> {
    let deck = Deck::CLASSIC;
    let rows: Vec<Row> = FreeHands::new(deck, limit).take(16).collect::<Result<_, _>>()?;
    let number = |text: String| text.parse().expect("a decimal number");
    let first = |cards: usize| {
        let Row { free, hands, .. } = &rows[cards];
        Exact { cards, without: number(decimal(free, hands, 20)) }
    };
    let not_before = |cards: usize| {
        let ratio =
            given(&rows[cards], &rows[cards - 3]).expect("fewer cards can be without a set");
        Exact { cards, without: number(decimal(ratio.numer(), ratio.denom(), 20)) }
    };
    let games = match extent {
        Extent::Quick => 400_000,
        Extent::Full => 10_000_000,
    };
    let simulation = Simulation::new(deck, 12, Pick::First, seed, games)?;
    let begin = Instant::now();
    let mut tally = Tally::default();
    for unit in 0..simulation.units() {
        tally.add(&simulation.play(unit, limit)?);
    }
    let seconds = begin.elapsed().as_secs_f64();
    let played = tally.sizes().map(|(cards, [with, without], odds)| {
        let interval = odds.and_then(|odds: Estimate| odds.interval);
        Played { cards, with: with as u64, without: without as u64, interval }
    });
    let met = tally.cells().filter(|&(_, left, _)| left > 0);
    let met = met.map(|(cards, left, Trials { with, without })| Met { cards, left, with, without });
    Ok(Data {
        seed,
        first: [12, 15].map(first).into(),
        not_before: [12, 15].map(not_before).into(),
        games,
        seconds,
        played: played.collect(),
        met: met.collect(),
    })
}

/// The odds of a set, to one.
fn to_one(without: f64) -> f64 {
    (1.0 - without) / without
}

/// Odds for people: 29.958 : 1, 2741.1 : 1.
fn shown(odds: f64) -> String {
    // No-break spaces keep them on one line.
    format!("{odds:.*}\u{a0}:\u{a0}1", if odds < 100.0 { 3 } else { 1 })
}

impl Played {
    fn odds(self) -> f64 {
        self.with as f64 / self.without as f64
    }
}

/// The section of the report.
pub fn section(data: &Data) -> Section {
    let exact = |table: &[Exact], cards| table.iter().find(|it| it.cards == cards).copied();
    let mut findings: Vec<Finding> =
        BOOKLET.iter().map(|line| booklet(line, exact(&data.first, line.cards))).collect();
    findings.extend(FIRST.iter().map(|line| {
        counted("first layouts", "of 100,000 shuffles", line, exact(&data.first, line.cards))
    }));
    findings.extend(PLAYED.iter().map(|line| {
        let ours = data.played.iter().find(|played| played.cards == line.cards);
        played(line, ours.copied(), data.games)
    }));
    findings.extend(NOT_BEFORE.iter().map(|line| {
        let what = "first layouts without a set before the last three cards";
        counted(what, "of 100,000 shuffles", line, exact(&data.not_before, line.cards))
    }));
    Section {
        id: "norvig",
        title: "The odds of a set: in first layouts, in games, and after layouts without one"
            .into(),
        source: "Norvig, The Odds of Finding a Set in the Card Game SET (pytudes, SET.ipynb), \
                 experiments(100000)"
            .into(),
        setup: format!(
            "The odds of first layouts are exact: hands without a set are counted by their classes. For the \
             odds in games, {} games of the full deck were played by his rule with seed {}, in {:.1} s: 12 \
             cards are dealt, the first set in layout order is taken, and three more cards are dealt \
             if there is none; layouts after the last card was dealt do not count. He played 4,000 games; \
             his program takes 17.8 s in CPython for all his tables.",
            grouped(data.games),
            data.seed,
            data.seconds
        ),
        findings,
        charts: vec![chart(data)],
        tables: vec![table(data)],
        data: points(data),
    }
}

fn booklet(line: &Printed, exact: Option<Exact>) -> Finding {
    let claim = format!("The booklet: {} cards hold a set with odds of {}.", line.cards, line.odds);
    let Some(exact) = exact else { return missing(claim, ROUNDED.into()) };
    let odds = to_one(exact.without);
    // 2500 is rounded to hundreds.
    let digits = if line.with.is_multiple_of(100) { 100.0 } else { 1.0 };
    let holds = (odds / digits).round() * digits - line.with as f64;
    Finding {
        claim,
        found: format!("Exactly {}.", shown(odds)),
        rule: ROUNDED.into(),
        verdict: Verdict::of(holds.abs() < 0.5),
    }
}

/// The rule of the claims of the booklet.
const ROUNDED: &str = "Holds if the exact odds, rounded as the source rounds, are those printed.";

fn missing(claim: String, rule: String) -> Finding {
    Finding { claim, found: "Nothing was computed.".into(), rule, verdict: Verdict::Open }
}

/// His count compared with an exact probability.
fn counted(what: &str, of: &str, line: &Printed, exact: Option<Exact>) -> Finding {
    let Printed { cards, with, without, odds } = line;
    let claim = format!(
        "{cards} cards, {what}: {} with a set and {} without, {odds} ({of}).",
        grouped(*with),
        grouped(*without)
    );
    let Some(exact) = exact else { return missing(claim, chance()) };
    let layouts = with + without;
    let p = events_tail(*without, layouts, exact.without);
    Finding {
        claim,
        found: format!(
            "Exactly {}; {:.1} of {} without a set are expected ({}).",
            shown(to_one(exact.without)),
            exact.without * layouts as f64,
            grouped(layouts),
            p_value(p)
        ),
        rule: chance(),
        verdict: Verdict::of(p >= LEAST_P),
    }
}

/// His count in games compared with that of the games played here.
fn played(line: &Printed, ours: Option<Played>, games: u64) -> Finding {
    let Printed { cards, with, without, odds } = line;
    let claim = format!(
        "{cards} cards, met in games: {} with a set and {} without, {odds} (4,000 games).",
        grouped(*with),
        grouped(*without)
    );
    let Some(ours) = ours.filter(|ours| ours.with > 0) else {
        let found = "No such layout was met.".into();
        return Finding { claim, found, rule: chance(), verdict: Verdict::Open };
    };
    let layouts = format!(
        "{} of {} layouts without a set in {} games",
        grouped(ours.without),
        grouped(ours.with + ours.without),
        grouped(games)
    );
    if *without == 0 {
        // A game hardly ever has two layouts of 18 cards, so they are independent.
        let share = ours.without as f64 / (ours.with + ours.without) as f64;
        let p = (1.0 - share).powf(*with as f64);
        return Finding {
            claim,
            found: format!(
                "{layouts}: the probability that all of {with} layouts hold a set is {p:.4}."
            ),
            rule: chance(),
            verdict: Verdict::of(p >= LEAST_P),
        };
    }
    let Some((low, high)) = ours.interval else {
        let found = format!("Too few to decide: {layouts}.");
        return Finding { claim, found, rule: chance(), verdict: Verdict::Open };
    };
    let his = *with as f64 / *without as f64;
    // The interval is symmetric in the logarithm, 1.96 standard errors to both sides. His fewer games
    // have a larger error.
    let error = (high / low).ln() / (2.0 * 1.959_964);
    let variance = error.powi(2) * (1.0 + games as f64 / HIS_GAMES);
    let p = chi_squared_tail((his / ours.odds()).ln().powi(2) / variance, 1);
    Finding {
        claim,
        found: format!(
            "{} (95 % interval {low:.3} to {high:.3}), {layouts}; his odds are {} ({}).",
            shown(ours.odds()),
            shown(his),
            p_value(p)
        ),
        rule: chance(),
        verdict: Verdict::of(p >= LEAST_P),
    }
}

/// The odds in games by the cards left: a set that is taken leaves cards that hold fewer sets.
fn chart(data: &Data) -> Chart {
    let met = |cards: usize| {
        let here = data.met.iter().filter(move |met| met.cards == cards && met.with > 0);
        here.filter_map(|&Met { left, with, without, .. }| {
            let Estimate { value: y, interval: spread } = odds(Trials { with, without })?;
            Some(Point { x: left as f64, y, spread, bound: Bound::Exact })
        })
    };
    let line = |cards| Series {
        name: format!("{cards} cards"),
        style: Style::Line,
        points: met(cards).collect(),
    };
    let ends = |cards| {
        let last = met(cards).map(|point| point.x).fold(0.0, f64::max);
        [met(cards).map(|point| point.x).fold(last, f64::min), last]
    };
    let his = |printed: &Printed| {
        let odds = printed.with as f64 / printed.without as f64;
        let name = format!("Norvig, {}", printed.cards);
        series(name, Style::Reference, ends(printed.cards).map(|left| (left, odds)))
    };
    let first = data.first.iter().find(|exact| exact.cards == 12);
    let first = first.map(|exact| (69.0, to_one(exact.without)));
    Chart {
        title: "Odds of a set among 12 and 15 cards in a game".into(),
        x: axis("cards left in the deck", Scale::Linear),
        y: axis("odds of a set (to one)", Scale::Logarithmic),
        series: vec![
            line(12),
            line(15),
            his(&PLAYED[0]),
            his(&PLAYED[1]),
            series("first 12, exact", Style::Marks, first),
        ],
    }
}

/// His four tables, each line with the exact odds or those of the games played here.
fn table(data: &Data) -> Table {
    let exact = |table: &[Exact], cards: usize| {
        let found = table.iter().find(|it| it.cards == cards);
        found.map_or_else(|| "–".into(), |it| shown(to_one(it.without)))
    };
    let ours = |cards: usize| {
        let found = data.played.iter().find(|it| it.cards == cards);
        let Some(it) = found else { return "–".into() };
        let none = format!("{}\u{a0}:\u{a0}0", it.with);
        if it.without == 0 { none } else { shown(it.odds()) }
    };
    let mut rows = Vec::new();
    let mut add = |name: &str, lines: &[Printed], here: &dyn Fn(usize) -> String| {
        rows.extend(lines.iter().map(|line| {
            let [cards, with, without] =
                [line.cards as u64, line.with, line.without].map(|number| number.to_string());
            cells([name, &cards, &with, &without, line.odds, &here(line.cards)])
        }));
    };
    add("the booklet", &BOOKLET, &|cards| exact(&data.first, cards));
    add("first layout", &FIRST, &|cards| exact(&data.first, cards));
    add("in games", &PLAYED, &ours);
    add("none before the last three", &NOT_BEFORE, &|cards| exact(&data.not_before, cards));
    Table {
        caption:
            "Norvig's tables, and the odds they estimate: exact, or from the games played here"
                .into(),
        columns: cells(["layouts", "cards", "with a set", "without", "printed odds", "odds"]),
        rows,
    }
}

/// The exact odds, the layouts of each size, and the same by the cards left in the deck.
fn points(data: &Data) -> Table {
    let exact = |name: &'static str, table: &[Exact]| {
        let row = move |it: &Exact| {
            let [cards, share, odds] =
                [it.cards.to_string(), it.without.to_string(), to_one(it.without).to_string()];
            cells([name, &cards, "", "", "", &share, &odds, "", ""])
        };
        table.iter().map(row).collect::<Vec<_>>()
    };
    let counted = |cards: usize, left: String, trials: Trials, ends: Option<(f64, f64)>| {
        let Trials { with, without } = trials;
        let share = without as f64 / (with + without) as f64;
        let odds = if without > 0 { to_one(share).to_string() } else { String::new() };
        let [low, high] =
            ends.map_or_else(Default::default, |ends| [ends.0, ends.1].map(|end| end.to_string()));
        let [cards, with, without] = [cards as u64, with, without].map(|it| it.to_string());
        cells(["in games", &cards, &left, &with, &without, &share.to_string(), &odds, &low, &high])
    };
    let played = data.played.iter().map(|&Played { cards, with, without, interval }| {
        counted(cards, String::new(), Trials { with, without }, interval)
    });
    let met = data.met.iter().map(|&Met { cards, left, with, without }| {
        let trials = Trials { with, without };
        let ends = odds(trials).and_then(|odds| odds.interval);
        counted(cards, left.to_string(), trials, ends)
    });
    let mut rows = exact("first layout", &data.first);
    rows.extend(exact("none before the last three", &data.not_before));
    rows.extend(played.chain(met));
    Table {
        caption:
            "Odds of a set: exact, and in games with 95 % intervals, for all layouts and by the \
                  number of cards left in the deck"
                .into(),
        columns: cells([
            "layouts",
            "cards",
            "left",
            "with a set",
            "without",
            "share without",
            "odds",
            "low",
            "high",
        ]),
        rows,
    }
}

#[cfg(test)]
mod tests;
