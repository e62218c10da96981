//! Expanded proofs, checked by outside programs: `VeriPB` for the exported pseudo-Boolean problem, and
//! rate for the exported formula.
//!
//! Without the programs these tests say that nothing was tested.

use std::num::NonZeroUsize;
use std::path::Path;
use std::process::Command;

use tercet::Board;
use tercet::solver::Limit;
use tercet_models::export::Form;
use tercet_proof::{Format, Reader, Style, expand, prove};

use crate::{dealt, exported, is_installed, not_tested};

/// Boards of one and of several groups, most of them without a set.
#[rustfmt::skip]
const BOARDS: [(usize, usize, usize, u64); 14] = [
    (2, 3, 1, 1), (3, 2, 5, 3), (3, 4, 10, 5), (3, 4, 11, 6), (3, 6, 16, 7), (4, 2, 9, 8),
    (4, 3, 16, 9), (4, 3, 17, 10), (4, 5, 40, 11), (5, 4, 40, 13), (6, 3, 37, 14),
    (8, 2, 33, 16), (12, 3, 98, 3), (16, 4, 200, 1),
];

/// The boards without a set, with their proofs.
fn proofs() -> Vec<(Board, Vec<u8>)> {
    let boards = BOARDS.into_iter().flat_map(|(v, p, cards, first)| {
        (first..first + 10).map(move |seed| dealt(v, p, cards, seed))
    });
    let proved = boards.filter_map(|board| {
        let mut proof = Vec::new();
        let found = prove(&board, NonZeroUsize::MIN, &Limit::none(), &mut proof).unwrap();
        found.is_none().then_some((board, proof))
    });
    let proved: Vec<_> = proved.collect();
    assert!(proved.len() > 15, "{} boards without a set", proved.len());
    proved
}

/// The output of a program about a problem and its proof.
fn checked(program: &str, problem: &Path, proof: &Path) -> String {
    let output = Command::new(program).args([problem, proof]).output().unwrap();
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

fn written(board: &Board, form: Form, folder: &Path) -> std::path::PathBuf {
    let file = folder.join("board").with_extension(form.extension());
    std::fs::write(&file, exported(board, form)).unwrap();
    file
}

#[test]
fn veripb_accepts_the_proofs() {
    if !is_installed("veripb") {
        return not_tested("proofs with veripb, for want of it: run ./test");
    }
    let folder = tempfile::tempdir().unwrap();
    for (board, proof) in proofs() {
        let problem = written(&board, Form::Opb, folder.path());
        let file = folder.path().join("board.pbp");
        let steps = Reader::new(&board, &proof[..]).unwrap();
        expand(
            &board,
            steps,
            Format::Veripb,
            Style::Text,
            &Limit::none(),
            std::fs::File::create(&file).unwrap(),
        )
        .unwrap();
        let printed = checked("veripb", &problem, &file);
        assert!(printed.contains("s VERIFIED UNSATISFIABLE"), "{board:?}\n{printed}");
    }
}

#[test]
fn rate_accepts_the_proofs() {
    if !is_installed("rate") {
        return not_tested("proofs with rate, for want of it: run ./test");
    }
    let folder = tempfile::tempdir().unwrap();
    for (board, proof) in proofs() {
        let problem = written(&board, Form::Dimacs, folder.path());
        let file = folder.path().join("board.drat");
        for style in [Style::Text, Style::Binary] {
            let steps = Reader::new(&board, &proof[..]).unwrap();
            expand(
                &board,
                steps,
                Format::Drat,
                style,
                &Limit::none(),
                std::fs::File::create(&file).unwrap(),
            )
            .unwrap();
            let printed = checked("rate", &problem, &file);
            assert!(printed.contains("s VERIFIED"), "{board:?} {style:?}\n{printed}");
        }
    }
}
