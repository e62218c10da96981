//! `cp`.

mod model;
mod propagators;

use std::ops::ControlFlow;

use tercet::board::BoardError;
use tercet::solver::{
    Answer, Count, Enumerate, Layout, Limit, Options, Solver, Stop, Symmetry, Update, count_each,
};
use tercet::{Board, Card, Set};

use crate::verify::verified;
use model::Model;

/// States the board as a constraint programme and lets Pumpkin solve it.
pub struct Cp {
    layout: Layout,
    symmetry: Symmetry,
    memory: usize,
}

impl Cp {
    /// The method at work on a board. Of the options it keeps to [`Options::symmetry`] and
    /// [`Options::memory`].
    pub fn new(board: &Board, options: &Options) -> Self {
        Self { layout: Layout::new(board), symmetry: options.symmetry, memory: options.memory }
    }

    /// Visits the sets of the board with the ascending positions of their cards. Where the symmetry
    /// is not broken the solver finds each in all orders: one of them is visited, or all.
    fn each(
        &mut self,
        all_orders: bool,
        limit: &Limit,
        visit: &mut dyn FnMut(Set, &[usize]) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let (v, n, settled) =
            (self.layout.deck().values(), self.layout.len(), self.layout.settled());
        if settled == n || n < v {
            self.layout.settle(n);
            return Ok(());
        }
        limit.check()?;
        let cards = self.layout.cards();
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_unstable_by_key(|&position| cards[position]);
        let sorted: Vec<Card> = order.iter().map(|&position| cards[position]).collect();
        let new: Vec<usize> =
            (0..n).filter(|&number| settled < v || order[number] >= settled).collect();
        let model = Model::new(self.layout.deck(), &sorted, &new, self.symmetry, limit)?;

        let board = self.layout.board();
        let mut found = false;
        model.search(&mut |numbers| {
            let mut positions: Vec<usize> = numbers.iter().map(|&number| order[number]).collect();
            positions.sort_unstable();
            match verified("Pumpkin", board, &positions) {
                Err(stop) => ControlFlow::Break(Err(stop)),
                Ok(set) => {
                    found = true;
                    if all_orders || numbers.is_sorted() {
                        visit(set, &positions).map_break(Ok)
                    } else {
                        ControlFlow::Continue(())
                    }
                }
            }
        })?;
        if !found {
            self.layout.settle(n);
        }
        Ok(())
    }
}

impl Update for Cp {
    fn board(&self) -> &Board {
        self.layout.board()
    }

    fn add(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.layout.add(cards)
    }

    fn remove(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.layout.remove(cards)
    }
}

impl Solver for Cp {
    fn find(&mut self, limit: &Limit) -> Answer {
        let mut answer = Answer::None;
        let end = self.each(true, limit, &mut |set, _| {
            answer = Answer::Found(set);
            ControlFlow::Break(())
        });
        end.map_or_else(Answer::Stopped, |()| answer)
    }
}

impl Enumerate for Cp {
    fn for_each(
        &mut self,
        limit: &Limit,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        self.each(false, limit, &mut |_, positions| visit(positions))
    }
}

impl Count for Cp {
    fn count(&mut self, limit: &Limit) -> Result<u128, Stop> {
        count_each(self, limit)
    }
}
