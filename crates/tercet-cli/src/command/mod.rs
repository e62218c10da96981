//! The commands, one file or folder each, and the table from which the dispatch, the help, the
//! completions and the man pages come.

mod caps;
mod classes;
mod deal;
pub(crate) mod entry;
mod estimate;
mod explain;
mod find;
mod game;
mod hint;
mod merge;
mod methods;
mod nim;
mod odds;
mod pack;
mod parts;
mod photo;
mod play;
mod programs;
mod race;
mod reduce;
mod reproduce;
#[cfg(feature = "web")]
mod serve;
mod sheet;
mod show;
mod simulate;
mod solvers;
mod verify;
mod welcome;

use std::sync::LazyLock;

use anyhow::Result;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args};
use entry::{Entry, FOUND};
use tercet::solver::instructions;
use tercet_app::Error;

use crate::outcome::Outcome;
use crate::output::{BOLD, Printer, width, wrapped};

/// The workbench for the generalised game of SET.
///
/// A deck has v^p cards: p properties with v values each. A set consists of v cards that, in every
/// property, are all the same or all different. Without a command, an example is shown;
/// 'tercet COMMAND --help' explains a command.
#[derive(Debug, Args)]
#[command(version, long_version = long_version(), after_help = FOUND)]
pub(crate) struct Cli {
    /// When to use colour; auto: on a terminal, unless NO_COLOR is set
    #[arg(long, alias = "colour", global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: clap::ColorChoice,
}

/// The version with the commit, the features, and the instructions of the processor that are used.
fn long_version() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let web = if cfg!(feature = "web") { " web" } else { "" };
        let cadical = if cfg!(feature = "cadical") { " cadical" } else { "" };
        let highs = if cfg!(feature = "highs") { " highs" } else { "" };
        let (version, instructions) = (env!("CARGO_PKG_VERSION"), instructions());
        let commit = option_env!("TERCET_COMMIT").unwrap_or("unknown");
        format!(
            "{version}\ncommit: {commit}\nfeatures:{web}{cadical}{highs}\ninstructions: {instructions}"
        )
    });
    &TEXT
}

/// The headings of the help.
const PLAY: &str = "Play";
const SOLVE: &str = "Solve";
const STUDY: &str = "Study";
const RESEARCH: &str = "Research";
const PROGRAMS: &str = "For programs";

/// All commands, in the order of the help.
const COMMANDS: &[Entry] = &[
    #[cfg(feature = "web")]
    Entry::of::<serve::Serve>("serve").under(PLAY),
    Entry::of::<play::Play>("play").under(PLAY),
    Entry::of::<sheet::Sheet>("sheet").under(PLAY),
    Entry::of::<deal::Deal>("deal").under(PLAY),
    Entry { alias: Some("solve"), ..Entry::of::<find::Find>("find").under(SOLVE) },
    Entry::of::<photo::Photo>("photo").under(SOLVE),
    Entry::of::<show::Show>("show").under(SOLVE),
    Entry::of::<explain::Explain>("explain").under(SOLVE),
    Entry::of::<hint::Hint>("hint").under(SOLVE),
    Entry::of::<pack::Pack>("pack").under(SOLVE),
    Entry::of::<nim::Nim>("nim").under(SOLVE),
    Entry::of::<verify::Verify>("verify").under(SOLVE),
    Entry::of::<odds::Odds>("odds").under(STUDY),
    caps::COMMANDS.under(STUDY),
    Entry::of::<game::PlayGame>("game").under(STUDY),
    Entry::of::<simulate::Simulate>("simulate").under(STUDY),
    Entry::of::<merge::Merge>("merge").under(STUDY),
    Entry::of::<estimate::Estimate>("estimate").under(STUDY),
    Entry::of::<methods::Methods>("methods").under(RESEARCH),
    Entry::of::<race::arguments::Race>("race").under(RESEARCH),
    Entry::of::<reproduce::Reproduce>("reproduce").under(RESEARCH),
    Entry::of::<solvers::Proof>("proof").under(RESEARCH),
    reduce::COMMANDS.under(RESEARCH),
    Entry::of::<solvers::Export>("export").under(RESEARCH),
    Entry::of::<solvers::ImportSolution>("import-solution").under(RESEARCH),
    Entry::of::<programs::Ask>("ask").under(PROGRAMS),
    Entry::of::<programs::Peer>("peer").under(PROGRAMS),
    Entry::of::<programs::Schema>("schema").under(PROGRAMS),
    Entry::of::<programs::Completions>("completions").under(PROGRAMS),
    Entry::of::<programs::Man>("man").under(PROGRAMS),
];

