//! Methods as algorithms on a layout: the trait for a method of your own.

use std::ops::{ControlFlow, Deref};

use super::{Count, Enumerate, Found, Full, Limit, Report, Solver, Stop, Update, Visit};
use crate::board::{Board, BoardError};
use crate::card::Card;

/// A board of which the first `settled` cards are known to hold no set.
///
/// Both updates preserve such knowledge: cards without a set still hold none when some are removed,
/// and after a deal only sets with at least one unsettled card are possible.
#[derive(Clone, Debug)]
pub struct Layout {
    board: Board,
    settled: usize,
}

impl Layout {
    /// A layout of a board of which nothing is known yet.
    pub fn new(board: &Board) -> Self {
        Self { board: board.clone(), settled: 0 }
    }

    /// The number of cards, from the first on, that are known to hold no set.
    pub fn settled(&self) -> usize {
        self.settled
    }

    /// Records that the first `cards` cards of the board hold no set.
    pub fn settle(&mut self, cards: usize) {
        debug_assert!(cards <= self.len());
        self.settled = self.settled.max(cards);
    }

    /// Update 1, as in [`Update::add`](super::Update::add): settled cards stay settled.
    ///
    /// # Errors
    ///
    /// Like [`Board::add`]; the layout is then unchanged.
    pub fn add(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.board.add(cards)
    }

    /// Update 2, as in [`Update::remove`](super::Update::remove): the remaining settled cards stay settled.
    ///
    /// # Errors
    ///
    /// Like [`Board::remove`]; the layout is then unchanged.
    pub fn remove(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        let unsettled = self.board.cards()[self.settled..].to_vec();
        self.board.remove(cards)?;
        let left = unsettled.iter().filter(|&&card| self.board.contains(card)).count();
        self.settled = self.board.len() - left;
        Ok(())
    }
}

impl Deref for Layout {
    type Target = Board;

    fn deref(&self) -> &Board {
        &self.board
    }
}

/// An algorithm that answers every question about a [`Layout`].
///
/// Only [`for_each`](Self::for_each) has no default. A method overrides the others where it has a
/// better way, and [`remove`](Self::remove) where it keeps more than its layout from one question
/// to the next. It may write what it has proved into the layout ([`Layout::settle`]); an algorithm
/// that searches every card again may ignore what is settled. A [`Layout`] is read as its board.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use tercet::Board;
/// use tercet::solver::{Algorithm, Decks, Layout, Limit, Method, Stop, Visit};
///
/// /// With two values, every two cards are a set.
/// struct Couples;
///
/// impl Algorithm for Couples {
///     fn for_each(&mut self, layout: &mut Layout, limit: &Limit, visit: Visit) -> Result<(), Stop> {
///         let mut watch = limit.watch();
///         for (i, j) in (0..layout.len()).flat_map(|j| (0..j).map(move |i| (i, j))) {
///             watch.tick(1)?;
///             if visit(&[i, j]).is_break() {
///                 break;
///             }
///         }
///         Ok(())
///     }
/// }
///
/// let decks = Decks { values: 2..=2, ..Decks::ANY };
/// let couples = Method { decks, ..Method::new("couples", |board, _| Couples.on(board)) };
/// let board: Board = "deck 2 3\n 000 011 110".parse()?;
/// assert_eq!(board.search().by(couples).count()?, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Algorithm: Send {
    /// See [`Enumerate::for_each`].
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit ended the work.
    fn for_each(&mut self, layout: &mut Layout, limit: &Limit, visit: Visit) -> Result<(), Stop>;

    /// See [`Enumerate::for_each_in_order`].
    fn for_each_in_order(
        &mut self,
        layout: &mut Layout,
        limit: &Limit,
        visit: Visit,
    ) -> Option<Result<(), Stop>> {
        let _ = (layout, limit, visit);
        None
    }

    /// See [`Solver::find`]. By default the set that is visited first. A board without a set is
    /// settled, so that no second search looks at it.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit ended the work.
    fn find(&mut self, layout: &mut Layout, limit: &Limit) -> Result<Option<Found>, Stop> {
        let mut found = None;
        if layout.settled() < layout.len() {
            self.for_each(layout, limit, &mut |positions| {
                found = Some(Found::new(positions));
                ControlFlow::Break(())
            })?;
        }
        if found.is_none() {
            layout.settle(layout.len());
        }
        Ok(found)
    }

    /// See [`Count::count`]. By default every set is visited.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit ended the work.
    fn count(&mut self, layout: &mut Layout, limit: &Limit) -> Result<u128, Stop> {
        count_each(self, layout, limit)
    }

    /// See [`Update::remove`].
    ///
    /// # Errors
    ///
    /// As [`Layout::remove`]; nothing is then changed.
    fn remove(&mut self, layout: &mut Layout, cards: &[Card]) -> Result<(), BoardError> {
        layout.remove(cards)
    }

    /// See [`Update::report`].
    fn report(&self) -> Report {
        Report::default()
    }

    /// The algorithm at work on a board.
    fn on(self, board: &Board) -> Box<dyn Full>
    where
        Self: Sized + 'static,
    {
        Box::new(OnBoard::new(board, self))
    }
}

