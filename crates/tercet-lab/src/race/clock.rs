//! The clock that counts for an answer.
//!
//! A contestant measures itself, since only it knows when it had read the question and when it knew
//! the answer. The race measures from outside, from sending the question to receiving the reply. A
//! time that cannot be true is refused; a time that explains too little of what passed outside is
//! replaced by what passed. The replacement spares Tercet's own methods, which [`serve`](super::serve)
//! measures: on a busy machine a pipe may take much longer than a thousand runs of some microseconds.

use std::time::Duration;

use super::protocol::{ACCOUNTED, Costs, MOST_RUNS, OVERHEAD, Reply, STOPPED_AFTER};
use tercet_plot::words::time as words;

/// Two clocks may differ by this much, in seconds.
const SLACK: f64 = 1e-3;

/// The time in seconds that counts for an answer, where this much passed `outside`. `is_repeated`
/// says whether the question asked for repetition, `is_ours` whether a method of Tercet replied.
///
/// # Errors
///
/// A time or a number of runs that cannot be true, in words that follow the name of the contestant.
pub(super) fn time(
    reply: &Reply,
    outside: Duration,
    is_repeated: bool,
    is_ours: bool,
) -> Result<f64, String> {
    let outside = outside.as_secs_f64();
    let runs = reply.runs.unwrap_or(1);
    if runs == 0 || runs > if is_repeated { MOST_RUNS } else { 1 } {
        let asked = if is_repeated { "repetition" } else { "one run" };
        return Err(format!("reports {runs} runs of a question that asks for {asked}"));
    }
    let runs = f64::from(runs);
    let Some(seconds) = reply.seconds else { return Ok(outside / runs) };
    // At least half of the runs took the median or longer.
    let least = seconds * (runs / 2.0).max(1.0);
    if !(seconds > 0.0 && least <= outside + SLACK) {
        return Err(format!(
            "reports {seconds} s for each of {runs} runs, in {outside:.6} s that passed outside"
        ));
    }
    let is_accounted = seconds * runs >= (outside - OVERHEAD.as_secs_f64()) * ACCOUNTED;
    Ok(if is_accounted || is_ours { seconds } else { outside / runs })
}

/// The time in seconds after which a contestant was stopped, at most its limit.
///
/// # Errors
///
/// That it gave up early, in words that follow its name.
pub(super) fn stopped(outside: Duration, limit: Duration) -> Result<f64, String> {
    let (outside, limit) = (outside.as_secs_f64(), limit.as_secs_f64());
    if outside < limit * STOPPED_AFTER {
        return Err(format!("gave up after {} of {}", words(outside), words(limit)));
    }
    Ok(outside.min(limit))
}

/// Whether the costs of a reply can be true.
///
/// # Errors
///
/// A cost that cannot, in words that follow the name of the contestant.
pub(super) fn check(costs: &Costs) -> Result<(), String> {
    // A thousand years on a million cores, and more memory than any machine has.
    const IMPLAUSIBLE: f64 = 1e16;
    if let Some(cpu) = costs.cpu.filter(|cpu| !(0.0..IMPLAUSIBLE).contains(cpu)) {
        return Err(format!("reports {cpu} s of processor time"));
    }
    if let Some(memory) = costs.memory.filter(|&bytes| bytes as f64 >= IMPLAUSIBLE) {
        return Err(format!("reports {memory} bytes of memory"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::race::protocol::Claim;

    fn reply(seconds: impl Into<Option<f64>>, runs: impl Into<Option<u32>>) -> Reply {
        Reply { seconds: seconds.into(), runs: runs.into(), ..Claim::None.into() }
    }

    const OUTSIDE: Duration = Duration::from_millis(110);

    fn close(time: Result<f64, String>, expected: f64) {
        let time = time.expect("a possible time");
        assert!((time - expected).abs() < 1e-9, "{time}, not {expected}");
    }

    #[test]
    fn an_impossible_time_is_refused() {
        for seconds in [0.0, -1.0, f64::NAN, f64::INFINITY, 0.2] {
            let error = time(&reply(seconds, None), OUTSIDE, false, false).unwrap_err();
            assert!(error.starts_with("reports ") && error.contains("0.110000 s"), "{error}");
        }
        // Two runs of 0.1 s may have a median of 0.1 s, but twenty may not.
        assert!(time(&reply(0.1, 2), OUTSIDE, true, false).is_ok());
        assert!(time(&reply(0.1, 20), OUTSIDE, true, false).is_err());
        for (runs, is_repeated) in [(0, true), (1001, true), (2, false)] {
            let error = time(&reply(0.001, runs), OUTSIDE, is_repeated, false).unwrap_err();
            assert!(error.contains("runs of a question"), "{error}");
        }
    }

    #[test]
    fn a_time_that_explains_too_little_is_measured_from_outside() {
        // A tenth of the 100 ms that are left of 110 ms, without the allowed overhead.
        close(time(&reply(0.0101, None), OUTSIDE, false, false), 0.0101);
        close(time(&reply(0.0099, None), OUTSIDE, false, false), 0.11);
        close(time(&reply(1e-9, 1000), OUTSIDE, true, false), 0.00011);
        close(time(&reply(2e-5, 1000), OUTSIDE, true, false), 2e-5);
        close(time(&reply(1e-9, None), OVERHEAD, false, false), 1e-9);
        close(time(&reply(1e-9, 1000), OUTSIDE, true, true), 1e-9);
        assert!(time(&reply(0.2, None), OUTSIDE, false, true).is_err());
        close(time(&reply(None, None), OUTSIDE, false, false), 0.11);
        close(time(&reply(None, 10), OUTSIDE, true, false), 0.011);
    }

    #[test]
    fn nobody_is_credited_with_time_that_did_not_pass() {
        let limit = Duration::from_secs(10);
        let early = stopped(Duration::from_millis(3), limit).unwrap_err();
        assert_eq!(early, "gave up after 3.00 ms of 10.0 s");
        close(stopped(Duration::from_millis(9100), limit), 9.1);
        close(stopped(Duration::from_millis(10_100), limit), 10.0);
    }

    #[test]
    fn impossible_costs_are_refused() {
        let cost = |cpu, memory| check(&Costs { cpu, memory, effort: None });
        assert!(cost(None, None).is_ok() && cost(Some(0.0), Some(1 << 40)).is_ok());
        for cpu in [-1.0, f64::NAN, 1e17] {
            assert!(cost(Some(cpu), None).unwrap_err().contains("processor time"));
        }
        assert!(cost(None, Some(u64::MAX)).unwrap_err().contains("bytes of memory"));
    }
}
