//! Hands of the full deck with and without a set: the odds of Knuth's table and of Norvig's, and claims about
//! random boards.
//!
//! Hands are counted exactly, by their classes under the symmetries of the deck. Boards are dealt at random, so
//! their numbers are counts. A count is judged by the probability that the exact odds give as large a deviation by
//! chance. The odds of layouts met in a game have no formula, so games are played, in which the first set of the
//! layout is taken. The layouts of one game depend on each other, so the standard errors are those of games, not of
//! layouts. Boards of many cards without a set, which random boards never are, are drawn by their classes.

use std::time::Instant;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tercet::game::{Pick, Simulation, Tally};
use tercet::odds::{FreeHands, Statistic, decimal, sample};
use tercet::sampler::BoardSampler;
use tercet::solver::{Limit, Method, NoAnswer};
use tercet::statistics::{Trials, chi_squared_tail, events_tail, odds};
use tercet::{Deck, deal};

use super::{Claim, Extent, Figure, Found, LEAST_P, listed, p_value, series};
use crate::report::{Section, Table, Verdict};
use tercet_plot::words::grouped;
use tercet_plot::{Axis, Chart, Point, Scale, Series, Style};

/// The hands of the full deck that are counted, dealt, drawn, and met in games, and the claims about them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hands {
    /// The largest number of cards of the hands that are counted exactly.
    exact: usize,
    /// Random boards: their cards, and their numbers in a quick and in a full report.
    #[serde(default)]
    dealt: Vec<(usize, (u64, u64))>,
    /// Random boards of these numbers of cards are dealt until one holds no set.
    #[serde(default)]
    until: Vec<usize>,
    /// The numbers of cards of which a board without a set is drawn.
    #[serde(default)]
    drawn: Vec<usize>,
    /// The number of games that are played, in a quick and in a full report.
    #[serde(default)]
    games: (u64, u64),
    /// The claims of the source.
    claims: Vec<Claim<Says>>,
}

/// The meaning of a claim about hands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Says {
    /// The probabilities of a set among 1 card, 2 cards, and so on, to 14 digits.
    Probabilities(Vec<String>),
    /// All random boards with this number of cards hold a set.
    Always(usize),
    /// No random board with this number of cards holds a set.
    Never(usize),
    /// The number of cards of a board, and the probability that it holds a set; tested on random boards.
    Probability(usize, f64),
    /// Boards of these numbers of cards without a set cannot be computed.
    Infeasible(Vec<usize>),
    /// The odds of a set among the first cards of the deck.
    Odds {
        /// The number of cards.
        cards: usize,
        /// The odds, to one.
        to_one: f64,
        /// The number of which the odds are a multiple, because the source rounds.
        rounded_to: f64,
    },
    /// Counts of layouts with and without a set.
    Layouts(Printed),
}

/// A printed line: the layouts with and without a set, and their odds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Printed {
    /// The cards of a layout.
    cards: usize,
    /// The layouts with a set.
    with: u64,
    /// The layouts without a set.
    without: u64,
    /// The odds as they are printed.
    odds: String,
    /// The number of games in which the layouts were met, while the deck lasted. Without it they are the first
    /// layouts.
    games: Option<f64>,
    /// Only first layouts that held no set among this many cards count.
    none_among: Option<usize>,
}

/// The hands that were counted, dealt, drawn and met.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Data {
    /// The seed of the first board and of the games; each further board has the next seed.
    pub seed: u64,
    /// The exact numbers, from one card on.
    pub exact: Vec<Exact>,
    /// Random boards.
    pub dealt: Vec<Counted>,
    /// The cards of boards that were dealt until one held no set, and the number of boards.
    pub until: Vec<(usize, u64)>,
    /// Boards drawn from those without a set.
    pub drawn: Vec<Drawn>,
    /// The number of games.
    pub games: u64,
    /// The time of the games, in seconds.
    pub seconds: f64,
    /// The layouts met in games while the deck lasted: of each size, and then also by the cards left.
    pub met: Vec<Counted>,
}

/// The hands of one size of the full deck.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Exact {
    /// The number of cards of a hand.
    pub cards: usize,
    /// The number of hands, in decimal digits.
    pub hands: String,
    /// The number of hands without a set.
    pub free: String,
    /// The probability of a set, to 14 digits.
    pub probability: String,
    /// The probability of no set.
    pub without: f64,
}

