//! A whole game, event by event.
//!
//! A game that a limit ends, or the receiver of the events, has the same answer as one that is played to its
//! end, but for how it ended.

use std::path::PathBuf;

use tercet::deal::Dealer;
use tercet::game::{Event, Pick, Recorder, Refill, Rules, Variant};
use tercet::named;
use tercet::solver::Solver;

use crate::Remembered;
use crate::board::read_cards;
use crate::prelude::*;
use crate::search::unable;

request! {
    /// A whole game: cards are dealt; a set of the board is taken; if the board has no set, v more
    /// cards are dealt. It ends after `goal` sets, or when the deck is empty and no set is left.
    pub struct Game {
        deck,
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
        /// The variant of the game; only people play `memory`.
        pub variant: Variant,
        /// The cards in the order in which they are dealt, which may be a part of the deck; by default the seed
        /// determines the order of the whole deck.
        pub order: Vec<String>,
        seed,
        /// The time limit applies to the whole game.
        search,
        notation,
        /// The folder for a proof of each board without a set, as the file that
        /// [`file_of_claim`](crate::file_of_claim) names. The method `cover` searches for each anew.
        #[serde(skip)]
        pub proofs: Option<PathBuf>,
    }
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum GameEnd {
    /// With the last set of its goal.
    Goal,
    /// With the deck: it is empty, and the board holds no set.
    Deck,
    /// By a limit, or by its player.
    Stopped,
}

/// The rules of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct GameRules {
    /// How many cards are dealt at first.
    pub start: usize,
    /// What is dealt after a set.
    pub refill: Refill,
    /// Which set is taken.
    pub pick: Pick,
    /// After how many sets the game ends; `null` if it continues to the end of the deck.
    pub goal: Option<Whole>,
    /// The variant.
    pub variant: Variant,
}

