//! A photograph at the size at which symbols are looked for.
//!
//! Twelve megapixels show no more symbols than one. The picture is always scaled to about the same
//! size, averaged down, or enlarged if it is tiny, and kept as two maps of ink on paper:
//!
//! - `low`, the least of red, green and blue. Ink of any colour takes most of at least one of the
//!   three, so red, green and purple are about equally dark in it.
//! - `grey`, the least over the greatest of the three: how far a colour is from a grey. Shadows and
//!   reflections, which grey paper, do not appear in it.

use tercet::Stop;
use tercet::solver::Limit;

use crate::point::between;
use crate::{Photograph, Point};

/// The long side of the picture in which symbols are looked for, in pixels.
const FINE: f32 = 1280.0;

/// How much smaller the picture is for symbols that are large in it, or blurred.
const COARSER: f32 = 2.7;

/// One value for each pixel, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Map {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) values: Vec<u8>,
}

impl Map {
    /// The value at a point, which is moved into the picture; between the pixels around it.
    pub(crate) fn at(&self, point: Point) -> f32 {
        let value = |x: usize, y: usize| [f32::from(self.values[y * self.width + x])];
        between(point, [self.width, self.height], value)[0]
    }

    /// The map with this number of pixels averaged along each new one.
    pub(crate) fn shrunk(&self, scale: f32, limit: &Limit) -> Result<Self, Stop> {
        let mut values = Vec::new();
        let pass = |[value]: [u32; 1]| values.push(value as u8);
        let (width, height) = average(&self.values, self.width, scale, limit, pass)?;
        Ok(Self { width, height, values })
    }

    /// Whether a point lies in the picture.
    pub(crate) fn contains(&self, point: Point) -> bool {
        (0.0..self.width as f32).contains(&point.x) && (0.0..self.height as f32).contains(&point.y)
    }
}

/// The maps of a photograph, at the size at which symbols are looked for.
pub(crate) struct Scaled {
    /// The stored pixels of the photograph along a pixel of the maps.
    pub(crate) scale: f32,
    /// The least of red, green and blue.
    pub(crate) low: Map,
    /// The least over the greatest of them.
    pub(crate) grey: Map,
}

impl Scaled {
    /// The maps of a photograph.
    pub(crate) fn of(photograph: &Photograph, limit: &Limit) -> Result<Self, Stop> {
        let [width, height] = photograph.stored_size();
        let scale = width.max(height) as f32 / FINE;
        // Pictures of about the right size are taken as they are.
        let scale = if (0.75..=1.1).contains(&scale) { 1.0 } else { scale };
        let (mut low, mut grey) = (Vec::new(), Vec::new());
        let pixels = &photograph.pixels;
        let (width, height) = average(pixels, width, scale, limit, |[red, green, blue]| {
            let (least, most) = (red.min(green).min(blue), red.max(green).max(blue));
            low.push(least as u8);
            // In the dark, colours are noise: a floor below the greatest keeps them grey.
            grey.push(((least + 12) * 255 / (most + 12)) as u8);
        })?;
        let map = |values| Map { width, height, values };
        Ok(Self { scale, low: map(low), grey: map(grey) })
    }

    /// The same maps, smaller.
    pub(crate) fn coarser(&self, limit: &Limit) -> Result<Self, Stop> {
        Ok(Self {
            scale: self.scale * COARSER,
            low: self.low.shrunk(COARSER, limit)?,
            grey: self.grey.shrunk(COARSER, limit)?,
        })
    }
}

