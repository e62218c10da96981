//! `HiGHS` as an engine: the whole program at once, solved again after each set.
//!
//! Where the others branch on linear programs of microlp, `HiGHS` (Huangfu and Hall, "Parallelizing
//! the dual revised simplex method", 2018, and its branch and cut since) gets the integer program
//! and decides itself what to fix, with a presolve, cuts and heuristics. It cannot be told a row
//! while it searches, so all sets are listed in Rubin's other way: a new search for each, with the
//! rows of all before. It runs in one thread.
//!
//! *Limits.* All that its safe interface offers is a limit of time, given beforehand. So it works
//! in slices, each four times as long as the one before, and is asked in between; one that ends
//! without an answer is lost, which makes the time at most 7/3 times as long, and nothing where the
//! first slice suffices. Who asks does not wait for a slice to end. An abandoned search goes on for
//! one first slice, or for at most three times as long as it has taken already.
//!
//! *How far it can be trusted.* As far as the others: a set is checked by the rule of the game. That
//! there is none is the word of `HiGHS`, in floating point within 10⁻⁶, and without a proof.

use std::time::Duration;

use highs::{Col, HighsModelStatus, HighsStatus, Model, RowProblem, Sense as Goal};
use tercet::solver::Stop;

use super::program::{Program, Row, Sense};
use super::worker::{Client, Engine};

/// A search for each solution, with the no-goods of those before.
pub(super) const HIGHS: Engine =
    Engine { name: "HiGHS", search: |program, client| search_in_slices(SLICE, &program, client) };

/// How long it works at first before it is asked whether to go on.
pub(super) const SLICE: Duration = Duration::from_secs(3);

/// How much longer it works each time that this was not enough.
pub(super) const GROWTH: u32 = 4;

/// What lies so close to a whole number is one for `HiGHS`.
const TOLERANCE: f64 = 1e-6;

/// Searches a program in slices, the first of this length.
pub(super) fn search_in_slices(
    first: Duration,
    program: &Program,
    client: &Client,
) -> Result<(), Stop> {
    let mut bytes = bytes(program.coefficients(), program.variables() + program.rows().len());
    check(bytes, client)?;
    let mut problem = RowProblem::new();
    let columns: Vec<Col> = (0..program.variables())
        .map(|column| problem.add_integer_column(0.0, 0..=i32::from(!program.is_zero(column))))
        .collect();
    for row in program.rows() {
        add(&mut problem, &columns, row);
    }
    let mut slice = first;
    while let Some(positions) = solve(&mut slice, program, &problem, bytes, client)? {
        let no_good = program.no_good(&positions);
        if client.report(positions).is_break() {
            break;
        }
        bytes += self::bytes(no_good.terms.len(), 1);
        add(&mut problem, &columns, &no_good);
    }
    Ok(())
}

/// The cards of a solution, if there is one. The slices get as long as it asks.
fn solve(
    slice: &mut Duration,
    program: &Program,
    problem: &RowProblem,
    bytes: usize,
    client: &Client,
) -> Result<Option<Vec<usize>>, Stop> {
    loop {
        check(bytes, client)?;
        let mut model = problem.clone().try_optimise(Goal::Minimise).map_err(fails)?;
        quietly(&mut model, *slice)?;
        let solved = model.try_solve().map_err(fails)?;
        match solved.status() {
            HighsModelStatus::Infeasible => return Ok(None),
            HighsModelStatus::Optimal => {
                let solution = solved.get_solution();
                let values = solution.columns();
                let is_whole = |value: &f64| (value - value.round()).abs() <= TOLERANCE;
                if !values.iter().all(is_whole) {
                    let what = "claims that something is whole that is not";
                    return Err(Stop::failed(HIGHS.name, what));
                }
                return Ok(Some(program.chosen(|column| values[column] > 0.5)));
            }
            HighsModelStatus::ReachedTimeLimit => *slice = slice.saturating_mul(GROWTH),
            other => {
                return Err(Stop::failed(HIGHS.name, format!("gives up: {other:?}")));
            }
        }
    }
}

/// Makes a model keep silence, and to one thread and a limit of time.
pub(super) fn quietly(model: &mut Model, time: Duration) -> Result<(), Stop> {
    let set = |model: &mut Model| {
        model.try_set_option("output_flag", false)?;
        model.try_set_option("threads", 1)?;
        model.try_set_option("parallel", "off")?;
        model.try_set_option("time_limit", time.as_secs_f64())
    };
    set(model).map_err(|error| Stop::failed(HIGHS.name, format!("takes no options: {error}")))
}

fn add(problem: &mut RowProblem, columns: &[Col], row: &Row) {
    let terms = row.terms.iter().map(|&(column, factor)| (columns[column], f64::from(factor)));
    let terms: Vec<(Col, f64)> = terms.collect();
    match row.sense {
        Sense::AtMost => problem.add_row(..=row.right, terms),
        Sense::Equal => problem.add_row(row.right..=row.right, terms),
        Sense::AtLeast => problem.add_row(row.right.., terms),
    }
}

/// About the bytes of a program of this size at work: it is held in several forms, presolved and
/// not.
pub(super) fn bytes(coefficients: usize, variables_and_rows: usize) -> usize {
    200 * coefficients + 1_000 * variables_and_rows
}

/// The limits, with so many bytes to be held.
pub(super) fn check(bytes: usize, client: &Client) -> Result<(), Stop> {
    client.limit.check()?;
    if bytes > client.memory { Err(Stop::Memory) } else { Ok(()) }
}

pub(super) fn fails(status: HighsStatus) -> Stop {
    Stop::failed(HIGHS.name, format!("fails: it says {status:?}"))
}