/// A set that was taken.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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

    fn reason(&self) -> Option<&Reason> {
        self.reason.as_ref()
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

impl Game {
    /// The game before its first event, and its method.
    fn begin(&self, session: &Session) -> Result<(tercet::Game, Method), Error> {
        let deck = self.deck;
        let rules = self.rules(deck)?;
        let changes = rules.variant.changes();
        if changes.hides {
            let why = "a method sees all cards, so only people play 'memory'";
            return Err(Error::new(Code::Conflict, why).of_field("variant"));
        }
        let question = match rules.pick {
            Pick::Found if !changes.chains => solver::Question::Find,
            _ => solver::Question::Enumerate,
        };
        let method = self.search.method()?;
        let options = self.search.options(session);
        let game = tercet::Game::by(&method, &options, self.dealer(session)?, rules);
        let game = game.map_err(|error| match error {
            Cannot::Unsupported(why) => unable(&method, question, &why),
            _ => error.into(),
        })?;
        Ok((game, method))
    }

    /// The dealer of the cards.
    pub(crate) fn dealer(&self, session: &Session) -> Result<Dealer, Error> {
        let (deck, seed) = (self.deck, session.seed(self.seed.as_ref())?);
        if self.order.is_empty() {
            return Ok(Dealer::new(deck, seed));
        }
        let of_order = |error: Error| error.of_field("order");
        let cards = read_cards(deck, &self.order).map_err(of_order)?;
        let board = Board::new(deck, cards).map_err(|error| of_order(error.into()))?;
        Ok(Dealer::in_order(&board, seed))
    }

    /// Plays the game, and hands out its events with the lines of its record.
    fn play(&self, session: &Session, sink: &mut Sink<'_, Self>) -> Result<Played, Error> {
        let notation = notation(self.notation, self.deck)?;
        let (mut game, method) = self.begin(session)?;
        #[cfg(feature = "native")]
        self.check_proofs()?;
        let limit = &session.limit(self.search.timeout);
        let (mut recorder, heading) = Recorder::begin(&game, method.name);
        let mut hand_out =
            |game: &tercet::Game, event: Option<&Event>, record: &mut dyn FnMut() -> String| {
                sink(GameStep { game, event, record, limit })
            };
        let (mut taken, mut boards_without_set, mut largest_board) = (Vec::new(), 0, 0);
        let mut seconds = Seconds::default();
        let mut goes_on = hand_out(&game, None, &mut || heading.clone());
        let stopped = loop {
            if goes_on.is_break() {
                break Some(Stop::INTERRUPTED);
            }
            let (watch, before) = (session.stopwatch(), game.board().len());
            let step = next(&mut game, limit);
            seconds.0 += watch.elapsed().0;
            #[cfg(feature = "native")]
            let step = match step {
                Ok(Some(Event::NoSet)) => {
                    let number = boards_without_set + 1;
                    let stopped = self.prove(number, &game, &method, session, limit)?;
                    stopped.map_or(Ok(Some(Event::NoSet)), Err)
                }
                step => step,
            };
            let event = match step {
                Ok(Some(event)) => event,
                Ok(None) => break None,
                Err(stop) => {
                    let _ = hand_out(&game, None, &mut || recorder.stopped(&stop, &game));
                    break Some(stop);
                }
            };
            largest_board = largest_board.max(game.board().len());
            match &event {
                Event::Take(set) => taken.push(TakenSet {
                    cards: write_cards(self.deck, notation, set.cards()),
                    size: before,
                    deck_left: game.dealer().left().into(),
                }),
                Event::NoSet => boards_without_set += 1,
                Event::Deal(..) | Event::Shuffle(..) | Event::Turn(..) | Event::End(_) => {}
            }
            let (what, done, of) = ("sets".into(), game.sets(), game.rules().sets);
            session.report(|| Progress { what, done, of });
            goes_on = hand_out(&game, Some(&event), &mut || recorder.event(&event, &game));
        };
        let reason = stopped.map(Reason::of).transpose()?;
        let Rules { start, refill, pick, sets, variant } = *game.rules();
        let failures = game.solver().report().failures.iter().map(ToString::to_string).collect();
        Ok(Played {
            deck: self.deck,
            seed: game.dealer().seed().into(),
            rules: GameRules { start, refill, pick, goal: sets.map(Whole::from), variant },
            method: AnsweredBy { method: method.name.into(), chosen_by: None, failures },
            answer: GameEnd::of(&game, reason.is_some()),
            reason,
            count: game.sets().into(),
            taken,
            size: game.board().len(),
            cards: write_cards(self.deck, notation, game.board().cards()),
            deck_left: game.dealer().left().into(),
            boards_without_set,
            largest_board,
            remembered: game.memory().map(Remembered::from),
            seconds,
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
            variant: self.variant,
        })
    }
}

/// The next event; none at the limit, unless the game is over: its end takes no time.
fn next(game: &mut tercet::Game, limit: &Limit) -> Result<Option<Event>, Stop> {
    if !game.is_over() {
        limit.check()?;
    }
    game.step(limit)
}

impl GameEnd {
    /// How a game ended, which may go on if it `is_stopped`.
    pub(crate) fn of(game: &tercet::Game<impl Solver + ?Sized>, is_stopped: bool) -> Self {
        match game.rules().sets {
            _ if is_stopped => Self::Stopped,
            goal if goal == Some(game.sets()) => Self::Goal,
            _ => Self::Deck,
        }
    }
}

#[cfg(feature = "native")]
impl Game {
    /// Refuses a folder in which there cannot be proofs of this game.
    fn check_proofs(&self) -> Result<(), Error> {
        let Some(folder) = &self.proofs else { return Ok(()) };
        crate::prove::check_provable(self.deck)?;
        if self.variant.changes().chains {
            let why = "the board of a chain holds its last set, so it has no proof of 'no set'";
            return Err(Error::new(Code::Conflict, why).of_field("variant"));
        }
        if !folder.is_dir() {
            let message = "there is no such folder: create it, or name another";
            return Err(error!(File, "{message}").of(folder));
        }
        let cannot = |error| error!(File, "cannot read it: {error}").of(folder);
        let (begin, end) = crate::prove::CLAIM;
        if crate::atomic::holds(folder, begin, end).map_err(cannot)? {
            let message = "there are proofs of another game: name an empty folder";
            return Err(error!(File, "{message}").of(folder));
        }
        Ok(())
    }

    /// Writes the proof that the board has no set, under its number among these boards. Returns
    /// which limit ended the work, if one did.
    fn prove(
        &self,
        number: usize,
        game: &tercet::Game,
        method: &Method,
        session: &Session,
        limit: &Limit,
    ) -> Result<Option<Stop>, Error> {
        let Some(folder) = &self.proofs else { return Ok(None) };
        let path = folder.join(crate::file_of_claim(number));
        let mut file = crate::atomic::Replacement::begin(&path)?;
        let threads = session.threads(self.search.threads);
        match tercet_proof::prove(game.board(), threads, false, limit, &mut file) {
            Ok(None) => file.commit().map(|_| None),
            Ok(Some(_)) => Err(error!(SolverFailed, "the method {} overlooked a set", method.name)),
            Err(tercet_proof::ProveError::Stopped(stop)) => Ok(Some(stop)),
            Err(error) => Err(Error::from(error).of(&path)),
        }
    }
}

impl Question for Game {
    type Answer = Played;

    const IS_QUICK: bool = true;

    fn cost(&mut self, means: Means) -> Result<Cost, Error> {
        let cost = cost::of(self, means)?;
        let deck = self.deck;
        let start = cost::start(deck, self.start)?;
        let goal = self.goal.as_ref().map(|goal| goal.get().unwrap_or(usize::MAX));
        let cards = match self.order.len() {
            0 => usize::try_from(deck.size()).unwrap_or(usize::MAX),
            cards => cards,
        };
        let taken = goal.map_or(cards, |goal| cards.min(goal.saturating_mul(deck.values())));
        cost::at_most(taken, cost::LISTED, "cards in the sets of a game", "goal")?;
        let is_small = taken <= 2 * cost::SMALL && start <= cost::SMALL;
        Ok(Cost { is_quick: cost.is_quick && is_small, ..cost })
    }

    fn ask(&self, session: &Session) -> Result<Played, Error> {
        self.play(session, &mut |_| ControlFlow::Continue(()))
    }
}

/// An event of a game with its line in the record, as soon as it happens. Without an event, it is the
/// heading of the record before the game, or its last line if a limit ended the game.
pub struct GameStep<'a> {
    /// The game after the event.
    pub game: &'a tercet::Game,
    /// The event.
    pub event: Option<&'a Event>,
    /// Writes the line, with its line feed. Each line has a check of all lines before, so every
    /// line of a game is written, once, or none is.
    pub record: &'a mut dyn FnMut() -> String,
    /// The limit of the game.
    pub limit: &'a Limit,
}

impl Streamed for Game {
    type Item<'a> = GameStep<'a>;

    fn ask_into(&self, session: &Session, sink: &mut Sink<'_, Self>) -> Result<Played, Error> {
        self.play(session, sink)
    }
}
