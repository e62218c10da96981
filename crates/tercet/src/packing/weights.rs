//! Weights of cards and of kinds of sets, which bound a packing from above.
//!
//! If every set weighs at least 1, no packing has more sets than the cards and the capacities of the
//! kinds (`kinds.rs`) weigh in total. This is the dual of the linear program of set packing. Weights of
//! 1/v for each card give the bound n/v. If many sets share a few cards or kinds, less is enough: those
//! weigh much and the others little.
//!
//! Weights that were found for some capacities also bound a packing with other capacities. So a few
//! weights settle hundreds of choices of capacities.
//!
//! The optimum is found by the revised simplex method (Dantzig 1953) in floating point. It is then
//! rounded to whole numbers, and the lightest set is looked up: so the bound is exact, whatever the
//! floating-point numbers were.

use super::kinds::Rows;
use crate::solver::{Stop, Watch};

/// Weights of cards and of kinds.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Weights {
    /// The weight of each card of the board, and then, property by property, of each kind.
    pub of: Vec<u64>,
    /// No set of the part weighs less.
    pub least: u64,
}

/// The weights are multiplied by one of these before they are rounded: the first that is enough.
const SCALES: [u32; 14] = [1, 2, 3, 4, 5, 6, 8, 10, 12, 20, 24, 30, 60, 60 << 14];

/// With more rows than this the method would take too long, and all cards weigh the same.
const MOST_ROWS: usize = 1000;

/// What is less than this counts as nothing.
const TINY: f64 = 1e-9;

impl Weights {
    /// The weights of the linear program in the largest scale, or in a smaller one if they show that no
    /// packing with these capacities has `goal` sets.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit ended the work.
    pub(super) fn new(
        rows: &Rows,
        capacities: &[u64],
        goal: usize,
        watch: &mut Watch,
    ) -> Result<Self, Stop> {
        if rows.len() > MOST_ROWS {
            return Self::rounded(rows, &rows.plain(), 1, watch);
        }
        let optimum = optimum(rows, capacities, watch)?;
        let total: f64 = optimum.iter().zip(capacities).map(|(&w, &most)| w * most as f64).sum();
        let is_enough = total < goal as f64;
        let (last, smaller) = SCALES.split_last().expect("there are some");
        for scale in smaller.iter().filter(|_| is_enough) {
            let weights = Self::rounded(rows, &optimum, *scale, watch)?;
            if weights.refute(capacities, goal) {
                return Ok(weights);
            }
        }
        Self::rounded(rows, &optimum, *last, watch)
    }

    fn rounded(rows: &Rows, optimum: &[f64], scale: u32, watch: &mut Watch) -> Result<Self, Stop> {
        let of: Vec<u64> = optimum.iter().map(|w| (w * f64::from(scale)).round() as u64).collect();
        let mut weights = Self { of, least: u64::MAX };
        for set in rows.sets() {
            watch.tick(set.len())?;
            weights.least = weights.least.min(weights.set(set));
        }
        Ok(weights)
    }

    /// The weight of a set, given by its rows.
    pub(super) fn set(&self, rows: &[u32]) -> u64 {
        rows.iter().map(|&row| self.of[row as usize]).sum()
    }

    /// The total weight of the capacities.
    pub(super) fn total(&self, capacities: &[u64]) -> u64 {
        self.of.iter().zip(capacities).map(|(weight, most)| weight * most).sum()
    }

    /// Whether no packing with these capacities has `goal` sets.
    pub(super) fn refute(&self, capacities: &[u64], goal: usize) -> bool {
        self.total(capacities) < self.least * goal as u64
    }
}

/// The optimum of the dual program, or weights near it.
fn optimum(rows: &Rows, capacities: &[u64], watch: &mut Watch) -> Result<Vec<f64>, Stop> {
    let m = rows.len();
    // The columns of the inverse of the basis, which begins as that of the slack variables.
    let mut inverse: Vec<Vec<f64>> =
        (0..m).map(|i| (0..m).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    // Capacities that differ a little do not let the method run in circles.
    let differing =
        |(i, &most): (usize, &u64)| most as f64 + 1e-6 * (1.0 + (i * 7 % m) as f64 / m as f64);
    let mut values: Vec<f64> = capacities.iter().enumerate().map(differing).collect();
    let mut weights = vec![0.0; m];
    for _ in 0..20 * m {
        // What enters: the lightest set, or the slack of a row whose weight is negative.
        let (mut gain, mut slack, mut entering) = (TINY, 0, None);
        for (row, &weight) in (0..).zip(&weights) {
            if -weight > gain {
                (gain, slack, entering) = (-weight, row, Some(&[][..]));
            }
        }
        for set in rows.sets() {
            watch.tick(set.len())?;
            let lacks = 1.0 - set.iter().map(|&row| weights[row as usize]).sum::<f64>();
            if lacks > gain {
                (gain, entering) = (lacks, Some(set));
            }
        }
        let Some(set) = entering else { break };
        let column = if set.is_empty() { &[slack][..] } else { set };
        let mut changes = vec![0.0; m];
        for &row in column {
            changes.iter_mut().zip(&inverse[row as usize]).for_each(|(change, x)| *change += x);
        }
        let ratio = |&row: &usize| values[row] / changes[row];
        let leaving =
            (0..m).filter(|&row| changes[row] > 1e-7).min_by(|a, b| ratio(a).total_cmp(&ratio(b)));
        let Some(leaving) = leaving else { break };
        let pivot = |column: &mut [f64]| {
            let step = column[leaving] / changes[leaving];
            if step != 0.0 {
                column.iter_mut().zip(&changes).for_each(|(x, change)| *x -= step * change);
                column[leaving] = step;
            }
            step
        };
        pivot(&mut values);
        for (column, weight) in inverse.iter_mut().zip(&mut weights) {
            watch.tick(m / 8)?;
            *weight += gain * pivot(column);
        }
    }
    Ok(weights.into_iter().map(|weight| weight.max(0.0)).collect())
}
