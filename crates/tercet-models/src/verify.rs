//! Checking the claims of solvers by the definition of a set, and reporting their failures by name.

use std::any::Any;

use tercet::Set;
use tercet::solver::{Layout, Stop};

/// Checks that the cards at these ascending positions are a set, as a solver claims.
///
/// # Errors
///
/// [`Stop`] with the name of the solver, if they are not a set or are settled.
pub(crate) fn verified(solver: &str, layout: &Layout, positions: &[usize]) -> Result<(), Stop> {
    let cards = layout.at(positions);
    Set::new(layout.deck(), &cards).map_err(|error| {
        let cards = layout.deck().show_all(&cards);
        Stop::failed(solver, format!("claims that {cards} is a set: {}", error.0))
    })?;
    if positions.last().is_some_and(|&last| last < layout.settled()) {
        return Err(Stop::failed(
            solver,
            "claims a set of cards after it said that they hold none",
        ));
    }
    Ok(())
}

/// The failure of a solver that panicked, with the first line of its message.
pub(crate) fn panicked(solver: &str, panic: &(dyn Any + Send)) -> Stop {
    let words = panic.downcast_ref::<String>().map(String::as_str);
    let words = words.or_else(|| panic.downcast_ref::<&str>().copied());
    let line = words.and_then(|words| words.lines().next()).unwrap_or("without a message");
    Stop::failed(solver, format!("panicked: {line}"))
}
