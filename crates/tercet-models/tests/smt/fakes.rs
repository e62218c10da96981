//! Faulty solvers: each is reported by its name, and none makes an answer wrong.

use std::ops::ControlFlow;
use std::time::Duration;

use tercet::solver::{Found, Limit, Method, Options, Reason, Stop};
use tercet::{Board, Card, Deck, deal};
use tercet_models::Models;
use tercet_testkit::processes::mark;

use crate::rows_of;
use crate::solvers::wait_for_end;

/// The methods with this program in place of the solver.
fn started(program: &str) -> Vec<Method> {
    rows_of(&Models { program: Some(program.into()), ..Models::default() })
}

/// The methods with a shell script in place of the solver.
fn script(script: &str) -> Vec<Method> {
    assert!(!script.contains('\''), "the script stands in quotes");
    started(&format!("sh -c '{script}'"))
}

/// The methods with a script that replies to each check and each request for values with a text.
fn liar(check: &str, values: &str) -> Vec<Method> {
    script(&format!(
        "while read -r line; do case $line in \"(check-sat\"*) {check};; \"(get-value\"*) echo \
         \"{values}\";; esac; done"
    ))
}

/// Five cards of (3,2): 01, 11 and 21 are a set, and 02, 10 are others.
fn board() -> Board {
    let deck = Deck::new(3, 2).unwrap();
    let cards = [[0, 1], [1, 1], [2, 1], [0, 2], [1, 0]];
    Board::new(deck, cards.map(|card| deck.card_of(&card).unwrap())).unwrap()
}

const A_SET: &str = "((k_1_1 0) (k_1_2 1) (k_2_1 1) (k_2_2 1) (k_3_1 2) (k_3_2 1))";

fn find(row: &Method) -> Result<Option<Found>, Stop> {
    row.solver(&board(), &Options::default()).unwrap().find(&Limit::none())
}

fn failure(answer: Result<Option<Found>, Stop>) -> String {
    match answer {
        Err(stop @ Stop { reason: Reason::Failed(_), .. }) => stop.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_solver_that_works_is_believed() {
    for row in liar("echo sat", A_SET) {
        assert_eq!(find(&row), Ok(Some(Found::new([0, 1, 2]))));
    }
    for row in liar("echo unsat", "") {
        assert_eq!(find(&row), Ok(None));
    }
}

#[test]
fn a_solver_that_fails_is_named() {
    for (does, said) in [
        ("exit 3", "sh ended without an answer (exit status: 3)"),
        ("echo oh no >&2; exit 1", "sh ended without an answer (exit status: 1): oh no"),
        ("yes \"\"", "sh writes an answer that is too long"),
        ("kill -SEGV $$", "sh ended without an answer (signal: 11 (SIGSEGV)"),
        ("exec >&-; sleep 1000", "sh closed its output without an answer"),
        ("echo unknown", "sh says 'unknown', so it gave up"),
        ("echo \"(error \\\"no such thing\\\")\"", "sh reports an error: no such thing"),
        ("tr \"\\\\0\" x </dev/zero", "sh writes a line that is too long"),
        ("printf \"\\377\\376\\n\"", "sh says '\u{fffd}\u{fffd}' instead of 'sat' or 'unsat'"),
    ] {
        for row in script(does) {
            let failure = failure(find(&row));
            assert!(failure.starts_with(said), "{does}: {failure}");
            assert!(failure.len() < 300 && !failure.contains('\n'), "{does}: {failure}");
        }
    }
    for row in started("/no/such/solver") {
        let failure = failure(find(&row));
        assert!(failure.starts_with("/no/such/solver cannot be started: No such"), "{failure}");
    }
}

#[test]
fn a_solver_that_lies_is_caught() {
    let no_set = A_SET.replace("(k_3_1 2) (k_3_2 1)", "(k_3_1 0) (k_3_2 2)");
    for (claim, said) in [
        (&*no_set, "sh claims that 01 11 02 is a set: "),
        ("((k_1_1 0))", "sh gives no value of k_1_2"),
        (")) (k_1_1 ", "sh gives no value of k_1_1"),
    ] {
        for row in liar("echo sat", claim) {
            let failure = failure(find(&row));
            assert!(failure.starts_with(said), "{claim}: {failure}");
        }
    }
}

#[test]
fn a_solver_that_contradicts_itself_is_caught() {
    for row in liar("echo sat", A_SET) {
        let mut lister = row.enumerator(&board(), &Options::default()).unwrap();
        let mut visits = 0;
        let end = lister.for_each(&Limit::none(), &mut |_| {
            visits += 1;
            ControlFlow::Continue(())
        });
        let failure = failure(Err(end.unwrap_err()));
        assert_eq!(failure, "sh claims a forbidden set again");
        assert_eq!(visits, 1);
    }
    // First it says that there is no set, then that there is one among the same cards.
    for row in liar("if [ $n ]; then echo sat; else echo unsat; n=1; fi", A_SET) {
        let mut solver = row.solver(&board(), &Options::default()).unwrap();
        assert_eq!(solver.find(&Limit::none()), Ok(None));
        let new: Card = board().deck().card_of(&[2, 2]).unwrap();
        solver.add(&[new]).unwrap();
        let failure = failure(solver.find(&Limit::none()));
        assert_eq!(failure, "sh claims a set of cards after it said that they hold none");
    }
}

/// A solver that does nothing, does not read, or starts another process is ended by the limit, and
/// so is that other process.
#[test]
fn a_solver_that_hangs_is_ended() {
    const TIME: Duration = Duration::from_millis(100);
    // Larger than what a pipe holds, so that writing to a solver that does not read blocks.
    let deck = Deck::new(9, 5).unwrap();
    let large = deal::board(deck, 2000, 1).unwrap();
    for i in 0..script("").len() {
        for (j, board) in [&board(), &large].into_iter().enumerate() {
            let mark = format!("{}0{i}0{j}", mark());
            for does in [format!("exec sleep {mark}"), format!("sleep {mark}; exit 1")] {
                let mut solver = script(&does)[i].solver(board, &Options::default()).unwrap();
                let answer = solver.find(&Limit::timeout(TIME));
                assert_eq!(answer, Err(Stop::DEADLINE));
                wait_for_end(&mark);
            }
        }
    }
}

/// Error output fills no pipe.
#[test]
fn a_solver_that_complains_a_lot_is_heard() {
    for row in script("yes complaint | head -c 1000000 >&2; exec z3 -in -smt2") {
        assert!(matches!(find(&row), Ok(Some(_))), "{}", row.name);
    }
}
