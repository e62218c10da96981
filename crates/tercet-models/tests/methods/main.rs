//! The suite of the library's own methods, for the models.

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
use tercet_models::METHODS;

/// The methods that are tested: all but the slow ones, which have a binary of their own. Where an
/// engine is built on request, its own alone: the others are the same without it.
fn rows() -> Vec<&'static Method> {
    let is_slow = |row: &&Method| row.name.starts_with("ip") || row.name.starts_with("smt");
    let is_meant = |row: &&Method| !cfg!(feature = "cadical") || row.name == "sat-cadical";
    METHODS.iter().filter(|row| !is_slow(row) && is_meant(row)).collect()
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
