//! Reproductions of published experiments.
//!
//! A published figure is measured first, as plain data ([`figures`]), by races of `tercet-race`, or by counting. The data
//! become a [`report::Section`], with the points, the [charts](tercet_plot::Chart) that show them, and a verdict on each claim
//! of the source. [`reproduce`] measures all figures and resumes a run that was interrupted.

#![forbid(unsafe_code)]

pub mod figures;
pub mod report;
pub mod reproduce;
