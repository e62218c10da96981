//! Ctrl-C: while a method works it stops the work, and afterwards it ends the process.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use tercet_app::Session;

use crate::outcome::{STOPPED, say};

/// The handler of Ctrl-C.
pub(crate) struct Interrupt {
    raised: Arc<AtomicBool>,
    at_work: Arc<AtomicBool>,
}

impl Interrupt {
    /// Installs the handler: Ctrl-C raises the flag, and a second Ctrl-C ends the process.
    pub(crate) fn listen() -> Result<Self> {
        let raised = Arc::new(AtomicBool::new(false));
        let at_work = Arc::new(AtomicBool::new(true));
        let (flag, work) = (Arc::clone(&raised), Arc::clone(&at_work));
        ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) || !work.load(Ordering::Relaxed) {
                say("interrupted");
                process::exit(STOPPED.into());
            }
        })
        .context("cannot listen for Ctrl-C")?;
        Ok(Self { raised, at_work })
    }

    /// A session that Ctrl-C cancels.
    pub(crate) fn session(&self) -> Session {
        Session::new().with_flag(self.flag())
    }

    /// The flag, for a limit.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.raised)
    }

    /// The flag is no longer checked, so Ctrl-C ends the process from now on.
    pub(crate) fn end_work(&self) {
        self.at_work.store(false, Ordering::Relaxed);
    }
}
