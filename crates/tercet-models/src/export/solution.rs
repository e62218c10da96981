//! Reading the solution of an integer program, by the names of its variables.
//!
//! The text is the solution file of `HiGHS` in its raw style, that of CBC or SCIP, or a list of lines
//! `name value`, of which those with the value 0 may be omitted. Lines that start with `#` are
//! comments. A line `infeasible` says that there is no solution.
//!
//! The values of a solver that stopped early count, unless it says that they are not a solution.

use std::collections::HashMap;

use tercet::solver::Limit;

use super::linear::Linear;
use super::{Claim, ImportError, Read, no_answer};
use crate::model::Said;
use crate::process::quote;

/// The model statuses of `HiGHS`. Statuses are left out if the program of a board cannot have
/// them, such as "unbounded", or if they are errors of the solver.
fn of_highs(status: &str) -> Option<Said> {
    match &*status.to_ascii_lowercase() {
        "optimal" => Some(Said::Sat),
        // Variables are 0 or 1, so the program is not unbounded.
        "infeasible" | "primal infeasible or unbounded" => Some(Said::Unsat),
        "not set" | "unknown" | "interrupted by user" | "interrupted by highs" => {
            Some(Said::Unknown)
        }
        status => status.ends_with(" reached").then_some(Said::Unknown),
    }
}

/// The statuses of CBC, which are followed by reasons.
fn of_cbc(status: &str) -> Option<Said> {
    let starts = |start: &[&str]| start.iter().any(|&start| status.starts_with(start));
    // Within a gap, another solution may be better.
    if starts(&["Optimal (within gap tolerance)", "Stopped", "Status unknown"]) {
        Some(Said::Unknown)
    } else if starts(&["Optimal"]) {
        Some(Said::Sat)
    } else {
        starts(&["Infeasible", "Integer infeasible"]).then_some(Said::Unsat)
    }
}

/// The statuses of SCIP.
fn of_scip(status: &str) -> Option<Said> {
    match status {
        "optimal solution found" => Some(Said::Sat),
        // Variables are 0 or 1, so the program is not unbounded.
        "infeasible" | "infeasible or unbounded" => Some(Said::Unsat),
        "unknown" | "user interrupt" | "termination signal received" => Some(Said::Unknown),
        _ => status.ends_with("limit reached").then_some(Said::Unknown),
    }
}

/// The words before the status and the objective in the first lines of SCIP.
const SCIP: [&str; 2] = ["solution status:", "objective value:"];

/// The words before the value of the objective in the first line of CBC.
const CBC: &str = " - objective value ";

/// Reads the answer of a solver to a program. `claim` is what the variables that are 1 claim, whether the
/// solver says that no solution is better, and the line where the values begin, or with the verdict.
///
/// # Errors
///
/// [`ImportError`] if the text is none of the above, names an unknown variable, gives a variable
/// twice, contains a value that is neither 0 nor 1 (within 10⁻⁵), or contradicts itself.
pub(super) fn read(
    program: &Linear,
    text: &str,
    limit: &Limit,
    claim: impl Fn(&[usize], bool, usize) -> Read<Claim>,
) -> Read<Claim> {
    let mut reader = Reader::new(program);
    let mut watch = limit.watch();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        watch.tick(8)?;
        if !line.is_empty() {
            let unexpected = |why: String| ImportError::unexpected(number, line, &why);
            reader.line(number, line).map_err(unexpected)?;
        }
    }
    reader.end(claim)
}

/// The current section of a solution file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    /// The lines of `HiGHS` before the columns. Newer versions write more of them.
    Head,
    /// Values of variables.
    Values,
    /// Values of variables that are no solution.
    Infeasible,
    /// The rows, the dual solution and the basis, which `HiGHS` writes after the columns.
    Rest,
}

