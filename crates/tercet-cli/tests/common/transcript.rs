//! Running command lines as a console shows them, and making their output comparable.

use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use super::root;

/// A directory for the files of a transcript's commands, empty except for `boards`.
pub(crate) fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary directory can be made");
    std::os::unix::fs::symlink(root().join("boards"), folder.path().join("boards"))
        .expect("the directory is new");
    folder
}

/// A shell that runs a command line in a directory. It finds `tercet`, and its standard input is
/// empty.
pub(crate) fn shell(line: &str, folder: &Path) -> Command {
    let programs = Path::new(env!("CARGO_BIN_EXE_tercet")).parent().expect("a file is in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = Command::new("sh");
    shell
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", programs.display()))
        .stdin(Stdio::null());
    for variable in ["NO_COLOR", "CLICOLOR_FORCE"] {
        shell.env_remove(variable);
    }
    shell
}

/// The text without times at the end of brackets, and with every other figure that differs between two runs replaced: durations (a number, then µs,
/// ms or s) and the numbers of `"seconds":`, `"cpu":` and `"memory":` by `TIME`.
pub(crate) fn timeless(text: &str) -> String {
    const UNITS: [&str; 3] = [" µs", " ms", " s"];
    const KEYS: [&str; 3] = ["\"seconds\":", "\"cpu\":", "\"memory\":"];

    let mut changed = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, from) = rest.split_at(at);
        changed.push_str(before);
        let is_number = |c: char| c.is_ascii_digit() || ".,".contains(c);
        let (number, after) = from.split_at(from.find(|c| !is_number(c)).unwrap_or(from.len()));
        let is_word = |c: char| c.is_alphanumeric() || "_.,".contains(c);
        let unit = |unit: &&str| {
            after.strip_prefix(*unit).filter(|rest| !rest.starts_with(char::is_alphanumeric))
        };
        if KEYS.iter().any(|key| changed.ends_with(key)) {
            changed.push_str("TIME");
            rest = &from[from.find([',', '}']).unwrap_or(from.len())..];
        } else if let (false, Some(after)) =
            (changed.ends_with(is_word), UNITS.iter().find_map(unit))
        {
            changed.push_str("TIME");
            rest = after;
        } else {
            changed.push_str(number);
            rest = after;
        }
    }
    // Times under a millisecond are left out.
    (changed + rest).replace(", TIME)", ")").replace(" (TIME)", "")
}
