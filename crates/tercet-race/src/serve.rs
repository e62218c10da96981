//! The answering side of a race: a method of Tercet as a contestant.

use std::error::Error;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use tercet::board::BoardError;
use tercet::data::json;
use tercet::deal;
use tercet::game::{Game, Pick, Rules};
use tercet::solver::{
    Effort as Searched, Found, Limit, Method, Options, Reason, Report, Solver, Stop, Update,
};
use tercet::{Board, Card, Deck};
use tercet_models::process::wait_for_dropped;

use super::check::play_through;
use super::protocol::{
    Ask, Claim, Costs, Effort, GameOf, HandsOf, MOST_RUNS, Question, Reply, SCHEMA,
};
use super::task::dealer;
use crate::machine::Usage;

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
    for line in input.split(b'\n') {
        let line = line?;
        if line.trim_ascii().is_empty() {
            continue;
        }
        let reply = match read(&line) {
            Ok(question) => {
                let reply = answer(method, options, &question);
                Reply { id: Some(question.id), ..reply.unwrap_or_else(|error| failed(&*error)) }
            }
            Err(error) => failed(&*error),
        };
        serde_json::to_writer(&mut output, &reply)?;
        writeln!(output)?;
        output.flush()?;
    }
    Ok(())
}

fn read(line: &[u8]) -> Result<Question, Box<dyn Error>> {
    let question: Question =
        json::read(line).map_err(|error| format!("this is not a question of {SCHEMA}: {error}"))?;
    if question.schema != SCHEMA {
        return Err(format!("the question is in '{}', not in {SCHEMA}", question.schema).into());
    }
    Ok(question)
}

fn failed(error: &dyn Error) -> Reply {
    Claim::Failed { reason: error.to_string() }.into()
}

/// The result of one run.
#[derive(Default)]
struct Run {
    claim: Claim,
    time: Duration,
    effort: Option<Searched>,
    winner: Option<&'static str>,
    /// The time of dealing, which is not work of the method.
    dealing: Duration,
}

fn answer(
    method: &Method,
    options: &Options,
    question: &Question,
) -> Result<Reply, Box<dyn Error>> {
    let options = Options { threads: question.threads, ..*options };
    let cards = question.cards.iter().map(|values| question.deck.card_of(values));
    let board = Board::new(question.deck, cards.collect::<Result<Vec<Card>, _>>()?)?;
    let time = |seconds: f64| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
    let (timeout, again) = (time(question.seconds), time(question.again));
    let run = || match &question.question {
        Ask::Game { game } => play(method, &options, &board, game, timeout),
        Ask::Hands { hands } => search(method, &options, question.deck, hands, timeout),
        ask => ask_once(method, &options, &board, ask, timeout),
    };

    let usage = Usage::begin();
    let first = run()?;
    let (mut total, mut dealing) = (first.time, first.dealing);
    let mut times = vec![first.time];
    let settled = !matches!(first.claim, Claim::Stopped | Claim::Failed { .. });
    while settled && total < again && times.len() < MOST_RUNS as usize {
        let Ok(run) = run() else { break };
        total += run.time;
        dealing += run.dealing;
        times.push(run.time);
    }
    wait_for_dropped(Duration::from_secs(1));
    let (used, restart) = usage.end();
    times.sort_unstable();
    // Dealing takes the same share of the processor time as of the wall time; both are small.
    let (worked, dealt) = (total.as_secs_f64(), dealing.as_secs_f64());
    let share = if dealt > 0.0 { worked / (worked + dealt) } else { 1.0 };
    Ok(Reply {
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
                .map(|Searched { count, unit }| Effort { count: count.into(), unit: unit.into() }),
        },
        solver: Some(format!("{} {}", method.name, env!("CARGO_PKG_VERSION"))),
        by: first.winner.map(String::from),
        restart,
    })
}

/// The claim of an answer, or that there is none.
fn claim(answer: Result<Claim, Stop>) -> Claim {
    answer.unwrap_or_else(|stop| match stop.reason {
        Reason::Deadline | Reason::Interrupted => Claim::Stopped,
        _ => Claim::Failed { reason: stop.to_string() },
    })
}

