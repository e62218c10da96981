//! The most disjoint sets of a board, as a problem for other solvers.
//!
//! Set packing in its usual form, as in `ip::packing`: a binary variable for each set of the board,
//! and for each card a condition that at most one of its sets is chosen. The sets are listed first,
//! in layout order, so the variables depend on the board alone. The number of chosen sets is
//! maximised.
//!
//! A solution is a claim. It is checked that the chosen sets are disjoint. That there are no more is
//! not checked, but if a further set of the board is disjoint from all chosen ones, the claim is
//! refused: this happens if a solver minimised, for example.

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::ops::ControlFlow;

use tercet::packing::Packing;
use tercet::solver::{Auto, Enumerate, Found, Limit, Options};
use tercet::{Board, Card};

use super::linear::Linear;
use super::{Claim, ExportError, ImportError, Problem, Read, solution};
use crate::ip::program::{Row, Sense};
use crate::process::quote;

/// A packing problem has at most this many sets, which are a hundred megabytes of text.
pub const MOST_SETS: usize = 500_000;

/// The sets of a board.
pub(super) struct Sets<'a> {
    board: &'a Board,
    /// The positions of the cards of each set, one set after the other, in layout order.
    flat: Vec<u32>,
    /// For each card that is in a set, a row of its sets, in order.
    rows: Vec<Row>,
}

impl<'a> Sets<'a> {
    /// The sets of this board.
    pub(super) fn new(board: &'a Board, limit: &Limit) -> Result<Self, ExportError> {
        let v = board.deck().values();
        let mut lister = Auto::new(board, &Options::default());
        let mut found: Vec<u32> = Vec::new();
        let mut is_long = false;
        lister.for_each(limit, &mut |set| {
            is_long = found.len() == MOST_SETS * v;
            if is_long {
                return ControlFlow::Break(());
            }
            found.extend(set.iter().map(|&position| position as u32));
            ControlFlow::Continue(())
        })?;
        if is_long {
            return Err(ExportError::TooManySets);
        }
        let mut watch = limit.watch();
        let mut sets: Vec<&[u32]> = found.chunks(v).collect();
        watch.sort(&mut sets)?;
        let mut with = vec![Vec::new(); board.len()];
        let mut flat = Vec::with_capacity(found.len());
        for (number, set) in (0..).zip(sets) {
            watch.tick(v)?;
            for &position in set {
                with[position as usize].push((number, 1));
            }
            flat.extend_from_slice(set);
        }
        let cards = (1..).zip(with).filter(|(_, terms)| !terms.is_empty());
        let rows = cards.map(|(number, terms): (usize, Vec<_>)| Row {
            name: format!("c_{number}"),
            says: "Of the sets of a card at most one is chosen.",
            terms,
            sense: Sense::AtMost,
            right: 1,
        });
        Ok(Self { board, flat, rows: rows.collect() })
    }

    /// The integer program.
    pub(super) fn linear(&self) -> Linear<'_> {
        Linear {
            about: "The sets with s_i = 1 of a solution are disjoint; their number is to be maximised.",
            names: (1..=self.len()).map(|number| format!("s_{number}")).collect(),
            meaning: Box::new(|set| format!("the set {} is chosen", self.cards(set))),
            is_maximised: true,
            rows: &self.rows,
        }
    }

    /// The number of sets.
    fn len(&self) -> usize {
        self.flat.len() / self.board.deck().values()
    }

    /// The cards of a set.
    fn cards(&self, set: usize) -> String {
        self.board.deck().show_all(&self.board.at(&self.positions(set)))
    }

    /// The positions of the cards of a set, ascending.
    fn positions(&self, set: usize) -> Found {
        let v = self.board.deck().values();
        let positions = self.flat[set * v..][..v].iter().map(|&position| position as usize);
        Found::new(positions.collect::<Vec<_>>())
    }

    /// The claim that these sets, from this line, are disjoint, and perhaps that there are no more.
    fn claim(&self, chosen: &[usize], is_most: bool, line: usize) -> Read<Claim> {
        let wrong = |what| ImportError::at(line, Problem::Wrong(what));
        let sets = chosen.iter().map(|&set| self.positions(set).set(self.board));
        let packing = Packing::new(self.board, sets)
            .map_err(|why| wrong(format!("sets are disjoint, but {why}")))?;
        let taken: HashSet<Card> = packing.sets().iter().flatten().collect();
        let is_further = |&set: &usize| {
            self.positions(set).iter().all(|&position| !taken.contains(&self.board[position]))
        };
        if is_most && let Some(set) = (0..self.len()).find(is_further) {
            let (sets, further) = (packing.len(), quote(&self.cards(set)));
            return Err(wrong(format!(
                "there are no more than {sets} disjoint sets, but {further} is a further one"
            )));
        }
        Ok(match (packing.is_empty(), is_most) {
            (true, true) => Claim::None,
            (true, false) => Claim::Unknown,
            (false, _) => Claim::Packing { packing, is_most },
        })
    }
}

/// Reads what a solver says about the integer program.
pub(super) fn read(board: &Board, text: &str, limit: &Limit) -> Read<Claim> {
    let sets = Sets::new(board, limit)?;
    solution::read(&sets.linear(), text, limit, |chosen, is_most, line| {
        sets.claim(chosen, is_most, line)
    })
}
