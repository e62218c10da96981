//! Libraries and answers name no flag of the command line: a page and Python show their texts, too.
//! These texts are all string literals, so the test searches the literals.

use std::fs;
use std::path::{Path, PathBuf};

/// The crates whose words every surface shows.
const CRATES: [&str; 5] = ["tercet", "tercet-models", "tercet-lab", "tercet-app", "tercet-web"];

/// The files that start programs, whose arguments are not shown to anyone.
const PROGRAMS: [&str; 4] = [
    "tercet-lab/src/race/contestant.rs",
    "tercet-lab/src/reproduce/machine.rs",
    "tercet-models/src/process.rs",
    "tercet-models/src/smt/program.rs",
];

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The string literals of some code up to its unit tests, with their lines.
fn literals(code: &str) -> Vec<(usize, String)> {
    let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut literals = Vec::new();
    let mut letters = code.chars().peekable();
    let (mut line, mut current, mut before) = (1, None::<String>, ' ');
    while let Some(letter) = letters.next() {
        line += usize::from(letter == '\n');
        match (&mut current, letter) {
            (None, '/') if letters.peek() == Some(&'/') => {
                while letters.next_if(|&letter| letter != '\n').is_some() {}
            }
            // A quotation mark as a character does not begin a string.
            (None, '"') if before != '\'' && before != '\\' => current = Some(String::new()),
            (Some(text), '\\') => {
                text.push(' ');
                if letters.next() == Some('\n') {
                    line += 1;
                }
            }
            (Some(_), '"') => literals.extend(current.take().map(|text| (line, text))),
            (Some(text), letter) => text.push(letter),
            _ => {}
        }
        before = letter;
    }
    literals
}

/// Whether a word is a flag: `-v`, `--method`.
fn is_flag(word: &str) -> bool {
    let word = word.trim_start_matches(['\'', '"', '`', '(', '[']);
    let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-')).unwrap_or_default();
    name.starts_with(|letter: char| letter.is_ascii_lowercase())
}

#[test]
fn no_library_names_a_flag() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    for name in CRATES {
        sources(&crates.join(name).join("src"), &mut files);
    }
    assert!(files.len() > 100);
    let mut named = Vec::new();
    let mut strings = 0;
    let shown = |file: &&PathBuf| {
        !file.ends_with("tests.rs") && !PROGRAMS.iter().any(|program| file.ends_with(program))
    };
    for file in files.iter().filter(shown) {
        let code = fs::read_to_string(file).unwrap();
        for (line, text) in literals(&code) {
            strings += 1;
            if let Some(flag) = text.split_whitespace().find(|word| is_flag(word)) {
                let file = file.strip_prefix(crates).unwrap().display();
                named.push(format!("{file}:{line}: {flag} in \"{text}\""));
            }
        }
    }
    assert!(strings > 1000, "{strings} strings");
    assert!(named.is_empty(), "flags of the command line:\n{}", named.join("\n"));
}

#[test]
fn flags_are_told_from_other_words() {
    for flag in ["-v", "--method", "(--seed", "'-n'", "--given:"] {
        assert!(is_flag(flag), "{flag}");
    }
    for word in ["-", "--", "a-b", "-1", "—", "v-1", "- a"] {
        assert!(!is_flag(word), "{word}");
    }
    let code = "f(\"a -v\"); // \"--x\"\ng('\"', \"b\\\n c\")";
    assert_eq!(literals(code), [(1, "a -v".into()), (3, "b  c".into())]);
}
