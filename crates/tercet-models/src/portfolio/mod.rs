//! `portfolio`: several methods race for the answer to a question.
//!
//! No method is the best on all boards, and predicting the best one for a board is as hard as
//! solving it. So all are started, each in its own thread; the first answer counts, and the others
//! are stopped (Huberman, Lukose and Hogg, "An economics approach to hard computational problems",
//! Science 275, 1997). With a core for each member, the race takes the time of the fastest; on
//! fewer cores they share. It is the combination that Takeshita proposes as future work.
//!
//! The members live as long as the board. Each thread builds its method, so that this happens in
//! parallel, keeps it, and processes a queue of orders: the two updates and the questions. So a
//! member keeps what it has learnt or proved for the next question of a game, whether it won or
//! lost; and a loser that needs time to stop delays no one: its next order waits in its queue. The
//! threads start at the first question and have ended when the portfolio is dropped.
//!
//! *Answers.* A set counts after it was checked by the definition and against the board; "no set"
//! and a count are trusted because the members are exhaustive. A member that stops at a limit of
//! its own, such as the memory, leaves the race; one that fails, panics, or claims a set that is
//! not one is excluded from all further races ([`Report::failures`]). The question fails only if no
//! member is left, with the name of the first that failed.
//!
//! *Contradictions.* Two contradictory answers are never ignored: the question fails with both
//! names, and the board is saved to a new file `tercet-contradiction-N.txt` in the current
//! directory, or is part of the message if that cannot be written. After the first answer the
//! others have a millisecond to stop or to answer; later answers are compared at the next question.
//! So a wrong answer by the fastest member is noticed if another member is about as fast; waiting
//! for all of them would not be a race.
//!
//! *Which set* is found depends on the winner, and so on chance. Whether there is a set, the number
//! of sets and the list of sets do not: a list comes from the first member that can list, without a
//! race; if that member fails before its first set, from the next.

mod race;
mod verdict;

use tercet::board::BoardError;
use tercet::solver::{
    Count, Effort, Enumerate, Failure, Family, Found, Limit, Method, Options, Question, Reason,
    Report, Solver, Stop, Update, Visit,
};
use tercet::{Board, Card};
use thiserror::Error;

use race::Order;
use race::Team;
pub(crate) use race::caught;
pub use verdict::{Verdict, contradiction};

