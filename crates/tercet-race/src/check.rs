//! Whether the claim of a contestant can be true.
//!
//! A set must be one, of cards of the board. "No set" and a number cannot be checked by themselves:
//! contestants check each other (see [`Race`](super::Race)). In a game each contestant takes sets of
//! its own and comes to boards of its own, so a judge, a method of Tercet, checks each "no set" there. The
//! judge's time is on no contestant's clock.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::time::Duration;

use tercet::board::BoardError;
use tercet::deal;
use tercet::game::{Event, Game, Rules};
use tercet::set::is_set;
use tercet::solver::{Auto, Found, Limit, Method, Options, Question, Reason, Solver, Stop, Update};
use tercet::{Board, Card, Set};

use super::contestant::{Lane, Terms};
use super::protocol::{self, Answers, Claim, Reply, SetOf};
use super::report::{Outcome, Trial};
use super::task::{Task, dealer};

/// The outcome of a task.
///
/// # Errors
///
/// Why the claim cannot be true, in words that follow the name of the contestant.
pub(super) fn outcome(task: &Task, claim: Claim) -> Result<Outcome, String> {
    match (task, claim) {
        (_, Claim::Stopped) => Ok(Outcome::Stopped),
        (_, Claim::Failed { reason }) => Err(reason),
        (Task::Board { board, question: Question::Find }, Claim::Found { set }) => {
            set_at(board, &set)?;
            Ok(Outcome::Found { set })
        }
        (Task::Board { question: Question::Find, .. }, Claim::None) => Ok(Outcome::None),
        (Task::Board { board, question: Question::Enumerate }, Claim::Listed { sets }) => {
            let count = sets.len().into();
            let mut seen = HashSet::new();
            for mut positions in sets {
                set_at(board, &positions)?;
                positions.sort_unstable();
                if let Some(twice) = seen.replace(positions) {
                    return Err(format!("lists the set at the positions {twice:?} twice"));
                }
            }
            Ok(Outcome::Counted { count })
        }
        (Task::Board { question: Question::Count, .. }, Claim::Counted { count }) => {
            Ok(Outcome::Counted { count })
        }
        (Task::Game { seed, rules, table, .. }, Claim::Played { answers }) => {
            replay(table, *seed, *rules, answers)
        }
        (&Task::Hands { deck, cards, number, seed }, Claim::Counted { count }) => {
            let hands = (0..number).map(|hand| deal::board(deck, cards, seed.wrapping_add(hand)));
            let right = hands.flatten().filter(|hand| set_of(hand).is_some()).count();
            if count == right.into() {
                return Ok(Outcome::Counted { count });
            }
            Err(format!("finds a set in {count} hands, but {right} hold one"))
        }
        (Task::Board { question, .. }, claim) => Err(claim.mismatch(question)),
        (Task::Game { .. }, claim) => Err(claim.mismatch("game")),
        (Task::Hands { .. }, claim) => Err(claim.mismatch("hands")),
    }
}

/// Checks that a trial of a task that was checked before can be one of this many rounds.
///
/// # Errors
///
/// Why it cannot, in words that follow the name of the contestant.
pub(super) fn trial(task: &Task, trial: &Trial, rounds: NonZeroUsize) -> Result<(), String> {
    protocol::check(&trial.costs)?;
    if !(1..=rounds.get()).contains(&trial.timings.len()) {
        return Err(format!("has times of {} rounds, not of {rounds}", trial.timings.len()));
    }
    let times = trial.timings.iter().map(|round| round.seconds).chain([trial.seconds]);
    if let Some(time) = times.flatten().find(|&time| time < 0.0) {
        return Err(format!("reports {time} s"));
    }
    let find = matches!(task, Task::Board { question: Question::Find, .. });
    match (&trial.outcome, task) {
        (Outcome::Found { set }, Task::Board { board, .. }) if find => set_at(board, set).map(drop),
        (Outcome::None, _) if find => Ok(()),
        (Outcome::Counted { .. }, Task::Board { .. } | Task::Hands { .. }) if !find => Ok(()),
        (Outcome::Played { .. }, Task::Game { .. })
        | (Outcome::Stopped | Outcome::Failed { .. }, _) => Ok(()),
        (outcome, _) => Err(format!("answers '{}', which was not asked", outcome.name())),
    }
}

