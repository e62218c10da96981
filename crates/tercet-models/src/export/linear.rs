//! Integer programs over binary variables, as their writers and the reader of solutions see them.
//!
//! There are two programs, that of `ip` (which cards are a set?) and set packing (how many sets are
//! disjoint?), and several formats. A program implements [`Linear`]; a format is a function that
//! writes any of them. Names are short: fixed MPS allows eight characters.

use std::borrow::Cow;

use crate::ip::program::{Meaning, Program, Sense, Variable};

/// An integer program over binary variables. Columns are counted from 0.
pub(super) trait Linear {
    /// What a solution says, as a sentence.
    fn about(&self) -> &'static str;

    /// The number of variables.
    fn variables(&self) -> usize;

    /// The name of a variable: letters, digits and underscores.
    fn name(&self, column: usize) -> String;

    /// The variable of this name.
    fn column(&self, name: &str) -> Option<usize>;

    /// What it means that a variable is 1.
    fn meaning(&self, column: usize) -> String;

    /// Whether the number of variables that are 1 is to be maximised; otherwise there is no
    /// objective.
    fn is_maximised(&self) -> bool;

    /// The rows, those of a kind one after the other.
    fn rows(&self) -> impl Iterator<Item = Row<'_>>;

    /// The rows, each with a comment on what it says if it is the first that says so.
    fn explained_rows(&self, mark: &str) -> impl Iterator<Item = (String, Row<'_>)> {
        let mut before = None;
        self.rows().map(move |row| {
            let is_first = before.replace(row.says) != Some(row.says);
            (if is_first { format!("{mark} {}\n", row.says) } else { String::new() }, row)
        })
    }
}

/// A linear combination of variables, and its bound.
pub(super) struct Row<'a> {
    /// Its name, for formats that name rows.
    pub(super) name: String,
    /// What it says. Rows of one kind share it.
    pub(super) says: &'static str,
    pub(super) terms: Cow<'a, [(usize, i32)]>,
    pub(super) sense: Sense,
    pub(super) right: i32,
}

impl Linear for Program {
    fn about(&self) -> &'static str {
        "The cards with inc_i = 1 of a solution are a set, and each set is a solution."
    }

    fn variables(&self) -> usize {
        self.variables()
    }

    fn name(&self, column: usize) -> String {
        match self.variable(column) {
            Variable::Chosen(i) => format!("inc_{}", i + 1),
            Variable::Different(property) => format!("y_{}", property + 1),
            Variable::Same(property, value) => format!("z_{}_{value}", property + 1),
        }
    }

    fn column(&self, name: &str) -> Option<usize> {
        let (kind, numbers) = name.split_once('_')?;
        let number = |text: &str| text.parse::<usize>().ok();
        let variable = match (kind, numbers.split_once('_')) {
            ("inc", None) => Variable::Chosen(number(numbers)?.checked_sub(1)?),
            ("y", None) => Variable::Different(number(numbers)?.checked_sub(1)?),
            ("z", Some((property, value))) => {
                Variable::Same(number(property)?.checked_sub(1)?, number(value)?)
            }
            _ => return None,
        };
        self.has(variable).then(|| self.column(variable))
    }

    fn meaning(&self, column: usize) -> String {
        match self.variable(column) {
            Variable::Chosen(i) => {
                let card = self.board().cards()[i];
                format!("card {} is chosen", self.board().deck().show(card))
            }
            Variable::Different(property) => format!("property {}: all different", property + 1),
            Variable::Same(property, value) => {
                format!("property {}: all equal to {value}", property + 1)
            }
        }
    }

    fn is_maximised(&self) -> bool {
        false
    }

    fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows().iter().map(|row| {
            let (name, says) = match row.meaning {
                Meaning::Cards => ("cards".into(), "1. sum of inc = v"),
                Meaning::Shown(property, value) => (
                    format!("s_{}_{value}", property + 1),
                    "2. vsum[p][x] = y[p] + v z[p][x], the chosen cards that show x in p",
                ),
                Meaning::Choice(property) => {
                    (format!("one_{}", property + 1), "3. sum over x of z[p][x] = 1 - y[p]")
                }
                Meaning::Different => ("differ".into(), "4. at least one y[p] is 1"),
                Meaning::New | Meaning::NoGood => {
                    unreachable!("no set was found yet, and nothing is settled")
                }
            };
            Row { name, says, terms: (&row.terms).into(), sense: row.sense, right: row.right }
        })
    }
}