fn ask_once(
    method: &Method,
    options: &Options,
    board: &Board,
    ask: &Ask,
    timeout: Duration,
) -> Result<Run, Box<dyn Error>> {
    let begin = Instant::now();
    let limit = Limit::timeout(timeout);
    let (answer, solver): (_, Box<dyn Update>) = match ask {
        Ask::List => {
            let mut solver = method.enumerator(board, options)?;
            let mut sets = Vec::new();
            let end = solver.for_each(&limit, &mut |positions| {
                sets.push(positions.to_vec());
                ControlFlow::Continue(())
            });
            (end.map(|()| Claim::Listed { sets }), solver)
        }
        Ask::Count => {
            let mut solver = method.counter(board, options)?;
            let count = solver.count(&limit);
            (count.map(|count| Claim::Counted { count: count.into() }), solver)
        }
        _ => {
            let mut solver = method.solver(board, options)?;
            let found = |found: Found| Claim::Found { set: found.to_vec() };
            let answer = solver.find(&limit);
            (answer.map(|answer| answer.map_or(Claim::None, found)), solver)
        }
    };
    // The solver still exists: to end it is not measured.
    let time = begin.elapsed();
    let Report { effort, winner, .. } = solver.report();
    Ok(Run { claim: claim(answer), time, effort, winner, ..Run::default() })
}

/// Deals hands and lists the sets of each until the first. Dealing counts.
fn search(
    method: &Method,
    options: &Options,
    deck: Deck,
    HandsOf { seed, cards, number }: &HandsOf,
    timeout: Duration,
) -> Result<Run, Box<dyn Error>> {
    let seed: u64 = seed.get().ok_or("the seed is too large")?;
    let limit = Limit::timeout(timeout);
    let begin = Instant::now();
    let mut with_a_set = 0_u64;
    let mut end = Ok(());
    for hand in 0..*number {
        let board = deal::board(deck, *cards, seed.wrapping_add(hand))?;
        let mut lister = method.enumerator(&board, options)?;
        end = lister.for_each(&limit, &mut |_| {
            with_a_set += 1;
            ControlFlow::Break(())
        });
        if end.is_err() {
            break;
        }
    }
    let claim = claim(end.map(|()| Claim::Counted { count: with_a_set.into() }));
    let time = begin.elapsed();
    Ok(Run { claim, time, ..Run::default() })
}

fn play(
    method: &Method,
    options: &Options,
    table: &Board,
    game: &GameOf,
    timeout: Duration,
) -> Result<Run, Box<dyn Error>> {
    let GameOf { seed, start, refill, sets } = game;
    let seed = seed.get().ok_or("the seed is too large")?;
    let sets = sets.as_ref().map(|sets| sets.get().unwrap_or(u64::MAX));
    let usual = Rules::thesis(table.deck());
    let rules = Rules { start: *start, refill: *refill, pick: Pick::Found, sets, ..usual };
    let limit = Limit::timeout(timeout);
    let begin = Instant::now();
    let solver = method.solver(table, options)?;
    let timed = Timed { solver, clock: begin.elapsed() };
    let mut game = Game::with_solver(dealer(table, seed), rules, Box::new(timed))?;
    let answer = play_through(&mut game, &limit).map(|answers| Claim::Played { answers });
    let time = game.solver().clock;
    let dealing = begin.elapsed().saturating_sub(time);
    let effort = game.solver().report().effort;
    Ok(Run { claim: claim(answer), time, effort, dealing, ..Run::default() })
}

/// A method with a clock that runs only while the method works, so that dealing is not measured.
struct Timed {
    solver: Box<dyn Solver>,
    clock: Duration,
}

impl Timed {
    fn work<T>(&mut self, work: impl FnOnce(&mut dyn Solver) -> T) -> T {
        let begin = Instant::now();
        let done = work(&mut *self.solver);
        self.clock += begin.elapsed();
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

    fn report(&self) -> Report {
        self.solver.report()
    }
}

impl Solver for Timed {
    fn find(&mut self, limit: &Limit) -> Result<Option<Found>, Stop> {
        self.work(|solver| solver.find(limit))
    }
}
