//! A photograph: its pixels as the camera stored them, and the orientation that turns them upright.
//!
//! Cameras store pictures as their sensor lies, with a note (EXIF orientation) of how to turn them.
//! The pixels stay as they are, which saves a pass over megabytes; points are turned instead.

use thiserror::Error;

use crate::Point;
use crate::point::between;

/// The most pixels that a photograph may have: 64 megapixels.
pub const MOST_PIXELS: u64 = 64_000_000;

/// The most pixels that a side of a photograph may have: a strip is not a photograph.
pub const LONGEST_SIDE: u32 = 32_768;

/// Why a photograph cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Error {
    /// The picture is empty.
    #[error("the picture is empty")]
    Empty,
    /// It is not a picture, or of an unknown kind.
    #[error("not a picture that can be read: save it as JPEG, PNG or WebP")]
    Unknown,
    /// Its kind is recognised, but cannot be decoded.
    #[error("{0} pictures cannot be read: save the picture as JPEG, PNG or WebP{1}")]
    Unsupported(&'static str, &'static str),
    /// It has too many pixels.
    #[error("a picture of {width} × {height} pixels is too large: at most {} megapixels, and {LONGEST_SIDE} pixels a side", MOST_PIXELS / 1_000_000)]
    TooLarge {
        /// Its width.
        width: u64,
        /// Its height.
        height: u64,
    },
    /// The number of bytes does not match the width and height.
    #[error("a picture of {width} × {height} pixels has {} bytes, not {bytes}", 3 * u64::from(*width) * u64::from(*height))]
    Pixels {
        /// The width.
        width: u32,
        /// The height.
        height: u32,
        /// The number of bytes.
        bytes: usize,
    },
    /// The file is broken.
    #[error("the picture is damaged: {0}")]
    Damaged(&'static str),
}

/// The number of pixels of a picture that is neither empty nor too large.
pub(crate) fn pixel_count(width: u32, height: u32) -> Result<usize, Error> {
    match u64::from(width) * u64::from(height) {
        0 => Err(Error::Empty),
        count @ 1..=MOST_PIXELS if width.max(height) <= LONGEST_SIDE => Ok(count as usize),
        _ => Err(Error::TooLarge { width: width.into(), height: height.into() }),
    }
}

/// How stored pixels are turned to be upright: the eight orientations of EXIF.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Orientation {
    /// Whether rows and columns change places, first.
    pub transposed: bool,
    /// Whether left and right change places, then.
    pub flipped_x: bool,
    /// Whether top and bottom change places, then.
    pub flipped_y: bool,
}

impl Orientation {
    /// The orientation of an EXIF number from 1 to 8; upright for others.
    pub const fn of_exif(number: u32) -> Self {
        Self {
            transposed: matches!(number, 5..=8),
            flipped_x: matches!(number, 2 | 3 | 6 | 7),
            flipped_y: matches!(number, 3 | 4 | 7 | 8),
        }
    }
}

/// A photograph in memory: 8 bits each of red, green and blue, as sRGB.
#[derive(Clone, PartialEq, Eq)]
pub struct Photograph {
    width: u32,
    height: u32,
    /// The stored pixels, row by row.
    pub(crate) pixels: Vec<u8>,
    orientation: Orientation,
}

impl Photograph {
    /// The photograph of these pixels: three bytes for red, green and blue each, row by row.
    ///
    /// # Errors
    ///
    /// [`Error::Empty`], [`Error::TooLarge`] and [`Error::Pixels`].
    pub fn of_rgb(width: u32, height: u32, pixels: Vec<u8>) -> Result<Self, Error> {
        if pixels.len() != 3 * pixel_count(width, height)? {
            return Err(Error::Pixels { width, height, bytes: pixels.len() });
        }
        Ok(Self { width, height, pixels, orientation: Orientation::default() })
    }

    /// The same pixels with this orientation.
    #[must_use]
    pub fn turned(self, orientation: Orientation) -> Self {
        Self { orientation, ..self }
    }

    /// The width of the upright picture, in pixels.
    pub fn width(&self) -> u32 {
        if self.orientation.transposed { self.height } else { self.width }
    }

    /// The height of the upright picture, in pixels.
    pub fn height(&self) -> u32 {
        if self.orientation.transposed { self.width } else { self.height }
    }

    /// The width and the height of the stored picture.
    pub(crate) fn stored_size(&self) -> [usize; 2] {
        [self.width as usize, self.height as usize]
    }

