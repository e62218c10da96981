//! The suite of all methods for `ip`, on fewer and smaller boards: listing hundreds of sets in
//! programs with hundreds of rows takes minutes.

use tercet_models::method;
use tercet_testkit::{Kit, suite};

/// A board takes a thousand times as long as with the library's methods, and only small programs
/// are solved quickly.
fn kit() -> Kit {
    let methods = vec![method("ip").expect("ip is a method")];
    Kit { methods, boards: |good| good / 150, easy: 12, largest: 1_500 }
}

suite!(kit: definition, effort, limits, updates);
