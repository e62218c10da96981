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

/// The methods that are tested.
fn rows() -> &'static [Method] {
    METHODS
}

/// How many boards to try where so many would be good: a model takes a hundred times as long as
/// our own methods.
fn boards(good: u64) -> u64 {
    good / 4
}

/// Up to how many cards one method or another answers within a moment.
const EASY: usize = 60;
