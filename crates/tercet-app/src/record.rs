//! The record of a game that a person played.
//!
//! The game is replayed by its rules: the seed deals the cards, and a solver that follows a script
//! takes the sets of the player. If the next set of the script is not on the board, the board must
//! hold no set, which a search proves before more cards are dealt. These rules do not deal more
//! cards on request while the board holds a set, so a record cannot contain such cards.

use std::collections::VecDeque;

use tercet::board::BoardError;
use tercet::deal::Dealer;
use tercet::game::{Event, Game, Pick, Recorder, Refill};
use tercet::solver::{Auto, Found, Options, Solver, Update};

use crate::board::read_cards;
use crate::prelude::*;
use crate::{GameEnd, RuleBook};

/// The record of a game that a person played, for the request `verify`: the sets that were taken,
/// in their order, and the cards that the rules deal before, between and after them.
///
/// The game ends with its last set, or when its rules end it. Boards without a set are recognised
/// by a search. A player who had more cards dealt while the board held a set did not play by these
/// rules, and the next set is then refused as absent.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Record {
    /// The deck.
    pub deck: Deck,
    /// The rules, from which `start` and `refill` may differ; `classic` for (3,4), else `thesis`.
    pub rules: Option<RuleBook>,
    /// How many cards are dealt at first; v·p by default, or the whole of a smaller deck.
    pub start: Option<usize>,
    /// What is dealt after a set.
    pub refill: Option<Refill>,
    /// After how many sets the game ends; by default it continues to the end of the deck.
    pub goal: Option<Whole>,
    /// The seed of the deals, which must be given.
    pub seed: Option<Whole>,
    /// The sets in the order in which they were taken.
    pub taken: Vec<Vec<String>>,
    /// The time limit; no limit by default, but a server may have its own.
    pub timeout: Option<Seconds>,
}

/// A game that was recorded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
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
    /// The sets of the player, each checked by the definition.
    fn sets(&self, deck: Deck) -> Result<VecDeque<Set>, Error> {
        let set = |(number, texts): (usize, &Vec<String>)| {
            let of_set = |error: Error| numbered(number, error);
            let cards = read_cards(deck, texts).map_err(of_set)?;
            Set::new(deck, &cards).map_err(|why| of_set(Error::new(Code::NotASet, why.to_string())))
        };
        (1..).zip(&self.taken).map(set).collect()
    }
}

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
            let message = "the seed of the game is missing, without which no card can be dealt";
            Error::new(Code::NoSeed, message).of_field("seed")
        };
        let seed = session.seed(Some(self.seed.as_ref().ok_or_else(no_seed)?))?;
        let rules = crate::Game {
            rules: self.rules,
            start: self.start,
            refill: self.refill,
            pick: Some(Pick::Found),
            goal: self.goal.clone(),
            ..crate::Game::default()
        }
        .rules(deck)?;
        let script = Script {
            search: Auto::new(&Board::empty(deck), &Options::default()),
            taken: self.sets(deck)?,
            halt: None,
        };
        let limit = session.limit(self.timeout);
        let mut game = Game::with_solver(Dealer::new(deck, seed), rules, Box::new(script))?;
        let (mut recorder, mut record) = Recorder::begin(&game, PLAYER);
        let mut answer = GameEnd::Stopped;
        loop {
            match game.step(&limit) {
                Ok(Some(event)) => {
                    record += &recorder.event(&event, &game);
                    if let Event::End(_) = event {
                        let goal = rules.sets == Some(game.sets());
                        answer = if goal { GameEnd::Goal } else { GameEnd::Deck };
                    }
                }
                Ok(None) => break,
                Err(stop) => match game.solver().halt {
                    None => return Err(stop.into()),
                    Some(Halt::Ended) => {
                        record += &recorder.ended(&game);
                        break;
                    }
                    Some(Halt::Absent(card)) => {
                        let absent: Error = BoardError::Absent(deck, card).into();
                        return Err(numbered(game.sets() as usize + 1, absent));
                    }
                },
            }
        }
        if !game.solver().taken.is_empty() {
            let error = error!(Conflict, "the game was over before");
            return Err(numbered(game.sets() as usize + 1, error));
        }
        Ok(Recorded {
            deck,
            seed: seed.into(),
            answer,
            count: game.sets().into(),
            size: game.board().len(),
            deck_left: game.dealer().left().into(),
            record,
        })
    }
}

/// A solver that finds the sets of a script, and proves that the board has no set if the next one
/// is not on it.
struct Script {
    search: Auto,
    /// The sets that are still to be taken.
    taken: VecDeque<Set>,
    /// Why the game ends.
    halt: Option<Halt>,
}

/// Why a game ends although the board holds a set.
#[derive(Clone, Copy)]
enum Halt {
    /// The script is at its end.
    Ended,
    /// This card of the next set is not on the board.
    Absent(Card),
}

impl Update for Script {
    fn board(&self) -> &Board {
        self.search.board()
    }

    fn add(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.search.add(cards)
    }

    fn remove(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.search.remove(cards)
    }
}

impl Solver for Script {
    fn find(&mut self, limit: &Limit) -> Result<Option<Found>, Stop> {
        let board = self.search.board();
        let absent = |set: &Set| set.cards().iter().copied().find(|&card| !board.contains(card));
        let halt = match self.taken.front().map(absent) {
            Some(None) => {
                let set = self.taken.pop_front().expect("there is a next set");
                let on_board = board.cards().iter().enumerate();
                let positions = on_board.filter(|(_, card)| set.cards().contains(card));
                let positions: Vec<usize> = positions.map(|(position, _)| position).collect();
                return Ok(Some(Found::new(positions)));
            }
            Some(Some(card)) => Halt::Absent(card),
            None => Halt::Ended,
        };
        if self.search.find(limit)?.is_none() {
            return Ok(None);
        }
        self.halt = Some(halt);
        Err(Stop::INTERRUPTED)
    }
}
