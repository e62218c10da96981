//! The dynamic algorithm: all partial sets are stored, and a drawn card is looked up.
//!
//! Takeshita (3.3, 4.4) stores every partial set of the board, in an order such that each is
//! created once. Two cards are a stub: they determine in which properties the set agrees and in
//! which it differs, and so which cards can be added. Once v−1 cards are together, the missing card
//! is determined, and a dictionary maps it to the partial set; a drawn card is looked up there and
//! may complete a set at once. Otherwise it makes new stubs and extends the partial sets that it
//! fits. When a set is taken, every partial set with one of its cards is removed.
//!
//! Differences from the thesis:
//!
//! - The dictionary maps a card to *all* partial sets that lack it. The thesis stores one, and when
//!   that one is removed with one of its cards, the others are lost.
//! - Partial sets grow card by card, in layout order. So a new card is the last card of all partial
//!   sets that it makes, none is made twice, and no search for duplicates is needed.
//! - A new card is compared with each card once. It fits the partial sets whose cards all differ
//!   from it in the properties in which they differ from each other. Partial sets form a forest:
//!   the parent of a partial set is the one without its last card. If a partial set does not fit,
//!   its descendants are not visited.
//! - Cards enter this forest one at a time and only as needed: the search returns as soon as it
//!   finds a set (4.4.5), and later cards wait. The work for the current card is then undone,
//!   because the card is in the set and will be removed with it.
//! - Known sets are not stored. A set is its first v−1 cards, which are in the dictionary, and its
//!   last card, which is looked up there.
//!
//! The time for each new card is linear in the number of pairs of cards that differ from it in the
//! same properties, of partial sets that it makes, and of children of the partial sets that it
//! fits. A removal visits all partial sets once. The limit of this method is memory: a set alone
//! has 2^v subsets, all of which are partial sets. Each takes 16 bytes, and those in the dictionary
//! 4 to 8 more. If it needs more than [`Options::memory`](super::Options::memory), the method
//! stops, keeps the partial sets that it has, and continues after cards were removed.

mod dictionary;
mod tree;

use std::ops::ControlFlow;

use self::tree::NONE;
use super::algorithm::count_each;
use super::completion::Completion;
use super::{Algorithm, Found, Layout, Limit, Report, Stop, Visit, Watch};
use crate::Card;
use crate::board::BoardError;
pub(super) use tree::Dynamic;

impl Dynamic {
    /// A set in the dictionary with a card that is not settled.
    fn known(&self, layout: &Layout, watch: &mut Watch) -> Result<Option<Found>, Stop> {
        let cards = layout.cards();
        for last in layout.settled()..cards.len() {
            watch.tick(1)?;
            let end = self.completed_by(cards, last, |positions| {
                ControlFlow::Break(Found::new([positions, &[last]].concat()))
            });
            if let ControlFlow::Break(set) = end {
                return Ok(Some(set));
            }
        }
        Ok(None)
    }
}

impl Algorithm for Dynamic {
    fn find(&mut self, layout: &mut Layout, limit: &Limit) -> Result<Option<Found>, Stop> {
        if is_trivial(layout) {
            return Completion.find(layout, limit);
        }
        let mut watch = limit.watch();
        if layout.len() < layout.deck().values() {
            return Ok(None);
        }
        self.prepare(&mut watch)?;
        if let Some(set) = self.known(layout, &mut watch)? {
            return Ok(Some(set));
        }
        // At this point no partial set lacks a card on the board. The last card must not enter: a
        // set would be known without it.
        while self.grown + 1 < layout.len() {
            let cards = layout.cards();
            let end = self.grow(cards, &mut watch, |card| layout.contains(card))?;
            if let ControlFlow::Break((mut positions, last)) = end {
                let last = cards.iter().position(|&card| card == last);
                positions.push(last.expect("it is on the board"));
                return Ok(Some(Found::new(positions)));
            }
            layout.settle(self.grown + 1);
        }
        layout.settle(layout.len());
        Ok(None)
    }

    fn for_each(&mut self, layout: &mut Layout, limit: &Limit, visit: Visit) -> Result<(), Stop> {
        if is_trivial(layout) {
            return Completion.for_each(layout, limit, visit);
        }
        let mut watch = limit.watch();
        let cards = layout.cards();
        if cards.len() < layout.deck().values() {
            return Ok(());
        }
        self.prepare(&mut watch)?;
        while self.grown + 1 < cards.len() {
            let end = self.grow(cards, &mut watch, |_| false)?;
            debug_assert!(end.is_continue(), "no card is wanted");
        }
        let mut set = Vec::new();
        for last in 0..cards.len() {
            watch.tick(1)?;
            let end = self.completed_by(cards, last, |positions| {
                if let Err(stop) = watch.tick(positions.len()) {
                    return ControlFlow::Break(Err(stop));
                }
                set.clear();
                set.extend_from_slice(positions);
                set.push(last);
                visit(&set).map_break(Ok)
            });
            if let ControlFlow::Break(end) = end {
                return end;
            }
        }
        Ok(())
    }