/// The outcome of a game, replayed with the answers of the contestant.
fn replay(table: &Board, seed: u64, rules: Rules, answers: Answers) -> Result<Outcome, String> {
    let sets = answers.iter().flatten().count().into();
    let mut answers = answers.into_iter();
    let mut game = by_asking(table, seed, rules, |board: &Board, limit: &Limit| {
        let wrong = |what: String| Stop::failed(String::new(), what);
        match answers.next() {
            None => Err(wrong("ends a game too early".into())),
            Some(None) => match judge(board).find(limit)? {
                Some(found) => Err(wrong(format!(
                    "claims that a board of {} cards has no set, but it has {}",
                    board.len(),
                    found.set(board)
                ))),
                None => Ok(None),
            },
            Some(Some(values)) => Ok(Some(taken(board, &values).map_err(wrong)?)),
        }
    });
    let limit = Limit::timeout(PATIENCE);
    let end = game.within(&limit).try_for_each(|event| event.map(drop));
    drop(game);
    match end {
        Ok(()) if answers.len() > 0 => Err("continues after the end of a game".into()),
        Ok(()) | Err(Stop::DEADLINE) => Ok(Outcome::Played { sets }),
        Err(Stop { reason: Reason::Failed(failure), .. }) => Err(failure.what),
        Err(stop) => Err(stop.to_string()),
    }
}

/// The set of the board that a contestant takes in a game.
fn taken(board: &Board, values: &SetOf) -> Result<Found, String> {
    let deck = board.deck();
    let cards = values.iter().map(|values| deck.card_of(values)).collect::<Result<Vec<Card>, _>>();
    let cards = cards.map_err(|error| format!("takes something that is not a card: {error}"))?;
    let place = |card| board.cards().iter().position(|on| on == card);
    match cards.iter().map(place).collect::<Option<Vec<usize>>>() {
        Some(positions) if is_set(deck, &cards) => Ok(Found::new(positions)),
        _ => Err(format!("takes {}, which is not a set of the board", deck.show_all(&cards))),
    }
}

/// The method that is the judge.
pub(super) const JUDGE: &str = Method::AUTO.name;

/// The judge's time for a board or a game. Claims that it does not refute by then are believed.
const PATIENCE: Duration = Duration::from_secs(10);

/// The judge, looking at a board.
fn judge(board: &Board) -> Auto {
    Auto::new(board, &Options::default())
}

/// A set of a board, if the judge finds one in time.
pub(super) fn set_of(board: &Board) -> Option<Found> {
    judge(board).find(&Limit::timeout(PATIENCE)).ok().flatten()
}

/// The set at these positions.
///
/// # Errors
///
/// Why they are not a set, in words that follow the name of a contestant.
pub(super) fn set_at(board: &Board, positions: &[usize]) -> Result<Set, String> {
    let cards: Option<Vec<Card>> =
        positions.iter().map(|&position| board.cards().get(position).copied()).collect();
    let cards = cards.ok_or_else(|| {
        format!("names the positions {positions:?} on a board of {} cards", board.len())
    })?;
    Set::new(board.deck(), &cards)
        .map_err(|_| format!("claims that {} is a set", board.deck().show_all(&cards)))
}

// Games: the answers of a game that a contestant plays, and a game played board by board.

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
            Event::Deal(..) | Event::Shuffle(..) | Event::Turn(..) | Event::End(_) => {}
        }
    }
    Ok(answers)
}

/// A game whose sets a function finds, which is asked about each board.
fn by_asking<F>(table: &Board, seed: u64, rules: Rules, find: F) -> Game<Asking<F>>
where
    F: FnMut(&Board, &Limit) -> Result<Option<Found>, Stop> + Send,
{
    let solver = Box::new(Asking { board: table.clone(), find });
    Game::with_solver(dealer(table, seed), rules, solver)
        .expect("the rules were looked at when the task was made")
}

/// A function as a method.
struct Asking<F> {
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
    table: &Board,
    seed: u64,
    rules: Rules,
    terms: Terms,
    limit: &Limit,
) -> Result<Reply, Stop> {
    let mut total = Reply::default();
    let mut game = by_asking(table, seed, rules, |board: &Board, limit: &Limit| {
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
                set_at(board, &set).map_err(wrong)?;
                Ok(Some(Found::new(set)))
            }
            Claim::None => Ok(None),
            Claim::Stopped => Err(Stop::DEADLINE),
            Claim::Failed { reason } => Err(wrong(reason)),
            other => Err(wrong(other.mismatch(Question::Find))),
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
    match (&mut costs.effort, &more.effort) {
        (Some(total), Some(more)) => total.count.0 += &more.count.0,
        (total, more) => *total = more.clone().or(total.take()),
    }
}
