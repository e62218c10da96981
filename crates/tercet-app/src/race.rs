//! Races: methods and other programs on the same boards and games.

use std::collections::BTreeMap;
use std::env;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use crc32fast::Hasher;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet_lab::race::compare::Comparison;
use tercet_lab::race::{self, Course, Event, Field, RaceError, Report, Task};
use tercet_lab::reproduce::machine;
use tercet_models::{Models, Symmetry};

use crate::cost::{self, Cost, Means};
use crate::question::{Answered, Question};
use crate::{Code, Error, Item, Progress, Seconds, Session, Sink, Status, Whole};

/// A race: all contestants, each a process of its own, answer the same question about the same
/// boards, or play the same games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Race {
    /// The boards or games of the race; random boards of (3,4) by default.
    pub field: Field,
    /// How many boards or games of each size; a file has one of each.
    pub boards: NonZeroUsize,
    /// The seed of the first board or game of each size; each further one has the next seed. A
    /// fresh seed by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Whole>,
    /// The methods that race; by default all that are available and able.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub methods: Option<Vec<String>>,
    /// The files of other programs that race, too.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub peers: Vec<PathBuf>,
    /// How many times each size is run. The rounds of all contestants alternate, and the time of a
    /// trial is the median over its rounds.
    pub rounds: NonZeroUsize,
    /// The file of the program `tercet` of another version: each method races in that version, too,
    /// and the answer compares the two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<PathBuf>,
    /// The time limit for each board or game; 10 s by default.
    pub timeout: Seconds,
    /// Work that takes less time than this is repeated; 20 ms by default.
    pub again: Seconds,
    /// The threads that each contestant may use; one for each processor by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<NonZeroUsize>,
    /// The maximum number of bytes for the partial results that a method remembers; 2^30 by
    /// default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<usize>,
    /// How a model that gives each card of a set a slot orders the cards.
    pub symmetry: Symmetry,
    /// The command that starts the SMT-LIB 2 solver; by default Tercet looks for z3 or cvc5.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smt_solver: Option<String>,
    /// The file of the program `tercet`, whose command `peer` runs the methods; by default the
    /// program that asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tercet: Option<PathBuf>,
}

impl Default for Race {
    fn default() -> Self {
        let race::Request { field, boards, rounds, timeout, again, .. } = race::Request::default();
        Self {
            field,
            boards,
            seed: None,
            methods: None,
            peers: Vec::new(),
            rounds,
            old: None,
            timeout: timeout.into(),
            again: again.into(),
            threads: None,
            memory: None,
            symmetry: Symmetry::default(),
            smt_solver: None,
            tercet: None,
        }
    }
}

/// The result of a race, with all that is needed to run it again and to compare the two results.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Raced {
    /// The result.
    #[serde(flatten)]
    pub report: Report,
    /// The version of Tercet.
    pub version: String,
    /// Facts about the machine, by their names.
    pub machine: BTreeMap<String, String>,
    /// The race, with its seed.
    pub request: Race,
    /// The CRC-32 of each board or game, size by size, as eight hexadecimal digits.
    pub digests: Vec<Vec<String>>,
    /// The comparison with another version, if one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Comparison>,
}

impl Answered for Raced {
    /// Whether no contestant is slower, if two versions were compared.
    fn status(&self) -> Status {
        let is_slower = self.comparison.as_ref().is_some_and(Comparison::is_slower);
        if self.report.stopped {
            Status::Stopped
        } else if is_slower {
            Status::No
        } else {
            Status::Yes
        }
    }
}

