//! Odds in every format, and as a chart: a line over the number of cards, or bars for a distribution.

use num_traits::ToPrimitive;
use tercet::odds::decimal;
use tercet_app::{
    About, Exact, Figure, Fraction, Odds as Request, OddsLine, OddsTable, SampledOdds, Whole,
    WithoutSet,
};
use tercet_plot::{self as plot, Axis, Chart, Point, Scale, Series};

use super::{reach, stopped};
use crate::output::{DIM, counted, styled, width, wrapped};
use crate::prelude::*;
use crate::table::TextTable;

const SHORTENED: &str = "long numbers are shortened: --format csv has all of their digits";

pub(super) const COLUMNS: [&str; 12] = [
    "kind",
    "size",
    "set_count",
    "count",
    "hands",
    "probability",
    "odds",
    "low",
    "high",
    "without_set/classes",
    "without_set/complete",
    "without_set/complete_classes",
];

/// The title of the lines.
pub(super) fn title(answer: &OddsTable) -> String {
    let deck = answer.deck;
    let cards = answer.size.map(|cards| counted(cards, "card")).unwrap_or_default();
    match answer.about {
        About::Hands => format!("a set in k cards of {deck}"),
        About::Given(known) => {
            format!("a set in k cards of {deck}, given that {known} of them hold none")
        }
        About::Classes => format!("hands of {deck} without a set, up to symmetry"),
        About::Sets => format!("the number of sets in {cards} of {deck}"),
        About::Disjoint => format!("the largest number of disjoint sets in {cards} of {deck}"),
        About::SecondRound => {
            format!("a set in the second layout of a game of {deck} with {cards}")
        }
    }
}

pub(super) fn text(answer: &OddsTable, asked: &Request, printer: &mut Printer) -> Result<()> {
    let about = answer.about;
    printer.paragraph(&title(answer))?;
    let by_sets = about.is_distribution();
    let number = if by_sets { "sets" } else { "k" };
    let headings: &[&str] = match about {
        About::Classes => &[number, "classes", "without a set", "complete", "their classes"],
        About::Sets | About::Disjoint => &[number, "hands", "probability"],
        About::Hands => &[number, "hands", "with a set", "probability", "odds"],
        About::Given(_) | About::SecondRound => &[number, "probability", "odds"],
    };
    let flush = headings.len() - 1;
    let mut exact = TextTable { flush, ..TextTable::new("", headings.iter().copied()) };
    let odds = if by_sets { None } else { Some("odds") };
    let sampled = [number, "probability", "from", "to"].into_iter().chain(odds);
    let mut sampled = TextTable::new("", sampled);
    for OddsLine { size, set_count, figure } in &answer.lines {
        let number = set_count.unwrap_or(*size).to_string();
        match figure {
            Figure::Exact(figure) => {
                exact.row(0.0, [number].into_iter().chain(cells(figure, about)));
            }
            Figure::Sampled(SampledOdds { probability, odds, low, high }) => {
                let rounded = |number: &str, decimals: usize| {
                    let number: f64 = number.parse().unwrap_or(f64::NAN);
                    format!("{number:.decimals$}")
                };
                let (low, high) = (format!("{low:.5}"), format!("{high:.5}"));
                let odds = odds.as_ref().map_or_else(String::new, |odds| rounded(odds, 3));
                let odds = (!by_sets).then_some(odds);
                let cells = [number, rounded(probability, 5), low, high];
                sampled.row(0.0, cells.into_iter().chain(odds));
            }
        }
    }
    exact.print(printer)?;
    if is_shortened(answer) {
        printer.lines(styled(DIM, wrapped(SHORTENED, 0, width())))?;
    }
    notes(answer, printer)?;
    if answer.out_of_reach.is_some() {
        printer.paragraph(&reach(answer, asked).unwrap_or_default())?;
    }
    if let Some(dealt) = &answer.sampled {
        let hands = counted(&dealt.hands, "hand");
        let sizes = answer.lines.iter().filter(|line| matches!(line.figure, Figure::Sampled(_)));
        let mut sizes: Vec<usize> = sizes.map(|line| line.size).collect();
        sizes.dedup();
        let each = if sizes.len() > 1 { " each" } else { "" };
        let seed = &dealt.seed;
        printer.paragraph(&format!("sampled: {hands}{each}, starting at --seed {seed}"))?;
        sampled.print(printer)?;
        writeln!(printer, "{DIM}from, to: the 95 % confidence interval{DIM:#}")?;
    }
    if let Some(stopped) = stopped(answer, asked) {
        printer.paragraph(&format!("stopped: {stopped}"))?;
    }
    Ok(())
}

/// Further results, below the lines.
fn notes(answer: &OddsTable, printer: &mut Printer) -> Result<()> {
    const MOST_LETTERS: usize = 32;
    let text = |Fraction(exact): &Fraction| {
        let value = decimal(exact.numer(), exact.denom(), 6);
        match exact.to_string() {
            whole if exact.is_integer() => whole,
            fraction if fraction.len() <= MOST_LETTERS => format!("{fraction} = {value}"),
            _ => value,
        }
    };
    if let (About::SecondRound, [OddsLine { figure: Figure::Exact(exact), .. }]) =
        (answer.about, &answer.lines[..])
    {
        let Fraction(with) = &exact.fraction;
        let without = with.denom() - with.numer();
        printer.paragraph(&format!("exactly {without}/{} without a set", with.denom()))?;
    }
    for (name, exact) in [("expected sets", &answer.mean), ("their variance", &answer.variance)] {
        if let Some(exact) = exact {
            printer.paragraph(&format!("{name}: {}", text(exact)))?;
        }
    }
    Ok(())
}

