//! Every form of export, solved by an external program, and the solution read back.
//!
//! Without the programs these tests fail with a message.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use tercet::notation::Notation;
use tercet::solver::Limit;
use tercet::{Board, Method};
use tercet_models::Symmetry;
use tercet_models::export::{Claim, Form, export, import};
use tercet_testkit::{not_tested, tries_everything};

use crate::{dealt, exported};

/// The folder where `./test` installs the programs.
const TOOLS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/tools");

/// Whether there can be a program for a form: `MiniZinc` comes by npm, which not everyone has.
fn is_solvable(form: Form) -> bool {
    let lacks = form == Form::Minizinc && !Path::new(TOOLS).join("node_modules/minizinc").is_dir();
    if lacks {
        not_tested(&format!("{form}, for want of npm (Debian: apt install npm)"));
    }
    !lacks
}

/// The command that solves a file of this form, which it reads from standard input. If there are
/// two, they take turns.
fn command(form: Form, turn: usize) -> Command {
    let script = |interpreter: &str, name: &str| {
        let mut command = Command::new(interpreter);
        command.arg(format!("{}/tests/outside/{name}", env!("CARGO_MANIFEST_DIR")));
        command
    };
    match form {
        Form::Smtlib => {
            let mut command = Command::new("z3");
            command.arg("-in");
            command
        }
        Form::Lp | Form::PackLp if turn.is_multiple_of(2) => script("python3", "highs.py"),
        Form::Lp | Form::PackLp => script("python3", "cbc.py"),
        Form::Dimacs => script("python3", "sat.py"),
        Form::Opb => script("python3", "opb.py"),
        Form::Minizinc => {
            // To optimise MiniZinc takes three times as long as it then runs.
            let mut command = Command::new("node");
            let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/outside/minizinc.mjs");
            command.args(["--liftoff-only", script, TOOLS, "/dev/stdin"]);
            command
        }
        Form::Dlx => script("python3", "dlx.py"),
    }
}

/// The symmetry breaking of a file. It stays for three turns, since a slow program gets only every third
/// board.
fn symmetry(turn: usize) -> Symmetry {
    Symmetry::ALL[turn / 3 % Symmetry::ALL.len()]
}

/// The output of an external program for a board, on both streams.
fn solve(board: &Board, form: Form, turn: usize) -> String {
    let mut command = command(form, turn);
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.unwrap_or_else(|error| panic!("{command:?}: {error}: run ./test"));
    let text = export(board, form, symmetry(turn), &Limit::none()).unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || pipe.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    let written = writer.join().unwrap();
    // z3 reports an error if there is no model, which the file requests in any case.
    let ended = output.status.success() || form == Form::Smtlib;
    assert!(ended && written.is_ok(), "{command:?}: run ./test, which brings it:\n{printed}");
    printed
}

/// Boards of many decks, with and without sets.
fn boards() -> Vec<Board> {
    #[rustfmt::skip]
    let shapes = [
        (1, 3, 1), (2, 3, 2), (3, 2, 4), (3, 3, 7), (3, 4, 9), (3, 4, 12), (3, 4, 12), (3, 5, 40),
        (4, 2, 8), (4, 3, 7), (4, 3, 16), (5, 3, 24), (6, 3, 14), (7, 2, 24),
        // More cards of a value than a block of the formula of `sat` holds, and values beyond a digit.
        (3, 4, 81), (40, 1, 40),
    ];
    let boards = shapes.into_iter().zip(0..).map(|((v, p, n), seed)| dealt(v, p, n, seed));
    let mut boards: Vec<Board> = boards.collect();
    // 16 cards without a set.
    let free = "0000 0001 0010 0011 0100 0101 0110 0111 1000 1001 1010 1011 1100 1101 1110 1111";
    boards.push(free.parse().unwrap());
    boards
}

