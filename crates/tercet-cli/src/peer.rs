//! `tercet peer`: a method as a contestant of a race.

use std::io;

use anyhow::{Context, Result};
use tercet_models::{Options, method};

use crate::cli::Peer;
use crate::outcome::Outcome;
use crate::search::members;

pub(crate) fn run(arguments: &Peer) -> Result<Outcome> {
    let options = Options { members: members(&arguments.methods), ..arguments.means.options() };
    let method = method(&arguments.method)?;
    tercet_lab::race::serve(method, &options, io::stdin().lock(), io::stdout().lock())
        .context("cannot continue to answer")?;
    Ok(Outcome::Yes)
}
