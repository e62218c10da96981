//! From light to the file of a phone: blur, noise, tone, sharpening, compression.

use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, ImageFormat};

use super::canvas::Canvas;
use super::draw::Draw;
use super::noise::{Grain, channels, encoded};
use super::scene::Lens;

/// The bytes of the picture.
pub(super) fn develop(canvas: Canvas, lens: &Lens, seed: u64) -> Vec<u8> {
    let Canvas { width, height, mut light, .. } = canvas;
    expose(&mut light, width, lens);
    blur(&mut light, width, lens.blur);
    shake(&mut light, width, lens.motion);
    let tones = tones(&mut light, width, lens, seed);
    let rgb = sharpen(&tones, width, lens.sharpening, lens.halo);
    match lens.jpeg {
        Some(quality) => compress(rgb, width, height, quality),
        None => rgb,
    }
}

/// Exposure, vignetting and scattered light. Light beyond three times the brightest that can be shown
/// is cut off, else one lamp would fill the picture.
fn expose(light: &mut [[f32; 3]], width: usize, lens: &Lens) {
    let (x, y) = (width as f32 / 2.0, (light.len() / width) as f32 / 2.0);
    let corner = 1.0 / (x * x + y * y);
    for (row, pixels) in light.chunks_exact_mut(width).enumerate() {
        let down = (row as f32 + 0.5 - y).powi(2);
        for (column, pixel) in pixels.iter_mut().enumerate() {
            let square = ((column as f32 + 0.5 - x).powi(2) + down) * corner;
            let factor = 1.0 - lens.vignette * square;
            for (channel, gain) in pixel.iter_mut().zip(lens.gain) {
                *channel = (*channel * gain * factor + lens.haze).min(3.0);
            }
        }
    }
}

/// Blurs with a Gaussian: with its own weights if it is small, else with three means over a range
/// (P. Kovesi, "Fast Almost-Gaussian Filtering", 2010).
fn blur(light: &mut [[f32; 3]], width: usize, deviation: f32) {
    const SMALL: f32 = 1.6;
    if deviation < 0.2 {
        return;
    }
    if deviation < SMALL {
        let reach = (2.7 * deviation).ceil() as usize;
        let weight = |step: usize| (-0.5 * (step as f32 / deviation).powi(2)).exp();
        let sum: f32 = weight(0) + 2.0 * (1..=reach).map(weight).sum::<f32>();
        let weights: Vec<f32> = (0..=reach).map(|step| weight(step) / sum).collect();
        return both_ways(light, width, |from, to, width| rows_by(from, to, width, &weights));
    }
    // Three means over 2r + 1 have a variance of r² + r.
    let radius = ((0.25 + deviation * deviation).sqrt() - 0.5).round().max(1.0) as usize;
    for _ in 0..3 {
        both_ways(light, width, |from, to, width| rows_mean(from, to, width, radius));
    }
}

/// Blurs each row, and then each column, as a row of the transposed picture.
fn both_ways(
    light: &mut [[f32; 3]],
    width: usize,
    rows: impl Fn(&[[f32; 3]], &mut [[f32; 3]], usize),
) {
    let mut other = vec![[0.0; 3]; light.len()];
    for width in [width, light.len() / width] {
        rows(light, &mut other, width);
        let height = other.len() / width;
        for (x, column) in light.chunks_exact_mut(height).enumerate() {
            for (pixel, row) in column.iter_mut().zip(other.chunks_exact(width)) {
                *pixel = row[x];
            }
        }
    }
}

/// The weighted mean along each row.
fn rows_by(from: &[[f32; 3]], to: &mut [[f32; 3]], width: usize, weights: &[f32]) {
    let reach = weights.len() - 1;
    let mut padded = vec![[0.0; 3]; width + 2 * reach];
    for (from, to) in from.chunks_exact(width).zip(to.chunks_exact_mut(width)) {
        padded[..reach].fill(from[0]);
        padded[reach..reach + width].copy_from_slice(from);
        padded[reach + width..].fill(from[width - 1]);
        let to = to.as_flattened_mut();
        to.fill(0.0);
        for step in 0..=2 * reach {
            let weight = weights[step.abs_diff(reach)];
            for (to, from) in to.iter_mut().zip(padded[step..].as_flattened()) {
                *to += weight * from;
            }
        }
    }
}

