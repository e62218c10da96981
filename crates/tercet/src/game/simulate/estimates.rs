//! What a tally says about all games there could be: estimates with 95 % intervals.
//!
//! Trials that are independent of each other have Wilson's interval (E. B. Wilson, "Probable
//! Inference, the Law of Succession, and Statistical Inference", 1927), which holds its promise
//! for rare events too. Layouts of one game are not independent, so the odds of all layouts of a
//! size are a ratio of two means over games (W. G. Cochran, *Sampling Techniques*, 1977, chapter
//! 6), whose variance comes from how games differ from each other.

use super::tally::{Moments, Trials};

/// A figure with the interval in which 95 % of such intervals hold the true one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// The interval, where there is enough to draw one from.
    pub interval: Option<Interval>,
}

/// From `low` to `high`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end, which can be infinite.
    pub high: f64,
}

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The fewest layouts of either kind from which the variance of their ratio is judged.
const FEWEST: u128 = 10;

/// The probability of an event that happened in so many of independent trials, with Wilson's
/// interval: the probabilities p with `|k/n − p| ≤ z·√(p(1−p)/n)`. `None` without trials.
///
/// # Panics
///
/// Where there are more events than trials.
pub fn proportion(events: u64, trials: u64) -> Option<Estimate> {
    assert!(events <= trials, "{events} events in {trials} trials");
    if trials == 0 {
        return None;
    }
    let (n, share) = (trials as f64, events as f64 / trials as f64);
    let centre = share + Z * Z / (2.0 * n);
    let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + Z * Z / n;
    // The ends are exact where rounding could miss them.
    let low = if events == 0 { 0.0 } else { (centre - half) / whole };
    let high = if events == trials { 1.0 } else { (centre + half) / whole };
    Some(Estimate { value: share, interval: Some(Interval { low, high }) })
}

/// The odds of a set, as the number to one, in independent trials: p/(1−p) of
/// [`proportion`] and of both its ends. `None` where no layout was without a set.
pub fn odds(trials: Trials) -> Option<Estimate> {
    if trials.without == 0 {
        return None;
    }
    // The rare event is without a set; its probability keeps all its digits.
    let without = proportion(trials.without, trials.with + trials.without)?;
    let to_one = |without: f64| (1.0 - without) / without;
    Some(Estimate {
        value: trials.with as f64 / trials.without as f64,
        interval: without
            .interval
            .map(|ends| Interval { low: to_one(ends.high), high: to_one(ends.low) }),
    })
}

/// The odds of a set among all layouts of a size, as the number to one: R = Σa/Σb over games.
/// `None` where no layout was without a set.
///
/// With e = a − R·b in each of N games, the variance of R is about `N/(N−1)·Σe²/(Σb)²`. The
/// interval is symmetric in ln R, whose deviation is that of R over R (the delta method), since
/// the distribution of R itself is skewed where failures are few. There is none for fewer than ten
/// layouts of either kind or games.
pub fn odds_over_games(moments: &Moments) -> Option<Estimate> {
    if moments.without == 0 {
        return None;
    }
    let (games, with, without) =
        (moments.games as f64, moments.with as f64, moments.without as f64);
    let odds = with / without;
    let enough = moments.with.min(moments.without).min(moments.games.into()) >= FEWEST;
    let interval = enough.then(|| {
        let squares = moments.with_with as f64 - 2.0 * odds * moments.with_without as f64
            + odds * odds * moments.without_without as f64;
        let deviation = (squares.max(0.0) * games / (games - 1.0)).sqrt() / without;
        let factor = (Z * deviation / odds).exp();
        Interval { low: odds / factor, high: odds * factor }
    });
    Some(Estimate { value: odds, interval })
}

/// The mean of a number over games, from pairs of the number and its games, with the interval of
/// the normal distribution: `m ± z·s/√N`. `None` without games, no interval for one game.
pub fn mean(numbers: impl Iterator<Item = (f64, u64)> + Clone) -> Option<Estimate> {
    let games: u64 = numbers.clone().map(|(_, games)| games).sum();
    if games == 0 {
        return None;
    }
    let n = games as f64;
    let mean = numbers.clone().map(|(number, games)| number * games as f64).sum::<f64>() / n;
    let interval = (games > 1).then(|| {
        let squares: f64 =
            numbers.map(|(number, games)| (number - mean).powi(2) * games as f64).sum();
        let half = Z * (squares / (n - 1.0) / n).sqrt();
        Interval { low: mean - half, high: mean + half }
    });
    Some(Estimate { value: mean, interval })
}
