//! Sudz and Odland's table of probabilities, which is Knuth's, and their tests with 21 and 15 cards.
//!
//! The table is compared digit by digit with exact numbers. The tests deal random boards. Every board of
//! 21 cards holds a set, and hardly any board of 15 cards holds none, so "fails to find a set for random
//! combinations of 15 cards" can only be true of boards that were selected. Boards of more than 15 cards
//! without a set, which the text calls computationally infeasible, are drawn by their classes.

use serde::{Deserialize, Serialize};
use tercet::Deck;
use tercet::odds::{FreeHands, Statistic, decimal, sample};
use tercet::sampler::BoardSampler;
use tercet::solver::{Limit, Method, Stop};
use tercet::statistics::events_tail;

use super::{EXACT, Extent, LEAST_P, axis, cells, chance, grouped, p_value, series};
use crate::plot::{Chart, Scale, Style};
use crate::report::{Finding, Section, Table, Verdict};

/// The printed table: the probability of a set among 1 card, 2 cards, and so on.
const PRINTED: [&str; 21] = [
    "0.00000000000000",
    "0.00000000000000",
    "0.01265822784810",
    "0.05063291139241",
    "0.12411638993917",
    "0.23702812843386",
    "0.38339288958876",
    "0.54646648344183",
    "0.70277715297383",
    "0.83054958637630",
    "0.91824367776036",
    "0.96769802141450",
    "0.98997192274043",
    "0.99768669219781",
    "0.99963531493045",
    "0.99996602550906",
    "0.99999862737549",
    "0.99999998580641",
    "0.99999999999099",
    "0.99999999999985",
    "1.00000000000000",
];

/// The number of digits printed after the point.
const DIGITS: usize = 14;

/// The numbers of cards over 15 for which boards without a set exist.
const MANY: std::ops::RangeInclusive<usize> = 16..=20;

/// The computed table and the boards dealt.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Data {
    /// The seed of the first board; each further board has the next seed.
    pub seed: u64,
    /// The exact numbers, from one card on.
    pub exact: Vec<Exact>,
    /// Random boards of 21 cards.
    pub of_21: Dealt,
    /// Random boards of 15 cards.
    pub of_15: Dealt,
    /// For each number of cards over 15, a board drawn from those without a set.
    pub drawn: Vec<Drawn>,
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
    /// The probability of a set, to as many digits as the table prints.
    pub probability: String,
    /// The probability of no set.
    pub without: f64,
}

/// Random boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Dealt {
    /// The number of boards.
    pub boards: u64,
    /// The number of boards with a set.
    pub with_set: u64,
}

/// A board that was drawn from those without a set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Drawn {
    /// Its cards.
    pub cards: Vec<String>,
    /// Whether brute force finds a set on it.
    pub has_set: bool,
}

/// Computes the table, and deals and draws the boards.
///
/// # Errors
///
/// [`Stop`], if the limit is reached.
pub fn measure(extent: Extent, seed: u64, limit: &Limit) -> Result<Data, Stop> {
    let deck = Deck::CLASSIC;
    let mut exact = Vec::new();
    for row in FreeHands::new(deck, limit).skip(1) {
        let row = row?;
        let share = |part, digits| decimal(part, &row.hands, digits);
        // 30 digits leave 16 significant ones of the smallest probability, 1.5·10^-13.
        let without = share(&row.free, 30).parse().expect("a decimal number");
        exact.push(Exact {
            cards: row.cards,
            hands: row.hands.to_string(),
            free: row.free.to_string(),
            probability: share(&row.with_set(), DIGITS),
            without,
        });
    }
    let (of_21, of_15) = match extent {
        Extent::Quick => (10_000, 100_000),
        Extent::Full => (100_000, 1_000_000),
    };
    let dealt = |cards, boards| -> Result<Dealt, Stop> {
        let answers = sample(deck, cards, Statistic::Set, boards, seed, limit)?;
        Ok(Dealt { boards, with_set: answers.get(&1).copied().unwrap_or(0) })
    };
    let (of_21, of_15) = (dealt(21, of_21)?, dealt(15, of_15)?);
    let drawn = MANY.map(|cards| draw(deck, cards, seed, limit)).collect::<Result<_, _>>()?;
    Ok(Data { seed, exact, of_21, of_15, drawn })
}

/// Draws a board without a set, and checks it by brute force.
fn draw(deck: Deck, cards: usize, seed: u64, limit: &Limit) -> Result<Drawn, Stop> {
    let board = BoardSampler::free(deck, cards, limit)?.draw(seed, limit)?.0;
    let has_set = board.search().by(Method::BRUTE).within(limit.clone()).find()?.is_some();
    Ok(Drawn { cards: board.iter().map(|card| deck.show(card)).collect(), has_set })
}