    /// The red, green and blue of a stored pixel.
    pub(crate) fn stored_pixel(&self, x: usize, y: usize) -> [u8; 3] {
        let at = 3 * (y * self.width as usize + x);
        [self.pixels[at], self.pixels[at + 1], self.pixels[at + 2]]
    }

    /// The upright point of a stored one.
    pub(crate) fn upright(&self, stored: Point) -> Point {
        let Point { x, y } = stored;
        let (x, y) = if self.orientation.transposed { (y, x) } else { (x, y) };
        Point {
            x: if self.orientation.flipped_x { self.width() as f32 - x } else { x },
            y: if self.orientation.flipped_y { self.height() as f32 - y } else { y },
        }
    }

    /// The stored point of an upright one.
    pub(crate) fn stored_point(&self, upright: Point) -> Point {
        let Point { x, y } = upright;
        let x = if self.orientation.flipped_x { self.width() as f32 - x } else { x };
        let y = if self.orientation.flipped_y { self.height() as f32 - y } else { y };
        if self.orientation.transposed { Point { x: y, y: x } } else { Point { x, y } }
    }

    /// The upright picture: three bytes for red, green and blue each, row by row.
    pub fn to_rgb(&self) -> Vec<u8> {
        if self.orientation == Orientation::default() {
            return self.pixels.clone();
        }
        let (width, height) = (self.width() as usize, self.height() as usize);
        let mut rgb = Vec::with_capacity(self.pixels.len());
        for y in 0..height {
            for x in 0..width {
                let centre = Point { x: x as f32 + 0.5, y: y as f32 + 0.5 };
                let stored = self.stored_point(centre);
                rgb.extend(self.stored_pixel(stored.x as usize, stored.y as usize));
            }
        }
        rgb
    }
}

// Parts of a photograph, straightened: a card as if it lay flat under the camera.
//
// Four corners of a plane seen in perspective determine the map from a rectangle to them (Heckbert,
// "Fundamentals of Texture Mapping and Image Warping", 1989, section 2.2.3). Each pixel of the crop
// is the mean of as many samples as it covers pixels of the photograph, each interpolated between
// the four nearest, so that shrinking neither blurs nor makes patterns of the hatching.

/// A small picture: three bytes for red, green and blue of each pixel, row by row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The width.
    pub width: u32,
    /// The height.
    pub height: u32,
    /// The pixels.
    pub rgb: Vec<u8>,
}

/// The longest side of a crop.
const LONGEST: f32 = 4096.0;
/// The most samples of a pixel in each direction.
const MOST_SAMPLES: f32 = 8.0;

impl Photograph {
    /// The part between four corners, clockwise from the upper left one, as a picture of this width.
    /// Its height follows from the lengths of the sides. Beyond its edge the photograph is continued.
    pub fn crop(&self, corners: [Point; 4], width: u32) -> Picture {
        let [a, b, c, d] = corners;
        let across = f32::midpoint((b - a).length(), (c - d).length()).max(1.0);
        let down = f32::midpoint((c - b).length(), (d - a).length()).max(1.0);
        let width = (width as f32).clamp(1.0, LONGEST);
        let height = (width * down / across).round().clamp(1.0, LONGEST);
        let samples = |pixels: f32, of: f32| (pixels / of).ceil().clamp(1.0, MOST_SAMPLES) as usize;
        let (columns, rows) = (samples(across, width), samples(down, height));
        let plane = plane(corners);
        let mut rgb = Vec::with_capacity(3 * width as usize * height as usize);
        for y in 0..height as usize {
            for x in 0..width as usize {
                let mut sum = [0.0_f32; 3];
                for i in 0..rows {
                    for j in 0..columns {
                        let at = |pixel: usize, sample: usize, of: usize, size: f32| {
                            (pixel as f32 + (sample as f32 + 0.5) / of as f32) / size
                        };
                        let point = plane(at(x, j, columns, width), at(y, i, rows, height));
                        let colour = self.sample(point);
                        (0..3).for_each(|channel| sum[channel] += colour[channel]);
                    }
                }
                rgb.extend(sum.map(|sum| (sum / (rows * columns) as f32).round() as u8));
            }
        }
        Picture { width: width as u32, height: height as u32, rgb }
    }

    /// The whole picture, shrunk so that its longer side is at most this long.
    pub fn shrunk(&self, longest: u32) -> Picture {
        let (width, height) = (self.width(), self.height());
        let most = width.max(height);
        if most <= longest {
            return Picture { width, height, rgb: self.to_rgb() };
        }
        let (right, bottom) = (width as f32, height as f32);
        let corners = [(0.0, 0.0), (right, 0.0), (right, bottom), (0.0, bottom)];
        let to = (f64::from(width) * f64::from(longest) / f64::from(most)).round();
        self.crop(corners.map(|(x, y)| Point { x, y }), to as u32)
    }

