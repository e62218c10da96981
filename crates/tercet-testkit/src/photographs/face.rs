//! The face of a card: how much light each of its points reflects.

use super::noise::{channels, mix3};

/// The face of a card, upright: its symbols lie across it, one above another.
#[derive(Clone, PartialEq, Debug)]
pub struct Face {
    /// The number of points from left to right.
    pub width: usize,
    /// The number of points from top to bottom.
    pub height: usize,
    /// The part of red, green and blue light that each point reflects, row by row.
    pub points: Vec<[f32; 3]>,
    /// The bounding box of each symbol: left, top, right and bottom, in parts of the width and the
    /// height.
    pub symbols: Vec<[f32; 4]>,
    /// The reflectance of the symbols' ink.
    pub ink: [f32; 3],
    /// The reflectance of the paper.
    pub paper: [f32; 3],
}

/// A face in several sizes, each half as large as the one before (L. Williams, "Pyramidal
/// Parametrics", 1983), so that a small card is not drawn from few of its points.
pub(super) struct Pyramid(Vec<Level>);

/// A face in one size.
struct Level {
    width: usize,
    height: usize,
    points: Vec<[f32; 3]>,
}

impl Pyramid {
    pub(super) fn new(face: Face) -> Self {
        let Face { width, height, points, .. } = face;
        let mut levels = vec![Level { width, height, points }];
        while let Some(level) = levels.last().filter(|level| level.width.min(level.height) > 4) {
            let half = level.half();
            levels.push(half);
        }
        Self(levels)
    }

    /// The level whose points are nearest to `size` in width, where a card is 1 wide.
    pub(super) fn level(&self, size: f32) -> usize {
        let level = (size * self.0[0].width as f32).max(1.0).log2().round();
        (level as usize).min(self.0.len() - 1)
    }

    /// The reflectance at a point, interpolated between the four nearest points of a level. The
    /// point is given in parts of the width and the height.
    #[inline]
    pub(super) fn at(&self, level: usize, u: f32, v: f32) -> [f32; 3] {
        let Level { width, height, points } = &self.0[level];
        let place = |part: f32, size: usize| {
            let place = (part * size as f32 - 0.5).clamp(0.0, (size - 1) as f32);
            let first = (place as usize).min(size - 2);
            (first, place - first as f32)
        };
        let ((x, over), (y, down)) = (place(u, *width), place(v, *height));
        let (top, bottom) = (&points[y * width + x..][..2], &points[(y + 1) * width + x..][..2]);
        mix3(mix3(top[0], top[1], over), mix3(bottom[0], bottom[1], over), down)
    }
}

impl Level {
    /// Half as large: the means of two by two points.
    fn half(&self) -> Self {
        let (width, height) = (self.width / 2, self.height / 2);
        let mut points = Vec::with_capacity(width * height);
        for y in 0..height {
            let upper = &self.points[2 * y * self.width..][..2 * width];
            let lower = &self.points[(2 * y + 1) * self.width..][..2 * width];
            points.extend(upper.chunks_exact(2).zip(lower.chunks_exact(2)).map(
                |(upper, lower)| {
                    channels(|i| (upper[0][i] + upper[1][i] + lower[0][i] + lower[1][i]) / 4.0)
                },
            ));
        }
        Self { width, height, points }
    }
}
