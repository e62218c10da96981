//! The surface of the table.

use super::camera::Homography;
use super::canvas::Canvas;
use super::light::{Irradiance, ground};
use super::noise::{Tile, channels, floor, mix3, smooth};
use super::scene::{Pattern, Scene, Table};

/// Paints the table over the whole picture.
pub(super) fn paint(
    canvas: &mut Canvas,
    scene: &Scene,
    to_table: &Homography,
    irradiance: &Irradiance,
) {
    let tile = Tile::new(scene.seed);
    let table = &scene.table;
    let (sin, cos) = table.angle.sin_cos();
    let gloss = table.gloss;
    let width = canvas.width;
    for (y, row) in canvas.light.chunks_exact_mut(width).enumerate() {
        let mut uneven = 1.0;
        for (x, light) in row.iter_mut().enumerate() {
            let point = ground(to_table, x as f32 + 0.5, y as f32 + 0.5);
            let [along, across] =
                [cos * point[0] + sin * point[1], cos * point[1] - sin * point[0]];
            let part = table.part(&tile, along / table.scale, across / table.scale);
            // No surface is quite even; this changes slowly.
            if x % 4 == 0 {
                uneven = 0.92 + 0.16 * tile.at(point[0] * 0.37, point[1] * 0.37);
            }
            let reflected = mix3(table.colour, table.second, part);
            let falling = irradiance.at(x, y);
            let mirrored = scene.light.mirrored(point);
            *light = channels(|i| {
                reflected[i] * uneven * falling[i] + 0.25 * gloss * mirrored[i] * uneven
            });
        }
    }
}

impl Table {
    /// How much of the second colour a point has.
    #[inline]
    fn part(&self, tile: &Tile, x: f32, y: f32) -> f32 {
        match self.pattern {
            Pattern::Plain => tile.at(x, y) * 0.5,
            Pattern::Grain => {
                let bent = tile.at(x * 0.15, y * 0.3);
                let fine = tile.at(x * 0.3 + bent, y * 9.0);
                let rings = triangle(y * 2.5 + 6.0 * bent);
                (0.7 * fine + 0.3 * rings).clamp(0.0, 1.0)
            }
            Pattern::Marble => {
                let clouds = tile.at(x * 0.4, y * 0.4);
                let veins = 1.0 - (triangle(x * 0.7 + 5.0 * clouds) * 6.0).min(1.0);
                (0.6 * clouds + 0.5 * veins).min(1.0)
            }
            Pattern::Stripes => smooth((triangle(y * 0.8) - 0.3) * 12.0),
            Pattern::Checks => {
                let lines = [x, y].map(|place| smooth((triangle(place) - 0.5) * 12.0));
                f32::midpoint(lines[0], lines[1])
            }
            Pattern::Weave => {
                let threads = triangle(x * 14.0) * triangle(y * 14.0 + 0.5);
                (threads + 0.5 * tile.at(x * 3.0, y * 3.0)).min(1.0)
            }
            Pattern::Spots => smooth((tile.at(x * 1.5, y * 1.5) - 0.52) * 14.0),
        }
    }
}

/// A wave of period 1 between 0 and 1.
#[inline]
fn triangle(place: f32) -> f32 {
    (2.0 * (place - floor(place) as f32) - 1.0).abs()
}
