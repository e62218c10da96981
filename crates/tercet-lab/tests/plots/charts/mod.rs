//! Charts such as Tercet draws, with figures made up by formulas.

use tercet_lab::plot::{Axis, Bound, Chart, Point, Scale, Series, Style};

/// All of them, by name.
pub(crate) fn all() -> Vec<(&'static str, Chart)> {
    vec![
        ("methods", methods()),
        ("three", three()),
        ("histogram", histogram()),
        ("two-lines", two_lines()),
        ("sampled", sampled()),
        ("grouped-bars", grouped_bars()),
        ("twenty", twenty()),
        ("awkward", awkward()),
        ("empty", Chart { series: Vec::new(), ..three() }),
    ]
}

fn axis(label: &str, scale: Scale) -> Axis {
    Axis { label: label.into(), scale }
}

pub(crate) fn point(x: f64, y: f64) -> Point {
    Point { x, y, spread: None, bound: Bound::Exact }
}

fn series(name: &str, style: Style, points: Vec<Point>) -> Series {
    Series { name: name.into(), style, points }
}

/// Times that grow by a factor from v to v, until a limit of time.
fn growth(name: &str, from: f64, factor: f64) -> Series {
    const LIMIT: f64 = 60.0;
    let mut points = Vec::new();
    for v in 3..=10 {
        let time = from * f64::powi(factor, v - 3);
        let wobble = 1.0 + 0.25 * f64::sin(f64::from(v) * 2.3 + from * 1e4);
        if time >= LIMIT {
            points.push(Point { x: v.into(), y: LIMIT, spread: None, bound: Bound::AtLeast });
            break;
        }
        let y = time * wobble;
        points.push(Point {
            x: v.into(),
            y,
            spread: Some((y * 0.7, y * 1.5)),
            bound: Bound::Exact,
        });
    }
    series(name, Style::Line, points)
}

/// A race of many methods over four decades and more.
fn methods() -> Chart {
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
    Chart {
        title: "Time to find a set or refute it, boards at the threshold, p = 4".into(),
        x: axis("values v", Scale::Linear),
        y: axis("processor time (s)", Scale::Logarithmic),
        series: names.map(|(name, from, factor)| growth(name, from, factor)).into(),
    }
}

fn three() -> Chart {
    Chart {
        title: "Symmetry breaking".into(),
        x: axis("values v", Scale::Linear),
        y: axis("processor time (s)", Scale::Logarithmic),
        series: vec![
            growth("none", 1e-3, 9.0),
            growth("relative", 1e-3, 2.0),
            growth("rigid", 8e-4, 1.9),
        ],
    }
}

fn histogram() -> Chart {
    let shares = [1.217, 0.0, 46.67, 44.61, 7.43, 0.079];
    let cards = [0.0, 3.0, 6.0, 9.0, 12.0, 15.0];
    let points = cards.iter().zip(shares).map(|(&x, y)| point(x, y)).collect();
    Chart {
        title: "Cards left at the end of a game of (3,4)".into(),
        x: axis("cards", Scale::Linear),
        y: axis("games (%)", Scale::Linear),
        series: vec![series("games", Style::Bars, points)],
    }
}

fn two_lines() -> Chart {
    let curve = |threshold: f64| {
        let points = (1..=21).map(f64::from);
        points.map(|x| point(x, 1.0 - f64::exp(-(x / threshold).powi(3)))).collect()
    };
    Chart {
        title: "Probability of a set".into(),
        x: axis("cards k", Scale::Linear),
        y: axis("probability", Scale::Linear),
        series: vec![
            series("first layout", Style::Line, curve(8.2)),
            series("second layout", Style::Line, curve(9.4)),
        ],
    }
}

fn sampled() -> Chart {
    let points = (0..12).map(|i| {
        let x = 60.0 + 12.0 * f64::from(i);
        let y = 1.0 - f64::exp(-(x / 110.0).powi(5));
        Point { spread: Some((y - 0.04, y + 0.04)), ..point(x, y) }
    });
    let mean = (0..60).map(|i| {
        let x = 60.0 + 2.2 * f64::from(i);
        point(x, 1.0 - f64::exp(-(x / 108.0).powi(5)))
    });
    Chart {
        title: "A set in k cards of (10,4), 1000 hands each".into(),
        x: axis("cards k", Scale::Linear),
        y: axis("probability (spread: its 95 % interval)", Scale::Linear),
        series: vec![
            series("dealt", Style::Marks, points.collect()),
            series("expected", Style::Reference, mean.collect()),
        ],
    }
}

fn grouped_bars() -> Chart {
    let bars = |shift: f64| {
        (0..8)
            .map(|x| {
                let x = f64::from(x);
                point(x, 24.0 * f64::exp(-(x - 2.6 - shift).powi(2) / 4.0))
            })
            .collect()
    };
    Chart {
        title: "Sets in 12 cards".into(),
        x: axis("sets", Scale::Linear),
        y: axis("hands (%)", Scale::Linear),
        series: vec![
            series("exact", Style::Bars, bars(0.0)),
            series("dealt", Style::Bars, bars(0.3)),
            series("second layout", Style::Bars, bars(0.6)),
        ],
    }
}

fn twenty() -> Chart {
    let line = |i: u32| {
        let points = (0..30).map(|x| {
            let x = 4.0 * 1.35_f64.powi(x);
            point(x, 1e-6 * f64::from(i + 1).powf(1.9) * x.powf(0.9 + 0.02 * f64::from(i)))
        });
        series(&format!("method-{i}"), Style::Line, points.collect())
    };
    Chart {
        title: "Twenty methods on boards of up to 20,000 cards, each point the median of ten"
            .into(),
        x: axis("cards n", Scale::Logarithmic),
        y: axis("wall time (s)", Scale::Logarithmic),
        series: (0..20).map(line).collect(),
    }
}

/// Names with characters that XML reserves, names that are too long, and points without a place.
fn awkward() -> Chart {
    let points =
        [(1.0, f64::NAN), (2.0, 3.0), (3.0, 0.0), (4.0, 5.0), (5.0, 8.0), (f64::INFINITY, 1.0)];
    let points = points.map(|(x, y)| point(x, y));
    let long = "a method whose name is so long that no legend of any chart could ever show all of it, however wide";
    Chart {
        title: "<b>\"Awkward\"</b> & all: a title that goes on and on, over more than one line, because nobody ever told its author that titles are short".into(),
        x: axis("x < y & \"z\"", Scale::Linear),
        y: axis("time (s)", Scale::Logarithmic),
        series: vec![
            series(long, Style::Line, points.into()),
            series("nothing <here>", Style::Line, Vec::new()),
            series("one & only", Style::Marks, vec![Point { bound: Bound::AtLeast, ..point(4.0, 5.0) }]),
        ],
    }
}
