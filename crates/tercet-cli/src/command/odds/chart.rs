//! Odds as a chart: a line over the number of cards, or bars for a distribution.

use num_traits::ToPrimitive;
use tercet_app::{About, Exact, Figure, OddsLine, OddsTable, SampledOdds, Whole, WithoutSet};
use tercet_lab::plot::{Axis, Bound, Chart, Point, Scale, Series, Style};

use super::print;

pub(super) fn chart(answer: &OddsTable) -> Chart {
    if answer.about == About::Classes {
        return classes(answer);
    }
    let by_sets = answer.about.is_distribution();
    // A single number is a bar, too: a line needs two points.
    let style = if by_sets || answer.lines.len() == 1 { Style::Bars } else { Style::Line };
    let exact = |line: &OddsLine| match &line.figure {
        Figure::Exact(exact) => Some(point(line, exact.fraction.0.to_f64()?)),
        Figure::Sampled(_) => None,
    };
    let sampled = |line: &OddsLine| match &line.figure {
        Figure::Exact(_) => None,
        Figure::Sampled(SampledOdds { probability, low, high, .. }) => {
            let spread = Some((*low, *high));
            Some(Point { spread, ..point(line, probability.parse().ok()?) })
        }
    };
    let exact = series("exact", style, answer.lines.iter().filter_map(exact));
    let sampled = series("sampled", style, answer.lines.iter().filter_map(sampled));
    let across = match answer.about {
        About::Sets => "sets in a hand",
        About::Disjoint => "disjoint sets in a hand",
        _ => "cards k",
    };
    let up = if sampled.points.is_empty() {
        "probability"
    } else {
        "probability (spread: the 95 % interval)"
    };
    drawn(answer, across, up, Scale::Linear, [exact, sampled])
}

/// The classes of hands without a set, and how many of them are of complete hands.
fn classes(answer: &OddsTable) -> Chart {
    let counted = |count: fn(&WithoutSet) -> &Whole| {
        answer.lines.iter().filter_map(move |line| match &line.figure {
            Figure::Exact(Exact { without_set: Some(without), .. }) => {
                Some(point(line, count(without).0.to_f64()?))
            }
            _ => None,
        })
    };
    let all = counted(|without| &without.classes);
    let complete = counted(|without| &without.complete_classes);
    let series = [series("all", Style::Line, all), series("complete", Style::Line, complete)];
    drawn(answer, "cards k", "classes", Scale::Logarithmic, series)
}

fn drawn(answer: &OddsTable, across: &str, up: &str, scale: Scale, series: [Series; 2]) -> Chart {
    let title = print::title(answer);
    let first = title.chars().next().map(|letter| letter.to_uppercase().to_string());
    let rest: String = title.chars().skip(1).collect();
    Chart {
        title: first.unwrap_or_default() + &rest,
        x: Axis { label: across.into(), scale: Scale::Linear },
        y: Axis { label: up.into(), scale },
        series: series.into_iter().filter(|series| !series.points.is_empty()).collect(),
    }
}

fn series(name: &str, style: Style, points: impl Iterator<Item = Point>) -> Series {
    Series { name: name.into(), style, points: points.collect() }
}

fn point(line: &OddsLine, y: f64) -> Point {
    let x = line.set_count.unwrap_or(line.size) as f64;
    Point { x, y, spread: None, bound: Bound::Exact }
}
