//! The suite of the library's own methods, for `ip`, on fewer boards.

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

/// The methods that are tested.
fn rows() -> &'static [Method] {
    let row = METHODS.iter().position(|row| row.name == "ip").expect("ip is a method");
    &METHODS[row..=row]
}

/// How many boards to try where so many would be good: one takes a thousand times as long as with
/// our own methods.
fn boards(good: u64) -> u64 {
    good / 100
}

/// Up to how many cards one method or another answers within a moment.
const EASY: usize = 12;
