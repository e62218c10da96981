//! Ink on paper: what is darker than its surroundings.
//!
//! A threshold for the whole picture fails wherever light falls unevenly. Each pixel is compared with
//! the mean of a square window about it instead, and is ink if it is darker by a share of that mean:
//! light multiplies, so the share stays the same in the shade. The sums over windows come from a table
//! of sums, in constant time each (F. C. Crow, "Summed-area tables for texture mapping", 1984).
//!
//! No window suits all: in a small one noise becomes ink, in a large one the edge of a shadow does.
//! So several are tried, and ink found in any of them counts.

use crate::scaled::Map;

/// For each pixel, the sum of all above and left of it: with a row and a column of zeros before.
pub(crate) struct Sums<'a> {
    map: &'a Map,
    sums: Vec<u32>,
}

impl<'a> Sums<'a> {
    /// The sums of a map.
    pub(crate) fn of(map: &'a Map) -> Self {
        let width = map.width + 1;
        let mut sums = vec![0_u32; width * (map.height + 1)];
        for (y, row) in map.values.chunks_exact(map.width).enumerate() {
            let (above, below) = sums.split_at_mut((y + 1) * width);
            let above = &above[y * width..];
            let mut sum = 0;
            for (x, &value) in row.iter().enumerate() {
                sum += u32::from(value);
                below[x + 1] = above[x + 1].wrapping_add(sum);
            }
        }
        Self { map, sums }
    }

    /// The pixels that are darker than the mean of a window of `2 * reach + 1` pixels by more than a
    /// share of it, in 256ths, as ones; others are zeros.
    pub(crate) fn ink(&self, reach: usize, share: u32) -> Vec<u8> {
        let Map { width, height, .. } = *self.map;
        let mut ink = vec![0; width * height];
        for y in 0..height {
            let (top, bottom) = (y.saturating_sub(reach), (y + reach + 1).min(height));
            let above = &self.sums[top * (width + 1)..(top + 1) * (width + 1)];
            let below = &self.sums[bottom * (width + 1)..(bottom + 1) * (width + 1)];
            let values = &self.map.values[y * width..(y + 1) * width];
            let ink = &mut ink[y * width..(y + 1) * width];
            let rows = (bottom - top) as u32;
            for x in 0..width {
                let (left, right) = (x.saturating_sub(reach), (x + reach + 1).min(width));
                let sum = below[right]
                    .wrapping_sub(below[left])
                    .wrapping_sub(above[right].wrapping_sub(above[left]));
                let count = u64::from(rows) * (right - left) as u64;
                let limit = u64::from(sum) * u64::from(256 - share);
                ink[x] = u8::from(u64::from(values[x]) * count * 256 < limit);
            }
        }
        ink
    }
}
