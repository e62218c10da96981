//! `tercet peer`: a method as a contestant of a race.

use std::io;

use anyhow::{Context, Result};
use tercet::solver::Method;
use tercet_models::Models;

use crate::cli::Peer;
use crate::outcome::Outcome;

pub(crate) fn run(arguments: &Peer) -> Result<Outcome> {
    let models = arguments.means.models();
    let members = arguments.methods.iter().map(|name| models.method(name));
    let members = members.collect::<Result<Vec<Method>, _>>()?;
    let method = Models { members, ..models }.method(&arguments.method)?;
    let options = arguments.means.options();
    tercet_lab::race::serve(&method, &options, io::stdin().lock(), io::stdout().lock())
        .context("cannot continue to answer")?;
    Ok(Outcome::Yes)
}