/// Counts by visiting every set.
pub(super) fn count_each(
    algorithm: &mut (impl Algorithm + ?Sized),
    layout: &mut Layout,
    limit: &Limit,
) -> Result<u128, Stop> {
    let mut count = 0;
    algorithm.for_each(layout, limit, &mut |_| {
        count += 1;
        ControlFlow::Continue(())
    })?;
    Ok(count)
}

/// An algorithm at work on a board of its own.
#[derive(Clone, Debug)]
pub struct OnBoard<A> {
    /// The board, and what the algorithm has proved about it.
    pub layout: Layout,
    /// The algorithm.
    pub algorithm: A,
}

impl<A: Algorithm> OnBoard<A> {
    /// The algorithm on a board of which it knows nothing yet.
    pub fn new(board: &Board, algorithm: A) -> Self {
        Self { layout: Layout::new(board), algorithm }
    }
}

impl<A: Algorithm> Update for OnBoard<A> {
    fn board(&self) -> &Board {
        &self.layout
    }

    fn add(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.layout.add(cards)
    }

    fn remove(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.algorithm.remove(&mut self.layout, cards)
    }

    fn report(&self) -> Report {
        self.algorithm.report()
    }
}

impl<A: Algorithm> Solver for OnBoard<A> {
    fn find(&mut self, limit: &Limit) -> Result<Option<Found>, Stop> {
        self.algorithm.find(&mut self.layout, limit)
    }
}

impl<A: Algorithm> Enumerate for OnBoard<A> {
    fn for_each(&mut self, limit: &Limit, visit: Visit) -> Result<(), Stop> {
        self.algorithm.for_each(&mut self.layout, limit, visit)
    }

    fn for_each_in_order(&mut self, limit: &Limit, visit: Visit) -> Option<Result<(), Stop>> {
        self.algorithm.for_each_in_order(&mut self.layout, limit, visit)
    }
}

impl<A: Algorithm> Count for OnBoard<A> {
    fn count(&mut self, limit: &Limit) -> Result<u128, Stop> {
        self.algorithm.count(&mut self.layout, limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal;
    use crate::deck::Deck;
    use crate::set::is_set;
    use crate::solver::brute::{Brute, sums_to_zero};
    use crate::solver::completion::Completion;
    use crate::solver::pairs::{PairsBits, PairsHash, PairsMeet};

    /// Such methods seek a set at its last card, and search no card again.
    #[test]
    fn the_set_with_the_earliest_last_card_is_found() {
        let [three, four] = [3, 4].map(|v| Deck::new(v, 3).unwrap());
        let methods: [(Deck, Box<dyn Algorithm>); 7] = [
            (three, Box::new(Brute::new(is_set))),
            (four, Box::new(Brute::new(is_set))),
            (three, Box::new(Brute::new(sums_to_zero))),
            (three, Box::new(PairsHash)),
            (three, Box::new(PairsBits::new(three))),
            (four, Box::new(PairsMeet::new(four, 1 << 30))),
            (four, Box::new(Completion)),
        ];
        for (deck, mut method) in methods {
            let mut sets = 0;
            let (all, mut layout) =
                (deal::board(deck, 27, 1).unwrap(), Layout::new(&Board::empty(deck)));
            for cards in all.cards().chunks(4) {
                layout.add(cards).unwrap();
                while let Some(found) = method.find(&mut layout, &Limit::none()).unwrap() {
                    let last = found[deck.values() - 1];
                    assert_eq!(layout.settled(), last);
                    assert_eq!(Board::new(deck, &layout.cards()[..last]).unwrap().count(), 0);
                    let set = layout.at(&found);
                    assert!(is_set(deck, &set));
                    method.remove(&mut layout, &set).unwrap();
                    sets += 1;
                }
                assert_eq!((layout.settled(), layout.count()), (layout.len(), 0));
            }
            assert!(sets > 1);
        }
    }

    #[test]
    fn settled_cards_stay_settled() {
        let all: Vec<Card> = Deck::CLASSIC.cards().collect();
        let mut layout = Layout::new(&Board::empty(Deck::CLASSIC));
        layout.add(&all[..6]).unwrap();
        layout.settle(4);
        layout.add(&all[6..8]).unwrap();
        assert_eq!(layout.settled(), 4);
        layout.remove(&[all[1], all[5], all[3]]).unwrap();
        assert_eq!((layout.settled(), layout.len()), (2, 5));
        assert!(layout.remove(&[all[1]]).is_err());
        assert_eq!((layout.settled(), layout.len()), (2, 5));
        layout.settle(1);
        assert_eq!(layout.settled(), 2);
    }
}
