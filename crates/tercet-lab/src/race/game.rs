//! Games in a race: told by the answers that a contestant gave, played by those who know boards only,
//! and played once more to see whether what was told can be true.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use tercet::board::BoardError;
use tercet::game::{Dealer, Event, Game, Rules};
use tercet::solver::{Answer, Limit, Question, Solver, Stop, Update};
use tercet::{Board, Card, Deck, Set};

use super::judge;
use super::lane::{Lane, Terms};
use super::outcome::Outcome;
use super::protocol::{Answers, Ask, Claim, Effort, Reply, SetOf};
use super::task::Task;

/// Plays to the end, and tells the answers that were given.
pub(super) fn told(game: &mut Game, limit: &Limit) -> Result<Answers, Stop> {
    let deck = game.board().deck();
    let mut answers = Vec::new();
    while let Some(event) = game.step(limit)? {
        match event {
            Event::Take(set) => {
                let values = |&card: &Card| deck.values_of(card).collect();
                answers.push(Some(set.cards().iter().map(values).collect()));
            }
            Event::NoSet => answers.push(None),
            Event::Deal(_) | Event::End(_) => {}
        }
    }
    Ok(answers)
}

/// Lets a contestant that knows boards only play a game: each board is a question, and the times add
/// up.
pub(super) fn by_boards(
    lane: &Rc<RefCell<Lane>>,
    deck: Deck,
    seed: u64,
    rules: Rules,
    terms: Terms,
    limit: &Limit,
) -> Result<Reply, Stop> {
    let total = Rc::new(RefCell::new(Reply::of(Claim::Stopped)));
    let asked = Asked {
        board: Board::empty(deck),
        lane: Rc::clone(lane),
        terms: Terms { again: Duration::ZERO, ..terms },
        total: Rc::clone(&total),
    };
    let game = Game::with_solver(Dealer::new(deck, seed), rules, Box::new(asked));
    let mut game = game.expect("the rules were looked at when the task was made");
    let claim = match told(&mut game, limit) {
        Ok(answers) => Claim::Played { answers },
        Err(Stop::Failed(failure)) => Claim::Failed { reason: failure.what },
        // If it was not the race that stopped, it was the time of the contestant.
        Err(_) => limit.check().map(|()| Claim::Stopped)?,
    };
    drop(game);
    let total = Rc::into_inner(total).expect("the game held the other one").into_inner();
    Ok(Reply { claim, ..total })
}

/// A contestant as a method, one question after the other.
struct Asked {
    board: Board,
    lane: Rc<RefCell<Lane>>,
    terms: Terms,
    /// The sum of all replies.
    total: Rc<RefCell<Reply>>,
}

impl Update for Asked {
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

impl Solver for Asked {
    fn find(&mut self, limit: &Limit) -> Answer {
        let mut total = self.total.borrow_mut();
        let used = Duration::from_secs_f64(total.seconds.unwrap_or(0.0));
        let Some(left) = self.terms.timeout.checked_sub(used).filter(|left| !left.is_zero()) else {
            return Answer::Stopped(Stop::Deadline);
        };
        let terms = Terms { timeout: left, ..self.terms };
        let task = Task::Board { board: self.board.clone(), question: Question::Find };
        let reply = match self.lane.borrow_mut().ask(&task, terms, limit) {
            Ok(reply) => reply,
            Err(stop) => return Answer::Stopped(stop),
        };
        add(&mut total, &reply);
        let wrong = |what: String| Answer::Stopped(Stop::failed(String::new(), what));
        match reply.claim {
            Claim::Found { set } => match judge::set(&self.board, &set) {
                Ok(set) => Answer::Found(set),
                Err(what) => wrong(what),
            },
            Claim::None => Answer::None,
            Claim::Stopped => Answer::Stopped(Stop::Deadline),
            Claim::Failed { reason } => wrong(reason),
            other => wrong(other.mismatch(Ask::Find)),
        }
    }
}

/// Adds what a further question took: times and efforts add up, memory is the most of all.
fn add(total: &mut Reply, reply: &Reply) {
    let sum = |one: Option<f64>, other: Option<f64>| Some(one.unwrap_or(0.0) + other?);
    total.seconds = sum(total.seconds, reply.seconds);
    let (costs, more) = (&mut total.costs, &reply.costs);
    costs.cpu = sum(costs.cpu, more.cpu);
    costs.memory = costs.memory.max(more.memory);
    if let Some(Effort { count, unit }) = &more.effort {
        let so_far = costs.effort.as_ref().map_or(0, |effort| effort.count);
        costs.effort = Some(Effort { count: so_far.saturating_add(*count), unit: unit.clone() });
    }
}

/// What came of a game, played once more as the contestant says that it went.
pub(super) fn replay(
    deck: Deck,
    seed: u64,
    rules: Rules,
    answers: Answers,
) -> Result<Outcome, String> {
    let fault = Rc::new(RefCell::new(None));
    let (sets, all) = (answers.iter().flatten().count() as u64, answers.len());
    let used = Rc::new(Cell::new(0));
    let told = Told {
        judge: judge::judge(&Board::empty(deck)),
        answers: answers.into_iter(),
        used: Rc::clone(&used),
        fault: Rc::clone(&fault),
    };
    let mut game = Game::with_solver(Dealer::new(deck, seed), rules, Box::new(told))
        .expect("the rules were looked at when the task was made");
    let limit = Limit::timeout(judge::PATIENCE);
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
    answers: std::vec::IntoIter<Option<SetOf>>,
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
