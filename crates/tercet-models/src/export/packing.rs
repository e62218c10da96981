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
use std::fmt::Write;
use std::ops::ControlFlow;

use tercet::packing::Packing;
use tercet::solver::{Auto, Enumerate, Found, Limit, Options, Stop};
use tercet::{Board, Card};

use super::competition::{Claimed, Printed, unexpected};
use super::linear::{Linear, Row};
use super::solution::{self, Solution};
use super::{Claim, ExportError, ImportError, Problem, Read, no_answer};
use crate::ip::program::Sense;

/// A packing problem has at most this many sets, which are a hundred megabytes of text.
pub const MOST_SETS: usize = 500_000;

/// The sets of a board.
pub(super) struct Sets<'a> {
    board: &'a Board,
    /// The positions of the cards of each set, one set after the other, in layout order.
    flat: Vec<u32>,
    /// For each card its sets, in order.
    with: Vec<Vec<u32>>,
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
                with[position as usize].push(number);
            }
            flat.extend_from_slice(set);
        }
        Ok(Self { board, flat, with })
    }

    /// The number of sets.
    pub(super) fn len(&self) -> usize {
        self.flat.len() / self.board.deck().values()
    }

    /// The cards of a set.
    pub(super) fn cards(&self, set: usize) -> String {
        self.board.deck().show_all(&self.board.at(&self.positions(set)))
    }

    /// The positions of the cards of a set, ascending.
    fn positions(&self, set: usize) -> Found {
        let v = self.board.deck().values();
        let positions = self.flat[set * v..][..v].iter().map(|&position| position as usize);
        Found::new(positions.collect::<Vec<_>>())
    }

    /// Each card that is in a set, as its number from 1, its name, and the numbers of its sets.
    pub(super) fn each_card(&self) -> impl Iterator<Item = (usize, String, &[u32])> {
        let cards = (1..).zip(self.board.cards()).zip(&self.with);
        let cards = cards.filter(|(_, with)| !with.is_empty());
        cards.map(|((number, &card), with)| (number, self.board.deck().show(card), &with[..]))
    }

    /// The claim that these sets, from this line, are disjoint, and perhaps that there are no more.
    pub(super) fn claim(&self, chosen: &[usize], is_most: bool, line: usize) -> Read<Claim> {
        let sets = chosen.iter().map(|&set| self.positions(set).set(self.board));
        let packing = Packing::new(self.board, sets)
            .map_err(|why| ImportError::at(line, Problem::NotDisjoint(why)))?;
        let taken: HashSet<Card> = packing.sets().iter().flatten().collect();
        let is_further = |&set: &usize| {
            self.positions(set).iter().all(|&position| !taken.contains(&self.board[position]))
        };
        if is_most && let Some(set) = (0..self.len()).find(is_further) {
            let problem = Problem::NotTheMost { sets: packing.len(), further: self.cards(set) };
            return Err(ImportError::at(line, problem));
        }
        Ok(match (packing.is_empty(), is_most) {
            (true, true) => Claim::None,
            (true, false) => Claim::Unknown,
            (false, _) => Claim::Packing { packing, is_most },
        })
    }
}

impl Linear for Sets<'_> {
    fn about(&self) -> &'static str {
        "The sets with s_i = 1 of a solution are disjoint; their number is to be maximised."
    }

    fn variables(&self) -> usize {
        self.len()
    }

    fn name(&self, column: usize) -> String {
        format!("s_{}", column + 1)
    }

    fn column(&self, name: &str) -> Option<usize> {
        let column = name.strip_prefix("s_")?.parse::<usize>().ok()?.checked_sub(1)?;
        (column < self.len()).then_some(column)
    }

    fn meaning(&self, column: usize) -> String {
        format!("the set {} is chosen", self.cards(column))
    }

    fn is_maximised(&self) -> bool {
        true
    }

    fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.each_card().map(|(number, _, with)| Row {
            name: format!("c_{number}"),
            says: "Of the sets of a card at most one is chosen.",
            terms: with.iter().map(|&set| (set as usize, 1)).collect(),
            sense: Sense::AtMost,
            right: 1,
        })
    }
}

/// Reads what a solver says about the integer program.
pub(super) fn read(board: &Board, text: &str, limit: &Limit) -> Read<Claim> {
    let sets = Sets::new(board, limit)?;
    match solution::read(&sets, text, limit)? {
        Solution::Values(values) => {
            let chosen: Vec<usize> = (0..sets.len()).filter(|&set| values.is_one[set]).collect();
            sets.claim(&chosen, values.is_optimal, values.line)
        }
        Solution::None => no_answer(ALWAYS),
        Solution::Unknown => Ok(Claim::Unknown),
    }
}

/// What is wrong with a packing problem that has no solution.
pub(super) const ALWAYS: &str = "it says that there is no solution, but choosing no set is one: is this the board that was exported?";

