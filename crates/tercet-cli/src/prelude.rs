//! The names that nearly every command uses.

pub(crate) use std::num::NonZeroUsize;
pub(crate) use std::path::{Path, PathBuf};

pub(crate) use anyhow::{Context, Result, anyhow, bail};
pub(crate) use clap::Args;

pub(crate) use crate::command::entry::{Command, DONE, FOUND, MADE};
pub(crate) use crate::outcome::{Outcome, say};
pub(crate) use crate::output::{Format, Look, Printer};