/// The section of the report.
pub fn section(data: &Data) -> Section {
    Section {
        id: "knuth",
        title: "The probability of a set among k cards".into(),
        source:
            "Sudz, the table of probabilities (Knuth's, by way of math.stackexchange.com/a/203146) \
                 and test_model.py"
                .into(),
        setup: format!(
            "The hands of the full deck without a set are counted exactly, by their classes under the \
             symmetries of the deck. {} boards of 21 cards and {} of 15 were dealt; board i has the \
             seed {} + i.",
            grouped(data.of_21.boards),
            grouped(data.of_15.boards),
            data.seed
        ),
        findings: vec![digits(data), always(data), never(data), share(data), infeasible(data)],
        charts: vec![chart(data)],
        tables: vec![table(data)],
        data: Table {
            caption: "Hands of the full deck, and those without a set".into(),
            columns: cells(["cards", "hands", "without a set", "probability", "printed"]),
            rows: data
                .exact
                .iter()
                .map(|row| {
                    let printed = printed(row.cards).unwrap_or_default();
                    let cards = row.cards.to_string();
                    cells([&cards, &row.hands, &row.free, &row.probability, printed])
                })
                .collect(),
        },
    }
}

/// The printed probability for this many cards.
fn printed(cards: usize) -> Option<&'static str> {
    PRINTED.get(cards.checked_sub(1)?).copied()
}

fn digits(data: &Data) -> Finding {
    let same = |cards: usize| {
        data.exact
            .iter()
            .find(|row| row.cards == cards)
            .is_some_and(|row| printed(cards) == Some(&row.probability))
    };
    let wrong: Vec<String> =
        (1..=PRINTED.len()).filter(|&cards| !same(cards)).map(|cards| cards.to_string()).collect();
    let agree = PRINTED.len() - wrong.len();
    let found = if wrong.is_empty() {
        format!("All {agree} agree with the exact numbers in all {DIGITS} digits.")
    } else {
        format!("{agree} of {} agree; those of {} cards do not.", PRINTED.len(), wrong.join(", "))
    };
    Finding {
        claim: "The probabilities of a set among 1 to 21 cards are those printed.".into(),
        found,
        rule: EXACT.into(),
        verdict: Verdict::of(wrong.is_empty()),
    }
}

fn always(data: &Data) -> Finding {
    let Dealt { boards, with_set } = data.of_21;
    let exact = data.exact.iter().find(|row| row.cards == 21);
    let none = exact.is_some_and(|row| row.free == "0");
    let exactly = if none { "; no hand of 21 cards is without a set" } else { "" };
    Finding {
        claim: "The solver always finds a set on random boards of 21 cards.".into(),
        found: format!("On {} of {}{exactly}.", grouped(with_set), grouped(boards)),
        rule: "Holds if every board dealt holds a set, and so does every hand by the exact count."
            .into(),
        verdict: verdict(boards, with_set == boards && none),
    }
}

/// The verdict on a claim about dealt boards; open if no board was dealt.
fn verdict(boards: u64, holds: bool) -> Verdict {
    if boards == 0 { Verdict::Open } else { Verdict::of(holds) }
}

fn never(data: &Data) -> Finding {
    let Dealt { boards, with_set } = data.of_15;
    Finding {
        claim: "The solver fails to find a set for random combinations of 15 cards.".into(),
        found: format!(
            "It finds a set on {} of {} random boards; {} hold none, so the boards of the test must have been selected.",
            grouped(with_set),
            grouped(boards),
            grouped(boards.saturating_sub(with_set))
        ),
        rule: "Holds if no board dealt holds a set.".into(),
        verdict: verdict(boards, with_set == 0),
    }
}

fn share(data: &Data) -> Finding {
    let Dealt { boards, with_set } = data.of_15;
    let claim = "A board of 15 cards holds a set with the probability 0.99963531493045.".into();
    let printed: f64 = PRINTED[14].parse().expect("a decimal number");
    let expected = (1.0 - printed) * boards as f64;
    let without = boards.saturating_sub(with_set);
    if expected < 10.0 {
        let found = "Too few boards were dealt to decide.".into();
        return Finding { claim, found, rule: chance(), verdict: Verdict::Open };
    }
    let p = events_tail(without, boards, 1.0 - printed);
    let found = format!(
        "{} of {} random boards hold no set, {expected:.1} expected ({}).",
        grouped(without),
        grouped(boards),
        p_value(p)
    );
    Finding { claim, found, rule: chance(), verdict: Verdict::of(p >= LEAST_P) }
}