/// Several methods that race for each answer.
pub struct Portfolio {
    board: Board,
    options: Options,
    members: Vec<Method>,
    /// The running members, from the first question on.
    team: Option<Team>,
    /// The member that lists, once a list was requested.
    lister: Option<(&'static str, Box<dyn Enumerate>)>,
    /// The members that failed to list.
    unlisted: Vec<(&'static str, Failure)>,
    /// The winner, and its effort if it measures it.
    winner: (Option<&'static str>, Option<Effort>),
}

impl Portfolio {
    /// A race of these methods. Each has a thread; the remaining
    /// [`threads`](tercet::solver::Options::threads) go to the first method that can use several.
    /// They share the memory equally. Members that cannot answer a question on this deck do not
    /// take part.
    ///
    /// # Errors
    ///
    /// [`NoRace`] for no members, a repeated member, or one that is itself a race.
    pub fn new(board: &Board, options: &Options, members: Vec<Method>) -> Result<Self, NoRace> {
        if members.is_empty() {
            return Err(NoRace::Empty);
        }
        check(&members)?;
        Ok(Self {
            board: board.clone(),
            options: *options,
            members,
            team: None,
            lister: None,
            unlisted: Vec::new(),
            winner: (None, None),
        })
    }

    /// The names of the methods that race, in order.
    pub fn members(&self) -> impl Iterator<Item = &'static str> {
        self.members.iter().map(|member| member.name)
    }

    /// The first member that can list and has not failed to.
    fn next_lister(&self) -> Result<(&'static str, Box<dyn Enumerate>), Stop> {
        let Self { board, options, members, unlisted, .. } = self;
        let mut able = members
            .iter()
            .filter(|member| unlisted.iter().all(|(failed, _)| *failed != member.name));
        let built =
            able.find_map(|member| Some((member.name, member.enumerator(board, options).ok()?)));
        built.ok_or_else(|| match unlisted.first() {
            Some((_, failure)) => Reason::Failed(Box::new(failure.clone())).into(),
            None => race::no_member(Question::Enumerate, board.deck()),
        })
    }

    fn race(&mut self, question: Question, limit: &Limit) -> Result<Verdict, Stop> {
        self.winner = (None, None);
        limit.check()?;
        let Self { board, options, members, .. } = self;
        let team = self.team.get_or_insert_with(|| Team::start(board, options, members));
        let (winner, verdict) = team.race(question, board, limit)?;
        self.winner = (Some(winner), team.effort);
        Ok(verdict)
    }
}

impl Update for Portfolio {
    fn board(&self) -> &Board {
        &self.board
    }

    fn add(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.board.add(cards)?;
        if let Some(team) = &mut self.team {
            team.order(&Order::Add(cards.into()));
        }
        self.lister.as_mut().map_or(Ok(()), |(_, lister)| lister.add(cards))
    }

    fn remove(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.board.remove(cards)?;
        if let Some(team) = &mut self.team {
            team.order(&Order::Remove(cards.into()));
        }
        self.lister.as_mut().map_or(Ok(()), |(_, lister)| lister.remove(cards))
    }

    fn report(&self) -> Report {
        let unlisted = self.unlisted.iter().map(|(_, failure)| failure);
        let failures = self.team.iter().flat_map(Team::failures).chain(unlisted).cloned().collect();
        let (winner, effort) = self.winner;
        Report { effort, winner, failures, ..Report::default() }
    }
}

impl Solver for Portfolio {
    fn find(&mut self, limit: &Limit) -> Result<Option<Found>, Stop> {
        self.race(Question::Find, limit).map(Verdict::found)
    }
}

impl Count for Portfolio {
    fn count(&mut self, limit: &Limit) -> Result<u128, Stop> {
        self.race(Question::Count, limit).map(Verdict::number)
    }
}

impl Enumerate for Portfolio {
    fn for_each(&mut self, limit: &Limit, visit: Visit) -> Result<(), Stop> {
        self.winner = (None, None);
        loop {
            let (name, mut lister) = match self.lister.take() {
                Some(lister) => lister,
                None => self.next_lister()?,
            };
            let mut visited = false;
            let end = caught(name, || {
                lister.for_each(limit, &mut |positions| {
                    visited = true;
                    visit(positions)
                })
            });
            match end {
                // No set was passed on yet, so another member can start.
                Err(Stop { reason: Reason::Failed(failure), .. }) if !visited => {
                    self.unlisted.push((name, *failure));
                }
                end => {
                    let report = lister.report();
                    self.winner = (report.winner.or(Some(name)), report.effort);
                    self.lister = Some((name, lister));
                    return end;
                }
            }
        }
    }
}

/// Why some methods cannot race with each other.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoRace {
    /// No methods are given.
    #[error("no methods are given")]
    Empty,
    /// The method is itself a race.
    #[error("{0} is a race itself: leave it out")]
    Nested(&'static str),
    /// The method is named twice.
    #[error("{0} is given twice: give it once")]
    Twice(&'static str),
}

/// Checks that these methods can race with each other; an empty list passes.
///
/// # Errors
///
/// [`NoRace`] if one is a race itself or named twice.
pub fn check(members: &[Method]) -> Result<(), NoRace> {
    for (i, member) in members.iter().enumerate() {
        if member.family == Family::Race {
            return Err(NoRace::Nested(member.name));
        }
        if members[..i].contains(member) {
            return Err(NoRace::Twice(member.name));
        }
    }
    Ok(())
}
