//! The suite of all methods for the methods of the library, and tests of their table.

mod table;

use tercet::solver::METHODS;
use tercet_testkit::{Kit, row, suite};

fn kit() -> Kit {
    let rows = METHODS.iter().map(|method| row!(method)).collect();
    Kit { rows, boards: |good| good, easy: 300, largest: 1 << 30 }
}

suite!(kit: definition, effort, limits, updates);
