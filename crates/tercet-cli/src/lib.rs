//! The command line of Tercet: one file a subcommand, nothing but parsing and printing.
//!
//! It is a library, so that the package for Python brings the same command ([`run`]).

#![forbid(unsafe_code)]

mod ask;
mod bug;
mod caps;
mod classes;
mod cli;
mod deal;
mod explain;
mod export;
mod find;
mod help;
mod hint;
mod import;
mod input;
mod interrupt;
mod library;
mod many;
mod merge;
mod methods;
mod new_file;
mod number;
mod odds;
mod outcome;
mod output;
mod pack;
mod pages;
mod patient;
mod peer;
mod photo;
mod picture;
mod play;
mod plot;
mod progress;
mod proof;
mod prove;
mod quiz;
mod race;
mod reduce;
mod remedy;
mod reproduce;
mod schema;
mod search;
#[cfg(feature = "web")]
mod serve;
mod sets;
mod sheet;
mod show;
mod simulate;
mod simulation;
mod size;
mod table;
mod time;
mod verify;
mod welcome;
mod work;

use std::env;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;

use anyhow::anyhow;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches};

use tercet_app::Status;

use crate::cli::{Cli, Command};
use crate::outcome::{FAILURE, NO, Outcome, STOPPED, YES, say};
use crate::output::{Printer, cannot_print};

/// The program, for commands that start it again: races and measurements.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Runs the command line with these arguments, the first of which is the name of the program, and
/// returns its exit status. `program` starts this command line again; by default, the executable.
pub fn run(arguments: &[OsString], program: Option<PathBuf>) -> u8 {
    if let Some(program) = program {
        // A second run in one process has the same program.
        let _ = PROGRAM.set(program);
    }
    let cli = help::command().try_get_matches_from(arguments);
    let cli = match cli.and_then(|found| Cli::from_arg_matches(&found)) {
        Ok(cli) => cli,
        Err(refusal) => return refuse(&refusal, arguments),
    };
    // A panic that arrives here is a bug in Tercet: panics of solvers are caught earlier.
    let ended = bug::caught(|| answer(cli)).unwrap_or_else(|bug| Err(anyhow!(bug)));
    match ended {
        Ok(Status::Yes) => YES,
        Ok(Status::No) => NO,
        Ok(Status::Stopped) => STOPPED,
        Err(error) => remedy::tell(&error),
    }
}

/// The program that starts this command line again.
fn program() -> io::Result<PathBuf> {
    PROGRAM.get().cloned().map_or_else(env::current_exe, Ok)
}

fn answer(cli: Cli) -> anyhow::Result<Outcome> {
    let mut printer = Printer::new(cli.color);
    let outcome = match cli.command {
        None => welcome::run(&mut printer),
        Some(Command::Find(arguments)) => find::run(&arguments, &mut printer),
        Some(Command::Show(arguments)) => show::run(&arguments, &mut printer),
        Some(Command::Explain(arguments)) => explain::run(&arguments, &mut printer),
        Some(Command::Hint(arguments)) => hint::run(&arguments, &mut printer),
        Some(Command::Deal(arguments)) => deal::run(&arguments, &mut printer),
        Some(Command::Sheet(arguments)) => sheet::run(&arguments, &mut printer),
        Some(Command::Quiz(arguments)) => quiz::run(&arguments, &mut printer),
        Some(Command::Play(arguments)) => play::run(&arguments, &mut printer),
        Some(Command::Verify(arguments)) => verify::run(&arguments, &mut printer),
        Some(Command::Proof(arguments)) => proof::run(&arguments, &mut printer),
        Some(Command::Photo(arguments)) => photo::run(&arguments, &mut printer),
        Some(Command::Caps(arguments)) => caps::run(&arguments, &mut printer),
        Some(Command::Pack(arguments)) => pack::run(&arguments, &mut printer),
        Some(Command::Reduce(arguments)) => reduce::run(&arguments, &mut printer),
        Some(Command::Export(arguments)) => export::run(&arguments, &mut printer),
        Some(Command::ImportSolution(arguments)) => import::run(&arguments, &mut printer),
        Some(Command::Methods(arguments)) => methods::run(&arguments, &mut printer),
        Some(Command::Race(arguments)) => race::run(&arguments, &mut printer),
        Some(Command::Library(arguments)) => library::run(&arguments, &mut printer),
        Some(Command::Reproduce(arguments)) => reproduce::run(&arguments, &mut printer),
        Some(Command::Peer(arguments)) => peer::run(&arguments),
        Some(Command::Odds(arguments)) => odds::run(&arguments, &mut printer),
        Some(Command::Simulate(arguments)) => simulate::run(&arguments, &mut printer),
        Some(Command::Merge(arguments)) => merge::run(&arguments, &mut printer),
        Some(Command::Ask(arguments)) => ask::run(&arguments),
        #[cfg(feature = "web")]
        Some(Command::Serve(arguments)) => serve::run(&arguments, &mut printer),
        Some(Command::Schema { name }) => schema::run(name.as_deref(), &mut printer),
        Some(Command::Completions { shell }) => pages::completions(shell, &mut printer),
        Some(Command::Man { command }) => pages::man(&command, &mut printer),
    }?;
    printer.finish()?;
    Ok(outcome)
}

/// Prints the message of clap: help and versions in full, an error on one line.
fn refuse(refusal: &clap::Error, arguments: &[OsString]) -> u8 {
    if matches!(refusal.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return match refusal.print() {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => fail(&cannot_print(&error)),
            _ => YES,
        };
    }
    let text = refusal.render().to_string();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let said =
        lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    let said: Vec<&str> = said.map(|line| line.strip_prefix("error: ").unwrap_or(line)).collect();
    // A list of values or a tip follows the first sentence.
    let said = said.join(" ").replace(" tip: ", "; ").replace("  ", " ");
    fail(&format!("{said}; see '{} --help'", command_of(arguments)))
}

/// The command that the arguments name, with its subcommands.
fn command_of(arguments: &[OsString]) -> String {
    let (whole, mut path) = (Cli::command(), String::from("tercet"));
    let mut command = &whole;
    for argument in arguments.iter().skip(1).map(|argument| argument.to_string_lossy()) {
        if argument.starts_with('-') {
            continue;
        }
        let Some(subcommand) = command.find_subcommand(&*argument) else { break };
        command = subcommand;
        path = format!("{path} {argument}");
    }
    path
}

fn fail(what: &str) -> u8 {
    say(what);
    FAILURE
}
