//! The integer program in CPLEX's LP format, and reading a solution file.

use std::fmt::Write;

use tercet::Board;
use tercet::solver::{Limit, Stop, Watch};
use thiserror::Error;

use super::program::{Meaning, Program, Row, Sense, Variable};
use crate::quote::quote;

/// The integer program of a board in CPLEX's LP format, which `HiGHS`, CPLEX, Gurobi, SCIP, CBC and
/// GLPK read.
///
/// Comments name the equations. The variables are `inc_i` for the card at position i, `y_p` and
/// `z_p_x`; positions and properties count from 1, values from 0 as cards show them.
///
/// # Errors
///
/// The reason to stop.
pub fn lp(board: &Board, limit: &Limit) -> Result<String, Stop> {
    let deck = board.deck();
    let mut watch = limit.watch();
    let program = Program::new(board, 0, &mut watch)?;
    let mut text = String::new();
    let mut line = |line: std::fmt::Arguments| writeln!(text, "{line}").expect("memory");
    let plural = if board.len() == 1 { "" } else { "s" };
    line(format_args!("\\ lp, by tercet export: {} card{plural} of {deck}", board.len()));
    line(format_args!(
        "\\ The cards with inc_i = 1 of a solution are a set, and each set is a solution."
    ));
    line(format_args!("\\ inc_i = 1: card i is chosen"));
    line(format_args!("\\ y_p = 1: in property p the chosen cards are all different"));
    line(format_args!("\\ z_p_x = 1: in property p they all show the value x"));
    for (i, &card) in board.cards().iter().enumerate() {
        watch.tick(4)?;
        line(format_args!("\\ card {} is {}", i + 1, deck.show(card)));
    }
    // Some readers require a variable here, and every deck has a property.
    line(format_args!("Minimize\n nothing: 0 y_1\nSubject To"));
    let mut before = None;
    let mut numbers = [0; 2];
    for row in program.rows() {
        // The equations of a kind are numbered in order: those of a property are consecutive.
        let [shown, choice] = &mut numbers;
        let v = deck.values();
        let name = match row.meaning {
            Meaning::Shown => {
                *shown += 1;
                format!("shown_{}_{}", 1 + (*shown - 1) / v, (*shown - 1) % v)
            }
            Meaning::Choice => {
                *choice += 1;
                format!("choice_{choice}")
            }
            Meaning::Cards => "cards".into(),
            Meaning::Different => "different".into(),
            Meaning::New => "new".into(),
            Meaning::NoGood => unreachable!("no set was found yet"),
        };
        if before.replace(row.meaning) != Some(row.meaning) {
            line(format_args!("\\ {}", says(row.meaning)));
        }
        line(format_args!("{}", written(&program, &name, row, &mut watch)?));
    }
    line(format_args!("Binary"));
    for column in 0..program.variables() {
        watch.tick(1)?;
        line(format_args!(" {}", name(program.variable(column))));
    }
    line(format_args!("End"));
    Ok(text)
}

/// The meaning of the rows of a kind, as a comment.
pub(super) fn says(meaning: Meaning) -> &'static str {
    match meaning {
        Meaning::Cards => "1. sum of inc = v",
        Meaning::Shown => "2. vsum[p][x] = y[p] + v z[p][x], the chosen cards that show x in p",
        Meaning::Choice => "3. sum over x of z[p][x] = 1 - y[p]",
        Meaning::Different => "4. at least one y[p] is 1",
        Meaning::New => "One of the cards is new.",
        Meaning::NoGood => "Not a set that was found.",
    }
}

fn name(variable: Variable) -> String {
    match variable {
        Variable::Chosen(i) => format!("inc_{}", i + 1),
        Variable::Different(property) => format!("y_{}", property + 1),
        Variable::Same(property, value) => format!("z_{}_{value}", property + 1),
    }
}

