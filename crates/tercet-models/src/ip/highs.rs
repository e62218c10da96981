//! `HiGHS` as an engine: the whole program at once, solved again after each set.
//!
//! The other engines branch on linear programs of microlp. `HiGHS` (Huangfu and Hall,
//! "Parallelizing the dual revised simplex method", 2018, and its later branch and cut) receives
//! the integer program and branches itself, with presolve, cuts and heuristics. Rows cannot be
//! added while it searches, so all sets are listed in Rubin's other way: a new search for each,
//! with the no-goods of all previous sets. It runs in one thread, and with presolve: without it,
//! the first 200 sets of (3,4) take half the time, but boards of (16,4) take from half to three
//! times as long.
//!
//! *Limits.* Its safe interface offers only a time limit, fixed in advance. So it works in slices,
//! each four times as long as the one before, and the limit is checked in between; the work of a
//! slice that ends without an answer is lost, which makes the time at most 7/3 times as long, and
//! costs nothing if the first slice suffices. (Slices that double would make it at most three times
//! as long.) The caller does not wait for a slice to end. An abandoned search continues for one
//! first slice, or for at most three times as long as it has taken already.
//!
//! *Trust.* As with the other engines, a set is checked by the definition. That there is no set is
//! the claim of `HiGHS`, in floating point within 10⁻⁶, and without a proof.

use std::time::Duration;

use highs::{Col, HighsModelStatus, HighsStatus, Model, RowProblem, Sense as Goal};
use tercet::solver::Stop;

use super::program::{Program, Row, Sense};
use super::{Client, Engine};

/// A search for each solution, with the no-goods of those before.
pub(super) const HIGHS: Engine =
    Engine { name: "HiGHS", search: |program, client| search_in_slices(SLICE, &program, client) };

/// The length of the first slice.
pub(super) const SLICE: Duration = Duration::from_secs(3);

/// The ratio of the lengths of successive slices.
const GROWTH: u32 = 4;

/// Numbers within this distance of an integer are integers for `HiGHS`.
const TOLERANCE: f64 = 1e-6;

/// Searches a program in slices, of which `slice` is the first.
pub(super) fn search_in_slices(
    first: Duration,
    program: &Program,
    client: &Client,
) -> Result<(), Stop> {
    let mut bytes = bytes(program.coefficients(), program.variables() + program.rows.len());
    check(bytes, client)?;
    let mut problem = RowProblem::new();
    let columns: Vec<Col> = (0..program.variables())
        .map(|column| problem.add_integer_column(0.0, 0..=i32::from(!program.is_zero[column])))
        .collect();
    for row in &program.rows {
        add(&mut problem, &columns, row);
    }
    let mut slice = first;
    while let Some(values) = solve(Goal::Minimise, &mut slice, &problem, bytes, client)? {
        let positions = program.chosen(|column| values[column] > 0.5);
        let no_good = program.no_good(&positions);
        if client.report(positions).is_break() {
            break;
        }
        bytes += self::bytes(no_good.terms.len(), 1);
        add(&mut problem, &columns, &no_good);
    }
    Ok(())
}

/// The values of the columns in a solution, if there is one, found in slices of growing length.
pub(super) fn solve(
    goal: Goal,
    slice: &mut Duration,
    problem: &RowProblem,
    bytes: usize,
    client: &Client,
) -> Result<Option<Vec<f64>>, Stop> {
    loop {
        check(bytes, client)?;
        let mut model = problem.clone().try_optimise(goal).map_err(fails)?;
        quietly(&mut model, *slice)?;
        let solved = model.try_solve().map_err(fails)?;
        match solved.status() {
            HighsModelStatus::Infeasible => return Ok(None),
            HighsModelStatus::Optimal => {
                let values = solved.get_solution().columns().to_vec();
                let is_whole = |value: &f64| (value - value.round()).abs() <= TOLERANCE;
                if !values.iter().all(is_whole) {
                    let what = "claims that a fractional value is an integer";
                    return Err(Stop::failed(HIGHS.name, what));
                }
                return Ok(Some(values));
            }
            HighsModelStatus::ReachedTimeLimit => *slice = slice.saturating_mul(GROWTH),
            other => return Err(Stop::failed(HIGHS.name, format!("gives up: {other:?}"))),
        }
    }
}

/// Configures a model: no output, one thread, and a time limit.
fn quietly(model: &mut Model, time: Duration) -> Result<(), Stop> {
    let set = |model: &mut Model| {
        model.try_set_option("output_flag", false)?;
        model.try_set_option("threads", 1)?;
        model.try_set_option("parallel", "off")?;
        model.try_set_option("time_limit", time.as_secs_f64())
    };
    set(model).map_err(|error| Stop::failed(HIGHS.name, format!("rejects its options: {error}")))
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

/// About the memory of a program of this size in bytes, which is held in several forms, presolved
/// and not.
pub(super) fn bytes(coefficients: usize, variables_and_rows: usize) -> usize {
    200 * coefficients + 1_000 * variables_and_rows
}

/// Checks the limits, for `bytes` bytes of memory.
pub(super) fn check(bytes: usize, client: &Client) -> Result<(), Stop> {
    client.limit.check()?;
    if bytes > client.memory { Err(Stop::MEMORY) } else { Ok(()) }
}

fn fails(status: HighsStatus) -> Stop {
    Stop::failed(HIGHS.name, format!("fails with {status:?}"))
}
