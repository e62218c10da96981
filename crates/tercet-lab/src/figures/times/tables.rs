//! The tables of a figure of times.

use serde_json::json;
use tercet::statistics::{Estimate, least_squares};
use tercet_plot::words;
use tercet_plot::{Series, Style};

use super::lines::{EVERYWHERE, Growth, Lines};
use super::{OUTSIDE, Published};
use crate::figures::series;
use crate::race::{Course, Outcome, Race, Value};
use crate::report::TextTable;

/// The average of every line at every place.
pub(super) fn averages(caption: String, axis: &str, lines: &Lines) -> TextTable {
    let columns = std::iter::once(axis).chain(lines.names()).map(String::from).collect();
    let row = |x: f64| {
        let times = lines.names().map(|line| shown(lines.at(line, x).and_then(|it| it.average)));
        std::iter::once(x.to_string()).chain(times).collect()
    };
    TextTable { caption, rows: lines.places(EVERYWHERE).into_iter().map(row).collect(), columns }
}

/// The times of the source, and how many times faster the same line is here.
pub(super) fn comparison(
    axis: &str,
    published: &[Published],
    source: &Lines,
    lines: &Lines,
) -> TextTable {
    let mut columns = vec![axis.to_owned()];
    for Published { line, of, .. } in published {
        columns.push(line.clone());
        columns.extend(of.as_ref().map(|of| format!("/ {of}")));
    }
    let row = |x: f64| {
        let mut row = vec![x.to_string()];
        for Published { line, of, .. } in published {
            let theirs = source.at(line, x).and_then(|it| it.average);
            row.push(shown(theirs));
            row.extend(of.as_ref().map(|of| {
                let ours = lines.at(of, x).and_then(|it| it.average);
                let faster = theirs.zip(ours).map(|(theirs, ours)| {
                    let most = if ours.at_least { "≤ " } else { "" };
                    format!("{most}{}", words::number(theirs.value / ours.value))
                });
                faster.unwrap_or_else(|| "–".into())
            }));
        }
        row
    };
    let rows = source.places(EVERYWHERE).into_iter().map(row).collect();
    let caption = "The times of the source, and how many times faster the same line is here".into();
    TextTable { caption, columns, rows }
}

/// How each line grows, here and in the source; if wanted, with the coefficients of its quadratic trend.
pub(super) fn growth(axis: &str, sources: [&Lines; 2], has_trends: bool) -> TextTable {
    let lines = sources.into_iter().flat_map(|lines| lines.names().map(move |line| (lines, line)));
    let rows = lines.filter_map(|(lines, line)| {
        let Growth { exponent, factor, .. } = lines.growth(line, 0.0)?;
        let exact = |it: &Estimate| {
            let (low, high) = it.interval.unwrap_or_default();
            format!("{:.3e} ({low:.3e} to {high:.3e})", it.value)
        };
        let trend = trend(lines, line).map(|trend| trend.iter().map(exact).collect::<Vec<_>>());
        let (exponent, factor) = (exponent.to_string(), factor.to_string());
        Some(json!({"line": line, "exponent": exponent, "factor": factor, "trend": trend}))
    });
    let x = axis.rsplit(' ').next().unwrap_or(axis);
    let trends = format!(" | trend, constant (s)=trend/0 | times {x}=trend/1 | times {x}²=trend/2");
    TextTable::of(
        "Growth, with 95 % intervals: the exponent of a power law, and the factor for each step of an exponential \
         function",
        &format!("line | exponent | factor a step=factor{}", if has_trends { &trends } else { "" }),
        rows,
    )
}

/// The quadratic trend of a line by least squares: its coefficients.
fn trend(lines: &Lines, line: &str) -> Option<Vec<Estimate>> {
    least_squares(&lines.exact(line, 0.0), 2)
}

/// The quadratic trends in a chart.
pub(super) fn trends(lines: &Lines) -> Vec<Series> {
    let drawn = |line: &str| {
        let trend = trend(lines, line)?;
        let value = |x: f64| trend.iter().rev().fold(0.0, |sum, it| sum * x + it.value);
        let points = lines.exact(line, 0.0).into_iter().map(|(x, _)| (x, value(x)));
        Some(series(format!("{line}, trend"), Style::Reference, points))
    };
    lines.names().filter_map(drawn).collect()
}

/// The best program whose search is not Tercet's at each place, and the best line that is Tercet's.
pub(super) fn best_outside(axis: &str, lines: &Lines, outside: &[String]) -> TextTable {
    let best = |x: f64, are_outside: bool| {
        let names = lines.names().filter(|&name| name != OUTSIDE);
        let names = names.filter(|&name| outside.iter().any(|known| known == name) == are_outside);
        let timed = names.filter_map(|name| Some((name, lines.at(name, x)?.average?)));
        timed.min_by(|(_, one), (_, other)| {
            one.at_least.cmp(&other.at_least).then(one.value.total_cmp(&other.value))
        })
    };
    let row = |x: f64| {
        let ((theirs, time), (ours, own)) = (best(x, true)?, best(x, false)?);
        Some(json!({
            "x": x.to_string(), "theirs": theirs, "time": shown(Some(time)), "ours": ours, "own": shown(Some(own)),
            "ratio": lines.ratio(theirs, ours, x).map(|ratio| ratio.to_string()),
        }))
    };
    TextTable::of(
        "The best outside program, and the best of Tercet's own methods",
        &format!(
            "{axis}=x | outside=theirs | its time=time | Tercet=ours | time=own | times as long=ratio"
        ),
        lines.places(EVERYWHERE).into_iter().filter_map(row),
    )
}

/// An average time in words, or a dash.
fn shown(average: Option<Value>) -> String {
    let Some(Value { value, at_least }) = average else { return "–".into() };
    let time = words::time(value);
    if at_least { format!("≥ {time}") } else { time }
}

/// Every trial of a race.
pub(super) fn trials(race: &Race) -> TextTable {
    let heats = race.heats();
    let rows = heats.into_iter().filter_map(|heat| {
        let trial = race.trial(heat)?;
        let Course { label, x, .. } = &race.courses[heat.course];
        let method = &race.contestants[heat.contestant].name;
        let answer = match &trial.outcome {
            Outcome::Failed { reason } => format!("failed: {reason}"),
            outcome => outcome.name().into(),
        };
        Some(json!({
            "size": label, "x": x, "task": heat.task + 1, "method": method, "answer": answer,
            "trial": trial,
        }))
    });
    TextTable::of(
        "Every trial",
        "size | x | task | method | answer | answered by=trial/by | wall (s)=trial/seconds | processor (s)=trial/cpu \
         | memory (B)=trial/memory | searched=trial/effort/count | trial/effort/unit",
        rows,
    )
}