/// A row, broken into lines, since readers limit the length of a line.
fn written(program: &Program, called: &str, row: &Row, watch: &mut Watch) -> Result<String, Stop> {
    let mut text = format!(" {called}:");
    let mut width = text.len();
    for &(column, factor) in &row.terms {
        watch.tick(2)?;
        let sign = if factor < 0 { '-' } else { '+' };
        let number = if factor.abs() == 1 { String::new() } else { format!("{} ", factor.abs()) };
        let term = format!(" {sign} {number}{}", name(program.variable(column)));
        if width + term.len() > 100 {
            text.push_str("\n  ");
            width = 2;
        }
        width += term.len();
        text.push_str(&term);
    }
    if row.terms.is_empty() {
        text.push_str(" 0 y_1");
    }
    let sense = match row.sense {
        Sense::AtMost => "<=",
        Sense::Equal => "=",
        Sense::AtLeast => ">=",
    };
    write!(text, " {sense} {}", row.right).expect("memory");
    Ok(text)
}

/// The claim of a solver about the program that [`lp`] writes. It is not checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LpSolution {
    /// The cards at these ascending positions, counted from 0, are a set.
    Chosen(Vec<usize>),
    /// There is no set.
    None,
    /// The solver stopped without an answer.
    Unknown,
}

/// A text is not the solution of a program that [`lp`] wrote.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LpSolutionError {
    /// A line that cannot be part of a solution.
    #[error("line {line}: '{text}' {why}")]
    Unexpected {
        /// The line, counted from 1.
        line: usize,
        /// The text, shortened if it is long.
        text: String,
        /// The reason, as a phrase that follows the text.
        why: String,
    },
    /// There is neither a value of a variable nor a statement that there is no solution.
    #[error(
        "no solution: it begins with 'Model status' and has a list '# Columns', or it is a list \
         of lines as 'inc_1 1'"
    )]
    NoAnswer,
}

/// The result of a solver.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Solved,
    Infeasible,
    Stopped,
}

impl Verdict {
    /// The model statuses of `HiGHS`, in lower case. Statuses are left out if the program of a
    /// board cannot have them, such as "unbounded", or if they are errors of the solver.
    const STATUSES: &[(&str, Self)] = &[
        ("optimal", Self::Solved),
        ("infeasible", Self::Infeasible),
        // The objective is constant, so the program is not unbounded.
        ("primal infeasible or unbounded", Self::Infeasible),
        ("not set", Self::Stopped),
        ("unknown", Self::Stopped),
        ("bound on objective reached", Self::Stopped),
        ("target for objective reached", Self::Stopped),
        ("time limit reached", Self::Stopped),
        ("iteration limit reached", Self::Stopped),
        ("solution limit reached", Self::Stopped),
        ("memory limit reached", Self::Stopped),
        ("interrupted by user", Self::Stopped),
        ("interrupted by highs", Self::Stopped),
    ];

    fn new(status: &str) -> Option<Self> {
        let row = Self::STATUSES.iter().find(|row| row.0.eq_ignore_ascii_case(status));
        row.map(|&(_, verdict)| verdict)
    }
}

/// Reads a solution of the program that [`lp`] writes for this board: a solution file of `HiGHS` in
/// its raw style, or lines `name value`, of which those with the value 0 may be omitted. Lines that
/// start with `#` are comments. A line `infeasible` says that there is no solution.
///
/// The values of a solver that stopped early are a solution, unless it says that they are
/// infeasible.
///
/// # Errors
///
/// [`LpSolutionError`] if the text is neither, names an unknown variable, gives a variable twice,
/// contains a value that is neither 0 nor 1 (within 10⁻⁵), or contradicts itself.
pub fn read_lp_solution(board: &Board, text: &str) -> Result<LpSolution, LpSolutionError> {
    let mut reader = Reader::new(board);
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if !line.is_empty() {
            reader.line(number, line).map_err(|why| LpSolutionError::Unexpected {
                line: number,
                text: quote(line),
                why,
            })?;
        }
    }
    reader.end()
}

/// The current part of a solution file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Values of variables.
    Values,
    /// Values of variables that are no solution.
    Infeasible,
    /// The rows, the dual solution and the basis, which `HiGHS` writes after the columns.
    Rest,
}

/// A partly read solution.
struct Reader {
    program: Program,
    values: Vec<Option<bool>>,
    /// The first line with a value.
    valued: Option<usize>,
    /// The verdict, its line and its words.
    verdict: Option<(Verdict, usize, String)>,
    part: Part,
    /// The line before is "Model status".
    status_follows: bool,
    /// The line before is a heading that is followed by a word about the values.
    word_follows: bool,
}