/// A partly read solution.
struct Reader<'a> {
    program: &'a Linear<'a>,
    /// The variables by their names.
    columns: HashMap<&'a str, usize>,
    values: Vec<Option<bool>>,
    /// The first line with a value.
    valued: Option<usize>,
    /// The line of CBC or SCIP that a solution follows. Zeros are omitted, so there may be no value.
    solution: Option<usize>,
    /// The verdict, its line and its words.
    verdict: Option<(Said, usize, String)>,
    section: Section,
    /// The objective in the head, its line and its words.
    objective: Option<(f64, usize, String)>,
    /// The bound on the objective in the head.
    bound: Option<f64>,
    /// The file is one of CBC, which omits zeros and numbers the variables.
    is_cbc: bool,
    /// The line before is "Model status".
    status_follows: bool,
    /// The line before is a heading that is followed by a word about the values.
    word_follows: bool,
}

impl<'a> Reader<'a> {
    fn new(program: &'a Linear<'a>) -> Self {
        Self {
            values: vec![None; program.names.len()],
            program,
            columns: program.names.iter().map(String::as_str).zip(0..).collect(),
            valued: None,
            solution: None,
            verdict: None,
            section: Section::Values,
            objective: None,
            bound: None,
            is_cbc: false,
            status_follows: false,
            word_follows: false,
        }
    }

    /// Reads a line; the error is a phrase that follows its text.
    fn line(&mut self, number: usize, line: &str) -> Result<(), String> {
        let is_headed = std::mem::take(&mut self.word_follows);
        if let Some(heading) = line.strip_prefix('#') {
            let heading = heading.trim_start();
            self.word_follows = heading.starts_with("Primal") || heading.starts_with("Dual");
            if ["Rows", "Dual", "Basis"].iter().any(|&behind| heading.starts_with(behind)) {
                self.section = Section::Rest;
            } else if heading.starts_with("Columns") && self.section == Section::Head {
                self.section = Section::Values;
            }
            return Ok(());
        }
        if line.eq_ignore_ascii_case("Model status") {
            (self.status_follows, self.section) = (true, Section::Head);
            return Ok(());
        }
        if std::mem::take(&mut self.status_follows) {
            let is_empty = self.values.is_empty() && line == "Empty";
            let verdict = if is_empty { Some(Said::Sat) } else { of_highs(line) };
            let verdict = verdict.ok_or(
                "is not a known status, such as 'Optimal', 'Infeasible', 'Time limit reached'",
            )?;
            return self.verdict(verdict, number, line);
        }
        if let Some(status) = line.strip_prefix(SCIP[0]) {
            let verdict = of_scip(status.trim()).ok_or(
                "is not a known status, such as 'optimal solution found', 'time limit reached'",
            )?;
            return self.verdict(verdict, number, line);
        }
        if line.starts_with(SCIP[1]) {
            self.solution = Some(number);
            return Ok(());
        }
        if line == "no solution available" {
            let is_known = self.verdict.is_some();
            return if is_known { Ok(()) } else { self.verdict(Said::Unknown, number, line) };
        }
        if let Some((status, _)) = line.split_once(CBC) {
            let verdict = of_cbc(status).ok_or(
                "is not a known status, such as 'Optimal', 'Infeasible', 'Stopped on time'",
            )?;
            let is_solution = verdict != Said::Unsat && !status.contains("no integer");
            self.is_cbc = true;
            if status.starts_with("Optimal") {
                self.solution = Some(number);
            }
            self.section = if is_solution { Section::Values } else { Section::Infeasible };
            return self.verdict(verdict, number, line);
        }
        if is_headed && ["Feasible", "Infeasible", "None"].contains(&line) {
            if line == "Infeasible" && self.section != Section::Rest {
                self.section = Section::Infeasible;
            }
            return Ok(());
        }
        if line.eq_ignore_ascii_case("infeasible") {
            return self.verdict(Said::Unsat, number, line);
        }
        let words: Vec<&str> = line.split([' ', '\t', '=']).filter(|w| !w.is_empty()).collect();
        match words[..] {
            ["Objective", said] if self.section == Section::Head => {
                self.objective = said.parse().ok().map(|said| (said, number, quote(line)));
                Ok(())
            }
            ["Objective_bound", bound] if self.section == Section::Head => {
                self.bound = bound.parse().ok();
                Ok(())
            }
            _ if self.section != Section::Values => Ok(()),
            // CBC: the number of the variable, its name, its value, and its reduced cost.
            [_, name, value, _] if self.is_cbc => self.value(number, name, value),
            [name, value] => self.value(number, name, value),
            // SCIP: a value with its share of the objective.
            [name, value, share] if share.starts_with("(obj:") => self.value(number, name, value),
            ["Columns"] => {
                Err("begins a table of HiGHS: let it print the raw style, which is 0".into())
            }
            _ => {
                let name = if self.program.is_maximised { "s_1" } else { "inc_1" };
                Err(format!("is not a line such as '{name} 1'"))
            }
        }
    }

