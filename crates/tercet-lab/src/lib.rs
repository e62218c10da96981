//! Races of methods on the same boards, the published figures anew, and the plots of both.
//!
//! A figure is data first: what is measured becomes a [`report::Section`], which holds the points,
//! the [charts](plot::Chart) that show them, and what they say about the claims of its source.

#![forbid(unsafe_code)]

pub mod figures;
pub mod plot;
pub mod race;
pub mod report;
pub mod reproduce;
mod statistics;
