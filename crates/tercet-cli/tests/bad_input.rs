//! Invalid input gives one line on standard error (where, what, what to do), status 2, and nothing
//! on standard output.

use crate::common::{self, refused, tercet, tercet_reading};

/// Writes a board file, runs `find` on it, and checks the refusal, which names the file.
fn refused_file(content: impl AsRef<[u8]>, parts: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.txt");
    std::fs::write(&file, content).unwrap();
    let ran = tercet(&format!("find -i {}", file.display()));
    refused(&ran, parts);
    refused(&ran, &["board.txt"]);
}

#[test]
fn cards_that_are_no_board() {
    refused_file("0000 0111\n 0000", &[":2:2:", "occurs twice", "line 1, column 1", "remove"]);
    refused_file("0000 0131", &[":1:6:", "value 3", "0 to 2", "-v"]);
    refused_file("deck 4 3\n012\n0123 012", &[":3:1:", "4 properties", "same width"]);
    refused_file("0000\n00?1", &[":2:1:", "'?'", "0-9"]);
    refused_file("1RsO 2RsX", &[":1:6:", "'X'", "shape", "O, D or S"]);
    refused_file("", &[":1:1:", "no cards", "write some"]);
    refused_file("# nothing\n\n", &["no cards"]);
    refused_file(b"0000\n00\xff0", &[":2:3:", "UTF-8"]);
    refused_file("deck 3", &[":1:1:", "deck V P"]);
    refused_file("deck 3 65\n0", &[":1:1:", "at most 64 properties"]);
    refused_file("deck 0 4\n0000", &[":1:1:", "at least 1 value"]);
    refused_file("0000\ndeck 3 4", &[":2:1:", "move it up"]);
}

#[test]
fn input_without_cards() {
    refused(&tercet("find -"), &["standard input:1:1", "no cards"]);
    refused(&tercet_reading("find -i -", "# x"), &["standard input:1:1"]);
    refused(&tercet("find 0121 0121"), &["argument 2: card '0121'", "first as argument 1: "]);
    let several = |cards| common::ran(&common::command(["find", cards]).output().unwrap());
    refused(&several("0000 0121 0121"), &["argument 1, column 11: "]);
    refused(&several("0000\n0121 0121"), &["arguments:2:6: ", "line 2, column 1"]);
    refused(&tercet("hint --holding 2,1,2 0000 0001 0002"), &["--holding", "card 2", "twice"]);
    refused(&tercet("merge - -"), &["standard input is named twice"]);
}

#[test]
fn decks_that_do_not_exist() {
    refused(&tercet("deal -v 0"), &["-v 0", "at least 1 value"]);
    refused(&tercet("deal -p 0"), &["-p 0", "at least 1 property"]);
    refused(&tercet_reading("find -v 3", "deck 4 1\n0"), &["deck (4,1)", "v = 3", "drop one"]);
}

#[test]
fn methods_that_cannot() {
    let wrong_deck = tercet("find -v 4 -m pairs-bits 0000");
    refused(&wrong_deck, &["pairs-bits needs v = 3", "(4,4)", "brute", "cover"]);
    assert!(!wrong_deck.err.contains("halves"), "{}", wrong_deck.err);
    refused(&tercet("find --count -p 30 -m spectrum"), &["standard input"]);
    let wide = "0".repeat(30);
    refused(
        &tercet(&format!("find --count -m spectrum {wide}")),
        &["spectrum needs", "pairs-bits"],
    );
}

#[test]
fn methods_that_cannot_race() {
    let race = |rest: &str| tercet(&format!("find --methods {rest}"));
    refused(&race("cover,magic 0000"), &["'magic'", "--methods", "sat"]);
    refused(&race("cover,portfolio 0000"), &["'portfolio'", "--methods"]);
    refused(&race("cover,sat,cover 0000"), &["--methods: cover is given twice: give it once"]);
    refused(
        &race("cover,halves -v 4 0000"),
        &["--methods", "halves", "(4,4)", "v = 3", "leave it out"],
    );
    let spectrum = race("cover,spectrum 0000");
    refused(&spectrum, &["--methods: the method spectrum cannot find one set: leave it out"]);
    let spaced = common::command(["find", "--methods", " cover, sat ", "0000"]).output().unwrap();
    assert_eq!(spaced.status.code(), Some(1));
    refused(&race("cover,sat -m auto 0000"), &["--methods", "--method auto"]);
}