/// Each program gets a third of the boards, and all under `./test --all`: it takes longer to start than to solve one.
#[test]
fn outside_programs_agree_with_our_own() {
    let every = if tries_everything() { 1 } else { 3 };
    let forms = Form::ALL.into_iter();
    let forms: Vec<Form> = forms.filter(|&form| !form.is_packing() && is_solvable(form)).collect();
    let (mut with, mut without) = (0, 0);
    for (i, board) in boards().into_iter().enumerate() {
        let expected = board.search().by(Method::COVER).find();
        *(if expected == Ok(None) { &mut without } else { &mut with }) += 1;
        for (j, &form) in forms.iter().enumerate() {
            // MiniZinc takes seconds to start, so it gets every third of them.
            let every = if form == Form::Minizinc { 3 * every } else { every };
            if (i + j) % every > 0 {
                continue;
            }
            let printed = solve(&board, form, i);
            let claim = import(&board, form, &printed, &Limit::none())
                .unwrap_or_else(|error| panic!("{form}: {error}\n{printed}"));
            match (&claim, &expected) {
                (Claim::Set(found), Ok(Some(_))) => {
                    assert_eq!(found.len(), board.deck().values(), "{form}");
                }
                (Claim::None, Ok(None)) => {}
                _ => panic!("{form} says {claim:?} of {board:?}\n{printed}"),
            }
        }
    }
    assert!(with >= 5 && without >= 5, "{with} boards with a set, {without} without");
}

/// The two solvers take turns, and both get every board under `./test --all`.
#[test]
fn outside_programs_pack_as_many() {
    let mut sums = 0;
    #[rustfmt::skip]
    let shapes = [
        (1, 3, 1), (2, 3, 7), (3, 2, 9), (3, 4, 3), (3, 4, 12), (3, 4, 18), (3, 4, 27), (4, 2, 14),
        (4, 3, 40), (5, 2, 19),
    ];
    for (i, (v, p, n)) in shapes.into_iter().enumerate() {
        let board = dealt(v, p, n, i as u64);
        let packed = board.search().pack().unwrap();
        assert!(packed.is_proved());
        sums += packed.len();
        for turn in (0..2).filter(|turn| tries_everything() || *turn == i % 2) {
            let printed = solve(&board, Form::PackLp, turn);
            let claim = import(&board, Form::PackLp, &printed, &Limit::none())
                .unwrap_or_else(|error| panic!("{error}\n{printed}"));
            match claim {
                Claim::Packing { packing, is_most } => {
                    assert_eq!((packing.len(), is_most), (packed.len(), true), "{board:?}");
                }
                Claim::None => assert_eq!(packed.len(), 0, "{board:?}"),
                _ => panic!("the solver says {claim:?} of {board:?}\n{printed}"),
            }
        }
    }
    assert!(sums > 20, "{sums} sets in all packings");
}

/// A small program writes the same formula from the rule alone.
#[test]
fn the_independent_encoder_agrees() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../checkers/encode.py");
    let wide = "deck 36 4\n13,14,12,20 0123".parse().unwrap();
    for board in boards().into_iter().chain([dealt(4, 4, 200, 1), dealt(20, 4, 280, 2), wide]) {
        let deck = board.deck();
        let mut file = tempfile::NamedTempFile::new().unwrap();
        let cards: Vec<String> =
            board.iter().map(|card| Notation::for_deck(deck).write(deck, card)).collect();
        let (v, p) = (deck.values(), deck.properties());
        writeln!(file, "deck {v} {p} # and the cards\n{}", cards.join(" ")).unwrap();
        let output = Command::new("python3").arg(script).arg(file.path()).output().unwrap();
        let ours = exported(&board, Form::Dimacs);
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(output.stdout == ours.as_bytes(), "{board:?}");
    }
}

/// The exact covers are the sets, one to one.
#[test]
fn all_exact_covers_are_all_sets() {
    for board in boards() {
        let printed = solve(&board, Form::Dlx, 0);
        let last = printed.lines().last().unwrap();
        let sets = board.search().by(Method::COVER).count().unwrap();
        assert!(last.starts_with(&format!("Altogether {sets} solution")), "{last}");
    }
}
