//! The command line of Tercet: nothing but parsing and printing. Each command is a file or folder of
//! `command`.
//!
//! It is a library, so that its documentation and its tests are those of a library; the program is a call of [`run`].

#![forbid(unsafe_code)]

#[macro_use]
mod outcome;

mod arguments;
mod choice;
mod command;
mod input;
mod many;
mod new_file;
mod output;
mod picture;
mod prelude;
mod progress;
mod quantity;
mod remedy;
mod table;
mod work;

use std::ffi::OsString;
use std::io;

use anyhow::anyhow;
use clap::FromArgMatches;
use clap::error::ErrorKind;

use tercet_app::Status;

use crate::command::Cli;
use crate::outcome::{FAILURE, NO, STOPPED, YES, say};
use crate::output::{Printer, cannot_print};

/// Runs the command line with these arguments, the first of which is the name of the program, and
/// returns its exit status.
pub fn run(arguments: &[OsString]) -> u8 {
    let parsed = command::definition().try_get_matches_from(arguments);
    let parsed = parsed.and_then(|found| Ok((Cli::from_arg_matches(&found)?.color, found)));
    let (color, found) = match parsed {
        Ok(parsed) => parsed,
        Err(refusal) => return refuse(&refusal, arguments),
    };
    let answer = || {
        let mut printer = Printer::new(color);
        let outcome = command::run(&found, &mut printer)?;
        printer.finish().map(|()| outcome)
    };
    // A panic that arrives here is a bug in Tercet: panics of solvers are caught earlier.
    let ended = outcome::caught(answer).unwrap_or_else(|bug| Err(anyhow!(bug)));
    match ended {
        Ok(Status::Yes) => YES,
        Ok(Status::No) => NO,
        Ok(Status::Stopped) => STOPPED,
        Err(error) => match error.downcast_ref() {
            Some(refusal) => refuse(refusal, arguments),
            None => remedy::tell(&error),
        },
    }
}

/// Prints the message of clap: help and versions in full, an error on one line.
fn refuse(refusal: &clap::Error, arguments: &[OsString]) -> u8 {
    if matches!(refusal.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return match refusal.print() {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => fail(&cannot_print(&error)),
            _ => YES,
        };
    }
    fail(&sentence(refusal, &command_of(arguments)))
}

/// An error of clap on one line, with the command whose help says more.
fn sentence(refusal: &clap::Error, command: &str) -> String {
    let text = refusal.render().to_string();
    // A value that begins with a hyphen is hardly ever meant.
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("tip: to pass"));
    let said =
        lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    let said: Vec<&str> = said.map(|line| line.strip_prefix("error: ").unwrap_or(line)).collect();
    // A list of values or a tip follows the first sentence.
    let mut said = said.join(" ").replace(" tip: ", "; ").replace("  ", " ");
    for (method, feature) in tercet_models::LEFT_OUT {
        if said.starts_with(&format!("invalid value '{method}'")) {
            said = format!("{method} needs a build with --features {feature}");
        }
    }
    format!("{said}; see '{command} --help'")
}

/// The command that the arguments name, with its subcommands. That of an estimate is the command that is estimated.
fn command_of(arguments: &[OsString]) -> String {
    let (whole, mut path) = (command::definition(), String::from("tercet"));
    let mut command = &whole;
    let arguments = match arguments {
        [_, first, rest @ ..] if first == "estimate" && !rest.is_empty() => rest,
        _ => arguments.get(1..).unwrap_or_default(),
    };
    for argument in arguments.iter().map(|argument| argument.to_string_lossy()) {
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
