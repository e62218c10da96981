//! The output of each command, compared with the transcripts in `golden/`, one for each command.
//!
//! A transcript is a sequence of entries, separated by empty lines. An entry is the command line
//! after `$ ` (its further lines after `> `), then standard output, then the lines of standard error
//! after `! `, then the exit status if it is not 0, as `[status 1]`. The commands of one transcript
//! run in one temporary directory, in order, so that one can read the files of another. Durations
//! and rates are replaced (see [`timeless`]).
//!
//! A change of the output is made in two steps: change the code, then run
//!
//! ```console
//! $ TERCET_BLESS=1 cargo test -p tercet-cli --test all golden
//! ```
//!
//! which rewrites the transcripts. `git diff` then shows every difference that a user will see, for
//! review. To add a command, add its `$ ` line to a transcript and do the same. A command must print
//! the same on every machine: give it a seed, `--threads 1` where several methods could answer, and
//! no limit of time that it might or might not reach.

#![cfg(unix)]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::common::ran;
use crate::common::transcript::{folder, shell, timeless};

/// The environment variable that asks to rewrite the transcripts.
const BLESS: &str = "TERCET_BLESS";

/// The folder of the transcripts.
fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// A test for each transcript, so that they run in parallel and each can be run alone.
macro_rules! transcripts {
    ($($(#[$only:meta])* $test:ident: $name:literal,)*) => {
        $(
            $(#[$only])*
            #[test]
            fn $test() {
                check($name);
            }
        )*

        /// Every transcript is read by a test.
        #[test]
        fn every_transcript_has_its_test() {
            let tested = BTreeSet::from([$(concat!($name, ".txt").to_owned()),*]);
            let there: BTreeSet<String> = std::fs::read_dir(golden())
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            assert_eq!(there, tested);
        }
    };
}

transcripts! {
    caps: "caps",
    deal: "deal",
    errors: "errors",
    explain: "explain",
    export: "export",
    forms: "forms",
    ask: "ask",
    find: "find",
    game: "game",
    hint: "hint",
    import_solution: "import-solution",
    many: "many",
    merge: "merge",
    // The optional solvers add rows to the table of methods.
    #[cfg(not(any(feature = "cadical", feature = "highs")))]
    methods: "methods",
    nim: "nim",
    odds: "odds",
    pack: "pack",
    photo: "photo",
    play: "play",
    race: "race",
    reduce: "reduce",
    reproduce: "reproduce",
    schema: "schema",
    sheet: "sheet",
    show: "show",
    simulate: "simulate",
    variants: "variants",
    verify: "verify",
    welcome: "welcome",
}

/// Messages are in the words of Tercet, not of Rust, of a parser or of a decoder.
#[test]
fn no_message_is_that_of_a_library() {
    const FOREIGN: [&str; 16] = [
        "(os error ",
        "expected ident",
        "expected value",
        "invalid digit",
        "invalid IP",
        "is not in 0..",
        "end of file",
        "EOF while",
        "trailing characters",
        "ParseIntError",
        "invalid type",
        "missing field",
        "unknown field",
        "unknown variant",
        "expected one of",
        "did not match any variant",
    ];
    // serde_json ends its messages with "at line 1 column 2". In those of Tercet a comma follows the line.
    let has_place = |line: &str| {
        let digits =
            |rest: &str| rest.trim_start_matches(|it: char| it.is_ascii_digit()).to_owned();
        line.split(" at line ").skip(1).any(|rest| digits(rest).starts_with(" column "))
    };
    for file in std::fs::read_dir(golden()).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for line in text.lines() {
            let foreign = FOREIGN.iter().find(|words| line.contains(*words));
            assert!(foreign.is_none() && !has_place(line), "{line}");
        }
    }
}

/// Runs a transcript's commands and compares what they print, or rewrites the transcript.
fn check(name: &str) {
    let path = golden().join(format!("{name}.txt"));
    let expected = std::fs::read_to_string(&path).unwrap();
    assert!(expected.starts_with("$ "), "{} begins with no command", path.display());
    let folder = folder();
    let printed: Vec<String> =
        commands(&expected).iter().map(|command| entry(command, folder.path())).collect();
    let whole = printed.join("\n");
    if std::env::var_os(BLESS).is_some() {
        std::fs::write(&path, whole).unwrap();
        return;
    }
    let same = whole.lines().zip(expected.lines()).take_while(|(is, was)| is == was).count();
    let command = whole.lines().take(same + 1).filter(|line| line.starts_with("$ ")).last();
    assert!(
        whole == expected,
        "tests/golden/{name}.txt, - as it was, + as it is:\n{}\n{}{}\
         If this is meant, {BLESS}=1 rewrites the transcripts.",
        command.unwrap_or_default(),
        lines_without(&expected, &whole, '-'),
        lines_without(&whole, &expected, '+'),
    );
}

/// The command lines of a transcript.
fn commands(transcript: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut continues = false;
    for line in transcript.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            commands.push(command.to_owned());
            continues = true;
        } else if let (true, Some(more)) = (continues, line.strip_prefix("> ")) {
            let command = commands.last_mut().expect("a line before began it");
            *command += "\n";
            *command += more;
        } else {
            continues = false;
        }
    }
    commands
}

/// Runs a command line and writes down what it prints.
fn entry(command: &str, folder: &Path) -> String {
    let output = shell(command, folder)
        // No SMT solver, even if one is installed.
        .env("TERCET_SMT_SOLVER", "nosuch")
        .env("LC_ALL", "C")
        .output()
        .unwrap();
    let ran = ran(&output);
    let mut entry = format!("$ {}\n{}", command.replace('\n', "\n> "), timeless(&ran.out));
    if !entry.ends_with('\n') {
        entry += "[no newline]\n";
    }
    for line in timeless(&ran.err).lines() {
        writeln!(entry, "! {line}").unwrap();
    }
    if ran.status != 0 {
        writeln!(entry, "[status {}]", ran.status).unwrap();
    }
    entry
}

/// The lines of a text that another one lacks, and its first one that differs, after a mark.
fn lines_without(text: &str, other: &str, mark: char) -> String {
    let same = text.lines().zip(other.lines()).take_while(|(line, known)| line == known).count();
    let mut lines = String::new();
    for (i, line) in text.lines().enumerate() {
        if i == same || !other.lines().any(|known| known == line) {
            writeln!(lines, "{mark} {line}").unwrap();
        }
    }
    lines
}

#[test]
fn what_differs_between_runs_is_replaced() {
    for (text, same) in [
        ("(halves, 1.65 ms)", "(halves)"),
        ("no set (12 s)", "no set"),
        ("2 sets, 3 s4, v2 s", "2 sets, 3 s4, v2 s"),
        ("{\"seconds\":1.5e-7,\"memory\":12}", "{\"seconds\":TIME,\"memory\":TIME}"),
        ("\"seconds\":…", "\"seconds\":…"),
    ] {
        assert_eq!(timeless(text), same);
    }
}
