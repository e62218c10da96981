//! The names that some commands use: the questions and answers of the application, the vocabulary of the
//! library, and what the command line has for all commands.

pub(crate) use std::io;
pub(crate) use std::num::NonZeroUsize;
pub(crate) use std::ops::ControlFlow;
pub(crate) use std::path::{Path, PathBuf};

pub(crate) use anyhow::{Context, Result, anyhow, bail};
pub(crate) use clap::Args;
pub(crate) use serde_json::json;
pub(crate) use tercet::Deck;
pub(crate) use tercet::file::NamedBoard;
pub(crate) use tercet::notation::Notation;
pub(crate) use tercet_app::*;

pub(crate) use super::entry::{Command, FOUND, MADE};
pub(crate) use crate::arguments::{
    ClassFormat, DeckOptions, Many, Search, Source, at_least_one, threads,
};
pub(crate) use crate::choice::{described, file_of, named};
pub(crate) use crate::many::{Asking, Boards, Row, boards};
pub(crate) use crate::new_file::{Overwrite, check_apart, read_once};
pub(crate) use crate::outcome::{Outcome, say};
pub(crate) use crate::output::*;
pub(crate) use crate::picture::{Shown, columns, show_sets};
pub(crate) use crate::progress::Progress;
pub(crate) use crate::table::{Table, grouped};
pub(crate) use crate::work::*;
pub(crate) use crate::{csv, input, quantity};