    fn count(&mut self, layout: &mut Layout, limit: &Limit) -> Result<u128, Stop> {
        if is_trivial(layout) {
            return Completion.count(layout, limit);
        }
        count_each(self, layout, limit)
    }

    fn remove(&mut self, layout: &mut Layout, cards: &[Card]) -> Result<(), BoardError> {
        let before = layout.cards()[..self.grown].to_vec();
        layout.remove(cards)?;
        let mut next = 0;
        let move_up = |&card| {
            let stays = layout.contains(card);
            next += u32::from(stays);
            if stays { next - 1 } else { NONE }
        };
        let moved: Vec<u32> = before.iter().map(move_up).collect();
        if moved.contains(&NONE) {
            self.forget(&moved);
        }
        Ok(())
    }

    fn report(&self) -> Report {
        self.held().into()
    }
}

/// With v = 1 and v = 2 every v cards are a set, and nothing is stored.
fn is_trivial(layout: &Layout) -> bool {
    layout.deck().values() <= 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Deck;
    use crate::board::Board;
    use crate::deal::Dealer;
    use crate::solver::{Count, OnBoard, Options, PartialSets, Solver, Update};

    fn dealt(v: usize, p: usize, seed: u64, cards: usize) -> Vec<Card> {
        Dealer::new(Deck::new(v, p).unwrap(), seed).take(cards).collect()
    }

    fn limited(v: usize, p: usize, cards: &[Card], memory: usize) -> OnBoard<Dynamic> {
        let deck = Deck::new(v, p).unwrap();
        OnBoard::new(&Board::new(deck, cards).unwrap(), Dynamic::new(deck, memory))
    }

    fn dynamic(v: usize, p: usize, cards: &[Card]) -> OnBoard<Dynamic> {
        limited(v, p, cards, Options::default().memory)
    }

    fn found(dynamic: &mut OnBoard<Dynamic>) -> Vec<Card> {
        let found = dynamic.find(&Limit::none()).unwrap().expect("there is a set");
        found.set(dynamic.board()).cards().to_vec()
    }

    /// The number of partial sets of some cards, by the definition: subsets of 2 to v−1 cards that
    /// in every property are all the same or all different.
    fn partial_sets(deck: Deck, cards: &[Card]) -> u64 {
        let fits = |subset: u32| {
            let chosen: Vec<Card> =
                (0..cards.len()).filter(|i| subset >> i & 1 == 1).map(|i| cards[i]).collect();
            (2..deck.values()).contains(&chosen.len())
                && (0..deck.properties()).all(|property| {
                    let mut shown: Vec<usize> =
                        chosen.iter().map(|&card| deck.value(card, property)).collect();
                    shown.sort_unstable();
                    shown.dedup();
                    shown.len() == 1 || shown.len() == chosen.len()
                })
        };
        (0..1 << cards.len()).filter(|&subset| fits(subset)).count() as u64
    }

    #[test]
    fn just_the_partial_sets_of_the_cards_are_held() {
        for (v, p, most) in [(3, 3, 11), (4, 2, 11), (4, 3, 12), (5, 2, 12), (6, 2, 11), (7, 2, 11)]
        {
            for seed in 0..10 {
                let mut dealer = Dealer::new(Deck::new(v, p).unwrap(), seed);
                let mut dynamic = dynamic(v, p, &[]);
                for step in 0..12 {
                    let cards: Vec<Card> = dealer.by_ref().take(1 + step % 4).collect();
                    dynamic.add(&cards).unwrap();
                    if step % 3 == 0 {
                        assert!(dynamic.find(&Limit::none()).is_ok());
                    } else {
                        let counted = dynamic.count(&Limit::none());
                        assert_eq!(counted, Ok(dynamic.board().count()), "({v},{p}) {seed}");
                    }
                    // Either none of the taken cards is on the board, or all are.
                    let cards = dynamic.board().cards();
                    let some = |n: usize| cards.iter().skip(step % 3).step_by(n).copied();
                    let taken: Vec<Card> =
                        if cards.len() > most { some(2).collect() } else { some(7).collect() };
                    dynamic.remove(&taken).unwrap();
                    let grown = &dynamic.board().cards()[..dynamic.algorithm.grown];
                    let expected = partial_sets(dynamic.board().deck(), grown);
                    assert_eq!(dynamic.algorithm.held().count, expected, "({v},{p}) {seed}");
                }
            }
        }
    }

    #[test]
    fn a_drawn_card_is_looked_up_before_any_grows() {
        let cards = dealt(6, 3, 4, 200);
        let mut dynamic = dynamic(6, 3, &cards[..18]);
        let (mut looked_up, mut next) = (0, 18);
        while next < cards.len() {
            let before = (dynamic.algorithm.grown, dynamic.algorithm.held());
            let waiting = dynamic.board().len() - before.0;
            if let Some(found) = dynamic.find(&Limit::none()).unwrap() {
                if waiting <= 7 && before == (dynamic.algorithm.grown, dynamic.algorithm.held()) {
                    looked_up += 1;
                }
                dynamic.remove(&dynamic.board().at(&found)).unwrap();
            }
            dynamic.add(&[cards[next]]).unwrap();
            next += 1;
        }
        assert!(looked_up >= 5, "{looked_up}");
    }

    #[test]
    fn a_search_returns_when_it_comes_upon_a_set() {
        let cards = dealt(5, 4, 1, 400);
        let mut dynamic = dynamic(5, 4, &cards);
        let set = found(&mut dynamic);
        assert!(dynamic.algorithm.grown < 50, "{} cards", dynamic.algorithm.grown);
        assert_eq!(found(&mut dynamic), set);
        // The work on the card that completed the set is undone.
        assert!(set.iter().any(|&card| card == cards[dynamic.algorithm.grown]));
    }

    #[test]
    fn what_is_taken_away_gives_its_room_back() {
        for (v, p, n) in [(3, 6, 120), (4, 5, 90), (5, 4, 60), (7, 3, 40)] {
            let cards = dealt(v, p, 2, n);
            let mut dynamic = dynamic(v, p, &cards);
            assert_eq!(dynamic.algorithm.held(), PartialSets { count: 0, bytes: 0 });
            dynamic.count(&Limit::none()).unwrap();
            let full = dynamic.algorithm.held();
            assert!(full.count > 1000 && full.bytes > 4000, "{full:?}");
            assert!(full.bytes as u64 <= 40 * full.count + 30_000, "{full:?}");
            dynamic.remove(&cards[n / 3..]).unwrap();
            let less = dynamic.algorithm.held();
            assert!(less.count < full.count / 3, "{less:?} of {full:?}");
            assert!(less.bytes < full.bytes, "{less:?} of {full:?}");
            dynamic.remove(&cards[..n / 3]).unwrap();
            assert_eq!(dynamic.algorithm.held(), PartialSets { count: 0, bytes: 0 });
        }
    }

    /// Up to the smallest sufficient memory, each limit is kept, stops clearly, and does no harm:
    /// with fewer cards the answers are right again.
    #[test]
    fn a_memory_limit_is_kept_and_does_no_harm() {
        for (v, p, n) in [(3, 6, 150), (4, 5, 80), (5, 4, 60), (7, 3, 40)] {
            let cards = dealt(v, p, 3, n);
            let (mut stopped, mut answered) = (0, 0);
            for memory in [0, 1, 5_000, 10_000, 30_000, 60_000, 100_000, 200_000, 10_000_000] {
                let mut dynamic = limited(v, p, &cards, memory);
                for _ in 0..2 {
                    match dynamic.count(&Limit::none()) {
                        Err(stop) => {
                            assert_eq!(stop, Stop::MEMORY);
                            stopped += 1;
                        }
                        counted => {
                            assert_eq!(counted, Ok(dynamic.board().count()));
                            answered += 1;
                        }
                    }
                    let held = dynamic.algorithm.held();
                    assert!(held.bytes <= memory, "{held:?} with a limit of {memory}");
                    // As many cards as entered fit.
                    let fit = dynamic.algorithm.grown;
                    let rest = cards[fit..].to_vec();
                    dynamic.remove(&rest).unwrap();
                    assert_eq!(dynamic.count(&Limit::none()), Ok(dynamic.board().count()));
                    let taken: Vec<Card> = cards[..fit].iter().step_by(3).copied().collect();
                    dynamic.remove(&taken).unwrap();
                    assert_eq!(dynamic.count(&Limit::none()), Ok(dynamic.board().count()));
                    dynamic.add(&taken).unwrap();
                    dynamic.add(&rest).unwrap();
                    assert!(dynamic.algorithm.held().bytes <= memory);
                }
            }
            assert!(stopped >= 6 && answered >= 2, "({v},{p}): {stopped}, {answered}");
        }
    }

    #[test]
    fn pairs_have_their_numbers() {
        let mut number = 0;
        for b in 0..300 {
            for a in 0..b {
                assert_eq!(tree::pair_positions(tree::pair(a, b)), (a as usize, b as usize));
                assert_eq!(tree::pair(a, b) & !(1 << 31), number);
                number += 1;
            }
        }
        assert_eq!(tree::pair_positions(tree::pair(5, 65_535)), (5, 65_535));
    }
}
