//! The end of every command's help: its exit statuses and examples.

use clap::{Command, CommandFactory};

use crate::cli::Cli;

/// The exit statuses of most commands.
const STATUS: &str =
    "Exit status: 0 yes or done, 1 no, 2 invalid input or failure, 3 stopped by a limit.";

/// The exit statuses of a command that asks no question and takes no time.
const DONE: &str = "Exit status: 0 done; 2 wrong input or a failure.";

/// The exit statuses of a command that asks no question.
const MADE: &str = "Exit status: 0 done; 2 wrong input or a failure; 3 stopped by a limit.";

/// The exit statuses of a command that runs until Ctrl-C.
const SERVED: &str = "Exit status: 0 ended by Ctrl-C; 2 wrong input or a failure.";

/// The exit statuses of a quiz.
const QUIZ: &str = "Exit status: 0 all boards were solved, 1 not all, 2 wrong input or a failure, 3 stopped by a limit.";

/// The exit statuses of the command with this path, unless it states its own.
fn status(path: &str) -> &'static str {
    match path {
        "caps show" | "completions" | "man" | "methods" | "schema" | "show" => DONE,
        "export" | "proof" | "reduce cover" | "reduce generate" | "reduce graph"
        | "reduce hypergraph" => MADE,
        "quiz" => QUIZ,
        "serve" => SERVED,
        _ => STATUS,
    }
}

/// The number of properties, where the cards are given.
const OF_CARDS: &str = "Properties per card [default: as many as the given cards have, else 4]";

/// Examples of each command, by its path.
const EXAMPLES: &[(&str, &[&str])] = &[
    (
        "find",
        &[
            "tercet find 2RhO 1GsD 3PsS 2GhO 2PhO",
            "tercet find --all -i boards/photographed.txt --board table-03",
            "tercet deal -v 4 -p 3 | tercet find --count",
            "tercet find --proof board.proof -i board.txt",
        ],
    ),
    ("explain", &["tercet explain 1RsO 1RhD 2GoS"]),
    ("hint", &["tercet hint --stage 2 2RhO 1GsD 3PsS 2GhO 2PhO"]),
    (
        "deal",
        &[
            "tercet deal --seed 7",
            "tercet deal --sets 2 -n 9",
            "tercet deal -v 20 -p 4 -n threshold",
        ],
    ),
    (
        "show",
        &[
            "tercet show -i boards/photographed.txt --board table-03",
            "tercet deal | tercet show --words",
        ],
    ),
    (
        "sheet",
        &[
            "tercet sheet -o sheet.pdf --seed 7",
            "tercet sheet -o hard.svg --puzzles 12 --sets 3 --difficulty hard --paper letter",
            "tercet sheet -o cards.pdf --cut-out",
        ],
    ),
    ("quiz", &["tercet quiz", "tercet quiz --boards 10 --sets 1 --words"]),
    ("play", &["tercet play --watch", "tercet play -v 10 -p 4 --goal 5 --seed 1"]),
    ("verify", &["tercet verify game.jsonl", "tercet verify --proof board.proof -i board.txt"]),
    ("proof", &["tercet proof board.proof -i board.txt --to lrat -o board.lrat"]),
    (
        "photo",
        &[
            "tercet photo table.jpg",
            "tercet photo table.jpg --annotate sets.png --review doubtful",
            "tercet photo table.jpg --board=table.txt",
            "tercet photo --score photos/manifest.tsv --by photographer",
        ],
    ),
    ("caps", &["tercet caps max -p 5"]),
    ("caps verify", &["tercet caps verify -i cap.txt"]),
    ("caps complete", &["tercet caps complete 00 01 10"]),
    ("caps extend", &["tercet caps extend -v 4 -p 2"]),
    ("caps max", &["tercet caps max -p 6 --seed 1"]),
    ("caps canonical", &["tercet caps canonical -i cap.txt"]),
    ("caps show", &["tercet caps show 20"]),
    ("caps sizes", &["tercet caps sizes -p 3"]),
    (
        "pack",
        &["tercet deal -n 60 | tercet pack", "tercet deal -p 3 -n 27 | tercet pack --partitions"],
    ),
    ("reduce", &["tercet reduce matching boards/matching.txt"]),
    ("reduce matching", &["tercet reduce matching boards/matching.txt"]),
    ("reduce graph", &["tercet reduce graph graph.txt | tercet pack"]),
    ("reduce cover", &["tercet reduce cover 01 12 20 11 10 --group 2"]),
    ("reduce hypergraph", &["tercet reduce hypergraph 01 12 20"]),
    ("reduce generate", &["tercet reduce generate -k 3 --elements 10 --solution yes --seed 1"]),
    ("export", &["tercet export --to dimacs -o board.cnf 01 12 20 11"]),
    (
        "import-solution",
        &["tercet import-solution --from dimacs --solution answer.txt 01 12 20 11"],
    ),
    ("methods", &["tercet methods", "tercet methods --format json"]),
    ("race", &["tercet race -v 8 -p 4 --boards 3 --methods cover,middle,sat"]),
    ("library", &["tercet library boards --seed 5", "tercet library boards --scale medium"]),
    ("reproduce", &["tercet reproduce --quick fig3 -o report"]),
    ("peer", &["tercet peer cover < questions.jsonl"]),
    ("odds", &["tercet odds", "tercet odds --distribution sets", "tercet odds -n 12 --given 9"]),
    (
        "simulate",
        &[
            "tercet simulate --games 100k --seed 7",
            "tercet simulate --games 1G --seed 7 --checkpoint run.json",
        ],
    ),
    ("merge", &["tercet merge one.json two.json -o all.json"]),
    ("ask", &["echo '{\"ask\": \"count\", \"board\": \"00 01 02\"}' | tercet ask"]),
    #[cfg(feature = "web")]
    ("serve", &["tercet serve --open", "tercet serve --port 0"]),
    ("schema", &["tercet schema", "tercet schema find.request"]),
    ("completions", &["tercet completions bash > tercet.bash"]),
    ("man", &["tercet man find | man -l -"]),
];

