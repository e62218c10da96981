//! The fairness of dealing: is every card dealt equally often?
//!
//! Boards of v·p cards are dealt and v cards after each, as in Takeshita's thesis, which plots how often each card
//! occurs. Whether the bars are level is left to the reader's eye there; here Pearson's test decides. Each count
//! has a binomial distribution, so the counts of all cards should spread like it.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tercet::Deck;
use tercet::deal::frequencies;
use tercet::solver::{Limit, NoAnswer};
use tercet::statistics::{chi_squared, chi_squared_tail};

use super::{Figure, Found, LEAST_P, finding, p_value};
use crate::report::{Finding, Ruling, Section, TextTable};
use tercet_plot::words::grouped;
use tercet_plot::{Axis, Chart, Point, Scale, Series, Style};

/// The deals, and the claim about them.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deals {
    /// The deck.
    deck: Deck,
    /// Whether the cards drawn after the first board of a deal are counted, and not those of the board.
    drawn: bool,
    /// The number of deals, which is that of the source in every report: a deal takes some microseconds.
    number: u64,
    /// The claim that the cards are uniformly distributed.
    uniform: String,
    /// The bars of the source: the place and the height of each, or of the tallest at each place that could be seen.
    #[serde(default)]
    published: Vec<(f64, f64)>,
}

/// The counts of each card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Data {
    /// The seed of the first deal; each further deal has the next seed.
    pub seed: u64,
    /// For each card of the deck, in ascending order, the number of deals that have it.
    pub counts: Vec<u64>,
}

impl Deals {
    /// The number of cards of a deal that are counted.
    fn cards(&self) -> usize {
        let (values, properties) = (self.deck.values(), self.deck.properties());
        if self.drawn { values } else { values * properties }
    }

    /// Whether the description can be measured and judged; if not, the fault.
    pub(super) fn check(&self) -> Result<(), String> {
        let deck = self.deck;
        // A deal is a board and the cards drawn after it.
        let cards = deck.values() * (deck.properties() + 1);
        let is_dealt = deck.size() >= cards.into() && self.number > 0;
        is_dealt.then_some(()).ok_or(format!("{deck} has no deals of {cards} cards"))
    }

    /// Counts the cards of the deals.
    ///
    /// # Errors
    ///
    /// [`NoAnswer`], if the limit is reached, or the deck is too large.
    pub fn measure(&self, seed: u64, limit: &Limit) -> Result<Data, NoAnswer> {
        let counts = frequencies(self.deck, seed, self.number, limit)?;
        let counts = counts.into_iter().map(|count| count[usize::from(self.drawn)]).collect();
        Ok(Data { seed, counts })
    }

    /// The section of the report: the count of each card, and how the counts spread.
    pub(crate) fn section(&self, figure: &Figure, data: &Data) -> Section {
        let deck = self.deck;
        let counted = if self.drawn { "drawn after the first board" } else { "of the first board" };
        let rows = deck.cards().zip(&data.counts).map(|(card, count)| {
            json!({"card": deck.show(card), "count": count, "expected": self.expected().0})
        });
        Section {
            findings: vec![self.finding(data)],
            charts: vec![self.chart(data)],
            data: TextTable::of(
                &format!("The number of deals that have each card of {deck}"),
                "card | count | expected",
                rows,
            ),
            ..figure.section(&format!(
                "{} deals of {deck} by Tercet's dealer, a sparse Fisher–Yates shuffle (the thesis redraws cards that \
                 were dealt before). Of each deal, the {} cards {counted} were counted. Deal i has the seed {} + i. \
                 The counts are tested for uniformity by Pearson's chi-squared test, corrected for dealing without \
                 replacement.",
                grouped(self.number),
                self.cards(),
                data.seed
            ))
        }
    }

    /// The expected count of a card if each is equally likely, and its standard deviation.
    fn expected(&self) -> (f64, f64) {
        let share = self.cards() as f64 / (self.deck.last_rank() + 1) as f64;
        let expected = share * self.number as f64;
        (expected, (expected * (1.0 - share)).sqrt())
    }

