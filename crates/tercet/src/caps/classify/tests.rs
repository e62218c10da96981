//! The search against the classification point by point, and against published theorems.

use std::collections::BTreeSet;

use super::*;
use crate::caps::addable;
use crate::odds::free_hands;
use crate::solver::{Cannot, Method, Stop};

fn found(p: usize, points: usize) -> Vec<Canonical> {
    let deck = Deck::new(3, p).unwrap();
    complete_caps(deck, points, &Limit::none()).unwrap()
}

/// Numbers of points, of complete caps and of their classes.
fn table(p: usize) -> Vec<(usize, u128, usize)> {
    let deck = Deck::new(3, p).unwrap();
    let limit = Limit::none();
    let rows = free_hands(deck, 1 << 30, &limit).skip(1).map(|row| {
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

/// All hands of small spaces, and their images under all affine maps: those that take a frame to any points, and
/// different points to different ones.
#[test]
fn complete_caps_are_those_that_can_be_tried() {
    for p in 1..=2 {
        let deck = Deck::new(3, p).unwrap();
        let cards: Vec<Card> = deck.cards().collect();
        let n = cards.len();
        let value = |card: usize, i| deck.value(cards[card], i);
        let maps = (0..n.pow(p as u32 + 1)).map(|frame| {
            let to = |i: usize, j| value(frame / n.pow(i as u32) % n, j);
            let step = |card, i, j| value(card, i) * (to(i + 1, j) + 2 * to(0, j));
            let moved = |card, j| (to(0, j) + (0..p).map(|i| step(card, i, j)).sum::<usize>()) % 3;
            (0..n).map(|card| (0..p).fold(0, |rank, j| 3 * rank + moved(card, j))).collect()
        });
        let maps: BTreeSet<Vec<usize>> = maps.collect();
        let affine = maps.iter().filter(|map| map.iter().collect::<BTreeSet<_>>().len() == n);
        let of = |hand: u32| (0..n).filter(move |i| hand >> i & 1 == 1);
        let board = |hand| Board::new(deck, of(hand).map(|i| cards[i])).unwrap();
        let is_cap = |hand| board(hand).search().by(Method::BRUTE).count() == Ok(0);
        let is_complete = |hand| (0..n).all(|i| hand >> i & 1 == 1 || !is_cap(hand | 1 << i));
        let mut tried = BTreeMap::<usize, (u128, BTreeSet<u32>)>::new();
        for hand in (0..1_u32 << n).filter(|&hand| is_cap(hand) && is_complete(hand)) {
            let (caps, classes) = tried.entry(of(hand).count()).or_default();
            let images = affine.clone().map(|map| of(hand).map(|i| 1 << map[i]).sum());
            *caps += 1;
            classes.insert(images.min().unwrap());
        }
        let tried = tried.into_iter().map(|(points, (caps, all))| (points, caps, all.len()));
        assert!(tried.eq(table(p).into_iter().filter(|row| row.1 > 0)), "p = {p}");
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
        complete_caps(deck, points, &Limit::none()).unwrap_err().cannot().cloned()
    };
    for (v, p, points) in [(3, 2, 4), (3, 6, 112), (4, 3, 28)] {
        assert!(matches!(none(v, p, points), Some(Cannot::Unsupported(_))));
    }
    for (p, points) in [(5, LEAST - 1), (5, 46), (4, 0), (4, 21)] {
        assert!(matches!(none(3, p, points), Some(Cannot::OutOfRange(_))));
    }
    let limit = Limit::timeout(std::time::Duration::ZERO);
    let stopped = complete_caps(Deck::new(3, 5).unwrap(), 45, &limit);
    assert_eq!(stopped, Err(Stop::DEADLINE.into()));
}
