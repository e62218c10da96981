//! Boards as exact cover problems.

use tercet::reduction::{ExactCover, exact_cover, exact_covers_within};

use crate::prelude::*;

request! {
    /// A board as exact cover problems, one for each agreement: the properties in which all cards of a
    /// set share a value. Together, their exact covers are the sets.
    pub struct ReduceCover {
        board,
        /// Only the problem with this number, counted from 1.
        pub group: Option<NonZeroUsize>,
    }
}

/// The exact cover problems of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Covers {
    /// Its cards.
    pub cards: Vec<String>,
    /// The problems, those with the smallest agreement first.
    pub problems: Vec<CoverProblem>,
}

/// An exact cover problem. An item is a property and a value, both from 0.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CoverProblem {
    /// Its number, from 1.
    pub group: usize,
    /// The properties in which all cards of a set agree, each with its value.
    pub agreement: Vec<[usize; 2]>,
    /// The items, each of which must be covered exactly once.
    pub items: Vec<[usize; 2]>,
    /// For each option its items, as indices of `items`.
    pub options: Vec<Vec<usize>>,
    /// For each option the position of its card on the board.
    pub positions: Vec<usize>,
}

impl CoverProblem {
    fn new(group: usize, problem: &ExactCover) -> Self {
        let pairs = |items: &[exact_cover::Item]| {
            items.iter().map(|item| [item.property, item.value]).collect()
        };
        Self {
            group,
            agreement: pairs(problem.agreement()),
            items: pairs(problem.items()),
            options: problem.options().to_vec(),
            positions: problem.positions().to_vec(),
        }
    }
}

impl Question for ReduceCover {
    type Answer = BoardAnswer<Covers, (), ()>;

    const MOST_CARDS: usize = cost::SMALL;

    fn ask(&self, session: &Session) -> Result<Self::Answer, Error> {
        let mut problems = Vec::new();
        let mut answer = self.ask_into(session, &mut |(group, problem)| {
            problems.push(CoverProblem::new(group, problem));
            ControlFlow::Continue(())
        })?;
        answer.found.problems = problems;
        Ok(answer)
    }
}

impl Streamed for ReduceCover {
    /// An exact cover problem with its number, from 1.
    type Item<'a> = (usize, &'a ExactCover);

    fn ask_into(
        &self,
        session: &Session,
        sink: &mut Sink<'_, Self>,
    ) -> Result<Self::Answer, Error> {
        let mut work = Work::on(&self.board, None, session)?;
        let size = work.board().len();
        let limit = work.begin(None, || format!("comparing {size} cards"));
        let asked = self.group.map(NonZeroUsize::get);
        let (mut count, mut is_done) = (0, asked.is_none());
        for problem in exact_covers_within(work.board(), &limit)? {
            let problem = problem?;
            count += 1;
            if asked.is_some_and(|group| group != count) {
                continue;
            }
            is_done = true;
            if sink((count, &problem)).is_break() || asked.is_some() {
                break;
            }
        }
        if !is_done {
            return Err(self.no_such_group(count));
        }
        let cards = work.cards(work.board().cards());
        Ok(work.answer((), Covers { cards, problems: Vec::new() }))
    }
}

impl ReduceCover {
    /// The error of a number that no problem of the board has.
    fn no_such_group(&self, count: usize) -> Error {
        let group = self.group.map_or(0, NonZeroUsize::get);
        let message = match count {
            0 => "this board has no exact cover problem, so no set".into(),
            1 => format!("this board has 1 problem: no problem has the number {group}"),
            _ => format!("this board has {count} problems: choose from 1 to {count}"),
        };
        Error::new(Code::OutOfRange, message).of_field("group").with("most", count)
    }
}
