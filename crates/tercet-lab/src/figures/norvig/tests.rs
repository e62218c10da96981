use super::*;
use Verdict::{Fails, Holds, Open};

fn verdicts(data: &Data) -> Vec<Verdict> {
    section(data).findings.iter().map(|finding| finding.verdict).collect()
}

/// Odds that were found independently: exactly, and in 20 million games.
#[test]
fn odds_are_the_known_ones() {
    let data = measure(Extent::Quick, 1, &Limit::none()).unwrap();
    let near = |odds: f64, known: f64, within: f64| {
        assert!((odds / known - 1.0).abs() < within, "{odds} is not {known}");
    };
    near(to_one(data.first[0].without), 29.957_856, 1e-7);
    near(to_one(data.first[1].without), 2_741.09, 1e-5);
    near(to_one(data.not_before[0].without), 8.201_38, 1e-6);
    near(to_one(data.not_before[1].without), 87.575, 1e-6);
    near(data.played[0].odds(), 14.994, 0.003);
    near(data.played[1].odds(), 89.70, 0.03);
    let section = section(&data);
    // A line from the first layout of 12 cards to the last three cards of the deck.
    let line = &section.charts[0].series[0].points;
    assert_eq!((line.len(), line[0].x, line[22].x), (23, 3.0, 69.0));
    near(line[22].y, 29.957_856, 0.03);
    near(line[0].y, 14.3, 0.2);
    assert!(section.data.rows.iter().all(|row| row.len() == section.data.columns.len()));
    let found: Vec<Verdict> = section.findings.iter().map(|finding| finding.verdict).collect();
    let expected = [Fails, Fails, Holds, Holds, Holds, Holds, Holds, Holds, Holds];
    assert_eq!(found, expected, "{:#?}", section.findings);
}

/// Data near the true ones, without playing.
fn data() -> Data {
    let exact = |odds: [f64; 2]| {
        let [a, b] = odds.map(|odds| 1.0 / (1.0 + odds));
        vec![Exact { cards: 12, without: a }, Exact { cards: 15, without: b }]
    };
    let played = |cards, with, without, interval| Played { cards, with, without, interval };
    Data {
        seed: 1,
        first: exact([29.957_856, 2_741.09]),
        not_before: exact([8.201_38, 87.575]),
        games: 1_000_000,
        seconds: 1.0,
        played: vec![
            played(12, 21_500_000, 1_434_000, Some((14.97, 15.02))),
            played(15, 1_400_000, 15_607, Some((88.3, 91.1))),
            played(18, 14_000, 1, None),
        ],
        met: vec![Met { cards: 12, left: 69, with: 967_700, without: 32_300 }],
    }
}

#[test]
fn other_data_give_other_verdicts() {
    let good = data();
    assert_eq!(verdicts(&good)[2..], [Holds; 7]);
    let with = |change: &dyn Fn(&mut Data)| {
        let mut data = data();
        change(&mut data);
        verdicts(&data)
    };
    // Each line is compared with odds of its own.
    let booklet = with(&|data| {
        data.first[0].without = 1.0 / 34.0;
        data.first[1].without = 1.0 / 2_501.0;
    });
    assert_eq!(booklet[..2], [Holds, Holds]);
    let first = with(&|data| data.first.iter_mut().for_each(|it| it.without *= 2.0));
    assert_eq!(first[2..4], [Fails, Fails]);
    let not_before = with(&|data| data.not_before.iter_mut().for_each(|it| it.without *= 2.0));
    assert_eq!(not_before[7..], [Fails, Fails]);
    let played = with(&|data| {
        data.played[0].without *= 2;
        data.played[1].without *= 2;
        data.played[2].without = 3_000;
    });
    assert_eq!(played[4..7], [Fails, Fails, Fails]);
    // Missing data decide nothing.
    let none = with(&|data| {
        data.first.clear();
        data.not_before.clear();
        data.played.clear();
    });
    assert_eq!(none, [Open; 9]);
    let few = with(&|data| data.played[0].interval = None);
    assert_eq!(few[4], Open);
}

#[test]
fn a_limit_stops_the_games() {
    let limit = Limit::timeout(std::time::Duration::ZERO);
    assert_eq!(measure(Extent::Quick, 1, &limit), Err(Stop::DEADLINE));
}