/// The mean over a range along each row.
fn rows_mean(from: &[[f32; 3]], to: &mut [[f32; 3]], width: usize, radius: usize) {
    let part = 1.0 / (2 * radius + 1) as f32;
    for (from, to) in from.chunks_exact(width).zip(to.chunks_exact_mut(width)) {
        let at = |x: usize| from[x.saturating_sub(radius).min(width - 1)];
        let mut sum = [0.0; 3];
        for x in 0..2 * radius {
            add(&mut sum, at(x), 1.0);
        }
        for (x, to) in to.iter_mut().enumerate() {
            add(&mut sum, at(x + 2 * radius), 1.0);
            *to = sum.map(|channel| channel * part);
            add(&mut sum, at(x), -1.0);
        }
    }
}

#[inline]
fn add(sum: &mut [f32; 3], pixel: [f32; 3], sign: f32) {
    for (sum, channel) in sum.iter_mut().zip(pixel) {
        *sum += sign * channel;
    }
}

/// Blurs the picture by motion along a straight line: the mean of the shifted pictures.
fn shake(light: &mut [[f32; 3]], width: usize, motion: [f32; 2]) {
    const MOST_STEPS: f32 = 24.0;
    let length = motion[0].hypot(motion[1]);
    if length < 1.0 {
        return;
    }
    let steps = length.min(MOST_STEPS).ceil() as usize + 1;
    let height = light.len() / width;
    let mut sum = vec![[0.0_f32; 3]; light.len()];
    for step in 0..steps {
        let part = step as f32 / (steps - 1) as f32 - 0.5;
        let [right, down] = motion.map(|way| (way * part).round() as isize);
        for (y, to) in sum.chunks_exact_mut(width).enumerate() {
            let y = y.saturating_add_signed(down).min(height - 1);
            let from = &light[y * width..][..width];
            // The columns that come from the picture, and those that come from beyond its edge.
            let first = right.min(0).unsigned_abs().min(width);
            let last = width - right.max(0).unsigned_abs().min(width);
            for (x, to) in to.iter_mut().enumerate().take(first) {
                add(to, from[x.saturating_add_signed(right).min(width - 1)], 1.0);
            }
            if first < last {
                let from = &from[first.saturating_add_signed(right)..];
                for (to, from) in to[first..last].iter_mut().zip(from) {
                    add(to, *from, 1.0);
                }
            }
            for to in &mut to[last.max(first)..] {
                add(to, from[width - 1], 1.0);
            }
        }
    }
    let part = 1.0 / steps as f32;
    for (to, from) in light.iter_mut().zip(sum) {
        *to = from.map(|channel| channel * part);
    }
}

/// Adds noise, raises colours and contrast, and encodes: channels from 0 to 255.
fn tones(light: &mut [[f32; 3]], width: usize, lens: &Lens, seed: u64) -> Vec<[f32; 3]> {
    const STEPS: f32 = 4095.0;
    // The curve is indexed by the square root of light, as eyes see dark tones better.
    let curve: Vec<f32> = (0..=STEPS as u32)
        .map(|step| {
            let tone = encoded((step as f32 / STEPS).powi(2));
            let steep = tone * tone * (3.0 - 2.0 * tone);
            255.0 * (tone + lens.contrast * (steep - tone)).clamp(0.0, 1.0)
        })
        .collect();
    let mut draw = Draw::new(seed, "noise");
    let grain = Grain::new(&mut draw);
    let (read, shot) = (lens.read_noise.powi(2), lens.shot_noise.powi(2));
    let (even, coloured) = (1.0 - lens.blotches, 1.5 * lens.blotches);
    let mut tones = Vec::with_capacity(light.len());
    let mut blotches = vec![[0.0_f32; 3]; width / 2 + 1];
    for (y, pixels) in light.chunks_exact(width).enumerate() {
        let [red, green, blue] = [0; 3].map(|_| draw.below(Grain::SIZE));
        if y % 2 == 0 {
            for (x, blotch) in blotches.iter_mut().enumerate() {
                // A colour as bright as grey, half of it taken from the row above.
                let fresh = [grain.at(red + x), grain.at(green + x), grain.at(blue + x)];
                let mean = fresh.iter().sum::<f32>() / 3.0;
                for (channel, fresh) in blotch.iter_mut().zip(fresh) {
                    *channel = 0.5 * *channel + 0.85 * (fresh - mean);
                }
            }
        }
        let start = draw.below(Grain::SIZE);
        for (x, pixel) in pixels.iter().enumerate() {
            let grey = (pixel[0] + 2.0 * pixel[1] + pixel[2]) / 4.0;
            let deviation = (read + shot * grey.clamp(0.0, 1.0)).sqrt();
            let common = even * grain.at(start + x);
            let blotch = blotches[x / 2];
            tones.push(channels(|i| {
                let vivid = grey + lens.saturation * (pixel[i] - grey);
                let noisy = vivid + deviation * (common + coloured * blotch[i]);
                curve[(noisy.clamp(0.0, 1.0).sqrt() * STEPS) as usize]
            }));
        }
    }
    tones
}

