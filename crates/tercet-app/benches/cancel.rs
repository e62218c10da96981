//! The time from the cancellation of work to its end: the median and the maximum of some tries.
//!
//! `cargo bench -p tercet-app --bench cancel` measures all cases; with `-- list` after it, those
//! with that word in their names. The target is 20 ms on a quiet machine, plus the time to return
//! memory to the system, some 70 ms per gigabyte.

#[path = "../tests/cancel/cases.rs"]
mod cases;

use std::time::Duration;

use cases::BEGUN;

/// The number of tries of a case, for each way to cancel it.
const TRIES: usize = 9;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&String> = arguments.iter().filter(|it| !it.starts_with("--")).collect();
    println!("{:>9} {:>9}  case", "median", "maximum");
    for case in cases::all() {
        if !words.iter().all(|word| case.name.contains(*word)) {
            continue;
        }
        for &way in case.ways {
            let ends = || (0..TRIES).map(|_| case.cancel(way, BEGUN)).filter(|end| end.interrupted);
            let mut late: Vec<Duration> = ends().map(|end| end.late).collect();
            late.sort_unstable();
            assert!(case.may_end || late.len() == TRIES, "{} ended by itself", case.name);
            let Some(&maximum) = late.last() else { continue };
            let milliseconds = |time: Duration| format!("{:.2} ms", 1000.0 * time.as_secs_f64());
            let median = milliseconds(late[late.len() / 2]);
            println!("{median:>9} {:>9}  {}, {way:?}", milliseconds(maximum), case.name);
        }
    }
}