impl Question for Race {
    type Answer = Raced;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        Err(cost::forbidden("race", "it starts programs"))
    }

    fn ask(&self, session: &Session) -> Result<Raced, Error> {
        self.ask_into(session, &mut |_| ControlFlow::Continue(()))
    }

    fn ask_into(&self, session: &Session, sink: &mut Sink<'_>) -> Result<Raced, Error> {
        let (request, tercet) = (self.request(session)?, self.program()?);
        let digests = digests(&request)?;
        let session = session.part();
        let mut heats = 0;
        let report = race::run(&request, &tercet, &session.limit(None), &mut |race, event| {
            if let Event::Heat(heat) = event {
                session.report(|| Progress {
                    what: format!("heats ({})", race.contestants()[heat.contestant].name),
                    done: heats,
                    of: Some((race.heats().len() * self.rounds.get()) as u64),
                });
                heats += 1;
            }
            if sink(Item::Race(race, event)).is_break() {
                session.canceller().cancel();
            }
        })?;
        Ok(Raced {
            version: env!("CARGO_PKG_VERSION").into(),
            machine: machine().into_iter().collect(),
            request: Self {
                seed: Some(report.seed.into()),
                threads: Some(report.threads),
                tercet: None,
                ..self.clone()
            },
            digests,
            comparison: Comparison::side_by_side(&report),
            report,
        })
    }
}

impl Race {
    /// The digests of the boards or games, size by size.
    pub(crate) fn digests(&self, session: &Session) -> Result<Vec<Vec<String>>, Error> {
        digests(&self.request(session)?)
    }

    fn request(&self, session: &Session) -> Result<race::Request, Error> {
        let usual = race::Request::default();
        Ok(race::Request {
            field: self.field.clone(),
            boards: self.boards,
            seed: session.seed(self.seed.as_ref())?,
            methods: self.methods.clone(),
            peers: self.peers.clone(),
            rounds: self.rounds,
            old: self.old.clone(),
            timeout: self.timeout.0,
            again: self.again.0,
            threads: self.threads,
            memory: self.memory.unwrap_or(usual.memory),
            models: Models {
                symmetry: self.symmetry,
                program: self.smt_solver.as_deref().map(Arc::from),
                members: Vec::new(),
            },
        })
    }

    fn program(&self) -> Result<PathBuf, Error> {
        self.tercet.clone().map_or_else(env::current_exe, Ok).map_err(|error| {
            let message = format!("cannot find the program that asks ({error})");
            Error::new(Code::File, message).of_field("tercet")
        })
    }
}

fn digests(request: &race::Request) -> Result<Vec<Vec<String>>, Error> {
    let (courses, _) = request.courses()?;
    Ok(courses.iter().map(digests_of).collect())
}

/// The digest of each task of a course, over its deck and its cards, or the rules of its game.
fn digests_of(course: &Course) -> Vec<String> {
    let digest = |task: &Task| {
        let mut digest = Hasher::new();
        digest.update(format!("{} {:?}", task.deck(), task.question()).as_bytes());
        match task {
            Task::Board { board, .. } => {
                for &card in board.cards() {
                    digest.update(&board.deck().rank(card).to_le_bytes());
                }
            }
            Task::Game { seed, rules, .. } => digest.update(format!("{seed} {rules:?}").as_bytes()),
        }
        format!("{:08x}", digest.finalize())
    };
    course.tasks.iter().map(digest).collect()
}

impl From<RaceError> for Error {
    fn from(error: RaceError) -> Self {
        let message = error.to_string();
        let new = |code, field: &str| Self::new(code, message).of_field(field);
        match error {
            RaceError::NoTime => new(Code::OutOfRange, "timeout"),
            RaceError::Deck { .. } => new(Code::NoSuchDeck, "field"),
            RaceError::Cards { cards, deck } => new(Code::OutOfRange, "sizes")
                .about(cards.to_string())
                .with("most", Whole::from(deck.size())),
            RaceError::TooManyCards { .. } => new(Code::OutOfRange, "boards"),
            RaceError::Game(_) => new(Code::OutOfRange, "goals"),
            RaceError::Matching(_) => new(Code::OutOfRange, "field"),
            RaceError::File { error, .. } => (*error).into(),
            RaceError::UnknownMethod(error) => Self::from(error).of_field("methods"),
            RaceError::Missing { method, .. } => new(Code::MethodMissing, "methods").about(method),
            RaceError::Unable { method, .. } => new(Code::MethodUnable, "methods").about(method),
            RaceError::Peer(_) => new(Code::File, "peers"),
            RaceError::SameName(name) => new(Code::Conflict, "peers").about(name),
            RaceError::NoContestants => new(Code::Conflict, "contestants"),
            RaceError::Contradiction(stop) => stop.into(),
        }
    }
}
