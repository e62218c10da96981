use proptest::prelude::*;

use super::*;

fn times(limit: f64, rows: &[&[Option<f64>]]) -> Times {
    let row = |(i, row): (usize, &&[Option<f64>])| (format!("m{i}"), row.to_vec());
    Times { limit, rows: rows.iter().enumerate().map(row).collect() }
}

fn close(estimate: Option<Estimated>, value: f64) {
    let estimate = estimate.expect("there is a value");
    assert!((estimate.value - value).abs() < 1e-12, "{estimate:?} is not {value}");
}

#[test]
fn a_small_race_by_hand() {
    let rows: [&[_]; 2] = [
        &[Some(1.0), Some(4.0), None, Some(2.0), None],
        &[Some(2.0), Some(1.0), None, Some(2.0), Some(8.0)],
    ];
    let scores = Scores::of(&times(10.0, &rows));
    assert_eq!((scores.boards, scores.solved), (5, 4));
    // (1 + 1 + 20 + 2 + 8) / 5
    close(scores.par2, 6.4);
    let [one, other] = &scores.contestants[..] else { panic!("two contestants") };
    assert_eq!((one.solved, other.solved), (3, 4));
    close(one.par2, 47.0 / 5.0);
    close(other.par2, 33.0 / 5.0);
    // The fourth board is a tie.
    close(one.best_share, 1.5 / 4.0);
    close(other.best_share, 2.5 / 4.0);
    // 1, 4, 1 and 20/8; 2, 1, 1 and 1.
    close(one.slowdown, 10.0_f64.powf(0.25));
    close(other.slowdown, 2.0_f64.powf(0.25));
    assert_eq!(one.cactus, [1.0, 2.0, 4.0]);
    assert_eq!(one.profile, [1.0, 1.0, 4.0]);
    assert_eq!(other.profile, [1.0, 1.0, 1.0, 2.0]);
    assert!(one.par2.unwrap().low.unwrap() < 9.4 && one.par2.unwrap().high.unwrap() > 9.4);
}

#[test]
fn without_boards_or_solutions_there_are_no_scores() {
    let scores = Scores::of(&times(10.0, &[&[]]));
    assert_eq!((scores.boards, scores.par2, scores.contestants[0].par2), (0, None, None));
    assert_eq!(Scores::of(&Times::default()).contestants, []);
    let scores = Scores::of(&times(10.0, &[&[None; 6]]));
    close(scores.contestants[0].par2, 20.0);
    assert_eq!((scores.contestants[0].best_share, scores.contestants[0].slowdown), (None, None));
    // A single board has no interval.
    let few = Scores::of(&times(10.0, &[&[Some(1.0)]]));
    assert_eq!(few.contestants[0].par2, Some(Estimated { value: 1.0, low: None, high: None }));
    for chart in [cactus(&scores), profile(&scores), cactus(&few), profile(&few)] {
        assert!(tercet_plot::svg(&chart).contains("</svg>"));
    }
}

#[test]
fn a_profile_is_drawn_as_steps_up_to_the_solved_fraction() {
    let rows: [&[_]; 2] = [&[Some(1.0), Some(4.0)], &[Some(2.0), None]];
    let chart = profile(&Scores::of(&times(10.0, &rows)));
    let line = |i: usize| -> Vec<(f64, f64)> {
        chart.series[i].points.iter().map(|point| (point.x, point.y)).collect()
    };
    assert_eq!(line(0), [(1.0, 1.0), (2.2, 1.0)]);
    assert_eq!(line(1), [(1.0, 0.0), (2.0, 0.0), (2.0, 0.5), (2.2, 0.5)]);
}

/// Some contestants on the same boards.
fn any_times() -> impl Strategy<Value = Times> {
    (1..5_usize, 0..12_usize).prop_flat_map(|(contestants, boards)| {
        // Whole numbers, so that there are ties.
        let time = prop::option::weighted(0.8, (1..8_u8).prop_map(f64::from));
        let row = prop::collection::vec(time, boards);
        let rows = prop::collection::vec(row, contestants);
        rows.prop_map(|rows| {
            let rows = rows.into_iter().enumerate().map(|(i, row)| (i.to_string(), row));
            Times { limit: 10.0, rows: rows.collect() }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn scores_obey_their_laws(times in any_times()) {
        let scores = Scores::of(&times);
        let share = |score: &Score| score.best_share.map(|share| share.value);
        let shares: Vec<f64> = scores.contestants.iter().filter_map(share).collect();
        if scores.solved > 0 {
            prop_assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
        for (score, (_, row)) in scores.contestants.iter().zip(&times.rows) {
            // The virtual best solver is never worse.
            prop_assert!(score.solved <= scores.solved);
            if let (Some(par2), Some(best)) = (score.par2, scores.par2) {
                prop_assert!(best.value <= par2.value);
                if score.solved == scores.boards {
                    let mean = row.iter().flatten().sum::<f64>() / row.len() as f64;
                    prop_assert!((par2.value - mean).abs() < 1e-9);
                }
            }
            prop_assert!(score.slowdown.is_none_or(|slowdown| slowdown.value >= 1.0 - 1e-12));
            prop_assert!(score.profile.first().is_none_or(|&ratio| ratio >= 1.0));
            // The profile is monotone and ends at the fraction of solved boards.
            prop_assert!(score.profile.is_sorted() && score.cactus.is_sorted());
            prop_assert_eq!(score.profile.len(), score.solved);
            prop_assert_eq!(score.cactus.len(), score.solved);
            for estimate in [score.par2, score.best_share, score.slowdown].into_iter().flatten() {
                prop_assert!(estimate.low.is_none_or(|low| low <= estimate.value + 1e-9));
                prop_assert!(estimate.high.is_none_or(|high| high >= estimate.value - 1e-9));
            }
        }
        // The order of the contestants does not matter.
        let mut turned = times.clone();
        turned.rows.reverse();
        let mut again = Scores::of(&turned);
        again.contestants.reverse();
        prop_assert_eq!(scores, again);
    }
}
