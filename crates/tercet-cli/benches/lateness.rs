//! The time from the limit of a command to its end: the median and the maximum of some tries, with the start of the
//! process and the reading of its files.
//!
//! `cargo bench -p tercet-cli --bench lateness` measures the lines of the test of limits; with `-- pack` after it, those
//! with that word.

#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../tests/common/mod.rs"]
mod common;
#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../tests/limits/lines.rs"]
mod lines;

use std::time::{Duration, Instant};

/// The limit of each line.
const LIMIT: Duration = Duration::from_millis(50);

/// The number of tries of a line.
const TRIES: usize = 5;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // Without this word from `cargo bench`, it is only to be compiled: the test of limits runs the same lines.
    if !arguments.iter().any(|it| it == "--bench") {
        return;
    }
    let words: Vec<&String> = arguments.iter().filter(|it| !it.starts_with("--")).collect();
    let folder = lines::folder();
    println!("{:>9} {:>9}  line", "median", "maximum");
    for (line, said) in lines::LINES {
        if !words.iter().all(|word| line.contains(*word)) {
            continue;
        }
        let limited = folder.fill(&format!("{line} --timeout {}ms", LIMIT.as_millis()));
        let mut late = [(); TRIES].map(|()| {
            let begin = Instant::now();
            let ran = common::tercet(&limited);
            let late = begin.elapsed().saturating_sub(LIMIT);
            assert!(
                ran.status == 3 && (ran.out + &ran.err).contains(said),
                "{line}: {}",
                ran.status
            );
            late
        });
        late.sort_unstable();
        let milliseconds = |time: Duration| format!("{:.0} ms", 1000.0 * time.as_secs_f64());
        let (median, maximum) = (late[TRIES / 2], late[TRIES - 1]);
        println!("{:>9} {:>9}  {line}", milliseconds(median), milliseconds(maximum));
    }
}
