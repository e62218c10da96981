//! The neighbourhood of a symbol as the network sees it.
//!
//! A patch is sampled from the full photograph along the principal axes of a symbol, so that all
//! symbols are aligned, whatever their size and place. Its values, `ln(paper / pixel)`, are optical
//! densities: how much of the paper's light the ink takes, in red, green and blue. The paper's
//! light is estimated about the symbol, as a plane, so neither the colour of the light nor its
//! gradient over the card remains. A fourth channel tells how uneven the pixels within one cell of
//! the patch are, which reveals hatching that is too fine for the cells.

use crate::point::between;
use crate::{Frame, Photograph, Point};

/// The cells along the long axis of a symbol.
pub(crate) const WIDTH: usize = 48;
/// The cells along its short axis.
pub(crate) const HEIGHT: usize = 32;
/// The values of a cell: density in red, green and blue, and unevenness.
pub(crate) const CHANNELS: usize = 4;

/// How far a patch reaches to each side, in standard deviations of the symbol's area.
const REACH: Point = Point::new(2.8, 3.1);

/// Cells this far along the long axis may lie beyond the card.
const CARD: f32 = 2.5;

/// A symbol and its surroundings.
pub(crate) struct Patch {
    /// The values, cell by cell and row by row.
    pub(crate) values: Vec<f32>,
    /// The part of the cells that are so bright that the camera clips them; 0 if ink is dark, since light
    /// that hides hatching makes all ink pale.
    pub(crate) clipped: f32,
    /// The pixels of the photograph along a cell.
    pub(crate) pixels: f32,
    /// The colour of the paper: by how much red is brighter than the others, and green than blue, in logarithms.
    pub(crate) tint: Point,
}

impl Patch {
    /// The patch of a symbol with this frame, in pixels of the photograph as stored.
    pub(crate) fn of(photograph: &Photograph, frame: &Frame) -> Self {
        let step = Point::new(2.0 * REACH.x / WIDTH as f32, 2.0 * REACH.y / HEIGHT as f32);
        let (across, down) = (frame.u * step.x, frame.v * step.y);
        let samples =
            [across.length(), down.length()].map(|pixels| (pixels.ceil() as usize).clamp(1, 4));
        // The logarithms of all values. A little is added, so that noise in the dark does not count.
        let logarithms: [f32; 256] = std::array::from_fn(|value| (value as f32 + 4.0).ln());
        let light = |x, y| photograph.stored_pixel(x, y).map(|it| logarithms[usize::from(it)]);
        let size = photograph.stored_size();
        let mut cells = Vec::with_capacity(WIDTH * HEIGHT);
        let mut clipped = 0;
        for row in 0..HEIGHT {
            for column in 0..WIDTH {
                let x = (column as f32 - WIDTH as f32 / 2.0) * step.x;
                let y = (row as f32 - HEIGHT as f32 / 2.0) * step.y;
                let cell = Cell::of(light, size, frame.at(x, y), [across, down], samples);
                clipped += usize::from(cell.light.iter().all(|&light| light > CLIPPED));
                cells.push(cell);
            }
        }
        let papers = [0, 1, 2].map(|channel| Paper::of(&cells, channel));
        let [red, green, blue] = papers.each_ref().map(|paper| paper.middle);
        let mut values = Vec::with_capacity(WIDTH * HEIGHT * CHANNELS);
        for (index, cell) in cells.iter().enumerate() {
            let at = place(index);
            for (paper, &light) in papers.iter().zip(&cell.light) {
                values.push((paper.at(at) - light).clamp(-0.6, 2.6));
            }
            values.push((cell.uneven * 4.0).min(2.5));
        }
        let is_dark = |cell: &&[f32]| cell[..3].iter().any(|&density| density > DARK);
        let dark = values.chunks_exact(CHANNELS).filter(is_dark).count();
        let clipped = if dark > DARK_CELLS { 0 } else { clipped };
        Self {
            values,
            clipped: clipped as f32 / (WIDTH * HEIGHT) as f32,
            pixels: across.length().min(down.length()),
            tint: Point::new(red - f32::midpoint(green, blue), green - blue),
        }
    }
}

/// The light above which the camera clips a pixel.
const CLIPPED: f32 = 5.55;

/// The density above which ink is dark, and the maximum number of dark cells where light hides
/// hatching.
const DARK: f32 = 1.6;
const DARK_CELLS: usize = 30;

/// Where a cell lies, in standard deviations of the symbol.
pub(crate) fn place(cell: usize) -> Point {
    let (column, row) = ((cell % WIDTH) as f32 + 0.5, (cell / WIDTH) as f32 + 0.5);
    Point::new(
        (column / WIDTH as f32 * 2.0 - 1.0) * REACH.x,
        (row / HEIGHT as f32 * 2.0 - 1.0) * REACH.y,
    )
}

