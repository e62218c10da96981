//! A lane: the process of one contestant, which is started, asked an easy first question, asked about
//! tasks, and ended if it does not answer in time.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use tercet::Deck;
use tercet::solver::{Limit, Question as Asked, Stop};
use tercet_models::process::{Process, Silence, quote};

use super::clock;
use super::contestant::Contestant;
use super::protocol::{Claim, GRACE, Question, Reply, START};
use super::task::Task;
use crate::words;

/// The terms of all contestants.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Terms {
    /// The limit of each task.
    pub timeout: Duration,
    /// The number of threads that each contestant may use.
    pub threads: NonZeroUsize,
    /// A task is repeated until this time has passed, and the median counts.
    pub again: Duration,
}

impl Terms {
    /// The usual time for repetitions.
    pub const AGAIN: Duration = Duration::from_millis(20);

    /// The time after which a contestant that does not reply is ended.
    fn patience(&self) -> Duration {
        let limit = self.timeout.saturating_add(self.timeout / 10).saturating_add(GRACE);
        // The last repetition may begin just before the time for repetitions is over.
        limit.saturating_add(self.again)
    }
}

/// The process of one contestant.
pub(super) struct Lane {
    contestant: Contestant,
    process: Option<Process>,
    /// The number of questions asked so far, which is the number of the last one.
    asked: u32,
    /// Whether it has answered the easy question. A contestant that asked for a new process is not
    /// asked it again; one that was stopped or failed is.
    is_warm: bool,
    /// Whether it did not answer the easy question, so that it is asked nothing more.
    pub(super) is_unfit: bool,
    /// The name and version that it gave.
    pub(super) solver: Option<String>,
}

/// Why there is no reply.
enum NoReply {
    /// It did not come in time.
    Late,
    /// It is invalid or will never come; the reason, in words that follow the contestant's name.
    Broken(String),
}

/// A reply, and the time from sending the question to receiving it.
type Answered = Result<(Reply, Duration), NoReply>;

impl Lane {
    pub(super) fn new(contestant: Contestant) -> Self {
        Self { contestant, process: None, asked: 0, is_warm: false, is_unfit: false, solver: None }
    }

    /// Ends the process, so that the next question is asked to a new one. Where its memory lies lasts as
    /// long as a process, and can change all of its times by a tenth.
    pub(super) fn renew(&mut self) {
        self.process = None;
    }

    /// The name and version of the solver behind a contestant, if it answers an easy question and says so.
    ///
    /// # Errors
    ///
    /// [`Stop`], if the limit is reached.
    pub(super) fn solver(contestant: Contestant, limit: &Limit) -> Result<Option<String>, Stop> {
        let mut lane = Self::new(contestant);
        let threads = NonZeroUsize::MIN;
        let terms = Terms { timeout: START, threads, again: Duration::ZERO };
        lane.ask(&Task::dealt(Deck::CLASSIC, 12, Asked::Find, 0), terms, limit)?;
        Ok(lane.solver.take())
    }

    /// The reply to a task, with the time that counts; its claim is not checked yet.
    ///
    /// # Errors
    ///
    /// [`Stop`], if the race itself is stopped.
    pub(super) fn ask(&mut self, task: &Task, terms: Terms, limit: &Limit) -> Result<Reply, Stop> {
        if self.process.is_none()
            && let Err(what) = self.start(task, terms, limit)?
        {
            self.is_unfit = true;
            return Ok(self.failed(NoReply::Broken(what)));
        }
        Ok(match self.send(task, terms, terms.patience(), limit)? {
            Ok(answered) => self.accept(answered, terms),
            Err(no) => self.failed(no),
        })
    }

    /// A reply with the time that counts, or the reply that says what is wrong with it.
    fn accept(&mut self, (mut reply, outside): (Reply, Duration), terms: Terms) -> Reply {
        let time = match reply.claim {
            Claim::Failed { .. } => Ok(None),
            Claim::Stopped => clock::stopped(outside, terms.timeout).map(Some),
            _ => {
                let (is_repeated, is_ours) = (!terms.again.is_zero(), self.contestant.is_ours());
                clock::time(&reply, outside, is_repeated, is_ours).map(Some)
            }
        };
        match time.and_then(|time| clock::check(&reply.costs).map(|()| time)) {
            Ok(time) => reply.seconds = time,
            Err(what) => return self.failed(NoReply::Broken(what)),
        }
        if reply.solver.is_some() {
            self.solver.clone_from(&reply.solver);
        }
        // A contestant that was stopped may still be working.
        if matches!(reply.claim, Claim::Stopped | Claim::Failed { .. }) {
            self.end();
        } else if reply.restart {
            self.process = None;
        }
        reply
    }

