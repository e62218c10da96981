//! All checkers of proofs, on the same files.
//!
//! The proved checker runs if `./test --all` has built it.

use std::fs;
use std::path::Path;
use std::process::Command;

use tercet::Board;
use tercet::notation::Notation;
use tercet::solver::Limit;
use tercet_proof::{Refusal, check};
use tercet_testkit::{not_tested, tries_everything};

/// Runs check.py on many files within one process, and prints the status of each.
const MANY: &str = "
import contextlib, io, os, sys
checker, folder, every = sys.argv[1:]
code = compile(open(checker).read(), checker, 'exec')
for number in range(0, len(os.listdir(folder)) // 2, int(every)):
    sys.argv = [checker, *(os.path.join(folder, f'{number}.{kind}') for kind in ('board', 'proof'))]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            exec(code, {'__name__': '__main__'})
            status = 'none'
        except SystemExit as end:
            status = end.code
    print(status)
";

/// The exit status that our checker would have as a program.
pub(crate) fn status(board: &Board, proof: &[u8]) -> i32 {
    match check(board, proof, &Limit::none()) {
        Ok(_) => 0,
        Err(Refusal::Wrong(_)) => 1,
        Err(_) => 2,
    }
}

/// Asserts that all checkers end with these statuses on boards and possible proofs: `check.py` on every fifth, which
/// takes seconds, and on all under `./test --all`.
pub(crate) fn assert_agreement(name: &str, cases: &[(Board, Vec<u8>)], statuses: &[i32]) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for (number, (board, proof)) in cases.iter().enumerate() {
        fs::write(folder.join(format!("{number}.board")), text(board)).unwrap();
        fs::write(folder.join(format!("{number}.proof")), proof).unwrap();
    }
    let assert_agrees = |who: &str, every: usize, said: &[i32]| {
        let asked: Vec<_> = statuses.iter().enumerate().step_by(every).collect();
        assert_eq!(said.len(), asked.len(), "{who}");
        for (said, (number, status)) in said.iter().zip(asked) {
            assert_eq!(said, status, "{who} on number {number} in {}", folder.display());
        }
    };
    let every = if tries_everything() { 1 } else { 5 };
    let checkers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../checkers");
    let mut python = Command::new("python3");
    let python = python
        .args(["-c", MANY])
        .arg(checkers.join("check.py"))
        .arg(&folder)
        .arg(every.to_string());
    let said = python.output().unwrap();
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    let said = String::from_utf8(said.stdout).unwrap();
    let said: Vec<i32> = said.lines().map(|line| line.parse().unwrap()).collect();
    assert_agrees("check.py", every, &said);
    let proved = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/coq/noset");
    if proved.exists() {
        let said = (0..cases.len()).map(|number| {
            let file = |kind: &str| folder.join(format!("{number}.{kind}"));
            let said = Command::new(&proved).arg(file("board")).arg(file("proof")).output();
            said.expect("it starts").status.code().expect("it ends")
        });
        assert_agrees("the proved checker", 1, &said.collect::<Vec<_>>());
    } else {
        not_tested("the proved checker: ./test --all builds it where there is Coq");
    }
    let _ = fs::remove_dir_all(&folder);
}

/// A checker without its files, or with files that are not there, ends with a line and the status 2.
#[test]
fn a_checker_without_its_files_says_how_it_is_used() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../checkers");
    let said = |command: &mut Command, name: &str, files: usize| {
        let output = command.args(vec!["/nowhere"; files]).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{said}");
        assert!(output.stdout.is_empty() && said.starts_with(&format!("{name}: ")), "{said}");
        said
    };
    let files = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
    let scripts = files.filter(|path| path.extension().is_some_and(|ending| ending == "py"));
    for script in scripts {
        let name = script.file_name().unwrap().to_str().unwrap();
        // It checks a theorem, and reads no file.
        let least = usize::from(name == "cap_partitions.py");
        for files in least..4 {
            let mut python = Command::new("python3");
            let said = said(python.arg("-B").arg(&script), name, files);
            assert!(files > least || said.contains(&format!("usage: python3 {name}")), "{said}");
        }
    }
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("set_free");
    let mut cc = Command::new("cc");
    let Ok(built) = cc.arg("-o").arg(&program).arg(folder.join("set_free.c")).status() else {
        return not_tested("how checkers/set_free.c is used, for want of cc");
    };
    assert!(built.success());
    for files in 1..3 {
        assert!(said(&mut Command::new(&program), "set_free", files).contains("usage: set_free "));
    }
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
