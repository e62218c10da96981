//! Proofs on the command line: a file holds a whole proof, even if the search is interrupted.

use std::fs;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::simulation::Folder;
use crate::common::{Ran, command, refused};

/// A board without a set. The search takes about a second, and the proof several megabytes.
const HARD: &str = "deal -v 24 -p 4 -n 350 --seed 2";
/// A board without a set whose search takes a moment.
const EASY: &str = "deal -v 10 -p 4 -n 90 --seed 1";
/// A board with a set.
const SET: &str = "deal -v 10 -p 4 -n 125 --seed 1";

/// A folder with these boards.
fn boards() -> Folder {
    let folder = Folder::new();
    for (name, deal) in [("hard", HARD), ("easy", EASY), ("set", SET)] {
        fs::write(folder.path(name), folder.tercet(deal).out).unwrap();
    }
    folder
}

/// The files in the folder other than the boards.
fn files(folder: &Folder) -> Vec<String> {
    let mut files = folder.files();
    files.retain(|file| !["hard", "easy", "set"].contains(&file.as_str()));
    files
}

#[test]
fn a_proof_is_written_if_there_is_no_set_and_only_then() {
    let folder = boards();
    let ran = folder.tercet("find --proof @p -i @easy");
    assert_eq!(ran.status, 1, "{}", ran.err);
    assert!(ran.out.contains("no set (cover, ") && ran.out.contains("the proof is in "));
    let ran = folder.tercet("verify --proof @p -i @easy");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.starts_with("proved: the board has no set ("), "{}", ran.out);
    // The proof of another board, and a file that is not a proof.
    let ran = folder.tercet("verify --proof @p -i @set");
    assert_eq!(ran.status, 1);
    assert!(
        ran.out.starts_with("not proved: it is for a board of another deck, or with other cards")
    );
    refused(
        &folder.tercet("verify --proof @easy -i @easy"),
        &["/easy: this is not a readable proof"],
    );
    refused(&folder.tercet("verify --proof @nothing -i @easy"), &["/nothing: cannot read it"]);
    fs::remove_file(folder.path("p")).unwrap();

    let ran = folder.tercet("find --proof @p -i @set");
    assert_eq!(ran.status, 0);
    assert!(ran.out.contains("a set, which proves itself"), "{}", ran.out);
    let ran = folder.tercet("find --proof @p -i @hard --timeout 1ms");
    assert_eq!(ran.status, 3, "{}", ran.out);
    refused(&folder.tercet("find --proof @p 0000 1111"), &["proofs are for four values and more"]);
    refused(&folder.tercet("find --proof @p -i @easy -m dynamic"), &["leave out --method"]);
    refused(&folder.tercet("find --proof - -i @easy"), &["a proof is written to a file"]);
    refused(&folder.tercet("find --proof @easy -i @easy"), &["/easy: this file is read"]);
    assert_eq!(files(&folder), [""; 0]);
}

/// Without proofs, the effort does not suffice for the claims of such a game.
#[test]
fn a_game_of_twenty_values_is_verified_to_its_end() {
    let folder = boards();
    fs::create_dir(folder.path("claims")).unwrap();
    let play = "play -v 20 -p 4 --goal 3 --pick found --seed 1 --log @game --proof @claims";
    assert_eq!(folder.tercet(play).status, 0);
    let claims = fs::read_dir(folder.path("claims")).unwrap().count();
    assert!(claims > 3, "{claims}");
    let ran = folder.tercet("verify @game --effort 1M");
    assert_eq!(ran.status, 3, "{}", ran.out);
    assert!(ran.out.contains("not proved: that there is no set"), "{}", ran.out);
    let ran = folder.tercet("verify @game --effort 1M --proof @claims");
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    let by_files = format!("{claims} boards proved to hold no set, {claims} of them by files");
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
    refused(&folder.tercet("play --log @other --proof @claims"), &["four values and more"]);
    refused(&folder.tercet("play -v 20 --log @other --proof @none"), &["there is no such folder"]);
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
    let ran = folder.tercet("verify --proof @p3 -i @hard --format json");
    assert!(ran.out.starts_with("{\"schema\":\"tercet.check-proof/1\""), "{}", ran.out);
}

#[test]
fn killed_at_any_moment_no_half_proof_is_left_under_the_name() {
    let folder = boards();
    let line = folder.fill("find --proof @p -i @hard --threads 2");
    let (mut random, mut kills) = (1_u64, 0);
    let begin = Instant::now();
    assert_eq!(folder.tercet("find --proof @p -i @hard --threads 2").status, 1);
    let whole = begin.elapsed().as_micros() as u64;
    fs::remove_file(folder.path("p")).unwrap();
    while kills < 30 {
        let mut child = command(line.split(' ')).stdout(Stdio::null()).spawn().unwrap();
        // Knuth's MMIX generator; the moments differ from run to run anyway.
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        sleep(Duration::from_micros((random >> 33) % whole));
        child.kill().unwrap();
        if child.wait().unwrap().code().is_none() {
            kills += 1;
        }
        if folder.path("p").exists() {
            assert_eq!(folder.tercet("verify --proof @p -i @hard").status, 0);
            fs::remove_file(folder.path("p")).unwrap();
        }
    }
    // The next run takes over a temporary file of the last one.
    assert_eq!(folder.tercet("find --proof @p -i @easy").status, 1);
    assert_eq!(files(&folder), ["p"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_in_one_line_and_leaves_no_file() {
    let folder = boards();
    fs::write(folder.path("p"), "what was there").unwrap();
    let line = folder.fill("find --proof @p -i @hard --force");
    // Files are limited to this many blocks, as on a full disk.
    let program = env!("CARGO_BIN_EXE_tercet");
    let script = format!("trap '' XFSZ; ulimit -f 20; exec {program} {line}");
    let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
    let ran = Ran {
        status: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    };
    refused(&ran, &["/p: cannot write it", "too large"]);
    assert_eq!(files(&folder), ["p"]);
    assert_eq!(fs::read_to_string(folder.path("p")).unwrap(), "what was there");
    refused(&folder.tercet("find --proof @none/p -i @easy"), &["there is no such folder"]);
    refused(&folder.tercet("find --proof /dev/full -i @easy"), &["a device or a pipe"]);
}
