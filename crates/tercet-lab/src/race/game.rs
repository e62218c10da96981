//! Games in a race: the answers of a game that a contestant plays, a game played board by board, and
//! the replay that checks the answers of a game.

use std::time::Duration;

use tercet::board::BoardError;
use tercet::deal::Dealer;
use tercet::game::{Event, Game, Rules};
use tercet::set::is_set;
use tercet::solver::{Auto, Found, Limit, Question, Reason, Solver, Stop, Update};
use tercet::{Board, Card, Deck};

use super::judge;
use super::lane::{Lane, Terms};
use super::outcome::Outcome;
use super::protocol::{Answers, Ask, Claim, Effort, Reply, SetOf};
use super::task::Task;

/// Plays a game to its end, and returns the answers of its solver.
pub(super) fn play_through(game: &mut Game<impl Solver>, limit: &Limit) -> Result<Answers, Stop> {
    let deck = game.board().deck();
    let mut answers = Vec::new();
    for event in game.within(limit) {
        match event? {
            Event::Take(set) => {
                let values = |&card: &Card| deck.values_of(card).collect();
                answers.push(Some(set.iter().map(values).collect()));
            }
            Event::NoSet => answers.push(None),
            Event::Deal(..) | Event::End(_) => {}
        }
    }
    Ok(answers)
}

/// Lets a contestant that knows only boards play a game: each board is a question, and the times
/// are added up.
pub(super) fn by_boards(
    lane: &mut Lane,
    deck: Deck,
    seed: u64,
    rules: Rules,
    terms: Terms,
    limit: &Limit,
) -> Result<Reply, Stop> {
    let asked = Asked {
        board: Board::empty(deck),
        lane,
        terms: Terms { again: Duration::ZERO, ..terms },
        total: Reply::of(Claim::Stopped),
    };
    let game = Game::with_solver(Dealer::new(deck, seed), rules, Box::new(asked));
    let mut game = game.expect("the rules were looked at when the task was made");
    let claim = match play_through(&mut game, limit) {
        Ok(answers) => Claim::Played { answers },
        Err(Stop { reason: Reason::Failed(failure), .. }) => Claim::Failed { reason: failure.what },
        // If the race was not stopped, the limit of the contestant was reached.
        Err(_) => limit.check().map(|()| Claim::Stopped)?,
    };
    Ok(Reply { claim, ..game.into_solver().total })
}

/// A contestant as a method, one question after the other.
struct Asked<'a> {
    board: Board,
    lane: &'a mut Lane,
    terms: Terms,
    /// The sum of all replies.
    total: Reply,
}

impl Update for Asked<'_> {
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

impl Solver for Asked<'_> {
    fn find(&mut self, limit: &Limit) -> Result<Option<Found>, Stop> {
        let used = Duration::from_secs_f64(self.total.seconds.unwrap_or(0.0));
        let Some(left) = self.terms.timeout.checked_sub(used).filter(|left| !left.is_zero()) else {
            return Err(Stop::DEADLINE);
        };
        let terms = Terms { timeout: left, ..self.terms };
        let task = Task::Board { board: self.board.clone(), question: Question::Find };
        let reply = self.lane.ask(&task, terms, limit)?;
        add(&mut self.total, &reply);
        let wrong = |what: String| Err(Stop::failed(String::new(), what));
        match reply.claim {
            Claim::Found { set } => match judge::set(&self.board, &set) {
                Ok(_) => Ok(Some(Found::new(set))),
                Err(what) => wrong(what),
            },
            Claim::None => Ok(None),
            Claim::Stopped => Err(Stop::DEADLINE),
            Claim::Failed { reason } => wrong(reason),
            other => wrong(other.mismatch(Ask::Find)),
        }
    }
}

/// Adds the costs of a further question: times and efforts are added up, memory is the maximum.
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

/// The outcome of a game, replayed with the answers of the contestant.
pub(super) fn replay(
    deck: Deck,
    seed: u64,
    rules: Rules,
    answers: Answers,
) -> Result<Outcome, String> {
    let (sets, all) = (answers.iter().flatten().count() as u64, answers.len());
    let recorded = RecordedAnswers {
        judge: judge::judge(&Board::empty(deck)),
        answers: answers.into_iter(),
        used: 0,
        fault: None,
    };
    let mut game = Game::with_solver(Dealer::new(deck, seed), rules, Box::new(recorded))
        .expect("the rules were looked at when the task was made");
    let limit = Limit::timeout(judge::PATIENCE);
    loop {
        match game.step(&limit) {
            Ok(Some(_)) => {}
            Ok(None) if game.solver().used < all => {
                return Err("continues after the end of a game".into());
            }
            Ok(None) | Err(Stop::DEADLINE) => break,
            Err(stop) => {
                return Err(game.into_solver().fault.unwrap_or_else(|| stop.to_string()));
            }
        }
    }
    Ok(Outcome::Played { sets })
}

/// A method that repeats the answers of a contestant, each checked by a method of Tercet.
struct RecordedAnswers {
    judge: Auto,
    answers: std::vec::IntoIter<Option<SetOf>>,
    /// The number of answers asked for.
    used: usize,
    /// The error in an answer.
    fault: Option<String>,
}

impl RecordedAnswers {
    fn wrong(&mut self, what: String) -> Result<Option<Found>, Stop> {
        let stop = Stop::failed(String::new(), &what);
        self.fault = Some(what);
        Err(stop)
    }
}

impl Update for RecordedAnswers {
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

impl Solver for RecordedAnswers {
    fn find(&mut self, limit: &Limit) -> Result<Option<Found>, Stop> {
        let deck = self.board().deck();
        self.used += 1;
        match self.answers.next() {
            None => self.wrong("ends a game too early".into()),
            Some(None) => match self.judge.find(limit)? {
                Some(found) => {
                    let cards = self.board().len();
                    let set = found.set(self.board());
                    self.wrong(format!(
                        "claims that a board of {cards} cards has no set, but it has {set}"
                    ))
                }
                None => Ok(None),
            },
            Some(Some(values)) => {
                let cards = values.iter().map(|values| deck.card_of(values));
                match cards.collect::<Result<Vec<Card>, _>>() {
                    Err(error) => {
                        self.wrong(format!("takes something that is not a card: {error}"))
                    }
                    Ok(cards) => {
                        let place = |card| self.board().cards().iter().position(|on| on == card);
                        match cards.iter().map(place).collect::<Option<Vec<usize>>>() {
                            Some(positions) if is_set(deck, &cards) => {
                                Ok(Some(Found::new(positions)))
                            }
                            _ => {
                                let cards = deck.show_all(&cards);
                                self.wrong(format!(
                                    "takes {cards}, which is not a set of the board"
                                ))
                            }
                        }
                    }
                }
            }
        }
    }
}