    /// Starts the program; the first time, asks it an easy question.
    fn start(
        &mut self,
        task: &Task,
        terms: Terms,
        limit: &Limit,
    ) -> Result<Result<(), String>, Stop> {
        let Contestant { program, arguments, .. } = &self.contestant;
        match Process::start(program, arguments) {
            Ok(process) => self.process = Some(process),
            Err(error) => {
                return Ok(Err(format!("cannot be started: {program}: {error}")));
            }
        }
        if self.is_warm {
            return Ok(Ok(()));
        }
        let deck = task.deck();
        let cards = deck.values().min(12);
        let easy = Task::dealt(deck, cards, task.question(), 0);
        let terms = Terms { timeout: START, again: Duration::ZERO, ..terms };
        Ok(match self.send(&easy, terms, START, limit)? {
            Ok((Reply { claim: Claim::Failed { reason }, .. }, _)) => Err(reason),
            Ok((Reply { claim: Claim::Stopped, .. }, outside)) => {
                let (after, limit) = (outside.as_secs_f64(), START.as_secs_f64());
                let (after, limit) = (words::time(after), words::time(limit));
                Err(format!("gave up an easy first question after {after} of {limit}"))
            }
            Ok(_) => {
                self.is_warm = true;
                Ok(())
            }
            Err(NoReply::Broken(what)) => Err(what),
            Err(NoReply::Late) => {
                let start = START.as_secs();
                Err(format!("does not answer an easy first question within {start} s"))
            }
        })
    }

    /// Sends a question and waits for its reply.
    fn send(
        &mut self,
        task: &Task,
        terms: Terms,
        patience: Duration,
        limit: &Limit,
    ) -> Result<Answered, Stop> {
        let process = self.process.as_mut().expect("the process was started");
        if process.has_line() {
            return Ok(Err(NoReply::Broken("writes a line before it is asked".into())));
        }
        self.asked = self.asked.wrapping_add(1);
        let id = self.asked;
        let question = Question::of(id, task, terms.timeout, terms.threads, terms.again);
        let mut text = serde_json::to_string(&question).expect("a question is plain data");
        text.push('\n');
        let begin = Instant::now();
        process.send(text);
        let line = match process.line(&limit.clone().or_timeout(patience)) {
            Ok(line) => line,
            Err(Silence::Ended(what)) => return Ok(Err(NoReply::Broken(what))),
            Err(Silence::Stop(_)) => {
                limit.check()?;
                return Ok(Err(NoReply::Late));
            }
        };
        let outside = begin.elapsed();
        let broken = |what| Ok(Err(NoReply::Broken(what)));
        let reply: Reply = match serde_json::from_str(&line) {
            Ok(reply) => reply,
            Err(error) => {
                let line = quote(&line);
                return broken(format!("answers '{line}', which is not a reply: {error}"));
            }
        };
        match reply.id {
            Some(theirs) if theirs == id => {}
            // It did not understand the question, and says why.
            None if matches!(reply.claim, Claim::Failed { .. }) => {}
            Some(theirs) => return broken(format!("replies to question {theirs} instead of {id}")),
            None => return broken(format!("replies without the number of its question, {id}")),
        }
        Ok(Ok((reply, outside)))
    }

    /// Ends the process; the next one is asked the easy question again.
    fn end(&mut self) {
        self.process = None;
        self.is_warm = false;
    }

    /// The reply of a contestant without a valid reply; its process is ended.
    fn failed(&mut self, no: NoReply) -> Reply {
        self.end();
        let claim = match no {
            NoReply::Late => Claim::Stopped,
            NoReply::Broken(reason) => Claim::Failed { reason },
        };
        Reply::of(claim)
    }
}
