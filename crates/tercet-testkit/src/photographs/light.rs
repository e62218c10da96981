//! The light: how much falls on each point of the table, and the highlights on glossy surfaces.

use super::camera::Homography;
use super::noise::{channels, mix, mix3, smooth};
use super::scene::{Area, Highlight, Light, Scene, Shade};

/// The light that falls on the surface at each pixel. It changes slowly, so it is computed for
/// every fourth pixel and interpolated.
pub(super) struct Irradiance {
    columns: usize,
    values: Vec<[f32; 3]>,
}

impl Irradiance {
    const STEP: usize = 4;

    pub(super) fn new(scene: &Scene, to_table: &Homography) -> Self {
        let [columns, rows] =
            [scene.width, scene.height].map(|size| size as usize / Self::STEP + 2);
        let mut values = Vec::with_capacity(columns * rows);
        for row in 0..rows {
            for column in 0..columns {
                let [x, y] = [column, row].map(|step| (step * Self::STEP) as f32 + 0.5);
                let part = [x / scene.width as f32 - 0.5, y / scene.height as f32 - 0.5];
                values.push(scene.light.at(ground(to_table, x, y), part));
            }
        }
        Self { columns, values }
    }

    #[inline]
    pub(super) fn at(&self, x: usize, y: usize) -> [f32; 3] {
        let part = |place: usize| (place % Self::STEP) as f32 / Self::STEP as f32;
        let upper = &self.values[y / Self::STEP * self.columns + x / Self::STEP..];
        let lower = &upper[self.columns..];
        let over = part(x);
        mix3(mix3(upper[0], upper[1], over), mix3(lower[0], lower[1], over), part(y))
    }
}

/// The point of the table that a pixel shows; far away if the pixel is beyond the horizon.
#[inline]
pub(super) fn ground(to_table: &Homography, x: f32, y: f32) -> [f32; 2] {
    const FAR: f32 = 1000.0;
    if to_table.in_front(x, y) {
        to_table.apply(x, y).map(|place| place.clamp(-FAR, FAR))
    } else {
        [FAR, FAR]
    }
}

impl Light {
    /// The light on a point of the table that is seen at a place of the picture, from −½ to ½.
    fn at(&self, point: [f32; 2], part: [f32; 2]) -> [f32; 3] {
        let slope = 1.0 + self.slope[0] * part[0] + self.slope[1] * part[1];
        let key: f32 = self.shades.iter().map(|shade| shade.at(point)).product();
        channels(|i| self.ambient[i] + self.key[i] * key * slope.max(0.05))
    }

    /// The light that a card mirrors at a point.
    #[inline]
    pub(super) fn mirrored(&self, point: [f32; 2]) -> [f32; 3] {
        let mut sum = [0.0; 3];
        for highlight in &self.highlights {
            let part = highlight.at(point);
            if part > 0.0 {
                sum = channels(|i| sum[i] + highlight.strength[i] * part);
            }
        }
        sum
    }
}

impl Highlight {
    /// The part of its light that a card mirrors at a point.
    #[inline]
    fn at(&self, [x, y]: [f32; 2]) -> f32 {
        let (x, y) = (x - self.centre[0], y - self.centre[1]);
        let [along, across] = self.rows.map(|row| row[0] * x + row[1] * y);
        let square = along * along + across * across;
        if square >= 4.0 {
            return 0.0;
        }
        let glow = (1.0 - square / 4.0).powi(4);
        let pane = smooth((1.1 - square.sqrt()) / 0.3);
        mix(glow, pane, self.edge)
    }
}

impl Shade {
    /// The factor of the key light at a point.
    fn at(&self, point: [f32; 2]) -> f32 {
        let deepest =
            self.areas.iter().map(|area| area.distance(point)).fold(f32::INFINITY, f32::min);
        mix(1.0, self.factor, smooth(0.5 - deepest / self.softness))
    }
}

impl Area {
    /// The distance of a point from the area, negative inside.
    fn distance(&self, [x, y]: [f32; 2]) -> f32 {
        match *self {
            Self::Beyond([left, top], [dx, dy]) => -((x - left) * dx + (y - top) * dy),
            Self::Near([ax, ay], [bx, by], radius) => {
                let (ex, ey, px, py) = (bx - ax, by - ay, x - ax, y - ay);
                let part = ((px * ex + py * ey) / (ex * ex + ey * ey).max(1e-9)).clamp(0.0, 1.0);
                (px - ex * part).hypot(py - ey * part) - radius
            }
            Self::Box([left, top], [ux, uy], across) => {
                let length = ux.hypot(uy).max(1e-9);
                let (px, py) = (x - left, y - top);
                let along = ((px * ux + py * uy) / length).abs() - length;
                let aside = ((py * ux - px * uy) / length).abs() - across;
                along.max(aside)
            }
        }
    }
}
