//! The models that talk to an SMT solver: the suite of the library's own methods on fewer boards,
//! since every question starts a process, and what else must hold with an outside program.

#[path = "../../../tercet/tests/methods/definition.rs"]
mod definition;
#[cfg(unix)]
mod fakes;
#[path = "../../../tercet/tests/methods/limits.rs"]
mod limits;
mod solvers;
#[path = "../../../tercet/tests/methods/subject.rs"]
mod subject;
#[path = "../../../tercet/tests/methods/updates.rs"]
mod updates;

use tercet::solver::{Method, Options};
use tercet_models::METHODS;
use tercet_models::smt;

/// The methods that are tested.
fn rows() -> Vec<&'static Method> {
    let lacks = smt::missing(&Options::default());
    assert_eq!(lacks, None, "no solver on the search path: run ./test, which brings z3");
    METHODS.iter().filter(|row| row.name.starts_with("smt")).collect()
}

/// How many boards to try where so many would be good: starting a solver takes as long as
/// thousands of boards take our own methods.
fn boards(good: u64) -> u64 {
    good / 300
}

/// Up to how many cards one method or another answers within a moment.
const EASY: usize = 0;

/// How large a formula may be, v·n·p, to be solved within a moment.
const LARGEST: usize = 2_500;