/// Boards of one size, by whether they hold a set.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Counted {
    /// The number of cards of a board.
    pub cards: usize,
    /// The number of cards left in the deck, if only boards met with that many are counted.
    pub left: Option<usize>,
    /// The numbers of boards.
    pub boards: Trials,
    /// The 95 % confidence interval of the odds, of layouts met in enough games.
    pub interval: Option<(f64, f64)>,
}

/// A board that was drawn from those without a set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Drawn {
    /// Its cards.
    pub cards: Vec<String>,
    /// Whether brute force finds a set on it.
    pub has_set: bool,
}

/// The number of digits of a probability after the point.
const DIGITS: usize = 14;

impl Hands {
    /// Whether the description can be measured; if not, the fault.
    pub(super) fn check(&self) -> Result<(), String> {
        let dealt = self.dealt.iter().map(|(cards, _)| cards);
        let most = dealt.chain([&self.exact]).max().copied().unwrap_or(0);
        let free = self.until.iter().chain(&self.drawn).max().copied().unwrap_or(0);
        let is_possible = Deck::CLASSIC.size() >= most.into() && free <= 20;
        is_possible.then_some(()).ok_or("a hand has at most 81 cards, and 20 without a set".into())
    }

    /// Counts hands, deals and draws boards, and plays games.
    ///
    /// # Errors
    ///
    /// [`NoAnswer`], if the limit is reached, or a number is out of its range.
    pub fn measure(&self, extent: Extent, seed: u64, limit: &Limit) -> Result<Data, NoAnswer> {
        let deck = Deck::CLASSIC;
        let exact = FreeHands::new(deck, limit).skip(1).take(self.exact).map(|row| {
            let row = row?;
            let share = |part, digits| decimal(part, &row.hands, digits);
            Ok(Exact {
                cards: row.cards,
                hands: row.hands.to_string(),
                free: row.free.to_string(),
                probability: share(&row.with_set(), DIGITS),
                // 30 digits leave 16 significant ones of the smallest probability, 1.5·10^-13.
                without: share(&row.free, 30).parse().expect("a decimal number"),
            })
        });
        let exact = exact.collect::<Result<_, NoAnswer>>()?;
        let dealt = self.dealt.iter().map(|&(cards, boards)| {
            let boards = extent.of(boards);
            let answers = sample(deck, cards, Statistic::Set, boards, seed, limit)?;
            let with = answers.get(&1).copied().unwrap_or(0);
            let boards = Trials { with, without: boards - with };
            Ok(Counted { cards, left: None, boards, interval: None })
        });
        let dealt = dealt.collect::<Result<_, NoAnswer>>()?;
        let until =
            self.until.iter().map(|&cards| Ok((cards, dealt_until(deck, cards, seed, limit)?)));
        let until = until.collect::<Result<_, NoAnswer>>()?;
        let drawn = self.drawn.iter().map(|&cards| draw(deck, cards, seed, limit));
        let drawn = drawn.collect::<Result<_, _>>()?;

        let games = extent.of(self.games);
        let simulation = Simulation::new(deck, 12, Pick::First, seed, games)?;
        let begin = Instant::now();
        let mut tally = Tally::default();
        for unit in 0..simulation.units() {
            tally.add(&simulation.play(unit, limit)?);
        }
        let seconds = begin.elapsed().as_secs_f64();
        let of_size = tally.sizes().map(|(cards, [with, without], odds)| {
            let boards = Trials { with: with as u64, without: without as u64 };
            (cards, None, boards, odds)
        });
        let by_left = tally.cells().filter(|&(_, left, _)| left > 0);
        let by_left =
            by_left.map(|(cards, left, boards)| (cards, Some(left), boards, odds(boards)));
        let met = of_size.chain(by_left).map(|(cards, left, boards, odds)| {
            let interval = odds.and_then(|odds| odds.interval);
            Counted { cards, left, boards, interval }
        });
        Ok(Data { seed, exact, dealt, until, drawn, games, seconds, met: met.collect() })
    }

