//! Races: methods and other programs on the same boards and games.

use std::env;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet::solver::Stop;
use tercet_lab::race::{self, Event, Field, RaceError, Report};
use tercet_models::Symmetry;

use crate::question::{Answered, Question};
use crate::search::no_such_method;
use crate::{Code, Error, Name, Progress, Seconds, Session, Status, Whole};

/// A race: all contestants, each a process of its own, answer the same question about the same
/// boards, or play the same games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Race {
    /// What is raced on; random boards of (3,4) by default.
    pub field: Field,
    /// How many boards or games of each size; a file has one of each.
    pub boards: NonZeroUsize,
    /// The seed of the first board or game of each size, and the next one has the next seed; a
    /// fresh one by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Whole>,
    /// The methods that race; by default all that are available and able.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub methods: Option<Vec<String>>,
    /// The programs that race besides, as files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub peers: Vec<PathBuf>,
    /// The most time for each board or game; 10 s by default.
    pub timeout: Seconds,
    /// Work that takes less time than this is repeated; 20 ms by default.
    pub again: Seconds,
    /// The threads that each contestant may use; one for each processor by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<NonZeroUsize>,
    /// The most bytes for what a method remembers; 2^30 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<usize>,
    /// How a model that gives each card of a set a slot orders them.
    pub symmetry: Name<Symmetry>,
    /// The command that starts the SMT-LIB 2 solver; without one z3 or cvc5 is looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smt_solver: Option<String>,
    /// The file of the program `tercet`, whose command `peer` runs the methods; by default the
    /// program that asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tercet: Option<PathBuf>,
}

impl Default for Race {
    fn default() -> Self {
        let race::Request { field, boards, timeout, again, .. } = race::Request::default();
        Self {
            field,
            boards,
            seed: None,
            methods: None,
            peers: Vec::new(),
            timeout: timeout.into(),
            again: again.into(),
            threads: None,
            memory: None,
            symmetry: Name::default(),
            smt_solver: None,
            tercet: None,
        }
    }
}

impl Answered for Report {
    fn status(&self) -> Status {
        if self.stopped { Status::Stopped } else { Status::Yes }
    }
}

impl Question for Race {
    type Answer = Report;

    fn ask(&self, session: &Session) -> Result<Report, Error> {
        let mut heats = 0;
        self.watch(session, &mut |race, event| {
            if let Event::Heat(heat) = event {
                session.report(|| Progress {
                    what: format!("heats ({})", race.contestants()[heat.contestant].name),
                    done: heats,
                    of: Some(race.heats().len() as u64),
                });
                heats += 1;
            }
        })
    }
}

impl Race {
    /// Runs the race as [`Question::ask`] does, and tells a watcher what happens.
    ///
    /// # Errors
    ///
    /// As [`Question::ask`]; if the session is cancelled, the report says so and contains what was
    /// measured until then.
    pub fn watch(
        &self,
        session: &Session,
        watcher: &mut dyn FnMut(&race::Race, Event<'_>),
    ) -> Result<Report, Error> {
        let (request, tercet) = (self.request(session)?, self.program()?);
        Ok(race::run(&request, &tercet, &session.limit(None), watcher)?)
    }

    fn request(&self, session: &Session) -> Result<race::Request, Error> {
        let usual = race::Request::default();
        Ok(race::Request {
            field: self.field.clone(),
            boards: self.boards,
            seed: session.seed(self.seed.as_ref())?,
            methods: self.methods.clone(),
            peers: self.peers.clone(),
            timeout: self.timeout.0,
            again: self.again.0,
            threads: self.threads,
            memory: self.memory.unwrap_or(usual.memory),
            symmetry: self.symmetry.0,
            smt_solver: self.smt_solver.clone(),
        })
    }

    fn program(&self) -> Result<PathBuf, Error> {
        self.tercet.clone().map_or_else(env::current_exe, Ok).map_err(|error| {
            let message = format!("cannot find the program that asks ({error})");
            Error::new(Code::File, message).of_field("tercet")
        })
    }
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
            RaceError::Matching(_) | RaceError::TooLarge(_) => new(Code::OutOfRange, "field"),
            RaceError::File { error, .. } => error.into(),
            RaceError::UnknownMethod(error) => no_such_method(&error.0).of_field("methods"),
            RaceError::Missing { method, .. } => new(Code::MethodMissing, "methods").about(method),
            RaceError::Unable { method, .. } => new(Code::MethodUnable, "methods").about(method),
            RaceError::Peer(_) => new(Code::File, "peers"),
            RaceError::SameName(name) => new(Code::Conflict, "peers").about(name),
            RaceError::NoContestants => new(Code::Conflict, "contestants"),
            RaceError::Contradiction(failure) => Stop::Failed(failure).into(),
        }
    }
}
