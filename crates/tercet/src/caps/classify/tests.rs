//! The search against the classification point by point, and against published theorems.

use super::*;
use crate::caps::addable;
use crate::odds::FreeHands;
use crate::solver::Reason;

fn found(p: usize, points: usize) -> Vec<Canonical> {
    let deck = Deck::new(3, p).unwrap();
    complete_caps(deck, points, &Limit::none(), &mut |_, _, _| ()).unwrap()
}

/// Numbers of points, of complete caps and of their classes.
fn table(p: usize) -> Vec<(usize, u128, usize)> {
    let deck = Deck::new(3, p).unwrap();
    let limit = Limit::none();
    let rows = FreeHands::new(deck, &limit).skip(1).map(|row| {
        let row = row.unwrap();
        let classes = row.classes.unwrap();
        (row.cards, classes.complete, classes.complete_classes)
    });
    let mut rows: Vec<_> = rows.collect();
    rows.pop(); // There is no cap with more points than the largest.
    rows
}

#[test]
fn complete_caps_are_those_of_the_other_classification() {
    // Of AG(4,3) no cap of fewer points is complete, and to show that takes longer.
    for (p, least) in [(3, 1), (4, 15)] {
        for (points, caps, classes) in table(p).into_iter().filter(|row| row.0 >= least) {
            let found = found(p, points);
            let hands: u128 = found.iter().map(|class| class.orbit).sum();
            assert_eq!((hands, found.len()), (caps, classes), "{points} points for p = {p}");
        }
    }
}

#[test]
fn one_cap_has_45_points() {
    let caps = found(5, 45);
    assert_eq!(caps.len(), 1);
    assert_eq!((caps[0].hand.len(), caps[0].stabiliser), (45, 720));
    assert_eq!(addable(&caps[0].hand, &Limit::none()), Ok(vec![]));
    let published = crate::caps::cap(45).unwrap();
    let published = Group::new(published.deck()).unwrap().canonical(&published, &Limit::none());
    assert_eq!(caps[0], published.unwrap());
}

#[test]
fn other_sizes_and_decks_have_none_and_a_limit_stops() {
    let none = |v, p, points| {
        let deck = Deck::new(v, p).unwrap();
        complete_caps(deck, points, &Limit::none(), &mut |_, _, _| ()).unwrap_err().reason
    };
    for (v, p, points) in [(3, 2, 4), (3, 6, 112), (4, 3, 28)] {
        assert!(matches!(none(v, p, points), Reason::Unsupported(_)));
    }
    for (p, points) in [(5, LEAST - 1), (5, 46), (4, 0), (4, 21)] {
        assert!(matches!(none(3, p, points), Reason::OutOfRange(_)));
    }
    let stopped = complete_caps(
        Deck::new(3, 5).unwrap(),
        45,
        &Limit::timeout(std::time::Duration::ZERO),
        &mut |_, _, _| (),
    );
    assert_eq!(stopped, Err(Stop::DEADLINE.with(Vec::new())));
}
