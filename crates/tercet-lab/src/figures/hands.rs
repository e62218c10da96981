//! Hands of the full deck with and without a set: the odds of Knuth's table and of Norvig's, and claims about
//! random boards.
//!
//! Hands are counted exactly, by their classes under the symmetries of the deck. Boards are dealt at random, so
//! their numbers are counts. A count is judged by the probability that the exact odds give as large a deviation by
//! chance. The odds of layouts met in a game have no formula, so games are played, in which the first set of the
//! layout is taken. The layouts of one game depend on each other, so the standard errors are those of games, not of
//! layouts. Boards of many cards without a set, which random boards never are, are drawn by their classes.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tercet::Deck;
use tercet::data::Whole;
use tercet::game::{Policy, Refill, Simulation, Tally};
use tercet::odds::{Statistic, decimal, free_hands, sample};
use tercet::sampler::BoardSampler;
use tercet::solver::{Limit, Method, NoAnswer};
use tercet::statistics::{Trials, chi_squared_tail, events_tail};

use super::{Extent, Figure, Found, LEAST_P, finding, listed, p_value};
use crate::report::{Finding, Ruling, Section, TextTable};
use tercet_plot::words::grouped;

/// A text with claims about hands of the full deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hands {
    /// Knuth's table of the probabilities of a set, and the boards that Sudz tests.
    Knuth,
    /// Norvig's odds of a set, and those of the booklet.
    Norvig,
}

/// Knuth's probabilities of a set among 1 card, 2 cards, and so on.
const KNUTH: &str = "\
    0.00000000000000 0.00000000000000 0.01265822784810 0.05063291139241 0.12411638993917 \
    0.23702812843386 0.38339288958876 0.54646648344183 0.70277715297383 0.83054958637630 \
    0.91824367776036 0.96769802141450 0.98997192274043 0.99768669219781 0.99963531493045 \
    0.99996602550906 0.99999862737549 0.99999998580641 0.99999999999099 0.99999999999985 \
    1.00000000000000";

/// What Sudz tests, and the rules by which it is judged.
const SUDZ: [(&str, &str); 5] = [
    ("The probabilities of a set among 1 to 21 cards are those printed.", "probabilities"),
    ("The solver always finds a set on random boards of 21 cards.", "always"),
    ("The solver fails to find a set for random combinations of 15 cards.", "never"),
    ("A board of 15 cards holds a set with the probability 0.99963531493045.", "probability"),
    ("Boards of more than 15 cards without a set are not computationally feasible.", "infeasible"),
];

/// The odds of the booklet: the cards, the odds to one, and the number of which it rounds them to a multiple.
const BOOKLET: [(usize, f64, f64); 2] = [(12, 33.0, 1.0), (15, 2500.0, 100.0)];

/// Norvig's counts of layouts: the cards, the layouts with a set and without one, and the odds as he prints them.
type Printed = (usize, u64, u64, &'static str);

/// The first layouts of 100,000 shuffled decks; those met in his games; and those of the first layouts that held no
/// set before the last three cards.
const FIRST: [Printed; 2] = [(12, 96_844, 3_156, "31:1"), (15, 99_963, 37, "2702:1")];
const MET: [Printed; 3] =
    [(12, 86_065, 5_871, "15:1"), (15, 5_595, 64, "87:1"), (18, 57, 0, "inft:1")];
const LAST: [Printed; 2] = [(12, 26_426, 3_242, "8:1"), (15, 3_207, 35, "92:1")];

/// Where his first layouts are from.
const SHUFFLES: &str = "of 100,000 shuffles";

/// The number of his games.
const NORVIGS_GAMES: f64 = 4000.0;

/// The hands that were counted, dealt, drawn and met.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Data {
    /// The seed of the first board and of the games; each further board has the next seed.
    pub seed: u64,
    /// All hands, from one card on.
    pub exact: Vec<Counted>,
    /// Random boards.
    pub dealt: Vec<Counted>,
    /// The cards of boards that were drawn from those without a set, and whether brute force finds one.
    pub drawn: Vec<(usize, bool)>,
    /// The number of games.
    pub games: u64,
    /// The layouts of each size that were met in games while the deck lasted.
    pub met: Vec<Counted>,
}

