//! Charts as PNG, drawn by `resvg`. Their letters are outlines of a font that is built in, so that a
//! chart has the same pixels on every machine.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::svg::outlined;
use super::{Chart, Theme};

/// The most pixels of a picture, each of which takes four bytes.
const MOST_PIXELS: f64 = 1e8;

/// Why there is no PNG.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum PngError {
    /// The scale is not positive, or the bitmap would be too large.
    #[error("a picture of scale {0} has no pixels, or too many: take from 0.1 to 10")]
    Scale(f64),
    /// The drawing cannot be rendered.
    #[error("the drawing cannot be made a picture: {0}")]
    Draw(String),
}

/// The chart as a PNG of `720·scale` pixels across.
///
/// # Errors
///
/// The scale is not a positive number, or the bitmap would have over 100 million pixels.
pub fn png(chart: &Chart, theme: Theme, scale: f64) -> Result<Vec<u8>, PngError> {
    let drawing = outlined(chart, theme);
    let draw = |error: &dyn std::fmt::Display| PngError::Draw(error.to_string());
    let tree = Tree::from_str(&drawing, &Options::default()).map_err(|error| draw(&error))?;
    let size = [tree.size().width(), tree.size().height()];
    let [width, height] = size.map(|side| (f64::from(side) * scale).round());
    if !(width >= 1.0 && height >= 1.0 && width * height <= MOST_PIXELS) {
        return Err(PngError::Scale(scale));
    }
    let mut picture = Pixmap::new(width as u32, height as u32).ok_or(PngError::Scale(scale))?;
    let fit = Transform::from_scale(width as f32 / size[0], height as f32 / size[1]);
    resvg::render(&tree, fit, &mut picture.as_mut());
    picture.encode_png().map_err(|error| draw(&error))
}
