//! Ctrl-C: the first asks the work to stop, the second ends the process.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

/// Exit status of a process that Ctrl-C ended, by the shells' custom.
const KILLED: i32 = 130;

/// A flag that Ctrl-C raises from now on.
pub(crate) fn flag() -> Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::Relaxed) {
            process::exit(KILLED);
        }
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(flag)
}
