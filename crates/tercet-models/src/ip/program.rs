//! The integer program of a board, for any solver.

use tercet::set::is_set;
use tercet::solver::{Stop, Watch};
use tercet::{Board, Deck};

/// Binary variables and rows over them, with integer coefficients.
///
/// The variables are numbered: first one for each card, then one for each property, then one for
/// each property and value.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) board: Board,
    pub(crate) rows: Vec<Row>,
    /// Whether each variable is 0 for a simple reason: if no card shows some value, the cards are not
    /// all different, and if fewer than v cards show a value, they do not all show it.
    pub(crate) is_zero: Vec<bool>,
}

/// The meaning of a variable with value 1. Properties, values and positions count from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Variable {
    /// inc[i]: the card at this position is chosen.
    Chosen(usize),
    /// y[p]: the chosen cards are all different in this property.
    Different(usize),
    /// z[p][x]: in this property they all show this value.
    Same(usize, usize),
}

/// A linear combination of variables, and its bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    /// Its name, for formats that name rows.
    pub(crate) name: String,
    /// What it says; rows of one kind say the same.
    pub(crate) says: &'static str,
    pub(crate) terms: Vec<(usize, i32)>,
    pub(crate) sense: Sense,
    pub(crate) right: i32,
}

/// The relation between the two sides of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sense {
    AtMost,
    Equal,
    AtLeast,
}

impl Sense {
    /// The relation as in a formula.
    pub(crate) const fn sign(self) -> &'static str {
        match self {
            Self::AtMost => "<=",
            Self::Equal => "=",
            Self::AtLeast => ">=",
        }
    }
}

impl Program {
    /// The program of a board, for a set that holds one of the cards behind the first `settled`.
    ///
    /// # Errors
    ///
    /// The reason to stop of the limit.
    pub(crate) fn new(board: &Board, settled: usize, watch: &mut Watch) -> Result<Self, Stop> {
        let deck = board.deck();
        let (v, p, n) = (deck.values(), deck.properties(), board.len());
        let is_zero = vec![false; n + p * (1 + v)];
        let mut program = Self { board: board.clone(), rows: Vec::new(), is_zero };
        let mut rows = Vec::with_capacity(p * (v + 1) + 3);
        let mut row = |name: String, says, terms, sense, right| {
            rows.push(Row { name, says, terms, sense, right });
        };
        let one = |column| (column, 1);
        let all = (0..n).map(one).collect();
        row("cards".into(), "1. sum of inc = v", all, Sense::Equal, whole(v));
        for property in 0..p {
            let mut sums = vec![Vec::new(); v];
            for (i, &card) in board.cards().iter().enumerate() {
                watch.tick(1)?;
                sums[deck.value(card, property)].push((i, 1));
            }
            let y = program.column(Variable::Different(property));
            program.is_zero[y] = sums.iter().any(Vec::is_empty);
            let number = property + 1;
            let says = "2. vsum[p][x] = y[p] + v z[p][x], the chosen cards that show x in p";
            for (value, mut sum) in sums.into_iter().enumerate() {
                let z = program.column(Variable::Same(property, value));
                program.is_zero[z] = sum.len() < v;
                sum.extend([(y, -1), (z, -whole(v))]);
                row(format!("s_{number}_{value}"), says, sum, Sense::Equal, 0);
            }
            let z = (0..v).map(|value| program.column(Variable::Same(property, value)));
            let choice = z.chain([y]).map(one).collect();
            let says = "3. sum over x of z[p][x] = 1 - y[p]";
            row(format!("one_{number}"), says, choice, Sense::Equal, 1);
        }
        let y = (0..p).map(|property| program.column(Variable::Different(property)));
        let says = "4. at least one y[p] is 1";
        row("differ".into(), says, y.map(one).collect(), Sense::AtLeast, 1);
        if settled > 0 {
            let new = (settled..n).map(one).collect();
            row("new".into(), "One of the cards is new.", new, Sense::AtLeast, 1);
        }
        Ok(Self { rows, ..program })
    }

    /// The bytes that the program of a board takes at the least, for any engine.
    pub(crate) fn least_bytes(board: &Board) -> usize {
        160 * board.len() * (board.deck().properties() + 1)
    }

    fn deck(&self) -> Deck {
        self.board.deck()
    }

    /// The number of cards, which are the first variables.
    pub(crate) fn cards(&self) -> usize {
        self.board.len()
    }

    /// The number of variables.
    pub(crate) fn variables(&self) -> usize {
        self.is_zero.len()
    }

    /// The number of a variable.
    pub(crate) fn column(&self, variable: Variable) -> usize {
        let (v, p) = (self.deck().values(), self.deck().properties());
        match variable {
            Variable::Chosen(i) => i,
            Variable::Different(property) => self.cards() + property,
            Variable::Same(property, value) => self.cards() + p + property * v + value,
        }
    }

    /// The variable with this number.
    pub(crate) fn variable(&self, column: usize) -> Variable {
        let (v, p) = (self.deck().values(), self.deck().properties());
        match column.checked_sub(self.cards()) {
            None => Variable::Chosen(column),
            Some(property) if property < p => Variable::Different(property),
            Some(other) => Variable::Same((other - p) / v, (other - p) % v),
        }
    }

    /// The cards that a solution chooses, given whether each variable is 1.
    pub(crate) fn chosen(&self, is_one: impl Fn(usize) -> bool) -> Vec<usize> {
        (0..self.cards()).filter(|&i| is_one(i)).collect()
    }

    /// Whether the cards at these positions are a set that agrees with the fixed variables. (For v
    /// = 1, where each property of a card has two solutions, "all different" counts.)
    pub(crate) fn solves(&self, positions: &[usize], fixed: &[(usize, bool)]) -> bool {
        let cards = self.board.at(positions);
        let shows = |card: usize, property| self.deck().value(cards[card], property);
        is_set(self.deck(), &cards)
            && fixed.iter().all(|&(column, is_one)| {
                is_one
                    == match self.variable(column) {
                        Variable::Chosen(i) => positions.contains(&i),
                        Variable::Different(p) => cards.len() == 1 || shows(0, p) != shows(1, p),
                        Variable::Same(p, value) => {
                            cards.len() > 1 && shows(0, p) == value && shows(1, p) == value
                        }
                    }
            })
    }

    /// The row that every set satisfies except the one at these positions.
    ///
    /// For v > 2, v−1 cards determine the last one of a set, so another set has at most v−2 of
    /// these cards. (The plain no-good says v−1, and for v ≤ 2 nothing stronger is true.)
    pub(crate) fn no_good(&self, positions: &[usize]) -> Row {
        let terms = positions.iter().map(|&i| (i, 1)).collect();
        let v = whole(self.deck().values());
        let right = if v > 2 { v - 2 } else { v - 1 };
        let says = "Excludes a set that was found.";
        Row { name: String::new(), says, terms, sense: Sense::AtMost, right }
    }

    /// The number of coefficients of the rows.
    pub(crate) fn coefficients(&self) -> usize {
        self.rows.iter().map(|row| row.terms.len()).sum()
    }
}

/// A number of values, which is at most 256.
fn whole(values: usize) -> i32 {
    i32::try_from(values).expect("a deck has few values")
}
