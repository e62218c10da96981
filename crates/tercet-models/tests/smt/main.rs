//! The models that use an SMT solver: the suite of the library's methods on fewer boards, since
//! every question starts a process, and tests specific to an external program.

#[cfg(unix)]
mod fakes;
mod solvers;

use tercet::Method;
use tercet::solver::Family;
use tercet_models::{Models, smt};
use tercet_testkit::{Kit, suite};

/// The methods that are tested.
fn rows() -> Vec<Method> {
    rows_of(&Models::default())
}

/// The methods that are tested, with these options.
fn rows_of(models: &Models) -> Vec<Method> {
    let lacks = smt::missing(None);
    assert_eq!(lacks, None, "no solver on the search path: run ./test, which brings z3");
    let mut rows = models.methods();
    rows.retain(|row| row.starts_program && row.family == Family::Model);
    rows
}

/// Starting a solver takes as long as thousands of boards with the library's methods, and only
/// small formulas are solved quickly.
fn kit() -> Kit {
    Kit { methods: rows(), boards: |good| good.div_ceil(300), easy: 0, largest: 2_500 }
}

suite!(kit: definition, limits, updates);
