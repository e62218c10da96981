//! Work that is cancelled stops, and leaves no thread.
//!
//! The tests do not check times, which depend on the machine. The benchmark `cancel` of this crate
//! measures how long each case runs after it was cancelled.

mod cases;

use std::thread;
use std::time::Duration;

use cases::{BEGUN, HOUR, deck, endless_caps, endless_classes};
use tercet::{Board, Deck};
use tercet_app::{
    Among, Answered, CapsExtend, CapsSizes, Classes, Code, Ending, ExtendBy, Odds, Question,
    Session, Status,
};
use tercet_testkit::tries_everything;
use tercet_testkit::wait::wait_until;

/// The number of threads of this process, if the system tells it.
fn threads() -> Option<usize> {
    Some(std::fs::read_dir("/proc/self/task").ok()?.count())
}

/// One test, because it counts the threads of the process. Under `./test --all`, each case works for four times as long before
/// it is cancelled.
#[test]
fn cancelled_work_stops_and_leaves_no_thread() {
    let begun = if tries_everything() { BEGUN } else { BEGUN / 4 };
    for case in cases::all() {
        for &way in case.ways {
            let before = threads();
            let ended = case.cancel(way, begun);
            assert!(ended.interrupted || case.may_end, "{} ended by itself ({way:?})", case.name);
            // A linear program of microlp cannot be interrupted: its thread ends at the next check.
            wait_until(
                || threads() <= before,
                || format!("{}, {way:?}: {:?}, not {before:?}", case.name, threads()),
            );
        }
    }
}

/// Cancels a question after 1, 2, 4, … ms, until its answer holds something.
fn cancelled<Q>(question: &Q, holds_something: impl Fn(&Q::Answer) -> bool)
where
    Q: Question + Clone + Send + 'static,
    Q::Answer: Send,
{
    for exponent in 0..16 {
        let session = Session::new();
        let job = session.spawn(question.clone()).unwrap();
        thread::sleep(Duration::from_millis(1 << exponent));
        session.cancel();
        // Nothing may be known yet.
        if job.wait().is_ok_and(|answer| holds_something(&answer)) {
            return;
        }
    }
    panic!("{} finds nothing until it is cancelled", Q::NAME);
}

/// Whether work was ended by a cancellation.
fn interrupted(ending: &Ending) -> bool {
    ending.reason.as_ref().is_some_and(|reason| reason.code == Code::Interrupted)
}

#[test]
fn what_was_found_by_then_is_in_the_answer() {
    cancelled(&endless_classes(), |classes| {
        assert_eq!(classes.status(), Status::Stopped);
        interrupted(&classes.ending) && !classes.lines.is_empty()
    });
    let list = Classes { memory: Some(usize::MAX), among: Among::Any, ..Classes::default() };
    cancelled(&list, |list| interrupted(&list.ending) && !list.representatives.is_empty());
    let dealt =
        Odds { deck: deck(10, 4), size: Some(110), samples: u64::MAX.into(), ..Odds::default() };
    cancelled(&dealt, |sampled| {
        let reason = sampled.out_of_reach.as_ref().map(|reason| reason.code);
        interrupted(&sampled.ending) && reason == Some(Code::OutOfReach)
    });
    cancelled(&endless_caps(), |max| max.size.is_some_and(|size| size >= 236));
    let (board, timeout) = (Board::empty(Deck::new(3, 6).unwrap()).into(), HOUR);
    let best = CapsExtend { board, by: ExtendBy::Best, timeout, ..CapsExtend::default() };
    cancelled(&best, |best| {
        interrupted(&best.ending) && best.size >= 64 && best.size == best.cards.len()
    });
}

#[test]
fn a_question_in_a_cancelled_session_does_not_begin() {
    let session = Session::new();
    session.cancel();
    let sizes = CapsSizes::default().ask(&session).unwrap();
    assert_eq!(sizes.status(), Status::Stopped);
    let odds = Odds::default().ask(&session).unwrap();
    assert_eq!(odds.status(), Status::Stopped);
    assert_eq!(odds.exact_up_to, Some(3));
}
