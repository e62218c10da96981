//! Branch and bound on linear programs, with no-goods as solutions appear.

use std::sync::atomic::Ordering;
use std::time::Duration;

use microlp::{
    ComparisonOp, Error, OptimizationDirection, Problem, Solution, SolveOptions, SolveOutcome,
    Variable,
};
use tercet::solver::{Limit, Stop};

use super::program::{Program, Row, Sense};
use super::{Client, Engine};

/// One tree, in which no-goods are added as solutions appear.
pub(super) const LAZILY: Engine = Engine { name: "microlp", search: lazily };

/// A tree for each solution, with the no-goods of all previous ones.
pub(super) const RESOLVING: Engine = Engine { name: "microlp", search: again };

/// The time that microlp works on a linear program between two checks of the limit.
pub(super) const SLICE: Duration = Duration::from_millis(20);

/// Numbers within this distance of an integer count as integers.
const TOLERANCE: f64 = 1e-6;

fn lazily(program: Program, client: &Client) -> Result<(), Stop> {
    let mut tree = Tree::new(program, client)?;
    let Some(root) = tree.root()? else { return Ok(()) };
    let mut open = vec![Node { solution: root, fixed: Vec::new(), zero: None }];
    while let Some((positions, node)) = tree.next(&mut open)? {
        let no_good = tree.no_good(&positions);
        if client.report(positions).is_break() {
            return Ok(());
        }
        // The rest of the tree does not contain this set, so only this branch needs the row.
        let Node { solution, fixed, zero } = node;
        let rest = tree.add(solution, &no_good)?;
        open.extend(rest.map(|solution| Node { solution, fixed, zero }));
    }
    Ok(())
}

fn again(program: Program, client: &Client) -> Result<(), Stop> {
    let mut tree = Tree::new(program, client)?;
    let mut root = tree.root()?;
    while let Some(start) = root {
        let mut open = vec![Node { solution: start.clone(), fixed: Vec::new(), zero: None }];
        let Some((positions, _)) = tree.next(&mut open)? else { break };
        let no_good = tree.no_good(&positions);
        if client.report(positions).is_break() {
            break;
        }
        tree.no_goods.push(no_good);
        root = tree.obey(start)?;
    }
    Ok(())
}

/// A subproblem.
struct Node {
    /// Its linear program, with a solution.
    solution: Solution,
    /// The variables fixed on the way to it, and whether they are 1.
    fixed: Vec<(usize, bool)>,
    /// Another variable that is 0 here, but not yet in the linear program.
    zero: Option<usize>,
}

struct Tree<'a> {
    program: Program,
    /// The variables of the linear programs, in the order of the program's.
    variables: Vec<Variable>,
    /// The variables in the order of branching.
    order: Vec<usize>,
    /// About the memory of one linear program in bytes.
    bytes: usize,
    client: &'a Client,
    problem: Problem,
    /// The no-goods. A node gets only the rows that its solution violates: most are not needed,
    /// and a linear program with all of them would take long.
    no_goods: Vec<Row>,
}

impl<'a> Tree<'a> {
    fn new(program: Program, client: &'a Client) -> Result<Self, Stop> {
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let bound = |column| if program.is_zero[column] { 0.0 } else { 1.0 };
        let all = 0..program.variables();
        let variables: Vec<Variable> =
            all.clone().map(|column| problem.add_var(0.0, (0.0, bound(column)))).collect();
        for row in &program.rows {
            client.limit.check()?;
            problem.add_constraint(terms(row, &variables), operator(row), row.right.into());
        }
        let (cards, choices): (Vec<usize>, Vec<usize>) =
            all.partition(|&column| column < program.cards());
        let order = [choices, cards].concat();
        // Two forms of the matrix, and some vectors of all variables and rows.
        let bytes = 40 * program.coefficients() + 400 * (program.variables() + program.rows.len());
        Ok(Self { program, variables, order, bytes, client, problem, no_goods: Vec::new() })
    }

    /// The solution of the root program, if it has one.
    fn root(&self) -> Result<Option<Solution>, Stop> {
        self.check(1)?;
        self.count();
        let mut options = SolveOptions::default();
        options.time_limit = Some(SLICE);
        // There is little to presolve, and finding out takes longer on large boards.
        options.presolve = false;
        solved(self.problem.solve_with(options), &self.client.limit)
    }

    /// Counts a node.
    fn count(&self) {
        self.client.nodes.fetch_add(1, Ordering::Relaxed);
    }

