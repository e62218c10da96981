//! Helpers for tests that open a page in a browser.

use std::process::{Command, Stdio};

use crate::say;

/// The folder into which `./test --all` installs its tools.
pub const TOOLS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/tools-all");

/// The name of the first browser that starts.
///
/// # Panics
///
/// If no browser starts.
pub fn browser() -> &'static str {
    let starts = |program: &&&str| {
        let mut command = Command::new(program);
        command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let browsers = ["chromium", "chromium-browser", "google-chrome"];
    browsers.iter().find(starts).expect("a browser is installed (Debian: apt install chromium)")
}

/// Runs a command. What it says about a browser that died goes past the test harness, to `./test`.
///
/// # Panics
///
/// If the command does not start or fails; the message contains its output.
pub fn check(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8_lossy(&printed);
    assert!(output.status.success(), "{command:?}:\n{printed}");
    for line in printed.lines().filter(|line| line.starts_with("# STARTED TWICE: ")) {
        say(line);
    }
}
