//! The odds of a simulation as a chart: how they change while the deck runs out.

use std::collections::BTreeMap;

use tercet_lab::plot::{Axis, Bound, Chart, Point, Scale, Series, Style};

use super::Checkpoint;
use super::statistics::Statistics;
use crate::table::grouped;

/// The odds of a set by the cards left in the deck, a line for each size of layouts before the deck
/// is empty.
pub(crate) fn chart(checkpoint: &Checkpoint) -> Chart {
    let figures = Statistics::new(checkpoint);
    let run = checkpoint.simulation();
    let mut lines: BTreeMap<usize, Vec<Point>> = BTreeMap::new();
    for (deck, layouts) in figures.layouts.iter().rev().filter(|(deck, _)| *deck > 0) {
        // Where every layout held a set, nothing is known but that the odds are high.
        let Some(odds) = layouts.odds else { continue };
        let spread = odds.interval.map(|interval| (interval.low, interval.high));
        let point = Point { x: *deck as f64, y: odds.value, spread, bound: Bound::Exact };
        lines.entry(layouts.cards).or_default().push(point);
    }
    let series = lines.into_iter().map(|(cards, points)| Series {
        name: format!("{cards} cards"),
        style: Style::Line,
        points,
    });
    let games = grouped(figures.games.into());
    Chart {
        title: format!("Odds of a set in {games} games of {}", run.deck()),
        x: Axis { label: "cards left in the deck".into(), scale: Scale::Linear },
        y: Axis {
            label: "odds of a set, to one (spread: the 95 % interval)".into(),
            scale: Scale::Logarithmic,
        },
        series: series.collect(),
    }
}
