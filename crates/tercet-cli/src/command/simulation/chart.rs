//! The odds of a simulation as a chart: how they change while the deck runs out.

use std::collections::BTreeMap;

use tercet_app::Simulated;
use tercet_lab::plot::{Axis, Bound, Chart, Point, Scale, Series, Style};

use super::digits;

/// The odds of a set by the cards left in the deck, a line for each size of layouts before the deck
/// is empty.
pub(crate) fn chart(answer: &Simulated) -> Chart {
    let mut lines: BTreeMap<usize, Vec<Point>> = BTreeMap::new();
    for layouts in answer.layouts.iter().rev() {
        // If every layout held a set, the odds are only known to be high.
        let (Some(deck @ 1..), Some(odds)) = (layouts.deck_left, layouts.odds) else { continue };
        let spread = layouts.interval.map(|[low, high]| (low, high));
        let point = Point { x: deck as f64, y: odds, spread, bound: Bound::Exact };
        lines.entry(layouts.size).or_default().push(point);
    }
    let series = lines.into_iter().map(|(cards, points)| Series {
        name: format!("{cards} cards"),
        style: Style::Line,
        points,
    });
    let (games, deck) = (digits(&answer.played), answer.deck);
    Chart {
        title: format!("Odds of a set in {games} games of {deck}"),
        x: Axis { label: "cards left in the deck".into(), scale: Scale::Linear },
        y: Axis {
            label: "odds of a set, to one (spread: the 95 % interval)".into(),
            scale: Scale::Logarithmic,
        },
        series: series.collect(),
    }
}