/// The columns of a line except the first.
fn cells(exact: &Exact, about: About) -> Vec<String> {
    let whole = |number: &Option<Whole>| number.as_ref().map(integer).unwrap_or_default();
    let probability = exact.probability.clone();
    let odds = || exact.odds.as_deref().map_or_else(|| "certain".into(), short);
    match about {
        About::Classes => {
            let Some(without) = &exact.without_set else { return vec![String::new(); 4] };
            [&without.classes, &without.hands, &without.complete, &without.complete_classes]
                .map(integer)
                .into()
        }
        About::Sets | About::Disjoint => vec![whole(&exact.count), probability],
        About::Hands => vec![whole(&exact.hands), whole(&exact.count), probability, odds()],
        About::Given(_) | About::SecondRound => vec![probability, odds()],
    }
}

/// The most digits of an integer in text: two lines of a typical terminal.
const MOST_DIGITS: usize = 160;

/// An integer. Only eight digits are shown if it is too long to read.
fn integer(number: &Whole) -> String {
    let digits = number.to_string();
    if digits.len() > MOST_DIGITS { short(&digits) } else { digits }
}

/// Whether an integer of the lines is shortened.
fn is_shortened(answer: &OddsTable) -> bool {
    answer.lines.iter().any(|line| {
        let (Figure::Exact(exact), about) = (&line.figure, answer.about) else { return false };
        let longest = match about {
            About::Hands => &exact.hands,
            About::Sets | About::Disjoint => &exact.count,
            About::Classes | About::Given(_) | About::SecondRound => &None,
        };
        longest.as_ref().is_some_and(|number| number.to_string().len() > MOST_DIGITS)
    })
}

/// Odds with eight digits, however large: they are rounded anyway.
fn short(odds: &str) -> String {
    const MOST_DIGITS: usize = 12;
    if odds.contains(['.', 'e']) || odds.len() <= MOST_DIGITS {
        return odds.into();
    }
    format!("{}.{}e{}", &odds[..1], &odds[1..8], odds.len() - 1)
}

/// The value of a point, and its interval.
type Value = (f64, Option<(f64, f64)>);

/// The probabilities, or with `--classes` the classes of hands and how many of them are complete.
pub(super) fn chart(answer: &OddsTable) -> Chart {
    let by_sets = answer.about.is_distribution();
    // A single number is also a bar: a line needs two points.
    let is_bars = by_sets || answer.lines.len() == 1 && answer.about != About::Classes;
    let style = if is_bars { plot::Style::Bars } else { plot::Style::Line };
    let series = |name: &str, value: &dyn Fn(&Figure) -> Option<Value>| {
        let points = answer.lines.iter().filter_map(|line| {
            let (y, spread) = value(&line.figure)?;
            let x = line.set_count.unwrap_or(line.size) as f64;
            Some(Point { x, y, spread, at_least: false })
        });
        Series { name: name.into(), style, points: points.collect() }
    };
    let classes = |figure: &Figure, count: fn(&WithoutSet) -> &Whole| match figure {
        Figure::Exact(exact) => Some((count(exact.without_set.as_ref()?).0.to_f64()?, None)),
        Figure::Sampled(_) => None,
    };
    let series = if answer.about == About::Classes {
        [
            series("all", &|figure| classes(figure, |without| &without.classes)),
            series("complete", &|figure| classes(figure, |without| &without.complete_classes)),
        ]
    } else {
        let exact = |figure: &Figure| match figure {
            Figure::Exact(exact) => Some((exact.fraction.0.to_f64()?, None)),
            Figure::Sampled(_) => None,
        };
        let sampled = |figure: &Figure| match figure {
            Figure::Exact(_) => None,
            Figure::Sampled(SampledOdds { probability, low, high, .. }) => {
                Some((probability.parse().ok()?, Some((*low, *high))))
            }
        };
        [series("exact", &exact), series("sampled", &sampled)]
    };
    let across = match answer.about {
        About::Sets => "sets in a hand",
        About::Disjoint => "disjoint sets in a hand",
        _ => "cards k",
    };
    let (up, scale) = match answer.about {
        About::Classes => ("classes", Scale::Logarithmic),
        _ if series[1].points.is_empty() => ("probability", Scale::Linear),
        _ => ("probability (spread: the 95 % interval)", Scale::Linear),
    };
    let title = title(answer);
    let first = title.chars().next().map(|letter| letter.to_uppercase().to_string());
    let rest: String = title.chars().skip(1).collect();
    Chart {
        title: first.unwrap_or_default() + &rest,
        x: Axis { label: across.into(), scale: Scale::Linear },
        y: Axis { label: up.into(), scale },
        series: series.into_iter().filter(|series| !series.points.is_empty()).collect(),
    }
}
