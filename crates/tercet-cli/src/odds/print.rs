//! Odds in every format.

use anstyle::Style;
use anyhow::Result;
use num_bigint::BigUint;
use serde::{Serialize, Serializer};

use super::answer::{Answer, Exact, Figure, Line, Sampled, small};
use crate::cli::Format;
use crate::output::{DeckJson, Printer, counted};
use crate::say;
use crate::table::Table;

const DIM: Style = Style::new().dimmed();

pub(crate) fn answer(answer: &Answer, format: Format, printer: &mut Printer) -> Result<()> {
    match format {
        Format::Text => return text(answer, printer),
        Format::Json => printer.json(&AnswerJson::from(answer))?,
        Format::Csv => csv(answer, printer)?,
    }
    if let Some(stopped) = &answer.stopped {
        say(&format!("stopped: {stopped}"));
    }
    Ok(())
}

/// What the lines are about.
pub(super) fn title(answer: &Answer) -> String {
    let deck = answer.deck;
    let cards = answer.cards.map(|cards| counted(cards as u128, "card")).unwrap_or_default();
    match (answer.question, answer.condition) {
        ("sets", _) => format!("the number of sets in {cards} of {deck}"),
        ("disjoint", _) => format!("the largest number of disjoint sets in {cards} of {deck}"),
        ("second-round", _) => {
            format!("a set in the second layout of a game of {deck} with {cards}")
        }
        ("classes", _) => format!("hands of {deck} without a set, up to symmetry"),
        (_, Some(known)) => {
            format!("a set in k cards of {deck}, given that {known} of them hold none")
        }
        _ => format!("a set in k cards of {deck}"),
    }
}

fn text(answer: &Answer, printer: &mut Printer) -> Result<()> {
    printer.line(title(answer))?;
    let number = if answer.is_by_sets() { "sets" } else { "k" };
    let counts = answer
        .lines
        .iter()
        .any(|line| matches!(&line.figure, Figure::Exact(exact) if exact.hands.is_some()));
    let mut headings = vec![number];
    let classes = answer.question == "classes";
    match (classes, answer.is_by_sets(), counts) {
        (true, _, _) => headings.extend(["classes", "without a set", "complete", "their classes"]),
        (_, true, _) => headings.extend(["hands", "probability"]),
        (_, _, true) => headings.extend(["hands", "with a set", "probability", "odds"]),
        _ => headings.extend(["probability", "odds"]),
    }
    let last = headings.len() - 1;
    let mut exact = Table::new("", headings).with_flush(last).with_all_rows();
    let odds = if answer.is_by_sets() { None } else { Some("odds") };
    let sampled = [number, "probability", "from", "to"].into_iter().chain(odds);
    let mut sampled = Table::new("", sampled).with_all_rows();
    for Line { number, figure } in &answer.lines {
        match figure {
            Figure::Exact(figure) => {
                let by_sets = answer.is_by_sets();
                exact.row(0.0, [number.to_string()], cells(figure, classes, by_sets));
            }
            Figure::Sampled(Sampled { value, interval, odds }) => {
                let digits = [*value, interval.low, interval.high].map(|it| format!("{it:.5}"));
                let odds = odds.map_or_else(String::new, |odds| format!("{odds:.3}"));
                let odds = (!answer.is_by_sets()).then_some(odds);
                sampled.row(0.0, [number.to_string()], digits.into_iter().chain(odds));
            }
        }
    }
    exact.print(printer)?;
    for note in &answer.notes {
        printer.line(note)?;
    }
    if let Some(how) = &answer.sampled {
        printer.line(format_args!("sampled: {how}"))?;
        sampled.print(printer)?;
        printer.line(format_args!(
            "{DIM}from, to: the interval that holds the true figure in 95 of 100 cases{DIM:#}"
        ))?;
    }
    if let Some(stopped) = &answer.stopped {
        printer.line(format_args!("stopped: {stopped}"))?;
    }
    Ok(())
}

/// The columns of a line but for the first.
fn cells(exact: &Exact, classes: bool, by_sets: bool) -> Vec<String> {
    let whole = |number: &BigUint| no_longer(number.to_string(), MOST_DIGITS);
    if classes {
        let Some(spread) = exact.classes else { return vec![String::new(); 4] };
        let without = exact.hands.as_ref().map(|(with, all)| whole(&(all - with)));
        let of_classes = spread.classes.to_string();
        let complete = [spread.complete.to_string(), spread.complete_classes.to_string()];
        return [of_classes, without.unwrap_or_default()].into_iter().chain(complete).collect();
    }
    let probability = exact.probability();
    let odds = || exact.odds().map_or_else(|| "certain".into(), short);
    match &exact.hands {
        Some((hands, _)) if by_sets => vec![whole(hands), probability],
        Some((with, all)) => vec![whole(all), whole(with), probability, odds()],
        None => vec![probability, odds()],
    }
}

