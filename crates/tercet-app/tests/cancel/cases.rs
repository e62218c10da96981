//! Work that does not end within minutes on any machine, and ways to cancel it.
//!
//! The test of the same name and the benchmark `cancel` share these cases.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::task::Poll;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use tercet::deal;
use tercet::game::Event;
use tercet::notation::Notation;
use tercet::reduction::generate::{Solution, matching};
use tercet::solver::{Limit, Method, Question as Asked};
use tercet::{Board, Deck};
use tercet_app::{
    About, Answer, BoardSpec, CapsMax, Code, Count, Deal, Error, Export, Find, Game, List, Odds,
    Request, Search, Seconds, Session, Status, Streamed,
};
use tercet_models::export::Form;
use tercet_models::{Symmetry, methods};

/// The time after which work is cancelled.
pub(crate) const BEGUN: Duration = Duration::from_millis(100);

/// A time limit for questions that have a short one by default.
pub(crate) const HOUR: Option<Seconds> = Some(Seconds(Duration::from_secs(3600)));

/// A way to cancel a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// By its session, from another thread.
    Thread,
    /// By dropping its job.
    Drop,
}

impl Way {
    const ALL: &[Self] = &[Self::Thread, Self::Drop];
}

/// The end of work that was cancelled.
pub(crate) struct Ended {
    /// Whether the work was interrupted, and had not ended by itself.
    pub(crate) interrupted: bool,
    /// The time from the cancellation to the end.
    #[allow(dead_code, reason = "only the benchmark reads it")]
    pub(crate) late: Duration,
}

/// Work that is cancelled.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) ways: &'static [Way],
    /// Whether the work may end by itself on a quick machine.
    pub(crate) may_end: bool,
    cancel: Box<dyn Fn(Way, Duration) -> Ended>,
}

impl Case {
    /// A question that is cancelled in every way.
    fn new(name: impl Into<String>, request: Request) -> Self {
        Self {
            name: name.into(),
            ways: Way::ALL,
            may_end: false,
            cancel: Box::new(move |way, after| cancel(&request, way, after)),
        }
    }

    /// A question as JSON.
    fn of(name: impl Into<String>, request: Value) -> Self {
        Self::new(name, serde_json::from_value(request).expect("a request"))
    }

    /// Cancels the work some time after its start.
    pub(crate) fn cancel(&self, way: Way, after: Duration) -> Ended {
        (self.cancel)(way, after)
    }
}

/// Cancels a question some time after it was asked.
fn cancel(request: &Request, way: Way, after: Duration) -> Ended {
    let (session, request) = (Session::new(), request.clone());
    let job = session.work(move |session| request.ask(session)).expect("a thread");
    thread::sleep(after);
    let is_at_work = !job.wait_for(Duration::ZERO);
    let begin = Instant::now();
    if way == Way::Drop {
        drop(job);
        return Ended { interrupted: is_at_work, late: begin.elapsed() };
    }
    session.cancel();
    let said = job.wait();
    let late = begin.elapsed();
    Ended { interrupted: is_interrupted(&said), late }
}

fn is_interrupted(said: &Result<Answer, Error>) -> bool {
    match said {
        Ok(answer) => answer.status() == Status::Stopped,
        Err(error) => error.code == Code::Interrupted,
    }
}

pub(crate) fn deck(values: usize, properties: usize) -> Deck {
    Deck::new(values, properties).expect("a deck")
}

/// The first cards dealt from a deck.
fn dealt(values: usize, properties: usize, cards: usize) -> Board {
    deal::board(deck(values, properties), cards, 3).expect("enough cards")
}

/// All cases.
pub(crate) fn all() -> Vec<Case> {
    [searches(), preparations(), packings(), streams(), exact(), games(), large()]
        .into_iter()
        .flatten()
        .collect()
}

/// One question to a method.
fn asked(method: &Method, asked: Asked, board: &Board) -> Case {
    let search = Search { method: Some(method.name.into()), ..Search::default() };
    let spec = BoardSpec::from(board.clone());
    let name = format!("{} to {asked} of {} cards of {}", method.name, board.len(), board.deck());
    let request = match asked {
        Asked::Find => Request::Find(Find { board: spec, search, ..Find::default() }),
        Asked::Enumerate => Request::List(List { board: spec, search, ..List::default() }),
        Asked::Count => Request::Count(Count { board: spec, search, ..Count::default() }),
    };
    Case::new(name, request)
}

/// The methods that run on this machine.
fn available() -> impl Iterator<Item = &'static Method> {
    methods().iter().filter(|method| method.missing().is_none())
}

