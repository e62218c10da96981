//! Processes that a test starts, and that must end.

use std::fs;
use std::process;

/// An argument for the processes of this test program, by which [`marked`] finds them. It differs from those of
/// programs that run at the same time. As seconds, it is a time limit that z3 accepts.
pub fn mark() -> String {
    (100_000 + process::id()).to_string()
}

/// The number of running processes that have an argument. Only Linux tells it; elsewhere it is 0.
pub fn marked(argument: &str) -> usize {
    let Ok(entries) = fs::read_dir("/proc") else { return 0 };
    let lines = entries.flatten().filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    let is_marked = |line: &Vec<u8>| {
        let mut arguments = line.split(|&byte| byte == 0);
        // z3 makes two arguments of `-T:1`.
        arguments.any(|other| other == argument.as_bytes())
    };
    lines.filter(is_marked).count()
}
