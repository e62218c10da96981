//! `--plot FILE`: the result of a command as a chart.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use tercet_lab::plot::{self, Chart, Theme};

use crate::new_file::Overwrite;

/// The file of a chart; its extension gives the format.
#[derive(Clone, Debug)]
pub(crate) struct PlotFile {
    path: PathBuf,
    form: Form,
}

#[derive(Clone, Copy, Debug)]
enum Form {
    Svg,
    Png,
}

/// Pixels per unit of a chart: 1440 across, for screens of high density.
const SCALE: f64 = 2.0;

impl PlotFile {
    /// The file with this name.
    pub(crate) fn new(path: PathBuf) -> Result<Self, &'static str> {
        let ending = path.extension().unwrap_or_default();
        let form = match () {
            () if ending.eq_ignore_ascii_case("svg") => Form::Svg,
            () if ending.eq_ignore_ascii_case("png") => Form::Png,
            () => return Err("it takes the name of a file that ends with .svg or .png"),
        };
        Ok(Self { path, form })
    }

    /// Its name.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Draws the chart into the file.
    pub(crate) fn write(&self, chart: &Chart, overwrite: Overwrite) -> Result<()> {
        let drawing = match self.form {
            Form::Svg => plot::svg(chart).into_bytes(),
            Form::Png => {
                let drawn = plot::png(chart, Theme::Light, SCALE);
                drawn.with_context(|| format!("{}: cannot draw it", self.path.display()))?
            }
        };
        overwrite.write(&self.path, &drawing)
    }
}