/// Every method with each question that it answers, on the first of some boards that is hard for
/// it.
fn searches() -> Vec<Case> {
    let hard = [(24, 4, 380), (24, 4, 300), (4, 20, 20_000), (3, 16, 40_000), (3, 30, 40_000)];
    let hard = hard.map(|(v, p, n)| dealt(v, p, n));
    let mut ways = Way::ALL.iter().cycle();
    let mut cases = Vec::new();
    for method in available() {
        for question in Asked::ALL.into_iter().filter(|&question| method.answers(question)) {
            let able = hard.iter().filter(|board| method.can(question, board.deck()));
            let tries: Vec<Case> = able.map(|board| asked(method, question, board)).collect();
            cases.push(Case {
                name: format!("{} to {question}", method.name),
                ways: std::slice::from_ref(ways.next().expect("they repeat")),
                may_end: false,
                cancel: Box::new(move |way, after| {
                    let mut ends = tries.iter().map(|case| case.cancel(way, after));
                    let last = ends.next().expect("a board that suits the method");
                    if last.interrupted {
                        last
                    } else {
                        ends.find(|end| end.interrupted).unwrap_or(last)
                    }
                }),
            });
        }
    }
    cases
}

/// Boards of half a million cards, whose preparation is cancelled. Some questions about them are
/// easy.
fn preparations() -> Vec<Case> {
    let mut cases = Vec::new();
    for (v, p) in [(3, 20), (4, 12)] {
        let board = dealt(v, p, 500_000);
        for method in available() {
            for question in Asked::ALL.into_iter().filter(|&it| method.can(it, board.deck())) {
                let case = asked(method, question, &board);
                cases.push(Case { ways: &[Way::Thread], may_end: true, ..case });
            }
        }
    }
    cases
}

fn packings() -> Vec<Case> {
    let (some, many) = (dealt(4, 9, 3000), dealt(3, 12, 40_000));
    let packers = [("branch", &some), ("ip", &some), ("greedy", &many)].map(|(packer, board)| {
        let request = json!({ "ask": "pack", "board": board, "packer": packer });
        Case::of(format!("packing with {packer}"), request)
    });
    let partitions = json!({ "ask": "partitions", "board": dealt(3, 6, 729) });
    let samples = json!({ "ask": "partitions", "board": dealt(3, 6, 729), "samples": 1e9 as u64 });
    let fewest = json!({ "ask": "pack-fewest", "board": dealt(3, 6, 300) });
    let nim = json!({ "ask": "nim", "board": dealt(3, 4, 60), "search": { "memory": 8e9 as u64 } });
    let hint = json!({ "ask": "hint", "board": dealt(4, 20, 20_000), "stage": 1 });
    let others = [
        Case::of("counting partitions", partitions),
        Case::of("estimating the number of partitions", samples),
        Case::of("the fewest disjoint sets", fewest),
        Case::of("the game of taking sets", nim),
        Case::of("a hint", hint),
        Case::of("a false packing", false_packing(&dealt(20, 8, 3000))),
    ];
    packers.into_iter().chain(others).collect()
}

/// The check of an answer, which lists all sets of the board.
fn false_packing(board: &Board) -> Value {
    let write = |card| Notation::Digits.write(board.deck(), card);
    let cards: Vec<String> = board.iter().map(write).collect();
    let packed = json!({
        "deck": board.deck(), "size": cards.len(), "method": "branch", "answer": "none",
        "sets": [], "positions": [], "count": "0", "bound": 0, "proved": true, "seconds": 0,
        "proof": { "weights": { "board": cards, "parts": [] } },
    });
    json!({ "ask": "check-packing", "packed": packed.to_string() })
}

/// A stream whose sets are not taken, and a stream without sets.
fn streams() -> Vec<Case> {
    let stream = |(v, p)| {
        let list = List { board: dealt(v, p, 40_000).into(), ..List::default() };
        let cancel = move |way, after| {
            let session = Session::new();
            let mut stream = list.clone().stream(&session).expect("a thread");
            thread::sleep(after);
            let begin = Instant::now();
            if way == Way::Drop {
                drop(stream);
                return Ended { interrupted: true, late: begin.elapsed() };
            }
            session.cancel();
            // The sets that wait can still be taken.
            while stream.next_for(Duration::MAX) != Poll::Ready(None) {}
            let late = begin.elapsed();
            Ended { interrupted: is_interrupted(&stream.finish().map(Answer::List)), late }
        };
        Case {
            name: format!("a stream of the sets of 40000 cards of ({v},{p})"),
            ways: &[Way::Thread, Way::Drop],
            may_end: false,
            cancel: Box::new(cancel),
        }
    };
    [(3, 12), (3, 30)].into_iter().map(stream).collect()
}

/// The classes of all hands of (3,6), which exceed the memory.
pub(crate) fn endless_classes() -> Odds {
    Odds { deck: deck(3, 6), about: About::Classes, memory: Some(usize::MAX), ..Odds::default() }
}

/// The search for a cap of AG(7,3) larger than those known.
pub(crate) fn endless_caps() -> CapsMax {
    CapsMax { deck: deck(3, 7), timeout: HOUR, ..CapsMax::default() }
}

