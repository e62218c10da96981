//! A whole game, event by event.

use std::io::Write;
#[cfg(feature = "native")]
use std::path::{Path, PathBuf};
use std::time::Duration;

use num_bigint::BigUint;
use tercet::game::{Event, Game, Pick, Recorder, Refill, Rules};
use tercet::named;

use crate::Remembered;
use crate::prelude::*;
use crate::search::unable;

/// A whole game: cards are dealt; a set of the board is taken; if the board has no set, v more
/// cards are dealt. It ends after `goal` sets, or when the deck is empty and no set is left.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Play {
    /// The deck.
    pub deck: Deck,
    /// The rules, from which `start`, `refill` and `pick` may differ; `classic` for (3,4), else
    /// `thesis`.
    pub rules: Option<RuleBook>,
    /// How many cards are dealt at first; v·p by default, or the whole of a smaller deck.
    pub start: Option<usize>,
    /// What is dealt after a set.
    pub refill: Option<Refill>,
    /// Which set of the board is taken.
    pub pick: Option<Pick>,
    /// After how many sets the game ends; by default it continues to the end of the deck.
    pub goal: Option<Whole>,
    /// The seed of the deals and picks; a fresh one by default.
    pub seed: Option<Whole>,
    /// The method, with its settings and limits. The time limit applies to the whole game.
    pub search: Search,
    /// How cards are written in the answer; the shortest notation by default.
    pub notation: Option<Notation>,
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Played {
    /// The deck.
    pub deck: Deck,
    /// The seed.
    pub seed: Whole,
    /// The rules.
    pub rules: GameRules,
    /// The method that found the sets.
    #[serde(flatten)]
    pub method: AnsweredBy,
    /// How the game ended.
    pub answer: GameEnd,
    /// Which limit ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// How many sets were taken.
    pub count: Whole,
    /// The sets in the order in which they were taken.
    pub taken: Vec<TakenSet>,
    /// How many cards are left on the board.
    pub size: usize,
    /// These cards.
    pub cards: Vec<String>,
    /// How many cards are left in the deck.
    pub deck_left: Whole,
    /// How many boards held no set.
    pub boards_without_set: usize,
    /// The most cards that lay on the board at once.
    pub largest_board: usize,
    /// The most partial sets that the method remembered, for methods that remember them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered: Option<Remembered>,
    /// How long the game took.
    pub seconds: Seconds,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GameEnd {
    /// With the last set of its goal.
    Goal,
    /// With the deck: it is empty, and the board holds no set.
    Deck,
    /// By a limit, or the game is not over.
    Stopped,
}

/// The rules of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GameRules {
    /// How many cards are dealt at first.
    pub start: usize,
    /// What is dealt after a set.
    pub refill: Refill,
    /// Which set is taken.
    pub pick: Pick,
    /// After how many sets the game ends; `null` if it continues to the end of the deck.
    pub goal: Option<Whole>,
}

/// A set that was taken.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TakenSet {
    /// Its cards.
    pub cards: Vec<String>,
    /// How many cards lay on the board, the set included.
    pub size: usize,
    /// How many cards were left in the deck.
    pub deck_left: Whole,
}

impl Answered for Played {
    fn status(&self) -> Status {
        match self.answer {
            GameEnd::Stopped => Status::Stopped,
            GameEnd::Deck if self.rules.goal.is_some() => Status::No,
            GameEnd::Deck | GameEnd::Goal => Status::Yes,
        }
    }
}

named! {
    /// A book of rules.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum RuleBook is "book of rules" {
        /// The game in the shops ([`Rules::classic`]).
        Classic = "classic",
        /// The game of Takeshita's thesis ([`Rules::thesis`]).
        Thesis = "thesis",
    }
}

/// A game in progress, driven event by event, with its history.
pub struct PlayedGame {
    game: Game,
    method: Method,
    notation: Notation,
    session: Session,
    limit: Limit,
    log: Option<Log>,
    /// The folder for proofs, and the threads for them.
    #[cfg(feature = "native")]
    proofs: Option<(PathBuf, NonZeroUsize)>,
    begun: bool,
    stopped: Option<Reason>,
    taken: Vec<(Set, usize, BigUint)>,
    without_set: usize,
    largest: usize,
    time: Duration,
}