impl Reader {
    fn new(board: &Board) -> Self {
        let program = Program::new(board, 0, &mut Limit::none().watch());
        let program = program.expect("there is no limit");
        Self {
            values: vec![None; program.variables()],
            program,
            valued: None,
            verdict: None,
            part: Part::Values,
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
                self.part = Part::Rest;
            }
            return Ok(());
        }
        if line.eq_ignore_ascii_case("Model status") {
            (self.status_follows, self.part) = (true, Part::Values);
            return Ok(());
        }
        if std::mem::take(&mut self.status_follows) {
            let verdict = Verdict::new(line).ok_or(
                "is not a known status, such as 'Optimal', 'Infeasible', 'Time limit reached'",
            )?;
            return self.verdict(verdict, number, line);
        }
        if is_headed && ["Feasible", "Infeasible", "None"].contains(&line) {
            if line == "Infeasible" && self.part == Part::Values {
                self.part = Part::Infeasible;
            }
            return Ok(());
        }
        if line.eq_ignore_ascii_case("infeasible") {
            return self.verdict(Verdict::Infeasible, number, line);
        }
        if self.part != Part::Values {
            return Ok(());
        }
        let words: Vec<&str> = line.split([' ', '\t', '=']).filter(|w| !w.is_empty()).collect();
        match words[..] {
            ["Objective", _] => Ok(()),
            [name, value] => self.value(number, name, value),
            ["Columns"] => {
                Err("begins a table of HiGHS: let it print the raw style, which is 0".into())
            }
            _ => Err("is not a line such as 'inc_1 1'".into()),
        }
    }

    fn verdict(&mut self, verdict: Verdict, number: usize, text: &str) -> Result<(), String> {
        if let Some((first, line, text)) = &self.verdict
            && *first != verdict
        {
            return Err(format!("contradicts line {line}, '{text}'"));
        }
        if let (Verdict::Infeasible, Some(line)) = (verdict, self.valued) {
            return Err(format!("contradicts line {line}, which gives a variable a value"));
        }
        self.verdict.get_or_insert_with(|| (verdict, number, quote(text)));
        Ok(())
    }

    fn value(&mut self, number: usize, name: &str, value: &str) -> Result<(), String> {
        let column =
            column(&self.program, name).ok_or("names no variable of the program of this board")?;
        let value: f64 = value.parse().map_err(|_| "does not give a number")?;
        let whole = if value.abs() <= 1e-5 {
            false
        } else if (value - 1.0).abs() <= 1e-5 {
            true
        } else {
            return Err("gives neither 0 nor 1".into());
        };
        if let Some((Verdict::Infeasible, line, text)) = &self.verdict {
            return Err(format!("gives a value, which contradicts line {line}, '{text}'"));
        }
        if self.values[column].replace(whole).is_some() {
            return Err("gives this variable a second value".into());
        }
        self.valued.get_or_insert(number);
        Ok(())
    }

    fn end(self) -> Result<LpSolution, LpSolutionError> {
        if self.valued.is_some() {
            let is_chosen = |column: usize| self.values[column] == Some(true);
            return Ok(LpSolution::Chosen(self.program.chosen(is_chosen)));
        }
        match self.verdict {
            Some((Verdict::Infeasible, ..)) => Ok(LpSolution::None),
            Some((Verdict::Stopped, ..)) => Ok(LpSolution::Unknown),
            Some((Verdict::Solved, line, text)) => {
                let why = "comes without values: let the solver print them, in raw style";
                Err(LpSolutionError::Unexpected { line, text, why: why.into() })
            }
            None => Err(LpSolutionError::NoAnswer),
        }
    }
}

/// The variable of this name.
fn column(program: &Program, called: &str) -> Option<usize> {
    let (kind, numbers) = called.split_once('_')?;
    let number = |text: &str| text.parse::<usize>().ok();
    let variable = match (kind, numbers.split_once('_')) {
        ("inc", None) => Variable::Chosen(number(numbers)?.checked_sub(1)?),
        ("y", None) => Variable::Different(number(numbers)?.checked_sub(1)?),
        ("z", Some((property, value))) => {
            Variable::Same(number(property)?.checked_sub(1)?, number(value)?)
        }
        _ => return None,
    };
    program.has(variable).then(|| program.column(variable))
}
