//! Sets of points of a small space, as bit masks.
//!
//! The images that a search needs are unions over the points of a set of at most 27, so each is read
//! from three tables of 512 entries, one for nine points each.

/// A set of at most 32 points.
pub(super) type Mask = u32;

/// Takes the lowest point out of a mask.
#[inline]
pub(super) fn take_lowest(mask: &mut Mask) -> Option<usize> {
    let point = (*mask != 0).then(|| mask.trailing_zeros() as usize)?;
    *mask &= *mask - 1;
    Some(point)
}

/// The points of a mask.
pub(super) fn points(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || take_lowest(&mut mask))
}

/// The number of points of a mask.
pub(super) fn size(mask: Mask) -> usize {
    mask.count_ones() as usize
}

/// The union of the images of the points of a set, for any set.
pub(super) struct Images([[Mask; 1 << 9]; 3]);

impl Images {
    /// The table for a block of `points` points, given the image of each.
    pub(super) fn new(points: usize, image: impl Fn(usize) -> Mask) -> Self {
        let mut tables = [[0; 1 << 9]; 3];
        for (part, table) in tables.iter_mut().enumerate() {
            for set in 1..table.len() {
                let lowest = 9 * part + set.trailing_zeros() as usize;
                let image = if lowest < points { image(lowest) } else { 0 };
                table[set] = table[set & (set - 1)] | image;
            }
        }
        Self(tables)
    }

    #[inline]
    pub(super) fn of(&self, set: Mask) -> Mask {
        let part = |i: usize| self.0[i][(set >> (9 * i)) as usize & 0x1ff];
        part(0) | part(1) | part(2)
    }
}
