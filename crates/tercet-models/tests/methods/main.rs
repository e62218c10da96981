//! The suite of all methods for the models, except the slow ones, which have their own binaries.

mod sets;

use tercet::Method;
use tercet_models::Models;
use tercet_testkit::{Kit, suite};

/// For an optional engine, only its own method: the others are the same without it. A model takes a
/// hundred times as long as the library's methods, so it gets fewer boards.
fn kit() -> Kit {
    let is_slow = |row: &Method| row.name.starts_with("ip") || row.name.starts_with("smt");
    let is_meant = |row: &Method| !cfg!(feature = "cadical") || row.name == "sat-cadical";
    let mut methods = Models::default().methods();
    methods.retain(|row| !is_slow(row) && is_meant(row));
    Kit { methods, boards: |good| good / 5, easy: 60, largest: 1 << 30 }
}

suite!(kit: definition, effort, limits, updates);