/// The definition of the command line.
pub(crate) fn definition() -> clap::Command {
    let commands: Vec<clap::Command> = COMMANDS.iter().map(Entry::definition).collect();
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n{}\n{}\n{{options}}{{after-help}}",
        overview(&commands, width().min(100)),
        heading("Options"),
    );
    let program = clap::Command::new("tercet").help_template(template).subcommands(commands);
    Cli::augment_args(program)
}

/// A heading of the help.
fn heading(text: &str) -> String {
    let style = BOLD.underline();
    format!("{style}{text}:{style:#}")
}

/// The commands under their headings with what they do, on lines of this width.
fn overview(commands: &[clap::Command], width: usize) -> String {
    let widest = COMMANDS.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    let mut before = "";
    let part = |(entry, command): (&Entry, &clap::Command)| {
        let is_first = std::mem::replace(&mut before, entry.heading) != entry.heading;
        let title =
            if is_first { format!("\n{}\n", heading(entry.heading)) } else { String::new() };
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let lines = wrapped(&about, 0, width.saturating_sub(widest + 4));
        let about = lines.join(&format!("\n{:1$}", "", widest + 4));
        format!("{title}  {BOLD}{:widest$}{BOLD:#}  {about}\n", entry.name)
    };
    COMMANDS.iter().zip(commands).map(part).collect()
}

/// The command that the arguments name, and its own arguments.
fn entry_of(mut arguments: &ArgMatches) -> Option<(&'static Entry, &ArgMatches)> {
    let (mut table, mut command) = (COMMANDS, None);
    while let Some((name, rest)) = arguments.subcommand() {
        let entry = table.iter().find(|entry| entry.name == name);
        let entry = entry.expect("the parser knows the commands of the table");
        (command, table, arguments) = (Some((entry, rest)), entry.group, rest);
    }
    command
}

/// Runs the command that the arguments name.
pub(crate) fn run(arguments: &ArgMatches, printer: &mut Printer) -> Result<Outcome> {
    let Some((command, arguments)) = entry_of(arguments) else { return welcome::run(printer) };
    (command.run)(arguments, printer).map_err(|error| {
        let known = error.downcast_ref::<Error>();
        let flag = known.and_then(|known| flag_of(known, &command.definition(), arguments));
        if let Some(flag) = flag { error.context(flag) } else { error }
    })
}

