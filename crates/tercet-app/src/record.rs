//! The record of a game that a person played.
//!
//! A person is a solver: the library deals by the rules, the person takes the sets, and a search
//! checks the claim that the board holds no set before more cards are dealt. A record is replayed in
//! the same way: if its next set is not on the board, the board must hold no set. These rules do not
//! deal more cards on request while the board holds a set, so a record cannot contain such cards.

use std::cell::Cell;
use std::collections::HashSet;
use std::mem;

use tercet::board::BoardError;
use tercet::game::{Event, Pick, Recorder, Refill, Rules, Variant};
use tercet::solver::{Auto, Found, Options, Solver, Update};

use crate::board::read_cards;
use crate::prelude::*;
use crate::{Game, GameEnd, RuleBook};

request! {
    /// The record of a game that a person played, for the request `verify`: the sets that were taken,
    /// in their order, and the cards that the rules deal before, between and after them.
    ///
    /// The game ends with its last set, or when its rules end it. Boards without a set are recognised
    /// by a search. A player who had more cards dealt while the board held a set did not play by these
    /// rules, and the next set is then refused as absent.
    pub struct Record {
        deck,
        /// The rules, from which `start` and `refill` may differ; `classic` for (3,4), else `thesis`.
        pub rules: Option<RuleBook>,
        /// How many cards are dealt at first; v·p by default, or the whole of a smaller deck.
        pub start: Option<usize>,
        /// What is dealt after a set.
        pub refill: Option<Refill>,
        /// After how many sets the game ends; by default it continues to the end of the deck.
        pub goal: Option<Whole>,
        /// The variant of the game.
        pub variant: Variant,
        /// The seed of the deals and shuffles, which must be given.
        pub seed: Option<Whole>,
        /// The sets in the order in which they were taken; in the variant `memory`, all cards that were
        /// turned up, v at a time.
        pub taken: Vec<Vec<String>>,
        timeout,
    }
}

/// A game that was recorded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Recorded {
    /// The deck.
    pub deck: Deck,
    /// The seed.
    pub seed: Whole,
    /// How the game ended; `stopped` if the player ended it while the board held a set.
    pub answer: GameEnd,
    /// How many sets were taken.
    pub count: Whole,
    /// How many cards are left on the board.
    pub size: usize,
    /// How many cards are left in the deck.
    pub deck_left: Whole,
    /// The text of the record.
    pub record: String,
}

impl Answered for Recorded {}

/// The method in the heading of a record.
const PLAYER: &str = "player";

impl Record {
    /// The request of a game by these rules.
    fn game(&self) -> Game {
        Game {
            deck: self.deck,
            rules: self.rules,
            start: self.start,
            refill: self.refill,
            goal: self.goal.clone(),
            variant: self.variant,
            seed: self.seed.clone(),
            ..Game::default()
        }
    }

    /// The choices of the player, each checked by the definition.
    fn choices(&self, deck: Deck) -> Result<Vec<Choice>, Error> {
        let is_turn = |cards: &[Card]| {
            cards.len() == deck.values()
                && cards.iter().collect::<HashSet<_>>().len() == cards.len()
        };
        let choice = |(number, texts): (usize, &Vec<String>)| {
            let of_set = |error: Error| numbered(number, error);
            let cards = read_cards(deck, texts).map_err(of_set)?;
            match Set::new(deck, &cards) {
                Ok(set) => Ok((set.cards().to_vec(), Some(set))),
                Err(_) if self.variant.changes().hides && is_turn(&cards) => Ok((cards, None)),
                Err(why) => Err(of_set(Error::new(Code::NotASet, why.to_string()))),
            }
        };
        (1..).zip(&self.taken).map(choice).collect()
    }
}

/// The cards that a player chose, and the set that they are: other cards were only turned up.
type Choice = (Vec<Card>, Option<Set>);

/// The error of a taken set, with its number.
fn numbered(number: usize, error: Error) -> Error {
    let message = format!("set {number}: {}", error.message);
    Error { message, ..error }.of_field("taken").with("set", number)
}

impl Question for Record {
    type Answer = Recorded;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        // The request holds all taken sets.
        Ok(Cost::of(self.timeout, cost::start(self.deck, self.start)? <= cost::SMALL))
    }

    fn ask(&self, session: &Session) -> Result<Recorded, Error> {
        let deck = self.deck;
        let no_seed = || {
            error!(NoSeed, "the seed of the game is missing, without which no card can be dealt")
                .of_field("seed")
        };
        let seed = session.seed(Some(self.seed.as_ref().ok_or_else(no_seed)?))?;
        let taken = self.choices(deck)?;
        let limit = session.limit(self.timeout);
        let mut play = GameByHand::begin(&self.game(), session, &limit)?;
        for (number, (cards, set)) in (1..).zip(taken) {
            loop {
                if play.is_over() {
                    return Err(numbered(number, error!(Conflict, "the game was over before")));
                }
                let board = play.game().board();
                let absent = cards.iter().find(|&&card| !board.contains(card));
                let Some(&absent) = absent else { break };
                if !play.no_set(&limit)? {
                    return Err(numbered(number, BoardError::Absent(deck, absent).into()));
                }
            }
            match set {
                Some(set) => play.take(&set, &limit).map_err(|error| numbered(number, error))?,
                None => play.turn_up(&cards),
            }
        }
        while !play.is_over() && play.no_set(&limit)? {}
        play.end();
        let (record, game) = (play.lines(), play.game());
        Ok(Recorded {
            deck,
            seed: seed.into(),
            answer: GameEnd::of(game, !play.is_over()),
            count: game.sets().into(),
            size: game.board().len(),
            deck_left: game.dealer().left().into(),
            record,
        })
    }
}