/// What is seen in a cell.
struct Cell {
    /// The logarithm of the light, in red, green and blue.
    light: [f32; 3],
    /// The standard deviation of the logarithm of the least of the three.
    uneven: f32,
}

impl Cell {
    /// The cell with this corner and these sides in a picture of this size, whose pixels have this
    /// light, from this number of samples along each side.
    fn of(
        pixel: impl Fn(usize, usize) -> [f32; 3],
        size: [usize; 2],
        corner: Point,
        [across, down]: [Point; 2],
        [columns, rows]: [usize; 2],
    ) -> Self {
        let (mut light, mut least, mut squares) = ([0.0; 3], 0.0, 0.0);
        for row in 0..rows {
            let start = corner + down * ((row as f32 + 0.5) / rows as f32);
            for column in 0..columns {
                let at = start + across * ((column as f32 + 0.5) / columns as f32);
                let logarithms = if [columns, rows] == [1; 2] {
                    between(at, size, &pixel)
                } else {
                    let place =
                        |place: f32, length: usize| (place.max(0.0) as usize).min(length - 1);
                    pixel(place(at.x, size[0]), place(at.y, size[1]))
                };
                for (sum, value) in light.iter_mut().zip(logarithms) {
                    *sum += value;
                }
                let low = logarithms[0].min(logarithms[1]).min(logarithms[2]);
                least += low;
                squares += low * low;
            }
        }
        let count = (columns * rows) as f32;
        let mean = least / count;
        Self {
            light: light.map(|sum| sum / count),
            uneven: (squares / count - mean * mean).max(0.0).sqrt(),
        }
    }
}

/// The light of the paper in one channel: a plane over the patch.
struct Paper {
    middle: f32,
    slope: Point,
}

impl Paper {
    /// Fits the plane to the cells about the symbol. Some of them are not paper but shadow, reflection
    /// or another thing, so those far from the plane are left out, and it is fitted again.
    fn of(cells: &[Cell], channel: usize) -> Self {
        let about: Vec<(Point, f32)> = (0..cells.len())
            .map(|index| (place(index), cells[index].light[channel]))
            .filter(|(at, _)| is_about(*at))
            .collect();
        let mut lights: Vec<f32> = about.iter().map(|&(_, light)| light).collect();
        let bright = lights.len() * 2 / 3;
        let (_, &mut bright, _) = lights.select_nth_unstable_by(bright, f32::total_cmp);
        let mut paper = Self { middle: bright, slope: Point::default() };
        for tolerance in [0.25, 0.12] {
            let near = |&(at, light): &(Point, f32)| {
                let over = light - paper.at(at);
                (-tolerance..tolerance).contains(&over).then_some((at, over))
            };
            let near: Vec<(Point, f32)> = about.iter().filter_map(near).collect();
            if near.len() < about.len() / 4 {
                break;
            }
            let change = plane(&near);
            paper.middle += change.middle;
            paper.slope = paper.slope + change.slope;
        }
        paper
    }

    /// The light of the paper at a place.
    fn at(&self, place: Point) -> f32 {
        self.middle + self.slope.dot(place)
    }
}

/// Whether a cell lies about the symbol, on its card.
fn is_about(at: Point) -> bool {
    let (x, y) = (at.x.abs(), at.y.abs());
    x < CARD && x / 2.45 + y / 2.45 > 1.2 && y > 2.15 * (1.0 - (x / 3.0).powi(4)).max(0.0)
}

/// The plane nearest to these heights, by least squares.
fn plane(heights: &[(Point, f32)]) -> Paper {
    let count = heights.len() as f32;
    let mean = heights.iter().map(|&(_, height)| height).sum::<f32>() / count;
    let sum = heights.iter().fold(Point::default(), |sum, &(at, _)| sum + at);
    let centre = sum * (1.0 / count);
    let (mut xx, mut xy, mut yy, mut x, mut y) = (0.1, 0.0, 0.1, 0.0, 0.0);
    for &(at, height) in heights {
        let (at, height) = (at - centre, height - mean);
        xx += at.x * at.x;
        xy += at.x * at.y;
        yy += at.y * at.y;
        x += at.x * height;
        y += at.y * height;
    }
    let determinant = xx * yy - xy * xy;
    let slope = Point::new((x * yy - y * xy) / determinant, (y * xx - x * xy) / determinant);
    Paper { middle: mean - slope.dot(centre), slope }
}
