//! One suite for all methods: each test iterates over the rows of a [`Kit`] and asks each method
//! all questions that it answers, so a method that is added to a table is tested without further
//! code.
//!
//! A method agrees with the definition on thousands of boards, and with known numbers on full
//! decks; it stays right under updates, including rejected ones; it stops at its limits and can be
//! asked again; its answers do not depend on the number of threads. A failure names the method, the
//! question, and the board as a board file that can be used to reproduce it.
//!
//! A crate with methods defines its kit and names the parts of the suite:
//!
//! ```
//! use tercet::solver::METHODS;
//! use tercet_testkit::{Kit, suite};
//!
//! fn kit() -> Kit {
//!     Kit::of(METHODS.iter().cloned())
//! }
//!
//! suite!(kit: definition, effort, limits, updates);
//! ```

/// The examples of the guide: this crate is not published, so it can name a file outside.
#[cfg(doctest)]
#[doc = include_str!("../../../guide/src/programs.md")]
struct Guide;

pub mod boards;
pub mod browser;
pub mod definition;
pub mod effort;
pub mod limits;
#[cfg(feature = "photographs")]
pub mod photographs;
pub mod processes;
pub mod subject;
pub mod updates;
pub mod wait;

use std::io::{self, Write};

use tercet::Deck;
use tercet::solver::{Family, Method, Question};

use subject::Said;

/// Whether tests try everything, also what takes minutes: `./test --all` sets `TERCET_ALL`.
pub fn tries_everything() -> bool {
    std::env::var_os("TERCET_ALL").is_some()
}

/// The number of large boards to try, given that under `./test --all`.
pub(crate) fn some(all: u64) -> u64 {
    if tries_everything() { all } else { 1 }
}

/// Has the end of `./test` name a part of a test that was left out, for want of a program or of data.
pub fn not_tested(part: &str) {
    say(&format!("NOT TESTED: {part}"));
}

/// Has `./test` count the test that calls this once and returns as skipped, and name it: nothing was tested, for want of a
/// program or of data.
pub fn skipped(test: &str) {
    say(&format!("SKIPPED: {test}"));
}

/// Prints a line of its own for `./test`. The test harness holds back what a test prints that passes, so this goes past it.
pub(crate) fn say(line: &str) {
    // The harness may have begun a line, with the name of the test.
    write!(io::stderr(), "\n{line}\n").expect("standard error is open");
}

/// The methods to test, and the sizes of the tests.
pub struct Kit {
    /// The methods.
    pub methods: Vec<Method>,
    /// The number of boards to try under `./test --all`, given the number for a quick method. By default
    /// that number; a slow method tries a hundredth: `|good| good / 100`. Otherwise a third is tried.
    pub boards: fn(u64) -> u64,
    /// The most cards of a board that some method searches in a moment; 300 by default.
    pub easy: usize,
    /// The size v·n·p of the largest board that is searched completely; 2^30 by default.
    pub largest: usize,
}

impl Kit {
    /// The tests of quick methods. For slow ones, set the other fields.
    pub fn of(methods: impl IntoIterator<Item = Method>) -> Self {
        let methods = methods.into_iter().collect();
        Self { methods, boards: |good| good, easy: 300, largest: 1 << 30 }
    }

    /// The number of random boards to try, given the number for a quick method.
    pub(crate) fn number(&self, good: u64) -> u64 {
        (self.boards)(good).div_ceil(if tries_everything() { 1 } else { 3 })
    }

    /// Every method with every question that it answers on boards of a deck.
    pub fn able(&self, deck: Deck) -> impl Iterator<Item = (&Method, Question)> {
        let all = self.methods.iter().flat_map(|row| Question::ALL.map(|question| (row, question)));
        all.filter(move |(row, question)| row.can(*question, deck))
    }
}

/// An answer of a method, to be compared with another answer to the same question. Which set a race
/// finds depends on the winner, so the set of the other answer replaces it.
fn settled(method: &Method, said: Said, other: &Said) -> Said {
    match (&said, other) {
        (Said::Set(Some(_)), Said::Set(Some(_))) if method.family == Family::Race => other.clone(),
        _ => said,
    }
}

/// Runs the whole suite, one part after the other, on the decks that the methods support. It takes
/// some seconds for a quick method, and minutes for all of `METHODS`: the macro [`suite!`] makes
/// tests of its parts. A slow method sets the other fields of its [`Kit`].
///
/// # Panics
///
/// If a method fails a test.
pub fn check(kit: &Kit) {
    suite!(@ definition calls kit);
    suite!(@ effort calls kit);
    suite!(@ limits calls kit);
    suite!(@ updates calls kit);
}

/// The tests of some parts of the suite, for the [`Kit`] that a function returns.
#[macro_export]
macro_rules! suite {
    ($kit:ident: $($part:ident),+) => { $($crate::suite!(@ $part tests $kit);)+ };
    (@ definition $how:ident $kit:ident) => {
        $crate::suite!(@ $how definition $kit
            every_method_agrees_with_the_definition
            every_method_agrees_with_the_definition_on_large_decks
            every_method_counts_the_set_free_hands
            every_method_knows_the_golden_numbers
            methods_agree_with_each_other_on_large_boards);
    };
    (@ effort $how:ident $kit:ident) => {
        $crate::suite!(@ $how effort $kit effort_is_counted_and_never_falls);
    };
    (@ limits $how:ident $kit:ident) => {
        $crate::suite!(@ $how limits $kit
            a_stopped_method_can_be_asked_again
            limits_are_kept_on_hard_boards
            a_flag_raised_between_sets_ends_the_visits
            answers_do_not_depend_on_the_number_of_threads);
    };
    (@ updates $how:ident $kit:ident) => {
        $crate::suite!(@ $how updates $kit
            every_method_stays_right_under_updates
            updates_and_stops_make_no_difference_on_large_boards
            a_card_that_completes_a_set_is_noticed);
    };
    (@ calls $part:ident $kit:ident $($test:ident)+) => { $($crate::$part::$test($kit);)+ };
    (@ tests $part:ident $kit:ident $($test:ident)+) => {
        mod $part {
            $(
                #[test]
                fn $test() {
                    $crate::$part::$test(&super::$kit());
                }
            )+
        }
    };
}
