//! The commands, one file or folder each, and the table from which the dispatch, the help, the
//! completions and the man pages come.

mod ask;
mod caps;
mod classes;
mod deal;
mod entry;
mod explain;
mod export;
mod find;
mod game;
mod hint;
mod import_solution;
mod library;
mod methods;
mod nim;
mod odds;
mod pack;
mod pages;
mod peer;
mod photo;
mod prelude;
mod proof;
mod prove;
mod quiz;
mod race;
mod reduce;
mod reproduce;
#[cfg(feature = "web")]
mod serve;
mod sheet;
mod show;
mod simulate;
mod verify;
mod welcome;

use anyhow::Result;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args};
use entry::{Entry, FOUND};
use tercet_app::Error;

use crate::outcome::Outcome;
use crate::output::{Color, Printer};

/// The workbench for the generalised game of SET.
///
/// A deck has v^p cards: p properties with v values each. A set consists of v cards that, in every
/// property, are all the same or all different. Without a command, an example is shown.
#[derive(Debug, Args)]
#[command(version, after_help = FOUND)]
pub(crate) struct Cli {
    /// When to use colour
    #[arg(long, alias = "colour", global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
}

/// All commands, in the order of the help.
const COMMANDS: &[Entry] = &[
    Entry::of::<find::Find>("find"),
    Entry::of::<show::Show>("show"),
    Entry::of::<explain::Explain>("explain"),
    Entry::of::<hint::Hint>("hint"),
    Entry::of::<deal::Deal>("deal"),
    Entry::of::<sheet::Sheet>("sheet"),
    Entry::of::<quiz::Quiz>("quiz"),
    Entry::of::<game::Game>("game"),
    Entry::of::<verify::Verify>("verify"),
    Entry::of::<proof::Proof>("proof"),
    Entry::of::<photo::Photo>("photo"),
    caps::COMMANDS,
    Entry::of::<pack::Pack>("pack"),
    Entry::of::<nim::Nim>("nim"),
    reduce::COMMANDS,
    Entry::of::<export::Export>("export"),
    Entry::of::<import_solution::ImportSolution>("import-solution"),
    Entry::of::<methods::Methods>("methods"),
    Entry::of::<race::arguments::Race>("race"),
    Entry::of::<library::Library>("library"),
    Entry::of::<reproduce::Reproduce>("reproduce"),
    Entry::of::<peer::Peer>("peer"),
    Entry::of::<odds::Odds>("odds"),
    Entry::of::<simulate::Simulate>("simulate"),
    Entry::of::<simulate::merge::Merge>("merge"),
    Entry::of::<ask::Ask>("ask"),
    #[cfg(feature = "web")]
    Entry::of::<serve::Serve>("serve"),
    Entry::of::<pages::Schema>("schema"),
    Entry::of::<pages::Completions>("completions"),
    Entry::of::<pages::Man>("man"),
];

/// The definition of the command line.
pub(crate) fn definition() -> clap::Command {
    let program = clap::Command::new("tercet");
    Cli::augment_args(program.subcommands(COMMANDS.iter().map(Entry::definition)))
}

/// Runs the command that the arguments name.
pub(crate) fn run(arguments: &ArgMatches, printer: &mut Printer) -> Result<Outcome> {
    let (mut table, mut arguments) = (COMMANDS, arguments);
    let mut command = None;
    while let Some((name, rest)) = arguments.subcommand() {
        let entry = table.iter().find(|entry| entry.name == name);
        let entry = entry.expect("the parser knows the commands of the table");
        (command, table, arguments) = (Some(entry), entry.group, rest);
    }
    let Some(command) = command else { return welcome::run(printer) };
    (command.run)(arguments, printer).map_err(|error| {
        let known = error.downcast_ref::<Error>();
        let flag = known.and_then(|known| flag_of(known, &command.definition(), arguments));
        if let Some(flag) = flag { error.context(flag) } else { error }
    })
}

/// The fields of requests whose arguments have another name.
const FIELDS: [(&str, &str); 11] = [
    ("size", "cards"),
    ("sizes", "cards"),
    ("least_size", "at_least"),
    ("edge_count", "edges"),
    ("boards", "puzzles"),
    ("goals", "goal"),
    ("peers", "peer"),
    ("saved", "compare"),
    ("field", "matching"),
    ("about", "given"),
    ("about", "second_round"),
];

/// The argument of an error's field, as it was given.
fn flag_of(error: &Error, command: &clap::Command, arguments: &ArgMatches) -> Option<String> {
    let field = error.data.get("field")?.as_str()?;
    let names = |id: &str| id == field || FIELDS.contains(&(field, id));
    let argument = command.get_arguments().find(|argument| {
        let id = argument.get_id().as_str();
        names(id) && arguments.value_source(id) == Some(ValueSource::CommandLine)
    })?;
    let flag = argument.get_short().map(|short| format!("-{short}"));
    let flag = flag.or_else(|| Some(format!("--{}", argument.get_long()?)))?;
    let values: Vec<_> = arguments.get_raw(argument.get_id().as_str())?.collect();
    let [value] = values[..] else { return Some(flag) };
    let value = value.to_string_lossy();
    // The sentence may begin with the value.
    let is_plain = (1..40).contains(&value.len()) && !value.contains(char::is_whitespace);
    let is_shown = argument.get_action().takes_values() && is_plain;
    Some(if is_shown && !error.message.starts_with(&*value) {
        format!("{flag} {value}")
    } else {
        flag
    })
}

#[cfg(test)]
mod tests {
    use std::iter;

    use super::entry::{documentation, quoted};
    use super::*;

    fn paths(command: &clap::Command, path: &str, all: &mut Vec<String>) {
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
        paths(&definition(), "", &mut all);
        for path in all {
            let mut named = definition();
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
            if ["methods", "schema", "completions", "man"].contains(&&*path) {
                assert!(!help.contains("stopped by a limit"), "{path}: {help}");
            }
        }
    }

    #[test]
    fn all_examples_can_be_parsed() {
        for entry in COMMANDS.iter().flat_map(|entry| iter::once(entry).chain(entry.group)) {
            let documentation = documentation(&(entry.define)(clap::Command::new(entry.name)));
            let examples = documentation.split_once("\nExample").map(|(_, examples)| examples);
            let mut parsed_calls = 0;
            for example in quoted(examples.expect(entry.name)) {
                let calls = example.split(" | ").filter(|call| call.starts_with("tercet "));
                for call in calls {
                    let words = call.split(['<', '>']).next().unwrap_or_default();
                    let parsed = definition().try_get_matches_from(words.split_whitespace());
                    assert!(parsed.is_ok(), "{call}: {}", parsed.unwrap_err());
                    parsed_calls += 1;
                }
            }
            assert!(parsed_calls > 0, "{}: its examples have no call in backquotes", entry.name);
        }
        definition().debug_assert();
    }
}
