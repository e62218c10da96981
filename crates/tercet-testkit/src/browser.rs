//! What tests share that show a page to a browser.

use std::process::{Command, Stdio};

/// Where `./test --all` puts what it brings.
pub const TOOLS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/tools-all");

/// The first of these browsers that starts.
///
/// # Panics
///
/// If none does.
pub fn browser() -> &'static str {
    let starts = |program: &&&str| {
        let mut command = Command::new(program);
        command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let browsers = ["chromium", "chromium-browser", "google-chrome"];
    browsers.iter().find(starts).expect("a browser is installed (Debian: apt install chromium)")
}

/// Runs a command.
///
/// # Panics
///
/// With what the command printed, if it does not start or fails.
pub fn check(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8_lossy(&printed);
    assert!(output.status.success(), "{command:?}:\n{printed}");
}