fn infeasible(data: &Data) -> Finding {
    let drawn =
        |cards: usize| data.drawn.iter().any(|board| board.cards.len() == cards && !board.has_set);
    let reached: Vec<String> =
        MANY.filter(|&cards| drawn(cards)).map(|cards| cards.to_string()).collect();
    Finding {
        claim: "Boards of more than 15 cards without a set are not computationally feasible."
            .into(),
        found: if reached.is_empty() {
            "None was drawn.".into()
        } else {
            format!(
                "Boards of {} cards were drawn uniformly, by their classes; brute force confirms that they \
                 hold no set.",
                reached.join(", ")
            )
        },
        rule: "Fails if such a board is computed.".into(),
        verdict: Verdict::of(reached.is_empty()),
    }
}

fn chart(data: &Data) -> Chart {
    let exact = data.exact.iter().map(|row| (row.cards as f64, row.without));
    let printed = PRINTED.iter().enumerate().map(|(i, text)| {
        let with: f64 = text.parse().expect("a decimal number");
        ((i + 1) as f64, 1.0 - with)
    });
    let Dealt { boards, with_set } = data.of_15;
    let dealt = (boards > with_set).then(|| (15.0, 1.0 - with_set as f64 / boards as f64));
    // A probability of 0 has no place on a logarithmic axis.
    let positive = |&(_, y): &(f64, f64)| y > 0.0;
    Chart {
        title: "The probability that k cards of the full deck hold no set".into(),
        x: axis("cards", Scale::Linear),
        y: axis("probability of no set", Scale::Logarithmic),
        series: vec![
            series("exact", Style::Reference, exact.filter(positive)),
            series("printed", Style::Marks, printed.filter(positive)),
            series("random boards", Style::Marks, dealt),
        ],
    }
}

fn table(data: &Data) -> Table {
    let row = |row: &Exact| {
        let printed = printed(row.cards).unwrap_or("–");
        let same = if printed == row.probability { "yes" } else { "no" };
        cells([&row.cards.to_string(), printed, &row.probability, same])
    };
    Table {
        caption: "The probability of a set among k cards of the full deck".into(),
        columns: cells(["cards", "printed", "exact", "agree"]),
        rows: data.exact.iter().map(row).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data() -> Data {
        measure(Extent::Quick, 1, &Limit::none()).unwrap()
    }

    fn verdicts(data: &Data) -> Vec<Verdict> {
        section(data).findings.iter().map(|finding| finding.verdict).collect()
    }

    use Verdict::{Fails, Holds, Open};

    #[test]
    fn the_table_holds_and_the_tests_do_not_all() {
        let section = section(&data());
        let verdicts: Vec<_> = section.findings.iter().map(|finding| finding.verdict).collect();
        assert_eq!(verdicts, [Holds, Holds, Fails, Holds, Fails], "{:#?}", section.findings);
        assert_eq!(section.data.rows.len(), 21);
        assert_eq!(section.charts[0].series[0].points.len(), 20);
        assert_eq!(section.charts[0].series[1].points.len(), 20);
    }

    #[test]
    fn other_data_give_other_verdicts() {
        let data = data();
        let mut digit = data.clone();
        digit.exact[11].probability = "0.96769802141451".into();
        assert_eq!(verdicts(&digit)[0], Fails);
        let mut missing = data.clone();
        missing.exact.pop();
        assert_eq!(verdicts(&missing)[..2], [Fails, Fails]);
        let mut none = data.clone();
        none.of_21.with_set -= 1;
        assert_eq!(verdicts(&none)[1], Fails);
        let mut never = data.clone();
        never.of_15.with_set = 0;
        assert_eq!(verdicts(&never)[2..4], [Holds, Fails]);
        let mut rare = data.clone();
        rare.of_15.with_set = rare.of_15.boards - 5;
        assert_eq!(verdicts(&rare)[3], Fails);
        let mut few = data.clone();
        (few.of_15, few.of_21) =
            (Dealt { boards: 0, with_set: 0 }, Dealt { boards: 0, with_set: 0 });
        assert_eq!(verdicts(&few)[1..4], [Open; 3]);
        let mut found = data;
        for board in &mut found.drawn {
            board.has_set = true;
        }
        assert_eq!(verdicts(&found)[4], Holds);
    }

    #[test]
    fn a_limit_stops_the_work() {
        let limit = Limit::timeout(std::time::Duration::ZERO);
        assert_eq!(measure(Extent::Quick, 1, &limit), Err(Stop::DEADLINE));
    }
}