/// Runs `find` with a solver command as an argument.
fn with_solver(command: &str, method: &str) -> common::Ran {
    let arguments = ["find", "-m", method, "--smt-solver", command, "00", "01", "02"];
    common::ran(&common::command(arguments).output().unwrap())
}

/// Runs `find` with a solver command in the environment.
fn with_variable(value: impl AsRef<std::ffi::OsStr>) -> common::Ran {
    let mut command = common::command(["find", "-m", "smt", "00", "01", "02"]);
    common::ran(&command.env("TERCET_SMT_SOLVER", value).output().unwrap())
}

#[test]
fn solvers_that_cannot_be_named() {
    for nameless in ["", " ", "''"] {
        for method in ["smt", "auto"] {
            let ran = with_solver(nameless, method);
            refused(
                &ran,
                &["--smt-solver: smt finds no program in its command", "name the command"],
            );
            assert!(!ran.err.contains("choose one of"), "{}", ran.err);
        }
    }
    refused(
        &with_solver("'z3 -in", "smt"),
        &["--smt-solver", "quote (') is not closed", "close it"],
    );
    refused(&with_variable("z3 \""), &["TERCET_SMT_SOLVER", "quote (\") is not closed"]);
    let absent = with_variable("nosuch");
    refused(&absent, &["smt needs", "there is no program nosuch", "check TERCET_SMT_SOLVER"]);
    assert!(!absent.err.contains("choose one of"), "{}", absent.err);
    #[cfg(unix)]
    refused(
        &with_variable(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(b"z3\xff")),
        &["TERCET_SMT_SOLVER", "UTF-8"],
    );
    let methods = common::command(["methods"]).env("TERCET_SMT_SOLVER", "nosuch").output().unwrap();
    assert!(common::ran(&methods).out.contains("there is no program nosuch"));
}

/// An empty variable counts as unset: the installed solver is used, if there is one.
#[test]
fn an_empty_variable_names_no_solver() {
    let methods = |value: Option<&str>| {
        let mut command = common::command(["methods"]);
        match value {
            Some(value) => command.env("TERCET_SMT_SOLVER", value),
            None => command.env_remove("TERCET_SMT_SOLVER"),
        };
        common::ran(&command.output().unwrap()).out
    };
    assert_eq!(methods(Some("")), methods(None));
    assert_eq!(methods(Some(" ")), methods(None));
}

#[test]
fn control_characters_are_shown_and_not_obeyed() {
    for odd in ["a\nb", "a\u{1b}[31mb"] {
        for arguments in [["find", "-i", odd], ["man", odd, "--color=never"], ["find", "-m", odd]] {
            let output = common::command(arguments).output().unwrap();
            let err = String::from_utf8(output.stderr).unwrap();
            assert_eq!((output.status.code(), err.lines().count()), (Some(2), 1), "{err}");
            assert!(!err.contains('\u{1b}'), "{err}");
        }
    }
}

#[test]
fn only_the_chosen_board_must_be_right() {
    let file = "deck 3 2\nboard a\n00 0x\nboard b\n00 01 02\nboard c\n00 00\nboard c\n00\n";
    let ran = tercet_reading("find --board b --count", file);
    assert_eq!((ran.status, &*ran.err), (0, ""));
    assert!(ran.out.contains("\n1 set ("), "{}", ran.out);
    refused(&tercet_reading("find --board a", file), &["standard input:3:4: card '0x'"]);
    refused(&tercet_reading("find --board c", file), &["standard input:8:1: ", "'c'"]);
    let request = serde_json::json!({"ask": "count", "board": {"text": file, "name": "b"}});
    let answer = tercet_reading("ask", request.to_string());
    assert!(answer.out.contains("\"count\":\"1\""), "{}", answer.out);
}