/// Adds to each pixel a multiple of the difference between its brightness and the mean around it,
/// which makes edges steeper and gives them halos.
fn sharpen(tones: &[[f32; 3]], width: usize, amount: f32, radius: usize) -> Vec<u8> {
    let height = tones.len() / width;
    let bright = |[red, green, blue]: [f32; 3]| 0.3 * red + 0.59 * green + 0.11 * blue;
    let grey: Vec<f32> = tones.iter().map(|&pixel| bright(pixel)).collect();
    let row = |y: usize| &grey[y.saturating_sub(radius).min(height - 1) * width..][..width];
    let part = 1.0 / ((2 * radius + 1) * (2 * radius + 1)) as f32;
    let mut rgb = Vec::with_capacity(3 * tones.len());
    let mut sums = vec![0.0_f32; width + 2 * radius];
    for y in 0..height {
        sums.fill(0.0);
        for step in 0..=2 * radius {
            for (sum, grey) in sums[radius..].iter_mut().zip(row(y + step)) {
                *sum += grey;
            }
        }
        let (first, last) = (sums[radius], sums[radius + width - 1]);
        sums[..radius].fill(first);
        sums[radius + width..].fill(last);
        let middle = row(y + radius);
        for (x, pixel) in tones[y * width..][..width].iter().enumerate() {
            let around: f32 = sums[x..=x + 2 * radius].iter().sum();
            let edge = amount * (middle[x] - around * part);
            rgb.extend(pixel.map(|channel| (channel + edge + 0.5) as u8));
        }
    }
    rgb
}

/// Compresses as a JPEG with colours at half the resolution, and reads it back.
fn compress(mut rgb: Vec<u8>, width: usize, height: usize, quality: u8) -> Vec<u8> {
    const IN_MEMORY: &str = "a picture of whole pixels in memory";
    halve_colours(&mut rgb, width);
    let mut file = Vec::new();
    JpegEncoder::new_with_quality(&mut file, quality)
        .encode(&rgb, width as u32, height as u32, ExtendedColorType::Rgb8)
        .expect(IN_MEMORY);
    let picture = image::load_from_memory_with_format(&file, ImageFormat::Jpeg).expect(IN_MEMORY);
    picture.into_rgb8().into_raw()
}

/// Gives two by two pixels the mean of their colours, and leaves their brightness.
fn halve_colours(rgb: &mut [u8], width: usize) {
    let bright = |pixel: &[u8]| {
        0.299 * f32::from(pixel[0]) + 0.587 * f32::from(pixel[1]) + 0.114 * f32::from(pixel[2])
    };
    let height = rgb.len() / 3 / width;
    for y in (0..height.saturating_sub(1)).step_by(2) {
        let (upper, lower) = rgb[3 * y * width..].split_at_mut(3 * width);
        for (upper, lower) in upper.chunks_exact_mut(6).zip(lower.chunks_exact_mut(6)) {
            let greys = [bright(upper), bright(&upper[3..]), bright(lower), bright(&lower[3..])];
            let mean = greys.iter().sum::<f32>() / 4.0;
            for i in 0..3 {
                let sum = u16::from(upper[i])
                    + u16::from(upper[i + 3])
                    + u16::from(lower[i])
                    + u16::from(lower[i + 3]);
                let colour = f32::from(sum) / 4.0 - mean + 0.5;
                upper[i] = (greys[0] + colour) as u8;
                upper[i + 3] = (greys[1] + colour) as u8;
                lower[i] = (greys[2] + colour) as u8;
                lower[i + 3] = (greys[3] + colour) as u8;
            }
        }
    }
}
