//! Games in a race: the answers of a game that a contestant plays, and a game played board by board.

use std::time::Duration;

use tercet::board::BoardError;
use tercet::deal::Dealer;
use tercet::game::{Event, Game, Rules};
use tercet::solver::{Found, Limit, Question, Reason, Solver, Stop, Update};
use tercet::{Board, Card, Deck};

use super::check;
use super::lane::{Lane, Terms};
use super::protocol::{Answers, Ask, Claim, Effort, Reply};
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

/// A game whose sets a function finds, which is asked about each board.
pub(super) fn by_asking<F>(deck: Deck, seed: u64, rules: Rules, find: F) -> Game<Asking<F>>
where
    F: FnMut(&Board, &Limit) -> Result<Option<Found>, Stop> + Send,
{
    let solver = Box::new(Asking { board: Board::empty(deck), find });
    Game::with_solver(Dealer::new(deck, seed), rules, solver)
        .expect("the rules were looked at when the task was made")
}

/// A function as a method.
pub(super) struct Asking<F> {
    board: Board,
    find: F,
}

impl<F: Send> Update for Asking<F> {
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

impl<F: FnMut(&Board, &Limit) -> Result<Option<Found>, Stop> + Send> Solver for Asking<F> {
    fn find(&mut self, limit: &Limit) -> Result<Option<Found>, Stop> {
        (self.find)(&self.board, limit)
    }
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
    let mut total = Reply::of(Claim::Stopped);
    let mut game = by_asking(deck, seed, rules, |board: &Board, limit: &Limit| {
        let used = Duration::from_secs_f64(total.seconds.unwrap_or(0.0));
        let Some(timeout) = terms.timeout.checked_sub(used).filter(|left| !left.is_zero()) else {
            return Err(Stop::DEADLINE);
        };
        let terms = Terms { timeout, again: Duration::ZERO, ..terms };
        let task = Task::Board { board: board.clone(), question: Question::Find };
        let reply = lane.ask(&task, terms, limit)?;
        add(&mut total, &reply);
        let wrong = |what: String| Stop::failed(String::new(), what);
        match reply.claim {
            Claim::Found { set } => {
                check::set_at(board, &set).map_err(wrong)?;
                Ok(Some(Found::new(set)))
            }
            Claim::None => Ok(None),
            Claim::Stopped => Err(Stop::DEADLINE),
            Claim::Failed { reason } => Err(wrong(reason)),
            other => Err(wrong(other.mismatch(Ask::Find))),
        }
    });
    let claim = match play_through(&mut game, limit) {
        Ok(answers) => Claim::Played { answers },
        Err(Stop { reason: Reason::Failed(failure), .. }) => Claim::Failed { reason: failure.what },
        // If the race was not stopped, the limit of the contestant was reached.
        Err(_) => limit.check().map(|()| Claim::Stopped)?,
    };
    drop(game);
    Ok(Reply { claim, ..total })
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
