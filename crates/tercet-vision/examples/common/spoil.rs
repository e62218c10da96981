//! Ways to make a picture worse than it is.

use image::codecs::jpeg::JpegEncoder;
use image::imageops::{FilterType, fast_blur, resize};
use image::{ExtendedColorType, ImageFormat, RgbImage};
use tercet_vision::{Photograph, Point};

/// A way to spoil a photograph.
pub(crate) type Spoil = fn(&RgbImage) -> RgbImage;

/// The ways, in the order of the output. The last one is for crops, which are not spoiled.
pub(crate) const WAYS: [(&str, Spoil); 24] = [
    ("as it is", RgbImage::clone),
    ("600 wide", |image| scaled(image, 600)),
    ("400 wide", |image| scaled(image, 400)),
    ("blurred", |image| fast_blur(image, 3.2)),
    ("JPEG 40", |image| jpeg(&scaled(image, 700), 40)),
    ("warm", |image| lit(image, [[1.0, 0.5, 0.16], [0.8, 0.6, 0.35]])),
    ("bluish", |image| lit(image, [[0.3, 0.6, 1.0], [0.6, 0.8, 0.9]])),
    ("pale", |image| {
        jpeg(&pale(&lit(&scaled(image, 800), [[1.0, 0.5, 0.16], [0.8, 0.6, 0.35]])), 50)
    }),
    ("flat", |image| toned(image, |value, _| 110.0 + 0.32 * value)),
    ("dark", |image| noisy(&toned(image, |value, _| 0.25 * value), 4.0)),
    ("bright", |image| toned(image, |value, _| 1.2 * value + 15.0)),
    ("steep", steep),
    ("webcam", |image| jpeg(&sharpened(&noisy(&fast_blur(&scaled(image, 560), 1.5), 6.0)), 45)),
    ("grey", grey),
    ("cyan 1", |image| cast(image, [0.45, 1.0, 1.0])),
    ("cyan 2", |image| cast(image, [0.2, 1.0, 1.0])),
    ("cyan 3", |image| cast(image, [0.06, 0.9, 1.0])),
    ("tungsten 1", |image| cast(image, [1.0, 0.75, 0.45])),
    ("tungsten 2", |image| cast(image, [1.0, 0.6, 0.22])),
    ("tungsten 3", |image| cast(image, [1.0, 0.45, 0.08])),
    ("green 1", |image| cast(image, [0.55, 1.0, 0.55])),
    ("green 2", |image| cast(image, [0.3, 1.0, 0.3])),
    ("green 3", |image| cast(image, [0.12, 1.0, 0.12])),
    ("crops", RgbImage::clone),
];
pub(crate) const CROPS: usize = WAYS.len() - 1;

/// How far the upper edge of a picture that is seen from the side reaches beyond it, to either side, in its widths; and
/// how high it is then.
const WIDER: f32 = 0.35;
const LOWER: f32 = 0.55;

/// Where a place of a picture of this size is in the spoiled one.
pub(crate) fn place(way: usize, [width, height]: [f32; 2], spoiled: &RgbImage, at: Point) -> Point {
    let (mut x, mut y) = (at.x / width, at.y / height);
    if WAYS[way].0 == "steep" {
        let far = 1.0 / (1.0 + 2.0 * WIDER);
        y = far * y / (1.0 - (1.0 - far) * y);
        x = (x - 0.5) * (far + (1.0 - far) * y) + 0.5;
    }
    Point::new(x * spoiled.width() as f32, y * spoiled.height() as f32)
}

pub(crate) fn of_image(image: RgbImage) -> Photograph {
    let (width, height) = image.dimensions();
    Photograph::of_rgb(width, height, image.into_raw()).expect("a picture has pixels")
}

/// The picture with its longer side of at most this length.
pub(crate) fn scaled(image: &RgbImage, longest: u32) -> RgbImage {
    let (width, height) = image.dimensions();
    let factor = (longest as f32 / width.max(height) as f32).min(1.0);
    let size = |side: u32| ((side as f32 * factor).round() as u32).max(1);
    resize(image, size(width), size(height), FilterType::Triangle)
}

