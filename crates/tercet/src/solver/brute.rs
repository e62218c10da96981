//! Brute force: every v cards, by the definition. (placeholder: final form follows)

use std::ops::ControlFlow;

use super::{Answer, Count, Enumerate, KeepsLayout, Layout, Limit, New, Solver, Stop, count_each};
use crate::deck::Deck;
use crate::set::is_set;

/// Tries every v cards.
pub struct Brute {
    layout: Layout,
}

impl New for Brute {
    fn new(deck: Deck) -> Self {
        Self { layout: Layout::new(deck) }
    }
}

impl KeepsLayout for Brute {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn layout_mut(&mut self) -> &mut Layout {
        &mut self.layout
    }
}

impl Solver for Brute {
    fn find(&mut self, limit: &Limit) -> Answer {
        let mut found = None;
        if let Err(stop) = self.for_each(limit, &mut |positions| {
            found = Some(positions.to_vec());
            ControlFlow::Break(())
        }) {
            return Answer::Stopped(stop);
        }
        found.map_or(Answer::None, |positions| Answer::found(self.layout.board(), &positions))
    }
}

impl Enumerate for Brute {
    fn for_each(
        &mut self,
        limit: &Limit,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let (v, n) = (self.layout.deck().values(), self.layout.len());
        let mut watch = limit.watch();
        let mut chosen: Vec<usize> = (0..v).collect();
        if n < v {
            return Ok(());
        }
        loop {
            watch.tick(1)?;
            if is_set(self.layout.deck(), &self.layout.board().at(&chosen))
                && visit(&chosen).is_break()
            {
                return Ok(());
            }
            let Some(i) = (0..v).rev().find(|&i| chosen[i] < n - v + i) else { return Ok(()) };
            chosen[i] += 1;
            for j in i + 1..v {
                chosen[j] = chosen[j - 1] + 1;
            }
        }
    }
}

impl Count for Brute {
    fn count(&mut self, limit: &Limit) -> Result<u128, Stop> {
        count_each(self, limit)
    }
}
