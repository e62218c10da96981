//! `tercet ask`: requests as lines of JSON in, answers as lines out.

use std::io::{self, BufReader};
use std::path::Path;

use anyhow::{Context, Result};
use tercet_app::lines;

use crate::cli::Ask;
use crate::input;
use crate::interrupt::Interrupt;
use crate::outcome::Outcome;

pub(crate) fn run(arguments: &Ask) -> Result<Outcome> {
    let path = arguments.input.as_deref().unwrap_or(Path::new("-"));
    let session = Interrupt::listen()?.session();
    let (name, input) = input::open(path, session.limit(None))?;
    match lines::serve(BufReader::new(input), io::stdout().lock(), &session) {
        _ if session.is_cancelled() => Ok(Outcome::Stopped),
        Err(error) => Err(error).with_context(|| format!("{name}: cannot be answered")),
        Ok(true) => Ok(Outcome::Yes),
        Ok(false) => Ok(Outcome::No),
    }
}
