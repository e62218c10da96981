//! Races: methods and other programs on the same boards and games.

use std::collections::BTreeMap;
use std::env;
use std::path::PathBuf;

use crc32fast::Hasher;
use tercet_race::machine::machine;
use tercet_race::{self as race, Course, Event, RaceError, Report, Task};

use crate::prelude::*;
use crate::{Bounded, Race};

/// The result of a race, with all that is needed to run it again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Raced {
    /// The result.
    #[serde(flatten)]
    pub report: Report,
    /// The version of Tercet.
    pub version: String,
    /// Facts about the machine, by their names.
    pub machine: BTreeMap<String, String>,
    /// The race, with its seed.
    pub request: Box<Race>,
    /// The CRC-32 of each board or game, size by size, as eight hexadecimal digits.
    pub digests: Vec<Vec<String>>,
    /// Why boards were not run, in a race in parts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
}

impl Answered for Raced {
    fn status(&self) -> Status {
        if self.report.stopped { Status::Stopped } else { Status::Yes }
    }

    fn reason(&self) -> Option<&Reason> {
        self.reason.as_ref()
    }
}

impl Bounded for Race {}

impl Question for Race {
    type Answer = Raced;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        Err(cost::forbidden("race", "it starts programs"))
    }

    fn ask(&self, session: &Session) -> Result<Raced, Error> {
        self.ask_into(session, &mut |_| ControlFlow::Continue(()))
    }
}

impl Streamed for Race {
    /// An event of the race.
    type Item<'a> = (&'a race::Race, Event<'a>);

    fn ask_into(&self, session: &Session, sink: &mut Sink<'_, Self>) -> Result<Raced, Error> {
        let (request, tercet) = (seeded(self, session)?, program(self)?);
        let digests = digests(&request)?;
        let session = session.part();
        let mut heats = 0;
        let report = race::run(&request, &tercet, &session.limit(None), &mut |race, event| {
            if let Event::Heat(heat) = event {
                session.report(|| Progress {
                    what: format!("heats ({})", race.contestants[heat.contestant].name),
                    done: heats,
                    of: Some((race.heats().len() * self.rounds.get()) as u64),
                });
                heats += 1;
            }
            if sink((race, event)).is_break() {
                session.cancel();
            }
        })?;
        Ok(Raced {
            version: env!("CARGO_PKG_VERSION").into(),
            machine: machine().into_iter().collect(),
            request: Box::new(Self { threads: Some(report.threads), tercet: None, ..request }),
            digests,
            reason: None,
            report,
        })
    }
}

/// The race with the requested seed, or with a fresh one.
pub(crate) fn seeded(race: &Race, session: &Session) -> Result<Race, Error> {
    Ok(Race { seed: Some(session.seed(race.seed.as_ref())?.into()), ..race.clone() })
}

/// The file of the program that runs the methods.
pub(crate) fn program(race: &Race) -> Result<PathBuf, Error> {
    race.tercet.clone().map_or_else(env::current_exe, Ok).map_err(|error| {
        error!(File, "cannot find the program that asks ({error})").of_field("tercet")
    })
}

/// The digests of the boards or games of a race with a seed, size by size.
pub(crate) fn digests(race: &Race) -> Result<Vec<Vec<String>>, Error> {
    // Over the deck and the cards, or the rules of the game.
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
            Task::Hands { seed, cards, number, .. } => {
                digest.update(format!("{seed} {cards} {number}").as_bytes());
            }
        }
        format!("{:08x}", digest.finalize())
    };
    let of = |course: &Course| course.tasks.iter().map(digest).collect();
    Ok(race.courses()?.0.iter().map(of).collect())
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
            RaceError::File { error, .. } => (*error).into(),
            RaceError::UnknownMethod(error) => Self::from(error).of_field("methods"),
            RaceError::Missing { method, .. } => new(Code::MethodMissing, "methods").about(method),
            RaceError::Unable { method, .. } => new(Code::MethodUnable, "methods").about(method),
            RaceError::Peer { .. } => new(Code::File, "peers"),
            RaceError::SameName(name) => new(Code::Conflict, "peers").about(name),
            RaceError::NoContestants => new(Code::Conflict, "contestants"),
            RaceError::Contradiction(stop) => stop.into(),
        }
    }
}
