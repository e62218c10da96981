//! Races: all contestants are asked about the same boards and games.
//!
//! **Every contestant is a program.** It reads a question and writes a reply, one line of JSON each
//! ([`protocol`]): Tercet's own methods as `tercet peer METHOD`, other solvers as small programs of any
//! language. So a crash, a leak or a search without an end harms no other contestant, and processor
//! time and memory are those of one method.
//!
//! **What is measured.** A contestant is started and asked an easy first question, which does not count.
//! Boards are made before the clock starts. The contestant measures the time from the board to the
//! answer: building a model counts (as in Takeshita, section 5.1), reading the question and writing the
//! reply do not. The race measures from outside, and refuses or replaces a time that cannot be true.
//! Work that takes less than [`Terms::again`] is repeated from the beginning, and the median counts.
//! A contestant that answers after more time than the limit counts as stopped.
//! Contestants work one at a time; the one that begins changes from task to task.
//!
//! **What is checked.** Sets are checked by the rule. "No set" and numbers are checked by comparison:
//! a contradiction between two contestants ends the race, with the board. A single contestant
//! is compared with a judge, one of Tercet's methods. In a game each contestant takes the sets that it
//! finds and so comes to boards of its own; there the judge checks each "no set".
//!
//! **Dropping out.** A contestant that was stopped on all tasks of a course is not asked about courses
//! that are as large in every respect ([`Race::is_out`]). A contestant that does not answer the easy
//! question is asked nothing more.
//!
//! [`run`] answers a [`Request`] by a [`Report`]; a [`Race`] can also be run heat by heat.

#![forbid(unsafe_code)]

mod check;
mod contestant;
pub mod machine;
mod parts;
pub mod protocol;
mod report;
mod request;
pub mod score;
mod serve;
mod statistics;
mod task;

use std::num::NonZeroUsize;
use std::path::Path;

use serde::{Deserialize, Serialize};
use tercet::solver::{Found, Limit, Reason, Stop};
use tercet_models::{Verdict, contradiction};

use contestant::Lane;
pub use contestant::{Contestant, Terms};
pub use parts::{Boards, BoardsRaced};
use protocol::Reply;
pub use report::{CourseReport, Entry, Outcome, Report, Round, Spread, Standing, Trial, Value};
pub use request::{Field, RaceError, Request};
use score::{Scores, Times};
pub use serve::serve;
pub use task::{Course, Task, seeds};

/// A race under way.
pub struct Race {
    /// The courses.
    pub courses: Vec<Course>,
    lanes: Vec<Lane>,
    /// The contestants.
    pub contestants: Vec<Contestant>,
    /// The terms of all contestants.
    pub terms: Terms,
    /// The trial of each heat, by course, contestant and task.
    trials: Vec<Vec<Vec<Option<Trial>>>>,
}

/// A heat: one contestant at one task.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Heat {
    /// The index of the course.
    pub course: usize,
    /// The index of the task in its course.
    pub task: usize,
    /// The index of the contestant.
    pub contestant: usize,
}

impl Heat {
    /// All heats in the order in which they are run, where each course has this many tasks: course by
    /// course and task by task. The contestant that begins changes from task to task.
    fn order(contestants: usize, courses: impl Iterator<Item = usize>) -> Vec<Self> {
        let tasks = courses
            .enumerate()
            .flat_map(|(course, tasks)| (0..tasks).map(move |task| (course, task)));
        let heats = tasks.enumerate().flat_map(|(turn, (course, task))| {
            (0..contestants).map(move |i| {
                let contestant = (i + turn) % contestants;
                Self { course, task, contestant }
            })
        });
        heats.collect()
    }
}