/// The fields of requests whose arguments have another name.
const FIELDS: [(&str, &str); 9] = [
    ("size", "cards"),
    ("sizes", "cards"),
    ("least_size", "at_least"),
    ("edge_count", "edges"),
    ("goals", "goal"),
    ("peers", "peer"),
    ("about", "given"),
    ("about", "second_round"),
    ("about", "moments"),
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
    use std::collections::BTreeMap;
    use std::iter;

    use clap::error::{ContextKind, ContextValue};

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
        for (path, mut named) in built() {
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

    /// All commands with their subcommands, as they are asked for help.
    fn built() -> Vec<(String, clap::Command)> {
        let mut whole = definition();
        whole.build();
        let mut all = Vec::new();
        paths(&whole, "", &mut all);
        all.retain(|path| !path.split(' ').any(|name| name == "help"));
        let named = |path: &String| {
            path.split(' ').fold(&whole, |it, name| it.find_subcommand(name).unwrap()).clone()
        };
        all.iter().map(|path| (path.clone(), named(path))).collect()
    }

    /// The arguments of a command as words with a value, `value` where any is taken.
    fn arguments(command: &clap::Command, value: &str) -> Vec<Vec<String>> {
        let asks_nothing =
            |argument: &&clap::Arg| !["help", "version"].contains(&argument.get_id().as_str());
        let words = |argument: &clap::Arg| {
            let possible = argument.get_possible_values();
            let value = possible.first().map_or(value, |value| value.get_name()).to_owned();
            let flag = argument.get_long().map(|long| format!("--{long}"));
            let flag = flag.or_else(|| Some(format!("-{}", argument.get_short()?)));
            if !argument.get_action().takes_values() {
                return flag;
            }
            flag.map(|flag| format!("{flag}={value}")).or(Some(value))
        };
        let arguments = command.get_arguments().filter(asks_nothing);
        arguments.map(|argument| words(argument).into_iter().collect()).collect()
    }

    /// The message of the parser about some arguments of a command, with the arguments that it names.
    fn refusal(command: &clap::Command, words: &[&[String]]) -> Option<(String, Vec<String>)> {
        let command = command.clone().no_binary_name(true);
        let refusal = command.try_get_matches_from(words.concat()).err()?;
        let names = refusal.context().filter_map(|(kind, value)| match (kind, value) {
            (ContextKind::InvalidArg | ContextKind::PriorArg, ContextValue::String(name)) => {
                Some(vec![name.clone()])
            }
            (ContextKind::InvalidArg | ContextKind::PriorArg, ContextValue::Strings(names)) => {
                Some(names.clone())
            }
            _ => None,
        });
        let names = names.flatten().collect();
        Some((crate::sentence(&refusal, "tercet"), names))
    }

    /// Every argument that is missing, wrong or in conflict is named.
    #[test]
    fn no_refusal_of_an_argument_or_of_two_is_cut() {
        let mut refusals = 0;
        for (path, command) in built() {
            let arguments = arguments(&command, "1");
            let none: &[String] = &[];
            for (i, one) in arguments.iter().map(|it| &it[..]).chain([none]).enumerate() {
                for other in
                    arguments[i.min(arguments.len())..].iter().map(|it| &it[..]).chain([none])
                {
                    let Some((said, names)) = refusal(&command, &[one, other]) else { continue };
                    refusals += 1;
                    let are_named = names.iter().all(|name| said.contains(name));
                    let is_whole = !said.contains(":;") && !said.contains('\n');
                    assert!(are_named && is_whole, "{path} {one:?} {other:?}: {said}");
                }
            }
        }
        assert!(refusals > 1000, "{refusals}");
    }

    /// A message about a wrong value is in our words, and names the values that are taken.
    #[test]
    fn no_wrong_value_is_refused_in_the_words_of_a_library() {
        for (path, command) in built() {
            for value in ["\u{1}x", "99999999999999999999999999999999999999999", "-1", ""] {
                for argument in arguments(&command, value) {
                    let Some((said, _)) = refusal(&command, &[&argument]) else { continue };
                    let is_ours = !said.starts_with("invalid value")
                        || ["it takes", "possible values", "it is too large", "such as"]
                            .iter()
                            .any(|words| said.contains(words));
                    assert!(is_ours, "{path} {argument:?}: {said}");
                }
            }
        }
    }

    #[test]
    fn all_help_fits_narrow_terminals() {
        for columns in [60, 80] {
            let check = |name: &str, text: &str| {
                for line in text.lines() {
                    assert!(line.chars().count() <= columns, "{name} in {columns}: {line}");
                }
            };
            let commands: Vec<_> = definition().get_subcommands().cloned().collect();
            let overview = overview(&commands, columns);
            check("tercet", &clap::builder::StyledStr::from(overview).to_string());
            for (path, command) in built() {
                let mut command = command.term_width(columns);
                check(&path, &command.render_long_help().to_string());
                check(&path, &command.render_help().to_string());
            }
        }
    }

    /// A flag means the same in every command, also by its short form.
    #[test]
    fn shared_flags_have_one_short_form() {
        let mut flags = BTreeMap::new();
        for (path, command) in built() {
            for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
                let (Some(long), short) = (argument.get_long(), argument.get_short()) else {
                    continue;
                };
                let known = *flags.entry(long.to_owned()).or_insert(short);
                assert_eq!(short, known, "--{long} of {path}");
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