impl Play {
    /// The game before its first event. Its time starts now.
    ///
    /// # Errors
    ///
    /// [`Code::OutOfRange`] for rules that do not suit the deck, and the errors of the method.
    pub fn begin(&self, session: &Session) -> Result<PlayedGame, Error> {
        let deck = self.deck;
        let notation = notation(self.notation, deck)?;
        let rules = self.rules(deck)?;
        let question = match rules.pick {
            Pick::Found => solver::Question::Find,
            Pick::First | Pick::Uniform => solver::Question::Enumerate,
        };
        let method = self.search.method(question, deck)?;
        let seed = session.seed(self.seed.as_ref())?;
        let options = self.search.options(session);
        let game =
            Game::by(&method, &options, deck, rules, seed).map_err(|stop| match &stop.reason {
                solver::Reason::Unsupported(why) => unable(&method, question, why),
                _ => stop.into(),
            })?;
        Ok(PlayedGame {
            game,
            method,
            notation,
            session: session.clone(),
            limit: session.limit(self.search.timeout),
            log: None,
            #[cfg(feature = "native")]
            proofs: None,
            begun: false,
            stopped: None,
            taken: Vec::new(),
            without_set: 0,
            largest: 0,
            time: Duration::ZERO,
        })
    }

    /// The rules that are asked for.
    pub(crate) fn rules(&self, deck: Deck) -> Result<Rules, Error> {
        let usual = if deck == Deck::CLASSIC { RuleBook::Classic } else { RuleBook::Thesis };
        let rules = match self.rules.unwrap_or(usual) {
            RuleBook::Classic => Rules::classic(deck),
            RuleBook::Thesis => Rules::thesis(deck),
        };
        let goal = self.goal.as_ref().map(|goal| {
            goal.get().ok_or_else(|| {
                error!(OutOfRange, "no game of {deck} takes {goal} sets").about(goal.to_string())
            })
        });
        Ok(Rules {
            start: self.start.unwrap_or(rules.start),
            refill: self.refill.unwrap_or(rules.refill),
            pick: self.pick.unwrap_or(rules.pick),
            sets: goal.transpose()?,
        })
    }
}

impl PlayedGame {
    /// Records the game from its beginning: a line for each event, written as soon as it happens. A
    /// process that is killed leaves a record that verifies as far as it goes.
    ///
    /// # Errors
    ///
    /// [`Code::File`] if the first line cannot be written, [`Code::Conflict`] if the game has
    /// begun.
    pub fn record(&mut self, output: impl Write + 'static, name: &str) -> Result<(), Error> {
        if self.begun {
            return Err(error!(Conflict, "a record begins with its game"));
        }
        let (recorder, heading) = Recorder::begin(&self.game, self.method.name);
        let mut log = Log { name: name.into(), output: Box::new(output), recorder };
        log.write(&heading)?;
        self.log = Some(log);
        Ok(())
    }

    /// Writes a proof for each board without a set into a folder, as the file that
    /// [`file_of_claim`](crate::file_of_claim) names. The method `cover` searches for each proof
    /// anew.
    ///
    /// # Errors
    ///
    /// [`Code::MethodUnable`] for a deck without proofs, [`Code::File`] if the folder does not
    /// exist or holds proofs of another game, and [`Code::Conflict`] if the game has begun.
    #[cfg(feature = "native")]
    pub fn prove_in(&mut self, folder: &Path, threads: Option<NonZeroUsize>) -> Result<(), Error> {
        let threads = self.session.threads(threads);
        crate::prove::check_provable(self.game.board().deck())?;
        if self.begun {
            return Err(error!(Conflict, "proofs begin with their game"));
        }
        if !folder.is_dir() {
            let message = "there is no such folder: create it, or name another";
            return Err(Error::new(Code::File, message).of(folder));
        }
        let cannot = |error| error!(File, "cannot read it: {error}").of(folder);
        let (begin, end) = crate::prove::CLAIM;
        if crate::atomic::holds(folder, begin, end).map_err(cannot)? {
            let message = "there are proofs of another game: name an empty folder";
            return Err(Error::new(Code::File, message).of(folder));
        }
        self.proofs = Some((folder.to_owned(), threads));
        Ok(())
    }

    /// Writes the proof that the board has no set.
    #[cfg(feature = "native")]
    fn prove(&mut self) -> Result<(), Error> {
        let Some((folder, threads)) = &self.proofs else { return Ok(()) };
        let path = folder.join(crate::file_of_claim(self.without_set + 1));
        let mut file = crate::atomic::Replacement::begin(&path)?;
        match tercet_proof::prove(self.game.board(), *threads, &self.limit, &mut file) {
            Ok(None) => file.commit().map(drop),
            Ok(Some(_)) => {
                Err(error!(SolverFailed, "the method {} overlooked a set", self.method.name))
            }
            Err(tercet_proof::ProveError::Stopped(stop)) => Err(self.stop(stop)),
            Err(error) => Err(Error::from(error).of(&path)),
        }
    }

