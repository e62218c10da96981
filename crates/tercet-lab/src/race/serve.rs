//! The answering side of a race: a method of Tercet as a contestant.

use std::cell::Cell;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::rc::Rc;
use std::time::{Duration, Instant};

use tercet::board::BoardError;
use tercet::game::{Dealer, Game, Pick, Rules};
use tercet::solver::{
    Answer, Effort as Searched, Failure, Held, Limit, Method, Options, Solver, Stop, Unable, Update,
};
use tercet::{Board, Card, Deck};

use super::game::told;
use super::protocol::{Ask, Claim, Costs, Effort, GameOf, MOST_RUNS, Question, Reply, SCHEMA};
use super::usage::Usage;

/// Answers the questions of `input`, one per line, until it ends.
///
/// # Errors
///
/// A line cannot be read or written. A line that is not a question is answered by a failure.
pub fn serve(
    method: &Method,
    options: &Options,
    input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    for line in input.lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let reply = match read(&line) {
            Ok(question) => Reply { id: Some(question.id), ..answer(method, options, &question) },
            Err(reason) => failed(reason),
        };
        serde_json::to_writer(&mut output, &reply)?;
        writeln!(output)?;
        output.flush()?;
    }
    Ok(())
}

fn read(line: &str) -> Result<Question, String> {
    let question: Question = serde_json::from_str(line)
        .map_err(|error| format!("this is not a question of {SCHEMA}: {error}"))?;
    if question.schema != SCHEMA {
        return Err(format!("the question is in '{}', not in {SCHEMA}", question.schema));
    }
    Ok(question)
}

fn failed(reason: String) -> Reply {
    Reply::of(Claim::Failed { reason })
}

/// The result of one run.
struct Run {
    claim: Claim,
    time: Duration,
    effort: Option<Searched>,
    winner: Option<&'static str>,
    /// The time of dealing, which is not work of the method.
    dealing: Duration,
}

impl Run {
    /// A run without a game.
    fn of(claim: Claim, time: Duration, solver: &dyn Update) -> Self {
        let (effort, winner) = (solver.effort(), solver.winner());
        Self { claim, time, effort, winner, dealing: Duration::ZERO }
    }
}

