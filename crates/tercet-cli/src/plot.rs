//! `--plot FILE`: the result of a command as a chart.

use std::path::Path;

use anyhow::{Context, Result};
use tercet_lab::plot::{self, Chart, Theme};

use crate::new_file::Overwrite;

/// The endings of the files of charts.
pub(crate) const ENDINGS: &[&str] = &["svg", "png"];

/// Pixels per unit of a chart: 1440 across, for screens of high density.
const SCALE: f64 = 2.0;

/// Draws the chart into a file, in the format that its ending names.
pub(crate) fn write(path: &Path, chart: &Chart, overwrite: Overwrite) -> Result<()> {
    let is_png = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    let drawing = if is_png {
        let drawn = plot::png(chart, Theme::Light, SCALE);
        drawn.with_context(|| format!("{}: cannot draw it", path.display()))?
    } else {
        plot::svg(chart).into_bytes()
    };
    overwrite.write(path, &drawing)
}