    /// The section of the report.
    pub(crate) fn section(&self, figure: &Figure, data: &Data) -> Section {
        let mut section = figure.section(&setup(data));
        for claim in &self.claims {
            section.findings.push(claim.finding(claim.says.judge(data), None));
            if let Says::Probabilities(printed) = &claim.says {
                section.charts.push(probabilities_chart(printed, data));
                section.tables.push(probabilities_table(printed, data));
            }
        }
        if data.games > 0 {
            section.charts.push(self.games_chart(data));
        }
        let odds: Vec<Value> =
            self.claims.iter().filter_map(|claim| claim.says.odds_row(data)).collect();
        if !odds.is_empty() {
            section.tables.push(Table::of(
                "The printed odds, and those here: exact, or from the games played",
                "layouts | printed/cards | with a set=printed/with | printed/without \
                 | printed odds=printed/odds | odds",
                odds,
            ));
        }
        Section { data: self.points(data), ..section }
    }

    /// The lines of the source.
    fn printed(&self) -> impl Iterator<Item = &Printed> {
        self.claims.iter().filter_map(|claim| match &claim.says {
            Says::Layouts(printed) => Some(printed),
            _ => None,
        })
    }

    /// The odds in games by the cards left: a set that is taken leaves cards that hold fewer sets.
    fn games_chart(&self, data: &Data) -> Chart {
        let (mut lines, mut printed) = (Vec::new(), Vec::new());
        for line in self.printed().filter(|line| line.games.is_some() && line.without > 0) {
            let cards = line.cards;
            let here = data.met.iter().filter(|met| met.cards == cards && met.boards.with > 0);
            let points = here.filter_map(|met| {
                let (x, y) = (met.left? as f64, odds(met.boards)?.value);
                Some(Point { spread: met.interval, ..Point::at(x, y) })
            });
            let points: Vec<Point> = points.collect();
            let odds = odds_of(line.boards());
            let ends = [points.first(), points.last()].into_iter().flatten();
            let ends = ends.map(|end| (end.x, odds));
            printed.push(series(format!("printed, {cards}"), Style::Reference, ends));
            lines.push(Series::new(format!("{cards} cards"), Style::Line, points));
        }
        let first = data.without(12, None).map(|without| (69.0, to_one(without)));
        lines.extend(printed);
        lines.push(series("first 12, exact", Style::Marks, first));
        Chart {
            title: "Odds of a set in a game".into(),
            x: Axis::new("cards left in the deck", Scale::Linear),
            y: Axis::new("odds of a set (to one)", Scale::Logarithmic),
            series: lines,
        }
    }

    /// The exact numbers, the boards of each size, and those met in games by the cards left.
    fn points(&self, data: &Data) -> Table {
        let row = |hands: &str, cards: usize, number: Value, without: f64| {
            let odds = (without > 0.0).then(|| to_one(without));
            json!({
                "hands": hands, "cards": cards, "number": number, "share": [1.0 - without, without],
                "odds": odds,
            })
        };
        let exact = data.exact.iter().map(|exact| {
            let number = json!({"all": exact.hands, "without": exact.free});
            row("exact", exact.cards, number, exact.without)
        });
        let given = self.printed().filter_map(|&Printed { cards, none_among, .. }| {
            let hands = format!("exact, none among {}", none_among?);
            Some(row(&hands, cards, Value::Null, data.without(cards, none_among)?))
        });
        let dealt = data.dealt.iter().map(|dealt| ("dealt", dealt));
        let counted = dealt.chain(data.met.iter().map(|met| ("in games", met)));
        let counted = counted.map(|(hands, &Counted { cards, left, boards, interval })| {
            let Trials { with, without } = boards;
            let number = json!({
                "left": left, "all": with + without, "with": with, "without": without,
                "interval": interval,
            });
            row(hands, cards, number, without as f64 / (with + without) as f64)
        });
        Table::of(
            "Hands of the full deck with and without a set: exact, dealt, and met in games, in total and by \
             the cards left in the deck",
            "hands | cards | number/left | number=number/all | with a set=number/with | number/without \
             | probability of a set=share/0 | of none=share/1 | odds of a set=odds \
             | low=number/interval/0 | high=number/interval/1",
            exact.chain(given).chain(counted),
        )
    }
}

