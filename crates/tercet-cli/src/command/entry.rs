//! A command as a row of the table of commands: its definition for the parser, and what it does.

use anyhow::Result;
use clap::{Arg, ArgAction, ArgMatches, Args};

use super::parts::Estimating;
use crate::arguments::CARDS;
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

    /// The estimate of its time, if its question has parts.
    fn estimate(&self) -> Result<Option<Estimating>> {
        Ok(None)
    }
}

/// The exit statuses of most commands.
const STATUS: &str =
    "Exit status: 0 yes or done, 1 no, 2 invalid input or failure, 3 stopped by a limit.";

/// The exit statuses of a command that finds a set.
pub(crate) const FOUND: &str = "Exit status: 0 yes (a set was found), 1 no (there is none), \
                                2 invalid input or failure, 3 stopped by a limit.";

/// The exit statuses of a command that asks no question.
pub(crate) const MADE: &str =
    "Exit status: 0 done, 2 invalid input or failure, 3 stopped by a limit.";

/// The exit statuses of a command that asks no question and takes no time.
pub(crate) const DONE: &str = "Exit status: 0 done, 2 invalid input or failure.";

/// A command, or a group of commands, in the table.
pub(super) struct Entry {
    pub(super) name: &'static str,
    /// The heading of the help that it stands under.
    pub(super) heading: &'static str,
    /// Another name, which the help does not show.
    pub(super) alias: Option<&'static str>,
    pub(super) define: fn(clap::Command) -> clap::Command,
    pub(super) run: fn(&ArgMatches, &mut Printer) -> Result<Outcome>,
    pub(super) estimate: fn(&ArgMatches) -> Result<Option<Estimating>>,
    pub(super) status: &'static str,
    /// The commands of a group.
    pub(super) group: &'static [Entry],
}

impl Entry {
    pub(super) const fn of<C: Command>(name: &'static str) -> Self {
        let run = |arguments: &ArgMatches, printer: &mut Printer| {
            C::from_arg_matches(arguments)?.run(printer)
        };
        let estimate = |arguments: &ArgMatches| C::from_arg_matches(arguments)?.estimate();
        let (define, status) = (C::augment_args, C::STATUS);
        Self { name, heading: "", alias: None, define, run, estimate, status, group: &[] }
    }

    /// A group of commands. The documentation of `A`, which has no arguments, is its help.
    pub(super) const fn group<A: Args>(name: &'static str, group: &'static [Self]) -> Self {
        let run = |_: &ArgMatches, _: &mut Printer| unreachable!("the parser demands a command");
        let estimate = |_: &ArgMatches| Ok(None);
        let (define, status) = (A::augment_args, STATUS);
        Self { name, heading: "", alias: None, define, run, estimate, status, group }
    }

    /// The same command under a heading of the help.
    pub(super) const fn under(self, heading: &'static str) -> Self {
        Self { heading, ..self }
    }

    /// The definition for the parser.
    pub(super) fn definition(&self) -> clap::Command {
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
        let (takes_deck, takes_boards) = (has("properties"), has("skip"));
        let answers = has("format");
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
        if takes_boards {
            let help = "The name of the board, if the file contains several [default: all of them]";
            command = command.mut_arg("board", |argument| argument.help(help));
        }
        if answers {
            let json = Arg::new("json").long("json").action(ArgAction::SetTrue);
            command = command
                .arg(json.conflicts_with("format").help("The same as --format json"))
                .mut_arg("format", |format| format.default_value_if("json", "true", "json"));
        }
        let commands = self.group.iter().map(Self::definition);
        let command = command.aliases(self.alias);
        command.subcommand_required(!self.group.is_empty()).subcommands(commands)
    }
}

/// The documentation of a command.
pub(super) fn documentation(command: &clap::Command) -> String {
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
pub(super) fn quoted(text: &str) -> impl Iterator<Item = String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned)
}
