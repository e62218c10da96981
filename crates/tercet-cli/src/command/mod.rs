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
use clap::parser::ValueSource;
use clap::{ArgMatches, Args};
use tercet_app::Error;

use crate::arguments::{CARDS, Cli};
use crate::outcome::Outcome;
use crate::output::Printer;

/// A command: its arguments, and what it does.
///
/// The documentation of its type is its help: the first sentence stands at the beginning, further
/// paragraphs below the options, and the exit statuses and examples at the end. Lines that are
/// indented keep their form where `verbatim_doc_comment` is set.
pub(crate) trait Command: Args {
    /// Its exit statuses, unless its documentation names them.
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
    status: &'static str,
    /// The commands of a group.
    group: &'static [Entry],
}

impl Entry {
    const fn of<C: Command>(name: &'static str) -> Self {
        let run = |arguments: &ArgMatches, printer: &mut Printer| {
            C::from_arg_matches(arguments)?.run(printer)
        };
        Self { name, define: C::augment_args, run, status: C::STATUS, group: &[] }
    }

    /// A group of commands, with the documentation of a type.
    const fn group<D: Args>(name: &'static str, group: &'static [Self]) -> Self {
        let run = |_: &ArgMatches, _: &mut Printer| unreachable!("the parser demands a command");
        Self { name, define: D::augment_args, run, status: STATUS, group }
    }

    /// The definition for the parser.
    fn definition(&self) -> clap::Command {
        let command = (self.define)(clap::Command::new(self.name)).allow_negative_numbers(true);
        let (mut about, mut status, mut examples) = (Vec::new(), self.status.into(), Vec::new());
        for paragraph in documentation(&command).split("\n\n").map(joined) {
            match paragraph {
                text if text.starts_with("Exit status:") => status = text,
                text if text.starts_with("Example") => examples.extend(quoted(&text)),
                text => about.push(text.replace('`', "'")),
            }
        }
        let first = about.remove(0);
        let has = |id: &str| command.get_arguments().any(|argument| argument.get_id() == id);
        let takes_cards = has("cards") && has("board");
        let takes_deck = has("properties");
        if takes_cards {
            about.push(CARDS.into());
        }
        let end = format!("{status}\n\nExamples:\n  {}", examples.join("\n  "));
        let mut command =
            command.about(first.trim_end_matches('.').to_owned()).long_about(None).after_help(&end);
        if !about.is_empty() {
            about.push(end);
            command = command.after_long_help(about.join("\n\n"));
        }
        if takes_cards && takes_deck {
            let help = "Properties per card [default: as many as the given cards have, else 4]";
            command = command.mut_arg("properties", |argument| argument.help(help));
        }
        let commands = self.group.iter().map(Self::definition);
        command.subcommand_required(!self.group.is_empty()).subcommands(commands)
    }
}

/// The documentation of a command.
fn documentation(command: &clap::Command) -> String {
    let text = command.get_long_about().or(command.get_about());
    text.map(ToString::to_string).unwrap_or_default()
}

/// A paragraph without the ends of its lines, except before and after an indented line.
fn joined(paragraph: &str) -> String {
    let mut text = String::new();
    let mut is_open = false;
    for line in paragraph.lines() {
        let is_indented = line.starts_with(' ');
        if !text.is_empty() {
            text.push(if is_open && !is_indented { ' ' } else { '\n' });
        }
        text.push_str(line);
        is_open = !is_indented;
    }
    text
}

/// The parts of a text between backquotes.
fn quoted(text: &str) -> impl Iterator<Item = String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned)
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
            for example in quoted(examples.expect(entry.name)) {
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
