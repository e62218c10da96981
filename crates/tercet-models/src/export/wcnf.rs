//! The most disjoint sets of a board as a partial `MaxSAT` problem.
//!
//! The format is that of the `MaxSAT` evaluations since 2022: no line `p`, `h` before a hard clause,
//! its weight before a soft one. Each set has a variable and a soft clause of weight 1, which says
//! that it is chosen. So the cost of a solution is the number of sets that are not chosen.
//!
//! For each card, hard clauses say that at most one of its sets is chosen. Their number would grow
//! with the square of the number of sets, so a card with many has them in blocks: of the first few
//! sets and an auxiliary variable t at most one is true, and so it is of ¬t and the next sets. If a
//! set of the first block is chosen, t is false, so no later set is.
//!
//! A solution is lines `s OPTIMUM FOUND` (or `s SATISFIABLE`, if there may be a better one) and `v`.
//! The values in `v` are literals, `v 1 -2 3`, or one digit for each variable, `v 101`, the form of
//! 2022. Lines `o` give costs: the last one must be that of the solution.

use std::fmt::Write;

use tercet::Board;
use tercet::solver::{Limit, Stop};

use super::competition::{Claimed, Printed, unexpected};
use super::linear::Linear;
use super::packing::{ALWAYS, Sets};
use super::{Claim, Read, no_answer};

/// The number of sets of a block.
const BLOCK: usize = 4;

/// The number of auxiliary variables of a card that is in this number of sets.
fn auxiliaries(sets: usize) -> usize {
    sets.div_ceil(BLOCK).saturating_sub(1)
}

/// The problem of the sets of a board.
pub(super) fn write(heading: &str, sets: &Sets, limit: &Limit) -> Result<String, Stop> {
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
pub(super) fn read(board: &Board, text: &str, limit: &Limit) -> Read<Claim> {
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