/// A game that a person plays, move by move, with the lines of its record.
pub struct GameByHand {
    game: tercet::Game<Player>,
    recorder: Recorder,
    lines: String,
    /// Whether the record has its last line.
    is_ended: bool,
}

impl GameByHand {
    /// Deals the first cards. The person decides what `pick` and `search` do in other games.
    ///
    /// # Errors
    ///
    /// The errors of the rules and the seed, and the limit.
    pub fn begin(request: &Game, session: &Session, limit: &Limit) -> Result<Self, Error> {
        let deck = request.deck;
        let rules = Rules { pick: Pick::Found, ..request.rules(deck)? };
        let dealer = request.dealer(session)?;
        let next = Cell::new(Err(Stop::INTERRUPTED));
        let player = Player { board: Board::empty(deck), next };
        let game = tercet::Game::with_solver(dealer, rules, Box::new(player))?;
        let (recorder, lines) = Recorder::begin(&game, PLAYER);
        let mut play = Self { game, recorder, lines, is_ended: false };
        play.go_on(Err(Stop::INTERRUPTED), limit)?;
        Ok(play)
    }

    /// The game, with its board and its deck.
    pub fn game(&self) -> &tercet::Game<impl Solver> {
        &self.game
    }

    /// Whether the rules ended the game.
    pub fn is_over(&self) -> bool {
        self.game.is_over()
    }

    /// Records that these cards of the board were turned up, which are v and not a set.
    pub fn turn_up(&mut self, cards: &[Card]) {
        let event = Event::Turn(self.game.board().deck(), cards.to_vec());
        self.lines += &self.recorder.event(&event, &self.game);
    }

    /// Takes a set of the board. The rules then deal.
    ///
    /// # Errors
    ///
    /// A card that is not on the board, a set that does not continue the chain, and the limit.
    pub fn take(&mut self, set: &Set, limit: &Limit) -> Result<(), Error> {
        self.go_on(Err(Stop::INTERRUPTED), limit)?;
        self.game.check(set).map_err(|why| Error::new(Code::Conflict, why.to_string()))?;
        let board = self.game.board();
        let place = |&card: &Card| {
            let place = board.cards().iter().position(|&other| other == card);
            place.ok_or(BoardError::Absent(board.deck(), card))
        };
        let places = set.cards().iter().map(place).collect::<Result<Vec<_>, _>>()?;
        self.go_on(Ok(Some(Found::new(places))), limit)
    }

    /// Says that the board holds no set, and returns whether this is true. The rules then deal.
    ///
    /// # Errors
    ///
    /// The limit.
    pub fn no_set(&mut self, limit: &Limit) -> Result<bool, Error> {
        self.go_on(Err(Stop::INTERRUPTED), limit)?;
        let mut search = Auto::new(self.game.board(), &Options::default());
        let found = match self.game.last_set() {
            [] => search.find(limit)?,
            last => search.find_linked(last, limit)?,
        };
        if found.is_none() {
            self.go_on(Ok(None), limit)?;
        }
        Ok(found.is_none())
    }

    /// Ends the record of a game that is not over: its player plays no longer.
    pub fn end(&mut self) {
        if !self.game.is_over() && !mem::replace(&mut self.is_ended, true) {
            self.lines += &self.recorder.ended(&self.game);
        }
    }

    /// The lines of the record since the last call.
    pub fn lines(&mut self) -> String {
        mem::take(&mut self.lines)
    }

    /// Plays until the person must move again: `next` is the move, a set or that there is none, or an
    /// interruption if there is no move yet.
    fn go_on(&mut self, next: Result<Option<Found>, Stop>, limit: &Limit) -> Result<(), Error> {
        let v = self.game.board().deck().values();
        self.game.solver().next.set(next);
        loop {
            match self.game.step(limit) {
                Ok(Some(event)) => self.lines += &self.recorder.event(&event, &self.game),
                Ok(None) => return Ok(()),
                // Either the limit ended the step, or the person must move.
                Err(_) => return Ok(limit.check()?),
            }
            // With so few cards there is no need to say it. A chain continues with v − 1 cards besides its
            // last set.
            let (few, chained) = (self.game.board().len(), self.game.last_set().len());
            if self.game.dealer().is_empty() && few < v + chained.saturating_sub(1) {
                self.game.solver().next.set(Ok(None));
            }
        }
    }
}

/// A solver whose answer is the next move of a person.
struct Player {
    board: Board,
    next: Cell<Result<Option<Found>, Stop>>,
}

impl Update for Player {
    fn board(&self) -> &Board {
        &self.board
    }

    fn add(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.board.add(cards)
    }

    fn remove(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.board.remove(cards)
    }
}

impl Solver for Player {
    fn find(&mut self, _: &Limit) -> Result<Option<Found>, Stop> {
        self.next.replace(Err(Stop::INTERRUPTED))
    }

    fn find_linked(&mut self, _: &[Card], limit: &Limit) -> Result<Option<Found>, Stop> {
        self.find(limit)
    }
}