    /// The next event, or `None` once the game is over.
    ///
    /// # Errors
    ///
    /// A stop if a limit ended the game, which the record notes, too; [`Code::SolverFailed`];
    /// [`Code::File`] if the record cannot be written.
    pub fn step(&mut self) -> Result<Option<Event>, Error> {
        self.begun = true;
        let watch = self.session.stopwatch();
        let step = self.game.step(&self.limit);
        self.time += watch.elapsed().0;
        let event = match step {
            Ok(Some(event)) => event,
            Ok(None) => return Ok(None),
            Err(stop) => return Err(self.stop(stop)),
        };
        #[cfg(feature = "native")]
        if event == Event::NoSet {
            self.prove()?;
        }
        if let Some(log) = &mut self.log {
            let line = log.recorder.event(&event, &self.game);
            log.write(&line)?;
        }
        let size = self.game.board().len();
        self.largest = self.largest.max(size);
        match &event {
            Event::Take(set) => {
                let size = size + set.len();
                self.taken.push((set.clone(), size, self.game.dealer().left()));
            }
            Event::NoSet => self.without_set += 1,
            Event::Deal(..) | Event::End(_) => {}
        }
        self.session.report(|| Progress {
            what: "sets".into(),
            done: self.game.sets(),
            of: self.game.rules().sets,
        });
        Ok(Some(event))
    }

    /// Checks that the game may go on. Call this in a pause between two events.
    ///
    /// # Errors
    ///
    /// As [`step`](Self::step).
    pub fn check(&mut self) -> Result<(), Error> {
        self.limit.check().map_err(|stop| self.stop(stop))
    }

    /// Notes that the game was stopped.
    fn stop(&mut self, stop: Stop) -> Error {
        if let Some(log) = &mut self.log {
            let line = log.recorder.stopped(&stop, &self.game);
            if let Err(error) = log.write(&line) {
                return error;
            }
        }
        self.stopped = Reason::of(stop.clone()).ok();
        stop.into()
    }

    /// The underlying game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The sets taken so far, each with the number of cards on the board (its own included) and in
    /// the deck.
    pub fn taken(&self) -> impl ExactSizeIterator<Item = (&Set, usize, &BigUint)> {
        self.taken.iter().map(|(set, size, left)| (set, *size, left))
    }

    /// The game so far, as an answer.
    pub fn answer(&self) -> Played {
        let game = &self.game;
        let (deck, rules) = (game.board().deck(), game.rules());
        let write = |cards: &[_]| write_cards(deck, self.notation, cards);
        Played {
            deck,
            seed: game.dealer().seed().into(),
            rules: GameRules {
                start: rules.start,
                refill: rules.refill,
                pick: rules.pick,
                goal: rules.sets.map(Whole::from),
            },
            method: AnsweredBy {
                method: self.method.name.into(),
                chosen_by: None,
                failures: game.solver().report().failures.iter().map(ToString::to_string).collect(),
            },
            answer: match () {
                () if self.stopped.is_some() || !game.is_over() => GameEnd::Stopped,
                () if rules.sets == Some(game.sets()) => GameEnd::Goal,
                () => GameEnd::Deck,
            },
            reason: self.stopped.clone(),
            count: game.sets().into(),
            taken: self
                .taken()
                .map(|(set, size, left)| TakenSet {
                    cards: write(set.cards()),
                    size,
                    deck_left: left.clone().into(),
                })
                .collect(),
            size: game.board().len(),
            cards: write(game.board().cards()),
            deck_left: game.dealer().left().into(),
            boards_without_set: self.without_set,
            largest_board: self.largest,
            remembered: game.memory().map(Remembered::from),
            seconds: self.time.into(),
        }
    }
}

impl Question for Play {
    type Answer = Played;

    fn cost(&mut self, means: Means) -> Result<Cost, Error> {
        self.search.bound(means)?;
        let deck = self.deck;
        let start = cost::start(deck, self.start)?;
        let goal = self.goal.as_ref().map(|goal| goal.get().unwrap_or(usize::MAX));
        let cards = usize::try_from(deck.size()).unwrap_or(usize::MAX);
        let taken = goal.map_or(cards, |goal| cards.min(goal.saturating_mul(deck.values())));
        cost::at_most(taken, cost::LISTED, "cards in the sets of a game", "goal")?;
        let is_quick = taken <= 2 * cost::SMALL && start <= cost::SMALL;
        Ok(Cost::search(&self.search, is_quick))
    }

    fn ask(&self, session: &Session) -> Result<Played, Error> {
        let mut game = self.begin(session)?;
        loop {
            match game.step() {
                Ok(Some(_)) => {}
                Err(error) if !error.code.is_stop() => return Err(error),
                Ok(None) | Err(_) => return Ok(game.answer()),
            }
        }
    }
}

/// A record in progress.
struct Log {
    name: String,
    output: Box<dyn Write>,
    recorder: Recorder,
}

impl Log {
    /// Hands a line to the system before the game goes on.
    fn write(&mut self, line: &str) -> Result<(), Error> {
        let written = self.output.write_all(line.as_bytes()).and_then(|()| self.output.flush());
        written.map_err(|error| {
            error!(File, "{}: cannot write to it ({error})", self.name)
                .with("kind", error.kind().to_string())
        })
    }
}
