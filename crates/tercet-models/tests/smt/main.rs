//! The models that use an SMT solver: the suite of the library's methods on fewer boards, since
//! every question starts a process, and tests specific to an external program.

#[cfg(unix)]
mod fakes;
mod solvers;

use tercet_models::{METHODS, Method, Options, smt};
use tercet_testkit::{Kit, row, suite};

/// The methods that are tested.
fn rows() -> Vec<&'static Method> {
    let lacks = smt::missing(&Options::default());
    assert_eq!(lacks, None, "no solver on the search path: run ./test, which brings z3");
    METHODS.iter().filter(|row| row.name.starts_with("smt")).collect()
}

/// Starting a solver takes as long as thousands of boards with the library's methods, and only
/// small formulas are solved quickly.
fn kit() -> Kit {
    let rows = rows().into_iter().map(|method| row!(method)).collect();
    Kit { rows, boards: |good| good / 300, easy: 0, largest: 2_500 }
}

suite!(kit: definition, limits, updates);
