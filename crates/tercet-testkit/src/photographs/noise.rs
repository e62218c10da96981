//! Noise: of surfaces (value noise) and of sensors (normal).

use super::draw::Draw;

/// The width and height of a tile of value noise, which repeats.
const TILE: usize = 256;

/// A tile of smooth noise with values from 0 to 1: octaves of value noise, each half as strong and
/// twice as fine as the one before.
pub(super) struct Tile(Vec<[f32; TILE]>);

impl Tile {
    pub(super) fn new(seed: u64) -> Self {
        let mut draw = Draw::new(seed, "tile");
        let mut tile = vec![[0.0_f32; TILE]; TILE];
        let mut strength = 0.5;
        let mut cells = 8;
        while cells <= TILE {
            let lattice: Vec<f32> = (0..cells * cells).map(|_| draw.unit()).collect();
            let side = TILE / cells;
            for (y, line) in tile.iter_mut().enumerate() {
                let (row, down) = (y / side, smooth((y % side) as f32 / side as f32));
                let (upper, lower) = (row * cells, (row + 1) % cells * cells);
                for (x, value) in line.iter_mut().enumerate() {
                    let (left, over) = (x / side, smooth((x % side) as f32 / side as f32));
                    let right = (left + 1) % cells;
                    let top = mix(lattice[upper + left], lattice[upper + right], over);
                    let bottom = mix(lattice[lower + left], lattice[lower + right], over);
                    *value += strength * mix(top, bottom, down);
                }
            }
            strength /= 2.0;
            cells *= 2;
        }
        Self(tile)
    }

    /// The noise at a place; the coarsest features are 1 wide.
    #[inline]
    pub(super) fn at(&self, x: f32, y: f32) -> f32 {
        let (x, y) = (x * 32.0, y * 32.0);
        let (left, top) = (floor(x), floor(y));
        let (over, down) = (x - left as f32, y - top as f32);
        let whole = |place: i32| place as usize % TILE;
        let (right, bottom) = (whole(left + 1), whole(top + 1));
        let left = whole(left);
        let (top, bottom) = (&self.0[whole(top)], &self.0[bottom]);
        mix(mix(top[left], top[right], over), mix(bottom[left], bottom[right], over), down)
    }
}

/// Numbers of the normal distribution, as many as fit into a cache.
pub(super) struct Grain(Vec<f32>);

impl Grain {
    pub(super) const SIZE: usize = 1 << 14;

    pub(super) fn new(draw: &mut Draw) -> Self {
        Self((0..Self::SIZE).map(|_| draw.normal()).collect())
    }

    /// The number at a place; the list repeats.
    #[inline]
    pub(super) fn at(&self, place: usize) -> f32 {
        self.0[place % Self::SIZE]
    }
}

/// The greatest whole number that is not above a small number. Without SSE 4.1, `floor` is a call.
#[inline]
pub(super) fn floor(place: f32) -> i32 {
    let whole = place as i32;
    whole - i32::from(place < whole as f32)
}

/// A colour, channel by channel.
#[inline]
pub(super) fn channels(channel: impl Fn(usize) -> f32) -> [f32; 3] {
    [channel(0), channel(1), channel(2)]
}

/// A value between two.
#[inline]
pub(super) fn mix(a: f32, b: f32, part: f32) -> f32 {
    a + (b - a) * part
}

/// A colour between two.
#[inline]
pub(super) fn mix3(a: [f32; 3], b: [f32; 3], part: f32) -> [f32; 3] {
    [mix(a[0], b[0], part), mix(a[1], b[1], part), mix(a[2], b[2], part)]
}

/// A smooth step from 0 at 0 to 1 at 1.
#[inline]
pub(super) fn smooth(part: f32) -> f32 {
    let part = part.clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}

/// The linear light of a channel of sRGB from 0 to 1 (IEC 61966-2-1).
pub(super) fn linear(encoded: f32) -> f32 {
    if encoded <= 0.04045 { encoded / 12.92 } else { ((encoded + 0.055) / 1.055).powf(2.4) }
}

/// The channel of sRGB of linear light from 0 to 1.
pub(super) fn encoded(linear: f32) -> f32 {
    if linear <= 0.003_130_8 { linear * 12.92 } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 }
}

/// The linear light of a colour in eight bits a channel.
pub(super) fn colour(rgb: [u8; 3]) -> [f32; 3] {
    rgb.map(|channel| linear(f32::from(channel) / 255.0))
}
