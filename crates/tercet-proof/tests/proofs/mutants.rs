//! What is not a proof is refused: by our checker, and by those of others in the same way.
//!
//! The checker in Python runs if there is a Python, and the proved one if `./test --all` has built it.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::common::{BOARDS, Changes, board, has_set, steps, with_less, written};
use tercet::Board;
use tercet::notation::Notation;
use tercet::solver::Step;
use tercet_proof::{Refusal, check};

/// Runs check.py on many files within one process, and prints the status of each.
const MANY: &str = "
import contextlib, io, os, sys
checker, folder = sys.argv[1:]
code = compile(open(checker).read(), checker, 'exec')
for number in range(len(os.listdir(folder)) // 2):
    sys.argv = [checker, *(os.path.join(folder, f'{number}.{kind}') for kind in ('board', 'proof'))]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            exec(code, {'__name__': '__main__'})
            status = 'none'
        except SystemExit as end:
            status = end.code
    print(status)
";

/// The exit status of a checker.
fn status(board: &Board, proof: &[u8]) -> i32 {
    match check(board, proof) {
        Ok(_) => 0,
        Err(Refusal::Wrong(_)) => 1,
        Err(_) => 2,
    }
}

/// Changed proofs: of the board, of the board with fewer cards, of another board, and damaged files.
fn mutants() -> Vec<(Board, Vec<u8>)> {
    let mut changes = Changes::new(17);
    let mut mutants = Vec::new();
    for (v, p, cards) in BOARDS.into_iter().filter(|&(v, ..)| v < 12) {
        for seed in 0..14 {
            let full = board(v, p, cards + v, seed);
            let (less, file) = with_less(&full);
            let steps = steps(&less, &file);
            mutants.push((less.clone(), file.clone()));
            // The whole proof of a board to which cards were added.
            mutants.push((full.clone(), written(&full, &steps)));
            for _ in 0..10 {
                let changed = changes.of_steps(&less, &steps);
                mutants.push((less.clone(), written(&less, &changed)));
                mutants.push((full.clone(), written(&full, &changed)));
            }
            for _ in 0..5 {
                mutants.push((less.clone(), changes.of_bytes(&file)));
            }
            let other = board(v, p, cards + v, seed + 100);
            mutants.push((other.clone(), file.clone()));
            mutants.push((other.clone(), written(&other, &steps)));
        }
    }
    mutants
}

#[test]
fn checkers_agree_on_what_is_no_proof() {
    let mutants = mutants();
    assert!(mutants.len() >= 5000, "{}", mutants.len());
    let statuses: Vec<i32> = mutants.iter().map(|(board, proof)| status(board, proof)).collect();
    for ((board, _), &status) in mutants.iter().zip(&statuses) {
        assert!(status != 0 || !has_set(board), "a proof of {:?}", board.cards());
    }
    for wanted in 0..3 {
        let count = statuses.iter().filter(|&&status| status == wanted).count();
        assert!(count > 250, "{count} end with {wanted}");
    }

    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mutants");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for (number, (board, proof)) in mutants.iter().enumerate() {
        fs::write(folder.join(format!("{number}.board")), text(board)).unwrap();
        fs::write(folder.join(format!("{number}.proof")), proof).unwrap();
    }
    let assert_agrees = |who: &str, said: &[i32]| {
        assert_eq!(said.len(), statuses.len(), "{who}");
        for (number, (said, status)) in said.iter().zip(&statuses).enumerate() {
            assert_eq!(said, status, "{who} on number {number} in {}", folder.display());
        }
    };
    let checkers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../checkers");
    let mut python = Command::new("python3");
    let python = python.args(["-c", MANY]).arg(checkers.join("check.py")).arg(&folder);
    match python.output() {
        Ok(said) => {
            let error = String::from_utf8_lossy(&said.stderr);
            assert!(said.status.success(), "{error}");
            let said = String::from_utf8(said.stdout).unwrap();
            let said: Vec<i32> = said.lines().map(|line| line.parse().unwrap()).collect();
            assert_agrees("check.py", &said);
        }
        Err(_) => println!("NOT TESTED: check.py: there is no python3"),
    }
    let proved = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/coq/noset");
    if proved.exists() {
        let said = (0..mutants.len()).map(|number| {
            let file = |kind: &str| folder.join(format!("{number}.{kind}"));
            let said = Command::new(&proved).arg(file("board")).arg(file("proof")).output();
            said.expect("it starts").status.code().expect("it ends")
        });
        assert_agrees("the proved checker", &said.collect::<Vec<_>>());
    } else {
        println!("NOT TESTED: the proved checker: ./test --all builds it where there is Coq");
    }
    let _ = fs::remove_dir_all(&folder);
}

/// A board as a file.
fn text(board: &Board) -> String {
    let deck = board.deck();
    let mut text = format!("deck {} {}\n", deck.values(), deck.properties());
    for &card in board.cards() {
        text.push_str(&Notation::for_deck(deck).write(deck, card));
        text.push('\n');
    }
    text
}

#[test]
fn no_steps_prove_a_board_that_has_a_set() {
    let mut changes = Changes::new(5);
    let boards: Vec<Board> = BOARDS
        .into_iter()
        .filter(|&(v, ..)| (3..10).contains(&v))
        .flat_map(|(v, p, cards)| (0..40).map(move |seed| board(v, p, cards, seed)))
        .filter(has_set)
        .collect();
    assert!(boards.len() > 100);
    for round in 0..100_000 {
        let board = &boards[round % boards.len()];
        let length = changes.below(60);
        // Branches and items without candidates are what ends a proof: more of both than by chance.
        let favourite = changes.step(board);
        let steps: Vec<Step> = (0..length)
            .map(|_| if changes.below(3) == 0 { favourite } else { changes.step(board) })
            .collect();
        assert_ne!(status(board, &written(board, &steps)), 0, "{:?}: {steps:?}", board.cards());
    }
}

#[test]
fn a_file_that_is_not_text_nor_proof_is_unreadable() {
    let (board, proof) = with_less(&board(4, 3, 20, 2));
    assert_eq!(status(&board, &proof), 0);
    for end in 0..proof.len() {
        assert_eq!(status(&board, &proof[..end]), 2, "{end}");
    }
    for wrong in [&b""[..], b"tercet-proof 2\n", &[0; 100], "𝔰𝔢𝔱 ".repeat(50).as_bytes()] {
        assert_eq!(status(&board, wrong), 2);
    }
}