fn jpeg(image: &RgbImage, quality: u8) -> RgbImage {
    let (width, height) = image.dimensions();
    let mut file = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut file, quality);
    encoder.encode(image, width, height, ExtendedColorType::Rgb8).expect("a picture in memory");
    let decoded = image::load_from_memory_with_format(&file, ImageFormat::Jpeg);
    decoded.expect("its own file").into_rgb8()
}

/// Changes each value, given the value and its place.
fn toned(image: &RgbImage, tone: impl Fn(f32, [u32; 3]) -> f32) -> RgbImage {
    let mut image = image.clone();
    for (x, y, pixel) in image.enumerate_pixels_mut() {
        for (channel, value) in (0..).zip(&mut pixel.0) {
            *value = tone(f32::from(*value), [x, y, channel]).round().clamp(0.0, 255.0) as u8;
        }
    }
    image
}

/// Light that changes from the left to the right: factors of red, green and blue.
fn lit(image: &RgbImage, [left, right]: [[f32; 3]; 2]) -> RgbImage {
    let width = image.width() as f32;
    toned(image, |value, [x, _, channel]| {
        let (left, right) = (left[channel as usize], right[channel as usize]);
        // About linear light.
        value * (left + (right - left) * x as f32 / width).powf(1.0 / 2.2)
    })
}

/// The picture without colours.
fn grey(image: &RgbImage) -> RgbImage {
    let grey = image::imageops::grayscale(image);
    image::DynamicImage::ImageLuma8(grey).into_rgb8()
}

/// Light of one colour: factors of red, green and blue. The camera raises colours afterwards, so a channel that has
/// little light may lose all of it.
fn cast(image: &RgbImage, factors: [f32; 3]) -> RgbImage {
    let mut image = image.clone();
    for pixel in image.pixels_mut() {
        let light = [0, 1, 2]
            .map(|channel| (f32::from(pixel.0[channel]) / 255.0).powf(2.2) * factors[channel]);
        let mean = light.iter().sum::<f32>() / 3.0;
        pixel.0 = light.map(|light| {
            let raised = (mean + 1.3 * (light - mean)).clamp(0.0, 1.0);
            (raised.powf(1.0 / 2.2) * 255.0).round() as u8
        });
    }
    image
}

/// Colours that are nearer to grey, and thereby to one another.
fn pale(image: &RgbImage) -> RgbImage {
    toned(image, |value, [x, y, _]| {
        let grey: f32 = image.get_pixel(x, y).0.iter().map(|&value| f32::from(value) / 3.0).sum();
        0.4 * value + 0.6 * grey
    })
}

fn noisy(image: &RgbImage, deviation: f32) -> RgbImage {
    let unit = |[x, y, channel]: [u32; 3], part: u32| {
        let mixed = (x ^ y.rotate_left(13) ^ channel << 28 ^ part << 30).wrapping_mul(0x9e37_79b9);
        let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x85eb_ca6b);
        (mixed ^ mixed >> 13) as f32 / u32::MAX as f32 - 0.5
    };
    // The sum of four even numbers is nearly normal; its variance is a third.
    let normal = |at: [u32; 3]| (0..4).map(|part| unit(at, part)).sum::<f32>() * 3.0_f32.sqrt();
    toned(image, |value, at| value + deviation * normal(at))
}

/// Edges with halos.
fn sharpened(image: &RgbImage) -> RgbImage {
    let soft = fast_blur(image, 2.0);
    toned(image, |value, [x, y, channel]| {
        value + 0.9 * (value - f32::from(soft.get_pixel(x, y)[channel as usize]))
    })
}

/// The picture as if seen from the side: its upper edge is further away.
fn steep(image: &RgbImage) -> RgbImage {
    let (width, height) = (image.width() as f32, image.height() as f32);
    let photograph = of_image(image.clone());
    let corners = [(-WIDER, 0.0), (1.0 + WIDER, 0.0), (1.0, 1.0), (0.0, 1.0)];
    let corners = corners.map(|(x, y)| Point::new(x * width, y * height));
    let crop = photograph.crop(corners, image.width());
    let crop = RgbImage::from_raw(crop.width, crop.height, crop.rgb).expect("all pixels");
    resize(&crop, image.width(), (LOWER * height) as u32, FilterType::Triangle)
}
