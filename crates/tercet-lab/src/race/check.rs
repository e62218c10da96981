//! Whether what a contestant claims can be true.
//!
//! A set must be one, of cards of the board. That there is none, and a number, cannot be checked by
//! themselves: contestants check each other (see [`Race`](super::Race)). In a game each goes its own
//! way, so where one says that a board holds no set, a method of ours is asked, outside of the clock.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::rc::Rc;
use std::time::Duration;

use tercet::board::BoardError;
use tercet::game::{Dealer, Game, Rules};
use tercet::solver::{Answer, Limit, Options, Solver, Stop, Update};
use tercet::{Board, Card, Deck, Set};
use tercet_models::method;

use super::lane::Claimed;
use super::outcome::Outcome;
use super::protocol::{Ask, Claim};
use super::task::Task;

/// Who is asked whether somebody else was right.
pub(super) const JUDGE: &str = "auto";

fn judge(board: &Board) -> Box<dyn Solver> {
    let method = method(JUDGE).expect("it is in the table");
    method.solver(board, &Options::default()).expect("it suits every deck")
}

/// A set of a board, if one is found in time.
pub(super) fn set_of(board: &Board) -> Option<Set> {
    match judge(board).find(&Limit::timeout(PATIENCE)) {
        Answer::Found(set) => Some(set),
        Answer::None | Answer::Stopped(_) => None,
    }
}

/// So long a game is looked through; what is not refuted by then is believed.
const PATIENCE: Duration = Duration::from_secs(10);

/// What came of a task, if the claim can be true; else what is wrong, in words that follow a name.
pub(super) fn outcome(task: &Task, claim: Claim) -> Result<Outcome, String> {
    let ask = match task {
        Task::Board { question, .. } => (*question).into(),
        Task::Game { .. } => Ask::Game,
    };
    match (task, ask, claim) {
        (_, _, Claim::Stopped) => Ok(Outcome::Stopped),
        (_, _, Claim::Failed { reason }) => Err(reason),
        (Task::Board { board, .. }, Ask::Find, Claim::Found { set: positions }) => {
            set(board, &positions)?;
            Ok(Outcome::Found { set: positions })
        }
        (Task::Board { .. }, Ask::Find, Claim::None) => Ok(Outcome::None),
        (Task::Board { board, .. }, Ask::List, Claim::Listed { sets }) => {
            let number = sets.len();
            let mut seen = HashSet::new();
            for mut positions in sets {
                set(board, &positions)?;
                positions.sort_unstable();
                if let Some(twice) = seen.replace(positions) {
                    return Err(format!("lists the set at the positions {twice:?} twice"));
                }
            }
            Ok(Outcome::Number { number: number.to_string() })
        }
        (_, Ask::Count, Claim::Counted { count }) => match count.parse::<u128>() {
            Ok(number) => Ok(Outcome::Number { number: number.to_string() }),
            Err(_) => Err(format!("counts '{count}', which is no number")),
        },
        (Task::Game { deck, seed, rules }, _, Claim::Played { answers }) => {
            game(*deck, *seed, *rules, answers)
        }
        (_, ask, other) => Err(beside_the_point(&other, ask)),
    }
}

/// What is wrong with an answer to another question.
pub(super) fn beside_the_point(claim: &Claim, ask: Ask) -> String {
    let said = match claim {
        Claim::Found { .. } => "found",
        Claim::None => "none",
        Claim::Listed { .. } => "listed",
        Claim::Counted { .. } => "counted",
        Claim::Played { .. } => "played",
        Claim::Stopped => "stopped",
        Claim::Failed { .. } => "failed",
    };
    let asked = match ask {
        Ask::Find => "find",
        Ask::List => "list",
        Ask::Count => "count",
        Ask::Game => "game",
    };
    format!("answers '{said}' to the question '{asked}'")
}

/// The set at these positions.
pub(super) fn set(board: &Board, positions: &[usize]) -> Claimed {
    let cards: Option<Vec<Card>> =
        positions.iter().map(|&position| board.cards().get(position).copied()).collect();
    let cards = cards.ok_or_else(|| {
        format!("names the positions {positions:?} on a board of {} cards", board.len())
    })?;
    Set::new(board.deck(), &cards)
        .map_err(|_| format!("claims that {} is a set", board.deck().show_all(&cards)))
}

/// What came of a game, played once more as the contestant says that it went.
fn game(
    deck: Deck,
    seed: u64,
    rules: Rules,
    answers: Vec<Option<Vec<Vec<usize>>>>,
) -> Result<Outcome, String> {
    let fault = Rc::new(RefCell::new(None));
    let (sets, all) = (answers.iter().flatten().count() as u64, answers.len());
    let used = Rc::new(Cell::new(0));
    let told = Told {
        judge: judge(&Board::empty(deck)),
        answers: answers.into_iter(),
        used: Rc::clone(&used),
        fault: Rc::clone(&fault),
    };
    let mut game = Game::with_solver(Dealer::new(deck, seed), rules, Box::new(told))
        .expect("the rules were looked at when the task was made");
    let limit = Limit::timeout(PATIENCE);
    loop {
        match game.step(&limit) {
            Ok(Some(_)) => {}
            Ok(None) if used.get() < all => return Err("goes on after the end of a game".into()),
            Ok(None) | Err(Stop::Deadline) => break,
            Err(stop) => return Err(fault.take().unwrap_or_else(|| stop.to_string())),
        }
    }
    Ok(Outcome::Played { sets })
}

/// A method that answers what somebody else has answered, under the eyes of one of ours.
struct Told {
    judge: Box<dyn Solver>,
    answers: std::vec::IntoIter<Option<Vec<Vec<usize>>>>,
    /// How many answers were asked for.
    used: Rc<Cell<usize>>,
    /// What was wrong with an answer.
    fault: Rc<RefCell<Option<String>>>,
}

impl Told {
    fn wrong(&self, what: String) -> Answer {
        let stop = Stop::failed(String::new(), &what);
        *self.fault.borrow_mut() = Some(what);
        Answer::Stopped(stop)
    }
}

impl Update for Told {
    fn board(&self) -> &Board {
        self.judge.board()
    }

    fn add(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.judge.add(cards)
    }

    fn remove(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.judge.remove(cards)
    }
}

impl Solver for Told {
    fn find(&mut self, limit: &Limit) -> Answer {
        let deck = self.board().deck();
        self.used.set(self.used.get() + 1);
        match self.answers.next() {
            None => self.wrong("ends a game before its end".into()),
            Some(None) => match self.judge.find(limit) {
                Answer::Found(set) => {
                    let cards = self.board().len();
                    let set = deck.show_all(set.cards());
                    self.wrong(format!("says that a board of {cards} cards has no set, not {set}"))
                }
                answer => answer,
            },
            Some(Some(values)) => {
                let cards = values.iter().map(|values| deck.card(values));
                match cards.collect::<Result<Vec<Card>, _>>() {
                    Err(error) => self.wrong(format!("takes what is no card: {error}")),
                    Ok(cards) => match Set::new(deck, &cards) {
                        Ok(set) if cards.iter().all(|&card| self.board().contains(card)) => {
                            Answer::Found(set)
                        }
                        _ => {
                            let cards = deck.show_all(&cards);
                            self.wrong(format!("takes {cards}, which is no set of the board"))
                        }
                    },
                }
            }
        }
    }
}
