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

/// How the statuses of the solvers begin, in small letters. Statuses are left out if the program of a board
/// cannot have them, such as "unbounded", or if they are errors of the solver.
const STATUSES: [(&str, Said); 13] = [
    // Within a gap, another solution may be better.
    ("optimal (within gap tolerance)", Said::Unknown),
    ("optimal", Said::Sat),
    // A program without variables.
    ("empty", Said::Sat),
    // Variables are 0 or 1, so the program is not unbounded.
    ("infeasible", Said::Unsat),
    ("primal infeasible or unbounded", Said::Unsat),
    ("integer infeasible", Said::Unsat),
    ("not set", Said::Unknown),
    ("unknown", Said::Unknown),
    ("status unknown", Said::Unknown),
    ("stopped", Said::Unknown),
    ("interrupted by", Said::Unknown),
    ("user interrupt", Said::Unknown),
    ("termination signal", Said::Unknown),
];

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
    let mut reader = Reader {
        is_maximised: program.is_maximised,
        columns: program.names.iter().map(String::as_str).zip(0..).collect(),
        values: vec![None; program.names.len()],
        ..Reader::default()
    };
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
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Section {
    /// The lines of `HiGHS` before the columns. Newer versions write more of them.
    Head,
    /// Values of variables.
    #[default]
    Values,
    /// What counts for nothing: values that are no solution, and what `HiGHS` writes after the columns.
    Rest,
}

/// A partly read solution.
#[derive(Default)]
struct Reader<'a> {
    /// Whether the number of variables that are 1 is maximised.
    is_maximised: bool,
    /// The variables by their names.
    columns: HashMap<&'a str, usize>,
    values: Vec<Option<bool>>,
    /// The first line with a value, or the line of CBC or SCIP that a solution follows: these omit zeros,
    /// so there may be no value.
    begin: Option<usize>,
    /// The verdict, its line and its words.
    verdict: Option<(Said, usize, String)>,
    section: Section,
    /// The bound on the objective in the head.
    bound: Option<f64>,
    /// The file is one of CBC, which numbers the variables.
    is_cbc: bool,
    /// The line before is "Model status".
    status_follows: bool,
}

impl Reader<'_> {
    /// Reads a line; the error is a phrase that follows its text.
    fn line(&mut self, number: usize, line: &str) -> Result<(), String> {
        if let Some(heading) = line.strip_prefix('#') {
            match heading.split_whitespace().next() {
                Some("Rows" | "Dual" | "Basis") => self.section = Section::Rest,
                Some("Columns") if self.section == Section::Head => self.section = Section::Values,
                _ => {}
            }
            return Ok(());
        }
        let small = line.to_ascii_lowercase();
        let of_cbc = small.split_once(CBC).map(|(status, _)| status);
        let is_status = std::mem::take(&mut self.status_follows).then_some(&*small);
        if let Some(status) = is_status.or(of_cbc).or(small.strip_prefix(SCIP[0])) {
            return self.status(number, line, status.trim(), of_cbc.is_some());
        }
        if small == "model status" {
            (self.status_follows, self.section) = (true, Section::Head);
            return Ok(());
        }
        let words: Vec<&str> = line.split([' ', '\t', '=']).filter(|w| !w.is_empty()).collect();
        match (self.section, &words[..]) {
            (Section::Head, ["Objective" | "Objective_bound", bound]) => {
                self.bound = bound.parse().ok();
            }
            (Section::Head, ["Infeasible"]) => self.section = Section::Rest,
            (Section::Head | Section::Rest, _) => {}
            _ if small == "infeasible" => return self.verdict(Said::Unsat, number, line),
            _ if small.starts_with(SCIP[1]) => self.begin = Some(number),
            _ if small == "no solution available" => {}
            // CBC: the number of the variable, its name, its value, and its reduced cost.
            (_, [_, name, value, _]) if self.is_cbc => return self.value(number, name, value),
            (_, [name, value]) => return self.value(number, name, value),
            // SCIP: a value with its share of the objective.
            (_, [name, value, share]) if share.starts_with("(obj:") => {
                return self.value(number, name, value);
            }
            _ => {
                let name = if self.is_maximised { "s_1" } else { "inc_1" };
                return Err(format!("is not a line such as '{name} 1'"));
            }
        }
        Ok(())
    }

    /// Reads a status, which is also given in small letters.
    fn status(
        &mut self,
        number: usize,
        line: &str,
        status: &str,
        is_cbc: bool,
    ) -> Result<(), String> {
        let known = STATUSES.iter().find(|(start, _)| status.starts_with(start));
        let limit = status.ends_with(" reached").then_some(Said::Unknown);
        let verdict = known.map(|&(_, said)| said).or(limit).ok_or(
            "is not a known status, such as 'Optimal', 'Infeasible', 'Time limit reached'",
        )?;
        if is_cbc {
            self.is_cbc = true;
            let is_solution = verdict != Said::Unsat && !status.contains("no integer");
            self.section = if is_solution { Section::Values } else { Section::Rest };
            self.begin = status.starts_with("optimal").then_some(number).or(self.begin);
        }
        self.verdict(verdict, number, line)
    }

    fn verdict(&mut self, verdict: Said, number: usize, text: &str) -> Result<(), String> {
        if let Some((first, line, text)) = &self.verdict
            && *first != verdict
        {
            return Err(format!("contradicts line {line}, '{text}'"));
        }
        if let (Said::Unsat, Some(line)) = (verdict, self.begin) {
            return Err(format!("contradicts line {line}, where a solution begins"));
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
        self.begin.get_or_insert(number);
        Ok(())
    }

    fn end(self, claim: impl Fn(&[usize], bool, usize) -> Read<Claim>) -> Read<Claim> {
        let values = |line, is_solved: bool| {
            let columns = 0..self.values.len();
            let ones: Vec<usize> = columns.filter(|&i| self.values[i] == Some(true)).collect();
            // Within a gap, another solution may be better. What is maximised may be written as a minimum,
            // whose values are negative.
            let is_reached = |bound: f64| bound.abs() < ones.len() as f64 + 1.0 - 1e-6;
            claim(&ones, is_solved && self.bound.is_none_or(is_reached), line)
        };
        match (self.verdict, self.begin) {
            (verdict, Some(line)) => values(line, matches!(verdict, Some((Said::Sat, ..)))),
            (Some((Said::Sat, line, _)), None) if self.values.is_empty() => values(line, true),
            (Some((Said::Unsat, ..)), None) if self.is_maximised => no_answer(
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
