//! The set that differs in the fewest properties, and the first set in layout order.
//!
//! Any two cards of a set agree in the same properties. So the sets that contain a card fall into
//! groups by the properties in which the other cards agree with it. The groups are searched in
//! ascending order of differing properties, each by exact cover, up to the best number found so
//! far. The sets without a given card are searched by their first card in layout order, so that of
//! two equally good sets the one found first is the first in that order.
//!
//! A group can hold far too many sets to visit all. Its first set is built card by card instead: a
//! card is taken if some set contains it, the cards taken before, and otherwise only later cards.

use std::cell::RefCell;
use std::ops::ControlFlow;

use super::groups::Walk;
use super::log::Silent;
use super::search::{CoverSearch, End, ItemTable};
use super::turns::Tasks;
use crate::board::Board;
use crate::card::Properties;
use crate::solver::{Layout, Limit, Stop, Watch};

/// Of the sets of a board that contain all `held` cards, the one that differs in the fewest
/// properties, and of several the first in layout order; as ascending positions.
///
/// The held positions must be distinct positions of the board. Takes n·p steps for each first card
/// that is tried, and a search in each of its groups. Boards without a set take up to about five
/// times as long as [`Cover`](super::Cover) takes to find none.
///
/// # Errors
///
/// [`Stop`] if the limit ended the search.
pub(crate) fn fewest_differing(
    board: &Board,
    held: &[usize],
    limit: &Limit,
) -> Result<Option<Vec<usize>>, Stop> {
    if board.deck().values() == 1 {
        // Every card is a set.
        let card = held.first().copied().or_else(|| (!board.is_empty()).then_some(0));
        return Ok(card.filter(|_| held.len() <= 1).map(|card| vec![card]));
    }
    searching(board, limit, |search| search.holding(held))
}

/// Of the sets of a board with v > 1, the first in layout order, as ascending positions; `None` if
/// no set has its first card at a position up to `last`.
///
/// Takes n·p steps for each first card that is tried, and a search in each of its groups.
///
/// # Errors
///
/// [`Stop`] if the limit ended the search.
pub(crate) fn first_in_order(
    board: &Board,
    last: usize,
    limit: &Limit,
) -> Result<Option<Vec<usize>>, Stop> {
    searching(board, limit, |search| search.earliest(last))
}

/// Asks a search on a board.
fn searching(
    board: &Board,
    limit: &Limit,
    ask: impl FnOnce(&mut Fewest) -> Result<Option<Vec<u32>>, Stop>,
) -> Result<Option<Vec<usize>>, Stop> {
    let table = ItemTable::new(&Layout::new(board), &mut limit.watch())?;
    let tasks = Tasks::new();
    let found = RefCell::default();
    let mut note = |positions: &[usize]| {
        found.replace(positions.iter().map(|&position| position as u32).collect());
        ControlFlow::Break(())
    };
    let engine = CoverSearch::new(&table, 0, limit.watch(), tasks.turns(), Silent, &mut note);
    let set = ask(&mut Fewest {
        table: &table,
        tasks: &tasks,
        found: &found,
        walk: Walk::new(engine),
        watch: limit.watch(),
    })?;
    Ok(set.map(|set| set.into_iter().map(|card| card as usize).collect()))
}

/// A card, after the number of properties in which it differs from another, and the other properties.
type Near = (usize, Properties, u32);

struct Fewest<'a> {
    table: &'a ItemTable,
    tasks: &'a Tasks,
    /// The set that the engine visited last.
    found: &'a RefCell<Vec<u32>>,
    walk: Walk<'a, Silent>,
    watch: Watch<'a>,
}

