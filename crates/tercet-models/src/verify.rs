//! What a solver claims is checked by the rule of the game before anyone sees it, and what it does
//! besides is a failure with its name.

use std::any::Any;

use tercet::Set;
use tercet::solver::{Layout, Stop};

/// Whether the cards at these ascending positions are a set, as a solver claims.
///
/// # Errors
///
/// [`Stop::Failed`], with the name of the solver, if they are not, or are settled to hold none.
pub(crate) fn verified(solver: &str, layout: &Layout, positions: &[usize]) -> Result<(), Stop> {
    let cards = layout.board().at(positions);
    Set::new(layout.deck(), &cards).map_err(|error| {
        let cards = layout.deck().show_all(&cards);
        Stop::failed(solver, format!("claims that {cards} is a set: {}", error.0))
    })?;
    if positions.last().is_some_and(|&last| last < layout.settled()) {
        return Err(Stop::failed(solver, "claims a set of cards that it said hold none"));
    }
    Ok(())
}

/// The failure of a solver that panicked, with the first line of what it said.
pub(crate) fn panicked(solver: &str, panic: &(dyn Any + Send)) -> Stop {
    let words = panic.downcast_ref::<String>().map(String::as_str);
    let words = words.or_else(|| panic.downcast_ref::<&str>().copied());
    let line = words.and_then(|words| words.lines().next()).unwrap_or("without a word");
    Stop::failed(solver, format!("panicked: {line}"))
}
