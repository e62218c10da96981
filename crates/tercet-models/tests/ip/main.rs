//! The suite of the library's own methods, for `ip`, on fewer and smaller boards: to list hundreds of
//! sets in programs of hundreds of rows takes minutes.

#[path = "../../../tercet/tests/methods/definition.rs"]
mod definition;
#[path = "../../../tercet/tests/methods/effort.rs"]
mod effort;
#[path = "../../../tercet/tests/methods/limits.rs"]
mod limits;
#[path = "../../../tercet/tests/methods/subject.rs"]
mod subject;
#[path = "../../../tercet/tests/methods/updates.rs"]
mod updates;

use tercet::solver::Method;
use tercet_models::method;

/// The methods that are tested.
fn rows() -> Vec<&'static Method> {
    vec![method("ip").expect("ip is a method")]
}

/// How many boards to try where so many would be good: one takes a thousand times as long as with
/// our own methods.
fn boards(good: u64) -> u64 {
    good / 150
}

/// Up to how many cards one method or another answers within a moment.
const EASY: usize = 12;

/// How large a program may be, v·n·p, to be solved within a moment.
const LARGEST: usize = 1_500;
