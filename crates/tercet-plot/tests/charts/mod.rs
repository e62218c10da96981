//! Charts such as Tercet draws, with figures made up by formulas.

use tercet_plot::{Axis, Chart, Point, Scale, Series, Style};

/// All of them, by name.
pub(crate) fn all() -> Vec<(&'static str, Chart)> {
    vec![
        ("methods", methods()),
        ("two-lines", two_lines()),
        ("sampled", sampled()),
        ("twenty", twenty()),
        ("awkward", awkward()),
        ("empty", Chart { series: Vec::new(), ..two_lines() }),
    ]
}

fn chart(title: &str, x: Axis, y: Axis, series: impl IntoIterator<Item = Series>) -> Chart {
    Chart { title: title.into(), x, y, series: series.into_iter().collect() }
}

/// A race of many methods over four decades and more: times that grow by a factor from v to v, until
/// a limit of time.
fn methods() -> Chart {
    const LIMIT: f64 = 60.0;
    let names = [
        ("cover", 4e-6, 1.9),
        ("hybrid", 5e-6, 1.8),
        ("halves", 6e-6, 5.1),
        ("brute", 8e-5, 9.0),
        ("dynamic", 5e-5, 4.8),
        ("completion", 2e-5, 8.5),
        ("pairs-meet", 9e-6, 3.4),
        ("middle", 1e-5, 3.1),
        ("sat", 3e-4, 3.0),
        ("cp", 9e-4, 3.6),
        ("ip", 2e-3, 3.9),
        ("smt", 3e-2, 3.3),
        ("smt-incremental", 2e-2, 3.0),
        ("smt-bits", 1.2e-2, 3.7),
    ];
    let growth = |(name, from, factor): (&str, f64, f64)| {
        let mut points = Vec::new();
        for v in 3..=10 {
            let time = from * f64::powi(factor, v - 3);
            if time >= LIMIT {
                points.push(Point { at_least: true, ..Point::at(v.into(), LIMIT) });
                break;
            }
            let y = time * (1.0 + 0.25 * f64::sin(f64::from(v) * 2.3 + from * 1e4));
            points.push(Point { spread: Some((y * 0.7, y * 1.5)), ..Point::at(v.into(), y) });
        }
        Series::new(name, Style::Line, points)
    };
    chart(
        "Time to find a set or refute it, boards at the threshold, p = 4",
        Axis::new("values v", Scale::Linear),
        Axis::new("processor time (s)", Scale::Logarithmic),
        names.map(growth),
    )
}

fn two_lines() -> Chart {
    let curve = |name: &str, threshold: f64| {
        let points = (1..=21).map(f64::from);
        let points = points.map(|x| Point::at(x, 1.0 - f64::exp(-(x / threshold).powi(3))));
        Series::new(name, Style::Line, points)
    };
    chart(
        "Probability of a set",
        Axis::new("cards k", Scale::Linear),
        Axis::new("probability", Scale::Linear),
        [curve("first layout", 8.2), curve("second layout", 9.4)],
    )
}

fn sampled() -> Chart {
    let curve = |x: f64, threshold: f64| Point::at(x, 1.0 - f64::exp(-(x / threshold).powi(5)));
    let dealt = (0..12).map(|i| {
        let dealt = curve(60.0 + 12.0 * f64::from(i), 110.0);
        Point { spread: Some((dealt.y - 0.04, dealt.y + 0.04)), ..dealt }
    });
    let expected = (0..60).map(|i| curve(60.0 + 2.2 * f64::from(i), 108.0));
    chart(
        "A set in k cards of (10,4), 1000 hands each",
        Axis::new("cards k", Scale::Linear),
        Axis::new("probability (spread: its 95 % interval)", Scale::Linear),
        [
            Series::new("dealt", Style::Marks, dealt),
            Series::new("expected", Style::Reference, expected),
        ],
    )
}

fn twenty() -> Chart {
    let line = |i: u32| {
        let points = (0..30).map(|x| {
            let x = 4.0 * 1.35_f64.powi(x);
            Point::at(x, 1e-6 * f64::from(i + 1).powf(1.9) * x.powf(0.9 + 0.02 * f64::from(i)))
        });
        Series::new(format!("method-{i}"), Style::Line, points)
    };
    chart(
        "Twenty methods on boards of up to 20,000 cards, each point the median of ten",
        Axis::new("cards n", Scale::Logarithmic),
        Axis::new("wall time (s)", Scale::Logarithmic),
        (0..20).map(line),
    )
}

/// Names with characters that XML reserves, names that are too long, and points without a place.
fn awkward() -> Chart {
    let points =
        [(1.0, f64::NAN), (2.0, 3.0), (3.0, 0.0), (4.0, 5.0), (5.0, 8.0), (f64::INFINITY, 1.0)];
    let long = "a method whose name is so long that no legend of any chart could ever show all of it, however wide";
    chart(
        "<b>\"Awkward\"</b> & all: a title that goes on and on, over more than one line, because nobody ever told its author that titles are short",
        Axis::new("x < y & \"z\"", Scale::Linear),
        Axis::new("time (s)", Scale::Logarithmic),
        [
            Series::new(long, Style::Line, points.map(|(x, y)| Point::at(x, y))),
            Series::new("nothing <here>", Style::Line, []),
            Series::new(
                "one & only",
                Style::Marks,
                [Point { at_least: true, ..Point::at(4.0, 5.0) }],
            ),
        ],
    )
}