impl Race {
    /// A race of these contestants on these courses, by ascending size.
    pub fn new(contestants: Vec<Contestant>, courses: Vec<Course>, terms: Terms) -> Self {
        let lane = |contestant: &Contestant| Lane::new(contestant.clone());
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

    /// All heats, in the order in which they are run.
    pub fn heats(&self) -> Vec<Heat> {
        Heat::order(self.contestants.len(), self.courses.iter().map(|course| course.tasks.len()))
    }

    /// Whether a contestant takes no part in a heat: it cannot do the task, it was stopped on every task
    /// of a course that is not larger, or it did not answer the easy first question.
    pub fn is_out(&self, heat: Heat) -> bool {
        let Heat { course, task, contestant } = heat;
        let task = &self.courses[course].tasks[task];
        !self.contestants[contestant].is_able(task)
            || self.lanes[contestant].is_unfit
            || self.has_dropped_out(course, contestant)
    }

    /// Whether a contestant was stopped on every task of an earlier course that is not larger.
    pub fn has_dropped_out(&self, course: usize, contestant: usize) -> bool {
        (0..course).any(|earlier| {
            let trials = &self.trials[earlier][contestant];
            let is_stopped = |trial: &Option<Trial>| {
                trial.as_ref().is_some_and(|trial| trial.outcome == Outcome::Stopped)
            };
            trials.iter().all(is_stopped) && self.courses[earlier].is_within(&self.courses[course])
        })
    }

    /// Runs a heat. Its trial counts once it is [accepted](Self::accept).
    ///
    /// # Errors
    ///
    /// [`Stop`], if the limit of the race itself is reached.
    pub fn run(&mut self, heat: Heat, limit: &Limit) -> Result<Trial, Stop> {
        let contestant = &self.contestants[heat.contestant];
        let task = contestant.own(&self.courses[heat.course].tasks[heat.task]);
        let lane = &mut self.lanes[heat.contestant];
        let reply = match &*task {
            Task::Game { seed, rules, table, .. } if !contestant.is_ours() => {
                check::by_boards(lane, table, *seed, *rules, self.terms, limit)?
            }
            task => lane.ask(task, self.terms, limit)?,
        };
        let Reply { claim, seconds, costs, by, .. } = reply;
        let limit = self.terms.timeout.as_secs_f64();
        let outcome = match check::outcome(&task, claim) {
            // It was not stopped at the limit, for example because it looks at the clock too seldom.
            Ok(_) if seconds.is_some_and(|seconds| seconds > limit) => Outcome::Stopped,
            outcome => outcome.unwrap_or_else(|reason| Outcome::Failed { reason }),
        };
        let seconds = match &outcome {
            Outcome::Stopped => Some(seconds.map_or(limit, |seconds| seconds.min(limit))),
            Outcome::Failed { .. } => None,
            _ => seconds,
        };
        Ok(Trial { outcome, seconds, costs, by, timings: Vec::new() })
    }

    /// Starts new processes for the next heats of Tercet's methods; see [`Lane::renew`]. Others may
    /// take seconds to start.
    fn renew(&mut self) {
        let ours = self.contestants.iter().zip(&mut self.lanes).filter(|(one, _)| one.is_ours());
        ours.for_each(|(_, lane)| lane.renew());
    }

    /// Runs some heats for a number of rounds. If it is stopped, the first heat that was not run in every round is
    /// also returned.
    fn run_all(
        &mut self,
        heats: &[Heat],
        rounds: NonZeroUsize,
        limit: &Limit,
        watcher: &mut dyn FnMut(&Self, Event<'_>),
    ) -> Result<(), (Heat, Stop)> {
        for round in 0..rounds.get() {
            self.renew();
            for &heat in heats {
                if self.is_out(heat) || round > 0 && self.has_no_answer(heat) {
                    continue;
                }
                watcher(self, Event::Heat(heat));
                let ran = self.run(heat, limit).and_then(|mut trial| {
                    trial.timings.push(Round { seconds: trial.seconds, cpu: trial.costs.cpu });
                    self.accept(heat, trial)
                });
                ran.map_err(|stop| (if round == 0 { heat } else { heats[0] }, stop))?;
            }
        }
        Ok(())
    }

    /// Accepts the trial of a heat, which was run now or in an earlier run of the same race. The trial of another
    /// round is added to that of the earlier ones.
    ///
    /// # Errors
    ///
    /// [`Stop`], with both names, and the board, if two contestants contradict each other.
    pub fn accept(&mut self, heat: Heat, trial: Trial) -> Result<(), Stop> {
        let all = self.trials[heat.course].iter().map(|trials| trials[heat.task].as_ref());
        self.check(heat, &trial, &all.collect::<Vec<_>>())?;
        match &mut self.trials[heat.course][heat.contestant][heat.task] {
            Some(earlier) => earlier.add(trial),
            first => *first = Some(trial),
        }
        Ok(())
    }

    /// Whether the trial of a heat was stopped or failed.
    fn has_no_answer(&self, heat: Heat) -> bool {
        self.trial(heat).is_none_or(Trial::has_no_answer)
    }

    /// Compares the claim of a trial with those of all contestants about its task.
    fn check(&self, heat: Heat, trial: &Trial, all: &[Option<&Trial>]) -> Result<(), Stop> {
        let Heat { course, task, contestant } = heat;
        let Task::Board { board, .. } = &self.courses[course].tasks[task] else { return Ok(()) };
        let Some(ours) = verdict(&trial.outcome) else { return Ok(()) };
        let name = |i: usize| self.contestants[i].name.as_str();
        for (other, trial) in all.iter().enumerate() {
            if let Some(theirs) = trial.and_then(|trial| verdict(&trial.outcome)) {
                contradiction((name(other), &theirs), (name(contestant), &ours), board)?;
            }
        }
        // A single contestant is judged once.
        if let ([None], Verdict::Find(None)) = (all, &ours)
            && let Some(found) = check::set_of(board)
        {
            let found = Verdict::Find(Some(found));
            contradiction((check::JUDGE, &found), (name(contestant), &ours), board)?;
        }
        Ok(())
    }

    /// Why a contestant cannot have its trial beside those of the others, if it cannot.
    fn fault(&self, heat: Heat, all: &[Option<&Trial>], rounds: NonZeroUsize) -> Option<String> {
        let trial = all[heat.contestant]?;
        let name = &self.contestants[heat.contestant].name;
        check::trial(&self.courses[heat.course].tasks[heat.task], trial, rounds)
            .map_err(|why| format!("{name} {why}"))
            .and_then(|()| self.check(heat, trial, all).map_err(|stop| stop.to_string()))
            .err()
    }

    /// The trial of a heat, if it was run and accepted.
    pub fn trial(&self, heat: Heat) -> Option<&Trial> {
        self.trials[heat.course][heat.contestant][heat.task].as_ref()
    }

    /// The results of a course so far.
    pub fn course(&self, course: usize) -> CourseReport {
        let Course { label, x, tasks, .. } = &self.courses[course];
        let results = self.contestants.iter().enumerate().map(|(i, contestant)| {
            let trials = self.trials[course][i].clone();
            Standing::of(contestant.name.clone(), trials, self.has_dropped_out(course, i))
        });
        let mut report = CourseReport {
            label: label.clone(),
            x: *x,
            deck: tasks[0].deck(),
            size: tasks[0].cards(),
            goal: match &tasks[0] {
                Task::Board { .. } | Task::Hands { .. } => None,
                Task::Game { rules, .. } => rules.sets.map(Into::into),
            },
            results: results.collect(),
        };
        report.compare();
        report
    }

    /// The results of all courses so far.
    pub fn course_reports(&self) -> Vec<CourseReport> {
        (0..self.courses.len()).map(|course| self.course(course)).collect()
    }

    /// The times of all boards that are over, by their number among all.
    fn times(&self, is_over: &dyn Fn(usize) -> bool) -> Times {
        let limit = self.terms.timeout.as_secs_f64();
        let time = |trial: &Trial| trial.seconds.filter(|_| !trial.has_no_answer());
        let row = |(i, contestant): (usize, &Contestant)| {
            let trials = self.trials.iter().flat_map(|trials| &trials[i]).enumerate();
            let trials = trials.filter(|&(number, _)| is_over(number));
            let times = trials.map(|(_, trial)| trial.as_ref().and_then(time)).collect();
            (contestant.name.clone(), times)
        };
        Times { limit, rows: self.contestants.iter().enumerate().map(row).collect() }
    }

    /// The report of the race, of which these boards are over, by their number among all.
    fn report(&self, seed: u64, axis: &str, is_over: &dyn Fn(usize) -> bool) -> Report {
        let boards = self.courses.iter().map(|course| course.tasks.len()).sum();
        let entry = |(contestant, lane): (&Contestant, &Lane)| Entry {
            name: contestant.name.clone(),
            solver: lane.solver.clone(),
        };
        Report {
            seed: seed.into(),
            threads: self.terms.threads,
            timeout: self.terms.timeout.as_secs_f64(),
            axis: axis.into(),
            stopped: !(0..boards).all(is_over),
            scores: Scores::of(&self.times(is_over)),
            contestants: self.contestants.iter().zip(&self.lanes).map(entry).collect(),
            courses: self.course_reports(),
        }
    }
}

/// Whether two answers about a board exclude each other.
pub fn contradict(one: &Outcome, other: &Outcome) -> bool {
    verdict(one).zip(verdict(other)).is_some_and(|(one, other)| one.contradicts(&other))
}

/// The verdict of an outcome on a board.
fn verdict(outcome: &Outcome) -> Option<Verdict> {
    match outcome {
        Outcome::Found { set } => Some(Verdict::Find(Some(Found::new(&set[..])))),
        Outcome::None => Some(Verdict::Find(None)),
        Outcome::Counted { count } => count.get().map(Verdict::Count),
        Outcome::Played { .. } | Outcome::Stopped | Outcome::Failed { .. } => None,
    }
}

/// The events of a race, for its watcher.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A method was not named and does not race, because it lacks something.
    Absent {
        /// The method.
        method: &'a str,
        /// The missing part, in words that follow its name.
        missing: &'a str,
    },
    /// The race begins.
    Begin,
    /// A contestant begins with a task.
    Heat(Heat),
    /// All tasks of a course are done, or the race was stopped in it.
    CourseDone(usize),
}

/// Runs a race to its end, or until the limit stops it. `tercet` is the program whose command
/// `peer` runs Tercet's own methods; `watcher` receives the events.
///
/// A limit that ends the race is not an error: the report says so, and holds the results so far.
///
/// # Errors
///
/// [`RaceError`], if the request cannot be fulfilled or two contestants contradict each other.
pub fn run(
    request: &Request,
    tercet: &Path,
    limit: &Limit,
    watcher: &mut dyn FnMut(&Race, Event<'_>),
) -> Result<Report, RaceError> {
    let (mut race, axis, absent) = request.begin(tercet)?;
    for (method, missing) in &absent {
        watcher(&race, Event::Absent { method, missing });
    }
    watcher(&race, Event::Begin);
    let (heats, mut over) = (race.heats(), usize::MAX);
    for heats in heats.chunk_by(|one, other| one.course == other.course) {
        let ran = race.run_all(heats, request.rounds, limit, watcher);
        watcher(&race, Event::CourseDone(heats[0].course));
        let Err((heat, stop)) = ran else { continue };
        if matches!(stop.reason, Reason::Failed(_)) {
            return Err(RaceError::Contradiction(stop));
        }
        let before = race.courses[..heat.course].iter().map(|course| course.tasks.len());
        over = before.sum::<usize>() + heat.task;
        break;
    }
    Ok(race.report(request.first_seed(), axis, &|board| board < over))
}
