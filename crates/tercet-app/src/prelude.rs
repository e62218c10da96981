//! The names that most questions use.

pub(crate) use std::num::NonZeroUsize;
pub(crate) use std::ops::ControlFlow;

pub(crate) use serde::{Deserialize, Serialize};
pub(crate) use tercet::notation::Notation;
pub(crate) use tercet::solver::{self, Cannot, Limit};
pub(crate) use tercet::{Board, Card, Deck, Method, NoAnswer, Set, Stop};

pub(crate) use crate::answer::{BoardAnswer, Work};
pub(crate) use crate::board::{
    AboutBoard, BoardSpec, CardWriter, notation, positions, write_cards,
};
pub(crate) use crate::cost::{self, Cost, Means};
pub(crate) use crate::ending::{Decision, Ending, Reason, Status};
pub(crate) use crate::error::{Code, Error};
pub(crate) use crate::question::{Answered, Question, Sink, Streamed};
pub(crate) use crate::search::{AnsweredBy, Search};
pub(crate) use crate::session::{Progress, Session};
pub(crate) use crate::{Seconds, Whole};
