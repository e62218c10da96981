//! The names that most commands use.

pub(crate) use std::num::NonZeroUsize;
pub(crate) use std::path::{Path, PathBuf};
pub(crate) use std::time::Duration;

pub(crate) use anyhow::{Context, Result, anyhow, bail};
pub(crate) use clap::Args;
pub(crate) use clap::builder::{PossibleValuesParser, TypedValueParser};
pub(crate) use tercet::notation::Notation;
pub(crate) use tercet_app::{Answered, Question, Seconds, Whole};

pub(crate) use super::{Command, DONE, FOUND, MADE};
pub(crate) use crate::arguments::{
    CARDS, DeckOptions, Format, Look, Many, Search, Source, at_least_one,
};
pub(crate) use crate::new_file::Overwrite;
pub(crate) use crate::outcome::{Outcome, say};
pub(crate) use crate::output::{
    Printer, board_file, counted, duration, notation, notation_in_text, notation_shown,
};
pub(crate) use crate::work::ask;
pub(crate) use crate::{input, quantity};
