//! The suite of the library's own methods, for the models.

#[path = "../../../tercet/tests/methods/definition.rs"]
mod definition;
#[path = "../../../tercet/tests/methods/limits.rs"]
mod limits;
#[path = "../../../tercet/tests/methods/subject.rs"]
mod subject;
#[path = "../../../tercet/tests/methods/updates.rs"]
mod updates;

use tercet::solver::Method;
use tercet_models::METHODS;

/// The methods that are tested; the slow ones have a binary of their own.
fn rows() -> &'static [Method] {
    let slow = METHODS.iter().position(|row| row.name.starts_with("ip"));
    &METHODS[..slow.expect("ip is a method")]
}

/// How many boards to try where so many would be good: a model takes a hundred times as long as
/// our own methods.
fn boards(good: u64) -> u64 {
    good / 4
}

/// Up to how many cards one method or another answers within a moment.
const EASY: usize = 60;

/// How large a board may be, v·n·p, to be searched to its end: any of the suite.
const LARGEST: usize = 1 << 30;
