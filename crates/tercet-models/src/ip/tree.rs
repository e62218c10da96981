//! Branch and bound on linear programs, with no-goods as solutions appear.

use std::time::Duration;

use microlp::{
    ComparisonOp, Error, OptimizationDirection, Problem, Solution, SolveOptions, SolveOutcome,
    Variable,
};
use tercet::solver::{Limit, Stop};

use super::program::{Program, Row, Sense};
use super::worker::{Desk, Engine};

/// One tree, to which no-goods are added as solutions appear.
pub(super) const LAZILY: Engine = Engine { name: "microlp", search: lazily };

/// A tree for each solution, with the no-goods of those before.
pub(super) const AGAIN: Engine = Engine { name: "microlp", search: again };

/// How long microlp works on a linear program before it is asked whether to go on.
const SLICE: Duration = Duration::from_millis(20);

/// What lies so close to a whole number is one.
const TOLERANCE: f64 = 1e-6;

fn lazily(program: Program, desk: &Desk) -> Result<(), Stop> {
    let mut tree = Tree::new(program, desk)?;
    let Some(root) = tree.root()? else { return Ok(()) };
    let mut open = vec![Node::Solved(root)];
    while let Some((positions, node)) = tree.next(&mut open)? {
        let no_good = tree.no_good(&positions);
        if desk.report(positions).is_break() {
            return Ok(());
        }
        // The rest of the tree does not hold this set, so the row is for this branch alone.
        open.extend(tree.add(node, &no_good)?.map(Node::Solved));
    }
    Ok(())
}

fn again(program: Program, desk: &Desk) -> Result<(), Stop> {
    let mut tree = Tree::new(program, desk)?;
    let mut root = tree.root()?;
    while let Some(start) = root {
        let mut open = vec![Node::Solved(start.clone())];
        let Some((positions, _)) = tree.next(&mut open)? else { break };
        let no_good = tree.no_good(&positions);
        if desk.report(positions).is_break() {
            break;
        }
        tree.no_goods.push(no_good);
        root = tree.obey(start)?;
    }
    Ok(())
}

/// A subproblem: a linear program with its solution, or one that differs from a solved one in that
/// a variable is 0.
enum Node {
    Solved(Solution),
    Zero(Solution, usize),
}

struct Tree<'a> {
    program: Program,
    /// The variables of the linear programs, in the order of the program's.
    variables: Vec<Variable>,
    /// The variables in the order in which the tree branches on them.
    order: Vec<usize>,
    /// About the bytes of one linear program.
    bytes: usize,
    desk: &'a Desk,
    problem: Problem,
    /// What all nodes are to satisfy besides. A node gets those rows that its solution breaks:
    /// most are idle, and a linear program with all of them would take long.
    no_goods: Vec<Row>,
}

impl<'a> Tree<'a> {
    fn new(program: Program, desk: &'a Desk) -> Result<Self, Stop> {
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let bound = |column| if program.is_zero(column) { 0.0 } else { 1.0 };
        let all = 0..program.variables();
        let variables: Vec<Variable> =
            all.clone().map(|column| problem.add_var(0.0, (0.0, bound(column)))).collect();
        for row in program.rows() {
            desk.limit.check()?;
            problem.add_constraint(terms(row, &variables), operator(row), row.right.into());
        }
        let (cards, choices): (Vec<usize>, Vec<usize>) =
            all.partition(|&column| column < program.cards());
        let order = [choices, cards].concat();
        // Two forms of the matrix, and some vectors of all variables and rows.
        let bytes =
            40 * program.coefficients() + 400 * (program.variables() + program.rows().len());
        Ok(Self { program, variables, order, bytes, desk, problem, no_goods: Vec::new() })
    }

    /// The solution of the first linear program, if it has one.
    fn root(&self) -> Result<Option<Solution>, Stop> {
        self.check(1)?;
        let mut options = SolveOptions::default();
        options.time_limit = Some(SLICE);
        // There is little to reduce, and whether there is takes longer on large boards.
        options.presolve = false;
        solved(self.problem.solve_with(options), &self.desk.limit)
    }

    /// The limits, with so many linear programs at hand.
    fn check(&self, programs: usize) -> Result<(), Stop> {
        self.desk.limit.check()?;
        // One is written, one solved, and one copied.
        let held = self.bytes.saturating_mul(programs + 3);
        if held > self.desk.memory { Err(Stop::Memory) } else { Ok(()) }
    }

    /// The next whole solution below the open nodes: the cards that it chooses, and its node.
    fn next(&mut self, open: &mut Vec<Node>) -> Result<Option<(Vec<usize>, Solution)>, Stop> {
        while let Some(node) = open.pop() {
            self.check(open.len())?;
            let mut node = match node {
                Node::Solved(node) => Some(node),
                Node::Zero(above, column) => self.fix(above, column, 0.0)?,
            };
            while let Some(here) = node {
                let is_whole = |column: usize| {
                    let value = here.var_value(self.variables[column]);
                    (value - value.round()).abs() <= TOLERANCE
                };
                let Some(&column) = self.order.iter().find(|&&column| !is_whole(column)) else {
                    let is_one = |column: usize| here.var_value(self.variables[column]) > 0.5;
                    return Ok(Some((self.program.chosen(is_one), here)));
                };
                self.check(open.len() + 1)?;
                node = self.fix(here.clone(), column, 1.0)?;
                open.push(Node::Zero(here, column));
            }
        }
        Ok(None)
    }

    fn fix(&self, node: Solution, column: usize, value: f64) -> Result<Option<Solution>, Stop> {
        let below = solved(node.fix_var(self.variables[column], value), &self.desk.limit)?;
        below.map_or(Ok(None), |below| self.obey(below))
    }

    /// Adds no-goods to a node until its solution breaks none.
    fn obey(&self, node: Solution) -> Result<Option<Solution>, Stop> {
        let mut node = Some(node);
        while let Some(here) = node.take() {
            let excess = |row: &Row| {
                let terms = row.terms.iter();
                let left: f64 = terms
                    .map(|&(column, factor)| {
                        f64::from(factor) * here.var_value(self.variables[column])
                    })
                    .sum();
                left - f64::from(row.right)
            };
            let excesses = self.no_goods.iter().map(|row| (excess(row), row));
            let most = excesses.max_by(|a, b| a.0.total_cmp(&b.0));
            let Some((_, row)) = most.filter(|&(excess, _)| excess > TOLERANCE) else {
                return Ok(Some(here));
            };
            self.desk.limit.check()?;
            node = self.add(here, row)?;
        }
        Ok(None)
    }

    fn no_good(&mut self, positions: &[usize]) -> Row {
        // Each copy of a linear program below may hold the row.
        self.bytes += 40 * positions.len() + 400;
        self.program.no_good(positions)
    }

    fn add(&self, node: Solution, row: &Row) -> Result<Option<Solution>, Stop> {
        let terms = terms(row, &self.variables);
        solved(node.add_constraint(terms, operator(row), row.right.into()), &self.desk.limit)
    }
}

/// A solution, or none where there is none.
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
            Err(error) => {
                return Err(Stop::failed(LAZILY.name, format!("fails: {error}")));
            }
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
