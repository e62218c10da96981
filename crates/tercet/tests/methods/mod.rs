//! The suite of all methods for the methods of the library, and tests of their table.

mod table;

use tercet::solver::METHODS;
use tercet_testkit::{Kit, suite};

fn kit() -> Kit {
    Kit::of(METHODS.iter().cloned())
}

suite!(kit: definition, effort, limits, updates);
