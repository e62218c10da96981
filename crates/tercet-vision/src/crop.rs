//! Parts of a photograph, straightened: a card as if it lay flat under the camera.
//!
//! Four corners of a plane seen in perspective determine the map from a rectangle to them (Heckbert,
//! "Fundamentals of Texture Mapping and Image Warping", 1989, section 2.2.3). Each pixel of the crop
//! is the mean of as many samples as it covers pixels of the photograph, each interpolated between
//! the four nearest, so that shrinking neither blurs nor makes patterns of the hatching.

use crate::point::between;
use crate::{Photograph, Point};

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
        let plane = Plane::new(corners);
        let mut rgb = Vec::with_capacity(3 * width as usize * height as usize);
        for y in 0..height as usize {
            for x in 0..width as usize {
                let mut sum = [0.0_f32; 3];
                for i in 0..rows {
                    for j in 0..columns {
                        let at = |pixel: usize, sample: usize, of: usize, size: f32| {
                            (pixel as f32 + (sample as f32 + 0.5) / of as f32) / size
                        };
                        let point = plane.at(at(x, j, columns, width), at(y, i, rows, height));
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

/// A map from the unit square to four corners: (x, y) / z are linear in the square's coordinates.
struct Plane {
    x: [f32; 3],
    y: [f32; 3],
    z: [f32; 2],
}

impl Plane {
    fn new([a, b, c, d]: [Point; 4]) -> Self {
        let (dx, dy) = (a.x - b.x + c.x - d.x, a.y - b.y + c.y - d.y);
        let (right, down) = ((b.x - c.x, b.y - c.y), (d.x - c.x, d.y - c.y));
        let area = right.0 * down.1 - down.0 * right.1;
        let (g, h) = if area.abs() < f32::EPSILON {
            (0.0, 0.0)
        } else {
            ((dx * down.1 - down.0 * dy) / area, (right.0 * dy - dx * right.1) / area)
        };
        Self {
            x: [b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x],
            y: [b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y],
            z: [g, h],
        }
    }

    fn at(&self, u: f32, v: f32) -> Point {
        let along = |[a, b, c]: [f32; 3]| a * u + b * v + c;
        let z = self.z[0] * u + self.z[1] * v + 1.0;
        Point { x: along(self.x) / z, y: along(self.y) / z }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Orientation;

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
        let plane = Plane::new(corners);
        for (corner, (u, v)) in corners.iter().zip([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
        {
            assert!((*corner - plane.at(u, v)).length() < 1e-3, "{corner:?}");
        }
        // Straight lines stay straight: the diagonals meet where they did.
        let Point { x, y } = plane.at(0.5, 0.5);
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