/// The number of random boards up to the first that holds no set.
fn dealt_until(deck: Deck, cards: usize, seed: u64, limit: &Limit) -> Result<u64, NoAnswer> {
    for boards in 0.. {
        let board = deal::board(deck, cards, seed.wrapping_add(boards))?;
        if board.search().within(limit.clone()).find()?.is_none() {
            return Ok(boards + 1);
        }
    }
    unreachable!("the loop has no end")
}

/// Draws a board without a set, and checks it by brute force.
fn draw(deck: Deck, cards: usize, seed: u64, limit: &Limit) -> Result<Drawn, NoAnswer> {
    let board = BoardSampler::free(deck, cards, limit)?.draw(seed, limit)?.0;
    let has_set = board.search().by(Method::BRUTE).within(limit.clone()).find()?.is_some();
    Ok(Drawn { cards: board.iter().map(|card| deck.show(card)).collect(), has_set })
}

fn setup(data: &Data) -> String {
    let Data { seed, seconds, .. } = data;
    let exact = "The hands of the full deck without a set are counted exactly, by their classes under \
                 the symmetries of the deck.";
    let mut setup = vec![exact.to_owned()];
    if !data.dealt.is_empty() {
        let boards = |dealt: &Counted| format!("{} of {} cards", all(dealt.boards), dealt.cards);
        let boards = data.dealt.iter().map(boards).collect::<Vec<_>>().join(", ");
        setup.push(format!("Random boards were dealt: {boards}. Board i has the seed {seed} + i."));
    }
    for (cards, boards) in &data.until {
        let expected = data.without(*cards, None).map_or(String::new(), |without| {
            format!(", of {} that are expected", grouped(without.recip().round() as u64))
        });
        let boards = grouped(boards);
        setup.push(format!(
            "Boards of {cards} cards were dealt until one held no set: board {boards}{expected}."
        ));
    }
    if data.games > 0 {
        setup.push(format!(
            "{} games of the full deck were played with seed {seed}, in {seconds:.1} s: 12 cards are \
             dealt, the first set in layout order is taken, and three more cards are dealt if there is \
             none; layouts after the last card was dealt do not count.",
            grouped(data.games)
        ));
    }
    setup.join(" ")
}

impl Data {
    fn exact(&self, cards: usize) -> Option<&Exact> {
        self.exact.iter().find(|row| row.cards == cards)
    }

    /// The exact probability that this many cards hold no set, given that some of them hold no set.
    fn without(&self, cards: usize, none_among: Option<usize>) -> Option<f64> {
        let given = none_among.map_or(Some(1.0), |fewer| self.without(fewer, None))?;
        Some(self.exact(cards)?.without / given)
    }

    /// The random boards of a size.
    fn dealt(&self, cards: usize) -> Trials {
        let dealt = self.dealt.iter().find(|dealt| dealt.cards == cards);
        dealt.map_or_else(Trials::default, |dealt| dealt.boards)
    }

    /// The layouts of a size that were met in games.
    fn met(&self, cards: usize) -> Option<&Counted> {
        self.met.iter().find(|met| met.cards == cards && met.left.is_none())
    }
}

impl Printed {
    fn boards(&self) -> Trials {
        Trials { with: self.with, without: self.without }
    }
}

/// The odds of a set, to one.
fn to_one(without: f64) -> f64 {
    (1.0 - without) / without
}

/// The odds of a set among some boards.
fn odds_of(boards: Trials) -> f64 {
    boards.with as f64 / boards.without as f64
}

/// Odds for people: 29.958 : 1, 2741.1 : 1.
fn shown(odds: f64) -> String {
    // No-break spaces keep them on one line.
    format!("{odds:.*}\u{a0}:\u{a0}1", if odds < 100.0 { 3 } else { 1 })
}

/// The number of boards, with commas.
fn all(boards: Trials) -> String {
    grouped(boards.with + boards.without)
}