    fn verdict(&mut self, verdict: Said, number: usize, text: &str) -> Result<(), String> {
        if let Some((first, line, text)) = &self.verdict
            && *first != verdict
        {
            return Err(format!("contradicts line {line}, '{text}'"));
        }
        if let (Said::Unsat, Some(line)) = (verdict, self.valued) {
            return Err(format!("contradicts line {line}, which gives a variable a value"));
        }
        self.verdict.get_or_insert_with(|| (verdict, number, quote(text)));
        Ok(())
    }

    fn value(&mut self, number: usize, name: &str, value: &str) -> Result<(), String> {
        let column = self.columns.get(name).copied();
        let column = column.ok_or("names no variable of the program of this board")?;
        let value: f64 = value.parse().map_err(|_| "does not give a number")?;
        let is = |whole: f64| (value - whole).abs() <= 1e-5;
        if !is(0.0) && !is(1.0) {
            return Err("gives neither 0 nor 1".into());
        }
        if let Some((Said::Unsat, line, text)) = &self.verdict {
            return Err(format!("gives a value, which contradicts line {line}, '{text}'"));
        }
        if self.values[column].replace(is(1.0)).is_some() {
            return Err("gives this variable a second value".into());
        }
        self.valued.get_or_insert(number);
        Ok(())
    }

    fn end(self, claim: impl Fn(&[usize], bool, usize) -> Read<Claim>) -> Read<Claim> {
        let values = |line, is_solved: bool| {
            let columns = 0..self.values.len();
            let ones: Vec<usize> = columns.filter(|&i| self.values[i] == Some(true)).collect();
            // What is maximised may be written as a minimum, whose values are negative.
            let objective = if self.program.is_maximised { ones.len() as f64 } else { 0.0 };
            let wrong = self.objective.filter(|(said, ..)| (said.abs() - objective).abs() > 0.5);
            if let Some((_, line, text)) = wrong {
                let why = format!("contradicts the values, which make it {objective}");
                return Err(ImportError::unexpected(line, &text, &why));
            }
            // Within a gap, another solution may be better.
            let is_reached = |bound: f64| bound.abs() < objective + 1.0 - 1e-6;
            let is_optimal = is_solved && self.bound.is_none_or(is_reached);
            claim(&ones, is_optimal, line)
        };
        let is_bare = self.is_cbc || self.values.is_empty();
        match (self.verdict, self.valued.or(self.solution)) {
            (verdict, Some(line)) => values(line, matches!(verdict, Some((Said::Sat, ..)))),
            (Some((Said::Sat, line, _)), None) if is_bare => values(line, true),
            (Some((Said::Unsat, ..)), None) if self.program.is_maximised => no_answer(
                "it says that there is no solution, but choosing no set is one: is this the board that \
                 was exported?",
            ),
            (Some((Said::Unsat, ..)), None) => Ok(Claim::None),
            (Some((Said::Unknown, ..)), None) => Ok(Claim::Unknown),
            (Some((Said::Sat, line, text)), None) => {
                let why = "comes without values: let the solver print them, in raw style";
                Err(ImportError::unexpected(line, &text, why))
            }
            (None, None) => no_answer(
                "no solution: a file of HiGHS begins with 'Model status' and has a list '# Columns', one \
                 of CBC with 'Optimal - objective value', one of SCIP with 'solution status', or it is a list of names and values",
            ),
        }
    }
}
