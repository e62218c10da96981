//! Races: all contestants on the same boards and games.
//!
//! **Everyone is a program.** A contestant is a process that reads a question and writes an answer, a
//! line each ([`protocol`]): our own methods as `tercet peer METHOD`, others as whatever they are.
//! So a crash, a leak or a search without an end is that contestant's own affair, and processor time
//! and memory are those of one method.
//!
//! **What is measured.** A contestant is started and asked something easy first; that does not count.
//! Boards are made before the clock starts. The clock is in the contestant: it runs from the board to
//! the answer, so that to build a model counts (as in Takeshita, section 5.1), and to write and read
//! the question does not. Work of less than [`Terms::again`] is repeated from the beginning, and the
//! median counts. One contestant works at a time; who begins rotates from task to task.
//!
//! **What is believed.** Sets are checked by the rule. That there is none, and numbers, are what all
//! must agree on: a contradiction ends the race, and the board is saved. (Where one races alone, a
//! method of ours is asked.) In a game each takes the sets that it finds and so comes to boards of its
//! own; there a method of ours checks each "none".
//!
//! **Who drops out.** One who was stopped on all tasks of a course is not asked about courses that are
//! as large in every respect ([`Race::is_out`]), and one who does not answer the easy question is out of
//! the race.

mod check;
mod clock;
mod contestant;
mod decimal;
mod game;
mod judge;
mod lane;
mod outcome;
pub mod protocol;
mod serve;
mod summary;
mod task;
mod usage;

use std::cell::RefCell;
use std::rc::Rc;

use tercet::Set;
use tercet::solver::{Limit, Stop};
use tercet_models::portfolio::{Verdict, contradiction};

pub use contestant::{Contestant, NoPeer};
use lane::Lane;
pub use lane::Terms;
pub use outcome::{Outcome, Trial};
use protocol::Reply;
pub use serve::serve;
pub use summary::{Spread, Summary, Value};
pub use task::{Course, Task, seeds};

/// A race under way.
pub struct Race {
    courses: Vec<Course>,
    lanes: Vec<Rc<RefCell<Lane>>>,
    contestants: Vec<Contestant>,
    terms: Terms,
    /// What came of each heat, by course, contestant and task.
    trials: Vec<Vec<Vec<Option<Trial>>>>,
}

/// One contestant at one task.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Heat {
    /// The index of the course.
    pub course: usize,
    /// The index of the task in its course.
    pub task: usize,
    /// The index of the contestant.
    pub contestant: usize,
}

impl Race {
    /// A race of these contestants on these courses, by ascending size.
    pub fn new(contestants: Vec<Contestant>, courses: Vec<Course>, terms: Terms) -> Self {
        let lane = |contestant: &Contestant| Rc::new(RefCell::new(Lane::new(contestant.clone())));
        let trials =
            courses.iter().map(|course| vec![vec![None; course.tasks.len()]; contestants.len()]);
        Self {
            trials: trials.collect(),
            lanes: contestants.iter().map(lane).collect(),
            contestants,
            courses,
            terms,
        }
    }

    /// All heats in their order: course by course and task by task, and who begins takes turns.
    pub fn heats(&self) -> Vec<Heat> {
        let runners = self.contestants.len();
        let mut heats = Vec::new();
        let mut turn = 0;
        for (course, Course { tasks, .. }) in self.courses.iter().enumerate() {
            for task in 0..tasks.len() {
                let order = (0..runners).map(|i| (i + turn) % runners);
                heats.extend(order.map(|contestant| Heat { course, task, contestant }));
                turn += 1;
            }
        }
        heats
    }

    /// Whether a contestant takes no part in a heat: because the task is not for it, or because it
    /// was stopped on every task of a course that is not larger, or could not even answer an easy one.
    pub fn is_out(&self, heat: Heat) -> bool {
        let Heat { course, task, contestant } = heat;
        let task = &self.courses[course].tasks[task];
        !self.contestants[contestant].is_able(task)
            || self.lanes[contestant].borrow().is_unfit
            || self.has_dropped_out(course, contestant)
    }

    /// Whether a contestant was stopped on every task of an earlier course that is not larger.
    pub fn has_dropped_out(&self, course: usize, contestant: usize) -> bool {
        (0..course).any(|earlier| {
            let trials = &self.trials[earlier][contestant];
            let all_stopped = trials
                .iter()
                .all(|trial| matches!(trial, Some(Trial { outcome: Outcome::Stopped, .. })));
            all_stopped && self.courses[earlier].is_within(&self.courses[course])
        })
    }

