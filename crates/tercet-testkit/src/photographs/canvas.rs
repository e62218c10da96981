//! The picture while it is painted: linear light, and the topmost object at each pixel.

/// The picture while it is painted.
pub(super) struct Canvas {
    pub(super) width: usize,
    pub(super) height: usize,
    /// The light from each pixel, row by row.
    pub(super) light: Vec<[f32; 3]>,
    /// Which card is seen at each pixel, counted from 1; 0 for the table, [`Canvas::THING`] for a
    /// thing.
    pub(super) owner: Vec<u8>,
}

impl Canvas {
    pub(super) const THING: u8 = u8::MAX;

    pub(super) fn new(width: usize, height: usize) -> Self {
        let pixels = width * height;
        Self { width, height, light: vec![[0.0; 3]; pixels], owner: vec![0; pixels] }
    }

    /// The pixels of the rectangle that holds some points and a margin: columns and rows.
    pub(super) fn around(
        &self,
        points: &[[f32; 2]],
        margin: f32,
    ) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
        let range = |i: usize, size: usize| {
            let low = points.iter().map(|point| point[i]).fold(f32::INFINITY, f32::min) - margin;
            let high =
                points.iter().map(|point| point[i]).fold(f32::NEG_INFINITY, f32::max) + margin;
            low.floor().clamp(0.0, size as f32) as usize
                ..high.ceil().clamp(0.0, size as f32) as usize
        };
        (range(0, self.width), range(1, self.height))
    }

    /// The pixel that holds a point, if the picture shows it.
    pub(super) fn pixel(&self, [x, y]: [f32; 2]) -> Option<usize> {
        let inside = x >= 0.0 && y >= 0.0 && x < self.width as f32 && y < self.height as f32;
        inside.then(|| y as usize * self.width + x as usize)
    }
}
