//! Races of methods on the same boards, the published figures anew, and the plots of both.
//!
//! A [`race`] asks contestants, each a process of its own, about the same boards and games. A
//! figure is data first ([`figures`]): what is measured becomes a [`report::Section`], which holds
//! the points, the [charts](plot::Chart) that show them, and what they say about the claims of its
//! source. [`reproduce`] measures all of them, and goes on where a run was killed.

#![forbid(unsafe_code)]

pub mod figures;
pub mod plot;
pub mod race;
pub mod report;
pub mod reproduce;
pub mod words;
