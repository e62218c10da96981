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

/// Without proofs, the effort does not suffice for the claims of such a game.
#[test]
fn a_game_of_twenty_values_is_verified_to_its_end() {
    let folder = boards();
    fs::create_dir(folder.path("claims")).unwrap();
    let play = "game -v 20 -p 4 --goal 3 --pick found --seed 1 -o @game --proof @claims";
    assert_eq!(folder.tercet(play).status, 0);
    let claims = fs::read_dir(folder.path("claims")).unwrap().count();
    assert!(claims > 3, "{claims}");
    let ran = folder.tercet("verify @game --effort 1M");
    assert_eq!(ran.status, 3, "{}", ran.out);
    assert!(ran.out.contains("not proved: that there is no set"), "{}", ran.out);
    let ran = folder.tercet("verify @game --effort 1M --proof @claims");
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    let by_files = format!("{claims} boards proved to hold no set, {claims} from proof files");
    assert!(ran.out.contains(&by_files), "{}", ran.out);
    // Without its proof a claim is checked by search, and a wrong claim is named.
    let last = format!("claims/none-{claims}.proof");
    fs::copy(folder.path("claims/none-2.proof"), folder.path(&last)).unwrap();
    fs::remove_file(folder.path("claims/none-1.proof")).unwrap();
    let ran = folder.tercet("verify @game --effort 1M --proof @claims");
    assert_eq!(ran.status, 3, "{}{}", ran.out, ran.err);
    for words in [format!("not used: none-{claims}.proof: this does not prove"), "in line".into()] {
        assert!(ran.out.contains(&words), "{}", ran.out);
    }
    let again = play.replace("@game", "@again");
    refused(&folder.tercet(&again), &["/claims: there are proofs of another game"]);
    refused(&folder.tercet("verify @game --proof @none"), &["/none: there is no such folder"]);
    refused(&folder.tercet("game -o @other --proof @claims"), &["four or more values"]);
    refused(&folder.tercet("game -v 20 -o @other --proof @none"), &["there is no such folder"]);
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
