//! Races of methods on the same boards, and reproductions of published experiments.
//!
//! A [`race`] asks contestants, each a process of its own, about the same boards and games. A published
//! figure is measured first, as plain data ([`figures`]). The data become a [`report::Section`], with the
//! points, the [charts](tercet_plot::Chart) that show them, and a verdict on each claim of the source.
//! [`reproduce`] measures all figures and resumes a run that was interrupted.

#![forbid(unsafe_code)]

pub mod figures;
pub mod machine;
pub mod race;
pub mod report;
pub mod reproduce;
mod statistics;
