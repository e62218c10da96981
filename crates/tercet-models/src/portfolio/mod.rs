//! `portfolio`: several methods race for the answer to one question.
//!
//! No method is the best on all boards, and which one is best on a board is as hard to tell as to
//! solve it. So they are all started, each in a thread of its own; the first answer counts, and the
//! others are stopped (Huberman, Lukose and Hogg, "An economics approach to hard computational
//! problems", Science 275, 1997). With a core a member, the race takes the time of the best of
//! them; on fewer cores they share. It is the combination that Takeshita asks for at his end.
//!
//! The members live as long as the board. Each thread builds its method, so that all do so at once,
//! keeps it, and follows the orders that it is sent: the two updates and the questions. So what a member has
//! learnt or proved it keeps for the next question of a game, won or lost; and a loser that needs
//! some time to stop holds nobody up: what comes next waits for it in its own queue. The threads
//! start at the first question and have ended when the portfolio is dropped.
//!
//! *What an answer is.* A set counts after it was checked by the rule and against the board, "none"
//! and a count because the members are exhaustive. A member that stops at a limit of its own, as
//! the memory, leaves the race; one that fails or panics, or claims a set that is none, leaves it
//! for good ([`Report::failures`]). Only when nobody is left the question fails, by the name of
//! the first who did.
//!
//! *Contradictions.* Two members that say different things are never passed over: the question
//! fails with both names, and the board is saved to a new file `tercet-contradiction-N.txt` in the
//! current directory, or is in the message where that cannot be written. After the first answer the
//! others have a millisecond to stop or to say what they know, and are heard at the next question
//! if they say it later. So a lie by the fastest is noticed if another member is about as fast; to
//! hear everybody is not a race.
//!
//! *Which set* is found depends on who wins, and so on chance. Whether there is one, how many there
//! are, and which ones are listed does not: a list is no race, and comes from the first member that can
//! list; where that one fails before its first set, from the next.

mod members;
mod race;
mod verdict;
mod worker;

use std::ops::ControlFlow;

use tercet::board::BoardError;
use tercet::solver::{
    Count, Effort, Enumerate, Failure, Found, Limit, Question, Report, Solver, Stop, Update,
};
use tercet::{Board, Card};

use crate::method::Method;
use crate::options::Options;
pub use members::{NoRace, RACES, check};
use race::Team;
pub use verdict::{Verdict, contradiction};
pub(crate) use worker::heard;

/// Lets several methods race for each answer.
pub struct Portfolio {
    board: Board,
    options: Options,
    members: Vec<&'static Method>,
    /// The members at work, from the first question on.
    team: Option<Team>,
    /// The member that lists, if there was need of one.
    lister: Option<(&'static str, Box<dyn Enumerate>)>,
    /// The members that failed when they were to list.
    unlisted: Vec<(&'static str, Failure)>,
    winner: Option<&'static str>,
    /// What the winner has searched, if it counts that.
    effort: Option<Effort>,
}

impl Portfolio {
    /// A race of these methods. Each has a thread; of [`threads`](tercet::solver::Options::threads), what is left over goes
    /// to the first that can use more than one. They share the memory in equal parts.
    /// Members that cannot answer a question on this deck sit it out.
    ///
    /// # Errors
    ///
    /// [`NoRace`] for no members, one that comes twice, or one that is itself a race.
    pub fn new(
        board: &Board,
        options: &Options,
        members: &[&'static Method],
    ) -> Result<Self, NoRace> {
        if members.is_empty() {
            return Err(NoRace::Empty);
        }
        check(members)?;
        Ok(Self {
            board: board.clone(),
            options: options.clone(),
            members: members.to_vec(),
            team: None,
            lister: None,
            unlisted: Vec::new(),
            winner: None,
            effort: None,
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
            Some((_, failure)) => Stop::Failed(Box::new(failure.clone())),
            None => race::nobody(Question::Enumerate, board.deck()),
        })
    }

    fn race(&mut self, question: Question, limit: &Limit) -> Result<Verdict, Stop> {
        (self.winner, self.effort) = (None, None);
        limit.check()?;
        let Self { board, options, members, .. } = self;
        let team = self.team.get_or_insert_with(|| Team::start(board, options, members));
        let (winner, verdict) = team.race(question, board, limit)?;
        (self.winner, self.effort) = (Some(winner), team.effort());
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
            team.add(cards);
        }
        self.lister.as_mut().map_or(Ok(()), |(_, lister)| lister.add(cards))
    }

    fn remove(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.board.remove(cards)?;
        if let Some(team) = &mut self.team {
            team.remove(cards);
        }
        self.lister.as_mut().map_or(Ok(()), |(_, lister)| lister.remove(cards))
    }

    fn report(&self) -> Report {
        let unlisted = self.unlisted.iter().map(|(_, failure)| failure);
        let failures = self.team.iter().flat_map(Team::failures).chain(unlisted).cloned().collect();
        Report { memory: None, effort: self.effort, winner: self.winner, failures }
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
    fn for_each(
        &mut self,
        limit: &Limit,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        (self.winner, self.effort) = (None, None);
        loop {
            let (name, mut lister) = match self.lister.take() {
                Some(lister) => lister,
                None => self.next_lister()?,
            };
            let mut visited = false;
            let end = heard(name, || {
                lister.for_each(limit, &mut |positions| {
                    visited = true;
                    visit(positions)
                })
            });
            match end {
                // Nothing was passed on yet, so another can begin.
                Err(Stop::Failed(failure)) if !visited => self.unlisted.push((name, *failure)),
                end => {
                    let report = lister.report();
                    (self.winner, self.effort) = (report.winner.or(Some(name)), report.effort);
                    self.lister = Some((name, lister));
                    return end;
                }
            }
        }
    }
}
