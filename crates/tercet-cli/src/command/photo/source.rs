//! Reading photographs from files and standard input.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, bail};
use tercet::solver::Limit;
use tercet_app::Error;
use tercet_vision::Photograph;

use crate::input;

/// The most bytes of a file.
const MOST: u64 = 1 << 28;

/// The name of a photograph and its pixels; '-' is standard input.
pub(super) fn photograph(path: &Path) -> Result<(String, Photograph)> {
    let (name, input) = input::open(path, Limit::none())?;
    let mut bytes = Vec::new();
    let read = input.take(MOST + 1).read_to_end(&mut bytes);
    read.map_err(|error| input::unread(&name, error))?;
    if bytes.len() as u64 > MOST {
        bail!("{name}: it has more than {MOST} bytes");
    }
    let photograph = Photograph::decode(&bytes).map_err(Error::from).context(name.clone())?;
    Ok((name, photograph))
}