    /// Runs a heat. What came of it counts once it is [accepted](Self::accept).
    ///
    /// # Errors
    ///
    /// [`Stop`], where the limit of the race itself was reached.
    pub fn run(&self, heat: Heat, limit: &Limit) -> Result<Trial, Stop> {
        let task = &self.courses[heat.course].tasks[heat.task];
        let lane = &self.lanes[heat.contestant];
        let reply = match *task {
            Task::Game { deck, seed, rules } if !self.contestants[heat.contestant].is_ours() => {
                game::by_boards(lane, deck, seed, rules, self.terms, limit)?
            }
            _ => lane.borrow_mut().ask(task, self.terms, limit)?,
        };
        let Reply { claim, seconds, costs, by, .. } = reply;
        let outcome =
            check::outcome(task, claim).unwrap_or_else(|reason| Outcome::Failed { reason });
        let limit = self.terms.timeout.as_secs_f64();
        let seconds = match &outcome {
            Outcome::Stopped => Some(seconds.map_or(limit, |seconds| seconds.min(limit))),
            Outcome::Failed { .. } => None,
            _ => seconds,
        };
        Ok(Trial { outcome, seconds, costs, by })
    }

    /// Takes what came of a heat, now or in an earlier run of the same race.
    ///
    /// # Errors
    ///
    /// [`Stop::Failed`], with both names, where two contestants contradict each other; the board is
    /// saved then.
    pub fn accept(&mut self, heat: Heat, trial: Trial) -> Result<(), Stop> {
        let Heat { course, task, contestant } = heat;
        if let Task::Board { board, .. } = &self.courses[course].tasks[task]
            && let Some(ours) = verdict(&self.courses[course].tasks[task], &trial.outcome)
        {
            for (other, trials) in self.trials[course].iter().enumerate() {
                let theirs = trials[task].as_ref().filter(|_| other != contestant);
                let theirs = theirs
                    .and_then(|trial| verdict(&self.courses[course].tasks[task], &trial.outcome));
                if let Some(theirs) = theirs {
                    let name = |i: usize| self.contestants[i].name.as_str();
                    contradiction((name(other), &theirs), (name(contestant), &ours), board)?;
                }
            }
            if let [alone] = &self.contestants[..]
                && ours == Verdict::NoSet
                && let Some(set) = judge::set_of(board)
            {
                contradiction((judge::JUDGE, &Verdict::Set(set)), (&alone.name, &ours), board)?;
            }
        }
        self.trials[course][contestant][task] = Some(trial);
        Ok(())
    }

    /// The contestants.
    pub fn contestants(&self) -> &[Contestant] {
        &self.contestants
    }

    /// The courses.
    pub fn courses(&self) -> &[Course] {
        &self.courses
    }

    /// What holds for all contestants.
    pub fn terms(&self) -> Terms {
        self.terms
    }

    /// What came of a heat, if it was run and accepted.
    pub fn trial(&self, heat: Heat) -> Option<&Trial> {
        self.trials[heat.course][heat.contestant][heat.task].as_ref()
    }

    /// What came of all tasks of a course that a contestant was given.
    pub fn trials(&self, course: usize, contestant: usize) -> impl Iterator<Item = &Trial> {
        self.trials[course][contestant].iter().flatten()
    }

    /// What a contestant did on a course.
    pub fn summary(&self, course: usize, contestant: usize) -> Summary {
        Summary::of(self.trials(course, contestant))
    }

    /// Who a contestant says it is, once it has answered: `OR-Tools CP-SAT 9.15`.
    pub fn solver(&self, contestant: usize) -> Option<String> {
        self.lanes[contestant].borrow().solver.clone()
    }
}

/// What an outcome says about a board.
fn verdict(task: &Task, outcome: &Outcome) -> Option<Verdict> {
    let Task::Board { board, .. } = task else { return None };
    match outcome {
        Outcome::Found { set } => Set::new(board.deck(), &board.at(set)).ok().map(Verdict::Set),
        Outcome::None => Some(Verdict::NoSet),
        Outcome::Counted { count } => Some(Verdict::Number(*count)),
        Outcome::Played { .. } | Outcome::Stopped | Outcome::Failed { .. } => None,
    }
}
