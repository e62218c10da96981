//! A contestant of a race, a program that answers questions line by line, and its lane: the process in
//! which it runs. A lane is started, asked an easy first question, asked about tasks, and ended if it does
//! not answer in time.

use std::borrow::Cow;
use std::env;
use std::iter;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tercet::Deck;
use tercet::data::json;
use tercet::game::Refill;
use tercet::solver::{Family, Limit, Method, Question as Asked, Stop};
use tercet_models::process::{Process, Silence, quote, words};

use super::protocol::{self, Claim, GRACE, Question, Reply, START};
use super::request::{RaceError, Request};
use super::task::Task;
use tercet_plot::words;

/// A program that follows the [protocol](super::protocol) of races.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// The name in tables and plots.
    pub name: String,
    /// The program.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The method, if it is one of Tercet's. These play whole games; other contestants are asked board
    /// by board.
    pub method: Option<Method>,
    /// The deal after a set was taken, if it is not that of the game.
    pub refill: Option<Refill>,
    /// It begins on what a game with this refill has left, with all other cards in the deck.
    pub left_by: Option<Refill>,
}

impl Contestant {
    /// A method of Tercet, run as `tercet peer METHOD`, where `tercet` is the program with this command.
    /// The memory and the options of the models are passed on; the threads are part of a question.
    pub fn method(tercet: &Path, method: &Method, request: &Request) -> Self {
        let options = [
            ("--symmetry", Some(request.symmetry.to_string())),
            ("--memory", request.memory.map(|memory| memory.to_string())),
            ("--smt-solver", request.smt_solver.clone()),
        ];
        let options = options.into_iter().filter_map(|(name, value)| Some([name.into(), value?]));
        let command = ["peer", method.name].map(String::from);
        Self {
            name: method.name.into(),
            program: tercet.display().to_string(),
            arguments: command.into_iter().chain(options.flatten()).collect(),
            method: Some(method.clone()),
            refill: None,
            left_by: None,
        }
    }

    /// Another program, by its file or by a command: a file, or the name of a program on the `PATH`, and
    /// arguments, with quotes around words that contain spaces. A file that ends with `.py` is run by `python3`; others are started as they are. The
    /// name of the contestant joins those of the file and of the arguments, without folders and
    /// extensions: `peers/dlx.py /usr/bin/ssxcc` is `dlx-ssxcc`.
    ///
    /// # Errors
    ///
    /// [`RaceError::Peer`] if there is no such file, or a quote is not closed.
    pub fn peer(command: &Path) -> Result<Self, RaceError> {
        // The name of a file may contain spaces.
        let (file, others) = if command.exists() {
            (command.to_owned(), Vec::new())
        } else {
            let command = command.display().to_string();
            let mut words = words(&command).map_err(|mark| RaceError::Peer {
                what: format!("a quote ({mark}) is not closed"),
                file: command.clone(),
            })?;
            let others = words.split_off(words.len().min(1));
            (words.pop().unwrap_or(command).into(), others)
        };
        let path = on_path(&file).map_or_else(|| whole_path(&file), Ok)?;
        let path = path.display().to_string();
        let (program, mut arguments) = match file.extension() {
            Some(ending) if ending == "py" => ("python3".into(), vec![path]),
            _ => (path, Vec::new()),
        };
        let stem = |path: &Path| path.file_stem().unwrap_or_default().display().to_string();
        let further = others.iter().map(|word| stem(word.trim_start_matches('-').as_ref()));
        let name = iter::once(stem(&file)).chain(further).collect::<Vec<_>>().join("-");
        arguments.extend(others);
        Ok(Self { name, program, arguments, method: None, refill: None, left_by: None })
    }

    /// The name and version of the solver behind a program, if it answers an easy question and says so.
    ///
    /// # Errors
    ///
    /// [`Stop`], if the limit is reached.
    pub fn solver(&self, limit: &Limit) -> Result<Option<String>, Stop> {
        let mut lane = Lane::new(self.clone());
        let threads = NonZeroUsize::MIN;
        let terms = Terms { timeout: START, threads, again: Duration::ZERO };
        lane.ask(&Task::dealt(Deck::CLASSIC, 12, Asked::Find, 0), terms, limit)?;
        Ok(lane.solver)
    }

    /// Whether it is a method of Tercet, which plays whole games.
    pub const fn is_ours(&self) -> bool {
        self.method.is_some()
    }

    /// Whether it can do a task. Any board and any game may be given to a program that is not a method of Tercet.
    pub fn is_able(&self, task: &Task) -> bool {
        match &self.method {
            Some(method) => method.can(task.question(), task.deck()),
            None => !matches!(task, Task::Hands { .. }),
        }
    }

    /// Whether its search is that of another program or library than Tercet.
    pub fn is_outside(&self) -> bool {
        self.method.as_ref().is_none_or(|method| method.family == Family::Model)
    }

    /// A task by its own rules.
    pub(super) fn own<'a>(&self, task: &'a Task) -> Cow<'a, Task> {
        let task = self.left_by.map_or(Cow::Borrowed(task), |refill| {
            Cow::Owned(task.clone().refilled(refill).on_what_is_left())
        });
        match self.refill {
            Some(refill) => Cow::Owned(task.into_owned().refilled(refill)),
            None => task,
        }
    }
}

/// The whole path of a file: a program without a folder in its name would be searched for on the path.
fn whole_path(file: &Path) -> Result<PathBuf, RaceError> {
    let what = match file.canonicalize() {
        Ok(path) if path.is_file() => return Ok(path),
        Ok(path) if path.is_dir() => "this is a folder: name a program in it",
        Ok(_) => "this is no program: name one that follows the protocol of races",
        Err(_) => "no such file: name a program that follows the protocol of races",
    };
    Err(RaceError::Peer { file: file.display().to_string(), what: what.into() })
}

