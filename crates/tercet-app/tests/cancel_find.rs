//! Finding, listing, counting, packing and hints that are cancelled stop at once, by every method,
//! and leave no thread.

mod common;

use std::thread;
use std::time::{Duration, Instant};

use common::{BEGUN, SOON, STOPS, Way, dealt, no_thread_is_left, stops, threads};
use tercet::Board;
use tercet::solver::Question as Asked;
use tercet_app::{Count, Find, Hint, List, Pack, Packer, Partitions, Search, Session};
use tercet_models::{Method, Options, methods};

/// A linear program of microlp cannot be interrupted, so its thread ends at its next look.
const LINEAR_PROGRAM: Duration = Duration::from_secs(60);

fn threads_end(name: &str) -> Duration {
    if name.starts_with("ip") || name == "hybrid" || name == "portfolio" {
        LINEAR_PROGRAM
    } else {
        SOON
    }
}

fn search(method: &Method) -> Search {
    Search { method: Some(method.name.into()), ..Search::default() }
}

/// Cancels a method at a question about a board. Returns whether there was time for that.
fn method_stops(method: &Method, asked: Asked, board: &Board, way: Way, after: Duration) -> bool {
    let (search, spec) = (search(method), board.clone().into());
    let (n, deck) = (board.len(), board.deck());
    let what = format!("{} to {asked} of {n} cards of {deck}", method.name);
    let ends = threads_end(method.name);
    match asked {
        Asked::Find => {
            stops(&what, &Find { board: spec, search, ..Find::default() }, way, after, ends)
        }
        Asked::Enumerate => {
            stops(&what, &List { board: spec, search, ..List::default() }, way, after, ends)
        }
        Asked::Count => stops(&what, &Count { board: spec, search }, way, after, ends),
    }
}

/// All in one test, since threads are counted.
#[test]
fn searches_stop_at_once() {
    every_method_stops();
    preparations_stop();
    packings_and_hints_stop();
    streams_stop();
}

/// Each method has a board that is hard for it, for each question that it answers.
fn every_method_stops() {
    let hard = [(24, 4, 300), (24, 4, 380), (4, 20, 20_000), (3, 16, 40_000), (3, 30, 40_000)];
    let hard = hard.map(|(v, p, n)| dealt(v, p, n));
    let (options, mut missing) = (Options::default(), Vec::new());
    let mut ways = Way::ALL.into_iter().cycle();
    for method in methods() {
        if method.missing(&options).is_some() {
            missing.push(method.name);
            continue;
        }
        for asked in Asked::ALL.into_iter().filter(|&asked| method.answers(asked)) {
            let way = ways.next().expect("they come again and again");
            let mut able = hard.iter().filter(|board| method.can(asked, board.deck()));
            let stopped = able.any(|board| method_stops(method, asked, board, way, BEGUN));
            assert!(stopped, "no board is hard for {} to {asked}", method.name);
        }
    }
    if !missing.is_empty() {
        eprintln!("not tested, since their program is missing: {}", missing.join(", "));
    }
}

/// Boards of half a million cards are cancelled while they are prepared.
fn preparations_stop() {
    for (v, p) in [(3, 20), (4, 12)] {
        let board = dealt(v, p, 500_000);
        for method in methods().filter(|method| method.missing(&Options::default()).is_none()) {
            for asked in Asked::ALL.into_iter().filter(|&asked| method.can(asked, board.deck())) {
                for after in [30, 90] {
                    // Some questions are answered soon.
                    let after = Duration::from_millis(after);
                    let _ = method_stops(method, asked, &board, Way::Callback, after);
                }
            }
        }
    }
}

fn packings_and_hints_stop() {
    let full = dealt(3, 6, 729);
    let dense = dealt(4, 9, 3000);
    for way in Way::ALL {
        for packer in [Packer::Branch, Packer::Ip, Packer::Greedy] {
            let board = if packer == Packer::Greedy { dealt(3, 12, 40_000) } else { dense.clone() };
            let pack = Pack { board: board.into(), packer, ..Pack::default() };
            let what = format!("packing with {}", packer.name());
            assert!(stops(&what, &pack, way, BEGUN, threads_end(packer.name())), "{what} is fast");
        }
        let partitions = Partitions { board: full.clone().into(), ..Partitions::default() };
        assert!(stops("counting partitions", &partitions, way, BEGUN, SOON));
        let board = dealt(4, 20, 20_000);
        let hint = Hint { board: board.into(), stage: 1, ..Hint::default() };
        assert!(stops("a hint", &hint, way, BEGUN, SOON));
    }
}

/// A stream whose sets nobody takes, and one that has none to give.
fn streams_stop() {
    for (v, p, n) in [(3, 12, 40_000), (3, 30, 40_000)] {
        let before = threads();
        let list = List { board: dealt(v, p, n).into(), ..List::default() };
        let late = |cancel: &dyn Fn(&List) -> Duration| {
            let late = (0..20).map(|_| cancel(&list)).find(|&late| late <= STOPS);
            assert!(late.is_some(), "a stream goes on after it was cancelled");
            no_thread_is_left("a stream", before, SOON);
        };
        late(&|list| {
            let stream = list.clone().stream(&Session::new()).unwrap();
            thread::sleep(BEGUN);
            let begin = Instant::now();
            drop(stream);
            begin.elapsed()
        });
        late(&|list| {
            let session = Session::new();
            let mut stream = list.clone().stream(&session).unwrap();
            thread::sleep(BEGUN);
            let begin = Instant::now();
            session.canceller().cancel();
            // Those that wait are still to be had.
            let _ = stream.by_ref().count();
            begin.elapsed()
        });
    }
}