    /// The colour at a point, interpolated between the four nearest pixels.
    fn sample(&self, upright: Point) -> [f32; 3] {
        let colour = |x, y| self.stored_pixel(x, y).map(f32::from);
        between(self.stored_point(upright), self.stored_size(), colour)
    }
}

/// The map from the unit square to four corners: (x, y) / z are linear in the square's coordinates.
fn plane([a, b, c, d]: [Point; 4]) -> impl Fn(f32, f32) -> Point {
    let (dx, dy) = (a.x - b.x + c.x - d.x, a.y - b.y + c.y - d.y);
    let (right, down) = ((b.x - c.x, b.y - c.y), (d.x - c.x, d.y - c.y));
    let area = right.0 * down.1 - down.0 * right.1;
    let (g, h) = if area.abs() < f32::EPSILON {
        (0.0, 0.0)
    } else {
        ((dx * down.1 - down.0 * dy) / area, (right.0 * dy - dx * right.1) / area)
    };
    let x = [b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x];
    let y = [b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y];
    move |u, v| {
        let along = |[a, b, c]: [f32; 3]| a * u + b * v + c;
        let z = g * u + h * v + 1.0;
        Point { x: along(x) / z, y: along(y) / z }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(corners: [(f32, f32); 4]) -> [Point; 4] {
        corners.map(|(x, y)| Point { x, y })
    }

    /// A photograph whose red grows to the right and whose green grows downwards, by 2 a pixel.
    fn ramp() -> Photograph {
        let pixels = (0..80_u8).flat_map(|y| (0..100_u8).flat_map(move |x| [2 * x, 2 * y, 7]));
        Photograph::of_rgb(100, 80, pixels.collect()).unwrap()
    }

    #[test]
    fn a_part_without_perspective_is_cut_out() {
        let crop =
            ramp().crop(points([(10.0, 20.0), (40.0, 20.0), (40.0, 60.0), (10.0, 60.0)]), 30);
        assert_eq!((crop.width, crop.height), (30, 40));
        assert_eq!(crop.rgb[..6], [20, 40, 7, 22, 40, 7]);
        assert_eq!(crop.rgb[crop.rgb.len() - 3..], [78, 118, 7]);
    }

    #[test]
    fn corners_are_mapped_to_corners() {
        let corners = points([(10.0, 8.0), (90.0, 20.0), (70.0, 70.0), (20.0, 50.0)]);
        let plane = plane(corners);
        for (corner, (u, v)) in corners.iter().zip([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
        {
            assert!((*corner - plane(u, v)).length() < 1e-3, "{corner:?}");
        }
        // Straight lines stay straight: the diagonals meet where they did.
        let Point { x, y } = plane(0.5, 0.5);
        let side = |a: Point, b: Point| (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
        assert!(
            side(corners[0], corners[2]).abs() < 0.1 && side(corners[1], corners[3]).abs() < 0.1
        );
    }

    #[test]
    fn shrinking_takes_the_mean() {
        let pixels =
            (0..40_usize * 40).flat_map(|i| [if (i % 40 + i / 40) % 2 == 0 { 0 } else { 200 }; 3]);
        let checks = Photograph::of_rgb(40, 40, pixels.collect()).unwrap();
        let grey = checks.shrunk(10);
        assert_eq!((grey.width, grey.height), (10, 10));
        assert!(grey.rgb.iter().all(|value| (99..=101).contains(value)), "{:?}", grey.rgb);
    }

    #[test]
    fn crops_are_upright() {
        for number in 1..=8 {
            let turned = ramp().turned(Orientation::of_exif(number));
            let (width, height) = (turned.width() as f32, turned.height() as f32);
            let whole = points([(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]);
            let crop = turned.crop(whole, turned.width());
            assert_eq!(crop.rgb, turned.to_rgb(), "orientation {number}");
        }
    }

    #[test]
    fn corners_of_no_area_and_outside_are_no_matter() {
        let nowhere = [Point::default(); 4];
        let beyond = points([(-1e9, f32::NAN), (1e9, 0.0), (f32::INFINITY, 5.0), (0.0, 2.0)]);
        for corners in [nowhere, beyond] {
            let crop = ramp().crop(corners, 5);
            assert_eq!(crop.rgb.len() as u32, 3 * crop.width * crop.height);
        }
    }
}