    /// Checks the limits, for this number of linear programs in memory.
    fn check(&self, programs: usize) -> Result<(), Stop> {
        self.client.limit.check()?;
        // One is being created, one solved, and one copied.
        let held = self.bytes.saturating_mul(programs + 3);
        if held > self.client.memory { Err(Stop::MEMORY) } else { Ok(()) }
    }

    /// The next set below the open nodes: its cards, and the node where it appeared.
    fn next(&self, open: &mut Vec<Node>) -> Result<Option<(Vec<usize>, Node)>, Stop> {
        while let Some(mut node) = open.pop() {
            self.check(open.len())?;
            let mut node = match node.zero.take() {
                None => Some(node),
                Some(column) => self.fix(node, column, false)?,
            };
            while let Some(here) = node {
                let value = |column: usize| here.solution.var_value(self.variables[column]);
                let is_whole =
                    |column: usize| (value(column) - value(column).round()).abs() <= TOLERANCE;
                // The cards determine the properties; the values of these in the solution do not
                // matter.
                if (0..self.program.cards()).all(is_whole) {
                    let positions = self.program.chosen(|column| value(column) > 0.5);
                    if self.program.solves(&positions, &here.fixed) {
                        return Ok(Some((positions, here)));
                    }
                }
                let Some(&column) = self.order.iter().find(|&&column| !is_whole(column)) else {
                    let what = "claims an integer solution that is not one";
                    return Err(Stop::failed(LAZILY.name, what));
                };
                self.check(open.len() + 1)?;
                let (solution, fixed) = (here.solution.clone(), here.fixed.clone());
                node = self.fix(Node { solution, fixed, zero: None }, column, true)?;
                open.push(Node { zero: Some(column), ..here });
            }
        }
        Ok(None)
    }

    /// The child of this node in which a variable is fixed, if it has a solution.
    fn fix(&self, node: Node, column: usize, is_one: bool) -> Result<Option<Node>, Stop> {
        let Node { solution, mut fixed, zero } = node;
        fixed.push((column, is_one));
        self.count();
        let below = solution.fix_var(self.variables[column], f64::from(u8::from(is_one)));
        let Some(below) = solved(below, &self.client.limit)? else { return Ok(None) };
        Ok(self.obey(below)?.map(|solution| Node { solution, fixed, zero }))
    }

    /// Adds no-goods to a node until its solution violates none of them.
    fn obey(&self, node: Solution) -> Result<Option<Solution>, Stop> {
        let mut node = Some(node);
        while let Some(here) = node.take() {
            let value = |column: usize| here.var_value(self.variables[column]);
            let excess = |row: &Row| {
                let terms = row.terms.iter();
                let terms = terms.map(|&(column, factor)| f64::from(factor) * value(column));
                terms.sum::<f64>() - f64::from(row.right)
            };
            let excesses = self.no_goods.iter().map(|row| (excess(row), row));
            let most = excesses.max_by(|a, b| a.0.total_cmp(&b.0));
            let Some((_, row)) = most.filter(|&(excess, _)| excess > TOLERANCE) else {
                return Ok(Some(here));
            };
            self.client.limit.check()?;
            node = self.add(here, row)?;
        }
        Ok(None)
    }

    fn no_good(&mut self, positions: &[usize]) -> Row {
        // Each copy of a linear program below may contain the row.
        self.bytes += 40 * positions.len() + 400;
        self.program.no_good(positions)
    }

    fn add(&self, node: Solution, row: &Row) -> Result<Option<Solution>, Stop> {
        let terms = terms(row, &self.variables);
        solved(node.add_constraint(terms, operator(row), row.right.into()), &self.client.limit)
    }
}

/// A solution, or `None` if the program has no solution.
fn solved(outcome: Result<SolveOutcome, Error>, limit: &Limit) -> Result<Option<Solution>, Stop> {
    let mut outcome = outcome;
    loop {
        match outcome {
            Ok(SolveOutcome::Solution(solution)) => return Ok(Some(solution)),
            Ok(interrupted @ SolveOutcome::Interrupted(_)) => {
                limit.check()?;
                outcome = interrupted.resume();
            }
            Err(Error::Infeasible) => return Ok(None),
            Err(error) => return Err(Stop::failed(LAZILY.name, format!("fails: {error}"))),
        }
    }
}

fn terms(row: &Row, variables: &[Variable]) -> Vec<(Variable, f64)> {
    row.terms.iter().map(|&(column, factor)| (variables[column], factor.into())).collect()
}

fn operator(row: &Row) -> ComparisonOp {
    match row.sense {
        Sense::AtMost => ComparisonOp::Le,
        Sense::Equal => ComparisonOp::Eq,
        Sense::AtLeast => ComparisonOp::Ge,
    }
}