/// Odds with eight digits, however large.
fn short(odds: String) -> String {
    if odds.contains(['.', 'e']) { odds } else { no_longer(odds, 12) }
}

/// A whole number, or where it has more digits than that its first eight; the formats for programs
/// have all of them.
fn no_longer(digits: String, most: usize) -> String {
    if digits.len() <= most {
        return digits;
    }
    let power = digits.len() - 1;
    format!("{}.{}e{power}", &digits[..1], &digits[1..8])
}

/// The most digits of a number of hands.
const MOST_DIGITS: usize = 20;

const HEADINGS: [&str; 12] = [
    "method",
    "cards",
    "sets",
    "count",
    "hands",
    "probability",
    "odds",
    "low",
    "high",
    "classes",
    "complete",
    "complete_classes",
];

fn csv(answer: &Answer, printer: &mut Printer) -> Result<()> {
    printer.csv(HEADINGS)?;
    for Line { number, figure } in &answer.lines {
        let cards = answer.cards.unwrap_or(*number).to_string();
        let sets = if answer.is_by_sets() { number.to_string() } else { String::new() };
        let none = String::new;
        match figure {
            Figure::Exact(exact) => {
                let (hands, all) = exact
                    .hands
                    .as_ref()
                    .map(|(hands, all)| (hands.to_string(), all.to_string()))
                    .unwrap_or_default();
                let odds = exact.odds().unwrap_or_default();
                let classes = exact.classes.map(|it| {
                    [
                        it.classes.to_string(),
                        it.complete.to_string(),
                        it.complete_classes.to_string(),
                    ]
                });
                let figures = ["exact".into(), cards, sets, hands, all, exact.probability(), odds];
                let rest = classes.unwrap_or_default();
                printer.csv(figures.into_iter().chain([none(), none()]).chain(rest))?;
            }
            Figure::Sampled(Sampled { value, interval, odds }) => {
                let odds = odds.map_or_else(none, |odds| odds.to_string());
                let [low, high] = [interval.low, interval.high].map(|end| end.to_string());
                let figures = ["sampled".into(), cards, sets, none(), none(), value.to_string()];
                let rest = [odds, low, high, none(), none(), none()];
                printer.csv(figures.into_iter().chain(rest))?;
            }
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct AnswerJson<'a> {
    schema: &'static str,
    deck: DeckJson,
    question: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    given: Option<usize>,
    lines: Vec<LineJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variance: Option<String>,
    notes: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    sampled: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<&'a str>,
}

#[derive(Serialize, Default)]
struct LineJson {
    method: &'static str,
    cards: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    sets: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<Whole>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hands: Option<Whole>,
    /// With all 14 digits.
    probability: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    fraction: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    odds: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    low: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    high: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    classes: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<Whole>,
    #[serde(skip_serializing_if = "Option::is_none")]
    complete_classes: Option<usize>,
}

/// A number, or its decimal digits as a string where a double would round it.
struct Whole(BigUint);

impl Serialize for Whole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match small(&self.0) {
            Some(number) => serializer.serialize_u64(number),
            None => serializer.serialize_str(&self.0.to_string()),
        }
    }
}

impl<'a> From<&'a Answer> for AnswerJson<'a> {
    fn from(answer: &'a Answer) -> Self {
        let line = |Line { number, figure }: &Line| {
            let cards = answer.cards.unwrap_or(*number);
            let sets = answer.is_by_sets().then_some(*number);
            match figure {
                Figure::Exact(exact) => {
                    let (count, hands) = exact.hands.clone().unzip();
                    LineJson {
                        method: "exact",
                        cards,
                        sets,
                        count: count.map(Whole),
                        hands: hands.map(Whole),
                        probability: exact.probability(),
                        fraction: exact.fraction(),
                        odds: exact.odds(),
                        classes: exact.classes.map(|it| it.classes),
                        complete: exact.classes.map(|it| Whole(it.complete.into())),
                        complete_classes: exact.classes.map(|it| it.complete_classes),
                        ..LineJson::default()
                    }
                }
                Figure::Sampled(Sampled { value, interval, odds }) => LineJson {
                    method: "sampled",
                    cards,
                    sets,
                    probability: value.to_string(),
                    odds: odds.map(|odds| odds.to_string()),
                    low: Some(interval.low),
                    high: Some(interval.high),
                    ..LineJson::default()
                },
            }
        };
        AnswerJson {
            schema: "tercet.odds/1",
            deck: answer.deck.into(),
            question: answer.question,
            given: answer.condition,
            lines: answer.lines.iter().map(line).collect(),
            mean: answer.mean.as_ref().map(ToString::to_string),
            variance: answer.variance.as_ref().map(ToString::to_string),
            notes: &answer.notes,
            sampled: answer.sampled.as_deref(),
            stopped: answer.stopped.as_deref(),
        }
    }
}
