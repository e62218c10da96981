//! A hand of cards as it grows by one, and what does not change when the space is mapped.
//!
//! Two numbers tell much about how a hand lies in the space. Through a point run the lines of some
//! pairs of the hand: that is the point's *cover*. And the three parallel hyperplanes of each
//! direction share the hand out in some way. From these come, the same for every image of the hand
//! under an affine map,
//!
//! - the *crowd* of a point of the hand: the covers of the third points of its lines with the
//!   others, added up in a hashed form. It takes one look a pair;
//! - its *colour*: its crowd, the shares of the hyperplanes through it, and the colours of the other
//!   points in the light of the lines between;
//! - the *fingerprint* of the hand: its shares in all directions, and all colours.
//!
//! Hands with different fingerprints are of different classes. Whether hands with one fingerprint
//! are of one class is not known from here; see `classes.rs`.

use super::space::Space;

/// Some points of a space, in order of arrival.
pub(super) struct Hand<'a> {
    space: &'a Space,
    points: Vec<u16>,
    /// For every point of the space how many pairs of the hand have it for their third.
    cover: Vec<u16>,
    /// For every direction how many points of the hand lie on each of its hyperplanes, but for the
    /// last point of the hand.
    shares: Vec<[u8; 3]>,
    /// Whether the last point is not in the shares.
    ahead: bool,
    crowds: Vec<u64>,
}

/// What tells hands apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fingerprint {
    pub(super) key: u64,
    /// The colour of each point, in the order of the hand.
    pub(super) colours: Vec<u64>,
}

impl<'a> Hand<'a> {
    pub(super) fn new(space: &'a Space, points: &[u16]) -> Self {
        let mut hand = Self {
            space,
            points: Vec::with_capacity(points.len() + 1),
            cover: vec![0; space.len()],
            shares: vec![[0; 3]; space.directions()],
            ahead: false,
            crowds: Vec::new(),
        };
        for &point in points {
            hand.push(point);
            hand.share();
        }
        hand
    }

    pub(super) fn points(&self) -> &[u16] {
        &self.points
    }

    /// How many pairs of the hand have this point for their third.
    pub(super) fn cover(&self, point: u16) -> u16 {
        self.cover[usize::from(point)]
    }

    /// One point more; only one at a time until it is taken back or shared.
    pub(super) fn push(&mut self, point: u16) {
        debug_assert!(!self.ahead);
        let thirds = self.space.thirds(point);
        for &other in &self.points {
            self.cover[usize::from(thirds[usize::from(other)])] += 1;
        }
        self.points.push(point);
        self.ahead = true;
    }

    /// Takes the last point back.
    pub(super) fn pop(&mut self) {
        debug_assert!(self.ahead);
        let point = self.points.pop().expect("a point was pushed");
        let thirds = self.space.thirds(point);
        for &other in &self.points {
            self.cover[usize::from(thirds[usize::from(other)])] -= 1;
        }
        self.ahead = false;
    }

    fn share(&mut self) {
        let point = self.points[self.points.len() - 1];
        for (share, &plane) in self.shares.iter_mut().zip(self.space.planes(point)) {
            share[usize::from(plane)] += 1;
        }
        self.ahead = false;
    }

    fn crowd(&self, point: u16) -> u64 {
        let thirds = self.space.thirds(point);
        let mut crowd = 0_u64;
        for &other in &self.points {
            // The point itself adds the same to each crowd of a hand without a set.
            crowd =
                crowd.wrapping_add(scatter(self.cover[usize::from(thirds[usize::from(other)])]));
        }
        crowd
    }

    /// How many points of the hand have the greatest crowd, if the last one is among them.
    ///
    /// Of all ways to come by a hand point by point, this picks those whose last point is of the
    /// greatest crowd (McKay's canonical augmentation). Most others are seen after a few looks, if
    /// the points come in descending order of their crowds before.
    pub(super) fn leaders(&mut self) -> Option<usize> {
        let (&last, others) = self.points.split_last()?;
        let most = self.crowd(last);
        self.crowds.clear();
        for &point in others {
            let crowd = self.crowd(point);
            if crowd > most {
                return None;
            }
            self.crowds.push(crowd);
        }
        self.crowds.push(most);
        Some(self.crowds.iter().filter(|&&crowd| crowd == most).count())
    }

    /// The fingerprint of the hand. Call [`leaders`](Self::leaders) before.
    pub(super) fn fingerprint(&self) -> Fingerprint {
        let space = self.space;
        let ahead = self.points.last().filter(|_| self.ahead).map(|&last| space.planes(last));
        let mut key = 0_u64;
        let mut marks = Vec::with_capacity(self.shares.len());
        for (direction, &share) in self.shares.iter().enumerate() {
            let mut share = share;
            if let Some(planes) = ahead {
                share[usize::from(planes[direction])] += 1;
            }
            let [a, b, c] = share.map(u64::from);
            // Each of the three hyperplanes by its own share and those of both others.
            let mark = |own: u64, b: u64, c: u64| mix((own << 32) + b * b + c * c);
            let three = [mark(a, b, c), mark(b, a, c), mark(c, a, b)];
            key = key.wrapping_add(mix(three[0].wrapping_add(three[1]).wrapping_add(three[2])));
            marks.push(three);
        }
        let alone: Vec<u64> = self
            .points
            .iter()
            .zip(&self.crowds)
            .map(|(&point, &crowd)| {
                let through = marks.iter().zip(space.planes(point));
                let sum = through.fold(crowd, |sum, (three, &plane)| {
                    sum.wrapping_add(three[usize::from(plane)])
                });
                mix(sum)
            })
            .collect();
        let colours: Vec<u64> = self
            .points
            .iter()
            .zip(&alone)
            .map(|(&point, &own)| {
                let thirds = space.thirds(point);
                let mut sum = own;
                for (&other, &colour) in self.points.iter().zip(&alone) {
                    if other != point {
                        let between = scatter(self.cover[usize::from(thirds[usize::from(other)])]);
                        sum = sum.wrapping_add(mix(colour.wrapping_add(between)));
                    }
                }
                mix(sum)
            })
            .collect();
        let key = colours.iter().fold(mix(key), |key, &colour| key.wrapping_add(mix(colour)));
        Fingerprint { key, colours }
    }

    /// The points of the hand, those with the greatest crowd first.
    pub(super) fn by_crowd(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.points.len()).collect();
        order.sort_by_key(|&i| std::cmp::Reverse(self.crowds[i]));
        order
    }
}

/// A number for a cover, so that sums of a few of them tell the covers apart.
fn scatter(cover: u16) -> u64 {
    SCATTERED[usize::from(cover)]
}

/// No point is the third of more pairs than half of the others make.
static SCATTERED: [u64; MOST_COVER] = {
    let mut scattered = [0; MOST_COVER];
    let mut cover = 0;
    while cover < MOST_COVER {
        scattered[cover] = mix(cover as u64 + 1);
        cover += 1;
    }
    scattered
};
const MOST_COVER: usize = 3_usize.pow(Space::MOST as u32) / 2 + 1;

/// Mixes the bits of a number: the finaliser of `SplitMix64` (Steele, Lea and Flood 2014).
const fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
