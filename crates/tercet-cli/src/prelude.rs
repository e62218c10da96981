//! The names that many modules of the command line use.

pub(crate) use std::num::NonZeroUsize;
pub(crate) use std::path::{Path, PathBuf};

pub(crate) use anyhow::{Context, Result, anyhow, bail};
pub(crate) use clap::Args;
pub(crate) use tercet::Deck;
pub(crate) use tercet::notation::Notation;
pub(crate) use tercet_app::{CardWriter, Question, Seconds};

pub(crate) use crate::arguments::{DeckOptions, Source, at_least_one};
pub(crate) use crate::command::entry::{Command, DONE, FOUND, MADE};
pub(crate) use crate::new_file::Overwrite;
pub(crate) use crate::outcome::{Outcome, say};
pub(crate) use crate::output::{Format, Look, Printer, counted, timed};
pub(crate) use crate::work::ask;
pub(crate) use crate::{input, quantity};
