//! How a command ends: its exit status, and the line on standard error that says why.

use std::io::{self, Write};

/// How a command ended.
pub(crate) use tercet_app::Status as Outcome;

/// The exit status of a question that was answered yes, or of work that was done.
pub(crate) const YES: u8 = 0;
/// The question was answered no.
pub(crate) const NO: u8 = 1;
/// Wrong input, or a failure.
pub(crate) const FAILURE: u8 = 2;
/// A limit ended the work before an answer.
pub(crate) const STOPPED: u8 = 3;

/// Prints one line on standard error. Control characters, which input may contain, are escaped.
pub(crate) fn say(what: &str) {
    let mut line = String::from("tercet: ");
    for letter in what.chars() {
        if letter.is_control() {
            line.extend(letter.escape_default());
        } else {
            line.push(letter);
        }
    }
    line.push('\n');
    // If standard error is closed too, the message is lost.
    let _ = io::stderr().write_all(line.as_bytes());
}
