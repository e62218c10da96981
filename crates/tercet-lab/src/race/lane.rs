//! A contestant at work: its process, which is started, warmed up, asked, and ended where it hangs.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use tercet::solver::{Limit, Stop};
use tercet_models::process::{Process, Silence};
use tercet_models::quote::quote;

use super::contestant::Contestant;
use super::protocol::{Claim, Costs, Question, Reply};
use super::task::Task;

/// What holds for all contestants.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Terms {
    /// Each is stopped after so much time for each task.
    pub timeout: Duration,
    /// The threads that each may use.
    pub threads: NonZeroUsize,
    /// A task is repeated until so much time has passed, and the median counts.
    pub again: Duration,
}

impl Terms {
    /// A task is usually repeated for so long.
    pub const AGAIN: Duration = Duration::from_millis(20);

    /// How long is waited for a contestant that does not stop by itself.
    fn patience(&self) -> Duration {
        self.timeout.saturating_add(self.timeout / 10).saturating_add(Duration::from_secs(2))
    }
}

/// A program may take so long to be ready: some load half a gigabyte.
const START: Duration = Duration::from_secs(60);

/// What a contestant may be wrong about the time by: a clock is not a ruler.
const SLACK: f64 = 1e-3;

/// A contestant at work.
pub(super) struct Lane {
    contestant: Contestant,
    process: Option<Process>,
    /// Whether it has answered the easy question. Who asks to be started anew is not asked it again;
    /// who was stopped or failed is.
    is_warm: bool,
    /// Whether it could not even answer the easy question, so that there is no use in asking more.
    pub(super) is_unfit: bool,
    /// Who it said it is.
    pub(super) solver: Option<String>,
}

/// How asking failed, in words that follow the name of the contestant.
enum Silent {
    /// It did not answer in time.
    Hangs,
    /// It cannot be talked with.
    Broken(String),
}

/// What was answered, and how long the way there and back took.
type Answered = Result<(Reply, Duration), Silent>;

impl Lane {
    pub(super) fn new(contestant: Contestant) -> Self {
        Self { contestant, process: None, is_warm: false, is_unfit: false, solver: None }
    }

    /// The reply to a task, with its time set; a claim is not checked yet.
    ///
    /// # Errors
    ///
    /// [`Stop`], where the race itself is to stop.
    pub(super) fn ask(&mut self, task: &Task, terms: Terms, limit: &Limit) -> Result<Reply, Stop> {
        if self.process.is_none()
            && let Err(what) = self.start(task, terms, limit)?
        {
            self.is_unfit = true;
            return Ok(self.failed(Silent::Broken(what)));
        }
        let seconds = terms.timeout.as_secs_f64();
        let question = Question::of(task, seconds, terms.threads, terms.again.as_secs_f64());
        // Repetitions end soon after their time, but the first run may take all of its own.
        let (mut reply, took) = match self.send(&question, terms.patience(), limit)? {
            Ok(answered) => answered,
            Err(silent) => return Ok(self.failed(silent)),
        };
        let took = took.as_secs_f64();
        match reply.seconds {
            Some(seconds) if !(0.0..=took + SLACK).contains(&seconds) => {
                let what = format!("says that it took {seconds} s, of {took:.3} s that passed");
                return Ok(self.failed(Silent::Broken(what)));
            }
            Some(_) => {}
            None => reply.seconds = Some(took),
        }
        if reply.solver.is_some() {
            self.solver.clone_from(&reply.solver);
        }
        if let Some(what) = beyond_belief(&reply.costs) {
            return Ok(self.failed(Silent::Broken(what)));
        }
        // Who was stopped may have left something at work.
        if matches!(reply.claim, Claim::Stopped | Claim::Failed { .. }) {
            self.end();
        } else if reply.restart {
            self.process = None;
        }
        Ok(reply)
    }

    /// Starts the program, and for the first time asks it something easy.
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
        let question = Question::of(&easy, START.as_secs_f64(), terms.threads, 0.0);
        Ok(match self.send(&question, START, limit)? {
            Ok((Reply { claim: Claim::Failed { reason }, .. }, _)) => Err(reason),
            Ok(_) => {
                self.is_warm = true;
                Ok(())
            }
            Err(Silent::Broken(what)) => Err(what),
            Err(Silent::Hangs) => {
                let start = START.as_secs();
                Err(format!("does not answer an easy question within {start} s"))
            }
        })
    }

    /// Sends a question and waits for its reply.
    fn send(
        &mut self,
        question: &Question,
        patience: Duration,
        limit: &Limit,
    ) -> Result<Answered, Stop> {
        let process = self.process.as_mut().expect("it was started");
        if process.has_line() {
            return Ok(Err(Silent::Broken("writes a line that nobody asked for".into())));
        }
        let mut text = serde_json::to_string(question).expect("a question is plain data");
        text.push('\n');
        let begin = Instant::now();
        process.send(text);
        let line = match process.line(&limit.clone().or_timeout(patience)) {
            Ok(line) => line,
            Err(Silence::Ended(what)) => return Ok(Err(Silent::Broken(what))),
            Err(Silence::Stop(_)) => {
                limit.check()?;
                return Ok(Err(Silent::Hangs));
            }
        };
        let took = begin.elapsed();
        Ok(match serde_json::from_str(&line) {
            Ok(reply) => Ok((reply, took)),
            Err(error) => {
                let line = quote(&line);
                Err(Silent::Broken(format!("answers '{line}', which is no reply: {error}")))
            }
        })
    }

    /// Ends the process for a reason.
    fn end(&mut self) {
        self.process = None;
        self.is_warm = false;
    }

    /// The reply of one who gave none; the process is ended.
    fn failed(&mut self, silent: Silent) -> Reply {
        self.end();
        let claim = match silent {
            Silent::Hangs => Claim::Stopped,
            Silent::Broken(reason) => Claim::Failed { reason },
        };
        Reply::of(claim)
    }
}

/// What is said of costs that cannot be.
fn beyond_belief(costs: &Costs) -> Option<String> {
    // More than a thousand years on a million cores, or than all memory there is.
    const MOST: f64 = 1e16;
    let cpu = costs.cpu.filter(|cpu| !(0.0..MOST).contains(cpu));
    if let Some(cpu) = cpu {
        return Some(format!("says that it took {cpu} s of processor time"));
    }
    let memory = costs.memory.filter(|&bytes| bytes as f64 >= MOST)?;
    Some(format!("says that it took {memory} bytes of memory"))
}
