use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use super::*;

/// A machine whose speed and disturbances are random, for measurements that were never made.
struct Machine(ChaCha8Rng);

impl Machine {
    fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A standard normal number, by Box and Muller.
    fn normal(&mut self) -> f64 {
        let (one, other) = (1.0 - self.uniform(), self.uniform());
        (-2.0 * one.ln()).sqrt() * (2.0 * std::f64::consts::PI * other).cos()
    }

    /// Noise of this standard deviation, and in one case of eight an interruption that takes up to the
    /// time itself.
    fn noise(&mut self, deviation: f64) -> f64 {
        let interruption = if self.uniform() < 0.125 { self.uniform() } else { 0.0 };
        (deviation * self.normal()).exp() + interruption
    }

    /// A round of work that takes this time on a machine of normal speed. The place of the memory of its
    /// process changes it by 3 %. The yardstick sees the speed with an error of 1 %.
    fn round(&mut self, work: f64, speed: f64, deviation: f64, layout: f64) -> Round {
        let time = work * layout * self.noise(deviation) / speed;
        let yardstick = 1e-4 * (0.01 * self.normal()).exp() / speed;
        Round { seconds: Some(time), cpu: None, yardstick: Some(yardstick) }
    }
}

/// The verdict on a version that takes `factor` times the time of the old one, on 12 boards whose times
/// range over three orders of magnitude, in twenty rounds, each by a new process. Side by side the machine is
/// busy, and its noise is 10 %; otherwise it is 1.5 %.
fn verdict(factor: f64, side_by_side: bool, seed: u64) -> Speed {
    let mut machine = Machine(ChaCha8Rng::seed_from_u64(seed));
    // On another day the machine is up to a third slower or faster; within a race it drifts by 5 %.
    let days = [1.0, 0.75 + 0.6 * machine.uniform()];
    let deviation = if side_by_side { 0.1 } else { 0.015 };
    let layouts = [(); 20].map(|()| [(); 2].map(|()| (0.03 * machine.normal()).exp()));
    let pairs = (0..12).map(|_| {
        let work = 10.0_f64.powf(-3.0 * machine.uniform());
        let mut pair = Pair::default();
        for layout in layouts {
            let drift = 1.0 + 0.05 * machine.uniform();
            let (old, new) = (days[0] * drift, days[usize::from(!side_by_side)] * drift);
            pair.old.push(machine.round(work, old, deviation, layout[0]));
            pair.new.push(machine.round(work * factor, new, deviation, layout[1]));
        }
        pair
    });
    let pairs = vec![("cover".to_owned(), pairs.collect())];
    Comparison::of(&pairs, side_by_side, true, seed).compared[0].speed
}

#[test]
fn a_slow_down_of_a_tenth_is_found_and_equal_versions_are_not_accused() {
    for side_by_side in [true, false] {
        let count = |factor: f64, speed: Speed| {
            (0..100).filter(|&seed| verdict(factor, side_by_side, seed) == speed).count()
        };
        assert!(count(1.1, Speed::Slower) >= 99, "side by side: {side_by_side}");
        assert!(count(1.0, Speed::Same) >= 99, "side by side: {side_by_side}");
        assert!(count(1.0 / 1.1, Speed::Faster) >= 99, "side by side: {side_by_side}");
    }
}

#[test]
fn a_comparison_by_hand() {
    let round = |seconds: f64, cpu: Option<f64>, yardstick: f64| Round {
        seconds: Some(seconds),
        cpu,
        yardstick: Some(yardstick),
    };
    // The machine is half as fast today, so 3 s are 1.5 s; wall times are of no use.
    let board = |cpu: f64| Pair {
        old: vec![round(9.0, Some(1.0), 1e-3); 3],
        new: vec![round(1.0, Some(cpu), 2e-3); 3],
    };
    let pairs = |boards: usize| vec![("cover".to_owned(), vec![board(3.0); boards])];
    let comparison = Comparison::of(&pairs(5), false, true, 1);
    let compared = &comparison.compared[0];
    assert!((comparison.drift - 2.0).abs() < 1e-12);
    assert!((compared.change.unwrap().value - 1.5).abs() < 1e-12);
    assert_eq!((compared.speed, compared.compared_boards), (Speed::Slower, 5));
    assert!(comparison.is_slower());
    // Of races apart, rounds that differ by a third show only large changes.
    let uneven = |cpu: f64| {
        let mut board = board(cpu);
        board.new = [1.0, 1.0, 1.5, 1.5].map(|noise| round(1.0, Some(cpu * noise), 2e-3)).to_vec();
        board.old.push(board.old[0]);
        vec![("cover".to_owned(), vec![board; 5])]
    };
    for (cpu, side_by_side, speed) in [
        (1.8, false, Speed::Unknown),
        (2.0, false, Speed::Slower),
        (1.1, false, Speed::Faster),
        (1.8, true, Speed::Slower),
    ] {
        let comparison = Comparison::of(&uneven(cpu), side_by_side, true, 1);
        assert_eq!(comparison.compared[0].speed, speed, "{cpu}");
        assert!((comparison.compared[0].noise.unwrap() - 0.4).abs() < 1e-9);
    }
    // Side by side nothing is corrected.
    let comparison = Comparison::of(&pairs(5), true, true, 1);
    assert!((comparison.compared[0].change.unwrap().value - 3.0).abs() < 1e-12);
    // By wall time it is faster.
    let comparison = Comparison::of(&pairs(5), true, false, 1);
    assert_eq!(comparison.compared[0].speed, Speed::Faster);
    // Few boards and none have no verdict.
    for boards in [0, 4] {
        let comparison = Comparison::of(&pairs(boards), true, true, 1);
        assert_eq!(comparison.compared[0].speed, Speed::Unknown);
        assert!(!comparison.is_slower());
    }
}