impl Says {
    /// The finding about the claim, and the verdict.
    fn judge(&self, data: &Data) -> Found {
        let judged = match self {
            Self::Probabilities(printed) => Some(probabilities(printed, data)),
            &Self::Always(cards) => always(cards, data),
            &Self::Never(cards) => {
                let boards = data.dealt(cards);
                hold_a_set(boards).map(|found| (found, Verdict::of(boards.with == 0)))
            }
            &Self::Probability(cards, probability) => {
                dealt_as_expected(data.dealt(cards), 1.0 - probability)
            }
            Self::Infeasible(cards) => Some(infeasible(cards, data)),
            &Self::Odds { cards, to_one: printed, rounded_to } => {
                data.without(cards, None).map(|without| {
                    let odds = to_one(without);
                    let difference = (odds / rounded_to).round() * rounded_to - printed;
                    (format!("Exactly {}", shown(odds)), Verdict::of(difference.abs() < 0.5))
                })
            }
            Self::Layouts(printed) => match printed.games {
                Some(games) => data
                    .met(printed.cards)
                    .and_then(|met| in_games(printed.boards(), games, met, data.games)),
                None => data
                    .without(printed.cards, printed.none_among)
                    .map(|without| first_layouts(printed.boards(), without)),
            },
        };
        judged.unwrap_or_else(|| ("Too little was measured to decide".into(), Verdict::Open))
    }

    /// The odds that a source prints, and those here, as a row of a table.
    fn odds_row(&self, data: &Data) -> Option<Value> {
        let exact = |cards, none_among| {
            data.without(cards, none_among).map(|without| shown(to_one(without)))
        };
        Some(match self {
            Self::Odds { cards, to_one, .. } => json!({
                "layouts": "first layout",
                "printed": {"cards": cards, "odds": format!("{to_one}:1")},
                "odds": exact(*cards, None),
            }),
            Self::Layouts(printed @ Printed { cards, games: None, none_among, .. }) => {
                let given = none_among.map_or("first layout", |_| "none before the last three");
                json!({"layouts": given, "printed": printed, "odds": exact(*cards, *none_among)})
            }
            Self::Layouts(printed) => {
                let odds = data.met(printed.cards).map(|met| match met.boards {
                    Trials { with, without: 0 } => format!("{with}\u{a0}:\u{a0}0"),
                    boards => shown(odds_of(boards)),
                });
                json!({"layouts": "in games", "printed": printed, "odds": odds})
            }
            _ => return None,
        })
    }
}

fn probabilities(printed: &[String], data: &Data) -> Found {
    let agrees =
        |cards: usize| data.exact(cards).is_some_and(|row| row.probability == printed[cards - 1]);
    let wrong: Vec<usize> = (1..=printed.len()).filter(|&cards| !agrees(cards)).collect();
    let (right, all) = (printed.len() - wrong.len(), printed.len());
    let found = if wrong.is_empty() {
        format!("All {right} agree with the exact numbers in all {DIGITS} digits")
    } else {
        let wrong = listed(wrong.iter().copied());
        format!("{right} of {all} agree; those of {wrong} cards do not")
    };
    (found, Verdict::of(right == all))
}

/// How many of the random boards hold a set; `None` if there are none.
fn hold_a_set(boards: Trials) -> Option<String> {
    let Trials { with, without } = boards;
    let found = || format!("{} of {} random boards hold a set", grouped(with), all(boards));
    (with + without > 0).then(found)
}

/// Random boards of which each must hold a set. Boards alone never prove it, so the exact count must agree.
fn always(cards: usize, data: &Data) -> Option<Found> {
    let boards = data.dealt(cards);
    let is_certain = data.exact(cards).is_some_and(|row| row.free == "0");
    let exactly = format!("; no hand of {cards} cards is without a set");
    let exactly = if is_certain { &exactly } else { "" };
    let found = hold_a_set(boards)? + exactly;
    Some((found, Verdict::of(boards.without == 0 && is_certain)))
}

/// Random boards compared with the probability that one holds no set; `None` if there are too few.
fn dealt_as_expected(boards: Trials, probability: f64) -> Option<Found> {
    let (without, number) = (boards.without, boards.with + boards.without);
    let expected = probability * number as f64;
    if expected < 10.0 {
        return None;
    }
    let p = events_tail(without, number, probability);
    let (none, all, chance) = (grouped(without), grouped(number), p_value(p));
    let found =
        format!("{none} of {all} random boards hold no set, {expected:.1} expected ({chance})");
    Some((found, Verdict::of(p >= LEAST_P)))
}

