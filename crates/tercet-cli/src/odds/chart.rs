//! Odds as a chart: a line over the number of cards, or bars for a distribution.

use tercet_lab::plot::{Axis, Bound, Chart, Point, Scale, Series, Style};

use super::answer::{Answer, Exact, Figure, Line, Sampled};
use super::print;

pub(super) fn chart(answer: &Answer) -> Chart {
    if answer.question == "classes" {
        return classes(answer);
    }
    // A single number is a bar, too: a line would say less.
    let style =
        if answer.is_by_sets() || answer.lines.len() == 1 { Style::Bars } else { Style::Line };
    let exact = |line: &Line| match &line.figure {
        Figure::Exact(exact) => Some(point(line.number, exact.share())),
        Figure::Sampled(_) => None,
    };
    let sampled = |line: &Line| match line.figure {
        Figure::Exact(_) => None,
        Figure::Sampled(Sampled { value, interval, .. }) => {
            let spread = Some((interval.low, interval.high));
            Some(Point { spread, ..point(line.number, value) })
        }
    };
    let exact = series("exact", style, answer.lines.iter().filter_map(exact));
    let sampled = series("sampled", style, answer.lines.iter().filter_map(sampled));
    let across = match answer.question {
        "sets" => "sets in a hand",
        "disjoint" => "disjoint sets in a hand",
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
fn classes(answer: &Answer) -> Chart {
    let counted = |count: fn(&Exact) -> Option<usize>| {
        answer.lines.iter().filter_map(move |line| match &line.figure {
            Figure::Exact(exact) => Some(point(line.number, count(exact)? as f64)),
            Figure::Sampled(_) => None,
        })
    };
    let all = counted(|exact| exact.classes.map(|classes| classes.classes));
    let complete = counted(|exact| exact.classes.map(|classes| classes.complete_classes));
    let series = [series("all", Style::Line, all), series("complete", Style::Line, complete)];
    drawn(answer, "cards k", "classes", Scale::Logarithmic, series)
}

fn drawn(answer: &Answer, across: &str, up: &str, scale: Scale, series: [Series; 2]) -> Chart {
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

fn point(number: usize, y: f64) -> Point {
    Point { x: number as f64, y, spread: None, bound: Bound::Exact }
}