/// Averages a picture of `N` channels down, or enlarges it; `scale` pixels make one along each side.
/// Passes on its pixels row by row, and returns its width and height.
fn average<const N: usize>(
    pixels: &[u8],
    width: usize,
    scale: f32,
    limit: &Limit,
    mut pass: impl FnMut([u32; N]),
) -> Result<(usize, usize), Stop> {
    let mut watch = limit.watch();
    let columns = shares(width, scale);
    let rows = shares(pixels.len() / (N * width), scale);
    // The rows that make up a new one are added up first, while they are read in order.
    let mut sums = vec![0_u32; N * width];
    for (first, shares) in &rows {
        watch.tick(sums.len() * (1 + shares.len()))?;
        sums.fill(0);
        for (y, share) in (*first..).zip(shares) {
            for (sum, &value) in sums.iter_mut().zip(&pixels[N * width * y..]) {
                *sum += share * u32::from(value);
            }
        }
        for (first, shares) in &columns {
            let mut pixel = [0_u64; N];
            for (x, &share) in (*first..).zip(shares) {
                for (value, &sum) in pixel.iter_mut().zip(&sums[N * x..]) {
                    *value += u64::from(share) * u64::from(sum);
                }
            }
            pass(pixel.map(|value| (value >> (2 * BITS)) as u32));
        }
    }
    Ok((columns.len(), rows.len()))
}

/// The shares of the pixels that a pixel averages add up to `1 << BITS`.
const BITS: u32 = 12;

/// For each pixel of a line of which `scale` pixels make one: the first of the `length` pixels that it
/// averages, and the shares of that one and of those after it.
fn shares(length: usize, scale: f32) -> Vec<(usize, Vec<u32>)> {
    let out = ((length as f32 / scale).round() as usize).max(1);
    let step = length as f32 / out as f32;
    let of_pixel = |pixel: usize| {
        // At least one pixel wide, so that enlarging runs smoothly from pixel to pixel.
        let middle = (pixel as f32 + 0.5) * step;
        let half = step.max(1.0) / 2.0;
        let (from, to) = ((middle - half).max(0.0), (middle + half).min(length as f32));
        let (first, last) = (from as usize, (to.ceil() as usize).clamp(1, length));
        let first = first.min(last - 1);
        let mut left = 1_u32 << BITS;
        let share = |x: usize| {
            let covered = (to.min(x as f32 + 1.0) - from.max(x as f32)).max(0.0) / (to - from);
            let share = if x + 1 == last { left } else { (covered * (1 << BITS) as f32) as u32 };
            let share = share.min(left);
            left -= share;
            share
        };
        (first, (first..last).map(share).collect())
    };
    (0..out).map(of_pixel).collect()
}

#[cfg(test)]
mod tests {
    use tercet::solver::Limit;

    use super::Scaled;
    use crate::Photograph;

    /// A picture of one colour.
    fn plain(width: u32, height: u32, colour: [u8; 3]) -> Photograph {
        let pixels = colour.repeat((width * height) as usize);
        Photograph::of_rgb(width, height, pixels).expect("a picture")
    }

    fn scaled(photograph: &Photograph) -> Scaled {
        Scaled::of(photograph, &Limit::none()).unwrap()
    }

    #[test]
    fn one_colour_stays_one_colour_at_every_size() {
        for (width, height) in [(1, 1), (1, 700), (640, 480), (1280, 960), (4001, 3003)] {
            let scaled = scaled(&plain(width, height, [200, 100, 50]));
            for maps in [&scaled, &scaled.coarser(&Limit::none()).unwrap()] {
                assert!(maps.low.values.iter().all(|&value| value.abs_diff(50) <= 1));
                // (50 + 12) / (200 + 12) of 255.
                assert!(maps.grey.values.iter().all(|&value| value.abs_diff(74) <= 2));
                assert_eq!(maps.low.values.len(), maps.low.width * maps.low.height);
            }
        }
    }

    #[test]
    fn large_pictures_shrink_and_small_ones_grow() {
        for (width, height, wanted) in [(4000, 3000, 1280), (1300, 900, 1300), (640, 480, 1280)] {
            let scaled = scaled(&plain(width, height, [9; 3]));
            assert_eq!(scaled.low.width, wanted);
            assert!((scaled.scale * wanted as f32 - width as f32).abs() < 1.0);
        }
    }
}