/// Boards of one size, by whether they hold a set.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Counted {
    /// The number of cards of a board.
    pub cards: usize,
    /// The numbers of boards.
    pub boards: Trials,
    /// The 95 % confidence interval of the odds, of layouts met in enough games.
    pub interval: Option<(f64, f64)>,
}

/// The number of digits of a probability after the point.
const DIGITS: usize = 14;

impl Hands {
    /// Counts hands, deals and draws boards, and plays games.
    ///
    /// # Errors
    ///
    /// [`NoAnswer`], if the limit is reached.
    pub fn measure(self, extent: Extent, seed: u64, limit: &Limit) -> Result<Data, NoAnswer> {
        let mut data = Data { seed, ..Data::default() };
        let most = if self == Self::Knuth { 21 } else { 15 };
        for row in free_hands(Deck::CLASSIC, 1 << 30, limit).skip(1).take(most) {
            let row = row?;
            let [with, without] = [&row.with_set(), &row.free]
                .map(|hands| u64::try_from(hands).expect("there are fewer than 2^64 hands"));
            data.exact.push(Counted::new(row.cards, Trials { with, without }));
        }
        if self == Self::Norvig {
            data.games = extent.of((400_000, 10_000_000));
            let (deck, refill, pick) = (Deck::CLASSIC, Refill::UpToStart, Policy::First);
            let simulation = Simulation::new(deck, 12, refill, pick, seed, data.games)?;
            let mut tally = Tally::default();
            for unit in 0..simulation.units() {
                tally.add(&simulation.play(unit, limit)?);
            }
            let met = tally.sizes().map(|(cards, [with, without], odds)| {
                let boards = Trials { with: with as u64, without: without as u64 };
                Counted { cards, boards, interval: odds.and_then(|odds| odds.interval) }
            });
            data.met = met.collect();
            return Ok(data);
        }
        for (cards, boards) in [(21, 10_000), (15, extent.of((100_000, 1_000_000)))] {
            let answers = sample(Deck::CLASSIC, cards, Statistic::Set, boards, seed, limit)?;
            let with = answers.get(&1).copied().unwrap_or(0);
            data.dealt.push(Counted::new(cards, Trials { with, without: boards - with }));
        }
        for cards in 16..=20 {
            let board = BoardSampler::free(Deck::CLASSIC, cards, limit)?.draw(seed, limit)?.0;
            let set = board.search().by(Method::BRUTE).within(limit.clone()).find()?;
            data.drawn.push((cards, set.is_some()));
        }
        Ok(data)
    }

    /// The section of the report.
    pub(crate) fn section(self, figure: &Figure, data: &Data) -> Section {
        let (findings, tables) = match self {
            Self::Knuth => (knuth(data), vec![probabilities_table(data)]),
            Self::Norvig => (norvig(data), Vec::new()),
        };
        Section { findings, tables, data: points(data), ..figure.section(&setup(data)) }
    }
}

/// The hands that were counted, dealt, and met in games.
fn points(data: &Data) -> TextTable {
    let kinds = [("exact", &data.exact), ("dealt", &data.dealt), ("in games", &data.met)];
    let row = |(kind, counted): (&str, &Counted)| json!([kind, counted]);
    TextTable::of(
        "Hands of the full deck with and without a set: exact, dealt, and met in games, with the interval of the odds",
        "hands=0 | 1/cards | with a set=1/boards/with | 1/boards/without | low=1/interval/0 | high=1/interval/1",
        kinds.into_iter().flat_map(|(kind, hands)| hands.iter().map(move |it| (kind, it))).map(row),
    )
}

impl Counted {
    fn new(cards: usize, boards: Trials) -> Self {
        Self { cards, boards, interval: None }
    }

    /// The share of some of the boards, to this many digits.
    fn share(&self, part: u64, digits: usize) -> String {
        let [part, all] = [part, self.boards.with + self.boards.without].map(Whole::from);
        decimal(&part.0, &all.0, digits)
    }