// The most disjoint sets of a board as a partial `MaxSAT` problem.
//
// The format is that of the `MaxSAT` evaluations since 2022: no line `p`, `h` before a hard clause,
// its weight before a soft one. Each set has a variable and a soft clause of weight 1, which says
// that it is chosen. So the cost of a solution is the number of sets that are not chosen.
//
// For each card, hard clauses say that at most one of its sets is chosen. Their number would grow
// with the square of the number of sets, so a card with many has them in blocks: of the first few
// sets and an auxiliary variable t at most one is true, and so it is of ¬t and the next sets. If a
// set of the first block is chosen, t is false, so no later set is.
//
// A solution is lines `s OPTIMUM FOUND` (or `s SATISFIABLE`, if there may be a better one) and `v`.
// The values in `v` are literals, `v 1 -2 3`, or one digit for each variable, `v 101`, the form of
// 2022. Lines `o` give costs: the last one must be that of the solution.

/// The number of sets of a block.
const BLOCK: usize = 4;

/// The number of auxiliary variables of a card that is in this number of sets.
fn auxiliaries(sets: usize) -> usize {
    sets.div_ceil(BLOCK).saturating_sub(1)
}

/// The problem of the sets of a board.
pub(super) fn wcnf(heading: &str, sets: &Sets, limit: &Limit) -> Result<String, Stop> {
    let mut watch = limit.watch();
    let mut text = format!("c {heading}\n");
    text +=
        "c The chosen sets of a solution are disjoint. Its cost is the number of the other sets.\n";
    for set in 0..sets.len() {
        watch.tick(4)?;
        writeln!(text, "c x {} = {}", set + 1, sets.meaning(set)).expect("memory");
    }
    text += "c Hard: of the sets of a card at most one is chosen.\n";
    // The number of variables so far; a packing problem is limited to few sets.
    let mut last = i64::try_from(sets.len()).expect("there are at most MOST_SETS");
    for (number, card, with) in sets.each_card() {
        write!(text, "c card {number} ({card})").expect("memory");
        let own = auxiliaries(with.len());
        if own > 0 {
            let from = last + 1;
            write!(text, "; if one of {own} from x {from} on is true, no set before it is chosen")
                .expect("memory");
        }
        text += "\n";
        let mut carried: Option<i64> = None;
        for (i, block) in with.chunks(BLOCK).enumerate() {
            let chosen = block.iter().map(|&set| i64::from(set) + 1);
            let mut literals: Vec<i64> = carried.into_iter().chain(chosen).collect();
            if i < own {
                last += 1;
                literals.push(last);
                carried = Some(-last);
            }
            watch.tick(4 * literals.len())?;
            for (i, second) in literals.iter().enumerate() {
                for first in &literals[..i] {
                    writeln!(text, "h {} {} 0", -first, -second).expect("memory");
                }
            }
        }
    }
    text += "c Soft: each set is chosen.\n";
    for set in 0..sets.len() {
        watch.tick(1)?;
        writeln!(text, "1 {} 0", set + 1).expect("memory");
    }
    Ok(text)
}

/// Reads the output of a `MaxSAT` solver.
pub(super) fn read_wcnf(board: &Board, text: &str, limit: &Limit) -> Read<Claim> {
    let sets = Sets::new(board, limit)?;
    let own: usize = sets.each_card().map(|(.., with)| auxiliaries(with.len())).sum();
    let variables = sets.len() + own;
    let wrong = [
        "is no answer, such as 's OPTIMUM FOUND', 's SATISFIABLE' or 's UNKNOWN'",
        "is not a line of a MaxSAT solver, such as 's OPTIMUM FOUND', 'o 12', 'v 1 -2', 'v 10', 'c ...'",
    ];
    let printed = Printed::read(variables, text, wrong, limit, |printed, line, text| {
        // A number of this many digits is no variable, unless it is "1", which means the same in
        // both forms, or "0", which says nothing in one of them.
        if text.len() == variables && text.bytes().all(|digit| matches!(digit, b'0' | b'1')) {
            return (1..).zip(text.bytes()).try_for_each(|(variable, digit)| {
                printed.literal(line, text, variable, digit == b'1')
            });
        }
        for word in text.split_whitespace() {
            let why =
                "is not a literal, such as 3, or -3 for 'not 3', and not a digit for each variable";
            let literal: i64 = word.parse().map_err(|_| unexpected(line, word, why))?;
            if literal != 0 {
                let variable = usize::try_from(literal.unsigned_abs()).unwrap_or(usize::MAX);
                printed.literal(line, word, variable, literal > 0)?;
            }
        }
        Ok(())
    })?;
    match printed.claimed()? {
        Claimed::None => no_answer(ALWAYS),
        Claimed::Unknown => Ok(Claim::Unknown),
        Claimed::Solution(line, is_optimal) => {
            let chosen: Vec<usize> = (0..sets.len()).filter(|&set| printed.is_true(set)).collect();
            let others = sets.len() - chosen.len();
            if let Some((line, text)) = printed.cost
                && text[1..].trim().parse() != Ok(others)
            {
                let why =
                    format!("is not the cost of the solution, which does not choose {others}");
                return Err(unexpected(line, text, why));
            }
            sets.claim(&chosen, is_optimal, line)
        }
    }
}