    fn finding(&self, data: &Data) -> Finding {
        let bars = self.published.len();
        let published = (bars > 0).then(|| {
            if self.deck.size() == bars.into() {
                let counts = self.published.iter().map(|(_, count)| count.round() as u64);
                return self.judge(&counts.collect::<Vec<_>>());
            }
            let found = format!("Only the tallest bars at {bars} places can be seen");
            (found, Ruling::Open)
        });
        finding(&self.uniform, "uniform", &Value::Null, self.judge(&data.counts), published)
    }

    fn judge(&self, counts: &[u64]) -> Found {
        let (expected, deviation) = self.expected();
        let statistic = chi_squared(counts, self.number).unwrap_or(f64::INFINITY);
        let freedom = counts.len() - 1;
        let p = chi_squared_tail(statistic, freedom);
        let within = |&&count: &&u64| (count as f64 - expected).abs() <= 2.0 * deviation;
        let found = format!(
            "Chi-squared {statistic:.1} with {freedom} degrees of freedom, {}. The counts are from {} to {}, \
             {expected:.1} expected; {} of {} counts are within two standard deviations",
            p_value(p),
            counts.iter().min().unwrap_or(&0),
            counts.iter().max().unwrap_or(&0),
            counts.iter().filter(within).count(),
            counts.len(),
        );
        (found, Ruling::of(p >= LEAST_P))
    }

    /// The chart of the thesis, with the expected count and the band that should contain 95 % of the
    /// counts.
    fn chart(&self, data: &Data) -> Chart {
        let (expected, deviation) = self.expected();
        let last = data.counts.len().max(1) as f64;
        let level =
            |name, y| Series::new(name, Style::Reference, [1.0, last].map(|x| Point::at(x, y)));
        let counts = (1..).zip(&data.counts);
        let counts = counts.map(|(i, &count)| Point::at(f64::from(i), count as f64));
        // The bars of the thesis are in the order of a hash table.
        let published = self.published.iter().map(|&(x, count)| Point::at(x + 1.0, count));
        Chart {
            title: format!("Count of each card of {}", self.deck),
            x: Axis::new("card, in the order of the deck", Scale::Linear),
            y: Axis::new(format!("deals of {} that have it", grouped(self.number)), Scale::Linear),
            series: [
                Series::new("published", Style::Marks, published),
                Series::new("counted", Style::Marks, counts),
                level("expected", expected),
                level("+2 s.d.", expected + 2.0 * deviation),
                level("−2 s.d.", expected - 2.0 * deviation),
            ]
            .into_iter()
            .filter(|series| !series.points.is_empty())
            .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::{Experiment, figures};

    /// The figures of deals.
    fn all() -> impl Iterator<Item = (&'static Figure, &'static Deals)> {
        figures().iter().filter_map(|figure| match &figure.experiment {
            Experiment::Deals(deals) => Some((figure, deals)),
            _ => None,
        })
    }

    #[test]
    fn our_dealer_is_uniform() {
        for (figure, deals) in all() {
            let data = deals.measure(1, &Limit::none()).unwrap();
            let section = deals.section(figure, &data);
            assert_eq!(section.findings.len(), 1);
            assert_eq!(section.findings[0].here.verdict, Ruling::Holds, "{section:?}");
            let size = deals.deck.cards().count();
            assert_eq!(section.data.rows.len(), size);
            assert_eq!(section.charts[0].series[1].points.len(), size);
        }
        assert_eq!(all().count(), 4);
    }

    #[test]
    fn unfair_dealers_are_caught() {
        for (figure, deals) in all() {
            let fair = deals.measure(1, &Limit::none()).unwrap();
            let verdict = |data: &Data| deals.section(figure, data).findings[0].here.verdict;
            // Ten cards are dealt whenever ten others should be.
            let mut favoured = fair.clone();
            for pair in favoured.counts.chunks_mut(2).take(10) {
                pair[0] += pair[1];
                pair[1] = 0;
            }
            assert_eq!(verdict(&favoured), Ruling::Fails);
            // The first half is dealt a little more often than the second.
            let mut tilted = fair;
            let half = tilted.counts.len() / 2;
            let some = tilted.counts[0] / 6;
            for (i, count) in tilted.counts.iter_mut().take(half * 2).enumerate() {
                *count = if i < half { *count + some } else { *count - some };
            }
            assert_eq!(verdict(&tilted), Ruling::Fails);
        }
    }
}
