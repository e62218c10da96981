//! The most disjoint sets of a board as an integer program.
//!
//! Set packing in its usual form: a binary variable for each set of the board, for every card a row
//! that at most one of its sets is chosen, and the number of chosen sets as the objective. The sets
//! are listed first, by the given method. The linear relaxation is the dual of the weights of
//! `tercet::packing`, and its bound is usually n/v; the integer solution is up to the solver.
//! [`most`] uses microlp with its own branch and cut, `most_by_highs` uses `HiGHS` (feature
//! `highs`).
//!
//! Both are second opinions: it is checked that the sets are disjoint; that there are no more is
//! the claim of the solver, in floating point.

use std::sync::Arc;

use tercet::packing::{Packing, greedy};
use tercet::solver::{Enumerate, Limit, Listing, Stop, list};

use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOptions, Variable};

use super::{Client, run, tree};

/// About the memory of a set of two cards in a list, in bytes. (For larger sets, the greedy packing
/// has checked that they fit.)
const BYTES_A_PAIR: usize = 80;

/// The solver's name, for error messages.
const MICROLP: &str = "microlp";

/// A largest packing of a board, by microlp.
///
/// # Errors
///
/// [`Stop`] with the best packing until then, or the greedy one, if the limit ends the work, the
/// program would need more than `memory` bytes, the solver does not work, or its answer is wrong.
pub fn most(
    lister: &mut dyn Enumerate,
    memory: usize,
    limit: &Limit,
) -> Result<Packing, Stop<Packing>> {
    most_by(MICROLP, microlp, lister, memory, limit)
}

/// The same by `HiGHS`, in one thread.
///
/// # Errors
///
/// Like [`most`].
#[cfg(feature = "highs")]
pub fn most_by_highs(
    lister: &mut dyn Enumerate,
    memory: usize,
    limit: &Limit,
) -> Result<Packing, Stop<Packing>> {
    most_by(super::highs::HIGHS.name, highs, lister, memory, limit)
}

/// Solves the program of this number of sets and of the sets of each card, of which at most one may be
/// chosen, and reports its solutions.
type Solve = fn(usize, &[Vec<usize>], &Client) -> Result<(), Stop>;

fn most_by(
    name: &'static str,
    solve: Solve,
    lister: &mut dyn Enumerate,
    memory: usize,
    limit: &Limit,
) -> Result<Packing, Stop<Packing>> {
    let (n, v) = (lister.board().len(), lister.board().deck().values());
    let none = Packing::new(lister.board(), []).expect("no sets share no card");
    // The answer if the solver finds nothing better.
    let mut packing = greedy(lister, memory, limit).map_err(|stop| stop.with(none))?;
    if v == 2 && n.saturating_mul(n).saturating_mul(BYTES_A_PAIR / 2) > memory {
        return Err(Stop::MEMORY.with(packing));
    }
    let sets = match list(lister, None, limit) {
        Ok(Listing { sets, .. }) => sets,
        Err(stop) => return Err(stop.with(packing)),
    };
    if packing.is_empty() {
        return Ok(packing.with_bound(0));
    }
    // The sets of each card that is in several.
    let mut cards = vec![Vec::new(); n];
    for (i, set) in sets.iter().enumerate() {
        set.iter().for_each(|&card| cards[card].push(i));
    }
    cards.retain(|sets| sets.len() > 1);
    let count = sets.len();
    let board = lister.board();
    let mut last = 0;
    let nodes = Arc::default();
    let end = run(
        name,
        move |client| solve(count, &cards, client),
        true,
        memory,
        &nodes,
        limit,
        &mut |found| {
            let claimed = found.iter().map(|&set| sets[set].set(board));
            let found = Packing::new(board, claimed).map_err(|error| {
                Stop::failed(name, format!("claims that sets are disjoint: {error}"))
            })?;
            last = found.len();
            if last > packing.len() {
                packing = found;
            }
            Ok(std::ops::ControlFlow::Continue(()))
        },
    );
    match end {
        Err(stop) => Err(stop.with(packing)),
        Ok(()) if last < packing.len() => {
            let what = format!("claims that {last} sets are the most, but {} are", packing.len());
            Err(Stop::failed(name, what).with(packing))
        }
        Ok(()) => {
            let most = packing.len();
            Ok(packing.with_bound(most))
        }
    }
}