fn answer(method: &Method, options: &Options, question: &Question) -> Reply {
    let deck = match Deck::new(question.deck.values, question.deck.properties) {
        Ok(deck) => deck,
        Err(error) => return failed(error.to_string()),
    };
    let options = Options { threads: question.threads, ..options.clone() };
    let cards = question.cards.iter().map(|values| deck.card(values));
    let board = match cards.collect::<Result<Vec<Card>, _>>() {
        Ok(cards) => Board::new(deck, &cards).map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    let board = match board {
        Ok(board) => board,
        Err(reason) => return failed(reason),
    };
    let time = |seconds: f64| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
    let (timeout, again) = (time(question.seconds), time(question.again));
    let run = || match (question.question, &question.game) {
        (Ask::Game, None) => Err("the question names no game".into()),
        (Ask::Game, Some(game)) => play(method, &options, deck, game, timeout),
        (ask, _) => ask_once(method, &options, &board, ask, timeout),
    };

    let usage = Usage::begin();
    let first = match run() {
        Ok(run) => run,
        Err(reason) => return failed(reason),
    };
    let (mut total, mut dealing) = (first.time, first.dealing);
    let mut times = vec![first.time];
    let settled = !matches!(first.claim, Claim::Stopped | Claim::Failed { .. });
    while settled && total < again && times.len() < MOST_RUNS as usize {
        let Ok(run) = run() else { break };
        total += run.time;
        dealing += run.dealing;
        times.push(run.time);
    }
    let used = usage.end();
    times.sort_unstable();
    // Dealing takes the same share of the processor time as of the wall time; both are small.
    let (worked, dealt) = (total.as_secs_f64(), dealing.as_secs_f64());
    let share = if dealt > 0.0 { worked / (worked + dealt) } else { 1.0 };
    Reply {
        id: None,
        claim: first.claim,
        runs: Some(times.len() as u32),
        // A coarse clock may see no time pass.
        seconds: Some(times[times.len() / 2].max(Duration::from_nanos(1)).as_secs_f64()),
        costs: Costs {
            cpu: used.cpu.map(|cpu| cpu * share / times.len() as f64),
            memory: used.memory,
            effort: first
                .effort
                .map(|Searched { count, unit }| Effort { count, unit: unit.into() }),
        },
        solver: Some(format!("{} {}", method.name, env!("CARGO_PKG_VERSION"))),
        by: first.winner.map(String::from),
        restart: used.spoilt,
    }
}

fn stopped(stop: &Stop) -> Claim {
    match stop {
        Stop::Deadline | Stop::Interrupted => Claim::Stopped,
        other => Claim::Failed { reason: other.to_string() },
    }
}

fn ask_once(
    method: &Method,
    options: &Options,
    board: &Board,
    ask: Ask,
    timeout: Duration,
) -> Result<Run, String> {
    let begin = Instant::now();
    let limit = Limit::timeout(timeout);
    let text = |error: Unable| error.to_string();
    match ask {
        Ask::List => {
            let mut solver = method.enumerator(board, options).map_err(text)?;
            let mut sets = Vec::new();
            let end = solver.for_each(&limit, &mut |positions| {
                sets.push(positions.to_vec());
                ControlFlow::Continue(())
            });
            let time = begin.elapsed();
            let claim = end.map_or_else(|stop| stopped(&stop), |()| Claim::Listed { sets });
            Ok(Run::of(claim, time, &*solver))
        }
        Ask::Count => {
            let mut solver = method.counter(board, options).map_err(text)?;
            let count = solver.count(&limit);
            let time = begin.elapsed();
            let counted = |count| Claim::Counted { count };
            Ok(Run::of(count.map_or_else(|stop| stopped(&stop), counted), time, &*solver))
        }
        Ask::Find | Ask::Game => {
            let mut solver = method.solver(board, options).map_err(text)?;
            let answer = solver.find(&limit);
            let time = begin.elapsed();
            let claim = match answer {
                Answer::None => Claim::None,
                Answer::Stopped(stop) => stopped(&stop),
                Answer::Found(set) => Claim::Found { set: positions(board, set.cards()) },
            };
            Ok(Run::of(claim, time, &*solver))
        }
    }
}

/// The positions of the cards of a set, ascending.
fn positions(board: &Board, cards: &[Card]) -> Vec<usize> {
    let lies = |card: &Card| cards.contains(card);
    (0..).zip(board.cards()).filter(|(_, card)| lies(card)).map(|(position, _)| position).collect()
}

fn play(
    method: &Method,
    options: &Options,
    deck: Deck,
    game: &GameOf,
    timeout: Duration,
) -> Result<Run, String> {
    let refill = game.refill.parse().map_err(|error| format!("refill: {error}"))?;
    let rules = Rules { start: game.start, refill, pick: Pick::Found, sets: game.sets };
    let limit = Limit::timeout(timeout);
    let begin = Instant::now();
    let solver = method.solver(&Board::empty(deck), options).map_err(|error| error.to_string())?;
    let clock = Rc::new(Cell::new(begin.elapsed()));
    let effort = Rc::new(Cell::new(None));
    let timed = Timed { solver, clock: Rc::clone(&clock), effort: Rc::clone(&effort) };
    let mut game = Game::with_solver(Dealer::new(deck, game.seed), rules, Box::new(timed))
        .map_err(|error| error.to_string())?;
    let claim = match told(&mut game, &limit) {
        Ok(answers) => Claim::Played { answers },
        Err(stop) => stopped(&stop),
    };
    let time = clock.get();
    let dealing = begin.elapsed().saturating_sub(time);
    Ok(Run { claim, time, effort: effort.get(), winner: None, dealing })
}

/// A method with a clock that runs only while the method works, so that dealing is not measured.
struct Timed {
    solver: Box<dyn Solver>,
    clock: Rc<Cell<Duration>>,
    effort: Rc<Cell<Option<Searched>>>,
}

impl Timed {
    fn work<T>(&mut self, work: impl FnOnce(&mut dyn Solver) -> T) -> T {
        let begin = Instant::now();
        let done = work(&mut *self.solver);
        self.clock.set(self.clock.get() + begin.elapsed());
        done
    }
}

impl Update for Timed {
    fn board(&self) -> &Board {
        self.solver.board()
    }

    fn add(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.work(|solver| solver.add(cards))
    }

    fn remove(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.work(|solver| solver.remove(cards))
    }

    fn held(&self) -> Option<Held> {
        self.solver.held()
    }

    fn winner(&self) -> Option<&'static str> {
        self.solver.winner()
    }

    fn failures(&self) -> Vec<Failure> {
        self.solver.failures()
    }
}

impl Solver for Timed {
    fn find(&mut self, limit: &Limit) -> Answer {
        let answer = self.work(|solver| solver.find(limit));
        self.effort.set(self.solver.effort());
        answer
    }
}