fn exact() -> Vec<Case> {
    let mut cases = vec![
        Case::new("odds by classes", Request::Odds(endless_classes())),
        Case::new("the largest cap", Request::CapsMax(endless_caps())),
    ];
    for about in [About::Sets, About::Disjoint] {
        // Exact odds are out of reach, so hands are dealt.
        let samples = u64::MAX.into();
        let odds = Odds { about, size: Some(40), samples, ..endless_classes() };
        cases.push(Case::new(format!("odds of {about:?}"), Request::Odds(odds)));
    }
    let (instance, _) =
        matching(4, 40, None, Solution::Chance, 1, &Limit::none()).expect("few edges");
    for method in ["cover", "hybrid"] {
        let search = json!({ "method": method });
        let request =
            json!({ "ask": "reduce-matching", "instance": instance.text(), "search": search });
        cases.push(Case::of(format!("a matching by {method}"), request));
    }
    cases
}

/// The beginning of a record whose claim that there is no set is hard to check.
fn hard_record() -> String {
    let game =
        Game { deck: deck(20, 4), start: Some(200), seed: Some(1_u32.into()), ..Game::default() };
    let mut lines = String::new();
    let played = game.ask_into(&Session::new(), &mut |step| {
        lines += &(step.record)();
        if step.event == Some(&Event::NoSet) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    played.expect("a game");
    lines
}

/// Folders that last as long as their cases.
fn folder() -> &'static TempDir {
    Box::leak(Box::new(tempfile::tempdir().expect("a temporary folder")))
}

/// A program that never replies, as a contestant of a race.
fn mute_peer() -> PathBuf {
    let file = folder().path().join("mute.py");
    fs::write(&file, "import time\ntime.sleep(3600)\n").expect("a script");
    file
}

/// Deals, games, races and records.
fn games() -> Vec<Case> {
    let (four, most) = (json!({ "values": 4, "properties": 4 }), u64::MAX.to_string());
    // No random hand of (6,4) with 200 cards has so few sets.
    let six = deck(6, 4);
    let deal = |kind: Value| json!({ "ask": "deal", "deck": six, "size": 200, "kind": kind });
    let sheet = json!({ "ask": "sheet", "deck": four, "size": 100, "exactly": "1" });
    let simulate = json!({ "ask": "simulate", "games": most, "threads": 3 });
    let long = json!({
        "ask": "simulate", "deck": deck(3, 8), "games": most, "threads": 3, "pick": "first",
    });
    let game = json!({ "ask": "game", "deck": deck(30, 4), "seed": 1 });
    let race = json!({ "ask": "race", "methods": [], "peers": [mute_peer()] });
    let verify = json!({ "ask": "verify", "record": hard_record(), "effort": most });
    vec![
        Case::of("a board without a set, by rejection", deal(json!("free"))),
        Case::of("a board with one set, by rejection", deal(json!({ "exactly": "1" }))),
        Case::of("a sheet of rare boards", sheet),
        Case::of("a simulation", simulate),
        Case::of("a simulation of long games", long),
        Case::of("a hard game", game),
        Case::of("a race", race),
        Case::of("a hard claim", verify),
    ]
}

/// Large boards and instances, cancelled while they are made and written. A quick machine may
/// finish some.
fn large() -> Vec<Case> {
    let mut cases = Vec::new();
    for kind in ["random", "planted"] {
        let deck = deck(3, 30);
        let deal = json!({ "ask": "deal", "deck": deck, "size": Deal::MOST_CARDS, "kind": kind });
        cases.push(Case::of(format!("ten million cards, {kind}"), deal));
    }
    let classes = json!({ "ask": "deal", "size": 15, "kind": { "exactly": "8" } });
    cases.push(Case::of("a board by classes", classes));
    for solution in Solution::ALL.map(Solution::name) {
        let generate = json!({
            "ask": "reduce-generate", "elements": 250, "edge_count": 9_000_000, "solution": solution,
        });
        cases.push(Case::of(format!("nine million edges, {solution}"), generate));
    }
    // All pairs of its cards are compared before the first exact cover problem.
    let nine = deck(3, 9);
    let full =
        Board::new(nine, nine.cards().collect::<Vec<_>>()).expect("a deck has no card twice");
    let covers = json!({ "ask": "reduce-cover", "board": full });
    cases.push(Case::of("exact covers", covers));
    let import = json!({ "ask": "import-solution", "board": full, "from": "dlx", "solution": "" });
    cases.push(Case::of("a solution of exact covers", import));
    let (full, large) = (BoardSpec::from(full), BoardSpec::from(dealt(3, 20, 500_000)));
    for form in Form::ALL {
        let board = if form == Form::Dlx { &full } else { &large };
        let symmetry = Symmetry::default();
        let export = Export { board: board.clone(), to: form, symmetry };
        cases.push(Case::new(format!("an export to {}", form.name()), Request::Export(export)));
    }
    for case in &mut cases {
        case.may_end = true;
    }
    cases
}