impl Fewest<'_> {
    /// The best set of all that contain the held cards.
    fn holding(&mut self, held: &[usize]) -> Result<Option<Vec<u32>>, Stop> {
        let table = self.table;
        let held: Vec<u32> = held.iter().map(|&position| position as u32).collect();
        match held[..] {
            [] => self.any(),
            [one] => {
                let others = (0..table.len() as u32).filter(|&card| card != one);
                Ok(self.around(one, others, table.properties + 1)?.map(|(_, set)| set))
            }
            [one, two, ..] => {
                let agreement = table.agreement(one, two);
                let cards = 0..table.len() as u32;
                let fits = |&card: &u32| {
                    held.iter().all(|&other| table.agreement(card, other) == agreement)
                };
                let consistent = held.iter().enumerate().all(|(i, &card)| {
                    held[..i].iter().all(|&other| table.agreement(card, other) == agreement)
                });
                let candidates = cards.filter(fits).collect();
                if consistent { self.first_set(agreement, held, candidates) } else { Ok(None) }
            }
        }
    }

    /// The first set in layout order, if its first card is `last` or an earlier one.
    fn earliest(&mut self, last: usize) -> Result<Option<Vec<u32>>, Stop> {
        let cards = self.table.len() as u32;
        for first in 0..cards.min(last as u32 + 1) {
            let near = self.near(first, first + 1..cards, self.table.properties + 1)?;
            if let Some(set) = self.first_of(first, &near)? {
                return Ok(Some(set));
            }
        }
        Ok(None)
    }

    /// The best set of all.
    fn any(&mut self) -> Result<Option<Vec<u32>>, Stop> {
        let cards = self.table.len() as u32;
        let mut best = None;
        let mut bound = self.table.properties + 1;
        for first in 0..cards {
            if let Some((differing, set)) = self.around(first, first + 1..cards, bound)? {
                (best, bound) = (Some(set), differing);
                // The cards of a set differ in at least one property.
                if differing == 1 {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// The best set of one card and some of the others, which ascend, and the number of properties in
    /// which it differs, if that is below the bound.
    fn around(
        &mut self,
        one: u32,
        others: impl Iterator<Item = u32>,
        bound: usize,
    ) -> Result<Option<(usize, Vec<u32>)>, Stop> {
        let near = self.near(one, others, bound)?;
        for level in near.chunk_by(|a, b| a.0 == b.0) {
            if let Some(best) = self.first_of(one, level)? {
                return Ok(Some((level[0].0, best)));
            }
        }
        Ok(None)
    }

    /// Those of some cards that differ from one card in fewer properties than the bound: the number
    /// of these properties, the others, and the card, sorted.
    fn near(
        &mut self,
        one: u32,
        others: impl Iterator<Item = u32>,
        bound: usize,
    ) -> Result<Vec<Near>, Stop> {
        let table = self.table;
        let mut near = Vec::new();
        for card in others {
            self.watch.tick(1)?;
            let agreement = table.agreement(one, card);
            let differing = table.properties - agreement.len();
            if differing < bound {
                near.push((differing, agreement, card));
            }
        }
        self.watch.sort(&mut near)?;
        Ok(near)
    }

    /// The first set in layout order of one card and some of the others, which are sorted.
    fn first_of(&mut self, one: u32, near: &[Near]) -> Result<Option<Vec<u32>>, Stop> {
        let mut best: Option<Vec<u32>> = None;
        for group in near.chunk_by(|a, b| a.1 == b.1) {
            let candidates = group.iter().map(|&(.., card)| card).collect();
            if let Some(set) = self.first_set(group[0].1, vec![one], candidates)?
                && best.as_ref().is_none_or(|best| set < *best)
            {
                best = Some(set);
            }
        }
        Ok(best)
    }

    /// The first set in layout order of the chosen cards and some of the candidates, which are in
    /// ascending order and agree with each chosen card in exactly these properties.
    fn first_set(
        &mut self,
        agreement: Properties,
        mut chosen: Vec<u32>,
        mut candidates: Vec<u32>,
    ) -> Result<Option<Vec<u32>>, Stop> {
        let table = self.table;
        let Some(mut rest) = self.complete(agreement, &chosen, &candidates)? else {
            return Ok(None);
        };
        let mut next = 0;
        while let Some(&known) = rest.first() {
            let card = candidates[next];
            let later = candidates[next + 1..].iter().copied();
            let fits = |&other: &u32| table.agreement(card, other) == agreement;
            let later: Vec<u32> = later.filter(fits).collect();
            chosen.push(card);
            if card == known {
                rest.remove(0);
            } else if let Some(earlier) = self.complete(agreement, &chosen, &later)? {
                rest = earlier;
            } else {
                chosen.pop();
                next += 1;
                continue;
            }
            (candidates, next) = (later, 0);
        }
        chosen.sort_unstable();
        Ok(Some(chosen))
    }

    /// Some of the candidates, in ascending order, that make a set with the chosen cards.
    fn complete(
        &mut self,
        agreement: Properties,
        chosen: &[u32],
        candidates: &[u32],
    ) -> Result<Option<Vec<u32>>, Stop> {
        let missing = self.table.values.checked_sub(chosen.len());
        match missing {
            Some(0) => return Ok(Some(Vec::new())),
            Some(missing) if missing <= candidates.len() => {}
            _ => return Ok(None),
        }
        match self.walk.complete(agreement, chosen, candidates.iter().copied()) {
            Ok(()) => Ok(None),
            Err(End::Broken(_)) => {
                self.tasks.reopen();
                let mut rest = self.found.take();
                rest.retain(|card| !chosen.contains(card));
                Ok(Some(rest))
            }
            Err(End::Stopped(stop)) => Err(stop),
            Err(End::Overtaken) => unreachable!("there is one thread"),
        }
    }
}
