//! Tests that several models share.

use tercet::Deck;
use tercet::solver::{Count, Enumerate, Solver};

use super::*;

/// After a proof that there is no set, only sets with a new card are sought, and the proof is used.
pub(crate) fn uses_what_was_proved<F: Formulation + 'static>(
    on: impl Fn(&Board) -> OnBoard<Model<F>>,
) {
    let all: Vec<Card> = Deck::CLASSIC.cards().collect();
    let mut model = on(&Board::new(Deck::CLASSIC, [all[0], all[1]]).unwrap());
    assert_eq!(model.find(&Limit::none()), Ok(None));
    assert_eq!(model.layout.settled(), 2);
    // Settled without proof, so that a set without a new card would not be sought.
    model.layout.add(&[all[2]]).unwrap();
    model.layout.settle(3);
    model.layout.add(&[all[9]]).unwrap();
    assert_eq!(model.count(&Limit::none()), Ok(0));
    assert_eq!(model.layout.settled(), 4);
    model.layout.add(&[all[18]]).unwrap();
    assert_eq!(model.count(&Limit::none()), Ok(1));
}

/// How a list of all sets ends, and the number of sets that it visits.
pub(crate) fn number_of_sets(lister: &mut impl Enumerate) -> (Result<(), Stop>, usize) {
    let mut sets = 0;
    let end = lister.for_each(&Limit::none(), &mut |_| {
        sets += 1;
        ControlFlow::Continue(())
    });
    (end, sets)
}