    /// The probability of a set, to 14 digits.
    fn probability(&self) -> String {
        self.share(self.boards.with, DIGITS)
    }

    /// The probability of no set. 30 digits leave 16 significant ones of the smallest, 1.5·10^-13.
    fn without(&self) -> f64 {
        self.share(self.boards.without, 30).parse().expect("a decimal number")
    }
}

impl Data {
    /// The exact probability that this many cards hold no set.
    fn without(&self, cards: usize) -> f64 {
        let hands = self.exact.iter().find(|hands| hands.cards == cards);
        hands.expect("hands of all sizes were counted").without()
    }

    /// The exact probability that this many cards hold no set, given that all but the last three hold none.
    fn last(&self, cards: usize) -> f64 {
        self.without(cards) / self.without(cards - 3)
    }
}

fn setup(data: &Data) -> String {
    let Data { seed, games, .. } = data;
    let exact = "The hands of the full deck without a set are counted exactly, by their classes under \
                 the symmetries of the deck.";
    let mut setup = vec![exact.to_owned()];
    if !data.dealt.is_empty() {
        let boards = |dealt: &Counted| format!("{} of {} cards", all(dealt.boards), dealt.cards);
        let boards = listed(data.dealt.iter().map(boards));
        setup.push(format!("Random boards were dealt: {boards}. Board i has the seed {seed} + i."));
    }
    if *games > 0 {
        setup.push(format!(
            "{} games of the full deck were played with seed {seed}: 12 cards are \
             dealt, the first set in layout order is taken, and three more cards are dealt if there is \
             none; layouts after the last card was dealt do not count.",
            grouped(games)
        ));
    }
    setup.join(" ")
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

/// A finding by the rule of this name.
fn judged(claim: impl Into<String>, name: &str, found: Found) -> Finding {
    finding(claim, name, &Value::Null, found, None)
}

/// Whether chance alone explains a deviation with this p-value.
fn by_chance(found: String, p: f64) -> Found {
    (found, Ruling::of(p >= LEAST_P))
}

/// The claims of Sudz.
fn knuth(data: &Data) -> Vec<Finding> {
    let printed = data.exact.iter().zip(KNUTH.split(' '));
    let wrong = printed.filter(|(hands, printed)| hands.probability() != *printed);
    let wrong: Vec<usize> = wrong.map(|(hands, _)| hands.cards).collect();
    let agree = match 21 - wrong.len() {
        21 => format!("All 21 agree with the exact numbers in all {DIGITS} digits"),
        right => format!("{right} of 21 agree; those of {} cards do not", listed(&wrong)),
    };
    let [most, fifteen] = [0, 1].map(|i| data.dealt[i].boards);
    let hold = |boards: Trials| {
        format!("{} of {} random boards hold a set", grouped(boards.with), all(boards))
    };
    // Boards alone never prove that each holds a set, so the exact count must agree.
    let is_certain = data.exact[20].boards.without == 0;
    let exactly = if is_certain { "; no hand of 21 cards is without a set" } else { "" };
    let (without, number) = (fifteen.without, fifteen.with + fifteen.without);
    let probability = 1.0 - 0.999_635_314_930_45;
    let p = events_tail(without, number, probability);
    let (none, expected, chance) = (grouped(without), probability * number as f64, p_value(p));
    let often = format!(
        "{none} of {} random boards hold no set, {expected:.1} expected ({chance})",
        grouped(number)
    );
    let drawn = data.drawn.iter().filter(|(_, has_set)| !has_set);
    let infeasible = match &*listed(drawn.map(|(cards, _)| cards)) {
        "" => ("None was drawn".into(), Ruling::Holds),
        drawn => {
            let found = format!(
                "Boards of {drawn} cards were drawn uniformly, by their classes; brute force confirms that \
                 they hold no set"
            );
            (found, Ruling::Fails)
        }
    };
    let found = [
        (agree, Ruling::of(wrong.is_empty())),
        (hold(most) + exactly, Ruling::of(most.without == 0 && is_certain)),
        (hold(fifteen), Ruling::of(fifteen.with == 0)),
        by_chance(often, p),
        infeasible,
    ];
    SUDZ.into_iter().zip(found).map(|((claim, rule), found)| judged(claim, rule, found)).collect()
}

/// The claims of the booklet and of Norvig.
fn norvig(data: &Data) -> Vec<Finding> {
    let booklet = BOOKLET.map(|(cards, printed, rounded_to)| {
        let odds = to_one(data.without(cards));
        let difference = (odds / rounded_to).round() * rounded_to - printed;
        let text = format!("The booklet: {cards} cards hold a set with odds of {printed}:1.");
        let found = (format!("Exactly {}", shown(odds)), Ruling::of(difference.abs() < 0.5));
        judged(text, "odds", found)
    });
    let layouts = |(cards, with, without, odds): Printed, layouts: &str, of: &str, found| {
        let (some, none) = (grouped(with), grouped(without));
        let text = format!(
            "{cards} cards, {layouts}: {some} with a set and {none} without, {odds} ({of})."
        );
        judged(text, "layouts", found)
    };
    let first = FIRST.map(|line| {
        let found = first_layouts(line, data.without(line.0));
        layouts(line, "first layouts", SHUFFLES, found)
    });
    let met = MET.map(|line| layouts(line, "met in games", "4,000 games", in_games(line, data)));
    let last = LAST.map(|line| {
        let found = first_layouts(line, data.last(line.0));
        layouts(line, "first layouts without a set before the last three cards", SHUFFLES, found)
    });
    booklet.into_iter().chain(first).chain(met).chain(last).collect()
}

/// Printed counts of first layouts compared with the exact probability that one has no set.
fn first_layouts((_, with, without, _): Printed, probability: f64) -> Found {
    let number = with + without;
    let p = events_tail(without, number, probability);
    let (odds, expected) = (shown(to_one(probability)), probability * number as f64);
    let (number, chance) = (grouped(number), p_value(p));
    let found =
        format!("Exactly {odds}; {expected:.1} of {number} without a set are expected ({chance})");
    by_chance(found, p)
}

/// Printed counts of layouts compared with the layouts met in the games played here.
fn in_games((cards, with, without, _): Printed, data: &Data) -> Found {
    let met = data.met.iter().find(|met| met.cards == cards);
    let Some(&Counted { boards, interval, .. }) = met else {
        return ("No layout of this size was met".into(), Ruling::Open);
    };
    let (none, number, in_all) = (grouped(boards.without), all(boards), grouped(data.games));
    let layouts = format!("{none} of {number} layouts without a set in {in_all} games");
    if without == 0 {
        // A game hardly ever has two layouts of this size, so they are independent.
        let share = boards.without as f64 / (boards.with + boards.without) as f64;
        let p = (1.0 - share).powf(with as f64);
        let found =
            format!("{layouts}: the probability that all of {with} layouts hold a set is {p:.4}");
        return by_chance(found, p);
    }
    let Some((low, high)) = interval else { return (layouts, Ruling::Open) };
    // The interval is symmetric in the logarithm, 1.96 standard errors to both sides. Fewer games
    // have a larger error.
    let error = (high / low).ln() / (2.0 * 1.959_964);
    let variance = error.powi(2) * (1.0 + data.games as f64 / NORVIGS_GAMES);
    let (ours, theirs) = (odds_of(boards), odds_of(Trials { with, without }));
    let p = chi_squared_tail((theirs / ours).ln().powi(2) / variance, 1);
    let (ours, theirs, chance) = (shown(ours), shown(theirs), p_value(p));
    let found = format!(
        "{ours} (95 % interval {low:.3} to {high:.3}), {layouts}; the printed odds are {theirs} \
         ({chance})"
    );
    by_chance(found, p)
}

fn probabilities_table(data: &Data) -> TextTable {
    let row = |(hands, printed): (&Counted, &str)| {
        let exact = hands.probability();
        json!({"cards": hands.cards, "printed": printed, "agree": printed == exact, "exact": exact})
    };
    TextTable::of(
        "The probability of a set among k cards of the full deck",
        "cards | printed | exact | agree",
        data.exact.iter().zip(KNUTH.split(' ')).map(row),
    )
}

#[cfg(test)]
mod tests;
