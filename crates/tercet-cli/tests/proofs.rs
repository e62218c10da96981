//! Proofs on the command line: a file holds a whole proof, even if the search is interrupted.

use std::fs;

use crate::common::{Folder, refused};

/// A board without a set. The search takes about a second, and the proof several megabytes.
const HARD: &str = "deal -v 24 -p 4 -n 350 --seed 2";
/// A board without a set whose search takes a moment.
const EASY: &str = "deal -v 10 -p 4 -n 90 --seed 1";

/// A folder with these boards.
fn boards() -> Folder {
    let folder = Folder::new();
    for (name, deal) in [("hard", HARD), ("easy", EASY)] {
        folder.write(name, folder.tercet(deal).out);
    }
    folder
}

#[test]
fn the_same_proof_on_any_number_of_threads() {
    let folder = boards();
    let proof = |threads: u32| {
        let ran = folder.tercet(&format!("find --proof @p{threads} -i @hard --threads {threads}"));
        assert_eq!(ran.status, 1, "{}", ran.err);
        fs::read(folder.path(&format!("p{threads}"))).unwrap()
    };
    let alone = proof(1);
    assert!(proof(2) == alone && proof(3) == alone);
    assert_eq!(folder.tercet("verify --proof @p3 -i @hard").status, 0);
}

/// Files are limited to twenty blocks, as on a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_in_one_line_and_leaves_no_file() {
    let folder = boards();
    folder.write("p", "what was there");
    let line = folder.fill("find --proof @p -i @hard --force");
    let ran = crate::common::tercet_under("-f 20", &line);
    refused(&ran, &["/p: cannot write it", "too large"]);
    assert_eq!(folder.files(), ["easy", "hard", "p"]);
    assert_eq!(folder.read("p"), "what was there");
}
