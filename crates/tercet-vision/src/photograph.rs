//! A photograph: its pixels as the camera stored them, and the orientation that turns them upright.
//!
//! Cameras store pictures as their sensor lies, with a note (EXIF orientation) of how to turn them.
//! The pixels stay as they are, which saves a pass over megabytes; points are turned instead.

use thiserror::Error;

use crate::Point;

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
    Damaged(String),
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
