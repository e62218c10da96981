//! One suite for every method: each test walks over a table and asks each row whatever it
//! answers, so a new row is tested without a line here. The crate of the models includes the same
//! files and names its own rows, [`rows`], how many boards they have time for, [`boards`], which of
//! them are easy, [`EASY`], and how large they may be, [`LARGEST`].
//!
//! A method agrees with the definition on thousands of boards, and with the golden numbers on full
//! decks; it stays right under updates, also refused ones; it stops at its limits and can be asked
//! again; its answers do not depend on the number of threads; and it says what it cannot do. A
//! failure names the method, the question, and the board as a board file that can be run again.

mod definition;
mod effort;
mod limits;
mod subject;
mod table;
mod updates;

use tercet::solver::{METHODS, Method};

/// The methods that are tested.
fn rows() -> Vec<&'static Method> {
    METHODS.iter().collect()
}

/// How many boards to try where so many would be good: all of them.
fn boards(good: u64) -> u64 {
    good
}

/// Up to how many cards one method or another answers within a moment.
const EASY: usize = 300;

/// How large a board may be, v·n·p, to be searched to its end: any of the suite.
const LARGEST: usize = 1 << 30;