fn infeasible(sizes: &[usize], data: &Data) -> Found {
    let is_drawn = |cards: &usize| {
        data.drawn.iter().any(|board| board.cards.len() == *cards && !board.has_set)
    };
    let drawn = listed(sizes.iter().copied().filter(is_drawn));
    if drawn.is_empty() {
        return ("None was drawn".into(), Verdict::Holds);
    }
    let found = format!(
        "Boards of {drawn} cards were drawn uniformly, by their classes; brute force confirms that they \
         hold no set"
    );
    (found, Verdict::Fails)
}

/// Printed counts of first layouts compared with the exact probability that one has no set.
fn first_layouts(printed: Trials, without: f64) -> Found {
    let number = printed.with + printed.without;
    let p = events_tail(printed.without, number, without);
    let (odds, expected) = (shown(to_one(without)), without * number as f64);
    let found = format!(
        "Exactly {odds}; {expected:.1} of {} without a set are expected ({})",
        grouped(number),
        p_value(p)
    );
    (found, Verdict::of(p >= LEAST_P))
}

/// Printed counts of layouts in `their_games` compared with the layouts met in the games played here; `None` if
/// too few were met.
fn in_games(printed: Trials, their_games: f64, met: &Counted, games: u64) -> Option<Found> {
    let Counted { boards, interval, .. } = *met;
    let (none, number, in_all) = (grouped(boards.without), all(boards), grouped(games));
    let layouts = format!("{none} of {number} layouts without a set in {in_all} games");
    let (found, p) = if boards.with == 0 {
        return None;
    } else if printed.without == 0 {
        // A game hardly ever has two layouts of this size, so they are independent.
        let share = boards.without as f64 / (boards.with + boards.without) as f64;
        let (p, with) = ((1.0 - share).powf(printed.with as f64), printed.with);
        let found =
            format!("{layouts}: the probability that all of {with} layouts hold a set is {p:.4}");
        (found, p)
    } else {
        let (low, high) = interval?;
        // The interval is symmetric in the logarithm, 1.96 standard errors to both sides. Fewer games
        // have a larger error.
        let error = (high / low).ln() / (2.0 * 1.959_964);
        let variance = error.powi(2) * (1.0 + games as f64 / their_games);
        let (ours, theirs) = (odds_of(boards), odds_of(printed));
        let p = chi_squared_tail((theirs / ours).ln().powi(2) / variance, 1);
        let (ours, theirs, chance) = (shown(ours), shown(theirs), p_value(p));
        let found = format!(
            "{ours} (95 % interval {low:.3} to {high:.3}), {layouts}; the printed odds are {theirs} \
             ({chance})"
        );
        (found, p)
    };
    Some((found, Verdict::of(p >= LEAST_P)))
}

fn probabilities_chart(printed: &[String], data: &Data) -> Chart {
    let exact = data.exact.iter().map(|row| (row.cards as f64, row.without));
    let printed = (1..).zip(printed).map(|(cards, text)| {
        let with: f64 = text.parse().expect("a decimal number");
        (f64::from(cards), 1.0 - with)
    });
    let dealt = data.dealt.iter().map(|&Counted { cards, boards, .. }| {
        (cards as f64, boards.without as f64 / (boards.with + boards.without) as f64)
    });
    // A probability of 0 has no place on a logarithmic axis.
    let positive = |&(_, y): &(f64, f64)| y > 0.0;
    Chart {
        title: "The probability that k cards of the full deck hold no set".into(),
        x: Axis::new("cards", Scale::Linear),
        y: Axis::new("probability of no set", Scale::Logarithmic),
        series: vec![
            series("exact", Style::Reference, exact.filter(positive)),
            series("printed", Style::Marks, printed.filter(positive)),
            series("random boards", Style::Marks, dealt.filter(positive)),
        ],
    }
}

fn probabilities_table(printed: &[String], data: &Data) -> Table {
    let row = |row: &Exact| {
        let printed = printed.get(row.cards - 1);
        let agree = printed == Some(&row.probability);
        json!({"cards": row.cards, "printed": printed, "exact": row.probability, "agree": agree})
    };
    Table::of(
        "The probability of a set among k cards of the full deck",
        "cards | printed | exact | agree",
        data.exact.iter().map(row),
    )
}

#[cfg(test)]
mod tests;
