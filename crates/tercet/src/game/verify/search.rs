//! An exhaustive search for the sets of a board that shares nothing with the methods.
//!
//! It follows constraint 15 of the thesis (Takeshita 3.2.5), rigid symmetry breaking: in the first
//! property in which the cards of a set differ, the first card has the value 0, the second the
//! value 1, and so on. So each set is visited once, in one order. The first two cards determine in
//! which properties the cards agree; each further card must fit; the last card is determined and
//! looked up.

use std::collections::HashMap;

use crate::solver::{Limit, Stop, Watch};
use crate::{Card, Deck};

/// Why a search is incomplete: a limit, or `None` if there are enough sets, or it would take more steps than
/// allowed.
type Unseen = Option<Stop>;

/// A set as ascending positions.
pub(super) type Positions = Box<[usize]>;

/// All sets among some cards in layout order, or some of them if there are `enough`. If there are `last`
/// cards, given by their places, only the sets with exactly one of them count.
///
/// `None` if they take more than `effort` steps; a step compares one card with the requirements of a
/// set.
pub(super) fn sets(
    deck: Deck,
    cards: &[Card],
    last: &[usize],
    enough: usize,
    effort: u64,
    limit: &Limit,
) -> Result<Option<Vec<Positions>>, Stop> {
    let values: Vec<Vec<usize>> =
        cards.iter().map(|&card| deck.values_of(card).collect()).collect();
    let places = values.iter().enumerate().map(|(place, card)| (card.as_slice(), place)).collect();
    let mut search = SetSearch {
        v: deck.values(),
        cards: &values,
        places,
        last,
        classes: Vec::new(),
        chosen: Vec::new(),
        enough,
        effort,
        watch: limit.watch(),
        found: Vec::new(),
    };
    if deck.values() == 1 {
        // The only card is a set; it differs from itself in no property.
        return Ok(Some((0..cards.len()).map(|place| Box::from([place])).collect()));
    }
    match (0..deck.properties()).try_for_each(|property| search.differing_first_in(property)) {
        Err(Some(stop)) => return Err(stop),
        Err(None) if search.found.len() < enough => return Ok(None),
        _ => {}
    }
    search.found.sort_unstable();
    Ok(Some(search.found))
}

struct SetSearch<'a> {
    v: usize,
    /// The values of every card, by its place.
    cards: &'a [Vec<usize>],
    places: HashMap<&'a [usize], usize>,
    last: &'a [usize],
    /// The cards by their value in the current property.
    classes: Vec<Vec<usize>>,
    /// The cards chosen so far, one of each class from the first on.
    chosen: Vec<usize>,
    enough: usize,
    effort: u64,
    watch: Watch<'a>,
    found: Vec<Positions>,
}

impl SetSearch<'_> {
    /// Finds the sets that agree in all properties before this one and differ in it; ends early if
    /// there are enough.
    fn differing_first_in(&mut self, property: usize) -> Result<(), Unseen> {
        self.classes = vec![Vec::new(); self.v];
        for (place, card) in self.cards.iter().enumerate() {
            self.classes[card[property]].push(place);
        }
        if self.classes.iter().any(Vec::is_empty) {
            return Ok(());
        }
        self.chosen.clear();
        self.choose(0, property)
    }

    /// Tries each card of a class as the next one.
    fn choose(&mut self, class: usize, property: usize) -> Result<(), Unseen> {
        for i in 0..self.classes[class].len() {
            self.step()?;
            let next = self.classes[class][i];
            if self.fits(next, property) {
                self.extend(next, property)?;
            }
        }
        Ok(())
    }

    /// Chooses a card and all cards after it.
    fn extend(&mut self, next: usize, property: usize) -> Result<(), Unseen> {
        self.chosen.push(next);
        self.follow(property)?;
        self.chosen.pop();
        Ok(())
    }

    fn follow(&mut self, property: usize) -> Result<(), Unseen> {
        let known = self.chosen.len();
        if known == self.v {
            let linked = self.chosen.iter().filter(|place| self.last.contains(place)).count();
            if !self.last.is_empty() && linked != 1 {
                return Ok(());
            }
            let mut set = self.chosen.clone();
            set.sort_unstable();
            self.found.push(set.into());
            return if self.found.len() < self.enough { Ok(()) } else { Err(None) };
        }
        if known >= 2 && known == self.v - 1 {
            self.step()?;
            let last = self.places.get(self.missing().as_slice()).copied();
            return last.map_or(Ok(()), |last| self.extend(last, property));
        }
        self.choose(known, property)
    }

    fn step(&mut self) -> Result<(), Unseen> {
        self.effort = self.effort.checked_sub(1).ok_or(None)?;
        Ok(self.watch.tick(1)?)
    }

    /// Whether a card may follow the chosen ones: it agrees with them in all properties before the
    /// given one, and in each property it shows the value of all of them, or a value of none of
    /// them.
    fn fits(&self, next: usize, property: usize) -> bool {
        let next = &self.cards[next];
        let Some(&first) = self.chosen.first() else { return true };
        let first = &self.cards[first];
        if next[..property] != first[..property] {
            return false;
        }
        self.chosen.get(1).is_none_or(|&second| {
            let second = &self.cards[second];
            (0..next.len()).all(|j| {
                if first[j] == second[j] {
                    next[j] == first[j]
                } else {
                    self.chosen.iter().all(|&other| self.cards[other][j] != next[j])
                }
            })
        })
    }

    /// The values of the card that completes the others.
    fn missing(&self) -> Vec<usize> {
        let [first, second] = [0, 1].map(|i| &self.cards[self.chosen[i]]);
        let all: usize = (0..self.v).sum();
        (0..first.len())
            .map(|j| {
                if first[j] == second[j] {
                    first[j]
                } else {
                    all - self.chosen.iter().map(|&card| self.cards[card][j]).sum::<usize>()
                }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::deal::Dealer;
    use crate::solver::{Found, Method, Options, list};

    #[test]
    fn it_sees_what_brute_force_sees() {
        for (v, p, n) in [(1, 2, 1), (2, 3, 7), (3, 4, 15), (4, 3, 16), (5, 2, 18), (6, 2, 20)] {
            let deck = Deck::new(v, p).unwrap();
            for seed in 0..40 {
                let cards: Vec<Card> = Dealer::new(deck, seed).take(n).collect();
                let board = Board::new(deck, &cards).unwrap();
                let mut brute = Method::BRUTE.enumerator(&board, &Options::default()).unwrap();
                let listing = list(&mut *brute, None, &Limit::none()).unwrap();
                let seen = sets(deck, &cards, &[], usize::MAX, u64::MAX, &Limit::none()).unwrap();
                let seen: Vec<Found> = seen.unwrap().into_iter().map(Found::new).collect();
                assert_eq!(seen, listing.sets, "{deck} seed {seed}");
            }
        }
    }

    #[test]
    fn it_gives_up_where_it_would_take_too_long() {
        let cards: Vec<Card> = Deck::CLASSIC.cards().collect();
        let ran =
            |effort| sets(Deck::CLASSIC, &cards, &[], usize::MAX, effort, &Limit::none()).unwrap();
        assert_eq!(ran(1000), None);
        assert_eq!(ran(100_000).unwrap().len(), 1080);
        let some = sets(Deck::CLASSIC, &cards, &[], 7, 1000, &Limit::none()).unwrap();
        assert_eq!(some.unwrap().len(), 7);
    }
}
