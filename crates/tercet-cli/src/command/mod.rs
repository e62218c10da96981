//! The commands, one file or folder each, and the table from which the dispatch, the help, the
//! completions and the man pages come.

mod ask;
mod caps;
mod classes;
mod deal;
mod explain;
mod export;
mod find;
mod hint;
mod import_solution;
mod library;
mod methods;
mod odds;
mod pack;
mod pages;
mod peer;
mod photo;
mod play;
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
use clap::{ArgMatches, Args};

use crate::arguments::Cli;
use crate::outcome::Outcome;
use crate::output::Printer;

/// A command: its arguments, and what it does.
pub(crate) trait Command: Args {
    /// Examples for the end of its help.
    const EXAMPLES: &[&str];

    /// Its exit statuses.
    const STATUS: &str = STATUS;

    /// Does the work, and prints the answer.
    fn run(&self, printer: &mut Printer) -> Result<Outcome>;
}

/// The exit statuses of most commands.
const STATUS: &str =
    "Exit status: 0 yes or done, 1 no, 2 invalid input or failure, 3 stopped by a limit.";

/// The exit statuses of a command that finds a set.
pub(crate) const FOUND: &str = "Exit status: 0 yes (a set was found), 1 no (there is none), \
                                2 invalid input or failure, 3 stopped by a limit.";

/// The exit statuses of a command that asks no question.
pub(crate) const MADE: &str =
    "Exit status: 0 done; 2 wrong input or a failure; 3 stopped by a limit.";

/// The exit statuses of a command that asks no question and takes no time.
pub(crate) const DONE: &str = "Exit status: 0 done; 2 wrong input or a failure.";

/// All commands, in the order of the help.
const COMMANDS: &[Entry] = &[
    Entry::of::<find::Find>("find"),
    Entry::of::<show::Show>("show"),
    Entry::of::<explain::Explain>("explain"),
    Entry::of::<hint::Hint>("hint"),
    Entry::of::<deal::Deal>("deal"),
    Entry::of::<sheet::Sheet>("sheet"),
    Entry::of::<quiz::Quiz>("quiz"),
    Entry::of::<play::Play>("play"),
    Entry::of::<verify::Verify>("verify"),
    Entry::of::<proof::Proof>("proof"),
    Entry::of::<photo::Photo>("photo"),
    caps::COMMANDS,
    Entry::of::<pack::Pack>("pack"),
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

/// A command, or a group of commands, in the table.
struct Entry {
    name: &'static str,
    define: fn(clap::Command) -> clap::Command,
    run: fn(&ArgMatches, &mut Printer) -> Result<Outcome>,
    examples: &'static [&'static str],
    status: &'static str,
    /// The commands of a group.
    group: &'static [Entry],
}

impl Entry {
    const fn of<C: Command>(name: &'static str) -> Self {
        Self {
            name,
            define: C::augment_args,
            run: |arguments, printer| C::from_arg_matches(arguments)?.run(printer),
            examples: C::EXAMPLES,
            status: C::STATUS,
            group: &[],
        }
    }

    /// A group of commands. `define` adds what it is about.
    const fn group(
        name: &'static str,
        define: fn(clap::Command) -> clap::Command,
        examples: &'static [&'static str],
        group: &'static [Self],
    ) -> Self {
        let run = |_: &ArgMatches, _: &mut Printer| unreachable!("the parser demands a command");
        Self { name, define, run, examples, status: STATUS, group }
    }

    /// The definition for the parser, with exit statuses and examples at the end of the help.
    fn definition(&self) -> clap::Command {
        let command = (self.define)(clap::Command::new(self.name));
        let command = match self.group {
            [] => with_deck_of_cards(command),
            group => {
                command.subcommand_required(true).subcommands(group.iter().map(Self::definition))
            }
        };
        // The help begins with the first sentence; the rest of the documentation is below the options.
        let whole = command.get_long_about().map(ToString::to_string).unwrap_or_default();
        let below = whole.split_once("\n\n").map(|(_, below)| below.to_owned());
        let end = format!("{}\n\nExamples:\n  {}", self.status, self.examples.join("\n  "));
        let long = command.get_after_long_help().map(ToString::to_string);
        let mut long: Vec<String> = below.into_iter().chain(long).collect();
        let command = command.long_about(None::<&str>).after_help(&end);
        if long.is_empty() {
            return command;
        }
        long.push(end);
        command.after_long_help(long.join("\n\n"))
    }
}

/// The command; if it takes cards, its help says that they tell the number of properties.
fn with_deck_of_cards(command: clap::Command) -> clap::Command {
    let has = |id: &str| command.get_arguments().any(|argument| argument.get_id() == id);
    if has("cards") && has("board") && has("properties") {
        return command.mut_arg("properties", |argument| {
            argument.help("Properties per card [default: as many as the given cards have, else 4]")
        });
    }
    command
}

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
    match command {
        Some(command) => (command.run)(arguments, printer),
        None => welcome::run(printer),
    }
}

#[cfg(test)]
mod tests {
    use std::iter;

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
            if ["methods", "schema", "completions", "man", "caps show"].contains(&&*path) {
                assert!(!help.contains("stopped by a limit"), "{path}: {help}");
            }
        }
    }

    #[test]
    fn all_examples_can_be_parsed() {
        for entry in COMMANDS.iter().flat_map(|entry| iter::once(entry).chain(entry.group)) {
            assert!(!entry.examples.is_empty(), "{} has no example", entry.name);
            for example in entry.examples {
                let calls = example.split(" | ").filter(|call| call.starts_with("tercet "));
                for call in calls {
                    let words = call.split(['<', '>']).next().unwrap_or_default();
                    let parsed = definition().try_get_matches_from(words.split_whitespace());
                    assert!(parsed.is_ok(), "{call}: {}", parsed.unwrap_err());
                }
            }
        }
        definition().debug_assert();
    }
}