/// Solves a program with microlp and reports its solutions, the best last.
fn microlp(sets: usize, cards: &[Vec<usize>], client: &Client) -> Result<(), Stop> {
    let terms: usize = cards.iter().map(Vec::len).sum();
    if 40 * terms + 400 * (sets + cards.len()) > client.memory {
        return Err(Stop::MEMORY);
    }
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let variables: Vec<Variable> = (0..sets).map(|_| problem.add_binary_var(1.0)).collect();
    for sets in cards {
        let terms: Vec<(Variable, f64)> = sets.iter().map(|&set| (variables[set], 1.0)).collect();
        problem.add_constraint(terms, ComparisonOp::Le, 1.0);
    }
    let mut options = SolveOptions::default();
    options.time_limit = Some(tree::SLICE);
    let fails = |error| Stop::failed(MICROLP, format!("fails: {error}"));
    let mut outcome = problem.solve_with(options).map_err(fails)?;
    loop {
        let is_optimal = outcome.is_optimal();
        if let Some(solution) = outcome.solution() {
            let is_chosen = |&set: &usize| solution.var_value(variables[set]) > 0.5;
            if client.report((0..sets).filter(is_chosen).collect()).is_break() || is_optimal {
                return Ok(());
            }
        }
        client.limit.check()?;
        outcome = outcome.resume().map_err(fails)?;
    }
}

/// Solves a program with `HiGHS` and reports the best solution.
#[cfg(feature = "highs")]
fn highs(sets: usize, cards: &[Vec<usize>], client: &Client) -> Result<(), Stop> {
    use ::highs::{RowProblem, Sense};

    use super::highs::{SLICE, bytes, check, solve};

    let terms = cards.iter().map(Vec::len).sum();
    let bytes = bytes(terms, sets + cards.len());
    check(bytes, client)?;
    let mut problem = RowProblem::new();
    let columns: Vec<_> = (0..sets).map(|_| problem.add_integer_column(1.0, 0..=1)).collect();
    for sets in cards {
        problem.add_row(..=1, sets.iter().map(|&set| (columns[set], 1.0)));
    }
    let mut slice = SLICE;
    if let Some(values) = solve(Sense::Maximise, &mut slice, &problem, bytes, client)? {
        // If this breaks off, the receiver is gone, and there is nothing more to do.
        let _ = client.report((0..sets).filter(|&set| values[set] > 0.5).collect());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tercet::solver::{Auto, Options, Reason, Update};
    use tercet::{Deck, deal};
    use tercet_testkit::limits::after_checks;

    fn lister(v: usize, p: usize, cards: usize, seed: u64) -> Auto {
        let board = deal::board(Deck::new(v, p).unwrap(), cards, seed).unwrap();
        Auto::new(&board, &Options::default())
    }

    /// A way to pack.
    type Most = fn(&mut dyn Enumerate, usize, &Limit) -> Result<Packing, Stop<Packing>>;

    const ALL: &[Most] = &[
        most,
        #[cfg(feature = "highs")]
        most_by_highs,
    ];

    #[test]
    fn the_integer_program_agrees_with_our_own_search() {
        for (v, p, cards) in [
            (1, 2, 1),
            (2, 3, 7),
            (3, 2, 9),
            (3, 4, 0),
            (3, 4, 12),
            (3, 4, 27),
            (4, 2, 14),
            (5, 2, 19),
        ] {
            for seed in 0..4 {
                let mut lister = lister(v, p, cards, seed);
                let own = lister.board().search().pack().unwrap();
                for most in ALL {
                    let other = most(&mut lister, 1 << 30, &Limit::none()).unwrap();
                    let what = format!("{cards} cards of ({v},{p}), seed {seed}");
                    assert_eq!(other.len(), own.len(), "{what}");
                    assert_eq!(other.bound(), own.bound(), "{what}");
                }
            }
        }
    }

    #[test]
    fn a_limit_leaves_the_greedy_packing_and_the_plain_bound() {
        for most in ALL {
            let mut lister = lister(5, 3, 80, 0);
            let limit = after_checks(1000);
            let Stop { reason, found } = most(&mut lister, 1 << 30, &limit).unwrap_err();
            assert_eq!((found.bound(), reason), (16, Reason::Deadline));
            assert!(found.len() >= 10);
            let cramped = most(&mut lister, 250_000, &Limit::none()).unwrap_err();
            assert_eq!(cramped.reason, Reason::Memory);
        }
    }
}
