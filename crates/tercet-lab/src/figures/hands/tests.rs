use super::*;
use crate::figures::{Experiment, figures};
use Ruling::{Fails, Holds, Open};

fn named(id: &str) -> (&'static Figure, Hands) {
    let figure = figures().iter().find(|figure| figure.id == id).unwrap();
    let Experiment::Hands(hands) = figure.experiment else { panic!("{id} is about hands") };
    (figure, hands)
}

fn section(id: &str, data: &Data) -> Section {
    let (figure, hands) = named(id);
    hands.section(figure, data)
}

fn verdicts(id: &str, data: &Data) -> Vec<Ruling> {
    section(id, data).findings.iter().map(|finding| finding.here.verdict).collect()
}

fn measure(id: &str) -> Data {
    named(id).1.measure(Extent::Quick, 1, &Limit::none()).unwrap()
}

#[test]
fn the_table_holds_and_the_tests_do_not_all() {
    let data = measure("knuth");
    let section = section("knuth", &data);
    let expected = [Holds, Holds, Fails, Holds, Fails];
    assert_eq!(verdicts("knuth", &data), expected, "{:#?}", section.findings);
    assert_eq!(section.data.rows.len(), 21 + 2);
    assert!(section.data.rows.iter().all(|row| row.len() == section.data.columns.len()));

    let with = |change: &dyn Fn(&mut Data)| {
        let mut data = data.clone();
        change(&mut data);
        verdicts("knuth", &data)
    };
    assert_eq!(with(&|data| data.exact[11].boards.with += 100)[0], Fails);
    assert_eq!(with(&|data| data.exact[20].boards.without = 1 << 40)[..2], [Fails, Fails]);
    assert_eq!(with(&|data| data.dealt[0].boards.without += 1)[1], Fails);
    let never = with(&|data| data.dealt[1].boards = Trials { with: 0, without: 100_000 });
    assert_eq!(never[2..4], [Holds, Fails]);
    assert_eq!(with(&|data| data.dealt[1].boards = Trials { with: 99_995, without: 5 })[3], Fails);
    let drawn = with(&|data| data.drawn.iter_mut().for_each(|board| board.1 = true));
    assert_eq!(drawn[4], Holds);
}

/// Odds that were found independently: exactly, and in 20 million games.
#[test]
fn odds_are_the_known_ones() {
    let data = measure("norvig");
    let near = |odds: f64, known: f64, within: f64| {
        assert!((odds / known - 1.0).abs() < within, "{odds} is not {known}");
    };
    near(to_one(data.without(12)), 29.957_856, 1e-7);
    near(to_one(data.without(15)), 2_741.09, 1e-5);
    near(to_one(data.last(12)), 8.201_38, 1e-6);
    near(to_one(data.last(15)), 87.575, 1e-6);
    near(odds_of(data.met[0].boards), 14.994, 0.003);
    near(odds_of(data.met[1].boards), 89.70, 0.03);
    let section = section("norvig", &data);
    assert!(section.data.rows.iter().all(|row| row.len() == section.data.columns.len()));
    let expected = [Fails, Fails, Holds, Holds, Holds, Holds, Holds, Holds, Holds];
    assert_eq!(verdicts("norvig", &data), expected, "{:#?}", section.findings);
}

/// Hands of which a share holds no set.
fn exact(cards: usize, without: f64) -> Counted {
    const ALL: u64 = 1_000_000_000_000_000;
    let without = (ALL as f64 * without) as u64;
    Counted::new(cards, Trials { with: ALL - without, without })
}

/// Changes how many hands hold no set.
fn scale(hands: &mut Counted, factor: f64) {
    *hands = exact(hands.cards, hands.without() * factor);
}

/// Data near the true ones of the odds, without playing.
fn odds_data() -> Data {
    let counted = |cards, with, without, interval| Counted {
        cards,
        boards: Trials { with, without },
        interval,
    };
    Data {
        seed: 1,
        exact: [(9, 2.3646), (12, 29.957_856), (15, 2_741.09)]
            .map(|(cards, odds)| exact(cards, 1.0 / (1.0 + odds)))
            .into(),
        games: 1_000_000,
        met: vec![
            counted(12, 21_500_000, 1_434_000, Some((14.97, 15.02))),
            counted(15, 1_400_000, 15_607, Some((88.3, 91.1))),
            counted(18, 14_000, 1, None),
        ],
        ..Data::default()
    }
}

#[test]
fn other_data_give_other_verdicts() {
    assert_eq!(verdicts("norvig", &odds_data())[2..], [Holds; 7]);
    let with = |change: &dyn Fn(&mut Data)| {
        let mut data = odds_data();
        change(&mut data);
        verdicts("norvig", &data)
    };
    // Each line is compared with odds of its own.
    let booklet = with(&|data| {
        data.exact[1] = exact(12, 1.0 / 34.0);
        data.exact[2] = exact(15, 1.0 / 2_501.0);
    });
    assert_eq!(booklet[..2], [Holds, Holds]);
    let first = with(&|data| data.exact.iter_mut().for_each(|it| scale(it, 2.0)));
    assert_eq!(first[2..4], [Fails, Fails]);
    let not_before = with(&|data| data.exact[..2].iter_mut().for_each(|it| scale(it, 0.5)));
    assert_eq!(not_before[7..], [Holds, Fails], "both are halved for 12 cards, one for 15");
    assert_eq!(with(&|data| scale(&mut data.exact[0], 0.5))[7..], [Fails, Holds]);
    let played = with(&|data| {
        data.met[0].boards.without *= 2;
        data.met[1].boards.without *= 2;
        data.met[2].boards.without = 3_000;
    });
    assert_eq!(played[4..7], [Fails, Fails, Fails]);
    assert_eq!(with(&|data| data.met[0].interval = None)[4], Open);
}