/// The program on the `PATH` of this name, if no file here has it.
fn on_path(name: &Path) -> Option<PathBuf> {
    if name.components().count() != 1 || name.exists() {
        return None;
    }
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join(name)).find(|file| file.is_file())
}

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

impl Lane {
    pub(super) fn new(contestant: Contestant) -> Self {
        Self { contestant, process: None, asked: 0, is_warm: false, is_unfit: false, solver: None }
    }

    /// Ends the process, so that the next question is asked to a new one. Where its memory lies lasts as
    /// long as a process, and can change all of its times by a tenth.
    pub(super) fn renew(&mut self) {
        self.process = None;
    }

    /// The reply to a task, with the time that counts; its claim is not checked yet.
    ///
    /// # Errors
    ///
    /// [`Stop`], if the race itself is stopped.
    pub(super) fn ask(&mut self, task: &Task, terms: Terms, limit: &Limit) -> Result<Reply, Stop> {
        if self.process.is_none()
            && let Some(reason) = self.start(task, terms, limit)?
        {
            self.is_unfit = true;
            self.end();
            return Ok(Claim::Failed { reason }.into());
        }
        let (reply, outside) = self.send(task, terms, terms.patience(), limit)?;
        Ok(self.accept(reply, outside, terms))
    }

    /// A reply with the time that counts, or the reply that says what is wrong with it.
    fn accept(&mut self, mut reply: Reply, outside: Duration, terms: Terms) -> Reply {
        let time = match reply.claim {
            Claim::Failed { .. } => Ok(None),
            Claim::Stopped => protocol::stopped(outside, terms.timeout).map(Some),
            _ => {
                let (is_repeated, is_ours) = (!terms.again.is_zero(), self.contestant.is_ours());
                protocol::counted(&reply, outside, is_repeated, is_ours).map(Some)
            }
        };
        match time.and_then(|time| protocol::check(&reply.costs).map(|()| time)) {
            Ok(time) => reply.seconds = time,
            Err(reason) => reply = Claim::Failed { reason }.into(),
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

    /// Starts the program; the first time, asks it an easy question. If it is unfit, the reason is returned, in words
    /// that follow its name.
    fn start(&mut self, task: &Task, terms: Terms, limit: &Limit) -> Result<Option<String>, Stop> {
        let Contestant { program, arguments, .. } = &self.contestant;
        match Process::start(program, arguments) {
            Ok(process) => self.process = Some(process),
            Err(error) => return Ok(Some(format!("cannot be started: {program}: {error}"))),
        }
        if self.is_warm {
            return Ok(None);
        }
        let deck = task.deck();
        let easy = Task::dealt(deck, deck.values().min(12), task.question(), 0);
        let terms = Terms { timeout: START, again: Duration::ZERO, ..terms };
        let (reply, outside) = self.send(&easy, terms, START, limit)?;
        let [after, start] = [outside, START].map(|time| words::time(time.as_secs_f64()));
        Ok(match reply.claim {
            Claim::Failed { reason } => Some(reason),
            Claim::Stopped if outside < START => {
                Some(format!("gave up an easy first question after {after} of {start}"))
            }
            Claim::Stopped => {
                let start = START.as_secs();
                Some(format!("does not answer an easy first question within {start} s"))
            }
            _ => {
                self.is_warm = true;
                None
            }
        })
    }

    /// Sends a question and waits for its reply. It is returned with the time from sending the question to receiving
    /// the reply. A contestant without a valid reply has failed; one that does not reply in time was stopped.
    fn send(
        &mut self,
        task: &Task,
        terms: Terms,
        patience: Duration,
        limit: &Limit,
    ) -> Result<(Reply, Duration), Stop> {
        let failed = |reason: String| Ok((Claim::Failed { reason }.into(), Duration::ZERO));
        let process = self.process.as_mut().expect("the process was started");
        if process.has_line() {
            return failed("writes a line before it is asked".into());
        }
        self.asked = self.asked.wrapping_add(1);
        let id = self.asked;
        let question = Question::of(id, task, terms);
        let mut text = serde_json::to_string(&question).expect("a question is plain data");
        text.push('\n');
        let begin = Instant::now();
        process.send(text);
        let line = match process.line(&limit.clone().or_timeout(patience)) {
            Ok(line) => line,
            // Ctrl-C may reach the programs of a race together with the race.
            Err(Silence::Ended(what)) => return limit.check().and_then(|()| failed(what)),
            Err(Silence::Stop(_)) => {
                limit.check()?;
                return Ok((Claim::Stopped.into(), patience));
            }
        };
        let outside = begin.elapsed();
        let reply: Reply = match json::read(line.as_bytes()) {
            Ok(reply) => reply,
            Err(why) => {
                let line = quote(&line);
                return failed(format!("answers '{line}', which is not a reply: {why}"));
            }
        };
        match reply.id {
            Some(theirs) if theirs == id => Ok((reply, outside)),
            // It did not understand the question, and says why.
            None if matches!(reply.claim, Claim::Failed { .. }) => Ok((reply, outside)),
            Some(theirs) => failed(format!("replies to question {theirs} instead of {id}")),
            None => failed(format!("replies without the number of its question, {id}")),
        }
    }

    /// Ends the process; the next one is asked the easy question again.
    fn end(&mut self) {
        self.process = None;
        self.is_warm = false;
    }
}