/// The definition of the command line with its whole help.
pub(crate) fn command() -> Command {
    let mut command = Cli::command();
    for (path, examples) in EXAMPLES {
        let names: Vec<&str> = path.split(' ').collect();
        command = extended(command, &names, status(path), examples);
    }
    command
}

/// The command, with examples at the end of the help of the command that the path names.
fn extended(command: Command, path: &[&str], status: &str, examples: &[&str]) -> Command {
    if let [name, rest @ ..] = path {
        let extended = |subcommand| extended(subcommand, rest, status, examples);
        return command.mut_subcommand(name, extended);
    }
    let command = with_deck_of_cards(command);
    let status = command.get_after_help().map_or(status.into(), ToString::to_string);
    let end = format!("{status}\n\nExamples:\n  {}", examples.join("\n  "));
    let long = command.get_after_long_help().map(|text| format!("{text}\n\n{end}"));
    let command = command.after_help(end);
    match long {
        Some(long) => command.after_long_help(long),
        None => command,
    }
}

/// The command; if it takes cards, its help says that they tell the number of properties.
fn with_deck_of_cards(command: Command) -> Command {
    let has = |id: &str| command.get_arguments().any(|argument| argument.get_id() == id);
    if has("cards") && has("board") && has("properties") {
        return command.mut_arg("properties", |argument| argument.help(OF_CARDS));
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(command: &Command, path: &str, all: &mut Vec<String>) {
        for subcommand in command.get_subcommands() {
            let path = format!("{path} {}", subcommand.get_name()).trim_start().to_owned();
            paths(subcommand, &path, all);
            all.push(path);
        }
    }

    /// Help mentions cards only where cards are given, and "no" and limits only where they occur.
    #[test]
    fn no_help_tells_what_its_command_cannot_do() {
        let mut all = Vec::new();
        paths(&command(), "", &mut all);
        for path in all {
            let mut named = command();
            for name in path.split(' ') {
                named = named.find_subcommand(name).unwrap().clone();
            }
            let takes_cards = named.get_arguments().any(|argument| argument.get_id() == "cards");
            let takes_cards = takes_cards && named.get_positionals().next().is_some();
            let has_deck = named.get_arguments().any(|argument| argument.get_id() == "properties");
            let help = named.render_long_help().to_string();
            let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
            let speaks_of_cards = help.contains("as many as the given cards have");
            assert_eq!(speaks_of_cards, takes_cards && has_deck, "{path}: {help}");
            if ["methods", "schema", "completions", "man", "caps show"].contains(&&*path) {
                assert!(!help.contains("stopped by a limit"), "{path}: {help}");
            }
        }
    }

    #[test]
    fn every_command_has_examples_that_can_be_parsed() {
        let mut all = Vec::new();
        paths(&Cli::command(), "", &mut all);
        for path in &all {
            assert!(EXAMPLES.iter().any(|(named, _)| named == path), "{path} has no example");
        }
        for (path, examples) in EXAMPLES {
            assert!(all.iter().any(|named| named == path), "there is no command {path}");
            for example in *examples {
                let calls = example.split(" | ").filter(|call| call.starts_with("tercet "));
                for call in calls {
                    let words = call.split(['<', '>']).next().unwrap_or_default();
                    let parsed = command().try_get_matches_from(words.split_whitespace());
                    assert!(parsed.is_ok(), "{call}: {}", parsed.unwrap_err());
                }
            }
        }
        command().debug_assert();
    }
}
